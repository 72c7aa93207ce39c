//! Brackets that name a source by a word and a number, by a letter and a number, or by a file's name:
//! `[Source 1]`, `[Document 2, p. 3]`, `[doc1]`, `[S1, S3]`, `[Source: handbook.md, p. 3]`, `【Source 1】`,
//! `[PMID: 37186453]`, `(PMID: 37186453)`, `[Source: Handbook]`, `[Source: https://pier.example]`, `(Source: handbook.md)`; and, where there are several, titles
//! with pages, `[Handbook, p. 8]`, and ids in wide brackets, `【act:1994:51#art:2】`.
//!
//! Spec: none; the prompts of many programs ask for such marks. Words are those of [`mod@names`]; one with
//! a blank before its number counts the sources, so that `[Source 2]` has the id `2`, and one without is
//! an id as it is written. Letters and numbers (`[S1]`) and round brackets (`(Source 1)`) are only marks
//! where the text declares them: a line that begins with the same mark, or with its words and a colon,
//! under a heading such as `Sources:` or with a colon after the bracket; a list of plain numbers under
//! such a heading also declares. The lines that declare are not citations. `S` and `D` are also marks where
//! two of them close sentences.
//!
//! # Incomplete support
//!
//! A file needs the ending of a document: `[main.rs:10]` is a reference to code.

mod entries;
mod list;
mod names;
mod ranges;

use std::collections::{BTreeMap, BTreeSet};

use crate::dialects::dialect::{Dialect, Kind, NAMED_SOURCES};
use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::dialects::shared::code::Code;
use crate::dialects::shared::labelled_passages::labelled_passages;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{Anchor, AnchorKind, Citation, Locator, Source, SourceText, Target};
use crate::text::Span;
use crate::text::address::is_address;
use crate::text::brackets::enclosed;
use crate::text::list_heading;
use crate::text::prose::count;
use list::{Declared, bare_rows, declarations, is_template, source};
use names::{Form, Name, Naming, is_led, names};
pub(crate) use names::{names_source, source_word};
use ranges::bounds;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: NAMED_SOURCES,
    title: "text with sources named in brackets by a word, a letter or a file",
    recognised_by: "`[Source 1]`, `[Document 2, p. 3]`, `[doc1]`, `[S1]` with a list, `[handbook.md, p. 3]`",
    sources_from: "the list that declares them, then the files given",
    units: "none: marks are in the text",
    kind: Kind::Text {
        detect,
        read,
        read_numbered: Some(|text, known, _| read_numbered(text, known)),
    },
    ..Dialect::DEFAULTS
};

/// The family of these citations.
pub(crate) const FAMILY: &str = "source";

/// The maximum length of names in brackets and in parentheses, in bytes.
const MAX_BRACKET: usize = 480;
const MAX_ROUND: usize = 240;

/// Letters for sources that nothing declares.
const LETTERS: [&str; 4] = ["S", "D", "SRC", "DOC"];

/// A bracket with its names, and the locator after each.
#[derive(Debug)]
struct Bracket {
    span: Span,
    names: Vec<(Name, Option<Locator>)>,
    /// It needs no declaration.
    sure: bool,
}

impl Bracket {
    /// True if it only has file names.
    fn is_bare_file(&self) -> bool {
        self.names.iter().all(|(name, locator)| name.form == Form::File && locator.is_none())
    }
}

/// A mark: its ids with their locators.
#[derive(Debug)]
struct NamedMark {
    span: Span,
    targets: Vec<(String, Option<Locator>)>,
}

fn detect(text: &str, _: &Families) -> Option<String> {
    let (marks, declared) = take_apart(text, &[]);
    let first = marks.first()?.span.slice(text).unwrap_or_default();
    let listed = match once(declared).len() {
        0 => String::new(),
        listed => format!(", and {} declared", count(listed, "source")),
    };
    Some(format!("{} such as `{first}`{listed}", count(marks.len(), "mark")))
}

fn read(text: &str, _: &Families) -> TextMarks {
    read_numbered(text, &[])
}

fn read_numbered(text: &str, known: &[u64]) -> TextMarks {
    let (marks, declared) = take_apart(text, known);
    let mut found = TextMarks::default();
    for mark in marks {
        let target = |(id, locator)| Target { id, locator, ..Target::default() };
        found.citations.push(Citation {
            family: FAMILY.to_owned(),
            raw: mark.span.slice(text).unwrap_or_default().to_owned(),
            anchor: Anchor { kind: AnchorKind::Marker, span: mark.span },
            targets: mark.targets.into_iter().map(target).collect(),
            ..Citation::default()
        });
    }
    if found.citations.is_empty() {
        return found;
    }
    // Contexts that came with the text have these numbers already.
    let declared = once(declared).into_iter().filter(|it| !is_known(&it.id, known));
    found.sources.extend(declared.map(|it| source(&it)));
    let targets = found.citations.iter().flat_map(|citation| &citation.targets);
    let addresses: BTreeSet<&str> =
        targets.map(|target| target.id.as_str()).filter(|id| is_address(id)).collect();
    found.sources.extend(addresses.into_iter().map(at_address));
    found
}

/// Returns the source at an address that a mark names.
fn at_address(address: &str) -> Source {
    Source {
        id: address.to_owned(),
        url: Some(address.to_owned()),
        text: SourceText::Absent(ADDRESS_ONLY.to_owned()),
        ..Source::default()
    }
}

/// Returns the lines that declare the sources of a text.
pub(crate) fn declared_in(text: &str) -> Vec<Span> {
    take_apart(text, &[]).1.into_iter().map(|it| it.span).collect()
}

/// True if an id is one of the numbers that are known.
fn is_known(id: &str, known: &[u64]) -> bool {
    id.parse().is_ok_and(|number| known.contains(&number))
}

/// Returns the first declaration of each source.
fn once(mut declared: Vec<Declared>) -> Vec<Declared> {
    let mut ids = BTreeSet::new();
    declared.retain(|it| ids.insert(it.id.clone()));
    declared
}

/// Returns the marks that cite, in order, and the lines that declare sources.
fn take_apart(text: &str, known: &[u64]) -> (Vec<NamedMark>, Vec<Declared>) {
    let mut brackets = brackets(text);
    if !brackets.is_empty() && known.is_empty() {
        let passages: Vec<Span> = labelled_passages(text).iter().map(|it| it.span).collect();
        brackets.retain(|bracket| !Span::any_contains(&passages, bracket.span.start));
    }
    if !brackets.is_empty() && known.is_empty() && is_template(text) {
        let rows = bare_rows(text);
        let names_file = |(name, _): &(Name, Option<Locator>)| name.form == Form::File;
        let is_row = |own: &Bracket| Span::any_contains(&rows, own.span.start);
        brackets.retain(|own| own.names.iter().any(names_file) || !is_row(own));
    }
    if brackets.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let mut words: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let names = brackets.iter().flat_map(|bracket| &bracket.names).map(|(name, _)| name);
    for name in names.clone().filter(|name| name.form == Form::Counted) {
        for number in &name.numbers {
            words.entry(number).or_default().insert(&name.word);
        }
    }
    let naming = Naming { by_word: words.values().any(|words| words.len() > 1), known };
    let cited: BTreeSet<String> = names.flat_map(|name| naming.ids(name)).collect();
    let declared = declarations(text, &naming, &cited);
    let lines: Vec<Span> = declared.iter().map(|it| it.span).collect();
    let ids: BTreeSet<&str> = declared.iter().map(|it| it.id.as_str()).collect();
    let mut marks = Vec::new();
    for Bracket { span, names, sure } in brackets {
        let mut targets: Vec<(String, Option<Locator>)> = Vec::new();
        for (name, locator) in names {
            targets.extend(naming.ids(&name).into_iter().map(|id| (id, None)));
            if let Some(last) = targets.last_mut() {
                last.1 = locator;
            }
        }
        let named = targets.iter().any(|(id, _)| ids.contains(id.as_str()) || is_known(id, known));
        if !Span::any_contains(&lines, span.start) && (sure || named) {
            marks.push(NamedMark { span, targets });
        }
    }
    // Marks of bare numbers outweigh a few words in brackets.
    let is_bare =
        |(_, inner): &(Span, Span)| inner.slice(text).is_some_and(|inner| bounds(inner).is_some());
    if !marks.is_empty() && square(text).filter(is_bare).count() > marks.len() * 2 {
        marks.clear();
    }
    // A prompt shows what marks look like.
    if known.is_empty() && marks.iter().all(|mark| is_example(text, mark.span)) {
        marks.clear();
    }
    (marks, declared)
}

/// True for a mark after words such as `for example`, in a sentence on how to cite.
fn is_example(text: &str, span: Span) -> bool {
    const AROUND: usize = 240;
    const EXAMPLES: [&str; 10] = [
        "for example",
        "for instance",
        "e.g.",
        "such as",
        "like this",
        "zum beispiel",
        "z.b.",
        "par exemple",
        "por ejemplo",
        "例如",
    ];
    const WAYS: [&str; 6] = ["cite", "citation", "citing", "bracket", "zitier", "引用"];
    let from = text.ceil_char_boundary(span.start.saturating_sub(AROUND));
    let before = text.get(from..span.start).unwrap_or_default().to_lowercase();
    let lead = before.trim_end_matches([' ', '\n', '`', '"', '\'', ',', ':', '：', '，', '*']);
    EXAMPLES.iter().any(|words| lead.ends_with(words))
        && WAYS.iter().any(|words| before.contains(words))
}

/// Returns each pair of square brackets, and what it holds.
fn square(text: &str) -> impl Iterator<Item = (Span, Span)> {
    enclosed(text, '[', ']', &[])
}

/// True for the label of a text that a program printed, `('[Source 1] The pier is old.…`, also after the end of a line
/// in it, which is printed as two characters.
fn begins_printed(before: &str, after: &str) -> bool {
    const OPENINGS: [&str; 5] = ["('", "(\"", "['", "[\"", "\\n"];
    after.starts_with(' ') && OPENINGS.iter().any(|open| before.ends_with(open))
}

/// True for a link of a wiki that is all of an item of a list: `- [[arXiv:2006.15738]]`.
fn fills_item(before: &str, after: &str) -> bool {
    let item = before
        .strip_suffix('[')
        .and_then(|it| it.trim_end_matches(' ').strip_suffix(['-', '*', '+']));
    let ends = || after.strip_prefix(']').map(|rest| rest.trim_start_matches([' ', '\r']));
    item.is_some_and(|item| item.is_empty() || item.ends_with('\n'))
        && ends().is_some_and(|rest| rest.is_empty() || rest.starts_with('\n'))
}

/// Returns a bracket and its content, without the escapes of both of its signs, as converters write plain text in
/// Markdown: `\[Source: Timetable\]`; `None` if only the first is escaped, which shows how a mark is written.
fn unescaped(text: &str, (span, inner): (Span, Span)) -> Option<(Span, Span)> {
    let before = text.get(..span.start)?;
    let Some(before) = before.strip_suffix('\\') else { return Some((span, inner)) };
    let is_pair = inner.slice(text)?.ends_with('\\') && !before.ends_with('\\');
    is_pair.then(|| (Span::new(before.len(), span.end), Span::new(inner.start, inner.end - 1)))
}

/// Returns everything in brackets that names sources, outside code and links.
fn brackets(text: &str) -> Vec<Bracket> {
    let mut brackets = Vec::new();
    let wide = enclosed(text, '\u{3010}', '\u{3011}', &['\u{2020}']);
    let wide = wide.chain(enclosed(text, '［', '］', &[]));
    for (span, inner) in square(text).chain(wide).filter_map(|pair| unescaped(text, pair)) {
        let after = text.get(span.end..).unwrap_or_default();
        let before = text.get(..span.start).unwrap_or_default();
        let is_link = after.starts_with('(');
        if inner.len() > MAX_BRACKET || is_link || begins_printed(before, after) {
            continue;
        }
        if fills_item(before, after) {
            continue;
        }
        let inner = inner.slice(text).unwrap_or_default();
        let short = shortened(inner).filter(|_| before.ends_with('[') && after.starts_with(']'));
        if let Some(names) = short.as_deref().and_then(names) {
            let span = Span::new(span.start - 1, span.end + 1);
            brackets.push(Bracket { span, names, sure: true });
        } else if let Some(names) = names(inner) {
            let sure = |name: &Name| match name.form {
                Form::Letter | Form::Paged => false,
                Form::Titled => name.numbers.is_empty(),
                _ => true,
            };
            let sure = is_led(inner) || names.iter().all(|(name, _)| sure(name));
            brackets.push(Bracket { span, names, sure });
        }
    }
    trust_letters(text, &mut brackets);
    trust_pages(&mut brackets);
    brackets.extend(wide_ids(text));
    brackets.extend(round(text));
    brackets.sort_by_key(|bracket| bracket.span.start);
    if !brackets.is_empty() {
        let code = Code::of(text);
        brackets.retain(|bracket| !code.overlaps(bracket.span));
        without_links(text, &mut brackets);
        let spans: Vec<Span> = brackets.iter().map(|bracket| bracket.span).collect();
        let entries = entries::among(text, &spans);
        brackets.retain(|bracket| !entries.contains(&bracket.span));
    }
    brackets
}

/// Returns the round brackets that name sources. Numbers in registers are details of an entry or a claim where
/// a text cites by plain numbers.
fn round(text: &str) -> Vec<Bracket> {
    let mut brackets = Vec::new();
    let wide = enclosed(text, '（', '）', &['[', ']']);
    for (span, inner) in enclosed(text, '(', ')', &['[', ']']).chain(wide) {
        let inner = inner.slice(text).unwrap_or_default();
        if inner.len() > MAX_ROUND || !inner.starts_with(char::is_alphabetic) {
            continue;
        }
        let is_target = text.get(..span.start).is_some_and(|before| before.ends_with(']'));
        let sure = is_led(inner);
        let head = inner.get(..3).unwrap_or_default();
        // `(arXiv 2006.15738)` and `(DOI: …)` follow the name of a work, which need not be cited.
        let is_pubmed = head.eq_ignore_ascii_case("PMI") || head.eq_ignore_ascii_case("PMC");
        let fits = |name: &Name| match name.form {
            Form::Counted => true,
            Form::Registered => is_pubmed,
            Form::Titled => !name.numbers.is_empty(),
            Form::File => sure || !name.numbers.is_empty(),
            _ => false,
        };
        // `(a.pdf, p. 3)`
        let is_paged = |place: &Option<Locator>| matches!(place, Some(Locator::Pages { .. }));
        let is_named = |(name, place): &(Name, Option<Locator>)| {
            fits(name) || name.form == Form::File && is_paged(place)
        };
        let names = names(inner).filter(|names| !is_target && names.iter().all(is_named));
        let is_counted = |name: &Name| !name.numbers.is_empty();
        let sure = |names: &[(Name, _)]| !names.iter().any(|(name, _)| is_counted(name));
        brackets.extend(names.map(|names| Bracket { span, sure: sure(&names), names }));
    }
    let is_registered =
        |bracket: &Bracket| bracket.names.iter().any(|(name, _)| name.form == Form::Registered);
    if brackets.iter().any(is_registered) {
        let lists: Vec<Span> = list_heading::lists(text).iter().map(|list| list.span).collect();
        let is_bare = |(_, inner): (Span, Span)| inner.slice(text).and_then(bounds).is_some();
        let has_numbers = square(text).any(is_bare);
        let is_listed = |bracket: &Bracket| Span::any_contains(&lists, bracket.span.start);
        brackets.retain(|it| !is_registered(it) || !has_numbers && !is_listed(it));
    }
    brackets
}

/// Returns `Source 1, 3` for `S:1,3`, as it is in two brackets: `[[S:1,3]]`.
fn shortened(inner: &str) -> Option<String> {
    let numbers = inner.strip_prefix("S:")?;
    let is_number = |c: char| c.is_ascii_digit() || ",- ".contains(c);
    numbers.chars().all(is_number).then(|| format!("Source {numbers}"))
}

/// Returns the ids in wide brackets, `【act:1994:51#art:2】`, if there are several.
fn wide_ids(text: &str) -> Vec<Bracket> {
    const MIN_ID: usize = 6;
    let is_id = |inner: &str| {
        let has_signs = inner.contains([':', '#', '_', '-', '/']) && !inner.starts_with("F:");
        let is_plain = !inner.contains(char::is_whitespace) && !inner.contains("://");
        let has_letter = inner.contains(|c: char| c.is_ascii_alphabetic());
        let has_digit = inner.contains(|c: char| c.is_ascii_digit());
        inner.is_ascii()
            && inner.len() >= MIN_ID
            && has_signs
            && is_plain
            && has_letter
            && has_digit
    };
    let bracket = |(span, inner): (Span, Span)| {
        let id = inner.slice(text).filter(|id| is_id(id) && names(id).is_none())?;
        let name = Name {
            form: Form::Registered,
            written: id.to_owned(),
            word: String::new(),
            numbers: Vec::new(),
        };
        Some(Bracket { span, names: vec![(name, None)], sure: true })
    };
    let wide = enclosed(text, '\u{3010}', '\u{3011}', &['\u{2020}']);
    let found: Vec<Bracket> = wide.filter_map(bracket).collect();
    if found.len() > 1 { found } else { Vec::new() }
}

/// Letters need no declaration where several numbers close sentences: `… in April [S1]. … [S2].`
fn trust_letters(text: &str, brackets: &mut [Bracket]) {
    let is_letter = |bracket: &Bracket| {
        let own = |name: &Name| name.form == Form::Letter && LETTERS.contains(&name.word.as_str());
        !bracket.sure && bracket.names.iter().all(|(name, _)| own(name))
    };
    let closes = |bracket: &Bracket| {
        let after = text.get(bracket.span.end..).unwrap_or_default();
        let before = text.get(..bracket.span.start).unwrap_or_default();
        after.starts_with(['.', ',', ';', '[']) && !before.is_empty() && !before.ends_with('\n')
    };
    let closing = brackets.iter().filter(|bracket| is_letter(bracket) && closes(bracket));
    let ids: BTreeSet<String> = closing
        .flat_map(|bracket| bracket.names.iter().map(|(name, _)| name.written.clone()))
        .collect();
    if ids.len() > 1 {
        for bracket in brackets.iter_mut() {
            bracket.sure |= is_letter(bracket);
        }
    }
}

/// Titles before pages need no declaration where there are several.
fn trust_pages(brackets: &mut [Bracket]) {
    let is_paged =
        |bracket: &Bracket| bracket.names.iter().all(|(name, _)| name.form == Form::Paged);
    if brackets.iter().filter(|bracket| is_paged(bracket)).count() > 1 {
        for bracket in brackets.iter_mut() {
            bracket.sure |= is_paged(bracket);
        }
    }
}

/// Takes out files that are links by reference (`[notes.md]: https://…`), and a lone one inside a
/// sentence, which need be no citation.
fn without_links(text: &str, brackets: &mut Vec<Bracket>) {
    let after = |bracket: &Bracket| text.get(bracket.span.end..).unwrap_or_default();
    let raw = |bracket: &Bracket| bracket.span.slice(text).unwrap_or_default().to_owned();
    let defined: BTreeSet<String> =
        brackets.iter().filter(|it| after(it).starts_with(": http")).map(raw).collect();
    brackets.retain(|bracket| !bracket.is_bare_file() || !defined.contains(&raw(bracket)));
    if let [only] = brackets.as_slice() {
        let closes = after(only).trim_start_matches([' ', '\t', ')', '*']);
        let ends = closes.is_empty() || closes.starts_with(['.', ',', ';', ':', '\n', '\r', '。']);
        if only.is_bare_file() && !ends {
            brackets.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::shared::testing::described;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(described(&read_numbered(text, &[]).citations), expected, "{text}");
    }

    #[test]
    fn words_letters_and_files_name_sources() {
        check(
            "It rose [Source 1]. It fell [Sources 2, 3].",
            &["[Source 1]=1", "[Sources 2, 3]=2+3"],
        );
        check("It rose [doc1][Doc 2].", &["[doc1]=doc1", "[Doc 2]=2"]);
        check("It rose [Document 2, p. 3].", &["[Document 2, p. 3]=2 p. 3"]);
        check("It rose [leave.md L3-L4].", &["[leave.md L3-L4]=leave.md L3-L4"]);
        check("It rose [leave.md chapter].", &[]);
        check("It rose [Source 1-3].", &["[Source 1-3]=1+2+3"]);
        check(
            "Ask [handbook.md, p. 3], or [Source: faq.pdf].",
            &["[handbook.md, p. 3]=handbook.md p. 3", "[Source: faq.pdf]=faq.pdf"],
        );
        check(
            "So [Source 1], not [Document 1].",
            &["[Source 1]=source 1", "[Document 1]=document 1"],
        );
        check("据[来源1]。", &["[来源1]=1"]);
        check(
            "It is rare [PMID: 37186453, 38618971], and so [arXiv:2006.15738].",
            &["[PMID: 37186453, 38618971]=37186453+38618971", "[arXiv:2006.15738]=2006.15738"],
        );
        check(
            "It rose [Context\u{202f}1]. It fell【Source\u{a0}2】.",
            &["[Context\u{202f}1]=1", "【Source\u{a0}2】=2"],
        );
        check(
            "It rose【Context 1】and fell【Context 2】.",
            &["【Context 1】=1", "【Context 2】=2"],
        );
        check("Es stieg [Quellen 2 und 3].", &["[Quellen 2 und 3]=2+3"]);
        check(
            "It rose [Source: a.docx, Section 4].",
            &["[Source: a.docx, Section 4]=a.docx Section 4"],
        );
    }

    #[test]
    fn letters_need_a_declaration() {
        check("Press [F1] in [A4]. See [S1].", &[]);
        check("It rose [S1]. It fell [S2].", &["[S1]=S1", "[S2]=S2"]);
        check("It rose (Source 1).", &[]);
        check("It rose (Source 1).\n\nSource 1: Report\n", &["(Source 1)=1"]);
        let text = "It rose [S1]. It fell [S1; S2].\n\nSources:\n[S1] Report, https://a.example/r\n- [S2]: Memo\n";
        check(text, &["[S1]=S1", "[S1; S2]=S1+S2"]);
        let sources = read_numbered(text, &[]).sources;
        assert_eq!(sources[0].url.as_deref(), Some("https://a.example/r"));
        assert_eq!(sources[1].title.as_deref(), Some("Memo"));
    }

    #[test]
    fn a_list_may_number_what_the_marks_name() {
        let text = "It holds. [Source 2][Source 1]\n\n## Ranked sources\n\n1. [Paper](https://a.example)\n\
                    2. Notes of May\n";
        check(text, &["[Source 2]=2", "[Source 1]=1"]);
        let titles: Vec<_> =
            read_numbered(text, &[]).sources.into_iter().filter_map(|it| it.title).collect();
        assert_eq!(titles, ["Paper", "Notes of May"]);
    }

    #[test]
    fn what_is_none() {
        for text in [
            "See [Source 1](https://a.example).",
            "`[Source 1]`",
            "[Note 1] [page 3] [Source]",
            "[a.rs, p. 3]",
            "[1] [2] [3] and [Source 1]",
            "Open [notes.md] first.",
            "It rose [notes.md].\n\n[notes.md]: https://a.example/notes.md",
        ] {
            check(text, &[]);
        }
    }
}
