//! Recognition of paths in a checkout.

use crate::text::Span;

/// Ends of names of hosts that are written without a scheme.
const HOSTS: [&str; 14] =
    ["ai", "app", "co", "com", "de", "dev", "edu", "gov", "io", "net", "org", "ru", "sh", "uk"];

/// The longest path, in bytes.
const MAX_LENGTH: usize = 500;

/// The longest extension, in bytes.
const MAX_EXTENSION: usize = 10;

/// Returns true for bytes that a path in running text may hold.
pub(super) fn is_path_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'_' | b'.' | b'@' | b'+' | b'~' | b'-' | b'/' | b'\\')
}

/// Returns true for a path from the root of a file system, or as Windows writes it. Those count only
/// where they are known.
pub(super) fn is_foreign(path: &str) -> bool {
    path.starts_with('/') || path.contains(['\\', ':'])
}

/// Length of the drive at the end of a text, before the path that follows it: `C:` of `C:\src\app.rs`.
pub(super) fn drive_before(before: &str, path: &str) -> usize {
    let mut chars = before.chars().rev();
    let is_drive = path.starts_with(['/', '\\'])
        && chars.next() == Some(':')
        && chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.next().is_none_or(|c| !c.is_alphanumeric());
    if is_drive { 2 } else { 0 }
}

/// Returns true if a path may be one of a checkout: it has a folder and an extension, or is known.
pub(super) fn is_path(path: &str, exists: &dyn Fn(&str) -> bool) -> bool {
    if path.is_empty() || path.len() > MAX_LENGTH || path.ends_with(['/', '.', '-']) {
        return false;
    }
    let (folder, name) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (folder, name));
    let extension = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map(|(_, end)| end);
    let is_extension = extension.is_some_and(|end| {
        end.len() <= MAX_EXTENSION
            && end.starts_with(|c: char| c.is_ascii_alphabetic())
            && end.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && !is_version(end)
    });
    let host = path.split('/').next().unwrap_or_default();
    let is_host = host.rsplit_once('.').is_some_and(|(name, end)| {
        !name.is_empty() && name != "." && HOSTS.contains(&end) && !folder.is_empty()
    });
    let is_written = is_extension && !folder.is_empty() && !folder.contains("//");
    is_written && !is_host && !is_placeholder(path) || exists(path)
}

/// Returns true for the path of an example: `path/to/file.rs`, `crate/path.rs`.
fn is_placeholder(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    format!("/{path}").contains("/path/to/") || name.starts_with("path.")
}

/// Returns true for `v2`, which is a version and no extension.
fn is_version(end: &str) -> bool {
    let digits = end.strip_prefix('v').unwrap_or_default();
    digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.is_empty()
}

/// Returns the path, and the revision if there is one, of a permalink of a forge without its
/// fragment.
pub(super) fn of_permalink(address: &str) -> Option<(&str, &str)> {
    let after = address.split_once("://")?.1;
    let at = |sign: &str| after.split_once(sign).map(|(_, rest)| rest);
    let rest = at("/-/blob/")
        .or_else(|| at("/blob/"))
        .or_else(|| at("/src/commit/"))
        .or_else(|| at("/src/branch/"))
        .or_else(|| at("/src/tag/"))
        .or_else(|| at("/src/").filter(|_| after.starts_with("bitbucket.org/")))?;
    let (revision, path) = rest.split_once('/')?;
    Some((path.split('?').next()?, revision))
}

/// Returns the revision in a citation's text, if it is a permalink with the hash of a commit.
pub(crate) fn revision(raw: &str) -> Option<&str> {
    permalink(raw).map(|(_, revision)| revision).filter(|name| is_hash(name))
}

/// Returns the name of a branch or tag in a citation's text, if it is a permalink with one.
pub(crate) fn fixed_name(raw: &str) -> Option<&str> {
    permalink(raw).map(|(_, revision)| revision).filter(|name| !is_hash(name))
}

/// Returns the address, without its fragment, and the revision of a permalink in a citation's text.
fn permalink(raw: &str) -> Option<(&str, &str)> {
    // The words of a link may have an address, too.
    let start = raw.rfind("http://").max(raw.rfind("https://"))?;
    let address = raw.get(start..)?.split('#').next()?;
    let (_, revision) = of_permalink(address)?;
    Some((address, revision))
}

/// Returns the address and the names of the repository, `owner/name`, of a permalink in a citation's text.
pub(crate) fn repository(raw: &str) -> Option<(&str, &str)> {
    let (address, _) = permalink(raw)?;
    let (_, path) = address.split_once("://")?.1.split_once('/')?;
    let ends = ["/-/blob/", "/blob/", "/src/"].iter().filter_map(|sign| path.find(sign));
    Some((address, path.get(..ends.min()?)?))
}

fn is_hash(revision: &str) -> bool {
    (7..=64).contains(&revision.len()) && revision.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the edits that make a citation's text cite the path `new` instead of `old`; `None` if it has
/// the name of the file elsewhere, too.
pub fn renamed(raw: &str, old: &str, new: &str) -> Option<Vec<(Span, String)>> {
    let old = old.strip_prefix("./").unwrap_or(old);
    let name = old.rsplit(['/', '\\']).next().filter(|name| !name.is_empty())?;
    let places: Vec<usize> = raw.match_indices(old).map(|(at, _)| at).collect();
    if places.is_empty() || raw.matches(name).count() != places.len() {
        return None;
    }
    let edit = |at: usize| (Span::new(at, at + old.len()), new.to_owned());
    Some(places.into_iter().map(edit).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_a_folder_and_an_extension() {
        for path in ["src/a.rs", "../a/b.py", ".github/x.yml", "a.io/b.rs/c.rs"] {
            assert_eq!(is_path(path, &|_| false), !path.starts_with("a.io"), "{path}");
        }
        for path in ["a.rs", "src/a", "src/", "a/b.v2", "example.com/a.js", "a/.rs"] {
            assert!(!is_path(path, &|_| false), "{path}");
        }
        for path in ["path/to/a.rs", "crate/path.rs", "x/path/to/a.py"] {
            assert!(!is_path(path, &|_| false), "{path}");
            assert!(is_path(path, &|known| known == path), "{path}");
        }
        assert!(is_path("a.rs", &|path| path == "a.rs"));
    }

    #[test]
    fn a_path_is_replaced_where_it_is_the_only_name_of_the_file() {
        let new = |raw: &str| {
            let edits = renamed(raw, "src/a.rs", "src/b.rs")?;
            Some(edits.iter().rev().fold(raw.to_owned(), |mut text, (span, new)| {
                text.replace_range(span.start..span.end, new);
                text
            }))
        };
        assert_eq!(new("`src/a.rs:4`").as_deref(), Some("`src/b.rs:4`"));
        assert_eq!(new("[src/a.rs:4](src/a.rs#L4)").as_deref(), Some("[src/b.rs:4](src/b.rs#L4)"));
        assert_eq!(new("[a.rs](src/a.rs#L4)"), None);
        assert_eq!(new("(:42)"), None);
    }

    #[test]
    fn a_permalink_names_its_repository() {
        let at = |raw: &str| repository(raw).map(|(_, names)| names.to_owned());
        let names = |names: &str| Some(names.to_owned());
        assert_eq!(at("https://github.com/o/r/blob/main/src/a.rs#L1"), names("o/r"));
        assert_eq!(at("[a](https://gitlab.com/g/s/r/-/blob/v1/src/a.rs#L1)"), names("g/s/r"));
        assert_eq!(at("https://bitbucket.org/o/r/src/0a1b2c3/src/a.rs#lines-5"), names("o/r"));
        assert_eq!(at("src/a.rs:4"), None);
    }

    #[test]
    fn only_hashes_are_revisions() {
        let link = |revision: &str| format!("(https://github.com/o/r/blob/{revision}/src/a.rs#L1)");
        assert_eq!(revision(&link("0a1b2c3d")), Some("0a1b2c3d"));
        assert_eq!(revision(&link("main")), None);
        assert_eq!(fixed_name(&link("v2.0")), Some("v2.0"));
        assert_eq!(revision("src/a.rs:4"), None);
    }
}
