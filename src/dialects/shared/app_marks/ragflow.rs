//! Finds the marks of `RAGFlow` in a text.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::shared::apps;
use crate::model::Citation;
use crate::text::digit;

const DIGIT: &str = "[0-9\u{660}-\u{669}\u{6f0}-\u{6f9}]";

/// The marks that are sure.
static SURE: LazyLock<Regex> = LazyLock::new(|| {
    let number = format!("{DIGIT}{{1,9}}");
    let item = format!(r"ID\s?[:：]\s?{number}");
    let items = format!(r"{item}(?:\s?[,，;]\s?(?:{item}|{number}))*");
    // In parentheses, longer numbers are those of records.
    let short = format!(r"ID\s?[:：]\s?{DIGIT}{{1,3}}");
    Regex::new(&format!(
        r"\[\s?{items}\s?\]|[(（]\s?{short}\s?[)）]|【\s?{items}\s?】|##{number}\$\$"
    ))
    .expect("the pattern is sound")
});

/// The marks that only count if there is a source of that number.
static LIKELY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(r"\[{DIGIT}{{1,9}}\]|\b(?i:ref){DIGIT}{{1,9}}\b"))
        .expect("the pattern is sound")
});

static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(&format!("{DIGIT}+")).expect("the pattern is sound"));

/// Returns the marks in `text` outside code, in order; `known` are the ids of its sources.
pub(crate) fn marks(text: &str, known: Option<&BTreeSet<&str>>) -> Vec<Citation> {
    let numbers =
        |mark: &str| NUMBER.find_iter(mark).filter_map(|it| number(it.as_str())).collect();
    let sure = may_have_sure(text).then(|| {
        apps::marks(text, &SURE, "id", |found| {
            let mark = found.get(0).filter(|mark| !is_of_record(text, mark.start()));
            mark.map(|mark| numbers(mark.as_str())).unwrap_or_default()
        })
    });
    let sure = sure.unwrap_or_default();
    let Some(known) = known.filter(|_| sure.is_empty()) else { return sure };
    apps::marks(text, &LIKELY, "id", |found| {
        let Some(mark) = found.get(0) else { return Vec::new() };
        let before = text.get(..mark.start()).unwrap_or_default();
        let after = text.get(mark.end()..).unwrap_or_default();
        let index = before.ends_with(|c: char| c.is_ascii_alphanumeric() || "_])!\\".contains(c));
        let ids: Vec<String> = numbers(mark.as_str());
        let all = ids.iter().all(|id| known.contains(id.as_str()));
        if all && !index && !after.starts_with(['(', ':']) { ids } else { Vec::new() }
    })
}

/// True for the id of a record after its number in a list: `Ticket #7 (ID: 48)`.
fn is_of_record(text: &str, start: usize) -> bool {
    let before = text.get(..start).unwrap_or_default().trim_end_matches(' ');
    let name = before.trim_end_matches(|c: char| c.is_ascii_digit());
    name.len() < before.len() && name.ends_with('#') && !name.ends_with("##")
}

/// True if a text may have marks that are sure. Looking takes less time than compiling their pattern,
/// and most texts have none.
fn may_have_sure(text: &str) -> bool {
    let after = |(at, sign): (usize, &str)| text.get(at + sign.len()..);
    let is_id = |rest: &str| rest.trim_start().starts_with([':', '\u{ff1a}']);
    text.match_indices("ID").filter_map(after).any(is_id)
        || text.match_indices("##").filter_map(after).any(|rest| rest.starts_with(char::is_numeric))
}

/// Returns `text` without marks.
pub(crate) fn stripped(text: &str) -> String {
    SURE.replace_all(text, "").into_owned()
}

/// Returns a number in any of the digits, as ASCII without leading zeros.
fn number(digits: &str) -> Option<String> {
    let digit = |c: char| digit::value(c).map(u64::from);
    let value =
        digits.chars().try_fold(0_u64, |value, c| value.checked_mul(10)?.checked_add(digit(c)?))?;
    Some(value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, known: Option<&BTreeSet<&str>>, expected: &[&str]) {
        let described = |mark: Citation| {
            let ids: Vec<String> = mark.targets.into_iter().map(|target| target.id).collect();
            format!("{} {}", mark.raw, ids.join(" "))
        };
        let found: Vec<String> = marks(text, known).into_iter().map(described).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn every_spelling_of_a_mark() {
        check(
            "So [ID:0][ID: 12]. Or ##3$$ and ##4$$, (ID: 1), 【ID:2】.",
            None,
            &["[ID:0] 0", "[ID: 12] 12", "##3$$ 3", "##4$$ 4", "(ID: 1) 1", "【ID:2】 2"],
        );
        check("So [ID:0, ID:2] and [ID:0, 2].", None, &["[ID:0, ID:2] 0 2", "[ID:0, 2] 0 2"]);
        check("هكذا [ID:١٢] و [ID:۳].", None, &["[ID:١٢] 12", "[ID:۳] 3"]);
        check("`[ID:0]` and [ID], [ID:x], ID:1, ##$$, # #1$$", None, &[]);
    }

    #[test]
    fn likely_marks_need_their_source() {
        let known = &BTreeSet::from(["0", "1"]);
        check("So [0]. And ref1, not ref7 or [7].", Some(known), &["[0] 0", "ref1 1"]);
        check("Take a[0], [0](x.html), [1]: y", Some(known), &[]);
        check("So [ID:0], where [1] is an array.", Some(known), &["[ID:0] 0"]);
    }
}
