//! The inspector's reading: everything in a response that is, was or should have been a marker.
//!
//! Nothing is dropped silently: each opening becomes a citation, perhaps with a problem, or a card.
//! Sound text and sound markers after a broken one are read as if it did not exist.

use crate::dialects::shared::code::Code;
use crate::model::{Anchor, AnchorKind, Card, Citation, Problem, ProblemKind, Response, Spelling};
use crate::text::Span;

use crate::dialects::shared::markers::families::{Families, Shape};
use crate::dialects::shared::markers::fields::{slice, trimmed};
use crate::dialects::shared::markers::grammar::{Found, Grammar, Scanner, is_family_word};
use crate::dialects::shared::markers::labels::json_label;
use crate::dialects::shared::markers::marker::{Ending, Marker};
use crate::dialects::shared::markers::mentions;
use crate::dialects::shared::markers::stripped::{Stripped, stripped_field, stripped_in, turn_id};
use crate::dialects::shared::markers::targets::{bind, is_lenient_id};

/// Reads the markers of a response, in both spellings and with any damage.
///
/// Time is linear in the text. Anchors are bytes of the text, in order, and do not overlap each
/// other or the cards.
pub fn read_response(text: String, families: &Families) -> Response {
    let mut reading = Lenient {
        text: &text,
        families,
        grammar: families.grammar(),
        citations: Vec::new(),
        cards: Vec::new(),
    };
    reading.read();
    let Lenient { mut citations, mut cards, .. } = reading;
    if families.has_defaults() {
        mentions::set_apart(&text, &mut citations, &mut cards);
    }
    mark_code(&text, &mut citations, &cards);
    Response { text, citations, cards }
}

struct Lenient<'r> {
    text: &'r str,
    families: &'r Families,
    grammar: Grammar,
    citations: Vec<Citation>,
    cards: Vec<Card>,
}

impl<'r> Lenient<'r> {
    fn read(&mut self) {
        let bytes = self.text.as_bytes();
        let mut scanner = Scanner::new(self.grammar.clone());
        let mut at = 0;
        while let Found::Marker(marker) = scanner.next(bytes, at, true) {
            self.gap(Span::new(at, marker.span.start));
            at = self.marker(marker);
        }
        self.gap(Span::new(at, bytes.len()));
    }

    fn gap(&mut self, gap: Span) {
        for stripped in stripped_in(self.text.as_bytes(), gap) {
            self.stripped(&stripped);
        }
    }

    fn stripped(&mut self, stripped: &Stripped) {
        let Stripped { span, family, parts } = stripped;
        if !self.families.cite(family) {
            return;
        }
        let fields: Vec<&str> = parts.iter().map(|part| self.part(*part)).collect();
        let (targets, _) = bind(&fields);
        self.citations.push(Citation {
            targets,
            problem: Some(Problem::new(
                ProblemKind::Stripped,
                "damaged: the marker's private-use characters were lost on the way",
            )),
            spelling: Spelling::Stripped,
            ..self.citation(family, *span, false)
        });
    }

    /// Adds a marker and returns the byte at which reading continues.
    fn marker(&mut self, marker: &Marker) -> usize {
        let bytes = self.text.as_bytes();
        if marker.ending != Ending::Closed {
            self.broken(marker);
            return marker.span.end;
        }
        let head = trimmed(bytes, marker.head());
        let family = self.part(head);
        if let Some(shape) = self.families.shape(family) {
            self.known(marker, family, shape);
            return marker.span.end;
        }
        if let Some(stripped) = stripped_field(bytes, head).filter(|_| marker.fields.len() == 1)
            && self.families.cite(stripped.family)
        {
            self.stripped(&Stripped { span: marker.span, ..stripped });
            return marker.span.end;
        }
        if family.is_empty() && marker.fields.len() > 1 {
            self.ids(marker, "", false);
            return marker.span.end;
        }
        if !family.is_empty() && is_family_word(family.as_bytes()) {
            self.card(marker, family, None, false);
            return marker.span.end;
        }
        self.no_family(marker, head)
    }

    /// Returns an opening without a family word: only the mark itself, and a family that is
    /// recognizable immediately, so that a stray mark does not hide the prose up to the next close.
    fn no_family(&mut self, marker: &Marker, head: Span) -> usize {
        let start = marker.head().start;
        let (family, end) = if head.is_empty() {
            ("", marker.span.end)
        } else {
            let text = slice(self.text.as_bytes(), Span::new(start, head.end));
            let prefix = Span::new(start, start + self.grammar.family_prefix(text));
            (self.part(prefix), prefix.end)
        };
        let span = Span::new(marker.span.start, end);
        let problem = if head.is_empty() {
            Problem::new(ProblemKind::NoId, "the marker is empty")
        } else {
            Problem::new(ProblemKind::NoId, "no family and source id follow the opening")
        };
        let citation = self.citation(family, span, marker.escaped);
        self.citations.push(Citation { problem: Some(problem), ..citation });
        end
    }

    fn broken(&mut self, marker: &Marker) {
        let family = self.part(trimmed(self.text.as_bytes(), marker.head()));
        let (targets, _) = bind(&self.fields(marker));
        let problem = if marker.ending == Ending::SecondOpening {
            Problem::new(
                ProblemKind::SecondOpening,
                "another marker opens before this one is closed",
            )
        } else {
            Problem::new(ProblemKind::Unclosed, "the marker is opened but never closed")
        };
        let citation = self.citation(family, marker.span, marker.escaped);
        self.citations.push(Citation { targets, problem: Some(problem), ..citation });
    }

    fn known(&mut self, marker: &Marker, family: &str, shape: Shape) {
        let cites = self.families.cite(family);
        match shape {
            Shape::Ids | Shape::Bare if cites => self.ids(marker, family, shape == Shape::Bare),
            Shape::Labelled => self.labelled(marker, family, cites),
            Shape::Entity | Shape::Products => {
                let payload = self.payload(marker);
                let label = json_label(shape, payload);
                // Words that cannot be read must not vanish from the answer.
                let label = label.or_else(|| Some(payload.to_owned())).filter(|it| !it.is_empty());
                self.card(marker, family, label, true);
            }
            Shape::Ids | Shape::Bare | Shape::Hidden => self.card(marker, family, None, true),
        }
    }

    fn ids(&mut self, marker: &Marker, family: &str, may_be_bare: bool) {
        let fields = self.fields(marker);
        let (targets, problem) = bind(&fields);
        let problem = problem.filter(|_| !(may_be_bare && fields.is_empty()));
        let citation = self.citation(family, marker.span, marker.escaped);
        self.citations.push(Citation { targets, problem, ..citation });
    }

    /// Adds a label and its target. A single field that can only be an id is not a label.
    fn labelled(&mut self, marker: &Marker, family: &str, cites: bool) {
        let fields = self.fields(marker);
        let (label, rest) = match fields.as_slice() {
            [] => (None, [].as_slice()),
            [only] if points(only) => (None, fields.as_slice()),
            [label, rest @ ..] => (Some((*label).to_owned()), rest),
        };
        if !cites || rest.is_empty() {
            self.card(marker, family, label, true);
            return;
        }
        let (targets, problem) = bind(rest);
        let citation = self.citation(family, marker.span, marker.escaped);
        self.citations.push(Citation { targets, label, problem, ..citation });
    }

    fn card(&mut self, marker: &Marker, family: &str, label: Option<String>, known: bool) {
        self.cards.push(Card { family: family.to_owned(), span: marker.span, label, known });
    }

    fn citation(&self, family: &str, span: Span, escaped: bool) -> Citation {
        Citation {
            family: family.to_owned(),
            raw: self.part(span).to_owned(),
            anchor: Anchor { kind: AnchorKind::Marker, span },
            spelling: if escaped { Spelling::Escaped } else { Spelling::Proper },
            ..Citation::default()
        }
    }

    /// Returns the fields after the family, trimmed, without the empty ones.
    fn fields(&self, marker: &Marker) -> Vec<&'r str> {
        let bytes = self.text.as_bytes();
        let fields = marker.fields.iter().skip(1).map(|field| self.part(trimmed(bytes, *field)));
        fields.filter(|field| !field.is_empty()).collect()
    }

    /// Returns everything between the family and the close: JSON has no separators, but its strings
    /// might.
    fn payload(&self, marker: &Marker) -> &'r str {
        match marker.fields.as_slice() {
            [_, first, .., last] => self.part(Span::new(first.start, last.end)).trim(),
            [_, only] => self.part(*only).trim(),
            _ => "",
        }
    }

    fn part(&self, span: Span) -> &'r str {
        span.slice(self.text).unwrap_or_default()
    }
}

/// True if a single field is an id or an address rather than a word to show.
fn points(field: &str) -> bool {
    let address = field.contains("://") && is_lenient_id(field);
    address || turn_id(field.as_bytes()) == Some(field.len())
}

/// Finds the citations in code.
///
/// Finding code means parsing the whole response as Markdown, so this is only done if the text has
/// code marks.
fn mark_code(text: &str, citations: &mut [Citation], cards: &[Card]) {
    if citations.is_empty() || !may_hold_code(text) {
        return;
    }
    let anchors = citations.iter().map(|citation| citation.anchor.span);
    let mut masked: Vec<Span> = anchors.chain(cards.iter().map(|card| card.span)).collect();
    masked.sort_unstable();
    let code = Code::beside(text, &masked);
    for citation in citations {
        citation.in_code = code.contains(citation.anchor.span.start);
    }
}

fn may_hold_code(text: &str) -> bool {
    let indented = |line: &[u8]| line.starts_with(b"    ") || line.starts_with(b"\t");
    memchr::memchr2(b'`', b'~', text.as_bytes()).is_some()
        || text.as_bytes().split(|byte| matches!(byte, b'\n' | b'\r')).any(indented)
}
