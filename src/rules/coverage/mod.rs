//! Rules about what is cited and what is not.

use super::Group;

pub(super) static GROUP: Group =
    Group { letter: 'C', title: "what is cited and what is not", rules: &[] };
