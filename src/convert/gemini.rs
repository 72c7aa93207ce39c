//! `gemini`: an answer of Gemini with its `groundingMetadata`.
//!
//! Spec: `GenerateContentResponse`. A chunk is one passage of one source: its words travel in
//! `retrievedContext`, pages of the web without text are `web`. Segments count bytes of UTF-8, ends
//! exclusive, and repeat their words.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::losses::Fact;
use super::wording::{CitationMark, Layout, Wording};
use super::{Conversion, wire};
use crate::model::{Locator, Target};
use crate::resolve::How;
use crate::text::prose::count;

/// The entry in the table of conversions.
pub(super) const CONVERSION: Conversion = Conversion {
    name: "gemini",
    title: "Gemini: an answer with grounding metadata",
    extension: "json",
    holds: &[
        Fact::Citations,
        Fact::Claims,
        Fact::Quotes,
        Fact::Scores,
        Fact::Titles,
        Fact::Addresses,
        Fact::Texts,
    ],
    write,
};

fn write(wording: &mut Wording<'_>) -> String {
    wording.lose_ids(|number| format!("chunk {}", number - 1));
    let edited = wording.bare(&Layout::READERS);
    let mut chunks: Vec<Value> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut supports = Vec::new();
    let (mut unscored, mut merged) = (0, 0);
    for mark in &wording.marks {
        let place = wording.claim(mark, &edited);
        let segment = place.unwrap_or_else(|| edited.span(mark.span));
        let mut indices = Vec::new();
        for (at, (number, target)) in wording.targets(mark).enumerate() {
            let chunk = chunk(wording, mark, at, number, target);
            let place = *places.entry(chunk.to_string()).or_insert(chunks.len());
            merged += usize::from(indices.contains(&place));
            indices.push(place);
            if place == chunks.len() {
                chunks.push(chunk);
            }
        }
        let scores: Vec<f64> = wording.targets(mark).filter_map(|(_, it)| it.score).collect();
        let scored = scores.len() == indices.len() && !scores.is_empty();
        unscored += if scored { 0 } else { scores.len() };
        supports.push(Value::Object(wire::object([
            (
                "segment",
                Some(json!({
                    "startIndex": segment.start,
                    "endIndex": segment.end,
                    "text": segment.slice(&edited.text).unwrap_or_default(),
                })),
            ),
            ("groundingChunkIndices", Some(json!(indices))),
            ("confidenceScores", scored.then(|| json!(scores))),
        ])));
    }
    let partly = partly_cited(wording);
    wording.losses.add("text", partly, |n| {
        format!("the texts of {} beyond the cited passages", count(n, "source"))
    });
    wording.losses.add("score", unscored, |n| {
        format!("the scores of {}, because others have none", count(n, "target"))
    });
    wording.losses.add("target", merged, |n| {
        format!("{} repeating a source of the same citation", count(n, "target"))
    });
    wording.lose_places(|_, _, target| matches!(target.locator, Some(Locator::Pages { .. })));
    wording.lose_inferred();
    let answer = json!({
        "candidates": [{
            "content": {"role": "model", "parts": [{"text": edited.text}]},
            "finishReason": "STOP",
            "groundingMetadata": {"groundingChunks": chunks, "groundingSupports": supports},
        }],
        "responseId": wording.inspection.case.id,
    });
    wire::json(&answer)
}

/// Counts the cited sources whose text is not cited as a whole: a chunk has the words of a passage.
fn partly_cited(wording: &Wording<'_>) -> usize {
    let passages = wording
        .all_targets()
        .into_iter()
        .filter_map(|(mark, at, ..)| wording.passage(mark.citation, at));
    let (mut cited, mut whole) = (BTreeSet::new(), BTreeSet::new());
    for passage in passages {
        cited.insert(passage.source);
        if passage.how == How::Whole {
            whole.insert(passage.source);
        }
    }
    cited.difference(&whole).count()
}

/// Returns the target as a grounding chunk.
fn chunk(
    wording: &Wording<'_>,
    mark: &CitationMark,
    at: usize,
    number: usize,
    target: &Target,
) -> Value {
    let source = wording.source(number);
    let url = source.and_then(|source| source.url.clone());
    let passage = wording.passage(mark.citation, at);
    let words = || wording.words(passage?);
    let text = target.quote.clone().or_else(words);
    let pages = match target.locator {
        Some(Locator::Pages { first, last }) => Some((first, last)),
        _ => None,
    };
    let title = Value::from(wording.name(number));
    if let (Some(url), None, None) = (&url, &text, pages) {
        return json!({"web": {"uri": url, "title": title}});
    }
    let span = pages.map(|(first, last)| {
        json!({"text": text.clone().unwrap_or_default(),
            "pageSpan": {"firstPage": first, "lastPage": last}})
    });
    json!({"retrievedContext": wire::object([
        ("title", Some(title)),
        ("uri", url.map(Value::from)),
        ("text", text.map(Value::from)),
        ("ragChunk", span),
    ])})
}
