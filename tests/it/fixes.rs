//! Repairs: what they may change, and that they end.

use std::collections::BTreeSet;

use proptest::prelude::*;

use pincite::dialects::shared::markers::Families;
use pincite::dialects::shared::markers::read_response;
use pincite::inspect::{Inspection, inspect};
use pincite::model::{Case, IdFrom, Response, Source, SourceText};
use pincite::rules::fix::{apply, apply_safely};
use pincite::rules::{Finding, Fix};
use pincite::text::Span;

fn checked(text: &str) -> Inspection {
    let response = read_response(text.to_owned(), &Families::default());
    let source = |id: &str| Source {
        id: id.to_owned(),
        id_from: IdFrom::Text,
        text: SourceText::Inline("Refunds take five days.\nSo they say.\n".into()),
        ..Source::default()
    };
    let sources = vec![source("turn0file0"), source("turn0file1")];
    inspect(Case { response, sources, ..Case::default() })
}

/// The text after so many rounds of repairs that nothing is left, and how many there were.
fn mended(text: &str) -> (String, usize) {
    let mut text = text.to_owned();
    for round in 0..20 {
        let inspection = checked(&text);
        let (next, applied) = apply(&text, &inspection.findings, |_| true);
        if applied == 0 {
            assert_eq!(next, text);
            return (text, round);
        }
        text = next;
    }
    panic!("repairs without end: {text:?}");
}

/// `\u{e200}cite…` written as `<0 L8-L13>`.
fn marked(pattern: &str) -> String {
    let mut out = String::new();
    for piece in pattern.split_inclusive('>') {
        let Some((before, body)) = piece.strip_suffix('>').and_then(|it| it.rsplit_once('<'))
        else {
            out.push_str(piece);
            continue;
        };
        let mut fields = body.split(' ');
        out.push_str(before);
        out.push_str("\u{e200}cite\u{e202}turn0file");
        out.push_str(fields.next().unwrap_or_default());
        for field in fields {
            out.push('\u{e202}');
            out.push_str(field);
        }
        out.push('\u{e201}');
    }
    out
}

#[test]
fn each_repair_does_what_it_says() {
    for (before, after) in [
        ("Five days<0 L1>.", "Five days.<0 L1>"),
        ("Five days <0><1>?!", "Five days?! <0><1>"),
        ("五日<0>。次", "五日。<0>次"),
        ("**Five days <0>** it is.", "**Five days** <0> it is."),
        ("***Five days.<0> <1>***", "***Five days.***<0> <1>"),
        ("So: _<0> five_ days", "So: <0> _five_ days"),
        ("**Five days<0>**.", "**Five days**<0>."),
        ("[the rules <0>](https://a.example) say", "[the rules](https://a.example) <0> say"),
        ("Call `refund(5) <0>` now", "Call `refund(5)` <0> now"),
        ("```\nrefund(5)\n```<0>\nrest", "```\nrefund(5)\n```\n<0>\nrest"),
        ("- a\n  ```\n  b\n  ``` <0>\n", "- a\n  ```\n  b\n  ```\n  <0>\n"),
        ("~~~\nrefund(5)\n<0>\n~~~\nrest", "~~~\nrefund(5)\n~~~\n<0>\nrest"),
        ("Five days.<0 L1> <0 L1><0>", "Five days.<0 L1><0>"),
        ("Five days.<0 l1-2>", "Five days.<0 L1-L2>"),
        ("Five days.<0 L1\u{2013}2><0 L1-L2>", "Five days.<0 L1-L2>"),
        // What could mean something else is left to people.
        ("**Five<0> days**", "**Five<0> days**"),
        ("**<0>**", "**<0>**"),
        ("[rules](<0>)", "[rules](<0>)"),
        ("`<0>`", "`<0>`"),
        ("Version <0>.5", "Version <0>.5"),
        ("Five<0>, <1>, <0> days.", "Five<0>, <1>, <0> days."),
    ] {
        assert_eq!(mended(&marked(before)).0, marked(after), "{before}");
    }
    let escaped = r"Five days.\ue200cite\ue202turn0file0\ue201";
    assert_eq!(mended(escaped).0, marked("Five days.<0>"));
    assert_eq!(
        mended("Five days.citeturn0file0L1-L2turn0file1 x").0,
        marked("Five days.<0 L1-L2 turn0file1> x")
    );
}

#[test]
fn a_marker_is_not_moved_where_the_markup_after_it_would_close_emphasis() {
    for text in ["*Five days - *<0>Refunds*", "*<1> five days - *<0>Refunds*"] {
        assert_eq!(mended(&marked(text)).0, marked(text));
    }
    for (before, after) in [
        ("Five *days* - *<0>Refunds*", "Five *days* - <0>*Refunds*"),
        ("2 * 3 and a_b - *<0>Refunds*", "2 * 3 and a_b - <0>*Refunds*"),
        ("*Five\n\nDays - *<0>Refunds*", "*Five\n\nDays - <0>*Refunds*"),
    ] {
        assert_eq!(mended(&marked(before)).0, marked(after), "{before}");
    }
}

#[test]
fn a_fence_that_looks_quoted_is_left_as_it_is() {
    let text = marked("```\n> ```<0>\n");
    assert_eq!(mended(&text).0, text);
}

#[test]
fn many_markers_are_repaired_in_few_rounds() {
    let text = marked(&"**Five <0 L1>** days<1>. Yes.<0><0><0> ".repeat(400));
    let (mended, rounds) = mended(&text);
    assert!(rounds <= 3, "{rounds}");
    assert_eq!(mended, marked(&"**Five** <0 L1> days.<1> Yes.<0> ".repeat(400)));
}

/// Returns the targets of each citation, in order, without duplicates side by side.
fn targets(response: &Response) -> Vec<String> {
    let all = response.citations.iter().map(|citation| format!("{:?}", citation.targets));
    let mut all: Vec<String> = all.collect();
    all.dedup();
    all
}

/// Returns the text without markers, and without blanks: these move along with what they part.
fn words(response: &Response) -> String {
    let mut out = String::new();
    let mut at = 0;
    for citation in &response.citations {
        out.push_str(&response.text[at..citation.anchor.span.start]);
        at = citation.anchor.span.end;
    }
    out.push_str(&response.text[at..]);
    out.retain(|c| !c.is_whitespace());
    out
}

/// Returns the words of the claim of each citation outside code, each once, without any markers.
fn claims(inspection: &Inspection) -> BTreeSet<Vec<String>> {
    let response = &inspection.case.response;
    let mut text = response.text.clone().into_bytes();
    for citation in &response.citations {
        let span = citation.anchor.span;
        text[span.start..span.end].fill(b' ');
    }
    let text = String::from_utf8(text).unwrap();
    let all = response.citations.iter().zip(&inspection.inspected);
    let outside = all.filter(|(citation, _)| !citation.in_code);
    let claims = outside.filter_map(|(_, found)| found.claim?.span.slice(&text));
    let words = |claim: &str| -> Vec<String> {
        let words = claim.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    claims.map(words).collect()
}

fn piece() -> impl Strategy<Value = String> {
    const FIXED: &[&str] = &[
        "Refunds",
        " take ",
        "five.",
        "*",
        "**",
        "_",
        "`",
        "```",
        "~~~",
        "\n",
        "\n\n",
        "- ",
        "> ",
        "[",
        "](https://a.example)",
        ".",
        ",",
        "!",
        "。",
        " ",
        "    ",
        "x",
        "|",
        "# ",
        "<0>",
        "<0>",
        "<1 L1>",
        "<1 L1>",
        "<0 l1-2>",
        "<9 L5-L1>",
    ];
    prop_oneof![
        8 => prop::sample::select(FIXED).prop_map(marked),
        1 => Just(r"\ue200cite\ue202turn0file0\ue202L1-2\ue201".to_owned()),
        1 => Just(" citeturn0file0L1 ".to_owned()),
        1 => Just("\u{e200}cite\u{e202}turn0file1 ".to_owned()),
        1 => Just("\u{e200}entity\u{e202}[\"a\",\"Acme\"]\u{e201}".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn a_repair_changes_no_meaning(pieces in prop::collection::vec(piece(), 0..24)) {
        let text = pieces.concat();
        let before = checked(&text);
        for finding in before.findings.iter().filter(|finding| finding.fix.is_some()) {
            let one = std::slice::from_ref(finding);
            let (fixed, applied) = apply(&text, one, |_| true);
            prop_assert_eq!(applied, 1);
            let after = checked(&fixed);
            let (was, is) = (&before.case.response, &after.case.response);
            if finding.rule.name == "duplicate-citation" {
                let set = |response| BTreeSet::from_iter(targets(response));
                prop_assert_eq!(set(was), set(is), "{:?}", text);
            } else {
                prop_assert_eq!(targets(was), targets(is), "{} {:?}", finding.rule.name, text);
            }
            prop_assert_eq!(words(was), words(is), "{} {:?}", finding.rule.name, text);
            let (safe, _) = apply_safely(&text, one, |_| true, &|text| {
                Some(read_response(text.to_owned(), &Families::default()))
            });
            if safe == fixed {
                let (had, has) = (claims(&before), claims(&after));
                // Out of code a marker has a claim for the first time.
                if matches!(finding.rule.name, "marker-in-code" | "marker-on-fence-line") {
                    prop_assert!(had.is_subset(&has), "{} {:?}", finding.rule.name, text);
                } else {
                    prop_assert_eq!(had, has, "{} {:?}", finding.rule.name, text);
                }
            } else {
                prop_assert_eq!(&safe, &text);
            }
            let count = |it: &Inspection| {
                it.findings.iter().filter(|one| one.rule.code == finding.rule.code).count()
            };
            prop_assert!(count(&after) < count(&before), "{} {:?} {:?}", finding.rule.name, text, fixed);
        }
        mended(&text);
    }
}

#[test]
fn a_locator_moves_only_when_it_is_chosen() {
    let text = marked("Five days<0 L1>.");
    let mut findings = checked(&text).findings;
    let at = text.find("L1").unwrap();
    let moved = Fix {
        summary: "move the locator".to_owned(),
        edits: vec![(Span::new(at, at + 2), "L2".to_owned())],
        moves_locator: true,
    };
    let mut drifted = findings[0].clone();
    drifted.fix = Some(Box::new(moved));
    findings.insert(0, drifted);
    let stays = |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| !fix.moves_locator);
    assert_eq!(apply(&text, &findings, stays), (marked("Five days.<0 L1>"), 1));
    assert_eq!(apply(&text, &findings, |_| true), (marked("Five days.<0 L2>"), 2));
}

/// A line of other marks, or of fewer, closes no block: below it a marker would still be code.
#[test]
fn a_marker_leaves_only_a_block_that_the_next_line_closes() {
    for text in ["~~~\nRefunds<0>\n```", "````\nRefunds<0>\n```", "```\nRefunds<0>\n~~~~"] {
        let text = marked(text);
        assert_eq!(mended(&text), (text, 0));
    }
    for (text, moved) in [
        ("~~~\nRefunds<0>\n~~~", "~~~\nRefunds\n~~~\n<0>"),
        ("``` rust\nRefunds<0>\n`````", "``` rust\nRefunds\n`````\n<0>"),
    ] {
        assert_eq!(mended(&marked(text)), (marked(moved), 1));
    }
}

/// Out of emphasis a marker is not moved where the markup on its sides would be read as one.
#[test]
fn markup_on_both_sides_of_a_marker_keeps_it_where_it_is() {
    let text = marked("Refunds\n**`*<0 L1>**[*");
    let findings = checked(&text).findings;
    let mut in_emphasis = findings.iter().filter(|it| it.rule.name == "marker-in-emphasis");
    assert!(in_emphasis.clone().count() > 0, "{findings:?}");
    assert!(in_emphasis.all(|finding| finding.fix.is_none()), "{text}");
}

/// Out of a code span a marker is not moved where the backticks beside it would join the closing ones.
#[test]
fn backticks_beside_a_marker_keep_it_where_it_is() {
    let marker = marked("<0 L1>");
    let text = format!("```{marker}`{marker}```- ```");
    let found = checked(&text);
    let mut in_code = found.findings.iter().filter(|it| it.rule.name == "marker-in-code");
    assert!(in_code.clone().count() > 0);
    assert!(in_code.all(|finding| finding.fix.is_none()), "{text}");
}
