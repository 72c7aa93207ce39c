//! What the evidence is worth, on public data and on cases with known answers, and how fast a batch
//! is checked: `PINCITE_CORPUS=FOLDER cargo bench --bench evidence [-- drift|quotes|check]`.
//!
//! With `-- batch FILE RECORDS` it writes such a batch and measures nothing.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench may fail loudly, and prints what it finds"
)]

mod cases;
mod check;
mod drift;
mod quotes;

use std::path::PathBuf;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["drift", rest @ ..] => drift::run(rest),
        ["quotes"] => quotes(),
        ["check"] => check::run(),
        ["batch", file, records] => check::write(file.as_ref(), records.parse().unwrap()),
        [] => {
            drift::run(&[]);
            quotes();
            check::run();
        }
        [other, ..] => println!("no part is called {other}"),
    }
}

fn quotes() {
    match std::env::var_os("PINCITE_CORPUS").map(PathBuf::from) {
        Some(corpus) => quotes::run(&corpus.join("quotes")),
        None => println!("PINCITE_CORPUS is not set: no quote is measured"),
    }
}
