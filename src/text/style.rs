//! Styles of elements that hide their text.

/// The colour of a page, of which a text of nearly the same colour is not seen, by its three channels.
const WHITE: [u8; 3] = [255; 3];

/// The maximum difference in each channel of colours that look the same.
const MAX_DIFFERENCE: u8 = 16;

/// The minimum distance outside of a page, in pixels.
const MIN_OUTSIDE: f64 = 500.0;

/// Returns the declarations of a `style` attribute in lower case, each by its name with its value.
pub(crate) fn declarations(style: &str) -> Vec<(String, String)> {
    let mut plain = String::with_capacity(style.len());
    let mut rest = style;
    while let Some((before, comment)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    let plain = plain.to_ascii_lowercase();
    let each = plain.split(';').filter_map(|one| one.split_once(':'));
    let each = each.map(|(name, value)| {
        let value = value.trim().trim_end_matches("!important").trim();
        (name.trim().to_owned(), value.to_owned())
    });
    each.collect()
}

/// True if a reader of a white page does not see text of this style.
pub(crate) fn hides(style: &str) -> bool {
    let declared = declarations(style);
    let value = |wanted: &str| {
        let last = declared.iter().rev().find(|(name, _)| name == wanted);
        last.map(|(_, value)| value.as_str())
    };
    let is_nought = |name: &str| value(name).and_then(number).is_some_and(|it| it == 0.0);
    let is_cut = value("overflow").is_some_and(|it| it.starts_with("hidden") || it == "clip");
    let is_outside = |name: &&str| {
        value(name).and_then(number).is_some_and(|it| it.abs() >= MIN_OUTSIDE && it < 0.0)
    };
    value("display") == Some("none")
        || matches!(value("visibility"), Some("hidden" | "collapse"))
        || ["opacity", "font-size"].into_iter().any(is_nought)
        || is_cut && ["width", "height", "max-width", "max-height"].into_iter().any(is_nought)
        || ["left", "right", "top", "bottom", "text-indent", "margin-left"].iter().any(is_outside)
        || value("transform").is_some_and(|it| it.starts_with("scale(0)"))
        || value("clip").is_some_and(|it| it.starts_with("rect(0"))
        || value("clip-path").is_some_and(|it| matches!(it, "inset(50%)" | "inset(100%)"))
        || has_colour_of_page(value("color"), value("background-color").or(value("background")))
}

fn has_colour_of_page(own: Option<&str>, after: Option<&str>) -> bool {
    match own.map(colour) {
        Some(Colour::Transparent) => true,
        Some(Colour::Opaque(own)) => {
            let page = match after.map(colour) {
                None | Some(Colour::Transparent) => WHITE,
                Some(Colour::Opaque(page)) => page,
                Some(Colour::Unknown) => return false,
            };
            own.iter().zip(page).all(|(one, other)| one.abs_diff(other) <= MAX_DIFFERENCE)
        }
        None | Some(Colour::Unknown) => false,
    }
}

enum Colour {
    Transparent,
    Opaque([u8; 3]),
    Unknown,
}

fn colour(value: &str) -> Colour {
    let channels = match value {
        "transparent" => return Colour::Transparent,
        "white" | "snow" | "ivory" | "ghostwhite" | "floralwhite" | "whitesmoke" => {
            return Colour::Opaque(WHITE);
        }
        "black" => return Colour::Opaque([0; 3]),
        _ => value.strip_prefix('#').map_or_else(|| function(value), hexadecimal),
    };
    match channels.as_deref() {
        Some([_, _, _, 0]) => Colour::Transparent,
        Some([red, green, blue] | [red, green, blue, _]) => Colour::Opaque([*red, *green, *blue]),
        _ => Colour::Unknown,
    }
}

/// Reads `fff`, `ffff`, `ffffff` or `ffffffff`.
fn hexadecimal(digits: &str) -> Option<Vec<u8>> {
    let values: Option<Vec<u8>> =
        digits.chars().map(|c| c.to_digit(16).and_then(|it| u8::try_from(it).ok())).collect();
    let values = values?;
    match values.len() {
        3 | 4 => Some(values.iter().map(|value| value * 17).collect()),
        6 | 8 => Some(
            values.chunks(2).map(|pair| pair.iter().fold(0, |sum, it| sum * 16 + it)).collect(),
        ),
        _ => None,
    }
}

/// Reads `rgb(255, 255, 255)` or `rgba(0 0 0 / 0)`.
fn function(value: &str) -> Option<Vec<u8>> {
    let inner = value.strip_prefix("rgb")?.trim_start_matches('a').strip_prefix('(')?;
    let inner = inner.strip_suffix(')')?;
    let parts = inner.split([',', ' ', '/']).filter(|part| !part.is_empty());
    let channel = |(at, part): (usize, &str)| {
        let whole = if at < 3 { 255.0 } else { 1.0 };
        let share = match part.strip_suffix('%') {
            Some(percent) => percent.parse::<f64>().ok()? / 100.0,
            None => part.parse::<f64>().ok()? / whole,
        };
        // A colour has 256 steps in each channel.
        (0..=u8::MAX).rev().find(|step| f64::from(*step) <= share * 255.0)
    };
    parts.enumerate().map(channel).collect()
}

/// Returns the number that a value begins with.
fn number(value: &str) -> Option<f64> {
    let end = value.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+')));
    value.get(..end.unwrap_or(value.len()))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_that_hide_are_known() {
        for style in [
            "display:none",
            "DISPLAY: NONE !important",
            "dis/* */play:none",
            "visibility:collapse",
            "opacity:0.0",
            "font-size: 0em",
            "color:transparent",
            "color:rgb(255 255 255)",
            "color:rgba(1,2,3,0)",
            "color:#FFFE",
            "color:#fefefe;background:transparent",
            "color:black;background-color:#010101",
            "position:fixed;text-indent:-9999px",
            "max-height:0;overflow:hidden",
            "clip:rect(0,0,0,0)",
        ] {
            assert!(hides(style), "{style}");
        }
        for style in [
            "",
            "display:block",
            "opacity:0.5",
            "opacity:.9",
            "font-size:0.8em",
            "color:white;background:var(--dark)",
            "color:#fff;background:#333",
            "color:rgb(200,200,200)",
            "color:black",
            "text-indent:-2em",
            "max-height:0",
            "left:600px",
        ] {
            assert!(!hides(style), "{style}");
        }
    }
}
