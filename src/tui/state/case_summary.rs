//! A case that is not shown: its name, and the result of inspecting it.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::error::Error;
use crate::inspect::Inspection;
use crate::model::{AnchorKind, Case, Response};
use crate::report::standing::Assessment;
use crate::review::{Fingerprint, SourceHashes, Subject, Verdict, subjects};
use crate::rules::Severity;
use crate::text::prose::one_line;
use crate::tui::chip::Standing;

/// Maximum number of names of sources for a case.
const MAX_SOURCES: usize = 20;

/// Maximum number of findings of a case that are kept to be shown.
const MAX_MESSAGES: usize = 3;

/// Maximum length of what is kept of a text, in characters.
const MAX_BEGINNING: usize = 200;

/// A case in the list of cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseName {
    /// Its id; shared, because all names are copied when more are known.
    pub id: Arc<str>,
    /// The number of its citations; `None` if it cannot be read.
    pub citations: Option<usize>,
    /// The result of inspecting it, once it is inspected.
    pub summary: Option<Arc<CaseSummary>>,
}

impl CaseName {
    /// Returns the entry of a case.
    pub fn of(case: &Case) -> Self {
        let citations = Some(case.response.citations.len());
        Self { id: Arc::from(case.id.as_str()), citations, summary: None }
    }

    /// Returns the entry of a fully inspected case.
    pub fn summarized(inspection: &Inspection) -> Self {
        let summary = Some(Arc::new(CaseSummary::of(inspection)));
        Self { summary, ..Self::of(&inspection.case) }
    }

    /// Returns the entry of a case that cannot be read.
    pub fn unreadable(error: &Error) -> Self {
        Self { id: Arc::from(error.to_string()), citations: None, summary: None }
    }
}

/// The result of inspecting a case, for the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseSummary {
    /// The standing of its worst citation.
    pub standing: Standing,
    /// The number of findings.
    pub findings: usize,
    /// The gravest of them.
    pub gravest: Option<Severity>,
    /// The names of their rules, the gravest first.
    pub rules: Vec<&'static str>,
    /// The names and titles of the sources cited.
    pub sources: Vec<String>,
    /// The dialect.
    pub dialect: &'static str,
    /// The beginnings of the question and of the answer; empty where there is none.
    pub begins: [Box<str>; 2],
    /// The messages of the gravest findings, from their beginnings.
    pub messages: Vec<Box<str>>,
    /// The subjects to judge.
    pub subjects: Vec<SubjectKeys>,
}

/// The keys of a subject: its fingerprint, and the one with its passage in place of its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubjectKeys {
    /// Its fingerprint.
    pub fingerprint: Fingerprint,
    /// The same with the passage in place of its source.
    pub at_passage: Option<Fingerprint>,
}

impl SubjectKeys {
    /// Returns the verdict on it among those that hold.
    pub fn verdict(&self, verdicts: &BTreeMap<Fingerprint, Verdict>) -> Option<Verdict> {
        let own = verdicts.get(&self.fingerprint);
        own.or_else(|| verdicts.get(self.at_passage.as_ref()?)).copied()
    }
}

impl CaseSummary {
    /// Returns the summary of a fully inspected case.
    pub fn of(inspection: &Inspection) -> Self {
        let citations = 0..inspection.case.response.citations.len();
        let assessment = Assessment::new(inspection);
        let standing = citations.map(|index| assessment.standing(inspection, index)).max();
        let mut findings: Vec<_> = inspection.findings.iter().collect();
        findings.sort_by_key(|it| (Reverse(it.severity), it.rule.name));
        let mut rules: Vec<&'static str> = Vec::new();
        for finding in &findings {
            if !rules.contains(&finding.rule.name) {
                rules.push(finding.rule.name);
            }
        }
        let times = inspection.times_cited();
        let cited = (0..times.len()).filter(|index| times.get(*index).is_some_and(|it| *it > 0));
        let sources = cited.take(MAX_SOURCES).map(|index| {
            let name = inspection.source_name(index);
            let title = inspection.case.sources.get(index).and_then(|it| it.title.clone());
            match title.filter(|title| *title != name) {
                Some(title) => format!("{name} {title}"),
                None => name,
            }
        });
        let subjects = subjects(inspection, &mut SourceHashes::default());
        let known =
            |it: &Subject| SubjectKeys { fingerprint: it.fingerprint, at_passage: it.at_passage() };
        Self {
            standing: standing.unwrap_or(Standing::Sound),
            findings: findings.len(),
            gravest: findings.first().map(|it| it.severity),
            rules,
            sources: sources.collect(),
            dialect: inspection.case.format.name,
            begins: [
                beginning(inspection.case.question.as_deref().unwrap_or_default()),
                beginning(&words(&inspection.case.response)),
            ],
            messages: findings.iter().take(MAX_MESSAGES).map(|it| beginning(&it.message)).collect(),
            subjects: subjects.iter().map(known).collect(),
        }
    }
}

/// Returns the beginning of a response without its marks, and without the blanks before them where none is needed.
fn words(response: &Response) -> String {
    let mut words = String::new();
    let mut at = 0;
    let marks = response.citations.iter().filter(|it| it.anchor.kind == AnchorKind::Marker);
    for mark in marks.map(|it| it.anchor.span) {
        words.push_str(response.text.get(at..mark.start).unwrap_or_default());
        at = at.max(mark.end);
        let next = response.text.get(at..).and_then(|after| after.chars().next());
        if next.is_none_or(|next| next.is_whitespace() || ".,;:!?)".contains(next)) {
            words.truncate(words.trim_end().len());
        }
        if words.len() > 4 * MAX_BEGINNING {
            return words;
        }
    }
    words + response.text.get(at..).unwrap_or_default()
}

/// Returns the first words of a text on one line, cut at [`MAX_BEGINNING`].
fn beginning(text: &str) -> Box<str> {
    let start = text.get(..text.floor_char_boundary(4 * MAX_BEGINNING)).unwrap_or_default();
    let line = one_line(start);
    match line.char_indices().nth(MAX_BEGINNING) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()).into(),
        None => line.into(),
    }
}
