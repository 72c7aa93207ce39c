//! Evidence: what a comparison of claim and passage shows.
//!
//! So far this is the first half only: which words of the response a citation stands behind.

mod claim;
pub mod words;

pub use claim::{Claim, claims};
