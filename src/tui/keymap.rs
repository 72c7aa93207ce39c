//! The table of keys: read from `assets/keys.toml`, extended by the presets and by the user's own
//! keys; and the notation shared with the tests.
//!
//! A key is written as its character, or as a name in angle brackets (`<ctrl-d>`, `<lt>` for `<`).
//! Terminals report a capital with or without the shift flag; the flag is dropped for characters,
//! so that `G` is `G` everywhere. Key chords are not supported.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use toml::de::DeTable;

use crate::error::{Error, Result};

/// The built-in table.
const DEFAULT: &str = include_str!("../../assets/keys.toml");

/// The other presets: name, and the keys that extend the built-in table.
const PRESETS: [(&str, &str); 4] = [
    ("default", ""),
    ("vim", include_str!("../../assets/keys/vim.toml")),
    ("less", include_str!("../../assets/keys/less.toml")),
    ("emacs", include_str!("../../assets/keys/emacs.toml")),
];

/// The names of the presets.
pub const PRESET_NAMES: [&str; 4] = ["default", "vim", "less", "emacs"];

/// The part of the table that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// The panes.
    Browse,
    /// A pop-up list.
    List,
    /// A line being typed.
    Prompt,
    /// A note being written.
    Note,
}

impl Section {
    /// Returns the section of that name in the file.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "browse" => Some(Self::Browse),
            "list" => Some(Self::List),
            "prompt" => Some(Self::Prompt),
            "note" => Some(Self::Note),
            _ => None,
        }
    }
}

/// A key as the table knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// The key itself; a capital letter stands for shift.
    pub code: KeyCode,
    /// Control and alt; shift only for keys that are not characters.
    pub modifiers: KeyModifiers,
}

impl Key {
    /// Reads the notation; `None` if it is none.
    pub fn parse(notation: &str) -> Option<Self> {
        let mut chars = notation.chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return Some(Self { code: KeyCode::Char(c), modifiers: KeyModifiers::NONE });
        }
        let name = notation.strip_prefix('<')?.strip_suffix('>')?;
        match name {
            "lt" => return Self::parse("<"),
            "gt" => return Self::parse(">"),
            _ => {}
        }
        let combination = crokey::parse(&written_out(name)).ok()?;
        if combination.codes.len() > 1 {
            return None;
        }
        let code = *combination.codes.first();
        Some(Self::from(KeyEvent::new(code, combination.modifiers)))
    }

    /// Returns the character it types, if it types one.
    pub fn character(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if (self.modifiers - KeyModifiers::SHIFT).is_empty() => Some(c),
            _ => None,
        }
    }

    /// Returns the keys of a string such as `jj<tab>/blue<enter>`; `None` if a name in it is
    /// none.
    pub fn sequence(keys: &str) -> Option<Vec<Self>> {
        let mut rest = keys;
        let mut sequence = Vec::new();
        while let Some(c) = rest.chars().next() {
            let length = match rest.find('>') {
                Some(end) if c == '<' => end + 1,
                _ => c.len_utf8(),
            };
            let (key, after) = rest.split_at_checked(length)?;
            sequence.push(Self::parse(key)?);
            rest = after;
        }
        Some(sequence)
    }
}

/// Returns the name of a key with the short modifiers of vim and helix written out: `c-d` is `ctrl-d`.
fn written_out(name: &str) -> String {
    let mut rest = name;
    let mut long = String::new();
    while let Some((short, key)) = rest.split_once('-').filter(|(_, key)| !key.is_empty()) {
        long.push_str(match short.to_ascii_lowercase().as_str() {
            "c" => "ctrl-",
            "a" | "m" => "alt-",
            "s" => "shift-",
            _ => break,
        });
        rest = key;
    }
    long + rest
}

impl From<KeyEvent> for Key {
    fn from(event: KeyEvent) -> Self {
        let (code, modifiers) = match event.code {
            KeyCode::Char(c) if event.modifiers.contains(KeyModifiers::SHIFT) => {
                let upper = c.to_uppercase().next().unwrap_or(c);
                (KeyCode::Char(upper), event.modifiers - KeyModifiers::SHIFT)
            }
            KeyCode::BackTab => (KeyCode::BackTab, KeyModifiers::NONE),
            code => (code, event.modifiers),
        };
        Self { code, modifiers }
    }
}

/// Keys and their commands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keymap {
    entries: Vec<KeyEntry>,
}

/// One line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyEntry {
    /// The part that it belongs to.
    pub section: Section,
    /// The key.
    pub key: Key,
    /// The key as written, for people: without the angle brackets.
    pub notation: String,
    /// The command's name.
    pub command: String,
}

impl Keymap {
    /// Returns the built-in table.
    pub fn built_in() -> Result<Self> {
        Self::read(DEFAULT, "the built-in keys")
    }

    /// Returns the built-in table extended by a preset; `None` for an unknown name.
    pub fn preset(name: &str) -> Option<Result<Self>> {
        let (name, text) = PRESETS.iter().find(|(known, _)| *known == name)?;
        let table = Self::built_in().and_then(|mut keymap| {
            // In the order of the file; the foot shows the first key.
            for entry in Self::read(text, name)?.entries.into_iter().rev() {
                keymap.bind(entry.section, (entry.key, &entry.notation), &entry.command);
            }
            Ok(keymap)
        });
        Some(table)
    }

    /// Binds a key, replacing its earlier binding, before the command's other keys. An empty
    /// command unbinds it.
    pub fn bind(&mut self, section: Section, (key, notation): (Key, &str), command: &str) {
        self.entries.retain(|entry| entry.section != section || entry.key != key);
        if !command.is_empty() {
            let (notation, command) = (plain(notation), command.to_owned());
            self.entries.insert(0, KeyEntry { section, key, notation, command });
        }
    }

    /// Returns the commands that have a key in `before` and none here, with their section.
    pub fn without_key<'k>(&self, before: &'k Self) -> Vec<(Section, &'k str)> {
        let mut lost: Vec<(Section, &str)> = Vec::new();
        for entry in &before.entries {
            let named = (entry.section, entry.command.as_str());
            let has_key = self.keys_of(entry.section, &entry.command).next().is_some();
            if !has_key && !lost.contains(&named) {
                lost.push(named);
            }
        }
        lost
    }

    /// Reads a table; reports all its faults together.
    pub fn read(text: &str, name: &str) -> Result<Self> {
        let file = DeTable::parse(text)
            .map_err(|error| Error::new("read", name, error.message().to_owned()))?;
        let mut entries = Vec::new();
        let mut faults = Vec::new();
        for (heading, table) in file.get_ref() {
            let section = Section::named(heading.get_ref());
            let (Some(section), Some(table)) = (section, table.get_ref().as_table()) else {
                faults.push(format!("`{}` is not a section of keys", heading.get_ref()));
                continue;
            };
            let mut seen: Vec<(Key, &str)> = Vec::new();
            for (notation, command) in table {
                let notation: &str = notation.get_ref();
                let command = command.get_ref().as_str();
                let (Some(key), Some(command)) = (Key::parse(notation), command) else {
                    faults.push(format!("`{notation}` is not a key"));
                    continue;
                };
                if let Some((_, other)) = seen.iter().find(|(other, _)| *other == key) {
                    faults.push(format!("`{notation}` is the same key as `{other}`"));
                }
                seen.push((key, notation));
                let command = command.to_owned();
                let notation = plain(notation);
                entries.push(KeyEntry { section, key, notation, command });
            }
        }
        if faults.is_empty() {
            Ok(Self { entries })
        } else {
            Err(Error::new("read", name, faults.join("; ")))
        }
    }

    /// Returns the command of a key.
    pub fn command(&self, section: Section, key: Key) -> Option<&str> {
        let entry = self.entries.iter().find(|e| e.section == section && e.key == key)?;
        Some(&entry.command)
    }

    /// Returns the keys of a command in one section, as written, in the table's order.
    pub fn keys_of<'k>(
        &'k self,
        section: Section,
        command: &'k str,
    ) -> impl Iterator<Item = &'k str> {
        let entries = self.entries.iter();
        entries
            .filter(move |entry| entry.section == section && entry.command == command)
            .map(|entry| entry.notation.as_str())
    }

    /// Returns the whole table.
    pub fn entries(&self) -> &[KeyEntry] {
        &self.entries
    }
}

fn plain(notation: &str) -> String {
    match notation {
        "<lt>" => "<".to_owned(),
        "<gt>" => ">".to_owned(),
        _ if notation.chars().count() > 1 => notation.trim_matches(['<', '>']).to_owned(),
        _ => notation.to_owned(),
    }
}
