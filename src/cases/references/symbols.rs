//! Places of the symbols that are cited.

use super::lines::inline;
use crate::dialects::marks::code_references::FAMILY;
use crate::model::{Case, Locator};
use crate::sources::{place_of_symbol, symbols};

/// Adds the places of the symbols that are cited to the sources.
pub(super) fn add(case: &mut Case) {
    let sources = &mut case.sources;
    let citations = case.response.citations.iter().filter(|citation| citation.family == FAMILY);
    for target in citations.flat_map(|citation| &citation.targets) {
        let Some(Locator::Fragment(symbol)) = &target.locator else { continue };
        let Some(source) = sources.iter_mut().find(|source| source.id == target.id) else {
            continue;
        };
        let Some(code) = inline(&source.text) else { continue };
        // If the name is not in the file, similar names hint at the one that is meant.
        let places = match place_of_symbol(code, symbol) {
            Some(place) => vec![place],
            None => symbols(code),
        };
        let anchors = &mut source.outline.anchors;
        for place in places {
            if anchors.iter().all(|known| known.name != place.name) {
                anchors.push(place);
            }
        }
        anchors.sort_by_key(|place| place.span);
    }
}
