//! The places of links in their sentences, lines and cells.

use crate::dialects::marks::numbered::marks::text_before;
use crate::text::Span;

/// Maximum length of the signs before an entry of a list, in bytes: a line may hold any number of links.
const MAX_LEAD: usize = 64;

/// The blank without a width that a copy of a chat leaves after a link.
const NO_WIDTH: char = '\u{200b}';

/// False for a link that begins a line or the row of a table: it is an entry of a list.
pub(super) fn is_in_sentence(text: &str, span: Span) -> bool {
    let near = text.floor_char_boundary(span.start.saturating_sub(MAX_LEAD));
    let line = text.get(near..span.start).unwrap_or_default().rsplit('\n').next();
    let before = line.unwrap_or_default();
    before
        .trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')
        .contains(|c: char| !matches!(c, ' ' | '\t' | '*' | '_' | '-' | '+' | '•' | '|' | '>'))
}

/// Returns the text after a link, and after what a program makes of it: `{target=_blank}`.
fn after(text: &str, span: Span) -> &str {
    const MAX_ATTRIBUTES: usize = 80;
    let after = text.get(span.end..).unwrap_or_default();
    let near = after.get(..after.floor_char_boundary(MAX_ATTRIBUTES)).unwrap_or_default();
    let attributes = near.strip_prefix('{').and_then(|inner| inner.split_once('}'));
    let attributes =
        attributes.filter(|(inner, _)| inner.starts_with([':', '.', '#']) || inner.contains('='));
    match attributes {
        Some((inner, _)) => after.get(inner.len() + "{}".len()..).unwrap_or_default(),
        None => after,
    }
}

/// True if a link ends a sentence or a line.
pub(super) fn ends_part(text: &str, span: Span) -> bool {
    let after = after(text, span);
    after.is_empty() || after.starts_with(['.', '。', '!', '?', '\n', '\r', '[', NO_WIDTH])
}

/// Words before a link that is a part of its sentence, as in directions, in lower case.
const LEADING: &[&str] = &[
    "at", "from", "on", "in", "to", "via", "with", "into", "through", "visit", "open", "auf",
    "von", "bei", "über", "mit", "sur", "dans", "chez", "avec", "en", "desde", "con", "da", "su",
    "op", "naar",
];

/// True if such a word is before a link: `Install it from [pier.example](https://…).`
pub(super) fn is_led_to(text: &str, span: Span) -> bool {
    const MAX_WORD: usize = 24;
    let near = text.floor_char_boundary(span.start.saturating_sub(MAX_WORD));
    let before = text.get(near..span.start).unwrap_or_default();
    let before = before.trim_end_matches([' ', '\n', '*', '_']);
    let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    LEADING.contains(&word.to_lowercase().as_str())
}

/// True for a link whose label has brackets that Markdown shows, `[\\[harbour.example\\]](https://…)`, or that
/// only a comma parts from the next link.
pub(super) fn is_copied(text: &str, span: Span) -> bool {
    let after = text.get(span.end..).unwrap_or_default();
    let next = after.trim_start_matches([',', ';', ' ']);
    let is_beside = next.starts_with('[') && after.len() - next.len() < 4;
    is_beside || span.slice(text).is_some_and(|link| link.starts_with("[\\["))
}

/// True if a link after words ends the cell of a table, or a part of one.
pub(super) fn ends_cell(text: &str, span: Span) -> bool {
    let before = text_before(text, span.start);
    let line = before.rsplit('\n').next().unwrap_or_default();
    let cell = line.rsplit('|').next().unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default().trim_start_matches(' ');
    cell.len() < line.len() && !cell.trim().is_empty() && after.starts_with([';', '|'])
}

/// True if only a comma, a semicolon or a blank parts two links.
pub(super) fn joined(text: &str, first: Span, second: Span) -> bool {
    let between = text.get(first.end..second.start).unwrap_or("x");
    between.len() < 4 && between.chars().all(|c| matches!(c, ',' | ';' | ' ' | '、'))
}

/// True if a link is in its own round brackets, or after the end of a sentence.
pub(super) fn cites(text: &str, span: Span) -> bool {
    let before = text_before(text, span.start);
    let after = after(text, span);
    let round = is_in_brackets(text, span);
    let blank = after.is_empty() || after.starts_with(['\n', '\r', ' ', '[', NO_WIDTH]);
    let said = before.trim_end_matches(' ').ends_with(['.', '。', '!', '?', '！', '？', '”']);
    round || (blank && said)
}

/// True if a link is in its own square brackets, `[[Timetable](https://…)]`.
pub(super) fn is_in_square_brackets(text: &str, span: Span) -> bool {
    text_before(text, span.start).ends_with('[') && after(text, span).starts_with(']')
}

/// True if a link is in its own round brackets.
pub(super) fn is_in_brackets(text: &str, span: Span) -> bool {
    let before = text_before(text, span.start);
    let after = after(text, span);
    before.ends_with(['(', '（']) && after.starts_with([')', '）', ',', ';', '、'])
}
