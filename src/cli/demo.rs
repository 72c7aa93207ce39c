//! `pincite demo`: the inspector on samples that are part of the program.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::SystemTime;

use clap::Args;

use super::inspect::inspect;
use super::picture_args::PictureArgs;
use super::review_args::user;
use crate::cases;
use crate::dialects::shared::markers::Families;
use crate::error::Result;
use crate::input::Input;
use crate::model::{Origin, Source, SourceText};
use crate::sources::Loaded;
use crate::sources::split_with_notes;
use crate::tui::Opened;
use crate::tui::keeper::Reviewing;

/// Open the inspector on a built-in answer
///
/// `handbook` is an answer of a support desk with ten sources and the faults that citations have in
/// practice. In `evidence`, all citations resolve but most are wrong: a number, a quote, the lines,
/// the source. The same files are in `samples/` of the repository.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite demo                                  press `n` for the next citation, `?` for keys
  pincite demo evidence                         citations that resolve and are wrong
  pincite demo --screenshot demo.svg --keys nn  a picture instead of the inspector")]
pub(crate) struct Demo {
    /// The answer to open
    #[arg(default_value = "handbook", value_parser = ["handbook", "evidence"])]
    name: String,

    #[command(flatten)]
    picture: PictureArgs,
}

/// An answer and its sources, with their paths in the repository.
struct Sample {
    answer: (&'static str, &'static str),
    sources: &'static [(&'static str, &'static str)],
}

/// A file of the samples with its path.
macro_rules! sample {
    ($path:literal) => {
        (concat!("samples/", $path), include_str!(concat!("../../samples/", $path)))
    };
}

const HANDBOOK: Sample = Sample {
    answer: sample!("handbook/answer.md"),
    sources: &[
        sample!("handbook/sources/blocks.txt"),
        sample!("handbook/sources/handbook.txt"),
        sample!("handbook/sources/policy.md"),
        sample!("handbook/sources/zahlungen.txt"),
    ],
};

const EVIDENCE: Sample = Sample {
    answer: sample!("evidence/answer.md"),
    sources: &[
        sample!("evidence/sources/turn0file0.txt"),
        sample!("evidence/sources/turn0file1.txt"),
    ],
};

impl Demo {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let sample = if self.name == "evidence" { EVIDENCE } else { HANDBOOK };
        let (name, text) = sample.answer;
        let input = Input::new(name, text.as_bytes().to_vec());
        let cases = cases::open(input, None, &Families::default())?;
        let loaded = sources(sample.sources);
        // There is no file to put a journal next to, so verdicts are not saved.
        let reviewing = Reviewing { reviewer: user(), ..Reviewing::default() };
        let cases = cases.with_sources(loaded.sources, loaded.notes);
        if let Some(picture) = self.picture.request() {
            return picture.take(cases);
        }
        inspect(Opened { cases, input: None, since: SystemTime::now() }, None, reviewing)
    }
}

/// The built-in sources, read as the same files would be.
fn sources(files: &[(&str, &str)]) -> Loaded {
    let mut all = Loaded::default();
    for &(path, text) in files {
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
