//! The journal when processes are killed, write concurrently and run out of space, and the time of
//! an acknowledgement: `cargo bench --bench journal [-- speed|kill [MS]|together|full]`.
//!
//! Journals are made in the folder for temporary files (`TMPDIR`). Fails when a verdict is lost.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a bench may fail loudly, and prints what it finds"
)]

#[path = "../tests/it/journal_writers.rs"]
mod journal_writers;

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use journal_writers::{Writer, kill, read, together, verdict};
use pincite::review::Journal;

/// A writer is killed after this time at most.
const MAX_LENGTH: Duration = Duration::from_millis(200);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answer.json.review.jsonl");
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["write", ..] => journal_writers::write(&arguments[1..]),
        ["speed"] => speed(&path),
        ["kill"] => killed(&path, MAX_LENGTH),
        ["kill", longest] => killed(&path, Duration::from_millis(longest.parse().unwrap())),
        ["together"] => at_once(&path),
        ["full"] => full(folder.path()),
        [] => {
            speed(&path);
            killed(&path, MAX_LENGTH);
            at_once(&folder.path().join("together.jsonl"));
            full(folder.path());
        }
        other => println!("no part is called {other:?}"),
    }
}

/// Returns a process that gives verdicts: this program again.
fn writer(path: &Path, reviewer: &str, count: usize) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg("write").arg(path).arg(reviewer).arg(count.to_string());
    command
}

fn speed(path: &Path) {
    const COUNT: u32 = 5_000;
    let mut journal = Journal::open(path).unwrap().journal;
    let line = vec![b'x'; 600];
    let bare = path.with_extension("bare");
    let mut bare = OpenOptions::new().create(true).append(true).open(bare).unwrap();
    let (mut acknowledged, mut synced) = (Vec::new(), Vec::new());
    // In turn, so that what else the machine does meets both.
    for number in 0..COUNT {
        let entry = verdict("ann", number as usize);
        let start = Instant::now();
        journal.append(&entry).unwrap();
        acknowledged.push(start.elapsed());
        bare.write_all(&line).unwrap();
        let start = Instant::now();
        bare.sync_data().unwrap();
        synced.push(start.elapsed());
    }
    let total: Duration = acknowledged.iter().sum();
    let rate = f64::from(COUNT) / total.as_secs_f64();
    println!("{COUNT} verdicts: {rate:.0} acknowledged a second");
    for (what, times) in [("acknowledged", &mut acknowledged), ("fdatasync alone", &mut synced)] {
        times.sort();
        let at = |percent: usize| times[times.len() * percent / 100].as_secs_f64() * 1000.0;
        println!("{what}: p50 {:.2} ms, p99 {:.2} ms", at(50), at(99));
    }
}

fn killed(path: &Path, longest: Duration) {
    let start = Instant::now();
    let kills = kill(1_000, longest, path, writer);
    println!(
        "{} kills: {} acknowledged, {} lost, {} invented, {} saved but not acknowledged, {} lines torn at \
         most in a file, {:.0} s",
        kills.rounds,
        kills.saved,
        kills.lost,
        kills.invented,
        kills.untold,
        kills.torn,
        start.elapsed().as_secs_f64()
    );
    assert_eq!((kills.lost, kills.invented), (0, 0));
}

fn at_once(path: &Path) {
    let start = Instant::now();
    let all = together(8, 2_000, path, writer);
    println!(
        "8 processes, 2,000 verdicts each: {} acknowledged, {} in the file, {} lost, {} mixed, {} locked out, {:.0} s",
        all.saved,
        all.found,
        all.lost,
        all.mixed,
        all.locked_out,
        start.elapsed().as_secs_f64()
    );
    assert_eq!((all.saved, all.found, all.lost, all.mixed), (16_000, 16_000, 0, 0));
}

/// A file system of 1 MiB that fills up, in a name space of its own.
fn full(folder: &Path) {
    let disk = folder.join("disk");
    std::fs::create_dir(&disk).unwrap();
    let copy = folder.join("copy.jsonl");
    let own = writer(&disk.join("answer.json.review.jsonl"), "ann", 100_000);
    let mut command = Command::new("unshare");
    // The file ends with the name space, so it is copied out of it.
    let script = "mount -t tmpfs -o size=1m none \"$1\" || exit 1; disk=$1; copy=$2; shift 2; \"$@\"; \
                  cp \"$disk/answer.json.review.jsonl\" \"$copy\"";
    command.args(["-rm", "sh", "-c", script, "sh"]).arg(&disk).arg(&copy);
    command.arg(own.get_program()).args(own.get_args());
    let may = Command::new("unshare").args(["-rm", "true"]).status();
    if !may.is_ok_and(|status| status.success()) {
        println!("skipped: this user may not mount a file system of 1 MiB");
        return;
    }
    let written = Writer::start(command).wait();
    let (found, torn) = read(&copy);
    println!(
        "1 MiB full: {} acknowledged, then \"{}\"; {} in the file, {torn} torn",
        written.saved.len(),
        written.unsaved.unwrap_or_default(),
        found.len()
    );
    assert_eq!((found.len(), torn), (written.saved.len(), 0));
}
