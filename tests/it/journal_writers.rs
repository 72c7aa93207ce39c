//! Processes that write to a journal, and the one that starts, kills and checks them. Shared with the
//! benches.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use pincite::review::{Entry, Event, Fingerprint, Hash, Journal, Judgement, Verdict};

/// Returns a decision of usual length.
pub(crate) fn verdict(reviewer: &str, number: usize) -> Entry {
    let claim = format!("Card payments are refunded within {number} working days.");
    let judgement = Judgement {
        case: "answers.jsonl:17".to_owned(),
        fingerprint: Fingerprint { claim: Hash::of([claim.as_str()]), ..Fingerprint::default() },
        citation: Some(number),
        target: Some(1),
        claim,
        cited: "turn0file0 L16-L17".to_owned(),
        source: "Support Handbook".to_owned(),
        dialect: "markers".to_owned(),
        verdict: Some(Verdict::Partly),
        reasons: vec!["number".to_owned()],
        saw_evidence: true,
        seconds: Some(4.2),
        ..Judgement::default()
    };
    Entry::new(reviewer, Event::Judged(Box::new(judgement)))
}

/// Runs a writing process: gives verdicts, and prints the id of each when it is acknowledged. Its
/// arguments are the journal, the reviewer and the number of verdicts. Stops at the first unsaved
/// one.
pub(crate) fn write(arguments: &[String]) {
    let [path, reviewer, count] = arguments else { panic!("PATH REVIEWER COUNT") };
    let mut opened = Journal::open(Path::new(path)).unwrap();
    let mut out = std::io::stdout();
    writeln!(out, "\nready").unwrap();
    for number in 0..count.parse().unwrap() {
        let entry = verdict(reviewer, number);
        if let Err(unsaved) = opened.journal.append(&entry) {
            writeln!(out, "unsaved: {unsaved}").unwrap();
            return;
        }
        writeln!(out, "saved {}", entry.id.0).unwrap();
    }
}

/// A process that writes.
pub(crate) struct Writer {
    child: Child,
    lines_read: JoinHandle<Vec<String>>,
}

/// The result of one writer.
pub(crate) struct Written {
    /// The ids that it acknowledged as saved.
    pub(crate) saved: BTreeSet<String>,
    /// The reason why it stopped early.
    pub(crate) unsaved: Option<String>,
}

impl Writer {
    /// Starts one by a command that calls [`write`].
    pub(crate) fn start(mut command: Command) -> Self {
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
        // Killed before this line it would have written nothing, which shows nothing.
        let ready = out.any(|line| line.is_ok_and(|line| line == "ready"));
        assert!(ready, "the writer did not begin");
        let lines_read = thread::spawn(move || out.map_while(Result::ok).collect());
        Self { child, lines_read }
    }

    /// Kills it after a time.
    pub(crate) fn kill_after(mut self, time: Duration) -> Written {
        thread::sleep(time);
        self.child.kill().unwrap();
        self.wait()
    }

    /// Waits until it has done.
    pub(crate) fn wait(mut self) -> Written {
        self.child.wait().unwrap();
        let lines_read = self.lines_read.join().unwrap();
        let saved =
            lines_read.iter().filter_map(|line| line.strip_prefix("saved ")).map(str::to_owned);
        let unsaved = lines_read.iter().find_map(|line| line.strip_prefix("unsaved: "));
        Written { saved: saved.collect(), unsaved: unsaved.map(str::to_owned) }
    }
}

/// Returns the ids of the verdicts in a journal, one for each line, and how many lines gave no
/// entry.
pub(crate) fn read(path: &Path) -> (Vec<String>, usize) {
    let (entries, damaged) = Journal::read(path).unwrap();
    let judged = entries.into_iter().filter(|entry| matches!(entry.event, Event::Judged(_)));
    (judged.map(|entry| entry.id.0).collect(), damaged.len())
}

/// The result of many kills.
#[derive(Default)]
pub(crate) struct Kills {
    pub(crate) rounds: usize,
    pub(crate) saved: usize,
    pub(crate) lost: usize,
    /// In the file and never given, or twice in it.
    pub(crate) invented: usize,
    /// In the file, but killed before it was acknowledged.
    pub(crate) untold: usize,
    /// Lines that were torn.
    pub(crate) torn: usize,
}

/// Kills one writer after the other at random times up to `longest`, all on one journal that is begun
/// anew every ten rounds, and reads it after each.
pub(crate) fn kill(
    rounds: usize,
    longest: Duration,
    path: &Path,
    writer: impl Fn(&Path, &str, usize) -> Command,
) -> Kills {
    let mut kills = Kills::default();
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut saved = BTreeSet::new();
    for round in 0..rounds {
        if round % 10 == 0 {
            fs::remove_file(path).unwrap_or_default();
            saved.clear();
        }
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let share = f64::from(u32::try_from(random >> 32).unwrap()) / f64::from(u32::MAX);
        let written =
            Writer::start(writer(path, "ann", usize::MAX)).kill_after(longest.mul_f64(share));
        kills.rounds += 1;
        kills.saved += written.saved.len();
        let before = saved.len();
        saved.extend(written.saved);
        let (found, torn) = read(path);
        let ids: BTreeSet<String> = found.iter().cloned().collect();
        kills.lost += saved.difference(&ids).count();
        kills.torn = kills.torn.max(torn);
        // One verdict at most was on its way when the process ended.
        let untold: Vec<String> = ids.difference(&saved).cloned().collect();
        kills.untold += untold.len();
        kills.invented += untold.len().saturating_sub(1) + found.len() - ids.len();
        assert!(saved.len() >= before);
        saved.extend(untold);
    }
    kills
}

/// The result of several concurrent writers.
pub(crate) struct Together {
    pub(crate) saved: usize,
    pub(crate) found: usize,
    pub(crate) lost: usize,
    /// Lines that gave no entry.
    pub(crate) mixed: usize,
    /// Writers that stopped because others had the journal locked for too long, as on a busy disk.
    pub(crate) locked_out: usize,
}

/// Starts several writers on one journal.
pub(crate) fn together(
    processes: usize,
    verdicts: usize,
    path: &Path,
    writer: impl Fn(&Path, &str, usize) -> Command,
) -> Together {
    let start = |number| Writer::start(writer(path, &format!("reviewer {number}"), verdicts));
    let writers: Vec<Writer> = (0..processes).map(start).collect();
    let written: Vec<Written> = writers.into_iter().map(Writer::wait).collect();
    let unsaved = written.iter().filter_map(|it| it.unsaved.as_deref());
    let locked_out = unsaved.filter(|it| it.contains("locked by another program")).count();
    let saved: BTreeSet<String> = written.into_iter().flat_map(|it| it.saved).collect();
    let (found, mixed) = read(path);
    let ids: BTreeSet<String> = found.iter().cloned().collect();
    let lost = saved.difference(&ids).count();
    Together { saved: saved.len(), found: found.len(), lost, mixed, locked_out }
}
