//! `pincite RESPONSE [SOURCE…]`: the inspector, or `show` if there is no terminal that can be drawn on.

use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use super::console::{is_coloured, is_dumb};
use super::judge_args::JudgeArgs;
use super::show::{ExitRule, show};
use crate::config::ScreenSettings;
use crate::error::Result;
use crate::report::{self, text};
use crate::tui;
use crate::tui::Opened;
use crate::tui::options::variable;
use crate::tui::verdict_saver::Reviewing;

/// Opens the inspector on the cases, or prints them if standard output is no terminal that can be drawn on.
pub(super) fn inspect(
    opened: Opened,
    (settings, judge): (&ScreenSettings, Option<&JudgeArgs>),
    reviewing: Reviewing,
) -> Result<ExitCode> {
    if io::stdout().is_terminal() && !is_dumb() {
        let secure = judge.is_some_and(JudgeArgs::is_secure);
        let mut options = tui::Options::new(settings, &variable, secure)?;
        options.judge = judge.map(JudgeArgs::judge).transpose()?.flatten();
        tui::run(opened, options, reviewing)
    } else {
        let judge = judge.map(JudgeArgs::judge_to_end).transpose()?.flatten();
        let colour = is_coloured(&io::stdout());
        let options = report::Options { colour, ..report::Options::default() };
        show(&opened.cases, &text::REPORT, &options, (ExitRule::UnreadableFails, judge.as_ref()))
    }
}
