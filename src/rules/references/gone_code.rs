//! The cited lines were removed.

use super::traced::{MAX_CODE, named, shown, traced};
use crate::model::Fate;
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "R003",
    name: "gone-code",
    severity: Severity::Warning,
    on: true,
    summary: "the cited lines of code were removed",
    explain: "\
The lines that were cited when the text was written are no longer in the file, and no other file that was
changed since has them. Other code is at these lines now.

Remove the statement about them, or cite the code that replaced them.",
    fires: Example {
        response: r#"{"response": "The limit is read by `read_limit` (`src/limits.py:3-4`).",
"sources": [{"id": "src/limits.py", "text": "import os\n\nSIZE = 3\n\ndef main():\n    print(SIZE)\n",
"earlier": "import os\n\ndef read_limit(text):\n    return int(text)\n\ndef main():\n    print(SIZE)\n"}]}"#,
        sources: &[],
    },
    passes: Example {
        response: r#"{"response": "The limit is read by `read_limit` (`src/limits.py:3-4`).",
"sources": [{"id": "src/limits.py", "text": "import os\n\ndef read_limit(text):\n    return int(text)\n",
"earlier": "import os\n\ndef read_limit(text):\n    return int(text)\n\ndef main():\n    print(SIZE)\n"}]}"#,
        sources: &[],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for traced in traced(subject) {
        if traced.past.fate != Fate::Gone || traced.past.now_in.is_some() {
            continue;
        }
        let removed = traced.past.removed_in.as_ref();
        let removed = removed.map(|commit| format!(", last touched by {}", named(commit)));
        let first = traced.past.lines.lines().map(str::trim).find(|line| !line.is_empty());
        let began = first.map(|line| format!(" (began with `{}`)", shown(line, MAX_CODE)));
        let message = format!(
            "{} was removed{}{}{}",
            traced.place(),
            traced.since(),
            removed.unwrap_or_default(),
            began.unwrap_or_default()
        );
        let help = "remove the statement about it, or cite the code that replaced it";
        findings.push(traced.finding(&RULE, subject, message).help(help));
    }
}
