//! The outline of code: lines that are comments, definitions, or ends of blocks.

use std::sync::LazyLock;

use regex::Regex;

use super::tokens::Key;

/// The kind of a line.
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

/// One line of code; lines count from 0.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Line {
    pub(super) kind: LineKind,
    /// Columns of white space before the first character; `None` for a blank line.
    pub(super) indent: Option<usize>,
    /// The name it defines.
    pub(super) defines: Option<Key>,
    /// True if what it defines can contain other lines.
    pub(super) holds: bool,
    /// The name it assigns to.
    pub(super) assigns: Option<Key>,
    /// The innermost definition it is in.
    pub(super) scope: Option<usize>,
    /// Last line of the statement of several lines that begins here.
    pub(super) statement_end: Option<usize>,
    /// Last line of the block of deeper lines that begins here.
    pub(super) block_end: Option<usize>,
    /// Last line of the comment that begins or goes on here.
    pub(super) comment_end: Option<usize>,
}

static ASSIGNMENT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"^\s*(?:self\.|this\.)?["']?([\w.-]*\w)["']?\s*(?::[^=]*)?(?:=(?:[^=]|$)|:\s)"#)
        .ok()
});

/// Returns the name that a line of code assigns to, or the key it begins with.
pub(super) fn assigned(line: &str) -> Option<&str> {
    let name = ASSIGNMENT.as_ref()?.captures(line)?.get(1)?.as_str();
    name.rsplit('.').next()
}

/// Returns how many more brackets a line opens than it closes.
pub(super) fn balance(line: &str) -> i32 {
    line.bytes().fold(0, |open, byte| match byte {
        b'(' | b'[' | b'{' => open + 1,
        b')' | b']' | b'}' => open - 1,
        _ => open,
    })
}

/// Returns the kinds of all lines of a file.
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
    fn assignments_are_known() {
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
