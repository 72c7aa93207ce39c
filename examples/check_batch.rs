//! Counts the findings of each case of a batch, one case in memory at a time:
//! `cargo run --example check_batch -- BATCH`, or a built-in sample without an argument. Exits with 1
//! if a case has an error or cannot be read.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use pincite::Severity;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let path = std::env::args().nth(1);
    let path = path.as_deref().unwrap_or("samples/case/cases.jsonl");

    let mut out = io::stdout().lock();
    let mut is_sound = true;
    for inspection in pincite::open(path)?.inspect_all() {
        // A line that cannot be read fails by itself; the others are checked.
        let inspection = match inspection {
            Ok(inspection) => inspection,
            Err(error) => {
                writeln!(out, "{error}")?;
                is_sound = false;
                continue;
            }
        };
        let count = |severity: Severity| {
            inspection.findings.iter().filter(|finding| finding.severity == severity).count()
        };
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        let citations = inspection.citations().len();
        let id = &inspection.case.id;
        writeln!(out, "{id}: {citations} citations, {errors} errors, {warnings} warnings")?;
        is_sound &= errors == 0;
    }
    Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
