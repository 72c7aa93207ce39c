//! `pincite RESPONSE [SOURCE…]`: the inspector, or `show` if there is no terminal to draw on.

use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use super::judge_args::JudgeArgs;
use super::show::{ExitRule, show};
use crate::error::Result;
use crate::report::{self, text};
use crate::tui;
use crate::tui::Opened;
use crate::tui::keeper::Reviewing;

/// Opens the inspector on what was opened, or prints it when standard output is no terminal.
pub(super) fn inspect(
    opened: Opened,
    judge: Option<&JudgeArgs>,
    reviewing: Reviewing,
) -> Result<ExitCode> {
    if io::stdout().is_terminal() {
        let mut options = tui::Options::default();
        if let Some(args) = judge {
            options.judge = args.judge()?;
            options.secure = args.secure;
        }
        tui::run(opened, options, reviewing)
    } else {
        let judge = judge.map(JudgeArgs::judge_to_end).transpose()?.flatten();
        let options = report::Options::default();
        show(&opened.cases, &text::REPORT, &options, (ExitRule::UnreadableFails, judge.as_ref()))
    }
}
