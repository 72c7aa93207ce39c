//! The review: subjects, verdicts, and disagreements between reviewers.

pub mod dispute;
mod session;

pub use session::{OwnVerdict, Review, Revisit, Seeking, SeenPanes};
