//! Marks that look like citations in a JSON document of an unknown shape.

use serde_json::Value;

use crate::cases::unknown_json::{is_given, is_piece};
use crate::cases::unread::authors;
use crate::cases::unread::keys::round_keys;
use crate::cases::unread::marks;
use crate::dialects::evaluation::claims::quoted_in;
use crate::dialects::marks::numbered::{note_list, note_source_lines_in};
use crate::dialects::shared::contexts::is_file;
use crate::input::json::join;
use crate::locator;
use crate::model::{Case, Locator, Response};
use crate::text::prose::{count, one_line};
use crate::text::word_count::has_words;

/// Minimum number of marks in the texts of a document that are described.
const MIN_IN_TEXTS: usize = 3;

/// Maximum depth of the texts that are searched, and of their length together in bytes.
const MAX_DEPTH: usize = 12;
const MAX_SEARCHED: usize = 1 << 20;

/// Describes the claims with quotes in a JSON document of unknown shape, else the marks in its texts that look
/// like citations, and where.
pub(in crate::cases) fn describe(document: &Value) -> Option<String> {
    let mut found = Looks::default();
    found.search(document, "", 0);
    if let Some(path) = found.quoted.first() {
        let claims = count(found.claims, "claim");
        return Some(format!("{claims} with quotes, such as in `{path}`, but none names a source"));
    }
    let (first, path) = found.first.filter(|_| found.number >= MIN_IN_TEXTS)?;
    let marks = count(found.number, "mark");
    Some(format!("{marks} in its texts look like citations, such as `{first}` in `{path}`"))
}

/// Describes what looks like citations in the outputs of a notebook, and in which cells: marks, else lists of
/// sources, else lines that name some.
pub(in crate::cases) fn describe_outputs(outputs: &[(String, String)]) -> Option<String> {
    let text = |(_, text): &(String, String)| Value::String(text.clone());
    let cells = outputs.iter().map(|output| (output.0.clone(), text(output)));
    let listed = || {
        let (cell, listed) =
            outputs.iter().find_map(|(cell, text)| Some((cell, note_list(text)?)))?;
        Some(format!("{listed} ({cell})"))
    };
    let announced = || note_source_lines_in(outputs.iter().map(|(_, text)| text.as_str()));
    let rows = || outputs.iter().find_map(|(cell, text)| Some(format!("{} ({cell})", rows(text)?)));
    describe(&Value::Object(cells.collect())).or_else(listed).or_else(announced).or_else(rows)
}

/// Describes the lines that name a page and a file, `• Page 8: page_008.txt`, as programs list what an answer was
/// given.
fn rows(text: &str) -> Option<String> {
    let is_row = |line: &&str| {
        let line = line.trim_start_matches([' ', '\t', '•', '-', '*']);
        let (page, file) = line.split_once(':').unwrap_or_default();
        let is_page = page.contains(|c: char| c.is_ascii_digit())
            && matches!(locator::read(page.trim()), Some(Locator::Pages { .. }));
        is_page && is_file(file.trim())
    };
    let mut rows = text.lines().filter(is_row);
    let first = one_line(rows.next()?.trim_start_matches([' ', '\t', '•', '-', '*']));
    let lines = count(rows.count() + 1, "line");
    Some(format!(
        "{lines} of pages and files, such as `{first}`, may be sources: no mark cites them"
    ))
}

/// Marks in the texts of a document that look like citations.
#[derive(Debug, Default)]
struct Looks {
    number: usize,
    /// The first, and the path of its text.
    first: Option<(String, String)>,
    searched: usize,
    /// Number of claims with quotes, and the lists that they are in.
    claims: usize,
    quoted: Vec<String>,
}

impl Looks {
    fn search(&mut self, value: &Value, path: &str, depth: usize) {
        if depth > MAX_DEPTH || self.searched > MAX_SEARCHED {
            return;
        }
        match value {
            Value::String(text) if has_words(text, 2) => {
                self.searched += text.len();
                let response = Response { text: text.clone(), ..Response::default() };
                let case = Case { response, ..Case::default() };
                let mut found = marks(&case);
                found.extend(round_keys(text));
                found.extend(authors::unread(&case));
                self.number += found.len();
                if let Some(mark) = found.first().and_then(|span| span.slice(text)) {
                    self.first.get_or_insert_with(|| (one_line(mark), path.to_owned()));
                }
            }
            Value::Array(items) => {
                let claims = quoted_in(items);
                if claims > 0 {
                    self.claims += claims;
                    self.quoted.push(path.to_owned());
                }
                for (index, item) in items.iter().enumerate() {
                    self.search(item, &format!("{path}[{index}]"), depth + 1);
                }
            }
            Value::Object(fields) if !is_given(fields) && !is_piece(fields) => {
                for (key, inner) in fields {
                    self.search(inner, &join(path, key), depth + 1);
                }
            }
            _ => {}
        }
    }
}
