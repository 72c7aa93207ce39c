//! `pincite RESPONSE [SOURCE…]`: the inspector, or `show` where there is no terminal to draw on.

use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use super::show::{Failing, show};
use crate::error::Result;
use crate::report::{self, text};
use crate::tui;
use crate::tui::Opened;
use crate::tui::review::Reviewing;

/// Opens the inspector on what was opened, or prints it when standard output is no terminal.
pub(super) fn inspect(opened: Opened, reviewing: Reviewing) -> Result<ExitCode> {
    if io::stdout().is_terminal() {
        tui::run(opened, tui::Options::default(), reviewing)
    } else {
        show(&opened.cases, &text::REPORT, &report::Options::default(), Failing::Unreadable)
    }
}
