//! Text beside citations that names a known source in another form than they do: `[1 L5]`, `[２]`, `[ibid.]`,
//! `(see hours.md)`, `[Opening hours]`.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::cases::unread::lookalikes;
use crate::dialects::dialect::CODE_REFERENCES;
use crate::dialects::marks::numbered::listed_in;
use crate::dialects::shared::code::Code;
use crate::model::{AnchorKind, Case};
use crate::sources::is_code_path;
use crate::text::Span;
use crate::text::brackets::enclosed;
use crate::text::span_set::SpanSet;

/// Maximum length of numbers with letters in brackets, in bytes.
const MAX_LETTERED: usize = 40;

/// Returns the places in the text of a case with citations that name its sources otherwise, in order.
pub(super) fn marks(case: &Case, known: &[Span]) -> Vec<Span> {
    let text = case.response.text.as_str();
    if case.response.citations.is_empty() || case.format.name == CODE_REFERENCES {
        return Vec::new();
    }
    let mut found = numbers(case, text);
    found.extend(names(case, text));
    found.extend(lookalikes::marks(case, text));
    if found.is_empty() {
        return found;
    }
    found.sort_unstable();
    let markers = case.response.citations.iter();
    let markers = markers.filter(|it| it.anchor.kind == AnchorKind::Marker);
    let cards = case.response.cards.iter().map(|card| card.span);
    let taken = markers.map(|it| it.anchor.span).chain(cards).chain(known.iter().copied());
    let taken = SpanSet::new(taken.chain(listed_in(text)));
    let code = Code::of(text);
    found.retain(|span| !taken.overlaps(*span) && !code.overlaps(*span) && !is_entry(text, *span));
    found.dedup_by(|next, own| next.overlaps(*own));
    found
}

/// Returns marks with the number of a source in an unusual form.
fn numbers(case: &Case, text: &str) -> Vec<Span> {
    static SHAPES: LazyLock<Regex> = LazyLock::new(|| {
        let shapes = [
            // `[1 L5]`, `[1: L5]`, `[1 p. 4]`
            r"\[([0-9]{1,3})(?:: ?| )(?:L\.? ?[0-9]|[Ll]ines? [0-9]|pp?\. ?[0-9]|§)[^\[\]\n]{0,24}\]",
            // `[1:99]`
            r"\[([0-9]{1,3}):[0-9]{1,5}\]",
            r"\[(?:#|n\. ?|no\. ?|nr\. ?)([0-9]{1,3})\]",
            r"[〔❲〖⟦]([0-9]{1,3})[〕❳〗⟧]",
            r"\[([０-９]{1,3})\]",
            r"&#91;([0-9]{1,3})&#93;",
            r"\[S([0-9]{1,3})\]",
            r"<sup>([0-9]{1,3})</sup>",
            r"([¹²³⁴⁵⁶⁷⁸⁹])",
            // `[L5]`, `[ibid.]`
            r"\[L[0-9]{1,5}(?:[-–]L?[0-9]{1,5})?\]",
            r"\[(?:[Ii]bid|[Oo]p\. ?cit|[Ll]oc\. ?cit)\.?[^\[\]\n]{0,24}\]",
        ];
        Regex::new(&shapes.join("|")).expect("the pattern is sound")
    });
    let ids = case.sources.iter().map(|source| source.id.as_str());
    let cited = case.response.citations.iter().flat_map(|citation| &citation.targets);
    let ids: BTreeSet<&str> = ids.chain(cited.map(|target| target.id.as_str())).collect();
    let is_known = |found: &Captures<'_>| {
        let number = found.iter().skip(1).flatten().next();
        number.is_none_or(|number| ids.contains(plain(number.as_str()).as_str()))
    };
    let found = SHAPES.captures_iter(text).filter(is_known);
    let spans = found.filter_map(|found| found.get(0).map(|whole| Span::from(whole.range())));
    let highest = ids.iter().filter_map(|id| id.parse().ok()).max();
    let lettered = lettered(text, highest.unwrap_or_default());
    let spans = spans.chain(lettered);
    // The end of the last mark that follows words: another one directly after it does, too.
    let mut end = None;
    let follows = |span: &Span| {
        let follows = end == Some(span.start) || follows_words(text, *span);
        end = if follows { Some(span.end) } else { end };
        follows && closes(text, *span)
    };
    spans.filter(follows).collect()
}

/// Returns the numbers with a letter up to `highest`: `[2a]`, `[2a, 3b]`.
fn lettered(text: &str, highest: u64) -> impl Iterator<Item = Span> {
    let is_lettered = move |item: &str| {
        let number = item.trim().strip_suffix(|c: char| ('a'..='g').contains(&c));
        number.is_some_and(|number| number.parse::<u64>().is_ok_and(|it| it <= highest))
    };
    let are = move |inner: &str| inner.len() <= MAX_LETTERED && inner.split(',').all(is_lettered);
    let brackets = enclosed(text, '[', ']', &[]);
    let found = brackets.filter(move |(_, inner)| inner.slice(text).is_some_and(are));
    found.map(|(whole, _)| whole)
}

/// Returns a number in ordinary digits.
fn plain(number: &str) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digit = |c: char| {
        let raised = RAISED.iter().position(|raised| *raised == c);
        let wide = u32::from(c).checked_sub(u32::from('０')).filter(|digit| *digit < 10);
        let value = raised.and_then(|at| u32::try_from(at).ok()).or(wide);
        value.and_then(|value| char::from_digit(value, 10)).unwrap_or(c)
    };
    number.chars().map(digit).collect()
}

/// True for a mark after a word or the end of a sentence: `km²` and `10<sup>2</sup>` are no marks.
fn follows_words(text: &str, span: Span) -> bool {
    const MIN_WORD: usize = 4;
    let before = text.get(..span.start).unwrap_or_default();
    let from = text.ceil_char_boundary(before.len().saturating_sub(64));
    let near = text.get(from..span.start).unwrap_or_default().trim_end_matches([' ', ']']);
    let word = near.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    near.ends_with(['.', '!', '?', ',', ';', ')', '”', '"', '%'])
        || word.chars().count() >= MIN_WORD
}

/// True if a mark ends a clause.
fn closes(text: &str, span: Span) -> bool {
    let after = text.get(span.end..).unwrap_or_default().trim_start_matches(['*', '_']);
    after.is_empty()
        || after.starts_with(['.', ',', ';', ')', '\n', '\r', '[', '|', '。', '，'])
        || after.strip_prefix(' ').is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

/// Returns the names of given files in brackets, with lines, and as the address of a link; and their titles and
/// names without extension in brackets.
fn names(case: &Case, text: &str) -> Vec<Span> {
    static FILE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(concat!(
            r"([(\[]?)(?:(?:[Ss]ee|[Cc]f\.|[Ss]ource:?) )?",
            r"((?:[0-9A-Za-z_.-]+/)*[0-9A-Za-z_][0-9A-Za-z_.-]*\.(?:md|txt|pdf|html?|docx?|csv|pptx|xlsx|rst))",
            r"(?:(:[0-9]{1,6})|,? (?:L\.? ?[0-9]|[Ll]ines? [0-9]|pp?\. ?[0-9]|§)[^()\[\]\n]{0,24})?([)\]]?)"
        ))
        .expect("the pattern is sound")
    });
    static BRACKET: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\[([^\[\]\n]{3,80})\]").expect("the pattern is sound"));
    let (mut files, mut words) = (BTreeSet::new(), BTreeSet::new());
    for source in case.sources.iter().filter(|source| source.origin.is_some()) {
        let path = source.origin.as_ref().map(|origin| origin.path.as_path());
        let part = |part: Option<&std::ffi::OsStr>| Some(part?.to_str()?.to_lowercase());
        let name = part(path.and_then(Path::file_name)).filter(|name| !is_code_path(name));
        let stem = part(path.and_then(Path::file_stem)).filter(|_| name.is_some());
        files.extend(name);
        words.extend(stem.filter(|stem| stem.len() > 2));
        words.extend(source.title.as_ref().map(|title| title.trim().to_lowercase()));
    }
    if files.is_empty() {
        return Vec::new();
    }
    let is_cited = |found: &Captures<'_>| {
        let is_one = |at: usize, sign: &str| found.get(at).is_some_and(|it| it.as_str() == sign);
        let name = found.get(2).map_or("", |name| name.as_str());
        let name = name.rsplit('/').next().unwrap_or_default().to_lowercase();
        let is_enclosed = is_one(1, "(") && is_one(4, ")");
        files.contains(&name) && (is_enclosed || found.get(3).is_some())
    };
    let whole = |found: Captures<'_>| found.get(0).map(|whole| Span::from(whole.range()));
    let named = FILE.captures_iter(text).filter(is_cited).filter_map(whole);
    let is_titled = |found: &Captures<'_>| {
        let inner = found.get(1).map_or("", |inner| inner.as_str()).trim().to_lowercase();
        let end = found.get(0).map_or(0, |whole| whole.end());
        let after = text.get(end..).unwrap_or_default();
        words.contains(&inner) && !after.starts_with(['(', ':', '['])
    };
    named.chain(BRACKET.captures_iter(text).filter(is_titled).filter_map(whole)).collect()
}

/// True for a name near the beginning of a line with a number, or in a cell: an entry of a list.
fn is_entry(text: &str, span: Span) -> bool {
    const MAX_BEFORE: usize = 60;
    let from = text.ceil_char_boundary(span.start.saturating_sub(MAX_BEFORE));
    let near = text.get(from..span.start).unwrap_or_default();
    let line = match near.rfind('\n') {
        Some(at) => near.get(at + 1..).unwrap_or_default(),
        None if from == 0 => near,
        None => return false,
    };
    let head = line.trim_start_matches([' ', '-', '*', '>', '\t']);
    let number = head.trim_start_matches(['[', '(', '^']);
    let digits = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = digits.len() < number.len() && digits.starts_with([']', ')', '.', ':']);
    is_numbered || head.starts_with('|')
}
