//! Configuration: rules and citation marks from `pincite.toml`, the settings of the inspector from
//! the user's `config.toml`, and the command line, which overrides both.
//!
//! `pincite.toml` is searched for from the folder of the input upwards. An option replaces the same
//! key of the file; severities are merged rule by rule.

mod file;
mod key;
mod reader;
mod settings;
mod trust;
mod user;

pub use file::{FILE_NAME, find, find_above, read};
pub use key::{KEYS, Key};
pub use reader::place_in;
pub use settings::{
    Binding, SETTINGS, Setting, Settings as ScreenSettings, default_file, parse_user_file,
    unknown_name,
};
pub use trust::refuse_untrusted;
pub use user::{read_user_file, user_file, user_theme};

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::dialects::shared::pattern::Pattern;
use crate::error::{Error, Result, Why};
use crate::report::figures::Minimum;
use crate::rules::{Rule, Selector, Settings, Severity};
use crate::text::prose::listed;

/// The settings of a file or of the command line. A missing setting is `None` or empty.
#[derive(Debug, Clone, Default)]
pub struct Layer {
    /// The only rules that run.
    pub select: Option<Vec<Selector>>,
    /// Rules that do not run.
    pub ignore: Option<Vec<Selector>>,
    /// The lowest severity that makes the check fail; the inner `None` means never.
    pub fail_on: Option<Option<Severity>>,
    /// True if comments in a response may silence findings.
    pub allow_ignores: Option<bool>,
    /// Requirements that every case must meet for the check to pass.
    pub require: Option<Vec<Requirement>>,
    /// The least shares that pass.
    pub minimums: Vec<Minimum>,
    /// Severities by rule, `None` for off. A severity enables a rule that is off by default.
    pub severity: Vec<(Selector, Option<Severity>)>,
    /// See [`Settings::least_score`].
    pub least_score: Option<f64>,
    /// See [`Settings::least_support`].
    pub least_support: Option<f64>,
    /// See [`Settings::least_scores`].
    pub least_scores: BTreeMap<String, f64>,
    /// Rules that do not run on files that match a pattern.
    pub per_file_ignores: Vec<(String, Vec<Selector>)>,
    /// The user's own citation marks.
    pub pattern: Option<Pattern>,
    /// Ids and the files they refer to, relative to `folder`.
    pub sources: Vec<(String, String)>,
    /// Files and folders of sources for every response, as paths from `folder`.
    pub shared_sources: Vec<String>,
    /// Settings of the inspector.
    pub settings: ScreenSettings,
    /// The base folder of paths and patterns.
    pub folder: Option<PathBuf>,
    /// The file that it was read from.
    pub file: Option<PathBuf>,
}

impl Layer {
    /// Returns the words for what it changes of a check: `rules` if it says which of them run, or what
    /// they or the check find, then what is read as citations and as their sources.
    fn changes(&self) -> Vec<&'static str> {
        let has_sources = !(self.sources.is_empty() && self.shared_sources.is_empty());
        let changes = [
            ("rules", self.changes_rules()),
            ("citation marks", self.pattern.is_some()),
            ("sources", has_sources),
        ];
        changes.into_iter().filter_map(|(name, changes)| changes.then_some(name)).collect()
    }

    fn changes_rules(&self) -> bool {
        self.select.is_some()
            || self.ignore.is_some()
            || self.fail_on.is_some()
            || self.allow_ignores.is_some()
            || self.least_score.is_some()
            || self.least_support.is_some()
            || !(self.severity.is_empty()
                && self.least_scores.is_empty()
                && self.per_file_ignores.is_empty())
    }
}

/// The configuration in force; the default one sets nothing.
#[derive(Debug, Default)]
pub struct Config {
    layer: Layer,
    /// Rules in `per_file_ignores` that apply to the input.
    ignored_here: Vec<Selector>,
    /// See [`Layer::changes`], of the file.
    changes: Vec<&'static str>,
}

impl Config {
    /// Merges the settings for `input`; `flags` override `file`.
    pub fn new(file: Layer, flags: Layer, input: &Path) -> Result<Self> {
        let changes = file.changes();
        let mut severity = file.severity;
        severity.extend(flags.severity);
        let layer = Layer {
            select: flags.select.or(file.select),
            ignore: flags.ignore.or(file.ignore),
            fail_on: flags.fail_on.or(file.fail_on),
            allow_ignores: flags.allow_ignores.or(file.allow_ignores),
            require: flags.require.or(file.require),
            minimums: file.minimums,
            severity,
            least_score: flags.least_score.or(file.least_score),
            least_support: flags.least_support.or(file.least_support),
            least_scores: file.least_scores,
            per_file_ignores: file.per_file_ignores,
            pattern: flags.pattern.or(file.pattern),
            sources: file.sources,
            shared_sources: file.shared_sources,
            settings: file.settings,
            folder: file.folder,
            file: file.file,
        };
        let ignored_here = match &layer.folder {
            Some(folder) => ignored_here(&layer.per_file_ignores, folder, input)?,
            None => Vec::new(),
        };
        Ok(Self { layer, ignored_here, changes })
    }

    /// Returns the severity of a rule's findings; `None` if it does not run.
    pub fn severity(&self, rule: &Rule) -> Option<Severity> {
        let by_closeness = |(selector, level): &(Selector, Option<Severity>)| {
            Some((selector.closeness(rule)?, *level))
        };
        let stated = self.layer.severity.iter().filter_map(by_closeness);
        let stated = stated.max_by_key(|(closeness, _)| *closeness).map(|(_, level)| level);
        let selected = match &self.layer.select {
            Some(select) => closest(select, rule)?,
            None if rule.on || stated.is_some() => 0,
            None => return None,
        };
        let ignored = closest(self.layer.ignore.as_deref().unwrap_or_default(), rule);
        if ignored.is_some_and(|ignored| ignored >= selected)
            || closest(&self.ignored_here, rule).is_some()
        {
            return None;
        }
        stated.unwrap_or(Some(rule.severity))
    }

    /// True if a finding of this severity makes the check fail.
    pub fn fails(&self, severity: Severity) -> bool {
        self.fail_on().is_some_and(|least| severity >= least)
    }

    /// Returns the name of the severity that makes the check fail.
    pub fn fail_on_name(&self) -> &'static str {
        level_name(self.fail_on(), NEVER)
    }

    /// Returns the settings that rules read.
    pub fn settings(&self) -> Settings {
        let default = Settings::default();
        Settings {
            least_score: self.layer.least_score.unwrap_or(default.least_score),
            least_scores: self.layer.least_scores.clone(),
            least_support: self.layer.least_support.unwrap_or(default.least_support),
            allow_ignores: self.layer.allow_ignores.unwrap_or(default.allow_ignores),
        }
    }

    /// Returns the file that is used.
    pub fn file(&self) -> Option<&Path> {
        self.layer.file.as_deref()
    }

    /// Returns what the file that is used changes of a check, such as `rules and sources`, if anything.
    pub fn changes(&self) -> Option<String> {
        (!self.changes.is_empty())
            .then(|| listed(self.changes.iter().map(|it| (*it).to_owned()), 0, ", "))
    }

    /// Returns the least shares that pass.
    pub fn minimums(&self) -> &[Minimum] {
        &self.layer.minimums
    }

    /// True if the check fails when `requirement` is not met.
    pub fn requires(&self, requirement: Requirement) -> bool {
        self.layer.require.as_ref().is_some_and(|required| required.contains(&requirement))
    }

    /// Returns the configuration as the text of a `pincite.toml`.
    pub fn to_toml(&self) -> String {
        let names = |selectors: &[Selector]| {
            let names = selectors.iter().map(|one| toml::Value::from(one.as_str()));
            toml::Value::Array(names.collect())
        };
        let mut check = toml::Table::new();
        if let Some(select) = &self.layer.select {
            check.insert("select".to_owned(), names(select));
        }
        let ignore = self.layer.ignore.as_deref().unwrap_or_default();
        check.insert("ignore".to_owned(), names(ignore));
        check.insert("fail-on".to_owned(), level_name(self.fail_on(), NEVER).into());
        if self.layer.allow_ignores == Some(true) {
            check.insert("allow-ignores".to_owned(), true.into());
        }
        if let Some(required) = self.layer.require.as_ref().filter(|it| !it.is_empty()) {
            let names = required.iter().map(|one| toml::Value::from(one.name()));
            check.insert("require".to_owned(), toml::Value::Array(names.collect()));
        }
        let minimums = self.layer.minimums.iter();
        let minimums: toml::Table =
            minimums.map(|one| (one.share.name().to_owned(), one.least.into())).collect();
        let severity = self.layer.severity.iter();
        let severity: toml::Table = severity
            .map(|(rule, level)| (rule.as_str().to_owned(), level_name(*level, OFF).into()))
            .collect();
        let mut thresholds = toml::Table::new();
        thresholds.insert("least-score".to_owned(), self.settings().least_score.into());
        thresholds.insert("least-support".to_owned(), self.settings().least_support.into());
        let least_scores = self.layer.least_scores.iter();
        let least_scores: toml::Table =
            least_scores.map(|(origin, least)| (origin.clone(), (*least).into())).collect();
        let per_file = self.layer.per_file_ignores.iter();
        let per_file: toml::Table =
            per_file.map(|(pattern, rules)| (pattern.clone(), names(rules))).collect();
        let mut citations = toml::Table::new();
        if let Some(pattern) = &self.layer.pattern {
            citations.insert("pattern".to_owned(), pattern.as_str().into());
        }
        let sources = self.layer.sources.iter();
        let sources: toml::Table =
            sources.map(|(id, path)| (id.clone(), path.as_str().into())).collect();
        if !sources.is_empty() {
            citations.insert("sources".to_owned(), sources.into());
        }
        let tables = [
            ("check", check),
            ("severity", severity),
            ("thresholds", thresholds),
            ("least-scores", least_scores),
            ("per-file-ignores", per_file),
        ];
        let own = [("minimum", minimums), ("citations", citations)];
        let own = own.into_iter().filter(|(_, table)| !table.is_empty());
        let tables = tables.into_iter().chain(own);
        let tables = tables.map(|(name, table)| (name.to_owned(), table.into()));
        let shared = self.layer.shared_sources.iter().map(|path| toml::Value::from(path.as_str()));
        let shared = Some(shared.collect()).filter(|paths: &Vec<_>| !paths.is_empty());
        let shared = shared.map(|paths| ("sources".to_owned(), toml::Value::Array(paths)));
        let all: toml::Table = shared.into_iter().chain(tables).collect();
        all.to_string()
    }

    fn fail_on(&self) -> Option<Severity> {
        self.layer.fail_on.unwrap_or(Some(Severity::Warning))
    }
}

/// A requirement that a case must meet for the check to pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requirement {
    /// The text of every cited source.
    Text,
    /// At least one citation.
    Citations,
    /// A comparison of every claim with text.
    Compared,
}

impl Requirement {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Text, Self::Citations, Self::Compared];

    /// Returns the name on the command line and in configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Citations => "citations",
            Self::Compared => "compared",
        }
    }

    /// Reads a name.
    pub fn parse(text: &str) -> Result<Self, Why> {
        let known = Self::ALL.into_iter().find(|one| one.name() == text);
        known
            .ok_or_else(|| format!("`{text}` is none of `text`, `citations` and `compared`").into())
    }
}

/// Name of the severity that is never reached.
const NEVER: &str = "never";
/// Name of the severity of a rule that does not run.
const OFF: &str = "off";

/// Parses the severity that makes a check fail; the inner `None` means never.
pub fn fail_on(text: &str) -> Result<Option<Severity>, Why> {
    level(text, NEVER)
}

/// Parses a rule's severity; the inner `None` means off.
pub fn severity(text: &str) -> Result<Option<Severity>, Why> {
    level(text, OFF)
}

fn level(text: &str, none: &str) -> Result<Option<Severity>, Why> {
    let severity = Severity::ALL.into_iter().find(|severity| severity.name() == text);
    if severity.is_none() && text != none {
        return Err(format!(
            "unknown severity `{text}`; expected `error`, `warning`, `note` or `{none}`"
        )
        .into());
    }
    Ok(severity)
}

fn level_name(level: Option<Severity>, none: &'static str) -> &'static str {
    level.map_or(none, Severity::name)
}

fn closest(selectors: &[Selector], rule: &Rule) -> Option<usize> {
    selectors.iter().filter_map(|selector| selector.closeness(rule)).max()
}

/// Returns the rules ignored for `input` by patterns relative to `folder`.
fn ignored_here(
    patterns: &[(String, Vec<Selector>)],
    folder: &Path,
    input: &Path,
) -> Result<Vec<Selector>> {
    let mut ignored = Vec::new();
    let Ok(input) = std::path::absolute(input) else { return Ok(ignored) };
    if !input.starts_with(folder) {
        return Ok(ignored);
    }
    for (pattern, rules) in patterns {
        let matcher = matcher(pattern, folder).map_err(|error| {
            Error::new("use", format!("the pattern `{pattern}`"), error.to_string())
        })?;
        if matcher.matched_path_or_any_parents(&input, false).is_ignore() {
            ignored.extend(rules.iter().cloned());
        }
    }
    Ok(ignored)
}

fn matcher(pattern: &str, folder: &Path) -> Result<Gitignore, ignore::Error> {
    let mut builder = GitignoreBuilder::new(folder);
    builder.add_line(None, pattern)?;
    builder.build()
}

#[cfg(test)]
mod tests;
