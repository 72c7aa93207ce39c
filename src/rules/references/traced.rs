//! Targets whose past is known, and how messages name them.

use crate::model::{Citation, Fate, Locator, Past, Revision, Target};
use crate::rules::{Finding, Rule, Subject};

/// Maximum length of a line of code in a message, in bytes.
pub(super) const MAX_CODE: usize = 60;

/// Maximum length of the subject of a commit in a message, in bytes.
const MAX_SUBJECT: usize = 60;

/// A target whose history is known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Traced<'s> {
    pub(super) index: usize,
    pub(super) citation: &'s Citation,
    pub(super) number: usize,
    pub(super) target: &'s Target,
    pub(super) past: &'s Past,
}

/// Returns every target whose history is known, in order.
pub(super) fn traced<'s>(subject: &Subject<'s>) -> impl Iterator<Item = Traced<'s>> {
    let citations = subject.case.response.citations.iter().enumerate();
    citations.flat_map(|(index, citation)| {
        citation.targets.iter().enumerate().filter_map(move |(number, target)| {
            let past = target.past.as_deref()?;
            Some(Traced { index, citation, number, target, past })
        })
    })
}

impl Traced<'_> {
    /// Returns the cited place, as code.
    pub(super) fn place(&self) -> String {
        match &self.target.locator {
            Some(locator) => format!("`{}` {locator}", self.target.id),
            None => format!("`{}`", self.target.id),
        }
    }

    pub(super) fn lines(&self) -> Option<(u64, u64)> {
        match self.target.locator {
            Some(Locator::Lines { first, last }) => Some((first, last)),
            _ => None,
        }
    }

    /// ` since it was cited (0a1b2c3d, 2026-01-31: Add limits)`.
    pub(super) fn since(&self) -> String {
        let commit = self.past.cited_in.as_ref().map(|it| format!(" ({})", named(it)));
        match (commit, &self.past.locked) {
            (None, Some(_)) => " since it was accepted in the lock file".to_owned(),
            (commit, _) => format!(" since it was cited{}", commit.unwrap_or_default()),
        }
    }

    /// Returns the place of lines that were edited and are no longer at the cited ones.
    pub(super) fn edited_place(&self) -> Option<String> {
        let Fate::Changed { first, last } = self.past.fate else { return None };
        let now = Locator::Lines { first, last };
        match &self.past.now_in {
            Some((path, ..)) => Some(format!("`{path}` {now}")),
            None => (self.lines() != Some((first, last))).then(|| now.to_string()),
        }
    }

    /// Returns the first line that was edited: ``: was `a`, is `b` ``.
    pub(super) fn difference(&self) -> String {
        let known = if self.past.has_lines() { self.past.lines.as_str() } else { "" };
        let mut pairs = known.lines().zip(self.past.now.lines());
        let differs = pairs.find(|(was, is)| was.trim() != is.trim());
        differs.map_or_else(String::new, |(was, is)| {
            format!(": was `{}`, is `{}`", shown(was, MAX_CODE), shown(is, MAX_CODE))
        })
    }

    pub(super) fn finding(
        &self,
        rule: &'static Rule,
        subject: &Subject<'_>,
        message: String,
    ) -> Finding {
        let finding = Finding::about(rule, subject, self.index, message);
        Finding { target: Some(self.number), ..finding }
    }
}

/// `0a1b2c3d, 2026-01-31: Add limits`.
pub(super) fn named(revision: &Revision) -> String {
    let id = revision.id.get(..8).unwrap_or(&revision.id);
    let date =
        if revision.date.is_empty() { String::new() } else { format!(", {}", revision.date) };
    let subject = shown(&revision.subject, MAX_SUBJECT);
    let subject = if subject.is_empty() { String::new() } else { format!(": {subject}") };
    format!("{id}{date}{subject}")
}

/// Returns a text on one line, shortened.
pub(super) fn shown(text: &str, most: usize) -> String {
    let line = text.trim().lines().next().unwrap_or_default().replace('`', "'");
    match line.get(..line.floor_char_boundary(most)) {
        Some(head) if head.len() < line.len() => format!("{head}…"),
        _ => line,
    }
}
