//! Events of a running answer: `source`, `citation`, `chat:completion`, `message`, `replace`, alone,
//! in a list, one per line or server-sent; and the stream's own objects with `sources` or `choices`.

use serde_json::Value;

use crate::dialects::app::open_webui::answer::Answer;
use crate::dialects::app::open_webui::groups::is_record;

/// Gathers the answer from a list of events.
pub(crate) fn gather(events: &[Value]) -> Answer<'_> {
    let mut answer = Answer::default();
    for event in events {
        answer.take(event);
    }
    answer
}

impl<'v> Answer<'v> {
    fn take(&mut self, event: &'v Value) {
        let kind = |value: &'v Value| value.get("type").and_then(Value::as_str);
        let data = event.get("data");
        match (kind(event).or_else(|| event.get("event").and_then(Value::as_str)), data) {
            // A message of the socket has the event inside.
            (None | Some("chat-events" | "events"), Some(inner)) if kind(inner).is_some() => {
                self.take(inner);
            }
            (Some("source" | "citation"), Some(record)) if kind(record).is_none() => {
                self.records.push(record);
            }
            (Some("chat:completion"), Some(data)) => self.completion(data),
            (Some("message" | "chat:message:delta"), Some(data)) => {
                self.text.push_str(content(data));
            }
            (Some("replace" | "chat:message"), Some(data)) => {
                content(data).clone_into(&mut self.text);
            }
            (Some(_), Some(_)) => {}
            _ if is_record(event) => self.records.push(event),
            _ => self.completion(event),
        }
    }

    fn completion(&mut self, data: &'v Value) {
        if let Some(Value::Array(records)) = data.get("sources")
            && self.records.is_empty()
        {
            self.records.extend(records.iter().filter(|record| is_record(record)));
        }
        for path in ["/choices/0/delta", "/choices/0/message"] {
            self.text.push_str(data.pointer(path).map(content).unwrap_or_default());
        }
        if !content(data).is_empty() {
            content(data).clone_into(&mut self.text);
        }
    }
}

fn content(data: &Value) -> &str {
    data.get("content").and_then(Value::as_str).unwrap_or_default()
}
