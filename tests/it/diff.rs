//! `pincite diff`: two responses to one prompt and two batches, by exact output, and what has to
//! hold of any two responses.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use pincite::dialects::shared::markers::Families;
use pincite::dialects::shared::markers::read_response;
use pincite::inspect::{Inspection, inspect};
use pincite::model::{Case, IdFrom, Source, SourceText};
use pincite::review::compare::{ClaimText, Comparison, Difference, Side, compare};
use pincite::review::{Entry, Event, Journal, Judgement, Ledger, SourceHashes, Verdict, subjects};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::check::Folder;
use crate::cli::{Output, Test, cite, run};

/// Returns the output of `pincite diff` in the folder of the samples.
fn diff(args: &str) -> Output {
    diff_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/diff"), args)
}

/// Returns the output of `pincite diff` in a folder.
fn diff_in(folder: &Path, args: &str) -> Output {
    let args = format!("diff {args}");
    let args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
    run(folder, &args, "")
}

/// Returns the output, if it ends with `status` and without an error message.
#[track_caller]
fn printed(args: &str, status: i32) -> String {
    let output = diff(args);
    assert_eq!((output.stderr.as_str(), output.status), ("", status));
    output.stdout
}

#[test]
fn two_runs_of_a_prompt() {
    insta::assert_snapshot!(printed("monday.md tuesday.md sources", 1));
}

#[test]
fn two_dialects() {
    insta::assert_snapshot!(printed("monday.md wednesday.json sources", 1));
}

#[test]
fn two_batches() {
    insta::assert_snapshot!(printed("old.jsonl new.jsonl", 1));
}

#[test]
fn diff_as_json() {
    let lines = printed("--format json monday.md tuesday.md sources", 1);
    let json: Value = serde_json::from_str(&lines).unwrap();
    insta::assert_snapshot!(serde_json::to_string_pretty(&json).unwrap());
}

#[test]
fn the_json_is_as_its_schema_says() {
    let schema: Value = serde_json::from_str(&printed("--schema", 0)).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (args, status) in [
        ("monday.md tuesday.md sources", 1),
        ("monday.md wednesday.json sources", 1),
        ("old.jsonl new.jsonl", 1),
    ] {
        let output = printed(&format!("--format json {args}"), status);
        assert!(!output.is_empty());
        for line in output.lines() {
            let json: Value = serde_json::from_str(line).unwrap();
            let errors: Vec<String> =
                validator.iter_errors(&json).map(|error| error.to_string()).collect();
            assert_eq!(errors, Vec::<String>::new());
        }
    }
}

#[test]
fn help_diff() {
    insta::assert_snapshot!(printed("--help", 0));
}

#[test]
fn the_same_response_has_no_difference() {
    for (file, unchanged) in [("monday.md", 9), ("wednesday.json", 7)] {
        let expected = format!("no difference; {unchanged} citations unchanged\n");
        assert_eq!(printed(&format!("--fail-on any {file} {file} sources"), 0), expected);
    }
}

#[test]
fn what_fails_is_chosen() {
    for (fail_on, status) in
        [("never", 0), ("any", 1), ("lost", 1), ("gained,rose", 0), ("verdict-worse,moved", 1)]
    {
        let output = diff(&format!("--quiet --fail-on {fail_on} monday.md tuesday.md sources"));
        let outcome = (output.stdout.as_str(), output.stderr.as_str(), output.status);
        assert_eq!(outcome, ("", "", status), "{fail_on}");
    }
    let alone = diff("--quiet --fail-on any old.jsonl new.jsonl");
    assert_eq!(alone.status, 1);
}

/// A case that is not there any more was not compared.
#[test]
fn a_missing_case_fails_and_a_new_one_does_not() {
    let case = |id: &str| {
        let text = format!("Refunds take five days.{}", cite("a L1"));
        let source = json!({"id": "a", "text": "Refunds take five days."});
        format!("{}\n", json!({"id": id, "response": text, "sources": [source]}))
    };
    let folder =
        Folder::new(&[("two.jsonl", &(case("x") + &case("y"))), ("one.jsonl", &case("x"))]);
    let diff = |args: &str| diff_in(folder.0.path(), args);
    let fewer = diff("two.jsonl one.jsonl");
    assert_eq!(fewer.status, 1, "{}", fewer.stdout);
    assert!(fewer.stdout.contains("1 case only in the first"), "{}", fewer.stdout);
    assert!(fewer.stdout.contains("no difference in the cases of both; "), "{}", fewer.stdout);
    assert_eq!(diff("--fail-on verdict-worse,lost,fell two.jsonl one.jsonl").status, 0);
    assert_eq!(diff("--fail-on missing two.jsonl one.jsonl").status, 1);
    assert_eq!(diff("--fail-on never two.jsonl one.jsonl").status, 0);
    assert_eq!(diff("one.jsonl two.jsonl").status, 0);
    assert_eq!(diff("two.jsonl two.jsonl").status, 0);
}

#[test]
fn every_kind_is_counted() {
    let output = diff("--statistics --quiet monday.md tuesday.md sources");
    assert_eq!(
        output.stderr,
        "     0  verdict-worse    a verdict got worse
     1  lost             a claim lost a citation, or the answer lost all
     2  fell             a citation supports its claim less
     1  removed          a claim was removed with its citations
     1  replaced         a citation leads to another source
     2  moved            a citation leads to another place of its source
     0  verdict-changed  a verdict changed without getting better or worse
     1  added            a claim is new
     3  reworded         a claim was reworded
     0  gained           a claim gained a citation
     0  rose             a citation supports its claim more
     0  verdict-better   a verdict got better
     3  unchanged        an unchanged citation
"
    );
}

#[test]
fn a_case_that_cannot_be_read_is_reported_and_the_others_are_compared() {
    let case = |id: &str, line: u64| {
        let response =
            serde_json::to_string(&format!("Cards work.{}", cite(&format!("a L{line}"))));
        let response = response.unwrap();
        format!(
            r#"{{"id":"{id}","response":{response},"sources":[{{"id":"a","text":"Cards work.\nNo."}}]}}"#
        )
    };
    Test::new()
        .file("a.jsonl", &format!("{}\n{}\n", case("one", 1), case("two", 1)))
        .file("b.jsonl", &format!("{{oops\n{}\n", case("two", 2)))
        .args(["diff", "a.jsonl", "b.jsonl"])
        .stdout(
            "before: a.jsonl · one, case, 1 citation, 0 unresolved
after: missing

before: a.jsonl · two, case, 1 citation, 0 unresolved
after: b.jsonl · two, case, 1 citation, 0 unresolved

moved: Cards work.
  moved: [1] a L1 → [1] a L2
    before:
      1: Cards work.
    after:
      2: No.

1 moved; 0 citations unchanged; 1 of 1 case changed; 1 case only in the first
",
        )
        .stderr(
            "pincite: cannot read b.jsonl, at line 1 column 2: invalid JSON: key must be a string
hint: each line of a batch is a JSON object\n",
        )
        .status(2)
        .run();
}

#[test]
fn one_pipe_is_one_response() {
    Test::new()
        .args(["diff", "-", "-"])
        .stderr(
            "pincite: cannot read standard input: it cannot be used for both answers
hint: save one of them to a file\n",
        )
        .status(2)
        .run();
    let text = format!("Cards work.{}", cite("a L1"));
    Test::new()
        .file("one.md", &text)
        .file("a.txt", "Cards work.\n")
        .args(["diff", "one.md", "-", "a.txt"])
        .stdin(&text)
        .stdout("no difference; 1 citation unchanged\n")
        .run();
}

#[test]
fn hostile_words_do_no_harm() {
    let answer = |words: &str| format!("Cards {words} work here.{}", cite("a L1"));
    Test::new()
        .file("one.md", &answer("\u{1b}[K"))
        .file("two.md", &answer("\u{1b}]0;owned\u{7}\u{202e}"))
        .file("a.txt", "Cards \u{1b}[2J work here.\n")
        .args(["diff", "one.md", "two.md", "a.txt", "--fail-on", "never"])
        .stdout(
            "before: one.md, markers, 1 citation, 0 unresolved
after: two.md, markers, 1 citation, 0 unresolved

reworded: Cards ␛]0;owned␇⟨RLO⟩ work here.
  was: Cards ␛[K work here.

1 reworded; 1 citation unchanged
",
        )
        .run();
}

/// A journal with one verdict of `reviewer` on the first citation of `answer`.
fn judge(folder: &Folder, journal: &str, answer: &str, reviewer: &str, verdict: Verdict) {
    let inspection = inspection(answer, &[("a", SOURCE)]);
    let subject = subjects(&inspection, &mut SourceHashes::default()).remove(0);
    let judgement = Judgement {
        case: journal.strip_suffix(".review.jsonl").unwrap_or("two.md").to_owned(),
        fingerprint: subject.fingerprint.in_any_case(),
        claim: subject.claim,
        verdict: Some(verdict),
        ..Judgement::default()
    };
    let mut opened = Journal::open(&folder.0.path().join(journal)).unwrap();
    opened.journal.append(&Entry::new(reviewer, Event::Judged(Box::new(judgement)))).unwrap();
}

const SOURCE: &str = "Cards work.\nCash works.\n";

#[test]
fn verdicts_that_flipped_come_first() {
    let answer = |line: u64| format!("Cards work.{}", cite(&format!("a L{line}")));
    let (one, two) = (answer(1), answer(2));
    let folder = Folder::new(&[("one.md", one.as_str()), ("two.md", &two), ("a.txt", SOURCE)]);
    judge(&folder, "one.md.review.jsonl", &one, "ann", Verdict::Supports);
    judge(&folder, "two.md.review.jsonl", &two, "ann", Verdict::DoesNotSupport);
    judge(&folder, "bob.jsonl", &two, "bob", Verdict::CannotTell);
    let outcome = |args: &str| {
        let args = format!("diff {args} a.txt");
        let args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
        let output = run(folder.0.path(), &args, "");
        assert_eq!(output.stderr, "");
        (output.stdout.lines().skip(3).take(3).collect::<Vec<_>>().join("\n"), output.status)
    };
    let change = |first: &str, references: &str, verdict: &str| {
        format!("{first}, moved: Cards work.\n  moved: {references}\n    verdict of {verdict}")
    };
    let (there, back) = ("[1] a L1 → [1] a L2", "[1] a L2 → [1] a L1");
    let worse = change("verdict-worse", there, "ann: supports → does not support");
    assert_eq!(outcome("one.md two.md"), (worse, 1));
    let better = change("moved", back, "ann: does not support → supports");
    let better = better.replacen("moved, moved", "moved, verdict-better", 1);
    assert_eq!(outcome("two.md one.md"), (better, 0));
    let other = change("moved", there, "ann → bob: supports → cannot tell");
    let other = other.replacen("moved, moved", "moved, verdict-changed", 1);
    assert_eq!(outcome("one.md two.md --review-b bob.jsonl"), (other, 0));
    fs::write(folder.0.path().join("none.jsonl"), "").unwrap();
    let (without, _) = outcome("one.md two.md --review-b none.jsonl");
    assert!(!without.contains("verdict"), "{without}");
}

fn inspection(response: &str, sources: &[(&str, &str)]) -> Inspection {
    let sources = sources.iter().map(|(id, text)| Source {
        id: (*id).to_owned(),
        id_from: IdFrom::Text,
        text: SourceText::Inline((*text).into()),
        ..Source::default()
    });
    inspect(Case {
        response: read_response(response.to_owned(), &Families::default()),
        sources: sources.collect(),
        ..Case::default()
    })
}

fn compared(before: &Inspection, after: &Inspection) -> Comparison {
    let ledger = &Ledger::default();
    compare(&Side { inspection: before, ledger }, &Side { inspection: after, ledger })
}

const CLAIMS: &[&str] = &[
    "The ferry runs from April to October.",
    "The ferry runs from April to November.",
    "The crossing takes 95 minutes and costs 12 euros.",
    "The crossing takes 95 minutes.",
    "It costs 12 euros.",
    "Dogs stay on the outer deck.",
    "Bicycles travel free of charge.",
    "犬は外のデッキに乗ります。",
    "Yes.",
];

const SOURCES: &[&str] = &[
    "The ferry runs from April to October.\nThe crossing takes 95 minutes.\nIt costs 12 euros.\n",
    "Dogs stay on the outer deck.\nBicycles travel free of charge.\nNothing else does.\n",
];

#[test]
fn an_added_negation_makes_a_citation_fall_and_an_uncited_sentence_is_a_difference() {
    let rule = "Members need a receipt for every refund.";
    let before = format!("{rule} [policy.md L1]\n");
    let negated = "Members need no receipt for every refund. [policy.md L1]\n";
    let longer = format!("{before}\nCustomers are asked to leave at once.\n");
    let folder = Folder::new(&[
        ("a.md", &before),
        ("negated.md", negated),
        ("longer.md", &longer),
        ("docs/policy.md", &format!("{rule}\n")),
    ]);
    let diff = |args: &str| diff_in(folder.path(), args);
    let fell = diff("--format text a.md negated.md docs/");
    assert_eq!(fell.status, 1);
    assert!(fell.stdout.contains("sense: not reversed \u{2192} reversed"), "{}", fell.stdout);
    assert!(
        fell.stdout.ends_with("1 fell, 1 reworded; 0 citations unchanged\n"),
        "{}",
        fell.stdout
    );
    let more = diff("--format text a.md longer.md docs/");
    assert_eq!(more.stdout, "1 uncited sentence more; 1 citation unchanged\n");
    assert_eq!((more.status, diff("--fail-on any a.md longer.md docs/").status), (0, 1));
    let fewer = diff("--format text longer.md a.md docs/");
    assert_eq!(fewer.stdout, "1 uncited sentence fewer; 1 citation unchanged\n");
}

#[test]
fn an_answer_that_lost_all_citations_fails_and_a_reworded_one_does_not() {
    let folder = Folder::new(&[
        ("good.md", "Members need a receipt for every refund. [policy.md L1]\n"),
        ("kept.md", "Members need a receipt for every refund.\n"),
        ("bare.md", "I looked into it and it is all fine.\n"),
        ("other.md", "Bring the bill along. [policy.md L1]\n"),
        ("docs/policy.md", "Members need a receipt for every refund.\n"),
    ]);
    let diff = |args: &str| diff_in(folder.path(), &format!("{args} docs/"));
    let kept = diff("good.md kept.md");
    assert_eq!((kept.status, kept.stdout.contains("1 lost; 0 citations")), (1, true));
    let bare = diff("good.md bare.md");
    assert_eq!(bare.status, 1, "{}", bare.stdout);
    assert!(bare.stdout.contains("\nlost, removed: Members need a receipt"), "{}", bare.stdout);
    assert!(bare.stdout.contains("\n1 lost, 1 removed, "), "{}", bare.stdout);
    assert_eq!(diff("--fail-on never good.md bare.md").status, 0);
    let found = diff("bare.md good.md");
    assert!(found.stdout.contains("\nadded, gained: Members need"), "{}", found.stdout);
    assert_eq!(found.status, 0);
    let reworded = diff("good.md other.md");
    assert!(reworded.stdout.contains("\n1 removed, 1 added; "), "{}", reworded.stdout);
    assert_eq!(reworded.status, 0);
}

#[test]
fn two_answers_without_citations_are_not_called_equal() {
    let folder = Folder::new(&[("a.md", "It is all fine.\n"), ("b.md", "It is all fine.\n")]);
    for args in ["", "--quiet ", "--fail-on never "] {
        let output = diff_in(folder.path(), &format!("{args}a.md b.md"));
        let expected = "pincite: no citation in either answer: nothing is compared\n\
                        hint: `pincite show` says what was read and in which format\n";
        assert_eq!((output.stderr.as_str(), output.status), (expected, 2), "{args}");
    }
}

/// The citations of a claim: source (2 is none) and lines (5 is past the end).
type Cites = Vec<(usize, u64, u64)>;

/// A response of any claims with any citations, its sources called by `names`.
fn response(claims: &[(usize, Cites)], names: [&str; 3]) -> Inspection {
    let paragraphs = claims.iter().map(|(claim, cites)| {
        let cites = cites.iter().map(|(source, first, more)| {
            cite(&format!("{} L{first}-L{}", names[*source], first + more))
        });
        format!("{}{}", CLAIMS[*claim], cites.collect::<String>())
    });
    let text = paragraphs.collect::<Vec<_>>().join("\n\n");
    inspection(&text, &[(names[0], SOURCES[0]), (names[1], SOURCES[1])])
}

fn claims() -> impl Strategy<Value = Vec<(usize, Cites)>> {
    let cites = prop::collection::vec((0..3_usize, 1..6_u64, 0..2_u64), 0..4);
    prop::collection::vec((0..CLAIMS.len(), cites), 0..8)
}

const NAMES: [&str; 3] = ["ferry", "rules", "gone"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn a_response_does_not_differ_from_itself(claims in claims()) {
        let one = response(&claims, NAMES);
        let comparison = compared(&one, &one);
        prop_assert_eq!(comparison.changes, vec![]);
    }

    #[test]
    fn the_other_way_round_is_the_mirror_image(one in claims(), other in claims()) {
        let (one, other) = (response(&one, NAMES), response(&other, NAMES));
        let (there, back) = (compared(&one, &other), compared(&other, &one));
        let mirrored: BTreeMap<Difference, usize> =
            back.counts().into_iter().map(|(it, times)| (it.mirrored(), times)).collect();
        prop_assert_eq!(there.counts(), mirrored);
        prop_assert_eq!(there.unchanged, back.unchanged);
        let sorted = |mut all: Vec<(Vec<ClaimText>, Vec<ClaimText>)>| {
            all.sort();
            all
        };
        let pairs = there.changes.iter().map(|it| (it.before.clone(), it.after.clone()));
        let swapped = back.changes.iter().map(|it| (it.after.clone(), it.before.clone()));
        prop_assert_eq!(sorted(pairs.collect()), sorted(swapped.collect()));
    }

    #[test]
    fn another_name_of_the_same_source_is_no_difference(claims in claims()) {
        let known: Vec<(usize, Cites)> = claims
            .into_iter()
            .map(|(claim, cites)| (claim, cites.into_iter().filter(|it| it.0 < 2).collect()))
            .collect();
        let one = response(&known, NAMES);
        let comparison = compared(&one, &response(&known, ["doc-1", "doc-2", ""]));
        prop_assert_eq!(comparison.changes, vec![]);
    }
}
