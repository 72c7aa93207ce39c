//! The value of an option that names a folder.

use std::path::PathBuf;

use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::error::Why;

/// Parses the path of a folder that exists.
pub(super) fn existing_folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.metadata() {
        Ok(about) if about.is_dir() => Ok(path),
        Ok(_) => Err(Why::from("it is not a folder")),
        Err(_) => Err(Why::from("no such folder")),
    })
}
