//! Rules about missing and unused citations.

mod declined_answer;
mod no_citation;
mod uncited_claim;
mod uncited_source;
mod unread_mark;

use super::Group;

pub(super) static GROUP: Group = Group {
    letter: 'C',
    title: "missing and unused citations",
    rules: &[
        &no_citation::RULE,
        &uncited_claim::RULE,
        &uncited_source::RULE,
        &declined_answer::RULE,
        &unread_mark::RULE,
    ],
};
