//! Marks that are a word and a number in brackets: `[doc1]`, `[ref_id:0]`, `[web:3]`.

use crate::dialects::shared::code::Code;
use crate::model::{Anchor, AnchorKind, Citation, Target};
use crate::text::Span;

/// The most digits of a number.
const MAX_DIGITS: usize = 9;

/// Returns the marks `[` `word` number `]` in `text` outside code, in order; the number, without
/// leading zeros, is the id.
pub(crate) fn marks(text: &str, family: &str, word: &str) -> Vec<Citation> {
    let open = format!("[{word}");
    if !text.contains(&open) {
        return Vec::new();
    }
    let code = Code::of(text);
    let mark = |(start, _)| {
        let rest = text.get(start + open.len()..)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = rest.get(..digits).filter(|_| (1..=MAX_DIGITS).contains(&digits))?;
        rest.get(digits..)?.starts_with(']').then_some(())?;
        let span = Span::new(start, start + open.len() + digits + 1);
        if code.overlaps(span) {
            return None;
        }
        let id = number.parse::<u64>().ok()?.to_string();
        Some(Citation {
            family: family.to_owned(),
            raw: span.slice(text).unwrap_or_default().to_owned(),
            anchor: Anchor { kind: AnchorKind::Marker, span },
            targets: vec![Target { id, ..Target::default() }],
            ..Citation::default()
        })
    };
    text.match_indices(&open).filter_map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_and_a_number_in_brackets() {
        let text =
            "It is so [doc1][doc02]. Not [doc 3], [doc], [docs1], [doc1234567890], `[doc4]`.";
        let found: Vec<(String, String)> = marks(text, "doc", "doc")
            .into_iter()
            .map(|mark| (mark.raw, mark.targets[0].id.clone()))
            .collect();
        let expected = [("[doc1]", "1"), ("[doc02]", "2")];
        assert_eq!(found, expected.map(|(raw, id)| (raw.to_owned(), id.to_owned())));
    }
}
