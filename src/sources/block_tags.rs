//! `<BLOCK id="block5">…</BLOCK>`: segments of a prompt, each a separate source.

use super::{Presentation, PresentationForm, tag};

pub(super) const PRESENTATION: Presentation = Presentation {
    name: "block-tags",
    title: "`<BLOCK id=\"…\">` around each source",
    example: "<BLOCK id=\"block5\">\n\
              Additional remote days require manager approval.\n\
              </BLOCK>",
    shape: PresentationForm::Tag {
        element: "block",
        open: |tag| tag::source(tag, &["id"]),
        parts: tag::whole_content,
    },
};
