//! The response that a journal is about, opened again.

use std::path::PathBuf;

use crate::cli::case::CaseArgs;
use crate::cli::console::print_error;
use crate::cli::progress::read_documents;
use crate::error::Result;
use crate::inspect::{Inspection, inspect};

/// Inspects each case of the response, which is the first path in `input`, followed by the sources.
/// Prints an error for a case that cannot be read, and then returns exit status 2, otherwise 0.
pub(super) fn inspect_each(input: &[String], see: &mut dyn FnMut(&Inspection)) -> Result<u8> {
    let Some((response, sources)) = input.split_first() else { return Ok(0) };
    let sources = sources.iter().map(PathBuf::from).collect();
    let cases = CaseArgs::new(response.clone(), sources).open()?;
    let mut status = 0;
    for index in (0..).take_while(|&index| cases.has(index)) {
        match cases.read(index) {
            Ok(mut case) => {
                read_documents(&mut case);
                see(&inspect(case));
            }
            Err(error) => {
                print_error(&error);
                status = 2;
            }
        }
    }
    Ok(status)
}
