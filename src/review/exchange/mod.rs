//! Export and import of decisions: JSON Lines, CSV, and judgements from elsewhere.
//!
//! The export contains the current verdicts with all fields of their entries, so that it can be
//! imported again without loss. Texts are made safe in a reversible way: in JSON by `\u` escapes,
//! in CSV by the tokens of [`SafeText`](crate::text::SafeText).

mod table;
mod judge;

use std::io::{self, Write};

pub use judge::{JudgedCases, Reading};
pub use table::{cell, csv, read_csv};

use super::{Entry, Event, EventId, Hash, JudgementInEntry};
use crate::error::Why;
use crate::input::json;
use crate::text::safe::json_safe;

/// The result of an import.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Imported {
    /// The decisions.
    pub entries: Vec<Entry>,
    /// Lines that gave none, from 1, and why. The texts may hold foreign words.
    pub failed: Vec<(u64, Why)>,
}

/// Writes decisions as JSON Lines: one object a decision, in the layout of the journal but for the
/// checksum.
pub fn json_lines<'l>(
    decisions: impl IntoIterator<Item = JudgementInEntry<'l>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (entry, _) in decisions {
        let json = serde_json::to_string(entry)?;
        writeln!(out, "{}", json_safe(&json))?;
    }
    Ok(())
}

/// Reads JSON Lines: exported decisions, or judgements from elsewhere on the cases in `judged`. A
/// line that cannot be read affects only itself.
pub fn read_json_lines(text: &str, judged: &JudgedCases, reading: &Reading) -> Imported {
    let mut imported = Imported::default();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        match read_line(line, judged, reading) {
            Ok(entry) => imported.entries.push(entry),
            Err(why) => imported.failed.push((number, why)),
        }
    }
    imported
}

fn read_line(line: &str, judged: &JudgedCases, reading: &Reading) -> Result<Entry, Why> {
    let value = json::parse(line).map_err(|fault| fault.why)?.value;
    if value.get("event").is_none() {
        return judged.entry(&value, reading);
    }
    let entry = serde_json::from_value(value).map_err(Why::of)?;
    renamed(entry, reading.reviewer.as_deref())
}

/// Returns a decision attributed to `reviewer`, if a name is given. Under another name it is a
/// different entry, and the same one each time it is imported.
fn renamed(mut entry: Entry, reviewer: Option<&str>) -> Result<Entry, Why> {
    if !matches!(entry.event, Event::Judged(_)) {
        return Err("not a verdict; use `pincite review merge` for journals".into());
    }
    if let Some(name) = reviewer.filter(|name| *name != entry.reviewer) {
        name.clone_into(&mut entry.reviewer);
        entry.id = EventId(format!("{}-{}", entry.id.0, Hash::of([name])));
    }
    Ok(entry)
}

#[cfg(test)]
mod tests;
