//! A small answer against the program alone: what compiling patterns and reading word lists costs at a start.

use std::fs;
use std::io;
use std::path::Path;

use crate::race::{Row, Runner, race, table};

const PINCITE: &str = env!("CARGO_BIN_EXE_pincite");

const ANSWER: &str = "The harbour opens at nine [1]. Boats leave for the island in May.\n\n\
    ## Sources\n\n[1] [Harbour times](https://harbour.example/times)\n";

const SOURCE: &str = "The harbour opens at nine.\nBoats leave in May.\n";

pub(crate) fn run(folder: &Path) -> io::Result<()> {
    let [answer, source] = [("answer.md", ANSWER), ("times.txt", SOURCE)].map(|(name, text)| {
        let path = folder.join(name);
        fs::write(&path, text).map(|()| path.display().to_string())
    });
    let (answer, source) = (answer?, format!("1={}", source?));
    let places = race(
        31,
        &[
            Runner::new("check", &[PINCITE, "check", &answer, "--source", &source]),
            Runner::new("show", &[PINCITE, "show", &answer, "--source", &source]),
            Runner::new("--version", &[PINCITE, "--version"]),
        ],
    )?;
    let rows = [Row::Slower("itself"), Row::Slower(">= 0.8"), Row::Ours("<= 5")];
    table("an answer of three lines", &places, &rows);
    Ok(())
}
