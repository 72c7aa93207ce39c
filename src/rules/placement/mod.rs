//! Rules about the position of a marker.
//!
//! They follow the prompt that OpenAI's citation guide recommends. Those that speak of how markers
//! are displayed look at markers of that kind alone; numbers in brackets have customs of their own.

mod marker_in_emphasis;
mod marker_in_link;
mod marker_in_heading;
mod marker_in_code;
mod marker_on_fence_line;
mod marker_before_punctuation;
mod marker_alone;
mod citations_grouped_at_end;
mod duplicate_citation;
mod several_ids;
mod offsets_do_not_fit;
mod offsets_outside;
mod runs;

use super::Group;

pub(super) static GROUP: Group = Group {
    letter: 'F',
    title: "position of the marker",
    rules: &[
        &marker_in_emphasis::RULE,
        &marker_in_link::RULE,
        &marker_in_code::RULE,
        &marker_on_fence_line::RULE,
        &marker_before_punctuation::RULE,
        &marker_alone::RULE,
        &citations_grouped_at_end::RULE,
        &duplicate_citation::RULE,
        &several_ids::RULE,
        &offsets_do_not_fit::RULE,
        &marker_in_heading::RULE,
        &offsets_outside::RULE,
    ],
};
