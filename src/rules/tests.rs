//! Properties of every rule.

use std::collections::BTreeSet;

use super::*;
use crate::inspect::inspect;

fn findings_on(rule: &'static Rule, example: &Example) -> Vec<Finding> {
    let mut inspection = inspect(example.case().unwrap());
    crate::inspect::check(&mut inspection, &rule.example_settings(), &|other| {
        rule.severity_in_example(other)
    });
    inspection.findings.retain(|finding| finding.rule.name == rule.name);
    inspection.findings
}

#[test]
fn names_and_codes_are_unique_and_well_formed() {
    let mut seen = BTreeSet::new();
    for group in GROUPS {
        assert!(group.rules.is_sorted_by_key(|rule| rule.code), "{}", group.title);
        for rule in group.rules {
            assert!(seen.insert(rule.name) && seen.insert(rule.code), "{}", rule.code);
            assert!(rule.code.starts_with(group.letter), "{}", rule.code);
            assert!(!rule.summary.ends_with('.') && !rule.explain.is_empty(), "{}", rule.code);
        }
    }
}

#[test]
fn every_example_fires_and_its_counter_example_does_not() {
    for rule in rules() {
        let fired = findings_on(rule, &rule.fires);
        assert!(!fired.is_empty(), "{} finds nothing in its example", rule.name);
        assert!(fired.iter().all(|finding| !finding.message.is_empty()), "{}", rule.name);
        let passed = findings_on(rule, &rule.passes);
        assert!(passed.is_empty(), "{} finds {:?}", rule.name, passed[0].message);
    }
}

#[test]
fn an_example_that_passes_passes_every_rule() {
    let mut faults = Vec::new();
    for rule in rules() {
        let mut inspection = inspect(rule.passes.case().unwrap());
        crate::inspect::check(&mut inspection, &rule.example_settings(), &by_default);
        for finding in inspection.findings {
            let Finding { rule: other, message, .. } = finding;
            faults.push(format!("{} {}: {} {message}", rule.code, rule.name, other.code));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
