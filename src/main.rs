//! The binary: parse, run, print an error with its hint, return an exit code.

use std::process::ExitCode;

use pincite::cli::{Cli, print_error, print_usage};

fn main() -> ExitCode {
    let cli = match Cli::parse_arguments() {
        Ok(cli) => cli,
        Err(error) => return print_usage(&error),
    };
    match cli.run() {
        Ok(code) => code,
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&error);
            ExitCode::from(2)
        }
    }
}
