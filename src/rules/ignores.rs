//! Comments in a response that silence findings:
//! `<!-- pincite-ignore P001, quote-altered: the reason -->`.
//!
//! A comment on a line of its own is about the next line that holds something else, any other about
//! its own line. The response is what is being checked, so its comments count only where the user
//! permits them, and never inside a document that somebody else's program wrote.

use std::collections::BTreeMap;

use super::ignoring::{MAX_BYTES, MAX_COMMENTS};
use super::table::rules;
use super::{Finding, Rule, Selector, Subject};
use crate::text::{LineIndex, Span};

/// The beginning of a comment.
const OPENING: &str = "<!-- pincite-ignore";
const CLOSING: &str = "-->";

/// The maximum number of rules that one comment may name.
pub(super) const MAX_NAMES: usize = 32;

/// The code letter of the rules about these comments, which no comment can silence.
const OWN_LETTER: char = 'I';

/// A finding that a comment in the response silences.
#[derive(Debug, Clone)]
pub struct Ignored {
    /// The finding.
    pub finding: Finding,
    /// The reason that the comment gives; may be empty.
    pub reason: String,
    /// The comment; bytes of the response.
    pub comment: Span,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Comment {
    /// Bytes of the response.
    pub(super) span: Span,
    /// True if its end is missing or too far away; such a comment silences nothing.
    pub(super) is_endless: bool,
    /// The rules named, each with the number of findings that it silenced.
    pub(super) selectors: Vec<(Selector, usize)>,
    /// The reasons why names in it select no rule.
    pub(super) unknown: Vec<String>,
    /// The reason; may be empty.
    pub(super) reason: String,
}

/// The comments of a response and their effect.
#[derive(Debug, Default)]
pub struct Ignores {
    pub(super) comments: Vec<Comment>,
    /// True if there are more comments than are read.
    pub(super) is_cut: bool,
    /// True if the comments are in force.
    pub(super) permitted: bool,
    /// True if the response is a text file, in which comments can be in force.
    pub(super) is_text: bool,
    /// The codes of the rules that ran.
    pub(super) ran: Vec<&'static str>,
}

impl Ignores {
    /// Reads the comments of a response. Time is linear in its length.
    pub(super) fn read(subject: &Subject<'_>, ran: Vec<&'static str>) -> Self {
        let (comments, is_cut) = comments(&subject.case.response.text);
        let is_text = !subject.case.is_in_data;
        let permitted = is_text && subject.settings.allow_ignores;
        Self { comments, is_cut, permitted, is_text, ran }
    }

    /// Moves the findings that the comments silence out of `findings`.
    pub(super) fn apply(&mut self, text: &str, findings: &mut Vec<Finding>) -> Vec<Ignored> {
        let mut ignored = Vec::new();
        if !self.permitted || self.comments.is_empty() || findings.is_empty() {
            return ignored;
        }
        let lines = LineIndex::new(text);
        let by_line = by_line(&self.comments, text, &lines);
        let mut kept = Vec::with_capacity(findings.len());
        for finding in findings.drain(..) {
            let last = finding.span.end.saturating_sub(1).max(finding.span.start);
            let touched = lines.number(finding.span.start)..=lines.number(last);
            let mut silenced_by = None;
            for index in by_line.range(touched).flat_map(|(_, indexes)| indexes) {
                let Some(comment) = self.comments.get_mut(*index) else { continue };
                for (selector, silenced) in &mut comment.selectors {
                    if selector.closeness(finding.rule).is_some() {
                        *silenced += 1;
                        silenced_by.get_or_insert(*index);
                    }
                }
            }
            match silenced_by.and_then(|index| self.comments.get(index)) {
                Some(comment) => ignored.push(Ignored {
                    finding,
                    reason: comment.reason.clone(),
                    comment: comment.span,
                }),
                None => kept.push(finding),
            }
        }
        *findings = kept;
        ignored
    }

    /// True if any rule that ran is selected.
    pub(super) fn has_run(&self, selector: &Selector) -> bool {
        let ran = |rule: &Rule| self.ran.contains(&rule.code);
        rules().any(|rule| ran(rule) && selector.closeness(rule).is_some())
    }
}

/// True for the rules about the comments themselves.
pub(super) fn is_own(rule: &Rule) -> bool {
    rule.code.starts_with(OWN_LETTER)
}

/// Returns the comments of `text`, and whether there are more than are read.
fn comments(text: &str) -> (Vec<Comment>, bool) {
    let mut comments = Vec::new();
    let mut end = 0;
    for start in memchr::memmem::find_iter(text.as_bytes(), OPENING) {
        // Comments do not nest: an opening inside one is part of its text.
        if start < end {
            continue;
        }
        if comments.len() == MAX_COMMENTS {
            return (comments, true);
        }
        let comment = comment(text, start);
        end = comment.span.end;
        comments.push(comment);
    }
    (comments, false)
}

/// Returns the comment that opens at byte `start`.
fn comment(text: &str, start: usize) -> Comment {
    let inside = start + OPENING.len();
    let reach = text.floor_char_boundary(text.len().min(start + MAX_BYTES));
    let rest = text.get(inside..reach).unwrap_or_default();
    let Some((content, _)) = rest.split_once(CLOSING) else {
        return Comment {
            span: Span::new(start, inside),
            is_endless: true,
            selectors: Vec::new(),
            unknown: Vec::new(),
            reason: String::new(),
        };
    };
    let (names, reason) = content.split_once(':').unwrap_or((content, ""));
    let mut names = names.split([',', ' ', '\n', '\r', '\t']).filter(|name| !name.is_empty());
    let mut selectors = Vec::new();
    let mut unknown = Vec::new();
    for name in names.by_ref().take(MAX_NAMES) {
        match Selector::parse(name) {
            Ok(_) if name == Selector::ALL => {
                unknown.push(format!("a comment cannot ignore `{name}`; name the rules"));
            }
            Ok(selector) => selectors.push((selector, 0)),
            Err(why) => unknown.push(why.into()),
        }
    }
    if names.next().is_some() {
        unknown.push(format!("only the first {MAX_NAMES} rules of a comment are read"));
    }
    Comment {
        span: Span::new(start, inside + content.len() + CLOSING.len()),
        is_endless: false,
        selectors,
        unknown,
        reason: reason.trim().to_owned(),
    }
}

/// Returns the indexes of the comments by the line that each is about.
fn by_line(comments: &[Comment], text: &str, lines: &LineIndex) -> BTreeMap<u64, Vec<usize>> {
    let mut by_line: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    // From the end, so that a comment above another one is about the same line.
    let mut below: Option<(u64, u64)> = None;
    for (index, comment) in comments.iter().enumerate().rev().filter(|(_, it)| !it.is_endless) {
        let first = lines.number(comment.span.start);
        let mut target = target_line(text, lines, comment.span);
        if let Some((line, its_target)) = below
            && target == line
            && target != first
        {
            target = its_target;
        }
        let is_alone = target != first;
        below = is_alone.then_some((first, target)).or(below.filter(|(line, _)| *line != first));
        by_line.entry(target).or_default().push(index);
    }
    by_line
}

/// Returns the number of the line that a comment is about.
fn target_line(text: &str, lines: &LineIndex, comment: Span) -> u64 {
    let first = lines.number(comment.start);
    let last = lines.number(comment.end.saturating_sub(1));
    let is_blank =
        |from: usize, to: usize| text.get(from..to).is_some_and(|part| part.trim().is_empty());
    let starts = lines.span(first).is_some_and(|line| is_blank(line.start, comment.start));
    let ends = lines.span(last).is_some_and(|line| is_blank(comment.end, line.end));
    if !(starts && ends) {
        return first;
    }
    let full = |line: &u64| lines.span(*line).is_some_and(|line| !is_blank(line.start, line.end));
    (last + 1..=lines.count()).find(full).unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<Comment> {
        comments(text).0
    }

    #[test]
    fn a_comment_is_about_its_own_line_or_the_next_one() {
        let text = "One. <!-- pincite-ignore P001: why -->\n\n<!-- pincite-ignore P -->\n\
                    <!-- pincite-ignore M: both -->\n\nTwo.";
        let lines = LineIndex::new(text);
        let comments = all(text);
        let by_line: Vec<(u64, Vec<usize>)> =
            by_line(&comments, text, &lines).into_iter().collect();
        assert_eq!(by_line, [(1, vec![0]), (6, vec![2, 1])]);
        assert_eq!(comments[0].reason, "why");
        assert_eq!(comments[1].reason, "");
    }

    #[test]
    fn what_is_not_closed_or_named_silences_nothing() {
        let endless = &all("<!-- pincite-ignore P001: why")[0];
        assert!(endless.is_endless && endless.selectors.is_empty());
        let far = format!("<!-- pincite-ignore P001: {}-->", "why ".repeat(400));
        assert!(all(&far)[0].is_endless);
        let unknown = &all("<!-- pincite-ignore nope: why -->")[0];
        assert_eq!((unknown.selectors.len(), unknown.unknown.len()), (0, 1));
        let everything = &all("<!-- pincite-ignore ALL: why -->")[0];
        assert_eq!((everything.selectors.len(), everything.unknown.len()), (0, 1));
    }

    #[test]
    fn a_comment_inside_another_is_its_text() {
        let bomb = format!("{}-->", "<!-- pincite-ignore ".repeat(300));
        let comments = all(&bomb);
        assert!(
            comments.len() < 300 && comments.iter().all(|it| it.unknown.len() <= MAX_NAMES + 1)
        );
        let many = "<!-- pincite-ignore P001: why -->\n".repeat(MAX_COMMENTS + 1);
        assert_eq!(super::comments(&many).0.len(), MAX_COMMENTS);
        assert!(super::comments(&many).1);
    }
}
