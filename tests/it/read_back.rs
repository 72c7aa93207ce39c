//! Texts of answers whose citations became links, numbers or notes: what is written is read again.

use std::fs;

use serde_json::Value;

use crate::check::Folder;
use crate::cli::run;

/// Returns the addresses that a file cites, and its notes.
fn cited(folder: &Folder, file: &str) -> (Vec<String>, Vec<String>) {
    let args = ["show", "--format", "json", file].map(str::to_owned);
    let case: Value = serde_json::from_str(&run(folder.0.path(), &args, "").stdout).unwrap();
    let sources = case["sources"].as_array().unwrap();
    let page = |id: &Value| {
        let source = sources.iter().find(|source| source["id"] == *id);
        source.and_then(|it| it["url"].as_str()).unwrap_or("-").to_owned()
    };
    let citations = case["citations"].as_array().unwrap().iter();
    let targets = citations.flat_map(|citation| citation["targets"].as_array().unwrap());
    let notes = case["notes"].as_array().unwrap().iter();
    let notes = notes.map(|note| note.as_str().unwrap().to_owned()).collect();
    (targets.map(|target| page(&target["source"])).collect(), notes)
}

/// Demands that an answer cites these pages, in each of these forms too.
fn assert_kept(answer: &str, forms: &[&str], pages: &[&str]) {
    let folder = Folder::new(&[("answer.md", answer)]);
    assert_eq!(cited(&folder, "answer.md").0, pages, "{answer}");
    for form in forms {
        let args = ["convert", "--to", form, "answer.md"].map(str::to_owned);
        let text = run(folder.0.path(), &args, "").stdout;
        fs::write(folder.0.path().join("back.md"), &text).unwrap();
        let (back, notes) = cited(&folder, "back.md");
        assert_eq!(back, pages, "{form}: {notes:?}\n{text}");
    }
}

#[test]
fn items_that_linked_numbers_cite_are_no_list_of_sources() {
    let answer = "The piers are old.[1]\n\n\
        1. **Boats**: they leave at noon [2], and at six.\n\
        2. **Fares**: nine crowns, as before.[1] Children pay less.[3]\n\
        3. **Fog**: few boats leave.[3]\n\n\
        ## Sources\n\n\
        1. [Piers](https://pier.example/old)\n2. [Boats](https://boat.example/times)\n\
        3. [Rules](https://rule.example/fog)\n";
    let [pier, boat, rule] =
        ["https://pier.example/old", "https://boat.example/times", "https://rule.example/fog"];
    assert_kept(answer, &["links", "numbered", "footnotes"], &[pier, boat, pier, rule, rule]);
    // Rows that are only a title with their own number are entries.
    let list = "It is old [1]. It is late [2]. It is far [3].\n\n\
        1. Piers [1](https://pier.example/old)\n2. Boats [2](https://boat.example/times)\n\
        3. Rules [3](https://rule.example/fog)\n";
    let folder = Folder::new(&[("a.md", list)]);
    assert_eq!(cited(&folder, "a.md").0, [pier, boat, rule]);
}

#[test]
fn linked_numbers_are_read_as_far_as_they_count() {
    let mark = |number: usize| format!("Pier {number} is old. [{number}](https://a{number}.example/p)\n\n");
    let text: String = (1..=103).map(mark).collect();
    // The number of an issue is no next number.
    let text = format!("{text}It was mended in [127](https://pier.example/issues/no-127).\n");
    let folder = Folder::new(&[("a.md", &text)]);
    let pages = cited(&folder, "a.md").0;
    assert_eq!(pages.len(), 103);
    assert_eq!(pages[102], "https://a103.example/p");
}

#[test]
fn rows_below_paragraphs_cite_for_them() {
    let answer = "### Boats\n\nThey leave at noon. Boats of wood leave at six.\n\nSource: [1]\n\n\
        ### Fares\n\nChildren pay less. Dogs are free. Sources: [2], [3].\n\n\
        ### Fog\n\nFew boats leave in fog. [2]\n\nSource: [1]\n\n\
        ## References\n\n\
        [1] [Piers](https://pier.example/old)\n\n[2] [Boats](https://boat.example/times)\n\n\
        [3] [Rules](https://rule.example/fog)\n";
    let [pier, boat, rule] =
        ["https://pier.example/old", "https://boat.example/times", "https://rule.example/fog"];
    let folder = Folder::new(&[("a.md", answer)]);
    assert_eq!(cited(&folder, "a.md").0, [pier, boat, rule, boat, pier]);
    // A row that repeats what the text cites is none, and neither is one below marks that it repeats.
    let closed = answer.replace("Source: [1]\n\n## References", "Sources: [1], [2]\n\n## References");
    let repeating = "They leave at noon [1]. It is late [2].\nSource: [1]\n\nSources: [1], [2]\n\n## References\n\n\
        [1] [Piers](https://pier.example/old)\n\n[2] [Boats](https://boat.example/times)\n";
    let folder = Folder::new(&[("a.md", &closed), ("b.md", repeating)]);
    assert_eq!(cited(&folder, "a.md").0, [pier, boat, rule, boat, pier]);
    assert_eq!(cited(&folder, "b.md").0, [pier, boat]);
}

#[test]
fn an_address_before_a_mark_and_in_a_title_keeps_to_itself() {
    let answer = "The times are on https://boat.example/times [1]\n\nIt costs nine crowns [2].\n\n\
        ## Sources\n\n\
        1. [Times](https://pier.example/t)\n\
        2. [Fares, see https://boat.example/old for the old ones](https://pier.example/fares)\n";
    let pages = ["https://pier.example/t", "https://pier.example/fares"];
    assert_kept(answer, &["links", "numbered", "footnotes"], &pages);
}

#[test]
fn a_page_whose_numbers_link_to_its_notes_is_read() {
    let answer = "It leaves at noon [1]. Children pay less [2][3].\n\n## Sources\n\n\
        1. [Times](https://pier.example/times)\n2. [Fares & rules](https://pier.example/fares)\n\
        3. [Children](https://pier.example/children)\n";
    let [times, fares, children] =
        ["https://pier.example/times", "https://pier.example/fares", "https://pier.example/children"];
    let folder = Folder::new(&[("answer.md", answer)]);
    let args = ["convert", "--to", "html", "answer.md"].map(str::to_owned);
    let page = run(folder.0.path(), &args, "").stdout;
    fs::write(folder.0.path().join("page.html"), &page).unwrap();
    let (pages, notes) = cited(&folder, "page.html");
    assert_eq!(pages, [times, fares, children], "{notes:?}");
    // In a text too, with notes that are no list of links. Numbers that link up, and a table of contents, do not cite.
    let text = "<a href=\"#a\">1</a> <a href=\"#b\">2</a>\n\n<h2 id=\"a\">Boats</h2>\n\n\
        It leaves at noon<sup><a href=\"#note-7\">[7]</a></sup>.\n\n<ol>\n\
        <li id=\"note-7\"><a href=\"#back\">[1]</a> Timetable, \
        <a href=\"https://pier.example/times\">of 2024</a></li>\n</ol>\n";
    fs::write(folder.0.path().join("text.md"), text).unwrap();
    assert_eq!(cited(&folder, "text.md").0, [times]);
    // An example in code has no notes.
    let shown = format!(
        "It leaves at noon [1].\n\n```html\n{text}\n```\n\n## Sources\n\n[1] [Fares]({fares})\n"
    );
    fs::write(folder.0.path().join("shown.md"), shown).unwrap();
    assert_eq!(cited(&folder, "shown.md").0, [fares]);
}
