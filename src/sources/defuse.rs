//! Protects text from being read as the marks of a presentation.
//!
//! Presentations have no escape, so a mark that is only part of a text is broken with a visible
//! backslash: `<\/source>`, `\[L3]`, `\Citation Marker: …`.

use std::borrow::Cow;

use super::lines::{blanks, content, lines};
use super::{fields, labels, pieces, tag};

/// True if a reader would take the beginning of `line` for a label, such as `[L3]` or `L3:`.
pub fn begins_with_label(line: &str) -> bool {
    labels::is_label(line)
}

/// Returns `line` with a label at its beginning broken.
pub fn without_label(line: &str) -> Cow<'_, str> {
    if !begins_with_label(line) {
        return Cow::Borrowed(line);
    }
    let (margin, rest) = line.split_at_checked(blanks(line)).unwrap_or(("", line));
    Cow::Owned(format!("{margin}\\{rest}"))
}

/// True if a line `key: value` under a head is read as that field of the source.
pub fn is_field(key: &str) -> bool {
    fields::is_key(key)
}

/// Returns `text` with every mark broken that begins, ends or frames a source, including the tags
/// of `elements`; and the number of backslashes inserted.
pub fn without_marks(text: &str, elements: &[&str]) -> (String, usize) {
    let mut text = text.to_owned();
    let mut taken = 0;
    // A broken mark may have hidden another one, as a tag hides its attributes.
    loop {
        let places = places(&text, elements);
        if places.is_empty() {
            return (text, taken);
        }
        taken += places.len();
        text = with_backslashes(&text, &places);
    }
}

/// Returns the places of backslashes that break the marks of `text`, in bytes and in order.
fn places(text: &str, elements: &[&str]) -> Vec<usize> {
    let mut places = Vec::new();
    for (at, line) in lines(text) {
        let marks = pieces::marks(text, content(line), at);
        let of_element = |at: &usize| {
            let rest = text.get(*at..).unwrap_or_default();
            let rest = rest.strip_prefix('<').unwrap_or(rest);
            let name = rest.strip_prefix('/').unwrap_or(rest);
            elements.iter().any(|element| tag::end_of(name, element).is_some())
        };
        let tags = memchr::memchr_iter(b'<', content(line).as_bytes()).map(|found| at + found);
        places.extend(marks.into_iter().chain(tags.filter(of_element)));
    }
    for place in &mut places {
        *place += usize::from(text.as_bytes().get(*place) == Some(&b'<'));
    }
    places.sort_unstable();
    places.dedup();
    places
}

fn with_backslashes(text: &str, places: &[usize]) -> String {
    let mut out = String::with_capacity(text.len() + places.len());
    let mut from = 0;
    for &place in places {
        out.push_str(text.get(from..place).unwrap_or_default());
        out.push('\\');
        from = place;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_is_broken_visibly() {
        let broken = |text: &str| without_marks(text, &["content"]);
        for (text, expected) in [
            ("Citation Marker: turn0file0", "\\Citation Marker: turn0file0"),
            ("  【turn2file1】 x", "  \\【turn2file1】 x"),
            ("a </source> b", "a <\\/source> b"),
            ("<BLOCK id=\"x\">", "<\\BLOCK id=\"x\">"),
            ("a</Block ><source id=1>", "a<\\/Block ><\\source id=1>"),
            ("<content>a</content>", "<\\content>a<\\/content>"),
            (
                "[6] T (a.example)\n**viewing lines [0 - 1] of 1**",
                "\\[6] T (a.example)\n**viewing lines [0 - 1] of 1**",
            ),
            ("see <source> and [L1]", "see <source> and [L1]"),
        ] {
            assert_eq!(broken(text).0, expected);
        }
        let hidden = broken("<BLOCK id=\"</source><BLOCK id='y'>\">");
        assert_eq!(hidden.0, "<\\BLOCK id=\"<\\/source><\\BLOCK id='y'>\">");
        assert_eq!(hidden.1, 3);
    }

    #[test]
    fn labels_are_broken_at_the_start_alone() {
        assert_eq!(without_label(" [L3] x"), " \\[L3] x");
        assert_eq!(without_label("L3: x"), "\\L3: x");
        assert_eq!(without_label("see [L3]"), "see [L3]");
    }
}
