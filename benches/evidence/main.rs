//! How often the evidence is right, on public data and on made cases:
//! `PINCITE_CORPUS=FOLDER cargo bench --bench evidence`.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a bench may fail loudly, and prints what it finds"
)]

mod quotes;

use std::path::PathBuf;

fn main() {
    match std::env::var_os("PINCITE_CORPUS").map(PathBuf::from) {
        Some(corpus) => quotes::run(&corpus.join("quotes")),
        None => println!("PINCITE_CORPUS is not set: nothing is measured"),
    }
}
