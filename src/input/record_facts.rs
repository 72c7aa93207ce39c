//! Facts about the text of a record, which all the responses in it share.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use crate::input::container::Payload;
use crate::input::json::{Fault, Parsed};
use crate::input::strings::StringIndex;
use crate::text::units::PlaceIndex;

/// Facts about a text that all the responses in it share.
#[derive(Debug, Default)]
pub(crate) struct RecordFacts {
    /// The text, if it had to be read, and what was replaced in it.
    text: OnceLock<(String, Vec<String>)>,
    pub(super) json: OnceLock<Result<Parsed, Fault>>,
    pub(super) payload: OnceLock<Option<Payload>>,
    pub(super) outline: OnceLock<Option<Payload>>,
    pub(super) is_event_stream: OnceLock<bool>,
    pub(super) parts: Memo,
    pub(super) outline_parts: Memo,
    pub(super) recognised: Memo,
    strings: OnceLock<StringIndex>,
    places: Arc<OnceLock<PlaceIndex>>,
    pub(super) unread_fields: OnceLock<Vec<String>>,
}

/// A value of any type that is computed once.
#[derive(Debug, Default)]
pub(super) struct Memo(OnceLock<Box<dyn Any + Send + Sync>>);

impl Memo {
    pub(super) fn get<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> &T {
        let value = self.0.get_or_init(|| Box::new(make()));
        value.downcast_ref().expect("one type is asked for")
    }
}

impl RecordFacts {
    /// Returns the facts about a record that is read as this payload.
    pub(crate) fn of(payload: Payload) -> Self {
        Self { payload: OnceLock::from(Some(payload)), ..Self::default() }
    }

    /// Returns the text and what was replaced in it, if they are kept.
    pub(crate) fn text(&self) -> Option<(&str, &[String])> {
        self.text.get().map(|(text, notes)| (text.as_str(), notes.as_slice()))
    }

    /// Keeps the text, and what was replaced in it.
    pub(crate) fn keep(&self, text: &str, notes: Vec<String>) -> (&str, &[String]) {
        let (text, notes) = self.text.get_or_init(|| (text.to_owned(), notes));
        (text, notes)
    }

    /// Returns the lines and units of the document that it is about, once they are read.
    pub(crate) fn places(&self) -> Arc<OnceLock<PlaceIndex>> {
        Arc::clone(&self.places)
    }

    /// Returns the strings of its text, which is `text`.
    pub(crate) fn strings(&self, text: &str) -> &StringIndex {
        self.strings.get_or_init(|| StringIndex::new(text))
    }
}
