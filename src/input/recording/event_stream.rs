//! Event streams of AWS (`application/vnd.amazon.eventstream`): binary frames of a prelude, headers, a
//! payload and checksums.
//!
//! Spec: smithy.io, "Amazon Event Stream Specification". An event `contentBlockDelta` with the payload
//! `{…}` becomes the line `{"contentBlockDelta": {…}}`, as clients return it; a `chunk`, whose payload
//! holds the bytes of another event, becomes that event.

use serde_json::{Value, json};

use crate::input::{base64, json};

/// Length of the two lengths and their checksum, in bytes.
const PRELUDE: usize = 12;

/// Length of the checksum at the end of a frame, in bytes.
const CHECKSUM: usize = 4;

/// Largest frame, in bytes: 16 MiB and 16 bytes, as the specification says.
const MAX_FRAME: usize = 16 * 1024 * 1024 + 16;

/// True if bytes begin with the prelude of a frame.
pub(crate) fn is_event_stream(bytes: &[u8]) -> bool {
    prelude(bytes).is_some()
}

/// Returns the events of a stream, one per line, and notes on damage.
pub(crate) fn lines(bytes: &[u8]) -> (String, Vec<String>) {
    let (mut lines, mut notes) = (String::new(), Vec::new());
    let (mut rest, mut number) = (bytes, 0);
    while !rest.is_empty() {
        number += 1;
        let Some((frame, after)) = frame(rest) else {
            notes
                .push(format!("the event stream is damaged or cut off after frame {}", number - 1));
            break;
        };
        rest = after;
        if let Some(event) = frame.event() {
            lines.push_str(&event.to_string());
            lines.push('\n');
        }
        if !frame.is_intact {
            notes.push(format!("the checksum of frame {number} of the event stream is wrong"));
        }
    }
    (lines, notes)
}

struct Frame<'b> {
    kind: String,
    payload: &'b [u8],
    is_intact: bool,
}

impl Frame<'_> {
    /// Returns its event as JSON; `None` if it has no payload.
    fn event(&self) -> Option<Value> {
        let payload = std::str::from_utf8(self.payload).ok()?;
        let value = json::parse(payload).ok()?.value;
        if let Some(bytes) =
            value.get("bytes").and_then(Value::as_str).filter(|_| self.kind == "chunk")
            && let Ok(inner) = base64::decode(bytes)
            && let Ok(inner) = json::parse(&String::from_utf8_lossy(&inner))
        {
            return Some(inner.value);
        }
        Some(if self.kind.is_empty() { value } else { json!({ self.kind.as_str(): value }) })
    }
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
    usize::try_from(u32::from_be_bytes(bytes)).ok()
}

/// Returns the lengths of a frame and of its headers, if the checksum of the two is right.
fn prelude(bytes: &[u8]) -> Option<(usize, usize)> {
    let (length, headers) = (number(bytes, 0)?, number(bytes, 4)?);
    let is_right = number(bytes, 8)? == crc32fast::hash(bytes.get(..8)?) as usize;
    let fits = (PRELUDE + headers + CHECKSUM..=MAX_FRAME).contains(&length);
    (is_right && fits).then_some((length, headers))
}

/// Returns the first frame, and the rest of the bytes.
fn frame(bytes: &[u8]) -> Option<(Frame<'_>, &[u8])> {
    let (length, headers) = prelude(bytes)?;
    let (frame, rest) = bytes.split_at_checked(length)?;
    let body = length - CHECKSUM;
    let is_intact = number(frame, body)? == crc32fast::hash(frame.get(..body)?) as usize;
    let kind = kind(frame.get(PRELUDE..PRELUDE + headers)?).unwrap_or_default();
    let payload = frame.get(PRELUDE + headers..body)?;
    Some((Frame { kind, payload, is_intact }, rest))
}

/// Returns the kind of the event in the headers of its frame.
fn kind(mut headers: &[u8]) -> Option<String> {
    loop {
        let (length, rest) = headers.split_first()?;
        let (name, rest) = rest.split_at_checked(usize::from(*length))?;
        let (kind, rest) = rest.split_first()?;
        let (value, rest) = match kind {
            0 | 1 => rest.split_at_checked(0)?,
            2 => rest.split_at_checked(1)?,
            3 => rest.split_at_checked(2)?,
            4 => rest.split_at_checked(4)?,
            5 | 8 => rest.split_at_checked(8)?,
            6 | 7 => {
                let (length, rest) = rest.split_at_checked(2)?;
                let length = u16::from_be_bytes(length.try_into().ok()?);
                rest.split_at_checked(usize::from(length))?
            }
            9 => rest.split_at_checked(16)?,
            _ => return None,
        };
        if name == b":event-type" {
            return String::from_utf8(value.to_owned()).ok();
        }
        headers = rest;
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns a frame with an event of a kind.
    pub(crate) fn framed(kind: &str, payload: &str) -> Vec<u8> {
        let mut headers = vec![13];
        headers.extend(b":message-type");
        headers.extend([7, 0, 5]);
        headers.extend(b"event");
        headers.push(11);
        headers.extend(b":event-type");
        headers.push(7);
        headers.extend(u16::try_from(kind.len()).unwrap().to_be_bytes());
        headers.extend(kind.as_bytes());
        let length = u32::try_from(PRELUDE + headers.len() + payload.len() + CHECKSUM).unwrap();
        let mut frame = length.to_be_bytes().to_vec();
        frame.extend(u32::try_from(headers.len()).unwrap().to_be_bytes());
        frame.extend(crc32fast::hash(&frame).to_be_bytes());
        frame.extend(headers);
        frame.extend(payload.as_bytes());
        let checksum = crc32fast::hash(&frame);
        frame.extend(checksum.to_be_bytes());
        frame
    }

    #[test]
    fn frames_become_lines() {
        let mut stream = framed("messageStart", r#"{"role": "assistant"}"#);
        stream.extend(framed("chunk", r#"{"bytes": "eyJhIjogMX0="}"#));
        assert!(is_event_stream(&stream));
        let expected = "{\"messageStart\":{\"role\":\"assistant\"}}\n{\"a\":1}\n";
        assert_eq!(lines(&stream), (expected.to_owned(), Vec::new()));
    }

    #[test]
    fn damage_is_noted() {
        let whole = framed("a", "{}");
        let mut cut = [whole.clone(), whole.clone()].concat();
        cut.truncate(whole.len() + 9);
        assert_eq!(lines(&cut).1, ["the event stream is damaged or cut off after frame 1"]);
        let mut flipped = framed("a", "{}");
        let last = flipped.len() - 1;
        flipped[last] ^= 1;
        assert_eq!(lines(&flipped).1, ["the checksum of frame 1 of the event stream is wrong"]);
        assert!(!is_event_stream(&flipped[1..]) && !is_event_stream(b"{}"));
    }
}
