//! Known and accepted findings: a file that later checks are compared with.
//!
//! The file has each fingerprint with the number of its findings and, for people, the rule and the
//! message. Lines do not matter: see [`Fingerprint`].

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Fingerprint, ReportFinding};
use crate::error::Why;
use crate::text::safe::json_safe;

/// The layout's name and number.
const SCHEMA: &str = "pincite.baseline/1";

/// Known findings, by fingerprint.
#[derive(Debug, Clone, Default)]
pub struct Baseline {
    entries: BTreeMap<Fingerprint, KnownFinding>,
}

#[derive(Debug, Clone)]
struct KnownFinding {
    rule: String,
    message: String,
    count: usize,
    /// The files with it; empty in a baseline of an earlier version.
    files: BTreeSet<String>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema), schemars(title = "pincite.baseline/1"))]
struct BaselineFile {
    schema: String,
    findings: Vec<BaselineEntry>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct BaselineEntry {
    rule: String,
    message: String,
    fingerprint: String,
    count: usize,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    files: BTreeSet<String>,
}

impl KnownFinding {
    /// True if it was looked for in all files with it; `was_checked` takes the name of its rule and a file, none if
    /// its files have no names.
    fn is_checked(&self, was_checked: impl Fn(&str, Option<&str>) -> bool) -> bool {
        let is_checked = |file: &String| was_checked(&self.rule, Some(file));
        if self.files.is_empty() {
            return was_checked(&self.rule, None);
        }
        self.files.iter().all(is_checked)
    }
}

/// Returns the layout of the file.
#[cfg(feature = "schemas")]
pub(crate) fn layout() -> schemars::Schema {
    schemars::schema_for!(BaselineFile)
}

impl Baseline {
    /// Reads the output of [`Baseline::to_json`]; otherwise returns the reason why it cannot be
    /// read.
    pub fn parse(json: &str) -> Result<Self, Why> {
        let file: BaselineFile = serde_json::from_str(json).map_err(Why::of)?;
        if file.schema != SCHEMA {
            return Err(format!("its `schema` is not `{SCHEMA}`").into());
        }
        let mut baseline = Self::default();
        for entry in file.findings {
            let print = Fingerprint::parse(&entry.fingerprint)
                .ok_or_else(|| format!("`{}` is not a fingerprint", entry.fingerprint))?;
            let BaselineEntry { rule, message, count, files, .. } = entry;
            let known = KnownFinding { rule, message, count, files };
            baseline.entries.insert(print, known);
        }
        Ok(baseline)
    }

    /// Returns the file's text.
    pub fn to_json(&self) -> String {
        let mut findings: Vec<BaselineEntry> = self
            .entries
            .iter()
            .map(|(print, known)| BaselineEntry {
                rule: known.rule.clone(),
                message: known.message.clone(),
                fingerprint: print.to_string(),
                count: known.count,
                files: known.files.clone(),
            })
            .collect();
        findings.sort_by(|a, b| (&a.rule, &a.fingerprint).cmp(&(&b.rule, &b.fingerprint)));
        let file = BaselineFile { schema: SCHEMA.to_owned(), findings };
        let json = serde_json::to_string_pretty(&file).unwrap_or_default();
        format!("{}\n", json_safe(&json))
    }

    /// Adds a finding of a file. A path that is not below the current folder says nothing elsewhere, and is left
    /// out.
    pub fn add(&mut self, entry: &ReportFinding, file: &str) {
        let known = self.entries.entry(entry.fingerprint).or_insert_with(|| KnownFinding {
            rule: entry.rule.name.to_owned(),
            message: entry.message.clone().into_owned(),
            count: 0,
            files: BTreeSet::new(),
        });
        known.count += 1;
        let is_here = Path::new(file).is_relative() && !file.starts_with("..") && file != "-";
        known.files.extend(is_here.then(|| file.to_owned()));
    }

    /// Adds the findings of `earlier` that were not looked for, and returns their number; `was_checked` takes the
    /// name of a rule and a file, none for findings whose files have no names.
    pub fn keep_unchecked(
        &mut self,
        earlier: &Self,
        was_checked: impl Fn(&str, Option<&str>) -> bool,
    ) -> usize {
        let before = self.len();
        for (print, known) in &earlier.entries {
            if known.is_checked(&was_checked) {
                continue;
            }
            let none = KnownFinding { count: 0, ..known.clone() };
            let own = self.entries.entry(*print).or_insert(none);
            own.count = own.count.max(known.count);
            own.files.extend(known.files.iter().cloned());
        }
        self.len() - before
    }

    /// True if a finding is known; each one can be used once.
    pub fn take(&mut self, entry: &ReportFinding) -> bool {
        match self.entries.get_mut(&entry.fingerprint) {
            Some(known) if known.count > 0 => {
                known.count -= 1;
                true
            }
            _ => false,
        }
    }

    /// Counts the findings left that were looked for; `was_checked` takes the name of a rule and a file, none for
    /// findings whose files have no names.
    pub fn left(&self, was_checked: impl Fn(&str, Option<&str>) -> bool) -> usize {
        let checked = self.entries.values().filter(|known| known.is_checked(&was_checked));
        checked.map(|known| known.count).sum()
    }

    /// Counts the findings that `earlier` does not have.
    pub fn new_since(&self, earlier: &Self) -> usize {
        let before = |print| earlier.entries.get(print).map_or(0, |known| known.count);
        let new =
            self.entries.iter().map(|(print, known)| known.count.saturating_sub(before(print)));
        new.sum()
    }

    /// Counts its findings.
    pub fn len(&self) -> usize {
        self.entries.values().map(|known| known.count).sum()
    }
}
