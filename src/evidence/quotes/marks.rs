//! Text between quotation marks of any language.

use super::Quote;
use crate::evidence::claim_text::without_joiners;
use crate::text::Span;
use crate::text::bare::is_unspaced;

/// Marks that open a quote, each with those that close it.
const PAIRS: &[(char, &[char])] = &[
    ('\u{201c}', &['\u{201d}']),
    ('\u{201e}', &['\u{201c}', '\u{201d}', '"']),
    ('\u{ab}', &['\u{bb}']),
    ('\u{300c}', &['\u{300d}']),
    ('\u{300e}', &['\u{300f}']),
    ('\u{201a}', &['\u{2018}', '\u{2019}']),
    ('\u{2039}', &['\u{203a}']),
    ('\u{301d}', &['\u{301e}', '\u{301f}']),
];

/// Marks that open in some languages and close in others; they open at the beginning of a word.
const EITHER: &[(char, &[char])] = &[
    ('"', &['"']),
    ('\u{ff02}', &['\u{ff02}']),
    ('\u{201d}', &['\u{201d}']),
    ('\u{bb}', &['\u{ab}', '\u{bb}']),
    ('\u{2018}', &['\u{2019}']),
    ('\'', &['\'']),
];

/// Marks that only end a quote.
const CLOSING: &[char] = &['\u{201d}', '\u{bb}', '\u{300d}', '\u{300f}', '"'];

/// Returns the quotes in a stretch of the response that begins at byte `at`: the text between
/// quotation marks of any language.
///
/// A quote inside a quote belongs to it. Apostrophes, inch marks and code are not quotes. A double
/// mark without its partner reaches to the end of its paragraph (or from its start, because a claim
/// may begin inside a quote); a single mark without a partner is ignored.
pub fn quoted(claim: &str, at: usize) -> Vec<Quote> {
    if claim.bytes().all(|byte| byte.is_ascii() && !matches!(byte, b'"' | b'\'')) {
        return Vec::new();
    }
    let mut reader =
        MarkReader { text: claim, offset: at, quotes: Vec::new(), open: None, from: 0 };
    reader.read();
    reader.quotes
}

/// A quote that has begun.
#[derive(Clone, Copy)]
struct Open {
    mark: char,
    closing: &'static [char],
    /// The byte after the mark.
    start: usize,
    /// The number of the same marks that have opened inside it.
    depth: usize,
}

struct MarkReader<'t> {
    text: &'t str,
    offset: usize,
    quotes: Vec<Quote>,
    open: Option<Open>,
    /// The start of the paragraph, or the end of the last quote in it.
    from: usize,
}

/// A character with its neighbours.
#[derive(Clone, Copy)]
struct Here {
    at: usize,
    c: char,
    before: Option<char>,
    after: Option<char>,
}

impl MarkReader<'_> {
    fn read(&mut self) {
        let mut chars = self.text.char_indices().peekable();
        let mut before = None;
        let mut code_until = 0;
        while let Some((at, c)) = chars.next() {
            let after = chars.peek().map(|(_, c)| *c);
            if at < code_until {
                before = Some(c);
                continue;
            }
            if c == '`' {
                code_until = self.code(at);
            } else if c == '<' && after.is_some_and(|c| c.is_ascii_alphabetic()) {
                code_until = self.tag(at);
            } else if c == '\n' && self.is_paragraph_end(at) {
                self.end_paragraph(at);
            } else if c == '\\' && after == Some('"') {
                // An escaped mark is an ordinary character.
                continue;
            } else {
                self.mark(Here { at, c, before, after });
            }
            before = Some(c);
        }
        self.end_paragraph(self.text.len());
    }

    /// Returns the end of the code that begins at `at`, or the end of its backticks if nothing
    /// closes it.
    fn code(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        let width = rest.bytes().take_while(|byte| *byte == b'`').count();
        let fence = rest.get(..width).unwrap_or_default();
        let inner = rest.get(width..).unwrap_or_default();
        let code = inner.find(fence).and_then(|end| inner.get(..end));
        let within = code.filter(|code| !code.contains("\n\n"));
        at + width + within.map_or(0, |code| code.len() + width)
    }

    /// Returns the end of the tag that begins at `at`, whose attributes are no quotes; `at` if it is none.
    fn tag(&self, at: usize) -> usize {
        const MAX_TAG: usize = 1000;
        let rest = self.text.get(at..self.text.floor_char_boundary(at + MAX_TAG));
        let inner = rest.and_then(|rest| rest.split_once('>')).map(|(inner, _)| inner);
        let is_tag = |inner: &&str| inner.contains('=') && !inner.contains("\n\n");
        inner.filter(is_tag).map_or(at, |inner| at + inner.len())
    }

    fn is_paragraph_end(&self, at: usize) -> bool {
        let rest = self.text.get(at + 1..).unwrap_or_default();
        let line = rest.split('\n').next().unwrap_or_default();
        line.trim().is_empty()
    }

    fn mark(&mut self, here: Here) {
        if let Some(open) = self.open {
            if open.closing.contains(&here.c) && self.closes(open, here) {
                if let Some(depth) = open.depth.checked_sub(1) {
                    self.open = Some(Open { depth, ..open });
                } else {
                    self.push(open.start, here.at);
                    self.open = None;
                    self.from = here.at + here.c.len_utf8();
                }
            } else if here.c == open.mark && !open.closing.contains(&here.c) {
                self.open = Some(Open { depth: open.depth + 1, ..open });
            }
            return;
        }
        let start = here.at + here.c.len_utf8();
        let pair = PAIRS.iter().find(|(mark, _)| *mark == here.c);
        let either = || EITHER.iter().find(|(mark, _)| *mark == here.c && opens(here));
        if let Some((mark, closing)) = pair.or_else(either) {
            self.open = Some(Open { mark: *mark, closing, start, depth: 0 });
        } else if CLOSING.contains(&here.c) && ends(here) {
            self.push(self.from, here.at);
            self.from = start;
        }
    }

    /// Returns true if the mark closes the open quote: it is not inside a word and, if it is a
    /// single mark, not an apostrophe.
    fn closes(&self, open: Open, here: Here) -> bool {
        let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c));
        if is_letter(here.before) && is_letter(here.after) {
            return !matches!(here.c, '"' | '\'' | '\u{2019}');
        }
        match here.c {
            '"' => {
                // A mark after a blank and before a letter opens another quote.
                !here.before.is_some_and(char::is_whitespace) || !is_letter(here.after)
            }
            '\'' | '\u{2019}' if matches!(open.mark, '\'' | '\u{2018}') => {
                // The apostrophe of a plural: `the staffs' desks'` ends at the second.
                let is_plural = here.before == Some('s') && here.after == Some(' ');
                let goes_on = || {
                    let rest = self.text.get(here.at + here.c.len_utf8()..).unwrap_or_default();
                    let ends = |c: char| c == '\n' || open.closing.contains(&c);
                    rest.chars().find(|c| ends(*c)).is_some_and(|c| c != '\n')
                };
                let is_apostrophe = is_plural && goes_on();
                !is_apostrophe && !here.before.is_some_and(char::is_whitespace)
            }
            _ => true,
        }
    }

    /// Ends the open quote. A double mark that never closed reaches to here; a single one is
    /// ignored.
    fn end_paragraph(&mut self, at: usize) {
        if let Some(open) = self.open.take()
            && !matches!(open.mark, '\'' | '\u{2018}' | '\u{201a}')
        {
            self.push(open.start, at);
        }
        self.from = at;
    }

    fn push(&mut self, start: usize, end: usize) {
        let Some(text) = self.text.get(start..end) else { return };
        let words = text.trim();
        if words.contains(char::is_alphanumeric) {
            let start = self.offset + start + (text.len() - text.trim_start().len());
            let span = Span::new(start, start + words.len());
            self.quotes.push(Quote { text: without_joiners(words), span: Some(span) });
        }
    }
}

/// True if a mark that can open or close opens a quote: at the beginning of a word. After a digit
/// it means inches or minutes.
fn opens(here: Here) -> bool {
    let free = |c: char| !c.is_alphanumeric() || is_unspaced(c);
    let begins = here.before.is_none_or(free);
    let word = here.after.is_some_and(|c| !c.is_whitespace());
    let is_single = matches!(here.c, '\'' | '\u{2018}');
    // `'90s` and `'tis` are shortened words.
    let shortened = is_single && here.after.is_some_and(|c| c.is_ascii_digit() || c == 't');
    begins && word && !shortened && (is_single || !is_closing(here))
}

/// Returns true if the text around a mark looks like the end of a quote: a word or its punctuation
/// before it, a blank or punctuation after it.
fn is_closing(here: Here) -> bool {
    let behind = here.before.is_some_and(|c| matches!(c, '.' | ',' | '!' | '?' | ';' | ')'));
    behind && here.after.is_none_or(|c| c.is_whitespace() || c.is_ascii_punctuation())
}

/// Returns true if a closing mark without an open quote ends one that began before the claim.
fn ends(here: Here) -> bool {
    let word = here.before.is_some_and(|c| !c.is_whitespace() && !c.is_ascii_digit());
    word && here.after.is_none_or(|c| !c.is_alphanumeric() || is_unspaced(c))
}
