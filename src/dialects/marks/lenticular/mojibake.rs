//! Marks whose UTF-8 was read as Mac Roman or Windows-1252.
//!
//! `【`, `†` and `】` are three bytes each, which either encoding shows as three characters; one of
//! them (0x90 in Windows-1252) has no character there and is often lost. A reading is repaired by
//! turning its characters into bytes again; where that gives no UTF-8, only the three signs are.

/// The characters of the bytes 0x80 to 0xFF in Mac Roman. 0xF0 is private use.
const MAC_ROMAN: &str = "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";

/// The characters of the bytes 0x80 to 0x9F in Windows-1252; what is not defined is a control.
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// How an encoding shows the three signs; the first form of each is the whole one.
struct Shown {
    opens: &'static [&'static str],
    close: &'static str,
    daggers: &'static [&'static str],
    byte: fn(char) -> Option<u8>,
}

const SHOWN: [Shown; 2] = [
    Shown { opens: &["„Äê"], close: "„Äë", daggers: &["‚Ä†"], byte: mac_roman },
    Shown {
        opens: &["ã€\u{90}", "ã€\u{fffd}", "ã€\u{9d}", "ã€"],
        close: "ã€‘",
        daggers: &["â€\u{a0}", "â€ "],
        byte: windows_1252,
    },
];

/// How long the damaged mark at the start of `rest` is, and what its body says when repaired.
pub(crate) fn repaired(rest: &str) -> Option<(usize, String)> {
    SHOWN.iter().find_map(|shown| {
        let inner = shown.opens.iter().find_map(|open| rest.strip_prefix(open))?;
        let line = crate::dialects::marks::lenticular::line(inner);
        let end = line.find(shown.close)?;
        let body = line.get(..end)?;
        let length = rest.len() - inner.len() + end + shown.close.len();
        Some((length, repair(body, shown)))
    })
}

fn repair(body: &str, shown: &Shown) -> String {
    let bytes: Option<Vec<u8>> = body.chars().map(shown.byte).collect();
    if let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
        return text;
    }
    let mut text = body.to_owned();
    for dagger in shown.daggers {
        text = text.replace(dagger, "†");
    }
    text
}

fn mac_roman(c: char) -> Option<u8> {
    byte_of(c, MAC_ROMAN)
}

fn windows_1252(c: char) -> Option<u8> {
    byte_of(c, WINDOWS_1252)
        .or_else(|| u8::try_from(u32::from(c)).ok().filter(|byte| *byte >= 0xa0))
}

/// The byte of a character in an encoding whose upper half begins with `upper`.
fn byte_of(c: char, upper: &str) -> Option<u8> {
    if c.is_ascii() {
        return u8::try_from(u32::from(c)).ok();
    }
    let place = upper.chars().position(|other| other == c)?;
    u8::try_from(place + 0x80).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_whole() {
        assert_eq!(MAC_ROMAN.chars().count(), 128);
        assert_eq!(WINDOWS_1252.chars().count(), 32);
    }

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
