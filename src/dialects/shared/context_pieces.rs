//! The pieces of one text with several contexts, as a prompt holds them.

use crate::dialects::shared::context_ids::MAX_CONTEXTS;
use crate::model::{IdFrom, Source};
use crate::sources::{file_piece, with_divisions};

/// Minimum number of pieces that numbers alone divide.
const MIN_NUMBERED: usize = 2;

/// Maximum length of a number and the letter before it.
const MAX_NUMBER: usize = 4;

/// Returns the pieces of a text; `None` if it is one.
pub(super) fn pieces(text: &str) -> Option<Vec<Source>> {
    headed(text).or_else(|| numbered(text)).or_else(|| results(text))
}

/// Returns the results of a search as a tool prints them, each below its number and with its source: `Result 2
/// (score=0.4):`, `Text: …`, `Source: times.md`. A line may count them first.
fn results(text: &str) -> Option<Vec<Source>> {
    let mut pieces: Vec<(&str, Vec<&str>)> = Vec::new();
    for (index, line) in text.trim_start().lines().enumerate() {
        match (result(line), pieces.last_mut()) {
            (Some(number), _) => pieces.push((number, Vec::new())),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) if index == 0 || line.trim().is_empty() => {}
            (None, None) => return None,
        }
    }
    let is_counted = (1_usize..).zip(&pieces).all(|(at, (number, _))| number.parse() == Ok(at));
    let source = |(id, lines): (&str, Vec<&str>)| {
        let of = |label: &str| {
            lines.iter().find_map(|line| line.trim_start().strip_prefix(label)).map(str::trim)
        };
        let named = of("Source: ").filter(|name| !name.is_empty());
        let is_page = |name: &&str| name.starts_with("http://") || name.starts_with("https://");
        let url = named.filter(is_page).map(str::to_owned);
        let title = of("Title: ").or(named.filter(|_| url.is_none())).map(str::to_owned);
        let (id, id_from) = (id.to_owned(), IdFrom::Text);
        let mut source = Source { id, id_from, title, url, ..Source::default() };
        let is_field = |line: &&str| {
            ["Source: ", "Title: "].iter().any(|label| line.trim_start().starts_with(label))
        };
        let lines: Vec<&str> = lines.into_iter().filter(|line| !is_field(line)).collect();
        let body = lines.join("\n");
        let body = body.trim();
        with_divisions(&mut source, body.strip_prefix("Text: ").unwrap_or(body));
        source
    };
    let is_enough = is_counted && pieces.len() >= MIN_NUMBERED;
    is_enough.then(|| pieces.into_iter().take(MAX_CONTEXTS).map(source).collect())
}

/// Returns the number of a result: `2` of `Result 2 (score=0.4):`.
fn result(line: &str) -> Option<&str> {
    let label = line.trim().strip_suffix(':')?;
    let label = label.split_once(" (").map_or(label, |(label, _)| label);
    let number = label.strip_prefix("Result ")?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(number)
}

/// Returns the name and the text of a piece of a file, which has its path and lines on a line of its own:
/// `src/app.rs:12-40`.
pub(super) fn of_file(text: &str) -> Option<(&str, &str)> {
    let (name, lines) = text.split_once('\n')?;
    file_piece(name).map(|_| (name.trim(), lines))
}

/// Maximum number of lines of the label of a piece, as headings of documents break over some.
const MAX_LABEL_LINES: usize = 4;

/// Returns the pieces of a text below lines such as `[Source 1: Timetable]` or `[#a7 | 2024-05-01]`;
/// `None` if it begins with other words.
fn headed(text: &str) -> Option<Vec<Source>> {
    let mut pieces: Vec<(String, String, String)> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(line) = rest.split_inclusive('\n').next() {
        let broken = || broken_head(rest).and_then(|label| Some((head(label)?, label.len())));
        let found = head(line).map(|found| (found, line.len())).or_else(broken);
        let length = found.as_ref().map_or(line.len(), |(_, length)| *length);
        match (found, pieces.last_mut()) {
            (Some(((number, title), _)), _) => pieces.push((number, title, String::new())),
            (None, Some((.., body))) => body.push_str(line),
            (None, None) => return None,
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    let source = |(id, title, body): (String, String, String)| {
        let title = Some(title).filter(|title| !title.is_empty());
        let page = field(&body, "SOURCE:").and_then(|line| line.split_whitespace().next());
        let url = page.filter(|page| page.starts_with("http")).map(str::to_owned);
        let title = title.or_else(|| field(&body, "TITLE:").map(str::to_owned));
        let mut source = Source { id, id_from: IdFrom::Text, title, url, ..Source::default() };
        with_divisions(&mut source, body.trim());
        source
    };
    Some(pieces.into_iter().take(MAX_CONTEXTS).map(source).collect())
}

/// Returns the value of a field in the first lines of a piece.
fn field<'t>(body: &'t str, label: &str) -> Option<&'t str> {
    const MAX_LINES: usize = 6;
    let mut lines = body.lines().take(MAX_LINES);
    let value = lines.find_map(|line| line.strip_prefix(label))?.trim();
    (!value.is_empty()).then_some(value)
}

/// Returns the id and the title in the label of a piece.
fn head(label: &str) -> Option<(String, String)> {
    let inner = label.trim().strip_prefix('[')?.strip_suffix(']')?;
    if inner.starts_with('#') {
        let id = inner.split(" | ").next()?.trim();
        let is_id = id.len() > 1 && !id.contains(char::is_whitespace);
        return is_id.then(|| (id.to_owned(), String::new()));
    }
    // `[CITATION 1]` alone on its line, over fields.
    let (word, title) = inner.split_once(':').unwrap_or((inner, ""));
    let (word, number) = word.trim().split_once(' ')?;
    let is_head = word.chars().all(char::is_alphabetic)
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit());
    is_head.then(|| (number.to_owned(), title.trim().to_owned()))
}

/// Returns the label with an id and a heading that a text begins with, if it ends on a later line:
/// `[#a7 | 2024-05-01 | 3.\nThe ferry]`.
fn broken_head(text: &str) -> Option<&str> {
    let first = text.lines().next().filter(|line| line.starts_with("[#"))?;
    if !first.contains(" | ") || first.contains(']') {
        return None;
    }
    let lines = text.split_inclusive('\n').take(MAX_LABEL_LINES);
    let mut length = 0;
    for line in lines {
        length += line.len();
        if let Some(at) = line.find(']') {
            let ends = line.get(at + 1..).is_some_and(|rest| rest.trim().is_empty());
            return text.get(..length).filter(|_| ends);
        }
    }
    None
}

/// Returns the pieces of a text that begin with numbers in order, with a letter or not: `[1] Timetable` or
/// `[C1] (times.md)` over the words of the piece, or `[1] It leaves at noon.`
fn numbered(text: &str) -> Option<Vec<Source>> {
    let mut pieces: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut letters = None;
    for line in text.trim_start().lines() {
        let next = numbered_line(line).filter(|(_, letter, number, _)| {
            *number == pieces.len() + 1 && letters.is_none_or(|own| own == *letter)
        });
        match (next, pieces.last_mut()) {
            (Some((mark, letter, _, words)), _) => {
                letters = Some(letter);
                pieces.push((mark, vec![words]));
            }
            (None, Some((_, lines))) if line.trim().is_empty() && lines.len() == 1 => {}
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => return None,
        }
    }
    let source = |(id, lines): (&str, Vec<&str>)| {
        // The line of a piece without more is its text; above others it may be a title or a sentence.
        let title = lines.first().filter(|_| lines.len() > 1).map(|line| line.trim().to_owned());
        let title = title.filter(|title| !title.is_empty());
        let mut source =
            Source { id: id.to_owned(), id_from: IdFrom::Text, title, ..Source::default() };
        with_divisions(&mut source, lines.join("\n").trim());
        source
    };
    (pieces.len() >= MIN_NUMBERED)
        .then(|| pieces.into_iter().take(MAX_CONTEXTS).map(source).collect())
}

/// Returns the mark, its letter and its number, and the words of `[C1] words`.
fn numbered_line(line: &str) -> Option<(&str, &str, usize, &str)> {
    let (mark, words) = line.strip_prefix('[')?.split_once("] ")?;
    let digits = mark.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letter = mark.get(..mark.len() - digits.len())?;
    let is_mark = mark.len() <= MAX_NUMBER && letter.len() < 2;
    Some((mark, letter, digits.parse().ok().filter(|_| is_mark)?, words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<(String, Option<String>)> {
        let pieces = pieces(text).unwrap_or_default().into_iter();
        pieces.map(|piece| (piece.id, piece.title)).collect()
    }

    #[test]
    fn numbers_in_order_divide_a_text() {
        let of = |id: &str, title: &str| (id.to_owned(), Some(title.to_owned()));
        let text = "[1] Times, page 3\nIt leaves [2] at noon.\n\n[2] Fares\nFour crowns.\n[1] no\n";
        assert_eq!(ids(text), [of("1", "Times, page 3"), of("2", "Fares")]);
        let text = "[C1] (times :: Times)\n## Times\nAt noon.\n\n[C2] (fares)\nFour crowns.";
        assert_eq!(ids(text), [of("C1", "(times :: Times)"), of("C2", "(fares)")]);
        let text = "[1] It leaves at noon.\n[2] A ticket is four crowns.";
        assert_eq!(ids(text), [("1".to_owned(), None), ("2".to_owned(), None)]);
        let text = "[#a7 | 2024-05-01 | 3. \nThe ferry]\nAt noon.\n[#b2 | 2024-05-02]\n[#c1 is open\nAt ten.";
        assert_eq!(ids(text), [("#a7".to_owned(), None), ("#b2".to_owned(), None)]);
        let found = "[SEARCH] — 2 results\n\nResult 1 (score=0.5):\n  Text: At noon.\n  Source: times\n\n\
                     Result 2 (score=0.4):\n  Text: Four crowns.\n  Source: fares\n";
        let of = |id: &str, title: &str| (id.to_owned(), Some(title.to_owned()));
        assert_eq!(ids(found), [of("1", "times"), of("2", "fares")]);
        let fields = "[CITATION 1]\nSOURCE: https://a.example  # A\nTITLE: Times\nAt noon.\n[CITATION 2]\nTITLE: \
                      Fares\nFour crowns.";
        assert_eq!(ids(fields), [of("1", "Times"), of("2", "Fares")]);
        for text in ["[1] One source.\nAnd more.", "Words.\n[1] a\n[2] b", "[2] a\n[3] b", ""] {
            assert!(ids(text).is_empty(), "{text}");
        }
    }
}
