//! Decides if an automatically found `pincite.toml` may configure a check.
//!
//! A file in a folder that others can write to, such as `/tmp`, could switch off rules for
//! everybody who works below it.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use crate::error::{Error, Result};

/// The bit of permissions that lets everybody write.
const WORLD_WRITABLE: u32 = 0o002;

/// Fails for a file that belongs to neither this user nor root, or that everybody may write.
pub fn refuse_untrusted(path: &Path) -> Result<()> {
    let name = path.to_string_lossy();
    let about = fs::metadata(path).map_err(|error| Error::io("read", name.clone(), error))?;
    let user = rustix::process::geteuid().as_raw();
    match reason(about.uid(), about.mode(), user) {
        None => Ok(()),
        Some(why) => Err(Error::new("trust", name.clone(), why)
            .hint(format!("`--config {name}` uses it, `--no-config` works without"))),
    }
}

fn reason(owner: u32, mode: u32, user: u32) -> Option<String> {
    if owner != user && owner != 0 {
        return Some(format!("it belongs to another user (uid {owner})"));
    }
    (mode & WORLD_WRITABLE != 0).then(|| "everybody may write it".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ones_own_files_and_those_of_root_are_trusted() {
        assert_eq!(reason(1000, 0o100_644, 1000), None);
        assert_eq!(reason(0, 0o100_644, 1000), None);
        assert!(reason(65534, 0o100_644, 1000).is_some());
        assert!(reason(65534, 0o100_644, 0).is_some());
        assert!(reason(1000, 0o100_666, 1000).is_some());
    }
}
