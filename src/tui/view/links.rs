//! The links of the screen: addresses and files of the source, as cells that lead there (OSC 8).

use ratatui::layout::Rect;

use crate::model::Source;
use crate::text::address::{encoded, is_address, path_encoded};
use crate::tui::panel::notice::notice;
use crate::tui::panel::titles::source_title;
use crate::tui::state::State;
use crate::tui::wire::Link;

/// Maximum length of an address, in bytes; terminals cut longer ones.
const MAX_ADDRESS: usize = 2000;

/// Returns the links in view: the address above the source, and the source's title.
pub fn links(state: &State) -> Vec<Link> {
    let Some(source) = state.shown_source() else { return Vec::new() };
    let Some(address) = address_of(source) else { return Vec::new() };
    let areas = state.areas();
    let mut links = Vec::new();
    if let Some(shown) = &source.url {
        let rows = notice(state, areas.notice.width);
        let rows = (areas.notice.top()..areas.notice.bottom()).zip(rows);
        for (y, row) in rows {
            let text: String = row.glyphs().map(|(text, _)| text).collect();
            // An address that is cut leads to the whole one.
            let start =
                [shown.as_str(), cut_address(shown)].into_iter().find_map(|it| text.find(it));
            let Some(cells) = start.map(|start| cells(&text, start)) else { continue };
            let (from, to) = cells;
            let area = Rect { x: areas.notice.x + from, y, width: to - from, height: 1 };
            links.push(Link { area: area.intersection(areas.notice), address: address.clone() });
        }
    }
    let frame = areas.source_frame;
    if frame.width > 8 && frame.height > 0 {
        let width = u16::try_from(source_title(state).chars().count()).unwrap_or(frame.width);
        let width = width.min(frame.width - 8);
        let area = Rect { x: frame.x + 5, y: frame.y, width, height: 1 };
        links.push(Link { area, address });
    }
    links
}

/// Returns the columns of the word that starts at byte `start`.
fn cells(text: &str, start: usize) -> (u16, u16) {
    let before = text.get(..start).unwrap_or_default();
    let word = text.get(start..).unwrap_or_default().split(' ').next().unwrap_or_default();
    let count =
        |text: &str| u16::try_from(unicode_width::UnicodeWidthStr::width(text)).unwrap_or(u16::MAX);
    (count(before), count(before).saturating_add(count(word)))
}

/// Returns the beginning of an address, by which it is found if its end is cut off.
fn cut_address(address: &str) -> &str {
    let end = address.char_indices().nth(20).map_or(address.len(), |(at, _)| at);
    address.get(..end).unwrap_or(address)
}

/// Returns the address of a source to send: its web address, or its file.
fn address_of(source: &Source) -> Option<String> {
    let address = match (&source.url, &source.origin) {
        (Some(url), _) if is_address(url) && url.starts_with("http") => encoded(url),
        (None, Some(origin)) => {
            let path = std::path::absolute(&origin.path).ok()?;
            format!("file://{}", path_encoded(path.to_str()?))
        }
        _ => return None,
    };
    let is_plain = address.bytes().all(|byte| (0x21..0x7f).contains(&byte));
    (is_plain && address.len() <= MAX_ADDRESS).then_some(address)
}
