//! Rules about what became of cited lines since they were cited.

mod changed_code;
mod gone_code;
mod moved_code;

use super::{Finding, Group, Rule, Subject};
use crate::model::{Citation, Locator, Past, Revision, Target};

pub(super) static GROUP: Group = Group {
    letter: 'R',
    title: "what became of cited code",
    rules: &[&moved_code::RULE, &changed_code::RULE, &gone_code::RULE],
};

/// The most of a line of code that a message repeats, in bytes.
const MAX_CODE: usize = 60;

/// The most of a commit's message that a message repeats, in bytes.
const MAX_SUBJECT: usize = 60;

/// A target whose past is known.
#[derive(Debug, Clone, Copy)]
struct Traced<'s> {
    index: usize,
    citation: &'s Citation,
    number: usize,
    target: &'s Target,
    past: &'s Past,
}

fn traced<'s>(subject: &Subject<'s>) -> impl Iterator<Item = Traced<'s>> {
    let citations = subject.case.response.citations.iter().enumerate();
    citations.flat_map(|(index, citation)| {
        citation.targets.iter().enumerate().filter_map(move |(number, target)| {
            let past = target.past.as_deref()?;
            Some(Traced { index, citation, number, target, past })
        })
    })
}

impl Traced<'_> {
    /// The cited place, as code.
    fn place(&self) -> String {
        match &self.target.locator {
            Some(locator) => format!("`{}` {locator}", self.target.id),
            None => format!("`{}`", self.target.id),
        }
    }

    fn lines(&self) -> Option<(u64, u64)> {
        match self.target.locator {
            Some(Locator::Lines { first, last }) => Some((first, last)),
            _ => None,
        }
    }

    /// ` since it was cited (0a1b2c3d, 2026-01-31: Add limits)`.
    fn since(&self) -> String {
        let commit = self.past.cited_in.as_ref().map(|it| format!(" ({})", named(it)));
        format!(" since it was cited{}", commit.unwrap_or_default())
    }

    fn finding(&self, rule: &'static Rule, subject: &Subject<'_>, message: String) -> Finding {
        let finding = Finding::about(rule, subject, self.index, message);
        Finding { target: Some(self.number), ..finding }
    }
}

/// `0a1b2c3d, 2026-01-31: Add limits`.
fn named(revision: &Revision) -> String {
    let id = revision.id.get(..8).unwrap_or(&revision.id);
    let date =
        if revision.date.is_empty() { String::new() } else { format!(", {}", revision.date) };
    let subject = shown(&revision.subject, MAX_SUBJECT);
    let subject = if subject.is_empty() { String::new() } else { format!(": {subject}") };
    format!("{id}{date}{subject}")
}

/// Text in one line, cut.
fn shown(text: &str, most: usize) -> String {
    let line = text.trim().lines().next().unwrap_or_default().replace('`', "'");
    match line.get(..line.floor_char_boundary(most)) {
        Some(head) if head.len() < line.len() => format!("{head}…"),
        _ => line,
    }
}
