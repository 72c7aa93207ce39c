//! Shapes of recorded answers that were read wrong at first sight: answers in phases, linked numbers in series,
//! links with titles, rows that programs print and answers that are saved again.

use pincite::model::{Case, SourceText};
use serde_json::json;

use crate::saved::{cited, noted, open, read};

#[test]
fn an_answer_in_phases_is_read_with_the_pages_that_it_lists() {
    let page = |number: u32| {
        json!({"index_number": number, "title": format!("Timetable {number}"), "description": "Ferries",
               "url": format!("https://pier.example/{number}")})
    };
    let message = json!({"id": "b", "parentId": "a", "childrenIds": [], "role": "assistant", "content": "",
    "content_list": [
        {"content": "Find the timetable of the pier", "phase": "ResearchPlanning"},
        {"content": "", "phase": "WebResearch", "extra": {"deep_research": [{"query": "ferry"}]}},
        {"content": "The ferry leaves at noon[[2]]. The bus waits for it[[1,2]].", "phase": "answer",
         "extra": {"deep_research": {"references": [page(1), page(2)]}}},
    ]});
    let question = json!({"id": "a", "parentId": null, "childrenIds": ["b"], "role": "user", "content": "When?"});
    let chat = json!({"title": "Ferries", "chat": {"history": {"currentId": "b",
        "messages": {"a": question, "b": message}}}});
    let case = read("chat.json", &chat.to_string());
    assert_eq!(case.response.text, "The ferry leaves at noon[[2]]. The bus waits for it[[1,2]].");
    assert_eq!(cited(&case), ["[[2]] → 2", "[[1,2]] → 1+2"]);
    let urls: Vec<_> = case.sources.iter().filter_map(|source| source.url.as_deref()).collect();
    assert_eq!(urls, ["https://pier.example/1", "https://pier.example/2"]);
    assert!(case.sources.iter().all(|source| source.text.why_not().is_some()));
}

#[test]
fn linked_numbers_in_a_series_of_figures_are_no_citations() {
    let page = "https://journal.example/a";
    let text = format!(
        "It rose [^1]. See Figs. [4]({page}#Fig8), [5]({page}#Fig9) and [7]({page}#Fig12). It fell [^2], as \
         Tables [1]({page}#Tab3)–[3]({page}#Tab5) have it.\n\n\
         [^1]: Holm, A. Ferries. https://pier.example/h\n[^2]: Berg, B. Boats. https://pier.example/b\n"
    );
    let case = read("a.md", &text);
    assert_eq!(cited(&case), ["[^1] → 1", "[^2] → 2"]);
    assert!(noted(&case, "links in sentences not read as citations"), "{:?}", case.notes);
    // Numbers that only follow a figure cite.
    let text = format!(
        "It rose, see Fig. [2]({page}#Fig2). [3]({page}/b) It fell [4]({page}/c), [5]({page}/d).\n"
    );
    assert_eq!(cited(&read("a.md", &text)).len(), 3);
}

#[test]
fn the_title_of_a_link_may_hold_brackets() {
    let text = "It leaves at noon [1](https://pier.example/t \"Boats 12(3):4, a :) review\"). The bus waits \
                [2](https://bus.example/p \"Plan (2026)\").\n";
    let case = read("a.md", text);
    let raw: Vec<&str> = case.response.citations.iter().map(|it| it.raw.as_str()).collect();
    assert_eq!(raw.len(), 2, "{raw:?}");
    assert!(raw[0].ends_with("review\")") && raw[1].ends_with("(2026)\")"), "{raw:?}");
    assert_eq!(case.sources[0].url.as_deref(), Some("https://pier.example/t"));
}

#[test]
fn links_called_by_authors_and_years_cite_wherever_they_are() {
    let text = "The ferry leaves early [Holm et al. 2012](https://journal.example/h \"Boats 17(9), ferries\") and \
                returns late [Berg & Dahl, 2014](https://journal.example/b \"Boats\"), as it did before \
                [Lind 1998](https://journal.example/l \"Pier\") in spring. Most of them [Holm et al. 2012](https://journal.example/h) \
                agree [de Vik and van der Strand (2020)](https://journal.example/s) with it. See the [map](https://pier.example/m) \
                and the [timetable](https://pier.example/t) of [May 2024](https://pier.example/5) too.\n";
    let case = read("a.md", text);
    let cited = cited(&case);
    assert_eq!(cited.len(), 5, "{cited:?}");
    assert!(!cited.iter().any(|it| it.contains("May 2024") || it.contains("map")), "{cited:?}");
    // Numbered statements that end with such links are no list of sources.
    let steps = "1. Ferries of the outer islands leave early in most summers [Holm et al. 2012](https://journal.example/h).\n\
                 2. Ferries of the inner islands return late in most winters [Berg & Dahl, 2014](https://journal.example/b).\n\
                 3. Ferries of the lakes do not sail at all in winter [Lind and Vik 1998](https://journal.example/l).\n";
    assert_eq!(
        self::cited(&read("a.md", steps)).len(),
        3,
        "{:?}",
        self::cited(&read("a.md", steps))
    );
    // Two of them may be words of any text.
    let text = "See [Holm et al. 2012](https://journal.example/h) or the [map](https://pier.example/m) for it, \
                and [Berg 2014](https://journal.example/b) on the way.\n";
    assert!(self::cited(&read("a.md", text)).is_empty());
}

#[test]
fn rows_that_a_program_numbers_again_and_again_are_no_list_of_sources() {
    let slide = |number: u32| {
        let rows = (1..=5).map(|row| {
            format!("  [{row}] Name: 'Text {row}', Type: BOX ({row})\n      Place: X=0.8, Y=0.9\n      Text: \"Pier {number}\"\n")
        });
        format!("--- Slide {number} ---\nObjects: 5\n{}\n", rows.collect::<String>())
    };
    let text: String = (1..=4).map(slide).collect();
    let case = read("inspection.txt", &text);
    assert!(cited(&case).is_empty() && case.sources.is_empty(), "{:?}", cited(&case));
    assert!(noted(&case, "not read"), "{:?}", case.notes);
}

#[test]
fn sessions_without_a_fence_are_code() {
    let text = "Ferries in lists.\n\nIn [1]: fares = [2, 4, 6]\nIn [2]: fares[1]\n\nOut[2]: 4\n\nIn [3]: fares[1] = 7\n\
                \nIn [4]: print(fares[2])\n6\n\nThe lists hold fares.\n";
    assert!(cited(&read("a.md", text)).is_empty());
    // Whatever a sentence with a mark begins with, it cites.
    let text = "In [1]: a\n\nIn [2]: b\n\nIn [3]: the ferry leaves at noon. [1]\n\nThe bus waits. [1]\n\n\
                ## Sources\n[1] https://pier.example/a\n";
    let found = cited(&read("a.md", text));
    assert_eq!(found.iter().filter(|it| it.starts_with("[1]")).count(), 2, "{found:?}");
    // Words with a number in brackets around a colon are prose.
    let text = "In [1]: the ferry leaves at noon [2]. The bus waits [3].\n\n## Sources\n[1] https://pier.example/a\n\
                [2] https://pier.example/b\n[3] https://pier.example/c\n";
    assert!(cited(&read("a.md", text)).len() > 1);
}

#[test]
fn an_answer_that_repeats_one_of_another_row_is_no_failed_row() {
    let run = |answer: &str| {
        let side = json!({"query": "When does the ferry leave?", "answer": answer, "documents": [
            {"document_id": "pier-doc6", "text": "The ferry leaves the old pier at noon."}]});
        json!({"status": "completed", "run_id": answer.len(), "baseline": side, "attacked": side, "failures": []})
    };
    let (same, other) =
        ("It leaves at noon [pier-doc6].", "It leaves at one [pier document_id=pier-doc6].");
    let runs = json!({"experiment": "pier", "runs": [run(same), run(same), run(other)]});
    let cases = open("runs.json", &runs.to_string());
    let read: Vec<Case> = (0..cases.len()).map(|at| cases.read(at).unwrap()).collect();
    assert_eq!(read.len(), 2);
    assert_eq!(cited(&read[0]), ["[pier-doc6] → pier-doc6"]);
    assert_eq!(cited(&read[1]), ["[pier document_id=pier-doc6] → pier-doc6"]);
}

#[test]
fn marks_count_from_one_where_the_answer_lists_its_sources_so() {
    let texts = [
        "The harbour office opens early in the morning every weekday except holidays.",
        "The ferry leaves the northern pier at noon and returns before the evening.",
        "The regional bus follows the coastal highway towards the mountain village.",
    ];
    let source = |number: usize| json!({"text": texts[number], "source_url": format!("https://pier.example/page-{number}")});
    // The words fit the sources that follow, and the rows name the ones that are meant.
    let answer = format!(
        "{} [1] {} [2]\n\nSources:\n[1] Office - https://pier.example/page-0\n[2] Ferry - https://pier.example/page-1\n",
        texts[1], texts[2]
    );
    let answer = format!("{answer}{} [1]", texts[1]);
    let row = json!({"question": "When?", "answer": answer, "evidence": [source(0), source(1), source(2)]});
    let case = read("a.json", &row.to_string());
    assert!(!noted(&case, "count from 0"), "{:?}", case.notes);
}

#[test]
fn entries_with_a_colon_after_their_number_keep_it() {
    let text = "The ferry leaves at noon [2]. The bus waits [1][4].\n\nCitations:\n1: https://bus.example/p\n\
                2: https://pier.example/t\n4: https://pier.example/f\n";
    let case = read("a.md", text);
    assert!(!noted(&case, "no numbers"), "{:?}", case.notes);
    let url = |id: &str| case.sources.iter().find(|it| it.id == id).and_then(|it| it.url.clone());
    assert_eq!(url("4").as_deref(), Some("https://pier.example/f"), "{:?}", case.sources);
}

#[test]
fn marks_in_a_drawn_tree_are_noted() {
    let text = "It leaves at noon [1]. The bus waits [2].\n\n```\nPrices\n├── one way: 3 [41-23]\n│   └── return: 5 [2]\n```\n\n\
                Sources:\n[1] https://pier.example/a\n[2] https://pier.example/b\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case).len(), 2);
    assert!(noted(&case, "2 marks in blocks of code not read"), "{:?}", case.notes);
}

#[test]
fn numbers_that_lost_their_raise_cite_in_cells_and_after_escaped_stops() {
    let rows = "| Part | Value | Key Source(s) |\n| :---- | :---- | :---- |\n| Pier | 300 | 2 |\n| Boat | 4 | 1, 3 |\n\n\
                | Question | Weight |\n|---|---|\n| How old is it (the boat)? 3      |  5 |\n| How long is \u{201c}it\u{201d}? 2 | 9 |\n\n";
    let list = "#### **Works cited**\n\n1. Piers \\- Port, accessed May 1, 2026, \
                [https://pier.example/a](https://pier.example/a)  \n2. Boats, https://pier.example/b  \n\
                3. Tides, https://pier.example/c\n";
    let text = format!(
        "The pier is old.1 The boat is new.2 It was painted in 2026\\.3\n\n### **1.1 Parts**\n\n{rows}{list}"
    );
    let case = read("a.md", &text);
    let expected =
        ["1 → 1", "2 → 2", "3 → 3", "2 → 2", "1, 3 → 1+3", "3 → 3", "2 → 2"].map(str::to_owned);
    assert_eq!(cited(&case), expected);
    assert!(noted(&case, "7 numbers without brackets"), "{:?}", case.notes);
    // A column of numbers under another head counts.
    let text = text.replace("Key Source(s)", "Number of Sources");
    assert_eq!(cited(&read("a.md", &text)).len(), 5);
}

#[test]
fn indexes_of_names_in_formulas_are_no_citations() {
    let list = "## References\n\n[1] Holm, A. Boats. 2015.\n[2] Berg, B. Piers. 2016.\n[3] Dahl, C. Tides. 2017.\n";
    let text = format!(
        "The boat is new [1]. The pier is old [2].\n\nThe layer adds:\n*   **Step**\n    Scale' = γ + δ<sub>w</sub>[0]\n    \
         Bias' = β + δ<sub>w</sub>[1]\n    Mean' = μ + δ<sub>w</sub>[2]\n\nThen μ[0] and μ[3] follow.\n\n{list}"
    );
    assert_eq!(cited(&read("a.md", &text)), ["[1] → 1", "[2] → 2"]);
    // Without an index from zero they cite.
    let text = format!("It holds CO<sub>2</sub>[1] and O<sub>2</sub>[2]. It rose.[3]\n\n{list}");
    assert_eq!(cited(&read("a.md", &text)).len(), 3);
}

#[test]
fn passages_in_each_item_of_a_packet_are_the_sources_of_that_item() {
    let item = |place: &str, answer: &str| {
        format!(
            "## Item\n\n**Question:** How old is the {place}?\n\n**Retrieved passages:**\n\n[PASSAGE 1] The {place} leads \
             out to sea.\n\n[PASSAGE 2] The {place} was built in 1889 [7].\n\n[PASSAGE 3] It rains.\n\n\
             **Candidate answer:** {answer}\n\n---\n\n"
        )
    };
    let text = format!(
        "# Check\n\n{}{}",
        item("pier", "It was built in 1889 [2]."),
        item("boat", "It rains [3]. It leads out to sea [1]. It is red [4].")
    );
    let case = read("packet.md", &text);
    let expected = ["[2] → 2", "[3] → 3 (list 2)", "[1] → 1 (list 2)", "[4] → 4 (list 2)"];
    assert_eq!(cited(&case), expected);
    let words = |id: &str| match &case.sources.iter().find(|it| it.id == id)?.text {
        SourceText::Inline(text) => Some(text.to_string()),
        _ => None,
    };
    assert_eq!(words("2").as_deref(), Some("The pier was built in 1889 [7]."));
    assert_eq!(words("1 (list 2)").as_deref(), Some("The boat leads out to sea."));
    assert!(noted(&case, "2 lists of sources: each serves its own part"), "{:?}", case.notes);
    assert!(!noted(&case, "PASSAGE"), "{:?}", case.notes);
    // The label of a single passage may begin a sentence.
    let said = item("pier", "It rains [3].\n\n[Passage 1] shows it.\n\nIt leads out to sea [1].");
    assert_eq!(cited(&read("said.md", &said)), ["[3] → 3", "[1] → 1 (no list)"]);
    let one = format!("# Check\n\n{}", item("pier", "It rains [3]."));
    let case = read("one.md", &one);
    assert_eq!((cited(&case), case.sources.len()), (vec!["[3] → 3".to_owned()], 3));
}

#[test]
fn rows_of_templates_that_only_name_a_source_are_no_citations() {
    let gaps =
        "# Port: [Name]\n\n**Founded:** [Year]\n**Place:** [Town]\n\n[Assessment of the fares]\n\n";
    let rows = "## Sources\n\n- [Source 1]\n- [Source 2]\n";
    let case = read("a.md", &format!("{gaps}{rows}"));
    assert_eq!((case.format.name, cited(&case).len()), ("plain", 0));
    assert!(noted(&case, "2 sources listed under"), "{:?}", case.notes);
    // In an answer they name what it was written from.
    assert_eq!(cited(&read("a.md", &format!("The port is old.\n\n{rows}"))).len(), 2);
}
