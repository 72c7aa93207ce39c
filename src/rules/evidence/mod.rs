//! Rules about whether the passage says it.

use super::Group;

pub(super) static GROUP: Group =
    Group { letter: 'E', title: "whether the passage says it", rules: &[] };
