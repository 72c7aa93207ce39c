//! Numbers that are part of a name: `GPT-4`, `ISO 27001`, `Section 4.2`, versions, identifiers.

use std::sync::LazyLock;

use super::edges::is_letter;
use crate::evidence::numbers::bounds;
use crate::evidence::numbers::digits::Numeral;
use crate::evidence::numbers::listed;
use crate::evidence::numbers::units::{self, Suffix};

/// Maximum number of digits of a quantity; more are an identifier.
const MAX_DIGITS: usize = 12;

/// Words whose number identifies a thing.
static LABELS: LazyLock<Vec<&str>> = LazyLock::new(|| listed("labels"));

/// Returns the length of the identifier at the start of `rest`, if `numeral` is no quantity: `1.2.3`,
/// `007`, `555-123-4567`, `3D`, `10-K`, `24/7`.
pub(super) fn identifier(rest: &str, numeral: &Numeral) -> Option<usize> {
    let tail = rest.get(numeral.len..)?;
    let mut next = tail.chars();
    let (first, second) = (next.next().unwrap_or(' '), next.next().unwrap_or(' '));
    let has_many = numeral.bare_digits.is_some_and(|digits| digits > MAX_DIGITS);
    let has_zero = rest.starts_with('0') && numeral.last == 0 && numeral.len > 1;
    let is_glued = is_letter(first) && units::suffix(tail).is_none_or(is_decade(numeral));
    let is_form = first == '-' && second.is_uppercase() && units::suffix(tail.get(1..)?).is_none();
    let is_ratio = matches!(first, '/' | ':') && second.is_ascii_digit();
    let is_phone = first == '-' && is_phone(tail);
    let is_one = numeral.value.is_none() || has_many || has_zero || is_glued || is_form;
    (is_one || is_ratio || is_phone).then(|| numeral.len + token_len(tail))
}

/// True if a suffix is that of a decade: `1990s` is not a number of seconds.
fn is_decade(numeral: &Numeral) -> impl FnOnce((usize, Suffix)) -> bool {
    let digits = numeral.bare_digits;
    move |(len, suffix)| {
        let seconds = matches!(suffix, Suffix::Unit(units::Dimension::Amount("s"), one) if one.significant() == 1);
        len == 1 && seconds && digits == Some(4)
    }
}

fn is_phone(tail: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let middle = tail.get(1..).map_or(0, digits);
    let last = tail.get(1 + middle..).and_then(|rest| rest.strip_prefix('-')).map_or(0, digits);
    middle >= 2 && last >= 2
}

/// Returns the length of the name at the start of `rest`, whose first `letters` bytes are letters: `H100`,
/// `GPT-4o`, `utf8`, `file_12`. `None` for words, and for what only leans on a number (`mid-2020`).
pub(super) fn glued(rest: &str, letters: usize) -> Option<usize> {
    let tail = rest.get(letters..)?;
    let word = rest.get(..letters)?;
    let next = tail.trim_start_matches(['-', '_']);
    let gap = tail.len() - next.len();
    if gap > 1 || !next.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let is_currency = units::currency_before(word).is_some();
    let leans = tail.starts_with('-') && !word.contains(char::is_uppercase);
    let is_label = gap == 0 && word.len() > 1 && matches!(word, "USD" | "EUR" | "GBP" | "CHF");
    (!is_currency && !leans && !is_label).then(|| letters + token_len(tail))
}

/// Returns the length of the rest of a name, without signs at its end.
fn token_len(tail: &str) -> usize {
    let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '/' | ':');
    let len = tail.find(|c| !inside(c)).unwrap_or(tail.len());
    let run = tail.get(..len).unwrap_or_default();
    run.trim_end_matches(['-', '.', '_', '/', ':']).len()
}

/// True if a name of `letters` bytes runs on into digits without a hyphen: `PM2`, not `GPT-4`, and no
/// version (`v2`).
pub(super) fn is_bare_name(rest: &str, letters: usize) -> bool {
    let is_version = rest.get(..letters).is_some_and(|word| word.eq_ignore_ascii_case("v"));
    !is_version
        && rest.get(letters..).is_some_and(|tail| tail.starts_with(|c: char| c.is_ascii_digit()))
}

/// True if the word before a number makes it a place in an order: `number 13`, `# 4`, `rank 2`.
pub(super) fn is_ranked(before: &str) -> bool {
    let bare = before.trim_end_matches([' ', '\u{a0}']);
    let word = bare.trim_end_matches('.').rsplit(|c: char| !c.is_alphanumeric()).next();
    let is_word = ["number", "no", "rank", "ranked", "position", "place", "nr"]
        .iter()
        .any(|known| word.is_some_and(|word| word.eq_ignore_ascii_case(known)));
    bare.ends_with(['#', '第']) || is_word && bare.len() < before.len()
}

/// Returns a name in the form it is compared by.
pub(super) fn token(name: &str) -> String {
    let kept = name.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).take(64);
    kept.flat_map(char::to_lowercase).collect()
}

/// Returns the word before a number that makes it a name: `Section`, `ISO`.
pub(super) fn labelled(before: &str) -> Option<&str> {
    let bare = before.strip_suffix([' ', '\u{a0}'])?;
    let bare = bare.strip_suffix(['.', '#']).unwrap_or(bare);
    let at = bare.rfind(|c: char| !c.is_alphanumeric()).map_or(0, |at| at + 1);
    let word = bare.get(at..).or_else(|| bare.rsplit(|c: char| !c.is_alphanumeric()).next())?;
    let is_label = LABELS.iter().any(|label| word.eq_ignore_ascii_case(label));
    let is_acronym = word.len() >= 2 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    (is_label || is_acronym).then_some(word)
}

/// Returns the word before a number that is a name inside its sentence: `Windows` of `Windows 11`.
pub(super) fn name_before(before: &str) -> Option<&str> {
    let bare = before.strip_suffix(' ')?;
    let word = bare.rsplit(|c: char| !c.is_alphanumeric()).next()?;
    let lead = bare.get(..bare.len() - word.len())?;
    let opens = lead.trim_end_matches([' ', '*', '_', '"', '(', '|']);
    let opens = opens.is_empty() || opens.ends_with(['.', '\n', ':', '!', '?', '-', '•']);
    let is_name = word.contains(char::is_uppercase) && !opens;
    (is_name && bounds::before_amount(before).is_none()).then_some(word)
}
