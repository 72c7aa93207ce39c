//! HTML: the readable text of a saved page, what is beside its main content behind it.

use super::web::{self, Page};
use super::{Kind, Part};

pub(super) const KIND: Kind = Kind {
    name: "html",
    title: "an HTML page",
    extensions: &["html", "htm", "xhtml"],
    begins,
    by_extension: true,
    parts,
};

fn begins(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    let starts = |tag: &[u8]| {
        head.get(..tag.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(tag))
    };
    starts(b"<!doctype html") || starts(b"<html")
}

fn parts(bytes: &[u8], _skip: u64, emit: &mut dyn FnMut(Part)) -> Result<(), String> {
    let Page { title, text, anchors, main_end, note } = web::page(bytes);
    let url = web::own_addresses(bytes).into_iter().next();
    emit(Part::Head { title, url, pages: None });
    if text.is_empty() {
        return Err("no text stands in it; what scripts draw has to be saved as it is shown".into());
    }
    match main_end.and_then(|end| text.split_at_checked(end)) {
        Some((main, rest)) => {
            emit(Part::Text(main.to_owned()));
            emit(Part::Rest);
            emit(Part::Text(rest.to_owned()));
        }
        None => emit(Part::Text(text)),
    }
    for (name, span) in anchors {
        emit(Part::Anchor { name, start: span.start, end: span.end });
    }
    if let Some(note) = note {
        emit(Part::Note(note));
    }
    Ok(())
}
