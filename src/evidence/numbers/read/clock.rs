//! Times of day: `9:00 am`, `10 a.m.`, `17:30`, `14 Uhr`.

use super::edges::ends_at;
use crate::evidence::numbers::context;

/// A time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::evidence::numbers) struct Clock {
    /// Minutes since midnight.
    pub(in crate::evidence::numbers) minutes: u32,
    /// True if either half of the day may be meant: `5:30`.
    pub(in crate::evidence::numbers) is_ambiguous: bool,
}

/// Minutes of half a day.
pub(in crate::evidence::numbers) const HALF_DAY: u32 = 12 * 60;

impl Clock {
    /// Returns the natural logarithm of one plus the hours between two times.
    pub(in crate::evidence::numbers) fn distance(self, other: Self) -> f64 {
        let pairs =
            self.readings().flat_map(|one| other.readings().map(move |two| one.abs_diff(two)));
        (f64::from(pairs.min().unwrap_or(0)) / 60.0).ln_1p()
    }

    /// Returns the minutes that may be meant.
    pub(in crate::evidence::numbers) fn readings(self) -> impl Iterator<Item = u32> {
        let other = self.is_ambiguous.then_some((self.minutes + HALF_DAY) % (2 * HALF_DAY));
        std::iter::once(self.minutes).chain(other)
    }
}

/// The names of the halves of a day; true for the second.
const HALVES: [(&str, bool); 4] = [("a.m.", false), ("am", false), ("p.m.", true), ("pm", true)];

/// Reads `h 30` of `9 h 30`; returns its length in bytes and the minutes.
fn hours_and_minutes(after_hour: &str) -> Option<(usize, u32)> {
    const LINKS: [&str; 4] = ["\u{a0}h\u{a0}", "\u{202f}h\u{202f}", " h ", "h"];
    let link = LINKS.iter().find(|link| after_hour.starts_with(**link))?;
    let tail = after_hour.get(link.len()..)?;
    let digits = tail.bytes().take(3).take_while(u8::is_ascii_digit).count();
    // `1 h 30 min` is a length of time.
    let is_length = tail.get(digits..)?.trim_start().starts_with("min");
    Some((link.len() + 2, tail.get(..2).filter(|_| digits == 2 && !is_length)?.parse().ok()?))
}

/// Reads the time of day at the start of `rest`, and its length in bytes.
pub(super) fn clock(rest: &str) -> Option<(usize, Clock)> {
    let hours = rest.bytes().take(3).take_while(u8::is_ascii_digit).count();
    let mut hour: u32 = rest.get(..hours).filter(|_| hours <= 2)?.parse().ok()?;
    let after_hour = rest.get(hours..)?;
    let (end, minute) = match after_hour.strip_prefix(':') {
        None if let Some((len, minute)) = hours_and_minutes(after_hour) => {
            (hours + len, Some(minute))
        }
        Some(tail) => {
            let minutes = tail.bytes().take(3).take_while(u8::is_ascii_digit).count();
            let goes_on = tail.get(minutes..)?.starts_with(':');
            let minute: u32 = tail.get(..2).filter(|_| minutes == 2 && !goes_on)?.parse().ok()?;
            (hours + 3, Some(minute))
        }
        None => (hours, None),
    };
    let after = rest.get(end..)?;
    let gap = usize::from(after.starts_with([' ', '\u{a0}']));
    let gap = if after.starts_with('\u{a0}') { 2 } else { gap };
    let tail = context::head(after.get(gap..)?);
    let half = HALVES.iter().find(|(name, _)| {
        let head = tail.get(..name.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(name)) && ends_at(tail, name.len())
    });
    let is_german = tail.starts_with("Uhr") && ends_at(tail, 3);
    let len = match half {
        Some((name, _)) => end + gap + name.len(),
        None if is_german => end + gap + 3,
        None => end,
    };
    // `04:00` and `17:30` are of twenty-four hours.
    let is_ambiguous = half.is_none() && !is_german && hour < 13 && !rest.starts_with('0');
    match half {
        Some((_, true)) if hour < 12 => hour += 12,
        Some((_, false)) if hour == 12 => hour = 0,
        _ => {}
    }
    let minute = minute.or((half.is_some() || is_german).then_some(0));
    let minute = minute.filter(|minute| hour < 25 && *minute < 60 && ends_at(rest, len))?;
    Some((len, Clock { minutes: hour * 60 + minute, is_ambiguous }))
}
