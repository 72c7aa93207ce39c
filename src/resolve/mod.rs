//! Resolves a target to its passage: the source, the bytes, the step that found them, or the reason
//! why there is none.
//!
//! Ids go through the ordered steps of [`ids`], lines through [`lines`], pages through [`pages`],
//! the rest through [`words`]. Nothing is shortened or guessed: a range that extends beyond its
//! source is missing, with the nearest facts, and assumptions are reported as doubts on the
//! passage.

mod cited;
mod find;
mod fragment;
mod headings;
mod ids;
mod lines;
mod pages;
mod times;
mod words;

use std::sync::Arc;

pub use find::Searches;
pub use ids::{Ids, Matched};
pub use lines::Labels;

use crate::error::Why;
use crate::model::{Division, DivisionKind, Locator, Source, SourceText, Target};
use crate::sources::Store;
use crate::sources::documents::DocumentKind;
use crate::text::Span;
use crate::text::prose::{count, listed};

/// The resolution of a target.
#[derive(Debug, Clone, PartialEq)]
pub enum Resolution {
    /// The passage.
    Found(Passage),
    /// No passage, and why.
    Missing(Missing),
    /// The source's lines are not counted far enough yet; index of the source in the case.
    Pending(usize),
}

impl Resolution {
    fn missing(reason: Reason, message: impl Into<String>, candidates: Vec<usize>) -> Self {
        Self::Missing(Missing { reason, message: message.into(), help: None, candidates })
    }

    /// Adds advice to a missing passage.
    fn help(mut self, help: String) -> Self {
        if let Self::Missing(missing) = &mut self {
            missing.help = Some(help).filter(|help| !help.is_empty());
        }
        self
    }

    /// Returns the passage, if there is one.
    pub const fn passage(&self) -> Option<&Passage> {
        match self {
            Self::Found(passage) => Some(passage),
            Self::Missing(_) | Self::Pending(_) => None,
        }
    }

    /// Sets [`Passage::normalised`].
    #[must_use]
    fn normalised(mut self, normalised: bool) -> Self {
        if let Self::Found(passage) = &mut self {
            passage.normalised = normalised;
        }
        self
    }

    /// True if there is definitely no passage.
    pub const fn is_missing(&self) -> bool {
        matches!(self, Self::Missing(_))
    }

    /// True if it is the id that means no one source, whatever the locator.
    pub const fn is_unmatched(&self) -> bool {
        matches!(
            self,
            Self::Missing(Missing { reason: Reason::UnknownSource | Reason::AmbiguousSource, .. })
        )
    }

    /// True if the source is known and the input has no text for it: the citation is not wrong, but
    /// it cannot be checked either.
    pub const fn has_no_text(&self) -> bool {
        matches!(self, Self::Missing(Missing { reason: Reason::NoText, .. }))
    }

    /// True if there is no passage, for a reason other than a missing text.
    pub const fn is_unresolved(&self) -> bool {
        self.is_missing() && !self.has_no_text()
    }

    /// True if the source is known and only the place in it cannot be shown.
    pub const fn is_of_known_source(&self) -> bool {
        matches!(self, Self::Missing(Missing { reason: Reason::NoText | Reason::Unreadable, .. }))
    }

    /// Returns the source of the passage; for a missing one, only if there is a single candidate.
    pub fn source(&self) -> Option<usize> {
        match self {
            Self::Found(passage) => Some(passage.source),
            Self::Pending(source) => Some(*source),
            Self::Missing(missing) => match (missing.reason, missing.candidates.as_slice()) {
                (Reason::UnknownSource | Reason::AmbiguousSource, _) => None,
                (_, &[source]) => Some(source),
                _ => None,
            },
        }
    }
}

/// A place in a source.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    /// Index into the case's sources.
    pub source: usize,
    /// Bytes of the source's text, without the last line's end.
    pub span: Span,
    /// First line, by the number that the locator counts; `None` if lines are not counted (whole
    /// sources still being counted).
    pub first_line: Option<u64>,
    /// Last line, inclusive.
    pub last_line: Option<u64>,
    /// The step that found it.
    pub how: How,
    /// The cited words were found with blanks, hyphens and typography folded.
    pub normalised: bool,
    /// Distance of the passage after the stated place, in characters of the stated
    /// unit or in pages; 0 unless repaired.
    pub shift: i64,
    /// Reasons for a reader to doubt it, as sentences.
    pub doubts: Vec<Doubt>,
}

/// A reason to doubt a passage. Thousands of passages may share one.
pub type Doubt = Arc<str>;

/// The way a passage was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// By the numbers printed in the source.
    Label,
    /// By physical lines.
    Line,
    /// By character offsets.
    Offset,
    /// By the words that the citation repeats.
    Quote,
    /// By content blocks.
    Block,
    /// By pages.
    Page,
    /// By the times of subtitles.
    Time,
    /// By the name that a place in the source has.
    Anchor,
    /// By the words that the citation repeats, at another place than stated.
    Repaired,
    /// The whole source is cited.
    Whole,
}

impl How {
    /// Returns the name in JSON output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Label => "label",
            Self::Line => "line",
            Self::Offset => "offset",
            Self::Quote => "quote",
            Self::Block => "block",
            Self::Page => "page",
            Self::Time => "time",
            Self::Anchor => "anchor",
            Self::Repaired => "repaired",
            Self::Whole => "whole",
        }
    }
}

/// The reason why there is no passage.
#[derive(Debug, Clone, PartialEq)]
pub struct Missing {
    /// The kind, with a stable short name.
    pub reason: Reason,
    /// The target, and the nearest facts in parentheses; lower case, without a full stop.
    pub message: String,
    /// Advice, if there is any beyond that of the rule.
    pub help: Option<String>,
    /// Sources that come near: the ambiguous ones, or the one whose lines do not reach.
    pub candidates: Vec<usize>,
}

/// The kinds of [`Missing`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// No source has the id.
    UnknownSource,
    /// Several sources have the id.
    AmbiguousSource,
    /// The lines are (partly) outside the source.
    OutOfRange,
    /// The range ends before it starts.
    Reversed,
    /// The source prints no such label.
    MissingLabel,
    /// No place in the source has the name.
    MissingAnchor,
    /// The words of a text fragment are not in the source.
    MissingText,
    /// The locator cannot be read.
    BadLocator,
    /// The source is known, but the input has no text for it, at most title and address.
    NoText,
    /// The source is known, but its text cannot be read, is too large to be searched, or is not
    /// divided as the locator requires.
    Unreadable,
    /// The citation names no source at all.
    NoTarget,
}

impl Reason {
    /// Returns the name in JSON output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnknownSource => "unknown-source",
            Self::AmbiguousSource => "ambiguous-source",
            Self::OutOfRange => "out-of-range",
            Self::Reversed => "reversed",
            Self::MissingLabel => "missing-label",
            Self::MissingAnchor => "missing-anchor",
            Self::MissingText => "missing-text",
            Self::BadLocator => "bad-locator",
            Self::NoText => "no-text",
            Self::Unreadable => "unreadable",
            Self::NoTarget => "no-target",
        }
    }
}

/// The sources that targets are resolved against.
#[derive(Debug, Clone, Copy)]
pub struct Context<'c> {
    /// The sources of the case.
    pub sources: &'c [Source],
    /// Their texts, parallel to `sources`; the reason if a text cannot be read.
    pub stores: &'c [Result<Arc<Store>, Why>],
    /// Their printed line labels, parallel to `sources`.
    pub labels: &'c [Labels<'c>],
    /// The source that each cited id means.
    pub ids: &'c Ids,
    /// Texts of these stores that were searched before.
    pub searches: &'c Searches,
}

/// Maximum number of ids listed in a message; more are counted.
const LISTED: usize = 5;

/// The maximum number of pairs of a cited id and a source that are compared to find a typing error.
const MAX_COMPARED: usize = 1_000_000;

/// Finds the passage that `target` points at.
pub fn resolve(target: &Target, context: &Context<'_>) -> Resolution {
    if target.id.is_empty() {
        return Resolution::missing(Reason::NoTarget, "the citation names no source", Vec::new());
    }
    match context.ids.get(&target.id) {
        Some(Matched::One { source, doubt, .. }) => {
            let mut resolution = in_source(target, *source, context);
            if let Resolution::Found(passage) = &mut resolution {
                passage.doubts.extend(doubt.clone());
                if target.locator_assumed
                    && let Some(locator) = &target.locator
                {
                    let doubt = format!(
                        "`{locator}` follows several ids; it is taken to belong to the last"
                    );
                    passage.doubts.push(doubt.into());
                }
                // A vector takes room for four at once, and thousands of passages may have one doubt.
                passage.doubts.shrink_to_fit();
            }
            resolution
        }
        Some(Matched::Several(several)) => {
            let first = several.iter().take(LISTED);
            let message = format!(
                "ambiguous source `{}` ({} have this id: {})",
                target.id,
                count(several.len(), "source"),
                listed(
                    first.map(|&index| described(context.sources, index)),
                    several.len().saturating_sub(LISTED),
                    "; "
                )
            );
            Resolution::missing(Reason::AmbiguousSource, message, several.clone())
        }
        Some(Matched::Beyond { own }) => beyond(&target.id, *own),
        Some(Matched::None { rivals, more }) => unknown(&target.id, rivals, *more, context),
        None => unknown(&target.id, &[], 0, context),
    }
}

/// Finds the passage in a known source.
fn in_source(target: &Target, index: usize, context: &Context<'_>) -> Resolution {
    let Some((source, labels)) = context.sources.get(index).zip(context.labels.get(index)) else {
        return Resolution::missing(
            Reason::UnknownSource,
            "the source is no longer loaded",
            Vec::new(),
        );
    };
    let why = match (context.stores.get(index), &source.text) {
        (_, SourceText::Document(_)) => return Resolution::Pending(index),
        (Some(Ok(store)), _) => {
            let place = lines::CitedSource { id: &target.id, index, labels, store };
            return match &target.locator {
                Some(Locator::Lines { first, last }) => {
                    extracted(place.lines(*first, *last), source)
                }
                Some(Locator::Unreadable(raw)) => place.unreadable(raw),
                Some(Locator::Time { start, end }) => times::times(&place, source, *start, *end),
                _ => {
                    let searches = context.searches;
                    cited::TargetInSource { place, source, target, searches }.resolve()
                }
            };
        }
        (Some(Err(why)), _) => why.as_str(),
        (None, text) => text.why_not().unwrap_or("it was not opened"),
    };
    // No text can hold such a place.
    if let Some(Locator::Unreadable(raw)) = &target.locator
        && lines::is_no_position(raw)
    {
        let message = format!("`{raw}` is not a place in `{}`", target.id);
        return Resolution::missing(Reason::BadLocator, message, vec![index]);
    }
    let message = format!("cannot show `{}`: {why}", target.id);
    let reason = match source.text {
        SourceText::Absent(_) => Reason::NoText,
        _ => Reason::Unreadable,
    };
    Resolution::missing(reason, message, vec![index])
}

/// Adds a note on the kind of lines to a passage found by line.
fn extracted(mut resolution: Resolution, source: &Source) -> Resolution {
    let kind = source.extracted_from.and_then(DocumentKind::named);
    if let (Resolution::Found(passage), Some(kind)) = (&mut resolution, kind) {
        let pages = if source.pages().next().is_some() { ", through all pages" } else { "" };
        let noun = kind.noun();
        let doubt = format!("lines are counted in the text extracted from the {noun}{pages}");
        passage.doubts.push(doubt.into());
    }
    resolution
}

/// Reports that an id counts the answer's own sources, of which there are only `own`.
fn beyond(id: &str, own: usize) -> Resolution {
    if own == 0 {
        let message =
            format!("unknown source `{id}` (the answer names given files beside numbers)");
        let help = format!(
            "the order of the files is not used then; `--source {id}=PATH` names the source"
        );
        return Resolution::missing(Reason::UnknownSource, message, Vec::new()).help(help);
    }
    let message = format!("unknown source `{id}` (the answer lists {})", count(own, "source"));
    let help = format!(
        "files given beside the answer do not continue its list; `--source {id}=PATH` names one"
    );
    Resolution::missing(Reason::UnknownSource, message, Vec::new()).help(help)
}

/// Reports that no source has the id, the loaded sources, and similar ids.
fn unknown(id: &str, rivals: &[String], more: usize, context: &Context<'_>) -> Resolution {
    let sources = context.sources;
    if sources.is_empty() {
        let message = format!("unknown source `{id}` (no sources loaded)");
        return Resolution::missing(Reason::UnknownSource, message, Vec::new())
            .help("add source files after the response".to_owned());
    }
    let first = 0..sources.len().min(LISTED);
    let names: Vec<String> = first.map(|index| name_or_place(sources, index)).collect();
    let message = format!(
        "unknown source `{id}` ({} loaded: {})",
        count(sources.len(), "source"),
        listed(names.iter().map(|name| format!("`{name}`")), sources.len() - names.len(), ", ")
    );
    let mut help = Vec::new();
    if !rivals.is_empty() {
        help.push(format!(
            "not matched by position, because {} would be the same source",
            listed(rivals.iter().map(|id| format!("`{id}`")), more, ", ")
        ));
    }
    let mut candidates = Vec::new();
    if lines::looks_like_locator(id) {
        help.push(
            "the id looks like a line range; the guide's own helper reads a locator as an id when \
             an id follows it"
                .to_owned(),
        );
    } else if context.ids.len().saturating_mul(sources.len()) <= MAX_COMPARED
        && let Some((name, source)) = nearest(id, sources)
    {
        help.push(format!("did you mean `{name}`?"));
        candidates.push(source);
    }
    Resolution::missing(Reason::UnknownSource, message, candidates).help(help.join("; "))
}

/// Returns the one name that differs from `id` by a slip of the fingers, and its source; `None`
/// when several do.
fn nearest(id: &str, sources: &[Source]) -> Option<(String, usize)> {
    let most = (id.chars().count() / 3).min(2);
    let mut near: Vec<(usize, usize, String)> = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        let stem = source.origin.as_ref().and_then(|origin| origin.path.file_stem());
        let name = match stem {
            Some(stem) if source.id.is_empty() => stem.to_string_lossy().into_owned(),
            _ => display_name(source),
        };
        if name.len().abs_diff(id.len()) <= 4 * most {
            let distance = strsim::damerau_levenshtein(id, &name);
            if distance <= most && !is_next_number(id, &name) {
                near.push((distance, index, name));
            }
        }
    }
    near.sort_unstable();
    let second = near.get(1).map(|(distance, ..)| *distance);
    let (distance, index, name) = near.into_iter().next()?;
    (second != Some(distance)).then_some((name, index))
}

/// True if two ids differ in their only number: `chunk 1` is not a misspelled `chunk 0`.
fn is_next_number(one: &str, other: &str) -> bool {
    fn parts(id: &str) -> Option<(&str, &str)> {
        let start = id.find(|c: char| c.is_ascii_digit())?;
        let (words, rest) = id.split_at_checked(start)?;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let after = rest.get(end..)?;
        (!after.contains(|c: char| c.is_ascii_digit())).then_some((words, after))
    }
    parts(one).is_some() && parts(one) == parts(other)
}

/// Returns the name of a source: its id, else its file name, else its title.
pub fn display_name(source: &Source) -> String {
    own_name(source).unwrap_or_else(|| "unnamed".to_owned())
}

/// Returns the name of a source; `None` if it has none.
pub fn own_name(source: &Source) -> Option<String> {
    if !source.id.is_empty() {
        return Some(source.id.clone());
    }
    let file = source.origin.as_ref().and_then(|origin| origin.path.file_name());
    file.map(|file| file.to_string_lossy().into_owned()).or_else(|| source.title.clone())
}

/// Returns the name of the source at `index`, else its place in the list: `source 2`.
pub fn name_or_place(sources: &[Source], index: usize) -> String {
    let name = sources.get(index).and_then(own_name);
    name.unwrap_or_else(|| format!("source {}", index + 1))
}

/// Returns the first and last line that `span` of a source touches, by the number that the locator
/// counts: its printed labels, else physical lines; `None` if lines are not counted that far.
pub fn lines_of(source: &Source, store: Option<&Store>, span: Span) -> Option<(u64, u64)> {
    let last_byte = span.end.saturating_sub(1).max(span.start);
    let is_line = |division: &&Division| division.kind == DivisionKind::Line;
    let divisions = source.divisions.as_slice();
    if divisions.iter().any(|division| division.kind == DivisionKind::Line) {
        let after = divisions.partition_point(|division| division.span.start <= last_byte);
        let before = divisions.get(..after)?.iter().rev().filter(is_line);
        let mut touched = before.take_while(|label| span.start <= label.span.end);
        let last = touched.next()?.number;
        return Some((touched.last().map_or(last, |label| label.number), last));
    }
    let store = store?;
    store.line_at(span.start).zip(store.line_at(last_byte))
}

/// Returns the place of `span` in a source, in the unit of its locators: its pages if it has any,
/// else the lines of [`lines_of`].
pub fn place_of(source: &Source, store: Option<&Store>, span: Span) -> Option<Locator> {
    let last_byte = span.end.saturating_sub(1).max(span.start);
    if let Some((first, last)) = source.page_at(span.start).zip(source.page_at(last_byte)) {
        return Some(Locator::Pages { first: first.number, last: last.number });
    }
    let (first, last) = lines_of(source, store, span)?;
    Some(Locator::Lines { first, last })
}

/// Describes a source apart from another of the same id: its place, title and file.
fn described(sources: &[Source], index: usize) -> String {
    let mut parts = vec![format!("number {}", index + 1)];
    if let Some(source) = sources.get(index) {
        parts.extend(source.title.as_ref().map(|title| format!("\u{201c}{title}\u{201d}")));
        parts.extend(
            source
                .origin
                .as_ref()
                .map(|origin| format!("in {}:{}", origin.path.display(), origin.first_line)),
        );
    }
    parts.join(" ")
}
