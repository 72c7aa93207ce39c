//! Round trips, and judgements from elsewhere.

use proptest::prelude::*;

use super::*;
use crate::error::Why;
use crate::review::{Fingerprint, Judgement, Ledger, RightPlace, Scope, VERDICTS, Verdict};

fn verdict() -> impl Strategy<Value = Verdict> {
    (0..VERDICTS.len()).prop_map(|index| VERDICTS[index].verdict)
}

fn place() -> impl Strategy<Value = RightPlace> {
    let lines = (prop::option::of(any::<u64>()), prop::option::of(any::<u64>()));
    let bytes = (0..usize::MAX, 0..usize::MAX);
    (".{0,9}", lines, bytes).prop_map(|(source, (first_line, last_line), (start, end))| {
        RightPlace { source, first_line, last_line, start, end }
    })
}

prop_compose! {
    fn texts()(
        case in any::<String>(),
        claim in "[='+@\\-\\PC\\t\\r\\n⟨⟩,\"]{0,20}",
        cited in any::<String>(),
        note in any::<String>(),
        source in any::<String>(),
    ) -> [String; 5] {
        [case, claim, cited, note, source]
    }
}

prop_compose! {
    fn judgement()(
        [case, claim, cited, note, source] in texts(),
        citation in prop::option::of(1..usize::MAX),
        target in prop::option::of(1..9_usize),
        verdict in verdict(),
        blind_verdict in prop::option::of(verdict()),
        reasons in prop::collection::vec(any::<String>(), 0..3),
        rules in prop::collection::vec("[A-Z][0-9]{3}", 0..3),
        adjudicates in prop::collection::vec("[0-9a-f-]{1,9}", 0..3),
        place in prop::option::of(place()),
        saw_evidence in any::<bool>(),
        milliseconds in prop::option::of(any::<u32>()),
        scope in prop::option::of((0..9_usize, any::<usize>())),
    ) -> Judgement {
        Judgement {
            fingerprint: Fingerprint {
                claim: Hash::of([claim.as_str()]),
                locator: Hash::of([cited.as_str()]),
                source: Hash::of([source.as_str()]),
                ..Fingerprint::default()
            },
            case, citation, target, claim, cited, source, note, reasons, rules, place,
            dialect: "markers".to_owned(),
            verdict: Some(verdict),
            without_passage: false,
            saw_evidence,
            blind_verdict,
            passage: blind_verdict.map(|_| Hash::of(["passage"])),
            seconds: milliseconds.map(|it| f64::from(it) / 1000.0),
            adjudicates: adjudicates.into_iter().map(EventId).collect(),
            scope: scope.map(|(targets, cited)| Scope { targets, cited, uncited: 2, asked: 1 }),
        }
    }
}

/// Returns the decisions as files have them.
fn all(ledger: &Ledger) -> Vec<Entry> {
    let decision = |(entry, judgement): (&Entry, &Judgement)| {
        let fingerprint = judgement.fingerprint.in_any_case();
        let judgement = Judgement { fingerprint, ..judgement.clone() };
        Entry { event: Event::Judged(Box::new(judgement)), ..entry.clone() }
    };
    ledger.decisions().map(decision).collect()
}

proptest! {
    #[test]
    fn nothing_is_lost_on_the_way_there_and_back(
        judgements in prop::collection::vec((any::<String>(), judgement()), 1..4),
    ) {
        let entries = judgements
            .into_iter()
            .map(|(reviewer, judgement)| Entry::new(reviewer, Event::Judged(Box::new(judgement))));
        let ledger = Ledger::of(entries);
        let mut json = Vec::new();
        json_lines(ledger.decisions(), &mut json).unwrap();
        let json = String::from_utf8(json).unwrap();
        let back = read_json_lines(&json, &JudgedCases::default(), &Reading::default());
        prop_assert_eq!(back, Imported { entries: all(&ledger), failed: Vec::new() });
        let mut table = Vec::new();
        csv(ledger.decisions(), &mut table).unwrap();
        let table = String::from_utf8(table).unwrap();
        let back = read_csv(&table, None).unwrap();
        prop_assert_eq!(back, Imported { entries: all(&ledger), failed: Vec::new() });
    }
}

fn draft(citation: usize, target: usize) -> Judgement {
    let claim = Hash::of([format!("{citation}.{target}").as_str()]);
    let fingerprint = Fingerprint { claim, ..Fingerprint::default() };
    let (citation, target) = (Some(citation), Some(target));
    Judgement { fingerprint, citation, target, ..Judgement::default() }
}

/// Returns the verdict and note of one line, or the error.
fn judged(line: &str, reading: &Reading) -> Result<(Option<Verdict>, String), Why> {
    let mut judged = JudgedCases::default();
    judged.add("q1", vec![draft(1, 1), draft(2, 1), draft(2, 2)]);
    judged.add("q2", vec![draft(1, 1)]);
    let mut imported = read_json_lines(line, &judged, reading);
    match imported.failed.pop() {
        Some((_, why)) => Err(why),
        None => match imported.entries.remove(0).event {
            Event::Judged(judgement) => Ok((judgement.verdict, judgement.note)),
            _ => panic!("no decision"),
        },
    }
}

#[test]
fn judgements_of_others_are_read() {
    let reading = Reading {
        reviewer: Some("judge".to_owned()),
        words: vec![("attributable".to_owned(), Verdict::Supports)],
        supports_from: Some(0.8),
        partly_from: Some(0.5),
        ..Reading::default()
    };
    let message = |line: &str| judged(line, &reading);
    let verdict = |line: &str| message(line).unwrap().0;
    assert_eq!(
        verdict(r#"{"case":"q1","citation":1,"verdict":"Does not support"}"#),
        Some(Verdict::DoesNotSupport)
    );
    let own_word = r#"{"case":"q1","citation":2,"target":2,"verdict":"Attributable"}"#;
    assert_eq!(verdict(own_word), Some(Verdict::Supports));
    let scored = r#"{"case":"q2","citation":1,"score":0.5,"reason":"half of it"}"#;
    assert_eq!(message(scored), Ok((Some(Verdict::Partly), "score 0.5: half of it".to_owned())));
    for (line, why) in [
        (r#"{"citation":1,"score":1}"#, "several"),
        (r#"{"case":"q3","citation":1,"score":1}"#, "no case `q3`; cases: `q1` and `q2`"),
        (r#"{"case":"q1","citation":3,"score":1}"#, "no citation 3; the case has 2"),
        (r#"{"case":"q1","citation":2,"score":1}"#, "citation 2 has 2 sources"),
        (r#"{"case":"q1","citation":1}"#, "neither `verdict` nor `score`"),
        (r#"{"case":"q1","citation":1,"verdict":"meh"}"#, "unknown verdict `meh`"),
        (r#"{"case":"q1","citation":1,"verdict":"fine"}"#, "unknown verdict `fine`"),
        ("{", "invalid JSON: eof"),
    ] {
        let error = message(line).unwrap_err();
        assert!(error.as_str().contains(why), "{error}");
    }
    let nameless = Reading::default();
    let score = r#"{"case":"q2","citation":1,"score":1,"by":"j"}"#;
    assert!(judged(score, &nameless).unwrap_err().as_str().contains("--supports-from"));
    let line = r#"{"case":"q2","citation":1,"verdict":"supports"}"#;
    assert!(judged(line, &nameless).unwrap_err().as_str().contains("--reviewer"));
}

#[test]
fn a_decision_under_another_name_is_another_one_and_always_the_same() {
    let entry = Entry::new("ann", Event::Judged(Box::default()));
    let again = renamed(entry.clone(), Some("bob")).unwrap();
    assert_eq!(renamed(entry.clone(), Some("bob")), Ok(again.clone()));
    assert!(again.id != entry.id && again.reviewer == "bob");
    assert_eq!(renamed(entry.clone(), Some("ann")), Ok(entry));
}

#[test]
fn a_table_without_its_columns_is_refused() {
    assert!(
        read_csv("case,claim\nx,y\n", None).unwrap_err().as_str().contains("`fingerprint.claim`")
    );
}
