//! Citations of a response: their places in it, their targets, and what others judged of them.

use std::borrow::Cow;

use super::link_conflict::LinkConflict;
use super::past::Past;
use crate::text::clock::clock;
use crate::text::prose::displaced;
use crate::text::{Span, Unit, address};

/// One place in the response that points at sources.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Citation {
    /// The family word of a marker (`cite`, `filecite`); the kind of annotation elsewhere.
    pub family: String,
    /// Its text in the response or payload, unchanged.
    pub raw: String,
    /// Its place in the response, and the meaning of its span.
    pub anchor: Anchor,
    /// Its targets, in the given order. Empty if a problem left nothing readable.
    pub targets: Vec<Target>,
    /// Words the marker itself shows to a reader (`link_title`, `url`, `video`).
    pub label: Option<String>,
    /// The reason why it is malformed; its targets are then the readable part.
    pub problem: Option<Problem>,
    /// True if it is in a code span or fence, where the guide forbids citations: it is shown as
    /// text.
    pub in_code: bool,
    /// Judgements from outside the input, in the order of their files.
    pub judgements: Vec<Judgement>,
    /// Spelling of the marker.
    pub spelling: Spelling,
    /// The way its anchor was found from the offsets that the payload states.
    pub placement: Placement,
}

impl Citation {
    /// Returns the term for [`Citation::raw`]: a marker in the text, or an annotation next to it.
    pub fn raw_noun(&self) -> &'static str {
        if self.raw.starts_with("{\"") { "annotation" } else { "marker" }
    }

    /// Returns the bytes of the response that are the citation as it is written: its marker, or the
    /// link that ends at its point. `None` if it is not in the text.
    pub fn written_in(&self, response: &str) -> Option<Span> {
        let end = self.anchor.span.end;
        match self.anchor.kind {
            AnchorKind::Marker => Some(self.anchor.span),
            AnchorKind::Point if !self.raw.is_empty() => {
                let span = Span::new(end.checked_sub(self.raw.len())?, end);
                (span.slice(response)? == self.raw).then_some(span)
            }
            AnchorKind::Point | AnchorKind::Claim => None,
        }
    }

    /// Returns the judgements of the target at index `target`, and of the citation as a whole.
    pub fn judgements_of(&self, target: usize) -> impl Iterator<Item = &Judgement> {
        self.judgements.iter().filter(move |one| one.target.is_none_or(|about| about == target))
    }
}

/// The way a citation's anchor was found from stated offsets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Placement {
    /// No offsets are stated: the marker is in the text, or the part it belongs to is the place.
    #[default]
    Inherent,
    /// The words that the payload repeats are at the stated offsets.
    Fitted,
    /// The words are elsewhere; the anchor is there.
    Repaired {
        /// Distance after the stated place (negative: before it).
        shift: i64,
        /// Unit of `shift`.
        unit: Unit,
    },
    /// The payload repeats no words: nothing to compare the offsets with.
    Unverified,
    /// The words that the payload repeats are not in the text; the anchor is as stated.
    Unfounded,
    /// The offsets are outside the text, and there are no words to find the place by.
    Outside,
}

impl Placement {
    /// Returns the name in JSON output; `None` without offsets.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Inherent => None,
            Self::Fitted => Some("fitted"),
            Self::Repaired { .. } => Some("repaired"),
            Self::Unverified | Self::Unfounded => Some("not-verified"),
            Self::Outside => Some("outside"),
        }
    }

    /// Describes it in a few words; `None` without offsets.
    pub fn describe(self) -> Option<String> {
        match self {
            Self::Inherent => None,
            Self::Fitted => Some("offsets verified".to_owned()),
            Self::Repaired { shift, unit } => {
                let where_to = displaced(shift, &unit.counted(shift.unsigned_abs()));
                Some(format!("offsets repaired: the words {where_to}"))
            }
            Self::Unverified => Some("offsets not verified: nothing to compare".to_owned()),
            Self::Unfounded => {
                Some("offsets not verified: the repeated words were not found".to_owned())
            }
            Self::Outside => Some("offsets lie outside the text: shown at its end".to_owned()),
        }
    }

    /// True if a reader should know it before trusting the anchor.
    pub const fn is_doubtful(self) -> bool {
        matches!(self, Self::Repaired { .. } | Self::Unfounded | Self::Outside)
    }
}

/// The place of a citation in the response.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Anchor {
    /// Meaning of the span.
    pub kind: AnchorKind,
    /// Bytes of the response.
    pub span: Span,
}

impl Anchor {
    /// Returns the place of its chip: after a claim, or in place of a marker.
    pub const fn shown_at(self) -> usize {
        match self.kind {
            AnchorKind::Claim => self.span.end,
            AnchorKind::Marker | AnchorKind::Point => self.span.start,
        }
    }
}

/// The three meanings a citation's span has in the wild.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AnchorKind {
    /// Text that represents the citation and is hidden or drawn as a chip.
    #[default]
    Marker,
    /// Response text that is supported.
    Claim,
    /// A position without any text.
    Point,
}

/// The spelling of a marker in the text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Spelling {
    /// As the dialect prescribes it.
    #[default]
    Proper,
    /// Private-use characters as six-character escapes: `\ue200cite\ue202…`.
    Escaped,
    /// The private-use characters were lost on the way: `citeturn0file0L8-L13`.
    Stripped,
}

/// A fault of a citation itself, found before anything is resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The kind, with a stable short name.
    pub kind: ProblemKind,
    /// One sentence for people.
    pub message: Cow<'static, str>,
}

impl Problem {
    /// Returns a problem.
    pub fn new(kind: ProblemKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self { kind, message: message.into() }
    }
}

/// The kinds of [`Problem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProblemKind {
    /// Opened, never closed.
    Unclosed,
    /// A second opening comes before the close.
    SecondOpening,
    /// No source id inside.
    NoId,
    /// An id with characters an id cannot have.
    BadId,
    /// The range ends before it starts.
    ReversedRange,
    /// Lines count from 1.
    LineZero,
    /// A number of more than 18 digits.
    TooManyDigits,
    /// The marker's private-use characters were lost.
    Stripped,
    /// The marker is UTF-8 that was read in a wrong encoding.
    Mojibake,
}

impl ProblemKind {
    /// True if only the numbers of its lines are odd: the marker itself is whole.
    pub const fn is_about_lines(self) -> bool {
        matches!(self, Self::ReversedRange | Self::LineZero | Self::TooManyDigits)
    }

    /// Returns the name that JSON output and `extract --malformed` print.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unclosed => "unclosed",
            Self::SecondOpening => "second-opening",
            Self::NoId => "no-id",
            Self::BadId => "bad-id",
            Self::ReversedRange => "reversed-range",
            Self::LineZero => "line-zero",
            Self::TooManyDigits => "too-many-digits",
            Self::Stripped => "stripped",
            Self::Mojibake => "mojibake",
        }
    }
}

/// A marker that is not a citation: its visible label is kept, or all of it if it is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// The family word: `entity`, `products`, …
    pub family: String,
    /// Bytes of the response.
    pub span: Span,
    /// The words a reader sees; `None` for families without any and for unknown ones.
    pub label: Option<String>,
    /// True if the family is one we know; an unknown one is shown whole and listed.
    pub known: bool,
}

/// The families of cards that are markup of the document itself.
const MARKUP: [&str; 5] = ["comment", "emphasis", "head", "margin", "preamble"];

impl Card {
    /// True if it is markup of the document itself, such as its head or a comment: the inspector
    /// does not show it, and it is not removed with the citations.
    pub fn is_markup(&self) -> bool {
        self.known && MARKUP.contains(&self.family.as_str())
    }
}

/// A judgement of a citation from outside, such as by a model that judges answers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Judgement {
    /// Name of the judge.
    pub by: String,
    /// Score on the judge's own scale; higher is better.
    pub score: f64,
    /// The target it is about, by index; `None` for the citation as a whole.
    pub target: Option<usize>,
    /// Reason, in the judge's words.
    pub reason: Option<String>,
}

/// One pointed-at source.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Target {
    /// The id as written.
    pub id: String,
    /// Place in the source; `None` cites the whole source.
    pub locator: Option<Locator>,
    /// True if a rule supplied the locator: it was not written at this id but after the last of
    /// several ids.
    pub locator_assumed: bool,
    /// The cited words, if the format repeats them.
    pub quote: Option<String>,
    /// The format's own confidence, if it is given.
    pub score: Option<f64>,
    /// The boxes on pages that contain the cited words, if the format states them.
    pub boxes: Vec<PageBox>,
    /// The cited lines at the time of the citation, if the history of the source is known.
    pub past: Option<Box<Past>>,
    /// Set if the response links it to an address that the source it names does not have.
    pub conflict: Option<Box<LinkConflict>>,
}

/// A rectangle on a page, from the page's upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PageBox {
    /// Page, from 1.
    pub page: u64,
    /// Left edge.
    pub left: f64,
    /// Upper edge.
    pub top: f64,
    /// Right edge.
    pub right: f64,
    /// Lower edge.
    pub bottom: f64,
    /// Unit of the edges.
    pub unit: BoxUnit,
}

/// The unit of the edges of a [`PageBox`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoxUnit {
    /// Parts of the page's width and height, from 0 to 1.
    Page,
    /// Points of a PDF, 72 to an inch.
    Points,
    /// Inches.
    Inches,
    /// Pixels of the page's image.
    Pixels,
    /// Not stated by the format.
    Unknown,
}

impl BoxUnit {
    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Points => "points",
            Self::Inches => "inches",
            Self::Pixels => "pixels",
            Self::Unknown => "unknown",
        }
    }
}

/// A place in a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Locator {
    /// Lines by the number that the source prints, else physical lines from 1; both ends inclusive.
    /// As written: `first` may be 0 or greater than `last`; the resolver reports that.
    Lines {
        /// First line.
        first: u64,
        /// Last line; equal to `first` for a single line.
        last: u64,
    },
    /// Characters of the source's text; 0-based, end exclusive, as stated.
    Chars {
        /// First character.
        start: u64,
        /// The character after the last.
        end: u64,
        /// Unit of both.
        unit: Unit,
    },
    /// Pages, from 1, both ends inclusive (readers convert from formats with an exclusive end).
    Pages {
        /// First page.
        first: u64,
        /// Last page.
        last: u64,
    },
    /// Content blocks by their place in the source, from 0, both ends inclusive.
    Blocks {
        /// First block.
        first: u64,
        /// Last block.
        last: u64,
    },
    /// The fragment of an address, without its `#`: the name of an anchor (`section-3`) or a text
    /// directive (`:~:text=…`). Percent-encoded as written.
    Fragment(String),
    /// A stretch of time, in milliseconds from the beginning, both ends inclusive.
    Time {
        /// Its beginning.
        start: u64,
        /// Its end; equal to `start` for a moment.
        end: u64,
    },
    /// A locator that could not be read as numbers, as written.
    Unreadable(String),
}

impl std::fmt::Display for Locator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Lines { first, last } if first == last => write!(f, "L{first}"),
            Self::Lines { first, last } => write!(f, "L{first}-L{last}"),
            Self::Chars { start, end, .. } => write!(f, "chars {start}-{end}"),
            Self::Pages { first, last } if first == last => write!(f, "p. {first}"),
            Self::Pages { first, last } => write!(f, "pp. {first}-{last}"),
            Self::Blocks { first, last } if first == last => write!(f, "block {first}"),
            Self::Blocks { first, last } => write!(f, "blocks {first}-{last}"),
            Self::Fragment(name) => write!(f, "#{}", address::decoded(name)),
            Self::Time { start, end } if start == end => write!(f, "{}", clock(*start)),
            Self::Time { start, end } => write!(f, "{}-{}", clock(*start), clock(*end)),
            Self::Unreadable(raw) => f.write_str(raw),
        }
    }
}
