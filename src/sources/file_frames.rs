//! `[file name]: …` over `[file content begin]…[file content end]`: files that were uploaded with a question.
//!
//! Spec: the prompt for files that `DeepSeek` publishes (`file_template` in the README of `deepseek-ai/DeepSeek-R1`).

use super::{Opening, Presentation, PresentationForm};
use crate::model::{IdFrom, Source};

pub(super) const PRESENTATION: Presentation = Presentation {
    name: "file-frames",
    title: "`[file content begin]` and `[file content end]` around each file, below its name",
    example: "[file name]: handbook.md\n\
              [file content begin]\n\
              Additional remote days require manager approval.\n\
              [file content end]",
    shape: PresentationForm::Frame { element: ELEMENT, open, close },
};

const ELEMENT: &str = "file content";

/// The beginning of the line with the name.
pub(super) const SIGN: &str = "[file name]:";

const BEGIN: &str = "[file content begin]";
const END: &str = "[file content end]";

/// True if a text has the marks that begin such a file.
pub(super) fn shows(text: &str) -> bool {
    let is_named = |(at, _): (usize, &str)| {
        let before = text.get(..at).unwrap_or_default();
        let above = before.trim_end_matches(['\n', '\r']);
        let line = above.rsplit(['\n', '\r']).next().filter(|_| above.len() < before.len());
        line.is_some_and(|line| line.starts_with(SIGN))
    };
    text.match_indices(BEGIN).any(is_named)
}

fn open(rest: &str, after: &str) -> Option<Opening> {
    let name = rest.strip_prefix(SIGN)?.trim();
    let begins = after.trim_start_matches(['\n', '\r']);
    let behind = begins.strip_prefix(BEGIN).filter(|_| !name.is_empty())?;
    let len = rest.len() + after.len() - behind.len();
    let source = Source { id: name.to_owned(), id_from: IdFrom::Text, ..Source::default() };
    Some(Opening { len, source })
}

fn close(rest: &str) -> Option<usize> {
    rest.starts_with(END).then_some(END.len())
}
