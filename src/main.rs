//! The binary: parse, run, print an error with its hint, return an exit code.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;
use pincite::cli::Cli;
use pincite::text::SafeText;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(code) => code,
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            let mut stderr = std::io::stderr().lock();
            let mut told = writeln!(stderr, "pincite: {}", SafeText::new(&error.to_string()));
            if let Some(advice) = error.advice() {
                told = told.and_then(|()| writeln!(stderr, "hint: {}", SafeText::new(advice)));
            }
            // A closed standard error leaves only the exit code to speak.
            drop(told);
            ExitCode::from(2)
        }
    }
}
