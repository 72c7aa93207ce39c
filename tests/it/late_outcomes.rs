//! The inspector while its worker is late: keys, changed files and verdicts of others come before,
//! between and after the outcomes of jobs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pincite::cases::Cases;
use pincite::error::Error;
use pincite::inspect;
use pincite::review::{Entry, Event, Journal, Ledger, Subject, Verdict, carry, merge};
use pincite::sources::store::Store;
use pincite::text::Span;
use pincite::tui::actions::receive;
use pincite::tui::actions::reread::files_changed;
use pincite::tui::actions::subjects::drafted;
use pincite::tui::reread::Reopen;
use pincite::tui::state::list::ListKind;
use pincite::tui::state::review::Seeking;
use pincite::tui::state::search::in_store;
use pincite::tui::state::{CaseName, Focus, Job, Mode, Outcome};

use crate::cli::cite;
use crate::session::late::Late;
use crate::session::{Session, extractor};

/// Numbers that look random and are the same each time (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }

    fn one_of<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }
}

const FACTS: [&str; 5] = [
    "Parcels leave on Monday.",
    "Damage is signed for by the driver.",
    "The shop opens at nine.",
    "A battery lasts 12 hours.",
    "Returns are sent to Bremen.",
];

/// Returns a case of a few claims, each cited from the file.
fn case(n: usize, claims: usize, first: usize) -> String {
    let claim = |at: usize| {
        let line = (first + at) % FACTS.len();
        format!("{}{} ", FACTS[line], cite(&format!("a L{}", line + 1)))
    };
    let response: String = (0..claims).map(claim).collect();
    serde_json::json!({"id": format!("case {n}"), "response": response + "Nobody knows why."})
        .to_string()
}

/// Returns some cases; each version differs in one or two.
fn batch(version: usize) -> String {
    let mut cases: Vec<String> = (1..=4).map(|n| case(n, n % 3 + 1, n)).collect();
    match version {
        1 => cases[2] = case(3, 4, 1),
        2 => cases.swap(0, 1),
        3 => cases.truncate(3),
        _ => {}
    }
    cases.join("\n")
}

/// Returns the source; each version has its lines elsewhere, or other words in them.
fn source(version: usize) -> String {
    let facts = FACTS.join("\n");
    match version {
        1 => format!("Preface.\n{facts}"),
        2 => facts.replace("nine", "ten"),
        3 => "Ä ".repeat(20) + &facts,
        _ => facts,
    }
}

fn open(folder: &Path) -> Late {
    let session = Session::watched(("batch.jsonl", &batch(0)), &[("a.txt", &source(0))]);
    session.size(120, 24).reviewing_late(&folder.join("j"))
}

const KEYS: &[&str] = &[
    "n", "n", "p", "]", "a", "a", "x", "h", "o", "t", "+", "=", "<space>", "<space>", "r",
    "<ctrl-r>", "}", "}", "{", "C", "no", "<esc>", "<esc>", "<enter>", "<ctrl-s>", "b", "V", "j",
    "<tab>", "/", "F", "*", "l", "c", "d", "D", "u", "f", "H", "R", "1", "y", "e", "<down>", "S",
    "v", "G",
];

/// Adds a verdict to the journal as another program does.
fn judge_elsewhere(late: &Late, journal: &Path, reviewer: &str, random: &mut Random) {
    let case = late.session.cases.read(random.below(3)).unwrap();
    let drafted = drafted(&inspect::begin(case));
    let (_, mut judgement) = drafted[random.below(drafted.len())].clone();
    judgement.verdict = Some(Verdict::Partly);
    let entry = Entry::new(reviewer.to_owned(), Event::Judged(Box::new(judgement)));
    let opened = Journal::review(journal, reviewer, "answer.json").unwrap();
    let mut journal = opened.journal;
    journal.append(&entry).unwrap();
}

/// Checks what has to be true at any time.
fn check(late: &Late) {
    let state = &late.session.state;
    let citations = &state.inspection.case.response.citations;
    if let Some(selected) = state.selected {
        assert!(state.target < citations[selected].targets.len().max(1));
    }
    if let Some(source) = state.source.source {
        assert!(source < state.inspection.case.sources.len());
    }
    assert!(state.review.own.len() == state.review.subjects().len());
    if let Mode::Note(note) = &state.mode {
        assert!(note.subject < state.review.subjects().len());
    }
}

/// Checks a state in which nothing is under way: it is that of the files and the journal.
fn check_at_rest(late: &Late, journal: &Path) {
    let state = &late.session.state;
    let cases = late.session.reopened();
    assert_eq!(state.batch.count, cases.len());
    if state.batch.failed.is_some() {
        return;
    }
    let inspected = |index| inspect::inspect_with(cases.read(index).unwrap(), &extractor());
    let fresh = inspected(state.batch.index);
    assert_eq!(state.inspection.case.response, fresh.case.response);
    assert_eq!(state.inspection.inspected, fresh.inspected);
    assert_eq!(state.inspection.findings.len(), fresh.findings.len());
    for (index, name) in state.batch.names.iter() {
        let inspected = inspected(*index);
        let known = if name.summary.is_some() {
            CaseName::summarized(&inspected)
        } else {
            CaseName::of(&inspected.case)
        };
        assert_eq!(*name, known, "case {index} of the list");
    }
    let subjects: Vec<Subject> = drafted(&fresh).into_iter().map(|(subject, _)| subject).collect();
    assert_eq!(state.review.subjects(), subjects);
    let entries = if journal.exists() { Journal::read(journal).unwrap().0 } else { Vec::new() };
    assert_eq!(state.review.ledger.entries().len(), entries.len(), "verdicts in the journal");
    let ledger = Ledger::of(merge([entries]).entries);
    let (carried, _) = carry(&ledger, "ann", &fresh.case.id, &subjects);
    let holds = carried.iter().flatten();
    let judged = holds.filter(|it| it.standing.holds() && it.judgement.verdict.is_some()).count();
    assert_eq!(state.review.progress(), (judged, subjects.len()));
    if let Some(search) = state.searches.of(Focus::Source) {
        assert!(search.done, "{} is searched without an end", search.words);
        let flow = state.source.flow.as_ref().unwrap();
        let matches = in_store(&flow.store, &search.pattern, &|| true);
        assert_eq!(search.matches, matches, "{}", search.words);
    }
    for hit in &state.hits.found {
        let search = state.hits.search.as_ref().unwrap();
        let found = fresh.source_text(hit.source, hit.span).unwrap();
        assert!(search.pattern.is_match(found.as_bytes()), "{found} was not searched for");
    }
}

/// Those that broke something once; `PINCITE_SEEDS` is the number of others to run instead.
const SEEDS: [u64; 3] = [12, 21, 32];

/// Runs a session of random events.
fn run(seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut late = open(folder.path());
    for _ in 0..60 {
        match random.below(24) {
            0..=9 => {
                let key = random.one_of(KEYS);
                late.press(key);
            }
            10..=12 => drop(late.work(random.below(3))),
            13..=15 => drop(late.take()),
            16..=19 => late.draw(),
            20 => late.resize([(120, 24), (80, 24), (40, 10)][random.below(3)]),
            21 => {
                let (name, text) = match random.below(2) {
                    0 => ("batch.jsonl", batch(random.below(4))),
                    _ => ("a.txt", source(random.below(4))),
                };
                late.session.write(name, &text);
                files_changed(&mut late.session.state);
            }
            22 => {
                let reviewer = random.one_of(&["ann", "bob"]);
                judge_elsewhere(&late, &journal, reviewer, &mut random);
                late.session.look_for_others_now();
            }
            _ => drop(late.rest()),
        }
        late.ask();
        check(&late);
    }
    // A note that is being written keeps the case as it is.
    late.draw();
    late.press("<esc><esc><esc>");
    late.session.look_for_others_now();
    assert!(late.rest() < 200, "many jobs");
    check(&late);
    check_at_rest(&late, &journal);
}

#[test]
fn whatever_comes_first_the_screen_agrees_with_files_and_journal_in_the_end() {
    let asked = std::env::var("PINCITE_SEEDS").ok().and_then(|number| number.parse().ok());
    for seed in asked.map_or_else(|| SEEDS.to_vec(), |number: u64| (1..=number).collect()) {
        let ended = std::panic::catch_unwind(|| run(seed));
        assert!(ended.is_ok(), "seed {seed}");
    }
}

/// Returns the first row of the screen.
fn head(late: &Late) -> String {
    late.session.rows()[0].clone()
}

/// Does the next job of the worker, and shows what came of it.
fn step(late: &mut Late) {
    late.ask();
    assert!(late.work(0) && late.take());
    late.draw();
}

#[test]
fn a_case_asked_for_twice_opens_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut late = open(folder.path());
    late.rest();
    late.press("}}");
    step(&mut late);
    assert!(head(&late).contains("case 2"), "{}", head(&late));
    late.press("C");
    late.press("not so");
    late.rest();
    assert!(matches!(late.session.state.mode, Mode::Note(_)), "the note was closed");
}

#[test]
fn a_case_is_opened_while_the_rest_of_another_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut late = open(folder.path());
    // As for a long response, whose beginning is shown first.
    late.session.state.loading = true;
    late.ask();
    late.press("}");
    late.rest();
    assert!(head(&late).contains("case 2 [2 of 4]"), "{}", head(&late));
    late.press("n");
    assert!(!late.session.rows().concat().contains("the key was not used"));
}

#[test]
fn space_waits_for_the_citations_of_the_case() {
    let folder = tempfile::tempdir().unwrap();
    let mut late = open(folder.path());
    late.press("<space>");
    late.rest();
    assert!(head(&late).contains("case 1 [1 of 4]"), "{}", head(&late));
}

#[test]
fn an_undo_in_haste_shows_the_verdict_in_its_case() {
    let folder = tempfile::tempdir().unwrap();
    let mut late = open(folder.path());
    late.rest();
    late.press("}");
    late.rest();
    late.press("n");
    late.draw();
    late.press("a");
    drop(late);
    let mut late = open(folder.path());
    late.ask();
    let before = late.session.state.batch.names.len();
    assert_eq!(before, 1);
    // The names of the cases are known before the citations of this one.
    let cases = &late.session.cases;
    let named = (0..4).map(|index| (index, CaseName::of(&cases.read(index).unwrap()))).collect();
    receive(&mut late.session.state, Outcome::Named { names: named });
    late.press("r");
    late.rest();
    assert!(head(&late).contains("case 2 [2 of 4]"), "{}", head(&late));
    assert_eq!(late.session.state.selected, Some(1));
    assert!(late.session.state.review.revisit.is_none());
}

#[test]
fn an_open_case_that_is_on_its_way_does_not_move_whoever_judges() {
    let folder = tempfile::tempdir().unwrap();
    let mut late = open(folder.path());
    late.rest();
    late.press("}");
    late.rest();
    let citations = late.session.state.citation_count();
    for _ in 0..=citations {
        late.draw();
        late.press("a");
        late.press("=");
    }
    late.rest();
    drop(late);
    let mut late = open(folder.path());
    late.press("}");
    late.rest();
    late.session.state.review.seeking = Seeking::HereOrFrom(late.session.state.batch.index + 1);
    late.ask();
    late.draw();
    late.press("p");
    let here = late.session.state.batch.index;
    late.rest();
    assert_eq!(late.session.state.batch.index, here);
}

#[test]
fn a_changed_case_is_open_in_the_list_of_cases() {
    let folder = tempfile::tempdir().unwrap();
    let mut late = open(folder.path());
    late.rest();
    late.press("l");
    late.rest();
    late.press("<esc>");
    let known = late.session.state.batch.names[&2].clone();
    assert!(known.summary.is_some());
    late.session.write("batch.jsonl", &batch(1));
    files_changed(&mut late.session.state);
    late.rest();
    // A busy machine inspects the cases in more than one go, and only for a list that is open.
    late.press("l");
    late.rest();
    assert_eq!(late.session.state.batch.names[&2].citations, Some(4));
    check_at_rest(&late, &folder.path().join("j"));
}

#[test]
fn a_search_finds_nothing_in_the_text_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut late = open(folder.path());
    late.rest();
    late.press("<tab>/s");
    late.session.write("a.txt", &source(1));
    files_changed(&mut late.session.state);
    late.rest();
    late.press("<enter>");
    check_at_rest(&late, &folder.path().join("j"));
    late.press("Fopens<enter>");
    late.rest();
    assert!(!late.session.state.hits.found.is_empty());
    late.session.write("a.txt", &source(3));
    files_changed(&mut late.session.state);
    late.rest();
    check_at_rest(&late, &folder.path().join("j"));
}

#[test]
fn lines_that_were_selected_before_a_change_are_in_no_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let mut late = open(folder.path());
    late.rest();
    late.press("<tab>");
    late.draw();
    late.press("V");
    late.press("j");
    late.session.write("a.txt", &source(1));
    files_changed(&mut late.session.state);
    late.rest();
    assert_eq!(late.session.state.range(), None);
}

#[test]
fn a_key_does_not_judge_a_passage_that_was_not_on_the_screen() {
    let folder = tempfile::tempdir().unwrap();
    let mut late = open(folder.path());
    late.rest();
    late.session.write("a.txt", &source(2));
    files_changed(&mut late.session.state);
    late.press("nn");
    late.draw();
    late.ask();
    while late.work(0) && late.take() {
        late.ask();
    }
    late.press("a");
    assert_eq!(late.session.state.review.progress().0, 0);
    late.draw();
    late.press("a");
    assert_eq!(late.session.state.review.progress().0, 1);
}

#[test]
fn a_verdict_names_the_rules_whenever_it_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let rules = |late: &Late| {
        let own = late.session.state.review.own(0).unwrap();
        own.judgement.rules.clone()
    };
    let mut late = open(folder.path());
    late.press("x");
    let hasty = rules(&late);
    let other = tempfile::tempdir().unwrap();
    let mut late = open(other.path());
    late.rest();
    late.press("x");
    assert_eq!(hasty, rules(&late));
}

#[test]
fn a_judge_is_asked_once_about_a_case() {
    let folder = tempfile::tempdir().unwrap();
    let mut late = open(folder.path());
    late.session.state.review.judging.on = true;
    late.rest();
    files_changed(&mut late.session.state);
    late.rest();
    assert_eq!(late.judged, 1);
    late.session.write("a.txt", &source(1));
    files_changed(&mut late.session.state);
    late.rest();
    assert_eq!(late.judged, 2);
}

/// Reads another file, whose text this thread has in its buffer from then on.
fn read_another_file(folder: &Path) {
    let other = folder.join("other.txt");
    std::fs::write(&other, "Other text.").unwrap();
    let store = Store::file(&other).unwrap();
    assert_eq!(store.read(Span::new(0, 5), 5), "Other");
}

#[test]
fn a_passage_that_was_written_over_is_not_judged() {
    let folder = tempfile::tempdir().unwrap();
    let mut late = open(folder.path());
    late.rest();
    late.session.write("a.txt", "");
    read_another_file(folder.path());
    late.draw();
    late.press("a");
    assert_eq!(late.session.state.review.progress().0, 0);
    late.session.write("a.txt", &source(0));
    late.draw();
    late.press("a");
    assert_eq!(late.session.state.review.progress().0, 1);
}

#[test]
fn no_verdict_from_the_details_of_another_citation() {
    let folder = tempfile::tempdir().unwrap();
    let mut late = open(folder.path());
    late.rest();
    late.press("D");
    late.draw();
    late.press("<space>a");
    assert_eq!(late.session.state.review.progress().0, 0);
    late.press("<esc>");
    late.draw();
    late.press("a");
    assert_eq!(late.session.state.review.progress().0, 1);
}

#[test]
fn a_search_for_an_open_case_closes_no_note() {
    let folder = tempfile::tempdir().unwrap();
    let mut late = open(folder.path());
    late.rest();
    late.press("l");
    late.rest();
    late.press("<esc>");
    late.session.state.review.seeking = Seeking::HereOrFrom(1);
    late.draw();
    late.press("C");
    late.rest();
    assert!(matches!(late.session.state.mode, Mode::Note(_)), "the note was closed");
}

#[test]
fn a_case_that_is_gone_gives_way_to_the_last_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut late = open(folder.path());
    late.rest();
    for _ in 0..3 {
        late.press("}");
        late.rest();
    }
    assert!(head(&late).contains("case 4 [4 of 4]"), "{}", head(&late));
    late.session.write("batch.jsonl", &batch(3));
    files_changed(&mut late.session.state);
    late.rest();
    assert!(head(&late).contains("case 3 [3 of 3]"), "{}", head(&late));
    check_at_rest(&late, &folder.path().join("j"));
}

#[test]
fn hits_that_come_late_are_listed_as_soon_as_nothing_else_is_open() {
    for (open, close) in
        [("C", "<esc>"), ("l", "<esc>"), ("/", "<esc>"), ("D", "<esc>"), ("?", "<esc>")]
    {
        let folder = tempfile::tempdir().unwrap();
        let mut late = self::open(folder.path());
        late.rest();
        late.press("Fopens<enter>");
        late.press(open);
        let is_open = |late: &Late| !matches!(late.session.state.mode, Mode::Browse);
        assert!(is_open(&late), "{open}");
        late.rest();
        assert!(!is_listing_hits(&late), "{open} was closed");
        late.press(close);
        assert!(is_listing_hits(&late), "{open}: the hits are lost");
        late.press("<esc>Fnowhere<enter>");
        late.press(open);
        late.rest();
        late.press(close);
        late.draw();
        let screen = late.session.rows().join("\n");
        assert!(screen.contains("/nowhere · not found in any source"), "{open}: {screen}");
    }
}

/// True if the results of a search in all sources are listed.
fn is_listing_hits(late: &Late) -> bool {
    matches!(&late.session.state.mode, Mode::List(list) if list.kind == ListKind::Hits)
}

#[test]
fn a_search_that_ends_with_its_case_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut late = open(folder.path());
    late.rest();
    late.press("Fopens<enter>}");
    late.rest();
    let message = late.session.state.message.clone().map(|message| message.text);
    assert!(!is_listing_hits(&late), "hits of another case");
    let why = "another case is open: search in all sources anew";
    assert_eq!(message.as_deref(), Some(why));
}

/// An input at which the program fails.
#[derive(Debug)]
struct Failing;

impl Reopen for Failing {
    fn open(&self) -> Result<Cases, Error> {
        panic!("on purpose")
    }

    fn files(&self) -> Vec<PathBuf> {
        Vec::new()
    }
}

#[test]
fn a_case_at_which_rereading_fails_goes_on_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut late = open(folder.path());
    late.rest();
    late.session.worker.set_input(Some(Arc::new(Failing)));
    files_changed(&mut late.session.state);
    late.rest();
    let screen = late.session.rows().join("\n");
    assert!(screen.contains("not reloaded"), "{screen}");
    assert!(screen.contains("internal error of pincite"), "{screen}");
    late.press("Fopens<enter>");
    late.rest();
    assert!(is_listing_hits(&late), "no job is done any more");
    late.press("<esc>}");
    late.rest();
    assert!(head(&late).contains("case 2"), "{}", head(&late));
}

#[test]
fn a_case_at_which_the_program_fails_says_so() {
    for is_opened in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let mut late = open(folder.path());
        late.rest();
        let state = &mut late.session.state;
        let inspection = Arc::clone(&state.inspection);
        let job = if is_opened {
            state.batch.opening = Some(1);
            Job::Open { index: 1 }
        } else {
            Job::Weigh { index: 0, inspection }
        };
        receive(state, job.failure());
        late.rest();
        let screen = late.session.rows().join("\n");
        assert!(screen.contains("internal error of pincite"), "{screen}");
        late.press("}");
        late.rest();
        assert!(head(&late).contains(if is_opened { "case 3" } else { "case 2" }), "{screen}");
    }
}
