//! Claims of invented responses.

use super::claims;
use crate::model::{Anchor, AnchorKind, Card, Citation, Response};
use crate::text::Span;

/// Reads `*` as a marker and `%` as a card, and compares the claims; `-` is none.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let mut response = Response::default();
    for c in text.chars() {
        let start = response.text.len();
        match c {
            '*' => response.text.push_str("\u{e200}cite\u{e202}a.b C\u{e201}"),
            '%' => response.text.push_str("\u{e200}entity\u{e202}Acme\u{e201}"),
            other => response.text.push(other),
        }
        let span = Span::new(start, response.text.len());
        if c == '*' {
            response.citations.push(citation(span));
        } else if c == '%' {
            let family = "entity".to_owned();
            let label = Some("Acme".to_owned());
            response.cards.push(Card { family, span, label, known: true });
        }
    }
    let found: Vec<String> = claims(&response)
        .into_iter()
        .map(|claim| match claim.map(|claim| claim.span.slice(&response.text)) {
            None => "-".to_owned(),
            Some(None) => "out of place".to_owned(),
            Some(Some(words)) => {
                let words = words.replace("\u{e200}cite\u{e202}a.b C\u{e201}", "*");
                words.replace("\u{e200}entity\u{e202}Acme\u{e201}", "%")
            }
        })
        .collect();
    assert_eq!(found, expected);
}

fn citation(span: Span) -> Citation {
    Citation {
        family: "cite".to_owned(),
        raw: String::new(),
        anchor: Anchor { kind: AnchorKind::Marker, span },
        targets: Vec::new(),
        ..Citation::default()
    }
}

#[test]
fn a_marker_in_the_middle_stands_behind_the_sentence_it_closes() {
    check("One is so. Two is so.* Three is so.", &["Two is so."]);
    check("One is so. Two is* so and so.", &["Two is"]);
}

#[test]
fn a_marker_that_closes_its_block_stands_behind_all_since_the_one_before() {
    check("One is so. Two is so.*", &["One is so. Two is so."]);
    check("One.* Two is so. Three too *.\n\nFour.*", &["One.", "Two is so. Three too", "Four."]);
}

#[test]
fn lists_of_sources_support_nothing_and_lines_about_sources_the_block_above() {
    check(
        "One is so.\n\nSource: *\n\nTwo is so.\nSources: *, *",
        &["One is so.", "Two is so.", "Two is so."],
    );
    check("One is so.\n\n## Sources\n\n- *\n- *\n\nTwo is so.\n\n*", &["-", "-", "Two is so."]);
    check("Sources: *\n\nSources:\n- It rose *\n- * says it", &["-", "It rose", "-"]);
    check("One is so.\n\nSources: *, and others", &["One is so."]);
}

#[test]
fn a_line_about_sources_below_a_list_supports_its_entries() {
    let all = "One is so.\n- Two is so.";
    check("- One is so.\n- Two is so.\n\nSource: *\n\n- Three is so.\n\n*", &[all, "Three is so."]);
    check(
        "- One is so.*\n- Two is so.\n- Three.\n\nSource: *",
        &["One is so.", "Two is so.\n- Three."],
    );
}

#[test]
fn entries_with_bullets_of_their_own_support_nothing() {
    check("One is so.\n\nSources:\n\u{2022} *\n\u{2022} *", &["-", "-"]);
}

#[test]
fn claims_begin_behind_the_name_of_the_model() {
    check(
        "Q: Is it so?\nA: It is so.* And so.*\n\nAssistant: One is so *.",
        &["It is so.", "And so.", "One is so"],
    );
    check("User: Why?\nBecause of this: a*.", &["User: Why?\nBecause of this: a"]);
}

#[test]
fn brackets_around_markers_belong_to_no_claim() {
    check(
        "The limit is $500 (*). Two (so) is [*, *].",
        &["The limit is $500", "Two (so) is", "Two (so) is"],
    );
    check("Some are unrelated (e.g., *, *). Two.", &["Some are unrelated"; 2]);
    check("One is so （*）. Two.", &["One is so"]);
}

#[test]
fn adjacent_markers_share_a_claim() {
    check("One is so. Two is so. **; * Three is so.", &["Two is so."; 3]);
}

#[test]
fn a_claim_starts_behind_the_citation_before_it() {
    check("One half* and another*, says he.", &["One half", "and another"]);
}

#[test]
fn a_marker_that_opens_its_block_stands_behind_the_sentence_that_follows() {
    check("* One is so. Two is so.", &["One is so."]);
}

#[test]
fn abbreviations_initials_and_decimals_end_no_sentence() {
    check(
        "So it is. See e.g. Dr. J. Doe in no. 5 at 3.5 %.* More.",
        &["See e.g. Dr. J. Doe in no. 5 at 3.5 %."],
    );
}

#[test]
fn chinese_and_japanese_sentences_end_without_a_blank() {
    check("一つ目です。二つ目です。*三つ目です。", &["二つ目です。"]);
    check("第一句。*第二句！*第三句。", &["第一句。", "第二句！"]);
}

#[test]
fn a_claim_stays_in_its_list_item_heading_and_cell() {
    check(
        "# Head\n\nText.*\n\n- item one*\n- item two\n  goes on*\n",
        &["Text.", "item one", "item two\n  goes on"],
    );
    check("| a | b |\n|---|---|\n| left * | right * |\n", &["left", "right"]);
    check("| a | b |\n|---|---|\n| It rose | * |\n| 62 % | * |\n", &["It rose", "62 %"]);
    let counts = "| a | b |\n|---|---|\n| 3 | * |\n| no | * |\n| case_1 | * |\n";
    check(counts, &["-", "-", "-"]);
}

#[test]
fn a_citation_alone_in_its_block_takes_over_the_paragraph_above() {
    check("One.* Two is so.\n\n*", &["One.", "Two is so."]);
    check("One is so.\n\n- *\n", &["One is so."]);
    check("*", &["-"]);
    check("# Head\n\n*", &["-"]);
    check("So:\n\n```\n*\n```\n", &["-"]);
    check("So:\n\n```\nlet a;\n```**\n\nNot.*", &["let a;", "let a;", "Not."]);
    check("So:\n\n```\nlet a;\n```\n\n*\n", &["let a;"]);
}

#[test]
fn markup_at_the_edges_is_no_part_of_a_claim() {
    check("So. __It is__ *. More.", &["It is"]);
    check("So. __It__ is *. More.", &["__It__ is"]);
    check("- `a` is so *.\n- Is `b`*\n", &["`a` is so", "Is `b`"]);
}

#[test]
fn a_label_in_a_nested_list_stands_for_its_item() {
    check(
        "1. Boots for rain.\n   - Price: 9 euros\n   - Product ID: *\n\n2. Tent.\n   - ID: *\n",
        &["Boots for rain.\n   - Price: 9 euros", "Tent."],
    );
    check("- Boots.\n  - Colour: red *\n  - *\n", &["Colour: red", "Boots.\n  - Colour: red"]);
    check("- Product ID: *\n", &["Product ID:"]);
}

#[test]
fn a_leading_dot_of_a_name_is_kept() {
    check("One is so. `.ignore` files are read.*", &["One is so. `.ignore` files are read."]);
    check("So.* `.ignore` is read.*", &["So.", "`.ignore` is read."]);
    check("So.* .ignore is read.*", &["So.", ".ignore is read."]);
    check("So*. It is read.*", &["So", "It is read."]);
}

#[test]
fn a_quoted_sign_ends_no_sentence() {
    check("One. Use the \"?\" key here.* More.", &["Use the \"?\" key here."]);
}

#[test]
fn a_claim_in_a_later_cell_has_the_name_of_its_row() {
    let text = "| a | b | c |\n|---|---|---|\n| Lamp * | red * | * |\n| 7 | blue * | |\n";
    let mut response = Response::default();
    for part in text.split_inclusive('*') {
        let (said, mark) = part.strip_suffix('*').map_or((part, ""), |said| (said, "[1]"));
        response.text.push_str(said);
        let start = response.text.len();
        response.text.push_str(mark);
        let span = Span::new(start, response.text.len());
        response.citations.extend((!mark.is_empty()).then(|| citation(span)));
    }
    let rows = claims(&response).into_iter().flatten().map(|claim| claim.row);
    let rows: Vec<_> = rows.map(|row| row.and_then(|row| row.slice(&response.text))).collect();
    assert_eq!(rows, [None, Some("Lamp [1]"), Some("Lamp [1]"), None]);
}

#[test]
fn a_row_of_sources_supports_the_rows_above() {
    let table = "| Field | Detail |\n|---|---|\n| Venue | Lobby |\n| Music | Jazz on Friday |\n\
                 | Source | * (official), * |\n";
    let rows = "Venue | Lobby |\n| Music | Jazz on Friday";
    check(table, &[rows, rows]);
    let head = "| Source | Says |\n|---|---|\n| * | It rose. |\n";
    check(head, &["-"]);
}

#[test]
fn a_sign_that_opens_a_quote_belongs_to_its_claim() {
    check("»Es ist so«* »Auch so«*", &["»Es ist so«", "»Auch so«"]);
    check("Es war heiß. »Es ist so«* und so.", &["»Es ist so«"]);
    check("So.* \u{201d}Det är så\u{201d}*", &["So.", "\u{201d}Det är så\u{201d}"]);
    check("« Oui *» et « non »*", &["« Oui", "et « non »"]);
}

#[test]
fn a_card_is_a_word_of_the_claim() {
    check("% makes things.* More.", &["% makes things."]);
}
