//! Reading shared by chat apps and frameworks: an answer next to the sources that its model was
//! given.
//!
//! Each dialect finds its answers, names the fields of its sources and knows how its marks count;
//! this module turns them into a case.

use regex::{Captures, Regex};
use serde_json::Value;

use crate::dialects::dialect::TextReader;
use crate::dialects::shared::chats;
use crate::dialects::shared::chats::Chat;
use crate::dialects::shared::code::Code;
use crate::dialects::shared::linked;
use crate::dialects::shared::reasoning;
use crate::model::{Anchor, AnchorKind, Case, Citation, Response, Source, Target};
use crate::text::Span;
use crate::text::prose::count;

/// An answer with the data that its app gave the model.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) question: Option<String>,
    pub(crate) text: String,
    pub(crate) sources: Vec<Source>,
    /// Oddities, as sentences.
    pub(crate) notes: Vec<String>,
}

impl Answer {
    /// Returns the case of the answer. Its citations are the app's `own` marks; without any, those
    /// in the text in another dialect.
    pub(crate) fn case(mut self, own: Vec<Citation>, text_reader: &TextReader<'_>) -> Case {
        let mut response = Response::default();
        let mut listed = Vec::new();
        if own.is_empty() {
            let mut found = text_reader.read_among(&self.text, &mut self.sources);
            linked::join(&mut found, &mut self.sources);
            (response.citations, response.cards) = (found.citations, found.cards);
            self.notes.extend(found.notes);
            listed = found.sources;
        } else {
            response.cards.extend(reasoning::thoughts(&self.text));
            let answer = response.cards.first().map_or(0, |thoughts| thoughts.span.end);
            response.citations = own;
            response.citations.retain(|citation| citation.anchor.span.start >= answer);
        }
        if response.citations.is_empty() && !self.sources.is_empty() {
            let note = "no mark in the answer names its sources";
            self.notes.push(note.to_owned());
        }
        self.sources.extend(listed);
        response.text = self.text;
        let (question, sources, notes) = (self.question, self.sources, self.notes);
        Case { question, response, sources, notes, ..Case::default() }
    }
}

/// Returns the number of marks and the first of them, as the reason for which a dialect was detected.
pub(crate) fn evidence_of(marks: &[Citation]) -> Option<String> {
    let first = marks.first()?;
    Some(format!("{} such as `{}`", count(marks.len(), "mark"), first.raw))
}

/// Returns the marks that `regex` finds in `text` outside code, in order; `ids` returns the targets
/// of one, or an empty list if it is not a mark after all.
pub(crate) fn marks(
    text: &str,
    regex: &Regex,
    family: &str,
    ids: impl Fn(&Captures<'_>) -> Vec<String>,
) -> Vec<Citation> {
    let mut code: Option<Code> = None;
    let mut marks = Vec::new();
    for captures in regex.captures_iter(text) {
        let Some(span) = captures.get(0).map(|whole| Span::from(whole.range())) else { continue };
        if code.get_or_insert_with(|| Code::of(text)).overlaps(span) {
            continue;
        }
        let targets: Vec<Target> =
            ids(&captures).into_iter().map(|id| Target { id, ..Target::default() }).collect();
        if targets.is_empty() {
            continue;
        }
        marks.push(Citation {
            family: family.to_owned(),
            raw: span.slice(text).unwrap_or_default().to_owned(),
            anchor: Anchor { kind: AnchorKind::Marker, span },
            targets,
            ..Citation::default()
        });
    }
    marks
}

/// The role of a message in a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Words of the user.
    Asked,
    /// An answer of the app; true if it has sources or marks, so that it is worth reviewing.
    Answered(bool),
    /// Any other message.
    Other,
}

/// Parses a history; `role` returns the role of each message.
pub(crate) fn chat(title: &str, messages: Vec<Value>, role: impl Fn(&Value) -> Role) -> Chat {
    let mut asked = None;
    let mut answers = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        match role(message) {
            Role::Asked => asked = Some(index),
            Role::Answered(cites) => {
                answers.push(chats::Answer { message: index, asked, number: index + 1, cites });
            }
            Role::Other => {}
        }
    }
    let title = Some(title).filter(|title| !title.is_empty()).map(str::to_owned);
    Chat { title, messages, answers, ..Chat::default() }
}

/// Returns the id of the answer of a history.
pub(crate) fn id(turn: &chats::Turn<'_>) -> String {
    let title = turn.chat.title.as_deref();
    if title.is_some() || turn.chat.citing() > 1 {
        return chats::name(title, turn.number);
    }
    String::new()
}
