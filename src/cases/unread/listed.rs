//! Notes on what a list of sources names and the text uses without marks: keys (`at noon, L4/L6`), authors
//! without a year (`(Smith)`, `(Smith and Moll)`), paths of files,
//! and links to documents.

use std::collections::BTreeSet;

use crate::dialects::marks::named_sources::declared_in;
use crate::dialects::marks::numbered::listed_in;
use crate::dialects::shared::code::Code;
use crate::dialects::shared::context_ids::is_name;
use crate::dialects::shared::context_names::document_links;
use crate::model::Case;
use crate::sources::is_code_path;
use crate::text::Span;
use crate::text::prose::{count, one_line};
use crate::text::span_set::SpanSet;

/// Minimum number of such keys or authors that are noted.
const MIN_NAMED: usize = 2;

/// Maximum number of letters and of digits of a key.
const MAX_LETTERS: usize = 3;
const MAX_DIGITS: usize = 3;

/// Maximum length of authors in round brackets, in bytes.
const MAX_AUTHORS: usize = 60;

/// Returns a note on keys and authors of listed or loaded sources in a text; `listed` are the lines in which
/// it lists sources, if it cites something.
pub(super) fn note(case: &Case, listed: &[Span]) -> Option<String> {
    let text = case.response.text.as_str();
    let mut found = keys(text);
    found.extend(authors(text));
    if found.len() < MIN_NAMED {
        return None;
    }
    let is_cited = !case.response.citations.is_empty();
    let mut apart = if is_cited { listed.to_vec() } else { listed_in(text) };
    apart.extend(declared_in(text));
    let known = Known::of(case, &apart);
    apart.extend(case.response.citations.iter().map(|it| it.anchor.span));
    apart.extend(&case.unread);
    let (apart, code) = (SpanSet::new(apart), Code::of(text));
    found.retain(|span| {
        known.has(span.slice(text).unwrap_or_default())
            && !apart.overlaps(*span)
            && !code.overlaps(*span)
    });
    found.sort_unstable();
    let first = one_line(found.first().filter(|_| found.len() >= MIN_NAMED)?.slice(text)?);
    let names = count(found.len(), "name");
    Some(format!(
        "{names} of listed sources without marks, such as `{first}`, may be citations: not read"
    ))
}

/// Returns a note on links to documents in a text that cites nothing.
pub(super) fn note_documents(text: &str) -> Option<String> {
    if !text.contains("](") {
        return None;
    }
    let mut links = document_links(text);
    let code = Code::of(text);
    links.retain(|span| !code.overlaps(*span));
    let first = one_line(links.first().filter(|_| links.len() >= MIN_NAMED)?.slice(text)?);
    let number = count(links.len(), "link");
    Some(format!(
        "{number} to documents not read as citations, such as `{first}`: pass the documents to read them"
    ))
}

/// Returns a note on files that are sources of an answer and are named in its text, which cites nothing.
pub(super) fn note_names(case: &Case) -> Option<String> {
    /// Maximum number of sources whose names are searched for.
    const MAX_SOURCES: usize = 200;
    let text = case.response.text.as_str();
    if !case.response.citations.is_empty() || !case.unread.is_empty() {
        return None;
    }
    let names = case.sources.iter().take(MAX_SOURCES).filter(|source| {
        let name = source.id.as_str();
        // A note on given files counts these.
        is_path(name) || is_key(name) || source.origin.is_none() && is_document(name)
    });
    let names: BTreeSet<&str> = names.map(|source| source.id.as_str()).collect();
    let named = names.into_iter().map(|name| (name, text.matches(name).count()));
    let named: Vec<(&str, usize)> = named.filter(|(_, times)| *times > 0).collect();
    let first = one_line(named.first()?.0);
    let times: usize = named.iter().map(|(_, times)| times).sum();
    let names = count(times, "name");
    Some(format!("{names} of sources in the text, such as `{first}`, may be citations: not read"))
}

/// True for the name of a document, `rules__pp8-9.pdf`, and not a word with a dot.
fn is_document(name: &str) -> bool {
    const MIN_NAME: usize = 8;
    let is_file = is_name(name) && !name.contains(char::is_whitespace);
    is_file && name.len() >= MIN_NAME && !is_code_path(name)
}

/// True for the key of a document, `PIER-FAQ-006`, which is no word of a sentence.
fn is_key(name: &str) -> bool {
    const MIN_KEY: usize = 6;
    name.len() >= MIN_KEY
        && name.contains('-')
        && name.ends_with(|c: char| c.is_ascii_digit())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-')
        && name.contains(|c: char| c.is_ascii_uppercase())
}

/// True for the name of a file with an extension and a folder.
fn is_path(name: &str) -> bool {
    let (folder, file) = name.rsplit_once('/').unwrap_or_default();
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
    !folder.is_empty()
        && !name.contains("://")
        && (1..=6).contains(&extension.len())
        && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The keys and authors by which sources are known.
#[derive(Debug, Default)]
struct Known {
    keys: BTreeSet<String>,
    authors: BTreeSet<String>,
}

impl Known {
    /// Returns those of the sources of a case and of these lists in its text.
    fn of(case: &Case, listed: &[Span]) -> Self {
        let mut known = Self::default();
        let lists = listed.iter().filter_map(|span| span.slice(&case.response.text));
        for line in lists.flat_map(str::lines) {
            known.add(line);
        }
        for source in &case.sources {
            known.add(&source.id);
            known.add(source.title.as_deref().unwrap_or_default());
            let authors = source.metadata.iter().filter(|(key, _)| key.starts_with("author"));
            let surnames = authors.map(|(_, names)| names.split([',', ' ', ';']).next());
            known.authors.extend(surnames.flatten().map(str::to_owned));
        }
        known
    }

    /// Adds what the line of a source begins with: `L4: Times`, `Smith, J. (2019).`
    fn add(&mut self, line: &str) {
        let outer = |c: char| !c.is_alphabetic();
        let line = line.trim_start_matches(outer);
        let end = line.find(|c: char| !(c.is_alphanumeric() || "-'\u{2019}".contains(c)));
        let (word, rest) = line.split_at_checked(end.unwrap_or(line.len())).unwrap_or_default();
        let ends =
            rest.trim_start_matches(['*', ' ']).starts_with([':', '.', ']', ')', '|', '–', '—']);
        if key_length(word) == Some(word.len()) && (ends || rest.is_empty()) {
            self.keys.insert(word.to_owned());
        }
        let after = [", ", " et al", " & ", " and ", " (19", " (20"];
        if is_surname(word) && after.iter().any(|after| rest.starts_with(after)) {
            self.authors.insert(word.to_owned());
        }
    }

    /// True for a known key, or known authors in brackets.
    fn has(&self, named: &str) -> bool {
        match named.strip_prefix('(') {
            Some(authors) => surname(authors).is_some_and(|first| self.authors.contains(first)),
            None => self.keys.contains(named),
        }
    }
}

/// Returns the keys in a text that are not in brackets: letters and a number.
fn keys(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut last = ' ';
    for (at, c) in text.char_indices() {
        let begins = c.is_ascii_uppercase() && !last.is_alphanumeric() && !"[_-.#".contains(last);
        last = c;
        if begins && let Some(length) = text.get(at..).and_then(key_length) {
            found.push(Span::new(at, at + length));
        }
    }
    found
}

/// Returns the length of a key at the beginning of a text.
fn key_length(text: &str) -> Option<usize> {
    let letters = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let rest = text.get(letters..)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let is_key = (1..=MAX_LETTERS).contains(&letters) && (1..=MAX_DIGITS).contains(&digits);
    let goes_on = rest.get(digits..)?.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    (is_key && !goes_on).then_some(letters + digits)
}

/// Returns the round brackets that only hold names of authors.
fn authors(text: &str) -> impl Iterator<Item = Span> {
    memchr::memchr_iter(b'(', text.as_bytes()).filter_map(|at| {
        let inner = text.get(at + 1..)?;
        let end = inner.bytes().take(MAX_AUTHORS).position(|byte| matches!(byte, b')' | b'\n'))?;
        let names = inner.get(..end)?;
        let is_closed = inner.as_bytes().get(end) == Some(&b')');
        let joining = |word: &str| ["and", "und", "et", "al.", "al", "&", "y"].contains(&word);
        let is_name = |word: &str| joining(word) || is_surname(word.trim_end_matches([',', ';']));
        let are_names = is_closed && names.split(' ').all(is_name) && surname(names).is_some();
        are_names.then(|| Span::new(at, at + end + 2))
    })
}

/// Returns the first name of an author in a text.
fn surname(authors: &str) -> Option<&str> {
    authors.split([' ', ',', ';', ')']).next().filter(|word| is_surname(word))
}

/// True for a capital and small letters, as names are written.
fn is_surname(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_uppercase)
        && letters.clone().count() > 1
        && letters.clone().any(char::is_lowercase)
        && letters.all(|c| c.is_alphabetic() || "-'\u{2019}".contains(c))
}
