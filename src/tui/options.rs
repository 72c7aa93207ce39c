//! The effective settings, turned into theme, keys, layout and clipboard for the screen.

use std::sync::Arc;

use crate::config::{Binding, ScreenSettings, unknown_name, user_theme};
use crate::error::{Error, Result};
use crate::review::judge::Judge;
use crate::tui::clipboard::{self, Route};
use crate::tui::commands;
use crate::tui::keymap::{Key, Keymap, PRESET_NAMES, Section};
use crate::tui::palette::{Palette, built_in_names};
use crate::tui::state::Split;
use crate::tui::theme::Theme;

/// The look of the screen, and the programs that it may start.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct Options {
    /// True if the mouse is taken.
    pub mouse: bool,
    /// The styles of the roles.
    pub theme: ThemeChoice,
    /// The keys.
    pub keymap: Keymap,
    /// The arrangement of the panes.
    pub split: Split,
    /// True if long lines are folded.
    pub wrap: bool,
    /// Cells between tab stops.
    pub tab_width: u16,
    /// True if a verdict moves on.
    pub advance: bool,
    /// True if the last verdict of a case opens the next one.
    pub next_case: bool,
    /// True if a verdict asks for its reason.
    pub reasons: bool,
    /// The way to the clipboard.
    pub clipboard: Route,
    /// The editor's command; empty for that of the environment.
    pub editor: String,
    /// The words of the program that opens addresses; empty for none.
    pub open_command: Vec<String>,
    /// True if addresses and files are links of the terminal.
    pub hyperlinks: bool,
    /// Messages to show at the start.
    pub notices: Vec<String>,
    /// The judge that is asked about citations in the background.
    pub judge: Option<Arc<Judge>>,
    /// True if no other program may be started.
    pub secure: bool,
}

/// A theme, or the wish to follow the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThemeChoice {
    /// This one.
    Fixed(Theme),
    /// The dark or the light one of a family, as the terminal's background is.
    Follow {
        /// The family.
        family: &'static Family,
        /// True for signs and borders in ASCII.
        ascii: bool,
    },
}

/// Two themes that belong together.
#[derive(Debug, PartialEq, Eq)]
pub struct Family {
    /// Name of both.
    pub name: &'static str,
    dark: &'static str,
    light: &'static str,
}

/// The families; the first one uses the colours that the terminal has anyway.
pub const FAMILIES: &[Family] = &[
    Family { name: "auto", dark: "dark", light: "light" },
    Family { name: "catppuccin", dark: "catppuccin-mocha", light: "catppuccin-latte" },
    Family { name: "gruvbox", dark: "gruvbox-dark", light: "gruvbox-light" },
    Family { name: "solarized", dark: "solarized-dark", light: "solarized-light" },
];

impl ThemeChoice {
    /// Returns the theme for a dark, light or unknown background.
    pub fn theme(self, is_dark: Option<bool>) -> Theme {
        let (family, ascii) = match self {
            Self::Fixed(theme) => return theme,
            Self::Follow { family, ascii } => (family, ascii),
        };
        let is_auto = family.name == "auto";
        let theme = match is_dark {
            None if is_auto => Theme::COLOUR,
            is_dark => {
                let name = if is_dark.unwrap_or(true) { family.dark } else { family.light };
                Palette::built_in(name).map_or(Theme::COLOUR, Theme::new)
            }
        };
        (if is_auto { theme.on_terminal_ground() } else { theme }).in_ascii(ascii)
    }
}

/// The environment: the value of a variable.
pub type Variable<'v> = &'v dyn Fn(&str) -> Option<String>;

/// Returns a variable of the process's environment.
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

impl Options {
    /// Returns the options that the settings give in an environment. `secure` starts no program.
    ///
    /// Fails for an unknown theme or preset, for a theme that cannot be read, and for an unknown
    /// key or command.
    pub fn new(settings: &ScreenSettings, variable: Variable<'_>, secure: bool) -> Result<Self> {
        let mut notices = Vec::new();
        let keymap = keymap(settings, &mut notices)?;
        let open_command = words(settings, "open-command")?;
        words(settings, "editor")?;
        if !matches!(settings.text("clipboard").as_str(), "auto" | "osc52" | "off") {
            words(settings, "clipboard")?;
        }
        Ok(Self {
            mouse: settings.is_on("mouse"),
            theme: theme(settings, variable)?,
            keymap,
            split: Split {
                stacked: match settings.text("layout.split").as_str() {
                    "stacked" => Some(true),
                    "side-by-side" => Some(false),
                    _ => None,
                },
                columns: settings.number("layout.ratio"),
                rows: settings.number("layout.stacked-ratio"),
                strip: settings.number("layout.strip-height"),
                ..Split::default()
            },
            wrap: settings.is_on("layout.wrap"),
            tab_width: settings.number("layout.tab-width"),
            advance: settings.is_on("review.advance"),
            next_case: settings.is_on("review.next-case"),
            reasons: settings.is_on("review.reasons"),
            clipboard: clipboard::route(&settings.text("clipboard"), variable, secure),
            editor: settings.text("editor"),
            open_command: if secure { Vec::new() } else { open_command },
            hyperlinks: match settings.text("hyperlinks").as_str() {
                "always" => true,
                "never" => false,
                _ => shows_links(variable),
            },
            notices,
            judge: None,
            secure,
        })
    }
}

/// Returns an error about the value of a setting, with its place.
fn fault(settings: &ScreenSettings, path: &str, why: String) -> Error {
    Error::new("use", settings.place(path).unwrap_or(path), why)
}

fn words(settings: &ScreenSettings, path: &str) -> Result<Vec<String>> {
    let words = shell_words::split(&settings.text(path));
    words.map_err(|error| fault(settings, path, error.to_string()))
}

/// Returns the theme that the settings and the terminal allow.
pub fn theme(settings: &ScreenSettings, variable: Variable<'_>) -> Result<ThemeChoice> {
    let name = settings.text("theme");
    let ascii = settings.text("icons") == "ascii";
    let own = user_theme(&name)?;
    let own = own.map(|(path, text)| Palette::read(&text, &path.to_string_lossy())).transpose()?;
    let family = FAMILIES.iter().find(|family| family.name == name).filter(|_| own.is_none());
    let palette = own.or_else(|| Palette::built_in(&name));
    if palette.is_none() && family.is_none() {
        let families = FAMILIES.iter().map(|family| family.name);
        let known: Vec<&str> = families.chain(built_in_names()).collect();
        return Err(fault(settings, "theme", unknown_name("theme", &name, &known)));
    }
    let fixed = |theme: Theme| ThemeChoice::Fixed(theme.in_ascii(ascii));
    let term = variable("TERM").unwrap_or_default();
    if variable("NO_COLOR").is_some() || term == "dumb" || term.ends_with("-mono") {
        return Ok(fixed(Theme::PLAIN));
    }
    let says = variable("COLORTERM").is_some_and(|it| matches!(it.as_str(), "truecolor" | "24bit"));
    // An explicit choice is honoured wherever it most likely works.
    let is_able = says || name != "auto" && mixes_colours(&term, variable);
    Ok(match (family, palette) {
        _ if name == "mono" => fixed(Theme::PLAIN),
        _ if name == "terminal" || !is_able => fixed(Theme::COLOUR),
        (Some(family), _) => ThemeChoice::Follow { family, ascii },
        (None, palette) => fixed(palette.map_or(Theme::COLOUR, Theme::new)),
    })
}

/// True if a terminal that does not say so takes any colour: most that have 256 do.
fn mixes_colours(term: &str, variable: Variable<'_>) -> bool {
    let lacks = variable("TERM_PROGRAM").is_some_and(|it| it == "Apple_Terminal")
        || (variable("STY").is_some() && variable("TMUX").is_none());
    let names = ["256color", "direct", "kitty", "ghostty", "alacritty", "foot", "wezterm"];
    !lacks && names.iter().any(|name| term.contains(name))
}

/// True if this terminal is known to support links by OSC 8.
fn shows_links(variable: Variable<'_>) -> bool {
    let term = variable("TERM").unwrap_or_default();
    let program = variable("TERM_PROGRAM").unwrap_or_default();
    let vte = variable("VTE_VERSION").and_then(|version| version.parse::<u32>().ok());
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "tmux"];
    let terms = ["kitty", "ghostty", "foot", "alacritty", "wezterm", "contour"];
    let variables = ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "DOMTERM"];
    vte.is_some_and(|version| version >= 5000)
        || programs.contains(&program.as_str())
        || terms.iter().any(|name| term.contains(name))
        || variables.iter().any(|name| variable(name).is_some())
}

/// Returns the effective keys: a preset, extended by the user's own.
pub fn keymap(settings: &ScreenSettings, notices: &mut Vec<String>) -> Result<Keymap> {
    let name = settings.text("keymap");
    let preset = Keymap::preset(&name);
    let preset = preset
        .ok_or_else(|| fault(settings, "keymap", unknown_name("keymap", &name, &PRESET_NAMES)))??;
    let mut keymap = preset.clone();
    let mut bound: Vec<(Section, Key, &Binding)> = Vec::new();
    for binding in &settings.bindings {
        let fault = |why: String| Error::new("use", binding.place.clone(), why);
        // The table's name was read as one of these.
        let Some(section) = Section::named(&binding.section) else { continue };
        let key = Key::parse(&binding.key).ok_or_else(|| {
            fault(format!("`{}` is not a key", binding.key))
                .hint("a character as it is, others as `<enter>`, `<tab>`, `<ctrl-d>`")
        })?;
        if let Some((.., other)) = bound.iter().find(|it| it.0 == section && it.1 == key) {
            let why = format!("`{}` is the same key as `{}` before it", binding.key, other.key);
            return Err(fault(why));
        }
        if !binding.command.is_empty() && commands::find(&binding.command).is_none() {
            let names: Vec<&str> = commands::COMMANDS.iter().map(|it| it.name).collect();
            let why = unknown_name("command", &binding.command, &names);
            return Err(fault(why).hint("`pincite keys` lists the commands"));
        }
        bound.push((section, key, binding));
    }
    for (section, key, binding) in bound.into_iter().rev() {
        keymap.bind(section, (key, &binding.key), &binding.command);
    }
    for (section, command) in keymap.without_key(&preset) {
        let old = preset.keys_of(section, command).find_map(|key| {
            let now = keymap.command(section, Key::parse(key)?)?;
            Some(format!("`{key}` is now {now}; "))
        });
        notices.push(format!("{}{command} has no key", old.unwrap_or_default()));
    }
    Ok(keymap)
}
