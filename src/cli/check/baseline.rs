//! `--baseline` and `--write-baseline`: known findings in a file.

use std::path::{Path, PathBuf};

use crate::cli::console::print_message;
use crate::cli::file;
use crate::error::{Error, Result};
use crate::input::record::MAX_BYTES;
use crate::report::findings::{Baseline, ReportFinding};
use crate::sources::gate;
use crate::text::prose::count;

/// The known findings, and the new ones.
pub(super) struct BaselineFiles {
    read: Option<(PathBuf, Baseline)>,
    written: Option<(PathBuf, Baseline)>,
    force: bool,
}

impl BaselineFiles {
    pub(super) fn open(
        read: Option<PathBuf>,
        written: Option<PathBuf>,
        force: bool,
    ) -> Result<Self> {
        let read = read.map(|path| load(&path).map(|baseline| (path, baseline))).transpose()?;
        let written = written.map(|path| (path, Baseline::default()));
        Ok(Self { read, written, force })
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
    pub(super) fn apply(&mut self, findings: &mut Vec<ReportFinding>) -> Vec<ReportFinding> {
        if let Some((_, written)) = &mut self.written {
            findings.drain(..).for_each(|entry| written.add(&entry));
        } else if let Some((_, known)) = &mut self.read {
            return findings.extract_if(.., |entry| known.take(entry)).collect();
        }
        Vec::new()
    }

    /// Writes the baseline, or reports its entries that are no longer found; `ran` takes the name
    /// of a rule.
    pub(super) fn finish(self, ran: impl Fn(&str) -> bool) -> Result<()> {
        if let Some((path, baseline)) = self.written {
            return save(&path, &baseline, self.force);
        }
        if let Some((path, baseline)) = self.read {
            let stale = baseline.left(ran);
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

fn load(path: &Path) -> Result<Baseline> {
    let name = path.to_string_lossy();
    let text = gate::read_text(path, MAX_BYTES)?;
    Baseline::parse(&text).map_err(|why| Error::new("read", name, why))
}

/// Writes a baseline in one step; keeps one that lacks some of the findings unless `--force` is
/// given, so that removing old entries does not accept new findings.
fn save(path: &Path, baseline: &Baseline, force: bool) -> Result<()> {
    let name = path.to_string_lossy();
    if path.exists() && !force {
        let new = baseline.new_since(&load(path)?);
        if new > 0 {
            let why = format!("it does not have {} of {}", new, count(baseline.len(), "finding"));
            return Err(Error::new("replace", name, why).hint("`--force` records new findings too"));
        }
    }
    file::replace(path, baseline.to_json().as_bytes())
        .map_err(|error| Error::io("write", name.clone(), error))?;
    print_message(&format!("{} written to {name}", count(baseline.len(), "known finding")), None);
    Ok(())
}
