//! Parallel: the result of a task with the basis of each field.
//!
//! Spec: the reference of the Task API (`TaskRunResult`, `FieldBasis`, `Citation`) and a recorded result of
//! deep research.
//!
//! ```json
//! {"run": {…}, "output": {"type": "json",
//!   "content": {"fee": "18 euros a night. ([fee[0]] [3])"},
//!   "basis": [{"field": "fee", "reasoning": "…", "confidence": "high",
//!     "citations": [{"url": "https://…", "title": "…", "excerpts": ["…"]}]}]}}
//! ```
//!
//! A basis belongs to a field, whose value is the claim; that of an item of a list is called `fees.0`. In
//! long texts, `[fee[0]]` is a mark: the first citation of the basis of `fee`, from 0. The number after it
//! counts a bibliography that is not in the result. An output that is a text has one field, `output`.
//!
//! # Incomplete support
//!
//! One recorded result was available; lists and plain texts are read as the reference says. A field with
//! marks has no other citations: those of its basis that no mark names are counted in a note.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::cited::Cited;
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::statements::{Place, Statement, Statements, cites};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Element;
use crate::input::json::{list, text};
use crate::model::{Card, Case};
use crate::text::prose::count;
use crate::text::{Span, Unit};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "parallel",
    title: "Parallel: the result of a task with its basis",
    recognised_by: "`content` beside `basis[]` with `field` and `citations[]`",
    sources_from: "the excerpts of the basis; then the files given",
    units: "none: a basis names its field; citations of it count from 0",
    kind: Kind::Payload { detect, read },
    element: |value| Element::response_if(parts(value).is_some()),
    ..Dialect::DEFAULTS
};

/// The format's term for a citation.
const FAMILY: &str = "basis";

/// The field of an output that is a text.
const OUTPUT: &str = "output";

/// The maximum depth at which values are divided.
const MAX_DEPTH: usize = 32;

/// `([fee[0]] [3])`, `[fee[0]]`.
static MARK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\(?\[([A-Za-z0-9_.-]{1,200})\[([0-9]{1,6})\]\](?: \[[0-9]{1,6}\])?\)?").ok()
});

/// Returns the content and basis of a result.
fn parts(document: &Value) -> Option<(&Value, &[Value])> {
    let output = document.get("output").unwrap_or(document);
    let basis = list(output, "basis");
    let is_own = |basis: &Value| basis.get("field").is_some() && basis.get("citations").is_some();
    let content = output.get("content").filter(|it| it.is_object() || it.is_string())?;
    basis.iter().any(is_own).then_some((content, basis))
}

fn detect(record: &Record<'_>) -> Option<String> {
    let (_, basis) = record.payload()?.documents.iter().find_map(parts)?;
    Some(format!("`content` with the basis of {}", count(basis.len(), "field")))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut statements = Statements::default();
    statements.reader.notes.extend(payload.notes.iter().cloned());
    for (content, basis) in payload.documents.iter().filter_map(parts) {
        let basis = basis.iter().map(|it| (in_brackets(text(it, "field")), it)).collect();
        let mut written = Written { basis, ..Written::default() };
        match content {
            Value::String(text) => written.value(OUTPUT, "", text),
            fields => written.values("", fields, 0),
        }
        statements.reader.notes.extend(written.notes());
        let Written { text, found, cards, .. } = written;
        statements.cards.extend(cards);
        statements.part(text, found);
    }
    Ok(statements.case(Reading::exclusive(Unit::CodePoints), text_reader))
}

/// Returns a path as it is written here: `fees[0].name` for `fees.0.name`.
fn in_brackets(path: &str) -> String {
    let mut written = String::new();
    for key in path.split('.') {
        let is_index = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
        match (is_index, written.is_empty()) {
            (true, _) => written.extend(["[", key, "]"]),
            (false, true) => written.push_str(key),
            (false, false) => written.extend([".", key]),
        }
    }
    written
}

/// The answer as it is written here: a field a line, longer ones below their name.
#[derive(Default)]
struct Written<'v> {
    /// The basis of each field.
    basis: BTreeMap<String, &'v Value>,
    text: String,
    found: Vec<Statement>,
    cards: Vec<Card>,
    /// The fields whose values have marks, and the citations that marks name, by field and index.
    marked: BTreeSet<String>,
    named: BTreeSet<(String, usize)>,
    /// The number of marks of citations that no basis has.
    missing: usize,
}

impl Written<'_> {
    fn values(&mut self, path: &str, value: &Value, depth: usize) {
        match value {
            Value::Object(fields) if depth < MAX_DEPTH && !fields.is_empty() => {
                for (key, value) in fields {
                    self.values(&crate::input::json::join(path, key), value, depth + 1);
                }
            }
            Value::Array(items) if depth < MAX_DEPTH && !items.is_empty() => {
                for (index, value) in items.iter().enumerate() {
                    self.values(&format!("{path}[{index}]"), value, depth + 1);
                }
            }
            Value::Null => self.value(path, path, ""),
            Value::String(text) => self.value(path, path, text.trim()),
            other => self.value(path, path, &other.to_string()),
        }
    }

    /// Writes the value of the field at `path` below `name`.
    fn value(&mut self, path: &str, name: &str, value: &str) {
        match (name.is_empty(), value.contains('\n')) {
            (true, _) => {}
            (false, true) => self.text.extend(["## ", name, "\n\n"]),
            (false, false) => self.text.extend([name, ": "]),
        }
        let start = self.text.len();
        self.text.extend([value, if value.contains('\n') { "\n\n" } else { "\n" }]);
        let marks = MARK.iter().flat_map(|mark| mark.captures_iter(value));
        let mut has_marks = false;
        for mark in marks {
            let (Some(whole), Some(field), Some(index)) = (mark.get(0), mark.get(1), mark.get(2))
            else {
                continue;
            };
            let field = in_brackets(field.as_str());
            let Some((field, basis)) = self.basis_of(&field) else { continue };
            has_marks = true;
            let index: usize = index.as_str().parse().unwrap_or(usize::MAX);
            let Some(citation) = list(basis, "citations").get(index) else {
                self.missing += 1;
                continue;
            };
            let (field, cited) = (field.clone(), cited(citation));
            self.named.insert((field, index));
            let span = Span::new(start + whole.start(), start + whole.end());
            let (place, raw) = (Place::Bytes(Span::at(span.start)), whole.as_str().to_owned());
            self.found.push(Statement { family: FAMILY, place, words: None, cited, raw });
            self.cards.push(Card { family: FAMILY.to_owned(), span, label: None, known: true });
        }
        let Some((field, basis)) = self.basis_of(path) else { return };
        if has_marks {
            let field = field.clone();
            self.marked.insert(field);
        } else if !value.is_empty() {
            let cited: Vec<Cited> = list(basis, "citations").iter().flat_map(cited).collect();
            let place = Place::Bytes(Span::new(start, start + value.len()));
            let raw = basis.to_string();
            if !cited.is_empty() {
                self.found.push(Statement { family: FAMILY, place, words: None, cited, raw });
            }
        }
    }

    /// Returns what of the basis is not read, and which marks lead nowhere.
    fn notes(&self) -> Vec<String> {
        let of = |field| self.basis.get(field).map_or(0, |basis| list(basis, "citations").len());
        let known = self.marked.iter().map(of).sum::<usize>();
        let named = self.named.iter().filter(|(field, _)| self.marked.contains(field)).count();
        let all = [
            (self.missing, "mark", "of citations that no basis has"),
            (known.saturating_sub(named), "citation", "of a basis that no mark in its field names"),
        ];
        let all = all.into_iter().filter(|(number, ..)| *number > 0);
        all.map(|(number, noun, what)| format!("{} {what}", count(number, noun))).collect()
    }

    /// Returns the basis of the field at a path, or of the nearest one that it is part of.
    fn basis_of(&self, path: &str) -> Option<(&String, &Value)> {
        let ends = path.rmatch_indices(['.', '[']).map(|(at, _)| at);
        let paths = std::iter::once(path.len()).chain(ends).filter_map(|end| path.get(..end));
        paths
            .into_iter()
            .find_map(|path| self.basis.get_key_value(path))
            .map(|(key, it)| (key, *it))
    }
}

/// Returns a citation of a basis, once for each of its excerpts.
fn cited(citation: &Value) -> Vec<Cited> {
    let field = |key| Some(text(citation, key)).filter(|it| !it.trim().is_empty());
    let (url, title) = (field("url"), field("title"));
    let Some(id) = url.or(title) else { return Vec::new() };
    let excerpts = list(citation, "excerpts").iter().filter_map(Value::as_str);
    let one = |excerpt: Option<&str>| {
        let mut cited = cites(id, title, url);
        cited.target.quote = excerpt.map(str::to_owned);
        cited
    };
    let all: Vec<Cited> = excerpts.map(|excerpt| one(Some(excerpt))).collect();
    if all.is_empty() { vec![one(None)] } else { all }
}
