//! EPUB: a book of XHTML files (EPUB 3.3, Open Container Format and Package Document).

use crate::error::Why;
use std::collections::BTreeMap;

use super::super::DocumentPart;
use super::super::beginnings::EPUB_TYPE;
use super::super::web::{self, Page};
use super::archive::{Archive, resolved};
use super::xml::{self, Event};
use super::{check_type, emit_head, title};

/// Gets the parts out of the archive.
pub(in super::super) fn parts(
    bytes: &[u8],
    _skip: u64,
    emit: &mut dyn FnMut(DocumentPart),
) -> Result<(), Why> {
    let mut archive = Archive::new(bytes)?;
    check_type(&mut archive, &[EPUB_TYPE])?;
    let package = package(&mut archive)?;
    emit_head(title(&mut archive, &package)?, emit);
    let mut length = 0;
    for entry in spine(&mut archive, &package)? {
        let Some(bytes) = archive.read(&entry)? else {
            emit(DocumentPart::Note(format!("chapter `{entry}` is not in the book")));
            continue;
        };
        let Page { text, anchors, note, .. } = web::page(&bytes);
        if let Some(note) = note {
            emit(DocumentPart::Note(format!("chapter `{entry}`: {note}")));
        }
        if text.trim().is_empty() {
            continue;
        }
        let text = format!("{}\n\n", text.trim_end());
        let ends = length + text.len();
        emit(DocumentPart::Text(text));
        let file = entry.rsplit('/').next().unwrap_or_default().to_owned();
        emit(DocumentPart::Anchor { name: file, start: length, end: length });
        for (name, span) in anchors {
            let (start, end) = (length + span.start, length + span.end);
            emit(DocumentPart::Anchor { name, start: start.min(ends), end: end.min(ends) });
        }
        length = ends;
    }
    Ok(())
}

/// Returns the entry that describes the book.
fn package(archive: &mut Archive<'_>) -> Result<String, Why> {
    let container = archive.need("META-INF/container.xml")?;
    let mut package = None;
    xml::walk(&container, &mut |event| {
        if let Event::Open(element) = event
            && element.name() == "rootfile"
        {
            package = package.take().or_else(|| element.attribute("full-path"));
        }
        true
    })?;
    package.ok_or_else(|| "its container names no package".into())
}

/// Returns the entries of the chapters, in reading order.
fn spine(archive: &mut Archive<'_>, package: &str) -> Result<Vec<String>, Why> {
    let bytes = archive.need(package)?;
    let (mut items, mut order) = (BTreeMap::new(), Vec::new());
    xml::walk(&bytes, &mut |event| {
        if let Event::Open(element) = event {
            match element.name() {
                "item" => {
                    let id = element.attribute("id");
                    items.extend(id.zip(element.attribute("href")));
                }
                "itemref" => order.extend(element.attribute("idref")),
                _ => {}
            }
        }
        true
    })?;
    let entries = order.iter().filter_map(|id| items.get(id));
    Ok(entries.map(|href| resolved(package, href)).collect())
}
