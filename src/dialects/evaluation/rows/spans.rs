//! The places in an answer that a row states for what it cites, as saved replies of an API have them:
//! `"citations": [{"url": "https://…", "start_index": 0, "end_index": 25}]`.
//!
//! Only places whose words the item repeats are taken: others may count a text from before it was changed.

use serde_json::{Map, Value};

use super::stated::CITATIONS;
use crate::dialects::shared::offsets::{Reading, Stated, arbitrate};
use crate::model::{Anchor, AnchorKind, Citation, OffsetReading, Placement};
use crate::text::Unit;

/// Fields with the start and the end of a place.
const KEYS: &[(&str, &str)] = &[
    ("start_index", "end_index"),
    ("startIndex", "endIndex"),
    ("start", "end"),
    ("start_char", "end_char"),
    ("start_offset", "end_offset"),
];

/// The minimum length of words that show a place, in bytes.
const MIN_WORDS: usize = 8;

/// Puts citations at the places that their items state; returns the reading of the offsets. There is one
/// citation for each item.
pub(super) fn place(
    row: &Map<String, Value>,
    text: &str,
    citations: &mut [Citation],
) -> Option<OffsetReading> {
    let items = row.get(CITATIONS)?.as_array()?;
    if items.len() != citations.len() {
        return None;
    }
    let (mut indices, mut stated) = (Vec::new(), Vec::new());
    for (index, item) in items.iter().enumerate() {
        let Some(own) = item.as_object().and_then(|item| of(item, text)) else { continue };
        indices.push(index);
        stated.push(own);
    }
    if stated.is_empty() {
        return None;
    }
    let outcome = arbitrate(Reading::exclusive(Unit::CodePoints), &[(text, stated)]);
    let placed = outcome.placed.first()?;
    let mut any = false;
    for (index, placed) in indices.into_iter().zip(placed) {
        let is_found = matches!(placed.placement, Placement::Fitted | Placement::Repaired { .. });
        if let Some(citation) = citations.get_mut(index).filter(|_| is_found) {
            citation.anchor = Anchor { kind: AnchorKind::Claim, span: placed.span };
            citation.placement = placed.placement;
            any = true;
        }
    }
    any.then(|| outcome.note())
}

/// Returns the place that an item states and the words of the answer that it repeats.
fn of<'v>(item: &'v Map<String, Value>, text: &str) -> Option<Stated<'v>> {
    let number = |key: &str| item.get(key).and_then(Value::as_i64);
    let mut pairs = KEYS.iter().filter_map(|(start, end)| Some((number(start)?, number(end)?)));
    let (start, end) = pairs.next().filter(|(start, end)| start < end)?;
    let said = |words: &&str| words.len() >= MIN_WORDS && text.contains(*words);
    let words = item.values().filter_map(Value::as_str).find(said)?;
    Some(Stated { start, end, words: Some(words), contained: false })
}
