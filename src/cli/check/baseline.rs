//! `--baseline` and `--write-baseline`: known findings in a file.

use std::path::{Path, PathBuf};

use crate::cli::console::print_message;
use crate::cli::file;
use crate::error::{Error, Result};
use crate::input::record::MAX_BYTES;
use crate::report::findings::{Baseline, ReportFinding};
use crate::sources::{gate, normal_path};
use crate::text::prose::count;

/// The known findings, and the new ones.
#[derive(Default)]
pub(super) struct BaselineFiles {
    read: Option<(PathBuf, Baseline)>,
    written: Option<(PathBuf, Baseline)>,
    force: bool,
    /// The paths on the command line: their files are checked.
    paths: Vec<PathBuf>,
}

impl BaselineFiles {
    pub(super) fn open(
        read: Option<PathBuf>,
        written: Option<PathBuf>,
        force: bool,
    ) -> Result<Self> {
        let read = read.map(|path| load(&path).map(|baseline| (path, baseline))).transpose()?;
        let written = written.map(|path| (path, Baseline::default()));
        Ok(Self { read, written, force, paths: Vec::new() })
    }

    /// Sets the paths on the command line.
    pub(super) fn of_paths(self, paths: Vec<PathBuf>) -> Self {
        Self { paths, ..self }
    }

    /// True if findings are recorded instead of reported.
    pub(super) const fn is_written(&self) -> bool {
        self.written.is_some()
    }

    /// Returns for each finding of one case whether it is new.
    pub(super) fn are_new(&self, findings: &[ReportFinding]) -> Vec<bool> {
        let mut known = self.read.as_ref().map(|(_, known)| known.clone()).unwrap_or_default();
        findings.iter().map(|entry| !known.take(entry)).collect()
    }

    /// Returns the name of the file whose findings are left out.
    pub(super) fn name(&self) -> Option<String> {
        let read = self.read.as_ref().filter(|_| !self.is_written());
        read.map(|(path, _)| path.to_string_lossy().into_owned())
    }

    /// Removes known findings and returns them, or records all of them as known.
    /// They are of `file`.
    pub(super) fn apply(
        &mut self,
        findings: &mut Vec<ReportFinding>,
        file: &str,
    ) -> Vec<ReportFinding> {
        if let Some((_, written)) = &mut self.written {
            findings.drain(..).for_each(|entry| written.add(&entry, file));
        } else if let Some((_, known)) = &mut self.read {
            return findings.extract_if(.., |entry| known.take(entry)).collect();
        }
        Vec::new()
    }

    /// Writes the baseline, or reports its entries that are no longer found; `ran` takes the name
    /// of a rule.
    pub(super) fn finish(self, ran: impl Fn(&str) -> bool) -> Result<()> {
        let paths: Vec<PathBuf> = self.paths.iter().map(|path| from_here(path)).collect();
        // A file that is gone has no findings.
        let is_checked = |file: &str| {
            let path = from_here(Path::new(file));
            let is_given =
                |given: &PathBuf| given.as_os_str().is_empty() || path.starts_with(given);
            paths.iter().any(is_given) || !path.exists()
        };
        if let Some((path, mut baseline)) = self.written {
            if path.exists() && !self.force {
                let earlier = load(&path)?;
                refuse_new(&path, &baseline, &earlier)?;
                baseline.keep_unchecked(&earlier, is_checked);
            }
            return save(&path, &baseline);
        }
        if let Some((path, baseline)) = self.read {
            let stale = baseline.left(ran, is_checked);
            if stale > 0 {
                let path = path.to_string_lossy();
                let what = count(stale, "known finding");
                let gone = format!("{what} of {path} no longer found");
                let hint = format!(
                    "`--write-baseline {path}` takes them out as soon as no finding is new"
                );
                print_message(&gone, Some(&hint));
            }
        }
        Ok(())
    }
}

/// Returns a path from the current folder, without `.` and `..` where it is below.
fn from_here(path: &Path) -> PathBuf {
    let here = std::path::absolute(".").ok();
    let below = here.and_then(|here| path.strip_prefix(here).ok());
    normal_path(below.unwrap_or(path)).map_or_else(|| path.to_owned(), PathBuf::from)
}

/// The advice for a file that is no baseline.
const HINT: &str = "`--write-baseline FILE` records the current findings in a file";

fn load(path: &Path) -> Result<Baseline> {
    let name = path.to_string_lossy();
    let text = gate::read_text(path, MAX_BYTES).map_err(|error| error.hint(HINT))?;
    Baseline::parse(&text)
        .map_err(|why| Error::new("read", name, format!("it is not a baseline: {why}")).hint(HINT))
}

/// Fails if an earlier baseline lacks some of the findings, so that taking out old entries does not accept new
/// findings.
fn refuse_new(path: &Path, baseline: &Baseline, earlier: &Baseline) -> Result<()> {
    let new = baseline.new_since(earlier);
    if new == 0 {
        return Ok(());
    }
    let why = format!("it does not have {} of {}", new, count(baseline.len(), "finding"));
    let error = Error::new("replace", path.to_string_lossy(), why);
    Err(error.hint("`--force` records new findings too"))
}

/// Writes a baseline in one step.
fn save(path: &Path, baseline: &Baseline) -> Result<()> {
    let name = path.to_string_lossy();
    file::replace(path, baseline.to_json().as_bytes())
        .map_err(|error| Error::io("write", name.clone(), error))?;
    print_message(&format!("{} written to {name}", count(baseline.len(), "known finding")), None);
    Ok(())
}
