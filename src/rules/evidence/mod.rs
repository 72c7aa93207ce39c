//! Rules about the evidence that a passage gives for its claim.

mod ambiguous_place;
mod better_elsewhere;
mod cut_before_qualification;
mod drifted_locator;
mod low_score;
mod negation_differs;
mod nothing_in_passage;
mod number_absent;
mod number_differs;
mod opposite_word;
mod range_too_wide;
mod reversed;
mod struck_out;
mod unsupported;
mod weighed;

use super::Group;

pub(super) static GROUP: Group = Group {
    letter: 'E',
    title: "support by the passage",
    rules: &[
        &number_differs::RULE,
        &drifted_locator::RULE,
        &better_elsewhere::RULE,
        &nothing_in_passage::RULE,
        &range_too_wide::RULE,
        &cut_before_qualification::RULE,
        &low_score::RULE,
        &number_absent::RULE,
        &ambiguous_place::RULE,
        &unsupported::RULE,
        &negation_differs::RULE,
        &opposite_word::RULE,
        &struck_out::RULE,
    ],
};
