//! Ratios to other programs on the same input: `cargo bench --bench ratios`.
//!
//! Single times say little on a shared machine, ratios do: all programs of a table run in turn,
//! round after round, as whole processes, and what is printed is the median of the rounds' ratios.
//! Inputs are made here, the same at every run. A peer that is not installed is named as missing.

#![expect(clippy::print_stdout, reason = "the table is the result")]

#[path = "ratios/inputs.rs"]
mod inputs;
#[path = "ratios/markers.rs"]
mod markers;
#[path = "ratios/race.rs"]
mod race;
#[path = "ratios/start.rs"]
mod start;

use std::io;

fn main() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    markers::run(folder.path())?;
    start::run(folder.path())
}
