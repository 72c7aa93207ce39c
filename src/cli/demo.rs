//! `pincite demo`: the inspector on samples that are part of the program.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;

use super::inspect::inspect;
use crate::error::Result;
use crate::formats::{self, Families, Input};
use crate::model::{Origin, Source, SourceText};
use crate::sources::load::Loaded;
use crate::sources::split_with_notes;

/// Open the inspector on a built-in answer of a support desk
///
/// The answer cites ten sources, with the faults that citations have in the wild. The same files
/// lie in `samples/handbook/`.
#[derive(Debug, Args)]
pub(crate) struct Demo {}

/// The answer and its sources, under their paths in the repository.
const ANSWER: (&str, &str) =
    ("samples/handbook/answer.md", include_str!("../../samples/handbook/answer.md"));
const SOURCES: &[(&str, &str)] = &[
    (
        "samples/handbook/sources/blocks.txt",
        include_str!("../../samples/handbook/sources/blocks.txt"),
    ),
    (
        "samples/handbook/sources/handbook.txt",
        include_str!("../../samples/handbook/sources/handbook.txt"),
    ),
    (
        "samples/handbook/sources/policy.md",
        include_str!("../../samples/handbook/sources/policy.md"),
    ),
    (
        "samples/handbook/sources/zahlungen.txt",
        include_str!("../../samples/handbook/sources/zahlungen.txt"),
    ),
];

impl Demo {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let Self {} = self;
        let (name, text) = ANSWER;
        let input = Input::new(name, text.as_bytes().to_vec());
        let cases = formats::open(input, None, &Families::default())?;
        let loaded = sources();
        inspect(cases.with_sources(loaded.sources, loaded.notes))
    }
}

/// The built-in sources, read as the same files would be.
fn sources() -> Loaded {
    let mut all = Loaded::default();
    for &(path, text) in SOURCES {
        let path = Path::new(path);
        match split_with_notes(text, Some(path)) {
            Some(loaded) => {
                all.sources.extend(loaded.sources);
                all.notes.extend(loaded.notes);
            }
            None => all.sources.push(Source {
                text: SourceText::Inline(Arc::from(text)),
                origin: Some(Origin { path: path.to_owned(), first_line: 1 }),
                ..Source::default()
            }),
        }
    }
    all
}
