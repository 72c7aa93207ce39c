//! Rules about the marker itself.

mod malformed_marker;
mod unclosed_marker;
mod nested_marker;
mod damaged_marker;
mod bare_id;
mod hidden_characters;
mod locator_spelling;
mod markers;

use super::Group;

pub(super) static GROUP: Group = Group {
    letter: 'M',
    title: "form of the marker",
    rules: &[
        &malformed_marker::RULE,
        &unclosed_marker::RULE,
        &nested_marker::RULE,
        &damaged_marker::RULE,
        &bare_id::RULE,
        &hidden_characters::RULE,
        &locator_spelling::RULE,
    ],
};
