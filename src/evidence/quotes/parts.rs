//! A quote's pieces between ellipses and brackets.

use std::sync::LazyLock;

use regex::Regex;

use super::wording::word_count;
use crate::text::bare::Bare;

/// An ellipsis, bare or in brackets; or up to forty characters in square brackets that are not the
/// text of a link.
static SIGNS: LazyLock<Regex> = LazyLock::new(|| {
    let ellipsis = r"\u{2026}+|\.(?:\s?\.){2,}";
    let pattern = format!(
        r"[\[(\u{{ff3b}}\u{{ff08}}]\s*(?:{ellipsis})\s*[\])\u{{ff3d}}\u{{ff09}}]|{ellipsis}|[\[\u{{ff3b}}](?P<put>[^\[\]\u{{ff3b}}\u{{ff3d}}\n]{{1,40}})[\]\u{{ff3d}}]"
    );
    #[expect(clippy::unwrap_used, reason = "the pattern is written above")]
    Regex::new(&pattern).unwrap()
});

/// The maximum number of pieces that are searched for.
const MAX_PIECES: usize = 64;

/// The signs before a piece, or after the last one.
#[derive(Debug, Clone, Default)]
pub(super) struct Join {
    /// True if an ellipsis says that words are left out.
    pub left_out: bool,
    /// The words that brackets put in.
    pub put: Vec<String>,
    /// True if a bracket follows the piece before it without a blank: that piece may end inside a
    /// word.
    pub cuts_before: bool,
    /// True if a bracket precedes the next piece without a blank.
    pub cuts_after: bool,
}

/// A piece of a quote.
#[derive(Debug, Clone)]
pub(super) struct QuotePiece {
    /// The signs before it.
    pub join: Join,
    /// Its words, without those that brackets put in.
    pub bare: Bare,
    pub words: usize,
    /// The words that brackets put inside it.
    pub inner: Vec<String>,
}

/// A quote taken apart.
#[derive(Debug, Clone)]
pub(super) struct QuotePieces {
    pub pieces: Vec<QuotePiece>,
    /// The signs after the last piece.
    pub end: Join,
    pub has_brackets: bool,
}

/// Splits a quote at its ellipses, and at its brackets if `at_brackets` is set. `None` if it has
/// neither, or too many.
pub(super) fn parts(quote: &str, at_brackets: bool) -> Option<QuotePieces> {
    let mut reader = PieceReader::default();
    let mut at = 0;
    let mut any = false;
    for found in SIGNS.captures_iter(quote) {
        let Some(sign) = found.get(0) else { continue };
        let after = quote.get(sign.end()..).unwrap_or_default();
        let put = found.name("put").map(|put| put.as_str());
        if put.is_some() && after.starts_with('(') {
            continue;
        }
        any = true;
        let text = quote.get(at..sign.start()).unwrap_or_default();
        at = sign.end();
        reader.text.push_str(text);
        let Some(put) = put else {
            reader.cut();
            reader.join.left_out = true;
            continue;
        };
        reader.has_brackets = true;
        if at_brackets {
            let cuts_before = text.ends_with(char::is_alphanumeric);
            reader.cut();
            reader.join.cuts_before |= cuts_before;
            reader.join.cuts_after = after.starts_with(char::is_alphanumeric);
        }
        let has_text = reader.text.contains(char::is_alphanumeric);
        let into = if has_text { &mut reader.inner } else { &mut reader.join.put };
        into.push(put.to_owned());
    }
    reader.text.push_str(quote.get(at..).unwrap_or_default());
    reader.cut();
    let PieceReader { parts, join, has_brackets, .. } = reader;
    (any && !parts.is_empty() && parts.len() <= MAX_PIECES).then_some(QuotePieces {
        pieces: parts,
        end: join,
        has_brackets,
    })
}

#[derive(Default)]
struct PieceReader {
    parts: Vec<QuotePiece>,
    join: Join,
    text: String,
    inner: Vec<String>,
    has_brackets: bool,
}

impl PieceReader {
    /// Ends a piece. A piece without words is dropped, and the signs around it form one join.
    fn cut(&mut self) {
        let text = std::mem::take(&mut self.text);
        let bare = Bare::new(&text);
        if bare.is_empty() {
            return;
        }
        self.parts.push(QuotePiece {
            join: std::mem::take(&mut self.join),
            words: word_count(&text),
            bare,
            inner: std::mem::take(&mut self.inner),
        });
    }
}
