//! The places of markers in the Markdown of a response.

use std::collections::BTreeSet;

use crate::dialects::marks::code_references::FAMILY;
use crate::dialects::shared::markers::begins_marker;
use crate::model::{AnchorKind, Citation, ProblemKind, Response};
use crate::text::Span;
use crate::text::markdown::{Element, ElementKind, elements};
use crate::text::span_set::SpanSet;

/// Maximum number of bytes in which the end of a paragraph is looked for.
const MAX_PARAGRAPH: usize = 4096;

/// The markers of a response and the elements around them.
#[derive(Debug, Default)]
pub struct Layout {
    /// The response byte for byte, with blanks for whole markers of citations, in code too, and
    /// letters for other markers: cards have a label for the most part, broken markers are text.
    pub(super) text: String,
    /// The runs, in order of their positions.
    pub(super) runs: Vec<Run>,
    /// Code spans and blocks, ascending.
    code: Vec<Span>,
    /// Positions of characters outside code and emphasis that would begin emphasis if another one ended it.
    openers: Vec<usize>,
}

/// Readable markers with nothing but blanks between them, on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    /// Indexes of the citations.
    pub(super) citations: Vec<usize>,
    /// From the first marker's start to the last one's end.
    pub(super) span: Span,
    /// Its line, without the line end.
    pub(super) line: Span,
    /// True if these are the markers that the guide's prompt describes.
    pub(super) of_guide: bool,
    /// True if the markers are part of the text, rather than annotations of a place in it.
    pub(super) in_text: bool,
    /// The outermost bold or italic text around it.
    pub(super) emphasis: Option<Span>,
    /// The link around it.
    pub(super) link: Option<Span>,
    /// The heading around it.
    pub(super) heading: Option<Span>,
    /// The code around it, and whether that is a block.
    pub(super) code: Option<Element>,
    /// True if it is on the line that closes a fence.
    pub(super) on_fence: bool,
}

impl Layout {
    /// Lays out the markers of a response. Time is linear in the text, apart from sorting.
    pub(super) fn new(response: &Response) -> Self {
        let text = &response.text;
        let mut layout = Self { text: covered(response), ..Self::default() };
        layout.collect_runs(response);
        let lines = fence_lines(&layout.text);
        let on_fence = |at: usize| {
            let after = lines.partition_point(|line| line.start <= at);
            after.checked_sub(1).and_then(|i| lines.get(i)).filter(|line| at <= line.end)
        };
        let elements = elements(text, &apart(marker_spans(response)));
        layout.place(&elements, &on_fence);
        layout.openers = openers(text, &layout.text, &elements);
        layout
    }

    /// True if the byte is in code.
    pub(super) fn is_code(&self, at: usize) -> bool {
        let after = self.code.partition_point(|code| code.start <= at);
        let before = after.checked_sub(1).and_then(|index| self.code.get(index));
        before.is_some_and(|code| code.contains(at))
    }

    fn collect_runs(&mut self, response: &Response) {
        let citations = response.citations.iter().enumerate();
        let mut whole: Vec<(Span, usize, &Citation)> = citations
            .filter(|(_, citation)| is_whole_marker(citation))
            .map(|(index, citation)| (citation.anchor.span, index, citation))
            .collect();
        whole.sort_by_key(|(span, index, _)| (*span, *index));
        let mut line = Span::default();
        for (span, index, citation) in whole {
            let raw = span.slice(&response.text).unwrap_or_default();
            let in_text = raw == citation.raw;
            if let Some(run) = self.runs.last_mut() {
                let between = response.text.get(run.span.end..span.start).unwrap_or_default();
                if between.bytes().all(|byte| matches!(byte, b' ' | b'\t')) {
                    run.citations.push(index);
                    run.span.end = run.span.end.max(span.end);
                    run.in_text &= in_text;
                    continue;
                }
            }
            if span.start >= line.end || line.is_empty() {
                line = line_of(&self.text, span.start);
            }
            self.runs.push(Run {
                citations: vec![index],
                span,
                line,
                of_guide: begins_marker(raw) || raw.starts_with('【'),
                in_text,
                emphasis: None,
                link: None,
                heading: None,
                code: None,
                on_fence: false,
            });
        }
    }

    /// Records the elements around each run; both are in the order of their starts.
    fn place<'l>(&mut self, elements: &[Element], on_fence: &dyn Fn(usize) -> Option<&'l Span>) {
        let mut open = Open::default();
        let mut next = elements.iter().peekable();
        for run in &mut self.runs {
            let at = run.span.start;
            while let Some(element) = next.next_if(|element| element.span.start <= at) {
                open.push(element);
            }
            open.close_before(at);
            run.emphasis = open.emphasis.first().copied();
            run.link = open.link.first().copied();
            run.heading = open.heading.filter(|heading| heading.contains(at));
            run.code = open.code.filter(|code| code.span.contains(at));
            if let Some(line) = on_fence(at)
                && let Some(code) = open.code
                && code.kind == ElementKind::CodeBlock
                && code.span.start < line.start
                && line.start <= code.span.end
            {
                run.on_fence = true;
                run.code = None;
            }
        }
        let code = elements.iter().filter(|element| element.kind.is_code());
        self.code = code.map(|element| element.span).collect();
    }

    /// True if markup at `at` may end emphasis that begins before it, once no blank precedes it.
    pub(super) fn may_close_emphasis(&self, at: usize) -> bool {
        let before = self.openers.partition_point(|opener| *opener < at);
        let opener = before.checked_sub(1).and_then(|index| self.openers.get(index));
        // A paragraph that is longer is not searched for its end.
        opener.is_some_and(|opener| {
            let end = at.min(self.text.floor_char_boundary(opener + MAX_PARAGRAPH));
            !self.text.get(*opener..end).is_some_and(|between| between.contains("\n\n"))
        })
    }
}

/// Returns the positions of characters outside code and emphasis that would begin emphasis if another one ended
/// it. `covered` is the text with blanks for markers.
fn openers(text: &str, covered: &str, elements: &[Element]) -> Vec<usize> {
    let taken = elements.iter().filter(|it| it.kind.is_code() || it.kind == ElementKind::Emphasis);
    let taken = SpanSet::new(taken.map(|element| element.span));
    let opens = |at: &usize| {
        let (before, after) = text.split_at_checked(*at).unwrap_or_default();
        let in_word = after.starts_with('_') && before.ends_with(char::is_alphanumeric);
        let is_followed = after.chars().nth(1).is_some_and(|c| !c.is_whitespace());
        is_followed && !in_word && !taken.overlaps(Span::new(*at, at + 1))
    };
    memchr::memchr3_iter(b'*', b'_', b'~', covered.as_bytes()).filter(opens).collect()
}

/// The elements that are open at a place, the outermost first.
#[derive(Default)]
struct Open {
    emphasis: Vec<Span>,
    link: Vec<Span>,
    heading: Option<Span>,
    code: Option<Element>,
}

impl Open {
    fn push(&mut self, element: &Element) {
        let open = match element.kind {
            ElementKind::Emphasis => &mut self.emphasis,
            ElementKind::Link => &mut self.link,
            ElementKind::Heading => {
                self.heading = Some(element.span);
                return;
            }
            ElementKind::Code | ElementKind::CodeBlock => {
                self.code = Some(*element);
                return;
            }
        };
        while open.pop_if(|outer| outer.end <= element.span.start).is_some() {}
        open.push(element.span);
    }

    fn close_before(&mut self, at: usize) {
        for open in [&mut self.emphasis, &mut self.link] {
            while open.pop_if(|outer| outer.end <= at).is_some() {}
        }
    }
}

/// Returns true for a marker in the text that can be read, whatever its line numbers. A path with a
/// line (`src/app.rs:42`) is text for readers, in code and bold too, and no marker to replace.
fn is_whole_marker(citation: &Citation) -> bool {
    let whole = citation
        .problem
        .as_ref()
        .is_none_or(|problem| problem.kind.is_about_lines() || problem.kind == ProblemKind::BadId);
    let is_marker = citation.anchor.kind == AnchorKind::Marker && citation.family != FAMILY;
    is_marker && !citation.anchor.span.is_empty() && whole
}

/// Returns the markers of citations and cards, ascending.
fn marker_spans(response: &Response) -> Vec<Span> {
    let citations = response.citations.iter();
    let markers = citations.filter(|it| it.anchor.kind == AnchorKind::Marker);
    let mut spans: Vec<Span> = markers.map(|it| it.anchor.span).collect();
    spans.extend(response.cards.iter().map(|card| card.span));
    spans.sort_unstable();
    spans
}

/// Returns `spans` without those that overlap one before.
fn apart(mut spans: Vec<Span>) -> Vec<Span> {
    let mut end = 0;
    spans.retain(|span| {
        let apart = span.start >= end;
        if apart {
            end = span.end;
        }
        apart
    });
    spans
}

/// See [`Layout::text`].
fn covered(response: &Response) -> String {
    let citations = response.citations.iter().filter(|it| is_whole_marker(it));
    let whole: BTreeSet<Span> = citations.map(|it| it.anchor.span).collect();
    let mut text = String::with_capacity(response.text.len());
    for span in marker_spans(response) {
        text.push_str(response.text.get(text.len()..span.start).unwrap_or_default());
        let filler = if whole.contains(&span) { ' ' } else { 'x' };
        text.extend(std::iter::repeat_n(filler, span.end.saturating_sub(text.len())));
    }
    text.push_str(response.text.get(text.len()..).unwrap_or_default());
    text
}

/// Returns the lines of `text` that hold nothing but a fence, without their ends.
fn fence_lines(text: &str) -> Vec<Span> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_matches(|c: char| c.is_whitespace() || c == '>');
        let of = |mark: u8| words.len() >= 3 && words.bytes().all(|byte| byte == mark);
        if of(b'`') || of(b'~') {
            lines.push(Span::new(start, start + line.trim_end_matches(['\n', '\r']).len()));
        }
        start += line.len();
    }
    lines
}

/// Returns the line that holds byte `at`, without its end.
fn line_of(text: &str, at: usize) -> Span {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    let start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
    let after = text.as_bytes().get(at..).unwrap_or_default();
    let end = memchr::memchr(b'\n', after).map_or(text.len(), |end| at + end);
    let line = text.get(start..end).unwrap_or_default();
    Span::new(start, start + line.trim_end_matches('\r').len())
}
