//! The surroundings of a reference: fences, stack traces, messages of compilers.

use crate::text::Span;

/// The fences of a text: each with its first line, without the line end.
pub(super) struct Fence {
    /// The whole of it, opening and closing lines included.
    pub(super) span: Span,
    /// The words after the opening signs.
    pub(super) info: Span,
    /// The lines between.
    pub(super) inner: Span,
}

/// Finds the fences of a text; one that is never closed goes to the end.
pub(super) fn fences(text: &str) -> Vec<Fence> {
    let mut fences = Vec::new();
    let mut open: Option<(usize, Span, &str)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (start, end) = (at, at + line.len());
        at = end;
        let trimmed = line.trim_start_matches([' ', '\t', '>']);
        let sign = if trimmed.starts_with('~') { '~' } else { '`' };
        let info = trimmed.trim_start_matches(sign);
        let signs = trimmed.get(..trimmed.len() - info.len()).unwrap_or_default();
        if signs.len() < 3 {
            continue;
        }
        let words = info.trim_end();
        match open {
            Some((from, info, opening)) if words.is_empty() && signs.starts_with(opening) => {
                let span = Span::new(from, end);
                let inner = Span::new(text_start(text, info.end), start);
                fences.push(Fence { span, info, inner });
                open = None;
            }
            Some(_) => {}
            None if sign == '`' && words.contains('`') => {}
            None => {
                let from = end - (line.len() - (line.len() - trimmed.len()) - signs.len());
                open = Some((start, Span::new(from, from + words.len()), signs));
            }
        }
    }
    if let Some((from, info, _)) = open {
        let inner = Span::new(text_start(text, info.end), text.len());
        fences.push(Fence { span: Span::new(from, text.len()), info, inner });
    }
    fences
}

/// Returns the start of the next line.
fn text_start(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.find('\n').map_or(text.len(), |end| at + end + 1)
}

/// Returns the last of the items, in order, that are before something.
pub(super) fn last_before<T>(items: &[T], is_before: impl FnMut(&T) -> bool) -> Option<&T> {
    items.partition_point(is_before).checked_sub(1).and_then(|last| items.get(last))
}

/// Length of the text that is examined around a reference, in bytes.
const AROUND: usize = 300;

/// Returns the part of a text before byte `end`, as far as it is needed.
pub(super) fn last_of(text: &str, end: usize) -> &str {
    text.get(text.ceil_char_boundary(end.saturating_sub(AROUND))..end).unwrap_or_default()
}

/// Returns true if the line around `span` was printed by a compiler or a crash.
pub(super) fn is_log(text: &str, span: Span) -> bool {
    let line = last_of(text, span.start).rsplit('\n').next().unwrap_or_default();
    let end = text.floor_char_boundary(span.end.saturating_add(AROUND));
    let after = text.get(span.end..end).unwrap_or_default();
    let after = after.split('\n').next().unwrap_or_default();
    // A frame may be quoted: `at read (src/app.js:10:5)`.
    let lead = inside_code(line).unwrap_or(line).trim_start();
    let word = lead.trim_end_matches(['(', '<', '`', '"', '\'']).trim_end();
    let is_frame = lead.starts_with("at ") && (after.starts_with(')') || after.trim().is_empty())
        || lead.starts_with("File \"")
        || word.ends_with("-->")
        || word.ends_with("panicked at")
        || after.starts_with(" +0x")
        || lead.starts_with('[') && lead.trim_end().ends_with("]:")
        || LEVELS.iter().any(|level| lead.trim_end().ends_with(level));
    let message = after.strip_prefix(':').map(str::trim_start).unwrap_or_default();
    let is_message = ["error", "warning", "note:", "fatal error", "Error", "undefined"]
        .iter()
        .any(|sign| message.starts_with(sign));
    is_frame || is_message
}

/// Levels before the place in the code that wrote the line of a log: `pier-7:24303 [1] NET INFO net/pier.cc:64`.
const LEVELS: [&str; 8] =
    [" DEBUG", " INFO", " WARN", " WARNING", " ERROR", " TRACE", " FATAL", " CRITICAL"];

/// Programs that are called with a file and a line.
const PROGRAMS: [&str; 22] = [
    "bin/rails",
    "bundle",
    "cargo",
    "code",
    "emacs",
    "jest",
    "less",
    "mocha",
    "npm",
    "npx",
    "nvim",
    "pnpm",
    "poetry",
    "pytest",
    "python",
    "python3",
    "rspec",
    "ruby",
    "uv",
    "vi",
    "vim",
    "yarn",
];

/// Returns true if `span` is an argument of a command: in one pair of backticks with it, or after a prompt.
pub(super) fn is_argument(text: &str, span: Span) -> bool {
    let line = last_of(text, span.start).rsplit('\n').next().unwrap_or_default();
    let prompted = line.trim_start().strip_prefix("$ ");
    let command = inside_code(line).map(|inside| inside.trim_start_matches("$ ")).or(prompted);
    let program = command.and_then(|command| command.split_whitespace().next());
    prompted.is_some() || program.is_some_and(|program| PROGRAMS.contains(&program))
}

/// Returns the part of a line after a backtick that is still open at its end.
fn inside_code(line: &str) -> Option<&str> {
    let is_inside = line.matches('`').count() % 2 == 1;
    line.rsplit('`').next().filter(|_| is_inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_of_a_stack_is_no_reference() {
        let is_frame = |text: &str, path: &str| {
            let at = text.find(path).unwrap();
            is_log(text, Span::new(at, at + path.len()))
        };
        assert!(is_frame("Error\n    at read (src/app.js:10:5)\n", "src/app.js:10:5"));
        assert!(is_frame("It ends with `at read (src/app.js:10:5)`.", "src/app.js:10:5"));
        assert!(is_frame("  File \"src/x.py\", line 3, in f\n", "src/x.py\", line 3"));
        assert!(!is_frame("The limit is set at src/app.js:10 once.", "src/app.js:10"));
        assert!(is_frame("pier-7:3:4 [1] NET INFO net/pier.cc:64 -> 3\n", "net/pier.cc:64"));
        assert!(!is_frame("`read` stands (src/app.js:10:5), too.", "src/app.js:10:5"));
    }

    #[test]
    fn fences_have_their_words_and_lines() {
        let text = "a\n```12:15:x.rs\none\ntwo\n```\nb\n~~~\nnever closed";
        let all = fences(text);
        let show = |span: Span| span.slice(text).unwrap();
        assert_eq!(all.len(), 2);
        assert_eq!((show(all[0].info), show(all[0].inner)), ("12:15:x.rs", "one\ntwo\n"));
        assert_eq!(show(all[1].inner), "never closed");
        assert!(fences("``` `x` ```").is_empty());
    }
}
