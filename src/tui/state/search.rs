//! Search in a pane: the pattern, and all its matches.

use std::collections::BTreeSet;
use std::sync::Arc;

use regex::bytes::{Regex, RegexBuilder};

use crate::sources::Store;
use crate::text::Span;
use crate::tui::state::Focus;

/// More matches than this are not counted further.
pub const MAX: usize = 100_000;

/// The words for a search without a match.
pub const NOT_FOUND: &str = "not found";

/// A search under way or done.
#[derive(Debug, Clone)]
pub struct Search {
    /// The text typed.
    pub words: String,
    /// The same as a pattern.
    pub pattern: Regex,
    /// The matches, in order; incomplete while `done` is false.
    pub matches: Vec<Span>,
    /// The current match.
    pub current: Option<usize>,
    /// True if the whole text has been searched.
    pub done: bool,
    /// The place where the search began; the first match is at or after it.
    pub origin: usize,
}

impl Search {
    /// Searches for `words` literally; case matters only if they have a capital. `None` for no
    /// words.
    pub fn new(words: &str, origin: usize) -> Option<Self> {
        if words.is_empty() {
            return None;
        }
        let pattern = RegexBuilder::new(&regex::escape(words))
            .case_insensitive(!words.chars().any(char::is_uppercase))
            .build()
            .ok()?;
        Some(Self {
            words: words.to_owned(),
            pattern,
            matches: Vec::new(),
            current: None,
            done: false,
            origin,
        })
    }

    /// Looks for any of `words`, whatever their capitals.
    pub fn any_of(words: &[&str], origin: usize) -> Option<Self> {
        let escaped: Vec<String> = words.iter().map(|word| regex::escape(word)).collect();
        if escaped.is_empty() {
            return None;
        }
        let pattern = format!(r"\b(?:{})\b", escaped.join("|"));
        let pattern = RegexBuilder::new(&pattern).case_insensitive(true).build().ok()?;
        let words = words.join(" ");
        Some(Self { words, pattern, matches: Vec::new(), current: None, done: false, origin })
    }

    /// Sets the matches, and moves to the first one at or after the origin.
    pub fn found(&mut self, matches: Vec<Span>) {
        self.current = (!matches.is_empty()).then(|| {
            let at = matches.partition_point(|span| span.start < self.origin);
            if at == matches.len() { 0 } else { at }
        });
        self.matches = matches;
        self.done = true;
    }

    /// Sets the matches in a text that changed, and keeps the position.
    pub fn again(&mut self, matches: Vec<Span>) {
        self.origin = self.here().map_or(self.origin, |here| here.start);
        self.found(matches);
    }

    /// Goes on by `steps` matches (negative: back), around the end. Whether it went around.
    pub fn step(&mut self, steps: isize) -> bool {
        let (Some(current), count) = (self.current, self.matches.len()) else { return false };
        let Ok(count) = isize::try_from(count) else { return false };
        let Ok(from) = isize::try_from(current) else { return false };
        let to = from + steps;
        self.current = usize::try_from(to.rem_euclid(count)).ok();
        to < 0 || to >= count
    }

    /// Returns the current match.
    pub fn here(&self) -> Option<Span> {
        self.matches.get(self.current?).copied()
    }

    /// Returns the position, as `3 of 17`, for the foot.
    pub fn describe(&self) -> String {
        let words = &self.words;
        let more = if self.matches.len() >= MAX { "+" } else { "" };
        match self.current {
            _ if !self.done => format!("/{words} · searching …"),
            Some(current) => {
                format!("/{words} · {} of {}{more}", current + 1, self.matches.len())
            }
            None => format!("/{words} · {NOT_FOUND}"),
        }
    }

    /// Returns the matches that touch `within`, each with whether it is the current one.
    pub fn within(&self, within: Span) -> impl Iterator<Item = (Span, bool)> {
        let from = self.matches.partition_point(|span| span.end <= within.start);
        let here = self.here();
        let rest = self.matches.get(from..).unwrap_or_default().iter().copied();
        rest.take_while(move |span| span.start < within.end)
            .map(move |span| (span, Some(span) == here))
    }
}

/// The search of each pane.
#[derive(Debug, Clone, Default)]
pub struct Searches {
    response: Option<Search>,
    source: Option<Search>,
}

impl Searches {
    /// Returns the search of a pane.
    pub fn of(&self, pane: Focus) -> Option<&Search> {
        match pane {
            Focus::Response => self.response.as_ref(),
            Focus::Source => self.source.as_ref(),
        }
    }

    /// Returns the place for the search of a pane.
    pub fn place(&mut self, pane: Focus) -> &mut Option<Search> {
        match pane {
            Focus::Response => &mut self.response,
            Focus::Source => &mut self.source,
        }
    }

    /// Ends both; whether there was any.
    pub fn clear(&mut self) -> bool {
        let any = self.response.is_some() || self.source.is_some();
        *self = Self::default();
        any
    }
}

/// Returns all matches of `pattern` in `text`.
pub fn in_text(text: &str, pattern: &Regex) -> Vec<Span> {
    let found = pattern.find_iter(text.as_bytes()).take(MAX);
    found.map(|found| Span::from(found.range())).collect()
}

/// Returns all matches of `pattern` in a store; stops when `go_on` returns false.
pub fn in_store(store: &Store, pattern: &Regex, go_on: &dyn Fn() -> bool) -> Vec<Span> {
    store.matches(pattern, go_on).take(MAX).collect()
}

/// A line of a source that has a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// Index of the source.
    pub source: usize,
    /// The first match in the line.
    pub span: Span,
    /// The number of the line, if it is known.
    pub line: Option<u64>,
    /// The line.
    pub text: String,
    /// The number of its matches.
    pub matches: usize,
    /// The number of different words matched in it.
    pub words: usize,
}

/// The result of a search in all sources.
#[derive(Debug, Clone, Default)]
pub struct Hits {
    /// The search for each source.
    pub search: Option<Search>,
    /// The lines.
    pub found: Vec<Hit>,
    /// True if the search has ended and the lines wait to be listed.
    pub(in crate::tui) is_due: bool,
}

/// The maximum number of lines listed; the list says if more are left out.
pub const MAX_HITS: usize = 2_000;

/// The most bytes of a line that are listed.
const MAX_LINE: usize = 400;

/// Returns the lines of all stores that have a match, in their order, or those with most words
/// first; gives up when `go_on` says no.
pub fn in_stores(
    stores: &[(usize, Arc<Store>)],
    pattern: &Regex,
    by_words: bool,
    go_on: &dyn Fn() -> bool,
) -> Vec<Hit> {
    let mut hits: Vec<Hit> = Vec::new();
    for (source, store) in stores {
        let mut line: Option<(Span, BTreeSet<String>)> = None;
        for found in store.matches(pattern, go_on) {
            let word = store.read_in_place(found).to_lowercase();
            match (&mut line, hits.last_mut()) {
                (Some((row, words)), Some(hit)) if row.contains(found.start) => {
                    words.insert(word);
                    (hit.matches, hit.words) = (hit.matches + 1, words.len());
                }
                _ => {
                    let Some(row) = store.row_holding(found.start) else { break };
                    hits.push(Hit {
                        source: *source,
                        span: found,
                        line: row.line,
                        text: around(&row.text, found.start - row.span.start.min(found.start)),
                        matches: 1,
                        words: 1,
                    });
                    line = Some((Span::new(row.span.start, row.next), BTreeSet::from([word])));
                }
            }
            if hits.len() >= MAX_HITS && !by_words || hits.len() >= MAX || !go_on() {
                break;
            }
        }
    }
    if by_words {
        hits.sort_by_key(|hit| std::cmp::Reverse(hit.words));
        hits.truncate(MAX_HITS);
    }
    hits
}

/// Returns a line, or the text around byte `at` of a long one.
fn around(text: &str, at: usize) -> String {
    if text.len() <= MAX_LINE {
        return text.trim().to_owned();
    }
    let start = text.floor_char_boundary(at.min(text.len()).saturating_sub(MAX_LINE / 4));
    let end = text.floor_char_boundary(start + MAX_LINE);
    let part = text.get(start..end).unwrap_or_default().trim();
    format!("{}{part}\u{2026}", if start > 0 { "\u{2026}" } else { "" })
}
