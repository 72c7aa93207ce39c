//! Figures from the literature and from independent implementations.

use super::*;
use crate::review::{Entry, Event, Fingerprint, Hash, Judgement, RightPlace};

/// Units as digits, one a rater, `.` for a missing one.
fn units(text: &str) -> Vec<Vec<u8>> {
    let digits = |unit: &str| unit.bytes().filter(u8::is_ascii_digit).collect();
    text.split_whitespace().map(digits).collect()
}

/// Returns the verdicts of two raters on the units that have both.
fn pairs(text: &str, one: usize, other: usize) -> Vec<(u8, u8)> {
    let both = |unit: &str| (unit.as_bytes()[one], unit.as_bytes()[other]);
    text.split_whitespace().map(both).filter(|(a, b)| *a != b'.' && *b != b'.').collect()
}

#[track_caller]
fn near(figure: Figure, expected: f64, within: f64) {
    let found = figure.unwrap();
    assert!((found - expected).abs() <= within, "{found} is not {expected}");
}

/// Compares with Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011, part C: four
/// observers, twelve units, missing data; α is 0.743 nominal and 0.815 ordinal.
#[test]
fn krippendorff_four_observers() {
    let data = "11.1 2232 3333 3333 2222 1234 4444 1121 2222 .555 ..11 .3..";
    near(alpha(&units(data), Scale::Nominal), 0.743, 0.0005);
    near(alpha(&units(data), Scale::Ordinal), 0.815, 0.0005);
}

/// Compares with part A of the same paper: two observers, ten units, two values; α is 0.095.
#[test]
fn krippendorff_two_observers() {
    let (one, other) = ("0100000000", "1110010010");
    let columns: Vec<Vec<u8>> = one.bytes().zip(other.bytes()).map(|(a, b)| vec![a, b]).collect();
    near(alpha(&columns, Scale::Nominal), 0.095, 0.0005);
}

/// Compares with Fleiss, "Measuring nominal scale agreement among many raters", 1971, table 1:
/// thirty patients, six psychiatrists, five diagnoses; κ is 0.430.
#[test]
fn fleiss_psychiatric_diagnoses() {
    let data = "444444 222555 233335 555555 222444 113333 333355 113334 114444 555555 144444 124444 \
        222333 144444 224445 333335 111455 111112 224444 133555 555555 244444 224555 114444 144445 \
        222224 111155 224444 133333 555555";
    let (figure, counted) = fleiss(&units(data), 6);
    near(figure, 0.430, 0.0005);
    assert_eq!(counted, 30);
}

/// Compares with Fleiss, "Statistical Methods for Rates and Proportions", 2nd edition 1981, table
/// 13.1: a hundred subjects, two raters, psychotic, neurotic or organic; Cohen's κ is 0.676.
#[test]
fn cohen_three_diagnoses() {
    let table = [[75, 1, 4], [5, 4, 1], [0, 0, 10]];
    let mut pairs = Vec::new();
    for (one, row) in table.iter().enumerate() {
        for (other, &count) in row.iter().enumerate() {
            pairs.extend(std::iter::repeat_n((one, other), count));
        }
    }
    near(percent(&pairs), 0.89, 1e-12);
    near(cohen(&pairs), 0.676, 0.0005);
}

/// Five raters of forty units on four values; about a quarter is missing. Made with a fixed seed.
const RANDOM: &str = "\
13333 011.1 00000 02331 32222 .2221 1102. 33323 3...3 231.0 3111. 0...0 ..210 22.21 00110 01111 \
2.3.3 22223 33.2. 0003. 00000 13..1 ....1 0312. .2200 01331 1..00 323.3 12.13 .2.23 30.22 1.1.1 \
231.. 22.12 0..2. .1222 .0.00 22022 22111 0.3.1";

/// Compares with Python's `krippendorff` 0.9.0, `scikit-learn` 1.9.1 and `statsmodels` 0.15.0:
/// `krippendorff.alpha(reliability_data=m, level_of_measurement="nominal")`, the same with
/// `"ordinal"`, `cohen_kappa_score(a, b)` over the units that both raters have, and
/// `fleiss_kappa(aggregate_raters(full)[0])` over the units without missing data.
#[test]
fn independent_implementations_find_the_same() {
    near(alpha(&units(RANDOM), Scale::Nominal), 0.263_919_456_349_666_47, 1e-12);
    near(alpha(&units(RANDOM), Scale::Ordinal), 0.396_777_157_452_685_5, 1e-12);
    let (figure, counted) = fleiss(&units(RANDOM), 5);
    near(figure, 0.408_921_933_085_501_9, 1e-12);
    assert_eq!(counted, 12);
    let cohens = [
        (0, 1, 26, 0.280_632_411_067_193_6),
        (0, 2, 23, 0.106_796_116_504_854_43),
        (0, 3, 23, 0.041_666_666_666_666_74),
        (0, 4, 26, 0.241_245_136_186_770_46),
        (1, 2, 23, 0.361_111_111_111_111_05),
        (1, 3, 26, 0.232_067_510_548_523_15),
        (1, 4, 25, 0.321_503_131_524_008_33),
        (2, 3, 20, 0.527_027_027_027_027),
        (2, 4, 22, 0.397_260_273_972_602_66),
        (3, 4, 23, 0.364_321_608_040_201),
    ];
    for (one, other, common, kappa) in cohens {
        let pairs = pairs(RANDOM, one, other);
        assert_eq!(pairs.len(), common);
        near(cohen(&pairs), kappa, 1e-12);
    }
}

#[test]
fn what_has_no_meaning_is_undefined() {
    let none: [(u8, u8); 0] = [];
    assert_eq!(percent(&none), cohen(&none));
    assert!(cohen(&none).unwrap_err().contains("no common"));
    assert!(cohen(&[(1, 1), (1, 1)]).unwrap_err().contains("chance"));
    assert!(fleiss(&units("111 111"), 3).0.unwrap_err().contains("chance"));
    assert_eq!(fleiss(&units("11. 1.1"), 3), (Err(kappa::NOTHING_IN_COMMON), 0));
    assert!(alpha(&units("1. .2"), Scale::Nominal).unwrap_err().contains("no common"));
    assert!(alpha(&units("11 1."), Scale::Ordinal).unwrap_err().contains("chance"));
}

#[test]
fn disagreement_throughout_is_a_figure() {
    near(cohen(&[(1, 2), (1, 2)]), 0.0, 1e-12);
    near(cohen(&[(1, 2), (2, 1)]), -1.0, 1e-12);
}

fn place(source: &str, first: u64, last: u64) -> RightPlace {
    let source = source.to_owned();
    RightPlace { source, first_line: Some(first), last_line: Some(last), ..RightPlace::default() }
}

#[test]
fn overlap_counts_lines_inclusive_and_bytes_exclusive() {
    // Lines 3 to 6 and 5 to 10: two in both, eight in either.
    let overlap = lines(&place("a", 3, 6), &place("a", 5, 10)).unwrap();
    near(Ok(overlap.iou), 0.25, 1e-12);
    near(Ok(overlap.f1), 0.4, 1e-12);
    let apart = lines(&place("a", 3, 6), &place("b", 3, 6)).unwrap();
    assert_eq!(apart, Overlap { iou: 0.0, f1: 0.0 });
    let stretch = |start, end| RightPlace { start, end, ..RightPlace::default() };
    let overlap = bytes(&stretch(0, 10), &stretch(5, 10)).unwrap();
    near(Ok(overlap.iou), 0.5, 1e-12);
    near(Ok(overlap.f1), 2.0 / 3.0, 1e-12);
    near(bytes(&stretch(5, 5), &stretch(5, 9)).map(|overlap| overlap.iou), 0.0, 1e-12);
    let whole = bytes(&stretch(0, usize::MAX), &stretch(0, usize::MAX));
    assert_eq!(whole, Ok(Overlap { iou: 1.0, f1: 1.0 }));
    assert_eq!(bytes(&stretch(5, 5), &stretch(7, 7)), Err("no bytes in either place"));
    assert_eq!(lines(&stretch(5, 5), &place("", 1, 1)), Err("a place without lines"));
}

fn judged(reviewer: &str, claim: &str, verdict: Verdict, place: Option<RightPlace>) -> Entry {
    let fingerprint = Fingerprint { claim: Hash::of([claim]), ..Fingerprint::default() };
    let judgement =
        Judgement { fingerprint, verdict: Some(verdict), place, ..Judgement::default() };
    Entry::new(reviewer, Event::Judged(Box::new(judgement)))
}

#[test]
fn kinds_of_subjects_are_separate_and_adjudications_do_not_count() {
    let ann = judged("ann", "a", Verdict::Supports, None);
    let bob = judged("bob", "a", Verdict::Partly, None);
    let mut settled = judged("bob", "a", Verdict::Supports, None);
    if let Event::Judged(judgement) = &mut settled.event {
        judgement.adjudicates = vec![ann.id.clone(), bob.id.clone()];
    }
    let ledger = Ledger::of([
        ann,
        bob,
        settled,
        judged("ann", "b", Verdict::WrongPlace, Some(place("s", 1, 2))),
        judged("bob", "b", Verdict::WrongPlace, Some(place("s", 2, 3))),
        judged("ann", "c", Verdict::Fine, None),
        judged("bob", "c", Verdict::Fine, None),
    ]);
    let found = agreement(&ledger, &[]);
    let [citations, uncited] = &found.groups[..] else { panic!("two groups") };
    assert_eq!((citations.overall.shared, uncited.overall.shared), (2, 1));
    assert_eq!((citations.overall.percent, uncited.overall.percent), (Ok(0.5), Ok(1.0)));
    near(citations.pairs[0].lines.0, 1.0 / 3.0, 1e-12);
    assert!(uncited.overall.alpha_ordinal.is_err());
    assert_eq!(found.disagreements.len(), 1);
}
