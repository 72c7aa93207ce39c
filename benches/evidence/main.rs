//! What the evidence is worth, on cases with known answers: `cargo bench --bench evidence -- PART`.

#![expect(clippy::print_stdout, reason = "the tables are the result")]
#![expect(
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a panic says where the generator is wrong"
)]

mod cases;
mod drift;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["drift", rest @ ..] => drift::run(rest),
        [] => drift::run(&[]),
        [other, ..] => println!("no part is called {other}"),
    }
}
