//! The form of messages: fragments in lower case without a full stop, as compilers print them.

use std::path::Path;

use pincite::inspect::{check, inspect};
use pincite::rules::rules;
use regex::Regex;
use serde_json::Value;

use crate::cli::run;
use crate::corpus::corpus;

/// Returns the fault in the form of a message, if there is one. Quoted text may have any form.
fn fault(message: &str) -> Option<&'static str> {
    let quoted = Regex::new("`[^`]*`|\u{201c}[^\u{201d}]*\u{201d}").unwrap();
    let own = quoted.replace_all(message, "`x`");
    let mut words = own.split_whitespace();
    let first = words.next()?;
    let letters = || first.chars().filter(|c| c.is_alphabetic());
    let is_capitalised = first.starts_with(char::is_uppercase)
        && letters().skip(1).all(char::is_lowercase)
        && !first.contains(|c: char| c.is_ascii_digit());
    if is_capitalised {
        return Some("starts with a capital");
    }
    if own.ends_with('.') && !own.ends_with("...") {
        return Some("ends with a full stop");
    }
    let sentences = Regex::new(r"[a-z0-9`)\]]\. [A-Z`]").unwrap();
    sentences.is_match(&own).then_some("has several sentences")
}

#[test]
fn the_form_is_recognised() {
    for sound in
        ["unknown source `A.`", "\u{201c}It rose.\u{201d} not found", "3 markers", "U+200B"]
    {
        assert_eq!(fault(sound), None, "{sound}");
    }
    for faulty in ["No source", "no source.", "one `a`. `b` is two", "It rose. And fell"] {
        assert!(fault(faulty).is_some(), "{faulty}");
    }
}

/// True if a message announces itself with a colon and the words of its rule's name, which reports print
/// in front of it.
fn announces_its_rule(rule: &str, message: &str) -> bool {
    let announced = message.split_once(": ").map_or("", |(before, _)| before);
    let announced = if announced.contains(['`', '(']) { "" } else { announced };
    let words: Vec<&str> = rule.split('-').collect();
    words.windows(2).any(|pair| announced.starts_with(&pair.join(" ")))
}

#[test]
fn an_announcement_is_recognised() {
    assert!(announces_its_rule("range-too-wide", "range too broad: L7 is enough"));
    assert!(!announces_its_rule("unknown-source", "unknown source `a.b` (1 source loaded: `c`)"));
}

#[test]
fn messages_of_all_rules_are_fragments() {
    for rule in rules() {
        let mut inspection = inspect(rule.fires.case().unwrap());
        let severity = |other: &_| rule.severity_in_example(other);
        check(&mut inspection, &rule.example_settings(), &severity);
        assert!(!inspection.findings.is_empty(), "{}", rule.name);
        for finding in inspection.findings {
            let message = &finding.message;
            assert!(!announces_its_rule(rule.name, message), "{}: {message}", rule.name);
            let fix = finding.fix.map(|fix| fix.summary);
            for text in
                [Some(finding.message.into_owned()), finding.help, fix].into_iter().flatten()
            {
                assert_eq!(fault(&text), None, "{}: {text}", rule.name);
            }
        }
        assert_eq!(fault(rule.summary), None, "{}: {}", rule.name, rule.summary);
    }
}

/// Checks the findings on everything in a folder, and the lines on standard error. Returns the number
/// of texts.
fn check_folder(root: &Path, folder: &str) -> usize {
    let args = ["check", "--select", "ALL", "--allow-ignores", "--format", "json", folder];
    let output = run(root, &args.map(str::to_owned), "");
    let mut seen = 0;
    for line in output.stdout.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        for finding in case["findings"].as_array().into_iter().flatten() {
            for text in
                [&finding["message"], &finding["help"]].into_iter().filter_map(Value::as_str)
            {
                seen += 1;
                let rule = finding["rule"].as_str().unwrap();
                assert_eq!(fault(text), None, "{folder} {rule}: {text}");
                assert!(!announces_its_rule(rule, text), "{folder} {rule}: {text}");
            }
        }
        for note in case["notes"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            assert_eq!(fault(note), None, "{folder}: {note}");
        }
    }
    for line in output.stderr.lines() {
        let text = line.split_once(": ").map_or(line, |(_, text)| text);
        assert_eq!(fault(text), None, "{folder}: {line}");
    }
    seen
}

#[test]
fn messages_on_all_samples_are_fragments() {
    let seen = check_folder(Path::new(env!("CARGO_MANIFEST_DIR")), "samples");
    assert!(seen > 100, "only {seen} texts");
}

#[test]
fn messages_on_recorded_answers_are_fragments() {
    let Some(folder) = corpus() else { return };
    let names = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap());
    let names = names.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name());
    let seen: usize = names.map(|name| check_folder(&folder, name.to_str().unwrap())).sum();
    assert!(seen > 100, "only {seen} texts");
}
