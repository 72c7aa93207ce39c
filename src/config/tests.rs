//! What is in force when several say something.

use super::*;
use crate::rules::{rule, rules};

fn config(file: &str, flags: Layer) -> Config {
    let file = file::parse(file, "pincite.toml").unwrap();
    Config::new(file, flags, Path::new("answer.md")).unwrap()
}

fn selectors(names: &[&str]) -> Vec<Selector> {
    names.iter().map(|name| Selector::parse(name).unwrap()).collect()
}

fn told(file: &str) -> String {
    file::parse(file, "pincite.toml").unwrap_err().to_string()
}

#[test]
fn nothing_said_is_the_default() {
    let config = config("", Layer::default());
    for rule in rules() {
        assert_eq!(config.severity(rule), crate::rules::by_default(rule), "{}", rule.name);
    }
    assert!(config.fails(Severity::Warning) && !config.fails(Severity::Note));
}

#[test]
fn a_flag_replaces_the_key_of_the_file() {
    let unknown = rule("unknown-source").unwrap();
    let file = "[check]\nignore = [\"P001\"]\nfail-on = \"never\"\n";
    assert_eq!(config(file, Layer::default()).severity(unknown), None);
    assert!(!config(file, Layer::default()).fails(Severity::Error));
    let flags = Layer {
        ignore: Some(selectors(&[])),
        fail_on: Some(Some(Severity::Note)),
        ..Layer::default()
    };
    let config = config(file, flags);
    assert_eq!(config.severity(unknown), Some(Severity::Error));
    assert!(config.fails(Severity::Note));
}

#[test]
fn the_closest_name_wins_and_ignoring_wins_a_tie() {
    let unknown = rule("unknown-source").unwrap();
    let severity = |select: &[&str], ignore: &[&str]| {
        let flags = Layer {
            select: Some(selectors(select)),
            ignore: Some(selectors(ignore)),
            ..Layer::default()
        };
        config("", flags).severity(unknown)
    };
    assert_eq!(severity(&["P001"], &["P"]), Some(Severity::Error));
    assert_eq!(severity(&["P"], &["P0"]), None);
    assert_eq!(severity(&["P001"], &["unknown-source"]), None);
    assert_eq!(severity(&["ALL"], &[]), Some(Severity::Error));
    assert_eq!(severity(&["I"], &[]), None);
}

#[test]
fn severities_are_put_on_top_of_one_another() {
    let unknown = rule("unknown-source").unwrap();
    let unclear = rule("unclear-ignore").unwrap();
    let file = "[severity]\nP = \"note\"\nI001 = \"error\"\n";
    let one = |name: &str, level| (Selector::parse(name).unwrap(), level);
    let flags = Layer { severity: vec![one("I001", None)], ..Layer::default() };
    let config = config(file, flags);
    assert_eq!(config.severity(unknown), Some(Severity::Note));
    assert_eq!(config.severity(unclear), None);
}

#[test]
fn what_is_shown_says_the_same() {
    let file = "\
[check]
select = [\"P\", \"unclear-ignore\"]
ignore = [\"P001\"]
fail-on = \"error\"

[severity]
I001 = \"off\"

[thresholds]
least-score = 0.25
least-support = 0.2

[least-scores]
judge = 3.5

[per-file-ignores]
\"drafts/**\" = [\"ALL\"]
";
    assert_eq!(config(file, Layer::default()).to_toml(), file);
    let own = "[citations]\npattern = '<(?<id>\\w+)>'\n\n[citations.sources]\na = \"docs/a.md\"\n";
    let shown = config(&format!("{file}\n{own}"), Layer::default()).to_toml();
    assert_eq!(shown, format!("{file}\n{own}"));
}

#[test]
fn faults_are_told_with_their_line() {
    assert_eq!(
        told("[check]\nselcet = []\n"),
        "cannot read pincite.toml, at line 2: there is no key `selcet`; the nearest is `select`"
    );
    assert_eq!(
        told("[severity]\n\nunknown-sauce = \"note\"\n"),
        "cannot read pincite.toml, at line 3: there is no rule `unknown-sauce`; the nearest is \
         `unknown-source`"
    );
    assert_eq!(
        told("[severity]\nP001 = \"bad\"\n"),
        "cannot read pincite.toml, at line 2: `bad` is none of `error`, `warning`, `note` and `off`"
    );
    assert_eq!(
        told("[thresholds]\nleast-score = 2\n"),
        "cannot read pincite.toml, at line 2: `least-score` is a number from 0 to 1"
    );
    assert_eq!(
        told("[least-scores]\njudge = \"high\"\n"),
        "cannot read pincite.toml, at line 2: the least score of an origin is a number"
    );
    assert_eq!(
        told("check = 1\n"),
        "cannot read pincite.toml, at line 1: a table such as `[check]` belongs here"
    );
    assert!(told("[check]\nselect = [\n").starts_with("cannot read pincite.toml, at line "));
}

#[test]
fn patterns_start_from_the_files_folder() {
    let patterns = vec![("drafts/**".to_owned(), selectors(&["P"]))];
    let folder = std::path::absolute("some").unwrap();
    let ignored = |input: &str| ignored_here(&patterns, &folder, Path::new(input)).unwrap().len();
    assert_eq!(ignored("some/drafts/deep/a.md"), 1);
    assert_eq!(ignored("some/a.md"), 0);
    assert_eq!(ignored("drafts/a.md"), 0);
}
