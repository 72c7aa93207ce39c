//! The files of a checkout that the paths of a text lead to.

use std::collections::BTreeMap;
use std::path::Path;

use super::lines::inline;
use crate::dialects::marks::code_references::{self, repository};
use crate::model::Citation;
use crate::sources::{Checkout, from_root, normal_path};
use crate::text::prose::count;

/// The citations of code in a text, and notes on what is left out.
#[derive(Default)]
pub(super) struct Placed {
    pub(super) citations: Vec<Citation>,
    pub(super) notes: Vec<String>,
}

/// Returns the citations of code in a text of `folder`. A link counts from the folder, as readers of
/// Markdown open it; a permalink to another repository is none of this checkout.
pub(super) fn citations(text: &str, checkout: &Checkout, folder: &str) -> Placed {
    let exists = |path: &str| checkout.find(path, folder).is_some();
    let mut citations = code_references::citations(text, Some(&exists));
    let mut others: Vec<String> = Vec::new();
    citations.retain(|citation| {
        let other = repository(&citation.raw).filter(|(_, names)| checkout.is_of_another(names));
        others.extend(other.map(|(address, _)| address.to_owned()));
        other.is_none()
    });
    for citation in citations.iter_mut().filter(|it| is_relative_link(&it.raw)) {
        for target in &mut citation.targets {
            if counts_from_folder(&target.id, checkout, folder) {
                target.id = format!("./{}", target.id);
            }
        }
    }
    let note = others.first().map(|first| {
        let places = count(others.len(), "permalink");
        format!(
            "{places} not read, such as `{first}`: another repository than the remotes of this checkout"
        )
    });
    Placed { citations, notes: note.into_iter().collect() }
}

/// Returns true if a citation is a Markdown link to a path.
fn is_relative_link(raw: &str) -> bool {
    let target = raw.rsplit_once("](").map(|(_, target)| target);
    target.is_some_and(|target| target.len() > 1 && !target.contains("://"))
}

/// Returns true if a path leads to a file from the folder, and to none or another one from the root.
fn counts_from_folder(id: &str, checkout: &Checkout, folder: &str) -> bool {
    let own = from_folder(id, checkout, folder);
    own.is_some() && own != checkout.find(id, folder)
}

/// Returns the file that a path without `..` leads to from a folder below the root.
fn from_folder(id: &str, checkout: &Checkout, folder: &str) -> Option<String> {
    let is_plain = !folder.is_empty() && !id.starts_with(['/', '.']);
    let path = normal_path(&Path::new(folder).join(id)).filter(|_| is_plain)?;
    let found = checkout.find(&path, "")?;
    (found == path).then_some(found)
}

/// Returns a note for each path that may mean another file than the one it was read as.
pub(super) fn doubts(
    found: &BTreeMap<String, String>,
    checkout: &Checkout,
    folder: &str,
) -> Vec<String> {
    let doubt = |(id, path): (&String, &String)| {
        if let Some(own) = from_folder(id, checkout, folder).filter(|own| own != path) {
            let text = |path: &str| inline(&from_root(checkout.root(), path).text).cloned();
            return (text(&own) != text(path)).then(|| {
                format!("`{id}` is read from the root of the checkout; `{own}` is another file")
            });
        }
        let group = other_package(id, path, folder)?;
        Some(format!(
            "`{id}` is read as `{path}`, the only path that ends so, outside of `{group}`"
        ))
    };
    found.iter().filter_map(doubt).collect()
}

/// Returns the package of a text in `folder` if a file that was found by the end of its path belongs to
/// one beside it: `pkg/b` for a text there and a file in `pkg/a`.
fn other_package(id: &str, path: &str, folder: &str) -> Option<String> {
    let package = path.strip_suffix(id)?.strip_suffix('/')?;
    let (own, other): (Vec<&str>, Vec<&str>) =
        (folder.split('/').collect(), package.split('/').collect());
    let shared = own.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let is_beside = shared > 0 && shared < own.len() && shared < other.len();
    is_beside.then(|| own.get(..=shared).unwrap_or_default().join("/"))
}

/// Returns the reason that a path leads to no file.
pub(super) fn missing(checkout: &Checkout, id: &str) -> String {
    // A checkout that was found has an absolute path, which reports for others leave out.
    let root = checkout.root();
    let name = root.file_name().filter(|_| root.is_absolute()).map_or(root, Path::new).display();
    if checkout.is_linked(id) {
        return format!("a symbolic link on its path leads to no file beneath `{name}`");
    }
    let near: Vec<String> = checkout.near(id).iter().map(|path| format!("`{path}`")).collect();
    let near = match near.as_slice() {
        [] => String::new(),
        near => format!("; near names: {}", near.join(", ")),
    };
    format!("no such file beneath `{name}`{near}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_beside_the_package_of_a_text_is_doubtful() {
        let package = |path: &str, folder: &str| other_package("src/app.py", path, folder);
        assert_eq!(package("pkg/a/src/app.py", "pkg/b/docs").as_deref(), Some("pkg/b"));
        assert_eq!(package("pkg/a/src/app.py", "pkg/a/docs"), None);
        assert_eq!(package("pkg/a/src/app.py", "docs"), None);
        assert_eq!(package("src/app.py", "pkg/b"), None);
    }
}
