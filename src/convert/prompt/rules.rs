//! Further instructions for a model.

/// A set of instructions on one subject.
#[derive(Debug)]
pub struct Rule {
    /// Its name, as `--rules` takes it.
    pub name: &'static str,
    /// The heading above them.
    pub title: &'static str,
    /// True if included by default.
    pub by_default: bool,
    /// A Markdown list, with places to fill in.
    pub(super) text: &'static str,
}

/// Every rule, in the order in which they are reported.
pub const RULES: &[Rule] = &[
    Rule {
        name: "when",
        title: "When to cite",
        by_default: true,
        text: include_str!("../../../assets/prompt/rules/when.md"),
    },
    Rule {
        name: "placement",
        title: "Where citations go",
        by_default: true,
        text: include_str!("../../../assets/prompt/rules/placement.md"),
    },
    Rule {
        name: "several",
        title: "Several sources",
        by_default: true,
        text: include_str!("../../../assets/prompt/rules/several.md"),
    },
    Rule {
        name: "forbidden",
        title: "What is not allowed",
        by_default: true,
        text: include_str!("../../../assets/prompt/rules/forbidden.md"),
    },
    Rule {
        name: "missing",
        title: "When no source says it",
        by_default: true,
        text: include_str!("../../../assets/prompt/rules/missing.md"),
    },
    Rule {
        name: "conflict",
        title: "When sources differ",
        by_default: true,
        text: include_str!("../../../assets/prompt/rules/conflict.md"),
    },
    Rule {
        name: "grounding",
        title: "Staying with the sources",
        by_default: false,
        text: include_str!("../../../assets/prompt/rules/grounding.md"),
    },
];
