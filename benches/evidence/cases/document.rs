//! Documents: sentences laid out as lines, with the way back to each of them.

use pincite::model::{IdFrom, Source, SourceText};
use pincite::sources::with_divisions;
use pincite::text::Span;

use super::random::Random;

/// The arrangement of the sentences of a document on its lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Layout {
    /// One sentence a line, with printed labels.
    Labelled,
    /// Paragraphs broken at eighty columns.
    Wrapped,
    /// One paragraph a line.
    Paragraphs,
}

const COLUMNS: usize = 80;

/// A document as it is cited.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) source: Source,
    text: String,
    /// Bytes of each sentence.
    pub(crate) sentences: Vec<Span>,
    /// The start of each line.
    lines: Vec<usize>,
}

impl Document {
    pub(crate) fn new(
        id: String,
        sentences: &[String],
        layout: Layout,
        unspaced: bool,
        random: &mut Random,
    ) -> Self {
        let (text, spans) = laid_out(sentences, layout, unspaced, random);
        let mut source = Source { id, id_from: IdFrom::Text, ..Source::default() };
        if layout == Layout::Labelled {
            let labelled = text.lines().enumerate();
            let labelled: Vec<String> =
                labelled.map(|(at, line)| format!("[L{}] {line}\n", at + 1)).collect();
            let labelled = labelled.concat();
            with_divisions(&mut source, &labelled);
        } else {
            source.text = SourceText::Inline(text.as_str().into());
        }
        let SourceText::Inline(held) = &source.text else { panic!("it is held in memory") };
        assert_eq!(held.trim_end(), text.trim_end());
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
        let lines = lines.filter(|at| *at < text.len()).collect();
        Self { source, sentences: spans, lines, text }
    }

    pub(crate) fn count(&self) -> usize {
        self.lines.len()
    }

    /// First and last line of some bytes, from 1.
    pub(crate) fn lines_of(&self, span: Span) -> (usize, usize) {
        let line = |offset: usize| self.lines.partition_point(|start| *start <= offset);
        (line(span.start), line(span.end.max(span.start + 1) - 1))
    }

    /// True if a range of lines is blank.
    pub(crate) fn is_blank(&self, first: usize, last: usize) -> bool {
        let end = self.lines.get(last).copied().unwrap_or(self.text.len());
        self.text[self.lines[first - 1]..end].trim().is_empty()
    }
}

fn laid_out(
    sentences: &[String],
    layout: Layout,
    unspaced: bool,
    random: &mut Random,
) -> (String, Vec<Span>) {
    let mut text = String::new();
    let mut spans = Vec::new();
    let mut left = 0;
    for sentence in sentences {
        if left == 0 {
            if !text.is_empty() {
                text.push('\n');
                if layout == Layout::Wrapped {
                    text.push('\n');
                }
            }
            left = match layout {
                Layout::Labelled => 1,
                Layout::Wrapped => random.between(3, 6),
                Layout::Paragraphs => random.between(4, 9),
            };
        } else if !unspaced {
            text.push(' ');
        }
        spans.push(Span::new(text.len(), text.len() + sentence.len()));
        text.push_str(sentence);
        left -= 1;
    }
    text.push('\n');
    if layout == Layout::Wrapped { (wrapped(&text), spans) } else { (text, spans) }
}

/// Line breaks in the place of blanks, so that every offset stays.
fn wrapped(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let (mut start, mut blank) = (0, None);
    for at in 0..bytes.len() {
        match bytes[at] {
            b'\n' => (start, blank) = (at + 1, None),
            b' ' => blank = Some(at),
            _ => {}
        }
        if at - start.min(at) >= COLUMNS
            && let Some(place) = blank.take()
        {
            bytes[place] = b'\n';
            start = place + 1;
        }
    }
    String::from_utf8(bytes).expect("a blank is one byte")
}
