//! `pincite demo`: the inspector on samples that are part of the program.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::SystemTime;

use clap::Args;

use super::inspect::inspect;
use super::picture_args::PictureArgs;
use super::review_args::user;
use super::screen_args::ScreenArgs;
use crate::cases;
use crate::dialects::shared::markers::Families;
use crate::error::Result;
use crate::input::Input;
use crate::model::{Origin, Source, SourceText};
use crate::sources::Loaded;
use crate::sources::split_with_notes;
use crate::tui::Opened;
use crate::tui::verdict_saver::Reviewing;

/// Open the inspector on a built-in answer
///
/// `story` shows in three steps what to look for: a good citation, one with the wrong lines, and a
/// wrong number. `handbook` is an answer of a support desk with ten sources and the faults that
/// citations have in practice. In `evidence`, all citations resolve but most are wrong: a number, a
/// quote, the lines, the source. The same files are in `samples/` of the repository.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite demo                                  three citations; the foot says what to press
  pincite demo handbook                         31 citations, ten sources
  pincite demo --screenshot demo.svg --keys nn  a picture instead of the inspector")]
pub(crate) struct Demo {
    /// The answer to open
    #[arg(default_value = "story", value_parser = ["story", "handbook", "evidence"])]
    name: String,

    #[command(flatten)]
    picture: PictureArgs,

    #[command(flatten)]
    screen: ScreenArgs,
}

/// An answer and its sources, with their paths in the repository.
struct Sample {
    answer: (&'static str, &'static str),
    sources: &'static [(&'static str, &'static str)],
    /// The guide's texts for each citation, shown in the foot.
    guide: &'static [&'static str],
}

/// A file of the samples with its path.
macro_rules! sample {
    ($path:literal) => {
        (concat!("samples/", $path), include_str!(concat!("../../samples/", $path)))
    };
}

const STORY: Sample = Sample {
    answer: sample!("story/answer.md"),
    sources: &[sample!("story/sources/turn0file0.txt")],
    guide: &[
        "1/3 good: the cited line says the same · next: press {next}",
        "2/3 wrong lines: the text is in L6, {show-better} shows it · next: press {next}",
        "3/3 wrong number: 14 against 21 · now yours: {quit}, then pincite answer.md docs/",
    ],
};

const HANDBOOK: Sample = Sample {
    guide: &[],
    answer: sample!("handbook/answer.md"),
    sources: &[
        sample!("handbook/sources/blocks.txt"),
        sample!("handbook/sources/handbook.txt"),
        sample!("handbook/sources/policy.md"),
        sample!("handbook/sources/zahlungen.txt"),
    ],
};

const EVIDENCE: Sample = Sample {
    guide: &[],
    answer: sample!("evidence/answer.md"),
    sources: &[
        sample!("evidence/sources/turn0file0.txt"),
        sample!("evidence/sources/turn0file1.txt"),
    ],
};

impl Demo {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let sample = match self.name.as_str() {
            "handbook" => HANDBOOK,
            "evidence" => EVIDENCE,
            _ => STORY,
        };
        let (name, text) = sample.answer;
        let input = Input::new(name, text.as_bytes().to_vec());
        let cases = cases::open(input, None, &Families::default())?;
        let loaded = sources(sample.sources);
        // There is no file to put a journal next to, so verdicts are not saved.
        let reviewing = Reviewing { reviewer: user(), ..Reviewing::default() };
        let cases = cases.with_sources(loaded.sources, loaded.notes);
        if let Some(picture) = self.picture.request(&self.screen, None)? {
            return picture.guided_by(sample.guide).take(cases);
        }
        let settings = self.screen.settings(None)?;
        let opened = Opened { cases, input: None, since: SystemTime::now(), guide: sample.guide };
        inspect(opened, (&settings, None), reviewing)
    }
}

/// Returns the built-in sources, read as the same files would be.
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
