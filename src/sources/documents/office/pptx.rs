//! PPTX: Office Open XML presentations (ECMA-376, part 1, 19). A slide is a page. Speaker notes are
//! left out.

use super::super::DocumentPart;
use super::archive::Archive;
use super::lines::OfficeText;
use super::xml::{self, Event};
use super::{ooxml, title};
use crate::error::Why;

/// Gets the parts out of the archive.
pub(in super::super) fn parts(
    bytes: &[u8],
    skip: u64,
    emit: &mut dyn FnMut(DocumentPart),
) -> Result<(), Why> {
    let mut archive = Archive::new(bytes)?;
    let main = ooxml::main_part(&mut archive, "ppt/presentation.xml")?;
    let slides = slides(&mut archive, &main)?;
    let pages = Some(slides.len() as u64);
    let title = title(&mut archive, "docProps/core.xml")?;
    emit(DocumentPart::Head { encoding: None, title, url: None, pages });
    for (number, slide) in (1..).zip(slides).skip(usize::try_from(skip).unwrap_or(0)) {
        let slide = archive.need(&slide)?;
        let mut lines = OfficeText::default();
        let done = ooxml::read(&slide, &mut lines);
        emit(DocumentPart::Page { number, label: None, text: lines.into_text() });
        done?;
    }
    Ok(())
}

/// Returns the entries of the slides, in the order of the show.
fn slides(archive: &mut Archive<'_>, main: &str) -> Result<Vec<String>, Why> {
    let bytes = archive.need(main)?;
    let related = ooxml::related(archive, main)?;
    let mut slides = Vec::new();
    xml::walk(&bytes, &mut |event| {
        if let Event::Open(element) = event
            && element.name() == "sldId"
            && let Some(id) = element.attribute("id")
        {
            let slide = related.iter().find(|part| part.id == id);
            slides.extend(slide.map(|part| part.entry.clone()));
        }
        true
    })?;
    Ok(slides)
}
