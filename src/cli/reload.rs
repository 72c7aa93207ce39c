//! The input of the inspector, to be opened again when its files change.

use std::path::PathBuf;

use super::case::CaseArgs;
use crate::cases::Cases;
use crate::error::Result;
use crate::input::Input;
use crate::tui::reread::Reopen;

/// The arguments of the command line.
#[derive(Debug)]
pub(super) struct ReloadableInput {
    case: CaseArgs,
    /// The response, if it came through a pipe and cannot be read twice.
    piped: Option<Input>,
}

impl ReloadableInput {
    /// Opens the input of `case`; it can be opened again unless a source came through a pipe.
    pub(super) fn open(case: CaseArgs) -> Result<(Cases, Option<Self>)> {
        let (cases, piped) = case.open_keeping_pipe()?;
        let again = case.has_files().then_some(Self { case, piped });
        Ok((cases, again))
    }
}

impl Reopen for ReloadableInput {
    fn open(&self) -> Result<Cases> {
        self.case.open_again(self.piped.as_ref())
    }

    fn files(&self) -> Vec<PathBuf> {
        self.case.files()
    }
}
