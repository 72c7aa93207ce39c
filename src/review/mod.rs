//! Review: what people decide about citations, kept so that nothing acknowledged is lost.
//!
//! A reviewer gives a [`Verdict`] on a [`Subject`]: one target of one citation, or a sentence that
//! no citation stands behind. A subject is known by its [`Fingerprint`] (claim, locator, text of the
//! source), never by its place, so a verdict still holds when the answer is made again around it.
//! Every decision is an [`Entry`] of an append-only [`Journal`]; the [`Ledger`] is what the entries come
//! to, and [`carry()`] says what of it still speaks about the case at hand; [`trace()`] says what each subject was before.

mod carry;
mod entry;
mod fingerprint;
pub mod journal;
mod ledger;
mod subject;
mod trace;
mod verdict;

pub use carry::{Carried, Standing, carry};
pub use entry::{Entry, Event, EventId, Judgement, RightPlace};
pub use fingerprint::{Fingerprint, Hash, SourceHashes};
pub use journal::Journal;
pub use ledger::Ledger;
pub use subject::{Subject, What, subjects};
pub use trace::{Difference, Trace, trace};
pub use verdict::{REASONS, VERDICTS, Verdict, VerdictKind};
