//! Line locators: by the labels that a source prints, else by its physical lines.
//!
//! Both ends have to exist. A range that extends beyond the source is missing, and the message says
//! which part of it exists; a label that is missing or printed twice inside a range is a doubt.

use std::sync::Arc;

use super::{Doubt, How, Passage, Reason, Resolution};
use crate::model::{Division, DivisionKind, Locator, Source};
use crate::sources::Store;
use crate::sources::store::LineStart;
use crate::text::Span;
use crate::text::prose::count;

/// Maximum number of digits that still fits everywhere.
const MAX_DIGITS: usize = 18;

/// The printed line labels of one source, found by their number.
#[derive(Debug, Clone, Default)]
pub struct Labels<'s> {
    /// In the order of their spans.
    all: Vec<&'s Division>,
    /// Number and index into `all`, sorted.
    by_number: Vec<(u64, usize)>,
}

impl<'s> Labels<'s> {
    /// Creates the labels that `source` prints.
    pub fn new(source: &'s Source) -> Self {
        let divisions = source.divisions.iter();
        let all: Vec<&Division> =
            divisions.filter(|division| division.kind == DivisionKind::Line).collect();
        let mut by_number: Vec<(u64, usize)> =
            all.iter().enumerate().map(|(index, label)| (label.number, index)).collect();
        by_number.sort_unstable();
        Self { all, by_number }
    }

    /// Positions of the labels of this number, in the order of the text.
    fn find(&self, number: u64) -> impl Iterator<Item = usize> {
        let from = self.by_number.partition_point(|(other, _)| *other < number);
        let same = self.by_number.iter().skip(from);
        same.take_while(move |(other, _)| *other == number).map(|(_, index)| *index)
    }

    fn lowest(&self) -> Option<u64> {
        self.by_number.first().map(|(number, _)| *number)
    }

    fn highest(&self) -> Option<u64> {
        self.by_number.last().map(|(number, _)| *number)
    }

    /// Returns the numbers next to one that is not printed.
    fn around(&self, number: u64) -> (Option<u64>, Option<u64>) {
        let above = self.by_number.partition_point(|(other, _)| *other < number);
        let at = |index: usize| self.by_number.get(index).map(|(number, _)| *number);
        (above.checked_sub(1).and_then(at), at(above))
    }
}

/// One source, under the id it is cited by.
pub(super) struct CitedSource<'c> {
    pub(super) id: &'c str,
    pub(super) index: usize,
    pub(super) labels: &'c Labels<'c>,
    pub(super) store: &'c Arc<Store>,
}

impl CitedSource<'_> {
    /// Returns the whole source; an empty one says nothing.
    pub(super) fn whole(&self) -> Resolution {
        if self.store.is_empty() {
            return self.missing(Reason::NoText, format!("`{}` is empty", self.id));
        }
        let lines = self.store.line_count();
        Resolution::Found(Passage {
            source: self.index,
            span: Span::new(0, self.store.len()),
            first_line: self.labels.lowest().or(lines.map(|lines| lines.min(1))),
            last_line: self.labels.highest().or(lines),
            how: How::Whole,
            normalised: false,
            shift: 0,
            doubts: Vec::new(),
        })
    }

    /// Returns the lines `first` to `last`.
    pub(super) fn lines(&self, first: u64, last: u64) -> Resolution {
        let locator = Locator::Lines { first, last };
        if last < first {
            let message = format!("`{locator}` ends before it starts");
            return self.missing(Reason::Reversed, message);
        }
        if first == 0 && self.labels.lowest() != Some(0) {
            let message = format!("`{locator}` names line 0, but lines count from 1");
            return self.missing(Reason::BadLocator, message);
        }
        match self.labels.lowest().zip(self.labels.highest()) {
            None => self.physical(&locator, first, last),
            Some(printed) => self.labelled(&locator, first, last, printed),
        }
    }

    /// Returns a locator that is none.
    pub(super) fn unreadable(&self, raw: &str) -> Resolution {
        let longest = raw.split(|c: char| !c.is_ascii_digit()).map(str::len).max().unwrap_or(0);
        let message = if longest > MAX_DIGITS {
            format!("`{raw}` has a number of {longest} digits, more than any source has lines")
        } else if is_no_position(raw) {
            format!("`{raw}` is not a place in `{}`", self.id)
        } else if raw.starts_with("sentence") {
            format!("cannot locate `{raw}`: how its sentences were counted is not published")
        } else {
            format!("`{raw}` is not a locator (expected `L8` or `L8-L13`)")
        };
        self.missing(Reason::BadLocator, message)
    }

    fn labelled(&self, at: &Locator, first: u64, last: u64, printed: (u64, u64)) -> Resolution {
        let from = self.labels.find(first).next();
        let (Some(from), Some(_)) = (from, self.labels.find(last).next()) else {
            return self.label_missing(at, first, last, printed);
        };
        // Of a repeated last label the one that closes the range is meant.
        let Some(to) = self.labels.find(last).find(|&to| to >= from) else {
            let message =
                format!("`{at}` is reversed: `{}` prints `[L{last}]` before `[L{first}]`", self.id);
            return self.missing(Reason::Reversed, message);
        };
        let inside = self.labels.all.get(from..=to).unwrap_or_default();
        let (Some(start), Some(end)) = (inside.first(), inside.last()) else {
            return self.label_missing(at, first, last, printed);
        };
        let span = Span::new(start.span.start, end.span.end);
        self.found(span, (first, last), How::Label, self.doubts(inside, first, last))
    }

    /// Reports the end that is not printed, and the labels printed instead.
    fn label_missing(
        &self,
        at: &Locator,
        first: u64,
        last: u64,
        printed: (u64, u64),
    ) -> Resolution {
        let (lowest, highest) = printed;
        if last > highest {
            return self.past_end(at, first, highest);
        }
        if first < lowest {
            let message =
                format!("`{at}` is before the start of `{}` (begins at L{lowest})", self.id);
            return self.missing(Reason::OutOfRange, message);
        }
        let absent = if self.labels.find(first).next().is_some() { last } else { first };
        let (below, above) = self.labels.around(absent);
        let message = format!(
            "`{at}` is not in `{}`: it prints no `[L{absent}]` (nearest: L{} and L{})",
            self.id,
            below.unwrap_or(lowest),
            above.unwrap_or(highest)
        );
        self.missing(Reason::MissingLabel, message)
    }

    /// Returns the oddities of the labels in a range.
    fn doubts(&self, inside: &[&Division], first: u64, last: u64) -> Vec<Doubt> {
        let mut doubts = Vec::new();
        for number in if first == last { vec![first] } else { vec![first, last] } {
            let times = self.labels.find(number).count();
            if times > 1 {
                let doubt = format!("`[L{number}]` is printed {times} times; this is the first");
                doubts.push(doubt.into());
            }
        }
        let mut numbers: Vec<u64> = inside.iter().map(|label| label.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let present = numbers.iter().filter(|number| (first..=last).contains(number)).count();
        let expected = (last - first).saturating_add(1);
        if (present as u64) < expected {
            let absent = usize::try_from(expected - present as u64).unwrap_or(usize::MAX);
            let are = if absent == 1 { "is" } else { "are" };
            let labels = count(absent, "label");
            let doubt = format!("{labels} between L{first} and L{last} {are} not printed");
            doubts.push(doubt.into());
        }
        doubts
    }

    fn physical(&self, at: &Locator, first: u64, last: u64) -> Resolution {
        let start = match self.store.line_start(first) {
            LineStart::At(start) => start,
            LineStart::NotCounted => return Resolution::Pending(self.index),
            LineStart::PastEnd(end) => return self.past_end(at, first, end),
        };
        match self.store.line_start(last) {
            LineStart::At(_) => {}
            LineStart::NotCounted => return Resolution::Pending(self.index),
            LineStart::PastEnd(end) => return self.past_end(at, first, end),
        }
        let end = match self.store.line_start(last.saturating_add(1)) {
            LineStart::At(next) => self.store.row_before(next),
            LineStart::NotCounted => return Resolution::Pending(self.index),
            LineStart::PastEnd(_) => self.store.row_holding(self.store.len()),
        };
        let end = end.map_or(start, |row| row.span.end.max(start));
        self.found(Span::new(start, end), (first, last), How::Line, Vec::new())
    }

    /// Reports the end of the source, and the part of the range that exists.
    fn past_end(&self, at: &Locator, first: u64, end: u64) -> Resolution {
        let id = self.id;
        let message = if end == 0 {
            format!("`{at}` is past the end of `{id}` (empty)")
        } else if first > end {
            format!("`{at}` is past the end of `{id}` (ends at L{end})")
        } else {
            format!("`{at}` reaches past the end of `{id}` (ends at L{end})")
        };
        self.missing(Reason::OutOfRange, message)
    }

    fn found(
        &self,
        span: Span,
        (first, last): (u64, u64),
        how: How,
        doubts: Vec<Doubt>,
    ) -> Resolution {
        Resolution::Found(Passage {
            source: self.index,
            span,
            first_line: Some(first),
            last_line: Some(last),
            how,
            normalised: false,
            shift: 0,
            doubts,
        })
    }

    fn missing(&self, reason: Reason, message: String) -> Resolution {
        Resolution::missing(reason, message, vec![self.index])
    }
}

/// True for a range of a payload with a number that is no position, or for one in a text that is not
/// divided so.
pub(super) fn is_no_position(raw: &str) -> bool {
    ["characters ", "pages ", "blocks "].iter().any(|noun| raw.starts_with(noun))
}

/// True if an id has the shape of a locator: `L8` or `L8-L13`.
pub(super) fn looks_like_locator(id: &str) -> bool {
    let line = |part: &str| {
        part.strip_prefix('L')
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    match id.split_once('-') {
        Some((first, last)) => line(first) && line(last),
        None => line(id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SourceText;

    fn labelled(numbers: &[u64]) -> Source {
        let text =
            numbers.iter().map(|number| format!("line {number}\n")).collect::<Vec<_>>().concat();
        let mut start = 0;
        let divisions = numbers
            .iter()
            .map(|&number| {
                let end = start + format!("line {number}").len();
                let span = Span::new(start, end);
                start = end + 1;
                Division { kind: DivisionKind::Line, number, span, file_line: 0 }
            })
            .collect();
        Source { divisions, ..physical(&text) }
    }

    fn physical(text: &str) -> Source {
        Source { text: SourceText::Inline(Arc::from(text)), ..Source::default() }
    }

    /// Compares the cited text with its doubts, or the reason why there is none.
    #[track_caller]
    fn check(source: &Source, first: u64, last: u64, expected: &str) {
        let store = Store::open(&source.text).unwrap().unwrap();
        store.count_lines(&|| true);
        let store = Arc::new(store);
        let labels = Labels::new(source);
        let place = CitedSource { id: "a", index: 0, labels: &labels, store: &store };
        let found = match place.lines(first, last) {
            Resolution::Found(passage) => {
                let text = store.read(passage.span, 1000);
                format!("{}{text:?} {}", passage.how.name(), passage.doubts.join("; "))
            }
            Resolution::Missing(missing) => {
                assert_eq!(missing.candidates, [0]);
                format!("{}: {}", missing.reason.name(), missing.message)
            }
            Resolution::Pending(_) => "pending".to_owned(),
        };
        assert_eq!(found.trim_end(), expected);
    }

    #[test]
    fn physical_lines_end_where_their_text_ends() {
        let source = physical("one\r\ntwo\rthree\n\nfive");
        check(&source, 1, 1, r#"line"one""#);
        check(&source, 2, 3, r#"line"two\rthree""#);
        check(&source, 4, 4, r#"line"""#);
        check(&source, 3, 5, r#"line"three\n\nfive""#);
        check(&physical("one\n"), 1, 1, r#"line"one""#);
    }

    #[test]
    fn nothing_is_clamped() {
        let source = physical("one\ntwo\nthree\n");
        check(&source, 4, 4, "out-of-range: `L4` is past the end of `a` (ends at L3)");
        check(&source, 2, 9, "out-of-range: `L2-L9` reaches past the end of `a` (ends at L3)");
        check(&source, 3, 9, "out-of-range: `L3-L9` reaches past the end of `a` (ends at L3)");
        check(&physical(""), 1, 1, "out-of-range: `L1` is past the end of `a` (empty)");
        check(
            &source,
            u64::MAX,
            u64::MAX,
            &format!("out-of-range: `L{}` is past the end of `a` (ends at L3)", u64::MAX),
        );
    }

    #[test]
    fn reversed_ranges_and_line_zero_are_named() {
        let source = physical("one\n");
        check(&source, 3, 2, "reversed: `L3-L2` ends before it starts");
        check(&source, 0, 0, "bad-locator: `L0` names line 0, but lines count from 1");
    }

    #[test]
    fn labels_go_before_physical_lines() {
        let source = labelled(&[10, 11, 12]);
        check(&source, 11, 12, r#"label"line 11\nline 12""#);
        check(&source, 1, 1, "out-of-range: `L1` is before the start of `a` (begins at L10)");
        check(&source, 12, 13, "out-of-range: `L12-L13` reaches past the end of `a` (ends at L12)");
        check(&labelled(&[0, 1]), 0, 0, r#"label"line 0""#);
    }

    #[test]
    fn a_label_that_is_not_printed_is_missing_at_an_end_and_a_doubt_inside() {
        let source = labelled(&[1, 2, 5, 6]);
        check(
            &source,
            2,
            4,
            "missing-label: `L2-L4` is not in `a`: it prints no `[L4]` (nearest: L2 and L5)",
        );
        check(&source, 2, 5, r#"label"line 2\nline 5" 2 labels between L2 and L5 are not printed"#);
    }

    #[test]
    fn a_label_printed_twice_is_a_doubt() {
        let source = labelled(&[1, 2, 1, 2]);
        check(&source, 2, 2, r#"label"line 2" `[L2]` is printed 2 times; this is the first"#);
    }

    #[test]
    fn labels_in_the_other_order_are_reported() {
        let source = labelled(&[3, 1]);
        check(&source, 1, 3, "reversed: `L1-L3` is reversed: `a` prints `[L3]` before `[L1]`");
    }

    #[test]
    fn shapes_of_locators() {
        assert!(looks_like_locator("L8") && looks_like_locator("L8-L13"));
        assert!(
            !looks_like_locator("L") && !looks_like_locator("Lx-L1") && !looks_like_locator("l8")
        );
    }
}
