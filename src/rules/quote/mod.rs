//! Rules about quotations.

mod quote_absent;
mod quote_altered;
mod quote_elsewhere;
mod quote_turned;
mod quotes;

use super::Group;

pub(super) static GROUP: Group = Group {
    letter: 'Q',
    title: "quotations",
    rules: &[
        &quote_absent::RULE,
        &quote_altered::RULE,
        &quote_elsewhere::RULE,
        &quote_turned::RULE,
    ],
};
