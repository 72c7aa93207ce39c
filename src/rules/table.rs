//! The table of all rules.

use super::{
    Group, Rule, coverage, evidence, ignoring, marker, placement, pointer, quote, references,
};

/// All groups, in the order in which a person would look.
pub static GROUPS: &[&Group] = &[
    &pointer::GROUP,
    &marker::GROUP,
    &placement::GROUP,
    &quote::GROUP,
    &evidence::GROUP,
    &references::GROUP,
    &coverage::GROUP,
    &ignoring::GROUP,
];

/// Returns all rules, by group and code.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    GROUPS.iter().flat_map(|group| group.rules).copied()
}

/// Returns the rule of this code or name.
pub fn rule(code_or_name: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.code == code_or_name || rule.name == code_or_name)
}
