//! A judgement before its verdict: everything an entry repeats of the case, so that it can be
//! understood without the input.

use std::collections::{BTreeMap, BTreeSet};

use super::subject::sentences;
use super::{Fingerprint, Hash, Judgement, Scope, SourceHashes, Subject, SubjectPart, subjects};
use crate::inspect::Inspection;
use crate::resolve::Resolution;
use crate::rules::Finding;

/// The subjects of a case, and a judgement to be filled in for each.
#[derive(Debug)]
pub struct Drafts<'i> {
    inspection: &'i Inspection,
    subjects: Vec<Subject>,
    /// For each citation, by index, its number in reading order, from 1.
    numbers: BTreeMap<usize, usize>,
    /// By claim, the text after it.
    after: BTreeMap<Hash, BTreeSet<Fingerprint>>,
    /// Sentences without a citation, and the number of them that are subjects.
    uncited: (usize, usize),
    /// Findings by citation; `None` for findings on no citation.
    findings: BTreeMap<Option<usize>, Vec<&'i Finding>>,
}

impl<'i> Drafts<'i> {
    /// Returns the drafts of a case.
    pub fn new(inspection: &'i Inspection, hashes: &mut SourceHashes) -> Self {
        let subjects = subjects(inspection, hashes);
        let order = inspection.reading_order().into_iter().zip(1..);
        let mut after: BTreeMap<Hash, BTreeSet<Fingerprint>> = BTreeMap::new();
        for subject in subjects.iter().filter(|subject| subject.is_cited()) {
            after.entry(subject.fingerprint.claim).or_default().insert(subject.fingerprint);
        }
        let asked = subjects.iter().filter(|subject| !subject.is_cited()).count();
        let uncited = (sentences(inspection).1.len(), asked);
        let mut findings: BTreeMap<Option<usize>, Vec<&Finding>> = BTreeMap::new();
        for finding in &inspection.findings {
            findings.entry(finding.citation).or_default().push(finding);
        }
        Self { inspection, subjects, numbers: order.collect(), after, uncited, findings }
    }

    /// Returns the subjects, in order.
    pub fn subjects(&self) -> &[Subject] {
        &self.subjects
    }

    /// Returns the number of the citation at `index`, in reading order from 1.
    pub fn number(&self, index: usize) -> Option<usize> {
        self.numbers.get(&index).copied()
    }

    /// Returns a judgement on `subject` without a verdict.
    pub fn judgement(&self, subject: &Subject) -> Judgement {
        let case = &self.inspection.case;
        let mut judgement = Judgement {
            case: case.id.clone(),
            fingerprint: subject.fingerprint,
            passage: subject.passage,
            claim: subject.claim.clone(),
            cited: subject.cited.clone(),
            dialect: case.format.name.to_owned(),
            rules: self.rules(subject),
            scope: Some(self.scope(subject)),
            ..Judgement::default()
        };
        if let SubjectPart::Cited { citation, target } = subject.what {
            judgement.citation = self.number(citation);
            judgement.target = Some(target + 1);
            let resolution = self.inspection.resolution(citation, target);
            let source = resolution.and_then(Resolution::source);
            judgement.source =
                source.map(|index| self.inspection.source_name(index)).unwrap_or_default();
        }
        judgement
    }

    fn scope(&self, subject: &Subject) -> Scope {
        let after = self.after.get(&subject.fingerprint.claim).filter(|_| subject.is_cited());
        Scope {
            targets: after.map_or(0, BTreeSet::len),
            cited: self.after.len(),
            uncited: self.uncited.0,
            asked: self.uncited.1,
        }
    }

    /// Returns the codes of the rules with a finding on a subject, each once.
    fn rules(&self, subject: &Subject) -> Vec<String> {
        let findings = self.findings.get(&subject.citation()).into_iter().flatten();
        codes(subject, findings.copied())
    }
}

/// Returns the codes of the rules with a finding on a subject of `inspection`, each once.
pub fn rules_on(inspection: &Inspection, subject: &Subject) -> Vec<String> {
    let own = inspection.findings.iter().filter(|it| it.citation == subject.citation());
    codes(subject, own)
}

/// Returns the codes of those `findings` on the citation of a subject that are about the subject.
fn codes<'f>(subject: &Subject, findings: impl Iterator<Item = &'f Finding>) -> Vec<String> {
    let about = |finding: &&Finding| match subject.what {
        SubjectPart::Cited { target, .. } => finding.target.is_none_or(|index| index == target),
        SubjectPart::Uncited(span) => {
            let own = finding.span;
            own.start < own.end && span.start <= own.start && own.end <= span.end
        }
    };
    let codes = findings.filter(about).map(|finding| finding.rule.code);
    codes.collect::<BTreeSet<_>>().into_iter().map(str::to_owned).collect()
}

impl Subject {
    /// True if it has a citation.
    pub const fn is_cited(&self) -> bool {
        matches!(self.what, SubjectPart::Cited { .. })
    }

    /// Returns the citation that follows it, by its index.
    const fn citation(&self) -> Option<usize> {
        match self.what {
            SubjectPart::Cited { citation, .. } => Some(citation),
            SubjectPart::Uncited(_) => None,
        }
    }
}
