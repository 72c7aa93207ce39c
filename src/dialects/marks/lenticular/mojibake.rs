//! Marks whose UTF-8 was read as Mac Roman or Windows-1252.
//!
//! `【`, `†` and `】` are three bytes each, which either encoding shows as three characters; one of
//! them (0x90 in Windows-1252) has no character there and is often lost. A reading is repaired by
//! turning its characters into bytes again; where that gives no UTF-8, only the three signs are.

use encoding_rs::{Encoding, MACINTOSH, WINDOWS_1252};

use crate::dialects::marks::lenticular::mark::line;

/// An encoding's form of the three signs; the first form of each is the whole one.
struct Shown {
    opens: &'static [&'static str],
    close: &'static str,
    daggers: &'static [&'static str],
    encoding: &'static Encoding,
}

static SHOWN: [Shown; 2] = [
    Shown { opens: &["„Äê"], close: "„Äë", daggers: &["‚Ä†"], encoding: MACINTOSH },
    Shown {
        opens: &["ã€\u{90}", "ã€\u{fffd}", "ã€\u{9d}", "ã€"],
        close: "ã€‘",
        daggers: &["â€\u{a0}", "â€ "],
        encoding: WINDOWS_1252,
    },
];

/// Returns the length of the damaged mark at the start of `rest`, and its repaired body.
pub(crate) fn repaired(rest: &str) -> Option<(usize, String)> {
    SHOWN.iter().find_map(|shown| {
        let inner = shown.opens.iter().find_map(|open| rest.strip_prefix(open))?;
        let body = line(inner);
        let end = body.find(shown.close)?;
        let body = body.get(..end)?;
        let length = rest.len() - inner.len() + end + shown.close.len();
        Some((length, repair(body, shown)))
    })
}

fn repair(body: &str, shown: &Shown) -> String {
    let (bytes, _, is_unmappable) = shown.encoding.encode(body);
    if !is_unmappable && let Ok(text) = String::from_utf8(bytes.into_owned()) {
        return text;
    }
    let mut text = body.to_owned();
    for dagger in shown.daggers {
        text = text.replace(dagger, "†");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_repaired_from_either_encoding() {
        let mac = "„ÄêF:a/√º.md‚Ä†L2-L3„Äë rest";
        assert_eq!(repaired(mac), Some((mac.len() - 5, "F:a/ü.md†L2-L3".to_owned())));
        let windows = "ã€\u{90}6â€\u{a0}L8ã€‘";
        assert_eq!(repaired(windows), Some((windows.len(), "6†L8".to_owned())));
        assert_eq!(repaired("ã€6â€ L8ã€‘").unwrap().1, "6†L8");
        assert_eq!(repaired("„Äê no end"), None);
    }
}
