//! Lists of sources, numbered marks and links in reports as people save them.

use pincite::dialects::shared::markers::Families;
use pincite::model::{Case, Locator};

use crate::rows::resolved;
use crate::saved::{cited, noted, open_with, read};

fn ids(case: &Case) -> Vec<&str> {
    let targets = case.response.citations.iter().flat_map(|citation| &citation.targets);
    targets.map(|target| target.id.as_str()).collect()
}

/// Returns the title of each source that a case cites, in the order of its citations.
fn titles(case: &Case) -> Vec<&str> {
    let title = |id: &str| {
        let source = case.sources.iter().find(|source| source.id == id)?;
        source.title.as_deref()
    };
    ids(case).into_iter().map(|id| title(id).unwrap_or("-")).collect()
}

fn claims(text: &str) -> Vec<String> {
    let case = read("a.md", text);
    let claim = |claim: Option<pincite::evidence::Claim>| {
        claim.map_or("-", |claim| claim.span.slice(text).unwrap()).to_owned()
    };
    pincite::evidence::claims(&case.response).into_iter().map(claim).collect()
}

#[test]
fn each_chapter_of_a_report_has_its_own_list() {
    let chapter =
        |title: &str, text: &str, list: &str| format!("## {title}\n\n{text}\n\n{list}\n\n");
    let list = |entries: &[&str]| {
        let entries: Vec<String> =
            entries.iter().zip(1..).map(|(entry, at)| format!("[{at}] {entry}\n\n")).collect();
        format!("**References:**\n\n{}", entries.concat())
    };
    let bullets =
        "**References:**\n\n* Holm, A. (2010). *Ferries*. Pier press.\n* Pier (2020). Boats.";
    let report = [
        chapter("1. Boats", "It is old [Holm, 2010]. It is new [The Nordby Pier, 2020].", bullets),
        chapter(
            "2. Fares",
            "It is cheap [1]. It was not [2].",
            &list(&["Dahl. Fares.", "Lund. Past."]),
        ),
        chapter("3. Crews", "They sail [1].", ""),
        chapter(
            "4. Tides",
            "* **Ebb:** It falls [1]\n* **Flood:** It rises [2]",
            &list(&["Moe. Ebb.", "Bø. Flood."]),
        ),
        chapter(
            "5. Piers",
            "It is long [2]. It is high [1].",
            &list(&["Eide. Piers.", "Vik. Planks."]),
        ),
    ];
    let case = read("a.md", &report.concat());
    let expected = [
        "Dahl. Fares.",
        "Lund. Past.",
        "-",
        "Moe. Ebb.",
        "Bø. Flood.",
        "Vik. Planks.",
        "Eide. Piers.",
    ];
    assert_eq!(titles(&case), expected, "{:?}", cited(&case));
    assert!(
        noted(&case, "3 lists of sources: each serves its own part of the text"),
        "{:?}",
        case.notes
    );
    assert!(noted(&case, "1 mark in parts of the text without a list"), "{:?}", case.notes);
    let note = "2 marks not read that look like citations, such as `[Holm, 2010]`";
    assert!(noted(&case, note), "{:?}", case.notes);
    assert_eq!(resolved(case)[2], "1 (no list) → unknown-source");
}

#[test]
fn lists_without_numbers_between_numbered_ones_hide_none() {
    let text = "It rose [1].\n\n**Sources**\n1. [A](https://a.example)\n\nIt fell.\n\n**Sources**\n\
                - [B](https://b.example)\n\nIt is so [1].\n\n**Sources**\n1. [C](https://c.example)\n";
    assert_eq!(titles(&read("a.md", text)), ["A", "C"]);
}

#[test]
fn counted_parts_below_bullets_with_addresses_are_no_entries() {
    let part = |page: &str| {
        format!(
            "1. **Ebb**\n\n   It falls.\n   Sources:\n   - https://a.example/{page}\n\n2. **Flood**\n\n   \
                 It rises.\n   Source: https://b.example/{page}\n\n## Next\n\n"
        )
    };
    let case = read("a.md", &format!("# Tides\n\n{}{}", part("1"), part("2")));
    let pages = ["a.example/1", "b.example/1", "a.example/2", "b.example/2"];
    assert_eq!(ids(&case), pages.map(|page| format!("https://{page}")));
    assert!(!noted(&case, "lists of sources"), "{:?}", case.notes);
}

#[test]
fn lines_that_cite_are_no_entries() {
    let sources = "References:\n Holm, 2021, Ferries, [https://a.example/1](https://a.example/1)\n \
                   Dahl, 2019, Piers. [https://a.example/2](https://a.example/2)\n \
                   Lund, 2016, Tides. [https://a.example/3](https://a.example/3)\n";
    let text = format!(
        "It is old.\n{sources}\nThe crew\n\nIt sails at noon [1].\n- **Ebb**: It waits for water [1]. \
         It is slow.\n- **Flood**: It sails [1].\n- **Storm**: It stays.\nSo it is [1].\n[1] NF04 - \
         The Nordby ferry. Retrieved from https://a.example/nf04.\n"
    );
    let case = read("a.txt", &text);
    assert_eq!(titles(&case), ["NF04 - The Nordby ferry. Retrieved from"; 4], "{:?}", case.notes);
    assert!(!noted(&case, "counted in order"));
    let text = "It sails [1]. It waits [2].\n\nSources:\n- Ferry times [1]\n- Tide tables [2]\n";
    assert_eq!(read("a.md", text).sources.len(), 2);
    let text =
        "It sails [1].\n\nCitations:\n- **Ebb**: It waits [1].\n- **Flood**: It sails [2].\n";
    assert_eq!(cited(&read("a.md", text)), ["[1] → 1", "[1] → 1", "[2] → 2"]);
}

#[test]
fn powers_and_statistics_are_no_marks() {
    let text = "It differs, F(1, 76) = 7.20, p < 0.01, η² = 0.09, over 5 km² and 3 μm² \
                ([Ferry times](https://a.example/f)). It fell ([Tides](https://a.example/t)), and rose \
                ([Piers](https://a.example/p)).\n\n## Key Citations\n- [Ferries](https://a.example/1)\n\
                - [Tide tables](https://a.example/t)\n- [C](https://a.example/3)\n";
    let case = read("a.md", text);
    let expected = ["https://a.example/f", "https://a.example/t", "https://a.example/p"];
    assert_eq!(ids(&case), expected);
    assert_eq!(titles(&case)[1], "Tide tables");
}

#[test]
fn an_interval_is_no_mark_above_a_list_of_bullets() {
    let text = "It holds for x over [1, 3] ([Tides](https://a.example/t)).\n\n## Key Citations\n\
                - [Ferries](https://a.example/1)\n- [Tides](https://a.example/t)\n- [C](https://a.example/3)\n";
    assert_eq!(ids(&read("a.md", text)), ["https://a.example/t"]);
}

#[test]
fn links_below_the_word_source_cite() {
    let text = "| **Pier** | **Length** | **Source** |\n|---|---|---|\n| Nordby | 90 m | [Pier \
                news](https://a.example/n) |\n| Holm | 40 m | [Holm today](https://a.example/h) |\n\n\
                See the [map](https://a.example/m).\n";
    let case = read("a.md", text);
    assert_eq!(ids(&case), ["https://a.example/n", "https://a.example/h"]);
    let table = text.replace("Source", "Site");
    assert!(cited(&read("a.md", &table)).is_empty());
    assert!(noted(&read("a.md", &table), "3 links in sentences not read as citations"));
}

#[test]
fn links_that_name_words_of_a_page_cite() {
    let text = "It sails at noon [Ferry times](https://a.example/f#:~:text=leaves%20at%20noon) and waits. \
                Use [the map](https://a.example/m), [a list](https://a.example/l), [it](https://a.example/i).";
    let case = read("a.md", text);
    assert_eq!(ids(&case), ["https://a.example/f"]);
    let locator = case.response.citations[0].targets[0].locator.clone();
    assert_eq!(locator, Some(Locator::Fragment(":~:text=leaves%20at%20noon".to_owned())));
    assert!(noted(&case, "3 links in sentences not read"), "{:?}", case.notes);
}

#[test]
fn links_after_words_of_attribution_cite() {
    let text = "Fares rose in 2023 according to [Nordby Statistics](https://a.example/s), and the [old \
                fares](https://a.example/o) fell, per the [Pier News](https://a.example/p). See [this \
                map](https://a.example/m) or [that](https://a.example/x), [these](https://a.example/y).\n\n\
                Source: [Holm](https://a.example/h), [Dahl](https://a.example/d)\n";
    let pages = ["s", "p", "h", "d"].map(|page| format!("https://a.example/{page}"));
    assert_eq!(ids(&read("a.md", text)), pages);
    // It says something about the page, as most records of changes do.
    let text = "# Changes\n\nThe format is based on [Fares](https://a.example/f), \
                and it is kept by [the pier](https://a.example/p).\n";
    let case = read("a.md", text);
    assert_eq!(ids(&case), [""; 0]);
    assert!(noted(&case, "2 links in sentences not read"), "{:?}", case.notes);
    let text = "Fares rose by 3 %, based on [Nordby](https://a.example/s), and fell in 2024, based on \
                [Holm](https://a.example/h).\n";
    let case = read("a.md", text);
    assert_eq!((ids(&case).len(), case.format.reason.as_str()), (2, "2 citing links"));
}

/// As the directions of a program name the places of others.
#[test]
fn links_called_by_their_hosts_that_are_parts_of_sentences_are_noted() {
    let text = "1. Install it by following the instructions at [pier.example](https://pier.example).\n\
                2. Then open [tides.example](https://tides.example).\n";
    let case = read("a.md", text);
    assert_eq!(ids(&case), [""; 0]);
    assert!(noted(&case, "2 links in sentences not read"), "{:?}", case.notes);
    let copied = "It sails at noon. [pier.example](https://pier.example/t)\n\n\
                  It waits in winter [tides.example](https://tides.example/w).\n";
    assert_eq!(ids(&read("a.md", copied)).len(), 2);
}

#[test]
fn links_to_listed_pages_cite_and_other_links_are_noted() {
    let text = "So says [the pier](https://a.example/p), of which a [map](https://a.example/m) is \
                known, and [a photo](https://a.example/b).\n\n### Key Citations\n\n\
                - [Pier](https://a.example/p)\n- [Tides](https://a.example/t)\n";
    let case = read("a.md", text);
    assert_eq!((ids(&case), titles(&case)), (vec!["https://a.example/p"], vec!["Pier"]));
    assert!(
        noted(&case, "2 links in sentences not read as citations, such as `[map]"),
        "{:?}",
        case.notes
    );
    let listed = text.split_once("### ").map(|(_, list)| format!("It sails.\n\n### {list}"));
    let case = read("a.md", &listed.unwrap());
    let note = "2 sources listed under “Key Citations” that no mark in the text cites";
    assert!(noted(&case, note), "{:?}", case.notes);
}

#[test]
fn all_links_can_be_read() {
    let text = "See the [map](https://a.example/m) ![boat](https://a.example/b.png) and \
                `[code](https://a.example/c)`.\n- [Pier](https://a.example/p)\n";
    let families = Families::only(["link"]);
    let cases = open_with("a.md", text.as_bytes().to_vec(), &families);
    assert_eq!(ids(&cases.read(0).unwrap()), ["https://a.example/m", "https://a.example/p"]);
    let row = serde_json::json!({"question": "Where?", "answer": text});
    let cases = open_with("a.json", row.to_string().into_bytes(), &families);
    assert_eq!(ids(&cases.read(0).unwrap()).len(), 2);
    assert!(cited(&read("a.md", text)).is_empty());
    assert!(noted(&read("a.md", text), "1 link in sentences"));
}

const CITED: &str = "\n\n#### **Works cited**\n\n1. Ferries, accessed March 27, 2025, \
    [https://a.example/1](https://a.example/1)\n2. Tides | Pier, accessed March 27, 2025, \
    [https://a.example/2](https://a.example/2)\n3. Crews, accessed March 27, 2025, https://a.example/3\n";

#[test]
fn numbers_before_full_stops_cite_above_a_list() {
    let text = "In 2018, ferries were of four kinds 1. The \"post\" method sold seasonal fares 1. In phase 3. \
                it changed, in a crew of 2, of whom many agree 2, and the tide fell 3.\n\nThe Mark 2 is \
                new. Most have a Mark 2. They wait (for water 1). It is so \"here\" 2, 3.";
    let case = read("a.md", &format!("{text}{CITED}"));
    assert_eq!(
        cited(&case),
        ["1 → 1", "1 → 1", "2 → 2", "3 → 3", "1 → 1", "2, 3 → 2+3"],
        "{:?}",
        case.notes
    );
    assert_eq!(titles(&case)[2], "Tides | Pier, accessed March 27, 2025");
    assert!(cited(&read("a.md", text)).is_empty());
    let few = format!("It was in phase 1. The winner was Holm 2.{CITED}");
    assert!(cited(&read("a.md", &few)).is_empty());
}

#[test]
fn a_list_may_be_called_one() {
    for heading in ["**출처 목록**  ", "**来源列表**", "## Quellenliste", "**Liste des sources**"]
    {
        let text = format!(
            "It sails ([2], [1]).\n\n{heading}\n1. [출처:2025-04-30_1_0]  \n2. [출처:2025-04-30_2_0]\n\n※ So."
        );
        let case = read("a.md", &text);
        assert_eq!(resolved(case), ["2 → no-text", "1 → no-text"], "{heading}");
    }
}

#[test]
fn counts_and_ids_in_a_table_are_no_claims() {
    let text = "| Case | Pass | Count | Cited | Notes |\n|---|---|---:|---|---|\n| nordby_ferry | no | 3 | \
                [5], [6] | ok |\n| holm_pier | yes | 4 | [1] | none |\n\nIt sails [5]. It waits [1].\n\n\
                | Pier | Fact | Cited |\n|---|---|---|\n| Holm | It is 40 m long | [1] |\n";
    let expected = ["-", "-", "-", "It sails", "It waits", "It is 40 m long"];
    assert_eq!(claims(text), expected);
}

#[test]
fn each_answer_of_a_file_has_its_own_links() {
    let answer = |title: &str, text: &str| {
        format!(
            "### {title}\n\nQuestion: When is {title}?\n\nAnswer:\n\n{text}\n\n## More\n\nSo it is [5].\n\n"
        )
    };
    let text = format!(
        "# Results\n\n{}{}{}",
        answer("ebb", "It falls at noon [5]. It is slow [1]."),
        answer(
            "flood",
            "It rises at ten [5](https://a.example/ten). It is fast [1](https://a.example/fast)."
        ),
        answer("storm", "It blows [5]."),
    );
    assert_eq!(
        ids(&read("a.md", &text)),
        ["5", "1", "5", "5 (answer 2)", "1 (answer 2)", "5 (answer 2)", "5", "5"]
    );
}

#[test]
fn a_lone_mark_may_end_a_clause() {
    let text =
        "While the text mentions some considerations around tides [7], it does not say when.";
    assert_eq!(cited(&read("a.md", text)), ["[7] → 7"]);
    let text = "Use the interval [7], then go on. Set x = [3], and call f [i], or a [2] b.";
    assert!(cited(&read("a.md", text)).is_empty());
}

#[test]
fn quotes_before_an_answer_are_its_sources() {
    let text = "<quotes>\n<quote index=\"1\">Many came to the fair in spring.</quote>\n\
                <quote index=\"3\">The fame of the fair spread far.</quote>\n</quotes>\n\n\
                <answer>\nPeople came to the fair in spring [1]. It was known far away [3].\n</answer>\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case), ["[1] → 1", "[3] → 3"]);
    assert_eq!(case.sources.len(), 2);
    assert!(case.sources.iter().all(|it| it.text.why_not().is_none() && it.excerpt));
}

#[test]
fn lists_of_reports_are_known_by_their_headings_in_many_languages() {
    let report = |heading: &str| {
        format!(
            "# Barcos\n\nSale a mediodía.1 Cuesta poco.2 No para en Nordby.1\n\n{heading}\n\n\
             1. Horario \\- Puerto, acceso: febrero 22, 2026, [https://a.example/t](https://a.example/t)  \n\
             2. Tarifas, acceso: febrero 22, 2026, [https://b.example/f](https://b.example/f)\n"
        )
    };
    for heading in [
        "#### **Fuentes citadas**",
        "## Sources des citations",
        "**Geciteerd werk**",
        "#### 引用的著作",
    ] {
        let case = read("a.md", &report(heading));
        assert_eq!(ids(&case), ["1", "2", "1"], "{heading}: {:?}", case.notes);
    }
}

#[test]
fn steps_that_end_with_a_cited_page_are_no_list() {
    let text = "It leaves at noon. ([a.example](https://a.example/t)) It costs little.\n\n\
                1. It stops at the pier, where it waits. ([b.example](https://b.example/1))  \n\
                2. It carries bicycles. ([a.example](https://a.example/t))\n\
                3. It is closed in May. ([b.example](https://b.example/3))\n\n\
                It is so. ([b.example](https://b.example/1))\n";
    let case = read("a.md", text);
    let pages = ["a.example/t", "b.example/1", "a.example/t", "b.example/3", "b.example/1"];
    assert_eq!(ids(&case), pages.map(|page| format!("https://{page}")));
}

#[test]
fn a_range_of_values_is_no_citation_in_a_text_with_a_list() {
    let text = "It is rated from one to ten, as an integer in the range [1,10]. See [the fares](https://a.example/f).\n\n\
                ## References\n\n1. [Fares](https://a.example/f)\n2. [Piers](https://a.example/p)\n";
    let case = read("a.md", text);
    assert!(case.response.citations.iter().all(|it| it.raw != "[1,10]"), "{:?}", ids(&case));
    let cited = read("a.md", &text.replace("[1,10]", "[1, 2]"));
    assert!(cited.response.citations.iter().any(|it| it.raw == "[1, 2]"), "{:?}", ids(&cited));
}

#[test]
fn an_own_list_without_numbers_is_counted_beside_pages_that_were_found() {
    let answer = "It leaves at noon [1]. It is cheap [2]. It is old [3].\n\n## Sources\n\n\
                  [b.example](https://b.example/t)\n[a.example](https://a.example/f)\n[c.example](https://c.example/o)\n";
    let row = |pages: &[&str]| {
        let row =
            serde_json::json!({"question": "When?", "answer": answer, "retrieved_urls": pages});
        let case = read("rows.json", &serde_json::json!([row]).to_string());
        let urls = case.response.citations.iter().map(|it| {
            let own = it.targets[0].id.as_str();
            case.sources.iter().find(|source| source.id == own).and_then(|it| it.url.clone())
        });
        urls.collect::<Option<Vec<_>>>().unwrap_or_default()
    };
    let expected = ["https://b.example/t", "https://a.example/f", "https://c.example/o"];
    assert_eq!(
        row(&["https://a.example/f", "https://b.example/t", "https://c.example/o"]),
        expected
    );
    assert_eq!(row(&["https://a.example/f", "https://b.example/t", "https://d.example"]), expected);
}

#[test]
fn numbers_after_sentences_are_read_beside_a_few_marks_in_comments() {
    let pier = |at: usize| format!("It stops at pier {}.{at} ", ["A", "B"][at % 2]);
    let said = (1..=6).map(pier).collect::<Vec<_>>().concat();
    let text = format!("# Boats\n\n# Set up the boat [2]\n\n{said}\n");
    let page = |at: usize| format!("Pier {at}, accessed May 3, 2025, https://a.example/{at}\n");
    let pages = (1..=6).map(page).collect::<Vec<_>>().concat();
    let case = read("a.md", &format!("{text}\nWorks cited\n{pages}"));
    assert_eq!(case.response.citations.len(), 7, "{:?}", ids(&case));
    let marks = (2..=9).map(|at| format!("[{at}]. It is boat {at} ")).collect::<Vec<_>>().concat();
    let alone = read("a.md", &text.replace("[2]", &marks));
    assert_eq!(ids(&alone), ["2", "3", "4", "5", "6", "7", "8", "9"]);
    assert!(
        noted(&alone, "6 numbers after sentences may be citations: not read"),
        "{:?}",
        alone.notes
    );
    // Years with a decimal, and numbers before the comma of a list in Chinese.
    let years = (0..6).map(|at| format!("- Pier {at}: 204{at}.2\n")).collect::<Vec<_>>().concat();
    let scores = "质量 30，预期 20，吸引力 20，资金 15，风险 15，说服力 7。";
    for other in [years.as_str(), scores] {
        let case = read("a.md", &format!("# Boats\n\n{marks}\n\n{other}\n"));
        assert!(!noted(&case, "after sentences"), "{:?}", case.notes);
    }
}
