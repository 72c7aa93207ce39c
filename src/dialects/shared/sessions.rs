//! Sessions of coding agents: the last message of each turn is an answer.

use serde_json::Value;

use crate::dialects::dialect::{Item, TextReader};
use crate::error::Result;
use crate::input::Record;
use crate::model::{Case, Response};

/// A step of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// The user asked something.
    Asked(String),
    /// The agent said something.
    Said(String),
    /// The agent used a tool, so its earlier text was not its last message.
    Acted,
}

/// The last message of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Turn {
    /// The question it answers.
    question: Option<String>,
    text: String,
}

/// A session by its turns that end with words of the agent.
#[derive(Debug)]
pub(crate) struct Session {
    turns: Vec<Turn>,
    /// The folder that the agent worked in.
    folder: Option<String>,
}

impl Session {
    /// Returns the session of `steps` in a folder.
    pub(crate) fn new(steps: impl Iterator<Item = Step>, folder: Option<&str>) -> Self {
        Self { turns: turns(steps), folder: folder.map(str::to_owned) }
    }

    /// True if the agent says nothing.
    pub(crate) const fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Returns the place of each turn; all of them are read from the whole record.
    pub(crate) fn divide(&self, record: &Record<'_>) -> Vec<Item> {
        Item::of_whole(record, self.turns.len())
    }

    /// Reads the turn that `record` selects.
    pub(crate) fn read(&self, record: &Record<'_>, texts: &TextReader<'_>) -> Result<Case> {
        let Some(Turn { question, text }) = self.turns.get(record.item).cloned() else {
            return Err(record.error("the agent says nothing in it"));
        };
        let marks = texts.read(&text).map(|(_, marks)| marks).unwrap_or_default();
        let mut notes = marks.notes;
        if let Some(folder) = &self.folder {
            notes.push(format!(
                "the agent worked in `{folder}`: name that folder with `--root` to look up cited code"
            ));
        }
        let response = Response { text, citations: marks.citations, cards: marks.cards };
        Ok(Case { question, response, sources: marks.sources, notes, ..Case::default() })
    }
}

/// Returns the events of a session, in order.
pub(crate) fn events<'r>(record: &'r Record<'_>) -> &'r [Value] {
    record.payload().map(|payload| payload.documents.as_slice()).unwrap_or_default()
}

/// Returns the text of a field; empty without one.
pub(crate) fn word<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn turns(steps: impl Iterator<Item = Step>) -> Vec<Turn> {
    let mut turns = Vec::new();
    let mut question = None;
    let mut said: Vec<String> = Vec::new();
    let mut close = |question: Option<String>, said: &mut Vec<String>| {
        let text = std::mem::take(said).join("\n\n");
        if !text.trim().is_empty() {
            turns.push(Turn { question, text });
        }
    };
    for step in steps {
        match step {
            Step::Asked(asked) => {
                close(question.take(), &mut said);
                question = Some(asked).filter(|asked| !asked.is_empty());
            }
            Step::Said(text) => said.push(text),
            Step::Acted => said.clear(),
        }
    }
    close(question, &mut said);
    turns
}

/// Returns the texts of content parts of one type, or content that is a text itself.
pub(crate) fn texts(content: &Value, kind: &str) -> Option<String> {
    if let Some(text) = content.as_str() {
        return Some(text.to_owned());
    }
    let parts = content.as_array()?.iter();
    let parts = parts.filter(|part| part.get("type").and_then(Value::as_str) == Some(kind));
    let texts: Vec<&str> = parts.filter_map(|part| part.get("text")?.as_str()).collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_of_each_turn_are_an_answer() {
        let said = |text: &str| Step::Said(text.to_owned());
        let asked = |text: &str| Step::Asked(text.to_owned());
        let steps = [
            said("Hello."),
            asked("One?"),
            said("Looking."),
            Step::Acted,
            said("It is."),
            said("So."),
            asked("Two?"),
            said("Looking."),
            Step::Acted,
            asked("Three?"),
            said("No."),
        ];
        let turns = turns(steps.into_iter());
        let texts: Vec<&str> = turns.iter().map(|turn| turn.text.as_str()).collect();
        assert_eq!(texts, ["Hello.", "It is.\n\nSo.", "No."]);
        assert_eq!(turns[1].question.as_deref(), Some("One?"));
        assert_eq!(turns[2].question.as_deref(), Some("Three?"));
    }
}
