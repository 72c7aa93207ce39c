use std::collections::BTreeSet;

use proptest::prelude::*;
use rustix::io::Errno;

use super::testing::{Fault, Plan, Simulated};
use super::*;
use crate::review::{Fingerprint, Hash, Judgement, RightPlace, VERDICTS};
use crate::text::hidden::hidden;

const PATH: &str = "/answers/answer.json.review.jsonl";

/// Returns a verdict with a number as its identity.
fn verdict(number: usize) -> Entry {
    let judgement = Judgement {
        case: "answer.json".to_owned(),
        fingerprint: Fingerprint {
            claim: Hash::of([&*number.to_string()]),
            ..Fingerprint::default()
        },
        citation: Some(number),
        claim: "Refunds take five days, says the \u{202e}manual.".to_owned(),
        verdict: Some(VERDICTS[number % 6].verdict),
        ..Judgement::default()
    };
    let id = EventId(format!("{number:x}-0-0"));
    Entry { id, ..Entry::new("ann", Event::Judged(Box::new(judgement))) }
}

fn open(disk: &Simulated, path: &str) -> Result<Opened> {
    Journal::open_on(disk, Path::new(path), "ann", "answer.json")
}

/// Returns the ids of the verdicts among entries.
fn ids<'e>(entries: impl IntoIterator<Item = &'e Entry>) -> BTreeSet<EventId> {
    let judged = |entry: &&Entry| matches!(entry.event, Event::Judged(_));
    entries.into_iter().filter(judged).map(|entry| entry.id.clone()).collect()
}

/// Scans a file.
fn read(bytes: &[u8]) -> Scan {
    let disk = Simulated::holding(Path::new(PATH), bytes);
    let file = disk.open(Path::new(PATH)).unwrap();
    scan(&*file, Next::default()).unwrap()
}

/// Reviews until a number of verdicts is given; after each operation that changes the disk, checks
/// every possible result of a power cut at that point.
#[derive(Default)]
struct PowerCuts {
    given: Vec<Entry>,
    acknowledged: BTreeSet<EventId>,
    /// The part that lasts, as far as it was read: length, position to continue from, verdicts.
    safe: (usize, usize, BTreeSet<EventId>),
    checks: usize,
    images: usize,
}

impl PowerCuts {
    /// `at` returns the bytes at which the last write is cut, from its length.
    fn check(&mut self, disk: &Simulated, at: impl Fn(usize) -> Vec<usize>) {
        let model = disk.model();
        let Some(stored) = model.files.get(Path::new(PATH)) else { return };
        assert!(stored.named || self.acknowledged.is_empty());
        if self.safe.0 != stored.durable.len() {
            let scan = read(&stored.durable);
            let next = usize::try_from(scan.next.byte).unwrap();
            self.safe = (stored.durable.len(), next, ids(&scan.entries));
        }
        let (len, next, saved) = &self.safe;
        assert!(saved.is_superset(&self.acknowledged));
        let given = ids(&self.given);
        let images = stored.left(at);
        for image in &images {
            assert!(image.starts_with(&stored.durable));
            // Lines are read one by one, so only the part after the durable one has to be read.
            let rest = read(&image[*next..]);
            assert!(ids(&rest.entries).is_subset(&given), "an entry was invented");
            assert!(rest.damaged.len() <= 1);
        }
        self.images += images.len();
        self.checks += 1;
        // Some of them are opened and continued.
        if self.checks.is_multiple_of(8) || *len == 0 {
            let after = Simulated::holding(Path::new(PATH), &images[self.checks % images.len()]);
            let next = verdict(9_999);
            let mut opened = open(&after, PATH).unwrap();
            opened.journal.append(&next).unwrap();
            let ids = ids(&read(&after.model().files[Path::new(PATH)].durable).entries);
            assert!(ids.is_superset(&self.acknowledged) && ids.contains(&next.id));
        }
    }
}

/// Runs a session in which every write is torn at the bytes that `at` gives for it.
fn session_with_power_cuts(verdicts: usize, at: impl Fn(usize, usize) -> Vec<usize>) -> usize {
    let mut cuts = PowerCuts::default();
    // The disk stops before operation `stop`; up to then, the session does the same as every longer
    // session.
    let stopping = |at| Plan { fault: Fault::Stop, at, for_ever: true };
    let disk = Simulated::default();
    let mut opened = open(&disk, PATH).unwrap();
    for number in 0..verdicts {
        let entry = verdict(number);
        cuts.given.push(entry.clone());
        let before = disk.model().operations;
        let state = disk.model().files.clone();
        opened.journal.append(&entry).unwrap();
        let after = disk.model().operations;
        for stop in before..after {
            let halted = Simulated::with(stopping(stop));
            halted.model().files.clone_from(&state);
            halted.model().operations = before;
            let mut journal = journal_on(&halted, &opened.journal);
            assert!(journal.append(&entry).is_err());
            cuts.check(&halted, |len| at(number, len));
        }
        cuts.acknowledged.insert(entry.id);
        cuts.check(&disk, |len| at(number, len));
    }
    cuts.images
}

/// Returns the same journal on another disk.
fn journal_on(disk: &Simulated, journal: &Journal) -> Journal {
    let operations = disk.model().operations;
    let plan = disk.model().plan.take();
    let file = disk.open(&journal.path).unwrap();
    disk.model().operations = operations;
    disk.model().plan = plan;
    Journal {
        path: journal.path.clone(),
        file,
        unsaved: journal.unsaved.clone(),
        read_only: journal.read_only.clone(),
        replaced: journal.replaced,
        modified: journal.modified,
        next: journal.next,
        end: journal.end,
        stored: journal.stored.clone(),
        lost: journal.lost.clone(),
        damaged: journal.damaged.clone(),
        hold: None,
    }
}

#[test]
fn a_power_cut_at_any_operation_loses_nothing_that_was_acknowledged() {
    // Every byte for the first, the last and two between; some bytes, different ones each time, for
    // the rest.
    let at = |number: usize, len: usize| match number {
        0 | 66 | 133 | 199 => (0..=len).collect(),
        _ => (number % 61..=len).step_by(61).collect(),
    };
    let images = session_with_power_cuts(200, at);
    assert!(images > 5_000, "{images}");
}

#[test]
fn a_power_cut_while_a_journal_is_made_leaves_one_that_opens() {
    let made = Simulated::default();
    drop(open(&made, PATH).unwrap());
    let operations = made.model().operations;
    for at in 0..operations {
        let disk = Simulated::with(Plan { fault: Fault::Stop, at, for_ever: true });
        assert!(open(&disk, PATH).is_err());
        let stored = disk.model().files.get(Path::new(PATH)).cloned().unwrap_or_default();
        for image in stored.left(|len| (0..=len).collect()) {
            let disk = Simulated::holding(Path::new(PATH), &image);
            let mut opened = open(&disk, PATH).unwrap();
            opened.journal.append(&verdict(0)).unwrap();
            let durable = disk.model().files[Path::new(PATH)].durable.clone();
            assert_eq!(ids(&read(&durable).entries).len(), 1);
        }
    }
}

const FAULTS: [Fault; 8] = [
    Fault::Error(Errno::NOSPC),
    Fault::Error(Errno::IO),
    Fault::Error(Errno::ROFS),
    Fault::Error(Errno::DQUOT),
    Fault::Error(Errno::FBIG),
    Fault::Error(Errno::INTR),
    Fault::Short,
    Fault::ShortForGood,
];

/// The result of a session with one fault.
struct Session {
    journal: Option<Journal>,
    acknowledged: BTreeSet<EventId>,
    refusals: usize,
}

const VERDICTS_OF_A_SESSION: usize = 8;

fn session(disk: &Simulated) -> Session {
    let Ok(opened) = open(disk, PATH) else {
        return Session { journal: None, acknowledged: BTreeSet::new(), refusals: 1 };
    };
    let mut journal = opened.journal;
    let (mut given, mut acknowledged, mut refusals) = (Vec::new(), BTreeSet::new(), 0);
    for number in 0..VERDICTS_OF_A_SESSION {
        let entry = verdict(number);
        given.push(entry.clone());
        match journal.append(&entry) {
            Ok(()) => {
                // All that was unsaved before, too.
                acknowledged = ids(&given);
                assert!(journal.unsaved().is_empty());
            }
            Err(unsaved) => {
                refusals += 1;
                assert!(!unsaved.to_string().is_empty());
                assert!(journal.unsaved().contains(&entry));
            }
        }
        let kept: BTreeSet<EventId> =
            ids(journal.unsaved()).union(&acknowledged).cloned().collect();
        assert_eq!(kept, ids(&given), "a verdict is neither saved nor unsaved");
    }
    match journal.save() {
        Ok(()) => acknowledged = ids(&given),
        Err(_) => refusals += 1,
    }
    Session { journal: Some(journal), acknowledged, refusals }
}

/// Checks a session and gives how many refusals it had.
fn check_fault(plan: Plan) -> usize {
    let disk = Simulated::with(plan);
    let Session { journal, acknowledged, refusals } = session(&disk);
    let given: BTreeSet<EventId> =
        ids(&(0..VERDICTS_OF_A_SESSION).map(verdict).collect::<Vec<_>>());
    assert_eq!(disk.model().touched_after_failed_sync, 0, "{plan:?}");
    if let Some(stored) = disk.model().files.get(Path::new(PATH)) {
        let seen = read(&stored.now);
        assert!(ids(&seen.entries).is_subset(&given), "{plan:?}: invented");
        // Torn pieces are reported and affect nothing else.
        assert!(seen.damaged.len() <= refusals, "{plan:?}: {:?}", seen.damaged);
        assert!(ids(&read(&stored.durable).entries).is_superset(&acknowledged), "{plan:?}");
    }
    disk.restart();
    let again = open(&disk, PATH).unwrap();
    let mut all = ids(&again.entries);
    assert!(all.is_superset(&acknowledged), "{plan:?}: lost after a restart");
    if let Some(journal) = journal {
        assert!(journal.read_only().is_some() || plan.for_ever || journal.unsaved().is_empty());
        let other = journal.continued(open(&disk, "/elsewhere/second.jsonl").unwrap()).unwrap();
        all.append(&mut ids(&other.entries));
        let stored = disk.model().files[Path::new("/elsewhere/second.jsonl")].clone();
        assert_eq!(ids(&read(&stored.durable).entries), ids(journal.unsaved()));
        assert_eq!(all, given, "{plan:?}: the two files are not the whole review");
    }
    refusals
}

#[test]
fn a_fault_at_any_operation_is_reported_and_costs_no_verdict() {
    let sound = Simulated::default();
    assert_eq!(session(&sound).refusals, 0);
    let operations = sound.model().operations;
    assert!(operations > 5 * VERDICTS_OF_A_SESSION);
    for fault in FAULTS {
        for for_ever in [false, true] {
            let message = |at: &usize| check_fault(Plan { fault, at: *at, for_ever }) > 0;
            let message = (0..operations).filter(message).count();
            // A short write is a fault of writes alone, and interrupted ones are made anew.
            match fault {
                Fault::Error(Errno::INTR) if !for_ever => assert!(message < operations),
                Fault::Error(_) => assert_eq!(message, operations, "{fault:?} {for_ever}"),
                _ if for_ever => assert!(message > operations - 10, "{fault:?}: {message}"),
                _ => assert_eq!(message, VERDICTS_OF_A_SESSION + 1, "{fault:?}"),
            }
        }
    }
}

#[test]
fn a_failed_sync_is_never_tried_again() {
    let disk = Simulated::default();
    let mut journal = open(&disk, PATH).unwrap().journal;
    journal.append(&verdict(0)).unwrap();
    let one = disk.model().operations;
    journal.append(&verdict(1)).unwrap();
    let sync = 2 * disk.model().operations - one - 1;
    disk.model().plan = Some(Plan { fault: Fault::Error(Errno::IO), at: sync, for_ever: false });
    let message = "the disk could not keep it: input/output error";
    assert_eq!(journal.append(&verdict(2)).unwrap_err().to_string(), message);
    assert_eq!(journal.read_only(), Some(message));
    let operations = disk.model().operations;
    for number in 3..100 {
        assert_eq!(journal.append(&verdict(number)).unwrap_err().to_string(), message);
    }
    assert_eq!(journal.save().unwrap_err().to_string(), message);
    // The disk is not used at all.
    assert_eq!(disk.model().operations, operations);
    assert_eq!(journal.unsaved().len(), 98);
    let other = journal.continued(open(&disk, "/elsewhere/second.jsonl").unwrap()).unwrap();
    assert_eq!(ids(&other.entries).len(), 98);
    assert!(other.journal.read_only().is_none() && other.journal.unsaved().is_empty());
}

#[test]
fn what_is_unsaved_is_written_with_the_next_entry() {
    let disk = Simulated::default();
    let mut journal = open(&disk, PATH).unwrap().journal;
    let at = disk.model().operations;
    let full = Plan { fault: Fault::Error(Errno::NOSPC), at, for_ever: true };
    disk.model().plan = Some(full);
    assert_eq!(journal.append(&verdict(0)).unwrap_err().to_string(), "no space left on device");
    assert_eq!(journal.append(&verdict(1)).unwrap_err().to_string(), "no space left on device");
    assert_eq!((journal.unsaved().len(), journal.read_only()), (2, None));
    disk.model().plan = None;
    journal.append(&verdict(2)).unwrap();
    let durable = disk.model().files[Path::new(PATH)].durable.clone();
    let kept: Vec<String> = read(&durable).entries.into_iter().map(|entry| entry.id.0).collect();
    assert_eq!(kept[1..], ["0-0-0", "1-0-0", "2-0-0"]);
}

fn append_all(journal: &mut Journal, entries: &[Entry]) {
    for entry in entries {
        journal.append(entry).unwrap();
    }
}

/// Restores the entries that the file lost, like the owner of the ledger.
fn recover(journal: &mut Journal, given: &[Entry]) -> usize {
    let lost = given.iter().filter(|entry| journal.lost().contains(&entry.id));
    let lost: Vec<Entry> = lost.cloned().collect();
    let count = lost.len();
    journal.put_back(lost);
    count
}

#[test]
fn what_a_truncation_took_is_noticed_and_written_again_at_every_length() {
    let given: Vec<Entry> = (0..4).map(verdict).collect();
    let whole = Simulated::default();
    let mut journal = open(&whole, PATH).unwrap().journal;
    append_all(&mut journal, &given);
    let len = whole.model().files[Path::new(PATH)].now.len();
    for (cut, appends) in (0..=len).flat_map(|cut| [(cut, false), (cut, true)]) {
        let disk = Simulated::default();
        let opened = open(&disk, PATH).unwrap();
        let (mut journal, mut given) = (opened.journal, given.clone());
        append_all(&mut journal, &given);
        // The head has a time, whose length differs.
        let written = disk.model().files[Path::new(PATH)].now.len();
        disk.truncate(Path::new(PATH), cut);
        if appends {
            given.push(verdict(9));
            journal.append(&verdict(9)).unwrap();
        }
        assert!(journal.reload().unwrap().is_empty());
        let all: Vec<Entry> = opened.entries.into_iter().chain(given.clone()).collect();
        let lost = recover(&mut journal, &all);
        assert_eq!(lost > 0, cut < written - 1, "{cut}");
        journal.save().unwrap();
        let stored = disk.model().files[Path::new(PATH)].durable.clone();
        assert_eq!(ids(&read(&stored).entries), ids(&given), "{cut}");
        assert!(journal.reload().unwrap().is_empty() && journal.lost().is_empty());
    }
}

#[test]
fn what_was_overwritten_at_the_same_length_is_noticed_at_the_end() {
    let disk = Simulated::default();
    let mut journal = open(&disk, PATH).unwrap().journal;
    let given: Vec<Entry> = (0..3).map(verdict).collect();
    append_all(&mut journal, &given);
    disk.model().files.get_mut(Path::new(PATH)).unwrap().now.fill(b' ');
    assert!(journal.reload().unwrap().is_empty() && journal.lost().is_empty());
    assert!(journal.verify().unwrap().is_empty());
    assert_eq!(recover(&mut journal, &given), 3);
}

#[test]
fn a_fault_while_lost_entries_are_written_again_leaves_them_unsaved() {
    let given: Vec<Entry> = (0..3).map(verdict).collect();
    for errno in [Errno::NOSPC, Errno::IO, Errno::ROFS] {
        let disk = Simulated::default();
        let mut journal = open(&disk, PATH).unwrap().journal;
        append_all(&mut journal, &given);
        disk.truncate(Path::new(PATH), 0);
        journal.reload().unwrap();
        assert_eq!(recover(&mut journal, &given), 3);
        let at = disk.model().operations;
        disk.model().plan = Some(Plan { fault: Fault::Error(errno), at, for_ever: true });
        assert!(journal.save().is_err());
        assert_eq!(journal.unsaved(), given);
        disk.model().plan = None;
        journal.save().unwrap();
        let stored = disk.model().files[Path::new(PATH)].durable.clone();
        assert_eq!(ids(&read(&stored).entries), ids(&given), "{errno}");
    }
}

#[test]
fn a_piece_that_another_program_left_is_ended_first() {
    let whole = line::write(&verdict(0)).unwrap();
    let disk = Simulated::holding(Path::new(PATH), &[whole.as_bytes(), b"{\"id\":\"1-"].concat());
    let mut opened = open(&disk, PATH).unwrap();
    assert_eq!(opened.damaged, [Damage { line: 2, reason: Reason::Incomplete }]);
    opened.journal.append(&verdict(1)).unwrap();
    let now = read(&disk.model().files[Path::new(PATH)].now);
    assert_eq!(ids(&now.entries).len(), 2);
    assert_eq!(now.damaged, opened.damaged);
    // It is reported once.
    assert!(opened.journal.reload().unwrap().is_empty());
    assert_eq!(opened.journal.damaged(), opened.damaged);
}

#[test]
fn an_entry_that_is_too_long_is_refused_and_stops_no_other() {
    let disk = Simulated::default();
    let mut journal = open(&disk, PATH).unwrap().journal;
    let note = "x".repeat(line::MAX_LENGTH);
    let judgement = Judgement { note, ..Judgement::default() };
    let long = Entry::new("ann", Event::Judged(Box::new(judgement)));
    let message = journal.append(&long).unwrap_err().to_string();
    assert!(message.ends_with("the maximum is 4 MiB"), "{message}");
    journal.append(&verdict(1)).unwrap();
}

#[test]
fn each_kind_of_damage_is_reported_with_its_line() {
    let sound = line::write(&verdict(0)).unwrap();
    let body = r#"{"id":"1-1-1","at":"2026-11-02T09:00:00Z","reviewer":"ann","event":"signed""#;
    let signed = format!("{body},\"crc\":\"{:08x}\"}}\n", crc32fast::hash(body.as_bytes()));
    let mut file = sound.clone().into_bytes();
    file.extend_from_slice(&sound.as_bytes()[..40]);
    file.push(b'\n');
    file.extend_from_slice(sound.replace("five", "nine").as_bytes());
    file.extend_from_slice(&[0; 4096]);
    file.push(b'\n');
    file.extend(std::iter::repeat_n(b'x', 2 * line::MAX_LENGTH + 5));
    file.extend_from_slice(b"\n\n");
    file.extend_from_slice(signed.as_bytes());
    file.extend_from_slice(sound.replace('\n', "\r\n").as_bytes());
    file.extend_from_slice(sound.trim_end().as_bytes());
    let found = read(&file);
    let whole: Vec<&str> = found.entries.iter().map(|entry| entry.id.0.as_str()).collect();
    assert_eq!(whole, ["0-0-0", "0-0-0", "0-0-0"]);
    let message: Vec<String> = found.damaged.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(message.join("\n"), @"
    line 2: truncated, or not an entry: no checksum at its end
    line 3: changed: the checksum does not match
    line 4: contains NUL bytes, probably from a crash
    line 5: longer than 4 MiB
    line 7: not known to this version: unknown variant `signed`, expected one of `began`, `judged`, `undone`, `redone` at line 1 column 93
    ");
}

#[test]
fn only_what_a_crash_leaves_of_a_journal_is_taken_for_one() {
    let whole = line::write(&verdict(0)).unwrap();
    for len in 0..whole.len() {
        let mut torn = whole.as_bytes()[..len].to_vec();
        assert!(line::may_be_ours(&torn), "{len}");
        torn.resize(4096, 0);
        assert!(line::may_be_ours(&torn), "{len}");
    }
    for other in
        ["{\"id\":\"resp_68\",", "{\"id\": \"7\"}", "# Answer", "{}", "[", "\u{feff}{", "a"]
    {
        assert!(!line::may_be_ours(other.as_bytes()), "{other}");
    }
}

#[test]
fn the_journal_lies_beside_its_input() {
    let path = |input| default_path(input).map(|path| path.display().to_string());
    assert_eq!(path("a/answer.json").as_deref(), Some("a/answer.json.review.jsonl"));
    assert_eq!(path("answers/").as_deref(), Some("answers.review.jsonl"));
    assert_eq!(path(".").as_deref(), Some("./review.jsonl"));
    assert_eq!(path("-"), None);
}

fn event() -> impl Strategy<Value = Event> {
    let hash = any::<String>().prop_map(|text| Hash::of([text.as_str()]));
    let fingerprint = (hash.clone(), hash.clone(), hash).prop_map(|(claim, locator, source)| {
        Fingerprint { claim, locator, source, ..Fingerprint::default() }
    });
    let verdict = prop::option::of((0..VERDICTS.len()).prop_map(|index| VERDICTS[index].verdict));
    let place = (any::<(String, Option<u64>, Option<u64>)>(), any::<(usize, usize)>()).prop_map(
        |((source, first_line, last_line), (start, end))| RightPlace {
            source,
            first_line,
            last_line,
            start,
            end,
        },
    );
    let words = any::<(String, String, String, String, String, String)>();
    let rest = (any::<(Vec<String>, Vec<String>, bool)>(), prop::option::of(place));
    // Milliseconds: JSON keeps them exactly.
    let seconds = prop::option::of((0..100_000_000_u32).prop_map(|it| f64::from(it) / 1000.0));
    let numbers = any::<(Option<usize>, Option<usize>)>();
    let judged = (fingerprint, (verdict.clone(), verdict), words, rest, seconds, numbers).prop_map(
        |(fingerprint, (verdict, blind_verdict), words, (lists, place), seconds, numbers)| {
            let (case, claim, cited, source, dialect, note) = words;
            let (reasons, rules, saw_evidence) = lists;
            let (citation, target) = numbers;
            Event::Judged(Box::new(Judgement {
                case,
                fingerprint,
                citation,
                target,
                claim,
                cited,
                source,
                dialect,
                verdict,
                reasons,
                note,
                place,
                rules,
                saw_evidence,
                blind_verdict,
                seconds,
                ..Judgement::default()
            }))
        },
    );
    let id = || any::<String>().prop_map(EventId);
    prop_oneof![
        4 => judged,
        1 => any::<(String, String, u32)>()
            .prop_map(|(input, tool, format)| Event::Began { input, tool, format }),
        1 => id().prop_map(|of| Event::Undone { of }),
        1 => id().prop_map(|of| Event::Redone { of }),
    ]
}

fn entry() -> impl Strategy<Value = Entry> {
    // The seconds of the years 0 to 9999.
    let at = (-62_135_596_800_i64..253_402_200_000, 0..1_000_000_000_i32);
    (any::<String>(), any::<String>(), at, event()).prop_map(|(id, reviewer, at, event)| {
        let at = jiff::Timestamp::new(at.0, at.1).unwrap();
        Entry { id: EventId(id), at, reviewer, event }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_entry_comes_back_from_its_line(entry in entry()) {
        let line = line::write(&entry).unwrap();
        let body = line.strip_suffix('\n').unwrap();
        prop_assert!(!body.contains(char::is_control) && hidden(body).is_empty());
        prop_assert_eq!(line::read(body.as_bytes()).unwrap(), entry);
    }

    #[test]
    fn a_changed_byte_is_always_noticed(
        entry in entry(),
        at in any::<prop::sample::Index>(),
        by in 1..=255_u8,
    ) {
        let mut line = line::write(&entry).unwrap().into_bytes();
        let at = at.index(line.len());
        line[at] ^= by;
        let found = read(&line);
        // Only the LF can become a CR: that line is whole all the same.
        prop_assert!(found.entries.is_empty() || at + 1 == line.len() && line[at] == b'\r');
    }

    #[test]
    fn any_bytes_at_all_are_read(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let found = read(&bytes);
        prop_assert!(found.entries.is_empty());
        prop_assert!(found.next.byte <= bytes.len() as u64);
    }
}
