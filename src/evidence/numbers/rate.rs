//! Rates: `per second`, `a month`, `/kg`, `a monthly fee of`.

use std::sync::LazyLock;

use super::decimal::Decimal;
use super::listed;
use super::units::{Dimension, Suffix, exact, folded, unit};

/// The unit that an amount is counted per: `per second`, `a month`, `/kg`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Per {
    /// A number of seconds.
    Seconds(Decimal),
    /// A number of months.
    Months(Decimal),
    /// Something else, by the first letters of its name.
    Thing([u8; 4]),
}

const PER_WORDS: &[&str] = &["/", "per ", "each ", "every ", "pro ", "par ", "a ", "an ", "je "];

/// Words for a kind of year, month or day.
static KINDS: LazyLock<Vec<&str>> = LazyLock::new(|| listed("kinds of time"));

/// Reads the rate of the amount that ends before `rest`, and its length in bytes:
/// `/month`, ` per second`, ` a year`, and after up to two words ` requests per second`.
pub(super) fn rate(rest: &str, kind: Dimension) -> Option<(usize, Per)> {
    let mut at = 0;
    for word in 0..3 {
        let here = rest.get(at..)?;
        let bare = here.strip_prefix([' ', '-', '\u{a0}']).unwrap_or(here);
        let is_paid = word == 0 && matches!(kind, Dimension::Money(_));
        let lead = PER_WORDS.iter().find(|lead| {
            bare.get(..lead.len()).is_some_and(|head| head.eq_ignore_ascii_case(lead))
        });
        if let Some(lead) = lead {
            let from = rest.len() - bare.len() + lead.len();
            let (len, per) = per_each(rest.get(from..)?)?;
            let end = from + len;
            let is_article = matches!(*lead, "a " | "an " | "each " | "every " | "je ");
            let is_time = matches!(per, Per::Seconds(_) | Per::Months(_));
            let is_sure = match *lead {
                "/" => word == 0 || is_time,
                _ if is_article => is_paid || is_time && !is_point_in_time(rest.get(end..)?),
                _ => true,
            };
            if is_sure {
                return Some((end, per));
            }
        }
        let len = bare.find(|c: char| !c.is_alphabetic()).unwrap_or(bare.len());
        if len == 0 || bare.len() == here.len() && word > 0 {
            return None;
        }
        at = rest.len() - bare.len() + len;
    }
    None
}

/// True if the words after `a second` or `a year` make it no rate: `a second try`, `a year later`.
fn is_point_in_time(after: &str) -> bool {
    const LINKS: [&str; 12] =
        ["and", "or", "for", "with", "on", "in", "at", "to", "per", "by", "from", "but"];
    let next = after.strip_prefix([' ', '-']).unwrap_or_default();
    let next = next.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    !next.is_empty() && !LINKS.iter().any(|link| next.eq_ignore_ascii_case(link))
}

/// Reads what an amount is counted per after `per` or `each`. Of two, a time counts: `per person per day`,
/// `each a day`.
fn per_each(text: &str) -> Option<(usize, Per)> {
    let lead = |text: &str| PER_WORDS.iter().find(|it| text.starts_with(**it)).map(|it| it.len());
    let time = |from: usize| {
        let (len, time) = per(text.get(from..)?)?;
        matches!(time, Per::Seconds(_) | Per::Months(_)).then_some((from + len, time))
    };
    if let Some(found) = lead(text).and_then(time) {
        return Some(found);
    }
    let (len, first) = per(text)?;
    let rest = text.get(len..)?.strip_prefix(' ');
    let second = rest.and_then(lead).and_then(|lead| time(len + 1 + lead));
    Some(second.unwrap_or((len, first)))
}

fn per(text: &str) -> Option<(usize, Per)> {
    let len = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let word = text.get(..len).filter(|word| !word.is_empty())?.to_lowercase();
    // `per plan year` is a year.
    if KINDS.contains(&word.as_str())
        && let Some(rest) = text.get(len..).and_then(|rest| rest.strip_prefix(' '))
        && let Some((more, time @ (Per::Seconds(_) | Per::Months(_)))) = per(rest)
    {
        return Some((len + 1 + more, time));
    }
    let unit = match word.as_str() {
        "sec" => Some(unit("s", 1, 0)),
        "mo" => Some(unit("month", 1, 0)),
        "quarter" => Some(unit("month", 3, 0)),
        "annum" | "yr" | "jahr" | "année" => Some(unit("month", 12, 0)),
        "m" => None,
        word => exact(word).filter(|_| word.len() == 1).or_else(|| folded(word)),
    };
    let per = match unit {
        Some(Suffix::Unit(Dimension::Amount("s"), factor)) => Per::Seconds(factor),
        Some(Suffix::Unit(Dimension::Amount("month"), factor)) => Per::Months(factor),
        _ => {
            let mut name = [0; 4];
            for (slot, byte) in name.iter_mut().zip(word.bytes()) {
                *slot = byte;
            }
            Per::Thing(name)
        }
    };
    Some((len, per))
}

/// The seconds of a day.
pub(super) const DAY: Decimal = Decimal::whole(86_400);

/// Reads how often an amount is taken in a day, and the length of the words in bytes: ` twice daily`.
pub(super) fn doses(rest: &str) -> Option<(usize, Decimal)> {
    const TIMES: [(&str, u32); 5] =
        [(" twice", 2), (" two times", 2), (" three times", 3), (" four times", 4), (" once", 1)];
    const DAILY: [&str; 5] = [" daily", " a day", " per day", " each day", " every day"];
    let (times, number) = TIMES.into_iter().find(|(words, _)| rest.starts_with(words))?;
    let after = rest.strip_prefix(times)?;
    let daily = DAILY.into_iter().find(|daily| after.starts_with(daily))?;
    Some((times.len() + daily.len(), Decimal::whole(number)))
}

/// Returns the rate that an adjective right before the amount gives: `a monthly fee of`.
pub(super) fn rate_before(before: &str) -> Option<Per> {
    let words = before.rsplit(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.take(4).find_map(adjective)
}

fn adjective(word: &str) -> Option<Per> {
    Some(match word.to_ascii_lowercase().as_str() {
        "hourly" => Per::Seconds(Decimal::new(36, 2)),
        "daily" => Per::Seconds(Decimal::new(864, 2)),
        "weekly" => Per::Seconds(Decimal::new(6048, 2)),
        "monthly" => Per::Months(Decimal::place(0)),
        "quarterly" => Per::Months(Decimal::whole(3)),
        "annual" | "annually" | "yearly" => Per::Months(Decimal::whole(12)),
        _ => return None,
    })
}
