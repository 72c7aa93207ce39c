//! Rules about where a marker stands.

use super::Group;

pub(super) static GROUP: Group = Group { letter: 'F', title: "where a marker stands", rules: &[] };
