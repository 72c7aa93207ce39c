//! Marks, lists and notes in the chapters of reports that people save, in Markdown and in HTML.

use pincite::model::Case;

use crate::rows::resolved;
use crate::saved::{cited, read};

fn noted(case: &Case, words: &str) -> bool {
    case.notes.iter().any(|note| note.contains(words))
}

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
fn raised_numbers_with_notes_of_their_own_do_not_cite_bullets() {
    let table =
        "| Line | Days |\n|---|---|\n| Nordby | daily¹ |\n| Holm | daily¹ |\n| Fanø | weekly² |\n";
    let bullets = "\n## References\n\n- Timetable of the pier\n- Fares of the port\n- Tides\n";
    let noted = format!("{table}\n¹ Except in fog.\n\n² In summer.\n{bullets}");
    assert_eq!(read("a.md", &noted).response.citations, []);
    assert_eq!(read("a.md", &format!("{table}{bullets}")).response.citations.len(), 3);
}
