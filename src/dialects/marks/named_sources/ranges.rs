//! The numbers of sources in a bracket, one or a range.

/// The maximum number of ids in a range.
const MAX_RANGE: u64 = 50;

/// Returns the numbers of `1` or `1-3`, without leading zeros.
pub(crate) fn range(text: &str) -> Option<Vec<String>> {
    let (first, last) = bounds(text)?;
    (first <= last && last - first <= MAX_RANGE)
        .then(|| (first..=last).map(|number| number.to_string()).collect())
}

/// Returns the first and the last number of `1`, `1-3` or `1 – 3`.
pub(crate) fn bounds(text: &str) -> Option<(u64, u64)> {
    let number = |text: &str| {
        let len = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let number = text.get(..len).filter(|_| len <= 4)?.parse::<u64>().ok()?;
        Some((number, len))
    };
    let (first, len) = number(text)?;
    let rest = text.get(len..).filter(|rest| !rest.is_empty());
    let Some(rest) = rest else { return Some((first, first)) };
    let rest = rest.strip_prefix(' ').unwrap_or(rest).strip_prefix(['-', '\u{2013}', '~', '～'])?;
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    let (last, len) = number(rest)?;
    (len == rest.len()).then_some((first, last))
}
