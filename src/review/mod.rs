//! Review: people's decisions on citations, saved so that nothing acknowledged is lost.
//!
//! A reviewer gives a [`Verdict`] on a [`Subject`]: one target of one citation, or a sentence
//! without a citation. A [`Fingerprint`] (claim, locator, text of the source) identifies a subject,
//! never its place, so a verdict stays valid if the answer around it is generated again. Every
//! decision is an [`Entry`] of an append-only [`Journal`]; the [`Ledger`] is the result of the
//! entries, [`carry()`] finds the part that still applies to the current case, and [`trace()`]
//! finds the earlier form of each subject. If several people decided, [`opinions`] collects their
//! decisions, [`agreement`] measures how far they agree, and [`metrics`] are the figures of a
//! review. [`compare`](compare::compare) reports the changes of claims between two runs of a
//! prompt; [`exchange`] exports and imports decisions.

mod verdict;
mod wording;
mod fingerprint;
mod subject;
#[cfg(test)]
mod testing;
mod entry;
pub mod journal;
mod draft;
mod ledger;
mod done;
mod carry;
pub mod compare;
mod trace;
mod settle;
mod merge;
pub mod figure;
pub mod agreement;
pub mod metrics;
pub mod exchange;
pub mod judge;

pub use carry::{Carried, CarriedStanding, carry};
pub use done::done_cases;
pub use draft::{Drafts, rules_on};
pub use entry::{Entry, Event, EventId, Judgement, MAX_LOOK_LENGTH, RightPlace, Scope};
pub use fingerprint::{Fingerprint, Hash, SourceHashes};
pub use journal::Journal;
pub use ledger::Ledger;
pub use merge::{Merged, merge};
pub use settle::{JudgementInEntry, Opinions, opinions};
pub use subject::{Subject, SubjectPart, is_as_read, subjects, uncited_subjects};
pub use trace::{Difference, Trace, trace};
pub use verdict::{REASONS, VERDICTS, Verdict, VerdictKind};
pub use wording::decided;
