//! Options of the screen, on top of the user's configuration.

use std::path::Path;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::citations::ConfigFrom;
use crate::config::{self, ScreenSettings};
use crate::error::Result;
use crate::tui::Options;
use crate::tui::options::variable;

/// Options of the screen.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Display")]
pub(super) struct ScreenArgs {
    /// Colours: `auto`, `dark`, `light`, … [default: `theme` in config.toml]
    ///
    /// `auto` follows the background of the terminal. Built in are `dark`, `light`, `high-contrast`,
    /// `mono`, `terminal`, `catppuccin`, `gruvbox` and `solarized`; other names are files in `themes/`
    /// next to `config.toml`.
    #[arg(long, hide_short_help = true, value_name = "NAME")]
    theme: Option<String>,

    /// Make addresses and files links of the terminal (OSC 8)
    #[arg(long, hide_short_help = true, value_name = "WHEN",
        value_parser = PossibleValuesParser::new(["auto", "always", "never"]))]
    hyperlinks: Option<String>,
}

impl ScreenArgs {
    /// Returns the effective settings for an answer: options, then the nearest `pincite.toml`, then
    /// the user's own file. Without an answer there is no `pincite.toml`.
    pub(super) fn settings(&self, answer: Option<&str>) -> Result<ScreenSettings> {
        let own = config::read_user_file()?;
        let near = ConfigFrom::Near;
        let file = answer.filter(|answer| *answer != "-" || Path::new(answer).exists());
        let file = file.and_then(|answer| near.file(answer));
        let layer = file.map(|path| near.read(&path)).transpose()?.unwrap_or_default();
        let settings = layer.settings.over(own);
        Ok(self.over(settings))
    }

    fn over(&self, settings: ScreenSettings) -> ScreenSettings {
        settings
            .with_option("theme", self.theme.as_deref())
            .with_option("hyperlinks", self.hyperlinks.as_deref())
    }

    /// Returns the options of the inspector.
    pub(super) fn options(&self, answer: Option<&str>, secure: bool) -> Result<Options> {
        Options::new(&self.settings(answer)?, &variable, secure)
    }

    /// Returns the options of a picture. They are those of the inspector on no terminal in particular:
    /// any colour for a theme that was chosen, else sixteen.
    pub(super) fn picture_options(&self, answer: Option<&str>) -> Result<Options> {
        let settings = self.settings(answer)?;
        let environment = |name: &str| match name {
            "NO_COLOR" => variable(name),
            "COLORTERM" => settings.place("theme").map(|_| "truecolor".to_owned()),
            _ => None,
        };
        Options::new(&settings, &environment, true)
    }
}
