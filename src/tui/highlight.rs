//! Colours for code: spans of a text and the role of each, found by syntect on the worker.
//!
//! A text is shown plain until its colours arrive. Parser states are kept every so many lines, so
//! that a place far down is coloured without parsing everything before it; where no state is near,
//! parsing starts a little above and may be wrong inside a long string or comment.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use syntect::parsing::{ParseState, ScopeStack, SyntaxReference, SyntaxSet};

use super::state::State;
use super::theme::Role;
use super::worker::Job;
use crate::text::Span;

/// Lines longer than this stay plain: the patterns are not linear in them.
const LINE_BYTES: usize = 4096;

/// Coloured spans of one text, sorted, not overlapping.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Colours {
    spans: Vec<(Span, Role)>,
    looked_at: Vec<Span>,
}

impl Colours {
    /// Whether all of `span` has been looked at.
    pub fn covers(&self, span: Span) -> bool {
        self.looked_at.iter().any(|known| known.start <= span.start && span.end <= known.end)
    }

    /// Adds the colours of a stretch of text, replacing what was known of it.
    pub fn add(&mut self, within: Span, spans: Vec<(Span, Role)>) {
        self.spans.retain(|(span, _)| !span.overlaps(within));
        self.spans.extend(spans);
        self.spans.sort_by_key(|(span, _)| *span);
        self.looked_at.retain(|known| !(within.start <= known.start && known.end <= within.end));
        self.looked_at.push(within);
    }

    /// `span` cut into coloured and plain parts, in order; whole when nothing is known.
    pub fn cut(&self, span: Span) -> Vec<(Span, Option<Role>)> {
        let from = self.spans.partition_point(|(known, _)| known.end <= span.start);
        let mut parts = Vec::new();
        let mut at = span.start;
        for (known, role) in self.spans.get(from..).unwrap_or_default() {
            let Some(inside) = known.intersect(span) else { break };
            if at < inside.start {
                parts.push((Span::new(at, inside.start), None));
            }
            parts.push((inside, Some(*role)));
            at = inside.end;
        }
        if at < span.end {
            parts.push((Span::new(at, span.end), None));
        }
        parts
    }
}

/// A line to be coloured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeLine {
    /// Where it starts in its text.
    pub start: usize,
    /// The line, with its end.
    pub text: String,
}

/// Where the parser is between two lines.
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

    /// The state before the first line of a text in `language`: a file extension or a fence's
    /// language word. `None` when no such language is known.
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

fn push(spans: &mut Vec<(Span, Role)>, start: usize, range: Range<usize>, stack: &ScopeStack) {
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

/// The role for a scope, by the names that syntax definitions agree on.
fn role_of(scope: &str) -> Option<Role> {
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

/// The role for a scope of Markdown: what only marks or leads elsewhere recedes, and the words are
/// set as they are meant.
fn role_of_markdown(scope: &str) -> Option<Role> {
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

/// Whether a file extension or fence word promises something to colour; asked before any syntax
/// is loaded, so that plain prose never pays for it.
pub fn worth_loading(language: &str) -> bool {
    !matches!(language.to_ascii_lowercase().as_str(), "" | "txt" | "text" | "plain" | "log" | "out")
}

impl State {
    /// The part of the source that is in view and has no colours yet.
    pub(super) fn source_colours(&self) -> Option<Job> {
        let flow = self.source.flow.as_ref()?;
        // The text got out of a document is not in the language of its file.
        let source = self.shown_source().filter(|source| source.extracted_from.is_none())?;
        let language = language(&source.origin.as_ref()?.path)?;
        let first = self.source.window.visible.first()?.place.item;
        let last = self.source.window.visible.last()?.place.item;
        let view = Span::new(first, flow.span(last).end);
        let known = self.colours.get(&Some(flow.source));
        if known.is_some_and(|colours| colours.covers(view)) {
            return None;
        }
        let (source, store) = (flow.source, Arc::clone(&flow.store));
        Some(Job::ColourSource { source, store, language, view })
    }

    /// The code blocks of the response that are in view and have no colours yet.
    pub(super) fn block_colours(&self) -> Vec<Job> {
        let (Some(first), Some(last)) =
            (self.response_window.visible.first(), self.response_window.visible.last())
        else {
            return Vec::new();
        };
        let text = &self.inspection.case.response.text;
        let known = self.colours.get(&None);
        let mut jobs = Vec::new();
        for (language, spans) in self.response.code_blocks(first.place.item, last.place.item) {
            let (Some(start), Some(end)) = (spans.first(), spans.last()) else { continue };
            let within = Span::new(start.start, end.end);
            let covered = known.is_some_and(|colours| colours.covers(within));
            if covered || !worth_loading(language) {
                continue;
            }
            let mut lines = Vec::new();
            for span in spans {
                let mut start = span.start;
                for line in span.slice(text).unwrap_or_default().split_inclusive('\n') {
                    lines.push(CodeLine { start, text: line.to_owned() });
                    start += line.len();
                }
            }
            jobs.push(Job::ColourBlock { language: language.to_owned(), lines, within });
        }
        jobs
    }
}

fn language(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?;
    worth_loading(extension).then(|| extension.to_owned())
}
