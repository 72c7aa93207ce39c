//! Rules about comments that silence other rules' findings.
//!
//! They run last, when it is known what each comment silenced.

mod unclear_ignore;
mod unpermitted_ignore;
mod unused_ignore;

use super::Group;

pub(super) static GROUP: Group = Group {
    letter: 'I',
    title: "comments that ignore findings",
    rules: &[&unclear_ignore::RULE, &unpermitted_ignore::RULE, &unused_ignore::RULE],
};
