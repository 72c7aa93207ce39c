//! DOCX: Office Open XML text documents (ECMA-376, part 1, 17).

use super::super::DocumentPart;
use super::archive::{Archive, resolved};
use super::lines::OfficeText;
use super::{emit_head, ooxml, title};
use crate::error::Why;

/// Gets the parts out of the archive.
pub(in super::super) fn parts(
    bytes: &[u8],
    _skip: u64,
    emit: &mut dyn FnMut(DocumentPart),
) -> Result<(), Why> {
    let mut archive = Archive::new(bytes)?;
    let main = ooxml::main_part(&mut archive, "word/document.xml")?;
    let body = archive.need(&main)?;
    emit_head(title(&mut archive, "docProps/core.xml")?, emit);
    let mut lines = OfficeText::default();
    let mut done = ooxml::read(&body, &mut lines);
    for notes in ["footnotes.xml", "endnotes.xml"] {
        done = done.and_then(|()| match archive.read(&resolved(&main, notes))? {
            Some(notes) => ooxml::read(&notes, &mut lines),
            None => Ok(()),
        });
    }
    lines.finish(emit);
    done
}
