//! Options for a picture of the inspector's screen.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::console::print;
use super::destination::replace;
use crate::cases::Cases;
use crate::error::{Error, Result};
use crate::tui::picture::{FORMS, Form, Picture};
use crate::tui::theme::Theme;

/// Options for a picture of the screen.
#[derive(Debug, Args)]
#[command(next_help_heading = "Display")]
pub(super) struct PictureArgs {
    /// Draw the screen into FILE (`.svg`, `.ansi` or `-`) instead of opening it
    ///
    /// `-` prints ANSI to standard output. An existing file is replaced.
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

impl PictureArgs {
    /// Returns the requested picture.
    pub(super) fn request(&self) -> Option<PictureRequest> {
        let path = self.screenshot.clone()?;
        let no_color = std::env::var("NO_COLOR").ok();
        let theme = Theme::for_environment(no_color.as_deref(), None);
        Some(PictureRequest {
            path,
            picture: Picture { size: self.size, keys: self.keys.clone(), theme },
        })
    }
}

/// A picture and the file to write it to.
pub(super) struct PictureRequest {
    path: PathBuf,
    picture: Picture,
}

impl PictureRequest {
    /// Draws `cases` and writes the picture.
    pub(super) fn take(&self, cases: Cases) -> Result<ExitCode> {
        let to_output = self.path.as_os_str() == "-";
        let form = if to_output { form(Path::new("-.ansi"))? } else { form(&self.path)? };
        let text = (form.write)(&self.picture.take(cases)?);
        if to_output {
            print(|out| out.write_all(text.as_bytes()))?;
        } else {
            replace(&self.path, text.as_bytes())?;
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
