//! A marker in code.

use crate::rules::layout::Run;
use crate::rules::{Example, Finding, Fix, Rule, Severity, Subject};
use crate::text::Span;
use crate::text::markdown::ElementKind;

pub(super) static RULE: Rule = Rule {
    code: "F003",
    name: "marker-in-code",
    severity: Severity::Warning,
    on: true,
    summary: "the marker is inside code",
    explain: "\
Code is shown as it is written, so readers see the raw marker instead of a citation, and anyone who copies the
code copies the marker.

The citation guide asks for this in its prompt: \"Citations must not be placed inside markdown bold, italics, or code
fences, as they will not display correctly. Instead, place the citations outside the markdown block.\"
Put it after the code span, or below the code block. `--fix` does so where the marker is the first or the
last thing in a code span, or the last in a block.",
    fires: Example::refunds("Call `refund(5)\u{e200}cite\u{e202}turn0file0\u{e201}` once."),
    passes: Example::refunds("Call `refund(5)` once.\u{e200}cite\u{e202}turn0file0\u{e201}"),
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for run in &subject.layout().runs {
        let Some(code) = run.code else { continue };
        let (words, fix) = if code.kind == ElementKind::CodeBlock {
            ("inside a code block", below(subject, run, code.span))
        } else {
            let ticks: fn(&str) -> bool = |text| text.bytes().all(|byte| byte == b'`');
            let fix = super::runs::out_of(subject, run, code.span, ticks, ticks);
            ("inside a code span", fix.filter(|_| keeps_its_ticks(subject, run, code.span)))
        };
        findings.push(Finding { fix, ..super::runs::about(&RULE, run, words) });
    }
}

/// True if the code span opens and closes with as many backticks without the run: others may be
/// beside it and join those.
fn keeps_its_ticks(subject: &Subject<'_>, run: &Run, code: Span) -> bool {
    let text = subject.case.response.text.as_str();
    let part = |start, end| Span::new(start, end).slice(text).unwrap_or_default();
    let whole = part(code.start, code.end);
    let without = format!("{}{}", part(code.start, run.span.start), part(run.span.end, code.end));
    let opening = |code: &str| code.bytes().take_while(|byte| *byte == b'`').count();
    let closing = |code: &str| code.bytes().rev().take_while(|byte| *byte == b'`').count();
    opening(whole) == opening(&without) && closing(whole) == closing(&without)
}

/// True if `fence` closes a block whose first line is `opening`: with as many of its marks, or more.
fn closes(fence: &str, opening: &str) -> bool {
    let opening = opening.trim_start();
    ['`', '~'].into_iter().any(|mark| {
        let opened = opening.len() - opening.trim_start_matches(mark).len();
        opened >= 3 && fence.len() >= opened && fence.chars().all(|c| c == mark)
    })
}

/// Moves a run at the end of a fenced block to the line below it.
fn below(subject: &Subject<'_>, run: &Run, block: Span) -> Option<Box<Fix>> {
    let layout = subject.layout();
    let text = subject.case.response.text.as_str();
    let closing = text.get(run.span.end..block.end)?;
    let ends_line = closing.trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
    let fence = closing.trim();
    let (opening, inside) = layout.text.get(block.start..run.span.start)?.split_once('\n')?;
    if !closes(fence, opening) || inside.trim().is_empty() || !ends_line {
        return None;
    }
    let end = run.span.end + closing.trim_end().len();
    let indent_from = layout.text.get(..end - fence.len())?.rfind('\n')? + 1;
    let indent = layout.text.get(indent_from..end - fence.len())?;
    let alone = Span::new(run.line.start, run.span.start);
    let from = if alone.slice(&layout.text)?.trim().is_empty() {
        // The line goes with its only content.
        layout.text.get(..run.line.start)?.trim_end_matches(['\n', '\r']).len()
    } else {
        run.span.start - super::runs::blanks_before(alone.slice(&layout.text)?)
    };
    let moved = format!("\n{indent}{}", run.span.slice(text)?);
    let cut = (Span::new(from, run.span.end), String::new());
    super::runs::fix(run, "move the marker below the block", vec![cut, (Span::at(end), moved)])
}
