//! PDF: the text of each page, in the reading order that `pdf-extract` finds.
//!
//! Page numbers count the pages of the file from 1, as citations do; the document's own page labels
//! (ISO 32000-1, 12.4.2) are passed on with them.

mod labels;

use crate::error::Why;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pdf_extract::{
    Dictionary, Document, Object, ObjectId, OutputError, PlainTextOutput, decode_text_string,
    output_doc_page,
};

use self::labels::Labels;
use super::DocumentPart;

/// Gets the pages out of a PDF.
pub(super) fn parts(
    bytes: &[u8],
    skip: u64,
    emit: &mut dyn FnMut(DocumentPart),
) -> Result<(), Why> {
    let mut document =
        Document::load_mem(bytes).map_err(|error| format!("it is damaged: {error}"))?;
    // The empty password has been tried.
    if document.trailer.get(b"Encrypt").is_ok() && !document.was_encrypted() {
        return Err("it is encrypted with a password; give a copy without one".into());
    }
    let pages: Vec<ObjectId> = document.page_iter().collect();
    if pages.is_empty() {
        return Err("it has no pages, or is too damaged to find them".into());
    }
    let (title, count) = (title(&document), Some(pages.len() as u64));
    emit(DocumentPart::Head { encoding: None, title, url: None, pages: count });
    let labels = Labels::new(&document);
    let mut single = Single::new(&mut document);
    for (number, page) in (1..).zip(pages).skip(usize::try_from(skip).unwrap_or(usize::MAX)) {
        emit(match single.text(page) {
            Ok(text) => DocumentPart::Page { number, label: labels.of(number), text: tidy(&text) },
            Err(why) => {
                DocumentPart::LostPage { number, label: labels.of(number), why: why.into() }
            }
        });
    }
    Ok(())
}

/// Titles that programs write where nobody gave one, in small letters.
const NO_TITLES: [&str; 4] = ["(anonymous)", "anonymous", "untitled", "untitled document"];

/// Returns the title in the document information dictionary (ISO 32000-1, 14.3.3).
fn title(document: &Document) -> Option<String> {
    let info = document.trailer.get_deref(b"Info", document).ok()?.as_dict().ok()?;
    let title = decode_text_string(info.get_deref(b"Title", document).ok()?).ok()?;
    let title = title.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    let is_given = !title.is_empty() && !NO_TITLES.contains(&&*title.to_lowercase());
    is_given.then(|| title.to_owned())
}

/// A document that is shown to the parser as one page at a time, because the parser goes over all
/// pages each time it searches for one.
struct Single<'d> {
    document: &'d mut Document,
    /// The root of a page tree with one page.
    root: ObjectId,
}

impl<'d> Single<'d> {
    fn new(document: &'d mut Document) -> Self {
        let root = document.new_object_id();
        if let Ok(catalog) = document.catalog_mut() {
            catalog.set("Pages", Object::Reference(root));
        }
        Self { document, root }
    }

    /// Returns the text of a page as extracted, or the reason for failure as the end of a sentence.
    fn text(&mut self, page: ObjectId) -> Result<String, Why> {
        let mut tree = Dictionary::new();
        tree.set("Type", Object::Name(b"Pages".to_vec()));
        tree.set("Kids", Object::Array(vec![Object::Reference(page)]));
        self.document.set_object(self.root, tree);
        let mut text = String::new();
        let document = &*self.document;
        // The parser gives up by panicking. Its state is lost then, and the document is unchanged.
        let done = catch_unwind(AssertUnwindSafe(|| {
            output_doc_page(document, &mut PlainTextOutput::new(&mut text), 1)
        }));
        match done {
            Ok(Ok(())) => Ok(text),
            Ok(Err(OutputError::PdfError(error))) => Err(Why::of(error)),
            Ok(Err(error)) => Err(Why::of(error)),
            Err(_) => Err("its parser crashed on it".into()),
        }
    }
}

/// Returns `text` without artefacts of page layout: blanks at line ends and runs of them inside
/// lines, empty lines at the beginning, and more than one of them elsewhere.
fn tidy(text: &str) -> String {
    let mut tidied = String::with_capacity(text.len());
    let mut empty = true;
    for line in text.trim_end().split(['\n', '\r', '\u{c}']).map(str::trim_end) {
        if line.is_empty() && empty {
            continue;
        }
        empty = line.is_empty();
        let indented = line.trim_start();
        tidied.push_str(line.strip_suffix(indented).unwrap_or_default());
        let mut before = ' ';
        for c in indented.chars() {
            if c != ' ' || before != ' ' {
                tidied.push(c);
            }
            before = c;
        }
        tidied.push('\n');
    }
    tidied
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_and_empty_space_goes() {
        let text = "\n\n  Over  there \r\n\r\n\n\u{c}exam-\nple \u{fb01}le\t\n";
        assert_eq!(tidy(text), "  Over there\n\nexam-\nple \u{fb01}le\n");
        assert_eq!(tidy(" \n\u{c} "), "");
    }
}
