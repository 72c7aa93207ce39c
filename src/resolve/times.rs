//! Times: the subtitles that are shown at a moment or during a period.
//!
//! Citations are written in whole seconds, rounded down, so a moment in whole seconds means that
//! whole second. Nothing is shortened: a time at which nothing is shown is missing, with the
//! subtitles before and after it.

use super::lines::CitedSource;
use super::{How, Passage, Reason, Resolution};
use crate::model::{Cue, Locator, Source};
use crate::text::Span;
use crate::text::clock::clock;

/// Returns the subtitles of `source` between `start` and `end`, in milliseconds; both are equal for
/// a moment.
pub(super) fn times(place: &CitedSource<'_>, source: &Source, start: u64, end: u64) -> Resolution {
    let locator = Locator::Time { start, end };
    let id = place.id;
    let none = |reason, message| Resolution::missing(reason, message, vec![place.index]);
    if end < start {
        return none(Reason::Reversed, format!("`{locator}` ends before it starts"));
    }
    let cues = &source.outline.cues;
    let Some((first, last)) = cues.iter().min_by_key(|cue| cue.start).zip(ends_last(cues)) else {
        let message = format!("cannot show `{locator}`: `{id}` has no times");
        return none(Reason::Unreadable, message);
    };
    let second = if start == end && end.is_multiple_of(1000) { 999 } else { 0 };
    let until = end.saturating_add(second);
    let shown = |cue: &&Cue| {
        let moment = start == until || cue.start == cue.end;
        // At the end of one subtitle the next one may begin: only one of them is meant.
        let begun = if start == end || moment { cue.start <= until } else { cue.start < until };
        begun && (cue.end > start || cue.start == start)
    };
    let mut found = cues.iter().filter(shown);
    let Some(one) = found.next() else {
        let message = if start >= last.end {
            format!("`{locator}` is past the end of `{id}` (ends at {})", clock(last.end))
        } else if until < first.start {
            format!("`{locator}` is before the start of `{id}` (begins at {})", clock(first.start))
        } else {
            between(&locator, id, cues, start)
        };
        return none(Reason::OutOfRange, message);
    };
    let span = found.fold(one.span, |span, cue| {
        Span::new(span.start.min(cue.span.start), span.end.max(cue.span.end))
    });
    let mut doubts = Vec::new();
    if end > last.end.next_multiple_of(1000) {
        let doubt = format!("the subtitles end at {}, before the time cited", clock(last.end));
        doubts.push(doubt.into());
    }
    place.store.count_lines(&|| true);
    Resolution::Found(Passage {
        source: place.index,
        span,
        first_line: place.store.line_at(span.start),
        last_line: place.store.line_at(span.end.saturating_sub(1).max(span.start)),
        how: How::Time,
        shift: 0,
        normalised: false,
        doubts,
    })
}

fn ends_last(cues: &[Cue]) -> Option<&Cue> {
    cues.iter().max_by_key(|cue| cue.end)
}

/// Reports that nothing is shown, and the subtitles before and after.
fn between(locator: &Locator, id: &str, cues: &[Cue], at: u64) -> String {
    let before = cues.iter().filter(|cue| cue.start <= at).max_by_key(|cue| cue.end);
    let after = cues.iter().filter(|cue| cue.start > at).min_by_key(|cue| cue.start);
    let time = |cue: &Cue| Locator::Time { start: cue.start, end: cue.end.max(cue.start) };
    let near: Vec<String> =
        before.into_iter().chain(after).map(|cue| time(cue).to_string()).collect();
    format!("no subtitle of `{id}` at `{locator}` (nearest: {})", near.join(" and "))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::{Outline, SourceText};
    use crate::resolve::Labels;
    use crate::sources::Store;

    /// Compares the subtitles from `start` to `end` (seconds) of these cues (milliseconds).
    #[track_caller]
    fn check(cues: &[(u64, u64)], start: f64, end: f64, expected: &str) {
        let numbers: Vec<String> = (0..cues.len()).map(|index| index.to_string()).collect();
        let text = numbers.join("\n");
        let cue = |(index, &(start, end)): (usize, &(u64, u64))| Cue {
            start,
            end,
            span: Span::new(index * 2, index * 2 + 1),
        };
        let cues = cues.iter().enumerate().map(cue).collect();
        let outline = Outline { cues, ..Outline::default() };
        let text = SourceText::Inline(text.into());
        let source = Source { text, outline, ..Source::default() };
        let store = Arc::new(Store::open(&source.text).unwrap().unwrap());
        let place = CitedSource { id: "a", index: 0, labels: &Labels::new(&source), store: &store };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
        let milliseconds = |seconds: f64| (seconds * 1000.0) as u64;
        let found = match times(&place, &source, milliseconds(start), milliseconds(end)) {
            Resolution::Found(passage) => {
                let words = store.read(passage.span, 100).replace('\n', " ");
                format!("{words} {}", passage.doubts.join("; "))
            }
            Resolution::Missing(missing) => {
                format!("{}: {}", missing.reason.name(), missing.message)
            }
            Resolution::Pending(_) => "pending".to_owned(),
        };
        assert_eq!(found.trim_end(), expected);
    }

    const TALK: &[(u64, u64)] = &[(1000, 2500), (2500, 4000), (5250, 7000), (7000, 9000)];

    #[test]
    fn a_moment_is_what_is_shown_in_its_second() {
        check(TALK, 1.0, 1.0, "0");
        check(TALK, 3.0, 3.0, "1");
        check(TALK, 2.0, 2.0, "0 1");
        check(TALK, 2.5, 2.5, "1");
        check(TALK, 5.0, 5.0, "2");
        check(TALK, 7.0, 7.0, "3");
        check(&[(2000, 2000)], 2.0, 2.0, "0");
    }

    #[test]
    fn a_stretch_is_what_overlaps_it() {
        check(TALK, 2.5, 7.0, "1 2");
        check(TALK, 0.0, 9.0, "0 1 2 3");
        check(TALK, 8.0, 20.0, "3 the subtitles end at 00:00:09, before the time cited");
    }

    #[test]
    fn where_nothing_is_shown_the_nearest_is_named() {
        check(
            TALK,
            0.0,
            0.0,
            "out-of-range: `00:00:00` is before the start of `a` (begins at 00:00:01)",
        );
        check(
            TALK,
            90.0,
            95.0,
            "out-of-range: `00:01:30-00:01:35` is past the end of `a` (ends at 00:00:09)",
        );
        check(
            TALK,
            4.0,
            4.0,
            "out-of-range: no subtitle of `a` at `00:00:04` (nearest: \
             00:00:02.500-00:00:04 and 00:00:05.250-00:00:07)",
        );
        check(TALK, 4.0, 2.0, "reversed: `00:00:04-00:00:02` ends before it starts");
        check(&[], 1.0, 1.0, "unreadable: cannot show `00:00:01`: `a` has no times");
    }
}
