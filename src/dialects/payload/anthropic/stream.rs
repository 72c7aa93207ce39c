//! A message out of the events of its stream.
//!
//! Citations arrive one per event, before, between or after the text they belong to. Blocks keep
//! the order in which they began. Events of other kinds are left out; a stream that was cut at
//! either end is read as far as possible.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use crate::dialects::payload::anthropic::message::{Answer, Message, kind_of};
use crate::text::prose::count;

/// True if a document is an event of this dialect's streams.
pub(crate) fn is_event(document: &Value) -> bool {
    let kind = event_kind(document);
    let has = |key: &str| document.get(key).is_some_and(Value::is_object);
    match kind {
        // Other agents log messages of theirs under this name.
        "message_start" => document.get("message").is_some_and(is_begun),
        "content_block_start" => has("content_block"),
        "content_block_delta" | "message_delta" => has("delta"),
        _ => false,
    }
}

/// True for the message that a stream begins with: it has a type or an id beside its role, or nothing.
fn is_begun(message: &Value) -> bool {
    let fields = message.as_object();
    fields.is_some_and(|it| {
        it.contains_key("type") || it.contains_key("id") || !it.contains_key("role")
    })
}

/// Puts the messages of a stream together.
pub(crate) fn assemble(events: &[Value]) -> Answer<'static> {
    let mut assembly = Assembly::default();
    for event in events {
        assembly.event(event);
    }
    assembly.finish()
}

/// Returns the event's `type`, else the name that it was sent under.
fn event_kind(document: &Value) -> &str {
    match kind_of(document) {
        "" => document.get("event").and_then(Value::as_str).unwrap_or_default(),
        kind => kind,
    }
}

#[derive(Debug, Default)]
struct Assembly {
    /// Messages that are followed by others.
    done: Vec<Partial>,
    /// The message that events are about.
    last: Option<Partial>,
    notes: Vec<String>,
    /// Citations sent for blocks that hold no text.
    astray: usize,
}

#[derive(Debug, Default)]
struct Partial {
    id: Option<String>,
    /// The blocks with the number that their events call them by.
    blocks: Vec<(Option<u64>, Value)>,
    paused: bool,
    stopped: bool,
}

impl Assembly {
    fn event(&mut self, event: &Value) {
        match event_kind(event) {
            "message_start" => {
                let message = event.get("message");
                let id = message.and_then(|message| message.get("id")).and_then(Value::as_str);
                let content = message.and_then(|message| message.get("content")?.as_array());
                let blocks = content.into_iter().flatten().map(|block| (None, block.clone()));
                let blocks = blocks.collect();
                let id = id.map(str::to_owned);
                self.done.extend(self.last.take());
                self.last = Some(Partial { id, blocks, ..Partial::default() });
            }
            "content_block_start" => {
                let block = event.get("content_block").cloned().unwrap_or(Value::Null);
                let number = event.get("index").and_then(Value::as_u64);
                self.message().blocks.push((number, block));
            }
            "content_block_delta" => self.delta(event),
            "message_delta" => {
                let reason = event.pointer("/delta/stop_reason").and_then(Value::as_str);
                self.message().paused |= reason == Some("pause_turn");
            }
            "message_stop" => self.message().stopped = true,
            "error" => {
                let why = event.pointer("/error/message").and_then(Value::as_str);
                let why = why.unwrap_or("it does not say which");
                self.notes.push(format!("the stream ends in an error: {why}"));
            }
            _ => {}
        }
    }

    fn delta(&mut self, event: &Value) {
        let Some(delta) = event.get("delta") else { return };
        let number = event.get("index").and_then(Value::as_u64);
        let kind = kind_of(delta);
        if !matches!(kind, "text_delta" | "citations_delta") {
            return;
        }
        let Some(block) = self.message().block(number) else {
            self.astray += usize::from(kind == "citations_delta");
            return;
        };
        if kind == "text_delta" {
            let more = delta.get("text").and_then(Value::as_str).unwrap_or_default();
            if let Value::String(text) = block.entry("text").or_insert_with(|| json!("")) {
                text.push_str(more);
            }
        } else if let Some(citation) = delta.get("citation") {
            let list = block.entry("citations").or_insert_with(|| json!([]));
            if list.is_null() {
                *list = json!([]);
            }
            if let Value::Array(list) = list {
                list.push(citation.clone());
            }
        }
    }

    /// Returns the message that events are about; a new one in a stream without its beginning.
    fn message(&mut self) -> &mut Partial {
        if self.last.is_none() {
            self.notes.push("the stream begins in the middle of a message".to_owned());
        }
        self.last.get_or_insert_default()
    }

    fn finish(mut self) -> Answer<'static> {
        if self.last.as_ref().is_some_and(|message| !message.stopped) {
            self.notes.push("the stream ends before `message_stop`: it may be cut off".to_owned());
        }
        if self.astray > 0 {
            let citations = count(self.astray, "citation");
            self.notes.push(format!("{citations} left out: sent for a block that is not text"));
        }
        let several = !self.done.is_empty();
        self.done.extend(self.last);
        let messages = self.done.into_iter().enumerate().map(|(index, partial)| {
            let blocks: Vec<Value> = partial.blocks.into_iter().map(|(_, block)| block).collect();
            Message {
                id: partial.id,
                path: if several { format!("[{index}].content") } else { "content".to_owned() },
                content: Cow::Owned(blocks),
                paused: partial.paused,
            }
        });
        Answer { messages: messages.collect(), notes: self.notes, ..Answer::default() }
    }
}

impl Partial {
    /// Returns the text block for a delta; a new one if its beginning is not in the stream, `None`
    /// if the block is of another kind.
    fn block(&mut self, number: Option<u64>) -> Option<&mut Map<String, Value>> {
        let known = self.blocks.iter().rposition(|(own, _)| number.is_none() || *own == number);
        let index = known.unwrap_or_else(|| {
            self.blocks.push((number, json!({"type": "text", "text": ""})));
            self.blocks.len() - 1
        });
        let (_, block) = self.blocks.get_mut(index)?;
        if kind_of(block) == "text" { block.as_object_mut() } else { None }
    }
}
