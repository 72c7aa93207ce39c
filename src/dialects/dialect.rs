//! The description of a dialect: its names, how it is recognised, and how it is read.

use super::marks::code_references;
use super::marks::markers::Families;
use super::shared::in_text::apart;
use crate::error::Result;
use crate::input::{Record, container};
use crate::model::{Card, Case, Citation, Response, Source};
use crate::sources::is_code_path;
use crate::text::Span;

/// A dialect that can be read.
#[derive(Debug)]
pub struct Dialect {
    /// The short name, as `--from` takes it.
    pub name: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What recognition rests on.
    pub recognised_by: &'static str,
    /// Where the sources come from.
    pub sources_from: &'static str,
    /// What its offsets count.
    pub units: &'static str,
    /// How it is told from others and read.
    pub reader: Reader,
}

/// The kinds of dialect: payloads of an interface, archives of chats, and marks in running text.
#[derive(Debug)]
pub enum Reader {
    /// A JSON payload, alone or as a stream.
    Payload {
        /// Why a record is in this dialect; `None` when it is not.
        detect: fn(&Record<'_>) -> Option<String>,
        /// Reads a record of this dialect. The caller fills in `id`, `input` and `format` but for
        /// its `reading`.
        read: fn(&Record<'_>, &Families) -> Result<Case>,
        /// The sources in a record that has no response of its own: a request, a result list.
        companion: fn(&Record<'_>) -> Option<Vec<Source>>,
    },
    /// A JSON document that holds many responses: an export of chats.
    Archive {
        /// As for a payload; also asked of each chat by itself.
        detect: fn(&Record<'_>) -> Option<String>,
        /// Where the responses worth a look are, as parts of the record's text. Only called on
        /// what `detect` takes. Where there are none, the record stays one case.
        divide: fn(&Record<'_>) -> Vec<Item>,
        /// As for a payload; [`Record::item`] tells which response of the part is meant.
        read: fn(&Record<'_>, &Families) -> Result<Case>,
        /// As for a payload.
        companion: fn(&Record<'_>) -> Option<Vec<Source>>,
    },
    /// Marks in running text. These also read the texts inside payloads that carry no annotations.
    Text {
        /// Why a text is in this dialect; `None` when it is not.
        detect: fn(&str) -> Option<String>,
        /// Reads a text.
        read: fn(&str, &Families) -> InText,
    },
}

/// Where a response of an archive is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    /// The part of the record's text that has to be parsed for it: its chat.
    pub span: Span,
    /// Which response of that part it is; what it counts is up to the dialect.
    pub item: usize,
}

/// What a text dialect finds in a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct InText {
    /// In the order of their anchors.
    pub citations: Vec<Citation>,
    /// Markers that are no citations.
    pub cards: Vec<Card>,
    /// Sources the text lists itself.
    pub sources: Vec<Source>,
    /// What was odd, as sentences.
    pub notes: Vec<String>,
}

/// For payloads that never come without a response.
pub fn no_companion(_: &Record<'_>) -> Option<Vec<Source>> {
    None
}

impl Dialect {
    /// Why a record is in this dialect; `None` when it is not.
    pub fn detect(&self, record: &Record<'_>) -> Option<String> {
        match self.reader {
            Reader::Payload { detect, .. } | Reader::Archive { detect, .. } => detect(record),
            Reader::Text { detect, .. } => {
                let data = record.input.has_extension(&["json", "jsonl", "ndjson", "bib"])
                    || record.looks_like_json() && record.payload().is_some();
                let stream = container::is_event_stream(record.text);
                // What stands in the comments of code is not the text of an answer.
                let code =
                    self.name == code_references::DIALECT.name && is_code_path(&record.input.name);
                let text = record.line.is_none() && !stream && !data && !code;
                if text || record.text.contains('\u{e200}') { detect(record.text) } else { None }
            }
        }
    }

    /// Reads a record of this dialect.
    pub fn read(&self, record: &Record<'_>, families: &Families) -> Result<Case> {
        match self.reader {
            Reader::Payload { read, .. } | Reader::Archive { read, .. } => read(record, families),
            Reader::Text { read, .. } => {
                let text = record.text.to_owned();
                let found = apart(&text, read(&text, families));
                let InText { citations, cards, sources, notes } = found;
                let response = Response { text, citations, cards };
                Ok(Case { response, sources, notes, ..Case::default() })
            }
        }
    }

    /// Whether the beginning of an input can be read by itself, for a first look.
    pub fn beginning_reads(&self) -> bool {
        matches!(self.reader, Reader::Text { .. })
    }
}
