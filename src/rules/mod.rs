//! The rules that report findings about citations, claims and sources.
//!
//! A rule is one file with one entry in its group, and the groups are in [`GROUPS`]. It reads the results
//! of the inspection ([`Subject`]) and adds [`Finding`]s. Rules change nothing; a [`Fix`] is an offer.

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
mod references;
mod same_fact;
mod wording;
mod selector;
mod table;

pub use example::Example;
pub use ignores::{Ignored, Ignores};
pub use selector::Selector;
pub use table::{GROUPS, rule, rules};

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::error::Why;
use crate::evidence::texts::Texts;
use crate::evidence::{Inspected, Model};
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
    /// The default severity of its findings.
    pub severity: Severity,
    /// True if it runs by default.
    pub on: bool,
    /// The fault, in one line.
    pub summary: &'static str,
    /// The explanation, in paragraphs of Markdown: the fault, why it matters, what to do.
    pub explain: &'static str,
    /// An example with a finding.
    pub fires: Example,
    /// A similar example without findings.
    pub passes: Example,
    /// Adds the findings.
    pub check: fn(&Subject<'_>, &mut Vec<Finding>),
}

/// The severity of a finding.
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

    /// Returns the name in JSON, on the command line and in configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A case with the results of its inspection, as rules read it.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'s> {
    /// The case as read.
    pub case: &'s Case,
    /// The text of each source, parallel to `case.sources`; the reason where it cannot be read.
    pub stores: &'s [Result<Arc<Store>, Why>],
    /// The results for each citation, parallel to `case.response.citations`.
    pub inspected: &'s [Inspected],
    /// The response with its markers blanked out, byte for byte.
    pub response: &'s str,
    /// The texts of the sources that are not too large.
    pub texts: &'s Texts,
    /// Thresholds.
    pub settings: &'s Settings,
    /// The places of markers in the Markdown of the response, computed on first use.
    pub layout: &'s OnceCell<Layout>,
    /// The ignore comments of the response, once all other rules have run.
    pub ignores: &'s OnceCell<Ignores>,
}

/// Settings of the rules.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The threshold, from 0 to 1, below which a score that the input gives is a finding.
    pub least_score: f64,
    /// The same for the scores of one origin (a dialect or a judge), on the origin's own scale.
    pub least_scores: BTreeMap<String, f64>,
    /// The probability of support, from 0 to 1, below which a claim is reported.
    pub least_support: f64,
    /// True if comments in a response may silence findings.
    pub allow_ignores: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            least_score: 0.5,
            least_scores: BTreeMap::new(),
            least_support: Model::fitted().support.unsupported,
            allow_ignores: false,
        }
    }
}

/// The results of the rules.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// The findings, by their place in the response.
    pub findings: Vec<Finding>,
    /// The findings that comments in the response silence.
    pub ignored: Vec<Ignored>,
}

/// A fault that a rule reports.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// Its severity; the rule's unless configured otherwise.
    pub severity: Severity,
    /// The fault with the words it is based on, as a fragment: lower case, without a full stop.
    pub message: Cow<'static, str>,
    /// The citation it is about, by index; `None` for the response or a source.
    pub citation: Option<usize>,
    /// Index into the citation's targets, where it is about one of them.
    pub target: Option<usize>,
    /// The place in the response; bytes.
    pub span: Span,
    /// The place in a source that shows it: index of the source, bytes.
    pub shown_by: Option<(usize, Span)>,
    /// Advice, as a fragment.
    pub help: Option<String>,
    /// A change to the response that repairs it.
    pub fix: Option<Box<Fix>>,
}

/// A change to the response: replacements that do not overlap, in order of their spans.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The effect, in a few words.
    pub summary: String,
    /// Bytes of the response, and what to put there.
    pub edits: Vec<(Span, String)>,
    /// True if it moves a locator, which only `--fix-locators` does.
    pub moves_locator: bool,
}

impl Subject<'_> {
    /// Returns each citation with its index and its results.
    pub fn citations(&self) -> impl Iterator<Item = (usize, &Citation, &Inspected)> {
        let citations = self.case.response.citations.iter().zip(self.inspected).enumerate();
        citations.map(|(index, (citation, found))| (index, citation, found))
    }

    /// Returns the places of markers in the Markdown of the response.
    pub fn layout(&self) -> &Layout {
        self.layout.get_or_init(|| Layout::new(&self.case.response))
    }
}

impl Rule {
    /// Returns the severity of `other` while this rule is shown on an example: only the rules that
    /// its findings depend on run with it.
    pub fn severity_in_example(&self, other: &Self) -> Option<Severity> {
        let is_needed = other.name == self.name || ignores::is_own(self) && !ignores::is_own(other);
        is_needed.then_some(other.severity)
    }

    /// Returns settings that show the rule on its examples.
    pub fn example_settings(&self) -> Settings {
        let allow_ignores = ignores::is_own(self) && self.name != "unpermitted-ignore";
        Settings { allow_ignores, ..Settings::default() }
    }
}

impl Finding {
    /// Returns a finding of `rule` about the citation at `index`, at its anchor.
    pub fn about(
        rule: &'static Rule,
        subject: &Subject<'_>,
        index: usize,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        let citation = subject.case.response.citations.get(index);
        let span = citation.map(|citation| citation.anchor.span).unwrap_or_default();
        Self { citation: Some(index), ..Self::new(rule, span, message) }
    }

    /// Returns a finding of `rule` at `span` of the response.
    pub fn new(rule: &'static Rule, span: Span, message: impl Into<Cow<'static, str>>) -> Self {
        // A formatted text has up to twice the room that it needs, and an answer can have 100,000 findings: the
        // room of the first is that of the next.
        let message = match message.into() {
            Cow::Owned(message) => Cow::Owned(String::from(message.as_str())),
            fixed @ Cow::Borrowed(_) => fixed,
        };
        Self {
            rule,
            severity: rule.severity,
            message,
            citation: None,
            target: None,
            span,
            shown_by: None,
            help: None,
            fix: None,
        }
    }

    /// Adds advice.
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
    /// Their subject.
    pub title: &'static str,
    /// By code.
    pub rules: &'static [&'static Rule],
}

/// Runs the rules that `severity` gives a severity.
pub fn check(subject: &Subject<'_>, severity: &dyn Fn(&Rule) -> Option<Severity>) -> Outcome {
    let run = |rule: &'static Rule, findings: &mut Vec<Finding>| {
        let severity = severity(rule)?;
        let from = findings.len();
        (rule.check)(subject, findings);
        findings.iter_mut().skip(from).for_each(|finding| finding.severity = severity);
        Some(rule.code)
    };
    let mut findings = Vec::new();
    let about_citations = rules().filter(|rule| !ignores::is_own(rule));
    let ran = about_citations.filter_map(|rule| run(rule, &mut findings)).collect();
    // A vector that doubled holds room for as many again, and an answer may have 100,000 findings.
    findings.shrink_to_fit();
    references::leave_one(subject, &mut findings);
    same_fact::leave_one(subject, &mut findings);
    let mut comments = Ignores::read(subject, ran);
    let ignored = comments.apply(&subject.case.response.text, &mut findings);
    // Never set before: each check has its own subject.
    drop(subject.ignores.set(comments));
    for rule in rules().filter(|rule| ignores::is_own(rule)) {
        run(rule, &mut findings);
    }
    findings.shrink_to_fit();
    findings.sort_by_cached_key(|finding| (finding.span, finding.rule.code));
    Outcome { findings, ignored }
}

/// Returns the severity of a rule without configuration.
pub fn by_default(rule: &Rule) -> Option<Severity> {
    rule.on.then_some(rule.severity)
}

#[cfg(test)]
mod tests;
