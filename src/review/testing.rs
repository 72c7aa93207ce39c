//! A subject as tests of reviews need one.

use super::{Fingerprint, Hash, Subject, SubjectPart};
use crate::model::{Locator, Target};

/// Returns the claim `claim` that cites `line` of the source of this text; its passage is unknown.
pub(super) fn subject(claim: &str, line: u64, source: &str) -> Subject {
    let locator = Some(Locator::Lines { first: line, last: line });
    let target = Target { locator, ..Target::default() };
    Subject {
        what: SubjectPart::Cited { citation: 0, target: 0 },
        fingerprint: Fingerprint::new(claim, Some(&target), Hash::of([source])).in_case("case"),
        claim: claim.to_owned(),
        passage: None,
        cited: format!("a L{line}"),
    }
}
