//! Markers in running text: the citation guide's format, `\u{e200}cite\u{e202}turn0file0\u{e201}`.
//!
//! Spec: the guide's section on citation formats and its two helpers; variants of models and
//! exports were collected from recorded answers. Three readings use one [`grammar`]:
//!
//! - the *strict* one is the guide's own: [`extract`] and [`strip`] for a text in memory,
//!   [`Reader`] for a stream, [`scan`] for files of any size;
//! - the *lenient* one, [`read_response`], is the inspector's: escapes, damaged markers, visible
//!   labels, and every malformed marker with its reason.
//!
//! # Incomplete support
//!
//! The shifted alphabets (U+E600, U+E142) and the brackets around claims (U+E203, U+E204) are not
//! read; they stay text. Private-use characters elsewhere may be icons and are never touched.

mod families;
pub(crate) mod fields;
pub(crate) mod grammar;
mod labels;
mod lenient;
pub(crate) mod marker;
mod marks;
mod mentions;
pub(crate) mod plain;
mod respell;
pub(crate) mod scan;
mod stream;
mod stripped;
mod targets;

pub use families::{Families, Fields};
pub use grammar::{MARKER_LIMIT, PROSE_LIMIT};
pub use lenient::read_response;
pub use respell::{Respelled, begins_marker, respelled, unescaped, written};
pub use stream::{Event, Found, Options, Reader};
pub(crate) use stripped::{QUOTED, has_quoted};
pub use targets::{fields_of, invalid_id, with_declared_ids};

/// Returns the sound citations of `text`, in order, as the guide's helpers find them. Spans are
/// bytes.
pub fn extract(text: &str, options: &Options) -> Vec<Found> {
    let mut found = Vec::new();
    for event in read(text, options) {
        if let Event::Citation(citation) = event {
            found.push(citation);
        }
    }
    found
}

/// Returns `text` without its sound citations, otherwise unchanged.
pub fn strip(text: &str, options: &Options) -> String {
    let mut stripped = String::with_capacity(text.len());
    for event in read(text, options) {
        match event {
            Event::Citation(_) => {}
            Event::Prose(prose) => stripped.push_str(&prose),
            Event::Malformed(found) | Event::Other(found) => stripped.push_str(&found.raw),
        }
    }
    stripped
}

fn read(text: &str, options: &Options) -> impl Iterator<Item = Event> {
    let mut reader = Reader::new(options.clone());
    let events = reader.push(text);
    events.into_iter().chain(reader.finish())
}
