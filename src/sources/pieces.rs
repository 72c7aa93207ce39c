//! Division of a text into its sources.
//!
//! One pass finds every mark that begins or ends a source; a second one over the marks finds the
//! end of each source. A mark counts at the start of a line or directly after another tag, so that
//! a source which merely mentions `<source>` is not split. Both passes are linear: a closing tag is
//! never searched for past the next opening tag of its kind.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::labels::Form;
use super::lines::{blanks, content, lines};
use super::{Loaded, PRESENTATIONS, Presentation, PresentationForm, divisions, fields, tag};
use crate::model::{Origin, Source, SourceText};
use crate::text::{LineIndex, Span, markdown};

/// A place that begins or ends a source, or frames several.
#[derive(Debug)]
struct SourceBoundary {
    span: Span,
    what: BoundaryKind,
}

#[derive(Debug)]
enum BoundaryKind {
    Open(&'static Presentation, Box<Source>),
    /// The closing tag of this element. It is `clean` if only another tag or the end of the line
    /// follows, as after a real one; text that mentions the tag continues with words.
    Close {
        element: &'static str,
        clean: bool,
    },
    /// `<sources>` or `</sources>`.
    Frame,
}

/// A source's place in the text.
struct SourcePiece<'m> {
    presentation: &'static Presentation,
    source: &'m Source,
    opening: Span,
    /// Between the opening and the closing mark.
    body: Span,
    reach: Reach,
}

/// The extent of a source.
struct Reach {
    body_end: usize,
    /// End of its closing tag; `body_end` without one.
    end: usize,
    /// The first mark after it.
    next: usize,
    /// Its closing tag is missing.
    unclosed: bool,
}

/// True if `text`, a file's beginning, shows sources or labels.
pub(super) fn shows(text: &str) -> bool {
    let mut marks = Vec::new();
    let opens = lines(text).any(|(at, line)| {
        marks.clear();
        scan_line(text, content(line), at, &mut marks);
        marks.iter().any(|mark| matches!(mark.what, BoundaryKind::Open(..)))
    });
    opens || divisions::form_of_undeclared(text).is_some()
}

/// Finds the marks of one line of `text`, in bytes of `text`; as for [`scan_line`].
pub(super) fn marks(text: &str, line: &str, base: usize) -> Vec<usize> {
    let mut marks = Vec::new();
    scan_line(text, line, base, &mut marks);
    marks.iter().map(|mark| mark.span.start).collect()
}

/// Returns the sources of `text`; `None` if it shows none.
pub(super) fn split(text: &str, path: Option<&Path>) -> Option<Loaded> {
    let mut marks = Vec::new();
    for (at, line) in lines(text) {
        scan_line(text, content(line), at, &mut marks);
    }
    if are_examples(text, &marks) {
        return None;
    }
    let file_lines = LineIndex::new(text);
    let mut splitter = Splitter { text, path, file_lines, out: Loaded::default(), outside: None };
    if marks.iter().any(|mark| matches!(mark.what, BoundaryKind::Open(..))) {
        splitter.marked(&marks);
    } else {
        splitter.labelled(divisions::form_of_undeclared(text)?);
    }
    Some(splitter.out)
}

/// True if a document shows sources as examples: all of them are in code, in several blocks of it, and
/// most lines are outside.
fn are_examples(text: &str, marks: &[SourceBoundary]) -> bool {
    let opening = marks.iter().filter(|mark| matches!(mark.what, BoundaryKind::Open(..)));
    let opening: Vec<Span> = opening.map(|mark| mark.span).collect();
    let has_fence = ["```", "~~~"].iter().any(|fence| text.contains(fence));
    if opening.len() < 2 || !has_fence {
        return false;
    }
    let mut code = markdown::code_spans(text, &[]);
    code.sort_unstable();
    let around = |mark: &Span| {
        let next = code.partition_point(|code| code.start <= mark.start);
        let last = next.checked_sub(1)?;
        code.get(last).filter(|code| code.contains(mark.start)).map(|_| last)
    };
    let Some(blocks) = opening.iter().map(around).collect::<Option<BTreeSet<usize>>>() else {
        return false;
    };
    let full = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
    let inside = blocks.iter().filter_map(|at| code.get(*at)?.slice(text)).map(full).sum::<usize>();
    blocks.len() > 1 && full(text) > 2 * inside
}

struct Splitter<'t> {
    text: &'t str,
    path: Option<&'t Path>,
    file_lines: LineIndex,
    out: Loaded,
    /// The first line outside all sources, and the number of such lines.
    outside: Option<(u64, usize)>,
}

impl Splitter<'_> {
    /// Reads the whole text as one source without an id.
    fn labelled(&mut self, form: Form) {
        let mut source = Source::default();
        let body = fields::read(self.text, Span::new(0, self.text.len()), &mut source);
        self.add(source, &[body], Some(form));
    }

    fn marked(&mut self, marks: &[SourceBoundary]) {
        let mut index = 0;
        let mut outside_from = 0;
        while let Some(mark) = marks.get(index) {
            self.skip(outside_from, mark.span.start);
            let Some(piece) = piece(marks, index, self.text.len()) else {
                outside_from = mark.span.end;
                index += 1;
                continue;
            };
            outside_from = piece.reach.end;
            index = piece.reach.next;
            self.source(&piece);
        }
        self.skip(outside_from, self.text.len());
        if let Some((first, count)) = self.outside {
            let lines = if count == 1 { "1 line".to_owned() } else { format!("{count} lines") };
            let name = self.name();
            self.out.notes.push(format!(
                "{lines} of {name} left out, from line {first} on: outside of every source"
            ));
        }
    }

    fn source(&mut self, piece: &SourcePiece<'_>) {
        let mut source = piece.source.clone();
        if piece.reach.unclosed {
            let line = self.file_lines.number(piece.opening.start);
            let name = self.name();
            self.out.notes.push(format!(
                "the tag of source {} on line {line} of {name} is never closed; read up to the next source",
                source.id
            ));
        }
        let body = piece.body;
        let parts: Vec<Span> = match piece.presentation.shape {
            PresentationForm::Tag { parts, .. } => {
                let content = body.slice(self.text).unwrap_or_default();
                parts(content).into_iter().map(|part| part.shifted(body.start)).collect()
            }
            _ => vec![self.under_head(body, &mut source)],
        };
        let texts = parts.iter().map(|part| part.slice(self.text).unwrap_or_default());
        let form = divisions::form_of_declared(texts);
        self.add(source, &parts, form);
    }

    /// Takes the fields under a head; the rest, without blank lines at its end, is the text.
    fn under_head(&self, body: Span, source: &mut Source) -> Span {
        let whole = body.slice(self.text).unwrap_or_default();
        let first_line = lines(whole).next().map_or("", |(_, line)| line);
        let mut rest = body;
        if first_line.trim().is_empty() {
            rest.start += first_line.len();
            rest = fields::read(self.text, rest, source);
        } else {
            rest.start += blanks(first_line);
        }
        let kept = rest.slice(self.text).unwrap_or_default().trim_end();
        Span::new(rest.start, rest.start + kept.len())
    }

    fn add(&mut self, mut source: Source, parts: &[Span], form: Option<Form>) {
        let lines = self.path.is_some().then_some(&self.file_lines);
        let divided = divisions::divide(self.text, parts, form, lines);
        source.origin = self.path.map(|path| Origin {
            path: path.to_owned(),
            first_line: self.file_lines.number(divided.start).max(1),
        });
        source.text = SourceText::Inline(Arc::from(divided.text));
        source.divisions = divided.divisions;
        self.out.sources.push(source);
    }

    /// Counts the lines from `from` to `to`, which belong to no source.
    fn skip(&mut self, from: usize, to: usize) {
        let between = Span::new(from, to).slice(self.text).unwrap_or_default();
        for (at, line) in lines(between) {
            if !line.trim().is_empty() {
                let number = self.file_lines.number(from + at);
                let (first, count) = self.outside.unwrap_or((number, 0));
                self.outside = Some((first, count + 1));
            }
        }
    }

    fn name(&self) -> String {
        self.path.map_or_else(|| "the text".to_owned(), |path| path.display().to_string())
    }
}

/// Returns the source that the mark `index` begins, if it begins one.
fn piece(marks: &[SourceBoundary], index: usize, text_len: usize) -> Option<SourcePiece<'_>> {
    let opening = marks.get(index)?;
    let BoundaryKind::Open(presentation, source) = &opening.what else { return None };
    let reach = match presentation.shape.element() {
        Some(element) => to_closing_tag(marks, index, element)
            .unwrap_or_else(|| Reach { unclosed: true, ..to_next(marks, index, text_len) }),
        None => to_next(marks, index, text_len),
    };
    let body = Span::new(opening.span.end, reach.body_end);
    Some(SourcePiece { presentation, source, opening: opening.span, body, reach })
}

/// Returns the reach of the element opened by mark `index`, if it is closed before the next of its
/// kind.
fn to_closing_tag(marks: &[SourceBoundary], index: usize, element: &str) -> Option<Reach> {
    let mut doubtful = None;
    for (at, mark) in marks.iter().enumerate().skip(index + 1) {
        match &mark.what {
            BoundaryKind::Close { element: closed, clean } if *closed == element => {
                let (body_end, end) = (mark.span.start, mark.span.end);
                let reach = Reach { body_end, end, next: at + 1, unclosed: false };
                if *clean {
                    return Some(reach);
                }
                doubtful = doubtful.or(Some(reach));
            }
            BoundaryKind::Open(opened, _) if opened.shape.element() == Some(element) => break,
            _ => {}
        }
    }
    doubtful
}

/// Returns the reach of a source that runs to the next beginning of any source, or to the end.
fn to_next(marks: &[SourceBoundary], index: usize, text_len: usize) -> Reach {
    let mut after = marks.iter().enumerate().skip(index + 1);
    let next = after.find(|(_, mark)| matches!(mark.what, BoundaryKind::Open(..)));
    let (next, end) = next.map_or((marks.len(), text_len), |(at, mark)| (at, mark.span.start));
    Reach { body_end: end, end, next, unclosed: false }
}

/// Finds the marks of one line of `text`, given without its line end, that starts at `base`.
fn scan_line(text: &str, line: &str, base: usize, marks: &mut Vec<SourceBoundary>) {
    let after = text.get(base + line.len()..).unwrap_or_default();
    let mut at = 0;
    let mut at_start = true;
    while let Some(rest) = line.get(at..) {
        if at_start {
            at += blanks(rest);
            let rest = line.get(at..).unwrap_or_default();
            let head = (at == blanks(line)).then_some(after);
            if let Some((len, what)) = opening(rest, head).or_else(|| closing(rest)) {
                at_start = !matches!(what, BoundaryKind::Open(..));
                marks.push(SourceBoundary { span: Span::new(base + at, base + at + len), what });
                at += len;
                continue;
            }
            at_start = false;
        }
        let rest = line.get(at..).unwrap_or_default();
        let Some(found) = memchr::memchr2(b'<', b'[', rest.as_bytes()) else { return };
        at += found;
        if let Some((len, what)) = line.get(at..).and_then(closing) {
            marks.push(SourceBoundary { span: Span::new(base + at, base + at + len), what });
            at += len;
            at_start = true;
        } else {
            at += 1;
        }
    }
}

/// Returns the mark at the start of `rest` that begins a source; a head is only one at the start of
/// a line, where the text after the line is given.
fn opening(rest: &str, after: Option<&str>) -> Option<(usize, BoundaryKind)> {
    if !rest.starts_with(['<', '【', 'C', 'c', '[']) {
        return None;
    }
    PRESENTATIONS.iter().find_map(|presentation| match presentation.shape {
        PresentationForm::Head(open) => {
            let opening = open(rest, after?)?;
            Some((opening.len, BoundaryKind::Open(presentation, Box::new(opening.source))))
        }
        PresentationForm::Frame { open, .. } => {
            let opening = open(rest, after.unwrap_or_default())?;
            Some((opening.len, BoundaryKind::Open(presentation, Box::new(opening.source))))
        }
        PresentationForm::Tag { element, open, .. } => {
            let tag = tag::Tag::read(rest, element)?;
            Some((tag.len, BoundaryKind::Open(presentation, Box::new(open(&tag)?))))
        }
        _ => None,
    })
}

/// Returns the mark at the start of `rest` that ends a source or frames several.
fn closing(rest: &str) -> Option<(usize, BoundaryKind)> {
    if rest.starts_with('[') {
        return PRESENTATIONS.iter().find_map(|presentation| match presentation.shape {
            PresentationForm::Frame { element, close, .. } => {
                Some((close(rest)?, BoundaryKind::Close { element, clean: true }))
            }
            _ => None,
        });
    }
    let frame = tag::end_of(rest, "<sources").or_else(|| tag::end_of(rest, "</sources"));
    if let Some(len) = frame {
        return Some((len, BoundaryKind::Frame));
    }
    let name = rest.strip_prefix("</")?;
    PRESENTATIONS.iter().find_map(|presentation| match presentation.shape {
        PresentationForm::Tag { element, .. } => {
            super::lines::strip_prefix_any_case(name, element)?;
            let len = tag::end_of(rest.get(2 + element.len()..)?, "")? + 2 + element.len();
            let after = rest.get(len..)?.trim_start();
            let clean = after.is_empty() || after.starts_with(['<', ',']);
            Some((len, BoundaryKind::Close { element, clean }))
        }
        _ => None,
    })
}
