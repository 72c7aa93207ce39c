//! Findings on references that their authors wrote down again by hand.
//!
//! Each line is a case with one citation and the label `"truth": {"kind": "drift" | "exact", "first": N,
//! "last": N}`.

use std::path::Path;

use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::inspect;

#[derive(Default)]
struct Counts {
    drifted: u32,
    found: u32,
    offered: u32,
    offered_right: u32,
    right: u32,
    alarms: u32,
}

pub(crate) fn run(file: &Path) {
    let mut counts = Counts::default();
    for line in std::fs::read_to_string(file).unwrap().lines() {
        add(&mut counts, line);
    }
    let share = |part: u32, of: u32| 100.0 * f64::from(part) / f64::from(of.max(1));
    let Counts { drifted, found, offered, offered_right, right, alarms } = counts;
    println!("drifted {drifted}: found {:.1} %", share(found, drifted));
    println!("  right lines offered {:.1} %", share(offered_right, drifted));
    println!("  of the {offered} offered right {:.1} %", share(offered_right, offered));
    println!("right {right}: flagged {:.1} %", share(alarms, right));
}

fn add(counts: &mut Counts, line: &str) {
    let record: serde_json::Value = serde_json::from_str(line).unwrap();
    let number = |name: &str| record["truth"][name].as_u64().unwrap();
    let input = Input::record("case.jsonl", line.as_bytes().to_vec());
    let cases = pincite::cases::open(input, None, &Families::default()).unwrap();
    let inspection = inspect(cases.read(0).unwrap());
    let is_flagged =
        inspection.findings.iter().any(|finding| finding.rule.name == "drifted-locator");
    if record["truth"]["kind"] == "exact" {
        counts.right += 1;
        counts.alarms += u32::from(is_flagged);
        return;
    }
    counts.drifted += 1;
    counts.found += u32::from(is_flagged);
    let view = inspection.citation(0);
    let better = view.and_then(|view| view.target(0)?.evidence?.better.first());
    if let Some(window) = better.filter(|_| is_flagged) {
        counts.offered += 1;
        let is_right = window.first_line <= number("last") && window.last_line >= number("first");
        counts.offered_right += u32::from(is_right);
    }
}
