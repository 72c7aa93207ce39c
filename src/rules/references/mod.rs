//! Rules about changes to cited lines after they were cited.

mod changed_code;
mod changed_value;
mod explained;
mod gone_code;
mod moved_code;
mod traced;

use super::Group;
pub(super) use explained::leave_one;

pub(super) static GROUP: Group = Group {
    letter: 'R',
    title: "changes to cited code",
    rules: &[&moved_code::RULE, &changed_code::RULE, &gone_code::RULE, &changed_value::RULE],
};
