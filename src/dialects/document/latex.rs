//! Citations of LaTeX: `\cite{a,b}`, `\citep[12]{a}`, `\parencite[see][33--35]{a}`.
//!
//! Spec: LaTeX's `\cite`, and the manuals of `natbib` and `biblatex` for their commands, including
//! starred and capitalized ones; `\cites` and similar commands take several keys, each with its own
//! notes. The note after a key (the last of the optional arguments) is its locator if it names a
//! place; a bare number is a page. With several keys, it belongs to the last. `
//! ocite` cites nothing in the text.
//!
//! Sources are the `\bibitem`s of the text itself, and the bibliography passed with it (`.bib`, CSL
//! JSON). Comments, `\verb` and verbatim environments are ignored.

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::code::Code;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::locator;
use crate::model::{Anchor, AnchorKind, Card, Citation, IdFrom, Source, SourceText, Target};
use crate::text::Span;
use crate::text::prose::{count, one_line};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "latex",
    title: "LaTeX, or text with its citations",
    recognised_by: "`\\cite{key}`, `\\citep[p. 3]{key}`, `\\autocite{a,b}`",
    sources_from: "`\\bibitem`s of the text, a bibliography given (`.bib`, CSL JSON), its files too",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

/// Commands that cite, in lower case and without a star; those in [`SEVERAL`] go on.
const COMMANDS: &[&str] = &[
    "cite",
    "citep",
    "citet",
    "citealp",
    "citealt",
    "citeauthor",
    "citeyear",
    "citeyearpar",
    "citetitle",
    "citedate",
    "citeurl",
    "citenum",
    "citea",
    "citenp",
    "citeasnoun",
    "shortcite",
    "onlinecite",
    "fullcite",
    "footfullcite",
    "footcite",
    "footcitetext",
    "parencite",
    "textcite",
    "autocite",
    "smartcite",
    "supercite",
    "notecite",
    "pnotecite",
    "volcite",
];

/// Commands that take several groups of notes and keys.
const SEVERAL: &[&str] = &[
    "cites",
    "footcites",
    "footcitetexts",
    "parencites",
    "textcites",
    "autocites",
    "smartcites",
    "supercites",
];

/// The longest argument, in bytes.
const MAX_LENGTH: usize = 2000;

/// The most groups of one command.
const MAX_GROUPS: usize = 64;

fn detect(text: &str, _: &Families) -> Option<String> {
    let citations = citations(text);
    // An answer about LaTeX may mention a single command.
    let first = citations.first().filter(|_| citations.len() > 1 || is_tex(text))?;
    Some(format!("{} such as `{}`", count(citations.len(), "command"), first.raw))
}

fn read(text: &str, _: &Families) -> TextMarks {
    let citations = citations(text);
    let words = citations.iter().flat_map(|citation| citation.raw.split(['[', ']', ',', '{', '}']));
    let notes = locator::not_looked_up(words).into_iter().collect();
    TextMarks { notes, cards: hidden(text), sources: items(text), citations }
}

/// Returns the parts that a reader of the document never sees: all before it begins, and comments.
fn hidden(text: &str) -> Vec<Card> {
    if !is_tex(text) {
        return Vec::new();
    }
    let begin = "\\begin{document}";
    let begun = text.find(begin).map_or(0, |at| at + begin.len());
    let closed = closed(text).into_iter();
    let comment = |span: &Span| {
        span.start >= begun && span.slice(text).is_some_and(|words| words.starts_with('%'))
    };
    // The line end after a comment keeps its words apart.
    let comments = closed.filter(comment).map(|span| {
        let words = span.slice(text).unwrap_or_default().trim_end_matches(['\n', '\r']);
        Span::new(span.start, span.start + words.len())
    });
    let card =
        |family: &str, span| Card { family: family.to_owned(), span, label: None, known: true };
    let preamble = (begun > 0).then(|| card("preamble", Span::new(0, begun)));
    preamble.into_iter().chain(comments.map(|span| card("comment", span))).collect()
}

/// Returns the citations outside of comments and code, in order.
fn citations(text: &str) -> Vec<Citation> {
    let mut found = Vec::new();
    if !text.contains('\\') || !text.contains("cite") {
        return found;
    }
    let closed = closed(text);
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find('\\')).map(|next| at + next) {
        let rest = text.get(start..).unwrap_or_default();
        match command(rest).filter(|_| !Span::any_contains(&closed, start)) {
            Some((targets, length)) => {
                at = start + length;
                let span = Span::new(start, at);
                found.push(Citation {
                    family: "cite".to_owned(),
                    raw: span.slice(text).unwrap_or_default().to_owned(),
                    anchor: Anchor { kind: AnchorKind::Marker, span },
                    targets,
                    ..Citation::default()
                });
            }
            // `\\cite` is a line break and a word.
            None => at = start + if rest.starts_with("\\\\") { 2 } else { 1 },
        }
    }
    found
}

/// Returns the command at the start of `rest`, its targets, and its length.
fn command(rest: &str) -> Option<(Vec<Target>, usize)> {
    let name = rest.get(1..)?;
    let length = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let lower = name.get(..length)?.to_ascii_lowercase();
    let several = SEVERAL.contains(&lower.as_str());
    if !several && !COMMANDS.contains(&lower.as_str()) {
        return None;
    }
    let mut behind = name.get(length..)?;
    behind = behind.strip_prefix('*').unwrap_or(behind);
    let mut targets = Vec::new();
    let mut taken = None;
    for _ in 0..if several { MAX_GROUPS } else { 1 } {
        let Some((mut group, after)) = group(behind) else { break };
        targets.append(&mut group);
        behind = after;
        taken = Some(rest.len() - after.len());
    }
    Some((targets, taken?))
}

/// Reads `[pre][post]{keys}`; returns the targets, and the text after it.
fn group(text: &str) -> Option<(Vec<Target>, &str)> {
    let mut rest = text.trim_start_matches([' ', '\t']);
    let mut note = None;
    for _ in 0..2 {
        if let Some((inner, after)) = argument(rest, ['[', ']']) {
            note = Some(inner);
            rest = after.trim_start_matches([' ', '\t']);
        }
    }
    let (keys, after) = argument(rest, ['{', '}'])?;
    let target = |key: &str| Target { id: key.to_owned(), ..Target::default() };
    let keys = keys.split(',').map(str::trim).filter(|key| !key.is_empty());
    let mut targets: Vec<Target> = keys.map(target).collect();
    let note = note.map(|note| note.replace('~', " "));
    if let Some(last) = targets.last_mut() {
        last.locator = note.and_then(|note| locator::read_in_document(&note));
    }
    (!targets.is_empty()).then_some((targets, after))
}

/// Returns the text between the brackets at the start of `text`, and the rest.
fn argument(text: &str, [open, close]: [char; 2]) -> Option<(&str, &str)> {
    let inner = text.strip_prefix(open)?;
    let limit = inner.get(..inner.floor_char_boundary(MAX_LENGTH))?;
    let mut depth = 0_usize;
    for (at, c) in limit.char_indices() {
        match c {
            _ if c == close && depth == 0 => {
                return Some((limit.get(..at)?, inner.get(at + 1..)?));
            }
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// True if a text is LaTeX and no Markdown that holds some.
fn is_tex(text: &str) -> bool {
    let signs = ["\\documentclass", "\\begin{document}", "\\section", "\\chapter", "\\bibitem"];
    signs.iter().any(|sign| text.contains(sign)) && !text.contains("```")
}

/// Returns comments, `\verb` and verbatim environments, and code in Markdown, in order.
fn closed(text: &str) -> Vec<Span> {
    if !is_tex(text) {
        return Code::of(text).into_spans();
    }
    let mut spans: Vec<Span> = Vec::new();
    let mut start = 0;
    let mut verbatim: Option<(usize, String)> = None;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        if let Some((from, name)) = &verbatim {
            if line.contains(&format!("\\end{{{name}}}")) {
                spans.push(Span::new(*from, end));
                verbatim = None;
            }
        } else if let Some(name) = begun(line) {
            verbatim = Some((start, name.to_owned()));
        } else {
            in_line(line, start, &mut spans);
        }
        start = end;
    }
    spans.extend(verbatim.map(|(from, _)| Span::new(from, text.len())));
    spans
}

/// Returns the verbatim environment that a line begins.
fn begun(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("\\begin{")?;
    let (name, _) = rest.split_once('}')?;
    let plain = name.trim_end_matches('*').to_ascii_lowercase();
    ["verbatim", "lstlisting", "minted", "comment"].contains(&plain.as_str()).then_some(name)
}

/// Adds the `\verb` of a line, and its comment.
fn in_line(line: &str, start: usize, spans: &mut Vec<Span>) {
    let mut at = 0;
    while let Some(next) = line.get(at..).and_then(|rest| rest.find(['\\', '%'])) {
        at += next;
        let rest = line.get(at..).unwrap_or_default();
        if rest.starts_with('%') {
            spans.push(Span::new(start + at, start + line.len()));
            return;
        }
        let verb = rest.strip_prefix("\\verb").and_then(|rest| {
            let mut rest = rest.strip_prefix('*').unwrap_or(rest).chars();
            let sign = rest.next().filter(|c| !c.is_alphanumeric() && !c.is_whitespace())?;
            Some(rest.as_str().split_once(sign)?.1)
        });
        match verb {
            Some(after) => {
                let end = line.len() - after.len();
                spans.push(Span::new(start + at, start + end));
                at = end;
            }
            None => at += 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
        }
    }
}

/// Returns the entries of a `thebibliography`.
fn items(text: &str) -> Vec<Source> {
    let mut sources = Vec::new();
    for part in text.split("\\bibitem").skip(1) {
        let rest = argument(part, ['[', ']']).map_or(part, |(_, after)| after);
        let Some((key, body)) = argument(rest.trim_start(), ['{', '}']) else { continue };
        let body = body.split("\\end{thebibliography}").next().unwrap_or_default();
        let url = ["\\url{", "\\href{"].iter().find_map(|command| {
            let (_, rest) = body.split_once(command)?;
            Some(rest.split_once('}')?.0.trim().to_owned())
        });
        let words = ["\\url{", "\\href{"].iter().find_map(|command| body.split_once(command));
        let words = words.map_or(body, |(before, _)| before);
        let title = one_line(&words.replace("\\newblock", " ").replace('~', " "));
        sources.push(Source {
            id: key.trim().to_owned(),
            id_from: IdFrom::Text,
            title: (!title.is_empty()).then(|| title.chars().take(MAX_LENGTH).collect()),
            url,
            text: SourceText::Absent(
                "the text gives the entry only; give its file, or its saved page with `--source`, to see the passage".to_owned(),
            ),
            ..Source::default()
        });
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::shared::testing::described;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(described(&citations(text)), expected, "{text}");
    }

    #[test]
    fn commands_in_their_forms() {
        check("So \\cite{a,b} it \\citep[12]{c}.", &["\\cite{a,b}=a+b", "\\citep[12]{c}=c p. 12"]);
        check("\\parencite[see][33--35]{a}", &["\\parencite[see][33--35]{a}=a pp. 33-35"]);
        check("\\Textcite*[p.~3]{a, b}", &["\\Textcite*[p.~3]{a, b}=a+b p. 3"]);
        check("\\citep[{see [x]}, chap. 2][]{a}", &["\\citep[{see [x]}, chap. 2][]{a}=a"]);
        check(
            "\\autocites[see][3]{a}[4]{b} {c}",
            &["\\autocites[see][3]{a}[4]{b} {c}=a p. 3+b p. 4+c"],
        );
    }

    #[test]
    fn what_is_no_citation() {
        check("\\nocite{a} \\citation{b} \\cite{} \\cite \\\\cite{c}", &[]);
        check("Use `\\cite{a}`.\n\n    \\cite{b}\n", &[]);
        check(
            "\\section{x} % \\cite{a}\n\\verb|\\cite{b}| 5\\% \\cite{c}\n\\begin{verbatim}\n\\cite{d}\n\\end{verbatim}\n",
            &["\\cite{c}=c"],
        );
    }

    #[test]
    fn bibitems_are_sources() {
        let text = "\\cite{a}\\begin{thebibliography}{9}\n\\bibitem[M19]{a} Moll, A.\n\\newblock Tides. \
                    \\url{https://x.example/t}\n\\bibitem{b}\n\\end{thebibliography}\\end{document}";
        let found = items(text);
        assert_eq!(found[0].title.as_deref(), Some("Moll, A. Tides."));
        assert_eq!(found[0].url.as_deref(), Some("https://x.example/t"));
        assert_eq!((found.len(), found[1].id.as_str()), (2, "b"));
    }
}
