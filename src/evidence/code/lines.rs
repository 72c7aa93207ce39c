//! A file of code as it is compared: its lines with their words, definitions and blocks.

use super::MAX_LINES;
use super::blocks::Blocks;
use super::claim::squeezed;
use super::outline::{Line, LineKind, assigned, balance, kinds};
use super::postings::Postings;
use super::tokens::{self, Key, key};
use crate::sources::definition;
use crate::text::Span;
use crate::text::lines::{LineIndex, without_line_end};

/// Maximum number of lines of one statement.
const MAX_STATEMENT: usize = 200;

/// A file of code, read once for all citations of it.
#[derive(Debug, Default)]
pub struct CodeText {
    spans: Vec<Span>,
    pub(super) lines: Vec<Line>,
    /// The names of definitions that hold others, each with the one it is in itself.
    pub(super) scopes: Vec<Scope>,
    /// Lower-case words as written.
    pub(super) words: Postings,
    /// Stems of words and of parts of identifiers.
    pub(super) stems: Postings,
    pub(super) blocks: Blocks,
    squeezed: String,
    /// The beginning of each line in `squeezed`.
    starts: Vec<usize>,
}

/// A definition that other lines are in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope {
    pub(super) name: Key,
    pub(super) parent: Option<usize>,
}

impl CodeText {
    /// Reads a file; `None` if it has too many lines.
    pub fn new(text: &str) -> Option<Self> {
        let index = LineIndex::new(text);
        if index.count() > MAX_LINES as u64 {
            return None;
        }
        let spans: Vec<Span> = (1..=index.count())
            .filter_map(|number| Some(without_line_end(text, index.span(number)?)))
            .collect();
        let slices: Vec<&str> =
            spans.iter().map(|span| span.slice(text).unwrap_or_default()).collect();
        let (words, stems) = postings(&slices);
        let (lines, scopes) = outline(&slices);
        let (mut all, mut starts) = (String::new(), Vec::with_capacity(slices.len()));
        for line in &slices {
            starts.push(all.len());
            all.push_str(&squeezed(line));
        }
        let blocks = Blocks::new(&slices, &lines);
        Some(Self { spans, lines, scopes, words, stems, blocks, squeezed: all, starts })
    }

    /// Returns the number of lines.
    pub fn count(&self) -> usize {
        self.lines.len()
    }

    /// Returns true if a line, counted from 0, is text for people.
    pub(super) fn is_comment(&self, line: usize) -> bool {
        self.lines.get(line).is_some_and(|line| line.kind.is_text())
    }

    /// Returns the bytes of a line, counted from 1, without its end.
    pub fn span(&self, number: usize) -> Option<Span> {
        self.spans.get(number.checked_sub(1)?).copied()
    }

    /// Returns the lines on which a squeezed piece of text begins, ascending, at most `most`.
    pub(super) fn lines_with(&self, squeezed: &str, most: usize) -> Vec<usize> {
        let found = self.squeezed.match_indices(squeezed).take(most);
        found.map(|(at, _)| self.starts.partition_point(|start| *start <= at) - 1).collect()
    }
}

fn postings(lines: &[&str]) -> (Postings, Postings) {
    let (mut words, mut stems) = (Vec::new(), Vec::new());
    for (number, line) in (0_u32..).zip(lines) {
        for (_, word) in tokens::tokens(line) {
            let lower = word.to_lowercase();
            words.push((key(&lower), number));
            stems.push((key(tokens::stem(&lower)), number));
            if tokens::is_identifier(word) {
                let parts = tokens::parts(word);
                stems.extend(parts.iter().map(|part| (key(tokens::stem(part)), number)));
            }
        }
    }
    (Postings::new(words), Postings::new(stems))
}

/// Returns the kinds of the lines, what they define and which blocks begin there.
fn outline(slices: &[&str]) -> (Vec<Line>, Vec<Scope>) {
    let kinds = kinds(slices.iter().copied());
    let mut lines: Vec<Line> = slices
        .iter()
        .zip(kinds)
        .map(|(line, kind)| {
            let trimmed = line.trim_start();
            let indent = (!trimmed.is_empty()).then(|| line.len() - trimmed.len());
            Line { kind, indent, ..Line::default() }
        })
        .collect();
    let scopes = scopes(slices, &mut lines);
    let mut opened = Vec::with_capacity(slices.len() + 1);
    opened.push(0);
    for line in slices {
        opened.push(opened.last().copied().unwrap_or(0) + balance(line));
    }
    let ends: Vec<_> = (0..lines.len()).map(|at| block_ends(&lines, &opened, at)).collect();
    for (line, (statement, block)) in lines.iter_mut().zip(ends) {
        (line.statement_end, line.block_end) = (statement, block);
    }
    let mut last: Option<(LineKind, usize)> = None;
    for (at, line) in lines.iter_mut().enumerate().rev() {
        last = match last {
            _ if !line.kind.is_text() => None,
            Some((kind, end)) if kind == line.kind => Some((kind, end)),
            _ => Some((line.kind, at)),
        };
        line.comment_end = last.map(|(_, end)| end);
    }
    (lines, scopes)
}

/// Finds definitions and their contents, by indentation.
fn scopes(slices: &[&str], lines: &mut [Line]) -> Vec<Scope> {
    let mut scopes: Vec<Scope> = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (slice, line) in slices.iter().zip(lines) {
        let Some(indent) = line.indent.filter(|_| line.kind == LineKind::Code) else {
            line.scope = open.last().map(|(_, scope)| *scope);
            continue;
        };
        if !slice.trim_start().starts_with([')', ']', '}']) {
            while open.last().is_some_and(|(other, _)| *other >= indent) {
                open.pop();
            }
        }
        line.scope = open.last().map(|(_, scope)| *scope);
        match definition(slice) {
            Some(defined) => {
                let name = key(&defined.name.to_lowercase());
                (line.defines, line.holds) = (Some(name), defined.holds);
                if defined.holds {
                    scopes.push(Scope { name, parent: line.scope });
                    open.push((indent, scopes.len() - 1));
                }
            }
            None => line.assigns = assigned(slice).map(|name| key(&name.to_lowercase())),
        }
    }
    scopes
}

/// Returns the last lines of the statement and of the block that begin at a line of code; `opened`
/// counts the brackets open before each line.
fn block_ends(lines: &[Line], opened: &[i32], at: usize) -> (Option<usize>, Option<usize>) {
    let Some((indent, before)) = lines
        .get(at)
        .filter(|line| line.kind == LineKind::Code)
        .and_then(|line| line.indent)
        .zip(opened.get(at))
    else {
        return (None, None);
    };
    let after = opened.iter().skip(at + 1).take(MAX_STATEMENT);
    let statement = at + after.take_while(|open| *open > before).count();
    let statement = statement.min(lines.len().saturating_sub(1));
    let mut end = statement;
    for (number, line) in lines.iter().enumerate().skip(statement + 1) {
        match line.indent {
            None => {}
            Some(own) if own > indent => end = number,
            Some(own) if own == indent && line.kind == LineKind::Close => {
                end = number;
                break;
            }
            Some(_) => break,
        }
    }
    ((statement > at).then_some(statement), (end > statement).then_some(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
class Store:
    # Holds
    # things.
    def get(self,
            name):
        return self.map[name]

    limit = 3
";

    #[test]
    fn blocks_and_scopes_are_found() {
        let text = CodeText::new(TEXT).unwrap();
        let line = |number: usize| text.lines[number - 1];
        assert_eq!(line(1).block_end, Some(7));
        assert_eq!(line(4).statement_end, Some(4));
        assert_eq!(line(4).block_end, Some(5));
        assert_eq!(line(2).comment_end, Some(2));
        let scope = |number: usize| line(number).scope.map(|scope| text.scopes[scope].name);
        assert_eq!(scope(6), Some(key("get")));
        assert_eq!(scope(8), Some(key("store")));
        assert_eq!(line(8).assigns, Some(key("limit")));
        assert_eq!(line(1).defines, Some(key("store")));
    }

    #[test]
    fn words_and_snippets_are_found_by_line() {
        let text = CodeText::new(TEXT).unwrap();
        assert_eq!(text.words.lines(key("name")).collect::<Vec<_>>(), [4, 5]);
        assert_eq!(text.stems.lines(key("thing")).collect::<Vec<_>>(), [2]);
        assert_eq!(text.lines_with("defget(self,name)", 9), [3]);
        assert_eq!(text.span(8).unwrap().slice(TEXT), Some("    limit = 3"));
    }
}
