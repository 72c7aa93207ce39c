//! HTML: its readable text.

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
