//! The settings of the inspector: its look, its keys, and the programs that it may start.
//!
//! They come from the user's `config.toml`. Settings that start no program and bind no key may also
//! be in `pincite.toml`, which can come with the data, and then override the user's.

use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write as _;

use toml::de::DeTable;

use super::key::{KEYS, Key};
use super::reader::{Name, TableReader, Value};
use crate::error::{Result, Why};
use crate::text::prose::ticked;

/// Maximum number of names in the message for an unknown one.
const MAX_NAMED: usize = 12;

/// The reason why a setting of the user's own file is not read from `pincite.toml`.
pub(super) const FOR_THE_USER: &str =
    "only your own file can set it (`pincite config path`): this one may have come with the data";

/// The reason why a key of `pincite.toml` is not read from the user's own file.
const FOR_THE_PROJECT: &str = "it belongs in `pincite.toml`, next to the answers";

/// A setting.
#[derive(Debug)]
pub struct Setting {
    /// Its key.
    pub key: Key,
    kind: ValueKind,
    /// True if `pincite.toml` may set it.
    pub is_shared: bool,
}

/// The kind of value that a setting takes.
#[derive(Debug, Clone, Copy)]
enum ValueKind {
    Flag,
    Whole(u16, u16),
    Choice(&'static [&'static str]),
    Text,
    /// The command that a key of the user's choice runs.
    Binding,
}

const WHEN: &[&str] = &["auto", "always", "never"];

const fn setting(
    path: (&'static str, &'static str),
    value: (&'static str, &'static str, ValueKind),
    is_shared: bool,
    summary: &'static str,
) -> Setting {
    let (table, name) = path;
    let (value, default, kind) = value;
    Setting { key: Key { table, name, value, default, summary }, kind, is_shared }
}

/// Every setting, by table.
pub const SETTINGS: &[Setting] = &[
    setting(
        ("", "theme"),
        ("NAME", "\"auto\"", ValueKind::Text),
        true,
        "colours: `auto` (asks the terminal for its background), a built-in theme, or the name of a \
         file in `themes/` next to `config.toml`",
    ),
    setting(
        ("", "icons"),
        ("NAME", "\"unicode\"", ValueKind::Choice(&["unicode", "ascii"])),
        true,
        "signs and borders: `unicode` or `ascii`",
    ),
    setting(
        ("", "keymap"),
        ("NAME", "\"default\"", ValueKind::Text),
        false,
        "preset of keys: `default`, `vim`, `less` or `emacs`",
    ),
    setting(
        ("", "mouse"),
        ("BOOLEAN", "true", ValueKind::Flag),
        false,
        "take the mouse at the start; `m` hands it over",
    ),
    setting(
        ("", "hyperlinks"),
        ("WHEN", "\"auto\"", ValueKind::Choice(WHEN)),
        false,
        "make addresses and files links of the terminal (OSC 8): `auto`, `always` or `never`",
    ),
    setting(
        ("", "clipboard"),
        ("COMMAND", "\"auto\"", ValueKind::Text),
        false,
        "`auto`, `osc52` (ask the terminal), `off`, or a program that reads the text from standard \
         input",
    ),
    setting(
        ("", "editor"),
        ("COMMAND", "\"\"", ValueKind::Text),
        false,
        "editor, instead of `$VISUAL` or `$EDITOR`; no shell is started",
    ),
    setting(
        ("", "open-command"),
        ("COMMAND", "\"\"", ValueKind::Text),
        false,
        "program that `O` starts with the address of the source; without it, `O` copies the address",
    ),
    setting(
        ("layout", "split"),
        ("NAME", "\"auto\"", ValueKind::Choice(&["auto", "side-by-side", "stacked"])),
        true,
        "position of the panes: `auto` (by width), `side-by-side` or `stacked`",
    ),
    setting(
        ("layout", "ratio"),
        ("NUMBER", "48", ValueKind::Whole(10, 90)),
        true,
        "width of the response in percent, side by side",
    ),
    setting(
        ("layout", "stacked-ratio"),
        ("NUMBER", "40", ValueKind::Whole(10, 90)),
        true,
        "height of the response in percent, stacked",
    ),
    setting(("layout", "wrap"), ("BOOLEAN", "true", ValueKind::Flag), true, "fold long lines"),
    setting(
        ("layout", "tab-width"),
        ("NUMBER", "4", ValueKind::Whole(1, 16)),
        true,
        "cells between tab stops",
    ),
    setting(
        ("layout", "strip-height"),
        ("NUMBER", "20", ValueKind::Whole(1, 100)),
        true,
        "maximum number of rows of the evidence below the source; a third of the pane at most",
    ),
    setting(
        ("review", "reviewer"),
        ("NAME", "\"\"", ValueKind::Text),
        false,
        "name of the reviewer, instead of the user name",
    ),
    setting(
        ("review", "advance"),
        ("BOOLEAN", "true", ValueKind::Flag),
        true,
        "a verdict moves on to the next open citation",
    ),
    setting(
        ("review", "next-case"),
        ("BOOLEAN", "false", ValueKind::Flag),
        true,
        "the last verdict of a case opens the next one, unless it asks for a reason",
    ),
    setting(
        ("review", "reasons"),
        ("BOOLEAN", "true", ValueKind::Flag),
        true,
        "ask for the reason after a verdict other than `supports`",
    ),
    setting(
        ("keys.browse", "KEY"),
        ("COMMAND", "", ValueKind::Binding),
        false,
        "command of a key in the panes; an empty one unbinds the key",
    ),
    setting(("keys.list", "KEY"), ("COMMAND", "", ValueKind::Binding), false, "the same in a list"),
    setting(
        ("keys.prompt", "KEY"),
        ("COMMAND", "", ValueKind::Binding),
        false,
        "the same in a prompt",
    ),
    setting(("keys.note", "KEY"), ("COMMAND", "", ValueKind::Binding), false, "the same in a note"),
];

/// A value of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
enum SettingValue {
    Flag(bool),
    Whole(u16),
    Text(String),
}

impl fmt::Display for SettingValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => flag.fmt(f),
            Self::Whole(number) => number.fmt(f),
            Self::Text(text) => toml::Value::from(text.as_str()).fmt(f),
        }
    }
}

/// A key that a file binds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The part of the table of keys: `browse`.
    pub section: String,
    /// The key, as it is written in that table.
    pub key: String,
    /// The command; empty to unbind the key.
    pub command: String,
    /// `FILE:LINE:COLUMN` of the binding.
    pub place: String,
}

/// The settings of one file, or those in force.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// By path, such as `layout.wrap`, with `FILE:LINE:COLUMN` of the value.
    values: BTreeMap<String, (SettingValue, String)>,
    /// Keys bound, in the order of the file.
    pub bindings: Vec<Binding>,
}

impl Settings {
    /// Returns these settings on top of `below`.
    #[must_use]
    pub fn over(self, below: Self) -> Self {
        let mut all = below;
        all.values.extend(self.values);
        all.bindings.extend(self.bindings);
        all
    }

    /// Returns the settings with the value of a command-line option, if there is one.
    #[must_use]
    pub fn with_option(mut self, path: &str, value: Option<&str>) -> Self {
        if let Some(value) = value {
            let place = format!("--{path}");
            self.values.insert(path.to_owned(), (SettingValue::Text(value.to_owned()), place));
        }
        self
    }

    /// Returns the text of a setting.
    pub fn text(&self, path: &str) -> String {
        match self.held(path) {
            Some(SettingValue::Text(text)) => text,
            _ => String::new(),
        }
    }

    /// True if a setting is on.
    pub fn is_on(&self, path: &str) -> bool {
        self.held(path) == Some(SettingValue::Flag(true))
    }

    /// Returns the number of a setting.
    pub fn number(&self, path: &str) -> u16 {
        match self.held(path) {
            Some(SettingValue::Whole(number)) => number,
            _ => 0,
        }
    }

    /// Returns `FILE:LINE:COLUMN` of a setting, or its option; `None` for a default.
    pub fn place(&self, path: &str) -> Option<&str> {
        self.values.get(path).map(|(_, place)| place.as_str())
    }

    fn held(&self, path: &str) -> Option<SettingValue> {
        match self.values.get(path) {
            Some((held, _)) => Some(held.clone()),
            None => SETTINGS.iter().find(|it| it.path() == path).and_then(Setting::default),
        }
    }

    /// Returns the values in force as the text of a `config.toml`, with the origin of each.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        let mut table = "";
        for setting in SETTINGS.iter().filter(|it| !setting_is_binding(it)) {
            open_table(&mut text, &mut table, setting.key.table);
            let path = setting.path();
            let Some(held) = self.held(&path) else { continue };
            let origin = self.place(&path).unwrap_or("default");
            let _infallible = writeln!(text, "{} = {held}  # {origin}", setting.key.name);
        }
        for setting in SETTINGS.iter().filter(|it| setting_is_binding(it)) {
            let section = setting.key.table.trim_start_matches("keys.");
            for binding in self.bindings.iter().filter(|it| it.section == section) {
                open_table(&mut text, &mut table, setting.key.table);
                let [key, command] =
                    [&binding.key, &binding.command].map(|it| toml::Value::from(it.as_str()));
                let _infallible = writeln!(text, "{key} = {command}  # {}", binding.place);
            }
        }
        text
    }
}

/// Returns a `config.toml` that sets every setting to its default, with explanations.
pub fn default_file() -> String {
    let mut text = "# Settings of the pincite inspector.\n\n".to_owned();
    let mut table = "";
    for setting in SETTINGS {
        open_table(&mut text, &mut table, setting.key.table);
        let _infallible = writeln!(text, "# {}", setting.key.summary);
        match setting.kind {
            ValueKind::Binding => text.push_str("# \"<f5>\" = \"redraw\"\n"),
            _ => {
                let _infallible = writeln!(text, "{} = {}", setting.key.name, setting.key.default);
            }
        }
    }
    text
}

fn setting_is_binding(setting: &Setting) -> bool {
    matches!(setting.kind, ValueKind::Binding)
}

fn open_table(text: &mut String, table: &mut &'static str, next: &'static str) {
    if *table != next {
        let _infallible = writeln!(text, "\n[{next}]");
        *table = next;
    }
}

impl Setting {
    /// Its dotted path.
    pub fn path(&self) -> String {
        match self.key.table {
            "" => self.key.name.to_owned(),
            table => format!("{table}.{}", self.key.name),
        }
    }

    fn default(&self) -> Option<SettingValue> {
        Some(match self.kind {
            ValueKind::Flag => SettingValue::Flag(self.key.default == "true"),
            ValueKind::Whole(..) => SettingValue::Whole(self.key.default.parse().ok()?),
            ValueKind::Choice(_) | ValueKind::Text => {
                SettingValue::Text(self.key.default.trim_matches('"').to_owned())
            }
            ValueKind::Binding => return None,
        })
    }

    fn read(&self, reader: &TableReader<'_>, value: &Value<'_>) -> Result<SettingValue> {
        Ok(match self.kind {
            ValueKind::Flag => SettingValue::Flag(reader.flag(value)?),
            ValueKind::Whole(least, most) => {
                SettingValue::Whole(reader.whole(value, (least, most))?)
            }
            ValueKind::Choice(known) => {
                SettingValue::Text(reader.text(value, |text| choice(known, text))?)
            }
            ValueKind::Text | ValueKind::Binding => {
                SettingValue::Text(reader.text(value, |text| Ok(text.to_owned()))?)
            }
        })
    }
}

/// Returns `text` if it is one of the `known` values; otherwise fails with the nearest one.
fn choice(known: &[&str], text: &str) -> Result<String, Why> {
    if known.contains(&text) {
        return Ok(text.to_owned());
    }
    Err(unknown_name("value", text, known).into())
}

/// Returns the message for a name that is not among `known`, with the nearest one.
pub fn unknown_name(what: &str, text: &str, known: &[&str]) -> String {
    let distances = known.iter().map(|it| (strsim::damerau_levenshtein(text, it), *it));
    let nearest = distances.min().filter(|(distance, known)| distance * 2 <= known.len());
    let advice = match nearest {
        Some((_, known)) => format!("did you mean `{known}`?"),
        None => format!("known are {}", ticked(known.to_vec(), MAX_NAMED)),
    };
    format!("unknown {what} `{text}`; {advice}")
}

/// Reads a key of the file's top level if it is a setting or a table of settings; true if it was.
pub(super) fn read_shared(
    reader: &TableReader<'_>,
    (name, value): (&Name<'_>, &Value<'_>),
    settings: &mut Settings,
) -> Result<bool> {
    let known = reader.known(name, "")?;
    let is_mine = |setting: &Setting| setting.is_shared && setting.key.has_path("", known);
    if !SETTINGS.iter().any(is_mine) {
        return Ok(false);
    }
    read_key(reader, "", (name, value), settings)?;
    Ok(true)
}

fn read_key(
    reader: &TableReader<'_>,
    table: &str,
    (name, value): (&Name<'_>, &Value<'_>),
    settings: &mut Settings,
) -> Result<()> {
    let known = reader.known(name, table)?;
    let path = if table.is_empty() { known.to_owned() } else { format!("{table}.{known}") };
    if let Some(setting) = SETTINGS.iter().find(|setting| setting.path() == path) {
        let place = reader.place(value.span().start);
        settings.values.insert(path, (setting.read(reader, value)?, place));
        return Ok(());
    }
    let entries = reader.table(value)?;
    if let Some(section) = path.strip_prefix("keys.") {
        return read_bindings(reader, section, entries, settings);
    }
    entries.iter().try_for_each(|entry| read_key(reader, &path, entry, settings))
}

fn read_bindings(
    reader: &TableReader<'_>,
    section: &str,
    entries: &DeTable<'_>,
    settings: &mut Settings,
) -> Result<()> {
    for (key, command) in entries {
        let place = reader.place(key.span().start);
        let command = reader.text(command, |text| Ok(text.to_owned()))?;
        let (section, key) = (section.to_owned(), key.get_ref().to_string());
        settings.bindings.push(Binding { section, key, command, place });
    }
    Ok(())
}

/// Parses the text of a `config.toml` called `name`.
pub fn parse_user_file(text: &str, name: &str) -> Result<Settings> {
    let reader = TableReader {
        text,
        name,
        keys: SETTINGS.iter().map(|setting| &setting.key).collect(),
        foreign: (KEYS.iter().collect(), FOR_THE_PROJECT),
    };
    let mut settings = Settings::default();
    for entry in reader.parse()?.get_ref() {
        read_key(&reader, "", entry, &mut settings)?;
    }
    Ok(settings)
}
