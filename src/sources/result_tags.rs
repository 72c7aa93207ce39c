//! `<sources><result file_id=… file_name=…><content>…</content></result></sources>`: results of a
//! file search. Several contents of one result are its text, joined by line ends.

use super::{Presentation, PresentationForm, tag};
use crate::text::Span;

pub(super) const PRESENTATION: Presentation = Presentation {
    name: "result-tags",
    title: "`<result file_id=… file_name=…>` around the `<content>` of each source",
    example: "<sources>\n\
              <result file_id='file-123' file_name='handbook.md'>\n\
              <content>Additional remote days require manager approval.</content>\n\
              </result>\n\
              </sources>",
    shape: PresentationForm::Tag {
        element: "result",
        open: |tag| tag::source(tag, &["file_id", "id"]),
        parts: contents,
    },
};

/// Returns the contents inside a result; the whole of it when it has none.
fn contents(text: &str) -> Vec<Span> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(open) = tag::find(text, at, |rest| tag::end_of(rest, "<content")) {
        let next = tag::find(text, open.end, |rest| tag::end_of(rest, "</content"));
        let end = next.map_or(text.len(), |close| close.start);
        parts.push(tag::without_frame(text, Span::new(open.end, end)));
        at = next.map_or(text.len(), |close| close.end);
    }
    if parts.is_empty() { tag::whole_content(text) } else { parts }
}
