//! The published JSON Schemas: the files in `assets/schemas/` are what the program prints, and what
//! the program writes and reads is valid by them.

use std::path::Path;

use serde_json::Value;

use crate::cli::run;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the output of the program in the folder of samples; findings are allowed.
#[track_caller]
fn printed(args: &str) -> String {
    let args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
    let output = run(&root().join("samples"), &args, "");
    assert!(output.status < 2, "{args:?}: {}", output.stderr);
    output.stdout
}

fn names() -> Vec<String> {
    let list = printed("schema");
    list.lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect()
}

#[test]
fn the_files_are_those_of_the_types_and_what_the_program_prints() {
    let folder = root().join("assets/schemas");
    let in_folder = |name: &str| folder.join(format!("{name}.json"));
    for (name, schema) in pincite::report::schema::of_types() {
        let path = in_folder(name);
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("PINCITE_DOCS").is_some_and(|it| it == "write") {
            std::fs::write(&path, &text).unwrap();
        }
        let hint = "run `PINCITE_DOCS=write cargo test schemas::`, then build again";
        let file = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(file == text, "{} is out of date: {hint}", path.display());
    }
    for name in names() {
        let file = std::fs::read_to_string(in_folder(&name)).unwrap();
        assert!(file == printed(&format!("schema {name}")), "{name}");
    }
    let files = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(files, names().len(), "a file in {} has no layout", folder.display());
    let page = std::fs::read_to_string(root().join("docs/schemas.md")).unwrap();
    for name in names() {
        assert!(page.contains(&format!("| `{name}` |")), "docs/schemas.md lacks {name}");
    }
}

/// Checks JSON values, one per line or one alone, against a layout.
#[track_caller]
pub(crate) fn check(name: &str, json: &str) {
    let schema: Value = serde_json::from_str(&printed(&format!("schema {name}"))).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let whole = serde_json::from_str(json).map(|value| vec![value]);
    let values: Vec<Value> = whole
        .unwrap_or_else(|_| json.lines().map(|line| serde_json::from_str(line).unwrap()).collect());
    assert!(!values.is_empty(), "{name}");
    for value in values {
        let faults: Vec<String> = validator
            .iter_errors(&value)
            .map(|it| format!("{}: {it}", it.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new(), "{name}");
        let empty = Value::Object(serde_json::Map::new());
        assert!(!validator.is_valid(&empty), "{name} takes anything");
    }
}

#[test]
fn outputs_are_valid() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let read = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    let handbook = "handbook/answer.md handbook/sources";
    check("inspection", &printed(&format!("show --format json {handbook}")));
    check("findings", &printed(&format!("check --format json {handbook}")));
    check("findings", &printed("check --format json case/cases.jsonl"));
    check("citation", &printed(&format!("check --format jsonl-citations {handbook}")));
    check("citation", &printed("check --format jsonl-citations case/cases.jsonl"));
    let (metrics, baseline) = (file("metrics.json"), file("baseline.json"));
    let json = printed(&format!("check --format json --metrics {metrics} {handbook}"));
    check("metrics", &read("metrics.json"));
    check("metrics", json.lines().last().unwrap());
    printed(&format!("check --write-baseline {baseline} {handbook}"));
    check("baseline", &read("baseline.json"));
    let reviewed = "review/answers.jsonl --review review/ann.review.jsonl";
    check("report", &printed(&format!("report --format json {reviewed}")));
    check("diff", &printed("diff --format json handbook/answer.md handbook/answer.md"));
    check("rules", &printed("rules --format json"));
    let journals = "review/ann.review.jsonl review/bob.review.jsonl";
    check("review", &printed(&format!("review report --format json {journals}")));
    check("agreement", &printed(&format!("review agreement --format json {journals}")));
    let journal = std::fs::read_to_string(root().join("samples/review/ann.review.jsonl")).unwrap();
    check("journal", &journal);
    check("case", &std::fs::read_to_string(root().join("samples/case/case.json")).unwrap());
    check("case", &printed("convert case/case.json --to case"));
}
