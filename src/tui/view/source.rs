//! The source pane: notes on the passage, its lines with their numbers, the highlighted range, and
//! marks for other citations.

use std::collections::BTreeMap;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::text::Span;
use crate::tui::keymap::Section;
use crate::tui::layout::{Glyph, Row, SourceFlow};
use crate::tui::panel::clashes::clashes;
use crate::tui::panel::notice::notice;
use crate::tui::panel::strip::strip;
use crate::tui::panel::titles::{range_label, source_place, source_title};
use crate::tui::role::Role;
use crate::tui::state::{Areas, Focus, State};
use crate::tui::theme::Theme;
use crate::tui::view::frame;
use crate::tui::view::frame::Frame;
use crate::tui::view::paint::{put, touches, words};
use crate::tui::view::response::{cursor, mark, shift};

/// Draws the pane.
pub fn draw(state: &State, theme: Theme, areas: &Areas, buffer: &mut Buffer) {
    if areas.source_frame.is_empty() {
        return;
    }
    let title = source_title(state);
    let chosen = range_label(state).map(|lines| format!("{lines} selected"));
    let note = chosen.unwrap_or_else(|| source_place(state));
    let focus = state.focus == Focus::Source;
    frame::draw(&Frame { title: &title, note: &note, focus }, areas.source_frame, theme, buffer);
    paragraph(&notice(state, areas.notice.width), areas.notice, state.key("detail"), theme, buffer);
    if let Some(flow) = &state.source.flow {
        text(state, flow, theme, areas, buffer);
    }
    if !areas.rule.is_empty() {
        let title = "── Evidence ";
        let rest = usize::from(areas.rule.width).saturating_sub(title.chars().count());
        words(buffer, areas.rule, &format!("{title}{}", "─".repeat(rest)), Role::Muted, theme);
    }
    paragraph(&strip(state, areas.strip.width), areas.strip, state.key("detail"), theme, buffer);
}

/// Fewer columns than this leave no room for the key that shows what is cut.
const NAMED: u16 = 50;

/// Draws rows as far as there is room; the key that shows the others follows.
fn paragraph(rows: &[Row], area: Rect, key: &str, theme: Theme, buffer: &mut Buffer) {
    let shown = usize::from(area.height);
    for (index, (y, row)) in (area.y..area.bottom()).zip(rows).enumerate() {
        let mut row = row.clone();
        if index + 1 == shown && rows.len() > shown {
            let mut more = Row::default();
            more.decorate("…", Role::Muted);
            if area.width >= NAMED {
                more.decorate(" ", Role::Text);
                more.decorate(key, Role::Key);
            }
            row = row.cut_words(usize::from(area.width).saturating_sub(more.width() + 1));
            if row.last_glyph().is_some_and(|(last, _)| last != " ") {
                row.decorate(" ", Role::Text);
            }
            row.append(&more);
        }
        put(buffer, Rect { y, height: 1, ..area }, &row, |_| None, theme);
    }
}

pub(in crate::tui) fn text(
    state: &State,
    flow: &SourceFlow,
    theme: Theme,
    areas: &Areas,
    buffer: &mut Buffer,
) {
    let highlights = Highlights::of(state, flow);
    let used = used_lines(state, flow);
    let range = state.range();
    let gutter = u16::try_from(flow.gutter()).unwrap_or(areas.source.width);
    for (y, visible) in (areas.source.y..areas.source.bottom()).zip(&state.source.window.visible) {
        let Some(row) = visible.row() else { continue };
        let area = Rect { y, height: 1, ..areas.source };
        let rules = flow.rules(visible.place.item);
        let is_cursor = state.focus == Focus::Source && visible.place == state.source.window.cursor;
        if visible.place.row < rules {
            put(buffer, area, row, |_| None, theme);
            if is_cursor {
                cursor(areas.source, y, theme, buffer);
            }
            continue;
        }
        let span = flow.span(visible.place.item);
        let cited = highlights
            .passage
            .is_some_and(|p| p.overlaps(span) || p.is_empty() && span.contains(p.start));
        let chosen = range.is_some_and(|range| range.overlaps(span) || range.start == span.start);
        let user = used.get(&visible.place.item).filter(|_| visible.place.row == rules);
        margin((chosen, cited, user), area, theme, buffer);
        if visible.place.row == rules {
            let number =
                format!("{:>width$}", flow.number(visible.place.item), width = flow.number_width());
            let role = if cited { Role::Bar } else { Role::Muted };
            words(buffer, Rect { x: area.x + 1, width: gutter - 1, ..area }, &number, role, theme);
        }
        let area = Rect { x: area.x + gutter, width: area.width.saturating_sub(gutter), ..area };
        let cut = shift(row, state.source.window.left, area.width);
        let over = |glyph: &Glyph| highlights.role(glyph.span, chosen);
        put(buffer, area, &cut, over, theme);
        if flow.fold() == Some(visible.place.item) {
            let skip = u16::try_from(cut.width()).unwrap_or(area.width).min(area.width);
            let area = Rect { x: area.x + skip, width: area.width - skip, ..area };
            words(buffer, area, &unfolds(state), Role::Muted, theme);
        }
        if is_cursor {
            cursor(areas.source, y, theme, buffer);
        }
    }
}

/// The words of a source that are highlighted.
struct Highlights<'s> {
    /// The cited bytes.
    passage: Option<Span>,
    /// True if all of the source is cited.
    is_whole: bool,
    /// True if a better match is shown instead.
    is_better: bool,
    better: Option<Span>,
    matched: &'s [Span],
    clashes: Vec<Span>,
    searched: Vec<(Span, bool)>,
}

impl<'s> Highlights<'s> {
    fn of(state: &'s State, flow: &SourceFlow) -> Self {
        let passage = state.passage_shown();
        let better = state.better_in_view().filter(|window| window.source == flow.source);
        Self {
            passage: passage.map(|passage| passage.span),
            is_whole: passage.is_some_and(|it| it.how == crate::resolve::How::Whole),
            is_better: state.source.better.is_some(),
            better: better.map(|window| window.span),
            matched: state.evidence_in_view().map_or(&[][..], |it| &it.words.in_passage),
            clashes: clashes(state).in_passage,
            searched: state.matches(Focus::Source, &state.source.window),
        }
    }

    /// Returns the role of a glyph, if it has another one than its text.
    fn role(&self, span: Span, chosen: bool) -> Option<Role> {
        if let Some(role) = mark(&self.searched, span) {
            return Some(role);
        }
        let is_cited = self.passage.is_some_and(|passage| passage.overlaps(span));
        let is_better = self.better.is_some_and(|better| better.overlaps(span));
        let is_match = touches(self.matched, span);
        if chosen {
            Some(Role::Chosen)
        } else if (is_cited && !self.is_better || is_better) && touches(&self.clashes, span) {
            Some(Role::Clash)
        } else if is_better {
            Some(if is_match { Role::BetterMatched } else { Role::Better })
        } else if is_cited && !self.is_better && is_match {
            Some(if self.is_whole { Role::Heading } else { Role::Matched })
        } else {
            (is_cited && !self.is_whole).then_some(Role::Cited)
        }
    }
}

/// Returns the key that unfolds the rest.
pub fn unfolds(state: &State) -> String {
    let key = state.keymap.keys_of(Section::Browse, "toggle-rest").next();
    key.map(|key| format!(" · {key} unfolds")).unwrap_or_default()
}

/// Draws the sign left of a line that is selected, cited, or used by another citation.
pub fn margin(
    (chosen, cited, user): (bool, bool, Option<&String>),
    area: Rect,
    theme: Theme,
    buffer: &mut Buffer,
) {
    let (sign, role) = match user {
        _ if chosen => ("█", Role::Chosen),
        _ if cited => ("┃", Role::Bar),
        Some(sign) => (sign.as_str(), Role::Used),
        None => return,
    };
    words(buffer, Rect { width: 1, ..area }, sign, role, theme);
}

/// Returns, for items in view that other citations point at, the number of the citation, or `+`.
pub fn used_lines(state: &State, flow: &SourceFlow) -> BTreeMap<usize, String> {
    let visible = &state.source.window.visible;
    let (Some(first), Some(last)) = (visible.first(), visible.last()) else {
        return BTreeMap::new();
    };
    let view = Span::new(first.place.item, flow.span(last.place.item).end);
    let uses = state.digest.passages(flow.source, view);
    let uses: Vec<(Span, usize)> =
        uses.filter(|(_, citation)| Some(*citation) != state.selected).collect();
    let mut signs = BTreeMap::new();
    for item in visible.iter().map(|visible| visible.place.item) {
        let span = flow.span(item);
        let mut here = uses.iter().filter(|(passage, _)| passage.overlaps(span));
        let sign = match (here.next(), here.next()) {
            (Some((_, citation)), None) if *citation < 9 => (citation + 1).to_string(),
            (Some(_), _) => "+".to_owned(),
            (None, _) => continue,
        };
        signs.insert(item, sign);
    }
    signs
}
