//! Figures worked out by hand.

use super::*;
use crate::review::{Entry, Event, EventId, Fingerprint, Hash, Judgement, Scope};

/// Returns a decision as `case claim citation verdict words…`: words are `two-sources`, `no-passage`, a rule's
/// code, or `source=…`, `of=…` (targets of the statement), `blind=…`, `seconds=…`.
fn judged(reviewer: &str, line: &str) -> Entry {
    let mut words = line.split_whitespace();
    let mut next = || words.next().unwrap();
    let (case, claim, citation, verdict) = (next(), next(), next(), next());
    let mut judgement = Judgement {
        case: case.to_owned(),
        fingerprint: Fingerprint {
            claim: Hash::of([claim]),
            locator: Hash::of([citation]),
            ..Fingerprint::default()
        },
        claim: claim.to_owned(),
        citation: citation.parse().ok(),
        verdict: Verdict::named(verdict),
        ..Judgement::default()
    };
    for word in words {
        match word.split_once('=') {
            Some(("source", name)) => name.clone_into(&mut judgement.source),
            Some(("of", targets)) => {
                let targets = targets.parse().unwrap();
                judgement.scope = Some(Scope { targets, cited: 3, uncited: 4, asked: 2 });
            }
            Some(("blind", verdict)) => judgement.blind_verdict = Verdict::named(verdict),
            Some(("seconds", seconds)) => judgement.seconds = seconds.parse().ok(),
            _ if word == "no-passage" => judgement.without_passage = true,
            _ if word == "two-sources" => judgement.reasons.push(word.to_owned()),
            _ => judgement.rules.push(word.to_owned()),
        }
    }
    Entry::new(reviewer, Event::Judged(Box::new(judgement)))
}

fn of(lines: &str) -> Numbers {
    let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    numbers(&Ledger::of(lines.map(|line| judged("ann", line))), &[], 2)
}

/// Returns the figure of that name, over how many, and how many were left out.
fn figure(numbers: &Numbers, name: &str) -> (Figure, usize, usize) {
    let metric = numbers.metrics.iter().find(|metric| metric.name == name).unwrap();
    (metric.figure, metric.over, metric.left_out.iter().map(|(times, _)| times).sum())
}

/// Five statements of one answer: A by one citation of two; B only by two together; C by none; D
/// without a citation though it needs one; E without and needing none.
const ANSWER: &str = "
    x A 1 supports
    x A 2 does-not-support
    x B 3 partly two-sources
    x B 4 partly
    x C 5 contradicts
    x D - needs-citation
    x E - fine";

#[test]
fn an_answer_worked_by_hand() {
    let numbers = of(ANSWER);
    // One of five pairs is `supports`.
    assert_eq!(figure(&numbers, "ais_rate"), (Ok(0.2), 5, 0));
    // A and B of A to E.
    assert_eq!(figure(&numbers, "alce_recall"), (Ok(0.4), 5, 0));
    // 1, 3 and 4; 2 is irrelevant, 5 follows an unsupported statement.
    assert_eq!(figure(&numbers, "alce_precision"), (Ok(0.6), 5, 0));
    // A and B of A to D; E is not worth verifying.
    assert_eq!(figure(&numbers, "liu_recall"), (Ok(0.5), 4, 0));
    // 1 fully, 3 and 4 partly, because only the set supports fully.
    assert_eq!(figure(&numbers, "liu_precision"), (Ok(0.6), 5, 0));
    // (1 + 0 + 0.5 + 0.5 + 0) / 5.
    assert_eq!(figure(&numbers, "trec_weighted_precision"), (Ok(0.4), 5, 0));
    // (1 + 0.5 + 0 + 0 + 0) / 5: the first citation of each sentence.
    assert_eq!(figure(&numbers, "trec_weighted_recall"), (Ok(0.3), 5, 0));
}

#[test]
fn a_partial_citation_beside_a_full_one_is_irrelevant() {
    let numbers = of("x A 1 supports\n x A 2 partly two-sources");
    assert_eq!(figure(&numbers, "alce_precision"), (Ok(0.5), 2, 0));
    assert_eq!(figure(&numbers, "liu_precision"), (Ok(0.5), 2, 0));
}

#[test]
fn what_nobody_said_is_left_out_and_counted() {
    // Nobody said whether the two suffice together.
    let numbers = of("x A 1 partly\n x A 2 partly");
    assert_eq!(figure(&numbers, "alce_recall"), (Err("nothing to count"), 0, 1));
    assert_eq!(figure(&numbers, "liu_precision"), (Err("nothing to count"), 0, 2));
    let numbers = of("x A 1 cannot-tell");
    assert_eq!(figure(&numbers, "ais_rate"), (Err("nothing to count"), 0, 1));
    assert_eq!(figure(&numbers, "trec_weighted_recall").2, 1);
}

#[test]
fn the_scope_of_a_case_counts_unjudged_items() {
    // Of three statements one is judged, of its two citations one; four sentences have none.
    let numbers = of("x A 1 partly of=2");
    assert_eq!(figure(&numbers, "alce_recall"), (Ok(0.0), 4, 3));
    assert_eq!(figure(&numbers, "liu_recall"), (Err("nothing to count"), 0, 5));
    assert!(numbers.metrics.iter().all(|it| it.name == "ais_rate" || it.missing.is_empty()));
    // One full citation suffices regardless of the other.
    let numbers = of("x A 1 supports of=2");
    assert_eq!(figure(&numbers, "alce_recall"), (Ok(0.2), 5, 2));
}

#[test]
fn a_scope_beyond_belief_is_none() {
    let lines = ["x A 1 supports", "y B 1 supports"].map(|line| {
        let mut entry = judged("ann", line);
        if let Event::Judged(judgement) = &mut entry.event {
            let most = usize::MAX;
            let scope = Scope { targets: most, cited: most, uncited: most, asked: most };
            judgement.scope = Some(scope);
        }
        entry
    });
    let numbers = numbers(&Ledger::of(lines), &[], 2);
    assert_eq!(figure(&numbers, "alce_recall"), (Ok(1.0), 2, 0));
    let recall = numbers.metrics.iter().find(|metric| metric.name == "alce_recall").unwrap();
    assert_eq!(recall.missing.len(), 1);
}

#[test]
fn alce_is_the_mean_over_answers() {
    let numbers = of("x A 1 supports\n y B 1 contradicts\n y C 2 contradicts\n y D 3 supports");
    assert_eq!(figure(&numbers, "alce_recall"), (Ok(f64::midpoint(1.0, 1.0 / 3.0)), 4, 0));
    assert_eq!(figure(&numbers, "liu_recall"), (Ok(0.5), 4, 0));
}

#[test]
fn an_id_that_names_no_source_spoils_its_statement_by_alce() {
    let numbers = of("x A 1 supports\n x A 2 does-not-support P001");
    assert_eq!(figure(&numbers, "alce_recall"), (Ok(0.0), 1, 0));
    assert_eq!(figure(&numbers, "alce_precision"), (Err("nothing to count"), 0, 0));
    assert_eq!(figure(&numbers, "liu_recall"), (Ok(1.0), 1, 0));
}

#[test]
fn rules_are_held_against_people() {
    let numbers = of("
        x A 1 supports E001
        x B 2 partly E001 F001
        x C 3 supports E001 F001
        x D 4 contradicts
        x E 5 supports
        x F 6 cannot-tell E001
        x G - needs-citation C002
        x H - fine");
    let rule = |code: &str| numbers.rules.iter().find(|rule| rule.code == code).unwrap();
    let counts = |it: &Calibration| (it.right, it.wrong, it.missed, it.silent, it.turn_off);
    assert_eq!(counts(rule("E001")), (1, 2, 1, 1, true));
    assert_eq!(rule("E001").agreement, Ok(1.0 / 3.0));
    // It is about form: no reason to turn it off.
    assert_eq!(counts(rule("F001")), (1, 1, 1, 2, false));
    // It looks at uncited sentences only.
    assert_eq!(counts(rule("C002")), (1, 0, 0, 1, false));
}

#[test]
fn sources_and_effort_are_counted() {
    let numbers = of("
        x A 1 supports source=a seconds=4
        x B 2 partly source=a seconds=8 blind=supports
        x C 3 wrong-place source=b seconds=6 blind=wrong-place
        x D 4 cannot-tell source=b");
    let [a, b] = &numbers.sources[..] else { panic!("two sources") };
    assert_eq!((a.judged, a.ais, a.weighted), (2, Ok(0.5), Ok(0.75)));
    assert_eq!((b.judged, b.wrong_place, b.ais), (2, 1, Ok(0.0)));
    assert_eq!(figure(&numbers, "median_seconds"), (Ok(6.0), 3, 1));
    assert_eq!(figure(&numbers, "p90_seconds"), (Ok(8.0), 3, 1));
    assert_eq!(figure(&numbers, "changed_minds"), (Ok(0.5), 2, 2));
}

#[test]
fn a_verdict_without_a_passage_counts_in_no_figure_of_support() {
    let numbers = of("
        x A 1 supports no-passage source=a P003
        x B 2 does-not-support source=a P003
        x C 3 partly no-passage source=b");
    assert_eq!(figure(&numbers, "ais_rate"), (Ok(0.0), 1, 2));
    assert_eq!(figure(&numbers, "trec_weighted_precision"), (Ok(0.0), 1, 2));
    assert_eq!(figure(&numbers, "liu_precision"), (Ok(0.0), 1, 2));
    assert_eq!(figure(&numbers, "trec_weighted_recall"), (Ok(0.0), 1, 2));
    let [a, b] = &numbers.sources[..] else { panic!("two sources") };
    assert_eq!((a.judged, a.without_passage, a.supports, a.fails), (2, 1, 0, 1));
    assert_eq!((a.ais, a.weighted), (Ok(0.0), Ok(0.0)));
    assert_eq!((b.judged, b.partly, b.ais), (1, 0, Err("nothing to count")));
    let rule = &numbers.rules[0];
    assert_eq!((rule.right, rule.wrong), (1, 0), "{rule:?}");
}

#[test]
fn what_is_contested_is_left_out_until_it_is_settled() {
    let ann = judged("ann", "x A 1 supports");
    let bob = judged("bob", "x A 1 partly");
    let mut entries = vec![ann.clone(), bob.clone()];
    let message = |entries: &[Entry], names: &[String]| {
        let numbers = numbers(&Ledger::of(entries.to_vec()), names, 2);
        (numbers.contested, numbers.adjudicated, figure(&numbers, "ais_rate").0)
    };
    assert_eq!(message(&entries, &[]), (1, 0, Err("nothing to count")));
    assert_eq!(message(&entries, &["bob".to_owned()]), (0, 0, Ok(0.0)));
    let mut settled = judged("cy", "x A 1 supports");
    if let Event::Judged(judgement) = &mut settled.event {
        judgement.adjudicates = vec![ann.id, bob.id];
    }
    settled.id = EventId("settled".to_owned());
    entries.push(settled);
    assert_eq!(message(&entries, &[]), (0, 1, Ok(1.0)));
}
