//! ODT: texts of the Open Document Format (ISO/IEC 26300).

use super::super::DocumentPart;
use super::super::beginnings::ODT_TYPES;
use super::archive::Archive;
use super::lines::OfficeText;
use super::xml::{self, Element, Event};
use super::{check_type, emit_head, title};
use crate::error::Why;

/// Maximum number of blanks for one element.
const MAX_BLANKS: usize = 100;

/// Gets the parts out of the archive.
pub(in super::super) fn parts(
    bytes: &[u8],
    _skip: u64,
    emit: &mut dyn FnMut(DocumentPart),
) -> Result<(), Why> {
    let mut archive = Archive::new(bytes)?;
    check_type(&mut archive, ODT_TYPES)?;
    let content = archive.need("content.xml")?;
    emit_head(title(&mut archive, "meta.xml")?, emit);
    let mut lines = OfficeText::default();
    let mut lists = 0_usize;
    let done = xml::walk(&content, &mut |event| {
        match event {
            Event::Open(element) => return open(element, &mut lines, &mut lists),
            Event::Text(text) => lines.push_folded(text),
            Event::Close(name) => match name {
                "p" | "h" | "table-row" | "table-cell" | "note-body" => lines.end(),
                "list" => lists = lists.saturating_sub(1),
                _ => {}
            },
        }
        true
    });
    lines.finish(emit);
    done
}

/// Takes the beginning of an element; whether to look inside.
fn open(element: &Element<'_>, lines: &mut OfficeText, lists: &mut usize) -> bool {
    match element.name() {
        "p" => {
            lines.paragraph();
            if *lists > 0 {
                lines.before("- ");
            }
        }
        "h" => lines.paragraph(),
        "table-row" => lines.row(),
        "table-cell" => lines.cell(),
        "list" => *lists += 1,
        "note-body" => lines.note(),
        "tab" => lines.push("\t"),
        "line-break" => lines.push("\n"),
        "s" => {
            let count = element.attribute("c").and_then(|count| count.parse().ok()).unwrap_or(1);
            lines.push(&" ".repeat(MAX_BLANKS.min(count)));
        }
        "bookmark" | "bookmark-start" => {
            if let Some(name) = element.attribute("name") {
                lines.name(name);
            }
        }
        // The number of a note, deleted text, comments, and descriptions of pictures.
        "note-citation" | "tracked-changes" | "annotation" | "title" | "desc" => return false,
        _ => {}
    }
    true
}
