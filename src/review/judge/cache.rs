//! Answers of judges, stored by their subject: JSON Lines, only ever appended to.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::super::{Fingerprint, Hash};
use crate::error::{Error, ErrorKind, Result};
use crate::model::Judgement;
use crate::sources::gate;

/// Maximum size of the cache file, in bytes.
const MAX_LENGTH: u64 = 64 * 1024 * 1024;

/// The key of an answer: the fingerprint of claim, locator and source, and a hash of the command
/// and of its input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Key {
    pub(super) fingerprint: Fingerprint,
    pub(super) how: Hash,
}

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
struct CachedAnswer {
    #[serde(flatten)]
    key: Key,
    score: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    by: String,
}

/// The known answers, and the file for new ones.
#[derive(Debug)]
pub(super) struct Cache {
    path: Option<PathBuf>,
    known: Mutex<BTreeMap<Key, Judgement>>,
    /// A write error that was not reported yet.
    fault: Mutex<Option<String>>,
}

/// Returns `pincite/judge.jsonl` in the user's cache folder; `None` if there is none.
pub fn default_path() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let own = set("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = own.or_else(|| Some(PathBuf::from(set("HOME")?).join(".cache")))?;
    Some(folder.join("pincite").join("judge.jsonl"))
}

impl Cache {
    /// Reads the stored answers. Skips invalid lines; of two for the same key, the later one
    /// counts.
    pub(super) fn open(path: Option<&Path>) -> Result<Self> {
        let mut known = BTreeMap::new();
        if let Some(path) = path {
            let text = match gate::read(path, MAX_LENGTH) {
                Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
                read => read?,
            };
            for line in text.split(|byte| *byte == b'\n') {
                if let Ok(CachedAnswer { key, score, reason, by }) = serde_json::from_slice(line) {
                    known.insert(key, Judgement { by, score, target: None, reason });
                }
            }
        }
        let path = path.map(Path::to_owned);
        Ok(Self { path, known: Mutex::new(known), fault: Mutex::default() })
    }

    pub(super) fn get(&self, key: &Key) -> Option<Judgement> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Keeps an answer, in one write.
    pub(super) fn put(&self, key: &Key, judgement: &Judgement) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(*key, judgement.clone());
        let Some(path) = &self.path else { return };
        let Judgement { by, score, reason, .. } = judgement.clone();
        let line = serde_json::to_vec(&CachedAnswer { key: *key, score, reason, by });
        let written = line.map_err(std::io::Error::from).and_then(|mut line| {
            line.push(b'\n');
            append(path, &line)
        });
        if let Err(error) = written {
            let error = Error::io("write", path.display().to_string(), error).to_string();
            let message = format!("cannot cache the judge's answers: {error}");
            *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(message);
        }
    }

    /// Returns the write error since the last call, if any.
    pub(super) fn fault(&self) -> Option<String> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Appends to a file that only its owner can read.
fn append(path: &Path, line: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    let own = fs::File::options().append(true).create(true).mode(0o600).clone();
    let (mut file, _) = gate::open(path, &own)?;
    file.write_all(line)
}
