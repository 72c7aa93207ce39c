//! Secrets and private paths in text: found by the formats that their issuers publish, and replaced by
//! as many letters `x`, so that offsets into the text stay.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::hash::BuildHasher as _;
use std::io::{self, Write};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use memchr::memmem;
use regex::Regex;

use crate::text::safe::mask;
use crate::text::{SafeText, Span};

/// The patterns, each with the page that describes its format.
const PATTERNS: &str = include_str!("../../assets/report/secrets.txt");

/// The maximum length of a line that is held back until it is searched, in bytes.
const MAX_LINE: usize = 8 * 1024 * 1024;

struct SecretKind {
    /// Words in lower case of which each such secret has one: a text without them is not searched.
    words: Vec<memmem::Finder<'static>>,
    pattern: &'static str,
    regex: OnceLock<Regex>,
}

/// Every kind.
static KINDS: LazyLock<Vec<SecretKind>> = LazyLock::new(|| {
    let lines = PATTERNS.lines().filter_map(|line| line.strip_prefix("    "));
    let lines: Vec<&'static str> = lines.collect();
    let kind = |pair: &[&'static str]| {
        let [words, pattern] = *pair else { return None };
        let words = words.split_whitespace().map(memmem::Finder::new).collect();
        Some(SecretKind { words, pattern: pattern.trim_start(), regex: OnceLock::new() })
    };
    lines.chunks(2).filter_map(kind).collect()
});

impl SecretKind {
    fn regex(&self) -> &Regex {
        self.regex.get_or_init(|| {
            // A boundary of ASCII words keeps the search fast for any text.
            let pattern = self.pattern.replace(r"\b", r"(?-u:\b)");
            let mut parts = pattern.split("(?<secret>");
            let first = parts.next().unwrap_or_default().to_owned();
            let groups = parts.enumerate().map(|(at, part)| format!("(?<secret{at}>{part}"));
            let numbered = groups.fold(first, |all, part| all + &part);
            Regex::new(&numbered).expect("the patterns of secrets are sound")
        })
    }
}

/// Returns the places of secrets in a text, in order and disjoint.
pub fn find(text: &str) -> Vec<Span> {
    let lower = text.to_ascii_lowercase();
    let has =
        |kind: &&SecretKind| kind.words.iter().any(|word| word.find(lower.as_bytes()).is_some());
    let mut places: Vec<Span> = Vec::new();
    for kind in KINDS.iter().filter(has) {
        let regex = kind.regex();
        let found = regex.captures_iter(text).filter_map(|found| {
            let mut groups = found.iter();
            let whole = groups.next().flatten()?;
            let own = groups.flatten().next().unwrap_or(whole);
            (!own.is_empty()).then(|| Span::new(own.start(), own.end()))
        });
        places.extend(found);
    }
    for start in memmem::find_iter(text.as_bytes(), KEY_BEGINS) {
        places.extend(key_lines(text, start + KEY_BEGINS.len()));
    }
    places.sort_unstable();
    let mut disjoint: Vec<Span> = Vec::with_capacity(places.len());
    for place in places {
        match disjoint.last_mut() {
            Some(last) if place.start < last.end => last.end = last.end.max(place.end),
            _ => disjoint.push(place),
        }
    }
    disjoint
}

/// The end of the line before a private key, as RFC 7468 defines it, and the beginning of the line after
/// it.
const KEY_BEGINS: &[u8] = b"PRIVATE KEY-----";
const KEY_ENDS: &[u8] = b"-----END ";

/// The maximum length of a private key with what a report writes between its lines, in bytes.
const MAX_KEY: usize = 64 * 1024;

/// The minimum length of a part of a private key.
const MIN_KEY_PART: usize = 16;

/// Returns the parts of the private key that begins at a byte. Other text may be between its lines: their
/// numbers, markup, line ends written as escapes.
fn key_lines(text: &str, start: usize) -> Vec<Span> {
    let end = text.floor_char_boundary(text.len().min(start + MAX_KEY));
    let body = text.get(start..end).unwrap_or_default().as_bytes();
    // Without an end, nobody knows what still belongs to it. After the mark of the end nothing does.
    let Some(end) = memmem::find(body, KEY_ENDS) else { return Vec::new() };
    let body = body.get(..end).unwrap_or_default();
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(&byte) = body.get(at) {
        // The letter of `\n` belongs to the escape.
        at += if byte == b'\\' { 2 } else { 1 };
        if !is_part(byte) {
            continue;
        }
        let from = at - 1;
        let rest = body.get(from..).unwrap_or_default();
        let length = rest.iter().take_while(|byte| is_part(**byte)).count();
        at = from + length;
        if length >= MIN_KEY_PART {
            parts.push(Span::new(start + from, start + at));
        }
    }
    parts
}

/// The secrets left out, counted once however often they occur. Clones share the count.
#[derive(Debug, Clone, Default)]
pub struct Concealer {
    /// `None` if secrets are kept.
    seen: Option<Arc<Mutex<BTreeSet<u64>>>>,
}

impl Concealer {
    /// Leaves secrets out unless `keep` is set.
    pub fn new(keep: bool) -> Self {
        Self { seen: (!keep).then(Arc::default) }
    }

    /// Returns the number of different secrets so far.
    pub fn count(&self) -> usize {
        let seen = self.seen.as_ref();
        seen.map_or(0, |seen| seen.lock().unwrap_or_else(PoisonError::into_inner).len())
    }

    /// Returns a note on what was left out.
    pub fn note(&self) -> Option<String> {
        let number = Some(self.count()).filter(|number| *number > 0)?;
        Some(format!("{}; --keep-secrets keeps them", left_out(number)))
    }

    /// Returns the text without secrets.
    pub fn conceal<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.places(text).as_slice() {
            [] => Cow::Borrowed(text),
            places => Cow::Owned(mask(text, places)),
        }
    }

    /// Returns safe text without secrets.
    #[must_use]
    pub fn conceal_safe(&self, text: &SafeText) -> SafeText {
        text.masked(&self.places(text.as_str()))
    }

    /// Returns the places of secrets, and counts these.
    fn places(&self, text: &str) -> Vec<Span> {
        let Some(seen) = &self.seen else { return Vec::new() };
        let places = find(text);
        let hasher = foldhash::fast::FixedState::default();
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.extend(places.iter().map(|it| hasher.hash_one(it.slice(text).unwrap_or_default())));
        places
    }
}

/// Describes how many secrets are left out.
pub(super) fn left_out(number: usize) -> String {
    let noun = if number == 1 { "secret or private path" } else { "secrets or private paths" };
    format!("{number} {noun} left out")
}

/// A writer that leaves out secrets, line by line.
pub struct Concealing<W: Write> {
    inner: W,
    concealer: Concealer,
    line: Vec<u8>,
}

impl<W: Write> Concealing<W> {
    /// Writes to `inner`.
    pub fn new(inner: W, concealer: Concealer) -> Self {
        Self { inner, concealer, line: Vec::new() }
    }

    fn write_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        match std::str::from_utf8(&line) {
            Ok(text) => self.inner.write_all(self.concealer.conceal(text).as_bytes()),
            Err(_) => self.inner.write_all(&line),
        }
    }
}

impl<W: Write> Write for Concealing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let end = memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1);
        let (whole, rest) = bytes.split_at(end);
        self.line.extend_from_slice(whole);
        if end > 0 || self.line.len() > MAX_LINE {
            self.write_line()?;
        }
        self.line.extend_from_slice(rest);
        Ok(bytes.len())
    }

    /// Writes everything up to the last line end; the rest waits for the end of its line.
    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<W: Write> Drop for Concealing<W> {
    fn drop(&mut self) {
        // Whoever writes lines has written the last one.
        drop(self.write_line());
        drop(self.inner.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, secret: &str) {
        let concealer = Concealer::new(false);
        let shown = concealer.conceal(text);
        assert!(!shown.contains(secret), "{shown}");
        assert_eq!((shown.len(), concealer.count()), (text.len(), 1), "{shown}");
        assert_eq!(Concealer::new(true).conceal(text), text);
    }

    #[test]
    fn secrets_are_found_by_their_formats() {
        let key = "Zx9".repeat(13);
        for prefix in ["ghp_", "github_pat_", "glpat-", "sk-ant-", "sk-proj-", "hf_", "xoxb-1-"] {
            check(&format!("The token {prefix}{key} opens it."), &key);
        }
        check(&format!("AKIA{}", "Q7".repeat(8)), "Q7");
        check("see eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl now", "eyJ");
        check("https://x.example/a?b=1&X-Amz-Signature=abcdef&c=2", "abcdef");
        check("https://x.example/a#access_token=abc.def", "abc.def");
        check("postgres://me:hunter2@db.example/x", "hunter2");
        check("API_KEY = \"0123456789abcdef01\"", "0123456789abcdef01");
        check("Authorization: Bearer 0123456789abcdefghij", "0123456789abcdefghij");
        check("{\"input\":\"/home/ann/work/a.md\"}", "ann/work");
        check("file:///data/secret/a.md", "data/secret");
        check("file\\:///data/secret/a.md", "data/secret");
        check("password=SuperSecret99! here", "SuperSecret99!");
        check("{\"db_password\": \"hunters\"}", "hunters");
        check("{\\\"password\\\": \\\"hunters\\\"}", "hunters");
        check("aws_secret_access_key=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalr");
        check("//u:PW999@y.example/z", "PW999");
        check("in /tmp/ann/a.md:3", "tmp/ann");
        check("C:\\Users\\ann\\a.md", "ann");
    }

    #[test]
    fn a_private_key_is_left_out_line_by_line() {
        let key = "MIIEpAIBAAKCAQEA0123456789";
        let (begin, end) = ("-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----");
        for between in ["\n", "\\n", "\n   7: ", "</li>\n<li class=\"line\">", "\r\n> "] {
            check(&[begin, key, end].join(between), key);
        }
        let json = serde_json::to_string(&[begin, key, end].join("\n")).unwrap();
        let shown = Concealer::new(false).conceal(&json).into_owned();
        assert!(serde_json::from_str::<String>(&shown).is_ok(), "{shown}");
        let text = "The mark -----BEGIN PRIVATE KEY----- opens it, for internationalizations.";
        assert_eq!(Concealer::new(false).conceal(text), text);
    }

    #[test]
    fn every_kind_has_words_and_a_page() {
        assert!(KINDS.len() > 20);
        for kind in KINDS.iter() {
            assert!(!kind.words.is_empty() && kind.regex().as_str().len() > 5, "{}", kind.pattern);
        }
        let pages = PATTERNS.lines().filter(|line| line.contains(" <https://")).count();
        assert_eq!(pages, KINDS.len());
    }

    #[test]
    fn ordinary_text_stays() {
        for text in [
            "The token is five days old; see docs/home/a.md and https://x.example/home/ann.html.",
            "sk-learn and ghp_short; a session=5 of 10, code=3 in the text, [1 turn0file7 L8-L13].",
            "https://x.example/home/ann/page.html",
            "A path /etc/hosts, a ratio 3/4, either/or, TCP/IP.",
            "?code: 5 and #section-3",
            "The password: eight characters. Set password=required or type=password; pwd=$HOME.",
            "// note: mail to ann@x.example; mailto:ann@x.example/; the password=get_password(5)",
            "key = value, access_key: none, a token=yes",
        ] {
            assert_eq!(Concealer::new(false).conceal(text), text);
        }
    }

    #[test]
    fn a_writer_sees_whole_lines() {
        let mut out = Vec::new();
        let concealer = Concealer::new(false);
        let mut writer = Concealing::new(&mut out, concealer.clone());
        let token = format!("ghp_{}", "Zx9".repeat(13));
        let (first, second) = token.split_at(9);
        for piece in ["a ", first, second, " b\nc"] {
            writer.write_all(piece.as_bytes()).unwrap();
            writer.flush().unwrap();
        }
        drop(writer);
        let shown = String::from_utf8(out).unwrap();
        assert!(shown.starts_with("a xxxx") && shown.ends_with("x b\nc"), "{shown}");
        assert_eq!(concealer.count(), 1);
    }
}
