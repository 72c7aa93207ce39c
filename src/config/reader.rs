//! Reads the values of a TOML file; errors name the place and the expected value.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::key::Key;
use crate::error::{Error, Result, Why};
use crate::text::prose::ticked;

/// A value with its place in the file.
pub(super) type Value<'t> = Spanned<DeValue<'t>>;
/// A name with its place in the file.
pub(super) type Name<'t> = Spanned<std::borrow::Cow<'t, str>>;

/// A file that is being read.
pub(super) struct TableReader<'t> {
    pub(super) text: &'t str,
    /// Its name, for messages.
    pub(super) name: &'t str,
    /// The keys that it may have.
    pub(super) keys: Vec<&'t Key>,
    /// Keys of another file, and the reason why they are not read here.
    pub(super) foreign: (Vec<&'t Key>, &'t str),
}

impl TableReader<'_> {
    /// Parses the file.
    pub(super) fn parse(&self) -> Result<Spanned<DeTable<'_>>> {
        DeTable::parse(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.error(at, error.message().lines().next().unwrap_or_default())
        })
    }

    /// Returns the name in `table` that equals `key`. Fails with the nearest one, or with the table
    /// or file that has such a key.
    pub(super) fn known(&self, key: &Name<'_>, table: &str) -> Result<&'static str> {
        let names = self.names_in(table);
        let name = key.get_ref().as_ref();
        if let Some(known) = names.iter().find(|known| **known == name) {
            return Ok(known);
        }
        let why = format!("unknown key `{name}` {}; {}", place(table), self.advice(name, table));
        Err(self.error(key.span().start, &why))
    }

    fn advice(&self, name: &str, table: &str) -> String {
        let (foreign, why) = &self.foreign;
        if foreign.iter().any(|key| key.has_path(table, name)) {
            return (*why).to_owned();
        }
        let names = self.names_in(table);
        let distances = names.iter().map(|it| (strsim::damerau_levenshtein(name, it), *it));
        let nearest = distances.min().filter(|(distance, known)| distance * 2 <= known.len());
        let elsewhere = self.keys.iter().find(|key| key.table != table && key.name == name);
        match (elsewhere, nearest) {
            (Some(key), _) => format!("it belongs {}", place(key.table)),
            (None, Some((_, known))) => format!("did you mean `{known}`?"),
            (None, None) => format!("the keys there are {}", ticked(names, usize::MAX)),
        }
    }

    /// Returns the names that may follow `table` in a dotted path.
    fn names_in(&self, table: &str) -> Vec<&'static str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.keys.iter().filter_map(|key| key.name_in(table)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Returns the table that `value` is.
    pub(super) fn table<'v, 't>(&self, value: &'v Value<'t>) -> Result<&'v DeTable<'t>> {
        let table = value.get_ref().as_table();
        table.ok_or_else(|| self.error(value.span().start, "expected a table such as `[check]`"))
    }

    /// Returns the texts of a list.
    pub(super) fn texts(&self, value: &Value<'_>) -> Result<Vec<String>> {
        self.list(value, |text| Ok(text.to_owned()))
    }

    /// Parses each text of a list.
    pub(super) fn list<T>(
        &self,
        value: &Value<'_>,
        parse: impl Fn(&str) -> Result<T, Why>,
    ) -> Result<Vec<T>> {
        let why = "expected a list such as `[\"P001\", \"E\"]`";
        let list = value.get_ref().as_array();
        let list = list.ok_or_else(|| self.error(value.span().start, why))?;
        list.iter().map(|one| self.text(one, &parse)).collect()
    }

    /// Returns a truth value.
    pub(super) fn flag(&self, value: &Value<'_>) -> Result<bool> {
        let flag = value.get_ref().as_bool();
        flag.ok_or_else(|| self.error(value.span().start, "expected `true` or `false`"))
    }

    /// Returns a whole number within `limits`.
    pub(super) fn whole(&self, value: &Value<'_>, limits: (u16, u16)) -> Result<u16> {
        let (least, most) = limits;
        let number = match value.get_ref() {
            DeValue::Integer(number) => number.as_str().parse().ok(),
            _ => None,
        };
        let number = number.filter(|number| (least..=most).contains(number));
        let why = format!("expected a whole number from {least} to {most}");
        number.ok_or_else(|| self.error(value.span().start, &why))
    }

    /// Parses a text.
    pub(super) fn text<T>(
        &self,
        value: &Value<'_>,
        parse: impl Fn(&str) -> Result<T, Why>,
    ) -> Result<T> {
        let at = value.span().start;
        let text = value.get_ref().as_str();
        let text = text.ok_or_else(|| self.error(at, "expected a string"))?;
        parse(text).map_err(|why| self.error(at, why))
    }

    /// Returns an error about byte `at`: `FILE:LINE:COLUMN`.
    pub(super) fn error(&self, at: usize, why: impl Into<String>) -> Error {
        Error::new("read", self.place(at), why)
    }

    /// Returns `FILE:LINE:COLUMN` of a byte.
    pub(super) fn place(&self, at: usize) -> String {
        place_in(self.name, self.text, at)
    }
}

/// Returns `FILE:LINE:COLUMN` of byte `at` of a file's text; columns count characters.
pub fn place_in(name: &str, text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let column = before.get(start..).unwrap_or_default().chars().count() + 1;
    format!("{name}:{line}:{column}")
}

pub(super) fn number(value: &Value<'_>) -> Option<f64> {
    match value.get_ref() {
        DeValue::Float(number) => number.as_str().parse().ok(),
        DeValue::Integer(number) => number.as_str().parse().ok(),
        _ => None,
    }
}

fn place(table: &str) -> String {
    match table {
        "" => "at the top of the file".to_owned(),
        table => format!("in [{table}]"),
    }
}
