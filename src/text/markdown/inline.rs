//! The text of blocks: runs, lines of code, code spans and inline HTML.

use super::build::Builder;
use super::{BlockKind, Run, RunStyle, RunText};
use crate::text::Span;

impl Builder<'_> {
    /// Adds a run to the open block; text outside any block is that of a tight list item.
    pub(super) fn push(&mut self, span: Span, text: RunText, style: RunStyle) {
        let span = Span::new(span.start.max(self.last_end), span.end.max(self.last_end));
        if span.is_empty() && text == RunText::Source {
            return;
        }
        if self.opened.is_none() {
            self.open(BlockKind::Paragraph, span);
        }
        self.last_end = span.end;
        self.reach(span.end);
        let Some(block) = &mut self.opened else { return };
        let by_lines = matches!(block.kind, BlockKind::Code { .. } | BlockKind::Html);
        // The parser parts text at every character that could have been markup.
        match block.runs.last_mut() {
            Some(last)
                if !by_lines
                    && text == RunText::Source
                    && last.text == RunText::Source
                    && last.style == style
                    && last.span.end == span.start =>
            {
                last.span.end = span.end;
            }
            _ => block.runs.push(Run { span, text, style }),
        }
    }

    pub(super) fn text(&mut self, text: &str, span: Span) {
        let by_lines = self
            .opened
            .as_ref()
            .is_some_and(|block| matches!(block.kind, BlockKind::Code { .. } | BlockKind::Html));
        let shown = if span.slice(self.copy) == Some(text) {
            RunText::Source
        } else {
            RunText::Replaced(text.to_owned())
        };
        if by_lines && shown == RunText::Source {
            self.lines(span);
        } else {
            self.push(span, shown, self.nesting.style());
        }
    }

    /// Adds lines of a code or HTML block. The parser leaves out the CR of a CRLF, which separates
    /// a line from its LF: they are joined again.
    fn lines(&mut self, span: Span) {
        let style = match self.opened.as_ref().map(|block| &block.kind) {
            Some(BlockKind::Code { .. }) => RunStyle { code: true, ..RunStyle::default() },
            _ => RunStyle::default(),
        };
        let mut start = span.start;
        for line in span.slice(self.copy).unwrap_or_default().split_inclusive('\n') {
            let end = start + line.len();
            let open_line =
                self.opened.as_mut().and_then(|block| block.runs.last_mut()).filter(|run| {
                    line == "\n"
                        && run.text == RunText::Source
                        && self.copy.get(run.span.end..start).is_some_and(|s| s == "\r")
                        && run.span.slice(self.copy).is_some_and(|s| !s.ends_with('\n'))
                });
            if let Some(run) = open_line {
                run.span.end = end;
                self.last_end = end;
                self.reach(end);
            } else {
                self.push(Span::new(start, end), RunText::Source, style);
            }
            start = end;
        }
    }

    /// Adds a code span: its contents without backticks and without the blanks next to them.
    pub(super) fn code(&mut self, span: Span) {
        let slice = span.slice(self.copy).unwrap_or_default();
        let inner = slice.trim_start_matches('`');
        let start = span.start + slice.len() - inner.len();
        let inner = inner.trim_end_matches('`');
        let padded = inner
            .strip_prefix(' ')
            .and_then(|rest| rest.strip_suffix(' '))
            .filter(|_| !inner.bytes().all(|byte| byte == b' '));
        let content = match padded {
            Some(content) => Span::new(start + 1, start + 1 + content.len()),
            None => Span::new(start, start + inner.len()),
        };
        self.pieces(content, RunStyle { code: true, ..self.nesting.style() });
        self.reach(span.end);
    }

    /// Adds text that may run over lines, whose later lines start with quote marks and
    /// indentation, and that may hold the escaped `\|` of a table.
    pub(super) fn pieces(&mut self, span: Span, style: RunStyle) {
        let text = span.slice(self.copy).unwrap_or_default();
        let in_table =
            self.opened.as_ref().is_some_and(|b| matches!(b.kind, BlockKind::TableRow { .. }));
        let mut from = 0;
        while let Some(found) = text
            .get(from..)
            .and_then(|rest| rest.find(|c| matches!(c, '\n' | '\r') || (c == '\\' && in_table)))
        {
            let at = from + found;
            let rest = text.get(at..).unwrap_or_default();
            if let Some(escaped) = rest.strip_prefix('\\') {
                let skipped = usize::from(escaped.starts_with('|'));
                let end = at + 1 - skipped;
                self.push(span_in(span, from, end), RunText::Source, style);
                from = at + 1;
                continue;
            }
            self.push(span_in(span, from, at), RunText::Source, style);
            from = at + self.line_end(rest);
            self.push(span_in(span, at, from), RunText::SoftBreak, style);
        }
        self.push(span_in(span, from, text.len()), RunText::Source, style);
    }

    /// Returns the length of the line end at the start of `rest`, and of the markup that introduces
    /// the next line.
    fn line_end(&self, rest: &str) -> usize {
        let mut next = rest.trim_start();
        for _ in 0..self.quote_depth {
            next = next.strip_prefix('>').unwrap_or(next).trim_start_matches([' ', '\t']);
        }
        rest.len() - next.len()
    }

    /// Adds a task box as it is written, with the blank after it.
    pub(super) fn task(&mut self, span: Span) {
        let rest = self.copy.get(span.end..).unwrap_or_default();
        let blank = usize::from(rest.starts_with(' '));
        let boxed = Span::new(span.start, span.end + blank);
        self.push(boxed, RunText::Source, RunStyle::default());
    }
}

fn span_in(whole: Span, start: usize, end: usize) -> Span {
    Span::new(whole.start + start, whole.start + end)
}
