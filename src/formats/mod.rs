//! Citation dialects: one file each, the slice [`FORMATS`], and what they share.
//!
//! [`open`] divides an input into records (the whole of it, or one line of JSON Lines each) and
//! asks every format whether a record is its own. The answer is a reason in words, which the
//! screen and the reports show: recognition is a claim like any other. Reading is lenient; what is
//! not understood becomes a note on the case, and only a record that is in no dialect is an error.

pub mod alce;
pub mod anthropic;
pub mod anythingllm;
mod apps;
pub mod attach;
pub mod azure_knowledge;
pub mod bedrock;
mod carried;
pub mod case;
pub mod cases;
pub mod chatgpt_export;
mod chats;
pub mod cherry_studio;
mod cited;
pub mod cohere;
pub mod claude_inline;
pub mod checkout;
pub mod container;
mod contexts;
pub mod contextual;
pub mod discovery_engine;
mod division;
mod documents;
pub mod dify;
pub mod fastgpt;
pub mod folder;
pub mod draft;
mod found;
mod excerpts;
mod fields;
pub mod gemini;
pub mod gemini_app;
pub mod haystack;
mod given;
pub mod granite;
pub mod input;
pub mod interactions;
pub mod json;
pub mod judge_line;
pub mod kotaemon;
pub mod langchain;
pub mod langfuse;
pub mod langsmith;
pub mod markers;
pub mod offsets;
pub mod pandoc;
pub mod onyx;
pub mod openinference;
pub mod open_webui;
pub mod openai;
pub mod latex;
pub mod leaked;
pub mod lenticular;
pub mod lists;
pub mod librechat;
pub mod lightrag;
pub mod llamaindex;
mod locators;
pub mod marked;
pub mod named_brackets;
pub mod mistral;
pub mod numbered;
mod passages;
pub mod pattern;
pub mod plain;
pub mod ragtruth;
pub mod pydantic_ai;
pub mod ragflow;
mod reasoning;
pub mod q_business;
pub mod repeated;
mod retrieved;
pub mod rows;
pub mod scores;
pub mod trec;
pub mod wiki;
mod tagged;
#[cfg(test)]
mod testing;
mod trace;
pub mod transcript;
pub mod vercel;

pub use cases::Cases;
pub use input::{Input, Record};
pub use markers::Families;
pub use scores::Scores;

use crate::error::{Error, Result};
use crate::model::{Card, Case, Citation, Response, Source};
use crate::text::Span;
use crate::text::prose::ticked;

/// A dialect that can be read.
#[derive(Debug)]
pub struct Format {
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

impl Format {
    /// Why a record is in this dialect; `None` when it is not.
    pub fn detect(&self, record: &Record<'_>) -> Option<String> {
        match self.reader {
            Reader::Payload { detect, .. } | Reader::Archive { detect, .. } => detect(record),
            Reader::Text { detect, .. } => {
                let data = record.input.has_extension(&["json", "jsonl", "ndjson", "bib"])
                    || record.looks_like_json() && record.payload().is_some();
                let stream = container::is_event_stream(record.text);
                let text = record.line.is_none() && !stream && !data;
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

/// Reads the marks in a text that came inside a payload, in the first text dialect that it is in.
/// The dialect's name, or `None` when there are no marks.
pub fn in_text(text: &str, families: &Families) -> Option<(&'static str, InText)> {
    if pattern::reason(text, families).is_some() {
        return Some((pattern::FORMAT.name, apart(text, pattern::read(text, families))));
    }
    FORMATS.iter().find_map(|format| match format.reader {
        Reader::Text { detect, read } if format.name != plain::FORMAT.name => {
            detect(text)?;
            Some((format.name, apart(text, read(text, families))))
        }
        _ => None,
    })
}

/// As [`in_text`] for a text whose sources have these numbers: marks that name one of them count
/// even where they stand alone.
fn in_numbered_text(
    text: &str,
    known: &[u64],
    families: &Families,
) -> Option<(&'static str, InText)> {
    match in_text(text, families) {
        Some((name, found)) if name != numbered::FORMAT.name => Some((name, found)),
        found if known.is_empty() => found,
        _ => {
            let found = apart(text, numbered::in_known(text, known));
            (!found.citations.is_empty()).then_some((numbered::FORMAT.name, found))
        }
    }
}

/// Reads the marks in a text that came with these sources: numbers that name one of them count even
/// where they stand alone.
fn marks_among(text: &str, sources: &[Source], families: &Families) -> InText {
    let known: Vec<u64> = if sources.iter().all(|source| source.id.is_empty()) {
        (1..=sources.len() as u64).collect()
    } else {
        sources.iter().filter_map(|source| source.id.parse().ok()).collect()
    };
    let found = in_numbered_text(text, &known, families).map(|(_, found)| found);
    found.unwrap_or_else(|| apart(text, InText::default()))
}

/// What was found in a text, without what was found in the model's thoughts before it.
fn apart(text: &str, mut found: InText) -> InText {
    reasoning::set_apart(text, &mut found);
    found
}

/// The sources in a record that has no response of its own.
pub fn companion(record: &Record<'_>) -> Option<Vec<Source>> {
    let beside = FORMATS.iter().find_map(|format| match format.reader {
        Reader::Payload { companion, .. } | Reader::Archive { companion, .. } => companion(record),
        Reader::Text { .. } => None,
    });
    beside.or_else(|| lists::read(record))
}

/// The sources in an input that has no response of its own. Of JSON Lines the first one tells; a
/// line that holds none is passed over.
pub fn companion_of(input: &Input) -> Option<Vec<Source>> {
    let all = attach::companions(input, companion)?;
    (!all.is_empty()).then_some(all)
}

/// Every dialect that a record fits, with the reasons, in the order in which they are asked.
pub fn detect_all(record: &Record<'_>) -> Vec<(&'static Format, String)> {
    let fits = |format: &'static Format| Some((format, format.detect(record)?));
    FORMATS.iter().filter_map(fits).collect()
}

/// For each dialect in order: its name, and why the first record of `input` that is in any dialect
/// is in this one, or that it is not.
pub fn explain(input: &Input, families: &Families) -> Vec<(&'static str, String)> {
    let verdict = |format: &Format, record: &Record<'_>| {
        let own =
            (format.name == pattern::FORMAT.name).then(|| pattern::reason(record.text, families));
        own.unwrap_or_else(|| format.detect(record)).unwrap_or_else(|| "no".to_owned())
    };
    let verdicts = cases::with_first_record(input, |record| {
        FORMATS.iter().map(|format| (format.name, verdict(format, record))).collect()
    });
    verdicts.unwrap_or_default()
}

/// Every dialect, in the order in which they are asked: the most particular first.
pub const FORMATS: &[Format] = &[
    ragtruth::FORMAT,
    anythingllm::FORMAT,
    case::FORMAT,
    open_webui::FORMAT,
    chatgpt_export::FORMAT,
    azure_knowledge::FORMAT,
    openai::on_your_data::FORMAT,
    librechat::FORMAT,
    ragflow::FORMAT,
    dify::FORMAT,
    onyx::FORMAT,
    fastgpt::FORMAT,
    lightrag::FORMAT,
    langsmith::FORMAT,
    openinference::FORMAT,
    langfuse::FORMAT,
    llamaindex::FORMAT,
    haystack::FORMAT,
    langchain::FORMAT,
    vercel::FORMAT,
    pydantic_ai::FORMAT,
    cohere::FORMAT,
    mistral::FORMAT,
    transcript::FORMAT,
    anthropic::FORMAT,
    bedrock::converse::FORMAT,
    bedrock::knowledge::FORMAT,
    bedrock::agentic::FORMAT,
    q_business::FORMAT,
    granite::FORMAT,
    contextual::FORMAT,
    discovery_engine::FORMAT,
    openai::responses::FORMAT,
    openai::assistants::FORMAT,
    openai::chat::FORMAT,
    gemini::FORMAT,
    interactions::FORMAT,
    trec::FORMAT,
    alce::FORMAT,
    rows::FORMAT,
    claude_inline::FORMAT,
    cherry_studio::FORMAT,
    kotaemon::FORMAT,
    ragflow::marks::FORMAT,
    fastgpt::marks::FORMAT,
    cohere::TAGS,
    granite::TEXT,
    gemini_app::FORMAT,
    librechat::marks::FORMAT,
    marked::FORMAT,
    lenticular::FORMAT,
    leaked::FORMAT,
    named_brackets::FORMAT,
    wiki::FORMAT,
    latex::FORMAT,
    pandoc::FORMAT,
    numbered::FORMAT,
    pattern::FORMAT,
    plain::FORMAT,
];

/// The format of that name.
pub fn by_name(name: &str) -> Result<&'static Format> {
    FORMATS.iter().find(|format| format.name == name).ok_or_else(|| {
        Error::new("use", format!("`--from {name}`"), "there is no format of that name")
            .hint(format!("the formats are {}", ticked(FORMATS.iter().map(|f| f.name), usize::MAX)))
    })
}

/// The first format whose own the record is, and why.
pub fn detect(record: &Record<'_>) -> Option<(&'static Format, String)> {
    FORMATS.iter().find_map(|format| Some((format, format.detect(record)?)))
}

/// Divides `input` into cases, in the dialect named by `from` or else recognised.
///
/// Fails when `from` names no format, or when no record of the input is in a known dialect. A bad
/// line among good ones fails by itself, when it is read.
pub fn open(input: Input, from: Option<&str>, families: &Families) -> Result<Cases> {
    let forced = from.map(by_name).transpose()?;
    Cases::new(input, forced, families.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_describes_itself() {
        for (index, format) in FORMATS.iter().enumerate() {
            let others = FORMATS.get(index + 1..).unwrap_or_default();
            assert!(others.iter().all(|other| other.name != format.name), "{}", format.name);
            assert!(format.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
            for text in [format.title, format.recognised_by, format.sources_from, format.units] {
                assert!(!text.is_empty() && !text.ends_with('.'), "{}: {text:?}", format.name);
            }
        }
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = by_name("nope").unwrap_err();
        assert_eq!(error.to_string(), "cannot use `--from nope`: there is no format of that name");
        let advice = error.advice().unwrap_or_default();
        let first = format!("the formats are `{}`, ", FORMATS[0].name);
        assert!(advice.starts_with(&first), "{advice}");
        assert!(advice.ends_with(" and `plain`"), "{advice}");
    }
}
