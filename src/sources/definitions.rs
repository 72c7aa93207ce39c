//! The names that code defines, by patterns that hold for many languages.

use std::sync::LazyLock;

use regex::Regex;

use crate::model::Anchored;
use crate::text::Span;

/// Separators of the parts of a qualified name: `Foo::bar`, `Foo.bar`, `Foo#bar`, `foo->bar`.
const SEPARATORS: [&str; 4] = ["::", "->", ".", "#"];

/// `impl Trait for Type`, whose methods are those of the type.
static IMPLEMENTATION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\s*(?:unsafe\s+)?impl\b.*?\sfor\s+(?:[\w:]*::)?(\w+)").ok());

/// The name that a line defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Defined<'l> {
    /// The name.
    pub name: &'l str,
    /// True if it can contain other lines.
    pub holds: bool,
}

static DEFINITION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let modifiers = r"(?:(?:pub(?:\([^)]*\))?|export|default|async|static|abstract|public|private|protected|internal|final|const|unsafe|inline|virtual|override|declare|extern|sealed|open|data)\s+)*";
    Regex::new(&format!(
        r"^\s*{modifiers}(?:(?P<holder>def|class|fn|func|fun|function\*?|struct|enum|trait|interface|mod|module|macro_rules!|record|object|namespace|impl|defmodule|defp?|package)(?:<[^>]*>\s*|\s+)(?:\([^)]*\)\s*)?(?P<name>\w+)|(?:type|const|let|var|val|static)\s+(?:mut\s+)?(?P<value>\w+)|(?P<shell>\w+)\s*\(\)\s*\{{)"
    ))
    .ok()
});

/// Returns the name that a line of code defines.
pub fn definition(line: &str) -> Option<Defined<'_>> {
    let found = DEFINITION.as_ref()?.captures(line)?;
    let holder = found.name("name").or_else(|| found.name("shell"));
    match (holder, found.name("value")) {
        (Some(name), _) => Some(Defined { name: name.as_str(), holds: true }),
        (None, Some(name)) => Some(Defined { name: name.as_str(), holds: false }),
        (None, None) => None,
    }
}

/// A definition in a file.
struct Definition<'t> {
    name: &'t str,
    indent: usize,
    /// Bytes of the file, up to the end of its content.
    span: Span,
    /// Index of the definition it is in.
    parent: Option<usize>,
}

/// Returns the place in a code file that a symbol such as `Foo::bar` names, with the name it has in
/// `symbol`: its definition, or the first line with the name if nothing defines it. `None` if the
/// file does not have the name.
pub fn place_of_symbol(code: &str, symbol: &str) -> Option<Anchored> {
    let parts = parts(symbol);
    let last = *parts.last()?;
    let definitions = definitions(code);
    let outer = |definition: &Definition<'_>| {
        let mut names = Vec::new();
        let mut parent = definition.parent;
        while let Some(one) = parent.and_then(|at| definitions.get(at)) {
            names.push(one.name);
            parent = one.parent;
        }
        names
    };
    // The more of the parts in front it is in, the better.
    let score = |definition: &Definition<'_>| {
        let outer = outer(definition);
        parts.iter().rev().skip(1).filter(|part| outer.contains(part)).count()
    };
    let named = definitions.iter().filter(|definition| definition.name == last);
    let best = named.rev().max_by_key(|definition| score(definition)).map(|it| it.span);
    let span = best.or_else(|| line_with(code, last))?;
    Some(Anchored { name: symbol.to_owned(), span })
}

/// Returns every definition of a file of code with its place.
pub fn symbols(code: &str) -> Vec<Anchored> {
    let definitions = definitions(code).into_iter();
    definitions.map(|it| Anchored { name: it.name.to_owned(), span: it.span }).collect()
}

/// Returns the parts of a qualified name.
fn parts(symbol: &str) -> Vec<&str> {
    let mut parts = vec![symbol];
    for separator in SEPARATORS {
        parts = parts.into_iter().flat_map(|part| part.split(separator)).collect();
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Returns the first line that has a name as a whole word.
fn line_with(code: &str, name: &str) -> Option<Span> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (at, _) = code.match_indices(name).find(|(at, _)| {
        let before = code.get(..*at).and_then(|before| before.chars().next_back());
        let after = code.get(at + name.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })?;
    let start = code.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let end = code.get(at..)?.find('\n').map_or(code.len(), |end| at + end);
    Some(Span::new(start, end))
}

/// Returns the definitions of a file, in order.
fn definitions(code: &str) -> Vec<Definition<'_>> {
    let mut all: Vec<Definition<'_>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut start = 0;
    for line in code.split_inclusive('\n') {
        let text = line.trim_end();
        let end = start + text.len();
        let indent = text.len() - text.trim_start().len();
        if text.is_empty() {
            start += line.len();
            continue;
        }
        let is_closing = text.trim_start().starts_with([')', ']', '}']);
        while let Some(at) = open.last().copied() {
            let Some(definition) = all.get_mut(at) else { break };
            let is_inside = indent > definition.indent || is_closing && indent == definition.indent;
            if !is_inside {
                open.pop();
                continue;
            }
            break;
        }
        for at in &open {
            if let Some(definition) = all.get_mut(*at) {
                definition.span.end = end;
            }
        }
        let implemented = IMPLEMENTATION.as_ref().and_then(|pattern| pattern.captures(text));
        let implemented = implemented.and_then(|found| found.get(1)).map(|name| name.as_str());
        let name = implemented.or_else(|| definition(text).map(|defined| defined.name));
        if let Some(name) = name {
            let span = Span::new(start, end);
            all.push(Definition { name, indent, span, parent: open.last().copied() });
            open.push(all.len() - 1);
        }
        start += line.len();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_of_several_languages_are_known() {
        for (line, name, holds) in [
            ("async def fetch_all(urls):", "fetch_all", true),
            ("    pub(crate) const fn size(&self) -> usize {", "size", true),
            ("export default function render() {", "render", true),
            ("func (s *Server) Close() error {", "Close", true),
            ("pub struct Span {", "Span", true),
            ("const LIMIT: usize = 3;", "LIMIT", false),
            ("build_all() {", "build_all", true),
            ("impl<T> Store {", "Store", true),
            ("public static class Options", "Options", true),
        ] {
            assert_eq!(definition(line), Some(Defined { name, holds }), "{line}");
        }
        assert_eq!(definition("return value"), None);
    }

    const CODE: &str = "\
struct Store;

impl Drop for Store {
    fn close(&mut self) {
        self.flush();
    }
}

impl Other {
    fn close(&self) {}
}

static LIMIT: usize = 3;
";

    #[test]
    fn a_symbol_is_placed_by_its_definition() {
        let lines = |symbol: &str| {
            let place = place_of_symbol(CODE, symbol)?;
            let line = |at: usize| CODE.get(..at).unwrap().matches('\n').count() + 1;
            Some((line(place.span.start), line(place.span.end)))
        };
        assert_eq!(lines("Store::close"), Some((4, 6)));
        assert_eq!(lines("Other.close"), Some((10, 10)));
        assert_eq!(lines("close"), Some((4, 6)));
        assert_eq!(lines("crate::store::LIMIT"), Some((13, 13)));
        assert_eq!(lines("Store"), Some((1, 1)));
        assert_eq!(lines("flush"), Some((5, 5)));
        assert_eq!(lines("lose"), None);
        assert_eq!(lines(""), None);
    }
}
