//! Settings for citations in `pincite.toml`: the user's own marks, and the files that ids refer to.

use std::path::{Path, PathBuf};

use crate::config::{self, Layer};
use crate::dialects::shared::pattern::Pattern;
use crate::error::{Error, ErrorKind, Result};
use crate::model::{IdFrom, Source};
use crate::sources::from_root;

/// The origin of the configuration.
#[derive(Debug, Default, Clone)]
pub(super) enum ConfigFrom {
    /// The nearest `pincite.toml` in the folder of the response or above; above a folder of responses,
    /// which may come from others.
    #[default]
    Near,
    /// This file.
    File(PathBuf),
    /// No configuration.
    Nowhere,
}

impl ConfigFrom {
    /// Returns the configuration file for `response`.
    pub(super) fn file(&self, response: &str) -> Option<PathBuf> {
        match self {
            Self::Near if is_apart(response) => config::find_above(Path::new(response)),
            Self::Near => config::find(Path::new(response)),
            Self::File(path) => Some(path.clone()),
            Self::Nowhere => None,
        }
    }

    /// Returns the configuration file among the responses of a folder, which is not used.
    pub(super) fn unused(&self, response: &str) -> Option<PathBuf> {
        let own = Path::new(response).join(config::FILE_NAME);
        let is_unused = matches!(self, Self::Near) && own.is_file() && is_apart(response);
        is_unused.then_some(own)
    }

    /// Reads the file. One that was not named by the user has to be trusted.
    pub(super) fn read(&self, path: &Path) -> Result<Layer> {
        if matches!(self, Self::Near) {
            config::refuse_untrusted(path)?;
        }
        config::read(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => error.hint(
                "check the path of `--config`; without it, the nearest `pincite.toml` is used",
            ),
            _ => error,
        })
    }
}

/// True for a folder of responses that the user does not work in.
fn is_apart(response: &str) -> bool {
    let here = Path::new(".").canonicalize();
    let folder = Path::new(response).canonicalize().ok().filter(|folder| folder.is_dir());
    folder.zip(here.ok()).is_some_and(|(folder, here)| !here.starts_with(folder))
}

/// Settings for citations.
#[derive(Debug, Default)]
pub(super) struct Citations {
    /// The user's own marks.
    pub(super) pattern: Option<Pattern>,
    /// The files that ids refer to. Only files below the folder of the configuration are read,
    /// because it may have come with the response from an untrusted author.
    pub(super) sources: Vec<Source>,
    /// Files and folders of sources for every response, beneath the configuration's folder too.
    pub(super) shared: Vec<PathBuf>,
}

impl Citations {
    /// Reads the configuration for `response`.
    pub(super) fn read(from: &ConfigFrom, response: &str) -> Result<Self> {
        let Some(path) = from.file(response) else { return Ok(Self::default()) };
        let layer = from.read(&path)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let source = |(id, path): (String, String)| Source {
            id,
            id_from: IdFrom::User,
            ..from_root(folder, &path)
        };
        let sources = layer.sources.into_iter().map(source).collect();
        let shared = layer.shared_sources.iter().map(|path| beneath(folder, path));
        let shared = shared.collect::<Result<_>>()?;
        Ok(Self { pattern: layer.pattern, sources, shared })
    }
}

/// Returns the file or folder at `path` from `folder`. Fails for a path outside, including through
/// links.
fn beneath(folder: &Path, path: &str) -> Result<PathBuf> {
    let joined = folder.join(path);
    let real = |path: &Path| {
        let failed = |error| Error::io("read", path.to_string_lossy(), error);
        std::fs::canonicalize(path).map_err(failed)
    };
    if !real(&joined)?.starts_with(real(folder)?) {
        let why = format!("{} names it as a source and does not lie above it", config::FILE_NAME);
        return Err(
            Error::new("read", path, why).hint("pass it on the command line, after --sources")
        );
    }
    // Paths below the current folder are named as on the command line, without `./`.
    let plain = joined.strip_prefix(".").ok().filter(|plain| !plain.as_os_str().is_empty());
    Ok(plain.map_or(joined.clone(), Path::to_owned))
}

/// Reads the value of `--pattern`.
pub(super) fn pattern(text: &str) -> Result<Pattern, String> {
    Pattern::new(text).map_err(|error| match error.advice() {
        Some(hint) => format!("{error}\nhint: {hint}"),
        None => error.to_string(),
    })
}
