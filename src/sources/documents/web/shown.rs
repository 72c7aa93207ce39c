//! What a reader of a page sees of an element.

use super::tree::Element;

/// True if nothing of an element is shown to a reader.
pub(super) fn is_hidden(element: &Element) -> bool {
    match element.name() {
        "script" | "style" | "template" | "noscript" | "head" | "iframe" | "object" | "embed"
        | "canvas" | "audio" | "video" | "select" | "datalist" | "textarea" | "noembed"
        | "noframes" => return true,
        "dialog" if element.attribute("open").is_none() => return true,
        "" if matches!(element.foreign_name(), "svg" | "annotation" | "annotation-xml") => {
            return true;
        }
        _ => {}
    }
    let style = element.attribute("style").unwrap_or_default().to_ascii_lowercase();
    let declared = |wanted: (&str, &str)| {
        let mut all = style.split(';').filter_map(|one| one.split_once(':'));
        all.any(|(name, value)| {
            (name.trim(), value.trim().trim_end_matches("!important").trim()) == wanted
        })
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
