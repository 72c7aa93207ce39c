//! Quotes: the public benchmark, and attacks with ellipses and brackets that it has not.

mod attacks;
pub(crate) mod cases;
mod scripts;

use std::path::Path;
use std::time::Instant;

use cases::{Answers, Case, Expected, read};
use pincite::evidence::texts::Texts;

/// Prints the table of both.
pub(crate) fn run(folder: &Path) {
    let (documents, cases) = read(folder);
    let texts = Texts::of(documents.iter().cloned().map(Some));
    let begun = Instant::now();
    table("Public benchmark", &texts, &cases);
    println!("{} cases in {:.2} s", cases.len(), begun.elapsed().as_secs_f64());
    let (texts, cases) = attacks::attacks(&documents);
    table("Attacks on English abstracts", &texts, &cases);
    let (texts, cases) = scripts::cases();
    table("Other scripts", &texts, &cases);
}

fn table(title: &str, texts: &Texts, cases: &[Case]) {
    let mut answers = Answers::default();
    for case in cases {
        answers.add(case, texts);
    }
    println!("\n{title}\n");
    println!("| mode | n | found | warned | wrong |\n|---|--:|--:|--:|--:|");
    for (mode, tally) in &answers.modes {
        println!(
            "| {mode} | {} | {} | {} | {} |",
            tally.cases, tally.found, tally.warned, tally.wrong
        );
    }
    let (detection, alarms) = (answers.share(Expected::Refused), answers.share(Expected::Found));
    println!("\ndetection {:.4}, false alarms {alarms:.4}", 1.0 - detection);
    for wrong in &answers.wrong {
        println!("wrong: {wrong}");
    }
}
