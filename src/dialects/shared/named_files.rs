//! Citations that are the name of a file in brackets: `[name.ext]`, `[name.ext#page=2]`.

use crate::model::{Anchor, AnchorKind, Citation, Target};
use crate::text::Span;

/// The maximum length of a name, in bytes.
const MAX_LENGTH: usize = 200;

/// Adds the names in brackets that pass `is_name` to the citations of a text, which are in order.
pub(crate) fn add(text: &str, citations: &mut Vec<Citation>, is_name: impl Fn(&str) -> bool) {
    let named = marks(text, citations, is_name);
    citations.extend(named);
    citations.sort_by_key(|citation| citation.anchor.span);
}

/// Returns the names in brackets outside the other citations, which are in order.
fn marks(text: &str, others: &[Citation], is_name: impl Fn(&str) -> bool) -> Vec<Citation> {
    let mut named = Vec::new();
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('[')) {
        let start = at + found;
        at = start + 1;
        let inner = text.get(at..).unwrap_or_default();
        let Some(end) =
            inner.bytes().take(MAX_LENGTH).position(|b| matches!(b, b']' | b'[' | b'\n'))
        else {
            continue;
        };
        let name = inner.get(..end).unwrap_or_default();
        let after = inner.get(end..).unwrap_or_default();
        let span = Span::new(start, at + end + 1);
        let next = others.partition_point(|other| other.anchor.span.end <= start);
        let taken = others.get(next).is_some_and(|other| other.anchor.span.overlaps(span));
        let parts: Vec<&str> = name.split(',').map(str::trim).collect();
        let names = if parts.iter().all(|part| is_name(part)) { parts } else { vec![name] };
        let are_names = names.iter().all(|name| is_name(name));
        if taken || !after.starts_with(']') || after.starts_with("](") || !are_names {
            continue;
        }
        let target = |name: &str| Target { id: name.to_owned(), ..Target::default() };
        named.push(Citation {
            family: "name".to_owned(),
            raw: span.slice(text).unwrap_or_default().to_owned(),
            anchor: Anchor { kind: AnchorKind::Marker, span },
            targets: names.into_iter().map(target).collect(),
            ..Citation::default()
        });
        at = span.end;
    }
    named
}
