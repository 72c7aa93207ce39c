//! EPUB: a book of XHTML files (EPUB 3.3, Open Container Format and Package Document).

use std::collections::BTreeMap;

use html2text::render::TaggedLineElement;

use super::super::{Kind, Part};
use super::archive::{Archive, resolved};
use super::xml::{self, Event};
use super::{check_type, emit_head, is_of_type, title};

/// Cells to a line of a chapter's text. Fixed, so that line numbers stay put.
const WIDTH: usize = 100;

/// Its media type.
const TYPE: &str = "application/epub+zip";

pub(in super::super) const KIND: Kind = Kind {
    name: "epub",
    title: "an EPUB book",
    extensions: &["epub"],
    begins: |head| is_of_type(head, TYPE),
    by_extension: true,
    parts,
};

fn parts(bytes: &[u8], _skip: u64, emit: &mut dyn FnMut(Part)) -> Result<(), String> {
    let mut archive = Archive::new(bytes)?;
    check_type(&mut archive, &[TYPE])?;
    let package = package(&mut archive)?;
    emit_head(title(&mut archive, &package)?, emit);
    let mut length = 0;
    for entry in spine(&mut archive, &package)? {
        let Some(bytes) = archive.read(&entry)? else {
            emit(Part::Note(format!("The chapter `{entry}` is not in the book.")));
            continue;
        };
        let (text, anchors) = match chapter(&bytes) {
            Ok(chapter) => chapter,
            Err(why) => {
                emit(Part::Note(format!("The chapter `{entry}` cannot be read: {why}.")));
                continue;
            }
        };
        if text.trim().is_empty() {
            continue;
        }
        let text = format!("{}\n\n", text.trim_end());
        let ends = length + text.len();
        emit(Part::Text(text));
        let file = entry.rsplit('/').next().unwrap_or_default().to_owned();
        emit(Part::Anchor { name: file, start: length, end: length });
        for (name, at) in anchors {
            let start = (length + at).min(ends);
            emit(Part::Anchor { name, start, end: start });
        }
        length = ends;
    }
    Ok(())
}

/// The text of a chapter, and the names in it with the byte each is at.
fn chapter(bytes: &[u8]) -> Result<(String, Vec<(String, usize)>), String> {
    let config = html2text::config::plain().link_footnotes(false);
    let lines = config.lines_from_read(bytes, WIDTH).map_err(|error| error.to_string())?;
    let (mut text, mut anchors) = (String::new(), Vec::new());
    for line in lines {
        for element in line.iter() {
            match element {
                TaggedLineElement::Str(words) => text.push_str(&words.s),
                TaggedLineElement::FragmentStart(name) => anchors.push((name.clone(), text.len())),
            }
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    Ok((text, anchors))
}

/// The entry that describes the book.
fn package(archive: &mut Archive<'_>) -> Result<String, String> {
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
    package.ok_or_else(|| "its container names no package".to_owned())
}

/// The entries of the chapters, in reading order.
fn spine(archive: &mut Archive<'_>, package: &str) -> Result<Vec<String>, String> {
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
