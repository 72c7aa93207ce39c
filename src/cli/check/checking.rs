//! The check of the cases of one input on all cores, a block of lines or cases at a time.

use std::panic::resume_unwind;
use std::sync::mpsc;
use std::thread;

use rayon::prelude::*;

use super::batch;
use super::inspected::CheckSettings;
use super::output::Output;
use crate::cases::{Cases, LinePlaces};
use crate::error::{Error, Result};
use crate::input::Input;
use crate::model::Case;
use crate::report::findings::{Checked, collect};
use crate::text::Span;

/// The maximum number of cases that a core takes at a time: at the end of a block the others wait
/// for it.
const AT_ONCE: usize = 4;

/// The maximum number of lines of a batch that are checked at a time, so that the first results of short lines do not
/// wait for many, and a closed pipe ends the work.
const LINES_AT_A_TIME: usize = 256;

/// The number of cases of an input that is not a batch that are checked at a time.
const AT_A_TIME: usize = 64;

/// Checks every line of a batch.
pub(super) fn check_lines(
    lines: &mut batch::BatchLines<impl std::io::Read + Send>,
    cases: &Cases,
    how: &CheckSettings<'_>,
    output: &mut Output,
) -> Result<()> {
    let name = cases.input().name.clone();
    let check = |number: u64, bytes: Option<&[u8]>| {
        let line = Input::record(&name, bytes.unwrap_or_default().trim_ascii_end().to_vec());
        let too_large = || Input::too_large(&name).at(format!("line {number}"));
        match bytes.ok_or_else(too_large).and_then(|_| cases.read_line(&line, number)) {
            Ok(read) => merged(read, &line, number, how),
            Err(error) => Checked::failed(line_name(&line, number), Some(number), &error),
        }
    };
    let (read, to_check) = mpsc::sync_channel(1);
    let (checked, to_report) = mpsc::sync_channel(1);
    thread::scope(|scope| {
        // The receiver is gone if the output cannot be written.
        let reading = scope.spawn(move || -> Result<()> {
            while let Some(block) = lines.block()? {
                if read.send(block).is_err() {
                    break;
                }
            }
            Ok(())
        });
        let checking = scope.spawn(move || {
            for block in to_check {
                for lines in block.lines().chunks(LINES_AT_A_TIME) {
                    let lines = lines.par_iter().with_max_len(AT_ONCE);
                    let all = lines.map(|line| check(line.number, block.bytes(line)));
                    if checked.send(all.collect()).is_err() {
                        return;
                    }
                }
            }
        });
        for cases in to_report {
            output.cases(cases, how.config)?;
        }
        checking.join().unwrap_or_else(|panic| resume_unwind(panic));
        reading.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Checks the cases of an input that is not a batch.
pub(super) fn check_cases(
    cases: &Cases,
    how: &CheckSettings<'_>,
    output: &mut Output,
) -> Result<()> {
    let check = |index: usize| match cases.read(index) {
        Ok(case) => {
            let inspection = how.inspected(case);
            let in_file = cases.in_file(index, &inspection.case.response.text);
            collect(inspection, &in_file)
        }
        Err(error) => {
            let names = (cases.default_id(index), cases.file_name(index));
            Checked::failed(names, cases.in_file(index, "").line, &error)
        }
    };
    for from in (0..cases.len()).step_by(AT_A_TIME) {
        let to = cases.len().min(from + AT_A_TIME);
        let range = (from..to).into_par_iter().with_max_len(AT_ONCE);
        output.cases(range.map(check).collect(), how.config)?;
    }
    Ok(())
}

/// Merges the cases of one line into one result.
fn merged(
    cases: Vec<(Case, Option<Span>)>,
    line: &Input,
    number: u64,
    how: &CheckSettings<'_>,
) -> Checked {
    let several = cases.len() > 1;
    let places = LinePlaces::new(line, number, several);
    let mut all = cases.into_iter().map(|(case, part)| {
        let inspection = how.inspected(case);
        let response = Some(inspection.case.response.text.as_str());
        let in_file = places.find(response.filter(|_| !inspection.findings.is_empty()), part);
        let checked = collect(inspection, &in_file);
        if several { checked.named() } else { checked }
    });
    let Some(first) = all.next() else {
        let why = Error::new("read", line.title(), "no case found").at(format!("line {number}"));
        return Checked::failed(line_name(line, number), Some(number), &why);
    };
    let mut merged = all.fold(first, Checked::with);
    if several {
        merged.id = line_name(line, number).0;
    }
    merged
}

/// Returns the names of a line of a batch and of the batch.
fn line_name(line: &Input, number: u64) -> (String, String) {
    (format!("{}:{number}", line.file_name()), line.name.clone())
}
