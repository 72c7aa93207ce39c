//! Marks, lists and notes in the chapters of reports that people save, in Markdown and in HTML.

use pincite::model::Case;

use crate::rows::resolved;
use crate::saved::{cited, noted, read};

/// Returns the addresses that a case cites, in the order of its citations.
fn pages(case: &Case) -> Vec<&str> {
    let page = |id: &str| case.sources.iter().find(|source| source.id == id)?.url.as_deref();
    let targets = case.response.citations.iter().flat_map(|citation| &citation.targets);
    targets.map(|target| page(&target.id).unwrap_or("-")).collect()
}

#[test]
fn a_list_that_lacks_most_numbers_of_a_chapter_is_not_its_list() {
    let list =
        |host: &str| [1, 2, 3].map(|it| format!("[{it}] https://{host}.example/{it}\n")).concat();
    let text = format!(
        "# Piers\n\n## Boats\n\nIt leaves at noon [1]. It is late [2].\n\n{}\n\
         ## Fares\n\nIt costs nine [1]. It cost six [3].\n\n{}\n\
         ## Limits\n\nFew were asked [1]. Fog was left out [14][15]. Two logs are lost [22] and one is wrong [9].\n\n\
         ## Sources\n\n{}",
        list("boat"),
        list("fare"),
        list("all")
    );
    let case = read("a.md", &text);
    assert_eq!(
        pages(&case),
        [
            "https://boat.example/1",
            "https://boat.example/2",
            "https://fare.example/1",
            "https://fare.example/3",
            "-",
            "-",
            "-",
            "-",
            "-"
        ]
    );
    assert!(noted(&case, "5 marks in parts of the text without a list of their own"));
    // One number too high is an error of the answer.
    let near = text.replace("[14][15]", "[2]").replace("[22]", "[3]");
    assert!(pages(&read("a.md", &near)).contains(&"https://all.example/1"));
}

#[test]
fn raised_numbers_in_brackets_and_links_are_one_mark_each() {
    let list = "\n## Sources\n\n1. [Timetable](https://pier.example/t)\n2. [Bus plan](https://bus.example/p)\n";
    let case = read(
        "a.md",
        &format!(
            "It leaves at noon [¹](https://pier.example/t). It is late [²](https://bus.example/p), says the crew [¹].\n{list}"
        ),
    );
    assert_eq!(
        cited(&case),
        ["[¹](https://pier.example/t) → 1", "[²](https://bus.example/p) → 2", "[¹] → 1"]
    );
    let bare = read(
        "a.md",
        "It leaves at noon [¹](https://pier.example/t). It is late [²](https://bus.example/p).\n",
    );
    assert_eq!(pages(&bare), ["https://pier.example/t", "https://bus.example/p"]);
}

#[test]
fn links_from_notes_back_to_the_text_are_no_marks() {
    let note = |open: &str, close: &str| {
        [1, 2, 3]
            .map(|it| format!("{open}{it}{close}(#_ftnref{it}) Port board, Yearbook {it}.\n\n"))
            .concat()
    };
    for (open, close) in [("[[", "]]"), ("[\\[", "\\]]")] {
        let mark = |it: u8| format!("{open}{it}{close}(#_ftn{it})");
        let text = format!(
            "It opened in 1910.{} It was closed.{} Ships came back.{}\n\n{}",
            mark(1),
            mark(2),
            mark(3),
            note(open, close)
        );
        let case = read("a.md", &text);
        assert_eq!(case.response.citations.len(), 3, "{text}");
        assert_eq!(resolved(case.clone()), ["1 → no-text", "2 → no-text", "3 → no-text"], "{text}");
        assert_eq!(case.sources[0].title.as_deref(), Some("Port board, Yearbook 1."), "{text}");
        assert_eq!(read("a.md", &note(open, close)).response.citations, []);
    }
}

#[test]
fn links_after_a_word_for_sources_behind_a_sentence_cite() {
    let case = read(
        "a.md",
        "It leaves at noon in summer. Sources: [Pier on the timetable](https://pier.example/t), [Bus plan](https://bus.example/p).\n\n\
         It is late in fog. **Sources:** [Fog log](https://fog.example/f)\n\n\
         渡轮中午开航。來源：[港務局公告](https://port.example/a)。[船](https://boat.example/a)很大。\n\n\
         An open source: [the engine](https://git.example/e) drives it. See [the yard](https://yard.example/y) too.\n",
    );
    assert_eq!(
        pages(&case),
        [
            "https://pier.example/t",
            "https://bus.example/p",
            "https://fog.example/f",
            "https://port.example/a"
        ]
    );
}

#[test]
fn definitions_below_bullets_with_sources_are_the_list() {
    let text = "# Spec\n\nTides are high in spring. ([Harbour office][1]) Boats wait. ([Pilot notes][2])\n\n\
                ## 6) Sources (read 2026-01-27)\n\n* Harbour office: `https://harbour.example/t`. ([Harbour office][1])\n\n\
                Pilot references (boats, ropes, and nets):\n\n* Pilot notes: `https://pilot.example/b`. ([Pilot notes][2])\n\n\
                [1]: https://harbour.example/t \"Tides\"\n[2]: https://pilot.example/b \"Boats\"\n";
    let case = read("a.md", text);
    let (tides, boats) = ("https://harbour.example/t", "https://pilot.example/b");
    assert_eq!(pages(&case), [tides, boats, tides, boats]);
    assert!(!noted(&case, "counted in order"), "{:?}", case.notes);
}

#[test]
fn each_chapter_of_a_report_in_html_has_its_own_list() {
    let entry = |host: &str, it: u8| {
        format!(
            "[{it}] Log {it} &#8212; <a href=\"https://{host}.example/{it}\">https://{host}.example/{it}</a>"
        )
    };
    let list =
        |host: &str| format!("<p>{}</p>\n", [1, 2, 3].map(|it| entry(host, it)).join("<br />\n"));
    let items = |host: &str| {
        [1, 2, 3].map(|it| format!("<li><p>{}</p>\n</li>\n", entry(host, it))).concat()
    };
    let body = format!(
        "<h1 id=\"piers\">Piers</h1>\n<h2 id=\"boats\">Boats</h2>\n<p>It leaves at noon.[1][2]</p>\n{}\
         <h2 id=\"fog\">Fog</h2>\n<p>It is late.[3]</p>\n<h2 id=\"fares\">Fares</h2>\n<p>It costs nine.[2]</p>\n{}\
         <h2 id=\"crews\">Crews</h2>\n<p>They sail.[3]</p>\n<h3 id=\"sources\">Sources</h3>\n<ul>\n{}</ul>\n",
        list("boat"),
        list("fare"),
        items("crew")
    );
    for text in [body.clone(), format!("<!DOCTYPE html>\n<html><body>\n{body}</body></html>\n")] {
        let case = read("a.html", &text);
        assert_eq!(
            pages(&case),
            [
                "https://boat.example/1",
                "https://boat.example/2",
                "-",
                "https://fare.example/2",
                "https://crew.example/3"
            ],
            "{text}"
        );
        assert_eq!(case.sources[0].title.as_deref(), Some("Log 1"), "{text}");
    }
    let titles = "<p>It leaves at noon.[1][2]</p>\n<h2>References</h2>\n<p>[1] Holm, <em>Ferries</em>.<br />\n[2] Moe, Tides.</p>\n";
    let case = read("a.html", titles);
    let titles: Vec<_> = case.sources.iter().filter_map(|source| source.title.clone()).collect();
    assert_eq!(titles, ["Holm, Ferries.", "Moe, Tides."]);
}

#[test]
fn numbers_in_circles_cite_a_list_of_them() {
    let text = "渡轮中午开航①，票价五欧元②。雾天停航①③。有三种船：①大船；②小船；③快船。见图②。\n";
    let list =
        "\n① 海事局，时刻表，2024年。\n② 港务局，票价，https://port.example/p\n③ 气象台，雾日。\n";
    for heading in ["", "\n参考资料\n"] {
        let case = read("a.md", &format!("{text}{heading}{list}"));
        assert_eq!(cited(&case), ["① → 1", "② → 2", "① → 1", "③ → 3"], "{heading}");
        assert_eq!(case.sources[1].url.as_deref(), Some("https://port.example/p"));
    }
    for text in [
        format!("有三种船：①大船；②小船；③快船。① 大船中午开航。\n{list}"),
        text.to_owned(),
        "所有船①都在。\n\n参考资料\n\n[1] 时刻表\n[2] 票价\n".to_owned(),
    ] {
        assert_eq!(read("a.md", &text).response.citations, [], "{text}");
    }
}

#[test]
fn footnotes_of_restructured_text_are_the_list_of_its_marks() {
    let text = "Tides\n=====\n\nTides are high in spring [1]_. Boats wait outside [2]_.\n\n\
                .. [1] Harbour office, Tides, https://harbour.example/t\n.. [2] Pilot notes\n";
    let case = read("a.rst", text);
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2"]);
    assert_eq!(resolved(case.clone()), ["1 → no-text", "2 → no-text"]);
    assert_eq!(case.sources[0].url.as_deref(), Some("https://harbour.example/t"));
}

#[test]
fn raised_numbers_with_notes_of_their_own_do_not_cite_bullets() {
    let table =
        "| Line | Days |\n|---|---|\n| Nordby | daily¹ |\n| Holm | daily¹ |\n| Fanø | weekly² |\n";
    let bullets = "\n## References\n\n- Timetable of the pier\n- Fares of the port\n- Tides\n";
    let noted = format!("{table}\n¹ Except in fog.\n\n² In summer.\n{bullets}");
    assert_eq!(read("a.md", &noted).response.citations, []);
    assert_eq!(read("a.md", &format!("{table}{bullets}")).response.citations.len(), 3);
}
