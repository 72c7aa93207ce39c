//! `pincite review import`: appends exported verdicts, or those of a model judge, to a journal.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use jiff::Timestamp;

use super::input::inspect_each;
use crate::cli::console::{print_error, print_message, print_readable};
use crate::error::{Error, ErrorKind, Result, Why};
use crate::input::record::MAX_BYTES;
use crate::review::exchange::{Imported, JudgedCases, Reading, read_csv, read_json_lines};
use crate::review::journal::{Journal, default_path};
use crate::review::{Drafts, Entry, SourceHashes, Subject, Verdict};
use crate::sources::gate;
use crate::text::SafeText;
use crate::text::prose::count;

/// Import exported verdicts, or those of a model judge
///
/// FILE is the output of `pincite review export` (JSON Lines or CSV), or JSON Lines such as
/// {"case": "q7", "citation": 3, "target": 1, "verdict": "supports", "reason": "…", "by": "judge"},
/// with a `score` instead of a verdict if `--supports-from` is set. Citations and targets are
/// numbered from 1 as in `pincite show`; `case` and `target` can be omitted if there is only one. A
/// verdict that is imported twice counts once.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite review import verdicts.csv -o answer.md.review.jsonl
  pincite review import judge.jsonl --supports-from 0.8 --input answers.jsonl -o judge.jsonl")]
pub(crate) struct Import {
    /// The file with the verdicts
    file: PathBuf,

    /// Import as reviewer NAME [default: the names in the file]
    #[arg(long, help_heading = "Review", value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    reviewer: Option<String>,

    /// The answer that was judged, and its sources
    #[arg(long, help_heading = "Input", num_args = 1.., value_names = ["RESPONSE", "SOURCE"])]
    input: Vec<String>,

    /// Append to JOURNAL [default with --input: the journal next to it]
    #[arg(long, short, value_name = "JOURNAL", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Minimum score for `supports`
    #[arg(long, value_name = "SCORE", help_heading = "Review")]
    supports_from: Option<f64>,

    /// Minimum score for `partly`; lower scores are `does-not-support`
    #[arg(long, value_name = "SCORE", requires = "supports_from", help_heading = "Review")]
    partly_from: Option<f64>,

    /// Translate a word of the file, such as `attributable=supports` (repeatable)
    #[arg(long, help_heading = "Review", value_name = "WORD=VERDICT", value_parser = word)]
    verdict: Vec<(String, Verdict)>,
}

impl Import {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let name = self.file.display().to_string();
        let text = self.text()?;
        let output = self.journal()?;
        let (judged, mut status) = self.judged()?;
        let reading = Reading {
            reviewer: self.reviewer,
            words: self.verdict,
            supports_from: self.supports_from,
            partly_from: self.partly_from,
            at: Timestamp::now(),
        };
        let imported = read(&text, &judged, &reading)
            .map_err(|why| Error::new("read", name.as_str(), why).hint(LAYOUT))?;
        if !imported.failed.is_empty() {
            status = 2;
        }
        print_rejected(&name, imported.failed);
        let (added, known) = append(&output, imported.entries)?;
        let message = format!(
            "{} added to {}{}",
            count(added, "verdict"),
            output.display(),
            if known > 0 { format!(", {known} already known") } else { String::new() },
        );
        print_readable(|out| writeln!(out, "{}", SafeText::new(&message)))?;
        Ok(ExitCode::from(status))
    }

    /// Returns the text of the file, up to [`MAX_BYTES`].
    fn text(&self) -> Result<String> {
        gate::read_text(&self.file, MAX_BYTES).map_err(|error| match error.kind() {
            ErrorKind::TooLarge => {
                error.hint("split it; a verdict that is imported twice counts once")
            }
            _ => error,
        })
    }

    fn journal(&self) -> Result<PathBuf> {
        let beside = || self.input.first().and_then(|input| default_path(input));
        self.output.clone().or_else(beside).ok_or_else(|| {
            Error::new("import", self.file.display().to_string(), "no journal to write to")
                .hint("add `-o JOURNAL`")
        })
    }

    /// Returns the cases that were judged elsewhere, and the exit status of reading them.
    fn judged(&self) -> Result<(JudgedCases, u8)> {
        let mut judged = JudgedCases::default();
        let status = inspect_each(&self.input, &mut |inspection| {
            let drafts = Drafts::new(inspection, &mut SourceHashes::default());
            let cited = drafts.subjects().iter().filter(|it| Subject::is_cited(it));
            let judgements = cited.map(|subject| drafts.judgement(subject)).collect();
            judged.add(&inspection.case.id, judgements);
        })?;
        Ok((judged, status))
    }
}

/// Maximum number of rejected lines that are listed.
const MAX_NAMED: usize = 10;

/// Hint for a file in an unknown layout.
const LAYOUT: &str = "see `pincite review import --help` for the layout";

fn read(text: &str, judged: &JudgedCases, reading: &Reading) -> Result<Imported, Why> {
    let first = text.trim_start_matches('\u{feff}').trim_start().chars().next();
    match first {
        None => Err("the file is empty".into()),
        Some('{') => Ok(read_json_lines(text.trim_start_matches('\u{feff}'), judged, reading)),
        Some(_) => read_csv(text, reading.reviewer.as_deref()),
    }
}

/// Prints the first rejected lines, and the number of the others.
fn print_rejected(name: &str, failed: Vec<(u64, Why)>) {
    let more = failed.len().saturating_sub(MAX_NAMED);
    for (line, why) in failed.into_iter().take(MAX_NAMED) {
        print_error(&Error::new("read", name, why).at(format!("line {line}")));
    }
    if more > 0 {
        print_message(&format!("cannot read {} more of {name}", count(more, "line")), None);
    }
}

/// Appends new entries to the journal; returns the numbers of new and known ones.
fn append(path: &Path, entries: Vec<Entry>) -> Result<(usize, usize)> {
    if entries.is_empty() {
        return Ok((0, 0));
    }
    let opened = Journal::open(path)?;
    let mut journal = opened.journal;
    if !opened.damaged.is_empty() {
        let what =
            format!("{} holds {}", path.display(), count(opened.damaged.len(), "damaged line"));
        print_message(&what, Some("they stay in the file; new entries are appended"));
    }
    let mut known: BTreeSet<_> = opened.entries.into_iter().map(|entry| entry.id).collect();
    let (mut added, mut twice) = (0, 0);
    for entry in entries {
        if !known.insert(entry.id.clone()) {
            twice += 1;
            continue;
        }
        journal.append(&entry).map_err(|why| {
            let message = format!("after {}: {why}", count(added, "verdict"));
            Error::new("write", path.display().to_string(), message).hint(
                "free some space and import again; verdicts already in the journal count once",
            )
        })?;
        added += 1;
    }
    Ok((added, twice))
}

/// Parses `WORD=VERDICT`.
fn word(text: &str) -> Result<(String, Verdict), Why> {
    let (word, name) =
        text.rsplit_once('=').ok_or("expected WORD=VERDICT, such as attributable=supports")?;
    let verdict = Verdict::named(name).filter(|verdict| !verdict.kind().uncited);
    let verdict =
        verdict.ok_or_else(|| format!("the verdicts are {}", Verdict::names_on_citations()))?;
    Ok((word.to_owned(), verdict))
}
