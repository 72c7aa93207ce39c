//! The names of sources in a bracket: words and letters with numbers, and files.

use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::shared::contexts::is_file;
use crate::locator;
use crate::model::Locator;

/// Words before the number of a source, in the singular and in lower case.
const WORDS: &[&str] = &[
    "source",
    "document",
    "doc",
    "passage",
    "context",
    "chunk",
    "excerpt",
    "snippet",
    "reference",
    "ref",
    "result",
    "article",
    "paper",
    "citation",
    "evidence",
    "file",
    "quelle",
    "dokument",
    "fuente",
    "documento",
    "fonte",
    "来源",
    "文档",
    "资料",
    "出典",
    "資料",
];

/// The maximum length of the words after a name that may be a place in its source, in bytes.
const MAX_LOCATOR: usize = 40;

/// The maximum number of ids in a range.
const MAX_RANGE: u64 = 50;

/// `Source 1`, `doc1`, `S1`, `Sources 1-3`, `来源1`.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^(?:#|№)?(\p{Alphabetic}{1,12}?)(\.? ?[#:№]? ?|[_-])([0-9]{1,4})(?: ?[-\x{2013}] ?([0-9]{1,4}))?$",
    )
    .expect("the pattern is sound")
});

/// A number, or a range of them, after a word that was named before.
pub(crate) static BARE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^([0-9]{1,4})(?: ?[-\x{2013}] ?([0-9]{1,4}))?$").expect("the pattern is sound")
});

/// The kinds of name; letters need a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `Source 1`.
    Counted,
    /// `doc1`.
    Glued,
    /// `handbook.md`.
    File,
    /// `S1`.
    Letter,
}

/// The name of a source in a bracket.
#[derive(Debug, Clone)]
pub(crate) struct Name {
    pub(crate) form: Form,
    /// As it is written.
    pub(crate) written: String,
    /// Its word in the singular and in lower case; empty for a file.
    pub(crate) word: String,
    /// Its numbers, without leading zeros.
    pub(crate) numbers: Vec<String>,
}

/// The conversion of names to ids in one text.
#[derive(Debug)]
pub(crate) struct Naming<'k> {
    /// True if two words count from 1 each (`[Source 1]` and `[Document 1]`), so that the word is
    /// part of the id.
    pub(crate) by_word: bool,
    /// The numbers of the sources that came with the text.
    pub(crate) known: &'k [u64],
}

impl Naming<'_> {
    pub(crate) fn ids(&self, name: &Name) -> Vec<String> {
        let known = |number: &String| number.parse().is_ok_and(|it| self.known.contains(&it));
        match name.form {
            Form::Counted if self.by_word => {
                name.numbers.iter().map(|number| format!("{} {number}", name.word)).collect()
            }
            Form::Glued | Form::Letter if name.numbers.iter().all(known) => name.numbers.clone(),
            Form::Counted => name.numbers.clone(),
            Form::Glued | Form::Letter | Form::File => vec![name.written.clone()],
        }
    }
}

/// Returns the names in a bracket with their locators; `None` if it has any other text.
pub(crate) fn names(inner: &str) -> Option<Vec<(Name, Option<Locator>)>> {
    // Most brackets hold plain numbers or plain words.
    let counts = |byte: u8| byte.is_ascii_digit() || matches!(byte, b' ' | b',' | b'-' | b';');
    let has = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    if inner.bytes().all(counts) || !inner.bytes().any(has) {
        return None;
    }
    let mut names: Vec<(Name, Option<Locator>)> = Vec::new();
    let plain = inner.replace(['\u{a0}', '\u{202f}', '\u{2009}'], " ");
    let joined = plain.replace(" and ", ",").replace(" und ", ",");
    let items = joined.split([',', ';', '&', '|']).map(str::trim);
    for item in items.filter(|item| !item.is_empty()) {
        // `L3` after `Source 1` is a line.
        let fits = |name: &Name| {
            name.form != Form::Letter
                || names.last().is_none_or(|(last, _)| last.form == Form::Letter)
        };
        if let Some(name) = name(item).filter(fits) {
            names.push((name, None));
            continue;
        }
        let (last, locator) = names.last_mut()?;
        match range(item) {
            Some(numbers) if last.form == Form::Counted => {
                let name = Name { written: item.to_owned(), numbers, ..last.clone() };
                names.push((name, None));
            }
            _ if locator.is_some() || item.len() > MAX_LOCATOR => return None,
            _ => {
                let unreadable = || Locator::Unreadable(item.to_owned());
                *locator = Some(locator::read(item).unwrap_or_else(unreadable));
            }
        }
    }
    (!names.is_empty()).then_some(names)
}

/// Reads `Source 1`, `doc1`, `S1`, `Source: a.md` or `a.md`.
pub(crate) fn name(item: &str) -> Option<Name> {
    let file = match item.split_once(':') {
        Some((word, file)) if singular(word.trim()).is_some() => file.trim(),
        _ => item,
    };
    if is_file(file) && !file.contains("://") {
        let (written, word) = (file.to_owned(), String::new());
        return Some(Name { form: Form::File, written, word, numbers: Vec::new() });
    }
    let found = NAMED.captures(item)?;
    let (word, between, number) = (found.get(1)?.as_str(), found.get(2)?.as_str(), found.get(3)?);
    let numbers = range(item.get(number.start()..)?)?;
    let written = item.to_owned();
    if let Some(word) = singular(word) {
        let apart = between.contains([' ', ':', '#']) || !word.is_ascii() || numbers.len() > 1;
        let form = if apart { Form::Counted } else { Form::Glued };
        return Some(Name { form, written, word, numbers });
    }
    let letters = word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    let word = word.to_owned();
    (letters && between.is_empty() && numbers.len() == 1).then_some(Name {
        form: Form::Letter,
        written,
        word,
        numbers,
    })
}

/// Returns the word of [`WORDS`] that a word is, in the singular or the plural.
fn singular(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    let is_own = |own: &&&str| word == ***own || word.strip_suffix(['s', 'n']) == Some(**own);
    WORDS.iter().find(is_own).map(|own| (*own).to_owned())
}

/// Returns the numbers of `1` or `1-3`, without leading zeros.
pub(crate) fn range(text: &str) -> Option<Vec<String>> {
    let found = BARE.captures(text)?;
    let number = |at: usize| found.get(at)?.as_str().parse::<u64>().ok();
    let first = number(1)?;
    let last = number(2).unwrap_or(first);
    (first <= last && last - first <= MAX_RANGE)
        .then(|| (first..=last).map(|number| number.to_string()).collect())
}
