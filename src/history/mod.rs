//! The history of a checkout: earlier texts, and the current places of their lines.
//!
//! [`trace()`] compares two texts and needs no repository. [`History`] asks the `git` program, by
//! argument vector and hardened: it reads commits and nothing of the working tree, starts no pager, hook, filter or
//! external diff, and opens no connection.

mod alone;
mod beside;
mod command;
mod day;
mod edited;
mod git;
mod objects;
mod run;
mod trace;

pub use beside::{Beside, Line, beside};
pub use git::History;
pub use trace::{Candidate, candidates, edited_candidate, trace};
