//! HTML: its readable text.

use html2text::render::TaggedLineElement;

use super::{Kind, Part};

/// Cells to a line. Fixed, so that line numbers stay put.
const WIDTH: usize = 100;

pub(super) const KIND: Kind = Kind {
    name: "html",
    title: "an HTML page",
    extensions: &["html", "htm", "xhtml"],
    begins,
    by_extension: true,
    parts,
};

fn begins(head: &[u8]) -> bool {
    let head = head.trim_ascii_start();
    let starts = |tag: &[u8]| {
        head.get(..tag.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(tag))
    };
    starts(b"<!doctype html") || starts(b"<html")
}

fn parts(bytes: &[u8], _skip: u64, emit: &mut dyn FnMut(Part)) -> Result<(), String> {
    let config = html2text::config::plain();
    let text = config.string_from_read(bytes, WIDTH).map_err(|error| error.to_string())?;
    emit(Part::Text(text));
    Ok(())
}

/// The text of a chapter of a book, and the names in it with the byte each is at.
pub(super) fn chapter(bytes: &[u8]) -> Result<(String, Vec<(String, usize)>), String> {
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
