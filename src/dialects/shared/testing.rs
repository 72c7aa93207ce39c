//! A text form of the citations that a dialect finds, for tests.

use crate::model::{Citation, Target};

/// Returns each citation as `raw=id locator+id`.
pub(crate) fn described(citations: &[Citation]) -> Vec<String> {
    let target = |target: &Target| {
        let locator = target.locator.as_ref().map(|it| format!(" {it}")).unwrap_or_default();
        format!("{}{locator}", target.id)
    };
    let citation = |citation: &Citation| {
        let targets: Vec<String> = citation.targets.iter().map(target).collect();
        format!("{}={}", citation.raw, targets.join("+"))
    };
    citations.iter().map(citation).collect()
}
