//! Rules about what keeps other rules' findings from being told.

mod unclear_ignore;

use super::Group;

pub(super) static GROUP: Group =
    Group { letter: 'I', title: "what is ignored", rules: &[&unclear_ignore::RULE] };
