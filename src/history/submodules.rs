//! Texts of files in the submodules of a checkout.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::command::Git;
use super::objects::Objects;

/// The objects of the submodules of a checkout, by their folder; `None` for folders that are none.
#[derive(Debug, Default)]
pub(super) struct Submodules(Mutex<BTreeMap<String, Option<Arc<Objects>>>>);

impl Submodules {
    /// Returns the text of a file in a submodule, its path seen from the root of the checkout, as of the
    /// commit of the submodule that a commit of the checkout records.
    pub(super) fn text(&self, git: &Git, commit: &str, path: &str) -> Option<String> {
        let mut folders = path.match_indices('/');
        folders.find_map(|(at, _)| {
            let (folder, rest) = (path.get(..at)?, path.get(at + 1..)?);
            let objects = self.objects(git.root(), folder)?;
            let name = format!("{commit}:./{folder}");
            let asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", &name];
            let recorded = git.ask(&asked)?;
            objects.text(&format!("{}:{rest}", recorded.trim()))
        })
    }

    fn objects(&self, root: &Path, folder: &str) -> Option<Arc<Objects>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let open = || {
            let own = root.join(folder);
            let is_one = own.join(".git").exists();
            is_one.then(|| Arc::new(Objects::new(Arc::new(Git::new(own)))))
        };
        known.entry(folder.to_owned()).or_insert_with(open).clone()
    }
}
