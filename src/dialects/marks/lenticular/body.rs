//! The content of the brackets.

use crate::dialects::marks::lenticular::mark::FILE;
use crate::locator;
use crate::model::{Locator, Problem, ProblemKind, Target};

/// The most digits of a line number.
const MAX_DIGITS: usize = 18;

/// The contents of a mark.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Body {
    pub(crate) family: &'static str,
    pub(crate) target: Option<Target>,
    pub(crate) label: Option<String>,
    pub(crate) problem: Option<Problem>,
    /// A link of a tool's page.
    pub(crate) card: bool,
    /// True if only a citation looks like this.
    pub(crate) is_definite: bool,
}

/// Reads the words between the brackets; `None` if they are ordinary words.
pub(crate) fn read(words: &str) -> Option<Body> {
    let words = words.trim();
    if let Some(path) = words.strip_prefix("F:") {
        return Some(file(path));
    }
    let Some((id, rest)) = words.split_once('†') else { return alone(words) };
    let id = id.trim();
    let (name, locator) = parted(rest);
    let family = family(id, locator)?;
    let mut body = cited(family, id, locator, family == "terminal");
    let kind = matches!(name, "" | "source" | "screenshot" | "image");
    let file = name.rsplit('.').next().is_some_and(|end| {
        end.len() < name.len()
            && (1..=5).contains(&end.len())
            && end.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    if locator.is_none() && !kind && !file && family == "page" {
        // `3†Home page†example.org`
        body.card = true;
        body.family = "link";
        body.label = name.split('†').next().map(str::to_owned);
        return Some(body);
    }
    body.label = (!kind).then(|| name.to_owned());
    Some(body)
}

/// Reads the words after a bracket that is never closed; `to_end` when the text ends there.
pub(crate) fn unclosed(words: &str, to_end: bool) -> Option<Body> {
    let words = words.trim();
    let begun = words.starts_with("F:") || words.contains('†');
    let digits = !words.is_empty() && words.bytes().all(|byte| byte.is_ascii_digit());
    if begun {
        return read(words);
    }
    (to_end && digits).then(|| cited("page", words, None, false))
}

/// Returns a path in a checkout with its lines.
fn file(words: &str) -> Body {
    // A path may contain any character, so its lines are the text after the last dagger.
    let (path, locator) = match words.rsplit_once('†') {
        Some((path, "")) => (path, None),
        Some((path, lines)) => (path, Some(lines.trim())),
        None => (words, None),
    };
    let mut body = cited(FILE, path.trim(), locator, true);
    if path.trim().is_empty() {
        body.target = None;
        body.problem = Some(Problem::new(ProblemKind::NoId, "no path follows `F:`"));
    }
    body
}

/// Returns a mark without a dagger: `【turn2file1】`, or `【4】` in a text that has others.
fn alone(words: &str) -> Option<Body> {
    let turn = words.strip_prefix("turn").is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_digit())
            && rest.ends_with(|c: char| c.is_ascii_digit())
            && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && rest.bytes().any(|byte| byte.is_ascii_alphabetic())
    });
    let digits = (1..=4).contains(&words.len()) && words.bytes().all(|byte| byte.is_ascii_digit());
    match (turn, digits) {
        (true, _) => Some(cited("id", words, None, false)),
        (_, true) => Some(Body { is_definite: false, ..cited("page", words, None, false) }),
        _ => None,
    }
}

/// Returns the kind of the id before the dagger.
fn family(id: &str, locator: Option<&str>) -> Option<&'static str> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if id.len() > 64 {
        return None;
    }
    if digits(id) {
        return Some("page");
    }
    if id.split_once(':').is_some_and(|(step, item)| digits(step) && digits(item)) {
        return Some("result");
    }
    let word = !id.is_empty()
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    (word && (locator.is_some() || id.starts_with("turn"))).then_some("terminal")
}

/// Returns a name and the locator after it: `name†L1-L2`, `L1-L2`, `source`, `p. 4`.
fn parted(rest: &str) -> (&str, Option<&str>) {
    let (name, last) = rest.rsplit_once('†').unwrap_or(("", rest));
    let last = last.trim();
    let lines =
        last.strip_prefix('L').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if lines || is_human(last) { (name.trim(), Some(last)) } else { (rest.trim(), None) }
}

/// True if it is a locator as people write one, and would not as well be the words of a link:
/// `Page 2` and `12:05` are.
fn is_human(words: &str) -> bool {
    let small = words.starts_with(|c: char| c.is_ascii_lowercase());
    let time = words.starts_with(|c: char| c.is_ascii_digit()) && words.matches(':').count() > 1;
    (small || time) && locator::read(words).is_some()
}

/// Returns a citation of `id`; `from_one` when its lines count from 1.
fn cited(family: &'static str, id: &str, locator: Option<&str>, from_one: bool) -> Body {
    let (locator, fault) = match locator {
        None => (None, None),
        Some(raw) => lines(raw, from_one),
    };
    Body {
        family,
        target: Some(Target { id: id.to_owned(), locator, ..Target::default() }),
        label: None,
        problem: fault,
        card: false,
        is_definite: true,
    }
}

/// Reads `L1`, `L1-L9`, `L1-9`, with a dash of any kind.
fn lines(raw: &str, from_one: bool) -> (Option<Locator>, Option<Problem>) {
    let unreadable = |fault| (Some(Locator::Unreadable(raw.to_owned())), fault);
    let Some((first, last)) = locator::line_digits(raw).filter(|_| raw.starts_with('L')) else {
        let human = locator::read(raw).map(|locator| (Some(locator), None));
        return human.unwrap_or_else(|| unreadable(None));
    };
    if first.len().max(last.len()) > MAX_DIGITS {
        let message = format!("a line number of more than {MAX_DIGITS} digits");
        return unreadable(Some(Problem::new(ProblemKind::TooManyDigits, message)));
    }
    let (Ok(first), Ok(last)) = (first.parse::<u64>(), last.parse::<u64>()) else {
        return unreadable(None);
    };
    let locator = Some(Locator::Lines { first, last });
    let fault = if last < first {
        Some(Problem::new(ProblemKind::ReversedRange, "the range ends before it starts"))
    } else if first == 0 && from_one {
        Some(Problem::new(ProblemKind::LineZero, "lines count from 1"))
    } else {
        None
    };
    (locator, fault)
}
