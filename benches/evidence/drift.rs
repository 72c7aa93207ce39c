//! Citations at the place of their claim and elsewhere: `cargo bench --bench evidence -- drift [SEED [CASES [learning|second]]]`
//!
//! Prints one table for each set of cases, a row for each kind of case and wording.

use std::collections::BTreeMap;

use pincite::evidence::Place;
use pincite::inspect::inspect;

use crate::cases::{Half, Kind, Question, Wording, question};

/// The decisions about the citations of one kind and wording.
#[derive(Debug, Default)]
struct Row {
    cases: usize,
    places: BTreeMap<&'static str, usize>,
    /// Places that were offered, and how many of them are right.
    offered: usize,
    right: usize,
}

pub(crate) fn run(arguments: &[&str]) {
    let number = |at: usize, otherwise: u64| {
        arguments.get(at).and_then(|it| it.parse().ok()).unwrap_or(otherwise)
    };
    let half = match arguments.get(2) {
        Some(&"learning") => Half::Learning,
        Some(&"second") => Half::SecondHand,
        _ => Half::HeldOut,
    };
    let show = arguments.get(3).copied();
    let sets: &[bool] = if half == Half::SecondHand { &[false] } else { &[false, true] };
    for abroad in sets.iter().copied() {
        table(number(0, 2), number(1, 200), half, abroad, show);
    }
}

fn table(seed: u64, cases: u64, half: Half, abroad: bool, show: Option<&str>) {
    let subjects = if abroad { "German, Chinese, Japanese" } else { "English" };
    println!("\n{subjects}, {half:?}, seed {seed}\n");
    println!(
        "| case | wording | n | here | drifted | elsewhere | ambiguous | nowhere | unknown | repair right |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for kind in Kind::ALL {
        for wording in Wording::ALL {
            let mut row = Row::default();
            for number in 0..cases {
                let question = question(kind, wording, half, abroad, seed << 20 | number);
                decided(&question, &mut row, show);
            }
            print(kind, wording, &row);
        }
    }
}

fn decided(question: &Question, row: &mut Row, show: Option<&str>) {
    let inspection = inspect(question.case.clone());
    let evidence = inspection.inspected.iter().flat_map(|one| one.evidence.iter());
    for evidence in evidence.flatten() {
        row.cases += 1;
        *row.places.entry(evidence.place.name()).or_default() += 1;
        let mut wrong = question.kind.is_right() && !evidence.better.is_empty();
        if let (Place::Drifted | Place::Elsewhere, Some(best)) =
            (evidence.place, evidence.better.first())
        {
            row.offered += 1;
            let right = question.is_right(best.source, best.span);
            wrong |= !right;
            row.right += usize::from(right);
        }
        wrong |= matches!(question.kind, Kind::Drifted | Kind::WrongSource | Kind::Twins)
            && evidence.better.is_empty();
        wrong |= question.kind == Kind::Drifted && evidence.place != Place::Drifted;
        wrong |= question.kind == Kind::Absent && !evidence.better.is_empty();
        wrong |= question.kind == Kind::Twins && evidence.place != Place::Ambiguous;
        if wrong && show.is_some_and(|show| format!("{:?}", question.kind) == show) {
            println!(
                "--- {:?} {:?} {:?} {}: {:?}",
                question.kind, question.wording, question.layout, question.domain, evidence.place
            );
            println!("{}", question.case.response.text);
            for (source, span) in &question.truths {
                println!(
                    "truth {source} {:?}",
                    inspection.stores[*source].as_ref().unwrap().read_in_place(*span)
                );
            }
            for one in &inspection.inspected {
                for target in &one.targets {
                    if let Some(p) = target.passage() {
                        println!(
                            "cited {} {:?}",
                            p.source,
                            inspection.stores[p.source].as_ref().unwrap().read_in_place(p.span)
                        );
                    }
                }
            }
            for better in &evidence.better {
                println!(
                    "better {} {:.2} {:?}",
                    better.source,
                    better.support,
                    inspection.stores[better.source].as_ref().unwrap().read_in_place(better.span)
                );
            }
        }
    }
}

fn print(kind: Kind, wording: Wording, row: &Row) {
    let share = |name: &str| percent(row.places.get(name).copied().unwrap_or(0), row.cases);
    let names = ["here", "drifted", "elsewhere", "ambiguous", "nowhere", "unknown"];
    let shares: Vec<String> = names.iter().map(|name| share(name)).collect();
    let right = percent(row.right, row.offered);
    println!("| {kind:?} | {wording:?} | {} | {} | {right} |", row.cases, shares.join(" | "));
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand cases")]
fn percent(part: usize, of: usize) -> String {
    if of == 0 { "–".to_owned() } else { format!("{:.1}", 100.0 * part as f64 / of as f64) }
}
