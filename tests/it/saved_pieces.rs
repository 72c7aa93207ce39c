//! Contexts that are pieces of files, names after numbers, and lists that a page or a name of their own cuts.

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::inspect;
use pincite::model::{Case, Locator, Source, SourceText};
use serde_json::{Value, json};

use crate::rows::resolved;
use crate::saved::{cited, noted, read};

fn row(answer: &str, contexts: &Value) -> Case {
    let row = json!({"user_input": "?", "response": answer, "retrieved_contexts": contexts});
    read("a.json", &row.to_string())
}

/// Returns the first and the last line of each passage.
fn lines(case: Case) -> Vec<(Option<u64>, Option<u64>)> {
    let found = inspect(case).inspected;
    let passages = found.iter().flat_map(|it| &it.targets).filter_map(|it| it.passage());
    passages.map(|passage| (passage.first_line, passage.last_line)).collect()
}

#[test]
fn contexts_called_by_path_and_lines_are_cited_by_them() {
    let contexts = json!([
        "/work/pier/src/app.rs:12-14\nfn open() {\n    start();\n}",
        "/work/pier/src/tide.rs:40-90\nfn tide() {\n}",
        "/work/pier/src/tide.rs:7-8\nconst LOW: u8 = 1;\nconst HIGH: u8 = 5;",
    ]);
    let answer = "It opens in `src/app.rs:12-14` and starts at src/app.rs:13. The tide is in \
                  `src/tide.rs:40-90`, its levels are in `tide.rs:8`; see `src/tide.rs:41`, not \
                  `src/tide.rs:91`.";
    let case = row(answer, &contexts);
    assert_eq!(
        resolved(case.clone()),
        [
            "/work/pier/src/app.rs:12-14 → /work/pier/src/app.rs:12-14",
            "/work/pier/src/app.rs:12-14 → /work/pier/src/app.rs:12-14",
            "/work/pier/src/tide.rs:40-90 → /work/pier/src/tide.rs:40-90",
            "/work/pier/src/tide.rs:7-8 → /work/pier/src/tide.rs:7-8",
            "/work/pier/src/tide.rs:40-90 → /work/pier/src/tide.rs:40-90",
            "src/tide.rs → unknown-source",
        ]
    );
    // The second piece is shortened: its lines are not known, so it is cited as a whole.
    let expected =
        [(Some(12), Some(14)), (Some(13), Some(13)), (Some(1), Some(2)), (Some(8), Some(8))];
    assert_eq!(lines(case)[..2], expected[..2]);
}

#[test]
fn a_number_before_a_name_counts_the_contexts() {
    let answer = "It leaves at noon (Source 2: tides.txt | Year: 1959). It is cheap [Source 1: Fares, \
                  1950 & later]. It is old (Source 3).";
    let case = row(
        answer,
        &json!(["It costs two crowns.", "It leaves at noon.", "It was built in 1901."]),
    );
    assert_eq!(
        cited(&case),
        [
            "(Source 2: tides.txt | Year: 1959) → 2",
            "[Source 1: Fares, 1950 & later] → 1",
            "(Source 3) → 3",
        ]
    );
    // Nothing is counted without contexts.
    let alone =
        read("a.md", "It is cheap (Source 1: the fares of the pier). See [Source 2: tides.txt].\n");
    assert_eq!(cited(&alone), ["[Source 2: tides.txt] → tides.txt"]);
}

#[test]
fn an_example_in_a_prompt_is_no_citation() {
    let prompt = "Answer from the context. Cite by copying the bracketed tag above each passage (for \
                  example [tides_2025.pdf p.8]); never invent a tag.\n";
    assert_eq!(cited(&read("a.md", prompt)), [""; 0]);
    let answer = "Some tides are high, for example [tides_2025.pdf p.8].\n";
    assert_eq!(read("a.md", answer).response.citations.len(), 1);
    let both = format!("{prompt}\nThe tide is high [tides_2025.pdf p.9].\n");
    assert_eq!(read("a.md", &both).response.citations.len(), 2);
}

#[test]
fn links_to_documents_are_noted() {
    let text = "Two papers help:\n\n- [Tides](papers/tides%201.pdf)\n- [Fares](papers/fares.pdf)\n";
    let case = read("a.md", text);
    assert!(noted(&case, "2 links to documents not read as citations"), "{:?}", case.notes);
    let other =
        read("a.md", "See [a picture](boat.png), [the code](src/a.rs) and [one](tides.pdf).\n");
    assert!(!noted(&other, "to documents"), "{:?}", other.notes);
}

#[test]
fn sources_named_in_the_outputs_of_a_notebook_are_noted() {
    let output = |words: &str| {
        let text = format!("Answer: {words}\n\nSources: piers\\tides.md\n");
        json!({"cell_type": "code", "source": [], "metadata": {}, "outputs": [
            {"output_type": "stream", "name": "stdout", "text": [text]}]})
    };
    let cells = ["It leaves at noon.", "It is cheap."].map(output);
    let notebook = json!({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5});
    let input = Input::new("a.ipynb", notebook.to_string().into_bytes());
    let error = cases::open(input, None, &Families::default()).unwrap_err().to_string();
    assert!(
        error.contains("2 lines that name a source not read, such as `Sources: piers"),
        "{error}"
    );
}

#[test]
fn a_block_of_json_that_is_cut_off_is_read_as_far_as_it_goes() {
    let source = json!({"source": "tides.txt", "score": 0.4, "text": "It leaves at noon."});
    let block =
        json!({"answer": "It leaves at noon [Doc tides.txt].", "sources": [source, source]});
    let block = block.to_string();
    let cut = &block[..block.len() - 12];
    let case = read("a.md", &format!("# A run\n\n```json\n{cut}\n```\n\nIt took a second.\n"));
    assert!(noted(&case, "1 block of JSON cut off"), "{:?}", case.notes);
    assert_eq!(case.response.text, "It leaves at noon [Doc tides.txt].");
    assert_eq!(resolved(case), ["tides.txt → tides.txt"]);
}

#[test]
fn values_of_numbered_parts_and_revisions_are_no_citations() {
    let answer = "It is split:\n\n- Batch 1: [1, 2]\n- **Batch 2**: [2, 3]\n\nThen it is joined.\n";
    let contexts = json!(["It costs two crowns.", "It leaves at noon.", "It was built in 1901."]);
    assert_eq!(cited(&row(answer, &contexts)), [""; 0]);
    let listed = answer.replace("joined.", "joined [1, 2].");
    assert_eq!(cited(&row(&listed, &contexts)), ["[1, 2] → 1+2"]);
    let page = |at: usize| format!("- Pier {at} Rev.{at} (draft): https://a.example/{at}\n");
    let list = (1..=4).map(page).collect::<Vec<_>>().concat();
    let text = format!(
        "## Boats\n\nIt is old.\n\n### References\n{list}\n## Piers\n\nIt is new.\n\n### References\n{list}"
    );
    assert_eq!(cited(&read("a.md", &text)), [""; 0]);
}

#[test]
fn footnotes_under_a_heading_keep_their_names() {
    let note = |name: &str| {
        format!("[^{name}]: pier.example, \"{name}\". <https://a.example/{name}.html>\n")
    };
    let notes = ["tides", "fares", "boats"].map(note).concat();
    let text =
        format!("It leaves at noon.[^tides] It is cheap.[^fares]\n\n## References\n\n{notes}");
    let case = read("a.md", &text);
    assert_eq!(cited(&case), ["[^tides] → tides", "[^fares] → fares"]);
    assert_eq!(resolved(case), ["tides → no-text", "fares → no-text"]);
}

#[test]
fn a_list_goes_on_behind_an_entry_that_a_page_cuts() {
    let entry =
        |at: usize| format!("{at}. Pier {at} (https://a.example/{at}). Retrieved May {at}.\n");
    let list = (1..=6).map(entry).collect::<Vec<_>>().concat();
    let cut = list.replace("4. Pier 4 (https", "4. Pier 4,\n\n\nthe outer one (https");
    let cut = cut.replace("the outer one (https://a.example/4)", "the outer one");
    let text = format!("It stops at both.[2][6]\n\nReferences\n\n{cut}");
    let case = read("a.txt", &text);
    assert_eq!(case.sources.len(), 6, "{:?}", case.sources);
    let ended = read("a.txt", &text.replace("6. Pier 6", "\nIt is closed.\n\n9. Pier 9"));
    assert_eq!(ended.sources.len(), 5, "{:?}", ended.sources);
}

fn text_of(source: &Source) -> String {
    match &source.text {
        SourceText::Inline(text) => text.to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn contexts_that_numpy_printed_are_several() {
    let cell = |contexts: &str| {
        let answer = "It leaves at noon [Source 2]. It is cheap [Source 1].";
        let row = format!("question,answer,contexts\nWhen?,{answer},\"{contexts}\"\n");
        let case = read("a.csv", &row);
        let texts: Vec<String> = case.sources.iter().map(text_of).collect();
        (texts, resolved(case))
    };
    let (costs, leaves) = ("The ferry costs\ntwo crowns.", "It leaves at noon.");
    let found = vec!["2 → ".to_owned(), "1 → ".to_owned()];
    let array = r#"['The ferry costs\ntwo crowns.'
 'It leaves at noon.' ""It's closed."" 'Dogs pay.']"#;
    let (texts, cited) = cell(array);
    assert_eq!(
        (texts, cited),
        ([costs, leaves, "It's closed.", "Dogs pay."].map(str::to_owned).to_vec(), found.clone())
    );
    // A long text of a list is printed in pieces, each but the last with its blank.
    let pieces = r"['The ferry costs '
 'two crowns.', 'It leaves at noon.']";
    assert_eq!(
        cell(pieces),
        (vec!["The ferry costs two crowns.".to_owned(), leaves.to_owned()], found)
    );
    let only = r"['The ferry costs '
 'two crowns, and leaves '
 'at noon.']";
    assert_eq!(cell(only).0, ["The ferry costs two crowns, and leaves at noon."]);
}

#[test]
fn a_page_with_a_colon_is_the_place_in_a_numbered_context() {
    let contexts = json!(["It costs two crowns.", "It leaves at noon."]);
    let case = row("It leaves at noon [Chunk 2 | Page: 77].", &contexts);
    assert_eq!(cited(&case), ["[Chunk 2 | Page: 77] → 2"]);
    let target = &case.response.citations[0].targets[0];
    assert_eq!(target.locator, Some(Locator::Pages { first: 77, last: 77 }));
}

#[test]
fn several_names_of_files_in_the_columns_of_a_row_are_several_sources() {
    let answer = "It leaves at noon [1]. It costs two crowns [2].";
    for (head, cells) in [
        ("sources", "times.md; fares.md"),
        ("sources", "\"times.md, fares.md\""),
        ("source_files", "\"times.md, fares.md\""),
        ("source_1,source_2", "times.md,fares.md"),
        ("source_2,source_1", "fares.md,times.md"),
    ] {
        let case = read("a.csv", &format!("question,answer,{head}\nWhen?,{answer},{cells}\n"));
        let ids: Vec<&str> = case.sources.iter().map(|it| it.id.as_str()).collect();
        assert_eq!((ids.len(), cited(&case).len()), (2, 2), "{head} {ids:?}");
        assert_eq!(resolved(case), ["1 → no-text", "2 → no-text"], "{head}");
    }
    // A name may have commas, and a sentence none of these names.
    let one = read(
        "a.csv",
        &format!("question,answer,source\nWhen?,{answer},\"Times, fares and boats.pdf\"\n"),
    );
    assert_eq!(one.sources.len(), 1);
}

#[test]
fn a_piece_that_is_only_numbered_has_the_text_of_another_list_or_none() {
    let piece =
        |index: u32| json!({"source": "times.md", "chunk_index": index, "rerankScore": 3.4});
    let with_text = |index: u32, text: &str| {
        let mut piece = piece(index);
        piece["text"] = json!(text);
        piece
    };
    let row = |chunks: Value| {
        let row = json!({"question": "When?", "answer": "The ferry leaves at noon [1]. It is cheap [2].",
            "sources": [piece(2), piece(0)], "top_chunks": chunks});
        read("a.json", &row.to_string())
    };
    let case =
        row(json!([with_text(0, "A ticket is cheap."), with_text(2, "The ferry leaves at noon.")]));
    let texts: Vec<&SourceText> = case.sources.iter().map(|source| &source.text).collect();
    assert!(
        matches!(texts[..], [SourceText::Inline(first), SourceText::Inline(second)]
        if &**first == "The ferry leaves at noon." && &**second == "A ticket is cheap."),
        "{texts:?}"
    );
    let case = row(json!([]));
    assert_eq!(resolved(case), ["1 → no-text", "2 → no-text"]);
    // One of two equal pieces may be meant.
    let case = row(json!([with_text(2, "It leaves at noon."), with_text(2, "It leaves at one.")]));
    assert_eq!(resolved(case), ["1 → no-text", "2 → no-text"]);
}
