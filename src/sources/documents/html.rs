//! HTML: the readable text of a saved page, the main content first.

use super::web::{self, Page};
use super::{DocumentPart, address};
use crate::error::Why;

/// Gets the parts out of an HTML page.
pub(super) fn parts(
    bytes: &[u8],
    _skip: u64,
    emit: &mut dyn FnMut(DocumentPart),
) -> Result<(), Why> {
    let Page { encoding, title, text, anchors, main_end, note } = web::page(bytes);
    let url = address::own_addresses(bytes).into_iter().next();
    let encoding = encoding.map(|encoding| encoding.label().to_owned());
    emit(DocumentPart::Head { encoding, title, url, pages: None });
    if text.is_empty() {
        return Err("it has no text; save a page drawn by scripts as it is displayed".into());
    }
    match main_end.and_then(|end| text.split_at_checked(end)) {
        Some((main, rest)) => {
            emit(DocumentPart::Text(main.to_owned()));
            emit(DocumentPart::Rest);
            emit(DocumentPart::Text(rest.to_owned()));
        }
        None => emit(DocumentPart::Text(text)),
    }
    for (name, span) in anchors {
        emit(DocumentPart::Anchor { name, start: span.start, end: span.end });
    }
    if let Some(note) = note {
        emit(DocumentPart::Note(note));
    }
    Ok(())
}
