//! The speed of checking a batch: the whole program over generated records, compared with counting
//! lines.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The default number of records.
const RECORDS: u64 = 20_000;

/// The interval for reading the memory use of the program.
const LOOK: Duration = Duration::from_millis(5);

const WORDS: &str = "agreement notice renewal customer appendix pricing finance owner approval \
    manager employee remote policy handbook exception termination written service review incident \
    handoff support weekly schedule region latency throughput storage replica quorum election \
    leader snapshot journal protocol baseline contract invoice payment refund office travel budget \
    training security account access request report quarter target average threshold interval \
    backup restore window operator maintenance upgrade release version component failure recovery";

const SMALL: &[&str] =
    &["the", "of", "and", "to", "in", "a", "is", "for", "with", "by", "on", "must", "may", "not"];

/// Makes a batch and checks it; `PINCITE_RECORDS` says of how many records.
pub(crate) fn run() {
    let records = std::env::var("PINCITE_RECORDS").ok().and_then(|text| text.parse().ok());
    let folder = tempfile::tempdir().unwrap();
    let batch = folder.path().join("batch.jsonl");
    write(&batch, records.unwrap_or(RECORDS));
    let bytes = std::fs::metadata(&batch).unwrap().len();
    println!("{} records, {} bytes", records.unwrap_or(RECORDS), bytes);
    let batch = batch.to_str().unwrap();
    let pincite =
        [env!("CARGO_BIN_EXE_pincite"), "check", "--no-config", "--format", "json", batch];
    time("pincite check", &pincite, bytes);
    time("wc -l", &["wc", "-l", batch], bytes);
}

/// Writes a batch of made records, the same at every run.
pub(crate) fn write(path: &Path, records: u64) {
    let mut out = BufWriter::new(File::create(path).unwrap());
    for id in 0..records {
        writeln!(out, "{}", Numbers(id.wrapping_mul(0x9e37_79b9_7f4a_7c15)).record(id)).unwrap();
    }
    out.flush().unwrap();
}

/// Runs a program and prints its time, its speed and the most memory it had.
fn time(name: &str, command: &[&str], bytes: u64) {
    let start = Instant::now();
    let mut command_line = Command::new(command[0]);
    command_line.args(&command[1..]).stdout(Stdio::null()).stderr(Stdio::null());
    let peak = watched(command_line.spawn().unwrap());
    let seconds = start.elapsed().as_secs_f64();
    let size = f64::from(u32::try_from(bytes / 1000).unwrap()) / 1000.0;
    println!("{name:<14} {seconds:8.2} s {:9.1} MB/s  {peak}", size / seconds);
}

/// Waits for a program to end; returns the last peak of its memory that Linux reported.
fn watched(mut child: Child) -> String {
    let mut peak = String::new();
    while child.try_wait().unwrap().is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let shown = status.unwrap_or_default();
        if let Some(line) = shown.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
            line.trim().clone_into(&mut peak);
        }
        std::thread::sleep(LOOK);
    }
    peak
}

/// A generator of numbers with the recurrence of Knuth's MMIX.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % end
    }

    fn pick<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[usize::try_from(self.below(words.len() as u64)).unwrap()]
    }

    /// About 4 KB: three sources of numbered lines, and an answer that says some of them again. One
    /// of a thousand records cannot be read.
    fn record(&mut self, id: u64) -> String {
        if id % 1000 == 999 {
            return format!("{{\"id\":\"{id}\",\"response\":");
        }
        let sources: Vec<Vec<String>> =
            (0..3).map(|_| (0..11).map(|_| self.sentence()).collect()).collect();
        let mut response = String::from("## Answer\n\n");
        for _ in 0..13 {
            let source = usize::try_from(self.below(3)).unwrap();
            let line = usize::try_from(self.below(11)).unwrap();
            response.push_str(&self.claim(&sources[source][line], source, line));
            response.push_str(if self.below(3) == 0 { "\n\n" } else { " " });
        }
        let sources: Vec<serde_json::Value> = sources
            .iter()
            .enumerate()
            .map(|(source, lines)| {
                let text = lines.join("\n");
                serde_json::json!({ "id": format!("turn0file{source}"), "text": text })
            })
            .collect();
        serde_json::json!({ "id": id.to_string(), "response": response, "sources": sources })
            .to_string()
    }

    fn sentence(&mut self) -> String {
        let words: Vec<&str> = WORDS.split_whitespace().collect();
        let mut sentence = String::new();
        for at in 0..9 + self.below(6) {
            let word = if at % 2 == 1 { self.pick(SMALL) } else { self.pick(&words) };
            sentence.push_str(word);
            if self.below(12) == 0 {
                let days = (2 + self.below(90)).to_string();
                sentence.extend([" ", &days, " days"]);
            }
            sentence.push(' ');
        }
        format!("{}.", sentence.trim_end())
    }

    /// Returns a line in other words, most often right and cited right.
    fn claim(&mut self, line: &str, source: usize, at: usize) -> String {
        let kept = line.trim_end_matches('.').split(' ').filter(|_| self.below(8) > 0);
        let mut words = kept.collect::<Vec<_>>().join(" ");
        let first = at + 1;
        let id = format!("turn0file{source}");
        let (id, first) = match self.below(40) {
            0 => ("turn0file9".to_owned(), first),
            1 => (id, first + 40),
            2 | 3 => (id, 1 + usize::try_from(self.below(8)).unwrap()),
            4 => {
                words = format!("It says \u{201c}{words}\u{201d}");
                (id, first)
            }
            5 => (id, 0),
            _ => (id, first),
        };
        let locator = if self.below(3) == 0 { String::new() } else { format!("\u{e202}L{first}") };
        let marker = format!("\u{e200}cite\u{e202}{id}{locator}\u{e201}");
        match self.below(30) {
            0 => format!("{words}{marker}."),
            1 => format!("**{words} {marker}**."),
            2 => format!("{words}."),
            _ => format!("{words}.{marker}"),
        }
    }
}
