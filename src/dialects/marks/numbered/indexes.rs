//! Names of programs and formulas before an index: `x[0]`, `args[i]`, `δ<sub>w</sub>[0]`.

use std::collections::BTreeSet;

use crate::dialects::marks::numbered::marks::text_before;

/// Returns the names with an index that cannot be a mark: `x[0]`, `x[i]`. `[0]` may be one if
/// `zero_cites`.
pub(super) fn indexed(text: &str, zero_cites: bool) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for at in memchr::memchr_iter(b'[', text.as_bytes()) {
        let index = text.get(at + 1..).unwrap_or_default();
        let is_index = !zero_cites && index.starts_with("0]")
            || ["i]", "j]", "n]", "-1]", ":", "'", "\""].iter().any(|it| index.starts_with(it));
        let name = if is_index { name(text_before(text, at)) } else { "" };
        if !name.is_empty() {
            names.insert(name);
        }
    }
    names
}

/// Returns the name before a bracket, as programs and formulas write it: with Greek letters, and with what is
/// lowered after it.
pub(super) fn name(before: &str) -> &str {
    let lowered = before.strip_suffix("</sub>").and_then(|inner| inner.rfind("<sub>"));
    let end = lowered.unwrap_or(before.len());
    let start = before.get(..end).map_or(end, |words| words.trim_end_matches(is_of_name).len());
    before.get(start..).filter(|name| start < end && !name.ends_with('.')).unwrap_or_default()
}

/// Returns the word before a bracket, as programs name things.
pub(super) fn variable(before: &str) -> &str {
    let start = before.trim_end_matches(is_of_variable).len();
    before.get(start..).unwrap_or_default()
}

/// True for a number in a path of `XPath`: `./td[2]/a`, `//a[1][@href]`, `text()[1]`.
pub(super) fn is_step(before: &str, after: &str) -> bool {
    const TESTS: [&str; 2] = ["/text()", "/node()"];
    let step = variable(before);
    let is_in_path =
        !step.is_empty() && before.strip_suffix(step).is_some_and(|before| before.ends_with('/'));
    let goes_on = after.strip_prefix(['/', '[']).is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_alphabetic() || matches!(c, '@' | '/'))
    });
    is_in_path && goes_on || TESTS.iter().any(|test| before.ends_with(test))
}

fn is_of_variable(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')
}

fn is_of_name(c: char) -> bool {
    is_of_variable(c) || ('\u{391}'..='\u{3c9}').contains(&c)
}
