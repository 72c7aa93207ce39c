//! The binary: parse, run, print an error with its hint, return an exit code.

use std::process::ExitCode;

use pincite::cli::{Cli, print_error, print_usage};

/// The status of a program whose output nobody reads any more, as shells show that of `SIGPIPE`.
const READER_GONE: u8 = 141;

fn main() -> ExitCode {
    let cli = match Cli::parse_arguments() {
        Ok(cli) => cli,
        Err(error) => return print_usage(&error),
    };
    match cli.run() {
        Ok(code) => code,
        // The part that was not written may hold findings: never a success.
        Err(error) if error.is_broken_pipe() => ExitCode::from(READER_GONE),
        Err(error) => {
            print_error(&error);
            ExitCode::from(2)
        }
    }
}
