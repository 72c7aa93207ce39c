//! The standing of a citation as a sign and a word, and the shortest exact name of its place. The
//! chips of the screen and of reports share it.

use std::collections::BTreeSet;

use super::outcome::{Outcome, outcome, outcomes};
use crate::inspect::Inspection;
use crate::model::{Citation, Locator, Placement, Spelling};
use crate::resolve::{How, Resolution};
use crate::rules::Severity;
use crate::text::address;
use crate::text::prose::one_line;

/// The maximum number of characters of a source's title beside each citation; the list of sources has
/// all of it.
pub(super) const MAX_TITLE: usize = 300;

/// The standing of a citation, determined without a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Every target resolves as stated.
    Sound,
    /// It resolves, with something a reader should know; or it is still being resolved.
    Doubt,
    /// It resolves to a source that the input gives no text of.
    NoText,
    /// Malformed, or a target does not resolve.
    Trouble,
}

impl Standing {
    /// Returns the sign inside the chip.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Sound => "",
            Self::Doubt => "? ",
            Self::NoText => "\u{25cb} ",
            Self::Trouble => "! ",
        }
    }

    /// Returns the word for it, if there is no room for a sentence.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sound => "resolved",
            Self::Doubt => "doubtful",
            Self::NoText => "without text",
            Self::Trouble => "unresolved",
        }
    }
}

/// Returns the standing of the citation at `index`.
pub fn standing(inspection: &Inspection, index: usize) -> Standing {
    match resolved(inspection, index) {
        Standing::Sound if is_doubted(inspection, index) => Standing::Doubt,
        resolved => resolved,
    }
}

/// True if a citation that resolves is doubtful all the same: by the outcome of comparing claim and
/// passage, or by a finding that is at least a warning.
fn is_doubted(inspection: &Inspection, index: usize) -> bool {
    let is_warned = || warned(inspection).any(|citation| citation == index);
    outcome(inspection, index).is_problem() || is_weak(inspection, index) || is_warned()
}

/// Returns the citations that a finding warns about.
fn warned(inspection: &Inspection) -> impl Iterator<Item = usize> {
    let found = inspection.findings.iter().filter(|it| it.severity >= Severity::Warning);
    found.filter_map(|finding| finding.citation)
}

/// True if the passages of a citation probably do not support its claim: by the threshold of the
/// model, or by that of the user's settings.
pub fn is_weak(inspection: &Inspection, index: usize) -> bool {
    let is_reported = || reported_as_weak(inspection).any(|citation| citation == index);
    is_weak_by(outcome(inspection, index), is_reported)
}

fn is_weak_by(outcome: Outcome, is_reported: impl FnOnce() -> bool) -> bool {
    outcome == Outcome::WeakSupport || !outcome.is_problem() && is_reported()
}

/// Returns the citations that a finding calls unsupported.
fn reported_as_weak(inspection: &Inspection) -> impl Iterator<Item = usize> {
    let found = inspection.findings.iter().filter(|finding| finding.rule.name == "unsupported");
    found.filter_map(|finding| finding.citation)
}

/// The outcomes of all citations of an inspection, determined in one pass.
#[derive(Debug, Clone)]
pub struct Assessment {
    outcomes: Vec<Outcome>,
    weak: BTreeSet<usize>,
    warned: BTreeSet<usize>,
}

impl Assessment {
    /// Determines the outcomes.
    pub fn new(inspection: &Inspection) -> Self {
        let outcomes = outcomes(inspection);
        let reported: BTreeSet<usize> = reported_as_weak(inspection).collect();
        let all = outcomes.iter().enumerate();
        let weak = all.filter(|(index, it)| is_weak_by(**it, || reported.contains(index)));
        let weak = weak.map(|(index, _)| index).collect();
        Self { outcomes, weak, warned: warned(inspection).collect() }
    }

    /// Returns the outcome of each citation.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// Returns the same as [`is_weak`].
    pub fn is_weak(&self, index: usize) -> bool {
        self.weak.contains(&index)
    }

    /// Returns the same as [`standing`].
    pub fn standing(&self, inspection: &Inspection, index: usize) -> Standing {
        let is_problem = self.outcomes.get(index).is_some_and(|outcome| outcome.is_problem());
        let is_doubted = is_problem || self.is_weak(index) || self.warned.contains(&index);
        match resolved(inspection, index) {
            Standing::Sound if is_doubted => Standing::Doubt,
            resolved => resolved,
        }
    }
}

/// Returns the same as [`standing`] without the comparison of claim and passage.
pub fn resolved(inspection: &Inspection, index: usize) -> Standing {
    let citation = inspection.case.response.citations.get(index);
    let Some(found) = inspection.inspected.get(index) else { return Standing::Doubt };
    if citation.is_some_and(|citation| citation.problem.is_some()) {
        return Standing::Trouble;
    }
    let of = |target: &Resolution| match target {
        Resolution::Found(passage) if passage.doubts.is_empty() => Standing::Sound,
        Resolution::Found(_) | Resolution::Pending(_) => Standing::Doubt,
        Resolution::Missing(_) if target.has_no_text() => Standing::NoText,
        Resolution::Missing(_) => Standing::Trouble,
    };
    let doubtful = citation.is_some_and(|citation| citation.placement.is_doubtful());
    let anchor = if doubtful { Standing::Doubt } else { Standing::Sound };
    found.targets.iter().map(of).max().map_or(Standing::Trouble, |it| it.max(anchor))
}

/// Maximum number of characters of an id in a chip.
const MAX: usize = 24;

/// Returns an id short enough for a chip: the host of an address, the beginning of others.
fn short(id: &str) -> String {
    let host = id.split_once("://").and_then(|(_, rest)| rest.split(['/', '?', '#']).next());
    let id = host.map_or(id, |host| host.strip_prefix("www.").unwrap_or(host));
    if id.chars().count() <= MAX {
        return id.to_owned();
    }
    id.chars().take(MAX - 1).chain(['\u{2026}']).collect()
}

/// Returns a fragment short enough for a chip: `#name`, of a text fragment its words in quotation
/// marks.
fn fragment(fragment: &str) -> String {
    let fragment = address::decoded(fragment);
    match fragment.split_once(":~:text=") {
        Some((_, words)) => format!("\u{201c}{}\u{201d}", short(words)),
        None => short(&format!("#{fragment}")),
    }
}

/// Returns the shortest exact name of a citation's place.
pub fn place(citation: &Citation) -> String {
    let Some(first) = citation.targets.first() else {
        let kind = citation.problem.as_ref().map(|problem| problem.kind.name());
        return kind.unwrap_or_default().to_owned();
    };
    let mut text = match &first.locator {
        Some(Locator::Fragment(name)) => fragment(name),
        Some(locator) => locator.to_string(),
        None => short(&first.id),
    };
    if citation.targets.len() > 1 {
        text = format!("{text} +{}", citation.targets.len() - 1);
    }
    if citation.in_code {
        text.push_str(" in code");
    }
    text
}

/// Describes how a passage was found.
pub fn found_by(how: How) -> &'static str {
    match how {
        How::Label => "found by printed label",
        How::Line => "found by line number",
        How::Offset => "found by offset",
        How::Quote => "found by quoted words",
        How::Block => "found by block",
        How::Page => "found by page",
        How::Time => "found by time",
        How::Anchor => "found by fragment",
        How::Repaired => "repaired: found at another position",
        How::Whole => "whole source",
    }
}

/// Returns further remarks on the citation at `index`.
pub(super) fn remarks(inspection: &Inspection, index: usize) -> Vec<String> {
    let Some(citation) = inspection.case.response.citations.get(index) else { return Vec::new() };
    let mut remarks = Vec::new();
    let mut sources = (0..citation.targets.len())
        .filter_map(|at| inspection.source_of(inspection.resolution(index, at)?));
    let label = citation.label.as_ref();
    // The title is on the line above.
    if let Some(label) = label.filter(|_| !sources.any(|source| source.title.as_ref() == label)) {
        remarks.push(format!("shown as \u{201c}{}\u{201d}", one_line(label)));
    }
    if citation.in_code {
        remarks.push("in code, shown as text".to_owned());
    }
    match citation.spelling {
        Spelling::Proper => {}
        Spelling::Escaped => remarks.push("marker written as `\\ue200` escapes".to_owned()),
        Spelling::Stripped => {
            remarks.push("marker without its private-use characters".to_owned());
        }
    }
    if citation.placement != Placement::Fitted {
        remarks.extend(citation.placement.describe());
    }
    remarks
}
