//! Entries of the journal, one per event.

use std::sync::atomic::{AtomicU64, Ordering};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Fingerprint, Hash, Verdict};

/// The identity of an entry, unique across journals.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventId(pub String);

impl EventId {
    /// Creates a unique id from time, process and a counter.
    pub fn new(at: Timestamp) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        Self(format!("{:x}-{:x}-{count:x}", at.as_microsecond(), std::process::id()))
    }
}

/// Something that a reviewer did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its id.
    pub id: EventId,
    /// Time, in UTC.
    pub at: Timestamp,
    /// Reviewer.
    pub reviewer: String,
    /// Verdict.
    #[serde(flatten)]
    pub event: Event,
}

impl Entry {
    /// Returns an entry of now.
    pub fn new(reviewer: impl Into<String>, event: Event) -> Self {
        let at = Timestamp::now();
        Self { id: EventId::new(at), at, reviewer: reviewer.into(), event }
    }
}

/// The kinds of entries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The journal was begun, or taken up again by another version.
    Began {
        /// The input as it was named.
        input: String,
        /// The program and its version.
        tool: String,
        /// The version of this file format.
        format: u32,
    },
    /// A decision.
    Judged(Box<Judgement>),
    /// A decision was undone.
    Undone {
        /// The decision.
        of: EventId,
    },
    /// An undone decision was redone.
    Redone {
        /// The decision.
        of: EventId,
    },
}

/// A decision on one subject, with the data to understand it without the input.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Judgement {
    /// The id of the case.
    pub case: String,
    /// Subject of the verdict.
    pub fingerprint: Fingerprint,
    /// The hash of the cited words and the number of their first line, if they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passage: Option<Hash>,
    /// The citation's number when it was judged, from 1; `None` for an uncited sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub citation: Option<usize>,
    /// The target's number within the citation, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<usize>,
    /// The claim's words.
    pub claim: String,
    /// The reference as a person would write it: `turn0file0 L8-L13`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub cited: String,
    /// Name of the source.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// The dialect of the response.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub dialect: String,
    /// The decision; `None` takes an earlier one away without undoing it.
    pub verdict: Option<Verdict>,
    /// Codes of [`super::REASONS`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    /// Note of the reviewer.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// For [`Verdict::WrongPlace`] the right one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<RightPlace>,
    /// The codes of the rules that remarked on the subject at that time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// True if the verdict was given although no passage was shown and the text was not seen
    /// elsewhere. It counts in no rate of support.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub without_passage: bool,
    /// True if the reviewer saw the evidence before the verdict.
    pub saw_evidence: bool,
    /// In a blind review, the same reviewer's verdict before the evidence was shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blind_verdict: Option<Verdict>,
    /// Time from seeing the subject to the verdict, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The decisions that this one settles, if it was made with the others' decisions visible.
    /// Empty for an independent one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub adjudicates: Vec<EventId>,
    /// Other subjects of the case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
}

/// The maximum time that counts as looking at a subject, in seconds; after that, the reviewer was
/// away.
pub const MAX_LOOK_LENGTH: f64 = 600.0;

impl Judgement {
    /// Returns the same subject with the answers of an earlier judgement.
    #[must_use]
    pub fn with_answers_of(self, before: Self) -> Self {
        Self {
            verdict: before.verdict,
            reasons: before.reasons,
            note: before.note,
            place: before.place,
            without_passage: before.without_passage,
            saw_evidence: before.saw_evidence,
            blind_verdict: before.blind_verdict,
            seconds: before.seconds,
            adjudicates: before.adjudicates,
            ..self
        }
    }

    /// Returns a fingerprint that identifies the subject while the passage is unchanged, whatever
    /// the rest of its source.
    pub fn at_passage(&self) -> Option<Fingerprint> {
        self.passage.map(|passage| self.fingerprint.with_source(passage))
    }
}

/// The scope of a review around a subject, for figures whose denominators include unjudged items.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Scope {
    /// Targets of the same claim, including this one; 0 for an uncited sentence.
    pub targets: usize,
    /// Claims of the case that have citations.
    pub cited: usize,
    /// Sentences of the case without a citation, including headings and courtesies.
    pub uncited: usize,
    /// Number of these offered for a verdict.
    pub asked: usize,
}

/// The right place for the claim.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RightPlace {
    /// Name of the source.
    pub source: String,
    /// First line, by the number the locator counts.
    pub first_line: Option<u64>,
    /// Last line, inclusive.
    pub last_line: Option<u64>,
    /// First byte of the source's text.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}
