//! Does support put what is said above what is not? `cargo bench --bench evidence -- support`
//!
//! For each set and each score the AUC: how often a claim that its passage says scores above one
//! that it does not say; half of those that score the same. 0.5 is a coin.

use std::collections::BTreeSet;
use std::path::Path;

use pincite::dialects::shared::markers::Families;
use pincite::dialects::shared::markers::read_response;
use pincite::evidence::{Evidence, NumberStatus, Place, QuoteStatus};
use pincite::inspect::inspect;
use pincite::model::{Case, IdFrom, Source, SourceText};

use crate::cases::{Half, Kind, Wording, question};
use crate::quotes::cases::{Expected, read};

/// A seed that nothing was tuned on.
const SEED: u64 = 5 << 20;

/// Cases of one kind and wording.
const CASES: u64 = 100;

const SCORES: [&str; 5] = ["support", "plain words", "numbers", "parts", "parts and quotes"];

/// One claim with its passage: whether the passage says it, and the [`SCORES`].
type Scored = (bool, [f64; 5]);

/// Prints the table; `quotes` is the folder of the public quote benchmark.
pub(crate) fn run(quotes: Option<&Path>) {
    println!("\n| set | said | not said | {} |", SCORES.join(" | "));
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    for wording in Wording::ALL {
        print(&format!("invented, {wording:?}"), &invented(wording));
    }
    let Some(folder) = quotes else { return };
    let sentences = sentences(folder);
    print("sentences of abstracts", &sentences.iter().map(|it| it.1).collect::<Vec<_>>());
    let modes: BTreeSet<&str> = sentences.iter().map(|it| it.0.as_str()).collect();
    for mode in modes {
        let one = sentences.iter().filter(|it| it.0 == mode || it.1.0);
        let one: Vec<Scored> = one.map(|it| it.1).collect();
        if sentences.iter().any(|it| it.0 == mode && !it.1.0) {
            print(&format!("– {mode}"), &one);
        }
    }
}

/// Facts of the held-out half, cited rightly and wrongly.
fn invented(wording: Wording) -> Vec<Scored> {
    use Kind::{Absent, Drifted, Exact, Overlapping, Twins, TwoDrifted, TwoSentences, WrongSource};
    let kinds = [
        Exact,
        Kind::Wider,
        Overlapping,
        TwoSentences,
        Drifted,
        TwoDrifted,
        WrongSource,
        Absent,
        Twins,
    ];
    let mut all = Vec::new();
    for kind in kinds {
        for number in 0..CASES {
            let question = question(kind, wording, Half::HeldOut, false, SEED | number);
            scored(question.case, kind.is_right(), &mut all);
        }
    }
    all
}

/// Returns the cases of the quote benchmark, each as a claim that cites its abstract, with its
/// mode.
fn sentences(folder: &Path) -> Vec<(String, Scored)> {
    let (documents, cases) = read(folder);
    let mut all = Vec::new();
    for case in cases {
        let text = format!("\u{201c}{}\u{201d} \u{e200}cite\u{e202}d\u{e201}", case.quote);
        let source = Source {
            id: "d".to_owned(),
            id_from: IdFrom::Text,
            text: SourceText::Inline(documents[case.document].as_str().into()),
            ..Source::default()
        };
        let response = read_response(text, &Families::default());
        let mut one = Vec::new();
        let sources = vec![source];
        scored(
            Case { response, sources, ..Case::default() },
            case.expected == Expected::Found,
            &mut one,
        );
        all.extend(one.into_iter().map(|it| (case.mode.clone(), it)));
    }
    all
}

fn scored(case: Case, is_said: bool, all: &mut Vec<Scored>) {
    let inspection = inspect(case);
    for (index, one) in inspection.inspected.iter().enumerate() {
        let claim = inspection.claim_text(index).unwrap_or_default();
        for (evidence, target) in one.evidence.iter().zip(&one.targets) {
            let (Some(evidence), Some(passage)) = (evidence, target.passage()) else { continue };
            let store = inspection.stores[passage.source].as_ref().unwrap();
            let plain = covered(&claim, &store.read_in_place(passage.span));
            let numbers = numbers(evidence);
            let place = match evidence.place {
                Place::Here => 1.0,
                Place::Unknown => 0.5,
                Place::Drifted | Place::Elsewhere | Place::Ambiguous | Place::Nowhere => 0.0,
            };
            let parts = evidence.support + numbers + place;
            let scores = [evidence.support, plain, numbers, parts, parts + quotes(evidence)];
            all.push((is_said, scores));
        }
    }
}

/// Returns the share of the claim's different words that the passage has, in lower case.
fn covered(claim: &str, passage: &str) -> f64 {
    let words = |text: &str| -> BTreeSet<String> {
        let lower = text.to_lowercase();
        let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    };
    let (claim, passage) = (words(claim), words(passage));
    share(float(claim.intersection(&passage).count()), claim.len())
}

/// Returns the share of the claim's numbers that the passage has; a half if it is undecidable.
fn numbers(evidence: &Evidence) -> f64 {
    let there = evidence.numbers.iter().map(|number| match number.status {
        status if status.is_found() => 1.0,
        NumberStatus::Unknown => 0.5,
        _ => 0.0,
    });
    share(there.sum(), evidence.numbers.len())
}

fn is_found(status: QuoteStatus) -> bool {
    matches!(status, QuoteStatus::Verbatim | QuoteStatus::Normalised | QuoteStatus::Gapped)
}

/// Returns the same of the claim's quotes.
fn quotes(evidence: &Evidence) -> f64 {
    let there = evidence.quotes.iter().map(|quote| f64::from(u8::from(is_found(quote.status))));
    share(there.sum(), evidence.quotes.len())
}

fn share(part: f64, of: usize) -> f64 {
    if of == 0 { 0.5 } else { part / float(of) }
}

#[expect(clippy::cast_precision_loss, reason = "a few million pairs")]
fn float(count: usize) -> f64 {
    count as f64
}

fn print(set: &str, all: &[Scored]) {
    let said = all.iter().filter(|it| it.0).count();
    let areas: Vec<String> = (0..SCORES.len()).map(|at| format!("{:.3}", area(all, at))).collect();
    println!("| {set} | {said} | {} | {} |", all.len() - said, areas.join(" | "));
}

/// Returns the area under the curve of the score at `at`.
fn area(all: &[Scored], at: usize) -> f64 {
    let of = |is_said: bool| -> Vec<f64> {
        all.iter().filter(|it| it.0 == is_said).map(|it| it.1[at]).collect()
    };
    let (said, mut not) = (of(true), of(false));
    not.sort_by(f64::total_cmp);
    let above = said.iter().map(|score| {
        let below = not.partition_point(|other| other < score);
        let to = not.partition_point(|other| other <= score);
        float(below + to) / 2.0
    });
    above.sum::<f64>() / float(said.len() * not.len())
}
