//! Rules about words given as another's own.

use super::Group;

pub(super) static GROUP: Group =
    Group { letter: 'Q', title: "words given as another's own", rules: &[] };
