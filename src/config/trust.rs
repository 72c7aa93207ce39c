//! Decides if an automatically found `pincite.toml` may configure a check.
//!
//! A file that others could have written or put in its place, such as one in `/tmp`, could switch off
//! rules for everybody who works below it. A link is judged like a file: by itself, by where it leads,
//! and by the folders on the way.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use crate::error::{Error, Result};
use crate::sources::gate::SPECIAL;

/// The bit of permissions that lets everybody write.
const WORLD_WRITABLE: u32 = 0o002;

/// The bit of permissions that lets a group write.
const GROUP_WRITABLE: u32 = 0o020;

/// The bit of a folder in which only owners can replace files.
const STICKY: u32 = 0o1000;

/// The maximum number of links that are followed, as on Linux.
const MAX_LINKS: usize = 40;

/// The user who runs the program.
struct User {
    id: u32,
    groups: Vec<u32>,
}

/// Fails for a file that others could have written or replaced: it, a link that leads to it, or a folder
/// that holds either belongs to neither this user nor root, or lets everybody or a foreign group
/// write.
pub fn refuse_untrusted(path: &Path) -> Result<()> {
    let name = path.to_string_lossy();
    let why = fault(path, &User::current());
    match why.map_err(|error| Error::io("read", name.clone(), error))? {
        None => Ok(()),
        Some(why) => Err(Error::new("trust", name.clone(), why)
            .hint(format!("`--config {name}` uses it, `--no-config` works without"))),
    }
}

impl User {
    fn current() -> Self {
        let mut groups = vec![rustix::process::getegid().as_raw()];
        let others = rustix::process::getgroups().unwrap_or_default();
        groups.extend(others.into_iter().map(rustix::fs::Gid::as_raw));
        Self { id: rustix::process::geteuid().as_raw(), groups }
    }
}

/// Returns why a file is not trusted.
fn fault(path: &Path, user: &User) -> io::Result<Option<String>> {
    let mut path = std::path::absolute(path)?;
    for link in 0..=MAX_LINKS {
        let about = fs::symlink_metadata(&path)?;
        if !about.is_file() && !about.is_dir() && !about.is_symlink() {
            return Ok(Some(SPECIAL.to_owned()));
        }
        let kind = if about.is_symlink() { "the link" } else { "it" };
        let kind = if link > 0 && !about.is_symlink() { "the file it leads to" } else { kind };
        if let Some(why) = reason(kind, &about, user) {
            return Ok(Some(why));
        }
        let folder = path.parent().unwrap_or(Path::new("/"));
        let kind = if link > 0 { "the folder it leads to" } else { "its folder" };
        if let Some(why) = reason(kind, &fs::metadata(folder)?, user) {
            return Ok(Some(why));
        }
        if !about.is_symlink() {
            return Ok(None);
        }
        path = folder.join(fs::read_link(&path)?);
    }
    Ok(Some("it leads through too many links".to_owned()))
}

/// Returns why one file, link or folder is not trusted.
fn reason(name: &str, about: &Metadata, user: &User) -> Option<String> {
    // The permissions of a link have no effect, and in a folder with the sticky bit nobody else can
    // replace what is ours.
    let mode = match about {
        it if it.is_symlink() || it.is_dir() && it.mode() & STICKY != 0 => 0,
        it => it.mode(),
    };
    why(name, (about.uid(), about.gid(), mode), user)
}

fn why(name: &str, (owner, group, mode): (u32, u32, u32), user: &User) -> Option<String> {
    if owner != user.id && owner != 0 {
        return Some(format!("{name} belongs to another user (uid {owner})"));
    }
    if mode & WORLD_WRITABLE != 0 {
        return Some(match name {
            "it" => "everybody may write it".to_owned(),
            name => format!("everybody may write {name}"),
        });
    }
    let is_foreign = group != 0 && !user.groups.contains(&group);
    (is_foreign && mode & GROUP_WRITABLE != 0)
        .then(|| format!("a foreign group (gid {group}) may write {name}"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn only_ones_own_files_and_those_of_root_are_trusted() {
        let user = |id| User { id, groups: vec![1000] };
        let reason = |owner, group, mode, id| why("it", (owner, group, mode), &user(id));
        assert_eq!(reason(1000, 1000, 0o100_644, 1000), None);
        assert_eq!(reason(1000, 1000, 0o100_664, 1000), None);
        assert_eq!(reason(1000, 7, 0o100_644, 1000), None);
        assert_eq!(reason(0, 0, 0o100_664, 1000), None);
        assert!(reason(1000, 7, 0o100_664, 1000).is_some());
        assert!(reason(65534, 65534, 0o100_644, 1000).is_some());
        assert!(reason(65534, 65534, 0o100_644, 0).is_some());
        assert!(reason(1000, 1000, 0o100_666, 1000).is_some());
    }

    #[test]
    fn a_file_is_judged_with_its_folder_and_the_links_to_it() {
        let outer = tempfile::tempdir().unwrap();
        let [own, open] = ["own", "open"].map(|name| outer.path().join(name));
        let file = own.join("pincite.toml");
        let set = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        for folder in [&own, &open] {
            fs::create_dir(folder).unwrap();
            set(folder, 0o755);
            fs::write(folder.join("pincite.toml"), "").unwrap();
            set(&folder.join("pincite.toml"), 0o644);
        }
        let fault = |path: &Path| fault(path, &User::current()).unwrap();
        assert_eq!(fault(&file), None);
        set(&open, 0o777);
        assert!(fault(&open.join("pincite.toml")).unwrap().contains("its folder"));
        symlink("../own/pincite.toml", open.join("to-own.toml")).unwrap();
        assert!(fault(&open.join("to-own.toml")).is_some());
        symlink("../open/pincite.toml", own.join("to-open.toml")).unwrap();
        assert!(fault(&own.join("to-open.toml")).unwrap().contains("the folder it leads to"));
        set(&open, 0o1777);
        assert_eq!(fault(&open.join("to-own.toml")), None);
        assert_eq!(fault(&own.join("to-open.toml")), None);
        symlink("loop.toml", own.join("loop.toml")).unwrap();
        assert!(super::fault(&own.join("loop.toml"), &User::current()).unwrap().is_some());
        symlink("/dev/null", own.join("null.toml")).unwrap();
        assert!(fault(&own.join("null.toml")).is_some());
    }

    const NOBODY: u32 = 65534;

    #[test]
    fn a_link_or_folder_of_somebody_else_is_refused() {
        if !rustix::process::geteuid().is_root() {
            return;
        }
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("folder");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("pincite.toml"), "").unwrap();
        symlink("pincite.toml", folder.join("link.toml")).unwrap();
        let fault = |name: &str| fault(&folder.join(name), &User::current()).unwrap();
        std::os::unix::fs::lchown(folder.join("link.toml"), Some(NOBODY), None).unwrap();
        assert!(fault("link.toml").unwrap().contains("the link belongs to another user"));
        assert_eq!(fault("pincite.toml"), None);
        std::os::unix::fs::chown(&folder, None, Some(NOBODY)).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o775)).unwrap();
        assert!(fault("pincite.toml").unwrap().contains("a foreign group"));
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        std::os::unix::fs::chown(&folder, Some(NOBODY), None).unwrap();
        assert!(fault("pincite.toml").unwrap().contains("its folder belongs to another user"));
    }
}
