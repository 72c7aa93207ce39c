//! `pincite RESPONSE [SOURCE…]`: the inspector, or `show` where there is no terminal to draw on.

use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use super::show::{Failing, show};
use crate::error::Result;
use crate::formats::Cases;
use crate::report::{self, text};
use crate::tui;
use crate::tui::review::Reviewing;

/// Opens the inspector on `cases`, or prints them when standard output is no terminal.
pub(super) fn inspect(cases: Cases, reviewing: Reviewing) -> Result<ExitCode> {
    if io::stdout().is_terminal() {
        tui::run(cases, tui::Options::default(), reviewing)
    } else {
        show(&cases, &text::REPORT, &report::Options::default(), Failing::Unreadable)
    }
}
