//! Citations in a text that belong to another format than the one it was read in.

use crate::cases::unread::{self, known};
use crate::dialects::Dialect;
use crate::dialects::dialect::{CODE_REFERENCES, PLAIN, TextReader};
use crate::dialects::lookup::by_name;
use crate::dialects::marks::marked;
use crate::dialects::marks::numbered::listed_in;
use crate::input::Record;
use crate::model::{AnchorKind, Case};
use crate::text::Span;
use crate::text::prose::{count, one_line};
use crate::text::span_set::SpanSet;

/// Marks of dialects other than the one that a text was read in, with the dialects' names.
type OtherMarks = Vec<(&'static str, Vec<Span>)>;

/// Finds what looks like a citation in a case and was not read, and notes it.
pub(crate) fn note(case: &mut Case, record: &Record<'_>, reader: &TextReader<'_>) {
    let text = case.response.text.as_str();
    let listed = if case.response.citations.is_empty() { Vec::new() } else { listed_in(text) };
    let others =
        if reader.is_named { Vec::new() } else { of_other_dialects(case, &listed, reader) };
    case.unread = unread::marks(case);
    case.unread.extend(known::marks(case, &case.unread));
    case.unread.sort_unstable();
    let notes = unread::notes(case, &listed, record);
    if !case.unread.is_empty() {
        case.unread_notes.extend(notes.first().cloned());
    }
    case.notes.extend(notes);
    add(case, others);
}

/// Returns the citations outside of lists (`listed`) of dialects that do not mix with the one that a case
/// was read in.
fn of_other_dialects(case: &Case, listed: &[Span], reader: &TextReader<'_>) -> OtherMarks {
    let text = case.response.text.as_str();
    if case.response.citations.is_empty() {
        return Vec::new();
    }
    let mixes = by_name(case.format.name).is_ok_and(|own| own.mixes);
    let is_other =
        |it: &&Dialect| !([case.format.name, PLAIN].contains(&it.name) || mixes && it.mixes);
    let read = case.response.citations.iter().map(|it| it.anchor.span);
    let cards = case.response.cards.iter().map(|card| card.span);
    let taken = SpanSet::new(read.chain(cards).chain(listed.iter().copied()));
    // Texts of markers are frequent, and reading one again takes as long as reading it.
    let markers_left = marked::may_be_outside(text, &taken);
    let may_be_left = |it: &&Dialect| it.name != marked::DIALECT.name || markers_left;
    let marks = |dialect: &'static Dialect| {
        let marks = dialect.marks(text, reader.families)?;
        let marks = marks.citations.into_iter();
        let marks = marks.filter(|it| !it.in_code && it.anchor.kind == AnchorKind::Marker);
        let spans = marks
            .map(|it| it.anchor.span)
            .filter(|span| !taken.overlaps(*span) && !unread::is_elsewhere(text, *span));
        Some((dialect.name, spans.collect::<Vec<Span>>()))
    };
    reader
        .dialects
        .iter()
        .filter(is_other)
        .filter(may_be_left)
        .filter_map(marks)
        .filter(|it| !it.1.is_empty())
        .collect()
}

/// Adds the citations of other dialects to the unread places, with a note for each dialect.
fn add(case: &mut Case, others: OtherMarks) {
    for (name, spans) in others {
        let known = SpanSet::new(case.unread.iter().copied());
        let new: Vec<Span> = spans.into_iter().filter(|span| !known.overlaps(*span)).collect();
        let Some(first) = new.first().and_then(|span| span.slice(&case.response.text)) else {
            continue;
        };
        let (marks, own) = (count(new.len(), "citation"), case.format.name);
        let note = format!(
            "{marks} of the format `{name}` not read, such as `{}`: the answer is read as `{own}`",
            one_line(first)
        );
        case.notes.push(note.clone());
        // A text mentions more places in code than it cites.
        if name != CODE_REFERENCES {
            case.unread.extend(new);
            case.unread_notes.push(note);
        }
    }
    case.unread.sort_unstable();
}
