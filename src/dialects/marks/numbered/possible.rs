//! The marks that the definitions and the list of a text allow.

use std::collections::BTreeSet;

use crate::dialects::marks::numbered::heads::{heads, labelled};
use crate::dialects::marks::numbered::list::List;
use crate::dialects::marks::numbered::marks::{self, Form, Mark};
use crate::text::Span;

/// Returns the marks that the definitions and the list of a text allow.
pub(super) fn possible(
    text: &str,
    closed: &[Span],
    list: &List,
    listed: &BTreeSet<u64>,
) -> Vec<Mark> {
    let mut marks = marks::scan(text, closed);
    marks::label_by_numbers(text, &mut marks, &list.definitions);
    marks.retain(|mark| fits(mark, list, listed));
    for mark in marks.iter_mut().filter(|mark| !is_defined(mark, list)) {
        mark.forget_label();
    }
    let heads = if listed.is_empty() { heads(text, &marks) } else { labelled(text, &marks) };
    marks.retain(|mark| !heads.contains(&mark.span));
    marks
}

/// True if the definitions of a text allow a mark, or its list has the number after words in brackets.
fn fits(mark: &Mark, list: &List, listed: &BTreeSet<u64>) -> bool {
    match mark.form {
        Form::Footnote if !list.footnotes.is_empty() => list.footnotes_cite,
        Form::Footnote => mark.names.is_empty(),
        Form::Reference if is_defined(mark, list) => true,
        Form::Reference => mark.items.iter().all(|(first, _)| listed.contains(first)),
        // `[words][1]` is a link in Markdown where `[1]: https://…` defines one.
        Form::Bracket if mark.label.is_some() => {
            mark.items.iter().all(|(first, _)| listed.contains(first)) && !is_defined(mark, list)
        }
        _ => !mark.items.iter().any(|(first, _)| list.issues.contains(&first.to_string())),
    }
}

/// True if a text defines the numbers of a mark as links.
fn is_defined(mark: &Mark, list: &List) -> bool {
    mark.items.iter().all(|(first, _)| list.definitions.contains(&first.to_string()))
}
