//! Rules about the marker itself.

use super::Group;

pub(super) static GROUP: Group = Group { letter: 'M', title: "the marker itself", rules: &[] };
