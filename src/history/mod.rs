//! The history of a checkout: earlier texts, and the current places of their lines.
//!
//! [`trace()`] compares two texts and needs no repository. [`History`] asks the `git` program, by
//! argument vector and hardened: it reads commits and nothing of the working tree, starts no pager, hook, filter or
//! external diff, and opens no connection.

mod single_commit;
mod side_by_side;
mod command;
mod day;
mod edited;
mod git;
mod objects;
mod run;
mod sought;
mod submodules;
mod trace;

pub use git::History;
pub use side_by_side::{LinePair, PairedLine, side_by_side};
pub use sought::{SearchedText, SoughtLines};
pub use trace::{Candidate, candidates, edited_candidate, images_between, trace, trace_by};
