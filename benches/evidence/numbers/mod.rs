//! Are contradicted numbers flagged, and right ones not? `cargo bench --bench evidence -- numbers`
//!
//! Pairs of a claim and one sentence that supports or refutes it go through the whole program, and
//! claims beside lines that people marked as supporting them through the comparison of numbers.
//! `-- fit-numbers` fits the decision on the first half of the documents and writes it down.

mod fit;
mod rows;

use std::fmt::Write as _;
use std::path::Path;

use pincite::dialects::shared::markers::Families;
use pincite::dialects::shared::markers::read_response;
use pincite::evidence::NumberStatus;
use pincite::evidence::numbers::{Features, compare, features};
use pincite::inspect::inspect;
use pincite::model::{Case, IdFrom, Source, SourceText};

use fit::{Doubts, Model};
use rows::{Half, Kind, Pair};

/// The file of the fitted decision.
const FITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/evidence/numbers.txt");

/// The weight of a pair of a claim and lines that do not support it. There are many of them; at this
/// weight they count together about as much as the pairs that support or refute.
const STRANGER: f64 = 0.3;

/// The probability from which a number is flagged, chosen on the fit half: the lowest, in hundredths, that flags at
/// most 3.5 % of the supported claims.
const THRESHOLD: f64 = 0.43;

/// Prints the figures for both halves; `folder` holds the labelled claims.
pub(crate) fn run(folder: &Path) {
    let pairs = rows::read(folder);
    println!("\n| numbers | claims | with numbers | flagged |");
    println!("|---|--:|--:|--:|");
    for half in [Half::Fit, Half::Check] {
        for kind in Kind::ALL {
            let of: Vec<&Pair> =
                pairs.iter().filter(|it| it.half == half && it.kind == kind).collect();
            let flags: Vec<Option<bool>> = of.iter().map(|pair| flagged(pair)).collect();
            let numbered = flags.iter().flatten().count();
            let flagged = flags.iter().flatten().filter(|is| **is).count();
            let share = percent(flagged, of.len());
            println!("| {half:?}: {} | {} | {numbered} | {share} |", kind.name(), of.len());
        }
    }
}

/// True if a number of the claim is flagged; `None` if it has none.
fn flagged(pair: &Pair) -> Option<bool> {
    let statuses: Vec<NumberStatus> = match pair.kind {
        Kind::Refuted | Kind::Supported => through_program(pair),
        Kind::Marked | Kind::Around | Kind::SamePage | Kind::Stranger => {
            compare(&pair.claim, 0, &pair.passage, 0).iter().map(|number| number.status).collect()
        }
    };
    (!statuses.is_empty()).then(|| statuses.contains(&NumberStatus::Differs))
}

/// Returns the numbers that the program finds in a response that cites a source of one line.
fn through_program(pair: &Pair) -> Vec<NumberStatus> {
    let text = format!("{} \u{e200}cite\u{e202}d\u{e202}L1\u{e201}", pair.claim);
    let source = Source {
        id: "d".to_owned(),
        id_from: IdFrom::Text,
        text: SourceText::Inline(pair.passage.as_str().into()),
        ..Source::default()
    };
    let response = read_response(text, &Families::default());
    let inspection = inspect(Case { response, sources: vec![source], ..Case::default() });
    let evidence = inspection.inspected.iter().flat_map(|one| one.evidence.iter().flatten());
    evidence.flat_map(|it| it.numbers.iter().map(|number| number.status)).collect()
}

/// Fits the decision and writes it to [`FITTED`].
pub(crate) fn fit(folder: &Path) {
    let pairs = rows::read(folder);
    let of = |half: Half| -> Vec<Doubts> {
        pairs.iter().filter(|pair| pair.half == half).map(doubts).collect()
    };
    let (learnt, check) = (of(Half::Fit), of(Half::Check));
    let model = Model::fit(&learnt);
    let mut text = String::from(
        "# Decides whether a number of a passage contradicts one of the claim: a logistic model.\n\
         # Written by `PINCITE_EVIDENCE=FOLDER cargo bench --bench evidence -- fit-numbers`, fitted on the\n\
         # first half of the documents of VitaminC's claims with numbers (CC BY-SA 3.0), WiCE (ODC-BY 1.0)\n\
         # and the attributed answers of LFQA (Apache-2.0), development splits.\n",
    );
    for (name, cases) in [("fit half", &learnt), ("check half", &check)] {
        let share = |is_refuted: bool| {
            let labelled = cases.iter().filter(|case| case.weight >= 1.0 && case.is_sentence);
            let of: Vec<_> = labelled.filter(|case| case.is_refuted == is_refuted).collect();
            let flagged = of.iter().filter(|case| model.highest(case) >= THRESHOLD).count();
            format!("{} of {}", percent(flagged, of.len()), of.len())
        };
        let (refuted, supported) = (share(true), share(false));
        writeln!(text, "# {name}: flagged {refuted} refuted, {supported} supported").unwrap();
    }
    write!(text, "threshold {THRESHOLD}\nbias {:.3}\n", model.bias).unwrap();
    for (name, weight) in Features::NAMES.iter().zip(model.weights) {
        writeln!(text, "{name} {weight:.3}").unwrap();
    }
    std::fs::write(FITTED, &text).unwrap();
    print!("{text}");
}

fn doubts(pair: &Pair) -> Doubts {
    let of = features(&pair.claim, &pair.passage);
    Doubts {
        all: of.iter().map(Features::values).collect(),
        is_refuted: pair.kind == Kind::Refuted,
        is_sentence: matches!(pair.kind, Kind::Refuted | Kind::Supported),
        weight: match pair.kind {
            Kind::Refuted | Kind::Supported | Kind::Marked | Kind::Around => 1.0,
            Kind::SamePage | Kind::Stranger => STRANGER,
        },
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand claims")]
fn percent(part: usize, of: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / of.max(1) as f64)
}
