//! What a line of code is: a comment, a definition, the end of a block.

use std::sync::LazyLock;

use regex::Regex;

/// What kind of line it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum LineKind {
    #[default]
    Blank,
    Comment,
    /// Inside a string of several lines, as Python documents with.
    Doc,
    /// Closing brackets and words that only end or divide a block.
    Close,
    Code,
}

impl LineKind {
    /// Returns true if it is text for people.
    pub(super) fn is_text(self) -> bool {
        matches!(self, Self::Comment | Self::Doc)
    }
}

/// The name that a line defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Defined<'l> {
    pub(super) name: &'l str,
    /// True if other lines can lie in what it defines.
    pub(super) holds: bool,
}

static DEFINITION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let modifiers = r"(?:(?:pub(?:\([^)]*\))?|export|default|async|static|abstract|public|private|protected|internal|final|const|unsafe|inline|virtual|override|declare|extern|sealed|open|data)\s+)*";
    Regex::new(&format!(
        r"^\s*{modifiers}(?:(?P<holder>def|class|fn|func|fun|function\*?|struct|enum|trait|interface|mod|module|macro_rules!|record|object|namespace|impl|defmodule|defp?|package)(?:<[^>]*>\s*|\s+)(?:\([^)]*\)\s*)?(?P<name>\w+)|(?:type|const|let|var|val|static)\s+(?:mut\s+)?(?P<value>\w+)|(?P<shell>\w+)\s*\(\)\s*\{{)"
    ))
    .ok()
});

static ASSIGNMENT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"^\s*(?:self\.|this\.)?["']?([\w.-]*\w)["']?\s*(?::[^=]*)?(?:=(?:[^=]|$)|:\s)"#)
        .ok()
});

/// The name that a line of code defines as an item of its own.
pub(super) fn definition(line: &str) -> Option<Defined<'_>> {
    let found = DEFINITION.as_ref()?.captures(line)?;
    let holder = found.name("name").or_else(|| found.name("shell"));
    match (holder, found.name("value")) {
        (Some(name), _) => Some(Defined { name: name.as_str(), holds: true }),
        (None, Some(name)) => Some(Defined { name: name.as_str(), holds: false }),
        (None, None) => None,
    }
}

/// The name that a line of code assigns to, or the key it begins with.
pub(super) fn assigned(line: &str) -> Option<&str> {
    let name = ASSIGNMENT.as_ref()?.captures(line)?.get(1)?.as_str();
    name.rsplit('.').next()
}

/// How many more brackets a line opens than it closes.
pub(super) fn balance(line: &str) -> i32 {
    line.bytes().fold(0, |open, byte| match byte {
        b'(' | b'[' | b'{' => open + 1,
        b')' | b']' | b'}' => open - 1,
        _ => open,
    })
}

/// The kinds of all lines of a file.
pub(super) fn kinds<'l>(lines: impl Iterator<Item = &'l str>) -> Vec<LineKind> {
    let (mut in_doc, mut in_block) = (false, false);
    let kind = |line: &str| {
        let line = line.trim();
        if in_block {
            in_block = !line.contains("*/");
            return if line.is_empty() { LineKind::Blank } else { LineKind::Comment };
        }
        let quotes = line.matches("\"\"\"").count() + line.matches("'''").count();
        let was_in_doc = in_doc;
        in_doc ^= quotes % 2 == 1;
        if line.is_empty() {
            return LineKind::Blank;
        }
        let opens_doc = quotes > 0
            && line.trim_start_matches(['r', 'f', 'b', 'u', 'R']).starts_with(['"', '\'']);
        if was_in_doc || opens_doc {
            return LineKind::Doc;
        }
        if line.starts_with("/*") {
            in_block = !line.contains("*/");
        }
        if is_comment(line) {
            LineKind::Comment
        } else if is_closing(line) {
            LineKind::Close
        } else {
            LineKind::Code
        }
    };
    lines.map(kind).collect()
}

fn is_comment(line: &str) -> bool {
    let hash = line.strip_prefix('#').is_some_and(|rest| {
        rest.is_empty()
            || rest.starts_with(['#', '!', ':']) && !rest.starts_with("![")
            || rest.starts_with(char::is_whitespace)
    });
    hash || ["//", "/*", "-- ", "<!--", ";;", "\"\"\""].iter().any(|sign| line.starts_with(sign))
}

fn is_closing(line: &str) -> bool {
    line.chars().all(|c| matches!(c, ')' | ']' | '}' | '>' | ';' | ',' | ':' | ' '))
        || matches!(
            line,
            "end" | "else:" | "} else {" | "try:" | "finally:" | "fi" | "done" | "esac"
        )
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
        for (line, name) in [
            ("limit = 3", Some("limit")),
            ("  self.size: int = 3", Some("size")),
            ("\"name\": 1", Some("name")),
            ("a == b", None),
        ] {
            assert_eq!(assigned(line), name, "{line}");
        }
    }

    #[test]
    fn lines_have_kinds() {
        use LineKind::{Blank, Close, Code, Comment, Doc};
        let python =
            "# note\ndef f():\n    \"\"\"Says.\n\n    More.\n    \"\"\"\n    return (\n    )\n";
        assert_eq!(kinds(python.lines()), [Comment, Code, Doc, Blank, Doc, Doc, Code, Close]);
        let rust = "//! Head.\n#[test]\n/* a\n b */\nfn f() {\n}\n";
        assert_eq!(kinds(rust.lines()), [Comment, Code, Comment, Comment, Code, Close]);
        let c = "#include <x.h>\n";
        assert_eq!(kinds(c.lines()), [Code]);
    }
}
