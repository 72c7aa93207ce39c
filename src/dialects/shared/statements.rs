//! Answers whose payload names the origins of stretches of its text.
//!
//! Each dialect reads its own fields into [`Statement`]s; this module turns them into a case:
//! places in the answer are arbitrated over all parts together, sources without text get the words
//! that the citations repeat, and a text without statements is searched for marks.

use crate::dialects::dialect::TextReader;
use crate::dialects::shared::blocks::{Block, settle};
use crate::dialects::shared::cited::{Cited, Cites};
use crate::dialects::shared::draft::{Draft, Note};
use crate::dialects::shared::linked;
use crate::dialects::shared::offsets::Reading;
use crate::input::json::Reader;
use crate::model::{Anchor, AnchorKind, Card, Case, Citation, OffsetReading, Source, Target};
use crate::text::Span;
use crate::text::prose::count;

/// The place of a statement in its part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// Offsets, in the unit of the format.
    Span(i64, i64),
    /// One position, in the unit of the format.
    Point(i64),
    /// Bytes of the part, which the dialect has assembled itself.
    Bytes(Span),
    /// These words, the next time they occur.
    Words(String),
    /// The whole part.
    Whole,
    /// Not stated.
    Nowhere,
}

/// A stretch of an answer with its targets.
#[derive(Debug)]
pub(crate) struct Statement {
    /// The kind of citation, as the payload calls it.
    pub(crate) family: &'static str,
    pub(crate) place: Place,
    /// The words of the answer, if the payload repeats them in addition to offsets.
    pub(crate) words: Option<String>,
    pub(crate) cited: Vec<Cited>,
    /// The citation as JSON, for the raw view.
    pub(crate) raw: String,
}

/// An answer being assembled.
#[derive(Debug, Default)]
pub(crate) struct Statements {
    pub(crate) reader: Reader,
    /// Sources that came with the answer.
    pub(crate) sources: Vec<Source>,
    /// True if the sources are complete, so that any other cited source does not exist.
    pub(crate) requested: bool,
    /// Markers that are not citations, in bytes of the only part.
    pub(crate) cards: Vec<Card>,
    parts: Vec<(String, Vec<Statement>)>,
}

impl Statements {
    /// Adds a part of the answer with its statements; parts are joined by nothing.
    pub(crate) fn part(&mut self, text: impl Into<String>, statements: Vec<Statement>) {
        self.parts.push((text.into(), merged(statements)));
    }

    /// Returns the case of the answer; `stated` is the format's definition of its offsets.
    pub(crate) fn case(mut self, stated: Reading, text_reader: &TextReader<'_>) -> Case {
        let mut blocks = Vec::new();
        for statement in self.parts.iter_mut().flat_map(|(_, statements)| statements) {
            let cited = std::mem::take(&mut statement.cited);
            blocks.push(Block { cited, ..Block::default() });
        }
        let notes = &mut self.reader.notes;
        let in_sources = settle(&mut blocks, &mut self.sources, self.requested, notes);
        let mut blocks = blocks.into_iter();
        let (mut draft, mut unplaced) = (Draft::default(), 0);
        for (text, statements) in self.parts {
            let part = Part { text: &text, base: draft.text().len() };
            let mut from = 0;
            let mut stated = Vec::new();
            for statement in statements {
                let cited = blocks.next().map(|block| block.cited).unwrap_or_default();
                let targets = cited.into_iter().map(|cited| cited.target).collect();
                match part.place(&statement, &mut from) {
                    Put::Stated(start, end) => stated.push(note(statement, start, end, targets)),
                    Put::At(span) => draft.cite(citation(statement, span, targets)),
                    Put::Nowhere(span) => {
                        unplaced += 1;
                        draft.cite(citation(statement, span, targets));
                    }
                }
            }
            draft.part(&text, stated);
        }
        let finished = draft.finish(stated);
        let mut case = Case { sources: self.sources, ..Case::default() };
        case.response = finished.response;
        case.response.cards = self.cards;
        case.format.reading = both(finished.reading, in_sources);
        case.notes = self.reader.notes;
        case.notes.extend(finished.notes);
        if unplaced > 0 {
            let citations = count(unplaced, "citation");
            case.notes.push(format!("{citations} without a place in the answer: shown at its end"));
        }
        if case.response.citations.is_empty() {
            read_marks(&mut case, text_reader);
        }
        case
    }
}

/// Reads the marks in the text of an answer without statements.
fn read_marks(case: &mut Case, text_reader: &TextReader<'_>) {
    let mut found = text_reader.read_among(&case.response.text, &mut case.sources);
    linked::join(&mut found, &mut case.sources);
    case.response.citations = found.citations;
    case.response.cards.extend(found.cards);
    case.notes.extend(found.notes);
    case.sources.extend(found.sources);
    if case.response.citations.is_empty() && !case.sources.is_empty() {
        case.notes.push("no mark in the answer names its sources".to_owned());
    }
}

fn both(own: Option<OffsetReading>, other: Option<OffsetReading>) -> Option<OffsetReading> {
    match (own, other) {
        (Some(mut own), Some(other)) => {
            own.description = format!("{}, in the answer; {}", own.description, other.description);
            Some(own)
        }
        (own, other) => own.or(other),
    }
}

/// Statements on one stretch are one citation of several sources.
fn merged(statements: Vec<Statement>) -> Vec<Statement> {
    let mut merged: Vec<Statement> = Vec::new();
    for statement in statements {
        match merged.last_mut() {
            Some(last) if last.place == statement.place && last.place != Place::Nowhere => {
                last.cited.extend(statement.cited);
            }
            _ => merged.push(statement),
        }
    }
    merged
}

/// The place of a statement, found.
enum Put {
    Stated(i64, i64),
    At(Span),
    Nowhere(Span),
}

/// A part of the answer and its beginning, in bytes.
struct Part<'t> {
    text: &'t str,
    base: usize,
}

impl Part<'_> {
    /// Finds the place of a statement; words are searched for from `from` on.
    fn place(&self, statement: &Statement, from: &mut usize) -> Put {
        let nowhere = Put::Nowhere(Span::at(self.base + self.text.len()));
        match &statement.place {
            Place::Span(start, end) => Put::Stated(*start, *end),
            Place::Point(at) => Put::Stated(*at, *at),
            Place::Bytes(span) => Put::At(span.shifted(self.base)),
            Place::Whole if self.text.is_empty() => nowhere,
            Place::Whole => Put::At(Span::new(self.base, self.base + self.text.len())),
            Place::Words(words) if words.trim().is_empty() => nowhere,
            Place::Words(words) => {
                let words = words.trim();
                let next = self.text.get(*from..).and_then(|rest| rest.find(words));
                let found = next.map(|at| *from + at).or_else(|| self.text.find(words));
                let Some(start) = found else { return nowhere };
                *from = start;
                Put::At(Span::new(start, start + words.len()).shifted(self.base))
            }
            Place::Nowhere => nowhere,
        }
    }
}

fn note(statement: Statement, start: i64, end: i64, targets: Vec<Target>) -> Note {
    Note {
        kind: if start == end { AnchorKind::Point } else { AnchorKind::Claim },
        family: statement.family.to_owned(),
        start,
        end,
        words: statement.words,
        contained: false,
        targets,
        raw: statement.raw,
    }
}

fn citation(statement: Statement, span: Span, targets: Vec<Target>) -> Citation {
    let kind = if span.is_empty() { AnchorKind::Point } else { AnchorKind::Claim };
    Citation {
        family: statement.family.to_owned(),
        raw: statement.raw,
        anchor: Anchor { kind, span },
        targets,
        ..Citation::default()
    }
}

/// Returns a citation of the source with this id: an address, a name, or a number in a list.
pub(crate) fn cites(id: &str, title: Option<&str>, url: Option<&str>) -> Cited {
    let cites = match url {
        Some(url) if id == url => Cites::Page(url.to_owned()),
        _ => Cites::Titled(id.to_owned()),
    };
    Cited {
        kind: String::new(),
        cites,
        target: Target { id: id.to_owned(), ..Target::default() },
        title: title.map(str::to_owned),
        origin: url.map(str::to_owned),
    }
}
