//! Options for a picture of the inspector's screen.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::console::print;
use super::file;
use super::screen_args::ScreenArgs;
use crate::cases::Cases;
use crate::error::{Error, Result};
use crate::tui::picture::{FORMS, Form, Picture};
use crate::tui::verdict_saver::Reviewing;

/// Options for a picture of the screen.
#[derive(Debug, Args)]
#[command(next_help_heading = "Display")]
pub(super) struct PictureArgs {
    /// Draw the screen into FILE (`.svg`, `.ansi` or `-`) instead of opening it
    ///
    /// `-` prints ANSI to standard output. An existing file is replaced. The picture shows your theme,
    /// keys and layout, like the inspector; `XDG_CONFIG_HOME=/dev/null` draws it with the defaults.
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,

    /// Size of that screen
    #[arg(long, hide_short_help = true, value_name = "WxH", default_value = "120x40", value_parser = size,
        requires = "screenshot")]
    size: (u16, u16),

    /// Press KEYS first, such as `nn<tab>jj` or `d<enter>`
    #[arg(
        long,
        value_name = "KEYS",
        default_value = "",
        hide_default_value = true,
        hide_short_help = true,
        requires = "screenshot"
    )]
    keys: String,
}

impl Default for PictureArgs {
    fn default() -> Self {
        Self { screenshot: None, size: (120, 40), keys: String::new() }
    }
}

impl PictureArgs {
    /// Returns the requested picture of the screen that `answer` opens with.
    pub(super) fn request(
        &self,
        screen: &ScreenArgs,
        answer: Option<&str>,
    ) -> Result<Option<PictureRequest>> {
        let Some(path) = self.screenshot.clone() else { return Ok(None) };
        let options = screen.picture_options(answer)?;
        let (size, keys) = (self.size, self.keys.clone());
        let picture = Picture { size, keys, options, reviewing: Reviewing::default(), guide: &[] };
        Ok(Some(PictureRequest { path, picture }))
    }
}

/// A picture and the file to write it to.
pub(super) struct PictureRequest {
    path: PathBuf,
    picture: Picture,
}

impl PictureRequest {
    /// Adds the guide's texts for each citation, shown in the foot.
    pub(super) fn guided_by(mut self, guide: &'static [&'static str]) -> Self {
        self.picture.guide = guide;
        self
    }

    /// Shows a review in it.
    pub(super) fn reviewed(mut self, reviewing: Reviewing) -> Self {
        self.picture.reviewing = reviewing;
        self
    }

    /// Draws `cases` and writes the picture.
    pub(super) fn take(&self, cases: Cases) -> Result<ExitCode> {
        let to_output = self.path.as_os_str() == "-";
        let form = if to_output { form(Path::new("-.ansi"))? } else { form(&self.path)? };
        let text = (form.write)(&self.picture.take(cases)?);
        if to_output {
            print(|out| out.write_all(text.as_bytes()))?;
        } else {
            let failed = |error| Error::io("write", self.path.to_string_lossy(), error);
            file::replace(&self.path, text.as_bytes()).map_err(failed)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the picture format for the extension of `path`.
fn form(path: &Path) -> Result<&'static Form> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let form = FORMS.iter().find(|form| form.extension.eq_ignore_ascii_case(extension));
    form.ok_or_else(|| {
        let why = format!("unknown picture format `.{extension}`");
        Error::new("write", path.to_string_lossy(), why).hint("use `.svg` or `.ansi`")
    })
}

fn size(text: &str) -> Result<(u16, u16), String> {
    let sides = text.split_once(['x', '×']).and_then(|(width, height)| {
        Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
    });
    sides.ok_or_else(|| "expected columns and rows, such as 120x40".to_owned())
}
