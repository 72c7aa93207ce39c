//! `--baseline` and `--write-baseline`: known findings in a file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::cli::console::print_message;
use crate::cli::file;
use crate::error::{Error, Result};
use crate::input::record::MAX_BYTES;
use crate::report::findings::{Apart, Baseline, ReportFinding};
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
    /// The files with cases that could not be checked.
    unchecked: BTreeSet<PathBuf>,
}

impl BaselineFiles {
    pub(super) fn open(
        read: Option<PathBuf>,
        written: Option<PathBuf>,
        force: bool,
    ) -> Result<Self> {
        let read = read.map(|path| load(&path).map(|baseline| (path, baseline))).transpose()?;
        let written = written.map(|path| (path, Baseline::default()));
        Ok(Self { read, written, force, ..Self::default() })
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
    pub(super) fn are_new(&self, findings: &[Apart<ReportFinding>]) -> Vec<bool> {
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
        findings: &mut Vec<Apart<ReportFinding>>,
        file: &str,
    ) -> Vec<Apart<ReportFinding>> {
        if let Some((_, written)) = &mut self.written {
            findings.drain(..).for_each(|entry| written.add(&entry, file));
        } else if let Some((_, known)) = &mut self.read {
            return findings.extract_if(.., |entry| known.take(entry)).collect();
        }
        Vec::new()
    }

    /// Notes that a case of `file` could not be checked.
    pub(super) fn fail(&mut self, file: &str) {
        self.unchecked.insert(from_here(Path::new(file)));
    }

    /// True if the findings of a file were looked for: it is given or gone, and each of its cases was checked.
    /// Without a name, each case must have been checked.
    fn is_checked(&self, given: &[PathBuf], file: Option<&str>) -> bool {
        let Some(file) = file else { return self.unchecked.is_empty() };
        let path = from_here(Path::new(file));
        let is_in = |folder: &PathBuf| folder.as_os_str().is_empty() || path.starts_with(folder);
        !self.unchecked.contains(&path) && (given.iter().any(is_in) || !path.exists())
    }

    /// Writes the baseline, or reports its entries that are no longer found; `ran` takes the name
    /// of a rule.
    pub(super) fn finish(mut self, ran: impl Fn(&str) -> bool) -> Result<()> {
        let (read, written) = (self.read.take(), self.written.take());
        let given: Vec<PathBuf> = self.paths.iter().map(|path| from_here(path)).collect();
        let was_checked =
            |rule: &str, file: Option<&str>| ran(rule) && self.is_checked(&given, file);
        if let Some((path, mut baseline)) = written {
            let earlier = match path.exists().then(|| load(&path)) {
                Some(Err(error)) if !self.force => return Err(error),
                earlier => earlier.and_then(Result::ok).unwrap_or_default(),
            };
            if path.exists() && !self.force {
                refuse_new(&path, &baseline, &earlier)?;
            }
            let kept = baseline.keep_unchecked(&earlier, was_checked);
            return save(&path, &baseline, kept);
        }
        if let Some((path, baseline)) = read {
            let stale = baseline.left(was_checked);
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

/// Writes a baseline in one step; `kept` of its findings are those of an earlier one that were not looked for.
fn save(path: &Path, baseline: &Baseline, kept: usize) -> Result<()> {
    let name = path.to_string_lossy();
    file::replace(path, baseline.to_json().as_bytes())
        .map_err(|error| Error::io("write", name.clone(), error))?;
    let kept = if kept > 0 { format!(" ({kept} kept: not checked)") } else { String::new() };
    let written = count(baseline.len(), "known finding");
    print_message(&format!("{written} written to {name}{kept}"), None);
    Ok(())
}
