//! A checkout of code: its root, and the files that cited paths refer to.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use super::remotes::remotes;
use super::walk::Walk;

/// Maximum number of files that are searched for a path that is written short.
const MAX_FILES: usize = 200_000;

/// Maximum number of symbolic links on the way to a file.
const MAX_LINKS: usize = 8;

/// Maximum number of near names in a message.
const MAX_NEAR: usize = 3;

/// From this likeness on a name is near another.
const NEAR: f64 = 0.8;

/// Returns the folder of the checkout that a file is in: the nearest one above it with `.git`.
pub fn root_of(file: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(file).ok()?;
    let mut folders = absolute.ancestors().skip(1);
    folders.find(|folder| folder.join(".git").exists()).map(Path::to_owned)
}

/// The files of a checkout.
#[derive(Debug)]
pub struct Checkout {
    root: PathBuf,
    /// Paths from the root, listed on first use.
    all: OnceLock<Vec<String>>,
    remotes: OnceLock<Vec<String>>,
}

impl Checkout {
    /// Returns the checkout at `root`.
    pub fn new(root: PathBuf) -> Self {
        Self { root, all: OnceLock::new(), remotes: OnceLock::new() }
    }

    /// Returns the root folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the path of a file of the checkout from the current folder, if that is in the checkout or
    /// around it: other folders on the way to it are private.
    pub fn from_here(&self, path: &str) -> PathBuf {
        let whole = self.root.join(path);
        let Ok(here) = std::path::absolute(".") else { return whole };
        if let Ok(below) = whole.strip_prefix(&here) {
            return below.to_owned();
        }
        let Ok(down) = here.strip_prefix(&self.root) else { return whole };
        let up: PathBuf = down.components().map(|_| Component::ParentDir).collect();
        up.join(path)
    }

    /// Returns a file's path from the root; `None` if it is outside.
    pub fn relative(&self, file: &Path) -> Option<String> {
        let absolute = std::path::absolute(file).ok()?;
        let root = std::path::absolute(&self.root).ok()?;
        Some(absolute.strip_prefix(root).ok()?.to_str()?.to_owned())
    }

    /// Returns the path from the root of the file that is cited as `cited` in a text of `folder`,
    /// which is itself relative to the root. Tries the path as written, the path relative to the
    /// folder, and the end of one file's path; of a path from the root of a file system, the part
    /// in this checkout, or in another folder of its name. Symbolic links are taken off the path.
    pub fn find(&self, cited: &str, folder: &str) -> Option<String> {
        let root = std::path::absolute(&self.root).ok()?;
        self.find_below(&root, cited, folder).or_else(|| {
            let slashed = cited.replace('\\', "/");
            if cited.contains('\\')
                && let Some(found) = self.find_below(&root, &slashed, folder)
            {
                return Some(found);
            }
            let from_root = slashed
                .strip_prefix('/')
                .and_then(|path| self.file(&normal_path(Path::new(path))?));
            from_root.or_else(|| self.in_namesake(&root, &slashed))
        })
    }

    /// Returns the file of a path in another copy of the checkout, in a folder of the same name:
    /// `/home/me/app/src/main.rs` for a checkout `/build/app`.
    fn in_namesake(&self, root: &Path, cited: &str) -> Option<String> {
        let name = format!("/{}/", root.file_name()?.to_str()?);
        let after = cited.match_indices(&name).map(|(at, _)| at + name.len());
        let mut paths = after.filter_map(|at| normal_path(Path::new(cited.get(at..)?)));
        paths.find_map(|path| self.file(&path))
    }

    fn find_below(&self, root: &Path, cited: &str, folder: &str) -> Option<String> {
        let cited = Path::new(cited).strip_prefix(root).unwrap_or(Path::new(cited));
        let from_folder = normal_path(&Path::new(folder).join(cited));
        let from_root = normal_path(cited);
        let is_relative = cited.starts_with("..");
        let first = from_root.filter(|_| !is_relative);
        // `./` before a path means that it counts from the folder first.
        let [one, other] =
            if cited.starts_with(".") { [from_folder, first] } else { [first, from_folder] };
        let candidates = one.into_iter().chain(other);
        let mut exact = candidates.filter_map(|path| self.file(&path));
        exact.next().or_else(|| {
            let end = format!("/{}", normal_path(cited).filter(|_| !is_relative)?);
            let mut with = self.files().iter().filter(|path| path.ends_with(&end));
            let only = with.next()?;
            with.next().is_none().then(|| only.clone())
        })
    }

    /// Returns true if the checkout was cloned from other repositories than `names`, such as `owner/name`.
    /// A copy on a mirror has more names before those.
    pub fn is_of_another(&self, names: &str) -> bool {
        let remotes = self.remotes.get_or_init(|| remotes(&self.root));
        let names = names.to_lowercase();
        let end = format!("/{names}");
        let is_own = |remote: &String| *remote == names || remote.ends_with(&end);
        !remotes.is_empty() && !remotes.iter().any(is_own)
    }

    /// Files with a name near that of `cited`, the nearest first.
    pub fn near(&self, cited: &str) -> Vec<&str> {
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_lowercase();
        let wanted = name(cited);
        let mut near: Vec<(f64, &str)> = self
            .files()
            .iter()
            .map(|path| (strsim::jaro_winkler(&wanted, &name(path)), path.as_str()))
            .filter(|(likeness, _)| *likeness >= NEAR)
            .collect();
        near.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
        near.into_iter().take(MAX_NEAR).map(|(_, path)| path).collect()
    }

    /// Returns true if a path from the root leads over a symbolic link.
    pub fn is_linked(&self, path: &str) -> bool {
        self.first_link(path).is_some()
    }

    /// Returns a path from the root without the symbolic links on it, if it leads to a file of the
    /// checkout.
    fn file(&self, path: &str) -> Option<String> {
        let mut path = path.to_owned();
        for _ in 0..=MAX_LINKS {
            let Some(link) = self.first_link(&path) else {
                let metadata = fs::symlink_metadata(self.root.join(&path)).ok()?;
                return (!path.is_empty() && metadata.is_file()).then_some(path);
            };
            let target = fs::read_link(self.root.join(path.get(..link)?)).ok()?;
            let folder = Path::new(path.get(..link)?).parent()?;
            let rest = path.get(link..)?.trim_start_matches('/');
            path = normal_path(&folder.join(target).join(rest))?;
        }
        None
    }

    /// Returns the end of the first part of a path from the root that is a symbolic link, in bytes.
    fn first_link(&self, path: &str) -> Option<usize> {
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        ends.into_iter().find(|end| {
            let part = self.root.join(path.get(..*end).unwrap_or_default());
            fs::symlink_metadata(part).is_ok_and(|it| it.is_symlink())
        })
    }

    /// Returns the paths of all files from the root, sorted.
    pub fn files(&self) -> &[String] {
        self.all.get_or_init(|| {
            let files = Walk::new(&self.root, Path::cmp).filter_map(Result::ok);
            let files = files.filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
            let relative = files.filter_map(|entry| {
                Some(entry.path().strip_prefix(&self.root).ok()?.to_str()?.to_owned())
            });
            let mut all: Vec<String> = relative.take(MAX_FILES).collect();
            all.sort_unstable();
            all
        })
    }
}

/// Returns a path without `.` and `..`; `None` if it leads outside.
pub fn normal_path(path: &Path) -> Option<String> {
    let mut names: Vec<&str> = Vec::new();
    for component in path.components() {
        match component {
            // Git's own files are not code.
            Component::Normal(name) if name == ".git" => return None,
            Component::Normal(name) => names.push(name.to_str()?),
            Component::CurDir => {}
            Component::ParentDir => {
                names.pop()?;
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(names.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_found_from_the_root_the_folder_and_its_end() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        for path in [
            "src/app.rs",
            "docs/a.md",
            "crates/x/src/lib.rs",
            "crates/x/src/util.rs",
            "crates/y/src/lib.rs",
        ] {
            fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
            fs::write(root.join(path), "x").unwrap();
        }
        fs::write(dir.path().join("outside.rs"), "x").unwrap();
        fs::create_dir(root.join(".git")).unwrap();
        let checkout = Checkout::new(root.to_owned());
        for (cited, expected) in [
            ("src/app.rs", Some("src/app.rs")),
            ("../src/app.rs", Some("src/app.rs")),
            ("./a.md", Some("docs/a.md")),
            ("./src/app.rs", Some("src/app.rs")),
            ("a.md", Some("docs/a.md")),
            ("src/util.rs", Some("crates/x/src/util.rs")),
            ("src/lib.rs", None),
            ("../../outside.rs", None),
            ("/etc/passwd", None),
            ("src", None),
        ] {
            assert_eq!(checkout.find(cited, "docs").as_deref(), expected, "{cited}");
        }
        let absolute = root.join("src/app.rs");
        assert_eq!(checkout.find(absolute.to_str().unwrap(), "").as_deref(), Some("src/app.rs"));
        assert_eq!(checkout.near("src/utils.rs").first(), Some(&"crates/x/src/util.rs"));
        assert_eq!(root_of(&root.join("docs/a.md")).as_deref(), Some(root));
    }
}
