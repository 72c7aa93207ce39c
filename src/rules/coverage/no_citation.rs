//! A response without a recognized citation.

use crate::evidence::uncited::says_nothing;
use crate::input::json::{A_TEXT, WrongType};
use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::Span;

pub(super) static RULE: Rule = Rule {
    code: "C001",
    name: "no-citation",
    severity: Severity::Error,
    on: true,
    summary: "no citation is recognised in the response",
    explain: "\
Nothing in the response names a source. Either the model was not asked to cite, or the markers were lost
on the way, or the answer is in a format that was not recognised. An answer without
citations must not pass a check of citations. An answer that only says that the sources lack the answer,
or only asks a question, has nothing to cite; `declined-answer` reports it instead.

Run `pincite show` to see what was read and in which format. If the answer needs no citation, do not
check it.",
    fires: Example::refunds("Refunds take five days."),
    passes: Example::SOUND,
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let response = &subject.case.response;
    let has_none = response.citations.is_empty() && subject.case.unchanged == 0;
    if has_none && says_nothing(&response.text).is_none() {
        let message = if !response.text.trim().is_empty() {
            "the response has no recognised citation".to_owned()
        } else if let Some(note) = wrong_type(&subject.case.notes) {
            format!("no text of the response was read: {note}")
        } else {
            "the response is empty".to_owned()
        };
        findings.push(Finding::new(&RULE, Span::new(0, response.text.len()), message));
    }
}

/// Returns the note on a field that should be the text of the response and is none.
fn wrong_type(notes: &[String]) -> Option<&String> {
    let is_of_response =
        |wrong: WrongType<'_>| wrong.expected == A_TEXT && !wrong.path.starts_with("sources");
    notes.iter().find(|note| WrongType::of(note).is_some_and(is_of_response))
}
