//! Saved web pages: cited by their address, by the name of a place, by a text fragment, by a quote.

use std::path::Path;

use crate::cli::run;
use crate::session::Session;

const PAGE: &[&str] = &["html/harbour.html"];

fn opened(width: u16, height: u16) -> Session {
    Session::samples("html/answer.json", PAGE).size(width, height)
}

/// Returns the output of `pincite show` for a response about a page; both by name and text.
fn show(files: &[(&str, &str)]) -> String {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    let names = files.iter().map(|(name, _)| (*name).to_owned());
    let args: Vec<String> = std::iter::once("show".to_owned()).chain(names).collect();
    let output = run(dir.path(), &args, "");
    assert_eq!((output.stderr.as_str(), output.status), ("", 0));
    output.stdout
}

/// Returns an answer that cites an address for `claim`, as web search gives it.
fn citing(claim: &str, url: &str) -> String {
    let end = claim.chars().count();
    format!(
        r#"{{"object": "response", "output": [{{"type": "message", "role": "assistant", "content":
        [{{"type": "output_text", "text": "{claim}", "annotations": [{{"type": "url_citation",
        "url": "{url}", "title": "A page", "start_index": 0, "end_index": {end}}}]}}]}}]}}"#
    )
}

#[track_caller]
fn check(page: &str, url: &str, expected: &str) {
    let printed = show(&[("answer.json", &citing("It is so.", url)), ("page.html", page)]);
    assert!(printed.contains(expected), "{printed}");
}

#[test]
fn a_saved_page_opens_at_the_place_that_its_address_names() {
    insta::assert_snapshot!("side_by_side", opened(120, 40).picture());
    insta::assert_snapshot!("stacked", opened(80, 24).press("n").picture());
}

#[test]
fn show_prints_the_places() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/html");
    let args = ["show", "answer.json", "harbour.html"].map(str::to_owned);
    let output = run(&samples, &args, "");
    assert_eq!((output.stderr.as_str(), output.status), ("", 0));
    insta::assert_snapshot!("show", output.stdout);
}

#[test]
fn the_rest_is_one_row_until_it_is_unfolded() {
    let fold = "more lines: navigation and the like · z unfolds";
    let session = opened(120, 40).press("<tab>G");
    insta::assert_snapshot!("folded", session.picture());
    let session = session.press("z");
    insta::assert_snapshot!("unfolded", session.picture());
    assert!(!session.picture().contains(fold));
    let session = session.press("Gz");
    assert!(session.row_with(fold).contains('▸'));
    let session = session.press("/imprint<enter>");
    assert!(session.row_with("Imprint").contains("© Municipality"));
}

#[test]
fn a_passage_in_the_rest_unfolds_it() {
    let session = opened(120, 40).press("nnnn");
    assert!(session.row_with("unfolds").contains('▸'));
    let session = session.press("n");
    assert!(session.row_with("guest guide are harbour").contains('┃'));
    let session = session.press("z");
    assert!(session.row_with("unfolds").contains('┃'));
    let session = session.press("<enter>");
    assert!(session.row_with("guest guide are harbour").contains('┃'));
}

#[test]
fn a_line_in_the_rest_unfolds_it() {
    let session = opened(120, 40).press("<tab>53G");
    assert!(session.row_with(" 53 ").contains("Prices"), "{}", session.picture());
}

#[test]
fn a_page_matches_its_address_however_that_is_decorated() {
    let page = "<!doctype html><link rel=canonical href=https://www.lake.example/a/?id=1>\
                <main><p>The lake is deep.</p></main>";
    for url in [
        "http://lake.example/a?id=1&utm_source=chatgpt.com",
        "https://LAKE.example/a/?gclid=x&id=1",
        "https://www.lake.example/%61?id=1#top",
    ] {
        check(page, url, "The lake is deep.");
    }
    check(page, "https://lake.example/a?id=2", "without text");
}

#[test]
fn fragments_that_lead_nowhere_say_what_there_is() {
    let page = "<!doctype html><!-- saved from url=(0020)https://lake.example -->\
                <h2 id=user-content-depth>Depth</h2><p id=a>It is <b>ninety</b> metres deep.</p>";
    check(page, "https://lake.example/#depth", "found by fragment");
    check(
        page,
        "https://lake.example/#width",
        "no anchor `#width` in `https://lake.example/` (it has `#user-content-depth` and `#a`)",
    );
    check(
        page,
        "https://lake.example/#:~:text=ninety,-feet",
        "“ninety” not found in `https://lake.example/` (its beginning “ninety” is in L3)",
    );
    check(
        page,
        "https://lake.example/#a:~:text=feet",
        "doubt: the words of its text fragment are not there",
    );
    check(page, "https://lake.example/#:~:text=it%20is,DEEP", "found by quoted words");
    check(
        "<!doctype html><base href=https://lake.example/x><p>It.",
        "https://lake.example/x#a",
        "(it has no anchors)",
    );
}

#[test]
fn a_text_without_names_is_shown_whole() {
    let list = "It is so [1].\n\n## Sources\n\n[1] Lake: https://lake.example/a#depth\n";
    for saved in ["Ninety metres.\n", "# The depth\n\nNinety metres.\n"] {
        let printed = show(&[("answer.md", list), ("Lake.md", saved)]);
        assert!(
            printed
                .contains("doubt: `#depth` names a place in a page; this text has no such names"),
            "{printed}"
        );
    }
    // A heading of that name is the place.
    let saved = "# Lake\n\n## Depth\n\nNinety metres.\n\n## Width\n\nA mile.\n";
    let printed = show(&[("answer.md", list), ("Lake.md", saved)]);
    assert!(printed.contains("Ninety") && !printed.contains("A mile"), "{printed}");
    let list = list.replace("#depth", "#:~:text=ninety");
    let printed = show(&[("answer.md", &list), ("Lake.md", "# Depth\n\nNinety metres.\n")]);
    assert!(printed.contains("found by quoted words"), "{printed}");
}

#[test]
fn hostile_text_in_a_page_reaches_no_terminal() {
    let page = "<!doctype html><base href=https://lake.example/x><title>a&#27;[2Jb</title>\
                <p id='&#27;]0;x'>\u{202e}gpj&#155;31m &#7;bell</p>";
    let printed =
        show(&[("a.json", &citing("It.", "https://lake.example/x#%1b%9b")), ("p.html", page)]);
    assert!(!printed.contains(['\u{1b}', '\u{9b}', '\u{7}', '\u{202e}']), "{printed:?}");
}

#[test]
fn struck_out_text_of_a_page_is_marked_and_bears_nothing_out() {
    let page = "<html><body><p>Refunds are paid within <s>five</s> <ins>ten</ins> days.</p>\
        <del><p>Members need a receipt.</p></del>\
        <p style=\"text-decoration: line-through\">Dogs stay out.</p></body></html>";
    let answer = "Refunds are paid within five days [page.html L1].\n";
    let folder = crate::check::Folder::new(&[("page.html", page), ("a.md", answer)]);
    let output = folder.check("a.md page.html");
    assert!(output.stdout.contains("E013 struck-out"), "{}", output.stdout);
    let args = ["material", "page.html"].map(str::to_owned);
    let text = run(folder.0.path(), &args, "").stdout;
    for line in ["within ~~five~~ ten days.", "~~Members need a receipt.~~", "~~Dogs stay out.~~"] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn words_beyond_a_snippet_that_is_cut_off_are_no_wrong_place() {
    let shown = |snippet: &str, fragment: &str| {
        let url = format!("https://lake.example/a#:~:text={fragment}");
        let answer = format!("The lake is very deep.[[1]]({url})");
        let source = serde_json::json!({"title": "Lake", "url": url, "snippet": snippet});
        let row =
            serde_json::json!([{"question": "How deep?", "answer": answer, "sources": [source]}]);
        show(&[("rows.json", &row.to_string())])
    };
    let begun = "the text is cut off before the end of its text fragment";
    let cut =
        shown("2 May 2024 — Of lakes. It is ninety metres or so at its dee...", "It%20is,sea");
    assert!(cut.contains(begun) && cut.contains("It is ninety metres"), "{cut}");
    // The address of the link is that of the source: its place in the list is no doubt.
    assert!(!cut.contains("| 2 May 2024") && cut.matches("doubt:").count() == 1, "{cut}");
    // The snippet ends within a sentence, without a sign.
    assert!(shown("It is ninety metres at its", "It%20is,sea").contains(begun));
    let none = "the words of its text fragment are not in the text, which is cut off";
    assert!(shown("It is ninety metres at its dee...", "The%20sea").contains(none));
    // A text that ends with its sentence has all that it says.
    for text in ["It is ninety metres at its deepest.", "Ninety metres."] {
        let whole = shown(text, "It%20is,sea");
        assert!(whole.contains("unresolved (missing-text)"), "{whole}");
    }
}

#[test]
fn a_source_cited_by_its_address_alone_is_no_match_by_position() {
    let shown = |answer: &str| {
        let source = |name: &str| {
            serde_json::json!({"url": format!("https://lake.example/{name}"),
                "text": format!("The lake {name} is ninety metres deep.")})
        };
        let row = serde_json::json!([{"question": "How deep?", "answer": answer,
            "sources": [source("a"), source("b")]}]);
        show(&[("rows.json", &row.to_string())])
    };
    let doubt = "same position in the list";
    let linked = shown("It is ninety metres deep.[[1]](https://lake.example/b)");
    assert!(linked.contains("The lake b is ninety") && !linked.contains(doubt), "{linked}");
    let both = shown("It is ninety metres deep.[[1]](https://lake.example/b) It is deep [2].");
    assert!(both.contains(doubt), "{both}");
}
