//! Sources in the prompt that came with an answer: in the messages before it, in a field beside it, or printed
//! above it in one text (`Context:` … `Answer:`).

use serde_json::Value;

use crate::dialects::dialect::Kind;
use crate::input::Record;
use crate::model::{Card, Case, Citation, Source};
use crate::sources::labelled;
use crate::text::Span;
use crate::text::prose::{count, ticked};

/// Fields that hold a prompt.
const PROMPTS: [&str; 13] = [
    "prompt",
    "input",
    "question",
    "query",
    "system",
    "instruction",
    "instructions",
    "user",
    "user_prompt",
    "system_prompt",
    "full_prompt",
    "final_prompt",
    "user_input",
];

/// Fields that hold messages or a request.
const REQUESTS: [&str; 8] =
    ["messages", "request", "contents", "conversations", "conversation", "body", "inputs", "input"];

/// Roles of those who do not answer.
const ASKING: [&str; 4] = ["user", "system", "human", "developer"];

/// The maximum depth at which prompts are looked for.
const MAX_DEPTH: usize = 6;

/// Words over sources in a printed text, and over the answer.
const OVER_SOURCES: [&str; 13] = [
    "context",
    "contexts",
    "sources",
    "documents",
    "passages",
    "evidence",
    "chunks",
    "search results",
    "retrieved context",
    "retrieved documents",
    "retrieved passages",
    "retrieved chunks",
    "provided context",
];
const OVER_ANSWER: [&str; 9] = [
    "answer",
    "response",
    "final answer",
    "model answer",
    "generated answer",
    "assistant",
    "output",
    "completion",
    "ai",
];

/// Adds the numbered sources of the prompt to an answer that came without any.
pub(super) fn add(case: &mut Case, record: &Record<'_>, kind: &Kind) {
    // Lines under a heading over sources may have been read as a list of titles.
    let is_text = matches!(kind, Kind::Text { .. });
    let is_title = |own: &Source| is_text && own.url.is_none() && own.text.why_not().is_some();
    if !case.sources.iter().all(is_title) || case.response.citations.is_empty() {
        return;
    }
    let sources = match kind {
        Kind::Payload { .. } => {
            let mut prompts = Vec::new();
            if let Some(value) = record.json() {
                collect(value, 0, &mut prompts);
            }
            last_labelled(&prompts)
        }
        Kind::Text { .. } => printed(&case.response.text)
            .and_then(|it| Some(labelled(it.sources.slice(&case.response.text)?)))
            .unwrap_or_default(),
        // Its dialect knows which messages come before an answer.
        Kind::Archive { .. } => Vec::new(),
    };
    note(case, sources);
}

/// Returns the sources of the last prompt that has some: those before it were for other questions.
pub(crate) fn last_labelled(prompts: &[&str]) -> Vec<Source> {
    let found = prompts.iter().rev().map(|prompt| labelled(prompt));
    found.into_iter().find(|sources| !sources.is_empty()).unwrap_or_default()
}

fn note(case: &mut Case, sources: Vec<Source>) {
    if sources.is_empty() {
        return;
    }
    let ids = ticked(sources.iter().map(|source| source.id.as_str()), 3);
    case.notes.push(format!("{} read from the prompt: {ids}", count(sources.len(), "source")));
    case.sources = sources;
}

/// Leaves out the labels of sources that a text prints above its answer: they cite nothing.
pub(super) fn leave_out_labels(case: &mut Case) {
    // A label is at the beginning of its line.
    let text = case.response.text.as_bytes();
    let before = |it: &Citation| it.anchor.span.start.checked_sub(1).map(|at| text.get(at));
    let is_label = |it: &Citation| matches!(before(it), Some(Some(b'\n' | b'*')));
    if !case.response.citations.iter().any(is_label) {
        return;
    }
    let Some(Printed { sources, answer }) = printed(&case.response.text) else { return };
    if labelled(sources.slice(&case.response.text).unwrap_or_default()).is_empty() {
        return;
    }
    let citations = std::mem::take(&mut case.response.citations);
    let (labels, cited): (Vec<Citation>, Vec<Citation>) =
        citations.into_iter().partition(|it| it.anchor.span.start < answer);
    case.response.citations = cited;
    case.response.cards.extend(labels.into_iter().map(|label| Card {
        family: "head".to_owned(),
        span: label.anchor.span,
        label: Some(label.raw),
        known: true,
    }));
}

/// Collects the prompts in a document, in order.
fn collect<'v>(value: &'v Value, depth: usize, prompts: &mut Vec<&'v str>) {
    if depth > MAX_DEPTH {
        return;
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, depth + 1, prompts)),
        Value::Object(fields) => {
            let role = fields.get("role").or_else(|| fields.get("from")).and_then(Value::as_str);
            if let Some(role) = role {
                let said =
                    ["content", "value", "parts", "text"].iter().find_map(|it| fields.get(*it));
                if let Some(said) = said.filter(|_| ASKING.contains(&role)) {
                    words(said, prompts);
                }
                return;
            }
            for (key, value) in fields {
                match value {
                    Value::String(text) if PROMPTS.contains(&key.as_str()) => prompts.push(text),
                    Value::Array(_) | Value::Object(_) if REQUESTS.contains(&key.as_str()) => {
                        collect(value, depth + 1, prompts);
                    }
                    Value::Array(_) if PROMPTS.contains(&key.as_str()) => words(value, prompts),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

/// Collects the texts of a message: a text, or blocks with texts.
fn words<'v>(said: &'v Value, prompts: &mut Vec<&'v str>) {
    match said {
        Value::String(text) => prompts.push(text),
        Value::Array(blocks) => {
            let texts = blocks.iter().filter_map(|block| block.get("text")?.as_str());
            prompts.extend(texts);
        }
        _ => {}
    }
}

/// The parts of a text that a program printed.
struct Printed {
    sources: Span,
    /// The start of the answer.
    answer: usize,
}

/// Returns the parts of a text with one heading over sources and, below, one over the answer.
fn printed(text: &str) -> Option<Printed> {
    let (mut at, mut from, mut end) = (0, None, None);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        match heading(line) {
            Some(Over::Sources) if from.is_none() && end.is_none() => from = Some(at),
            // Several answers in one text.
            Some(Over::Sources) => return None,
            Some(Over::Answer) if from.is_some() && end.is_none() => end = Some(start),
            _ => {}
        }
    }
    let (from, end) = from.zip(end)?;
    Some(Printed { sources: Span::new(from, end), answer: end })
}

enum Over {
    Sources,
    Answer,
}

/// Returns what a line heads.
fn heading(line: &str) -> Option<Over> {
    /// The maximum number of bytes of a heading.
    const MAX_HEADING: usize = 40;
    let line = line.trim();
    let bare = line.trim_start_matches(['#', '*', '=', '-', ' ']);
    let is_heading = bare.len() < line.len();
    let (head, rest) = match bare.split_once(':') {
        Some((head, rest)) => (head, rest.trim_matches(['*', ' '])),
        None if is_heading => (bare, ""),
        None => return None,
    };
    if head.len() > MAX_HEADING {
        return None;
    }
    let head = head.trim_matches(['*', '=', '-', ' ', '#']).to_lowercase();
    if OVER_SOURCES.contains(&head.as_str()) && rest.is_empty() {
        return Some(Over::Sources);
    }
    OVER_ANSWER.contains(&head.as_str()).then_some(Over::Answer)
}
