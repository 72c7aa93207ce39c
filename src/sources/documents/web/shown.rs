//! The part of an element that a reader of the page sees.

use super::tree::Element;
use crate::text::not_shown::is_unshown_element;
use crate::text::style::declarations;

/// True if nothing of an element is shown to a reader.
pub(super) fn is_hidden(element: &Element) -> bool {
    // The title of a page is read by itself.
    let name = element.name();
    if is_unshown_element(name) && !matches!(name, "title") {
        return true;
    }
    match name {
        "dialog" if element.attribute("open").is_none() => return true,
        "" if matches!(element.foreign_name(), "svg" | "annotation" | "annotation-xml") => {
            return true;
        }
        _ => {}
    }
    // An element that a script shows later has another style at first: `opacity: 0`.
    let declared = declarations(element.attribute("style").unwrap_or_default());
    let declared = |wanted: (&str, &str)| {
        declared.iter().any(|(name, value)| (name.as_str(), value.as_str()) == wanted)
    };
    // Search and fragments find text hidden by `until-found`.
    element.attribute("hidden").is_some_and(|how| !how.eq_ignore_ascii_case("until-found"))
        || element.attribute("aria-hidden") == Some("true")
        || declared(("display", "none"))
        || declared(("visibility", "hidden"))
}

/// True if the text of an element is struck out.
pub(super) fn is_struck(element: &Element) -> bool {
    let style = element.attribute("style").unwrap_or_default().to_ascii_lowercase();
    matches!(element.name(), "del" | "s" | "strike") || style.contains("line-through")
}
