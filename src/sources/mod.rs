//! Citable material from disk or from a saved prompt, and the store its text is read through.

pub mod store;

pub use store::Store;

use std::path::PathBuf;
use std::sync::Arc;

use crate::error::Result;
use crate::model::{Source, SourceText};

/// What was loaded.
#[derive(Debug, Clone, Default)]
pub struct Loaded {
    /// In the order given.
    pub sources: Vec<Source>,
    /// What was odd.
    pub notes: Vec<String>,
}

/// Stub.
pub fn load(_paths: &[PathBuf], _named: &[(String, PathBuf)]) -> Result<Loaded> {
    Ok(Loaded::default())
}

/// Stub.
pub fn with_divisions(source: &mut Source, text: &str) {
    source.text = SourceText::Inline(Arc::from(text));
}
