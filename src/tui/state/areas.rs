//! The cells of each part of the screen.

use ratatui::layout::Rect;

use crate::tui::state::Focus;

/// Narrower than this, the panes are stacked.
const SIDE_BY_SIDE: u16 = 90;

/// Lower or narrower than this, only the pane of the focus is shown.
const BOTH_ROWS: u16 = 16;

/// The rows of a pane's border.
const BORDERS: u16 = 2;

/// The minimum number of rows for text and strip at which a rule separates the two.
const RULED: u16 = 16;

/// The minimum size; a smaller screen only shows a sentence.
pub const MIN_SIZE: (u16, u16) = (10, 3);

/// The shares of the panes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Split {
    /// Stacked or side by side; `None` decides by the width.
    pub stacked: Option<bool>,
    /// The response's share side by side, in hundredths.
    pub columns: u16,
    /// The response's share when stacked, in hundredths.
    pub rows: u16,
    /// Maximum number of rows of the evidence.
    pub strip: u16,
    /// True if the panes keep their shares even without a text to show: those of two responses are
    /// next to each other.
    pub is_fixed: bool,
}

impl Default for Split {
    fn default() -> Self {
        Self { stacked: None, columns: 48, rows: 40, strip: 20, is_fixed: false }
    }
}

/// The parts of the screen. A part that is not shown is empty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Areas {
    /// The head line.
    pub head: Rect,
    /// The response pane with its border.
    pub response_frame: Rect,
    /// The response's rows.
    pub response: Rect,
    /// The source pane with its border.
    pub source_frame: Rect,
    /// The notice above the source's text: its address, or the reason why there is no passage.
    pub notice: Rect,
    /// The source's rows.
    pub source: Rect,
    /// The rule between the source's text and the strip, if there is room.
    pub rule: Rect,
    /// The strip about the citation, below the source's text.
    pub strip: Rect,
    /// The foot line.
    pub foot: Rect,
    /// True if the panes are one above the other.
    pub stacked: bool,
}

impl Areas {
    /// Returns the areas of a screen, before the number of rows around the passage is known.
    pub fn outline((width, height): (u16, u16), split: Split, focus: Focus) -> Self {
        let whole = Rect::new(0, 0, width, height);
        if width < MIN_SIZE.0 || height < MIN_SIZE.1 {
            return Self::default();
        }
        let head = Rect { height: 1, ..whole };
        let foot_rows = u16::from(height >= 6);
        let foot = Rect { y: height - foot_rows, height: foot_rows, ..whole };
        let body = Rect { y: 1, height: height - 1 - foot_rows, ..whole };
        let stacked = split.stacked.unwrap_or(width < SIDE_BY_SIDE);
        let (response_frame, source_frame) = if height < BOTH_ROWS || !stacked && width < 40 {
            match focus {
                Focus::Response => (body, Rect::default()),
                Focus::Source => (Rect::default(), body),
            }
        } else if stacked {
            let rows = share(body.height, split.rows);
            let upper = Rect { height: rows, ..body };
            (upper, Rect { y: body.y + rows, height: body.height - rows, ..body })
        } else {
            let columns = share(body.width, split.columns);
            let left = Rect { width: columns, ..body };
            (left, Rect { x: body.x + columns, width: body.width - columns, ..body })
        };
        let source = inner(source_frame);
        let response = inner(response_frame);
        Self {
            head,
            response_frame,
            response,
            source_frame,
            source,
            foot,
            stacked,
            ..Self::default()
        }
    }

    /// Returns the areas with no more room for the source than its `rows` of remarks need: there is no
    /// text to show. Only if the panes are one above the other.
    #[must_use]
    pub fn without_text(self, rows: usize) -> Self {
        let (upper, lower) = (self.response_frame, self.source_frame);
        if !self.stacked || upper.is_empty() || lower.is_empty() {
            return self;
        }
        // A row is left for the text, so that the pane counts as shown.
        let needed = u16::try_from(rows).unwrap_or(u16::MAX).saturating_add(BORDERS + 1);
        let height = lower.height.min(needed);
        let freed = lower.height - height;
        let response_frame = Rect { height: upper.height + freed, ..upper };
        let source_frame = Rect { y: lower.y + freed, height, ..lower };
        let (response, source) = (inner(response_frame), inner(source_frame));
        Self { response_frame, response, source_frame, source, ..self }
    }

    /// Returns the areas with room for `notice` rows above the source's text and `strip` rows below
    /// it, as far as the text leaves some: a third, and what a text of so many rows does not need. Where there
    /// is no `text`, one row is left for it. The strip follows a short text, so that both are seen at once.
    #[must_use]
    pub fn with_rows(self, notice: usize, strip: usize, text: Option<usize>) -> Self {
        let inside = self.source;
        let most = |rows: u16, share: u16| text.map_or(rows.saturating_sub(1), |_| rows / share);
        let notice_rows = at_most(notice, most(inside.height, 2));
        let left = inside.height - notice_rows;
        let needed = u16::try_from(text.unwrap_or(usize::MAX)).unwrap_or(u16::MAX);
        let free = left.saturating_sub(needed.saturating_add(u16::from(left >= RULED)));
        let strip_rows = at_most(strip, most(left, 3).max(free));
        let rule_rows = u16::from(strip_rows > 0 && left >= RULED);
        let room = left - strip_rows - rule_rows;
        let text_rows = if strip_rows > 0 { room.min(needed.saturating_add(1)) } else { room };
        let rule = inside.y + notice_rows + text_rows;
        Self {
            notice: Rect { height: notice_rows, ..inside },
            source: Rect { y: inside.y + notice_rows, height: text_rows, ..inside },
            rule: Rect { y: rule, height: rule_rows, ..inside },
            strip: Rect { y: rule + rule_rows, height: strip_rows, ..inside },
            ..self
        }
    }
}

fn at_most(rows: usize, limit: u16) -> u16 {
    u16::try_from(rows).unwrap_or(limit).min(limit)
}

fn share(whole: u16, hundredths: u16) -> u16 {
    let part = u32::from(whole) * u32::from(hundredths) / 100;
    u16::try_from(part).unwrap_or(whole).clamp(3, whole.saturating_sub(3).max(3))
}

/// Returns the area inside the border: one cell on each side, and a blank next to the border if
/// there is room. Frames too low for two border rows keep only the top one.
fn inner(frame: Rect) -> Rect {
    let margin = if frame.width >= 30 { 2 } else { u16::from(frame.width > 2) };
    let bottom = u16::from(frame.height > 4);
    Rect {
        x: frame.x + margin,
        y: frame.y + u16::from(frame.height > 1),
        width: frame.width.saturating_sub(2 * margin),
        height: frame.height.saturating_sub(1 + bottom),
    }
}

/// Returns the columns of the panes that stay in view on each side of what is over them. A narrow
/// screen has no room for words there.
pub fn margin(width: u16) -> u16 {
    const MIN_WIDTH: u16 = 100;
    if width >= MIN_WIDTH { 4 } else { 0 }
}

/// The rows of the note editor with its border, if the screen has them.
const NOTE_ROWS: u16 = 9;

/// Returns the area of a note: above the foot, so that claim and passage stay in view as far as
/// they can. With the border, and without it.
pub fn note_areas((width, height): (u16, u16)) -> (Rect, Rect) {
    let rows = NOTE_ROWS.min(height.saturating_sub(2).max(3).min(height));
    let margin = margin(width);
    let y = height.saturating_sub(rows + u16::from(height >= 6));
    let area = Rect { x: margin, y, width: width - 2 * margin, height: rows };
    let inside = Rect {
        x: area.x + 2,
        y: area.y + 1,
        width: area.width.saturating_sub(4),
        height: rows.saturating_sub(if rows > 4 { 2 } else { 1 }),
    };
    (area, inside)
}

/// Returns the area of the detail of a citation: over all but the head and the foot. With the
/// border, and without it.
pub fn detail_areas((width, height): (u16, u16)) -> (Rect, Rect) {
    let margin = margin(width);
    let rows = height.saturating_sub(2).max(1);
    let area = Rect { x: margin, y: 1.min(height), width: width - 2 * margin, height: rows };
    (area, inner(area))
}

/// The largest area drawn, columns and rows: windows claim any size, cells cost memory.
const MAX_SIZE: (u16, u16) = (1000, 500);

/// Limits a size to one that can be drawn.
pub fn clamp(size: (u16, u16)) -> (u16, u16) {
    (size.0.min(MAX_SIZE.0), size.1.min(MAX_SIZE.1))
}
