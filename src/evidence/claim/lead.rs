//! Citations that open the sentence they support: `Document [1] states: "…"`, `In [3], …`,
//! `src/app.rs:42 returns …`.

use std::sync::LazyLock;

use crate::evidence::word_lists::list;

const LISTS: &str = include_str!("../../../assets/words/leads.txt");

/// Words for a source before a mark, in lower case.
static NOUNS: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "nouns"));

/// Words that lead to a source, in lower case: a claim never consists of them alone.
static LEADS: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "leads"));

/// Phrases that lead to a source whatever it is called, in lower case: `according to the policy [1], …`.
static INTRODUCTIONS: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "introductions"));

/// The maximum number of words of such a phrase and the name of its source.
const MAX_INTRODUCTION: usize = 8;

/// Words between two marks that name sources together, in lower case.
static JOINS: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "joins"));

/// Words that begin a clause with a subject of its own, in lower case.
static CLAUSES: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "clauses"));

/// Words after which a place in code is a part of its sentence, in lower case.
static PREPOSITIONS: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "prepositions"));

/// Words that ask the reader to look at a source, in lower case.
static POINTS: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "points"));

/// Verbs that say what a source holds, in lower case.
static VERBS: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "verbs"));

/// Maximum number of words before a mark that name who says something: `Smith et al. [3] found …`.
const MAX_NAMES: usize = 4;

/// The part that the words of a sentence before a mark play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lead {
    /// They are no claim: the words after the mark are.
    Opens,
    /// They name who says what follows: the whole sentence is the claim.
    Names,
}

/// Returns the lead that the words `before` a mark in its sentence are; `after` is the rest of it.
/// A mark of a place in code may be the subject itself, whatever verb follows.
pub(super) fn lead(before: &str, after: &str, is_code: bool) -> Option<Lead> {
    let mut following = after.split_whitespace();
    let verb = following.next().unwrap_or_default();
    if following.next().is_none() && !verb.ends_with([':', '\u{ff1a}']) {
        return None;
    }
    let whole = before;
    let before = behind_label(before);
    if before.trim_end().ends_with([')', '(', '[']) {
        return None;
    }
    let goes_on = after.trim_start_matches(':').starts_with(' ');
    if is_code && goes_on && whole.trim_end().ends_with([':', '\u{ff1a}']) {
        return Some(Lead::Opens);
    }
    let words: Vec<String> = words(before).collect();
    let is_verb = is_verb(verb);
    let opens_low = || after.starts_with(' ') && verb.starts_with(char::is_lowercase);
    match words.split_last() {
        None => (is_verb || is_code && opens_low()).then_some(Lead::Opens),
        Some((last, rest)) => {
            let is_lead = |word: &String| {
                NOUNS.contains(&word.as_str())
                    || LEADS.contains(&word.as_str())
                    || JOINS.contains(&word.as_str())
            };
            let points = POINTS.contains(&last.as_str());
            if !points && is_lead(last) && rest.iter().all(is_lead) {
                return Some(Lead::Opens);
            }
            if is_introduction(before) && after.starts_with([' ', ',']) {
                return Some(Lead::Opens);
            }
            let is_clause = before.trim_end().ends_with(';') || CLAUSES.contains(&last.as_str());
            if is_clause && (is_verb || is_code && opens_low()) {
                return Some(Lead::Opens);
            }
            if is_code && after.starts_with([' ', ',']) && PREPOSITIONS.contains(&last.as_str()) {
                return Some(Lead::Names);
            }
            let is_name = before.trim_start().starts_with(char::is_uppercase);
            (is_verb && is_name && words.len() <= MAX_NAMES).then_some(Lead::Names)
        }
    }
}

/// True if the words before a mark lead to its source: `Furthermore, according to the policy`.
fn is_introduction(before: &str) -> bool {
    let clause =
        before.split_once([',', '\u{ff0c}']).filter(|(first, _)| words(first).count() == 1);
    let clause = clause.map_or(before, |(_, after)| after).trim();
    let low = clause.to_lowercase();
    let begins = |phrase: &&str| low.strip_prefix(*phrase).is_some_and(|it| it.starts_with(' '));
    !clause.contains([',', ';', ':'])
        && words(clause).count() <= MAX_INTRODUCTION
        && INTRODUCTIONS.iter().any(begins)
}

/// True if a verb that says what a source holds opens the words after a mark.
pub(super) fn says(after: &str) -> bool {
    after.split_whitespace().next().is_some_and(is_verb)
}

/// True for such a verb that does not begin a sentence: `[1] defines it`, but not `[1] Define it`.
fn is_verb(word: &str) -> bool {
    !word.starts_with(char::is_uppercase) && is_one_of(word, &VERBS)
}

/// Returns the length of a clause that ends before `, while` or the like, where the next mark is the subject
/// of what follows: `opens it, while [2] closes it`.
pub(super) fn clause_before_subject(between: &str) -> Option<usize> {
    let said = between.trim_end();
    let clause = if let Some(clause) = said.strip_suffix(';') {
        clause
    } else {
        let (clause, last) = said.rsplit_once(char::is_whitespace)?;
        Some(clause).filter(|_| is_one_of(last, &CLAUSES))?
    };
    let clause = clause.trim_end_matches([',', ' ', '\n']);
    clause.contains(char::is_alphanumeric).then_some(clause.len())
}

/// Returns the words after a label that leads to a mark: `Scope: document` of `Scope: document [1] …`.
fn behind_label(before: &str) -> &str {
    let labels = before.rmatch_indices([':', '\u{ff1a}', '-', '–', '—']);
    let ends = labels.map(|(at, sign)| before.get(at + sign.len()..).unwrap_or_default());
    let mut after = ends.filter(|rest| rest.starts_with(' ') && words(rest).next().is_some());
    after.next().unwrap_or(before)
}

/// True if the words between two marks only join them: `[1] and [2]`, `document [2] and document [3]`.
pub(super) fn joins(between: &str) -> bool {
    let mut words = words(between).peekable();
    words.peek().is_some()
        && words.all(|word| JOINS.contains(&word.as_str()) || NOUNS.contains(&word.as_str()))
}

/// Returns a claim without a last word that only points at its mark: `It rose (see [4])`.
pub(super) fn without_pointer(words: &str) -> &str {
    // `(see also [4])`, `(e.g., [4])`
    let said = words.trim_end().trim_end_matches([',', ':']);
    let also = ["also", "auch", "aussi", "también"].iter().find_map(|it| said.strip_suffix(it));
    let pointing = also.filter(|it| it.ends_with(' ')).map_or(said, str::trim_end);
    let Some(at) = pointing.rfind(|c: char| !c.is_alphabetic() && c != '.') else { return words };
    let start = pointing.ceil_char_boundary(at + 1);
    let (said, last) = pointing.split_at_checked(start).unwrap_or((pointing, ""));
    let is_noun = || said.ends_with(['(', '[']) && is_one_of(last, &NOUNS);
    if (is_one_of(last, &POINTS) || is_noun())
        && said.trim_end().ends_with(['(', '[', ',', ';', '—', '–'])
    {
        said.trim_end_matches(|c: char| c.is_whitespace() || "([,;—–".contains(c))
    } else {
        words
    }
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| c.is_whitespace() || c == '-');
    let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '&'));
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

fn is_one_of(word: &str, all: &[&str]) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    all.contains(&word.as_str())
}
