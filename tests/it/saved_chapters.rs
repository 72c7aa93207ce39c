//! Marks, lists and notes in the chapters of reports that people save, in Markdown and in HTML.

use pincite::model::Case;

use crate::saved::read;

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
