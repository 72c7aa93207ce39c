//! `<source id="1" name="NASA">…</source>`: numbered snippets, as `open-webui` puts them into
//! a prompt. Several may share an id (snippets of one document); each stays a source.
//!
//! HTML's `<source src=…>` inside pictures and videos is none.

use super::{Presentation, PresentationForm, tag};

pub(super) const PRESENTATION: Presentation = Presentation {
    name: "source-tags",
    title: "`<source id=\"…\" name=\"…\">` around each source",
    example: "<source id=\"1\" name=\"NASA\">299,792,458 meters per second is the exact speed of \
              light in vacuum.</source>",
    shape: PresentationForm::Tag { element: "source", open, parts: tag::whole_content },
};

fn open(tag: &tag::Tag<'_>) -> Option<crate::model::Source> {
    if tag.attribute("src").or(tag.attribute("srcset")).is_some() {
        return None;
    }
    tag::source(tag, &["id"])
}
