//! Numbers written as words: English up to trillions, and Chinese and Japanese numerals.
//!
//! `one` and 一 alone are left out: they are articles and pronouns as often. Before the name of a
//! unit `one` counts.

use std::sync::LazyLock;

use super::decimal::Decimal;
use super::digits;
use super::listed;
use super::units;
use crate::evidence::words::counts_one;

/// The meaning of a number word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Worded {
    /// A count: `twelve`, `thirty-five`, `two hundred`.
    Count(Decimal),
    /// So many times: `twice`, `doubled`.
    Times(Decimal),
    /// A share in hundredths, and its precision: `half`, `two thirds`.
    Share(Decimal, Decimal),
}

/// Maximum length of a number word, in bytes.
const MAX_WORD: usize = 10;

/// Reads the number that the word at the start of `text` (`len` bytes long) begins, and its length
/// in bytes. `before` is the text in front of it.
pub(super) fn english(text: &str, len: usize, before: &str) -> Option<(usize, Worded)> {
    if !(3..=MAX_WORD).contains(&len) || !may_count(text) {
        return None;
    }
    let word = text.get(..len)?.to_ascii_lowercase();
    if let Some(times) = times(&word) {
        return Some((len, Worded::Times(Decimal::whole(times))));
    }
    let number = small(&word).or_else(|| (word == "one").then_some(1));
    let of_number = || ratio(text, len, Decimal::whole(number?));
    if let Some(found) = share(text, len, &word, before).or_else(of_number) {
        return Some(found);
    }
    let last = || last_word(before);
    let mut value = small(&word).or_else(|| match word.as_str() {
        "one" => {
            let is_count = counts_one(text.get(len..)?) && !points_out(last());
            (is_count || starts_scale(text, len)).then_some(1)
        }
        // `a million more` is a difference.
        _ if is_difference(text.get(len..)?) => None,
        "hundred" | "thousand" | "million" | "billion" if is_article(last()) => Some(1),
        "dozen" if is_article(last()) => Some(12),
        _ => None,
    })?;
    let part = if small(&word).is_none() { part(before) } else { WHOLE };
    let mut end = if matches!(word.as_str(), "hundred" | "thousand" | "million" | "billion") {
        0
    } else {
        len
    };
    let mut total = Decimal::ZERO;
    while let Some((next_end, next)) = next_word(text, end) {
        match next.as_str() {
            "dozen" if end > 0 => value *= 12,
            "hundred" => value *= 100,
            "thousand" | "million" | "billion" | "trillion" => {
                let power = scale(&next);
                total = total.plus(Decimal::whole(value).shifted(power))?;
                value = 0;
            }
            _ => match small(&next).filter(|_| is_addable(value)) {
                Some(more) if more < 10 || value.is_multiple_of(100) => value += more,
                _ => break,
            },
        }
        if value > 1_000_000 || next_end > 120 {
            return None;
        }
        end = next_end;
    }
    let total = total.plus(Decimal::whole(value))?;
    Some((end, Worded::Count(if part == WHOLE { total } else { total.times(part)? })))
}

/// All of a number.
const WHOLE: Decimal = Decimal::new(1, 0);

/// Returns the part of a number that the text in front of it takes: `half a dozen`.
fn part(before: &str) -> Decimal {
    const PARTS: [(&str, i128); 4] =
        [("three quarters of a", 75), ("quarter of a", 25), ("half a", 50), ("half", 50)];
    let bare = before.trim_end_matches([' ', '-']);
    let is_before = |words: &str| {
        let start = bare.len().checked_sub(words.len());
        start.and_then(|at| bare.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(words))
    };
    let found = PARTS.into_iter().find(|(words, _)| is_before(words));
    found.map_or(WHOLE, |(_, hundredths)| Decimal::new(hundredths, -2))
}

/// True for what follows a number that says by how much something is more or less.
fn is_difference(rest: &str) -> bool {
    [" more than", " fewer than", " less than"].iter().any(|words| rest.starts_with(words))
}

/// The first three letters of number words: they rule out nearly all words.
pub(super) const BEGINNINGS: [&str; 26] = [
    "bil", "dou", "doz", "eig", "ele", "fif", "fiv", "for", "fou", "hal", "hun", "mil", "nin",
    "one", "qua", "sev", "six", "ten", "thi", "tho", "thr", "tri", "twe", "twi", "two", "zer",
];

fn may_count(text: &str) -> bool {
    let head = text.get(..3);
    head.is_some_and(|head| BEGINNINGS.iter().any(|known| head.eq_ignore_ascii_case(known)))
}

/// True if a number word may follow: `twenty-five`, `two hundred five`, never `three four`.
const fn is_addable(value: u32) -> bool {
    match value {
        20..=90 => value.is_multiple_of(10),
        _ => value.is_multiple_of(100),
    }
}

/// Returns the word after `end`, after one blank or hyphen; at the start of `text` after none.
fn next_word(text: &str, end: usize) -> Option<(usize, String)> {
    let rest = text.get(end..)?;
    let gap = usize::from(end > 0 && rest.starts_with([' ', '-']));
    if end > 0 && gap == 0 {
        return None;
    }
    let word = rest.get(gap..)?;
    let and = word.strip_prefix("and ").filter(|_| end > 0);
    let (word, skipped) = and.map_or((word, 0), |word| (word, 4));
    let len = word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len());
    let found = word.get(..len).filter(|_| (3..=MAX_WORD).contains(&len))?.to_ascii_lowercase();
    // `ten and twenty` are two numbers; `two hundred and five` is one.
    let joins = skipped == 0
        || (text.get(..end).is_some_and(|head| head.ends_with("hundred"))
            && small(&found).is_some());
    joins.then_some((end + gap + skipped + len, found))
}

fn starts_scale(text: &str, len: usize) -> bool {
    let next = next_word(text, len);
    next.is_some_and(|(_, word)| word == "hundred" || scale(&word) > 0)
}

pub(super) fn last_word(before: &str) -> &str {
    let bare = before.trim_end_matches([' ', '-']);
    bare.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()
}

/// True if `one` after the word points at a thing: `no one week`.
fn points_out(word: &str) -> bool {
    let words = ["no", "any", "every", "each", "which", "not"];
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
}

fn is_article(word: &str) -> bool {
    ["a", "per", "half"].iter().any(|article| word.eq_ignore_ascii_case(article))
}

fn scale(word: &str) -> i32 {
    match word {
        "thousand" => 3,
        "million" => 6,
        "billion" => 9,
        "trillion" => 12,
        _ => 0,
    }
}

fn small(word: &str) -> Option<u32> {
    static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| listed("numerals"));
    const TENS: [&str; 7] = ["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let at = |list: &[&str]| {
        let index = list.iter().position(|known| *known == word)?;
        u32::try_from(index).ok()
    };
    let ones = at(&WORDS).map(|index| index + 2);
    let tens = || at(&TENS).map(|index| index * 10 + 30);
    ones.or_else(tens).or((word == "zero").then_some(0))
}

fn times(word: &str) -> Option<u32> {
    Some(match word {
        "twice" | "double" | "doubled" | "doubles" | "doubling" | "twofold" => 2,
        "triple" | "tripled" | "triples" | "tripling" | "thrice" | "threefold" => 3,
        "quadruple" | "quadrupled" | "fourfold" => 4,
        "tenfold" => 10,
        _ => return None,
    })
}

/// True for words that say how many times, and are no names of things as `double` is.
pub(super) fn says_how_often(text: &str) -> bool {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let word = text.get(..letters).unwrap_or_default().to_ascii_lowercase();
    times(&word).is_some()
        && (word.ends_with("ice") || word.ends_with("led") || word.ends_with("fold"))
}

/// Returns the precision of a share in words, in hundredths: it is written for what is near it.
pub(super) const fn share_step() -> Decimal {
    Decimal::whole(5)
}

/// Reads a share: `half of`, `a third of`, `two thirds`, `three quarters of`.
fn share(text: &str, len: usize, word: &str, before: &str) -> Option<(usize, Worded)> {
    let rest = text.get(len..)?;
    let last = || last_word(before);
    let part = |hundredths| Worded::Share(Decimal::new(hundredths, -2), share_step());
    let of = rest.starts_with(" of ");
    let ordinal = ["first", "second", "latter", "other", "one", "and"];
    match word {
        "half" if ordinal.iter().any(|word| last().eq_ignore_ascii_case(word)) => None,
        "half"
            if of
                || rest.starts_with(" the ")
                || rest.starts_with(" all ")
                || of_point(rest).is_some() =>
        {
            Some((len, part(5000)))
        }
        _ if of && is_of_scale(rest) => None,
        "third" if of && is_article(last()) => Some((len, part(3333))),
        "quarter" if of && is_article(last()) => Some((len, part(2500))),
        "two" | "three" => {
            let tail = rest.get(1..).filter(|_| rest.starts_with([' ', '-']))?;
            if word == "two" && tail.starts_with("thirds") {
                return Some((len + 7, part(6667)));
            }
            let quarters = word == "three" && tail.starts_with("quarters of");
            quarters.then_some((len + 9, part(7500)))
        }
        _ => None,
    }
}

/// Returns the length of the words after a share that make it one of a percentage point: `a quarter of a
/// percentage point`.
pub(super) fn of_point(rest: &str) -> Option<usize> {
    const LINKS: [&str; 3] = [" of a", " of one", " a"];
    const POINT: &str = " percentage point";
    LINKS.iter().find_map(|link| {
        let point = rest.strip_prefix(link)?;
        point.starts_with(POINT).then_some(link.len() + POINT.len())
    })
}

/// True for ` of a million`: the share is a part of that number.
fn is_of_scale(rest: &str) -> bool {
    let number = rest.strip_prefix(" of a ");
    number.is_some_and(|number| next_word(number, 0).is_some_and(|(_, word)| scale(&word) > 0))
}

/// Maximum number that a share is counted of.
const MAX_OF: u32 = 1000;

/// Reads the share that begins with the number `first`, `len` bytes long: `one in four`, `2 out of every
/// 5`.
pub(super) fn ratio(text: &str, len: usize, first: Decimal) -> Option<(usize, Worded)> {
    const LINKS: [&str; 5] = [" in every ", " out of every ", " of every ", " in ", "-in-"];
    let rest = text.get(len..)?;
    let link = LINKS.into_iter().find(|link| rest.starts_with(link))?;
    // `scored 12 in 15 games`
    let is_share = first == Decimal::whole(1) || link.contains("every");
    let tail = rest.get(link.len()..).filter(|_| is_share)?;
    let letters = tail.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(tail.len());
    let (end, of) = match digits::numeral(tail) {
        Some(numeral) => (numeral.len, numeral.value?.to_u32()?),
        None => (letters, small(&tail.get(..letters)?.to_ascii_lowercase())?),
    };
    let after = tail.get(end..)?;
    let goes_on = after.starts_with(|c: char| c.is_alphanumeric() || "-/:%".contains(c));
    // `two in three days` is a rate.
    let has_unit = after.strip_prefix(' ').is_some_and(|it| units::suffix(it).is_some());
    let (part, of) = (first.to_u32()?, Some(of).filter(|of| (2..=MAX_OF).contains(of))?);
    let is_part = part > 0 && part < of && !goes_on && !has_unit;
    let hundredths = i128::from((part * 10_000 + of / 2) / of);
    let share = Worded::Share(Decimal::new(hundredths, -2), share_step());
    is_part.then_some((len + link.len() + end, share))
}

/// Counters, one of which follows a Chinese or Japanese number.
const COUNTERS: &[&str] = &[
    "天", "日", "年", "个", "個", "か月", "ヶ月", "カ月", "人", "名", "件", "倍", "周", "週",
    "小时", "小時", "時間", "分钟", "分鐘", "%", "％", "元", "円", "美元", "种", "種", "项", "項",
    "次", "回", "家", "台", "公里", "平方",
];

/// Reads the number at the start of `text` in Chinese or Japanese numerals, and its length in bytes.
/// 百分之三十 is a share in hundredths.
pub(super) fn unspaced(text: &str) -> Option<(usize, Worded)> {
    let (lead, is_share) = match text.strip_prefix("百分之") {
        Some(_) => ("百分之".len(), true),
        None => (0, false),
    };
    let rest = text.get(lead..)?;
    let (len, value) = cjk(rest)?;
    if is_share {
        return Some((lead + len, Worded::Share(value, Decimal::place(0))));
    }
    let tail = rest.get(len..)?;
    let counted = COUNTERS.iter().any(|counter| tail.starts_with(counter));
    let is_one = rest.starts_with('一') && len == '一'.len_utf8();
    (counted && !is_one).then_some((len, Worded::Count(value)))
}

/// Reads the place in an order after 第 at the start of `text`, and its length in bytes.
pub(super) fn place(text: &str) -> Option<(usize, u32)> {
    let (len, value) = cjk(text)?;
    Some((len, value.to_u32()?))
}

/// True if a character can begin such a number.
pub(super) fn is_numeral(c: char) -> bool {
    cjk_digit(c).is_some() || matches!(c, '十' | '百' | '千' | '万' | '萬' | '亿' | '億')
}

/// Maximum length of a run of numerals, in characters.
const MAX_RUN: usize = 24;

fn cjk(text: &str) -> Option<(usize, Decimal)> {
    let (mut total, mut section, mut current): (u64, u64, Option<u64>) = (0, 0, None);
    let mut len = 0;
    for c in text.chars().take(MAX_RUN).take_while(|c| is_numeral(*c)) {
        len += c.len_utf8();
        let unit = match c {
            '十' => 10,
            '百' => 100,
            '千' => 1000,
            '万' | '萬' => 10_000,
            '亿' | '億' => 100_000_000,
            _ => 0,
        };
        match unit {
            0 => {
                let digit = cjk_digit(c)?;
                // Digits in a row are read as places: 二〇二六.
                current = Some(match current {
                    Some(before) => before.checked_mul(10)?.checked_add(digit)?,
                    None => digit,
                });
            }
            10..=1000 => section += current.take().unwrap_or(1) * unit,
            _ => {
                section += current.take().unwrap_or(0);
                total = total.checked_add(section.max(1))?.checked_mul(unit)?;
                section = 0;
            }
        }
        if section > 1_000_000_000 {
            return None;
        }
    }
    let value = total.checked_add(section)?.checked_add(current.unwrap_or(0))?;
    (len > 0).then_some((len, Decimal::new(i128::from(value), 0)))
}

fn cjk_digit(c: char) -> Option<u64> {
    let digits = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    let index = digits.iter().position(|digit| *digit == c);
    match c {
        '零' => Some(0),
        '两' | '兩' => Some(2),
        _ => index.and_then(|index| u64::try_from(index).ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn count(text: &str, value: u32) {
        let len = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
        let found = english(text, len, "");
        assert_eq!(found, Some((text.len(), Worded::Count(Decimal::whole(value)))), "{text:?}");
    }

    #[test]
    fn english_numbers() {
        count("thirty", 30);
        count("thirty-five", 35);
        count("two hundred", 200);
        count("two hundred and five", 205);
        count("three thousand two hundred", 3200);
        count("twelve million", 12_000_000);
        count("one hundred", 100);
        assert_eq!(english("one of them", 3, ""), None);
        assert_eq!(english("half-life", 4, "a "), None);
        assert_eq!(english("ten and twenty", 3, "").map(|(len, _)| len), Some(3));
    }

    #[test]
    fn the_first_letters_let_every_number_word_through() {
        let counts = "zero two three four five six seven eight nine ten eleven twelve thirteen \
            fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty \
            seventy eighty ninety hundred thousand million billion dozen";
        let times = "twice double doubled doubles doubling twofold triple tripled triples tripling \
            thrice threefold quadruple quadrupled fourfold tenfold";
        for word in counts.split_whitespace().chain(times.split_whitespace()) {
            assert!(english(word, word.len(), "a").is_some(), "{word}");
        }
        for share in ["half of it", "third of it", "quarter of it", "two thirds", "one week"] {
            let len = share.find(' ').unwrap();
            assert!(english(share, len, "a").is_some(), "{share}");
        }
    }

    #[test]
    fn chinese_numbers_stand_before_counters() {
        let value = |text| unspaced(text).map(|(_, worded)| worded);
        assert_eq!(value("三十天"), Some(Worded::Count(Decimal::whole(30))));
        assert_eq!(value("一百二十人"), Some(Worded::Count(Decimal::whole(120))));
        assert_eq!(value("三万五千元"), Some(Worded::Count(Decimal::whole(35_000))));
        assert_eq!(value("百分之三十"), Some(Worded::Share(Decimal::whole(30), Decimal::place(0))));
        assert_eq!(value("十分重要"), None);
        assert_eq!(value("一个"), None);
    }
}
