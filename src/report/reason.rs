//! The reason for the outcome of a citation that is not supported, in a few words.

use super::evidence::EvidenceText;
use super::outcome::Outcome;
use crate::evidence::Place;
use crate::evidence::weigh::MIN_WORDS;
use crate::inspect::Inspection;
use crate::resolve::Resolution;
use crate::text::prose::{count, one_line};

/// Returns the outcome with its reason in parentheses: `unclear support (only the claim says: all)`. Empty for
/// a supported citation. Holds foreign words.
pub fn reason(inspection: &Inspection, index: usize, outcome: Outcome) -> String {
    let title = outcome.title();
    let why = match outcome {
        Outcome::Supported => return String::new(),
        Outcome::Unresolved => unresolved(inspection, index),
        Outcome::NoText => missing(inspection, index, Resolution::has_no_text),
        Outcome::NotCompared => Some(not_compared(inspection, index)),
        Outcome::RepeatedText => repeated(inspection, index),
        _ => evidence(inspection, index, outcome),
    };
    match why {
        Some(why) => format!("{title} ({})", one_line(&why)),
        None => title.to_owned(),
    }
}

fn unresolved(inspection: &Inspection, index: usize) -> Option<String> {
    let problem = inspection.case.response.citations.get(index)?.problem.as_ref();
    let problem = problem.map(|problem| problem.message.clone().into_owned());
    problem.or_else(|| missing(inspection, index, Resolution::is_unresolved))
}

/// Returns the message about the first target of this kind.
fn missing(
    inspection: &Inspection,
    index: usize,
    is_meant: impl Fn(&Resolution) -> bool,
) -> Option<String> {
    let mut targets = inspection.inspected.get(index)?.targets.iter();
    match targets.find(|it| is_meant(it))? {
        Resolution::Missing(missing) => Some(missing.message.clone()),
        Resolution::Found(_) | Resolution::Pending(_) => None,
    }
}

fn not_compared(inspection: &Inspection, index: usize) -> String {
    let found = inspection.inspected.get(index);
    let Some(evidence) = found.and_then(|it| it.evidence.iter().flatten().next()) else {
        return "no claim belongs to it".to_owned();
    };
    let words = evidence.words.of;
    if words < MIN_WORDS {
        return match words {
            0 => "the claim has no words to compare".to_owned(),
            words => format!("the claim has only {} to compare", count(words, "word")),
        };
    }
    if evidence.breaks_off || evidence.is_cut || evidence.features.decision.is_some() {
        return "the source text is cut off".to_owned();
    }
    if evidence.foreign {
        return "claim and passage are in different languages".to_owned();
    }
    "nothing in the passage can be compared".to_owned()
}

/// Returns what the repeated words lack of the claim.
fn repeated(inspection: &Inspection, index: usize) -> Option<String> {
    let targets = inspection.inspected.get(index)?.targets.len();
    let compared = |target| EvidenceText::of(inspection, (index, target), false);
    let open = (0..targets).filter_map(compared).map(|text| text.open());
    let open: Vec<String> = open.flatten().map(|line| line.text).collect();
    Some(if open.is_empty() {
        "no source beside the response has it".to_owned()
    } else {
        open.join("; ")
    })
}

/// Returns the evidence that counts most against a compared citation.
fn evidence(inspection: &Inspection, index: usize, outcome: Outcome) -> Option<String> {
    let targets = inspection.inspected.get(index)?.targets.len();
    let is_weak = outcome == Outcome::WeakSupport;
    let compared = |target| EvidenceText::of(inspection, (index, target), is_weak);
    let all: Vec<EvidenceText<'_>> = (0..targets).filter_map(compared).collect();
    let text = all.iter().find(|it| it.trouble().is_some()).or_else(|| all.first())?;
    if matches!(text.evidence.place, Place::Drifted | Place::Elsewhere | Place::Ambiguous) {
        return text.better().map(|line| line.text);
    }
    if let Some(against) = text.lines().into_iter().find(|line| line.against) {
        return Some(against.text);
    }
    let open: Vec<String> = text.open().into_iter().map(|line| line.text).collect();
    let support = || format!("support {:.0} %", 100.0 * text.evidence.support);
    Some(if open.is_empty() { support() } else { open.join("; ") })
}
