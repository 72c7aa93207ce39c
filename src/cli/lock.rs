//! `pincite lock`: records the cited lines of code as accepted, in `citations.lock`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use rayon::prelude::*;

use super::case::CaseArgs;
use super::citations::ConfigFrom;
use super::console::{MAX_NAMED, print_message, print_readable};
use super::file;
use super::file::lines_hash;
use super::folder_arg::existing_folder;
use crate::cases::lock::{CitationPlace, FILE, Lock as LockFile, Locked};
use crate::cases::{CitedLines, Compare, References};
use crate::config::{Config, Layer};
use crate::dialects::dialect::CODE_REFERENCES;
use crate::error::{Error, ErrorKind, Result};
use crate::inspect;
use crate::model::Case;
use crate::rules::Rule;
use crate::sources::folder::is_within;
use crate::text::SafeText;
use crate::text::prose::count;

/// Record the cited lines of code for `check` to compare with
///
/// Writes `citations.lock` into the root of the checkout: for each citation such as `src/app.rs:42` the
/// hash and the first words of the cited lines. `pincite check` then reports exactly which of them moved,
/// changed or are gone. New citations are added and removed ones are dropped. Where lines have
/// changed, the recorded ones are kept until `--update` accepts the change. A new citation that `check`
/// reports, because its lines moved, were removed or fit less than others, is recorded by `--update` only.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite lock docs/ src/
  pincite lock --update docs/design.md   accept the lines as they are now

Exit status: 0 all citations are recorded; 1 some differ, or their files or lines do not exist;
2 something could not be read.")]
pub(crate) struct Lock {
    /// Files and folders that cite code
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,

    /// The checkout [default: the nearest folder above with `.git`]
    #[arg(long, value_name = "DIR", value_parser = existing_folder(), help_heading = "Input")]
    root: Option<PathBuf>,

    /// Accept lines that differ from what is recorded
    #[arg(long, help_heading = "Output")]
    update: bool,
}

/// The changes to a lock file.
#[derive(Default)]
struct Changes {
    added: usize,
    updated: usize,
    removed: usize,
    /// Citations whose lines differ from those recorded.
    differing: Vec<CitationPlace>,
    /// Citations of files or lines that do not exist.
    missing: Vec<CitationPlace>,
    /// Citations of lines without words, which are recorded all the same.
    blank: Vec<CitationPlace>,
    /// New citations that are not recorded, and the reason.
    doubtful: Vec<(CitationPlace, Cow<'static, str>)>,
}

/// A citation of lines, as it would be recorded.
struct Cited {
    place: CitationPlace,
    now: Option<Locked>,
    /// The message of `check` against the lines.
    doubt: Option<Cow<'static, str>>,
}

/// Rules whose findings say that a citation names other lines than it means.
const DOUBTING: [&str; 4] = ["R001", "R003", "R004", "E002"];

impl Lock {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let references = References::new(self.root.clone(), Compare::Nothing);
        let mut around = None;
        for path in &self.paths {
            let found = references.lock_around(path)?.ok_or_else(|| {
                let name = path.display().to_string();
                if let Err(error) = path.symlink_metadata() {
                    return Error::io("lock", name, error);
                }
                let error = Error::new("lock", name, "it is in no checkout");
                error.hint("name the folder of the cited code with `--root`")
            })?;
            if around.as_ref().is_some_and(|(root, _)| *root != found.0) {
                let why = "the paths are in several checkouts";
                return Err(Error::new("lock", path.display().to_string(), why)
                    .hint("lock them one by one, or name a folder above with `--root`"));
            }
            around = Some(found);
        }
        let Some((root, before)) = around else { return Ok(ExitCode::SUCCESS) };
        let cited = self.cited(&references, &before)?;
        let is_gone = |place: &CitationPlace| {
            let text = root.join(&place.text);
            !text.exists() || self.paths.iter().any(|path| is_within(&text, path))
        };
        let (after, changes) = merged(&before, cited, self.update, &is_gone);
        let path = root.join(FILE);
        if after != before || !path.exists() {
            let failed = |error| Error::io("write", path.display().to_string(), error);
            file::replace(&path, after.render().as_bytes()).map_err(failed)?;
        }
        changes.report(&root, &after)
    }

    /// Returns the citations of all files, with their lines as they are now; those that `before` lacks with
    /// what speaks against them.
    fn cited(&self, references: &References, before: &LockFile) -> Result<Vec<Cited>> {
        let from = || Some(CODE_REFERENCES.to_owned());
        let mut all = Vec::new();
        for path in &self.paths {
            let name = path.to_string_lossy().into_owned();
            let case = CaseArgs::alone(name.clone(), from(), Vec::new()).rooted(self.root.clone());
            let cases = match case.with_history(self.update).open() {
                Err(error) if error.kind() == ErrorKind::Unrecognized => continue,
                cases => cases?,
            };
            let config = config(&name)?;
            let read = (0..cases.len()).into_par_iter().map(|index| {
                let case = cases.read(index)?;
                let cited = references.cited(&case, lines_hash);
                let is_new = |lines: &CitedLines| !before.entries.contains_key(&lines.place);
                let doubts = if !self.update && cited.iter().any(is_new) {
                    doubts(case, &config)
                } else {
                    BTreeMap::new()
                };
                let with_doubt = |CitedLines { place, now, target }: CitedLines| {
                    let doubt = doubts.get(&target).cloned();
                    Cited {
                        doubt: doubt.filter(|_| !before.entries.contains_key(&place)),
                        place,
                        now,
                    }
                };
                Ok(cited.into_iter().map(with_doubt).collect::<Vec<_>>())
            });
            let read: Vec<_> = read.collect::<Result<_>>()?;
            all.extend(read.into_iter().flatten());
        }
        Ok(all)
    }
}

/// Returns the configuration for `check` of a text or folder.
fn config(name: &str) -> Result<Config> {
    let from = ConfigFrom::default();
    let file = from.file(name).map(|path| from.read(&path)).transpose()?;
    Config::new(file.unwrap_or_default(), Layer::default(), Path::new(name))
}

/// Returns the findings against cited lines, by citation and target.
fn doubts(case: Case, config: &Config) -> BTreeMap<(usize, usize), Cow<'static, str>> {
    let mut inspection = inspect::resolved(case);
    let severity = |rule: &Rule| config.severity(rule).filter(|_| DOUBTING.contains(&rule.code));
    inspect::check(&mut inspection, &config.settings(), &severity);
    let findings = inspection.findings.into_iter();
    let targets = findings.filter_map(|it| Some((it.citation.zip(it.target)?, it.message)));
    targets.collect()
}

/// Returns the lock file with the current citations, and the changes. Recorded citations that no
/// longer exist are dropped if `is_gone` is true for them.
fn merged(
    before: &LockFile,
    cited: Vec<Cited>,
    update: bool,
    is_gone: &dyn Fn(&CitationPlace) -> bool,
) -> (LockFile, Changes) {
    let mut after = LockFile::default();
    let mut changes = Changes::default();
    for Cited { place, now, doubt } in cited {
        let Some(now) = now else {
            changes.missing.push(place.clone());
            if let Some(known) = before.entries.get(&place).filter(|_| !update) {
                after.entries.insert(place, known.clone());
            }
            continue;
        };
        if let Some(doubt) = doubt {
            changes.doubtful.push((place, doubt));
            continue;
        }
        if now.words.is_empty() {
            changes.blank.push(place.clone());
        }
        match before.entries.get(&place) {
            None => changes.added += usize::from(!after.entries.contains_key(&place)),
            Some(known) if *known == now => {}
            Some(_) if update => changes.updated += 1,
            Some(known) => {
                after.entries.insert(place.clone(), known.clone());
                changes.differing.push(place);
                continue;
            }
        }
        after.entries.insert(place, now);
    }
    for (place, known) in &before.entries {
        if after.entries.contains_key(place) {
            continue;
        }
        if is_gone(place) {
            changes.removed += 1;
        } else {
            after.entries.insert(place.clone(), known.clone());
        }
    }
    (after, changes)
}

impl Changes {
    fn report(&self, root: &Path, lock: &LockFile) -> Result<ExitCode> {
        let path = root.join(FILE);
        let named = |places: &[CitationPlace], why: &str| {
            for place in places.iter().take(MAX_NAMED) {
                print_message(&format!("{} {why}", named(place)), None);
            }
            if let Some(more) = places.len().checked_sub(MAX_NAMED).filter(|more| *more > 0) {
                print_message(&format!("{more} more cited: each {why}"), None);
            }
        };
        let (without_lines, without_file): (Vec<_>, Vec<_>) =
            self.missing.iter().cloned().partition(|place| root.join(&place.path).is_file());
        named(&without_file, "cannot be recorded: no such file");
        named(&without_lines, "cannot be recorded: the file has no such lines");
        named(&self.blank, "is recorded, but is blank");
        named(&self.differing, "differs from what is recorded");
        self.report_doubtful();
        if !self.differing.is_empty() {
            let hint =
                "`pincite check` shows how; `pincite lock --update` accepts the lines as they are";
            print_message(
                &format!("{} not accepted", count(self.differing.len(), "change")),
                Some(hint),
            );
        }
        let mut parts = vec![count(lock.entries.len(), "citation")];
        let changes = [(self.added, "added"), (self.updated, "updated"), (self.removed, "removed")];
        let made = changes.iter().filter(|(number, _)| *number > 0);
        parts.extend(made.map(|(number, what)| format!("{number} {what}")));
        let line = format!("{}: {}", path.display(), parts.join(", "));
        print_readable(|out| writeln!(out, "{}", SafeText::new(&line)))?;
        let is_clean =
            self.missing.is_empty() && self.differing.is_empty() && self.doubtful.is_empty();
        Ok(ExitCode::from(u8::from(!is_clean)))
    }

    /// Names the new citations that are not recorded.
    fn report_doubtful(&self) {
        for (place, why) in self.doubtful.iter().take(MAX_NAMED) {
            print_message(&format!("{} is not recorded: {why}", named(place)), None);
        }
        if !self.doubtful.is_empty() {
            let hint = "correct them, as `pincite check` says; `pincite lock --update` records the lines \
                        as they are";
            let citations = count(self.doubtful.len(), "new citation");
            print_message(&format!("{citations} not recorded"), Some(hint));
        }
    }
}

/// Returns the words that name a citation in a message.
fn named(CitationPlace { text, path, first, last }: &CitationPlace) -> String {
    let lines = if first == last { String::new() } else { format!("-{last}") };
    format!("{text}: the cited {path}:{first}{lines}")
}
