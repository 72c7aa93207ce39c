//! Rules about citations that do not resolve to a passage.

mod unknown_source;
mod ambiguous_source;
mod blank_passage;
mod guessed_base;
mod link_conflict;
mod link_elsewhere;
mod link_to_other_source;
mod locator_out_of_range;
mod locator_reversed;
mod locator_zero;
mod locator_not_a_label;
mod source_without_text;
mod matched_by_position;
mod no_source;
mod unreadable_source;
mod unresolved;

use super::Group;

pub(super) static GROUP: Group = Group {
    letter: 'P',
    title: "target of the citation",
    rules: &[
        &unknown_source::RULE,
        &ambiguous_source::RULE,
        &locator_out_of_range::RULE,
        &locator_reversed::RULE,
        &locator_zero::RULE,
        &locator_not_a_label::RULE,
        &source_without_text::RULE,
        &matched_by_position::RULE,
        &unreadable_source::RULE,
        &blank_passage::RULE,
        &link_to_other_source::RULE,
        &link_elsewhere::RULE,
        &guessed_base::RULE,
        &no_source::RULE,
    ],
};
