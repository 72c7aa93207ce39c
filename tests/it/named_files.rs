//! Texts that cite the given files by their names, without numbers.

use serde_json::Value;

use crate::check::Folder;
use crate::cli::run;

const POLICY: &str = "# Policy\n\nFor all.\n\n## Limits\n\nThe limit is $400.\n\n## Else\n\nNo.\n";
const RATES: &str = "Overtime is paid at 150 %.\n";

/// Returns each citation of a text beside these files: its mark, the kind of its anchor, its source with
/// the lines, and its claim.
fn cited(answer: &str) -> Vec<String> {
    let files = [
        ("answer.md", answer),
        ("docs/policy.md", POLICY),
        ("docs/Overtime Policy.txt", RATES),
        ("docs/old/rates.md", RATES),
    ];
    let folder = Folder::new(&files);
    let args = ["show", "--format", "json", "answer.md", "docs"].map(str::to_owned);
    let case: Value = serde_json::from_str(&run(folder.0.path(), &args, "").stdout).unwrap();
    let mut all = Vec::new();
    for citation in case["citations"].as_array().unwrap() {
        let places = citation["targets"].as_array().unwrap().iter().map(|target| {
            let passage = &target["passage"];
            let place = match passage["first_line"].as_u64() {
                Some(first) => format!("L{first}-L{}", passage["last_line"]),
                None => target["status"].as_str().unwrap().to_owned(),
            };
            format!("{} {place}", target["id"].as_str().unwrap())
        });
        let places = places.collect::<Vec<_>>().join(" + ");
        let kind = citation["anchor"]["kind"].as_str().unwrap();
        let claim = citation["claim"]["text"].as_str().unwrap_or("-");
        all.push(format!("{} {kind} {places} | {claim}", citation["raw"].as_str().unwrap()));
    }
    all
}

#[test]
fn the_address_of_a_file_in_a_configuration_is_no_mark() {
    let folder = Folder::new(&[("a.yaml", "prompts: [file://pier/times.js]\n")]);
    let output = folder.check("--format json a.yaml");
    assert!(output.stdout.contains(r#""total":0"#), "{}", output.stdout);
    assert!(output.stdout.contains("C001"), "{}", output.stdout);
}

#[test]
fn brackets_and_links_name_them() {
    let answer = "Overtime is paid at 150 % [Overtime Policy]. The limit is $400 [policy.md#limits], \
        as [our rules](docs/policy.md#limits) say ([policy](./policy.md)). See (policy.md) and \
        `[policy.md]`, [none](none.md), ![policy](policy.md) and [policy.md#gone].\n";
    let marks: Vec<String> =
        cited(answer).into_iter().map(|line| line.split_once(" |").unwrap().0.to_owned()).collect();
    assert_eq!(
        marks,
        [
            "[Overtime Policy] marker Overtime Policy.txt L1-L1",
            "[policy.md#limits] marker policy.md L5-L8",
            "[our rules](docs/policy.md#limits) point policy.md L5-L8",
            "[policy](./policy.md) marker policy.md L1-L11",
            "(policy.md) marker policy.md L1-L11",
            "[policy.md#gone] marker policy.md unresolved",
        ]
    );
}

#[test]
fn lines_are_places() {
    let answer = "One is so [policy.md:7]. Two is so [docs/policy.md:5-7]. Three is so [policy.md#L5-L7]. \
        Four is so [policy.md L7]. Five is so [Overtime Policy, line 1]. Six is so (policy.md lines 5-7).\n";
    assert_eq!(
        cited(answer),
        [
            "[policy.md:7] marker policy.md L7-L7 | One is so",
            "[docs/policy.md:5-7] marker policy.md L5-L7 | Two is so",
            "[policy.md#L5-L7] marker policy.md L5-L7 | Three is so",
            "[policy.md L7] marker policy.md L7-L7 | Four is so",
            "[Overtime Policy, line 1] marker Overtime Policy.txt L1-L1 | Five is so",
            "(policy.md lines 5-7) marker policy.md L5-L7 | Six is so",
        ]
    );
}

#[test]
fn where_a_file_comes_from_and_other_spellings_are_no_obstacle() {
    let answer = "One is so [wiki | policy.md]. Two is so [Source: wiki | policy.md]. Three is so \
        ([wiki | policy.md], [web | rates.md]). Four is so [policy.md :: Limits]. Five is so \
        [policy.md](#limits). Six is so [overtime-policy.txt]. Seven is [a | b].\n";
    assert_eq!(
        cited(answer),
        [
            "[wiki | policy.md] marker policy.md L1-L11 | One is so",
            "[Source: wiki | policy.md] marker policy.md L1-L11 | Two is so",
            "[wiki | policy.md] marker policy.md L1-L11 | Three is so",
            "[web | rates.md] marker rates.md L1-L1 | Three is so",
            "[policy.md :: Limits] marker policy.md L5-L8 | Four is so",
            "[policy.md](#limits) marker policy.md L5-L8 | Five is so",
            "[overtime-policy.txt] marker Overtime Policy.txt L1-L1 | Six is so",
        ]
    );
}

#[test]
fn rows_and_cases_name_given_files_too() {
    let answer = "The limit is $400.\n\n**Sources:**\n- policy.md \u{2014} section: limits\n";
    let case = serde_json::json!({"id": "a", "response": answer}).to_string();
    let folder = Folder::new(&[("case.json", case.as_str()), ("docs/policy.md", POLICY)]);
    let shown = run(folder.0.path(), &["show", "case.json", "docs"].map(str::to_owned), "").stdout;
    assert!(shown.contains("1 citation, 0 unresolved"), "{shown}");
    assert!(shown.contains("read 1 mark such as `policy.md`, which name files given"), "{shown}");
}

#[test]
fn headings_of_markdown_are_places() {
    let answer = "One is so [policy.md § Limits]. Two is so [policy.md, \"Limits\"]. Three is so \
        [policy.md > Policy > Limits]. Four is so [docs/policy.md, section Gone]. Five is so \
        [policy.md § 4.2]. Six is so (see policy.md#limits).\n";
    assert_eq!(
        cited(answer),
        [
            "[policy.md § Limits] marker policy.md L5-L8 | One is so",
            "[policy.md, \"Limits\"] marker policy.md L5-L8 | Two is so",
            "[policy.md > Policy > Limits] marker policy.md L5-L8 | Three is so",
            "[docs/policy.md, section Gone] marker policy.md unresolved | Four is so",
            "[policy.md § 4.2] marker policy.md unresolved | Five is so",
            "(see policy.md#limits) marker policy.md L5-L8 | Six is so",
        ]
    );
}

#[test]
fn a_list_of_sources_cites_only_where_nothing_else_does() {
    let list = "\n\n## Sources\n\n- [policy.md](docs/policy.md)\n- `Overtime Policy.txt`: all of it\n- docs/old/rates.md\n";
    assert_eq!(
        cited(&format!("The limit is $400 [policy.md].{list}")),
        ["[policy.md] marker policy.md L1-L11 | The limit is $400"]
    );
    assert_eq!(
        cited(&format!("The limit is $400.{list}")),
        [
            "[policy.md](docs/policy.md) marker policy.md L1-L11 | -",
            "`Overtime Policy.txt` marker Overtime Policy.txt L1-L1 | -",
            "docs/old/rates.md marker rates.md L1-L1 | -",
        ]
    );
}

#[test]
fn lines_of_sources_cite_for_the_words_above() {
    assert_eq!(
        cited(
            "The limit is $400.\n\nSource: policy.md\n\nOvertime is paid.\n\n**Source:** [rates](old/rates.md)\n"
        ),
        [
            "policy.md marker policy.md L1-L11 | The limit is $400.",
            "[rates](old/rates.md) marker rates.md L1-L1 | Overtime is paid.",
        ]
    );
    assert_eq!(
        cited(
            "The limit is $400. Overtime is paid.\n\nSources: docs/policy.md, Overtime Policy; none.md\n"
        ),
        [
            "docs/policy.md marker policy.md L1-L11 | The limit is $400. Overtime is paid.",
            "Overtime Policy marker Overtime Policy.txt L1-L1 | The limit is $400. Overtime is paid.",
        ]
    );
}

#[test]
fn lines_of_files_are_cited_beside_names_of_files() {
    let answer =
        "The limit is $400 (docs/policy.md, lines 5-7). Overtime is paid [Overtime Policy].\n";
    assert_eq!(
        cited(answer),
        [
            "docs/policy.md, lines 5-7 marker docs/policy.md L5-L7 | The limit is $400",
            "[Overtime Policy] marker Overtime Policy.txt L1-L1 | Overtime is paid",
        ]
    );
}

#[test]
fn names_in_columns_of_sources_and_behind_dashes_cite() {
    let table = "| Fact | Source |\n|---|---|\n| The limit is $400 | policy.md § Limits |\n\
        | Overtime is paid | [rates](docs/old/rates.md) |\n| It rains | none |\n";
    assert_eq!(
        cited(table),
        [
            "policy.md § Limits marker policy.md L5-L8 | The limit is $400",
            "[rates](docs/old/rates.md) marker rates.md L1-L1 | Overtime is paid",
        ]
    );
    assert_eq!(
        cited(
            "- The limit is $400 — *policy.md*\n- It rains — none\n\n> Overtime is paid.\n> -- rates\n"
        ),
        [
            "*policy.md* marker policy.md L1-L11 | The limit is $400",
            "rates marker rates.md L1-L1 | Overtime is paid.",
        ]
    );
}

#[test]
fn lines_end_with_words_for_sources() {
    assert_eq!(
        cited(
            "1. The limit is $400. *Source: policy.md*\n2. Overtime is paid. (Source: rates.md)\n"
        ),
        [
            "policy.md* marker policy.md L1-L11 | The limit is $400.",
            "(Source: rates.md) marker rates.md L1-L1 | Overtime is paid.",
        ]
    );
}

#[test]
fn a_mention_in_a_sentence_is_noted() {
    let files = [
        ("answer.md", "As `policy.md` says, the limit is $400, whatever xpolicy.md says.\n"),
        ("docs/policy.md", POLICY),
        ("docs/rates.md", RATES),
    ];
    let folder = Folder::new(&files);
    let args = ["show", "answer.md", "docs"].map(str::to_owned);
    let output = run(folder.0.path(), &args, "").stdout;
    let note =
        "1 given file named in sentences, which is not read as citing: `policy.md` (brackets are)";
    assert!(output.contains(note), "{output}");
}

#[test]
fn an_answer_in_html_is_noted() {
    let page = "<!DOCTYPE html>\n<html><body><p>It rose.<sup><a href='#fn1'>1</a></sup></p></body></html>\n";
    let folder = Folder::new(&[("answer.html", page)]);
    let output = run(folder.0.path(), &["show", "answer.html"].map(str::to_owned), "").stdout;
    let note = "  the answer is HTML, whose tags, scripts and styles are left out: save the answer as \
                Markdown or text\n";
    assert!(output.contains(note), "{output}");
}

#[test]
fn a_document_about_sources_is_one_source() {
    let form = "## Form\n\nIt looks so, and there is more to say about it.\n\nAnd more.\n\n```\n\
        <source id=\"1\">One.</source>\n```\n\nOr:\n\n```\n<source id=\"2\">\nTwo.\n</source>\n```\n\n\
        Both are read.\n\nSo it is.\n\nNo more.\n\nThe end of it.\n\nReally.\n";
    let files = [("answer.md", "It looks so [forms.md].\n"), ("docs/forms.md", form)];
    let folder = Folder::new(&files);
    let args = ["show", "answer.md", "docs"].map(str::to_owned);
    let output = run(folder.0.path(), &args, "").stdout;
    let (_, sources) = output.split_once("\nsources:\n").unwrap();
    assert!(sources.starts_with("  forms.md, 27 lines, cited once\n"), "{sources}");
}
