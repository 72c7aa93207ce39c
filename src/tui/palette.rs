//! Palettes: the style of each role, read from `assets/themes/` or from a user's file.
//!
//! A style is written `INK on GROUND ATTRIBUTES`, each part optional: `red bold`, `on #202020`,
//! `black on yellow`. Colours are the sixteen of the terminal, `#rrggbb`, `ground`, `text`, and the
//! names in the file's `[palette]`.

use std::collections::BTreeMap;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize as _;
use serde::de::IntoDeserializer as _;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::config::{place_in, unknown_name};
use crate::error::{Error, Result};
use crate::tui::role::Role;

/// Room for every role.
const ROLES: usize = 64;

/// The roles of palettes that only name colours.
const SHARED_ROLES: &str = include_str!("../../assets/themes/roles.toml");

/// The built-in themes: name and text.
const BUILT_IN: &[(&str, &str)] = &[
    ("dark", include_str!("../../assets/themes/dark.toml")),
    ("light", include_str!("../../assets/themes/light.toml")),
    ("high-contrast", include_str!("../../assets/themes/high-contrast.toml")),
    ("mono", include_str!("../../assets/themes/mono.toml")),
    ("terminal", include_str!("../../assets/themes/terminal.toml")),
    ("catppuccin-mocha", include_str!("../../assets/themes/catppuccin-mocha.toml")),
    ("catppuccin-latte", include_str!("../../assets/themes/catppuccin-latte.toml")),
    ("gruvbox-dark", include_str!("../../assets/themes/gruvbox-dark.toml")),
    ("gruvbox-light", include_str!("../../assets/themes/gruvbox-light.toml")),
    ("solarized-dark", include_str!("../../assets/themes/solarized-dark.toml")),
    ("solarized-light", include_str!("../../assets/themes/solarized-light.toml")),
];

/// Looks by role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Palette {
    /// The background that the palette is designed for.
    pub ground: Option<Color>,
    /// The colour of ordinary text.
    pub text: Option<Color>,
    styles: Vec<Style>,
}

impl Default for Palette {
    fn default() -> Self {
        Self { ground: None, text: None, styles: vec![Style::new(); ROLES] }
    }
}

/// Returns the names of the built-in themes.
pub fn built_in_names() -> Vec<&'static str> {
    BUILT_IN.iter().map(|(name, _)| *name).collect()
}

impl Palette {
    /// Returns the built-in palette of a name.
    pub fn built_in(name: &str) -> Option<Self> {
        let (name, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        Self::read(text, name).ok()
    }

    /// Reads a theme from the file `name`. A theme with a `[palette]` extends the shared roles.
    pub fn read(text: &str, name: &str) -> Result<Self> {
        let file = File { text, name };
        let parsed = file.parse()?;
        let table = parsed.get_ref();
        file.refuse_unknown(table)?;
        let mut names = Names::new();
        let mut palette = Self::default();
        for (key, place) in [("ground", &mut palette.ground), ("text", &mut palette.text)] {
            if let Some(value) = table.get(key) {
                let colour = file.colour(value, &names)?;
                *place = Some(colour);
                names.insert(key.to_owned(), colour);
            }
        }
        if let Some(entries) = table.get("palette") {
            for (key, value) in file.table(entries)? {
                let colour = file.colour(value, &names)?;
                names.insert(key.get_ref().to_string(), colour);
            }
            let shared = File { text: SHARED_ROLES, name: "the shared roles" };
            palette.add_roles(&shared, shared.parse()?.get_ref(), &names)?;
        }
        palette.add_roles(&file, table, &names)?;
        Ok(palette)
    }

    /// Returns the look of a role.
    pub fn style(&self, role: Role) -> Style {
        self.styles.get(role as usize).copied().unwrap_or_default()
    }

    fn add_roles(&mut self, file: &File<'_>, table: &DeTable<'_>, names: &Names) -> Result<()> {
        let Some(roles) = table.get("roles") else { return Ok(()) };
        for (key, value) in file.table(roles)? {
            let role = Role::deserialize(key.get_ref().as_ref().into_deserializer());
            let role = role.map_err(|error: serde::de::value::Error| {
                let why = error.to_string();
                let why = why.split(", expected").next().unwrap_or_default();
                file.error(key.span().start, &why.replace("variant", "role"))
            })?;
            let style = file.style(value, names)?;
            if let Some(place) = self.styles.get_mut(role as usize) {
                *place = style;
            }
        }
        Ok(())
    }
}

/// Colours by name.
type Names = BTreeMap<String, Color>;
type Value<'t> = Spanned<DeValue<'t>>;

struct File<'t> {
    text: &'t str,
    name: &'t str,
}

impl File<'_> {
    fn parse(&self) -> Result<Spanned<DeTable<'_>>> {
        DeTable::parse(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.error(at, error.message().lines().next().unwrap_or_default())
        })
    }

    fn refuse_unknown(&self, table: &DeTable<'_>) -> Result<()> {
        const KEYS: [&str; 4] = ["ground", "text", "palette", "roles"];
        let unknown = table.keys().find(|key| !KEYS.contains(&key.get_ref().as_ref()));
        let Some(key) = unknown else { return Ok(()) };
        Err(self.error(key.span().start, &unknown_name("key", key.get_ref(), &KEYS)))
    }

    fn table<'v, 't>(&self, value: &'v Value<'t>) -> Result<&'v DeTable<'t>> {
        let table = value.get_ref().as_table();
        table.ok_or_else(|| self.error(value.span().start, "expected a table"))
    }

    fn words<'v>(&self, value: &'v Value<'_>) -> Result<&'v str> {
        let text = value.get_ref().as_str();
        text.ok_or_else(|| self.error(value.span().start, "expected a string"))
    }

    fn colour(&self, value: &Value<'_>, names: &Names) -> Result<Color> {
        let word = self.words(value)?;
        colour(word, names).ok_or_else(|| self.unknown_colour(value, word, names))
    }

    fn unknown_colour(&self, value: &Value<'_>, word: &str, names: &Names) -> Error {
        let known: Vec<&str> =
            names.keys().map(String::as_str).chain(TERMINAL_COLOURS.split(' ')).collect();
        let known: Vec<&str> = known.into_iter().chain(ATTRIBUTES.map(|(name, _)| name)).collect();
        let why = unknown_name("colour or attribute", word, &known);
        self.error(value.span().start, &why)
    }

    /// Parses `INK on GROUND ATTRIBUTES`.
    fn style(&self, value: &Value<'_>, names: &Names) -> Result<Style> {
        let mut style = Style::new();
        let mut is_ground = false;
        for word in self.words(value)?.split_whitespace() {
            let attribute = ATTRIBUTES.iter().find(|(name, _)| *name == word);
            // `on-cited` is a name of a palette, and is a ground by that name.
            let names_ground = word.starts_with("on-");
            match (attribute, colour(word, names)) {
                _ if word == "on" => is_ground = true,
                (Some((_, modifier)), _) => style = style.add_modifier(*modifier),
                (None, Some(colour)) if is_ground || names_ground => style = style.bg(colour),
                (None, Some(colour)) => style = style.fg(colour),
                (None, None) => return Err(self.unknown_colour(value, word, names)),
            }
        }
        Ok(style)
    }

    fn error(&self, at: usize, why: &str) -> Error {
        Error::new("read", place_in(self.name, self.text, at), why)
    }
}

const ATTRIBUTES: [(&str, Modifier); 6] = [
    ("bold", Modifier::BOLD),
    ("dim", Modifier::DIM),
    ("italic", Modifier::ITALIC),
    ("underlined", Modifier::UNDERLINED),
    ("reversed", Modifier::REVERSED),
    ("struck", Modifier::CROSSED_OUT),
];

/// The names of the terminal's own colours in `ratatui`.
const TERMINAL_COLOURS: &str = "black red green yellow blue magenta cyan gray darkgray \
    lightred lightgreen lightyellow lightblue lightmagenta lightcyan white";

fn colour(word: &str, names: &Names) -> Option<Color> {
    let known = || word.starts_with('#') || TERMINAL_COLOURS.split(' ').any(|name| name == word);
    names.get(word).copied().or_else(|| known().then(|| word.parse().ok()).flatten())
}
