//! The records of an input, and the places of the responses in them.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::dialects::lookup::RECOGNIZERS;
use crate::dialects::shared::answers::{ListedAnswer, alone};
use crate::error::Result;
use crate::input::record_facts::RecordFacts;
use crate::input::{Input, Record};
use crate::model::Case;
use crate::sources::store::{Counted, RecordPlace, Records};
use crate::text::Span;

/// The place of a response in the input.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ResponsePlace {
    /// The bytes of its record.
    pub(crate) span: Span,
    /// The record's line, when the input is JSON Lines.
    pub(crate) line: Option<u64>,
    /// The part of the record's text that is its document, if the record holds several.
    pub(crate) part: Option<Span>,
    /// The index of the response in the document.
    pub(crate) item: usize,
    /// The answer that is read, if the document lists several.
    pub(crate) answer: Option<ListedAnswer>,
}

impl ResponsePlace {
    /// Returns the place of the only response of a record.
    pub(super) fn whole(span: Span) -> Self {
        Self { span, line: None, part: None, item: 0, answer: None }
    }

    /// Returns the key of its document: the record, and the part of it.
    pub(crate) fn document(self) -> (Span, Option<Span>) {
        (self.span, self.part)
    }

    /// Returns the part of a name that distinguishes the answers of a record: the first one has none, so that
    /// a record is named alike however many answers it lists.
    pub(crate) fn answer_name(self) -> String {
        let answer = self.answer.filter(|answer| answer.number != 0);
        answer.map_or_else(String::new, |answer| format!("[{}]", answer.number))
    }

    /// Returns the case at the place with its answer in its name.
    pub(crate) fn named(self, mut case: Case) -> Case {
        case.id.push_str(&self.answer_name());
        case
    }

    /// Passes the text at the place to `see` as a record with the facts in `kept`; returns the
    /// result, and what had to be replaced in the text.
    pub(crate) fn with_record<R>(
        self,
        input: &Input,
        kept: Arc<RecordFacts>,
        see: impl FnOnce(&Record<'_>, Vec<String>) -> R,
    ) -> Result<R> {
        let known = Arc::clone(&kept);
        let (text, notes) = match (known.text(), self.part) {
            (Some((text, notes)), _) => (Cow::Borrowed(text), notes.to_vec()),
            (None, None) => self.text(input)?,
            (None, Some(part)) => match self.text(input)? {
                (Cow::Borrowed(text), notes) => {
                    (part.slice(text).unwrap_or_default().into(), notes)
                }
                (Cow::Owned(text), notes) => {
                    let (text, notes) = known.keep(part.slice(&text).unwrap_or_default(), notes);
                    (Cow::Borrowed(text), notes.to_vec())
                }
            },
        };
        let record = || Record::new(input, &text, self.line, &RECOGNIZERS);
        let whole = record().at(self.item).knowing(kept);
        if let Some(fault) = self.answer.and_then(ListedAnswer::fault) {
            return Err(whole.error(fault));
        }
        let own = self.answer.and_then(|answer| Some(alone(whole.payload()?, answer)));
        let alone = own.map(|payload| record().knowing(Arc::new(RecordFacts::of(payload))));
        Ok(see(alone.as_ref().unwrap_or(&whole), notes))
    }

    /// Returns the text of its record, and what had to be replaced in it.
    pub(crate) fn text(self, input: &Input) -> Result<(Cow<'_, str>, Vec<String>)> {
        input.text(self.span).map_err(|error| match self.line {
            Some(line) => error.at(format!("line {line}")),
            None => error,
        })
    }
}

/// The records of an input.
#[derive(Debug)]
pub(super) enum RecordPlaces {
    Places(Vec<ResponsePlace>),
    /// Lines, and how many at the beginning are no responses.
    Lines(Arc<Records>, usize),
}

impl RecordPlaces {
    /// True if they are the items of a list that stays in its file.
    pub(super) fn are_items(&self) -> bool {
        matches!(self, Self::Lines(records, _) if records.are_items())
    }

    /// Returns the next records from `index` on with bytes that `is_in` accepts, and maybe some beside them. See
    /// [`Records::search`].
    pub(super) fn search(
        &self,
        index: usize,
        is_in: impl Fn(&[u8], usize) -> bool,
    ) -> Range<usize> {
        match self {
            Self::Places(places) => index..places.len().max(index),
            Self::Lines(records, first) => {
                let found = records.search(index + first, is_in);
                found.start - first..found.end - first
            }
        }
    }

    pub(super) fn place(&self, index: usize) -> Option<ResponsePlace> {
        match self {
            Self::Places(places) => places.get(index).copied(),
            Self::Lines(records, first) => {
                let RecordPlace { line, span } = records.place(index + first)?;
                let line = Some(line).filter(|_| !records.are_items());
                Some(ResponsePlace { line, ..ResponsePlace::whole(span) })
            }
        }
    }

    pub(super) fn counted(&self) -> Counted {
        match self {
            Self::Places(places) => Counted { count: places.len(), all: true, progress: 0 },
            Self::Lines(records, first) => {
                let counted = records.counted();
                Counted { count: counted.count.saturating_sub(*first), ..counted }
            }
        }
    }
}
