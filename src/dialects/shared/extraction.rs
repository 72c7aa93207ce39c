//! Values extracted from a document, each with the page and the box that it was taken from.
//!
//! The response is written here, one value per line: `path: value`. A value is the claim of its
//! citation; values under a field that is cited as a whole share its citation. The document is not
//! in the payload: its text is the words that the citations repeat, page by page, until the file is
//! given.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use crate::dialects::dialect::TextReader;
use crate::dialects::shared::cited::Cited;
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::statements::{Place, Statement, Statements, cites};
use crate::input::json::join;
use crate::model::{
    BoxUnit, Case, Division, DivisionKind, IdFrom, Locator, PageBox, Source, SourceText,
};
use crate::text::prose::count;
use crate::text::{Span, Unit};

/// The reason why a page has no text.
const NO_WORDS: &str = "the payload repeats no words of it; pass the document with `--source`";

/// The most texts of a page that a further one is compared with.
const MAX_COMPARED: usize = 500;

/// The maximum depth at which values are divided.
const MAX_DEPTH: usize = 32;

/// A place in a document as an extraction states it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    /// The document's id; empty for the only one.
    pub(crate) document: String,
    /// From 1.
    pub(crate) page: Option<u64>,
    /// The words there.
    pub(crate) words: Option<String>,
    pub(crate) boxes: Vec<PageBox>,
    pub(crate) score: Option<f64>,
    /// The citation as JSON, for the raw view.
    pub(crate) raw: String,
}

/// The response being written, and the documents that it cites.
#[derive(Debug)]
pub(crate) struct Extraction {
    pub(crate) statements: Statements,
    family: &'static str,
    name: String,
    text: String,
    lines: Vec<Statement>,
    uncited: usize,
    documents: BTreeMap<String, Pages>,
}

impl Extraction {
    /// Returns an extraction from the document called `name`; `family` is the format's term for a
    /// citation.
    pub(crate) fn new(family: &'static str, name: &str) -> Self {
        let (statements, documents) = (Statements::default(), BTreeMap::new());
        let (text, lines) = (String::new(), Vec::new());
        let name = if name.is_empty() { "document" } else { name }.to_owned();
        Self { statements, family, name, text, lines, uncited: 0, documents }
    }

    /// Writes a value with the places that it was taken from.
    pub(crate) fn value(&mut self, path: &str, value: &str, found: &[Found]) {
        if !path.is_empty() {
            self.text.extend([path, ": "]);
        }
        let span = Span::new(self.text.len(), self.text.len() + value.len());
        self.text.extend([value, "\n"]);
        if found.is_empty() || value.is_empty() {
            self.uncited += usize::from(!value.is_empty());
            return;
        }
        let cited: Vec<Cited> = found.iter().map(|found| self.cited(found)).collect();
        let raw = found.first().map(|found| found.raw.clone()).unwrap_or_default();
        let (family, place) = (self.family, Place::Bytes(span));
        self.lines.push(Statement { family, place, words: None, cited, raw });
    }

    /// Writes all values in `value`. `find` returns the statements on the value at a path, given
    /// the value and the statement at the same path in `stated`.
    pub(crate) fn values(
        &mut self,
        value: &Value,
        stated: Option<&Value>,
        find: &dyn Fn(&str, &Value, Option<&Value>) -> Node,
    ) {
        self.node("", value, stated, &[], find, 0);
    }

    fn node(
        &mut self,
        path: &str,
        value: &Value,
        stated: Option<&Value>,
        outer: &[Found],
        find: &dyn Fn(&str, &Value, Option<&Value>) -> Node,
        depth: usize,
    ) {
        let node = find(path, value, stated);
        let value = node.value.as_ref().unwrap_or(value);
        let found = if node.found.is_empty() { outer } else { &node.found };
        match value {
            Value::Object(fields) if depth < MAX_DEPTH && !fields.is_empty() => {
                for (key, value) in fields {
                    let inner = stated.and_then(|stated| stated.get(key));
                    self.node(&join(path, key), value, inner, found, find, depth + 1);
                }
            }
            Value::Array(items) if depth < MAX_DEPTH && !items.is_empty() => {
                for (index, value) in items.iter().enumerate() {
                    let inner = stated.and_then(|stated| stated.get(index));
                    let path = format!("{path}[{index}]");
                    self.node(&path, value, inner, found, find, depth + 1);
                }
            }
            Value::Null => self.value(path, "", &[]),
            Value::String(text) => self.value(path, text.trim(), found),
            other => self.value(path, &other.to_string(), found),
        }
    }

    fn cited(&mut self, found: &Found) -> Cited {
        let id = if found.document.is_empty() { self.name.clone() } else { found.document.clone() };
        let words = found.words.as_deref().map(str::trim).filter(|words| !words.is_empty());
        let pages = self.documents.entry(id.clone()).or_default();
        if let Some(words) = words {
            pages.add(found.page.unwrap_or(1), words);
        }
        let mut cited = cites(&id, None, None);
        let page = found.page.or_else(|| found.boxes.first().map(|it| it.page));
        cited.target.locator = page.map(|page| Locator::Pages { first: page, last: page });
        cited.target.quote = words.map(str::to_owned);
        cited.target.score = found.score;
        cited.target.boxes.clone_from(&found.boxes);
        cited
    }

    /// Returns the case of the extraction.
    pub(crate) fn case(mut self, text_reader: &TextReader<'_>) -> Case {
        for (id, pages) in self.documents {
            let known = self.statements.sources.iter().any(|source| source.id == id);
            if !known {
                let id_from = IdFrom::Text;
                let text = SourceText::Absent(NO_WORDS.to_owned());
                let mut source = Source { id, id_from, text, ..Source::default() };
                pages.finish(&mut source);
                (source.excerpt, source.repeated) = (true, source.text.why_not().is_none());
                self.statements.sources.push(source);
            }
        }
        if self.uncited > 0 {
            let values = count(self.uncited, "value");
            self.statements.reader.notes.push(format!("{values} without a citation"));
        }
        self.statements.part(self.text, self.lines);
        self.statements.case(Reading::exclusive(Unit::CodePoints), text_reader)
    }
}

/// A value with the statements on it.
#[derive(Debug, Default)]
pub(crate) struct Node {
    /// The value itself, if it is wrapped.
    pub(crate) value: Option<Value>,
    /// Places that it was taken from.
    pub(crate) found: Vec<Found>,
}

/// Texts by page, which make up a document.
#[derive(Debug, Default)]
pub(crate) struct Pages {
    pages: BTreeMap<u64, Vec<String>>,
}

impl Pages {
    /// Adds words to a page, unless they are there already.
    pub(crate) fn add(&mut self, page: u64, words: &str) {
        let texts = self.pages.entry(page).or_default();
        let compared = texts.len().saturating_sub(MAX_COMPARED);
        let recent = texts.get(compared..).unwrap_or_default();
        if words.trim().is_empty() || recent.iter().any(|own| own.contains(words)) {
            return;
        }
        if compared == 0 {
            texts.retain(|own| !words.contains(own.as_str()));
        }
        texts.push(words.to_owned());
    }

    /// Makes them the text of `source`, with its pages. Without any it stays as it is.
    pub(crate) fn finish(self, source: &mut Source) {
        if self.pages.values().all(Vec::is_empty) {
            return;
        }
        let mut text = String::new();
        for (number, texts) in self.pages {
            let start = text.len();
            text.push_str(&texts.join("\n\n"));
            text.push('\n');
            let (kind, span) = (DivisionKind::Page, Span::new(start, text.len()));
            source.divisions.push(Division { kind, number, span, file_line: 0 });
        }
        source.text = SourceText::Inline(Arc::from(text));
    }
}

/// Returns the edges of a box under these keys: left, top, right, bottom; with `sized`, the last
/// two are width and height.
pub(crate) fn page_box(
    value: &Value,
    keys: [&str; 4],
    sized: bool,
    page: u64,
    unit: BoxUnit,
) -> Option<PageBox> {
    let edge = |key: &str| value.get(key).and_then(Value::as_f64);
    let [left, top, right, bottom] = keys.map(edge);
    let (left, top, right, bottom) = (left?, top?, right?, bottom?);
    let (right, bottom) = if sized { (left + right, top + bottom) } else { (right, bottom) };
    Some(PageBox { page, left, top, right, bottom, unit })
}

/// Returns the box around a polygon, given as alternating numbers or as points with `x` and `y`.
pub(crate) fn around(polygon: &[Value], page: u64, unit: BoxUnit) -> Option<PageBox> {
    let points: Vec<(f64, f64)> = if polygon.iter().all(Value::is_number) {
        let numbers: Vec<f64> = polygon.iter().filter_map(Value::as_f64).collect();
        numbers.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, *pair.get(1)?))).collect()
    } else {
        let coordinate = |point: &Value, key: &str| point.get(key)?.as_f64();
        polygon.iter().filter_map(|it| Some((coordinate(it, "x")?, coordinate(it, "y")?))).collect()
    };
    let (x, y): (Vec<f64>, Vec<f64>) = points.into_iter().unzip();
    let least = |of: &[f64]| of.iter().copied().reduce(f64::min);
    let most = |of: &[f64]| of.iter().copied().reduce(f64::max);
    let (left, top, right, bottom) = (least(&x)?, least(&y)?, most(&x)?, most(&y)?);
    Some(PageBox { page, left, top, right, bottom, unit })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_box_is_drawn_around_a_polygon() {
        let expected = PageBox {
            page: 2,
            left: 1.0,
            top: 2.0,
            right: 5.0,
            bottom: 4.0,
            unit: BoxUnit::Inches,
        };
        let flat = json!([1, 2, 5, 2, 5, 4, 1, 4]);
        assert_eq!(around(flat.as_array().unwrap(), 2, BoxUnit::Inches), Some(expected));
        let points = json!([{"x": 5, "y": 2}, {"x": 1, "y": 4}]);
        assert_eq!(around(points.as_array().unwrap(), 2, BoxUnit::Inches), Some(expected));
        assert_eq!(around(&[], 2, BoxUnit::Inches), None);
    }

    #[test]
    fn words_of_a_page_are_kept_once() {
        let mut pages = Pages::default();
        for words in ["Total", "Total: 7", "Total"] {
            pages.add(3, words);
        }
        let mut source = Source::default();
        pages.finish(&mut source);
        assert_eq!(source.text, SourceText::Inline("Total: 7\n".into()));
        assert_eq!(source.divisions[0].number, 3);
    }
}
