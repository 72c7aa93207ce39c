//! Paragraphs of a text, as units to cite.

use crate::text::lines::without_line_end;
use crate::text::{LineIndex, Span, sentences};

/// Returns the blocks of `text`: its paragraphs, each with the headings above it and the list it
/// announces, and fenced code as a whole. No block crosses one of the `breaks`, which are starts of
/// pages in bytes and in order. A block longer than `most` code points is cut between lines, else
/// between sentences, else between words. Spans begin and end with non-blank lines.
pub fn blocks(text: &str, most: usize, breaks: &[usize]) -> Vec<Span> {
    let most = most.max(1);
    let index = LineIndex::new(text);
    let mut cutter = Cutter { text, most, found: Vec::new(), open: None, only_headings: true };
    let mut fence = None;
    for span in (1..=index.count()).filter_map(|number| index.span(number)) {
        let line = without_line_end(text, span);
        let words = line.slice(text).unwrap_or_default();
        if breaks.binary_search(&span.start).is_ok() {
            cutter.end();
        }
        let marks = fence_of(words);
        let closes = fence.is_some() && marks == fence;
        let in_code = fence.is_some();
        fence = if closes { None } else { fence.or(marks) };
        if words.trim().is_empty() && !in_code {
            if !cutter.only_headings && !cutter.introduces() {
                cutter.end();
            }
        } else {
            cutter.add(line, !in_code && is_heading(words));
        }
    }
    cutter.end();
    cutter.found
}

struct Cutter<'t> {
    text: &'t str,
    most: usize,
    found: Vec<Span>,
    open: Option<Span>,
    /// True if the open block only has headings.
    only_headings: bool,
}

impl Cutter<'_> {
    fn add(&mut self, line: Span, heading: bool) {
        let longer = self.open.map(|open| Span::new(open.start, line.end));
        let fits = longer.is_none_or(|span| self.fits(span));
        if !fits || heading && !self.only_headings {
            self.end();
        }
        self.only_headings = heading && (self.only_headings || self.open.is_none());
        self.open = Some(Span::new(self.open.map_or(line.start, |open| open.start), line.end));
    }

    fn end(&mut self) {
        self.only_headings = true;
        let Some(open) = self.open.take() else { return };
        let blank = |span: Span| span.slice(self.text).is_none_or(|text| text.trim().is_empty());
        if self.fits(open) {
            self.found.extend(Some(open).filter(|span| !blank(*span)));
            return;
        }
        let mut pieces = Vec::new();
        self.cut(open, &mut pieces);
        self.found.extend(pieces.into_iter().filter(|span| !blank(*span)));
    }

    /// True if the open block introduces the next one: `Covered are:`.
    fn introduces(&self) -> bool {
        let open = self.open.and_then(|open| open.slice(self.text)).unwrap_or_default();
        open.trim_end().ends_with([':', '：'])
    }

    fn fits(&self, span: Span) -> bool {
        span.len() <= self.most
            || span.slice(self.text).is_none_or(|text| text.chars().nth(self.most).is_none())
    }

    /// Cuts a line that is too long.
    fn cut(&self, span: Span, pieces: &mut Vec<Span>) {
        let line = span.slice(self.text).unwrap_or_default();
        let starts = sentences::starts(line);
        let ends = starts.iter().skip(1).copied().chain([line.len()]);
        let mut open: Option<Span> = None;
        for end in ends {
            let end = span.start + end;
            let start =
                open.map_or_else(|| pieces.last().map_or(span.start, |it| it.end), |it| it.start);
            let longer = Span::new(start, end);
            if self.fits(longer) {
                open = Some(longer);
                continue;
            }
            pieces.extend(open.take());
            let start = pieces.last().map_or(span.start, |it| it.end);
            let rest = self.between_words(Span::new(start, end), pieces);
            open = Some(rest).filter(|rest| !rest.is_empty());
        }
        pieces.extend(open);
    }

    /// Cuts a sentence that is too long; returns the rest at its end, which fits.
    fn between_words(&self, span: Span, pieces: &mut Vec<Span>) -> Span {
        let mut rest = span;
        while !self.fits(rest) {
            let words = rest.slice(self.text).unwrap_or_default();
            let most = words.char_indices().nth(self.most).map_or(words.len(), |(at, _)| at);
            let head = words.get(..most).unwrap_or_default();
            let blank = head.rfind(char::is_whitespace).filter(|at| *at > 0);
            let cut = rest.start + blank.unwrap_or(most).max(1);
            pieces.push(Span::new(rest.start, cut));
            rest = Span::new(cut, rest.end);
        }
        rest
    }
}

/// Returns the sign of a code fence that `line` opens or closes.
fn fence_of(line: &str) -> Option<char> {
    let line = line.trim_start();
    ["```", "~~~"].into_iter().find(|fence| line.starts_with(fence))?.chars().next()
}

/// True if `line` is a Markdown heading, `## Returns`.
fn is_heading(line: &str) -> bool {
    let rest = line.trim_start_matches('#');
    (1..=6).contains(&(line.len() - rest.len())) && rest.starts_with([' ', '\t'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, most: usize) -> Vec<&str> {
        blocks(text, most, &[]).into_iter().map(|span| span.slice(text).unwrap()).collect()
    }

    #[test]
    fn paragraphs_with_their_headings() {
        let text = "# A\n\n## B\n\none\ntwo\n\nthree\n# C\nfour\n\n# D\n";
        assert_eq!(cut(text, 99), ["# A\n\n## B\n\none\ntwo", "three", "# C\nfour", "# D"]);
    }

    #[test]
    fn what_announces_a_list_stays_with_it() {
        assert_eq!(
            cut("Covered:\n\n- a\n- b\n\nNot:\n# C\n", 99),
            ["Covered:\n\n- a\n- b", "Not:", "# C"]
        );
    }

    #[test]
    fn code_stays_whole() {
        assert_eq!(cut("a\n\n```\n# b\n\nc\n```\nd\n", 99), ["a", "```\n# b\n\nc\n```\nd"]);
    }

    #[test]
    fn what_is_too_long_is_cut_where_it_hurts_least() {
        assert_eq!(cut("aaaa\nbbbb\ncc\n", 9), ["aaaa\nbbbb", "cc"]);
        assert_eq!(cut("One is. Two is. Three is.", 16), ["One is. Two is. ", "Three is."]);
        assert_eq!(cut("aaa bbb ccc", 8), ["aaa bbb", " ccc"]);
        assert_eq!(cut("äöüäöü", 4), ["äöüä", "öü"]);
    }

    #[test]
    fn pages_are_borders() {
        let text = "a\nb\nc\n";
        let spans = blocks(text, 99, &[0, 4]);
        assert_eq!(spans, [Span::new(0, 3), Span::new(4, 5)]);
    }
}
