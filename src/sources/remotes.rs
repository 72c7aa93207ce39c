//! The repositories on forges that a checkout was cloned from.

use std::path::Path;

use super::root::from_root;
use crate::model::SourceText;

/// Returns the path of each remote on its host, such as `owner/name`, in small letters. Empty if git's
/// settings are not in the checkout itself, as in a worktree, or name no remote on a host.
pub(super) fn remotes(root: &Path) -> Vec<String> {
    let source = from_root(root, ".git/config");
    let SourceText::Inline(text) = source.text else { return Vec::new() };
    let mut is_remote = false;
    let mut found = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            is_remote = line.starts_with("[remote ");
            continue;
        }
        let Some((key, value)) = line.split_once('=').filter(|_| is_remote) else { continue };
        if key.trim().eq_ignore_ascii_case("url") {
            found.extend(on_host(value.trim().trim_matches('"')));
        }
    }
    found
}

/// Returns the path on its host of a repository; `None` for one in a folder.
fn on_host(url: &str) -> Option<String> {
    let path = match url.split_once("://") {
        Some(("file", _)) => return None,
        Some((_, rest)) => rest.split_once('/')?.1,
        None => {
            let (host, path) = url.split_once(':')?;
            // A folder may have a colon in its name, and a drive has one after its letter.
            (host.len() > 1 && !host.contains('/')).then_some(path)?
        }
    };
    let path = path.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path).to_lowercase();
    path.contains('/').then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repository_on_a_host_has_a_path() {
        for (url, expected) in [
            ("https://github.com/Me/Mini.git", Some("me/mini")),
            ("git@github.com:me/mini.git", Some("me/mini")),
            ("ssh://git@host.example:22/group/sub/mini/", Some("group/sub/mini")),
            ("http://proxy@127.0.0.1:80/git/me/mini", Some("git/me/mini")),
            ("file:///srv/me/mini.git", None),
            ("/srv/me/mini.git", None),
            ("../mini", None),
            ("C:/work/mini", None),
        ] {
            assert_eq!(on_host(url).as_deref(), expected, "{url}");
        }
    }
}
