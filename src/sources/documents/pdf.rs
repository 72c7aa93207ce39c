//! PDF: the text of each page, in the reading order that `pdf-extract` finds.

use pdf_extract::{Document, PlainTextOutput, output_doc_page};

use super::{Kind, Part};

pub(super) const KIND: Kind =
    Kind { name: "pdf", title: "a PDF", extensions: &["pdf"], begins, by_extension: false, parts };

/// Readers accept the header anywhere in the first 1,024 bytes (PDF 1.7, implementation note 13).
fn begins(head: &[u8]) -> bool {
    let head = head.get(..super::HEAD_BYTES).unwrap_or(head);
    memchr::memmem::find(head, b"%PDF-").is_some()
}

fn parts(bytes: &[u8], skip: u64, emit: &mut dyn FnMut(Part)) -> Result<(), String> {
    let document = Document::load_mem(bytes).map_err(|error| error.to_string())?;
    let pages: Vec<u32> = document.get_pages().into_keys().collect();
    emit(Part::Head { title: None, url: None, pages: Some(pages.len() as u64) });
    for (index, page) in pages.into_iter().enumerate().skip(usize::try_from(skip).unwrap_or(0)) {
        let mut text = String::new();
        let mut output = PlainTextOutput::new(&mut text);
        let done = output_doc_page(&document, &mut output, page);
        done.map_err(|error| error.to_string())?;
        emit(Part::Page { number: index as u64 + 1, label: None, text });
    }
    Ok(())
}
