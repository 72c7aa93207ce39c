//! Walking through XML. Names are taken without their prefix, which every writer may choose;
//! entities that a document declares itself are not expanded.

use crate::error::Why;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event as Read};
use quick_xml::{Reader, XmlVersion};

/// Maximum number of levels of nesting.
const MAX_LEVELS: usize = 2000;

/// An event of the walk.
#[derive(Debug)]
pub(super) enum Event<'e> {
    /// The beginning of an element.
    Open(&'e Element<'e>),
    /// The end of the element of this name.
    Close(&'e str),
    /// A stretch of text, its references resolved.
    Text(&'e str),
}

/// An element, as its tag says.
#[derive(Debug)]
pub(super) struct Element<'e>(BytesStart<'e>);

impl Element<'_> {
    /// Returns its name without prefix.
    pub(super) fn name(&self) -> &str {
        self.0.local_name().into_inner()
    }

    /// Returns the value of the attribute of this name without prefix; one with a prefix goes
    /// before one without.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let mut found = None;
        for attribute in self.0.attributes().with_checks(false).flatten() {
            let (own, prefix) = attribute.key.decompose();
            if own.into_inner() == name && (prefix.is_some() || found.is_none()) {
                let value = attribute.normalized_value(XmlVersion::Implicit1_0);
                found = value.ok().map(std::borrow::Cow::into_owned);
            }
        }
        found
    }
}

/// Passes everything in `xml` to `see`, in order. If that returns `false` for an element, the
/// element is skipped with its content and its end.
///
/// Fails with the end of a sentence if the XML is broken, after passing on what precedes.
pub(super) fn walk(xml: &[u8], see: &mut dyn FnMut(Event<'_>) -> bool) -> Result<(), Why> {
    // Nearly always UTF-8; UTF-16 bears a byte order mark.
    let (text, _, _) = encoding_rs::UTF_8.decode(xml);
    let mut reader = Reader::from_str(&text);
    reader.config_mut().expand_empty_elements = true;
    reader.config_mut().allow_dangling_amp = true;
    let (mut level, mut passed) = (0_usize, None);
    loop {
        let event = reader.read_event().map_err(|error| {
            format!("its XML is broken at byte {}: {error}", reader.error_position())
        })?;
        match event {
            Read::Eof if level > 0 => return Err("its XML ends too early".into()),
            Read::Eof => return Ok(()),
            Read::Start(start) => {
                level += 1;
                if level > MAX_LEVELS {
                    return Err(
                        format!("its XML is nested more than {MAX_LEVELS} levels deep").into()
                    );
                }
                if passed.is_none() && !see(Event::Open(&Element(start))) {
                    passed = Some(level);
                }
            }
            Read::End(end) => {
                match passed {
                    None => drop(see(Event::Close(end.local_name().into_inner()))),
                    Some(from) if from == level => passed = None,
                    Some(_) => {}
                }
                level = level.saturating_sub(1);
            }
            Read::Text(text) if passed.is_none() => drop(see(Event::Text(&text.xml10_content()))),
            Read::CData(text) if passed.is_none() => drop(see(Event::Text(&text.xml10_content()))),
            Read::GeneralRef(name) if passed.is_none() => drop(see(Event::Text(&referred(&name)))),
            _ => {}
        }
    }
}

/// Resolves a reference; itself when only the document knows.
fn referred(reference: &BytesRef<'_>) -> String {
    match (reference.resolve_char_ref(), resolve_predefined_entity(reference)) {
        (Ok(Some(character)), _) => character.to_string(),
        (_, Some(text)) => text.to_owned(),
        _ => format!("&{};", &**reference),
    }
}
