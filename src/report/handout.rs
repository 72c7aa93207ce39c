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
    /// Purpose, in a few words.
    pub summary: &'static str,
    /// Text near the start of every file of this format, and of no other file.
    pub mark: &'static str,
    /// True if it is readable on a terminal.
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
    /// Name of the case.
    pub name: SafeText,
    /// Prefix of its ids: see [`Dossier::prefix`].
    pub prefix: String,
    /// Summary, or the error that prevented reading it.
    pub summary: Result<Summary, SafeText>,
    /// Output of [`Handout::part`]; `None` if the case is listed in the index only.
    pub text: Option<String>,
}
