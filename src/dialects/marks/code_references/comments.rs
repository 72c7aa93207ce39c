//! The comments and docstrings of a file of code, as text with the offsets and lines of the file.

use crate::model::Card;
use crate::sources::is_code_path;
use crate::text::Span;

/// The way a language writes comments and strings.
#[derive(Debug, Clone, Copy)]
struct Syntax {
    /// Signs after which the rest of a line is a comment.
    line: &'static [&'static str],
    /// Signs before and after a comment.
    block: &'static [(&'static str, &'static str)],
    /// Signs around strings that end with their line.
    strings: &'static [&'static str],
    /// Signs around strings of several lines.
    long_strings: &'static [&'static str],
    /// True if a string at the start of a line documents the code around it.
    has_docstrings: bool,
}

const NONE: Syntax =
    Syntax { line: &[], block: &[], strings: &["\""], long_strings: &[], has_docstrings: false };

/// C and its relatives. An apostrophe may begin a lifetime or a character there.
const C: Syntax = Syntax { line: &["//"], block: &[("/*", "*/")], ..NONE };

const SCRIPT: Syntax = Syntax { strings: &["\"", "'"], long_strings: &["`"], ..C };

const SHELL: Syntax = Syntax { line: &["#"], strings: &["\"", "'"], ..NONE };

const PYTHON: Syntax = Syntax { long_strings: &["\"\"\"", "'''"], has_docstrings: true, ..SHELL };

/// Returns how the language of a file writes comments; `None` if it is unknown or has none.
fn syntax(path: &str) -> Option<Syntax> {
    is_code_path(path).then_some(())?;
    let name = path.rsplit(['/', '\\']).next()?.to_ascii_lowercase();
    let end = name.rsplit_once('.').map_or(name.as_str(), |(_, end)| end);
    Some(match end {
        "json" => return None,
        "py" | "pyi" | "bzl" => PYTHON,
        "js" | "jsx" | "ts" | "tsx" | "mjs" | "mts" | "cjs" | "cts" | "go" => SCRIPT,
        "svelte" | "vue" => Syntax { block: &[("/*", "*/"), ("<!--", "-->")], ..SCRIPT },
        "php" => Syntax { line: &["//", "#"], long_strings: &[], ..SCRIPT },
        "css" => Syntax { line: &[], ..C },
        "rs" => Syntax { strings: &[], long_strings: &["\""], ..C },
        "bash" | "sh" | "cmake" | "makefile" | "dockerfile" | "rakefile" | "rb" | "pl" | "pm"
        | "r" | "toml" | "yaml" | "yml" | "nim" | "graphql" | "cfg" => SHELL,
        "tf" | "hcl" | "nix" => Syntax { line: &["#", "//"], block: &[("/*", "*/")], ..SHELL },
        "ex" | "exs" => Syntax { long_strings: &["\"\"\""], has_docstrings: true, ..SHELL },
        "jl" => Syntax {
            block: &[("#=", "=#")],
            long_strings: &["\"\"\""],
            has_docstrings: true,
            strings: &["\""],
            ..SHELL
        },
        "ps1" => Syntax { block: &[("<#", "#>")], ..SHELL },
        "ini" => Syntax { line: &["#", ";"], strings: &[], ..NONE },
        "ada" | "adb" | "sql" => Syntax { line: &["--"], block: &[("/*", "*/")], ..SHELL },
        "lua" => Syntax { line: &["--"], block: &[("--[[", "]]")], ..SHELL },
        "hs" => Syntax { line: &["--"], block: &[("{-", "-}")], ..NONE },
        "clj" | "el" => Syntax { line: &[";"], ..NONE },
        "erl" | "hrl" => Syntax { line: &["%"], ..NONE },
        "f90" => Syntax { line: &["!"], ..SHELL },
        "vb" => Syntax { line: &["'"], ..NONE },
        "ml" => Syntax { block: &[("(*", "*)")], ..NONE },
        "fs" => Syntax { block: &[("(*", "*)")], ..C },
        "zig" => Syntax { block: &[], ..C },
        _ => C,
    })
}

/// The text of the comments of a file, as long as the file: all else is blank but for line ends.
#[derive(Debug, PartialEq)]
pub(super) struct Comments {
    pub(super) text: String,
    /// The blanks before the words of each line, which Markdown must not take for indentation.
    pub(super) margins: Vec<Card>,
}

/// Returns the comments of the file of code at `path`; `None` for any other file.
pub(super) fn comments(path: &str, code: &str) -> Option<Comments> {
    let spans = Scanner { code, syntax: syntax(path)?, at: 0, found: Vec::new() }.run();
    let blank = |byte: u8| if matches!(byte, b'\n' | b'\r') { byte } else { b' ' };
    let mut bytes: Vec<u8> = code.bytes().map(blank).collect();
    for span in &spans {
        let (to, from) = (bytes.get_mut(span.start..span.end), code.get(span.start..span.end));
        if let Some((to, from)) = to.zip(from) {
            to.copy_from_slice(from.as_bytes());
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    let mut margins = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.len() - line.trim_start().len();
        if words > 0 && !line.trim().is_empty() {
            let span = Span::new(start, start + words);
            margins.push(Card { family: "margin".to_owned(), span, label: None, known: true });
        }
        start += line.len();
    }
    Some(Comments { text, margins })
}

struct Scanner<'c> {
    code: &'c str,
    syntax: Syntax,
    at: usize,
    found: Vec<Span>,
}

impl<'c> Scanner<'c> {
    /// Returns the words of the comments: bytes of the code, one span a line.
    fn run(mut self) -> Vec<Span> {
        while let Some(rest) = self.rest() {
            if rest.is_empty() {
                break;
            }
            let is_taken = self.block() || self.line() || self.long_string() || self.string();
            if !is_taken {
                let step = rest.chars().next().map_or(1, char::len_utf8);
                self.at += step;
            }
        }
        self.found
    }

    fn rest(&self) -> Option<&'c str> {
        self.code.get(self.at..)
    }

    /// The first of `signs` that is here.
    fn sign<'s>(&self, signs: &[&'s str]) -> Option<&'s str> {
        let rest = self.rest()?;
        signs.iter().copied().find(|sign| rest.starts_with(sign))
    }

    /// Returns true if only blanks, and the letters in `prefix`, precede on the line.
    fn begins_line(&self, prefix: &[char]) -> bool {
        let before = self.code.get(..self.at).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        line.trim_start().trim_end_matches(prefix).is_empty()
    }

    fn block(&mut self) -> bool {
        let Some(rest) = self.rest() else { return false };
        let signs = self.syntax.block.iter().find(|(open, _)| rest.starts_with(open));
        let Some((open, close)) = signs else { return false };
        let from = self.at + open.len();
        let inner = self.code.get(from..).unwrap_or_default();
        let to = inner.find(close).map_or(self.code.len(), |end| from + end);
        self.words(from, to);
        self.at = (to + close.len()).min(self.code.len());
        true
    }

    fn line(&mut self) -> bool {
        let Some(sign) = self.sign(self.syntax.line) else { return false };
        let before = self.code.get(..self.at).unwrap_or_default().chars().next_back();
        // `https://`, `$#` and `a--b` hold no comment.
        let is_apart =
            before.is_none_or(|c| c.is_whitespace() || matches!(c, ';' | '}' | ',' | ')'));
        let from = self.at + sign.len();
        let rest = self.code.get(from..).unwrap_or_default();
        if !is_apart {
            return false;
        }
        let to = rest.find('\n').map_or(self.code.len(), |end| from + end);
        self.words(from, to);
        self.at = to;
        true
    }

    fn long_string(&mut self) -> bool {
        let Some(sign) = self.sign(self.syntax.long_strings) else { return false };
        let is_doc = self.syntax.has_docstrings
            && (self.begins_line(&['r', 'R', 'u', 'U']) || self.follows_doc());
        let from = self.at + sign.len();
        let hashes = self.raw_hashes();
        let close = format!("{sign}{}", "#".repeat(hashes));
        let to = if hashes > 0 { self.plain_end(from, &close) } else { self.end(from, sign) };
        if is_doc {
            self.words(from, to);
        }
        self.at = (to + close.len()).min(self.code.len());
        true
    }

    /// Returns true after `@doc` and `@moduledoc`.
    fn follows_doc(&self) -> bool {
        let before = self.code.get(..self.at).unwrap_or_default().trim_end();
        before.ends_with("doc") && before.rsplit('\n').next().unwrap_or_default().contains('@')
    }

    /// Number of signs between `r` and the quotation mark of a raw string of Rust.
    fn raw_hashes(&self) -> usize {
        let before = self.code.get(..self.at).unwrap_or_default();
        let hashes = before.len() - before.trim_end_matches('#').len();
        let is_raw = before.get(..before.len() - hashes).is_some_and(|it| it.ends_with('r'));
        if is_raw { hashes } else { 0 }
    }

    fn string(&mut self) -> bool {
        if let Some(sign) = self.sign(self.syntax.strings) {
            let from = self.at + sign.len();
            let rest = self.code.get(from..).unwrap_or_default();
            let line = rest.find('\n').map_or(self.code.len(), |end| from + end);
            let end = self.end(from, sign);
            // One that its line does not close is an apostrophe.
            self.at = if end < line { end + sign.len() } else { from };
            return true;
        }
        // A character such as '"' would open a string.
        let Some(rest) = self.rest().filter(|rest| rest.starts_with('\'')) else { return false };
        let mut chars = rest.char_indices().skip(1);
        let is_escape = chars.next().is_some_and(|(_, c)| c == '\\');
        if is_escape {
            chars.next();
        }
        let Some((close, '\'')) = chars.next() else { return false };
        self.at += close + 1;
        true
    }

    /// Returns the place of the next `close` after `from`.
    fn plain_end(&self, from: usize, close: &str) -> usize {
        let rest = self.code.get(from..).unwrap_or_default();
        rest.find(close).map_or(self.code.len(), |end| from + end)
    }

    /// As [`Scanner::plain_end`]; an escaped one closes nothing.
    fn end(&self, from: usize, close: &str) -> usize {
        let rest = self.code.get(from..).unwrap_or_default();
        let mut escaped = false;
        for (at, c) in rest.char_indices() {
            if escaped {
                escaped = false;
            } else if c == '\\' {
                escaped = true;
            } else if rest.get(at..).is_some_and(|rest| rest.starts_with(close)) {
                return from + at;
            }
        }
        self.code.len()
    }

    /// Adds the words of a comment, without the signs that open its lines.
    fn words(&mut self, from: usize, to: usize) {
        let mut start = from;
        for line in self.code.get(from..to).unwrap_or_default().split_inclusive('\n') {
            let signs = ['/', '*', '!', '#', ';', '%'];
            let inner = line.trim_start();
            let inner = inner.trim_start_matches(signs);
            let words = inner.trim();
            let lead = line.len() - inner.trim_start().len();
            if !words.is_empty() {
                self.found.push(Span::new(start + lead, start + lead + words.len()));
            }
            start += line.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(path: &str, code: &str) -> Vec<String> {
        let comments = comments(path, code).unwrap();
        assert_eq!(comments.text.len(), code.len());
        let ends = |text: &str| text.match_indices('\n').map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!(ends(&comments.text), ends(code));
        for card in &comments.margins {
            assert!(card.span.slice(&comments.text).unwrap().trim().is_empty());
        }
        let lines = comments.text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(str::to_owned).collect()
    }

    #[test]
    fn comments_of_several_languages_are_found() {
        let rust = "//! Head.\nfn f<'a>() { let c = '\"'; } // after\nlet s = \"http://x // no\";\nlet r = r#\"a \" // no\"#;\n/* one\n * two */ x\n/// - item\n";
        assert_eq!(words("a.rs", rust), ["Head.", "after", "one", "two", "- item"]);
        let python = "# note\nx = 'a # no'\ndef f():\n    r\"\"\"Says \u{e9}.\n\n    More.\n    \"\"\"\n    y = \"\"\"no # no\"\"\"\n    it's = 1  # so\n";
        assert_eq!(words("a.py", python), ["note", "Says \u{e9}.", "More.", "so"]);
        let script = "const a = `x // no`; // yes\nconst b = 'it\\'s // no';\n";
        assert_eq!(words("a.ts", script), ["yes"]);
        assert_eq!(words("a.sql", "select '--no' -- yes\n"), ["yes"]);
        assert_eq!(words("Makefile", "# all\nx: y # z\n\techo $#\n"), ["all", "z"]);
        assert_eq!(words("a.ex", "@doc \"\"\"\nSays.\n\"\"\"\n"), ["Says."]);
        assert_eq!(words("a.lua", "--[[ a\nb ]] x -- c\n"), ["a", "b         c"]);
        assert_eq!(words("a.rs", "let s = \"open\nx // no"), [] as [&str; 0]);
    }

    #[test]
    fn other_files_have_no_comments() {
        assert_eq!(comments("a.md", "# Head"), None);
        assert_eq!(comments("a.json", "{}"), None);
        assert!(words("a.py", "").is_empty());
    }
}
