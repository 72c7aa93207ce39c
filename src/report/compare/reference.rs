//! The reference of a citation in words.

use super::ComparedTarget;
use crate::inspect::Inspection;

/// Returns the reference as a person would write it, with the number on its chip:
/// `[3] handbook L8-L9`. Holds foreign words.
pub fn reference(inspection: &Inspection, cited: ComparedTarget) -> String {
    let citation = inspection.case.response.citations.get(cited.citation);
    let target = citation.and_then(|citation| citation.targets.get(cited.target));
    let Some(target) = target else {
        let raw = citation.map(|citation| citation.raw.as_str()).unwrap_or_default();
        return format!("[{}] {raw}", cited.number);
    };
    let locator = target.locator.as_ref().map(|locator| format!(" {locator}")).unwrap_or_default();
    format!("[{}] {}{locator}", cited.number, target.id)
}
