//! Cited lines at the time of the citation: the history of a checkout, and where lines went since.
//!
//! [`trace()`] compares two texts and needs no repository. [`History`] asks the `git` program, by
//! argument vector and hardened: it reads commits and nothing of the working tree, starts no pager, hook, filter or
//! external diff, and opens no connection.

mod git;
mod trace;

pub use git::History;
pub use trace::{place_in, trace};
