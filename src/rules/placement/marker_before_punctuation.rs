//! A marker before the punctuation.

use crate::rules::layout::Layout;
use crate::rules::layout::Run;
use crate::rules::{Example, Finding, Fix, Rule, Severity, Subject};
use crate::text::Span;

pub(super) static RULE: Rule = Rule {
    code: "F005",
    name: "marker-before-punctuation",
    severity: Severity::Note,
    on: true,
    summary: "the marker precedes the punctuation",
    explain: "\
The citation guide asks for this in its prompt: \"Citations must be placed after punctuation.\"

A chip between the last word and its full stop separates what belongs together, and a program that splits
the answer at full stops assigns the citation to the right sentence only if it follows the stop. Put the
marker after the punctuation; `--fix` does so. Between the items of a list (`a; b; c`) a marker stays
before the semicolon.",
    fires: Example::refunds("Refunds take five days\u{e200}cite\u{e202}turn0file0\u{e201}."),
    passes: Example::SOUND,
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let layout = subject.layout();
    let mut runs = layout.runs.iter().peekable();
    while let Some(run) = runs.next() {
        if !run.of_guide || run.code.is_some() || run.on_fence {
            continue;
        }
        let next = runs.peek().map(|next| next.span.start);
        if let Some(mark) = punctuation_behind(layout, run, next)
            && super::runs::says_something(layout, Span::new(run.line.start, run.span.start))
        {
            let place = format!("before the `{mark}`");
            let fix = behind(layout, run, mark);
            findings.push(Finding { fix, ..super::runs::about(&RULE, run, &place) });
        }
    }
}

/// Returns the punctuation after a run, unless it only separates the run from the one at `next`.
fn punctuation_behind<'l>(layout: &'l Layout, run: &Run, next: Option<usize>) -> Option<&'l str> {
    let rest = layout.text.get(run.span.end..run.line.end.max(run.span.end))?;
    let after = rest.trim_start_matches(is_punctuation);
    let mark = rest.get(..rest.len() - after.len()).filter(|mark| !mark.is_empty())?;
    // A number's point, a file's name, the start of a range or an operator.
    let glued = after.starts_with(char::is_alphanumeric);
    if glued && mark.is_ascii() {
        return None;
    }
    // A semicolon with words after it separates the items of a list: after it, the marker would
    // belong to the next item.
    let says_more = after.contains(char::is_alphanumeric);
    if says_more && matches!(mark, ";" | "\u{ff1b}") {
        return None;
    }
    let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
    let end = run.span.end + mark.len();
    let parts = matches!(mark, "," | ";" | "\u{3001}" | "\u{ff0c}" | "\u{ff1b}");
    let joined = next.is_some_and(|next| (end..=end + blanks).contains(&next));
    (!(parts && joined)).then_some(mark)
}

const fn is_punctuation(c: char) -> bool {
    matches!(
        c,
        '.' | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | '\u{2026}'
            | '\u{3001}'
            | '\u{3002}'
            | '\u{ff01}'
            | '\u{ff0c}'
            | '\u{ff0e}'
            | '\u{ff1a}'
            | '\u{ff1b}'
            | '\u{ff1f}'
    )
}

/// Moves the punctuation to the word before the run, unless that is already followed by some.
fn behind(layout: &Layout, run: &Run, mark: &str) -> Option<Box<Fix>> {
    let before = layout.text.get(run.line.start..run.span.start)?;
    let to = run.span.start - super::runs::blanks_before(before);
    // After markup, or another mark, it could mean something else.
    before
        .trim_end()
        .chars()
        .next_back()
        .filter(|c| c.is_alphanumeric() || ")]%\"\u{201d}".contains(*c))?;
    let cut = (Span::new(run.span.end, run.span.end + mark.len()), String::new());
    super::runs::fix(run, "move the marker after it", vec![(Span::at(to), mark.to_owned()), cut])
}
