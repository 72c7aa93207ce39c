//! The places of claims: invented cases with known answers, and individual decisions.

use std::collections::BTreeMap;

use pincite::dialects::shared::markers::Families;
use pincite::dialects::shared::markers::read_response;
use pincite::evidence::{Evidence, NumberStatus, Place};
use pincite::inspect::inspect;
use pincite::model::{Case, IdFrom, Source, SourceText};

#[expect(dead_code, reason = "the benches use the rest")]
#[path = "../../benches/evidence/cases/mod.rs"]
mod cases;

use cases::{Half, Kind, Wording, question};

/// A seed that nothing was tuned on.
const SEED: u64 = 77 << 20;

/// Cases of one kind and wording.
const CASES: u64 = 12;

#[derive(Default)]
struct Count {
    of: usize,
    places: BTreeMap<&'static str, usize>,
    offered: usize,
    right: usize,
}

impl Count {
    fn percent(&self, names: &[&str]) -> usize {
        let there: usize = names.iter().filter_map(|name| self.places.get(name)).sum();
        there * 100 / self.of
    }
}

fn count(kinds: &[Kind], wordings: &[Wording]) -> Count {
    let mut count = Count::default();
    for (kind, wording) in kinds.iter().flat_map(|kind| wordings.iter().map(move |it| (kind, it))) {
        for number in 0..CASES {
            let question = question(*kind, *wording, Half::HeldOut, false, SEED | number);
            let inspection = inspect(question.case.clone());
            for evidence in inspection.inspected.iter().flat_map(|it| it.evidence.iter().flatten())
            {
                count.of += 1;
                *count.places.entry(evidence.place.name()).or_default() += 1;
                let (Place::Drifted | Place::Elsewhere) = evidence.place else { continue };
                count.offered += 1;
                let best = evidence.better[0];
                count.right += usize::from(question.is_right(best.source, best.span));
            }
        }
    }
    count
}

// The facts are invented and beside lookalikes that differ in one word; the decision is fitted to real
// pages, where a passage with most of the claim is the right one. So the floors here only guard
// against changes for the worse. `cargo bench --bench evidence -- marked` measures it.
const ALARMS: [&str; 3] = ["drifted", "elsewhere", "ambiguous"];

#[test]
fn what_is_cited_rightly_gives_no_alarm() {
    let right: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| kind.is_right()).collect();
    let count = count(&right, &Wording::ALL);
    assert!(count.of > 100 && count.percent(&ALARMS) <= 9, "{:?}", count.places);
}

#[test]
fn drift_is_seen_and_the_repair_is_right() {
    // Thoroughly reworded claims are often left undecided: benches/README.md says how often.
    let said = [Wording::Copy, Wording::Light];
    for (kind, floor) in [(Kind::Drifted, 35), (Kind::TwoDrifted, 70)] {
        let count = count(&[kind], &said);
        assert!(count.percent(&ALARMS) >= floor, "{kind:?} {:?}", count.places);
    }
    let all = count(&[Kind::Drifted, Kind::TwoDrifted], &Wording::ALL);
    assert!(all.right * 100 >= all.offered * 85, "{} of {}", all.right, all.offered);
}

#[test]
fn what_stands_nowhere_is_not_found_elsewhere() {
    let count = count(&[Kind::Absent], &Wording::ALL);
    assert!(count.percent(&["drifted", "elsewhere"]) <= 6, "{:?}", count.places);
}

#[test]
fn twins_are_ambiguous() {
    let count = count(&[Kind::Twins], &[Wording::Copy]);
    assert!(count.percent(&["ambiguous"]) >= 40, "{:?}", count.places);
}

const LEAVE: &str = "Staff handbook, edition 3.\n\
    The office in Malmö opens at eight.\n\
    Visitors sign the book at the desk.\n\
    Keys are handed out by the porter.\n\
    Employees carry over up to 12 days of annual leave until March.\n\
    Lunch is served from noon to two.\n\
    Bicycles are parked behind the house.\n";

/// Returns the evidence of the one citation in `response`, of which `*` is the marker for lines
/// `lines` of the first of `sources`.
fn evidence(response: &str, lines: &str, sources: &[&str]) -> Evidence {
    let marker = format!("\u{e200}cite\u{e202}s0\u{e202}{lines}\u{e201}");
    let response = read_response(response.replace('*', &marker), &Families::default());
    let source = |(at, text): (usize, &&str)| Source {
        id: format!("s{at}"),
        id_from: IdFrom::Text,
        text: SourceText::Inline((*text).into()),
        ..Source::default()
    };
    let sources = sources.iter().enumerate().map(source).collect();
    let inspection = inspect(Case { response, sources, ..Case::default() });
    inspection.inspected[0].evidence[0].as_deref().unwrap().clone()
}

#[test]
fn here_is_where_the_cited_lines_say_it() {
    let found =
        evidence("Up to 12 days of annual leave can be carried over until March.*", "L5", &[LEAVE]);
    assert_eq!((found.place, found.better.len()), (Place::Here, 0));
}

#[test]
fn drifted_says_by_how_many_lines() {
    let found =
        evidence("Up to 12 days of annual leave can be carried over until March.*", "L2", &[LEAVE]);
    assert_eq!((found.place, found.drift_lines), (Place::Drifted, Some(3)));
    assert_eq!((found.better[0].first_line, found.better[0].last_line), (5, 5));
}

#[test]
fn elsewhere_names_the_other_source() {
    let other = "The canteen is closed in July.\nThe pool is heated in winter.\n";
    let found = evidence(
        "Up to 12 days of annual leave can be carried over until March.*",
        "L2",
        &[other, LEAVE],
    );
    assert_eq!((found.place, found.drift_lines), (Place::Elsewhere, None));
    assert_eq!((found.better[0].source, found.better[0].first_line), (1, 5));
}

#[test]
fn ambiguous_names_both_places() {
    let found = evidence(
        "Up to 12 days of annual leave can be carried over until March.*",
        "L2",
        &[LEAVE, LEAVE],
    );
    assert_eq!(found.place, Place::Ambiguous);
    assert_eq!(found.better.iter().map(|it| it.source).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn a_cell_that_says_little_is_compared_with_the_name_of_its_row() {
    let plans = "Northwind Standard covers glasses.\n\
                 Northwind Plus covers dental surgery.\n\
                 PerksPlus covers gym memberships.\n\
                 The plans are reviewed every March.\n";
    let table = "| Plan | Covers |\n|---|---|\n| PerksPlus | gym memberships * |\n";
    let found = evidence(table, "L1", &[plans]);
    assert_eq!((found.place, found.drift_lines), (Place::Drifted, Some(2)));
    let reasons: Vec<_> = found.reasons.iter().filter_map(|it| it.slice(table)).collect();
    assert_eq!(reasons, ["gym memberships", "PerksPlus"]);
    assert_eq!(evidence(table, "L3", &[plans]).place, Place::Here);
    // What is missing is said of the claim alone, and two words alone have no place.
    assert_eq!(found.words.of, 2);
    assert_eq!(evidence("Gym memberships.*", "L1", &[plans]).place, Place::Unknown);
}

#[test]
fn lines_without_letters_are_compared() {
    let lines = format!("{LEAVE}[46]\n1998\n");
    let said = "Employees carry over up to 12 days of annual leave until March.*";
    for cited in ["L8", "L9", "L8-L9"] {
        let found = evidence(said, cited, &[&lines]);
        assert_eq!((found.place, found.better[0].first_line), (Place::Drifted, 5), "{cited}");
    }
}

#[test]
fn a_mistake_in_the_claim_hides_no_drift() {
    let lines = LEAVE.replace("12 days", "eight weeks");
    for said in [
        "Employees carry over up to eight weeks of annual leave until March.*",
        "Employees carry over up to nine weeks of annual leave until March.*",
        "Employees carry over up to nine weeks of annual leave until April.*",
    ] {
        assert_eq!(evidence(said, "L2", &[&lines]).place, Place::Drifted, "{said}");
    }
}

#[test]
fn a_line_with_another_number_is_not_the_place() {
    let lines = format!("{LEAVE}Employees carry over up to 20 days of annual leave until April.\n");
    let said = "Employees carry over up to 20 days of annual leave until March.*";
    let found = evidence(said, "L8", &[&lines.replace("April", "March")]);
    assert_eq!((found.place, found.better.len()), (Place::Here, 0));
    let found = evidence(said, "L5", &[&lines.replace("April", "March")]);
    assert_eq!((found.place, found.drift_lines), (Place::Drifted, Some(3)));
    // The other line lacks something that the cited one has.
    assert_eq!(evidence(said, "L5", &[&lines]).place, Place::Here);
}

#[test]
fn support_never_rises_with_a_mistake() {
    let said = "Up to 12 days of annual leave can be carried over until March.*";
    let right = evidence(said, "L5", &[LEAVE]).support;
    for (word, other) in [("12", "17"), ("annual", "monthly"), ("March", "Bilbao")] {
        let wrong = evidence(&said.replace(word, other), "L5", &[LEAVE]).support;
        assert!(wrong <= right, "{word}: {wrong} > {right}");
    }
}

#[test]
fn a_contradicted_number_leaves_little_support() {
    let said = "Employees carry over up to 12 days of annual leave until March.*";
    assert!(evidence(said, "L5", &[LEAVE]).support > 0.8);
    let wrong = evidence(&said.replace("12", "17"), "L5", &[LEAVE]);
    assert_eq!(wrong.numbers[0].status, NumberStatus::Differs);
    assert!(wrong.support < 0.2, "{}", wrong.support);
}

#[test]
fn a_line_with_as_much_of_the_claim_as_many_others_is_hardly_its_place() {
    let said = "Lunch in the canteen ends at two on Fridays.*";
    let others = "The canteen has a terrace.\n".repeat(8);
    let page = format!("Lunch in the canteen ends at two.\nThe canteen is new.\n{others}");
    let rivals = |lines| evidence(said, lines, &[&page]).features.decision.unwrap().rivals;
    assert!(rivals("L1") < 1e-9 && rivals("L1-L10") < 1e-9);
    assert!((rivals("L2") - 1.0).abs() < 1e-9, "{}", rivals("L2"));
    // None of the claim is there, so every other line has as much.
    let page = format!("{page}Keys are at the desk.\n");
    let found = evidence(said, "L11", &[&page]).features.decision.unwrap();
    assert!((found.rivals - 1.0).abs() < 1e-9 && found.misplaced > 0.9, "{found:?}");
}

#[test]
fn all_of_a_whole_source_is_searched_for_numbers_and_words() {
    let mut list = "Travel mug\nprice: 199.99\n".to_owned();
    for _ in 0..40 {
        list.push_str("The mug keeps coffee hot for the whole commute.\n");
    }
    let response = "The travel mug keeps coffee hot and costs 199.99.";
    let marker = "\u{e200}cite\u{e202}s0\u{e201}";
    let found = inspect(Case {
        response: read_response(format!("{response}{marker}"), &Families::default()),
        sources: vec![Source {
            id: "s0".to_owned(),
            id_from: IdFrom::Text,
            text: SourceText::Inline(list.as_str().into()),
            ..Source::default()
        }],
        ..Case::default()
    });
    let evidence = found.inspected[0].evidence[0].clone().unwrap();
    assert!(evidence.numbers.iter().all(|it| it.status == NumberStatus::Same));
    let missing: Vec<_> =
        evidence.words.missing.iter().filter_map(|it| it.slice(response)).collect();
    assert_eq!(missing, ["costs"]);
}

#[test]
fn nothing_is_absent_from_a_source_that_is_cut_off() {
    let said = "Volcanic basalt covers 70 percent of the ocean floor near Iceland.*";
    let cut = format!("{LEAVE}The canteen is …");
    let found = evidence(said, "L8", &[&cut]);
    assert_eq!(found.place, Place::Unknown);
    assert!(found.numbers.iter().all(|it| it.status == NumberStatus::Unknown));
    assert_eq!(evidence(said, "L3", &[LEAVE]).place, Place::Nowhere);
}

const PUMPS: &str = "Care and cleaning.\n\
    The filter of the Orla Mini is rinsed once a month.\n\
    Cleaning the pump of the Sable Pro with alcohol voids the warranty.\n\
    Spare parts are sold by the dealer.\n\
    Cleaning the pump of the Orla Mini with alcohol voids the warranty.\n\
    The lamp of the Finch is not replaced.\n";

#[test]
fn reworded_claims_are_found_by_names() {
    let said = "Wipe the pump of an Orla Mini with alcohol and you lose your guarantee.*";
    let cleaning = "An Orla Mini whose pump needs cleaning loses its guarantee with alcohol.*";
    for said in [said, cleaning] {
        let found = evidence(said, "L4", &[PUMPS]);
        assert_eq!((found.place, found.drift_lines), (Place::Drifted, Some(1)), "{said}");
    }
    let lookalike = evidence(said, "L3", &[PUMPS]);
    assert!(lookalike.features.decision.unwrap().misplaced > found_here(said));
    let akin: Vec<&str> = lookalike.words.akin.iter().map(|it| it.word.as_str()).collect();
    assert_eq!(akin, ["warranty"]);
    assert_eq!(evidence(said, "L5", &[PUMPS]).place, Place::Here);
}

/// The probability that the line that says it is not the place.
fn found_here(said: &str) -> f64 {
    evidence(said, "L5", &[PUMPS]).features.decision.unwrap().misplaced
}

#[test]
fn what_the_sentence_before_speaks_of_is_cited_too() {
    let cited = "Malmö had a good spring.\nIt hired 40 drivers in April.\nNobody left.\n";
    let other = "Staff news.\nIn April the office in Malmö hired 40 drivers.\n";
    let found = evidence("In April, Malmö hired 40 drivers.*", "L1-L2", &[cited, other]);
    assert_eq!(found.place, Place::Here);
    // Alone, the second line has the first one as its surroundings.
    let found = evidence("In April, Malmö hired 40 drivers.*", "L2", &[cited, other]);
    assert_eq!(found.place, Place::Here);
}

#[test]
fn a_name_and_a_counted_number_alone_make_no_sure_match() {
    let report = "Annual report.\n\
        The board met seven times.\n\
        Revenue of the Marine segment rose by 7.4 percent to 8.3 million euros in 2019.\n\
        Operating margin in Optics declined to 7.4 percent because of higher freight rates.\n";
    let said = "More expensive shipping squeezed Marine, which kept only 7.4 percent of its sales \
        as profit.*";
    let found = evidence(said, "L2", &[report]);
    assert!(found.features.decision.as_ref().unwrap().found < 0.9, "{:?}", found.features);
}

#[test]
fn nowhere_is_said_of_what_no_source_speaks_of() {
    let found =
        evidence("Volcanic basalt covers most of the ocean floor near Iceland.*", "L3", &[LEAVE]);
    assert_eq!((found.place, found.better.len()), (Place::Nowhere, 0));
}

#[test]
fn unknown_is_said_of_another_language_script_and_of_too_few_words() {
    let french = "Les employés peuvent reporter 12 jours de congés dans le calendrier.*";
    assert_eq!(evidence(french, "L3-L5", &[LEAVE]).place, Place::Unknown);
    assert_eq!(
        evidence("年次休暇は十二日まで繰り越せます。*", "L5", &[LEAVE]).place,
        Place::Unknown
    );
    assert_eq!(evidence("Yes, leave.*", "L3", &[LEAVE]).place, Place::Unknown);
}
