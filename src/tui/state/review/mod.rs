//! The review: subjects, verdicts, and disagreements between reviewers.

pub mod dispute;
mod session;
pub mod verdict_text;

pub use session::{OwnVerdict, Review, SeenPanes};
