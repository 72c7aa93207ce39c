//! The titles in the borders of the panes: the content, and the position in it.

use crate::model::IdFrom;
use crate::text::address::is_address;
use crate::tui::state::{Focus, State};

/// Returns the words in the source pane's border: id, title, which target of how many.
pub fn source_title(state: &State) -> String {
    let mut parts = Vec::new();
    if let Some(source) = state.shown_source() {
        let name = source_name(state, state.source.source.unwrap_or_default());
        // An address fills the border, and is below it as well.
        let is_address = is_address(&name);
        parts.push(name);
        parts.extend(source.title.clone());
        if is_address {
            parts.reverse();
        }
        parts.dedup();
    } else if let Some(target) = state.citation().and_then(|c| c.targets.get(state.target)) {
        parts.push(target.id.clone());
    } else {
        parts.push("Source".to_owned());
    }
    let targets = state.citation().map_or(0, |citation| citation.targets.len());
    if targets > 1 && !state.source.browsing {
        parts.push(format!("{} of {targets}", state.target + 1));
    }
    parts.dedup();
    parts.join(" · ")
}

/// Returns the place of the view in the source: `L8 of 212`, `p. 3 of 12`.
pub fn source_place(state: &State) -> String {
    let Some(flow) = &state.source.flow else { return String::new() };
    let item = match state.focus {
        Focus::Source => state.source.window.cursor.item,
        Focus::Response => state.source.window.top.item,
    };
    let shown = state.place_in_view().filter(|_| state.focus == Focus::Response);
    let at = shown.map_or(item, |(span, _)| span.start);
    if let Some(page) = flow.page_at(at) {
        let all = state.reading.get(&flow.source).and_then(|(_, all)| *all);
        let all = all.or(state.shown_source().map(|own| own.pages().count() as u64));
        return format!("p. {} of {}", page.number, all.unwrap_or_default());
    }
    if let Some((first, last)) = flow.blocks() {
        return flow.block_at(at).map_or_else(String::new, |number| {
            if first == last {
                format!("block {number}")
            } else {
                format!("block {number} of {last}")
            }
        });
    }
    let place = match shown.and_then(|(_, line)| line) {
        Some(line) => format!("L{line}"),
        _ => match flow.number(item) {
            number if number.is_empty() && flow.is_past_count(item) && state.is_counting() => {
                return "counting …".to_owned();
            }
            number if number.is_empty() => return String::new(),
            number => format!("L{number}"),
        },
    };
    match flow.last_number() {
        Some(last) => format!("{place} of {last}"),
        None if state.is_counting() => format!("{place} · counting …"),
        None => place,
    }
}

/// Returns the place of the view in the response: `34 %`, or empty when all of it is in view.
pub fn response_share(state: &State) -> String {
    let total = state.inspection.case.response.text.len();
    let spans = || state.response_window.visible.iter().filter_map(|v| v.row()?.span());
    let (Some(first), Some(last)) = (spans().next(), spans().next_back()) else {
        return String::new();
    };
    let all = state.inspection.case.response.text.trim_end().len();
    if first.start == 0 && last.end >= all {
        return String::new();
    }
    if last.end >= all {
        return "end".to_owned();
    }
    format!("{} %", last.end.saturating_mul(100) / total.max(1))
}

/// Returns the lines selected, as the gutter numbers them: `L4-L6`.
pub fn range_label(state: &State) -> Option<String> {
    let (range, flow) = (state.range()?, state.source.flow.as_ref()?);
    let (first, last) = flow.line_numbers(range);
    Some(match (first, last) {
        (Some(first), Some(last)) if first != last => format!("L{first}-L{last}"),
        (Some(line), _) | (None, Some(line)) => format!("L{line}"),
        (None, None) => "lines".to_owned(),
    })
}

/// Returns the name of a source: its own id, the id it was matched to by its file name or by the
/// user, or its file or title.
pub fn source_name(state: &State, source: usize) -> String {
    let inspection = &state.inspection;
    let own = inspection.case.sources.get(source).map(|source| source.id.clone());
    let mut matches = inspection.matches.iter();
    let names = |by| !matches!(by, IdFrom::Position | IdFrom::Address);
    let matched = matches.find(|m| m.source == source && names(m.by));
    match (own, matched) {
        (Some(id), _) if !id.is_empty() => id,
        (_, Some(matched)) => matched.id.clone(),
        _ => inspection.source_name(source),
    }
}
