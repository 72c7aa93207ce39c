//! Numbered marks: what is one, what is none, and texts cited by links.

use pincite::dialects::lookup::in_text;
use pincite::dialects::shared::markers::Families;
use proptest::prelude::*;

use crate::session::Session;

/// Returns the marks of a text, joined by blanks; `-` when it is in no dialect.
fn marks(text: &str) -> String {
    let Some((_, found)) = in_text(text, &Families::default()) else { return "-".to_owned() };
    let raw: Vec<String> = found.citations.into_iter().map(|citation| citation.raw).collect();
    raw.join(" ")
}

const LIST: &str =
    "\n\n## References\n1. [A](https://a.example)\n2. [B](https://b.example)\n3. C\n";

#[test]
fn raised_numbers_and_those_in_round_brackets_cite_with_a_list() {
    for (text, expected) in [
        ("It rose.¹ It fell².\n\n¹ Report\n² Memo", "¹ ²"),
        ("It rose<sup>1</sup>.\n\n## References\n\n1. Report\n2. Memo", "<sup>1</sup>"),
        ("It rose (1). It fell (2, 3).\n\n(1) Report\n(2) Memo\n(3) Plan", "(1) (2, 3)"),
        ("It rose (1). It fell (2).\n\nSources:\n1. Report\n2. Memo", "(1) (2)"),
        // Not in a text with other marks, without a list, or where they count parts.
        ("It has 9 m³ [1]. It rose (2).\n\nSources:\n1. Report\n2. Memo", "[1]"),
        ("It rose (1). It fell (2).", "-"),
        ("It has (1) a pier and (2) a crane.\n\nSources:\n1. Report\n2. Memo", "-"),
        ("It has 9 m² and 4 km³.\n\nSources:\n1. Report\n2. Memo\n3. Plan", "-"),
    ] {
        assert_eq!(marks(text), expected, "{text}");
    }
}

#[test]
fn marks_in_their_forms() {
    for (text, expected) in [
        ("So [1]. And [1, 2]; [1-3] [2][3].", "[1] [1, 2] [1-3] [2] [3]"),
        ("如此【1】，又如［2］。", "【1】 ［2］"),
        (
            "So [[1]](https://a.example) and [2](https://b.example).",
            "[[1]](https://a.example) [2](https://b.example)",
        ),
        ("Far beyond it [9].[1]", "[9] [1]"),
        ("Glued to words[1][2].", "[1] [2]"),
        ("Said by the data[1][2]. At 9 m/s[3].", "[1] [2] [3]"),
        (
            "Said by data[1], GPT-4[1], phase 3[2], vitamin D[1] and Node.js[2].",
            "[1] [1] [2] [1] [2]",
        ),
        ("It cost US$5[1] or $295[2]; snake_case[3] is a name.", "[1] [2] [3]"),
        ("Set x[2] = 3, then read y[1].len(), z[0] and z[1]. It is so [3].", "[3]"),
        ("```\nx[3]\n``` [2]\n\nMore [1].", "[2] [1]"),
        ("~~~\n``` [3]\n~~~ [2] [4]\n\nMore [1].", "[2] [4] [1]"),
        ("``` [3]\nx[2]\n```\n\nMore [1].", "[1]"),
    ] {
        assert_eq!(marks(&format!("{text}{LIST}")), expected, "{text}");
    }
    assert_eq!(marks("It is so [1]. It is not [2]."), "[1] [2]");
    assert_eq!(
        marks("It is so[^1], or not[^2].\n\n[^1]: https://a.example\n[^2]: B\n"),
        "[^1] [^2]"
    );
}

#[test]
fn brackets_may_be_escaped() {
    let linked =
        "So[\\[1\\]](https://a.example/x#:~:text=so)[\\[2\\]](https://b.example). Not \\[x\\].";
    let marked = "[\\[1\\]](https://a.example/x#:~:text=so) [\\[2\\]](https://b.example)";
    assert_eq!(marks(linked), marked);
    let rows = "\n\n[\\[1\\]](https://a.example/x#:~:text=so) [\\[3\\]](https://a.example/x) A page\n\n\
        <https://a.example/x>\n\n[\\[2\\]](https://b.example) B page\n\n<https://b.example>\n\n\
        [\\[4\\]](https://c.example) C page\n\n<https://c.example>\n";
    let (_, found) = in_text(&format!("{linked}{rows}"), &Families::default()).unwrap();
    let raw: Vec<&str> = found.citations.iter().map(|citation| citation.raw.as_str()).collect();
    assert_eq!(raw.join(" "), marked);
    let listed =
        found.sources.iter().map(|it| (it.id.as_str(), it.title.as_deref().unwrap_or_default()));
    let pages = [("1", "A page"), ("3", "A page"), ("2", "B page"), ("4", "C page")];
    assert_eq!(listed.collect::<Vec<_>>(), pages);
    assert_eq!(
        marks(&format!("So \\[1\\]. And \\[1, 2\\]\\[3\\].{LIST}")),
        "\\[1\\] \\[1, 2\\] \\[3\\]"
    );
    assert_eq!(marks(&format!("It is \\[x + 1\\] and \\[1\\].{LIST}")), "\\[1\\]");
    let list =
        "\n\n#### **Works cited**\n\n\\[1\\] A, https://a.example\n\\[2\\] B, https://b.example\n";
    assert_eq!(marks(&format!("So \\[1\\]. And \\[2\\].{list}")), "\\[1\\] \\[2\\]");
}

#[test]
fn bullets_under_a_heading_are_no_list_if_numbered_rows_follow() {
    let text = "So [1]. And [2].\n\n**Sources:**\n- Books\n- Letters\n\n---\n\n[1] https://a.example A\n\
        [2] https://b.example B\n[3] https://c.example C\n";
    let (_, found) = in_text(text, &Families::default()).unwrap();
    let ids: Vec<&str> = found.sources.iter().map(|source| source.id.as_str()).collect();
    assert_eq!((found.citations.len(), ids.as_slice()), (2, ["1", "2", "3"].as_slice()));
}

/// An answer of one sentence often has no full stop.
#[test]
fn one_mark_at_the_end_of_a_line_cites() {
    for text in [
        "The price is 89 dollars [1]",
        "- The price is 89 dollars [1]",
        "**The price is 89 dollars** [1]\n\nAsk for it.",
        "The price (89 dollars) [1]\n",
        "Der Laden ist \u{201e}offen\u{201c} [1].",
    ] {
        assert_eq!(marks(text), "[1]", "{text}");
    }
    for text in
        ["x = values [1]", "let price = the_array [1]", "See table [1]", "Take the price [1]\\"]
    {
        assert_eq!(marks(text), "-", "{text}");
    }
}

#[test]
fn what_only_looks_like_a_mark() {
    for text in [
        "The code `a[1]` and `b[2]`.",
        "```\nx [1]. y [2].\n```\n",
        "An interval [0, 1] or [0,1).",
        "In the year [2024].",
        "- [ ] open\n- [x] done\n",
        "An index a[0] and arr[1] = 2.",
        "See [the docs][1].\n\n[1]: https://a.example\n",
        "![1](https://a.example/x.png)",
        "A formula $x[1]. y[2].$ here.",
        "Escaped \\[1\\].",
        "It returns [1, 2, 3].",
        "Fixed ([#12](https://forge.example/pull/12)).",
        "[127](https://forge.example/pull/127).",
        "Merged as [222].\n\n[222]: https://forge.example/pull/222\n",
        "https://a.example/x[1]. Text",
    ] {
        assert_eq!(marks(text), "-", "{text}");
    }
}

#[test]
fn files_given_are_numbered_by_their_place() {
    let session = Session::open(
        ("answer.md", "It is so [1]. It is not [2]."),
        &[("a.txt", "first\n"), ("b.txt", "second\n")],
    );
    assert!(session.rows().join("\n").contains("by position"), "{}", session.rows().join("\n"));
}

#[test]
fn the_sample_opens() {
    insta::assert_snapshot!(Session::samples("numbered/answer.md", &[]).size(100, 24).picture());
}

#[test]
fn the_contexts_of_a_row_are_shown() {
    let session = Session::samples("rows/evaluation.jsonl", &[]).size(120, 40);
    insta::assert_snapshot!("rows", session.press("nn").picture());
}

#[test]
fn links_that_cite() {
    let site = "([a.example](https://a.example/x?utm_source=openai))";
    let post = "[The Post](https://post.example/nordby)";
    for (text, expected) in [
        (format!("It rose {site}. It fell. {post}"), format!("{site} {post}")),
        (format!("It rose.{site}\n\n- It fell. {post} {post}"), format!("{site} {post} {post}")),
        // One link alone cites where it is in brackets and named by its host.
        (format!("It rose {site}."), site.to_owned()),
        (format!("It rose {post}."), "-".to_owned()),
        // Links that are words of a sentence, and pictures show nothing.
        (format!("Read {post} and {post} now."), "-".to_owned()),
        (format!("It rose. !{post} It fell. !{post}"), "-".to_owned()),
        // Where most links are words of a sentence, the others are not citations.
        (format!("It rose {site}. See {post}, {post} or {post} now."), "-".to_owned()),
        // Numbers go before links.
        (format!("It rose {site}. It fell {site}. So [1]. So [2]."), "[1] [2]".to_owned()),
    ] {
        let expected = expected.replace("([", "[").replace("))", ")");
        assert_eq!(marks(&text), expected, "{text}");
    }
    let text = format!("It rose {site}. It fell ({post}; [b.example](https://b.example)).");
    let found = in_text(&text, &Families::default()).unwrap().1;
    let citations = found.citations.iter();
    let cited: Vec<_> = citations
        .map(|citation| (citation.label.as_deref().unwrap(), citation.targets[0].id.as_str()))
        .collect();
    let pages = [
        ("a.example", "https://a.example/x?utm_source=openai"),
        ("The Post", "https://post.example/nordby"),
        ("b.example", "https://b.example"),
    ];
    assert_eq!(cited, pages);
    let listed: Vec<_> =
        found.sources.iter().map(|source| source.url.as_deref().unwrap()).collect();
    assert_eq!(listed, pages.map(|(_, url)| url));
}

proptest! {
    #[test]
    fn anything_is_read_in_order(text in r"(\[|\]|【|】|［|\^|1|23|,|-|†|F:|L4|„Äê|‚Ä†|„Äë|ã€|\(|\)|https://a|\n| |`|\$|\\|x|é|:|References){0,60}") {
        if let Some((_, found)) = in_text(&text, &Families::default()) {
            let mut end = 0;
            for citation in &found.citations {
                let span = citation.anchor.span;
                prop_assert!(span.start >= end && span.start < span.end);
                prop_assert_eq!(span.slice(&text), Some(citation.raw.as_str()));
                end = span.end;
            }
        }
    }
}
