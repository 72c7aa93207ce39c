//! Office files: DOCX, ODT, PPTX and EPUB, which are zip archives of XML.
//!
//! Each paragraph is a line, and so is each row of a table (`a | b | c`); footnotes are at the end.
//! Deleted text of tracked changes, comments, headers and footers are left out. The program that
//! opens the file lays out the pages, so there are none except a presentation's slides.

mod archive;
mod docx;
mod epub;
mod lines;
mod odt;
mod ooxml;
mod pptx;
#[cfg(test)]
mod tests;
mod xml;

pub(super) use docx::parts as read_docx;
pub(super) use epub::parts as read_epub;
pub(super) use odt::parts as read_odt;
pub(super) use pptx::parts as read_pptx;

use crate::error::Why;
use archive::Archive;
use xml::Event;

use super::DocumentPart;

/// Refuses an archive that declares a type other than `kinds`; without a declaration, its name
/// decides.
fn check_type(archive: &mut Archive<'_>, kinds: &[&str]) -> Result<(), Why> {
    let Some(said) = archive.read("mimetype")? else { return Ok(()) };
    let said = String::from_utf8_lossy(&said);
    let said = said.trim();
    if kinds.iter().any(|kind| said.eq_ignore_ascii_case(kind)) {
        return Ok(());
    }
    let shown: String = said.chars().take(80).collect();
    Err(format!("it says to be `{shown}`").into())
}

/// Returns the text of the first `title` in a description of a document; `None` if there is none.
fn title(archive: &mut Archive<'_>, entry: &str) -> Result<Option<String>, Why> {
    let Some(bytes) = archive.read(entry)? else { return Ok(None) };
    let (mut inside, mut title) = (false, String::new());
    // A description that cannot be read costs the title and no more.
    let _broken = xml::walk(&bytes, &mut |event| {
        match event {
            Event::Open(element) => inside = element.name() == "title" && title.is_empty(),
            Event::Text(text) if inside => title.push_str(text),
            Event::Text(_) => {}
            Event::Close(_) => inside = false,
        }
        true
    });
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok((!title.is_empty()).then_some(title))
}

/// Hands over the head of a document without pages.
fn emit_head(title: Option<String>, emit: &mut dyn FnMut(DocumentPart)) {
    emit(DocumentPart::Head { encoding: None, title, url: None, pages: None });
}
