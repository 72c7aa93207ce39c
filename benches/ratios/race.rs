//! Programs run in turn, round after round, timed from start to end as whole processes.

use std::io;
use std::process::{Command, Stdio};
use std::time::Instant;

/// A program with its arguments.
pub(crate) struct Runner {
    pub(crate) name: &'static str,
    pub(crate) command: Vec<String>,
}

impl Runner {
    pub(crate) fn new(name: &'static str, command: &[&str]) -> Self {
        Self { name, command: command.iter().map(|&argument| argument.to_owned()).collect() }
    }

    fn command(&self) -> Command {
        let mut words = self.command.iter();
        let mut command = Command::new(words.next().map_or("", String::as_str));
        command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Seconds of one run; `None` if it cannot be started or fails.
    fn time(&self) -> Option<f64> {
        let start = Instant::now();
        let status = self.command().status().ok()?;
        status.success().then(|| start.elapsed().as_secs_f64())
    }

    /// Peak memory in KiB, by GNU time.
    pub(crate) fn peak(&self) -> Option<String> {
        let mut command = Command::new("/usr/bin/time");
        command.args(["-f", "%M"]).args(&self.command);
        let output = command.stdin(Stdio::null()).stdout(Stdio::null()).output().ok()?;
        Some(String::from_utf8_lossy(&output.stderr).trim().to_owned())
    }
}

/// The result of a program relative to the first of its race.
pub(crate) struct Place {
    pub(crate) name: &'static str,
    /// Median seconds and median ratio of its time to the first one's; `None` if it did not run.
    pub(crate) result: Option<(f64, f64)>,
}

/// Runs all in turn after one round to warm up.
pub(crate) fn race(rounds: usize, runners: &[Runner]) -> io::Result<Vec<Place>> {
    let running: Vec<bool> = runners.iter().map(|runner| runner.time().is_some()).collect();
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); runners.len()];
    for _ in 0..rounds {
        for ((runner, times), runs) in runners.iter().zip(&mut times).zip(&running) {
            if *runs {
                let time = runner.time();
                times.push(time.ok_or_else(|| io::Error::other(runner.name))?);
            }
        }
    }
    let first = times.first().cloned().unwrap_or_default();
    let places = runners.iter().zip(&times).map(|(runner, times)| {
        let ratios = times.iter().zip(&first).map(|(time, first)| time / first).collect();
        let result = median(times.clone()).zip(median(ratios));
        Place { name: runner.name, result }
    });
    Ok(places.collect())
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// A table's row: who, the goal as text, and how the ratio is put.
pub(crate) enum Row {
    /// The time of the peer as a multiple of pincite's.
    Slower(&'static str),
    /// The time of pincite as a multiple of the peer's.
    Ours(&'static str),
}

/// Prints the places of a race with their goals.
pub(crate) fn table(title: &str, places: &[Place], rows: &[Row]) {
    println!("\n{title:<28}{:>10}{:>24}{:>10}", "median", "ratio", "goal");
    for (place, row) in places.iter().zip(rows) {
        let Some((seconds, ratio)) = place.result else {
            println!("  {:<26}{:>10}", place.name, "missing");
            continue;
        };
        let (shown, goal) = match row {
            Row::Slower(goal) => (format!("{ratio:.2} x pincite"), goal),
            Row::Ours(goal) => (format!("pincite {:.2} x this", 1.0 / ratio), goal),
        };
        println!("  {:<26}{:>7.2} ms{shown:>24}{goal:>10}", place.name, seconds * 1e3);
    }
}
