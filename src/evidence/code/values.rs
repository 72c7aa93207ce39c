//! Values that a text states for names of code, beside those that the cited lines have.

use std::sync::LazyLock;

use regex::Regex;

use super::outline::{LineKind, kinds};
use super::tokens;
use crate::text::Span;
use crate::text::backticks::Backticks;
use crate::text::number_words::digits_of;

/// The longest passage whose values are compared, in lines: a longer one has a name more than once.
const MAX_LINES: usize = 12;

/// The longest claim that is compared, in bytes.
const MAX_CLAIM: usize = 2000;

/// A literal: a number, words in quotes, or a constant of the language.
const LITERAL: &str =
    r#"-?\d[\d_]*(?:\.\d[\d_]*)?|"[^"\\]*"|'[^'\\]*'|(?i:true|false|none|null|nil)"#;

/// `PORT = 8080`, `pub const PORT: u16 = 8080;`, `"port": 8080,`.
static VALUE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let modifiers = r"(?:(?:pub|export|public|private|protected|internal|const|static|final|readonly|let|var|val|mut|int|long|double|float|bool|boolean|string|String)\s+)*";
    Regex::new(&format!(
        r#"^\s*{modifiers}["']?(?P<name>[A-Za-z_][\w.]*)["']?\s*(?::\s*[\w&'<>\[\]., |]+?)?\s*(?:=|:=|:)\s*(?P<value>{LITERAL}|\d[\d_]*(?:\s*\*\s*\d[\d_]*)+)\s*[,;]?\s*(?:(?:#|//).*)?$"#
    ))
    .ok()
});

/// A number in prose, with the word after it.
static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?P<before>^|[\s(])(?P<number>\d(?:[\d,]*\d)?(?:\.\d+)?|(?i:t(?:wo|hree|en|welve|wenty|hirty)|f(?:our|ive|ifteen|orty|ifty)|s(?:ix|even|ixteen|ixty|eventy)|e(?:ight|leven|ighty)|nine|ninety))(?:[ -]?(?P<unit>%|[A-Za-z]+))?(?P<behind>$|[\s,;:.)!?])").ok()
});

/// Words before a value in code that do not say that the code has it.
const SUPPOSED: [&str; 30] = [
    "after", "add", "adding", "before", "change", "changing", "for", "from", "if", "instead",
    "like", "needs", "not", "of", "pass", "passing", "requires", "set", "setting", "sets", "than",
    "to", "unless", "until", "use", "using", "when", "where", "with", "without",
];

/// Words of a claim whose number may be another one than that of the code.
const OTHERWISE: [&str; 17] = [
    "after",
    "before",
    "but",
    "except",
    "formerly",
    "if",
    "instead",
    "not",
    "previously",
    "should",
    "than",
    "unless",
    "was",
    "were",
    "when",
    "would",
    "could",
];

/// A value that a claim states, and the other one of the cited lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherValue {
    /// As the claim states it; bytes of the claim.
    pub claim: Span,
    /// The line with the name; bytes of the passage.
    pub line: Span,
}

/// Returns the values of a claim for which the cited lines have another one: `` `PORT = 8081` `` beside
/// `PORT = 8080`, or `30 seconds` beside `TIMEOUT = 60` alone.
pub fn other_values(claim: &str, passage: &str) -> Vec<OtherValue> {
    if claim.len() > MAX_CLAIM || passage.lines().nth(MAX_LINES).is_some() {
        return Vec::new();
    }
    let own: Vec<Assigned<'_>> = assigned(passage);
    let mut found: Vec<OtherValue> = stated(claim)
        .filter_map(|(span, said)| {
            let mut same = own.iter().filter(|it| it.name == said.name);
            let only = same.next().filter(|_| same.next().is_none())?;
            (!is_same(said.value, only.value))
                .then_some(OtherValue { claim: span, line: only.line })
        })
        .collect();
    if found.is_empty() && stated(claim).next().is_none() {
        found.extend(other_number(claim, passage, &own));
    }
    found
}

/// A name with its value.
#[derive(Debug, Clone, Copy)]
struct Assigned<'t> {
    name: &'t str,
    value: &'t str,
    line: Span,
}

fn value_of(line: &str, span: Span) -> Option<Assigned<'_>> {
    let found = VALUE.as_ref()?.captures(line)?;
    let name = found.name("name")?.as_str();
    let name = name.rsplit('.').next().unwrap_or(name);
    Some(Assigned { name, value: found.name("value")?.as_str(), line: span })
}

/// Returns the names that lines give a literal value.
fn assigned(passage: &str) -> Vec<Assigned<'_>> {
    let mut start = 0;
    let mut found = Vec::new();
    for line in passage.split_inclusive('\n') {
        let text = line.trim_end();
        found.extend(value_of(text, Span::new(start, start + text.len())));
        start += line.len();
    }
    found
}

/// Returns the values in backticks that a claim states as those of the code.
fn stated(claim: &str) -> impl Iterator<Item = (Span, Assigned<'_>)> {
    Backticks::of(claim).code.into_iter().filter_map(|span| {
        let before = claim.get(..span.start)?.trim_end_matches('`').split_whitespace().next_back();
        let before = before.unwrap_or_default().trim_matches(|c: char| !c.is_alphanumeric());
        let is_supposed = SUPPOSED.contains(&before.to_lowercase().as_str());
        let said = value_of(span.slice(claim)?.trim(), span).filter(|_| !is_supposed)?;
        Some((span, said))
    })
}

/// Returns the one number of a claim if the one line of code that is cited has another one for the name
/// that the claim speaks of.
fn other_number(claim: &str, passage: &str, own: &[Assigned<'_>]) -> Option<OtherValue> {
    let [only] = own else { return None };
    let code = kinds(passage.lines()).into_iter().filter(|kind| *kind == LineKind::Code).count();
    let theirs = number(only.value).filter(|_| code == 1)?;
    let words: Vec<String> = tokens::tokens(claim).map(|(_, it)| it.to_lowercase()).collect();
    let is_otherwise = words.iter().any(|word| OTHERWISE.contains(&word.as_str()));
    if is_otherwise || !speaks_of(&words, only.name) {
        return None;
    }
    let mut numbers = NUMBER.as_ref()?.captures_iter(claim);
    let stated = numbers.next().filter(|_| numbers.next().is_none())?;
    let all = claim.split(|c: char| !c.is_ascii_digit()).filter(|it| !it.is_empty()).count();
    let own = stated.name("number")?;
    let in_words = digits_of(own.as_str());
    let digits = own.as_str().split(|c: char| !c.is_ascii_digit()).count();
    let unit = stated.name("unit").map_or("", |it| it.as_str());
    let is_only = if in_words.is_some() { all == 0 } else { digits == all };
    let value = number(in_words.unwrap_or(own.as_str())).filter(|_| is_only)?;
    let is_same = factors(unit)?.iter().any(|factor| is_near(value * factor, theirs))
        || is_rounded(own.as_str(), value, theirs);
    let end = stated.name("unit").map_or(own.end(), |it| it.end());
    (!is_same).then_some(OtherValue { claim: Span::new(own.start(), end), line: only.line })
}

/// Returns true if words have a name, or all of its parts.
fn speaks_of(words: &[String], name: &str) -> bool {
    let lower = name.to_lowercase();
    let parts = tokens::parts(name);
    let has = |part: &String| {
        let stem = tokens::stem(part);
        words.iter().any(|word| tokens::stem(word) == stem)
    };
    words.contains(&lower) || !parts.is_empty() && parts.iter().all(has)
}

/// Returns true if a claim that says `said` may mean the literal `own`.
fn is_same(said: &str, own: &str) -> bool {
    match (number(said), number(own)) {
        (Some(value), Some(theirs)) => is_rounded(said, value, theirs),
        _ => plain(said) == plain(own),
    }
}

/// Returns true if a value is another one, rounded to the digits that were said.
fn is_rounded(said: &str, value: f64, theirs: f64) -> bool {
    let digits = said.split_once('.').map_or(0, |(_, digits)| digits.len());
    let scale = (0..digits).fold(1.0, |scale, _| scale * 10.0);
    is_near(value, theirs) || digits > 0 && is_near((theirs * scale).round(), value * scale)
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs())
}

/// Returns a literal without its quotes; the constants of all languages alike.
fn plain(value: &str) -> String {
    let bare = value.trim_matches(['"', '\'']);
    match bare.to_lowercase().as_str() {
        "none" | "null" | "nil" => "null".to_owned(),
        word @ ("true" | "false") => word.to_owned(),
        _ => bare.to_owned(),
    }
}

/// Returns the value of a number or of a product of numbers.
fn number(value: &str) -> Option<f64> {
    let mut factors = value.split('*').map(|factor| {
        let digits = factor.trim().replace([',', '_'], "");
        digits.parse::<f64>().ok()
    });
    factors.try_fold(1.0, |all, factor| Some(all * factor?))
}

/// Returns what a number with a unit may be multiplied by in code, which may count in smaller units; `None`
/// for a word that is no unit but may be a part of a name.
fn factors(unit: &str) -> Option<&'static [f64]> {
    const K: f64 = 1024.0;
    Some(match unit.to_lowercase().as_str() {
        "s" | "sec" | "secs" | "second" | "seconds" => &[1.0, 1e3, 1e6, 1e9],
        "ms" | "millisecond" | "milliseconds" => &[1.0, 1e-3, 1e3, 1e6],
        "min" | "mins" | "minute" | "minutes" => &[1.0, 60.0, 6e4, 6e10],
        "h" | "hour" | "hours" => &[1.0, 60.0, 3600.0, 3.6e6, 3.6e12],
        "day" | "days" => &[1.0, 24.0, 1440.0, 86_400.0, 8.64e7],
        "week" | "weeks" => &[1.0, 7.0, 168.0, 10_080.0, 604_800.0, 6.048e8],
        "kb" | "kib" | "k" | "thousand" => &[1.0, 1e3, K],
        "mb" | "mib" => &[1.0, 1e3, K, 1e6, K * K],
        "gb" | "gib" => &[1.0, 1e3, K, 1e6, K * K, 1e9, K * K * K],
        "%" | "percent" => &[1.0, 0.01],
        "m" | "million" => &[1.0, 1e6, K * K],
        "st" | "nd" | "rd" | "th" | "x" => return None,
        _ => &[1.0],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'t>(claim: &'t str, passage: &'t str) -> Vec<(&'t str, &'t str)> {
        let values = other_values(claim, passage).into_iter();
        values.map(|it| (it.claim.slice(claim).unwrap(), it.line.slice(passage).unwrap())).collect()
    }

    #[test]
    fn other_values_of_a_name_are_found() {
        for (claim, passage, expected) in [
            ("The port is `PORT = 8081`", "PORT = 8080", "PORT = 8081"),
            ("On by default, `DEBUG = True`", "DEBUG = False  # off", "DEBUG = True"),
            ("German, `DEFAULT_LANG = \"de\"`", "DEFAULT_LANG = 'en'", "DEFAULT_LANG = \"de\""),
            ("`const LIMIT: usize = 3`", "pub const LIMIT: usize = 4;", "const LIMIT: usize = 3"),
            ("The timeout is 30 seconds", "TIMEOUT = 60", "30 seconds"),
            ("Requests are retried 3 times, `RETRIES`", "RETRIES = 5", "3 times"),
            ("Up to 20 MB, `MAX_SIZE`", "MAX_SIZE = 10 * 1024 * 1024", "20 MB"),
            ("Listens on port 9090, see `PORT`", "# The port.\nPORT = 8080\n", "9090"),
            ("Kept for 60 seconds, `CACHE_TTL_MS`", "CACHE_TTL_MS = 30000", "60 seconds"),
            ("At most ten items (`MAX_ITEMS`) are kept", "MAX_ITEMS = 50", "ten items"),
            ("20 items (`MAX_ITEMS`) are kept", "MAX_ITEMS = 10", "20 items"),
        ] {
            let values = found(claim, passage);
            assert_eq!(values.iter().map(|it| it.0).collect::<Vec<_>>(), [expected], "{claim}");
        }
    }

    #[test]
    fn the_same_value_and_others_are_left_alone() {
        for (claim, passage) in [
            ("The port is `PORT = 8080`", "PORT = 8_080"),
            ("`LIMIT = null`", "LIMIT = None"),
            ("`score: 0.7757`", "\"score\": 0.775724,"),
            ("The name is `NAME = 'a'`", "NAME = \"a\""),
            ("The timeout is one minute: 1 minute", "TIMEOUT = 60"),
            ("Up to 10 MB, `MAX_SIZE`", "MAX_SIZE = 10 * 1024 * 1024"),
            ("Half a minute is 30,000 ms, `TIMEOUT`", "TIMEOUT = 30"),
            // It need not be the value of the code.
            ("Set `DEBUG = True` to see more", "DEBUG = False"),
            ("It was 30 seconds, `TIMEOUT`", "TIMEOUT = 60"),
            ("The timeout is 30 seconds", "TIMEOUT = 60\nRETRIES = 5"),
            ("In version 2.1.3 the timeout is long", "TIMEOUT = 60"),
            ("2 services share the timeout of 60 seconds", "TIMEOUT = 60"),
            ("The 3 workers wait", "TIMEOUT = 60"),
            ("At most ten items (`MAX_ITEMS`) are kept", "MAX_ITEMS = 10"),
            ("The timeout is two minutes", "TIMEOUT = 120"),
            ("`retry(n=0)` ends at once", "def retry(n=3):"),
            ("`PORT = 8081`", "PORT = read_port()"),
            ("`x = 1`", "x = 1\nx = 2"),
        ] {
            assert_eq!(found(claim, passage), [], "{claim}");
        }
    }
}
