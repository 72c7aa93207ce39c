//! Review: what people decide about citations, kept so that nothing acknowledged is lost.
//!
//! A reviewer gives a [`Verdict`] on a [`Subject`]: one target of one citation, or a sentence that
//! no citation stands behind. A subject is known by its [`Fingerprint`] (claim, locator, text of
//! the source), never by its place, so a verdict still holds when the answer is made again around
//! it. Every decision is an [`Entry`] of an append-only [`Journal`]; the [`Ledger`] is what the
//! entries come to, [`carry()`] says what of it still applies to the current case, and [`trace()`]
//! what each subject was before. Where several people decided, [`opinions`] puts their decisions
//! side by side, [`agreement`] measures how far they agree, and [`metrics`] are the figures of a
//! review. [`compare`](compare::compare) tells what became of the claims between two runs of a
//! prompt; [`exchange`] carries decisions to other programs and back.

mod verdict;
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

pub use carry::{Carried, Standing, carry};
pub use done::done_cases;
pub use draft::{Drafts, rules_on};
pub use entry::{Entry, Event, EventId, Judgement, RightPlace, Scope};
pub use fingerprint::{Fingerprint, Hash, SourceHashes};
pub use journal::Journal;
pub use ledger::Ledger;
pub use merge::{Merged, merge};
pub use settle::{Decided, Opinions, disagreements, opinions};
pub use subject::{Subject, What, subjects};
pub use trace::{Difference, Trace, trace};
pub use verdict::{REASONS, VERDICTS, Verdict, VerdictKind};
