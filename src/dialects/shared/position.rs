//! Positions that payloads give as numbers: of documents, pages, blocks and characters.
//!
//! Every dialect reads them here, so that a number that can be no position makes the citation
//! unresolved in all of them: whatever words the payload repeats, they do not replace it.

use serde_json::Value;

use crate::model::Locator;
use crate::text::Unit;

/// The most characters of a malformed number that are repeated.
const MAX_WRITTEN: usize = 40;

/// A position in a payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Position {
    /// A whole number from 0 on.
    At(u64),
    /// A value that can be no position: negative, with a fraction, too large, or no number. As
    /// written.
    Malformed(String),
}

impl Position {
    /// Reads a position; `None` if there is none. A text of digits counts, as 64-bit numbers are
    /// written in JSON.
    pub(crate) fn read(value: Option<&Value>) -> Option<Self> {
        let value = value.filter(|value| !value.is_null())?;
        let number = match value {
            Value::String(text) => text.parse::<u64>().ok(),
            other => other.as_u64(),
        };
        let number = number.filter(|number| u32::try_from(*number).is_ok());
        let written = || value.to_string().chars().take(MAX_WRITTEN).collect();
        Some(number.map_or_else(|| Self::Malformed(written()), Self::At))
    }

    fn written(&self) -> String {
        match self {
            Self::At(number) => number.to_string(),
            Self::Malformed(written) => written.clone(),
        }
    }
}

/// Returns the id of the thing at an index: `chunk 3`. An index that is no position is an id that no
/// source has.
pub(crate) fn id_at(noun: &str, index: &Value) -> String {
    let position = Position::read(Some(index));
    format!("{noun} {}", position.as_ref().map_or_else(|| index.to_string(), Position::written))
}

/// The unit that a range of positions counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counted {
    /// Code points of the source.
    Chars,
    /// Pages.
    Pages,
    /// Content blocks.
    Blocks,
}

/// Returns the locator of a range whose end is exclusive; `None` if one of the two is absent.
pub(crate) fn range(
    counted: Counted,
    start: Option<&Value>,
    end: Option<&Value>,
) -> Option<Locator> {
    let (start, end) = (Position::read(start), Position::read(end));
    let (Some(Position::At(start)), Some(Position::At(end))) = (&start, &end) else {
        return malformed(counted, &[start, end]);
    };
    let (start, end) = (*start, *end);
    Some(match counted {
        Counted::Chars => Locator::Chars { start, end, unit: Unit::CodePoints },
        Counted::Pages => {
            let (first, last) = inclusive((start, end));
            Locator::Pages { first, last }
        }
        Counted::Blocks => {
            let (first, last) = inclusive((start, end));
            Locator::Blocks { first, last }
        }
    })
}

/// Returns an exclusive end as an inclusive one. Some libraries have converted it already: then
/// both are the same.
fn inclusive((first, end): (u64, u64)) -> (u64, u64) {
    if end > first { (first, end - 1) } else { (first, end) }
}

/// Returns the locator of pages, both ends inclusive; one of them is enough.
pub(crate) fn pages(first: Option<&Value>, last: Option<&Value>) -> Option<Locator> {
    let (first, last) = (Position::read(first), Position::read(last));
    let (first, last) = (first.clone().or(last.clone())?, last.or(first)?);
    match (first, last) {
        (Position::At(first), Position::At(last)) => Some(Locator::Pages { first, last }),
        (first, last) if first == last => malformed(Counted::Pages, &[Some(first), None]),
        (first, last) => malformed(Counted::Pages, &[Some(first), Some(last)]),
    }
}

/// Returns a range with a number that is no position, as written; `None` if all are.
fn malformed(counted: Counted, ends: &[Option<Position>; 2]) -> Option<Locator> {
    let is_malformed = |end: &Option<Position>| matches!(end, Some(Position::Malformed(_)));
    ends.iter().any(is_malformed).then_some(())?;
    let noun = match counted {
        Counted::Chars => "characters",
        Counted::Pages => "pages",
        Counted::Blocks => "blocks",
    };
    let written: Vec<String> = ends.iter().flatten().map(Position::written).collect();
    Some(Locator::Unreadable(format!("{noun} {}", written.join(" to "))))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(counted: Counted, start: &Value, end: &Value, expected: &str) {
        let locator = range(counted, Some(start), Some(end));
        assert_eq!(locator.map(|it| it.to_string()).unwrap_or_default(), expected);
    }

    #[test]
    fn a_number_that_is_no_position_makes_its_range_unreadable() {
        check(Counted::Chars, &json!(3), &json!(9), "chars 3-9");
        check(Counted::Blocks, &json!(3), &json!("9"), "blocks 3-8");
        check(Counted::Chars, &json!(-1), &json!(9), "characters -1 to 9");
        check(Counted::Pages, &json!(3), &json!(0.5), "pages 3 to 0.5");
        check(Counted::Blocks, &json!(3), &json!(1e20), "blocks 3 to 1e+20");
        check(Counted::Blocks, &json!(u64::MAX), &json!(3), "blocks 18446744073709551615 to 3");
        check(Counted::Chars, &Value::Null, &json!(-1), "characters -1");
        check(Counted::Chars, &json!(3), &Value::Null, "");
        let pages = |first: &Value| pages(Some(first), None).unwrap().to_string();
        assert_eq!((pages(&json!(3)), pages(&json!(-3))), ("p. 3".into(), "pages -3".into()));
    }
}
