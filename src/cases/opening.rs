//! Opening an input as cases, explaining its dialect, and naming the file of a case.

use crate::cases::batch::Cases;
use crate::cases::recognition::with_first_record;
use crate::dialects::DIALECTS;
use crate::dialects::lookup::by_name;
use crate::dialects::shared::markers::Families;
use crate::error::Result;
use crate::input::Input;

/// Returns, for each dialect in order, its name, and the reason why the first record of `input`
/// that is in any dialect is in this one, or that it is not.
pub fn explain(input: &Input, families: &Families) -> Vec<(&'static str, String)> {
    let verdicts = with_first_record(input, families, |record| {
        let verdicts = DIALECTS.iter().map(|dialect| {
            let reason = dialect.detect(record, families);
            (dialect.name, reason.unwrap_or_else(|| "no".to_owned()))
        });
        verdicts.collect()
    });
    verdicts.unwrap_or_default()
}

/// Divides `input` into cases, in the dialect named by `from` or detected.
///
/// Fails if `from` names no format, or if no record of the input is in a known dialect. A bad line
/// among good ones fails by itself, when it is read.
pub fn open(input: Input, from: Option<&str>, families: &Families) -> Result<Cases> {
    let forced = from.map(by_name).transpose()?;
    Cases::new(input, forced, families.clone())
}

impl Cases {
    /// Returns, for a folder, the path within it of the file with the case at `index`. Nothing is read
    /// for it; `None` if there is no such case, or no folder.
    pub fn file_in_folder(&self, index: usize) -> Option<&str> {
        self.folder.as_ref()?.called(index)
    }
}
