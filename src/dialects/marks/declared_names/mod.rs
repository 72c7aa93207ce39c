//! Brackets that name a source of a table or list at the end of the text: `[ChEMBL]` above
//! `| Source | Description |` with a row `| ChEMBL | … |`; and links of a wiki to the sources of its page.
//!
//! Spec: none; gathered from reports of agents that list their databases. A bracket is a mark only if
//! the list under a heading about sources declares its words, or begins a name with them. Other words
//! in brackets, such as `[Unavailable]`, stay words.
//!
//! # Incomplete support
//!
//! A bracket names one source; names of other lists, such as glossaries, are not read.

mod pages;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::dialects::shared::code::Code;
use crate::dialects::shared::list_address::title_and_url;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{Anchor, AnchorKind, Citation, IdFrom, Source, SourceText, Target};
use crate::text::Span;
use crate::text::brackets::enclosed;
use crate::text::list_heading::is_name;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "declared-names",
    title: "text with sources named in brackets as a table or list of it declares them",
    recognised_by: "`[ChEMBL]` and a row `| ChEMBL | … |` or entry `- ChEMBL: …` below a heading about sources; `[[tides]]` and a field `sources: [tides]`",
    sources_from: "the table or list that declares them, then the files given",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

/// The lengths of a name, in bytes.
const NAME: std::ops::RangeInclusive<usize> = 2..=80;

/// Words of a heading about sources, in lower case.
const ABOUT: &[&str] = &["source", "sources", "references", "databases", "quellen", "sources:"];

/// A declared source.
struct Declared {
    span: Span,
    name: String,
    words: String,
}

fn detect(text: &str, families: &Families) -> Option<String> {
    let marks = read(text, families).citations;
    let first = &marks.first()?.raw;
    Some(format!(
        "{} such as `{first}`, which a list of sources declares",
        count(marks.len(), "mark")
    ))
}

fn read(text: &str, _: &Families) -> TextMarks {
    let mut found = TextMarks::default();
    if !text.contains('[') {
        return found;
    }
    let (links, pages) = pages::find(text);
    if !links.is_empty() {
        found.citations = links.into_iter().map(|(span, id)| citation(text, span, id)).collect();
        found.sources = pages.iter().map(source).collect();
        return found;
    }
    let declared = declared(text);
    if declared.is_empty() {
        return found;
    }
    let code = Code::of(text);
    let is_keyed = declared.iter().any(|it| is_key(&it.name));
    for (span, inner) in enclosed(text, '[', ']', &[]) {
        let words = inner.slice(text).unwrap_or_default().trim();
        let after = text.get(span.end..).unwrap_or_default();
        let is_link = after.starts_with(['(', ':', '[']);
        let is_listed = declared.iter().any(|it| it.span.overlaps(span));
        if is_link || is_listed || code.overlaps(span) {
            continue;
        }
        let id = match named(words, &declared) {
            Some(source) => source.name.clone(),
            // One that the list lacks is a citation of a source that there is not.
            None if is_keyed && is_key(words) => words.to_owned(),
            None => continue,
        };
        found.citations.push(citation(text, span, &id));
    }
    let is_declared = |it: &Citation| {
        it.targets.iter().any(|target| declared.iter().any(|own| own.name == target.id))
    };
    // One that only begins like a name may be any word.
    let is_whole = |it: &Citation| {
        let words = it.raw.trim_matches(['[', ']', ' ']);
        it.targets.iter().any(|target| target.id.eq_ignore_ascii_case(words))
    };
    let is_word = matches!(found.citations.as_slice(), [only] if !is_whole(only));
    if is_word || !found.citations.iter().any(is_declared) {
        found.citations.clear();
    }
    if !found.citations.is_empty() {
        found.sources = declared.iter().map(source).collect();
    }
    found
}

fn citation(text: &str, span: Span, id: &str) -> Citation {
    Citation {
        family: "source".to_owned(),
        raw: span.slice(text).unwrap_or_default().to_owned(),
        anchor: Anchor { kind: AnchorKind::Marker, span },
        targets: vec![Target { id: id.to_owned(), ..Target::default() }],
        ..Citation::default()
    }
}

/// True for letters and a number: `ACT-1`.
fn is_key(words: &str) -> bool {
    let rest = words.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let number = rest.strip_prefix('-').unwrap_or(rest);
    rest.len() < words.len()
        && (1..=3).contains(&number.len())
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the source that words name: all of its name, or the beginning of only one name.
fn named<'d>(words: &str, declared: &'d [Declared]) -> Option<&'d Declared> {
    let is_name = NAME.contains(&words.len()) && words.starts_with(char::is_alphabetic);
    let words = words.to_lowercase();
    let whole = declared.iter().find(|it| it.name.to_lowercase() == words).filter(|_| is_name);
    whole.or_else(|| {
        let begins = |it: &&Declared| {
            it.name.to_lowercase().strip_prefix(&words).is_some_and(|rest| rest.starts_with(' '))
        };
        let mut found = declared.iter().filter(begins);
        let first = found.next().filter(|_| is_name)?;
        found.next().is_none().then_some(first)
    })
}

fn source(declared: &Declared) -> Source {
    let url = title_and_url(&declared.words).1;
    Source {
        id: declared.name.clone(),
        id_from: IdFrom::Text,
        title: Some(declared.words.clone()).filter(|words| !words.is_empty() && url.is_none()),
        url,
        text: SourceText::Absent(ADDRESS_ONLY.to_owned()),
        ..Source::default()
    }
}

/// Returns the sources of the tables and lists below headings about sources.
fn declared(text: &str) -> Vec<Declared> {
    let mut found = Vec::new();
    let (mut start, mut headed, mut rows) = (0, false, 0);
    for line in text.split_inclusive('\n') {
        let span = Span::new(start, start + line.trim_end().len());
        start += line.len();
        let words = line.trim();
        let bold =
            words.strip_prefix("**").and_then(|rest| rest.trim_end_matches(':').strip_suffix("**"));
        let bold = bold.map(|words| words.trim_end_matches(':')).filter(|it| !it.contains('*'));
        if let Some(title) = words.starts_with('#').then(|| words.trim_start_matches('#')).or(bold)
        {
            (headed, rows) = (is_about(title), 0);
        } else if headed && words.starts_with('|') {
            rows += 1;
            let mut cells = words.trim_matches('|').split('|').map(str::trim);
            let name = cells.next().unwrap_or_default().trim_matches(['*', '`', '[', ']']);
            // The first rows are the head and the rule below it.
            if rows > 2 && fits(name) {
                let words = cells.collect::<Vec<_>>().join(" ");
                found.push(Declared { span, name: name.to_owned(), words });
            }
        } else if headed && words.starts_with(['-', '*', '•', '+']) {
            let entry = words.trim_start_matches(['-', '*', '•', '+', ' ']);
            let (name, words) = bracketed(entry).unwrap_or_else(|| divided(entry));
            let name = name.trim().trim_matches(['*', '`', '[', ']']);
            let words = words.trim_start_matches([':', '\u{2013}', '\u{2014}', '-', '*', ' ']);
            if fits(name) {
                found.push(Declared { span, name: name.to_owned(), words: words.to_owned() });
            }
        }
    }
    found
}

/// Divides an entry after the name in brackets that it begins with: `[ACT-1] Harbour Act`.
fn bracketed(entry: &str) -> Option<(&str, &str)> {
    let (name, words) = entry.strip_prefix('[')?.split_once(']')?;
    (!words.starts_with(['(', '[']) && !name.contains('[')).then_some((name, words))
}

/// Divides an entry after its name: `TideBase: tides`, `Harbour Log (ships)`.
fn divided(entry: &str) -> (&str, &str) {
    let end = entry.find([':', '\u{2013}', '\u{2014}', '(']).or_else(|| entry.find(" - "));
    entry.split_at_checked(end.unwrap_or(entry.len())).unwrap_or((entry, ""))
}

fn fits(name: &str) -> bool {
    NAME.contains(&name.len()) && name.starts_with(char::is_alphabetic) && !name.contains("://")
}

fn is_about(heading: &str) -> bool {
    let heading = heading.trim();
    let words = || heading.split(|c: char| !c.is_alphanumeric());
    is_name(heading)
        || words().count() <= 6
            && words().any(|word| ABOUT.iter().any(|own| word.eq_ignore_ascii_case(own)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns each mark with the source that it names.
    fn cited(text: &str) -> Vec<String> {
        let found = read(text, &Families::default()).citations;
        found.iter().map(|it| format!("{} {}", it.raw, it.targets[0].id)).collect()
    }

    #[test]
    fn tables_and_lists_declare() {
        let table = "It rose [TideBase]. It fell [Harbour Log]. [Unavailable]\n\n## Data sources summary\n\n\
                     | Source | Description |\n|---|---|\n| TideBase | Tides. |\n| Harbour Log Archive | Ships. |\n";
        assert_eq!(cited(table), ["[TideBase] TideBase", "[Harbour Log] Harbour Log Archive"]);
        let list =
            "It rose [TideBase].\n\n**Sources:**\n\n- **TideBase**: tides\n- Harbour Log (ships)\n";
        assert_eq!(cited(list), ["[TideBase] TideBase"]);
        let keyed = "Boats are free [ACT-1]. Piers [Section 2 [ACT-2]] close.\n\n---\n**Sources**\n- **[ACT-1]** \
                     Harbour Act, Section 5: Boats *(active)*\n- **[ACT-2]** Pier Act, Section 2: Piers\n";
        assert_eq!(cited(keyed), ["[ACT-1] ACT-1", "[ACT-2] ACT-2"]);
        let invented = keyed.replace("close.", "close [DLR-1].");
        assert_eq!(cited(&invented)[2], "[DLR-1] DLR-1");
        assert!(
            cited(&keyed.replace("[ACT-1].", ".").replace("[Section 2 [ACT-2]]", "[DLR-1]"))
                .is_empty()
        );
        let first = read(keyed, &Families::default()).sources.remove(0);
        assert_eq!(first.title.as_deref(), Some("Harbour Act, Section 5: Boats *(active)*"));
        assert!(cited("It rose [TideBase].\n\n## Terms\n\n- TideBase: tides\n").is_empty());
        assert!(cited("See [TideBase](a.md).\n\n## Sources\n\n- TideBase: tides\n").is_empty());
    }
}
