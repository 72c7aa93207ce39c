//! Words and code in a claim about source code, with their distance from the reference.

use std::collections::BTreeMap;

use super::MAX_CLAIM;
use super::tokens::{self, Key, key};
use crate::text::Span;
use crate::text::backticks::Backticks;

/// Up to this distance from the reference a word is what the reference is attached to.
const ADJACENT: f64 = 5.0;

/// Up to this distance a word belongs to the same clause as the reference.
const NEAR: f64 = 100.0;

/// The distance that the end of a sentence counts for.
const SENTENCE: f64 = 100.0;

/// References follow the text they are for, so distances after the reference count this many times,
/// plus a constant.
const BEHIND: (f64, f64) = (1.5, 9.0);

/// The minimum length of a piece of code that is searched for as a whole, in bytes without blanks.
const MIN_SNIPPET: usize = 8;

/// Maximum number of pieces of code and quoted words that are searched for.
const MAX_SNIPPETS: usize = 64;

/// Maximum number of places of references that are looked at.
const MAX_HOLES: usize = 64;

/// The maximum length of quoted words that are searched for as a whole, in bytes.
const MAX_QUOTED: usize = 120;

/// A place in the claim where a reference is or was; bytes of the claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hole {
    /// First byte.
    pub start: usize,
    /// The place after the last byte.
    pub end: usize,
}

/// The distance of a word of the claim from the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tier {
    Adjacent,
    Near,
    Far,
}

/// The kinds of words that are searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TermKind {
    /// A whole identifier.
    Identifier,
    /// A part of one.
    Part,
    /// A word of plain text.
    Word,
}

/// A claim about code.
#[derive(Debug, Default)]
pub struct CodeClaim {
    /// Each word with its kind, and how near to a reference it is.
    pub(super) terms: BTreeMap<(TermKind, Key), Tier>,
    /// Pieces of code and quoted words, squeezed, with how near they are.
    pub(super) snippets: Vec<(String, Tier)>,
    /// The number of places in the claim where the reference may be.
    pub(super) holes: usize,
    /// Bytes.
    pub(super) length: usize,
}

/// Removes blanks and quotation marks, so that code is found in spite of its layout.
pub(super) fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '\'' | '"' | '`')).collect()
}

impl CodeClaim {
    /// Reads a claim whose markers are blanked out. `own` is the place of the reference, if it is
    /// known; else it may be any empty pair of backticks, or the end.
    pub fn new(text: &str, own: Option<Hole>) -> Self {
        if text.len() > MAX_CLAIM {
            return Self { length: text.len(), ..Self::default() };
        }
        let Backticks { code, empty } = Backticks::of(text);
        let hole = |span: Span| Hole { start: span.start, end: span.end };
        let empty: Vec<Hole> = empty.into_iter().take(MAX_HOLES).map(hole).collect();
        let end = Hole { start: text.len(), end: text.len() };
        let holes = match own {
            Some(own) => vec![own],
            None if empty.is_empty() => vec![end],
            None => empty,
        };
        let reader = ClaimReader { text, code, ends: sentence_ends(text), holes };
        Self {
            terms: reader.terms(),
            snippets: reader.snippets(),
            holes: reader.holes.len(),
            length: text.len(),
        }
    }
}

struct ClaimReader<'t> {
    text: &'t str,
    code: Vec<Span>,
    ends: Vec<usize>,
    holes: Vec<Hole>,
}

impl ClaimReader<'_> {
    fn terms(&self) -> BTreeMap<(TermKind, Key), Tier> {
        let mut distances: BTreeMap<(TermKind, String), f64> = BTreeMap::new();
        let mut add = |kind: TermKind, word: String, distance: f64| {
            let known = distances.entry((kind, word)).or_insert(distance);
            *known = known.min(distance);
        };
        for (start, word) in tokens::tokens(self.text) {
            let in_code = self.code.iter().any(|one| (one.start..one.end).contains(&start));
            let long = word.chars().count();
            if word.bytes().all(|b| b.is_ascii_digit())
                || long < tokens::MIN_WORD && !(in_code && long + 1 == tokens::MIN_WORD)
            {
                continue;
            }
            let end = start + word.len();
            let distance = self.distance(start, end);
            let lower = word.to_lowercase();
            let called = self.text.get(end..).is_some_and(|rest| rest.starts_with('('));
            let is_common = tokens::is_common(&lower);
            let is_identifier = tokens::is_identifier(word);
            if is_identifier {
                for part in tokens::parts(word) {
                    if part != lower && !tokens::is_common(&part) {
                        add(TermKind::Part, tokens::stem(&part).to_owned(), distance);
                    }
                }
            }
            if is_identifier || called || in_code && !is_common {
                add(TermKind::Identifier, lower, distance);
            } else if !is_common {
                add(TermKind::Word, tokens::stem(&lower).to_owned(), distance);
            }
        }
        let has = |kind: TermKind, word: &String| distances.contains_key(&(kind, word.clone()));
        let repeats = |kind: TermKind, word: &String| match kind {
            TermKind::Identifier => false,
            TermKind::Word => has(TermKind::Identifier, word),
            TermKind::Part => has(TermKind::Identifier, word) || has(TermKind::Word, word),
        };
        let kept = distances.iter().filter(|((kind, word), _)| !repeats(*kind, word));
        kept.map(|((kind, word), distance)| ((*kind, key(word)), tier(*distance))).collect()
    }

    fn snippets(&self) -> Vec<(String, Tier)> {
        let ticked = self.code.iter().filter_map(|one| {
            let text = squeezed(one.slice(self.text)?);
            let is_code = text.contains(|c: char| !c.is_alphanumeric() && c != '_');
            (is_code && text.len() >= MIN_SNIPPET).then_some((text, one.start, one.end))
        });
        let quoted = quoted(self.text).into_iter().filter_map(|(start, end)| {
            let text = squeezed(self.text.get(start..end)?);
            (text.len() >= MIN_SNIPPET).then_some((text, start, end))
        });
        let all = ticked.chain(quoted).take(MAX_SNIPPETS);
        all.map(|(text, start, end)| (text, tier(self.distance(start, end)))).collect()
    }

    /// Returns the distance of a stretch of the claim from the nearest place where the reference may be.
    #[expect(clippy::cast_precision_loss, reason = "a claim is no longer than MAX_CLAIM")]
    fn distance(&self, start: usize, end: usize) -> f64 {
        let of = |hole: &Hole| {
            let (gap, from, to) = if hole.start >= end {
                ((hole.start - end) as f64, end, hole.start)
            } else if start >= hole.end {
                let gap = (start - hole.end) as f64;
                (gap * BEHIND.0 + BEHIND.1, hole.end, start)
            } else {
                (0.0, start, start)
            };
            let before = |at: usize| self.ends.partition_point(|end| *end < at);
            let sentences = before(to).saturating_sub(before(from));
            gap + SENTENCE * sentences as f64
        };
        self.holes.iter().map(of).fold(f64::MAX, f64::min)
    }
}

fn tier(distance: f64) -> Tier {
    match distance {
        near if near <= ADJACENT => Tier::Adjacent,
        near if near < NEAR => Tier::Near,
        _ => Tier::Far,
    }
}

/// Returns the ends of sentences and asides.
fn sentence_ends(text: &str) -> Vec<usize> {
    let ends = text.char_indices().filter_map(|(at, c)| {
        let rest = text.get(at + c.len_utf8()..)?;
        let opens = |rest: &str| {
            let next = rest.trim_start().chars().next();
            next.is_some_and(|c| c.is_uppercase() || matches!(c, '`' | '(' | '*'))
        };
        let is_end = match c {
            '.' | '\u{2013}' | '\u{2014}' => rest.starts_with(char::is_whitespace),
            '!' | '?' | ';' => rest.starts_with(char::is_whitespace) && opens(rest),
            _ => false,
        };
        is_end.then_some(at)
    });
    ends.collect()
}

/// Returns the words in double quotation marks; bytes of `text` without the marks.
fn quoted(text: &str) -> Vec<(usize, usize)> {
    let mut marks = text.match_indices(['"', '\u{201c}', '\u{201d}']).peekable();
    let mut found = Vec::new();
    while let Some((at, mark)) = marks.next() {
        let start = at + mark.len();
        let Some((end, _)) = marks.peek().copied() else { break };
        let inner = text.get(start..end).unwrap_or_default();
        if (MIN_SNIPPET..=MAX_QUOTED).contains(&inner.len()) && !inner.contains('\n') {
            found.push((start, end));
            marks.next();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_nearer_to_their_own_reference() {
        let text = "`first_name` (````) is set. Then `second_name` reads it.";
        let claim = CodeClaim::new(text, None);
        let tier = |word: &str| claim.terms[&(TermKind::Identifier, key(word))];
        assert_eq!((tier("first_name"), tier("second_name")), (Tier::Adjacent, Tier::Far));
        let own = text.rfind("reads").map(|start| Hole { start, end: start });
        let claim = CodeClaim::new(text, own);
        let tier = |word: &str| claim.terms[&(TermKind::Identifier, key(word))];
        assert_eq!((tier("first_name"), tier("second_name")), (Tier::Far, Tier::Adjacent));
    }

    #[test]
    fn code_and_quotes_are_looked_for_as_they_are() {
        let claim = CodeClaim::new("it does `if not x.y:` and says \"no such file here\"", None);
        let snippets: Vec<&str> = claim.snippets.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(snippets, ["ifnotx.y:", "nosuchfilehere"]);
    }
}
