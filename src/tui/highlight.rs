//! Colours for code: spans of a text with a role each, found by syntect on the worker.
//!
//! A text is plain until its colours arrive. Parser states are saved at intervals, so that a place
//! far down is coloured without parsing everything before it. If no state is near, parsing starts a
//! little above and may be wrong inside a long string or comment.

use std::ops::Range;

use syntect::parsing::{ParseState, ScopeStack, SyntaxReference, SyntaxSet};

use crate::text::Span;
use crate::tui::colours::CodeLine;
use crate::tui::role::Role;

/// Lines longer than this stay plain: the patterns are not linear in them.
const LINE_BYTES: usize = 4096;

/// The state of the parser between two lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paint {
    state: ParseState,
    stack: ScopeStack,
}

/// The syntaxes, loaded once, on the worker.
#[derive(Debug)]
pub struct Syntaxes {
    set: SyntaxSet,
}

impl Syntaxes {
    /// Unpacks the syntaxes that are built in.
    pub fn load() -> Self {
        Self { set: two_face::syntax::extra_newlines() }
    }

    fn find(&self, language: &str) -> Option<&SyntaxReference> {
        // One JSON value a line.
        let lines_of_json = ["jsonl", "ndjson"].iter().any(|it| language.eq_ignore_ascii_case(it));
        let language = if lines_of_json { "json" } else { language };
        let found = self.set.find_syntax_by_token(language)?;
        (found.name != "Plain Text").then_some(found)
    }

    /// Returns the state before the first line of a text in `language`: a file extension or a
    /// fence's language word. `None` if the language is unknown.
    pub fn begin(&self, language: &str) -> Option<Paint> {
        let syntax = self.find(language)?;
        Some(Paint { state: ParseState::new(syntax), stack: ScopeStack::new() })
    }

    /// Adds the colours of the next line.
    pub fn colour(&self, paint: &mut Paint, line: &CodeLine, spans: &mut Vec<(Span, Role)>) {
        if line.text.len() > LINE_BYTES {
            return;
        }
        let Ok(operations) = paint.state.parse_line(&line.text, &self.set) else { return };
        let mut at = 0;
        for (offset, operation) in operations {
            push(spans, line.start, at..offset, &paint.stack);
            at = offset;
            if paint.stack.apply(&operation).is_err() {
                return;
            }
        }
        push(spans, line.start, at..line.text.trim_end().len(), &paint.stack);
    }
}

pub(in crate::tui) fn push(
    spans: &mut Vec<(Span, Role)>,
    start: usize,
    range: Range<usize>,
    stack: &ScopeStack,
) {
    if range.start >= range.end {
        return;
    }
    let mut scopes = stack.as_slice().iter().rev().map(|scope| scope.build_string());
    let role = scopes.by_ref().find_map(|name| role_of(&name));
    // The key of an object is a string too.
    let is_key = role == Some(Role::Literal) && scopes.any(|it| it.starts_with("meta.mapping.key"));
    let role = if is_key { Some(Role::Name) } else { role };
    if let Some(role) = role {
        spans.push((Span::from(range).shifted(start), role));
    }
}

/// Returns the role for a scope, by the names that syntax definitions agree on.
pub fn role_of(scope: &str) -> Option<Role> {
    if scope.ends_with(".markdown") {
        return role_of_markdown(scope);
    }
    let roles = [
        ("comment", Role::Comment),
        ("string", Role::Literal),
        ("constant", Role::Literal),
        ("keyword.operator", Role::Text),
        ("keyword", Role::Keyword),
        ("storage", Role::Keyword),
        ("entity.name", Role::Name),
        ("support.function", Role::Name),
        ("markup.raw.code-fence", Role::Text),
    ];
    roles.iter().find(|(prefix, _)| scope.starts_with(prefix)).map(|(_, role)| *role)
}

/// Returns the role for a scope of Markdown: markup and link targets are muted, and words are
/// styled as they would be rendered.
pub fn role_of_markdown(scope: &str) -> Option<Role> {
    let roles = [
        ("markup.heading", Role::Heading),
        ("entity.name.section", Role::Heading),
        ("markup.bold", Role::Strong),
        ("markup.italic", Role::Emphasis),
        ("markup.raw", Role::Code),
        ("markup.underline.link", Role::Muted),
        ("meta.link.inline.description", Role::Link),
        ("meta.link", Role::Muted),
        ("string.other.link", Role::Muted),
        ("punctuation.definition.heading", Role::Heading),
        ("punctuation.definition", Role::Muted),
        ("comment", Role::Comment),
    ];
    roles.iter().find(|(prefix, _)| scope.starts_with(prefix)).map(|(_, role)| *role)
}
