//! Conversions read back beside the same sources.

use serde_json::Value;

use crate::check::Folder;
use crate::cli::run;

const POLICY: &str = "# Refund policy\n\nRefunds are paid within five days.\nMembers need a receipt.\nThe fee is 12 euros.\n";
const HOURS: &str = "# Opening hours\n\nThe shop opens at nine.\n";
const ANSWER: &str = "Refunds are paid within five days [policy.md L3]. The shop opens at nine \
    [opening hours.md L3]. The fee is 12 euros [policy.md L5][opening hours.md].\n\n\
    - Members need a receipt. [policy.md L4]\n";

fn folder() -> Folder {
    let files =
        [("answer.md", ANSWER), ("docs/policy.md", POLICY), ("docs/opening hours.md", HOURS)];
    Folder::new(&files)
}

/// Returns the state and the first words of each target.
fn passages(folder: &Folder, answer: &str) -> Vec<String> {
    let args = ["show", "--format", "json", answer, "docs"].map(str::to_owned);
    let case: Value = serde_json::from_str(&run(folder.0.path(), &args, "").stdout).unwrap();
    let citations = case["citations"].as_array().unwrap().iter();
    let targets = citations.flat_map(|citation| citation["targets"].as_array().unwrap());
    let passage = |target: &Value| {
        let words = target["passage"]["text"].as_str().unwrap_or_default();
        format!("{}: {words}", target["status"].as_str().unwrap())
    };
    targets.map(passage).collect()
}

fn converted(folder: &Folder, form: &str) -> String {
    let args = ["convert", "--to", form, "answer.md", "docs"].map(str::to_owned);
    run(folder.0.path(), &args, "").stdout
}

#[test]
fn texts_lead_to_the_same_passages_beside_the_same_files() {
    let folder = folder();
    let expected = passages(&folder, "answer.md");
    assert_eq!(expected.len(), 5);
    assert!(expected.iter().all(|it| it.starts_with("resolved")), "{expected:?}");
    for form in ["footnotes", "markers", "numbered", "links"] {
        let text = converted(&folder, form);
        std::fs::write(folder.0.path().join("back.md"), &text).unwrap();
        assert_eq!(passages(&folder, "back.md"), expected, "{form}: {text}");
    }
}

#[test]
fn no_blanks_are_left_where_marks_were() {
    let folder = folder();
    let bare = "Refunds are paid within five days. The shop opens at nine. The fee is 12 euros.\n\n\
        - Members need a receipt.\n";
    assert_eq!(converted(&folder, "plain"), bare);
    let gemini: Value = serde_json::from_str(&converted(&folder, "gemini")).unwrap();
    assert_eq!(gemini["candidates"][0]["content"]["parts"][0]["text"], bare);
    let numbered = converted(&folder, "numbered");
    assert!(numbered.contains("The fee is 12 euros [1, L5] [2]."), "{numbered}");
}

#[test]
fn footnotes_without_addresses_and_places_are_read_back() {
    let marks = ["turn0search5", "turn1view0"].map(crate::cli::cite);
    let answer = format!("It is wet {}. It is cold {}.\n", marks[0], marks[1]);
    let folder = Folder::new(&[("a.md", &answer)]);
    let args = ["convert", "--to", "footnotes", "a.md"].map(str::to_owned);
    let text = run(folder.0.path(), &args, "").stdout;
    assert!(text.ends_with("## References\n\n[^1]: turn0search5\n\n[^2]: turn1view0\n"), "{text}");
    std::fs::write(folder.0.path().join("b.md"), text).unwrap();
    let args = ["show", "--format", "json", "b.md"].map(str::to_owned);
    let shown: Value = serde_json::from_str(&run(folder.0.path(), &args, "").stdout).unwrap();
    assert_eq!(shown["citations"].as_array().unwrap().len(), 2, "{shown}");
}

#[test]
fn footnotes_that_name_files_are_citations() {
    let files = [("docs/policy.md", POLICY), ("docs/opening hours.md", HOURS)];
    let answer =
        |notes: &str| format!("Refunds take five days.[^1] It opens at nine.[^2]\n\n{notes}");
    let cited = |notes: &str| {
        let folder = Folder::new(&[files[0], files[1], ("a.md", &answer(notes))]);
        passages(&folder, "a.md").iter().filter(|it| it.starts_with("resolved")).count()
    };
    assert_eq!(cited("[^1]: policy.md\n[^2]: `opening hours.md`\n"), 2);
    assert_eq!(cited("[^1]: Only in the shop.\n[^2]: Not in policy.md, as was said.\n"), 0);
}

#[test]
fn a_case_names_the_sources_whose_ids_a_marker_cannot_have() {
    let answer = "The fee is 12 euros 【F:docs/fee.md†L1-L2】. It is wet 【F:gone/rain.md†L4】.\n";
    let folder = Folder::new(&[("a.md", answer), ("docs/fee.md", "# Fee\nThe fee is 12 euros.\n")]);
    let args = ["convert", "--to", "case", "a.md"].map(str::to_owned);
    let case: Value = serde_json::from_str(&run(folder.0.path(), &args, "").stdout).unwrap();
    let sources = case["sources"].as_array().unwrap();
    let titles: Vec<&str> = sources.iter().map(|it| it["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["docs/fee.md", "gone/rain.md"], "{case}");
    let ids: Vec<&str> = sources.iter().map(|it| it["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["docs_fee_md", "gone_rain_md"]);
}
