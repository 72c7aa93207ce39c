//! Handouts: reports of a case or a batch with the verdicts of reviewers, to be kept or sent.
//!
//! Each case becomes a part; the parts are bound together, with an index where there are several.

use std::io::{self, Write};

use super::dossier::{Dossier, Summary};
use super::{html, json, markdown};
use crate::inspect::Inspection;
use crate::text::SafeText;

/// A way of writing a handout.
#[derive(Debug)]
pub struct Handout {
    /// The name that `--format` takes; also the extension of its files.
    pub name: &'static str,
    /// What it is for.
    pub summary: &'static str,
    /// What stands near the beginning of every file of it, and of nothing else.
    pub mark: &'static str,
    /// Whether it can be read as it is on a terminal.
    pub for_terminals: bool,
    /// One case.
    pub part: fn(&Inspection, &Dossier) -> io::Result<String>,
    /// Binds the parts together.
    pub bind: fn(&[Part], &mut dyn Write) -> io::Result<()>,
}

/// Every handout.
pub const HANDOUTS: &[Handout] = &[html::HANDOUT, markdown::HANDOUT, json::HANDOUT];

/// A case in a handout.
#[derive(Debug)]
pub struct Part {
    /// What the case is called.
    pub name: SafeText,
    /// What its ids begin with: see [`Dossier::prefix`].
    pub prefix: String,
    /// What it comes to; why it could not be read.
    pub summary: Result<Summary, SafeText>,
    /// What [`Handout::part`] wrote; `None` where the case stands in the index only.
    pub text: Option<String>,
}
