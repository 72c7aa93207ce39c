//! The facts about a source's text, in words.

use super::json::line_count;
use crate::inspect::Inspection;
use crate::model::Source;
use crate::sources::documents::DocumentKind;
use crate::text::prose::count;

/// Returns the length of the text of a source; `None` if it is unknown.
pub(super) fn length(inspection: &Inspection, index: usize) -> Option<String> {
    let source = inspection.case.sources.get(index)?;
    if source.repeated {
        return Some("only words that the response repeats".to_owned());
    }
    if source.excerpt {
        return Some("cited words only".to_owned());
    }
    line_count(inspection, index).map(|lines| count(lines, "line"))
}

/// Returns the kind of document that the text is from and its encoding, if there is anything to say.
pub(super) fn origin(source: &Source) -> impl Iterator<Item = String> {
    let kind = source.extracted_from.and_then(DocumentKind::named).map(|kind| {
        match source.pages().count() {
            0 => kind.noun().to_owned(),
            pages => format!("{} of {}", kind.noun(), count(pages, "page")),
        }
    });
    kind.into_iter().chain(source.encoding.map(str::to_owned))
}

/// Returns how often a source is cited.
pub(super) fn uses(times: usize) -> String {
    match times {
        0 => "never cited".to_owned(),
        1 => "cited once".to_owned(),
        times => format!("cited {times} times"),
    }
}
