//! Rules about comments that silence other rules' findings.
//!
//! They run last, when the effect of each comment is known.

mod unclear_ignore;
mod unpermitted_ignore;
mod unused_ignore;

use super::Group;

/// Maximum length of a comment, in bytes. An opening without an end in reach is not searched any
/// further, so that reading stays linear.
pub(super) const MAX_BYTES: usize = 1024;

/// Maximum number of comments of a response that are read.
pub(super) const MAX_COMMENTS: usize = 500;

pub(super) static GROUP: Group = Group {
    letter: 'I',
    title: "comments that ignore findings",
    rules: &[&unclear_ignore::RULE, &unpermitted_ignore::RULE, &unused_ignore::RULE],
};
