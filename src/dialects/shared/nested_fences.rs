//! Blocks of code in an example of Markdown, as models write them with fences of one length:
//!
//! ````text
//! ```markdown
//! ```python
//! ```
//! ```
//! ````
//!
//! Markdown ends the outer block at the first bare fence, and a text that goes on after the last one would be code.

use crate::text::Span;

const FENCE: &str = "```";

/// Languages whose blocks may hold others.
const OUTER: [&str; 3] = ["markdown", "md", "mdx"];

/// Returns the fences that close blocks in such a block; none if the fences do not balance this way.
pub(crate) fn closing(text: &str) -> Vec<Span> {
    let (mut open, mut is_outer) = (0_usize, false);
    let mut inner = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        let at = start + indent;
        start += line.len();
        let Some(language) = line.trim().strip_prefix(FENCE) else { continue };
        let is_word = language.chars().all(|c| c.is_alphanumeric() || "+-_#.".contains(c));
        match (language.is_empty(), open) {
            _ if !is_word => {}
            (true, 0) => (open, is_outer) = (1, false),
            (false, 0) => (open, is_outer) = (1, OUTER.contains(&language)),
            (false, _) if is_outer => open += 1,
            (false, _) => {}
            (true, depth) => {
                if depth > 1 {
                    inner.push(Span::new(at, at + FENCE.len()));
                }
                open = depth - 1;
            }
        }
    }
    if open > 0 {
        inner.clear();
    }
    inner
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::shared::code::Code;

    #[test]
    fn a_text_behind_an_example_with_code_is_no_code() {
        let text = "```markdown\n# A\n\n```python\nb = 1\n```\n\n## C\n```\nIt is so [1].\n";
        assert_eq!(closing(text).len(), 1);
        let code = Code::of(text);
        assert!(code.contains(text.find("## C").unwrap()));
        assert!(!code.contains(text.find("It is").unwrap()));
        // Blocks that balance without nesting stay as Markdown reads them.
        for text in ["```python\na\n```\nB\n```\nc\n```\n", "```markdown\na\n```\nB [1].\n"] {
            assert!(closing(text).is_empty(), "{text}");
        }
    }
}
