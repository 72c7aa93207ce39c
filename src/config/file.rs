//! Finds and reads `pincite.toml`.
//!
//! An unknown key is an error that names its line and the nearest key: a mistyped rule must not
//! look like one that found nothing.

use std::fs;
use std::path::{Component, Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Layer, Requirement, fail_on, severity};
use crate::dialects::shared::pattern::Pattern;
use crate::error::{Error, Result};
use crate::report::figures::{Minimum, Share};
use crate::rules::Selector;
use crate::text::prose::ticked;

/// File name of the configuration.
pub const FILE_NAME: &str = "pincite.toml";

/// A key of the configuration.
#[derive(Debug)]
pub struct Key {
    /// The table that holds it.
    pub table: &'static str,
    /// Its name; capitals stand for a name of the user's choice.
    pub name: &'static str,
    /// The kind of value.
    pub value: &'static str,
    /// The default; empty if there is none.
    pub default: &'static str,
    /// Meaning, in one line.
    pub summary: &'static str,
}

/// Every key, by table.
pub const KEYS: &[Key] = &[
    Key {
        table: "",
        name: "sources",
        value: "[PATH, …]",
        default: "",
        summary: "files and folders of sources for every response, below the folder of \
                  `pincite.toml`; sources on the command line replace them",
    },
    Key {
        table: "check",
        name: "select",
        value: "[RULE, …]",
        default: "",
        summary: "the only rules that run: codes, names, prefixes such as `P`, or `ALL`",
    },
    Key {
        table: "check",
        name: "ignore",
        value: "[RULE, …]",
        default: "[]",
        summary: "rules that do not run; the more specific selector wins",
    },
    Key {
        table: "check",
        name: "fail-on",
        value: "SEVERITY",
        default: "warning",
        summary: "lowest severity that fails a check: `error`, `warning`, `note` or `never`",
    },
    Key {
        table: "check",
        name: "allow-ignores",
        value: "BOOLEAN",
        default: "false",
        summary: "let `pincite-ignore` comments in text files silence findings",
    },
    Key {
        table: "check",
        name: "require",
        value: "[WHAT, …]",
        default: "[]",
        summary: "fail unless every cited source has text (`text`) or every case has citations \
                  (`citations`)",
    },
    Key {
        table: "minimum",
        name: "SHARE",
        value: "NUMBER",
        default: "",
        summary: "least share from 0 to 1 that passes: `resolved`, `text`, `supported` or `clean`",
    },
    Key {
        table: "severity",
        name: "RULE",
        value: "SEVERITY",
        default: "",
        summary: "severity of a rule: `error`, `warning`, `note` or `off`; enables a rule that is off \
                  by default",
    },
    Key {
        table: "thresholds",
        name: "least-score",
        value: "NUMBER",
        default: "0.5",
        summary: "score from 0 to 1 below which `low-score` reports a citation",
    },
    Key {
        table: "thresholds",
        name: "least-support",
        value: "NUMBER",
        default: "that of the model",
        summary: "probability from 0 to 1 below which `unsupported` reports a claim",
    },
    Key {
        table: "least-scores",
        name: "ORIGIN",
        value: "NUMBER",
        default: "",
        summary: "the same for the scores of one judge or format, on its own scale",
    },
    Key {
        table: "per-file-ignores",
        name: "PATTERN",
        value: "[RULE, …]",
        default: "",
        summary: "rules that do not run on matching files; patterns as in `.gitignore`",
    },
    Key {
        table: "citations",
        name: "pattern",
        value: "REGEX",
        default: "",
        summary: "your own citation marks, with the groups `id` and optionally `locator` and `claim`",
    },
    Key {
        table: "citations.sources",
        name: "ID",
        value: "PATH",
        default: "",
        summary: "the file that an id refers to, below the folder of `pincite.toml`",
    },
];

/// Returns the names that may follow `table` in a dotted path, or the tables for an empty name.
fn names_in(table: &str) -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for key in KEYS {
        let name = match key.table.split_once('.') {
            _ if key.table.is_empty() => table.is_empty().then_some(key.name),
            _ if table.is_empty() => key.table.split('.').next(),
            Some((parent, child)) => (parent == table).then_some(child),
            None => (key.table == table).then_some(key.name),
        };
        names.extend(name.filter(|name| !names.contains(name)));
    }
    names
}

/// Finds the nearest `pincite.toml`: in the folder of `input`, or in `input` if that is a folder,
/// or above. The result is relative if `input` is, as far as its own folders reach.
pub fn find(input: &Path) -> Option<PathBuf> {
    // A folder before `..` in a path does not contain the file.
    if input.components().any(|part| part == Component::ParentDir) {
        return nearest(std::path::absolute(input).ok()?.ancestors());
    }
    nearest(input.ancestors()).or_else(|| {
        let is_name = |part: &Component<'_>| matches!(part, Component::Normal(_));
        let looked_at = input.components().filter(is_name).count() + 1;
        nearest(std::path::absolute(input).ok()?.ancestors().skip(looked_at))
    })
}

fn nearest<'p>(mut folders: impl Iterator<Item = &'p Path>) -> Option<PathBuf> {
    folders.find_map(|folder| Some(folder.join(FILE_NAME)).filter(|file| file.is_file()))
}

/// Reads the configuration in a file.
pub fn read(path: &Path) -> Result<Layer> {
    let name = path.to_string_lossy();
    let text = fs::read_to_string(path).map_err(|error| Error::io("read", name.clone(), error))?;
    let mut layer = parse(&text, &name)?;
    let folder = std::path::absolute(path).ok();
    layer.folder = folder.and_then(|path| path.parent().map(Path::to_owned));
    layer.file = Some(path.to_owned());
    Ok(layer)
}

pub(super) fn parse(text: &str, name: &str) -> Result<Layer> {
    let file = File { text, name };
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        file.error(at, error.message().lines().next().unwrap_or_default())
    })?;
    let mut layer = Layer::default();
    for (section, value) in table.get_ref() {
        let name = file.known(section, "")?;
        if name == "sources" {
            layer.shared_sources = file.texts(value)?;
            continue;
        }
        let table = file.table(value)?;
        match file.known(section, "")? {
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

type Value<'t> = Spanned<DeValue<'t>>;
type Name<'t> = Spanned<std::borrow::Cow<'t, str>>;

struct File<'t> {
    text: &'t str,
    name: &'t str,
}

impl File<'_> {
    fn check(&self, table: &DeTable<'_>, layer: &mut Layer) -> Result<()> {
        for (key, value) in table {
            match self.known(key, "check")? {
                "select" => layer.select = Some(self.selectors(value)?),
                "ignore" => layer.ignore = Some(self.selectors(value)?),
                "allow-ignores" => layer.allow_ignores = Some(self.flag(value)?),
                "require" => layer.require = Some(self.list(value, Requirement::parse)?),
                _ => layer.fail_on = Some(self.text(value, fail_on)?),
            }
        }
        Ok(())
    }

    fn citations(&self, table: &DeTable<'_>, layer: &mut Layer) -> Result<()> {
        for (key, value) in table {
            match self.known(key, "citations")? {
                "pattern" => {
                    let pattern = |text: &str| Pattern::new(text).map_err(|it| it.to_string());
                    layer.pattern = Some(self.text(value, pattern)?);
                }
                _ => {
                    for (id, path) in self.table(value)? {
                        let path = self.text(path, |path| Ok(path.to_owned()))?;
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
            let selector = selector.map_err(|why| self.error(rule.span().start, &why))?;
            layer.severity.push((selector, self.text(value, severity)?));
        }
        Ok(())
    }

    fn minimums(&self, table: &DeTable<'_>, layer: &mut Layer) -> Result<()> {
        for (share, value) in table {
            let at = share.span().start;
            let name = Share::parse(share.get_ref()).map_err(|why| self.error(at, &why))?.name();
            let least = number(value).map(|least| least.to_string()).unwrap_or_default();
            let minimum = Minimum::parse(&format!("{name}={least}"));
            layer.minimums.push(minimum.map_err(|why| self.error(value.span().start, &why))?);
        }
        Ok(())
    }

    fn thresholds(&self, table: &DeTable<'_>, layer: &mut Layer) -> Result<()> {
        for (key, value) in table {
            self.known(key, "thresholds")?;
            let number = number(value).filter(|number| (0.0..=1.0).contains(number));
            let name = key.get_ref();
            let why = format!("`{name}` must be a number from 0 to 1");
            let number = number.ok_or_else(|| self.error(value.span().start, &why))?;
            match &**name {
                "least-support" => layer.least_support = Some(number),
                _ => layer.least_score = Some(number),
            }
        }
        Ok(())
    }

    /// Reads the thresholds of single origins, each on its own scale.
    fn least_scores(&self, table: &DeTable<'_>, layer: &mut Layer) -> Result<()> {
        for (origin, value) in table {
            let least = number(value).filter(|least| least.is_finite()).ok_or_else(|| {
                self.error(value.span().start, "the least score of an origin must be a number")
            })?;
            layer.least_scores.insert(origin.get_ref().to_string(), least);
        }
        Ok(())
    }

    /// Returns the name in `table` that equals `key`. Fails with the nearest one, or with the table
    /// that has such a key.
    fn known(&self, key: &Name<'_>, table: &str) -> Result<&'static str> {
        let keys = names_in(table);
        let name = key.get_ref().as_ref();
        if let Some(known) = keys.iter().find(|known| **known == name) {
            return Ok(known);
        }
        let distances = keys.iter().map(|known| (strsim::damerau_levenshtein(name, known), *known));
        let nearest = distances.min().filter(|(distance, known)| distance * 2 <= known.len());
        let place = |table: &str| match table {
            "" => "at the top of the file".to_owned(),
            table => format!("in [{table}]"),
        };
        let elsewhere = KEYS.iter().find(|key| key.table != table && key.name == name);
        let hint = match (elsewhere, nearest) {
            (Some(key), _) => format!("it belongs {}", place(key.table)),
            (None, Some((_, known))) => format!("did you mean `{known}`?"),
            (None, None) => format!("the keys there are {}", ticked(keys, usize::MAX)),
        };
        let why = format!("unknown key `{name}` {}; {hint}", place(table));
        Err(self.error(key.span().start, &why))
    }

    fn table<'v, 't>(&self, value: &'v Value<'t>) -> Result<&'v DeTable<'t>> {
        let table = value.get_ref().as_table();
        table.ok_or_else(|| self.error(value.span().start, "expected a table such as `[check]`"))
    }

    fn selectors(&self, value: &Value<'_>) -> Result<Vec<Selector>> {
        self.list(value, Selector::parse)
    }

    fn texts(&self, value: &Value<'_>) -> Result<Vec<String>> {
        self.list(value, |text| Ok(text.to_owned()))
    }

    fn list<T>(
        &self,
        value: &Value<'_>,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Vec<T>> {
        let why = "expected a list such as `[\"P001\", \"E\"]`";
        let list = value.get_ref().as_array();
        let list = list.ok_or_else(|| self.error(value.span().start, why))?;
        list.iter().map(|one| self.text(one, &parse)).collect()
    }

    fn flag(&self, value: &Value<'_>) -> Result<bool> {
        let flag = value.get_ref().as_bool();
        flag.ok_or_else(|| self.error(value.span().start, "expected `true` or `false`"))
    }

    fn text<T>(&self, value: &Value<'_>, parse: impl Fn(&str) -> Result<T, String>) -> Result<T> {
        let at = value.span().start;
        let text = value.get_ref().as_str();
        let text = text.ok_or_else(|| self.error(at, "expected a string"))?;
        parse(text).map_err(|why| self.error(at, &why))
    }

    fn error(&self, at: usize, why: &str) -> Error {
        let before = self.text.get(..at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        Error::new("read", self.name, why).at(format!("line {line}"))
    }
}

fn number(value: &Value<'_>) -> Option<f64> {
    match value.get_ref() {
        DeValue::Float(number) => number.as_str().parse().ok(),
        DeValue::Integer(number) => number.as_str().parse().ok(),
        _ => None,
    }
}
