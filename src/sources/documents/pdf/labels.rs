//! Page labels: the names of a document's pages, in addition to their position in the file.

use pdf_extract::{Dictionary, Document, Object, decode_text_string};

/// Maximum depth of the tree of labels, and number of its nodes.
const MAX_DEPTH: usize = 32;
const MAX_NODES: usize = 10_000;

/// The maximum length of a label that is shown, in characters: numerals from a hostile start would
/// be endless.
const MAX_LENGTH: usize = 32;

/// The labels of a document's pages: stretches that each count in one style.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Labels(Vec<Stretch>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Stretch {
    /// Number of its first page, from 1.
    from: u64,
    style: Style,
    prefix: String,
    /// Number of its first page.
    start: u64,
}

/// The numbering styles of ISO 32000-1, table 159.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Decimal,
    Roman {
        small: bool,
    },
    Letters {
        small: bool,
    },
    /// No number: the prefix alone.
    None,
}

impl Labels {
    /// Creates the labels that the document's catalog declares.
    pub(super) fn new(document: &Document) -> Self {
        let mut stretches = Vec::new();
        let root =
            document.catalog().and_then(|catalog| catalog.get_deref(b"PageLabels", document));
        if let Ok(root) = root.and_then(Object::as_dict) {
            let mut left = MAX_NODES;
            collect(document, root, MAX_DEPTH, &mut left, &mut stretches);
        }
        stretches.sort_by_key(|stretch: &Stretch| stretch.from);
        Self(stretches)
    }

    /// Returns the label of the page of `number` (from 1), if it differs from that.
    pub(super) fn of(&self, number: u64) -> Option<String> {
        let after = self.0.partition_point(|stretch| stretch.from <= number);
        let stretch = self.0.get(after.checked_sub(1)?)?;
        let counted = stretch.start.checked_add(number - stretch.from)?;
        let label = format!("{}{}", stretch.prefix, numeral(stretch.style, counted)?);
        let shown = !label.is_empty() && label.chars().count() <= MAX_LENGTH;
        (shown && label != number.to_string()).then_some(label)
    }
}

/// Takes the stretches out of a node of the number tree (ISO 32000-1, 7.9.7).
fn collect(
    document: &Document,
    node: &Dictionary,
    depth: usize,
    left: &mut usize,
    stretches: &mut Vec<Stretch>,
) {
    let array = |key: &[u8]| node.get_deref(key, document).and_then(Object::as_array);
    if let Ok(pairs) = array(b"Nums") {
        for pair in pairs.chunks_exact(2) {
            let [index, label] = pair else { continue };
            let Some(rest) = left.checked_sub(1) else { return };
            *left = rest;
            stretches.extend(stretch(document, index, label));
        }
    }
    let Some(depth) = depth.checked_sub(1) else { return };
    for kid in array(b"Kids").map_or(&[][..], Vec::as_slice) {
        let Some(rest) = left.checked_sub(1) else { return };
        *left = rest;
        if let Ok((_, Object::Dictionary(kid))) = document.dereference(kid) {
            collect(document, kid, depth, left, stretches);
        }
    }
}

fn stretch(document: &Document, index: &Object, label: &Object) -> Option<Stretch> {
    let index = u64::try_from(document.dereference(index).ok()?.1.as_i64().ok()?).ok()?;
    let label = document.dereference(label).ok()?.1.as_dict().ok()?;
    let style = match label.get_deref(b"S", document).and_then(Object::as_name) {
        Ok(b"D") => Style::Decimal,
        Ok(b"R") => Style::Roman { small: false },
        Ok(b"r") => Style::Roman { small: true },
        Ok(b"A") => Style::Letters { small: false },
        Ok(b"a") => Style::Letters { small: true },
        _ => Style::None,
    };
    let prefix = label.get_deref(b"P", document).and_then(decode_text_string).unwrap_or_default();
    let start = label.get_deref(b"St", document).and_then(Object::as_i64).unwrap_or(1);
    Some(Stretch { from: index.checked_add(1)?, style, prefix, start: u64::try_from(start).ok()? })
}

/// Returns `number` (from 1) in a style; `None` if it would be too long or if there is none.
fn numeral(style: Style, number: u64) -> Option<String> {
    let (upper, small) = match style {
        Style::None => return Some(String::new()),
        Style::Decimal => return Some(number.to_string()),
        Style::Roman { small } => (roman(number)?, small),
        Style::Letters { small } => (letters(number)?, small),
    };
    Some(if small { upper.to_lowercase() } else { upper })
}

fn roman(number: u64) -> Option<String> {
    const NUMERALS: [(u64, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if number == 0 || number > 1000 * MAX_LENGTH as u64 {
        return None;
    }
    let mut left = number;
    let mut text = String::new();
    for (value, numeral) in NUMERALS {
        while left >= value {
            text.push_str(numeral);
            left -= value;
        }
    }
    Some(text)
}

/// Returns a to Z, then AA to ZZ, AAA to ZZZ.
fn letters(number: u64) -> Option<String> {
    let index = number.checked_sub(1)?;
    let letter = char::from(b'A' + u8::try_from(index % 26).ok()?);
    let times = usize::try_from(index / 26).ok()?.checked_add(1)?;
    (times <= MAX_LENGTH).then(|| letter.to_string().repeat(times))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(style: Style, number: u64, expected: Option<&str>) {
        assert_eq!(numeral(style, number).as_deref(), expected);
    }

    #[test]
    fn numerals_of_each_style() {
        check(Style::Decimal, 12, Some("12"));
        check(Style::Roman { small: true }, 4, Some("iv"));
        check(Style::Roman { small: false }, 1994, Some("MCMXCIV"));
        check(Style::Letters { small: true }, 26, Some("z"));
        check(Style::Letters { small: false }, 28, Some("BB"));
        check(Style::None, 3, Some(""));
        check(Style::Roman { small: true }, 0, None);
        check(Style::Roman { small: true }, u64::MAX, None);
        check(Style::Letters { small: true }, u64::MAX, None);
    }

    #[test]
    fn each_stretch_counts_from_its_own_start() {
        let stretch = |from, style, prefix: &str, start| Stretch {
            from,
            style,
            prefix: prefix.to_owned(),
            start,
        };
        let labels = Labels(vec![
            stretch(1, Style::Roman { small: true }, "", 1),
            stretch(4, Style::Decimal, "", 1),
            stretch(6, Style::Decimal, "A-", 8),
            stretch(7, Style::Decimal, "", 7),
            stretch(8, Style::Decimal, "", u64::MAX),
        ]);
        let all: Vec<String> = (1..=9).map(|n| labels.of(n).unwrap_or_default()).collect();
        let last = u64::MAX.to_string();
        assert_eq!(all, ["i", "ii", "iii", "1", "2", "A-8", "", &last, ""]);
        assert_eq!(Labels::default().of(1), None);
    }
}
