//! The review: what there is to judge, what is judged, what reviewers differ about.

pub mod dispute;
mod session;
pub mod verdict_text;

pub use session::{Own, Review};
