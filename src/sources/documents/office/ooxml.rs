//! Shared parts of DOCX and PPTX (ECMA-376): relationships between parts, and paragraphs, which
//! have the same names in both.

use super::archive::{Archive, resolved};
use super::lines::OfficeText;
use super::xml::{self, Element, Event};
use crate::error::Why;

/// A relationship of a part: `<Relationship Id="rId1" Type="…/slide" Target="slides/slide1.xml"/>`.
#[derive(Debug)]
pub(super) struct Related {
    pub(super) id: String,
    /// The end of its type: `slide`.
    pub(super) kind: String,
    /// The entry it leads to.
    pub(super) entry: String,
}

/// Returns the relationships of the part `entry`; of the archive itself for the empty name.
pub(super) fn related(archive: &mut Archive<'_>, entry: &str) -> Result<Vec<Related>, Why> {
    let (folder, name) = entry.rsplit_once('/').unwrap_or(("", entry));
    let slash = if folder.is_empty() { "" } else { "/" };
    let Some(bytes) = archive.read(&format!("{folder}{slash}_rels/{name}.rels"))? else {
        return Ok(Vec::new());
    };
    let mut related = Vec::new();
    xml::walk(&bytes, &mut |event| {
        if let Event::Open(element) = event
            && element.name() == "Relationship"
            && let (Some(id), Some(kind), Some(target)) =
                (element.attribute("Id"), element.attribute("Type"), element.attribute("Target"))
        {
            let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
            related.push(Related { id, kind, entry: resolved(entry, &target) });
        }
        true
    })?;
    Ok(related)
}

/// Returns the main part of the archive; `usual` if it names none.
pub(super) fn main_part(archive: &mut Archive<'_>, usual: &str) -> Result<String, Why> {
    let related = related(archive, "")?;
    let main = related.into_iter().find(|part| part.kind == "officeDocument");
    Ok(main.map_or_else(|| usual.to_owned(), |part| part.entry))
}

/// Writes the paragraphs and tables of a part into `lines`.
pub(super) fn read(bytes: &[u8], lines: &mut OfficeText) -> Result<(), Why> {
    // `t` holds the words; other text is code of fields or layout.
    let mut in_text = false;
    xml::walk(bytes, &mut |event| {
        match event {
            Event::Open(element) => return open(element, lines, &mut in_text),
            Event::Text(text) if in_text => lines.push(text),
            Event::Text(_) => {}
            Event::Close(name) => match name {
                "p" | "tr" | "tc" | "footnote" | "endnote" => lines.end(),
                "t" => in_text = false,
                _ => {}
            },
        }
        true
    })
}

/// Takes the beginning of an element; whether to look inside.
fn open(element: &Element<'_>, lines: &mut OfficeText, in_text: &mut bool) -> bool {
    match element.name() {
        "p" => lines.paragraph(),
        "tr" => lines.row(),
        "tc" => lines.cell(),
        "t" => *in_text = true,
        // A tab stop of a paragraph is a `tab` too, inside `tabs`.
        "tab" | "ptab" => lines.push("\t"),
        "br" | "cr" => lines.push("\n"),
        "noBreakHyphen" => lines.push("\u{2011}"),
        "numPr" | "buChar" | "buAutoNum" => lines.before("- "),
        // A list by its style alone: `ListBullet`, `ListNumber2`.
        "pStyle" => {
            let style = element.attribute("val").unwrap_or_default();
            if style.starts_with("List") && style != "ListParagraph" {
                lines.before("- ");
            }
        }
        // The list that takes a paragraph out of the one of its style.
        "numId" if element.attribute("val").is_some_and(|id| id == "0") => lines.before(""),
        "bookmarkStart" => {
            // Word marks its own names with `_`.
            let name = element.attribute("name").filter(|name| !name.starts_with('_'));
            if let Some(name) = name {
                lines.name(name);
            }
        }
        "footnote" | "endnote" => {
            let kind = element.attribute("type");
            if kind.is_some_and(|kind| kind != "normal") {
                return false;
            }
            lines.note();
        }
        // Deleted or moved away, said a second time for older programs, or a list of tab stops.
        "del" | "moveFrom" | "Fallback" | "tabs" | "tabLst" => return false,
        _ => {}
    }
    true
}
