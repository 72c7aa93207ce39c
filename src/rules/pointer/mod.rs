//! Rules about whether a citation leads to a passage at all.

mod unknown_source;

use super::Group;

pub(super) static GROUP: Group = Group {
    letter: 'P',
    title: "whether a citation leads anywhere",
    rules: &[&unknown_source::RULE],
};
