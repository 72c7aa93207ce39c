//! The verdicts a reviewer can give, and the reasons that can go with them.

use serde::{Deserialize, Serialize};

/// A person's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The passage supports the claim.
    Supports,
    /// The passage supports a part of it, or something weaker.
    Partly,
    /// The passage does not support the claim.
    DoesNotSupport,
    /// The passage says the opposite, or something that cannot be true together with the claim.
    Contradicts,
    /// The passage does not support the claim, but another place does.
    WrongPlace,
    /// Undecidable from the available text.
    CannotTell,
    /// For an uncited sentence: it needs a citation.
    NeedsCitation,
    /// For an uncited sentence: it needs none.
    Fine,
}

/// The properties of a verdict.
#[derive(Debug)]
pub struct VerdictKind {
    /// The verdict.
    pub verdict: Verdict,
    /// Its name in files.
    pub name: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// Sign for chips and lists, one cell wide.
    pub sign: &'static str,
    /// True if it is for uncited sentences, not for citations.
    pub uncited: bool,
}

const fn kind(
    verdict: Verdict,
    name: &'static str,
    title: &'static str,
    sign: &'static str,
) -> VerdictKind {
    VerdictKind { verdict, name, title, sign, uncited: false }
}

/// All verdicts, in the order in which they are offered.
pub const VERDICTS: &[VerdictKind] = &[
    kind(Verdict::Supports, "supports", "supports", "✓"),
    kind(Verdict::Partly, "partly", "supports partly", "◐"),
    kind(Verdict::DoesNotSupport, "does-not-support", "does not support", "✗"),
    kind(Verdict::Contradicts, "contradicts", "contradicts", "⊘"),
    kind(Verdict::WrongPlace, "wrong-place", "wrong place", "↷"),
    kind(Verdict::CannotTell, "cannot-tell", "cannot tell", "~"),
    VerdictKind {
        uncited: true,
        ..kind(Verdict::NeedsCitation, "needs-citation", "needs a citation", "+")
    },
    VerdictKind { uncited: true, ..kind(Verdict::Fine, "fine", "needs none", "✓") },
];

/// Codes for faults of a citation or claim, with their meanings.
pub const REASONS: &[(&str, &str)] = &[
    ("number", "a number, amount or unit differs"),
    ("date", "a date or time differs"),
    ("name", "a different person, place or thing"),
    ("quote", "quoted words are not in the source"),
    ("scope", "the claim overstates the source"),
    ("negation", "negation flipped"),
    ("condition", "a condition or exception is missing"),
    ("outdated", "the source is outdated"),
    ("off-topic", "the source is about another subject"),
    ("two-sources", "only together with another source"),
    ("unreadable", "the source is damaged or unavailable"),
];

impl Verdict {
    /// Returns its properties.
    pub fn kind(self) -> &'static VerdictKind {
        const SUPPORTS: &VerdictKind = &kind(Verdict::Supports, "supports", "supports", "✓");
        VERDICTS.iter().find(|kind| kind.verdict == self).unwrap_or(SUPPORTS)
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        self.kind().name
    }

    /// Returns the names of those on citations: `` `supports`, `partly` and … ``.
    pub fn names_on_citations() -> String {
        let names = VERDICTS.iter().filter(|kind| !kind.uncited).map(|kind| kind.name);
        let names: Vec<&str> = names.collect();
        crate::text::prose::ticked(names, VERDICTS.len())
    }

    /// Returns the verdict of that name.
    pub fn named(name: &str) -> Option<Self> {
        VERDICTS.iter().find(|kind| kind.name == name).map(|kind| kind.verdict)
    }

    /// Returns the support for the claim by the weights of the TREC RAG track: 1, 0.5 or 0; `None`
    /// if the verdict does not express any.
    pub const fn support(self) -> Option<f64> {
        match self {
            Self::Supports => Some(1.0),
            Self::Partly => Some(0.5),
            Self::DoesNotSupport | Self::Contradicts | Self::WrongPlace => Some(0.0),
            Self::CannotTell | Self::NeedsCitation | Self::Fine => None,
        }
    }

    /// Its place on the scale from contradiction to support, for agreement between reviewers that
    /// counts how far apart two verdicts are; `None` for those that are on no scale.
    pub const fn rank(self) -> Option<u8> {
        match self {
            Self::Contradicts => Some(0),
            Self::DoesNotSupport | Self::WrongPlace => Some(1),
            Self::Partly => Some(2),
            Self::Supports => Some(3),
            Self::CannotTell | Self::NeedsCitation | Self::Fine => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_in_files() {
        for kind in VERDICTS {
            let json = serde_json::to_string(&kind.verdict).unwrap();
            assert_eq!(json, format!("\"{}\"", kind.name));
            assert_eq!(Verdict::named(kind.name), Some(kind.verdict));
            assert_eq!(kind.verdict.kind().name, kind.name);
        }
    }
}
