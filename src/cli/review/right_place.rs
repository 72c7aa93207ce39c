//! The place that a reviewer names instead of the cited one.

use crate::inspect::Inspection;
use crate::resolve::Resolution;
use crate::review::RightPlace;
use crate::sources::store::LineStart;
use crate::text::Span;

/// Returns the lines that were named as the right place, in the cited source, or the better match.
///
/// Fails with what to do.
pub(super) fn right_place(
    inspection: &Inspection,
    (citation, target): (usize, usize),
    lines: Option<(u64, u64)>,
) -> Result<RightPlace, String> {
    let Some((first, last)) = lines else {
        let view = inspection.citation(citation);
        let evidence = view.and_then(|view| view.target(target)?.evidence);
        let Some(better) = evidence.and_then(|evidence| evidence.better.first()) else {
            return Err("name the right lines: `o L3-L5`".to_owned());
        };
        return Ok(RightPlace {
            source: inspection.source_name(better.source),
            first_line: Some(better.first_line),
            last_line: Some(better.last_line),
            start: better.span.start,
            end: better.span.end,
        });
    };
    let resolution = inspection.resolution(citation, target);
    let source = resolution.and_then(Resolution::source);
    let Some((source, store)) = source.and_then(|it| Some((it, inspection.store(it)?))) else {
        return Err("the cited source has no text here to name lines of".to_owned());
    };
    let start = |number: u64| match store.line_start(number) {
        LineStart::At(start) => Ok(start),
        LineStart::PastEnd(lines) => Err(format!("the source has {lines} lines")),
        LineStart::NotCounted => Err("the lines of the source are not counted".to_owned()),
    };
    let end = match store.line_start(last + 1) {
        LineStart::At(end) => end,
        LineStart::PastEnd(_) | LineStart::NotCounted => store.len(),
    };
    start(last)?;
    let span = Span::new(start(first)?, end);
    Ok(RightPlace {
        source: inspection.source_name(source),
        first_line: Some(first),
        last_line: Some(last),
        start: span.start,
        end: span.end,
    })
}
