//! The cited lines were edited.

use super::traced::traced;
use crate::model::Fate;
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "R002",
    name: "changed-code",
    severity: Severity::Note,
    on: true,
    summary: "the cited lines of code were edited",
    explain: "\
The cited lines were edited after the text was written, and are where they were. The text about them may no
longer be true. If they are elsewhere now, `moved-code` reports them; `changed-value` reports a number of the
text that they have lost.

Read the lines again. If the text is still true, cite them as they are; a commit that touches the citing
line settles the finding. For lines in `citations.lock` it is a warning at least; `pincite lock --update`
accepts them as they are.",
    fires: Example {
        response: r#"{"response": "The limit is read by `read_limit` (`src/limits.py:1-2`).",
"sources": [{"id": "src/limits.py", "text": "def read_limit(text):\n    return int(text, 16)\n",
"earlier": "def read_limit(text):\n    return int(text)\n"}]}"#,
        sources: &[],
    },
    passes: Example {
        response: r#"{"response": "The limit is read by `read_limit` (`src/limits.py:1-2`).",
"sources": [{"id": "src/limits.py", "text": "def read_limit(text):\n    return int(text)\n",
"earlier": "def read_limit(text):\n    return int(text)\n"}]}"#,
        sources: &[],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for traced in traced(subject) {
        if !matches!(traced.past.fate, Fate::Changed { .. }) || traced.edited_place().is_some() {
            continue;
        }
        let (place, since) = (traced.place(), traced.since());
        let message = format!("{place} was edited{since}{}", traced.difference());
        let help = "read the lines again and check that the text is still true";
        findings.push(traced.finding(&RULE, subject, message).help(help));
    }
}
