//! Marks that name the labels of a row's sources: `[C6]`, `[C1, C3]` beside `{"label": "C6"}`.

use std::collections::BTreeSet;

use crate::model::{Anchor, AnchorKind, Citation, Source, Target};
use crate::text::Span;
use crate::text::brackets::enclosed;

/// The maximum length of what is in the brackets, in bytes.
const MAX_LENGTH: usize = 80;

/// Adds the brackets that only hold labels of sources to the citations of a text, which are in order.
pub(super) fn add(text: &str, citations: &mut Vec<Citation>, sources: &[Source]) {
    let labels: BTreeSet<&str> =
        sources.iter().map(|source| source.id.as_str()).filter(|id| is_key(id)).collect();
    if labels.is_empty() {
        return;
    }
    let mut found = Vec::new();
    for (span, inner) in enclosed(text, '[', ']', &[]) {
        let inner = inner.slice(text).unwrap_or_default();
        let ids = inner.split([',', ';']).map(str::trim);
        let is_link = text.get(span.end..).is_some_and(|after| after.starts_with('('));
        if inner.len() > MAX_LENGTH || is_link || !ids.clone().all(|id| labels.contains(id)) {
            continue;
        }
        // A letter and a number may have been read as a place in the list.
        let next = citations.partition_point(|own| own.anchor.span.end <= span.start);
        match citations.get_mut(next).filter(|own| own.anchor.span.overlaps(span)) {
            Some(own) if own.anchor.span == span => *own = citation(text, span, ids),
            Some(_) => {}
            None => found.push(citation(text, span, ids)),
        }
    }
    citations.append(&mut found);
    citations.sort_by_key(|citation| citation.anchor.span);
}

fn citation<'i>(text: &str, span: Span, ids: impl Iterator<Item = &'i str>) -> Citation {
    Citation {
        family: "name".to_owned(),
        raw: span.slice(text).unwrap_or_default().to_owned(),
        anchor: Anchor { kind: AnchorKind::Marker, span },
        targets: ids.map(|id| Target { id: id.to_owned(), ..Target::default() }).collect(),
        ..Citation::default()
    }
}

/// True for letters and a number: `C6`, `ACT-1`.
pub(super) fn is_key(id: &str) -> bool {
    let rest = id.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let number = rest.strip_prefix('-').unwrap_or(rest);
    (1..=6).contains(&(id.len() - rest.len()))
        && (1..=3).contains(&number.len())
        && number.bytes().all(|byte| byte.is_ascii_digit())
}
