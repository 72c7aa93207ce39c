//! Code for one kind of system stays where the documentation says it is.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Names that only exist on Unix.
const UNIX: &[&str] = &["std::os::unix", "std::os::fd", "rustix::", "nix::", "signal_hook"];

/// Names that only exist on Linux.
const LINUX: &[&str] = &["landlock::", "seccompiler::", "libc::", "target_os = \"linux\""];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
}

/// Returns the folders of `src/` with files that hold one of the words, and the files.
fn using(words: &[&str]) -> (BTreeSet<String>, BTreeSet<String>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    sources(&root.join("src"), &mut all);
    let (mut folders, mut files) = (BTreeSet::new(), BTreeSet::new());
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        if words.iter().any(|word| text.contains(word)) {
            let path = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
            folders.insert(path.split('/').take(2).collect::<Vec<_>>().join("/"));
            files.insert(path);
        }
    }
    (folders, files)
}

#[test]
fn what_needs_unix_is_in_the_folders_that_are_listed() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/installing.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, table) = page.split_once("## Platforms").unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let listed: BTreeSet<String> = rows.map(|(folder, _)| folder.to_owned()).collect();
    assert_eq!(using(UNIX).0, listed);
}

#[test]
fn what_needs_linux_is_in_the_files_that_are_listed() {
    let files = [
        "src/cli/file.rs",
        "src/cli/progress.rs",
        "src/sources/documents/calls.rs",
        "src/sources/documents/confine.rs",
        "src/sources/documents/mod.rs",
    ];
    assert_eq!(using(LINUX).1, BTreeSet::from(files.map(str::to_owned)));
}
