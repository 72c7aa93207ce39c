//! Precedence of settings from several origins.

use super::*;
use crate::rules::{rule, rules};

fn config(file: &str, flags: Layer) -> Config {
    let file = file::parse(file, "pincite.toml").unwrap();
    Config::new(file, flags, Path::new("answer.md")).unwrap()
}

fn selectors(names: &[&str]) -> Vec<Selector> {
    names.iter().map(|name| Selector::parse(name).unwrap()).collect()
}

fn message(file: &str) -> String {
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
fn faults_are_reported_with_their_line() {
    assert_eq!(
        message("[check]\nselcet = []\n"),
        "cannot read pincite.toml:2:1: unknown key `selcet` in [check]; did you \
         mean `select`?"
    );
    assert_eq!(
        message("[severity]\n\nunknown-sauce = \"note\"\n"),
        "cannot read pincite.toml:3:1: unknown rule `unknown-sauce`; did you mean \
         `unknown-source`?"
    );
    assert_eq!(
        message("[severity]\nP001 = \"bad\"\n"),
        "cannot read pincite.toml:2:8: unknown severity `bad`; expected `error`, \
         `warning`, `note` or `off`"
    );
    assert_eq!(
        message("[thresholds]\nleast-score = 2\n"),
        "cannot read pincite.toml:2:15: `least-score` must be a number from 0 to 1"
    );
    assert_eq!(
        message("[least-scores]\njudge = \"high\"\n"),
        "cannot read pincite.toml:2:9: the least score of an origin must be a \
         number"
    );
    assert_eq!(
        message("check = 1\n"),
        "cannot read pincite.toml:1:9: expected a table such as `[check]`"
    );
    assert!(message("[check]\nselect = [\n").starts_with("cannot read pincite.toml:"));
}

#[test]
fn an_unknown_key_names_the_nearest_or_its_table() {
    let reason = |text: &str| message(text).split_once(": ").unwrap().1.to_owned();
    assert_eq!(
        reason("[thresholds]\nleast-scor = 1\n"),
        "unknown key `least-scor` in [thresholds]; did you mean `least-score`?"
    );
    assert_eq!(
        reason("fail-on = \"error\"\n"),
        "unknown key `fail-on` at the top of the file; it belongs in [check]"
    );
    assert_eq!(
        reason("[citations]\nselect = []\n"),
        "unknown key `select` in [citations]; it belongs in [check]"
    );
    assert_eq!(
        reason("[citations]\nzzzzzzzzzzz = 1\n"),
        "unknown key `zzzzzzzzzzz` in [citations]; the keys there are `pattern` and `sources`"
    );
    assert_eq!(
        reason("[chekc]\n"),
        "unknown key `chekc` at the top of the file; did you mean `check`?"
    );
}

#[test]
fn permissions_and_requirements_are_read_and_shown() {
    let file = "sources = [\"docs/\"]\n\n[check]\nignore = []\nfail-on = \"warning\"\nallow-ignores = true\nrequire = [\"text\"]\n";
    let config = config(file, Layer::default());
    assert!(config.settings().allow_ignores && config.requires(Requirement::Text));
    assert!(!config.requires(Requirement::Citations));
    assert!(config.to_toml().starts_with(file), "{}", config.to_toml());
    assert!(message("[check]\nallow-ignores = 1\n").ends_with("expected `true` or `false`"));
    assert!(message("[check]\nrequire = [\"texts\"]\n").contains("none of `text`, `citations`"));
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
