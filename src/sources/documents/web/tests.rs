//! Pages and the text they become.

use super::*;

/// Returns the text of a page, with `~~~` where the rest begins.
fn text(html: &str) -> String {
    let Page { mut text, main_end, .. } = page(html.as_bytes());
    if let Some(end) = main_end {
        text.insert_str(end, "~~~\n");
    }
    text
}

#[track_caller]
fn check(page: &str, expected: &str) {
    assert_eq!(text(page), expected);
}

/// Returns each name with its text.
fn anchors(html: &str) -> Vec<(String, String)> {
    let Page { text, anchors, .. } = page(html.as_bytes());
    let named = |(name, span): (String, Span)| (name, span.slice(&text).unwrap().to_owned());
    anchors.into_iter().map(named).collect()
}

#[test]
fn a_paragraph_is_a_line() {
    check(
        "<h2>One &amp;\n two</h2><p>A <b>bold</b>, <i>slanted</i>&nbsp;word\n in  a line.<p>Next<br>line.",
        "## One & two\n\nA bold, slanted word in a line.\n\nNext\nline.\n",
    );
    check("<div>First</div><div>Second</div>", "First\nSecond\n");
    check("<p>a<button>b</button>c <a href='#x'>d</a><a href='#y'>e</a></p>", "a b c d e\n");
    check("<p></p><div> </div>", "");
}

#[test]
fn lists_keep_their_marks_and_depth() {
    check(
        "<p>Before</p><ul><li>one<ul><li>inner<li>two</ul></li><li><p>para</p><p>more</p></li></ul>\
         <ol start=3><li>three<li value=7>seven</ol><p>Behind",
        "Before\n\n- one\n  - inner\n  - two\n- para\n  more\n\n3. three\n7. seven\n\nBehind\n",
    );
    check("<dl><dt>Term<dd>What it is</dl>", "Term\n  What it is\n");
    check("<blockquote><p>One</p><p>Two</p></blockquote>", "> One\n\n> Two\n");
}

#[test]
fn tables_of_data_are_rows_and_others_are_not() {
    check(
        "<table><caption>Fees</caption><tr><th>What<th>How <i>much</i><tr><td>Bag<td><p>3</p>\n<p>€</p>\
         <tr><td><td>x<tr><td><td></table><p>Behind",
        "Fees\nWhat | How much\nBag | 3 €\n| x\n\nBehind\n",
    );
    check("<table><tr><td><h1>Title</h1><p>Text</p><td>Side</table>", "# Title\n\nText\n\nSide\n");
}

#[test]
fn preformatted_text_keeps_its_lines() {
    check(
        "<p>So:</p><pre>\nfn  main() {\n\n\tx();\n}\n</pre><p>Behind <code>a  b</code>",
        "So:\n\nfn  main() {\n\n\tx();\n}\n\nBehind a b\n",
    );
}

#[test]
fn what_is_not_shown_is_left_out() {
    check(
        "<title>T</title><style>a{}</style><script>x</script><template><p>t</template><noscript>n</noscript>\
         <p hidden>h</p><p aria-hidden=true>a</p><p style='color:red; DISPLAY : none !important'>d</p>\
         <p hidden=until-found>found</p><svg><text>s</text></svg><dialog>no</dialog><!-- c -->\
         <p>shown <img src=x alt='a bridge'><img src=y alt=''></p>",
        "found\n\nshown [image: a bridge]\n",
    );
}

#[test]
fn the_main_content_comes_first() {
    check(
        "<header>Site</header><nav>Menu</nav><main><nav>Crumbs</nav><h1>T</h1><p>See \
         <a href='/more?a=1'>more</a> and <a href='#t'>above</a>.</p><aside>Note</aside></main>\
         <footer>Imprint</footer>",
        "# T\n\nSee more and above.\n\nNote\n~~~\nLinks:\n- more: /more?a=1\n\nSite\nMenu\nImprint\n\nCrumbs\n",
    );
    check(
        "<div>Top</div><article>One</article><article>Two<article>Inner</article></article>",
        "One\n\nTwo\nInner\n~~~\nTop\n",
    );
    check(
        "<div role=banner>Site</div><div>Content</div><footer>Foot</footer>",
        "Content\n~~~\nSite\n\nFoot\n",
    );
    check("<main> </main><p>Only here</p>", "Only here\n");
    check("<nav>Only this</nav>", "Only this\n");
}

#[test]
fn names_stand_for_their_elements_and_headings_for_their_sections() {
    let page = "<main><h1 id=top>Top</h1><p>a</p><h2><a name=one></a>One</h2><p id=p>b <b id=w>c</b></p>\
                <h3 id=deep>Deep</h3><p>d</p><h2 id=two>Two</h2><p>e</p><a name=bare></a><p>f</p></main>\
                <h2>Rest</h2>";
    let named = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let expected = [
        named("top", "# Top\n\na\n\n## One\n\nb c\n\n### Deep\n\nd\n\n## Two\n\ne\n\nf"),
        named("one", "## One\n\nb c\n\n### Deep\n\nd"),
        named("p", "b c"),
        named("w", "c"),
        named("deep", "### Deep\n\nd"),
        named("two", "## Two\n\ne\n\nf"),
        named("bare", ""),
    ];
    assert_eq!(anchors(page), expected);
}

#[test]
fn encodings_are_found_as_browsers_do() {
    let page = |bytes: &[u8]| charset::decode(bytes).0.into_owned();
    assert_eq!(page(b"<meta charset=iso-8859-2>\xb1"), "<meta charset=iso-8859-2>\u{105}");
    assert_eq!(page(b"\xef\xbb\xbf<meta charset=latin1>\xc3\xa9"), "<meta charset=latin1>é");
    assert_eq!(page(b"\xff\xfea\0b\0"), "ab");
    assert_eq!(page(b"<p>caf\xe9"), "<p>café");
    assert_eq!(page("<meta charset=utf-16le>é".as_bytes()), "<meta charset=utf-16le>é");
    let book =
        b"<?xml version='1.0'?><html><head><title/><script src='x'/></head><p>Text</p></html>";
    check(std::str::from_utf8(book).unwrap(), "Text\n");
}

#[test]
fn nesting_without_end_is_cut_with_a_note() {
    let deep = format!("<p>Before</p>{}deep", "<div>".repeat(100_000));
    let Page { text, note, .. } = page(deep.as_bytes());
    assert_eq!(text, "Before\n");
    let expected = "elements nested more than 1024 deep are left out";
    assert_eq!(note.as_deref(), Some(expected));
    let page = format!("{}deep", "<blockquote><ul><li>".repeat(200));
    assert!(self::text(&page).trim_end().ends_with("deep"));
    assert!(self::text(&page).len() < 100);
}
