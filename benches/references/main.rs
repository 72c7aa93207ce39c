//! Citations of code: how fast a large checkout is checked, and how often the findings are right.
//!
//! ```text
//! cargo bench --bench references                    # time, memory and git processes over a made checkout
//! cargo bench --bench references -- tree FOLDER     # writes that checkout, with its history
//! cargo bench --bench references -- cases FILE      # findings on labelled cases, one JSON object a line
//! cargo bench --bench references -- texts FOLDER    # every citation of code that is read in other texts
//! ```

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a bench may fail loudly, and prints what it finds"
)]

mod cases;
mod speed;
mod texts;
mod tree;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        [] => speed::run(),
        ["tree", folder] => {
            tree::write(folder.as_ref());
            tree::commit(folder.as_ref());
        }
        ["cases", file] => cases::run(file.as_ref()),
        ["texts", folder] => texts::run(folder.as_ref()),
        [other, ..] => println!("no part is called {other}"),
    }
}
