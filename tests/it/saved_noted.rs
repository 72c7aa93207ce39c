//! Marks and links of saved answers that are read, or that a note names: nothing is passed over in silence.

use pincite::model::{SourceText, Spelling};
use serde_json::json;

use crate::saved::{cited, open, read};

#[test]
fn marks_with_only_the_first_bracket_escaped_are_read() {
    let text = "The window is 43 % smaller.\\[1]\\[5] It is kept.\\[3]\\[13]\n";
    assert_eq!(cited(&read("a.md", text)), ["\\[1] → 1", "\\[5] → 5", "\\[3] → 3", "\\[13] → 13"]);
    let shown = read("a.md", "Write `\\[1]` or \\[1](https://a.example/t) to show it.\n");
    assert!(cited(&shown).is_empty());
}

#[test]
fn markers_that_an_export_wrote_as_words_in_code_are_read() {
    let text = "It sails at noon。`cite: turn8view0, turn13search2` It is cheap. `filecite: turn0file1`\n\
                Run `cite: turn the page` or `cite: key`.\n";
    let case = read("a.md", text);
    assert_eq!(case.format.name, "markers");
    assert_eq!(
        cited(&case),
        [
            "`cite: turn8view0, turn13search2` → turn8view0+turn13search2",
            "`filecite: turn0file1` → turn0file1",
        ]
    );
    let first = &case.response.citations[0];
    assert_eq!((first.spelling, first.in_code), (Spelling::Stripped, false));
}

#[test]
fn numbers_in_the_brackets_of_wiki_links_are_pages_of_a_wiki() {
    let wiki = "Notes on [[knowledge commons]] and the [[burger menu]], see [[2025]].\n\
                - make e.g. [[3]] pull [[prime]] because it is a number\n- [[1]] and [[2]] too.\n\n\
                ## References\n\n- One\n- Two\n- Three\n";
    let case = read("a.md", wiki);
    assert!(cited(&case).is_empty(), "{:?}", cited(&case));
    let plain = "It sails at noon [[1]]. It is cheap [[2]].\n";
    assert_eq!(cited(&read("a.md", plain)), ["[[1]] → 1", "[[2]] → 2"]);
}

#[test]
fn a_link_to_a_page_that_the_text_cites_elsewhere_is_no_secret() {
    let text = "It fell ([Port](https://a.example/t)). It rose ([Pier](https://b.example/f)). It is so \
                ([Quay](https://c.example/q)).\n\n\
                | Ship | News | When |\n|---|---|---|\n\
                | A | [Port notices](https://a.example/t) and the tide | noon |\n\
                | B | [Pier notices](https://b.example/f) and the tide | noon |\n";
    let case = read("a.md", text);
    let read_ones = case.response.citations.len();
    let is_noted = case.notes.iter().any(|note| note.starts_with("2 links"));
    assert!(read_ones == 5 || is_noted, "{read_ones} {:?}", case.notes);
}

#[test]
fn a_link_behind_a_sentence_may_have_a_blank_without_width_behind_it() {
    let text = "It rose.[port](https://www.port.example/a)\u{200b}\n\nIt fell.[pier](https://pier.example/b)\u{200b}  \n\n\
                * Port: The notices, [https://www.port.example/aport](https://www.port.example/a)\u{200b}\n";
    assert_eq!(
        cited(&read("a.md", text)),
        [
            "[port](https://www.port.example/a) → https://www.port.example/a",
            "[pier](https://pier.example/b) → https://pier.example/b",
        ]
    );
}

#[test]
fn a_counted_list_of_links_that_nothing_cites_is_noted() {
    let text = "See what is current:\n\n1. **[Port](https://a.example/t)**: the notices.\n\n\
                2. **[Pier](https://b.example/f)**: the fares.\n\n3. **[Quay](https://c.example/q)**: more.\n\n\
                Have a look.\n";
    let case = read("a.md", text);
    assert!(case.notes.iter().any(|note| note.starts_with("3 links")), "{:?}", case.notes);
}

#[test]
fn numbers_between_two_sentences_without_a_blank_are_counted() {
    let text = "It rose.1 It fell.2However it stays.3It is \"so\".4And more.5 The end.6\n";
    let case = read("a.md", text);
    assert!(case.notes.iter().any(|note| note.starts_with("6 numbers")), "{:?}", case.notes);
    let names = read("a.md", "Use v.1Beta, v.2Beta, No.3A, No.4A, sec.5B and sec.6B here.\n");
    assert!(names.notes.iter().all(|note| !note.contains("numbers after")), "{:?}", names.notes);
}

#[test]
fn titles_of_what_was_retrieved_are_names_and_make_a_row() {
    let side = |answer: &str, titles: [&str; 2]| json!({"predicted_answer": answer, "f1": 0.0, "retrieved_titles": titles});
    let file = json!([{"category": "failed", "question": "", "configs": {
        "plain": side("It sails at noon.", ["Port", "Pier"]),
        "ranked": side("It sails at one.", ["Port", "The long and winding pier"]),
    }}]);
    let read = open("a.json", &file.to_string());
    assert_eq!(read.len(), 2);
    let case = read.read(1).unwrap();
    let has_text = |it: &pincite::model::Source| matches!(it.text, SourceText::Inline(_));
    assert_eq!(case.sources.len(), 2);
    assert!(!case.sources.iter().any(has_text));
}

#[test]
fn rows_with_a_type_or_the_id_of_a_test_are_rows() {
    let typed = json!([{"question": "When?", "type": "factual", "answer": "It sails at noon.",
        "declined": false, "ground_truth": "At noon."}]);
    assert_eq!(
        open("a.json", &typed.to_string()).read(0).unwrap().response.text,
        "It sails at noon."
    );
    let table = "testcase_id,query_reference,answer,model_id\n\
                 Q-1,query: When?,At noon ([Port](https://a.example/t)).,m\nQ-2,query: Where?,At the pier.,m\n";
    assert_eq!(open("a.csv", table).len(), 2);
    let generated =
        "timestamp,question,generation\n1,When?,It sails at noon.\n2,Where?,At the pier.\n";
    assert_eq!(open("a.csv", generated).len(), 2);
}

#[test]
fn links_with_attributes_behind_them_cite_as_others_do() {
    let link = |name: &str| format!("([Read more](https://{name}.example/a){{target=_blank}})");
    let text = format!("It rose. {} It fell. {} It stays. {}\n", link("a"), link("b"), link("c"));
    assert_eq!(cited(&read("a.md", &text)).len(), 3);
}

#[test]
fn lists_of_numbered_links_without_marks_are_noted() {
    for (links, note) in [(1, "1 source"), (2, "2 sources")] {
        let row = |n: i32| format!("[{n}. Fares {n}.pdf](https://a.example/{n})  \n");
        let list = (1..=links).map(row).collect::<Vec<_>>().concat();
        let case = read("a.md", &format!("It is so.\n\nSources:\n{list}"));
        let is_noted = |it: &String| it.starts_with(note) && it.contains("that no mark");
        assert!(case.notes.iter().any(is_noted), "{:?}", case.notes);
    }
}

#[test]
fn pages_in_the_cells_of_a_table_are_no_marks() {
    let table = "query,sources,pages,correct\nWhy?,\"a.pdf, b.pdf\",\"[117], [610, 606, 609]\",1\n\
                 When?,\"a.pdf, b.pdf\",\"[118], [119]\",1\n";
    assert!(cited(&read("a.csv", table)).is_empty());
}

#[test]
fn the_list_of_an_answer_names_contexts_without_names_by_their_numbers() {
    let row = |answer: &str, texts: usize| {
        let texts: Vec<String> =
            (1..=texts).map(|n| format!("It sails {n} times a day.")).collect();
        read(
            "a.json",
            &json!({"question": "When?", "answer": answer, "contexts": texts}).to_string(),
        )
    };
    let ids = |case: &pincite::model::Case| {
        case.sources.iter().map(|it| it.id.clone()).collect::<Vec<_>>()
    };
    let gaps =
        "It sails [1]. It is cheap [3].\n\n**Sources**\n1. (text) pier.txt\n3. (text) fares.txt\n";
    assert_eq!(ids(&row(gaps, 3)), ["1", "2", "3"]);
    // Two of three that are counted from one may be any two.
    let counted =
        "It sails [1]. It is cheap [2].\n\n**Sources**\n1. (text) pier.txt\n2. (text) fares.txt\n";
    assert_eq!(ids(&row(counted, 3)), ["", "", "", "1", "2"]);
    let twice = "It sails [1].\n\n**Sources**\n1. [1] pier.txt\n1. [1] pier.txt\n";
    assert_eq!(ids(&row(twice, 4)).len(), 5);
}

#[test]
fn words_with_the_number_of_a_context_are_noted() {
    let row = |answer: &str| {
        let contexts = ["The pier is old and long.", "The boat is new and small."];
        json!({"question": "How old?", "answer": answer, "contexts": contexts}).to_string()
    };
    let notes = |answer: &str| read("a.json", &row(answer)).notes;
    let noted = notes("According to Context 2, the boat is new, which Chunk 1 does not say.");
    let note = "2 words with a number, such as `Context 2`, may be citations: read in square brackets only";
    assert!(noted.iter().any(|it| it == note), "{noted:?}");
    // No context has this number, and a part of a text is no context.
    for answer in ["The boat of Document 7 is new.", "The boat of Figure 2 is new."] {
        let noted = notes(answer);
        assert!(!noted.iter().any(|it| it.contains("with a number")), "{noted:?}");
    }
}

#[test]
fn numbers_in_a_field_beside_the_answer_are_noted() {
    let row = json!({"query": "How old?", "response": {
        "answer": "The pier is from 1889.",
        "reasoning": "The searches for the pier gave documents [1] and [2], of which [1] has the year.",
        "sources": [{"title": "Pier", "excerpt": "It was built in 1889, by the port."},
            {"title": "Port", "excerpt": "The port has a pier of wood."}]}});
    let case = read("a.json", &json!({"all": {"first": row}}).to_string());
    let note = "`response.reasoning` not read, with numbers in brackets such as `[1]`";
    assert!(case.notes.iter().any(|it| it == note), "{:?}", case.notes);
    let expected = json!({"question": "How old?", "answer": "From 1889.", "contexts": ["It was built in 1889.", "It is old."],
        "ground_truth": "It is from 1889 [1].", "prompt": "Cite as in [1]."});
    let case = read("a.json", &expected.to_string());
    assert!(!case.notes.iter().any(|it| it.contains("in brackets")), "{:?}", case.notes);
}

#[test]
fn texts_beside_those_that_cite_are_opened_if_they_have_numbers_in_brackets() {
    let rows = json!({"rows": [
        {"long": {"preview": "The ferry to Nordby leaves at noon on each day of the week [1]."}},
        {"long": {"preview": "The fares for the ferry are of four kinds [2]:  **Day tickets** and others"}},
        {"long": {"preview": "The ferry has no fares for dogs, as far as the port knows of them."}}]});
    let cases = open("a.json", &rows.to_string());
    assert_eq!(cases.len(), 2);
    let notes = cases.read(1).unwrap().notes;
    let note = "1 mark not read that looks like a citation, such as `[2]`";
    assert!(notes.iter().any(|it| it == note), "{notes:?}");
    // At the beginning of a line, it is a definition.
    let defined = read("a.md", "It is old.\n\n[2]: notes\n");
    assert!(!defined.notes.iter().any(|it| it.contains("`[2]`")), "{:?}", defined.notes);
}
