//! The description of a dialect: its names, how it is recognized, and how it is read.

use serde_json::Value;

use crate::dialects::shared::base::Base;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::{Element, Event};
use crate::model::{Case, Response, Source};
use crate::sources::is_code_path;
use crate::text::Span;

/// The name of the dialect of texts that have no citations.
pub const PLAIN: &str = "plain";

/// The name of the dialect of texts that name their sources in brackets.
pub const NAMED_SOURCES: &str = "named-sources";

/// The name of the dialect of texts that cite lines of code.
pub const CODE_REFERENCES: &str = "code-references";

/// The name of the dialect of cases in pincite's own form.
pub const CASE: &str = "case";

/// The name of the dialect of rows of tables and evaluations.
pub const ROWS: &str = "rows";

/// A dialect that can be read. Its samples are in the folder of its name under `samples/`.
#[derive(Debug)]
pub struct Dialect {
    /// The short name, as `--from` takes it.
    pub name: &'static str,
    /// The name of the interface or app, and the kinds of its answers that are read.
    pub title: &'static str,
    /// The fields or marks that recognition rests on.
    pub recognised_by: &'static str,
    /// Origin of the sources.
    pub sources_from: &'static str,
    /// The unit of its offsets.
    pub units: &'static str,
    /// Detects and reads a record.
    pub kind: Kind,
    /// Returns the sources in a record without a response: a request, a result list.
    pub companion: fn(&Record<'_>) -> Option<Vec<Source>>,
    /// Reads a file of code, by its path, as the text of its comments.
    pub of_code: fn(&str, &str) -> Option<Response>,
    /// Classifies a JSON value as an event of one of the dialect's streams.
    pub event: fn(&Value) -> Event,
    /// Classifies an item of a JSON array as a complete response.
    pub element: fn(&Value) -> Element,
    /// The fields that list the answers of one payload, each of which is read as if it were the only one.
    pub answers: &'static [&'static str],
    /// True if its marks may occur together with those of another dialect in one text.
    pub mixes: bool,
    /// True if its streams have lines that are not JSON; else `detect` of a payload is only asked
    /// about records that hold JSON.
    pub streams_lines: bool,
}

/// Reads a text whose sources are known by these numbers.
pub type ReadNumbered = fn(&str, &[u64], &Families) -> TextMarks;

/// The kinds of dialect: payloads of an interface, archives of chats, and marks in running text.
#[derive(Debug)]
pub enum Kind {
    /// A JSON payload, alone or as a stream.
    Payload {
        /// Returns why a record is in this dialect; `None` if it is not.
        detect: fn(&Record<'_>) -> Option<String>,
        /// Reads a record of this dialect. The caller fills in `id`, `input` and `format` but for
        /// its `reading`.
        read: fn(&Record<'_>, &TextReader<'_>) -> Result<Case>,
    },
    /// A JSON document that holds many responses: an export of chats.
    Archive {
        /// As for a payload; also called for each chat by itself.
        detect: fn(&Record<'_>) -> Option<String>,
        /// Returns the places of the responses worth reviewing, as parts of the record's text. Only
        /// called on records that `detect` accepts. If there are none, the record stays one case.
        divide: fn(&Record<'_>) -> Vec<Item>,
        /// As for a payload; [`Record::item`] selects the response of the part.
        read: fn(&Record<'_>, &TextReader<'_>) -> Result<Case>,
    },
    /// Marks in running text. These also read the texts inside payloads that carry no annotations.
    Text {
        /// Returns why a text is in this dialect; `None` if it is not.
        detect: fn(&str, &Families) -> Option<String>,
        /// Reads a text.
        read: fn(&str, &Families) -> TextMarks,
        /// Reads a text whose sources are known by these numbers; `None` if the dialect does not
        /// use them.
        read_numbered: Option<ReadNumbered>,
    },
}

/// The place of a response in an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    /// The part of the record's text that has to be parsed for it: its chat.
    pub span: Span,
    /// The response's number in that part; its dialect decides what the number counts.
    pub item: usize,
}

impl Item {
    /// Returns the places of this many responses, each of which is read from the whole record.
    pub(crate) fn of_whole(record: &Record<'_>, number: usize) -> Vec<Self> {
        let span = Span::new(0, record.text.len());
        (0..number).map(|item| Self { span, item }).collect()
    }
}

impl Dialect {
    /// A dialect without companions, streams and arrays, for the entries to build on.
    pub(crate) const DEFAULTS: Self = Self {
        name: "",
        title: "",
        recognised_by: "",
        sources_from: "",
        units: "",
        kind: Kind::Text { detect: |_, _| None, read: |_, _| TextMarks::NONE, read_numbered: None },
        companion: |_| None,
        of_code: |_, _| None,
        event: |_| Event::No,
        element: |_| Element::No,
        answers: &[],
        mixes: false,
        streams_lines: false,
    };

    /// Returns why a record is in this dialect; `None` if it is not.
    pub fn detect(&self, record: &Record<'_>, families: &Families) -> Option<String> {
        match self.kind {
            Kind::Payload { .. } | Kind::Archive { .. }
                if !self.streams_lines && record.payload().is_none() =>
            {
                None
            }
            Kind::Payload { detect, .. } | Kind::Archive { detect, .. } => {
                detect(&record.outline())
            }
            Kind::Text { detect, .. } => {
                let is_whole = record.input.enclosed().is_empty();
                let named = record.input.has_extension(&["jsonl", "ndjson", "bib"])
                    || record.input.has_extension(&["json"]) && may_be_json(record.text);
                let data =
                    is_whole && named || record.looks_like_json() && record.payload().is_some();
                let stream = record.is_event_stream();
                // Comments of code are not the text of an answer.
                let code = self.name == CODE_REFERENCES && is_code_path(&record.input.name);
                let text = record.line.is_none() && !stream && !data && !code;
                let readable = text || record.text.contains('\u{e200}');
                readable.then(|| detect(record.text, families)).flatten()
            }
        }
    }

    /// Reads a record of this dialect; `texts` reads the texts in a payload.
    pub fn read(&self, record: &Record<'_>, texts: &TextReader<'_>) -> Result<Case> {
        match self.kind {
            Kind::Payload { read, .. } | Kind::Archive { read, .. } => read(record, texts),
            Kind::Text { read, .. } => {
                if let Some(response) = (self.of_code)(&record.input.name, record.text) {
                    return Ok(Case { response, ..Case::default() });
                }
                let text = record.text.to_owned();
                let marks = read(&text, texts.families).without_thoughts(&text);
                let marks = if texts.is_named { marks } else { texts.mixed(&text, self, marks) };
                let TextMarks { citations, cards, sources, notes } = marks;
                let response = Response { text, citations, cards };
                Ok(Case { response, sources, notes, ..Case::default() })
            }
        }
    }

    /// Returns the marks in a text if this is a dialect of texts and it fits.
    pub(crate) fn marks(&self, text: &str, families: &Families) -> Option<TextMarks> {
        let Kind::Text { detect, read, .. } = self.kind else { return None };
        detect(text, families)?;
        Some(read(text, families).without_thoughts(text))
    }

    /// True if the beginning of an input can be read by itself, for a preview.
    pub fn beginning_reads(&self) -> bool {
        matches!(self.kind, Kind::Text { .. })
    }
}

/// True if a text begins as JSON does. Output of a program is sometimes saved under the name of JSON.
fn may_be_json(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let begins = |c: char| matches!(c, '{' | '[' | '"' | '-') || c.is_ascii_digit();
    text.is_empty() || text.starts_with(begins)
}

/// Reads the texts inside payloads.
#[derive(Debug, Clone, Copy)]
pub struct TextReader<'f> {
    /// The marks that count as citations.
    pub families: &'f Families,
    /// The table of dialects; those of texts are tried in its order.
    pub dialects: &'static [Dialect],
    /// True if one dialect was named, so that no other is read with it.
    pub is_named: bool,
}

impl TextReader<'_> {
    /// Reads the marks in a text, in the first text dialect that fits. Returns the dialect's name
    /// with them; `None` if there are no marks.
    pub fn read(&self, text: &str) -> Option<(&'static str, TextMarks)> {
        self.first(text).map(|(dialect, marks)| (dialect.name, marks))
    }

    /// Returns words on how many of some texts that are not shown cite: `, 2 of which cite`.
    pub(crate) fn unshown<'t>(&self, texts: impl Iterator<Item = &'t str>) -> String {
        /// Maximum number of texts that are looked at.
        const MAX_LOOKED_AT: usize = 1000;
        match texts.take(MAX_LOOKED_AT).filter(|text| self.first(text).is_some()).count() {
            0 => String::new(),
            1 => ", one of which cites".to_owned(),
            citing => format!(", {citing} of which cite"),
        }
    }

    /// Reads a text whose sources have these numbers: marks with one of them count even if they are
    /// alone.
    pub(crate) fn read_numbered(
        &self,
        text: &str,
        numbers: &[u64],
    ) -> Option<(&'static str, TextMarks)> {
        let first = self.first(text);
        let is_numbered =
            |dialect: &Dialect| matches!(dialect.kind, Kind::Text { read_numbered: Some(_), .. });
        if numbers.is_empty() || first.as_ref().is_some_and(|(dialect, _)| !is_numbered(dialect)) {
            return first.map(|(dialect, marks)| (dialect.name, marks));
        }
        self.dialects.iter().find_map(|dialect| match dialect.kind {
            Kind::Text { read_numbered: Some(read), .. } => {
                let marks = read(text, numbers, self.families).without_thoughts(text);
                (!marks.citations.is_empty()).then_some((dialect.name, marks))
            }
            _ => None,
        })
    }

    /// Reads a text that came with these sources: numbers of sources count even if they are alone.
    /// Sources without ids get their numbers if these count from 0; otherwise a `[0]` names none of them.
    pub(crate) fn read_among(&self, text: &str, sources: &mut [Source]) -> TextMarks {
        let are_unnamed = sources.iter().all(|source| source.id.is_empty());
        if are_unnamed && let Some((base, mut marks)) = self.base(text, sources) {
            marks.notes.extend(base.note.clone());
            base.number(sources);
            return marks;
        }
        let numbers: Vec<u64> = if are_unnamed {
            (1..=sources.len() as u64).collect()
        } else {
            sources.iter().filter_map(|source| source.id.parse().ok()).collect()
        };
        let marks = self.read_numbered(text, &numbers).map(|(_, marks)| marks);
        marks.unwrap_or_else(|| TextMarks::default().without_thoughts(text))
    }

    /// Reads a text with a mark `[0]`, or whose marks count its sources, which have no ids, from 0; the sources
    /// are numbered then. `None` for other texts. Also returns a note on the reason.
    pub(crate) fn read_from_zero(
        &self,
        text: &str,
        sources: &mut [Source],
    ) -> Option<(TextMarks, Option<String>)> {
        if sources.iter().any(|source| !source.id.is_empty()) {
            return None;
        }
        let (base, marks) = self.base(text, sources)?;
        let mut targets = marks.citations.iter().flat_map(|citation| &citation.targets);
        if base.first > 0 && targets.all(|target| target.id != "0") {
            return None;
        }
        base.number(sources);
        Some((marks, base.note))
    }

    /// Decides from which number the marks of a text count its sources; `None` if it has no
    /// numbered marks. Also returns the marks that count as citations from 0.
    pub(crate) fn base(&self, text: &str, sources: &[Source]) -> Option<(Base, TextMarks)> {
        if sources.is_empty() || !text.contains(['[', '【', '［']) {
            return None;
        }
        let numbers: Vec<u64> = (0..=sources.len() as u64).collect();
        let (_, marks) = self.read_numbered(text, &numbers)?;
        let base = match self.families.base() {
            Some(first) => Base { first, note: None, is_guess: false },
            None => Base::of(text, &marks.citations, sources),
        };
        Some((base, marks))
    }

    fn first(&self, text: &str) -> Option<(&'static Dialect, TextMarks)> {
        self.dialects.iter().filter(|dialect| dialect.name != PLAIN).find_map(|dialect| {
            let marks = dialect.marks(text, self.families)?;
            Some((dialect, self.mixed(text, dialect, marks)))
        })
    }

    /// Adds the marks of the other dialects in a text, in the order of the text.
    fn mixed(&self, text: &str, first: &Dialect, mut marks: TextMarks) -> TextMarks {
        if !first.mixes {
            return marks;
        }
        for other in self.dialects.iter().filter(|other| other.mixes && other.name != first.name) {
            if let Some(found) = other.marks(text, self.families) {
                marks.add(found, other.name);
            }
        }
        marks
    }
}
