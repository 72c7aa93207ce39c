//! Shapes of texts of research agents and of wikis that were read wrong at first sight: links to the sources of a page,
//! lists of parts, footnotes of Org, notes of converted pages, and numbers that are no citations.

use serde_json::json;

use crate::rows::resolved;
use crate::saved::{cited, read};

#[test]
fn powers_names_and_single_numbers_are_no_citations() {
    let list = "\n\n## Sources\n\n1. [Tide tables](https://pier.example/t)\n2. [Ferry log](https://ferry.example/l)\n";
    let powers = format!(
        "The loss is 3 cm², 10² at most, 4 m² on deck ([Tide tables](https://pier.example/t)). The power \
         (∝ overlap²) falls, and 7 km² stay.{list}"
    );
    assert_eq!(cited(&read("a.md", &powers)), ["[Tide tables](https://pier.example/t) → 1"]);
    let cites = format!("The deck has 4 m², 5 m² and 6 m². It is old.² It is new.¹{list}");
    assert_eq!(cited(&read("a.md", &cites)), ["² → 2", "¹ → 1"]);
    let names =
        "Ida Holm¹, Bo Berg², Kai Lund¹\n¹University of Nordby, ²Harbour Office\n\nTides rise.\n";
    assert!(cited(&read("a.md", names)).is_empty());
    let copied = "It is the most visited site.[2] It has issues.\n\n## References\n\n- Crawlers\n- Concurrency\n- Log\n";
    assert!(cited(&read("a.md", copied)).is_empty());
    assert_eq!(cited(&read("a.md", &copied.replace("[2]", "[1]"))).len(), 1);
}

#[test]
fn pages_in_contents_and_numbers_of_headings_are_no_citations() {
    let contents = "**Contents**\n\n[1. Tides [2](#tides)](#tides)\n\n[1.1 At noon\n[3](#at-noon)](#at-noon)\n\n\
                    [2. Ferries [4](#ferries)](#ferries)\n\n# Tides {#tides}\n\nThey rise.\n";
    assert!(cited(&read("a.md", contents)).is_empty());
    let headings = "# Page\n\n## 【01】Tides\n\nThey rise.\n\n## 【02】Ferries\n\nThey wait.\n\n## 【10】Fares\n\nNone.\n";
    assert!(cited(&read("a.md", headings)).is_empty());
    let linked = "It rises [[1]](#tides). It waits [[2]](#ferries).\n";
    assert_eq!(cited(&read("a.md", linked)).len(), 2);
}

#[test]
fn lists_of_parts_that_count_on_are_one() {
    let text = "## Tides\n\nThey rise at noon [1], and again [2].\n\n**Sources:**\n- [1] Notes: `tides.md`\n\
                - [2] [Tide tables](https://pier.example/t)\n\n## Ferries\n\nThey wait [3].\n\n\
                **Source:** [3] Notes: `ferries.md`\n\n## Fares\n\nThey rise [4], by a third [5].\n\n\
                **Sources:**\n- [4] [Fares](https://pier.example/f)\n- [5] [Prices](https://pier.example/p)\n";
    let case = read("a.md", text);
    let cites = ["[1] → 1", "[2] → 2", "[3] → 3", "[4] → 4", "[5] → 5"];
    assert_eq!(cited(&case), cites);
    let titles: Vec<_> = case.sources.iter().filter_map(|it| it.title.as_deref()).collect();
    assert_eq!(
        titles,
        ["Notes: `tides.md`", "Tide tables", "Notes: `ferries.md`", "Fares", "Prices"]
    );
    let expected = ["1 → no-text", "2 → no-text", "3 → no-text", "4 → no-text", "5 → no-text"];
    assert_eq!(resolved(case), expected);
    // A place after the number belongs to the claim.
    let claim = "It rises [1].\n\nSource: [1], p. 3\n";
    assert_eq!(cited(&read("a.md", claim)), ["[1] → 1", "[1] → 1"]);
    assert!(read("a.md", claim).sources.is_empty());
}

const PAGE: &str = "---\ntitle: \"Ferries of Nordby\"\nsources: [tide-tables, \"[[raw/ferry-log|the log]]\"]\n\
    updated: 2026-07-19\n---\n\n# Ferries\n\nThe ferry leaves at noon [[tide-tables]], as the \
    [[raw/ferry-log#may|log]] of [[Nordby]] has it\n([[tide-tables]]).\n\n## See also\n\n\
    - **Sources** — [[tide-tables]] · [[raw/ferry-log]]\n- [[tide-tables]] — when it rises\n- [[Harbour]]\n";

#[test]
fn links_of_a_wiki_to_the_sources_of_their_page_cite() {
    let case = read("a.md", PAGE);
    let expected = [
        "[[tide-tables]] → tide-tables",
        "[[raw/ferry-log#may|log]] → raw/ferry-log",
        "[[tide-tables]] → tide-tables",
    ];
    assert_eq!(cited(&case), expected);
    let titles: Vec<_> = case.sources.iter().filter_map(|it| it.title.as_deref()).collect();
    assert_eq!(titles, ["the log"]);
    let listed = PAGE.replace(
        "sources: [tide-tables, \"[[raw/ferry-log|the log]]\"]",
        "sources:\n  - tide-tables.md\n  - \"[[raw/ferry-log]]\"",
    );
    assert_eq!(cited(&read("a.md", &listed)), expected);
    // A page that shares only the name of the file is another one.
    let other = PAGE.replace("tide-tables, ", "raw/tide-tables.md, ");
    assert_eq!(cited(&read("a.md", &other)), [expected[1]]);
    assert!(cited(&read("a.md", &PAGE.replace("sources:", "related:"))).is_empty());
}

#[test]
fn footnotes_of_org_are_read() {
    let text = "#+TITLE: Ferries\n\n* Tides\nThey rise at noon.[fn:1] They fall[fn:log], they say.[fn:: a remark]\n\n\
                * Footnotes\n\n[fn:1] Tide tables, https://pier.example/t\n\n[fn:log] Ferry log.\n";
    let case = read("a.org", text);
    assert_eq!(cited(&case), ["[fn:1] → 1", "[fn:log] → log"]);
    assert_eq!(case.sources[0].url.as_deref(), Some("https://pier.example/t"));
}

#[test]
fn notes_at_the_feet_of_converted_pages_are_read() {
    let text = "Tides rise<sup>1</sup> and ferries wait<sup>2</sup>.\n\n<sup>1</sup> https://pier.example/t\n\n\
                <sup>2</sup> Ferry log.\n\n![](page-2.jpeg)\n\nFares rise<sup>3</sup>.\n\n\
                <sup>3</sup> https://pier.example/f\n\nIt ends here.\n";
    let expected = ["1 → no-text", "2 → no-text", "3 → no-text"];
    assert_eq!(resolved(read("a.md", text)), expected);
    // Pages that count anew have several notes of one number.
    let anew = text.replace("<sup>3</sup>", "<sup>1</sup>");
    let anew = read("a.md", &anew);
    assert!(anew.sources.is_empty(), "{:?}", anew.sources);
}

#[test]
fn paragraphs_with_the_ids_of_notes_are_notes_of_a_page() {
    let page = |notes: &str| {
        let text = "<p>It rises<sup id=\"r1\"><a href=\"#fn1\">1</a></sup>, and waits<sup id=\"r2\"><a \
                    href=\"#fn2\">2</a></sup>.</p>";
        let case = read("a.html", &format!("{text}\n<hr>\n{notes}"));
        let source = |source: &pincite::model::Source| {
            format!("{} {}", source.id, source.title.as_deref().unwrap_or_default())
        };
        (case.response.citations.len(), case.sources.iter().map(source).collect::<Vec<_>>())
    };
    let raised = "<p><sup id=\"fn1\"><a href=\"#r1\">1</a></sup> Tide tables.</p>\n\
                  <p><sup id=\"fn2\"><a href=\"#r2\">2</a></sup> Ferry log.</p>\n";
    let cards = "<div class=\"note\" id=\"fn1\"><span class=\"n\">1</span> Tide tables.</div>\n\
                 <div class=\"note\" id=\"fn2\"><span class=\"n\">2</span> Ferry log.</div>\n";
    let expected = ["1 Tide tables.", "2 Ferry log."];
    for notes in [raised, cards] {
        let (count, sources) = page(notes);
        assert_eq!((count, sources), (2, expected.map(str::to_owned).to_vec()), "{notes}");
    }
    // The page of a list is no note.
    let (_, sources) = page(&cards.replace("id=\"fn", "id=\"page"));
    assert!(sources.is_empty(), "{sources:?}");
}

#[test]
fn raised_numbers_of_a_whole_page_are_read() {
    let page = |list: &str| {
        let text = "<p>It leaves at noon.<sup><a href=\"#fn1\">1</a></sup> It waits.<sup><a href=\"#fn2\">2</a></sup> The deck \
                    has 30 m<sup>2</sup>.</p>";
        read("a.html", &format!("<!DOCTYPE html>\n<html><body>\n{text}\n{list}</body></html>\n"))
    };
    let notes = "<h2>Notes</h2>\n<ol>\n<li id=\"fn1\">Tide tables</li>\n<li id=\"fn2\">Ferry log</li>\n</ol>\n";
    let numbered = "<h2>References</h2>\n<p>[1] Tide tables. https://pier.example/t</p>\n\
                    <p>[2] Ferry log. https://pier.example/f</p>\n";
    let raw = ["<sup><a href=\"#fn1\">1</a></sup>", "<sup><a href=\"#fn2\">2</a></sup>"];
    for list in [notes, numbered] {
        let case = page(list);
        let found: Vec<&str> = case.response.citations.iter().map(|it| it.raw.as_str()).collect();
        assert_eq!(found, raw, "{list}");
    }
    // Without a list they have no source.
    let expected = ["1 → unknown-source", "2 → unknown-source", "3 → unknown-source"];
    assert_eq!(resolved(page("<p>It returns.<sup>3</sup></p>")), expected);
}

#[test]
fn the_first_reference_of_a_wiki_page_may_be_on_the_line_of_the_edit_link() {
    for (heading, arrow) in [("edit", "^"), ("Bearbeiten | Quelltext bearbeiten", "↑")] {
        let page = format!(
            "Ferries wait.[1] Tides rise.[2] Piers stand.[3]\n\nReferences\n[{heading}]- {arrow} a b Holm, Ida. \"Ferries\".\n\
             - {arrow} Tide tables. Pier office.\n- {arrow} a Lund, Bo. \"Piers\".\n"
        );
        let case = read("a.txt", &page);
        let titles: Vec<&str> = case.sources.iter().filter_map(|it| it.title.as_deref()).collect();
        assert_eq!(
            titles,
            ["Holm, Ida. \"Ferries\".", "Tide tables. Pier office.", "Lund, Bo. \"Piers\"."]
        );
        assert_eq!(cited(&case), ["[1] → 1", "[2] → 2", "[3] → 3"]);
    }
}

#[test]
fn a_definition_that_begins_with_a_numbered_link_has_one_number() {
    let page = "Ferries wait.[^1] Tides rise.[^2]\n\n## References\n\n[^1]: [Holm](https://pier.example/h) Ferries.\n\n\
                [^2]: [\\[1\\]](https://tides.example/t) [Archived](https://archive.example/t) July 3.\n";
    let case = read("a.md", page);
    assert_eq!(cited(&case), ["[^1] → 1", "[^2] → 2"]);
    assert_eq!(case.sources.len(), 2);
    assert!(resolved(case).iter().all(|it| !it.contains("ambiguous")));
}

#[test]
fn ids_of_records_after_their_numbers_are_no_marks() {
    let records =
        "Ticket #1 (ID: 48)\n\nThe ferry was late.\n\nTicket #2 (ID: 47)\n\nThe pier was closed.\n";
    assert!(cited(&read("a.txt", records)).is_empty());
    assert_eq!(cited(&read("a.txt", "The ferry was late (ID: 1).")), ["(ID: 1) → 1"]);
}

#[test]
fn a_title_keeps_the_quotation_mark_whose_partner_it_has() {
    let page = "Ferries wait [1]. Tides rise [2]. Piers stand [3]. Boats sail [4].\n\nReferences\n\n\
                [1] \"Piers\". Ferry office. https://pier.example/a\n\
                [2] Lund, Bo: \"Tides\" - https://pier.example/b\n\
                [3] \"Boats\" https://pier.example/c\n\
                [4] “Sails”, harbour log. https://pier.example/d\n";
    let case = read("a.md", page);
    let titles: Vec<&str> = case.sources.iter().filter_map(|it| it.title.as_deref()).collect();
    let expected =
        ["\"Piers\". Ferry office.", "Lund, Bo: \"Tides\"", "Boats", "“Sails”, harbour log."];
    assert_eq!(titles, expected);
}

#[test]
fn the_number_of_a_snippet_is_that_of_the_list_below() {
    let text = "# Tides\n\n<qwen:cite id=\"id_2\">They rise at noon</qwen:cite>, and <qwen:cite id=\"id_1,id_3\">ferries \
                wait</qwen:cite>.\n\nReferences:\n[1]. https://ferry.example/l\n\n[2]. https://pier.example/t\n\n\
                [3]. https://harbour.example/h\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case), ["<qwen:cite id=\"id_2\"> → 2", "<qwen:cite id=\"id_1,id_3\"> → 1+3"]);
    assert_eq!(case.sources[1].url.as_deref(), Some("https://pier.example/t"));
    // A list without one of the numbers is another.
    let other = read("a.md", &text.replace("[2]. ", "[4]. "));
    assert!(other.sources.is_empty());
}

#[test]
fn a_link_named_link_takes_its_title_from_the_words_before_it() {
    let text = "It rises [1]. It waits [2]. It is old [3].\n\n## Sources\n\n\
                [1] **Ida Holm (2019)** – *Tide tables.* – **URL:** *[Link](https://pier.example/t)*\n\n\
                [2] **Ferry log**: what waits. [[URL]](https://ferry.example/l)\n\n\
                [3] [Source](https://harbour.example/h)\n";
    let case = read("a.md", text);
    let titles: Vec<&str> =
        case.sources.iter().map(|source| source.title.as_deref().unwrap_or_default()).collect();
    assert_eq!(titles, ["Ida Holm (2019) – Tide tables.", "Ferry log: what waits.", "Source"]);
}

#[test]
fn an_app_keeps_the_list_of_its_answer_in_a_message_beside_it() {
    let message =
        |kind: &str, content: &str| json!({"id": 7, "contentType": kind, "content": content});
    let list = r#"[{"url": "https://pier.example/t", "title": "Tide tables", "id": 1, "time": 17},
        {"url": "https://ferry.example/l", "title": "Ferry log", "id": 2}]"#;
    let pictures = r#"[{"id": 1, "url": "https://pier.example/1.png"}]"#;
    let answer = "# Tides\n\nThey rise at noon[^2]. Ferries wait for an hour at the pier[^1].";
    let document = |list: &str| {
        let messages =
            [message("text", answer), message("link", list), message("picture", pictures)];
        json!({"code": 200, "data": [{"content": "Tides?", "answers": messages}]}).to_string()
    };
    let case = read("a.json", &document(list));
    assert_eq!(cited(&case), ["[^2] → 2", "[^1] → 1"]);
    assert_eq!(case.sources[1].title.as_deref(), Some("Ferry log"));
    assert!(case.sources.iter().all(|source| source.text.why_not().is_some()));
    // Rows that do not count from 1 are no such list.
    let case = read("a.json", &document(&list.replace("\"id\": 2", "\"id\": 9")));
    assert!(case.sources.is_empty());
}
