//! The parts of a line that defines a link or a footnote: `[1]: https://…`, `[^1]: Timetable`,
//! `[fn:1] Timetable`, `.. [1] Timetable`.

use crate::dialects::marks::numbered::entries::MAX_CONTINUED;
use crate::dialects::marks::numbered::line::{Line, plain_number};
use crate::dialects::marks::numbered::marks::ORG_FOOTNOTE;
use crate::dialects::shared::list_address;
use crate::locator;
use crate::model::Locator;
use crate::text::list_heading::is_heading_of_list;

/// Returns the first address in the indented lines that go on a footnote.
pub(super) fn below(lines: &[Line<'_>]) -> Option<String> {
    let own = lines.iter().take_while(|line| line.text.starts_with("  ") && !line.is_blank());
    let mut own = own.take(MAX_CONTINUED).filter(|line| line.text.contains("://"));
    own.find_map(|line| list_address::title_and_url(line.text).1)
}

/// Returns the words of a definition with the lines that its last sentence goes on in, and the end of these.
pub(super) fn continued(words: &str, lines: &[Line<'_>]) -> Option<(String, usize)> {
    /// Minimum length of a line that was broken before a capital letter, in bytes.
    const MIN_BROKEN: usize = 60;
    let is_open = |words: &str| {
        let last = words.rsplit(' ').next().unwrap_or_default();
        words.ends_with(|c: char| c.is_alphanumeric() || c == ',') && !last.contains("://")
    };
    let (mut joined, mut end) = (words.to_owned(), None);
    for line in lines.iter().take(MAX_CONTINUED) {
        let next = line.text.trim();
        let is_long = joined.len() >= MIN_BROKEN;
        let goes_on = |c: char| c.is_lowercase() || is_long && c.is_alphabetic();
        if !is_open(&joined) || !next.starts_with(goes_on) || next.contains("[^") {
            break;
        }
        joined.push(' ');
        joined.push_str(next);
        end = Some(line.span().end);
    }
    Some((joined, end?))
}

/// Splits a title from the place after it: `Handbook, L8-L13`.
pub(super) fn placed(words: &str) -> Option<(Option<String>, Locator)> {
    if let Some(locator) = locator::read(words) {
        return Some((None, locator));
    }
    let (name, place) = words.rsplit_once(", ")?;
    Some((Some(name.to_owned()), locator::read(place)?))
}

/// Returns id, true for a footnote, and words of a definition. Only numbers define links here.
pub(super) fn definition(line: &str) -> Option<(String, bool, &str)> {
    let is_name =
        |name: &str| !name.is_empty() && name.len() <= 64 && !name.contains(['[', ']', ' ']);
    // `.. [1] words` and `.. [Holm1996] words`, the footnote and the citation of reStructuredText.
    if let Some(inner) = line.strip_prefix(".. [") {
        let (id, words) = inner.split_once("] ")?;
        let id = if is_number(id) { plain_number(id) } else { id.to_owned() };
        return is_name(&id).then(|| (id, true, words.trim()));
    }
    if let Some(inner) = line.strip_prefix(ORG_FOOTNOTE) {
        let (name, words) = inner.split_once(']')?;
        return is_name(name).then(|| (name.to_owned(), true, words.trim()));
    }
    let inner = line.trim_start_matches(' ').strip_prefix('[')?;
    if line.len() - inner.len() > 4 {
        return None;
    }
    let (id, words) = inner.split_once("]:")?;
    if let Some(name) = id.strip_prefix('^') {
        return is_name(name).then(|| (name.to_owned(), true, words.trim()));
    }
    is_number(id).then(|| (plain_number(id), false, words.trim()))
}

fn is_number(id: &str) -> bool {
    (1..=4).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit())
}

/// True for a heading over sources, and not over footnotes of any kind.
pub(super) fn is_heading_of_sources(heading: &str) -> bool {
    let words = heading.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    is_heading_of_list(heading) && !["footnotes", "endnotes"].contains(&words.as_str())
}
