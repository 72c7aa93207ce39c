//! The sources: the data of each, and its text, whole if it is short, otherwise as windows around
//! the cited parts.

use std::collections::BTreeMap;

use super::Subject;
use super::pieces::{Marks, line};
use super::rows::{LineEntry, Rows, is_cited};
use crate::report::source_words::{length, origin, uses};
use crate::resolve::How;
use crate::sources::store::Row;
use crate::text::prose::count;
use crate::text::{SafeText, Span};

/// The maximum size of a source that is shown whole, in bytes.
const SHORT: usize = 24 * 1024;
/// Lines of context around each passage of a long source.
const AROUND: usize = 6;
/// Maximum number of lines of a long source.
const MAX_LINES: usize = 1500;
/// Maximum number of citations named next to a line.
const MAX_NAMED: usize = 4;

/// A source.
#[derive(Debug)]
pub struct SourceEntry {
    /// Its number, from 1.
    pub number: usize,
    /// Its id, file or title.
    pub name: SafeText,
    /// Its title, if that differs from its name.
    pub title: Option<SafeText>,
    /// Its address.
    pub link: Option<Link>,
    /// Length, kind, encoding, how often it is cited.
    pub facts: SafeText,
    /// Metadata from its head.
    pub metadata: Vec<(SafeText, SafeText)>,
    /// Notes on how its text was read.
    pub notes: Vec<SafeText>,
    /// Reason for showing no text.
    pub without_text: Option<SafeText>,
    /// Its text.
    pub windows: Vec<Window>,
    /// True if lines are omitted after the last window.
    pub goes_on: bool,
}

/// Consecutive lines of a source.
#[derive(Debug)]
pub struct Window {
    /// Number of lines omitted before it, in words.
    pub skipped: Option<String>,
    /// Its lines.
    pub lines: Vec<LineEntry>,
}

/// An address as it may be shown and followed.
#[derive(Debug, PartialEq, Eq)]
pub struct Link {
    /// The text to show, without credentials and without query values that look like secrets.
    pub shown: SafeText,
    /// The link target; `None` unless it is a web or mail address.
    pub href: Option<String>,
}

/// Parts of the names of parameters whose value gives access to the address.
const SECRETS: &[&str] = &[
    "token",
    "sig",
    "secret",
    "password",
    "passwd",
    "pwd",
    "auth",
    "credential",
    "session",
    "apikey",
    "api_key",
    "access_key",
    "accesskeyid",
    "jwt",
    "code",
    "ticket",
];

impl Link {
    /// Returns the link of an untrusted address.
    pub fn new(address: &str) -> Self {
        let (scheme, rest) = address.split_once(':').unwrap_or(("", address));
        let scheme = scheme.to_ascii_lowercase();
        let is_web = ["http", "https"].contains(&scheme.as_str()) && rest.starts_with("//");
        let mut shown = address.to_owned();
        if is_web {
            let rest = rest.trim_start_matches('/');
            let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
            let (host, path) = rest.split_at_checked(end).unwrap_or((rest, ""));
            let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
            shown = format!("{scheme}://{host}{}", without_secrets(path));
        }
        let is_plain = shown.chars().all(|c| !c.is_whitespace() && !c.is_control() && c != '\\')
            && SafeText::new(&shown).as_str() == shown;
        let leads = is_plain && (is_web || scheme == "mailto");
        Self { shown: line(&shown), href: leads.then_some(shown) }
    }
}

/// Returns path, query and fragment, without a query or fragment that contains a secret.
fn without_secrets(path: &str) -> String {
    let is_secret = |part: &str| {
        part.split(['&', ';', '?']).any(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let name = name.to_ascii_lowercase();
            !value.is_empty() && SECRETS.iter().any(|secret| name.contains(secret))
        })
    };
    let (rest, fragment) = path.split_once('#').map_or((path, None), |(a, b)| (a, Some(b)));
    let (base, query) = rest.split_once('?').map_or((rest, None), |(a, b)| (a, Some(b)));
    let mut kept = base.to_owned();
    for (sign, part) in [('?', query), ('#', fragment)] {
        if let Some(part) = part.filter(|part| !is_secret(part)) {
            kept.push(sign);
            kept.push_str(part);
        }
    }
    kept
}

/// Returns the sources in the order given.
pub(super) fn entries(subject: &Subject<'_>) -> Vec<SourceEntry> {
    let times = subject.inspection.times_cited();
    let mut cited = cited(subject);
    let mut entry = |index: usize| {
        let cited = cited.remove(&index).unwrap_or_default();
        entry(subject, index, *times.get(index)?, &cited)
    };
    (0..times.len()).filter_map(&mut entry).collect()
}

fn entry(
    subject: &Subject<'_>,
    index: usize,
    times: usize,
    cited: &[CitedSpan],
) -> Option<SourceEntry> {
    let inspection = subject.inspection;
    let source = inspection.case.sources.get(index)?;
    let name = inspection.source_name(index);
    let mut entry = SourceEntry {
        number: index + 1,
        title: source.title.as_deref().filter(|title| **title != name).map(line),
        name: line(&name),
        link: source.url.as_deref().filter(|url| !url.trim().is_empty()).map(Link::new),
        facts: facts(subject, index, times),
        metadata: source
            .metadata
            .iter()
            .map(|(key, value)| (line(key), line(value)))
            .chain(source.updated.as_deref().map(|updated| (line("updated"), line(updated))))
            .collect(),
        notes: source.notes.iter().map(|note| line(note)).collect(),
        without_text: None,
        windows: Vec::new(),
        goes_on: false,
    };
    match inspection.stores.get(index) {
        Some(Err(why)) => entry.without_text = Some(line(&format!("No text: {why}"))),
        _ if times == 0 && !subject.extent.whole => {
            entry.without_text = Some(line("Never cited; text omitted."));
        }
        _ => show_text(&mut entry, subject, index, cited),
    }
    Some(entry)
}

fn facts(subject: &Subject<'_>, index: usize, times: usize) -> SafeText {
    let inspection = subject.inspection;
    let mut facts: Vec<String> = length(inspection, index).into_iter().collect();
    if let Some(source) = inspection.case.sources.get(index) {
        facts.extend(origin(source));
        facts.extend(source.score.map(|score| format!("score {score}")));
    }
    facts.push(uses(times));
    line(&facts.join(", "))
}

/// A passage in a source, and the index of its citation.
type CitedSpan = (Span, usize);

/// Returns the cited spans of each source in order, without citations of the whole source.
fn cited(subject: &Subject<'_>) -> BTreeMap<usize, Vec<CitedSpan>> {
    let mut cited: BTreeMap<usize, Vec<CitedSpan>> = BTreeMap::new();
    for (citation, found) in subject.inspection.inspected.iter().enumerate() {
        let passages = found.targets.iter().filter_map(|resolution| resolution.passage());
        for passage in passages.filter(|passage| passage.how != How::Whole) {
            let own = (passage.span, citation);
            cited.entry(passage.source).or_default().push(own);
        }
    }
    for all in cited.values_mut() {
        all.sort_unstable_by_key(|(span, citation)| (*span, subject.number(*citation)));
        all.dedup();
    }
    cited
}

fn show_text(entry: &mut SourceEntry, subject: &Subject<'_>, index: usize, cited: &[CitedSpan]) {
    let Some(rows) = Rows::new(subject.inspection, index) else { return };
    let len = rows.store.len();
    let mut view = View::new(subject, &rows, cited);
    if subject.extent.whole || len <= SHORT {
        view.most = usize::MAX;
        let (lines, _) = view.window(0, Span::new(0, len));
        entry.windows = vec![Window { skipped: None, lines }];
        return;
    }
    let mut next = 0;
    let mut at = 0;
    while let Some((span, _)) = cited.get(at).filter(|_| view.shown < view.most) {
        let mut reach = *span;
        // Windows that are so close that hardly a line would be left out become one.
        let is_near = |reach: Span, other: &Span| {
            other.start <= reach.end || rows.before(other.start, 2 * AROUND + 2) <= reach.end
        };
        while let Some((other, _)) = cited.get(at).filter(|(other, _)| is_near(reach, other)) {
            reach.end = reach.end.max(other.end);
            at += 1;
        }
        let from = rows.before(reach.start, AROUND).max(next);
        let skipped = (from > next).then(|| left_out(&rows, next, from));
        let (lines, after) = view.window(from, reach);
        entry.windows.push(Window { skipped, lines });
        next = after;
    }
    if entry.windows.is_empty() {
        view.most = 2 * AROUND;
        let (lines, after) = view.window(0, Span::new(0, len));
        entry.windows.push(Window { skipped: None, lines });
        next = after;
    }
    entry.goes_on = rows.at(next).is_some();
}

/// Returns the amount omitted, in words.
fn left_out(rows: &Rows<'_>, from: usize, to: usize) -> String {
    let lines = rows.store.line_at(from).zip(rows.store.line_at(to));
    match lines.map(|(first, last)| last.saturating_sub(first)) {
        Some(lines) if lines > 0 => {
            let lines = count(lines, "line");
            format!("\u{2026} {lines} omitted \u{2026}")
        }
        _ => "\u{2026} lines omitted \u{2026}".to_owned(),
    }
}

struct View<'v> {
    subject: &'v Subject<'v>,
    rows: &'v Rows<'v>,
    cited: &'v [CitedSpan],
    /// Number of citations that begin before the end of the last line shown.
    begun: usize,
    /// Those of them that end after its beginning.
    open: Vec<CitedSpan>,
    page: Option<u64>,
    shown: usize,
    most: usize,
}

impl<'v> View<'v> {
    fn new(subject: &'v Subject<'v>, rows: &'v Rows<'v>, cited: &'v [CitedSpan]) -> Self {
        let (page, open) = (None, Vec::new());
        Self { subject, rows, cited, begun: 0, open, page, shown: 0, most: MAX_LINES }
    }

    /// Returns the citations that point at a line; lines are asked about in their order.
    fn pointing_at(&mut self, row: &Row) -> Vec<usize> {
        while let Some(next) =
            self.cited.get(self.begun).filter(|(span, _)| span.start <= row.span.end)
        {
            self.open.push(*next);
            self.begun += 1;
        }
        self.open.retain(|(span, _)| span.end >= row.span.start);
        let over = self.open.iter().filter(|(span, _)| is_cited(row, *span));
        let mut by: Vec<usize> = over.map(|(_, number)| *number).collect();
        by.sort_unstable_by_key(|citation| self.subject.number(*citation));
        by.dedup();
        by
    }

    /// Returns the lines from `from` to some after `reach`, and the start of the next one.
    fn window(&mut self, from: usize, reach: Span) -> (Vec<LineEntry>, usize) {
        let mut lines = Vec::new();
        let (mut at, mut after) = (from, 0);
        while let Some(row) = self.rows.at(at).filter(|_| self.shown < self.most) {
            if row.span.start >= reach.end.max(reach.start + 1) {
                if after == AROUND {
                    break;
                }
                after += 1;
            }
            let by = self.pointing_at(&row);
            lines.push(LineEntry {
                start: row.span.start,
                page: self.rows.page(&row, &mut self.page),
                number: self.rows.number(&row),
                cited: !by.is_empty(),
                pieces: Rows::pieces(&row, Marks::default()),
                by: by
                    .into_iter()
                    .take(MAX_NAMED)
                    .map(|index| (self.subject.number(index), self.subject.anchor(index)))
                    .collect(),
            });
            self.shown += 1;
            at = row.next;
        }
        (lines, at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(address: &str, shown: &str, leads: bool) {
        let link = Link::new(address);
        assert_eq!((link.shown.as_str(), link.href.is_some()), (shown, leads));
    }

    #[test]
    fn only_addresses_of_web_and_mail_lead_anywhere() {
        check("https://a.example/b?c=1#d", "https://a.example/b?c=1#d", true);
        check("HTTP://a.example", "http://a.example", true);
        check("mailto:a@b.example", "mailto:a@b.example", true);
        check("javascript:alert(1)", "javascript:alert(1)", false);
        check(" javascript:alert(1)", "javascript:alert(1)", false);
        check("data:text/html,x", "data:text/html,x", false);
        check("java\tscript:x", "java script:x", false);
        check("https://a.example/\u{202e}b", "https://a.example/\u{27e8}RLO\u{27e9}b", false);
        check("handbook.txt", "handbook.txt", false);
    }

    #[test]
    fn what_opens_the_door_is_left_out() {
        check("https://me:pw@a.example/b", "https://a.example/b", true);
        check("https://a.example/b?X-Amz-Signature=1&c=2#d", "https://a.example/b#d", true);
        check("https://a.example/b#access_token=1", "https://a.example/b", true);
    }
}
