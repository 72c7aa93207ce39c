//! `SerpApi`: the overview and the answers of AI Mode that Google gives beside its results.
//!
//! Spec: the references of the Google AI Overview API and the Google AI Mode API, and recorded results.
//!
//! ```json
//! {"ai_overview": {"text_blocks": [
//!   {"type": "paragraph", "snippet": "…", "reference_indexes": [0, 2]},
//!   {"type": "list", "list": [{"title": "…", "snippet": "…", "reference_indexes": [1]}]}],
//!  "references": [{"title": "…", "link": "https://…", "snippet": "…", "index": 0}]}}
//! ```
//!
//! The blocks of AI Mode are at the top level. A block cites the references with the numbers that it states; its
//! snippet is the claim. The text is put together from the blocks, one paragraph or item of a list each.
//!
//! # Incomplete support
//!
//! Tables, comparisons and videos are left out, with a note.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::cited::Cited;
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::statements::{Place, Statement, Statements, cites};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Element;
use crate::input::json::{list, text};
use crate::model::{Case, IdFrom, Source};
use crate::sources::with_divisions;
use crate::text::prose::count;
use crate::text::{Span, Unit};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "serpapi",
    title: "SerpApi: the AI overview and the AI Mode of Google",
    recognised_by: "`text_blocks[]` with `reference_indexes`, beside `references[]` with `index`",
    sources_from: "the snippets of the references; then the files given",
    units: "none: a block names its references",
    kind: Kind::Payload { detect, read },
    element: |value| Element::response_if(overview(value).is_some()),
    ..Dialect::DEFAULTS
};

/// The format's term for a citation.
const FAMILY: &str = "reference";

/// The maximum depth of lists in lists.
const MAX_DEPTH: usize = 16;

/// Returns the object with the blocks and references of a result.
fn overview(document: &Value) -> Option<&Value> {
    let own = document.get("ai_overview").unwrap_or(document);
    let is_numbered = |it: &Value| number(it).is_some() && it.get("link").is_some();
    let is_cited = list(own, "references").iter().any(is_numbered);
    (is_cited && list(own, "text_blocks").iter().any(|block| cites_some(block, 0))).then_some(own)
}

/// True if a block or an item in it names references.
fn cites_some(block: &Value, depth: usize) -> bool {
    depth < MAX_DEPTH
        && (!list(block, "reference_indexes").is_empty()
            || inner(block).any(|item| cites_some(item, depth + 1)))
}

/// Returns the blocks and items inside a block.
fn inner(block: &Value) -> impl Iterator<Item = &Value> {
    list(block, "list").iter().chain(list(block, "text_blocks"))
}

fn number(reference: &Value) -> Option<u64> {
    reference.get("index")?.as_u64()
}

fn detect(record: &Record<'_>) -> Option<String> {
    let own = record.payload()?.documents.iter().find_map(overview)?;
    let references = count(list(own, "references").len(), "reference");
    Some(format!("`text_blocks` with `reference_indexes`, and {references}"))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut statements = Statements::default();
    statements.reader.notes.extend(payload.notes.iter().cloned());
    for own in payload.documents.iter().filter_map(overview) {
        let mut written = Written::of(list(own, "references"));
        for block in list(own, "text_blocks") {
            written.block(block, 0);
        }
        statements.reader.notes.extend(written.notes());
        statements.sources.append(&mut written.sources);
        statements.part(written.text, written.found);
    }
    Ok(statements.case(Reading::exclusive(Unit::CodePoints), text_reader))
}

/// The answer as it is written here.
#[derive(Default)]
struct Written {
    /// The citation of each reference, by its number.
    cited: BTreeMap<u64, (String, Option<String>)>,
    sources: Vec<Source>,
    text: String,
    found: Vec<Statement>,
    /// The number of references that are not in the list, and of blocks of other kinds.
    missing: usize,
    left_out: usize,
}

impl Written {
    fn of(references: &[Value]) -> Self {
        let mut own = Self::default();
        let mut snippets: BTreeMap<String, (Option<String>, Vec<&str>)> = BTreeMap::new();
        for reference in references {
            let Some(number) = number(reference) else { continue };
            // The words that a browser marks on the page are no part of its address.
            let link = text(reference, "link").split("#:~:text=").next().unwrap_or_default();
            let title = Some(text(reference, "title")).filter(|it| !it.is_empty());
            own.cited.insert(number, (link.to_owned(), title.map(str::to_owned)));
            let (known, words) = snippets.entry(link.to_owned()).or_default();
            known.get_or_insert_with(|| title.unwrap_or_default().to_owned());
            words.push(text(reference, "snippet"));
        }
        for (link, (title, words)) in snippets {
            let title = title.filter(|title| !title.is_empty());
            let (id, url) = (link.clone(), Some(link));
            let mut source = Source { id, id_from: IdFrom::Text, title, url, ..Source::default() };
            let words = words.join("\n\n");
            if !words.trim().is_empty() {
                with_divisions(&mut source, words.trim());
                source.excerpt = true;
                own.sources.push(source);
            }
        }
        own
    }

    /// Writes a block, or an item of a list at some depth.
    fn block(&mut self, block: &Value, depth: usize) {
        let (title, snippet) = (text(block, "title"), text(block, "snippet"));
        let is_empty = title.is_empty() && snippet.is_empty();
        if depth >= MAX_DEPTH || is_empty && inner(block).next().is_none() {
            self.left_out += 1;
            return;
        }
        if !is_empty {
            let mark = if text(block, "type") == "heading" { "## " } else { "" };
            let item = if depth > 0 { "- " } else { "" };
            let between = if title.is_empty() || snippet.is_empty() { "" } else { " " };
            self.text.extend([mark, item, title, between]);
            let start = self.text.len();
            self.text.push_str(snippet);
            self.cite(block, Span::new(start, self.text.len()));
            self.text.push_str(if depth > 0 { "\n" } else { "\n\n" });
        }
        for item in inner(block) {
            self.block(item, depth + 1);
        }
        if depth == 0 && inner(block).next().is_some() {
            self.text.push('\n');
        }
    }

    /// Adds the citation of a block whose words are at `span`.
    fn cite(&mut self, block: &Value, span: Span) {
        let numbers = list(block, "reference_indexes");
        let known = |number: &Value| self.cited.get(&number.as_u64()?);
        let found: Vec<_> = numbers.iter().filter_map(known).collect();
        let cited: Vec<Cited> = found
            .iter()
            .map(|(link, title)| cites(link, title.as_deref(), Some(link.as_str())))
            .collect();
        self.missing += numbers.len() - cited.len();
        if !cited.is_empty() {
            let place = Place::Bytes(span);
            let raw = serde_json::json!({"reference_indexes": numbers}).to_string();
            self.found.push(Statement { family: FAMILY, place, words: None, cited, raw });
        }
    }

    fn notes(&self) -> Vec<String> {
        let missing = count(self.missing, "number");
        let left_out = count(self.left_out, "block");
        [
            (self.missing, format!("{missing} of references that the list lacks")),
            (self.left_out, format!("{left_out} without words left out")),
        ]
        .into_iter()
        .filter_map(|(number, note)| (number > 0).then_some(note))
        .collect()
    }
}
