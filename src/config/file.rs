//! `pincite.toml`: found upwards from the input, read strictly.
//!
//! A key that is not known is an error, told with its line and the nearest key: a mistyped rule
//! must not pass for one that found nothing.

use std::fs;
use std::path::{Component, Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Layer, Requirement, fail_on, severity};
use crate::dialects::marks::pattern::Pattern;
use crate::error::{Error, Result};
use crate::rules::Selector;
use crate::text::prose::ticked;

/// The file's name.
pub const FILE_NAME: &str = "pincite.toml";

/// The keys of the file, by table; those of no table come first. A table without keys here takes
/// names of the user's own.
const TABLES: &[(&str, &[&str])] = &[
    ("", &["sources"]),
    ("check", &["select", "ignore", "fail-on", "allow-ignores", "require"]),
    ("citations", &["pattern", "sources"]),
    ("severity", &[]),
    ("thresholds", &["least-score"]),
    ("least-scores", &[]),
    ("per-file-ignores", &[]),
];

/// The nearest `pincite.toml` in the folder of `input`, or in `input` when it is one, or above. As far
/// as the path that was written leads, the answer is written the same way.
pub fn find(input: &Path) -> Option<PathBuf> {
    // What stands before `..` in a path is no folder above.
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
        match name {
            "check" => file.check(table, &mut layer)?,
            "citations" => file.citations(table, &mut layer)?,
            "severity" => file.severities(table, &mut layer)?,
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
type Key<'t> = Spanned<std::borrow::Cow<'t, str>>;

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

    fn thresholds(&self, table: &DeTable<'_>, layer: &mut Layer) -> Result<()> {
        for (key, value) in table {
            self.known(key, "thresholds")?;
            let number = number(value).filter(|number| (0.0..=1.0).contains(number));
            let why = "`least-score` is a number from 0 to 1";
            layer.least_score = Some(number.ok_or_else(|| self.error(value.span().start, why))?);
        }
        Ok(())
    }

    /// Any origin may be named, and its scale is its own.
    fn least_scores(&self, table: &DeTable<'_>, layer: &mut Layer) -> Result<()> {
        for (origin, value) in table {
            let least = number(value).filter(|least| least.is_finite()).ok_or_else(|| {
                self.error(value.span().start, "the least score of an origin is a number")
            })?;
            layer.least_scores.insert(origin.get_ref().to_string(), least);
        }
        Ok(())
    }

    /// Returns the key of `table` that `key` is. Fails with the nearest one, or with the table that
    /// has such a key.
    fn known(&self, key: &Key<'_>, table: &str) -> Result<&'static str> {
        let name = key.get_ref().as_ref();
        let of_table = |table: &str| TABLES.iter().find(|(it, _)| *it == table);
        let keys = of_table(table).map(|(_, keys)| *keys).unwrap_or_default();
        let sections = TABLES.iter().map(|(section, _)| *section);
        let sections = sections.filter(|section| table.is_empty() && !section.is_empty());
        let all: Vec<&str> = keys.iter().copied().chain(sections).collect();
        if let Some(known) = all.iter().find(|known| **known == name) {
            return Ok(known);
        }
        let nearest = |names: &mut dyn Iterator<Item = &'static str>| {
            names.map(|it| (strsim::damerau_levenshtein(name, it), it)).min()
        };
        let here = nearest(&mut all.iter().copied());
        let mut others = TABLES.iter().filter(|(other, _)| *other != table);
        let place = match table {
            "" => "at the top of the file".to_owned(),
            table => format!("in [{table}]"),
        };
        let hint = if let Some((other, _)) = others.find(|(_, keys)| keys.contains(&name)) {
            let other = if other.is_empty() { "the top of the file" } else { other };
            match other {
                "the top of the file" => format!("it belongs at {other}"),
                other => format!("it belongs in [{other}]"),
            }
        } else if let Some((_, near)) = here.filter(|(far, near)| far * 2 <= near.len()) {
            format!("did you mean `{near}`?")
        } else {
            format!("the keys there are {}", ticked(all, usize::MAX))
        };
        Err(self.error(key.span().start, &format!("unknown key `{name}` {place}; {hint}")))
    }

    fn table<'v, 't>(&self, value: &'v Value<'t>) -> Result<&'v DeTable<'t>> {
        let table = value.get_ref().as_table();
        table
            .ok_or_else(|| self.error(value.span().start, "a table such as `[check]` belongs here"))
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
        let why = "a list such as `[\"P001\", \"E\"]` belongs here";
        let list = value.get_ref().as_array();
        let list = list.ok_or_else(|| self.error(value.span().start, why))?;
        list.iter().map(|one| self.text(one, &parse)).collect()
    }

    fn flag(&self, value: &Value<'_>) -> Result<bool> {
        let flag = value.get_ref().as_bool();
        flag.ok_or_else(|| self.error(value.span().start, "`true` or `false` belongs here"))
    }

    fn text<T>(&self, value: &Value<'_>, parse: impl Fn(&str) -> Result<T, String>) -> Result<T> {
        let at = value.span().start;
        let text = value.get_ref().as_str();
        let text = text.ok_or_else(|| self.error(at, "text in quotation marks belongs here"))?;
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
