//! What programs print and write beside answers: links broken over lines, lists of changes, pieces of files,
//! results of searches, passages after numbers.

use pincite::model::{Case, SourceText};
use serde_json::json;

use crate::rows::resolved;
use crate::saved::{cited, open, read, refused};

#[track_caller]
fn assert_note(case: &Case, note: &str) {
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn the_label_of_a_link_may_break_over_lines() {
    let page = "https://pier.example/times#:~:text=leaves";
    let text = format!(
        "The ferry leaves at noon ([\n            Times of the ferry - Pier\n        ]({page})). It is free \
         ([Fares of the\npier](https://pier.example/fares#:~:text=free)).\n\n- [Pier\n- Times](https://pier.example)\n"
    );
    let case = read("a.md", &text);
    let labels: Vec<_> = case.response.citations.iter().filter_map(|it| it.label.clone()).collect();
    assert_eq!(labels, ["Times of the ferry - Pier", "Fares of the pier"]);
    assert_eq!(case.sources[0].url.as_deref(), Some("https://pier.example/times"));
}

#[test]
fn the_commits_in_brackets_of_a_list_of_changes_do_not_cite() {
    let change = |hash: &str| {
        format!(
            "* wait for the ferry ([{hash}](https://git.example/pier/commit/{hash}0f2a))\n\
             * leave at noon ([#12](https://git.example/pier/issues/12)), see [a@b](https://git.example/a)\n"
        )
    };
    let hashes = ["5f08862", "748e1b9", "54d4b6b"].map(change);
    let case = read("CHANGELOG.md", &format!("## 1.2.0\n\n{}", hashes.join("\n")));
    assert_eq!(cited(&case), [""; 0]);
}

#[test]
fn the_numbers_of_a_report_mean_its_references_and_not_the_addresses_below() {
    let text = "The ferry leaves at noon [1,3]. It is free [2].\n\n## 7. References (key works)\n1. Pier 2009. \
                *Times* 11:209.\n2. Quay 2010. *Fares* 9:1.\n3. Mole 2011. *Tides* 4:2.\n\n## Sources\n\n- \
                https://a.example/1\n- https://a.example/2\n- https://a.example/3\n- https://a.example/4\n";
    let case = read("report.md", text);
    assert_eq!(cited(&case), ["[1,3] → 1+3", "[2] → 2"]);
    let titles: Vec<_> = case.sources.iter().filter_map(|it| it.title.clone()).collect();
    assert!(titles[0].starts_with("Pier 2009"), "{titles:?}");
}

#[test]
fn links_in_numbered_statements_cite() {
    let item = |number: usize, name: &str| {
        let page = format!("http://pier.example/{name}");
        format!("{number}. **{name}** ([{page}]({page})) – it leaves at noon.\n")
    };
    let list: String =
        (1..).zip(["north", "south", "east", "west"]).map(|(n, s)| item(n, s)).collect();
    let page = "http://pier.example";
    let text = format!("All leave at noon ([{page}]({page})).\n\n### Ferries\n\n{list}");
    assert_eq!(read("a.md", &text).response.citations.len(), 5);
}
