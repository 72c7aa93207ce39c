//! The user's own configuration folder: `config.toml`, and themes.

use std::path::PathBuf;

use super::settings::{Settings, parse_user_file};
use super::trust::refuse_untrusted;
use crate::error::Result;
use crate::sources::gate;

/// Name of the user's own file.
pub const USER_FILE_NAME: &str = "config.toml";

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 1024 * 1024;

/// Returns the folder of the user's configuration: `$XDG_CONFIG_HOME/pincite`, else
/// `$HOME/.config/pincite`. `None` if neither variable is an absolute path.
pub fn user_folder() -> Option<PathBuf> {
    let folder = |name: &str| {
        let path = PathBuf::from(std::env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    let base = folder("XDG_CONFIG_HOME").or_else(|| Some(folder("HOME")?.join(".config")))?;
    Some(base.join("pincite"))
}

/// Returns the path of the user's own file, which need not exist.
pub fn user_file() -> Option<PathBuf> {
    Some(user_folder()?.join(USER_FILE_NAME))
}

/// Reads the user's own file; returns the defaults if there is none.
pub fn read_user_file() -> Result<Settings> {
    let Some(path) = user_file().filter(|path| path.exists()) else {
        return Ok(Settings::default());
    };
    // It names programs to start.
    refuse_untrusted(&path)?;
    parse_user_file(&gate::read_text(&path, MAX_BYTES)?, &path.to_string_lossy())
}

/// Returns the text of the theme `name` in the user's configuration folder, with its path; `None`
/// if there is no such file.
pub fn user_theme(name: &str) -> Result<Option<(PathBuf, String)>> {
    let is_name = !name.is_empty() && !name.contains(['/', '\\']) && !name.starts_with('.');
    let path = user_folder().map(|folder| folder.join("themes").join(format!("{name}.toml")));
    let Some(path) = path.filter(|path| is_name && path.exists()) else { return Ok(None) };
    let text = gate::read_text(&path, MAX_BYTES)?;
    Ok(Some((path, text)))
}
