//! Documents divided into citable parts.

use std::sync::Arc;

use super::{CitableItem, CitableLine, Options, Unit, blocks};
use crate::error::Why;
use crate::model::{DivisionKind, IdFrom, Source};
use crate::resolve::display_name;
use crate::sources::Store;
use crate::sources::defuse::is_field;
use crate::text::lines::without_line_end;
use crate::text::prose::one_line;
use crate::text::{LineIndex, Span};

/// Maximum size of a document in bytes; a prompt takes far less.
const MAX_LENGTH: usize = 256 * 1024 * 1024;

/// Maximum length of a title in code points; readers examine no more of a tag.
const MAX_TITLE_LENGTH: usize = 300;

/// A source with its text.
#[derive(Debug)]
pub struct Document<'s> {
    pub(super) source: &'s Source,
    pub(super) text: Arc<str>,
}

impl<'s> Document<'s> {
    /// Reads the text of a source, for a document without the parts outside its main content. Fails
    /// with the reason, as the end of a sentence.
    pub fn read(source: &'s Source) -> Result<Self, Why> {
        if let Some(why) = source.text.why_not() {
            return Err(why.into());
        }
        let store = Store::open(&source.text).map_err(Why::of)?;
        let store = store.ok_or("no text")?;
        if store.len() > MAX_LENGTH {
            return Err(format!("larger than {} MiB", MAX_LENGTH / (1024 * 1024)).into());
        }
        let end = source.outline.main_end.unwrap_or(store.len()).min(store.len());
        let text = store.read(Span::new(0, end), usize::MAX);
        Ok(Self { source, text: text.strip_prefix('\u{feff}').unwrap_or(&text).into() })
    }

    /// True if there is nothing in it to cite.
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Returns its name.
    pub fn name(&self) -> String {
        display_name(self.source)
    }

    /// Returns its citable items, without ids.
    pub(super) fn items(&self, options: &Options) -> Vec<CitableItem> {
        let whole = Span::new(0, self.text.len());
        match options.unit {
            Unit::Document => vec![CitableItem { lines: self.plain(whole), ..self.head() }],
            Unit::Line => vec![CitableItem { lines: self.numbered(), ..self.head() }],
            Unit::Block => self.blocks(options.block_size),
        }
    }

    /// Returns an item with only the document's own data.
    fn head(&self) -> CitableItem {
        let Source { id, id_from, title, url, updated, score, metadata, origin, .. } = self.source;
        let file = origin.as_ref().and_then(|origin| origin.path.file_name());
        // A text that holds several sources is called as none of them.
        let file = file.filter(|_| id.is_empty() || *id_from == IdFrom::User);
        let title = title.clone().or_else(|| Some(file?.to_string_lossy().into_owned()));
        let mut fields: Vec<(String, String)> = Vec::new();
        let mut field = |key: &str, value: Option<&str>| {
            let value = value.map(str::trim).filter(|value| !value.is_empty());
            fields.extend(value.map(|value| (key.to_owned(), value.to_owned())));
        };
        field("URL", url.as_deref());
        field("Updated", updated.as_deref());
        field("Score", score.map(|score| score.to_string()).as_deref());
        let head =
            ["citation marker", "title", "url", "updated", "score", "block", "lines", "page"];
        for (key, value) in metadata {
            let ours = head.iter().any(|own| own.eq_ignore_ascii_case(key));
            if !ours && is_field(key) {
                field(key, Some(value));
            }
        }
        let title = title.map(|title| one_line(&title).chars().take(MAX_TITLE_LENGTH).collect());
        let title = title.filter(|title: &String| !title.trim().is_empty());
        CitableItem { title, fields, ..CitableItem::default() }
    }

    /// Returns the lines of `span` without numbers.
    fn plain(&self, span: Span) -> Vec<CitableLine> {
        let text = span.slice(&self.text).unwrap_or_default();
        let index = LineIndex::new(text);
        let spans = (1..=index.count()).filter_map(|number| index.span(number));
        let line = |span: Span| line(None, without_line_end(text, span).slice(text));
        without_blank_end(spans.map(line).collect())
    }

    /// Returns all lines with their numbers: printed ones, else physical ones.
    fn numbered(&self) -> Vec<CitableLine> {
        let index = LineIndex::new(&self.text);
        let printed = self.source.divisions.iter();
        let printed: Vec<_> = printed.filter(|it| it.kind == DivisionKind::Line).collect();
        let number = |physical: u64, span: Span| {
            if printed.is_empty() {
                return Some(physical);
            }
            let found = printed.partition_point(|it| it.span.start < span.start);
            printed.get(found).filter(|it| it.span.start == span.start).map(|it| it.number)
        };
        let all = (1..=index.count()).filter_map(|physical| {
            let span = index.span(physical)?;
            let text = without_line_end(&self.text, span).slice(&self.text);
            Some(line(number(physical, span), text))
        });
        let all = all.collect();
        if printed.is_empty() { all } else { without_blank_end(all) }
    }

    /// Returns the blocks that the source prints, else its paragraphs.
    fn blocks(&self, most: usize) -> Vec<CitableItem> {
        let printed = self.source.divisions.iter();
        let printed: Vec<(u64, Span)> = printed
            .filter(|division| division.kind == DivisionKind::Block)
            .map(|division| (division.number, division.span))
            .collect();
        let spans = if printed.is_empty() {
            let pages: Vec<usize> = self.source.pages().map(|page| page.span.start).collect();
            (1..).zip(blocks(&self.text, most, &pages)).collect()
        } else {
            printed
        };
        let index = LineIndex::new(&self.text);
        let block = |(number, span): (u64, Span)| {
            let mut item = self.head();
            if let Some(page) = self.source.page_at(span.start) {
                item.fields.push(("Page".to_owned(), page.number.to_string()));
            } else if self.source.divisions.is_empty() {
                let last = index.number(span.end.saturating_sub(1).max(span.start));
                let lines = match index.number(span.start) {
                    first if first == last => first.to_string(),
                    first => format!("{first}-{last}"),
                };
                item.fields.push(("Lines".to_owned(), lines));
            }
            CitableItem { block: Some(number), lines: self.plain(span), ..item }
        };
        spans.into_iter().map(block).collect()
    }
}

fn line(number: Option<u64>, text: Option<&str>) -> CitableLine {
    CitableLine { number, text: text.unwrap_or_default().trim_end().to_owned() }
}

fn without_blank_end(mut lines: Vec<CitableLine>) -> Vec<CitableLine> {
    while lines.last().is_some_and(|line| line.number.is_none() && line.text.is_empty()) {
        lines.pop();
    }
    lines
}
