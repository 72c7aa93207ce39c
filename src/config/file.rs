//! Finds and reads `pincite.toml`.
//!
//! An unknown key is an error that names its line and the nearest key: a mistyped rule must not
//! look like one that found nothing.

use std::fs;
use std::path::{Component, Path, PathBuf};

use toml::de::DeTable;

use super::key::KEYS;
use super::reader::{TableReader, Value, number};
use super::settings::{FOR_THE_USER, SETTINGS, read_shared};
use super::{Layer, Requirement, fail_on, severity};
use crate::dialects::shared::pattern::Pattern;
use crate::error::{Result, Why};
use crate::report::figures::{Minimum, Share};
use crate::rules::Selector;
use crate::sources::{CONFIGURATION, gate};

/// File name of the configuration.
pub const FILE_NAME: &str = CONFIGURATION;

/// Maximum size of a configuration file, in bytes: 1 MiB.
const MAX_BYTES: u64 = 1024 * 1024;

/// Finds the nearest `pincite.toml`: in the folder of `input` (or `input` itself, if that is a
/// folder) or above. The result is relative if `input` is, as far as its own folders reach.
pub fn find(input: &Path) -> Option<PathBuf> {
    upwards(input, 0)
}

/// Finds the nearest `pincite.toml` above a folder, as [`find`] does.
pub fn find_above(folder: &Path) -> Option<PathBuf> {
    upwards(folder, 1)
}

/// Finds the nearest file, from a path or so many folders above it.
fn upwards(input: &Path, above: usize) -> Option<PathBuf> {
    // A folder before `..` in a path does not contain the file.
    if input.components().any(|part| part == Component::ParentDir) {
        return nearest(std::path::absolute(input).ok()?.ancestors().skip(above));
    }
    nearest(input.ancestors().skip(above)).or_else(|| {
        let is_name = |part: &Component<'_>| matches!(part, Component::Normal(_));
        let looked_at = input.components().filter(is_name).count() + 1;
        nearest(std::path::absolute(input).ok()?.ancestors().skip(looked_at.max(above)))
    })
}

fn nearest<'p>(mut folders: impl Iterator<Item = &'p Path>) -> Option<PathBuf> {
    // A pipe or device is found too, and refused where it is read.
    let is_there = |file: &PathBuf| fs::metadata(file).is_ok_and(|about| !about.is_dir());
    folders.find_map(|folder| Some(folder.join(FILE_NAME)).filter(is_there))
}

/// Reads the configuration in a file.
pub fn read(path: &Path) -> Result<Layer> {
    let name = path.to_string_lossy();
    let text = gate::read_text(path, MAX_BYTES)?;
    let mut layer = parse(&text, &name)?;
    let folder = std::path::absolute(path).ok();
    layer.folder = folder.and_then(|path| path.parent().map(Path::to_owned));
    layer.file = Some(path.to_owned());
    Ok(layer)
}

pub(super) fn parse(text: &str, name: &str) -> Result<Layer> {
    let shared = SETTINGS.iter().filter(|setting| setting.is_shared);
    let own = SETTINGS.iter().filter(|setting| !setting.is_shared);
    let keys = KEYS.iter().chain(shared.map(|setting| &setting.key)).collect();
    let foreign = (own.map(|setting| &setting.key).collect(), FOR_THE_USER);
    let file = File(TableReader { text, name, keys, foreign });
    let mut layer = Layer::default();
    for (section, value) in file.0.parse()?.get_ref() {
        let name = file.0.known(section, "")?;
        if read_shared(&file.0, (section, value), &mut layer.settings)? {
            continue;
        }
        if name == "sources" {
            layer.shared_sources = file.0.texts(value)?;
            continue;
        }
        let table = file.0.table(value)?;
        match name {
            "check" => file.check(table, &mut layer)?,
            "citations" => file.citations(table, &mut layer)?,
            "severity" => file.severities(table, &mut layer)?,
            "minimum" => file.minimums(table, &mut layer)?,
            "thresholds" => file.thresholds(table, &mut layer)?,
            "least-scores" => file.least_scores(table, &mut layer)?,
            _ => {
                for (pattern, rules) in table {
                    let rules = file.selectors(rules)?;
                    layer.per_file_ignores.push((pattern.get_ref().to_string(), rules));
                }
            }
        }
    }
    Ok(layer)
}

struct File<'t>(TableReader<'t>);

impl File<'_> {
    fn check(&self, table: &DeTable<'_>, layer: &mut Layer) -> Result<()> {
        for (key, value) in table {
            match self.0.known(key, "check")? {
                "select" => layer.select = Some(self.selectors(value)?),
                "ignore" => layer.ignore = Some(self.selectors(value)?),
                "allow-ignores" => layer.allow_ignores = Some(self.0.flag(value)?),
                "require" => layer.require = Some(self.0.list(value, Requirement::parse)?),
                _ => layer.fail_on = Some(self.0.text(value, fail_on)?),
            }
        }
        Ok(())
    }

    fn citations(&self, table: &DeTable<'_>, layer: &mut Layer) -> Result<()> {
        for (key, value) in table {
            match self.0.known(key, "citations")? {
                "pattern" => {
                    let pattern = |text: &str| Pattern::new(text).map_err(Why::of);
                    layer.pattern = Some(self.0.text(value, pattern)?);
                }
                _ => {
                    for (id, path) in self.0.table(value)? {
                        let path = self.0.text(path, |path| Ok(path.to_owned()))?;
                        layer.sources.push((id.get_ref().to_string(), path));
                    }
                }
            }
        }
        Ok(())
    }

    fn severities(&self, table: &DeTable<'_>, layer: &mut Layer) -> Result<()> {
        for (rule, value) in table {
            let selector = Selector::parse(rule.get_ref());
            let selector = selector.map_err(|why| self.0.error(rule.span().start, why))?;
            layer.severity.push((selector, self.0.text(value, severity)?));
        }
        Ok(())
    }

    fn minimums(&self, table: &DeTable<'_>, layer: &mut Layer) -> Result<()> {
        for (share, value) in table {
            let at = share.span().start;
            let name = Share::parse(share.get_ref()).map_err(|why| self.0.error(at, why))?.name();
            let least = number(value).map(|least| least.to_string()).unwrap_or_default();
            let minimum = Minimum::parse(&format!("{name}={least}"));
            layer.minimums.push(minimum.map_err(|why| self.0.error(value.span().start, why))?);
        }
        Ok(())
    }

    fn thresholds(&self, table: &DeTable<'_>, layer: &mut Layer) -> Result<()> {
        for (key, value) in table {
            self.0.known(key, "thresholds")?;
            let number = number(value).filter(|number| (0.0..=1.0).contains(number));
            let name = key.get_ref();
            let why = format!("`{name}` must be a number from 0 to 1");
            let number = number.ok_or_else(|| self.0.error(value.span().start, why))?;
            match &**name {
                "least-support" => layer.least_support = Some(number),
                _ => layer.least_score = Some(number),
            }
        }
        Ok(())
    }

    /// Reads the thresholds of individual origins, each on its own scale.
    fn least_scores(&self, table: &DeTable<'_>, layer: &mut Layer) -> Result<()> {
        for (origin, value) in table {
            let least = number(value).filter(|least| least.is_finite()).ok_or_else(|| {
                self.0.error(value.span().start, "the least score of an origin must be a number")
            })?;
            layer.least_scores.insert(origin.get_ref().to_string(), least);
        }
        Ok(())
    }

    fn selectors(&self, value: &Value<'_>) -> Result<Vec<Selector>> {
        self.0.list(value, Selector::parse)
    }
}
