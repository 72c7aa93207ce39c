//! Scores of a judge for a citation, one line of JSON each: `{"case": "a7", "citation": 3,
//! "target": 1, "score": 0.42, "verdict": "supports", "reason": "…", "by": "judge-x"}`.
//!
//! `citation` is the number on the chip, in reading order, and `target` counts its sources, both
//! from 1. Only `citation` is required here; users of the lines may require more. The layout is
//! specific to this project, because judges have no common one.

use serde_json::{Map, Value};

use crate::dialects::shared::cursor::Cursor;
use crate::error::Why;
use crate::input::json;
use crate::input::json::Reader;

/// A line of a judge.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgeLine {
    /// The id of the case.
    pub case: Option<String>,
    /// The citation's number, from 1.
    pub citation: usize,
    /// The target's number, from 1; `None` for the citation as a whole.
    pub target: Option<usize>,
    /// A finite number.
    pub score: Option<f64>,
    /// In the judge's words.
    pub verdict: Option<String>,
    /// In the judge's words, or the code of one of ours.
    pub reason: Option<String>,
    /// The judge's name; never blank.
    pub by: Option<String>,
}

impl JudgeLine {
    /// Takes a line out of its JSON. Fails with the first thing that is not as it should be, as a
    /// sentence without a stop.
    pub fn read(line: &Value) -> Result<Self, Why> {
        let fields = line.as_object();
        let fields =
            fields.ok_or_else(|| format!("should be an object but is {}", json::kind(line)))?;
        let mut reader = Reader::default();
        let cursor = Cursor::new(fields, "");
        let case = cursor.id(&mut reader, "case");
        let score = cursor.number(&mut reader, "score").filter(|score| score.is_finite());
        let verdict = cursor.string(&mut reader, "verdict");
        let reason = cursor.string(&mut reader, "reason");
        let by = cursor.filled(&mut reader, "by");
        if let Some(odd) = reader.notes.into_iter().next() {
            return Err(odd.into());
        }
        let citation = number(fields, "citation")?;
        let citation = citation.ok_or("`citation` is missing (its number, from 1)")?;
        let target = number(fields, "target")?;
        Ok(Self { case, citation, target, score, verdict, reason, by })
    }
}

/// Returns a number from 1 on.
fn number(fields: &Map<String, Value>, key: &str) -> Result<Option<usize>, Why> {
    let Some(value) = fields.get(key).filter(|value| !value.is_null()) else { return Ok(None) };
    let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
    let number = number.filter(|number| *number > 0);
    number.map(Some).ok_or_else(|| format!("`{key}` should be a whole number from 1").into())
}
