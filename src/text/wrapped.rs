//! Line ends that only wrap a sentence.

use std::borrow::Cow;

use super::Span;
use super::dressed_numbers;
use super::prose::MONTHS;
use super::sentences::starts;

/// The minimum number of words of a line that a word in small letters goes on.
const MIN_WORDS: usize = 3;

/// The minimum width of wrapped text, in characters: shorter lines are lists, names or cells.
const MIN_WIDTH: usize = 40;

/// Words that end no line of their own, in small letters; sorted.
const OPEN: [&str; 48] = [
    "a", "about", "an", "and", "are", "at", "be", "been", "between", "by", "can", "cannot", "eur",
    "for", "from", "gbp", "had", "has", "have", "in", "is", "least", "less", "may", "more", "most",
    "must", "nor", "not", "of", "on", "or", "over", "should", "than", "the", "their", "to",
    "under", "until", "up", "usd", "was", "were", "which", "will", "with", "without",
];

/// The maximum number of bytes of a text on each side of a place that are read for its sentence.
const MAX_AROUND: usize = 1024;

/// The maximum length of a line that may be wrapped, in bytes.
const MAX_LINE: usize = 512;

/// Returns a text in which line ends that wrap a sentence of prose are blanks. Every byte keeps its place.
///
/// A line end wraps a sentence if the next line goes on in small letters, if its first word would hardly
/// have fitted beside the longest line of the paragraph, or if no line ends so: after `of`, or within a date.
/// Headings, items of lists, rows of tables and fields (`key: value`) keep their lines, and so do lines that
/// end a sentence.
pub fn unwrapped(text: &str) -> Cow<'_, str> {
    if !text.trim_end().contains('\n') {
        return text.into();
    }
    let mut out: Option<Vec<u8>> = None;
    let mut at = 0;
    for paragraph in paragraphs(text) {
        let width = paragraph.iter().map(|line| line.trim().chars().count()).max().unwrap_or(0);
        for (index, line) in paragraph.iter().enumerate() {
            at += line.len();
            let next = paragraph.get(index + 1);
            if next.is_some_and(|next| is_wrapped(line, next, width)) {
                let out = out.get_or_insert_with(|| text.as_bytes().to_vec());
                let end = out.iter_mut().take(at).rev();
                for byte in end.take_while(|byte| matches!(byte, b'\n' | b'\r')) {
                    *byte = b' ';
                }
            }
        }
    }
    match out.map(String::from_utf8) {
        Some(Ok(unwrapped)) => unwrapped.into(),
        _ => text.into(),
    }
}

/// A text in which each line end that wraps a sentence, with the blanks around it, is one blank, and numbers are in
/// plain digits, without marks of style or quotation marks between them and their units.
#[derive(Debug)]
pub struct FlowingText<'t> {
    text: Cow<'t, str>,
    left_out: Vec<LeftOut>,
}

/// A place where bytes are left out.
#[derive(Debug)]
struct LeftOut {
    /// The byte after them.
    after: usize,
    /// The number left out up to there.
    number: usize,
    /// True if other bytes are in their place.
    is_replaced: bool,
}

impl<'t> FlowingText<'t> {
    /// Joins the lines of a text.
    pub fn new(text: &'t str) -> Self {
        Self::without(text, &dressed_numbers::cuts)
    }

    /// Joins the lines of a text in which something is blanked out: of the blanks between a number and its unit, one
    /// is left.
    pub fn of_blanked(text: &'t str) -> Self {
        let cuts = |text: &str| [dressed_numbers::cuts(text), dressed_numbers::gaps(text)].concat();
        Self::without(text, &cuts)
    }

    fn without(text: &'t str, more: &dyn Fn(&str) -> Vec<(Span, &'static str)>) -> Self {
        let unwrapped = unwrapped(text);
        let mut cuts = line_ends(text, &unwrapped);
        cuts.extend(more(&unwrapped));
        cuts.sort_by_key(|(cut, _)| *cut);
        if cuts.is_empty() {
            return Self { text: unwrapped, left_out: Vec::new() };
        }
        let mut flowing = String::new();
        let mut left_out = Vec::new();
        let mut from = 0;
        for (cut, shown) in cuts {
            if cut.start < from || cut.end <= from {
                continue;
            }
            flowing.push_str(unwrapped.get(from..cut.start).unwrap_or_default());
            flowing.push_str(shown);
            from = cut.end;
            if from > flowing.len() {
                let (after, is_replaced) = (flowing.len(), !shown.is_empty());
                left_out.push(LeftOut { after, number: from - after, is_replaced });
            }
        }
        flowing.push_str(unwrapped.get(from..).unwrap_or_default());
        Self { text: flowing.into(), left_out }
    }

    /// Returns the joined text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// True if every byte is where it is in the text itself.
    pub fn keeps_places(&self) -> bool {
        self.left_out.is_empty()
    }

    /// Returns the bytes of the text itself that are a part of the joined one.
    pub fn original(&self, part: Span) -> Span {
        let before = |at: usize| {
            let index = self.left_out.partition_point(|cut| cut.after <= at);
            self.left_out.get(..index).unwrap_or_default()
        };
        let shifted = |at: usize| at + before(at).last().map_or(0, |cut| cut.number);
        // The end is that of the last byte, and of all that this one replaces.
        let at_end = before(part.end).iter().rev().take_while(|cut| cut.after == part.end);
        let replaced = at_end.filter(|cut| cut.is_replaced).last();
        let end = match replaced {
            Some(cut) => part.end + cut.number,
            None => part.end.checked_sub(1).map_or(0, |last| shifted(last) + 1),
        };
        Span::new(shifted(part.start), end.max(shifted(part.start)))
    }
}

/// Returns the line ends that wrap a sentence, with the blanks around them, and the blank they are read as.
fn line_ends(text: &str, unwrapped: &str) -> Vec<(Span, &'static str)> {
    let ends = text.bytes().zip(unwrapped.bytes()).enumerate();
    let ends = ends.filter(|(_, (own, other))| own != other).map(|(at, _)| at);
    let mut cuts: Vec<(Span, &'static str)> = Vec::new();
    for end in ends {
        let from = cuts.last().map_or(0, |(cut, _)| cut.end);
        let before = unwrapped.get(from..end).unwrap_or_default().trim_end_matches([' ', '\t']);
        let rest = unwrapped.get(end..).unwrap_or_default();
        let next = end + rest.len() - rest.trim_start_matches([' ', '\t']).len();
        if next > from {
            cuts.push((Span::new(from + before.len(), next), " "));
        }
    }
    cuts
}

/// Returns a place of a text with the rest of its first and of its last sentence, over lines that are wrapped.
pub fn with_whole_sentences(text: &str, place: Span) -> Span {
    // Fast path: a place between the ends of sentences.
    let ends = |text: &str| text.is_empty() || text.ends_with(['.', '!', '?']);
    let before = text.get(..place.start).unwrap_or_default().trim_end();
    if ends(before) && ends(place.slice(text).unwrap_or_default().trim_end()) {
        return place;
    }
    let from = text.floor_char_boundary(place.start.saturating_sub(MAX_AROUND));
    let to = text.ceil_char_boundary(place.end.saturating_add(MAX_AROUND).min(text.len()));
    let around = unwrapped(Span::new(from, to).slice(text).unwrap_or_default());
    let starts = starts(&around);
    let at = |index: usize| starts.get(index).map(|start| from + start);
    let first = starts.partition_point(|start| from + start <= place.start);
    let words = place.slice(text).unwrap_or_default().trim_end().len();
    let after = starts.partition_point(|start| from + start < place.start + words);
    let start = first.checked_sub(1).and_then(at).unwrap_or(place.start);
    Span::new(start.min(place.start), at(after).unwrap_or(to).max(place.end))
}

/// Returns the lines of a text, with their ends, in runs without a blank line inside.
fn paragraphs(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let mut lines = text.split_inclusive('\n').peekable();
    std::iter::from_fn(move || {
        let mut run = vec![lines.next()?];
        while let Some(line) = lines.next_if(|line| !line.trim().is_empty()) {
            run.push(line);
        }
        Some(run)
    })
}

fn is_wrapped(line: &str, next: &str, width: usize) -> bool {
    if line.len() > MAX_LINE || next.len() > MAX_LINE || keeps_lines(line) || opens_line(next) {
        return false;
    }
    let (line, next) = (line.trim(), next.trim());
    if line.is_empty() || line.starts_with('#') || line.ends_with(['.', '!', '?', ':', ';']) {
        return false;
    }
    let goes_on =
        next.starts_with(char::is_lowercase) && line.split_whitespace().count() >= MIN_WORDS;
    let first = next.split_whitespace().next().map_or(0, |word| word.chars().count());
    let is_full = width >= MIN_WIDTH && line.chars().count() + 1 + first > width - width / 8;
    goes_on || is_full || is_open(line, next)
}

/// True if a line cannot end where the next one begins: after a word such as `of`, or within a date.
fn is_open(line: &str, next: &str) -> bool {
    let folded = |word: Option<&str>| {
        let word = word.unwrap_or_default().trim_end_matches([',', '.']).to_lowercase();
        (MONTHS.contains(&&*word), word)
    };
    let (is_month, last) = folded(line.split_whitespace().next_back());
    let (is_month_next, first) = folded(next.split_whitespace().next());
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let is_date = is_month && is_number(&first) || is_number(&last) && is_month_next;
    is_date || line.contains(' ') && OPEN.binary_search(&&*last).is_ok()
}

/// True for a row of a table, or a line with columns.
fn keeps_lines(line: &str) -> bool {
    line.trim().contains(['|', '\t']) || line.trim().contains("    ")
}

/// True if a line is a heading, an item of a list, a row, or a field.
fn opens_line(line: &str) -> bool {
    let line = line.trim();
    let word = line.split_whitespace().next().unwrap_or_default();
    let is_mark = matches!(word, "-" | "*" | "+" | "\u{2022}" | "\u{2013}" | "\u{b7}" | "o");
    let number = word.trim_start_matches('(').strip_suffix(['.', ')']);
    let is_number = number.is_some_and(|number| {
        let is_short = number.len() <= 3 && number.chars().all(char::is_alphanumeric);
        is_short && (number.starts_with(|c: char| c.is_ascii_digit()) || number.len() == 1)
    });
    let is_field = word.ends_with(':') || word.contains('=');
    keeps_lines(line)
        || is_mark
        || is_number
        || is_field
        || line.starts_with(['#', '>', '=', '`', '~'])
        || line.starts_with("--")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_words_are_sorted() {
        assert!(OPEN.is_sorted());
    }

    #[test]
    fn a_line_end_inside_a_sentence_is_a_blank() {
        for (text, expected) in [
            ("Dogs may not\ntravel on deck.", "Dogs may not travel on deck."),
            ("The fee for adults is 12\r\neuros a day.", "The fee for adults is 12  euros a day."),
            (
                "  This licence is governed by the laws of the\n  State of Victoria, except where\n  it says so.\n",
                "  This licence is governed by the laws of the   State of Victoria, except where   it says so.\n",
            ),
            ("The event is on 12\nMarch 2024.", "The event is on 12 March 2024."),
            ("The event is on 12 March\n2024.", "The event is on 12 March 2024."),
            ("At least\n30 days are required.", "At least 30 days are required."),
            (
                "* the ferry for adults is 12\n  euros a day\n* dogs are free",
                "* the ferry for adults is 12   euros a day\n* dogs are free",
            ),
        ] {
            assert_eq!(unwrapped(text), expected);
        }
    }

    #[test]
    fn a_place_is_read_with_its_whole_sentences() {
        let text = "Dogs are free.\nThe fee for adults is 12\neuros a day, and\nhalf of it for children. It is low.\n\nEnd\n";
        let fee = "The fee for adults is 12\neuros a day, and\nhalf of it for children. ";
        for (part, whole) in [
            ("euros", fee),
            ("The fee for adults is 12\n", fee),
            ("Dogs are free.\n", "Dogs are free.\n"),
            ("It is low.", "It is low."),
            ("End", "End\n"),
        ] {
            let start = text.find(part).unwrap();
            let place = Span::new(start, start + part.len());
            assert_eq!(with_whole_sentences(text, place).slice(text), Some(whole), "{part:?}");
        }
    }

    #[test]
    fn a_flowing_text_has_one_blank_for_a_line_end() {
        let text = "The fee for adults is 12\r\n  euros a day,  \n\tbut not for all\n\nEnd";
        let flowing = FlowingText::new(text);
        assert_eq!(flowing.text(), "The fee for adults is 12 euros a day, but not for all\n\nEnd");
        let at = flowing.text().find("euros").unwrap();
        assert_eq!(flowing.original(Span::new(at - 3, at + 5)).slice(text), Some("12\r\n  euros"));
    }

    #[test]
    fn other_line_ends_stay() {
        for text in [
            "One sentence ends here.\nit goes on",
            "A heading of three words\n\nand text below it",
            "# A heading in small letters\nand text below it",
            "adult\nchild\nsenior",
            "Fees for March\nAdults 12\nChildren 6",
            "Fees for adults and dogs\n- adults: 12 euros",
            "| adult | 12 | euros |\n| child | 6 | euros |",
            "The timeout in seconds\nretries: 5",
            "the first of them here\n2. the second of them",
            "no line end at all",
            "",
            "\n\n",
        ] {
            assert_eq!(unwrapped(text), text);
        }
    }

    proptest! {
        #[test]
        fn parts_of_a_flowing_text_are_found_again(
            text in "([a-z]{1,9}|[A-Z0-9.:|#*_%-]| |\n|\r\n|nine|&nbsp;|</b>|\u{e9}|\u{3042}){0,60}",
        ) {
            let flowing = FlowingText::new(&text);
            prop_assert!(flowing.text().len() <= text.len());
            for (at, c) in flowing.text().char_indices().filter(|(_, c)| !c.is_whitespace()) {
                let place = flowing.original(Span::new(at, at + c.len_utf8()));
                prop_assert_eq!(place.slice(&text), flowing.text().get(at..at + c.len_utf8()));
            }
        }

        #[test]
        fn every_byte_keeps_its_place(text in "([a-z]{1,9}|[A-Z0-9.:|#-]| |\n|\r\n|\u{e9}|\u{3042}){0,60}") {
            let unwrapped = unwrapped(&text);
            prop_assert_eq!(unwrapped.len(), text.len());
            for (own, other) in text.bytes().zip(unwrapped.bytes()) {
                prop_assert!(own == other || matches!(own, b'\n' | b'\r') && other == b' ');
            }
        }
    }
}
