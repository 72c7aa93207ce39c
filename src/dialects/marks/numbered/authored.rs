//! Links that are called by the authors and the year of a work, `[Holm et al. 2012](https://…)`, and lists whose
//! entries are statements with links.

use std::collections::BTreeSet;

use crate::dialects::marks::numbered::entries::Entry;
use crate::text::Span;
use crate::text::prose::MONTHS;

/// The minimum number of different labels with several authors that show that labels name works.
const MIN_WORKS: usize = 3;

/// Maximum number of words before the year.
const MAX_WORDS: usize = 8;

/// Words before a year that name no author, in lower case.
const OTHERS: &[&str] = &[
    "spring",
    "summer",
    "autumn",
    "fall",
    "winter",
    "since",
    "in",
    "version",
    "edition",
    "report",
    "reports",
    "survey",
    "guide",
    "release",
    "update",
    "plan",
    "act",
    "conference",
    "review",
    "outlook",
];

/// Words before a name.
const PARTICLES: &[&str] =
    &["de", "del", "van", "von", "der", "den", "la", "le", "di", "da", "dos"];

/// Returns the labels that name works, in a text with some that name several authors.
pub(super) fn labels(all: &[&str]) -> BTreeSet<String> {
    let named = |is_sure: bool| -> BTreeSet<String> {
        let works = all.iter().filter(|label| names_work(label, is_sure));
        works.map(|label| (*label).to_owned()).collect()
    };
    let sure = named(true);
    if sure.len() < MIN_WORKS { BTreeSet::new() } else { named(false) }
}

/// True for a line whose first link is called by several authors and a year, after the words of a statement.
fn ends_statement(line: &str) -> bool {
    const MIN_SAID: usize = 8;
    let Some((before, _)) = line.split_once("](http") else { return false };
    let Some((said, label)) = before.rsplit_once('[') else { return false };
    names_work(label, true) && said.split_whitespace().count() >= MIN_SAID
}

/// True for authors and a year; for several authors if it has to be sure.
fn names_work(label: &str, is_sure: bool) -> bool {
    let label = label.trim().trim_matches(['*', '_']);
    let label = label.strip_suffix(')').unwrap_or(label);
    let label = label.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let Some((authors, year)) =
        label.len().checked_sub(4).and_then(|at| label.split_at_checked(at))
    else {
        return false;
    };
    let is_year = year.bytes().all(|byte| byte.is_ascii_digit())
        && (year.starts_with("19") || year.starts_with("20"));
    let words: Vec<&str> = authors.trim_end_matches([' ', ',', '(']).split_whitespace().collect();
    let is_other = |word: &str| {
        let word = word.to_lowercase();
        let word = word.trim_matches(['.', ',']);
        MONTHS.contains(&word) || OTHERS.contains(&word)
    };
    let is_name = |word: &&str| {
        word.starts_with(char::is_uppercase)
            && word.chars().all(|c| c.is_alphabetic() || "-'’.,".contains(c))
            && !is_other(word)
    };
    let names = words.iter().skip_while(|word| PARTICLES.contains(word));
    let is_named = names.take(1).any(is_name);
    let joins = |word: &&str| matches!(*word, "&" | "and" | "et" | "und" | "y");
    let is_fit = is_year && (1..=MAX_WORDS).contains(&words.len()) && is_named;
    let is_part = |word: &&str| is_name(word) || PARTICLES.contains(word);
    let several = authors.contains("et al")
        || words.iter().any(joins) && words.iter().all(|word| joins(word) || is_part(word));
    is_fit && (several || !is_sure && words.len() < 3 && words.iter().all(is_part))
}

/// True if most entries of a list without a heading are statements: each has a link in round brackets, and says
/// more after it. `1. **The ferry** ([pier.example/ferry](https://pier.example/ferry)) – it leaves at noon.`
/// Or the links after their words are called by authors and years.
pub(super) fn says_entries(text: &str, entries: &[Entry]) -> bool {
    let is_statement = |line: &str| {
        if ends_statement(line) {
            return true;
        }
        let Some((_, link)) = line.split_once("([") else { return false };
        let more = link.split_once("](http").and_then(|(_, url)| url.split_once("))"));
        more.is_some_and(|(_, more)| more.contains(char::is_alphanumeric))
    };
    // Thousands of entries may be in one line.
    let mut last = (Span::default(), false);
    let is_statement = |entry: &&Entry| {
        if last.0 != entry.span {
            last = (entry.span, is_statement(entry.span.slice(text).unwrap_or_default()));
        }
        last.1
    };
    let statements = entries.iter().filter(is_statement).count();
    statements > 1 && statements * 2 > entries.len()
}
