//! Notes on text that looks like a citation but was not read as one.
//!
//! Skipping a citation silently is worse than refusing to read. So the text of each case is
//! searched for the usual shapes of citations, and the JSON of a case without citations for the
//! usual fields; a note counts those that no dialect read.

mod authors;
mod brackets;
mod code_blocks;
mod cut;
mod disguised;
pub(crate) mod document;
pub(crate) mod fields;
pub(crate) mod formats;
mod keys;
mod known;
mod labels;
mod lines;
mod listed;
mod lookalikes;
mod places;
mod shapes;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use crate::cases::fit;
use crate::cases::hidden::Hidden;
use crate::cases::unread::code_blocks::in_code;
pub(crate) use crate::cases::unread::code_blocks::{MIN_IN_CODE, marks_in_code};
use crate::cases::unread::lines::{by_line, without_path};
use crate::cases::unread::shapes::STARTS;
use crate::dialects::app::notebooklm;
use crate::dialects::document::{latex, wiki};
use crate::dialects::marks::code_references;
use crate::dialects::marks::gemini_app;
use crate::dialects::marks::leaked;
use crate::dialects::marks::named_sources::declared_in;
use crate::dialects::marks::numbered::{
    LINKS, alone_in, heads_in, is_data, is_in_row, listed_in, note_after_decimals, note_links,
    note_list, note_pictured, note_raised, note_rows, note_source_lines, raised_in,
    superscripts_in,
};
use crate::dialects::shared::code::Code;
use crate::dialects::shared::labelled_passages::labelled_passages;
use crate::input::Record;
use crate::model::{AnchorKind, Case, SourceText};
use crate::sources::is_code_path;
use crate::text::Span;
use crate::text::address;
use crate::text::page;
use crate::text::prose::{count, one_line, ticked};
use crate::text::span_set::SpanSet;

/// Maximum length of an address before what looks like a citation in it, in bytes.
const MAX_ADDRESS: usize = 512;

/// Minimum number of marks of a letter and a number that are noted.
const MIN_LETTERS: usize = 2;

/// Minimum number of bare numbers after sentences that look like citations.
const MIN_RAISED: usize = 5;

/// Minimum number of numbers alone on their lines that are noted.
const MIN_ALONE: usize = 3;

/// Minimum number of bare addresses that are noted.
const MIN_ADDRESSES: usize = 3;

/// Maximum number of marks that a note names.
const NAMED: usize = 3;

/// Returns notes on the unread parts of a case; `listed` are the lines in which its text lists sources, if
/// it cites.
pub(crate) fn notes(case: &Case, listed: &[Span], record: &Record<'_>) -> Vec<String> {
    let marks = case.unread.as_slice();
    let mut notes: Vec<String> = in_text(case, marks).into_iter().collect();
    notes.extend(beside(case, marks));
    let authors = authors::note(case);
    let is_unmarked = marks.is_empty() && case.response.citations.is_empty();
    let is_uncited = is_unmarked && authors.is_none();
    // Marks of authors cite no rows of numbers.
    if is_unmarked && authors.is_some() {
        notes.extend(note_rows(&case.response.text));
    }
    notes.extend(authors);
    notes.extend(words::note(case));
    notes.extend(places::note(case));
    notes.extend(labels::note(case));
    notes.extend(brackets::note(case));
    notes.extend(keys::note(case));
    notes.extend(keys::note_labelled(case));
    notes.extend(keys::note_pieces(case));
    notes.extend(listed::note_names(case));
    notes.extend(listed::note(case, listed));
    notes.extend(cut::note(case));
    notes.extend(without_path(&case.response.text, &case.response.citations));
    notes.extend(note_links(case));
    notes.extend(note_raised(case));
    notes.extend(note_after_decimals(case));
    let cited = case.response.citations.iter().filter(|it| it.anchor.kind == AnchorKind::Marker);
    let mut read: Vec<Span> = cited.map(|it| it.anchor.span).collect();
    if !read.is_empty() {
        let text = &case.response.text;
        read.extend(listed);
        notes.extend(note_source_lines(text, &read).or_else(|| by_address(text, &read)));
    }
    if !case.response.citations.is_empty() {
        notes.extend(in_code(case));
    }
    if is_uncited {
        notes.extend(note_list(&case.response.text));
        notes.extend(note_pictured(&case.response.text));
        notes.extend(listed::note_documents(&case.response.text));
    }
    notes.extend(gemini_app::note_in_code(&case.response.text));
    notes.extend(leaked::note_in_code(&case.response.text));
    let advice = "save the answer as Markdown or text";
    if page::is_page(&case.response.text) {
        notes.push(format!(
            "the answer is HTML, whose tags, scripts and styles are left out: {advice}"
        ));
    } else if is_page(&case.response.text) {
        notes.push(format!("the answer is HTML, whose tags are read as text: {advice}"));
    }
    if case.response.text.starts_with(notebooklm::GUARD) {
        let chunks = "each chunk of which repeats the answer so far";
        notes.push(format!("the answer is a stream of a Google app, {chunks}: {advice}"));
    }
    notes.extend(fields::note(case, record));
    notes
}

/// Returns the places in the text of a case that look like citations and are none.
pub fn marks(case: &Case) -> Vec<Span> {
    let text = case.response.text.as_str();
    let markers = case.response.citations.iter();
    let markers = markers.filter(|it| it.anchor.kind == AnchorKind::Marker);
    let cards = case.response.cards.iter().map(|card| card.span);
    let mut taken: Vec<Span> = markers.map(|it| it.anchor.span).chain(cards).collect();
    taken.sort_unstable();
    if !starts_between(text, &taken) {
        return Vec::new();
    }
    let mut found: Vec<Span> = shapes::marks(text).collect();
    disguised::add(text, &mut found);
    // Both are sorted: a span that ends before one place cannot matter for the next.
    let mut open: Vec<Span> = Vec::new();
    let mut taken = taken.into_iter().peekable();
    found.retain(|span| {
        while let Some(next) = taken.next_if(|next| next.start < span.end) {
            open.push(next);
        }
        open.retain(|own| own.end > span.start);
        !open.iter().any(|own| own.overlaps(*span))
    });
    if found.is_empty() {
        return found;
    }
    let hidden = Hidden::of(text);
    let (code, mut apart) = (Code::of(text), listed_in(text));
    apart.extend(heads_in(text));
    apart.extend(declared_in(text));
    apart.extend(labels_of_sources(case));
    let apart = SpanSet::new(apart);
    let series = words::bracketed_series(text, &found);
    let letters = found.iter().filter(|span| is_short_key(text, **span));
    let letters = letters.filter(|span| closes(text, **span)).count();
    found.retain(|span| {
        !code.overlaps(*span)
            && (!is_short_key(text, *span)
                || letters >= MIN_LETTERS
                || keys::counts_text(case, *span))
            && words::bracketed_word(text, *span).is_none_or(|it| series.contains(it))
            && !apart.overlaps(*span)
            && !hidden.has(*span)
            && !is_elsewhere(text, *span)
            && !is_array(text, *span)
            && !keys::is_index(text, *span)
            && !is_in_row(text, *span)
            && !is_data(text, *span)
            && !is_title(text, *span)
            && !is_plain_word(text, *span)
            && !is_own(case.format.name, span.slice(text).unwrap_or_default())
    });
    found
}

/// Returns the labels of the passages that a text quotes as its sources.
fn labels_of_sources(case: &Case) -> Vec<Span> {
    let texts = case.sources.iter().filter_map(|source| match &source.text {
        SourceText::Inline(text) => Some(&**text),
        _ => None,
    });
    let texts: BTreeSet<&str> = texts.collect();
    if texts.is_empty() {
        return Vec::new();
    }
    let text = case.response.text.as_str();
    let passages = labelled_passages(text).into_iter();
    let quoted = passages.filter(|passage| texts.contains(passage.words(text)));
    quoted.map(|passage| passage.label(text)).collect()
}

/// True if one of the shapes may begin outside `taken`, which is sorted.
fn starts_between(text: &str, taken: &[Span]) -> bool {
    let starts: Vec<&str> = STARTS.into_iter().filter(|start| text.contains(start)).collect();
    if starts.is_empty() {
        return false;
    }
    let end = Span::new(text.len(), text.len());
    let mut from = 0;
    taken.iter().chain([&end]).any(|span| {
        let gap = text.get(from..span.start).unwrap_or_default();
        from = from.max(span.end);
        starts.iter().any(|start| gap.contains(start))
    })
}

/// True for `[C1]` and `[ACT-1]`, which may as well be a key or a cell.
fn is_short_key(text: &str, span: Span) -> bool {
    let mark = span.slice(text).and_then(|mark| mark.strip_prefix('[')).unwrap_or_default();
    let rest = mark.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    mark.starts_with(|c: char| c.is_ascii_uppercase())
        && rest.starts_with(|c: char| c.is_ascii_digit())
}

/// True if a mark ends a clause, or another one follows: `[C1] and [C3]`.
fn closes(text: &str, span: Span) -> bool {
    let after = text.get(span.end..).unwrap_or_default();
    let joins = [" and [", " or [", " und [", " et [", " y ["];
    after.is_empty()
        || after.starts_with(['.', ',', ';', '\n', '[', '。', '，'])
        || joins.iter().any(|joins| after.starts_with(joins))
}

/// True if a mark is of the syntax of the document's own format, which its reader passed over on purpose,
/// as in a comment.
fn is_own(format: &str, mark: &str) -> bool {
    format == wiki::DIALECT.name && mark.starts_with('<')
        || format == latex::DIALECT.name && mark.starts_with('\\')
}

/// True if a bracket is an index or an interval from 0, or the parameters of a code: `days[0]`,
/// `[0].name`, `[0, 3]`, `[[6,2,2]]`.
fn is_array(text: &str, span: Span) -> bool {
    let mark = span.slice(text).unwrap_or_default();
    let numbers = mark.trim_matches(['[', ']']).split([',', ';', '-', '–']);
    let mut numbers = numbers.map(str::trim).peekable();
    let before = text.get(..span.start).unwrap_or_default();
    let glued =
        before.ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ')' | ']'));
    let mut after = text.get(span.end..).unwrap_or_default().chars();
    let has_field = after.next() == Some('.') && after.next().is_some_and(char::is_alphabetic);
    if numbers.peek() == Some(&"0") {
        return glued || has_field || numbers.nth(1).is_some();
    }
    let mut seen = BTreeSet::new();
    mark.starts_with("[[") && !numbers.all(|number| seen.insert(number))
}

/// True for eight signs of a hash that are all digits, as of a date, or all letters, as of a word.
fn is_plain_word(text: &str, span: Span) -> bool {
    let inner = span.slice(text).unwrap_or_default().trim_matches(['[', ']']);
    let is_hash = inner.len() == 8 && inner.bytes().all(|byte| byte.is_ascii_hexdigit());
    let has_letter = inner.contains(|c: char| c.is_ascii_alphabetic());
    let has_digit = inner.contains(|c: char| c.is_ascii_digit());
    is_hash && !(has_letter && has_digit)
}

/// True for words in wide brackets that nothing touches, as titles and headings are: `【New】 It sails.`
fn is_title(text: &str, span: Span) -> bool {
    let mark = span.slice(text).unwrap_or_default();
    let is_words = mark.trim_end_matches('】').ends_with(char::is_alphabetic);
    let before = text.get(..span.start).unwrap_or_default();
    let touches = before.ends_with(|c: char| !c.is_whitespace() && !"-*#>|（(".contains(c));
    let touches =
        touches || before.ends_with("**") && !before.trim_end_matches('*').ends_with('\n');
    mark.starts_with('【') && is_words && !mark.contains(['†', ':', '：']) && !touches
}

/// True if a bracket is a link's text, a definition, an escape or a part of an address.
pub(super) fn is_elsewhere(text: &str, span: Span) -> bool {
    let from = text.ceil_char_boundary(span.start.saturating_sub(MAX_ADDRESS));
    let before = text.get(from..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    // `[GUIDE.md](docs/GUIDE.md)`
    let is_link = after.starts_with('(') && span.slice(text).is_some_and(|it| it.contains('.'));
    // In a sentence it is none: `The fares are of four kinds [2]: …`
    let follows_word = before.strip_suffix(' ').is_some_and(|it| it.ends_with(char::is_alphabetic));
    is_link
        || after.starts_with("](")
        || after.starts_with(':') && !follows_word
        || before.trim_end_matches('[').ends_with(['\\', '!'])
        || word.contains("://")
}

/// True for a part of a page of HTML: most of it are tags.
fn is_page(text: &str) -> bool {
    let text = text.trim_start();
    let is_tag = |tag: &&str| tag.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
    let tags =
        || text.split('<').skip(1).filter(is_tag).filter_map(|tag| tag.find('>')).sum::<usize>();
    text.starts_with('<') && 2 * tags() > text.len()
}

/// Returns a note on what marks of another kind, or citations by links, do not explain: references to lines, and
/// raised numbers.
fn beside(case: &Case, marks: &[Span]) -> Option<String> {
    let (text, cited) = (&case.response.text, &case.response.citations);
    let is_of = |family: &str| cited.iter().any(|citation| citation.family == family);
    if !marks.is_empty() {
        return by_line(text, cited).filter(|_| cited.is_empty() || is_of(code_references::FAMILY));
    }
    let is_linked = is_of(LINKS) && cited.iter().all(|citation| citation.family == LINKS);
    if is_linked { by_superscript(text) } else { None }
}

fn in_text(case: &Case, marks: &[Span]) -> Option<String> {
    let named = marks.iter().take(NAMED).filter_map(|span| span.slice(&case.response.text));
    let named: Vec<String> = named.map(one_line).collect();
    let examples = ticked(named.iter().map(String::as_str), NAMED);
    if marks.is_empty() && case.response.citations.is_empty() {
        let raised = raised_in(&case.response.text);
        if raised < MIN_RAISED {
            let text = &case.response.text;
            return by_superscript(text)
                .or_else(|| alone(text))
                .or_else(|| by_file_name(case))
                .or_else(|| by_line(text, &[]))
                .or_else(|| note_source_lines(text, &[]))
                .or_else(|| in_code(case))
                .or_else(|| by_address(text, &[]));
        }
        let numbers = count(raised, "number");
        return Some(format!(
            "{numbers} after sentences may be citations: the text lists no sources for them"
        ));
    }
    let cited = &case.response.citations;
    if marks.is_empty() && cited.iter().any(|citation| citation.family == code_references::FAMILY) {
        return by_line(&case.response.text, cited);
    }
    let looks = if marks.len() == 1 { "looks like a citation" } else { "look like citations" };
    (!marks.is_empty()).then(|| {
        format!("{} not read that {looks}, such as {examples}", count(marks.len(), "mark"))
    })
}

/// Returns a note on raised numbers.
fn by_superscript(text: &str) -> Option<String> {
    let marks = superscripts_in(text);
    let first = marks.first()?.slice(text)?;
    (marks.len() >= MIN_LETTERS).then(|| {
        let numbers = count(marks.len(), "raised number");
        format!("{numbers} such as `{first}` may be citations: the text lists no sources for them")
    })
}

/// Returns a note on numbers alone on the lines after sentences, as a page of a chat app is copied.
fn alone(text: &str) -> Option<String> {
    let marks = alone_in(text);
    let first = marks.first()?.slice(text)?;
    (marks.len() >= MIN_ALONE).then(|| {
        let numbers = count(marks.len(), "number");
        format!(
            "{numbers} alone on a line after a sentence, such as `{first}`, may be citations: the text \
             lists no sources for them"
        )
    })
}

/// Returns a note on bare addresses outside of what is `read`, citations and lists: an answer may give one
/// for each claim.
fn by_address(text: &str, read: &[Span]) -> Option<String> {
    if !text.contains("://") {
        return None;
    }
    let outer = |c: char| "<>()\"',.;:*".contains(c);
    let code = Code::of(text);
    let read_spans = SpanSet::new(read.iter().copied());
    let mut addresses: BTreeSet<&str> = BTreeSet::new();
    let mut at = 0;
    for word in text.split(char::is_whitespace) {
        let span = Span::new(at, at + word.len());
        at = span.end
            + text.get(span.end..).and_then(|it| it.chars().next()).map_or(0, char::len_utf8);
        let is_read = || code.overlaps(span) || read_spans.overlaps(span);
        let bare = word.trim_matches(outer);
        if address::is_address(bare) && (read.is_empty() || !is_read()) {
            addresses.insert(bare);
        }
    }
    let first = addresses.first()?;
    let number = addresses.len();
    (number >= MIN_ADDRESSES)
        .then(|| format!("{number} addresses not read as citations, such as `{first}`"))
}

/// Returns a note on given files that sentences name: a mention need not be a citation.
fn by_file_name(case: &Case) -> Option<String> {
    let text = case.response.text.as_str();
    let names = case.sources.iter().filter(|source| fit::is_file(source)).filter_map(|source| {
        let name = source.origin.as_ref()?.path.file_name()?.to_str()?;
        (name.contains('.') && !is_code_path(name) && is_word(text, name)).then_some(name)
    });
    let names: BTreeSet<&str> = names.collect();
    let examples = ticked(names.iter().copied(), NAMED);
    (!names.is_empty()).then(|| {
        let files = count(names.len(), "given file");
        format!(
            "{files} named in sentences, which is not read as citing: {examples} (brackets are)"
        )
    })
}

/// True if a text has a word, not as a part of another.
fn is_word(text: &str, word: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + word.len()..).unwrap_or_default();
        !before.ends_with(joins) && !after.starts_with(joins)
    })
}

/// Makes notes that say the same one, with their number.
pub(crate) fn counted(notes: Vec<String>) -> Vec<String> {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut order = Vec::with_capacity(notes.len());
    for note in notes {
        let number = numbers.entry(note.clone()).or_default();
        *number += 1;
        if *number == 1 {
            order.push(note);
        }
    }
    let number = |note: &str| numbers.get(note).copied().filter(|number| *number > 1);
    let text = |note: String| match number(&note) {
        Some(number) => format!("{note} ({number} times)"),
        None => note,
    };
    order.into_iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_note_is_given_once() {
        let notes = ["a", "b", "a", "a"].map(str::to_owned).to_vec();
        assert_eq!(counted(notes), ["a (3 times)", "b"]);
    }
}
