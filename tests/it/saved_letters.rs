//! Numbers with letters, places and excerpts in saved answers, each with what it leads to.

use pincite::model::{Case, Locator, SourceText};
use serde_json::json;

use crate::saved::{cited, noted, read};

fn titles(case: &Case) -> Vec<&str> {
    case.sources.iter().map(|source| source.title.as_deref().unwrap_or_default()).collect()
}

fn texts(case: &Case) -> Vec<&str> {
    fn text(source: &SourceText) -> &str {
        match source {
            SourceText::Inline(text) => text,
            _ => "",
        }
    }
    case.sources.iter().map(|source| text(&source.text)).collect()
}

#[test]
fn numbers_with_a_letter_cite_the_rows_that_have_them() {
    let list = "[1] Timetable. https://pier.example/t\n[2a] Fares. https://pier.example/f\n\
                [2b] Bus plan. https://bus.example/p\n";
    let text = format!(
        "It leaves at noon [1]. It costs two crowns [2a]. The bus waits [1, 2b].\n\n\
         ## References\n\n{list}"
    );
    let case = read("a.md", &text);
    assert_eq!(cited(&case), ["[1] → 1", "[2a] → 2a", "[1, 2b] → 2b+1"]);
    assert_eq!(case.sources.len(), 3);
    assert_eq!(case.sources[1].url.as_deref(), Some("https://pier.example/f"));
    let raised = text.replace("[2a].", "<sup>2a</sup>.").replace("[1, 2b].", "<sup>2b</sup>.");
    let raised = raised.replace("noon [1]", "noon <sup>1</sup>");
    let expected = ["<sup>1</sup> → 1", "<sup>2a</sup> → 2a", "<sup>2b</sup> → 2b"];
    assert_eq!(cited(&read("a.md", &raised)), expected);
}

#[test]
fn a_list_may_have_numbers_with_letters_only() {
    let text = "It leaves at noon [1a]. Boats and buses wait [2a,3a].\n\n\
                [1a] Holm, A. (1996). Ferries of the bay. Pier Press, 31.\n\n\
                [2a] https://pier.example/f\n\n[3a] Berg, B. (2013). Buses. Road Letters, 503.\n";
    assert_eq!(cited(&read("a.md", text)), ["[1a] → 1a", "[2a,3a] → 2a+3a"]);
}

#[test]
fn numbers_with_a_letter_that_no_list_has_are_noted() {
    let text = "It leaves at noon [1]. It costs two crowns [18].\n\n\
                The bus waits in 26%[17c]. The pier is long [17d][17e].\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case), ["[1] → 1", "[18] → 18"]);
    let note = "3 marks not read that look like citations, such as `[17c]`";
    assert!(noted(&case, note), "{:?}", case.notes);
    let lasting = "It leaves at noon [1]. The song plays [42s]. It is quick [3x]. It rose [40a].\n";
    assert!(!noted(&read("a.md", lasting), "not read"));
}

#[test]
fn a_file_may_have_its_place_without_a_comma() {
    let text = "Pets travel free [fares.pdf (Page 3)]. Oars too [fares.pdf, p. 4, 26]. The pier closes at nine \
                [hours.md #chunk7]. Boats wait [Source 1 | port rules.pdf (Page 8)]. Nets are dear (fares.pdf, p. 9).";
    let expected = [
        "[fares.pdf (Page 3)] → fares.pdf p. 3",
        "[fares.pdf, p. 4, 26] → fares.pdf p. 4+fares.pdf p. 26",
        "[hours.md #chunk7] → hours.md #chunk7",
        "[Source 1 | port rules.pdf (Page 8)] → port rules.pdf p. 8",
        "(fares.pdf, p. 9) → fares.pdf p. 9",
    ];
    let case = read("a.md", text);
    let places = case.response.citations.iter().map(|citation| {
        let place = |locator: &Option<Locator>| match locator {
            Some(Locator::Pages { first, .. }) => format!(" p. {first}"),
            Some(Locator::Fragment(name)) => format!(" #{name}"),
            _ => String::new(),
        };
        let targets = citation.targets.iter().map(|it| format!("{}{}", it.id, place(&it.locator)));
        format!("{} → {}", citation.raw, targets.collect::<Vec<_>>().join("+"))
    });
    assert_eq!(places.collect::<Vec<_>>(), expected);
}

#[test]
fn a_list_of_files_may_have_a_page_each() {
    for field in ["sources", "citations"] {
        let row = json!({"question": "How long?", "answer": "It takes ten days [1]. Pets travel free [2].",
                         field: ["policy.pdf (Page 8)", "fares.pdf, p. 3"]});
        let case = read("a.json", &row.to_string());
        assert_eq!(titles(&case), ["policy.pdf", "fares.pdf"]);
        let pages =
            case.response.citations.iter().map(|citation| citation.targets[0].locator.clone());
        let page = |page| Some(Locator::Pages { first: page, last: page });
        assert_eq!(pages.collect::<Vec<_>>(), [page(8), page(3)]);
    }
}

#[test]
fn quotations_below_numbered_headings_are_texts_of_sources() {
    let excerpts = "#### [1] Excerpt:\n> The ferry leaves at noon.\nIt stays out in storms.\n\n\
                    #### [2] Excerpt:\n> Adults pay two crowns.\n";
    let text =
        format!("It leaves at noon [1]. It costs two crowns [2].\n\n## Sources\n\n{excerpts}");
    let case = read("a.md", &text);
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2"]);
    let expected = ["The ferry leaves at noon.\nIt stays out in storms.", "Adults pay two crowns."];
    assert_eq!((titles(&case), texts(&case)), (vec!["", ""], expected.to_vec()));
    let listed = format!(
        "It leaves at noon [1]. It costs two crowns [2].\n\n### Sources:\n- **[1] times.txt**\n\
         - **[2] fares.txt**\n\n### Passages:\n\n{excerpts}"
    );
    let case = read("a.md", &listed);
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2"]);
    assert_eq!((titles(&case), texts(&case)), (vec!["times.txt", "fares.txt"], expected.to_vec()));
}

#[test]
fn a_quoted_sentence_is_the_text_of_the_source_that_it_declares() {
    let text = "It leaves at noon [Source 1]. It is dear [Source 2].\n\n\
                **Source 1** — “The ferry leaves the old pier every day at noon.”\n\n\
                **Source 2** — “Fares of the Bay”\n";
    let case = read("a.md", text);
    assert_eq!(titles(&case), ["", "Fares of the Bay"]);
    assert_eq!(texts(&case), ["The ferry leaves the old pier every day at noon.", ""]);
}

#[test]
fn a_block_of_data_may_list_the_sources() {
    let body = "The ferry leaves the old pier every day at noon[^1]. It costs two crowns[^2].\n\n\
                In winter it stays in port, and a bus goes round the bay twice a day.\n\n";
    let blocks = [
        "```json\n{\"sources\": [{\"id\": 1, \"label\": \"Timetable\"}, {\"id\": 2, \"label\": \"Fares\"}]}\n```\n",
        "```yaml\nsources:\n  - id: 1\n    title: Timetable\n  - id: 2\n    title: Fares\n```\n",
    ];
    for block in blocks {
        let case = read("a.md", &format!("{body}{block}"));
        assert_eq!(cited(&case), ["[^1] → 1", "[^2] → 2"]);
        assert_eq!(titles(&case), ["Timetable", "Fares"]);
    }
}

#[test]
fn titles_go_on_in_the_next_line() {
    let text = "It leaves at noon[^1]. It is old[^2].\n\n\
                [^1]: Holm, A. Ferries of the bay and\ntheir timetables. https://pier.example/t\n\
                [^2]: Berg, B. Boats.\n\nMore on boats below.\n";
    let case = read("a.md", text);
    assert_eq!(
        titles(&case),
        ["Holm, A. Ferries of the bay and their timetables.", "Berg, B. Boats."]
    );
    assert_eq!(case.sources[0].url.as_deref(), Some("https://pier.example/t"));
    let rows = "It leaves at noon [1]. It is old [2]. Boats wait [3].\n\n\
                [1] Holm, A. Ferries of the bay and\ntheir timetables. https://pier.example/t\n\n\
                [2] Berg, B. Boats of\nthe bay. https://pier.example/b\n\n\
                [3] Long, C. Piers. https://pier.example/p\n";
    let case = read("a.md", rows);
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2", "[3] → 3"]);
    assert_eq!(case.sources.len(), 3);
}

#[test]
fn keys_of_restructured_text_cite_their_definitions() {
    let text = "It leaves at noon [Holm1996]_. It is dear [#fares]_.\n\n\
                .. [Holm1996] Holm, A. Timetable of the bay.\n.. [#fares] Berg, B. Fares.\n";
    let case = read("a.rst", text);
    assert_eq!(cited(&case), ["[Holm1996] → Holm1996", "[#fares] → #fares"]);
    assert_eq!(titles(&case), ["Holm, A. Timetable of the bay.", "Berg, B. Fares."]);
    let unknown = read("a.rst", "It leaves at noon [Holm1996]_. It is dear.\n");
    assert!(noted(&unknown, "such as `[Holm1996]_`"), "{:?}", unknown.notes);
}
