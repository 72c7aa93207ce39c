//! The quality of the evidence, on public data and on cases with known answers, and its speed:
//! `PINCITE_CORPUS=FOLDER cargo bench --bench evidence [-- drift|quotes|support|speed|check]`,
//! `PINCITE_EVIDENCE=FOLDER cargo bench --bench evidence -- marked|mistakes|numbers|fit-numbers`,
//! `cargo bench --bench evidence -- languages FOLDER`.
//!
//! With `-- batch FILE RECORDS` it writes such a batch as `check` makes and measures nothing.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    reason = "a bench may fail loudly, and prints what it finds"
)]

mod cases;
mod check;
mod drift;
mod inspect;
mod languages;
mod marked;
mod mistakes;
mod numbers;
mod pointer;
mod quotes;
mod support;

use std::path::{Path, PathBuf};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["marked"] => marked(),
        ["mistakes"] => labelled(mistakes::run),
        ["languages", folder] => languages::run(folder.as_ref()),
        ["drift", rest @ ..] => drift::run(rest),
        ["quotes"] => quotes(),
        ["check"] => check::run(),
        ["batch", file, records] => check::write(file.as_ref(), records.parse().unwrap()),
        ["speed", rest @ ..] => inspect::run(rest),
        ["numbers"] => labelled(numbers::run),
        ["fit-numbers"] => labelled(numbers::fit),
        ["support"] => support::run(folder().as_deref()),
        [] => {
            marked();
            drift::run(&[]);
            quotes();
            support::run(folder().as_deref());
            labelled(mistakes::run);
            labelled(numbers::run);
            check::run();
        }
        [other, ..] => println!("no part is called {other}"),
    }
}

fn marked() {
    match std::env::var_os("PINCITE_EVIDENCE") {
        Some(folder) => marked::run(folder.as_ref()),
        None => println!("PINCITE_EVIDENCE is not set: no marked claim is measured"),
    }
}

fn quotes() {
    if let Some(folder) = folder() {
        quotes::run(&folder);
    }
}

/// Runs a part on the claims with marked lines.
fn labelled(run: fn(&Path)) {
    match std::env::var_os("PINCITE_EVIDENCE") {
        Some(folder) => run(Path::new(&folder)),
        None => println!("PINCITE_EVIDENCE is not set: no labelled claim is measured"),
    }
}

/// Returns the public quote benchmark.
fn folder() -> Option<PathBuf> {
    let corpus = std::env::var_os("PINCITE_CORPUS").map(PathBuf::from);
    if corpus.is_none() {
        println!("PINCITE_CORPUS is not set: no quote is measured");
    }
    corpus.map(|corpus| corpus.join("quotes"))
}
