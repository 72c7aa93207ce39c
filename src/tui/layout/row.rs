//! Rows of glyphs: text as shown on the screen, each glyph traced to its bytes.
//!
//! Everything drawn in a pane goes through here, and untrusted text enters a row only through
//! [`crate::text::safe::pieces`], so no raw control reaches the terminal.

use unicode_linebreak::linebreaks;
use unicode_width::UnicodeWidthStr as _;

use crate::text::{SafeText, Span, safe};
use crate::tui::role::Role;

/// The default distance between tab stops, in cells.
const TAB: u16 = 4;

/// The look of a glyph before highlights are laid over it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GlyphStyle {
    /// Its role.
    pub role: Role,
    /// Bold in addition to the role's own style.
    pub bold: bool,
    /// Italic likewise.
    pub italic: bool,
    /// Struck out likewise.
    pub struck: bool,
}

impl From<Role> for GlyphStyle {
    fn from(role: Role) -> Self {
        Self { role, ..Self::default() }
    }
}

/// One grapheme cluster, token or piece of decoration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyph {
    /// The end of its text in the row's text.
    end: u32,
    /// Terminal cells.
    pub width: u16,
    /// Bytes of the underlying text; empty for decoration.
    pub span: Span,
    /// Its look.
    pub look: GlyphStyle,
    /// Index of the citation whose chip it belongs to.
    pub chip: Option<u32>,
    /// True if no line break is allowed before it: the inside of a chip or token.
    joined: bool,
}

/// Glyphs in a row, from left to right.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    shown: String,
    glyphs: Vec<Glyph>,
    width: usize,
    /// Cells between two tab stops; 0 for the default.
    tab_width: u16,
}

impl Row {
    /// Returns an empty row with a tab stop every `tab_width` cells.
    pub fn with_tabs(tab_width: u16) -> Self {
        Self { tab_width, ..Self::default() }
    }

    /// Returns the width in terminal cells.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns true if it is empty.
    pub fn is_empty(&self) -> bool {
        self.glyphs.is_empty()
    }

    /// Its glyphs with the text of each.
    pub fn glyphs(&self) -> impl Iterator<Item = (&str, &Glyph)> {
        let mut start = 0;
        self.glyphs.iter().map(move |glyph| {
            let end = glyph.end as usize;
            let text = self.shown.get(start..end).unwrap_or_default();
            start = end;
            (text, glyph)
        })
    }

    /// Its last glyph with its text.
    pub fn last_glyph(&self) -> Option<(&str, &Glyph)> {
        let (glyph, before) = self.glyphs.split_last()?;
        let start = before.last().map_or(0, |before| before.end as usize);
        Some((self.shown.get(start..glyph.end as usize).unwrap_or_default(), glyph))
    }

    /// Bytes of the underlying text it shows, from the first glyph that shows any to the last.
    pub fn span(&self) -> Option<Span> {
        let mut spans = self.glyphs.iter().map(|glyph| glyph.span).filter(|span| !span.is_empty());
        let first = spans.next()?;
        Some(Span::new(first.start, spans.next_back().unwrap_or(first).end))
    }

    /// Returns the cells, from and up to, in which bytes of `span` are shown.
    pub fn cells_of(&self, span: Span) -> Option<(usize, usize)> {
        let mut cell = 0;
        let mut found: Option<(usize, usize)> = None;
        for glyph in &self.glyphs {
            let next = cell + usize::from(glyph.width);
            if glyph.span.overlaps(span) {
                found = Some((found.map_or(cell, |(start, _)| start), next));
            }
            cell = next;
        }
        found
    }

    /// Returns the cells, from and up to, of a citation's chip.
    pub fn cells_of_chip(&self, citation: usize) -> Option<(usize, usize)> {
        let chip = u32::try_from(citation).ok();
        let mut cell = 0;
        let mut found: Option<(usize, usize)> = None;
        for glyph in &self.glyphs {
            let next = cell + usize::from(glyph.width);
            if glyph.chip.is_some() && glyph.chip == chip {
                found = Some((found.map_or(cell, |(start, _)| start), next));
            }
            cell = next;
        }
        found
    }

    /// Adds trusted text of the program.
    pub fn decorate(&mut self, text: &str, look: impl Into<GlyphStyle>) {
        let look = look.into();
        for piece in safe::pieces(text) {
            self.push(&piece.shown, Span::default(), look, None, false);
        }
    }

    /// Adds text that was made safe before.
    pub fn safe(&mut self, text: &SafeText, look: impl Into<GlyphStyle>) {
        let look = look.into();
        for unit in text.units() {
            self.push(unit, Span::default(), look, None, false);
        }
    }

    /// Adds a citation's chip, which is never broken and is traced to the marker's bytes.
    pub fn chip(&mut self, text: &str, span: Span, role: Role, citation: usize) {
        let chip = u32::try_from(citation).ok();
        let mut joined = false;
        for piece in safe::pieces(text) {
            self.push(&piece.shown, span, role.into(), chip, joined);
            joined = true;
        }
    }

    /// Adds foreign text that starts at byte `at` of the underlying text.
    pub fn text(&mut self, text: &str, at: usize, look: GlyphStyle) {
        self.shown.reserve(text.len());
        self.glyphs.reserve(text.chars().count());
        for piece in safe::pieces(text) {
            let span = Span::new(at + piece.start, at + piece.start + piece.original.len());
            if piece.original == "\t" {
                let tab = usize::from(if self.tab_width == 0 { TAB } else { self.tab_width });
                let blanks = tab - self.width % tab;
                self.push(&" ".repeat(blanks), span, look, None, false);
            } else if piece.token {
                self.push(&piece.shown, span, Role::Token.into(), None, false);
            } else {
                self.push(&piece.shown, span, look, None, false);
            }
        }
    }

    /// Adds a marker as the text it is, traced to its bytes and to its citation.
    pub fn marker(&mut self, text: &str, at: usize, role: Role, citation: usize) {
        let chip = u32::try_from(citation).ok();
        for piece in safe::pieces(text) {
            let span = Span::new(at + piece.start, at + piece.start + piece.original.len());
            self.push(&piece.shown, span, role.into(), chip, false);
        }
    }

    /// Adds all glyphs of another row.
    pub fn append(&mut self, other: &Self) {
        self.shown.reserve(other.shown.len());
        self.glyphs.reserve(other.glyphs.len());
        for (text, glyph) in other.glyphs() {
            self.push_from(text, glyph);
        }
    }

    /// Adds untrusted text that represents other bytes than its own: an entity, a label.
    pub fn replaced(&mut self, text: &str, span: Span, look: GlyphStyle) {
        for piece in safe::pieces(text) {
            let look = if piece.token { Role::Token.into() } else { look };
            self.push(&piece.shown, span, look, None, false);
        }
    }

    /// Adds a glyph of another row with its text.
    pub fn push_glyph(&mut self, text: &str, glyph: &Glyph) {
        self.push_from(text, glyph);
    }

    fn push(&mut self, shown: &str, span: Span, look: GlyphStyle, chip: Option<u32>, joined: bool) {
        let width = match shown.as_bytes() {
            [b' '..=b'~'] => 1,
            _ => u16::try_from(shown.width()).unwrap_or(u16::MAX),
        };
        self.push_from(shown, &Glyph { end: 0, width, span, look, chip, joined });
    }

    /// Adds a glyph of another row, perhaps with another end.
    fn push_from(&mut self, text: &str, glyph: &Glyph) {
        self.shown.push_str(text);
        let end = u32::try_from(self.shown.len()).unwrap_or(u32::MAX);
        self.glyphs.push(Glyph { end, ..*glyph });
        self.width += usize::from(glyph.width);
    }

    /// Returns the glyphs from cell `skip` on that fit into `width` cells; the cut is marked with
    /// `…`.
    #[must_use]
    pub fn cut(&self, skip: usize, width: usize) -> Self {
        let mut row = Self::default();
        let mut cell = 0;
        for (text, glyph) in self.glyphs() {
            let next = cell + usize::from(glyph.width);
            if cell >= skip {
                let more = next < self.width;
                let room = width.saturating_sub(usize::from(more));
                if next - skip > room {
                    row.decorate("…", Role::Muted);
                    break;
                }
                row.push_from(text, glyph);
            }
            cell = next;
        }
        row
    }

    /// Returns the beginning that fits into `width` cells, without a word that would be cut.
    #[must_use]
    pub fn cut_words(&self, width: usize) -> Self {
        if self.width <= width {
            return self.clone();
        }
        let (mut row, mut word) = (Self::default(), Self::default());
        for (text, glyph) in self.glyphs() {
            word.push_from(text, glyph);
            if row.width + word.width > width {
                break;
            }
            if text.trim().is_empty() {
                row.append(&std::mem::take(&mut word));
            }
        }
        row
    }

    /// Breaks it into rows of at most `width` cells, with `first` before the first row and `rest`
    /// before the others. Never empty.
    pub fn wrap(&self, first: &Self, rest: &Self, width: usize) -> Vec<Self> {
        if first.width + self.width <= width {
            let mut whole = first.clone();
            whole.append(self);
            return vec![whole];
        }
        let opportunities = self.break_opportunities();
        let mut rows = Vec::new();
        let mut row = first.clone();
        row.glyphs.reserve(self.glyphs.len().min(width));
        let mut lead = row.glyphs.len();
        let mut word: Vec<(&str, &Glyph)> = Vec::new();
        let mut word_width = 0;
        let last = self.glyphs.len().saturating_sub(1);
        for (index, (text, glyph)) in self.glyphs().enumerate() {
            word.push((text, glyph));
            word_width += usize::from(glyph.width);
            let may_break = opportunities.get(index).copied().unwrap_or(true);
            if !may_break && index != last {
                continue;
            }
            let trailing = trailing_blanks(&word);
            // A word that has no room after a long lead goes below it rather than being cut.
            let is_lead_long = rest.width < first.width && rows.is_empty();
            let fits_below = is_lead_long && rest.width + word_width - trailing <= width;
            if row.width + word_width - trailing > width && (row.glyphs.len() > lead || fits_below)
            {
                rows.push(std::mem::replace(&mut row, rest.clone()));
                lead = rest.glyphs.len();
            }
            for (text, glyph) in word.drain(..) {
                let over = row.width + usize::from(glyph.width) > width;
                if over && text != " " && row.glyphs.len() > lead {
                    rows.push(std::mem::replace(&mut row, rest.clone()));
                    lead = rest.glyphs.len();
                }
                if !(over && text == " ") {
                    row.push_from(text, glyph);
                }
            }
            word_width = 0;
        }
        rows.push(row);
        rows
    }

    /// Returns, for each glyph, true if a line may end after it (UAX 14, never inside a chip or
    /// token).
    fn break_opportunities(&self) -> Vec<bool> {
        let mut breaks = linebreaks(&self.shown).map(|(at, _)| at).peekable();
        let mut result = Vec::with_capacity(self.glyphs.len());
        let mut is_dashes = true;
        for (index, (text, glyph)) in self.glyphs().enumerate() {
            let end = glyph.end as usize;
            while breaks.next_if(|&at| at < end).is_some() {}
            let here = breaks.peek() == Some(&end);
            let next_joined = self.glyphs.get(index + 1).is_some_and(|next| next.joined);
            // The dashes of an option stay with its name.
            let is_option = is_dashes && text == "-";
            is_dashes = is_option || text.trim().is_empty() || ["`", "(", "["].contains(&text);
            result.push(here && !next_joined && !is_option);
        }
        result
    }
}

fn trailing_blanks(word: &[(&str, &Glyph)]) -> usize {
    word.iter().rev().take_while(|(text, _)| text.trim().is_empty()).count()
}
