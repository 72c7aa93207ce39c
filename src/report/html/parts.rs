//! The parts of a case's page, a template each.

use std::collections::BTreeSet;

use askama::Template;
use askama::filters::HtmlSafe;

use super::super::dossier::{
    CitationEntry, Dossier, FindingEntry, Inline, LineEntry, MarkedText, Node, Opinion,
    SourceEntry, TargetEntry, Window,
};
use super::super::standing::Standing;
use super::{ChipText, Words};

/// The maximum length of a claim that stays in view next to its passage, in bytes.
const MAX_STICKY: usize = 400;

/// Blocks of the response.
#[derive(Template)]
#[template(path = "nodes.html")]
pub(super) struct Nodes<'n> {
    pub(super) nodes: &'n [Node],
    /// The case, for its chips.
    pub(super) it: &'n Dossier<'n>,
}

impl HtmlSafe for Nodes<'_> {}

impl<'n> Nodes<'n> {
    fn nested(&self, nodes: &'n [Node]) -> Self {
        Self { nodes, it: self.it }
    }

    fn inlines(&self, inlines: &'n [Inline]) -> Inlines<'n> {
        Inlines { inlines, it: self.it }
    }
}

#[derive(Template)]
#[template(path = "inlines.html")]
struct Inlines<'n> {
    inlines: &'n [Inline],
    it: &'n Dossier<'n>,
}

impl HtmlSafe for Inlines<'_> {}

#[derive(Template)]
#[template(path = "findings.html")]
pub(super) struct Findings<'f> {
    pub(super) findings: &'f [FindingEntry],
}

impl HtmlSafe for Findings<'_> {}

#[derive(Template)]
#[template(path = "verdicts.html")]
pub(super) struct Verdicts<'v> {
    pub(super) verdicts: &'v [Opinion],
}

impl HtmlSafe for Verdicts<'_> {}

/// A citation with everything known about it.
#[derive(Template)]
#[template(path = "citation.html")]
pub(super) struct Card<'c> {
    pub(super) it: &'c CitationEntry,
    pub(super) prefix: &'c str,
    /// The lines of sources that can be linked to: number of the source and byte.
    pub(super) anchors: &'c BTreeSet<(usize, usize)>,
}

impl HtmlSafe for Card<'_> {}

impl<'c> Card<'c> {
    /// Returns the id of the line in the source at which the passage begins, else that of the
    /// source.
    fn place(&self, target: &TargetEntry) -> String {
        let source = target.source.as_ref().map_or(0, |(number, _)| *number);
        let first = target.lines.iter().find(|line| line.cited).map(|line| line.start);
        match first.filter(|start| self.anchors.contains(&(source, *start))) {
            Some(start) => line_id(self.prefix, source, start),
            None => format!("{}s{source}", self.prefix),
        }
    }

    fn lines(&self, lines: &'c [LineEntry]) -> SourceLines<'c> {
        SourceLines { shown: lines, prefix: self.prefix, anchors: None }
    }

    /// Returns the class of the card: that of its chip, or of a doubt that only the evidence shows.
    fn class(&self) -> &'static str {
        match self.it.chip.standing {
            Standing::Sound if self.it.chip.outcome.is_problem() => Standing::Doubt.class(),
            standing => standing.class(),
        }
    }

    /// True if the claim leaves room for its passage while it stays in view.
    fn is_short(&self) -> bool {
        self.it.claim.iter().map(|piece| piece.text.as_str().len()).sum::<usize>() <= MAX_STICKY
    }

    /// Returns the codes of the rules that have findings here.
    fn rules(&self) -> String {
        let own = self.it.targets.iter().flat_map(|target| &target.findings);
        let codes: BTreeSet<&str> = own.chain(&self.it.findings).map(|one| one.code).collect();
        codes.into_iter().collect::<Vec<_>>().join(" ")
    }

    /// Returns the names of the verdicts on it.
    fn verdicts(&self) -> String {
        let own = self.it.targets.iter().flat_map(|target| &target.verdicts);
        let kinds = own.chain(&self.it.verdicts).filter_map(|one| one.verdict);
        let names: BTreeSet<&str> = kinds.map(|kind| kind.name).collect();
        if names.is_empty() {
            return "none".to_owned();
        }
        names.into_iter().collect::<Vec<_>>().join(" ")
    }
}

/// A source with its text.
#[derive(Template)]
#[template(path = "source.html")]
pub(super) struct SourceCard<'s> {
    pub(super) it: &'s SourceEntry,
    pub(super) prefix: &'s str,
    pub(super) anchors: &'s BTreeSet<(usize, usize)>,
}

impl HtmlSafe for SourceCard<'_> {}

impl<'s> SourceCard<'s> {
    fn lines(&self, window: &'s Window) -> SourceLines<'s> {
        let anchors = Some((self.it.number, self.anchors));
        SourceLines { shown: &window.lines, prefix: self.prefix, anchors }
    }
}

/// Lines of a source.
#[derive(Template)]
#[template(path = "lines.html")]
struct SourceLines<'l> {
    shown: &'l [LineEntry],
    prefix: &'l str,
    /// The source they belong to, if its lines can be linked to.
    anchors: Option<(usize, &'l BTreeSet<(usize, usize)>)>,
}

impl HtmlSafe for SourceLines<'_> {}

impl SourceLines<'_> {
    /// True if a stretch is highlighted; in the text of a source, whole lines are highlighted.
    fn is_cited(&self, line: &LineEntry, stretch: &[MarkedText]) -> bool {
        let is_cited = stretch.first().is_some_and(|piece| piece.cited);
        is_cited || line.cited && self.anchors.is_some()
    }

    fn id(&self, line: &LineEntry) -> Option<String> {
        let (source, anchors) = self.anchors?;
        let is_known = anchors.contains(&(source, line.start));
        is_known.then(|| line_id(self.prefix, source, line.start))
    }
}

fn line_id(prefix: &str, source: usize, start: usize) -> String {
    format!("{prefix}s{source}-{start}")
}
