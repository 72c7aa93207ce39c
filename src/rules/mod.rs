//! The rules: what there is to remark on a citation, a claim or a source.
//!
//! A rule is one file with one entry in its group, and the groups are in [`GROUPS`]: it reads what was found ([`Subject`]) and adds
//! [`Finding`]s. Rules decide nothing and change nothing; a [`Fix`] is an offer.

mod coverage;
mod evidence;
mod example;
pub mod fix;
mod ignores;
mod ignoring;
mod layout;
mod marker;
mod placement;
mod pointer;
mod quote;
mod told;
mod selector;

pub use example::Example;
pub use selector::Selector;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::evidence::{Inspected, Model};
use crate::evidence::texts::Texts;
use crate::model::{Case, Citation};
use crate::sources::Store;
use crate::text::Span;
pub use layout::Layout;

/// A rule, named after the fault it finds.
#[derive(Debug)]
pub struct Rule {
    /// Its code: a letter for the group and three digits.
    pub code: &'static str,
    /// Its name, in lower case with hyphens.
    pub name: &'static str,
    /// How bad a finding is unless configured otherwise.
    pub severity: Severity,
    /// Whether it runs unless configured otherwise.
    pub on: bool,
    /// One line: what it finds.
    pub summary: &'static str,
    /// What, why it matters and what to do, in paragraphs of Markdown.
    pub explain: &'static str,
    /// A case it finds something in.
    pub fires: Example,
    /// A case near it that it finds nothing in.
    pub passes: Example,
    /// Looks.
    pub check: fn(&Subject<'_>, &mut Vec<Finding>),
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably wrong, or wrong but harmless.
    Warning,
    /// Wrong.
    Error,
}

impl Severity {
    /// All of them, the mildest first.
    pub const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    /// The name in JSON, on the command line and in configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What rules look at: a case with everything that was found out about it.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'s> {
    /// The case as read.
    pub case: &'s Case,
    /// The text of each source, parallel to `case.sources`; the reason where it cannot be read.
    pub stores: &'s [Result<Arc<Store>, String>],
    /// What was found for each citation, parallel to `case.response.citations`.
    pub inspected: &'s [Inspected],
    /// The response with its markers blanked out, byte for byte.
    pub response: &'s str,
    /// The texts of the sources that are not too large.
    pub texts: &'s Texts,
    /// Thresholds.
    pub settings: &'s Settings,
    /// Where markers stand in the Markdown of the response, once some rule has asked.
    pub layout: &'s OnceCell<Layout>,
}

/// What rules can be told.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// A score below this is remarked on, where the input gives one; 0 to 1.
    pub least_score: f64,
    /// The same for the scores of one origin, by its name: a format, or a judge. What is stated here
    /// is on the origin's own scale.
    pub least_scores: BTreeMap<String, f64>,
    /// A claim whose passages have a lower probability of support is reported; 0 to 1.
    pub least_support: f64,
}

impl Default for Settings {
    fn default() -> Self {
        let least_support = Model::fitted().support.unsupported;
        Self { least_score: 0.5, least_scores: BTreeMap::new(), least_support }
    }
}

/// A rule's remark.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// How bad it is; the rule's severity unless configured otherwise.
    pub severity: Severity,
    /// What was found, in one or two sentences, with the words it rests on.
    pub message: String,
    /// The citation it is about, by index; `None` for the response or a source.
    pub citation: Option<usize>,
    /// Index into the citation's targets, where it is about one of them.
    pub target: Option<usize>,
    /// The place in the response; bytes.
    pub span: Span,
    /// The place in a source that shows it: index of the source, bytes.
    pub shown_by: Option<(usize, Span)>,
    /// What to do.
    pub help: Option<String>,
    /// A change to the response that repairs it.
    pub fix: Option<Fix>,
}

/// A change to the response: replacements that do not overlap, in order of their spans.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in a few words.
    pub summary: String,
    /// Bytes of the response, and what to put there.
    pub edits: Vec<(Span, String)>,
    /// Whether it moves a locator, which is only done when asked for.
    pub moves_locator: bool,
}

impl Subject<'_> {
    /// Each citation with what was found for it, and its index.
    pub fn citations(&self) -> impl Iterator<Item = (usize, &Citation, &Inspected)> {
        let citations = self.case.response.citations.iter().zip(self.inspected).enumerate();
        citations.map(|(index, (citation, found))| (index, citation, found))
    }

    /// Where markers stand in the Markdown of the response.
    pub fn layout(&self) -> &Layout {
        self.layout.get_or_init(|| Layout::new(&self.case.response))
    }
}

impl Finding {
    /// A finding of `rule` about the citation at `index`, at its anchor.
    pub fn about(
        rule: &'static Rule,
        subject: &Subject<'_>,
        index: usize,
        message: impl Into<String>,
    ) -> Self {
        let citation = subject.case.response.citations.get(index);
        let span = citation.map(|citation| citation.anchor.span).unwrap_or_default();
        Self { citation: Some(index), ..Self::new(rule, span, message) }
    }

    /// A finding of `rule` at `span` of the response.
    pub fn new(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        Self {
            rule,
            severity: rule.severity,
            message: message.into(),
            citation: None,
            target: None,
            span,
            shown_by: None,
            help: None,
            fix: None,
        }
    }

    /// The same with what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Rules about one thing.
#[derive(Debug)]
pub struct Group {
    /// The letter that the codes of its rules begin with.
    pub letter: char,
    /// What they are about.
    pub title: &'static str,
    /// By code.
    pub rules: &'static [&'static Rule],
}

/// All groups, in the order in which a person would look.
pub static GROUPS: &[&Group] = &[
    &pointer::GROUP,
    &marker::GROUP,
    &placement::GROUP,
    &quote::GROUP,
    &evidence::GROUP,
    &coverage::GROUP,
    &ignoring::GROUP,
];

/// All rules, by group and code.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    GROUPS.iter().flat_map(|group| group.rules).copied()
}

/// The rule of this code or name.
pub fn rule(code_or_name: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.code == code_or_name || rule.name == code_or_name)
}

/// Runs the rules that `severity` gives a severity, and orders the findings by their place; those
/// that a comment in the response ignores are left out.
pub fn check(subject: &Subject<'_>, severity: &dyn Fn(&Rule) -> Option<Severity>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for rule in rules() {
        let Some(severity) = severity(rule) else { continue };
        let from = findings.len();
        (rule.check)(subject, &mut findings);
        findings.iter_mut().skip(from).for_each(|finding| finding.severity = severity);
    }
    ignores::apply(&subject.case.response.text, &mut findings);
    findings.sort_by_key(|finding| (finding.span, finding.rule.code));
    findings
}

/// The severity of a rule that nothing was configured for.
pub fn by_default(rule: &Rule) -> Option<Severity> {
    rule.on.then_some(rule.severity)
}

#[cfg(test)]
mod tests;
