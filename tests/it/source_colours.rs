//! Markdown, JSON, JSON Lines and CSV in the source pane: coloured, line by line as in the file.

use crate::cli::cite;
use crate::session::Session;

fn open(name: &str, text: &str) -> Session {
    let response = format!("Fine.{}", cite("a L20"));
    Session::open(("r.md", &response), &[(name, text)]).size(100, 24).press("<tab>")
}

#[test]
fn markdown_is_set_lightly() {
    let text = "# Returns *in short*\n\nSome **strong** and *stressed* words, `code`, and\na [link](https://a.example \
         \"t\") or <https://b.example>.\n\n- an item\n\n| Product | Limit |\n|---|---|\n| Fjord | 7 days |\n\n\
         ```rust\nfn main() {}\n```\n";
    insta::assert_snapshot!(open("a.md", text).picture());
}

#[test]
fn data_is_coloured_by_its_parts() {
    let json = "{\"name\": \"Fjord\",\n \"days\": [7, 14], \"open\": true}\n";
    insta::assert_snapshot!("json", open("a.json", json).picture());
    let lines = "{\"name\": \"Fjord\", \"days\": 7}\n{\"name\": \"Delta\", \"days\": 14}\n";
    insta::assert_snapshot!("json_lines", open("a.jsonl", lines).picture());
    let csv = "product,days,note\nFjord,7,\"by post, insured\"\nDelta,14,\n";
    insta::assert_snapshot!("csv", open("a.csv", csv).picture());
}
