//! Numbers and names that lead to given files: the one that the answer names, or none.

use serde_json::Value;

use crate::check::Folder;
use crate::cli::{cite, run};
use crate::session::Session;

const POLICY: &str = "Refunds are paid within five days.\n";
const HOURS: &str = "The shop opens at nine in the morning.\n";
const ANSWER: &str =
    "Refunds are paid within five days [1]. The shop opens at nine in the morning [2].\n\n";

/// Returns each mark of `answer.md` with the words of its passage, or the reason why there is none.
fn shown(files: &[(&str, &str)], sources: &str) -> Vec<String> {
    let folder = Folder::new(files);
    let args = ["show", "--format", "json", "answer.md", sources].map(str::to_owned);
    let case: Value = serde_json::from_str(&run(folder.0.path(), &args, "").stdout).unwrap();
    let mut all = Vec::new();
    for citation in case["citations"].as_array().unwrap() {
        for target in citation["targets"].as_array().unwrap() {
            let words = target["passage"]["text"].as_str().map(str::trim);
            let words = words.unwrap_or_else(|| target["reason"].as_str().unwrap());
            all.push(format!("{} {words}", citation["raw"].as_str().unwrap()));
        }
    }
    all
}

/// Returns the codes of the findings about `answer.md`.
fn codes(files: &[(&str, &str)], sources: &str) -> Vec<String> {
    let checked = Folder::new(files).check(&format!("--format json answer.md {sources}"));
    let case: Value = serde_json::from_str(checked.stdout.lines().next().unwrap()).unwrap();
    let findings = case["findings"].as_array().unwrap().iter();
    findings.map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn entries_in_any_form_decide_and_cite_nothing() {
    for list in [
        "[1] policy.md\n[2] hours.md",
        "[1]: policy.md\n[2]: hours.md",
        "1. policy.md\n2. hours.md",
        "Sources: [1] policy.md, [2] hours.md",
        "Sources: 1) policy.md 2) hours.md",
        "(1) policy.md\n(2) hours.md",
        "| # | File |\n|---|---|\n| 1 | policy.md |\n| 2 | hours.md |",
        "| # | Title | File |\n|---|---|---|\n| 1 | Refunds | policy.md |\n| 2 | Hours | hours.md |",
        "Footnotes\n1: policy.md\n2: hours.md",
        "Source 1: policy.md\nSource 2: hours.md",
        "Document [1]: policy.md\nDocument [2]: hours.md",
        "> [1] policy.md\n> [2] hours.md",
        "<sup>1</sup> policy.md\n<sup>2</sup> hours.md",
        "[1] policy.md, lines 3-4\n[2] hours.md, lines 1-2",
        "Notes:\n[1] See policy.md.\n[2] See hours.md.",
        "```\n[1] policy.md\n[2] hours.md\n```",
        "## Sources\n1. [policy.md](policy.md)\n2. [hours.md](hours.md)",
        "## Sources\n1. **policy.md** \u{2013} Refunds\n2. **hours.md** \u{2013} Hours",
        "## Sources\n[1] s/policy.md\n[2] s/hours.md",
        "## Sources\n[1] Refunds (policy.md)\n[2] Hours (hours.md)",
        "- **[1]** policy.md\n- **[2]** hours.md",
    ] {
        let answer = format!("{ANSWER}{list}\n");
        let files =
            [("answer.md", answer.as_str()), ("s/hours.md", HOURS), ("s/policy.md", POLICY)];
        let expected = [format!("[1] {}", POLICY.trim()), format!("[2] {}", HOURS.trim())];
        assert_eq!(shown(&files, "s"), expected, "{list}");
        assert_eq!(codes(&files, "s"), [""; 0], "{list}");
    }
}

#[test]
fn a_name_beside_a_number_in_another_form_refuses_the_order() {
    for text in [
        "Sources: policy.md [1], hours.md [2]",
        "The first source [1] is policy.md and the second [2] hours.md.",
        "[1] policy.md\n[1] hours.md",
    ] {
        let answer = format!("{ANSWER}{text}\n");
        let files =
            [("answer.md", answer.as_str()), ("s/hours.md", HOURS), ("s/policy.md", POLICY)];
        let shown = shown(&files, "s");
        assert!(shown.iter().all(|mark| mark.ends_with(" unknown-source")), "{text}: {shown:?}");
    }
    // A name beside the number of its place says what the order says.
    for text in ["", "So say policy.md in [2] and hours.md in [1].\n"] {
        let answer = format!("{ANSWER}{text}");
        let files =
            [("answer.md", answer.as_str()), ("s/hours.md", HOURS), ("s/policy.md", POLICY)];
        let codes = codes(&files, "s");
        assert!(codes.contains(&"P008".to_owned()), "{codes:?}");
        assert!(!codes.contains(&"P001".to_owned()), "{codes:?}");
    }
}

#[test]
fn the_entry_of_a_list_goes_before_a_file_called_by_its_number() {
    let other = ("s/1.md", "Refunds are paid within 90 days.\n");
    let page = "<title>Refund policy</title><link rel=\"canonical\" \
        href=\"https://company.example/policy\"><p>Refunds are paid within five days.</p>";
    for (entry, file, text) in [
        ("policy.md", "s/policy.md", POLICY),
        ("Refund policy, https://company.example/policy", "s/policy.md", POLICY),
        ("Refund policy, https://company.example/policy", "s/saved.html", page),
    ] {
        let answer = format!("Refunds are paid within five days [1].\n\nSources:\n[1] {entry}\n");
        let files = [("answer.md", answer.as_str()), other, (file, text)];
        assert_eq!(shown(&files, "s"), [format!("[1] {}", POLICY.trim())], "{entry} {file}");
    }
    let answer = "Refunds are paid within 90 days [1].\n\nSources:\n[1] Refund policy\n";
    let files = [("answer.md", answer), other, ("s/hours.md", HOURS)];
    assert_eq!(shown(&files, "s"), ["[1] Refunds are paid within 90 days."]);
}

#[test]
fn names_that_differ_in_case_are_told_apart() {
    let upper = ("s/Policy.md", "Refunds are paid within 90 days.\n");
    let lower = ("s/policy.md", POLICY);
    for mark in ["[policy.md]", "[policy]", "[policy.md L1]", "(policy.md)"] {
        let answer = format!("Refunds are paid within five days {mark}.\n");
        let files = [("answer.md", answer.as_str()), upper, lower];
        assert_eq!(shown(&files, "s"), [format!("{mark} {}", POLICY.trim())]);
    }
    for mark in ["[POLICY.md]", "[POLICY.md L1]"] {
        let answer = format!("Refunds are paid within five days {mark}.\n");
        assert_eq!(codes(&[("answer.md", &answer), upper, lower], "s"), ["P002"], "{mark}");
    }
    let listed = "Refunds are paid within five days [1].\n\n## Sources\n1. policy.md\n";
    let files = [("answer.md", listed), upper, lower];
    assert_eq!(shown(&files, "s"), [format!("[1] {}", POLICY.trim())]);
}

#[test]
fn a_path_in_brackets_tells_namesakes_apart() {
    let one = ("s/a/policy.md", POLICY);
    let other = ("s/b/policy.md", "Refunds are paid within 90 days.\n");
    let answer = "Refunds are paid within five days [a/policy.md L1].\n";
    let files = [("answer.md", answer), one, other];
    assert_eq!(shown(&files, "s"), [format!("[a/policy.md L1] {}", POLICY.trim())]);
    let answer = "Refunds are paid within five days [a/policy].\n";
    let files = [("answer.md", answer), one, other];
    assert_eq!(shown(&files, "s"), [format!("[a/policy] {}", POLICY.trim())]);
    for mark in ["[policy.md L1]", "[policy]"] {
        let answer = format!("Refunds are paid within five days {mark}.\n");
        assert_eq!(codes(&[("answer.md", &answer), one, other], "s"), ["P002"], "{mark}");
    }
}

#[test]
fn a_path_beside_that_of_the_only_namesake_is_another_file() {
    let one = ("s/a/policy.md", POLICY);
    let other = "Refunds are paid within 90 days";
    let text = |mark: &str| {
        format!("Refunds are paid within five days [a/policy.md L1].\n\n{other} {mark}.\n")
    };
    for mark in ["[b/policy.md L1]", "[b/policy.md]", "[./b/policy.md, L1]"] {
        assert_eq!(codes(&[("answer.md", &text(mark)), one], "s"), ["P001"], "{mark}");
    }
    for mark in ["[s/a/policy.md L1]", "[policy.md L1]", "[docs/a/policy.md L1]"] {
        let codes = codes(&[("answer.md", &text(mark)), one], "s");
        assert!(!codes.contains(&"P001".to_owned()), "{mark}: {codes:?}");
    }
    // A copy of the file may be in a folder of any name, which is said.
    let moved = "Refunds are paid within five days [b/policy.md L1].\n";
    assert_eq!(
        shown(&[("answer.md", moved), one], "s"),
        [format!("[b/policy.md L1] {}", POLICY.trim())]
    );
    let folder = Folder::new(&[("answer.md", moved), one]);
    let output = folder.check("--select P answer.md s");
    let note = "`b/policy.md` is matched by file name alone: s/a/policy.md is shown";
    assert!(output.stderr.contains(note), "{}", output.stderr);
    assert!(output.stdout.contains("note[P008"), "{}", output.stdout);
    assert_eq!(output.status, 0);
    // The doubt is beside the evidence wherever that is shown.
    let doubt = "the file `s/a/policy.md` is matched by its name alone";
    for command in ["show", "show --format json", "report --format markdown", "report"] {
        let args = format!("{command} answer.md s");
        let args: Vec<String> = args.split(' ').map(str::to_owned).collect();
        let output = run(folder.0.path(), &args, "");
        let shown = output.stdout.replace("\\`", "`");
        assert!(shown.contains(doubt), "{command}: {shown}");
    }
    let file = folder.0.path().join("s/a/policy.md");
    let session = Session::with_paths(("answer.md", moved), &[file]);
    session.row_with("is matched by its name alone");
    for mark in ["[a/policy.md L1]", "[docs/a/policy.md L1]", "[policy.md L1]", "[./policy.md]"] {
        folder.write("answer.md", &format!("Refunds are paid within five days {mark}.\n"));
        let output = folder.check("--select P answer.md s");
        assert!(!output.stdout.contains("P008"), "{mark}: {}", output.stdout);
    }
}

#[test]
fn an_id_that_a_page_states_is_ambiguous_if_another_file_has_the_name() {
    let real = ("s/policy.md", POLICY);
    let page = "<source id=\"policy.md\" name=\"policy.md\">\nRefunds are paid within 90 days.\n</source>\n";
    for mark in ["[policy.md]", "[policy]", "[policy.md L1]"] {
        let answer = format!("Refunds are paid within 90 days {mark}.\n");
        let files = [("answer.md", answer.as_str()), ("s/page.md", page), real];
        assert_eq!(codes(&files, "s"), ["P002"], "{mark}");
    }
    let same = "<source id=\"policy.md\" name=\"policy.md\">\nRefunds are paid within five days.\n</source>\n";
    let answer = "Refunds are paid within five days [policy.md].\n";
    assert_eq!(codes(&[("answer.md", answer), ("s/page.md", same), real], "s"), [""; 0]);
}

#[test]
fn two_pages_at_one_address_are_ambiguous_unless_their_texts_are_the_same() {
    let page = |words: &str| {
        let link = "<link rel=\"canonical\" href=\"https://company.example/policy\">";
        format!("<html><head>{link}</head><body><p>{words}</p></body></html>")
    };
    let (one, other) = (page("Refunds are paid within five days."), page("Refunds take 90 days."));
    let answer = "Refunds are paid within five days [1].\n\n\
        Sources:\n[1] Refund policy https://company.example/policy\n";
    let files = [("answer.md", answer), ("s/a.html", &one), ("s/b.html", &other)];
    assert_eq!(codes(&files, "s"), ["P002"]);
    assert_eq!(
        codes(&[("answer.md", answer), ("s/a.html", &one), ("s/b.html", &one)], "s"),
        [""; 0]
    );
}

#[test]
fn a_file_with_a_like_name_is_doubtful() {
    let report = ("s/annual-report-2024.md", "Sales rose to 35 units.\n");
    let answer = "Sales rose to 35 units [1].\n\nSources:\n\
        [1] Company B: Annual report 2024. https://other.example/annual-report-2024\n";
    assert_eq!(codes(&[("answer.md", answer), report], "s"), ["P008"]);
}

/// Returns each finding's code, and each target with the id of the source that it leads to, of a case with two
/// sources with addresses.
fn linked(response: &str) -> (Vec<String>, Vec<String>) {
    let sources = serde_json::json!([
        {"id": "1", "title": "Policy", "url": "https://shop.example/policy", "text": POLICY},
        {"id": "2", "title": "Hours", "url": "https://shop.example/hours", "text": HOURS},
    ]);
    let case = serde_json::json!({"response": response, "sources": sources}).to_string();
    let folder = Folder::new(&[("case.json", &case)]);
    let args = ["check", "--format", "json", "case.json"].map(str::to_owned);
    let checked: Value =
        serde_json::from_str(run(folder.0.path(), &args, "").stdout.lines().next().unwrap())
            .unwrap();
    let args = ["show", "--format", "json", "case.json"].map(str::to_owned);
    let shown: Value = serde_json::from_str(&run(folder.0.path(), &args, "").stdout).unwrap();
    let findings = checked["findings"].as_array().unwrap().iter();
    let codes = findings.map(|it| it["code"].as_str().unwrap().to_owned()).collect();
    let targets = shown["citations"].as_array().unwrap().iter();
    let targets = targets.flat_map(|it| it["targets"].as_array().unwrap().clone());
    let sources = shown["sources"].as_array().unwrap().len();
    let ids = targets.map(|it| format!("{} of {sources}: {}", it["id"], it["status"])).collect();
    (codes, ids)
}

#[test]
fn links_to_other_addresses_than_the_source_has_are_findings() {
    const OTHER: &str = "https://other.example/phish";
    for response in [
        format!("Refunds are paid within five days [1]({OTHER})."),
        format!("Refunds are paid within five days [[1]]({OTHER})."),
        format!("Refunds are paid within five days [1][page].\n\n[page]: {OTHER}"),
        format!("Refunds are paid within five days [1].\n\n[1]: {OTHER}"),
        format!("Refunds are paid within five days[^1].\n\n[^1]: [Policy]({OTHER})"),
        format!("Refunds are paid within five days [1].\n\n## Sources\n\n1. [Policy]({OTHER})"),
        format!("Refunds are paid within five days <a href=\"{OTHER}\">[1]</a>."),
        format!("Refunds are paid within five days <a href='{OTHER}'><sup>[1]</sup></a>."),
    ] {
        let (codes, targets) = linked(&response);
        assert_eq!(codes, ["P012"], "{response}");
        assert_eq!(targets, ["\"1\" of 2: \"resolved\""], "{response}");
    }
    for response in [
        "Refunds are paid within five days [1](https://shop.example/hours).",
        "Refunds are paid within five days [1].\n\n## Sources\n\n1. [Hours](https://shop.example/hours)",
    ] {
        let (codes, targets) = linked(response);
        assert_eq!(codes, ["E003", "P011"], "{response}");
        assert_eq!(targets, ["\"2\" of 2: \"resolved\""], "{response}");
    }
}

#[test]
fn links_to_the_same_page_in_other_spellings_are_no_findings() {
    for url in [
        "https://shop.example/policy",
        "http://www.shop.example/policy/?utm_source=chatgpt.com#:~:text=Refunds",
        "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AB12",
        "https://doi.org/10.1000/xyz",
    ] {
        for response in [
            format!("Refunds are paid within five days [1]({url})."),
            format!("Refunds are paid within five days [1].\n\n## Sources\n\n[1] Policy, {url}"),
            format!("Refunds are paid within five days <a href=\"{url}\">[1]</a>."),
        ] {
            let (codes, targets) = linked(&response);
            assert_eq!(codes, [""; 0], "{response}");
            assert_eq!(targets, ["\"1\" of 2: \"resolved\""], "{response}");
        }
    }
}

#[test]
fn links_and_lists_find_the_sources_of_a_case_by_address_and_title() {
    for (response, id) in [
        (
            "Refunds are paid within five days ([shop.example](https://shop.example/policy?utm_source=chatgpt.com)).",
            1,
        ),
        (
            "The shop opens at nine in the morning ([Hours](https://shop.example/hours#:~:text=opens%20at%20nine)).",
            2,
        ),
        (
            "The shop opens at nine in the morning [3].\n\n## Sources\n\n[3] Hours, https://shop.example/hours",
            2,
        ),
        ("The shop opens at nine in the morning [3].\n\n## Sources\n\n[3] Hours", 2),
    ] {
        let (codes, targets) = linked(response);
        assert_eq!(codes, [""; 0], "{response}");
        assert_eq!(targets, [format!("\"{id}\" of 2: \"resolved\"")], "{response}");
    }
}

#[test]
fn a_list_in_the_answer_of_a_row_makes_no_number_ambiguous() {
    let row = |list: &str| {
        let contexts = serde_json::json!([{"id": "1", "text": POLICY}, {"id": "2", "text": HOURS}]);
        let answer = format!("{ANSWER}Sources:\n{list}");
        let row = serde_json::json!({"question": "q", "answer": answer, "contexts": contexts});
        codes(&[("answer.md", &row.to_string())], "")
    };
    assert_eq!(row("[1] Policy\n[2] Hours"), [""; 0]);
    assert_eq!(row("[1] Policy https://shop.example/p\n[2] Hours"), [""; 0]);
}

#[test]
fn links_beside_given_lists_of_sources_are_compared_with_their_addresses() {
    let given = serde_json::json!([
        {"id": "1", "url": "https://shop.example/policy", "text": POLICY},
        {"id": "2", "url": "https://shop.example/hours", "text": HOURS},
    ]);
    let given = given.to_string();
    let found = |url: &str| {
        let answer = format!("Refunds are paid within five days [1]({url}).");
        codes(&[("answer.md", &answer), ("given.json", &given)], "given.json")
    };
    assert_eq!(found("https://shop.example/policy/"), [""; 0]);
    assert_eq!(found("https://other.example/phish"), ["P012"]);
    assert!(found("https://shop.example/hours").contains(&"P011".to_owned()));
}

#[test]
fn marks_of_known_sources_in_another_form_are_findings() {
    let unread = |mark: &str| {
        let answer = format!(
            "Refunds are paid within five days [1]. The shop opens at nine in the morning{mark}.\n\n\
             ## Sources\n[1] policy.md\n[2] hours.md\n"
        );
        let files =
            [("answer.md", answer.as_str()), ("s/policy.md", POLICY), ("s/hours.md", HOURS)];
        codes(&files, "s")
    };
    assert_eq!(unread(" [2]"), [""; 0]);
    for mark in [
        " [2 L1]",
        " [2: L1]",
        " [2:99]",
        " (hours.md L1)",
        " [hours]",
        " (see hours.md)",
        " hours.md:1",
        "\u{b2}",
        "<sup>2</sup>",
        " [\u{ff12}]",
        " &#91;2&#93;",
        " \u{3014}2\u{3015}",
        " \u{2772}2\u{2773}",
        " [#2]",
        " [n. 2]",
        " [S2]",
        " [2a]",
        " [ibid.]",
        " [L5]",
        " (2)",
    ] {
        let codes = unread(mark);
        assert!(codes.contains(&"C005".to_owned()), "{mark}: {codes:?}");
    }
    for mark in
        [" [3:99]", " on 5 km\u{b2}", " by hours.md", " [well]", " (3)", " on 10<sup>2</sup> days"]
    {
        assert_eq!(unread(mark), [""; 0], "{mark}");
    }
}

/// An answer that cites this many documents by their places in the request.
fn placed(documents: usize) -> String {
    let block = |number: usize| {
        format!(
            "{{\"type\":\"text\",\"text\":\"Fee number {number} is kept. \",\"citations\":[{{\
             \"type\":\"char_location\",\"cited_text\":\"Fee number {number}\",\
             \"document_index\":{},\"document_title\":null,\"start_char_index\":0,\
             \"end_char_index\":12}}]}}",
            number - 1
        )
    };
    let content: Vec<String> = (1..=documents).map(block).collect();
    format!(
        "{{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[{}]}}",
        content.join(",")
    )
}

#[test]
fn sources_in_doubt_for_one_reason_share_a_note() {
    for (documents, files, expected) in [(5, 5, 1), (5, 6, 1), (25, 25, 1), (2, 2, 2), (2, 3, 2)] {
        let folder = Folder::new(&[("answer.json", &placed(documents))]);
        for number in 1..=files {
            let text = format!("Fee number {number} is kept.");
            folder.write(&format!("docs/{number:02}.txt"), &text);
        }
        let output = folder.check("answer.json docs/ --select P008 --format json");
        let case: Value = serde_json::from_str(&output.stdout).unwrap();
        let found = case["findings"].as_array().unwrap();
        assert_eq!(found.len(), expected, "{documents} {files}: {case}");
        let message = found[0]["message"].as_str().unwrap();
        let words = "its text comes from the source at the same position in the list";
        assert!(message.contains(words), "{message}");
        if documents == 5 {
            let sources = message.starts_with("the text of 5 sources is doubtful (");
            assert!(sources && message.ends_with("by citations 1, 2, 3, 4 and 5"), "{message}");
        }
        if documents == 25 {
            assert!(message.ends_with("19, 20 and 5 more"), "{message}");
        }
    }
}

#[test]
fn ids_that_no_source_has_share_a_note_and_a_doubt() {
    let said = |at: usize| format!("Fee {at} is kept.{}\n\n", cite(&format!("turn0file{at}")));
    let answer = (0..5).map(said).collect::<Vec<String>>().concat();
    let source = |at: usize| format!("{{\"text\":\"Fee {at} is kept.\"}}");
    let sources: Vec<String> = (0..5).map(source).collect();
    let case = format!(
        "{{\"response\":{},\"sources\":[{}]}}",
        serde_json::to_string(&answer).unwrap(),
        sources.join(",")
    );
    let folder = Folder::new(&[("case.json", &case)]);
    let output = folder.check("case.json --select P008 --format json");
    let found: Value = serde_json::from_str(&output.stdout).unwrap();
    let messages: Vec<&str> = found["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["message"].as_str().unwrap())
        .collect();
    assert_eq!(
        messages,
        [
            "no source has 5 cited ids (matched by position in the list), first cited by citations 1, 2, 3, 4 and 5"
        ]
    );
}

#[test]
fn one_doubt_of_many_passages_is_written_once() {
    let folder = Folder::new(&[("answer.json", &placed(5))]);
    for number in 1..=5 {
        folder.write(&format!("docs/{number}.txt"), &format!("Fee number {number} is kept."));
    }
    let args = ["show", "answer.json", "docs/"].map(str::to_owned);
    let shown = run(folder.0.path(), &args, "").stdout;
    let doubt = "its text comes from the source at the same position in the list";
    assert_eq!(shown.matches(&format!("doubt: {doubt}")).count(), 1, "{shown}");
    assert!(shown.contains(" (5 passages)\n"), "{shown}");
    assert_eq!(shown.matches("      doubt: as at [1]\n").count(), 4, "{shown}");
}
