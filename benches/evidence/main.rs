//! How often the evidence is right, on public data and on made cases, and how fast a batch is
//! checked: `PINCITE_CORPUS=FOLDER cargo bench --bench evidence`.
//!
//! With `-- batch FILE RECORDS` it writes such a batch and measures nothing.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a bench may fail loudly, and prints what it finds"
)]

mod check;
mod quotes;

use std::path::PathBuf;

fn main() {
    let arguments: Vec<String> = std::env::args().filter(|word| word != "--bench").collect();
    if let [_, word, file, records] = arguments.as_slice()
        && word == "batch"
    {
        return check::write(file.as_ref(), records.parse().unwrap());
    }
    check::run();
    match std::env::var_os("PINCITE_CORPUS").map(PathBuf::from) {
        Some(corpus) => quotes::run(&corpus.join("quotes")),
        None => println!("PINCITE_CORPUS is not set: nothing else is measured"),
    }
}
