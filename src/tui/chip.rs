//! What a citation's chip says: its number, a sign when something is wrong, the shortest true
//! locator.

use crate::inspect::Inspection;
use crate::model::{Citation, Locator};
use crate::report::evidence::trouble;
use crate::resolve::Resolution;
use crate::text::address;
use crate::tui::theme::Role;

/// How well a citation stands, by what needs no model to tell.
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
    /// The sign inside the chip.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Sound => "",
            Self::Doubt => "? ",
            Self::NoText => "\u{25cb} ",
            Self::Trouble => "! ",
        }
    }

    /// The role of the chip.
    pub const fn role(self) -> Role {
        match self {
            Self::Sound => Role::Chip,
            Self::Doubt => Role::ChipDoubt,
            Self::NoText => Role::ChipNoText,
            Self::Trouble => Role::ChipTrouble,
        }
    }

    /// The word for it, where there is no room for a sentence.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sound => "resolved",
            Self::Doubt => "doubtful",
            Self::NoText => "without text",
            Self::Trouble => "unresolved",
        }
    }
}

/// What the sign in a chip tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tells {
    /// All that the program found out.
    #[default]
    Doubts,
    /// Only whether it resolves: the evidence is still hidden.
    Resolution,
    /// The reviewer's verdict, by its sign.
    Verdict(&'static str),
}

/// How well the citation of `index` stands, as far as `tells` shows it.
pub fn standing_told(inspection: &Inspection, index: usize, tells: Tells) -> Standing {
    match tells {
        Tells::Resolution => resolved(inspection, index),
        Tells::Doubts | Tells::Verdict(_) => standing(inspection, index),
    }
}

/// How well the citation of `index` stands.
pub fn standing(inspection: &Inspection, index: usize) -> Standing {
    let found = inspection.inspected.get(index).into_iter();
    let mut evidence = found.flat_map(|found| found.evidence.iter().flatten());
    match resolved(inspection, index) {
        Standing::Sound if evidence.any(|it| trouble(it).is_some()) => Standing::Doubt,
        resolved => resolved,
    }
}

/// The same without what claim and passage say.
fn resolved(inspection: &Inspection, index: usize) -> Standing {
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

/// The chip's text; the selected one is closed in by bars, so that it stands out without colour.
///
/// What is judged bears the verdict's sign instead of the program's doubts; what changed since it was
/// read before has an asterisk.
pub fn label(
    inspection: &Inspection,
    index: usize,
    tells: Tells,
    changed: bool,
    selected: bool,
) -> String {
    let sign = match tells {
        Tells::Verdict(sign) => format!("{sign} "),
        tells => standing_told(inspection, index, tells).sign().to_owned(),
    };
    let citation = inspection.case.response.citations.get(index);
    let place = citation.map(place).unwrap_or_default();
    let blank = if place.is_empty() { "" } else { " " };
    let mark = if changed { "*" } else { "" };
    let text = format!("[{}{mark}{blank}{sign}{place}]", index + 1);
    let text = text.replace(" ]", "]");
    if selected { format!("▐{text}▌") } else { text }
}

/// The most characters of an id in a chip.
const MOST: usize = 24;

/// An id short enough for a chip: of an address the host, of others the beginning.
fn short(id: &str) -> String {
    let host = id.split_once("://").and_then(|(_, rest)| rest.split(['/', '?', '#']).next());
    let id = host.map_or(id, |host| host.strip_prefix("www.").unwrap_or(host));
    if id.chars().count() <= MOST {
        return id.to_owned();
    }
    id.chars().take(MOST - 1).chain(['\u{2026}']).collect()
}

/// A fragment short enough for a chip: `#name`, of a text fragment its words in quotation marks.
fn fragment(fragment: &str) -> String {
    let fragment = address::decoded(fragment);
    match fragment.split_once(":~:text=") {
        Some((_, words)) => format!("\u{201c}{}\u{201d}", short(words)),
        None => short(&format!("#{fragment}")),
    }
}

/// The shortest true words for where a citation points.
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
