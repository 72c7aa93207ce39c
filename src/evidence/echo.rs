//! Passages that a response repeats after their marks, as an answer does that holds its prompt:
//! `[Source 1 | TEXT] …`. Such a copy is an entry of a list of sources and no claim.

use super::Inspected;
use super::texts::Texts;
use crate::model::{AnchorKind, Citation};
use crate::resolve::How;
use crate::text::Span;

/// The minimum number of characters of a copy, blanks aside: of one of several, and of a single one.
const MIN_COPY: usize = 80;
const MIN_SINGLE: usize = 200;

/// The minimum for a copy of all of a text.
const MIN_WHOLE: usize = 40;

/// A mark with the copy after it.
struct Copy {
    citation: usize,
    /// The mark and the copy; bytes of the response.
    span: Span,
    characters: usize,
}

/// Leaves marks without a claim that come before copies of their sources, and cuts the copies off the
/// claims of others. Returns the number of copies.
pub(super) fn leave_out(
    response: &str,
    citations: &[Citation],
    inspected: &mut [Inspected],
    texts: &Texts,
) -> usize {
    let mut copies = copies(response, citations, inspected, texts);
    if let [single] = copies.as_slice()
        && single.characters < MIN_SINGLE
    {
        copies.clear();
    }
    for copy in &copies {
        if let Some(one) = inspected.get_mut(copy.citation) {
            one.claim = None;
        }
    }
    if !copies.is_empty() {
        for one in inspected.iter_mut() {
            let Some(claim) = one.claim.as_mut().filter(|it| it.inferred) else { continue };
            let before = copies.partition_point(|it| it.span.start < claim.span.end);
            let last = before.checked_sub(1).and_then(|at| copies.get(at));
            let end = last.map_or(0, |it| it.span.end).max(claim.span.start);
            let rest = response.get(end..claim.span.end).unwrap_or_default();
            let blanks = rest.len() - rest.trim_start().len();
            claim.span.start = (end + blanks).min(claim.span.end);
            if claim.span.is_empty() {
                one.claim = None;
            }
        }
    }
    copies.len()
}

/// Returns the marks before copies, in order; none is in the copy of another.
fn copies(
    response: &str,
    citations: &[Citation],
    inspected: &[Inspected],
    texts: &Texts,
) -> Vec<Copy> {
    let marked = citations.iter().zip(inspected).enumerate();
    let marked = marked.filter(|(_, (it, _))| it.anchor.kind == AnchorKind::Marker && !it.in_code);
    let mut marked: Vec<_> =
        marked.map(|(index, (it, found))| (it.anchor.span, index, found)).collect();
    marked.sort_by_key(|(mark, ..)| *mark);
    let mut copies: Vec<Copy> = Vec::new();
    for (mark, citation, found) in marked {
        if copies.last().is_some_and(|last| mark.start < last.span.end) {
            continue;
        }
        let after = response.get(mark.end..).unwrap_or_default();
        let passages = found.targets.iter().filter_map(|it| it.passage());
        let whole = passages.filter(|passage| passage.how == How::Whole);
        let copied = whole.filter_map(|passage| copied(after, texts.get(passage.source)?));
        if let Some((len, characters)) = copied.max() {
            let span = Span::new(mark.start, mark.end + len);
            copies.push(Copy { citation, span, characters });
        }
    }
    copies
}

/// Returns the number of bytes at the start of a text that copy the start of a source, blanks aside, and of
/// their characters; `None` if they are too few.
fn copied(text: &str, source: &str) -> Option<(usize, usize)> {
    let is_written = |(_, c): &(usize, char)| !c.is_whitespace();
    let mut there = source.chars().filter(|c| !c.is_whitespace());
    let mut own = text.char_indices().filter(is_written);
    let (mut len, mut characters) = (0, 0);
    let is_whole = loop {
        let Some(expected) = there.next() else { break true };
        match own.next() {
            Some((at, c)) if c == expected => {
                len = at + c.len_utf8();
                characters += 1;
            }
            _ => break false,
        }
    };
    let least = if is_whole { MIN_WHOLE } else { MIN_COPY };
    (characters >= least).then_some((len, characters))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_found_up_to_the_first_other_character() {
        let source = "Refunds are paid within five days of the return of a parcel, by bank transfer \
                      or as a voucher, as the member wishes. Gifts are not refunded.";
        let copy = format!("\n{}", source.replace(' ', "  "));
        assert_eq!(copied(&copy, source).unwrap().0, copy.len());
        let (len, _) =
            copied(&format!(" {} But then", source.get(..110).unwrap()), source).unwrap();
        assert_eq!(len, 111);
        assert_eq!(copied(source.get(..60).unwrap(), source), None);
        assert_eq!(copied("Refunds are paid within five days.", source), None);
        assert_eq!(copied("Refunds are paid within five days. x", source.get(..33).unwrap()), None);
    }
}
