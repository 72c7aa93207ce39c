//! Marks in saved answers that no dialect reads: each is counted by a note.

use crate::saved::{cited, read};

#[track_caller]
fn check(text: &str, expected: &str) {
    let notes = read("a.md", text).notes;
    assert!(notes.iter().any(|note| note.contains(expected)), "{text}: {notes:?}");
}

#[test]
fn brackets_of_unknown_kinds_are_noted() {
    check("It rose [NIST, 2025]. It fell.", "1 mark not read that looks like a citation");
    check("It rose [#q0d52]. It fell [#q0d54].", "2 marks not read that look like citations");
    check("需主张权益（【依据：《劳动法》第五条】）。", "such as `【依据：《劳动法》第五条】`");
}

#[test]
fn bare_addresses_are_noted() {
    let text = "- https://a.example/1 : It rose.\n- https://b.example/2 : It fell.\n- https://c.example/3\n";
    check(text, "3 addresses not read as citations, such as `https://a.example/1`");
}

#[test]
fn entries_of_lists_in_rows_have_no_text() {
    let row = r#"{"question": "When?", "answer": "At noon [2].",
        "citations": ["[1] Piers — https://a.example/p", "[2] Times — https://a.example/t"]}"#;
    let case = read("a.json", row);
    let source = case.sources.iter().find(|source| source.id == "2").unwrap();
    assert_eq!(source.title.as_deref(), Some("Times"));
    assert_eq!(source.url.as_deref(), Some("https://a.example/t"));
    assert!(source.text.why_not().is_some());
}

#[test]
fn parts_of_pages_and_streams_of_apps_are_noted() {
    let page = "<div class=\"message-text-content\"><p class=\"text\">It rose.</p></div>";
    check(page, "the answer is HTML");
    check(")]}'\n\n104\n[[\"wrb.fr\",null,\"It rose [1].\"]]\n", "a stream of a Google app");
    let notes = read("a.md", "It rose<sup>a</sup>.\n<details><summary>b</summary></details>").notes;
    assert!(!notes.iter().any(|note| note.contains("HTML")), "{notes:?}");
}

#[test]
fn numbers_behind_words_in_brackets_cite_a_listed_source() {
    let list =
        "\n\n### Sources\n\n[1] Times: https://a.example/t\n[2] Piers: https://a.example/p\n";
    let case =
        read("a.md", &format!("It leaves at noon (per [the timetable][1], [piers][2]).{list}"));
    let raw: Vec<&str> = case.response.citations.iter().map(|it| it.raw.as_str()).collect();
    assert_eq!(raw, ["[1]", "[2]"]);
    let link = "It leaves at noon by [the timetable][1], so come.\n\n[1]: https://a.example/t\n";
    assert!(read("a.md", link).response.citations.is_empty());
}

#[test]
fn parameters_of_codes_do_not_cite() {
    let list = "\n\nReferences:\n[1] https://a.example/1\n[2] https://a.example/2\n[6] https://a.example/6\n";
    let case = read("a.md", &format!("The [[6,2,2]] code corrects it [1].{list}"));
    let raw: Vec<&str> = case.response.citations.iter().map(|it| it.raw.as_str()).collect();
    assert_eq!(raw, ["[1]"]);
}

#[test]
fn labels_of_parts_are_no_bare_numbers() {
    let list = (1..6)
        .fold(String::new(), |list, at| list + &format!("{at}. Page, https://a.example/{at}  \n"));
    let text = format!(
        "* **Strategy 1: Wait**\n* **Strategy 2: Go**\n\nIt rose 1. It fell 2. It stayed 3. It went 4. It \
         came 5.\nThe rate is defined as .3\n\n#### **Works cited**\n\n{list}"
    );
    let numbers = |text: &str| {
        let citations = read("a.md", text).response.citations;
        citations.into_iter().map(|it| it.raw).collect::<Vec<String>>()
    };
    assert_eq!(numbers(&text), ["1", "2", "3", "4", "5"]);
    let glued = text.replace(" 1. It", ".1 It").replace(" 2. It", ".2 It");
    assert_eq!(numbers(&glued), ["1", "2", "3"]);
}

#[test]
fn printed_citations_are_the_list_of_their_marks() {
    let text = "It leaves at noon. [1] [2]\n\nSo come.\n\n[1] \"The ferry leaves at noon.\" found in \
                \"Times\"\n[2] \"Noon is the time.\" found in \"Piers\"\n";
    let case = read("a.md", text);
    assert_eq!(case.response.citations.len(), 2);
    let texts: Vec<Option<&str>> = case.sources.iter().map(|it| it.title.as_deref()).collect();
    assert_eq!(texts, [Some("Times"), Some("Piers")]);
    assert!(case.sources.iter().all(|source| source.text.why_not().is_none()));
}

#[test]
fn tags_with_a_namespace_cite() {
    let text = "It fell <qwen:cite id=\"id_2,id_3\">The price fell</qwen:cite>.";
    let case = read("a.md", text);
    let ids: Vec<&str> = case
        .response
        .citations
        .iter()
        .flat_map(|it| &it.targets)
        .map(|it| it.id.as_str())
        .collect();
    assert_eq!(ids, ["id_2", "id_3"]);
}

#[test]
fn names_of_hosts_in_cells_cite() {
    let text = "It rose. [times](https://times.example/a) It fell. [piers](https://piers.example/b)\n\n\
                | Pier | Source |\n|---|---|\n| North | open, 24 h [walls](https://walls.example/c); call |\n";
    assert_eq!(read("a.md", text).response.citations.len(), 3);
}

#[test]
fn links_in_a_row_of_sources_cite_for_the_rows_above() {
    let pier = |name: &str, rest: &str| {
        format!(
            "## {name} pier\n\n| Field | Detail |\n|---|---|\n| Height | It is 12 m high |\n| **Source** | \
             [piers.example/{name}](https://piers.example/{name}) — official{rest} |\n"
        )
    };
    let second = "; [The walls](https://walls.example/c) — press";
    let text = format!(
        "See [the map](https://map.example/).\n\n{}\n{}",
        pier("North", ""),
        pier("South", second)
    );
    let case = read("a.md", &text);
    assert_eq!(case.response.citations.len(), 3, "{:?}", case.notes);
    let claims = pincite::evidence::claims(&case.response);
    let said: Vec<_> =
        claims.iter().flatten().map(|claim| claim.span.slice(&text).unwrap()).collect();
    assert_eq!(said, ["Height | It is 12 m high"; 3]);
}

#[test]
fn numbered_addresses_that_nothing_cites_are_noted() {
    let text = "It rose.\n\n[1](https://a.example/1)\n[2](https://b.example/2)\n[3](https://c.example/3)\n";
    check(text, "3 sources listed that no mark in the text cites");
}

#[test]
fn marks_in_blocks_of_code_are_noted_beside_others() {
    let list = "\n## Sources\n\n[1] Times: https://a.example/1\n[2] Piers: https://b.example/2\n";
    let block = "```\n├── Pier: \"open\" [1]\n└── Wall: high [2], long\n```\n";
    check(&format!("It rose [1].\n\n{block}{list}"), "2 marks in blocks of code not read");
    let text = format!("It rose [1].\n\n```\nlet a = b[1];\nprint(c[2])\n```\n{list}");
    let notes = read("a.md", &text).notes;
    assert!(!notes.iter().any(|note| note.contains("in blocks")), "{notes:?}");
}

#[test]
fn links_that_are_entries_of_a_list_do_not_cite() {
    let text = "**Key Citations**\n\n- [Times](https://a.example/1)\n- [Piers](https://b.example/2)\n\n---\n\n\
                It rose [[1]](#citation-target-1). It fell [[2]](#citation-target-2).\n\n**Key Citations**\n\n\
                [[1]](#citation-target-1) **[Times](https://a.example/1)**\n\n[[2]](#citation-target-2) \
                **[Piers](https://b.example/2)**\n";
    assert_eq!(read("a.md", text).response.citations.len(), 2);
}

#[test]
fn a_series_of_names_with_numbers_is_no_list_of_sources() {
    let report = "# Bees\n\nThe limit is known (Finding 7) but varies (Finding 1). It falls by half \
                  (Finding 3, 4).\nAs Finding 7 says, it holds (Finding 2).\n\n## Sources\n\n\
                  - https://a.example/1\n- https://b.example/2\n- https://c.example/3\n- \
                  https://d.example/4\n- https://e.example/5\n- https://f.example/6\n- \
                  https://g.example/7\n";
    let case = read("a.md", report);
    assert_eq!(cited(&case), Vec::<String>::new());
    let note = case.notes.iter().find(|note| note.contains("`Finding 7`"));
    assert!(note.is_some_and(|it| it.starts_with("5 words with a number")), "{:?}", case.notes);
    let table = "See the steps (Step 1), (Step 2) and (Step 3).\n";
    assert!(read("a.md", table).notes.iter().all(|note| !note.contains("`Step 1`")));
}

#[test]
fn steps_in_a_log_are_no_citations() {
    let line = |words: &str| format!("2026-03-01 15:51:19,371 [INFO]     {words}\n");
    let log = [line("Plan:"), line("[1] What is known?"), line("[2] What is not?")].concat();
    assert_eq!(cited(&read("a.log", &log)), Vec::<String>::new());
    let answered = log + &line("Answer: it leaves at noon [1]. It is cheap [2].");
    assert_eq!(cited(&read("a.log", &answered)), ["[1] → 1", "[2] → 2"]);
}

#[test]
fn a_lone_number_cites_where_the_words_say_what_its_source_says() {
    for text in [
        "The rule says in [5] that the pier is closed in May.",
        "Specifically, [3] states that the pier is closed.",
        "The pier is \"closed in May\" ([3]), and open in June.",
    ] {
        assert_eq!(cited(&read("a.md", text)).len(), 1, "{text}");
    }
    for text in ["It prints f([1]) and stops.", "The index [1] in the table is fixed."] {
        assert!(cited(&read("a.md", text)).is_empty(), "{text}");
    }
}

#[test]
fn charges_and_isotopes_are_no_citations() {
    let text = "Sulphate (SO₄²⁻) and **¹H** bind; ³He stays. It is known.¹ So is the rest.²\n\n## Sources\n\n1. \
                https://a.example/1\n2. https://b.example/2\n3. https://c.example/3\n";
    assert_eq!(cited(&read("a.md", text)), ["¹ → 1", "² → 2"]);
}

#[test]
fn keys_of_letters_and_a_number_are_noted() {
    check(
        "Boats are free [ACT-1]. Piers close in May [ACT-2].",
        "2 marks not read that look like citations",
    );
    assert!(
        read("a.md", "It is in [JIRA-12], and open.").notes.iter().all(|it| !it.contains("JIRA"))
    );
}
