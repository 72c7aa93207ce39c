//! Marks in recorded answers that cite nothing, such as pages in a log; and lists that no mark counts.

use serde_json::json;

use crate::rows::resolved;
use crate::saved::{cited, noted, open, read};

#[test]
fn fields_before_a_text_are_no_list_that_its_marks_count() {
    let fields = "type: Passage\ntags:\n- passage\nsources:\n- id: plan\n  resource: urn:x:6db8\n  title: Plan.pdf\n\
                  corpus: pier\npages:\n- 199\nsection: null\n";
    let body = "The ferry leaves at noon [1]. The bus waits [2].\n\nTaken from **Plan.pdf**, page 199.[^plan]\n\n\
                [^plan]: Plan.pdf, page 199.\n";
    let case = read("a.md", &format!("---\n{fields}---\n{body}"));
    let ids: Vec<&str> = case.sources.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["plan"]);
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2"]);

    for fields in [
        "sources:\n- https://pier.example/t\n- https://bus.example/p\ncorpus: pier\n",
        "sources:\n  - '[1] Timetable'\n  - '[2] Bus plan'\nstatus: stable\n",
    ] {
        let case = read("a.md", &format!("---\n{fields}---\n{body}"));
        assert_eq!(cited(&case)[..2], ["[1] → 1", "[2] → 2"]);
        assert_eq!(case.sources.len(), 3, "{fields}");
        assert_eq!(resolved(case)[..2], ["1 → no-text", "2 → no-text"], "{fields}");
    }
    let fields =
        "sources:\n- id: 7\n  url: https://pier.example/t\n- id: 8\n  url: https://bus.example/p\n";
    assert_eq!(read("a.md", &format!("---\n{fields}---\n{body}")).sources.len(), 1);
    let case = read(
        "a.md",
        "---\nsources:\n- raw/plan.md\n- raw/fares.md\n---\nThe ferry leaves at noon.\n",
    );
    let expected = "2 sources listed under \u{201c}sources\u{201d} that no mark in the text cites";
    assert!(noted(&case, expected), "{:?}", case.notes);
}

#[test]
fn marks_that_are_named_and_entries_of_escaped_lists_are_no_citations() {
    let text = "It leaves at noon [1]. The bus waits [2].\n\nCite with footnotes like \"[1]\", or (\"[2]\").\n\
                print(\"It sails.\\n\\nCitations:\\n[1]: https://pier.example/t\\n[2]: https://bus.example/p\")\n\n\
                ## References\n\n[1] Timetable\n[2] Bus plan\n";
    assert_eq!(cited(&read("a.md", text)), ["[1] → 1", "[2] → 2"]);
    let text = "She said \"it leaves at noon\"[1]. He said \"no\" [2].";
    assert_eq!(cited(&read("a.md", text)), ["[1] → 1", "[2] → 2"]);
}

#[test]
fn pages_in_a_log_of_tex_are_no_citations() {
    let log = "This is pdfTeX, Version 3.141592653-2.6-1.40.27 (TeX Live 2025)\n(./pier.tex\n[1]\n\n[2] (./pier.toc\n\n\
               [3]\n\n[4])\nLaTeX Warning: Reference `ch:fares' on page 4 undefined on input line 31.\n\n[5]\n";
    let case = read("pier.log", log);
    assert_eq!(case.response.citations, []);
}

#[test]
fn marks_of_apps_in_a_block_of_code_are_noted() {
    let text = "The list as a table:\n\n```\ndate,report\n2026-03-01,ferry late [post:42][post:38]\n\
                2026-03-02,no bus [web:3]\n```\n";
    let case = read("a.md", text);
    assert!(
        noted(&case, "3 marks in code not read as citations, such as `[post:42]`"),
        "{:?}",
        case.notes
    );
    // One alone may be of a program; code in a sentence names a mark.
    for text in [
        "Pass it as\n\n```\nplay [file:1]\n```\n",
        "Its marks are `[web:1]` and `[post:2]`:\n\n```\nsee\n```\n",
    ] {
        let case = read("a.md", text);
        assert!(!noted(&case, "in code"), "{:?}", case.notes);
    }
}

#[test]
fn opened_answers_without_citations_are_not_said_to_cite() {
    let chat = |said: &str| {
        json!({"timestamp": "2026-05-12T22:39:11", "chat": [
            {"role": "user", "content": "When does the ferry leave?"},
            {"role": "bot", "content": said},
        ]})
    };
    let text = json!([chat("At noon."), chat("I do not know.")]).to_string();
    let case = open("chats.json", &text).read(0).unwrap();
    assert!(
        noted(&case, "opened `[0].chat` and `[1].chat`; no answer in it cites"),
        "{:?}",
        case.notes
    );
}

#[test]
fn a_list_may_end_its_lines_with_their_numbers() {
    let text = "It leaves at noon [1]. The bus waits [2], and is cheap [3, 4]. Dogs travel free [5].\n\n\
                **Documentation References**\n\n1.  `https://pier.example/t` [1]\n2.  `https://bus.example/p` (Bus plan) [2]\n\
                3.  Harbour blog - Fares [3]\n4.  Forum - Prices (Note: a discussion) [4]\n5.  `https://pier.example/dogs` [5]\n";
    let case = read("a.md", text);
    let cited_ids = ["[1] → 1", "[2] → 2", "[3, 4] → 3+4", "[5] → 5"];
    assert_eq!(cited(&case), cited_ids);
    let titles: Vec<Option<&str>> = case.sources.iter().map(|it| it.title.as_deref()).collect();
    assert_eq!(titles[..2], [None, Some("(Bus plan)")]);
    assert_eq!(
        titles[2..4],
        [Some("Harbour blog - Fares"), Some("Forum - Prices (Note: a discussion)")]
    );

    // Statements that cite in order are no list.
    let text = "1. It leaves at noon, see https://pier.example [1]\n2. The bus waits [2]\n3. Dogs travel free [3]\n";
    assert_eq!(cited(&read("a.md", text)), ["[1] → 1", "[2] → 2", "[3] → 3"]);
}

#[test]
fn links_to_further_pages_of_a_list_are_no_citations() {
    let text = "Strong flares erupted again in March, as the centre reports.\n\n1 [2](https://sun.example/news/page/2/) \
                [3](https://sun.example/news/page/3/)… [9](https://sun.example/news?page=9) [Next](https://sun.example/news/page/2/)\n";
    assert_eq!(cited(&read("a.md", text)), [""; 0]);
    let text = "It leaves at noon [2](https://pier.example/page/4).";
    assert_eq!(read("a.md", text).response.citations.len(), 1);
}
