//! Files with like names: the one that is meant, or the name that leaves it open.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;

use super::Names;
use super::ids::id_of;
use super::spelling::trimmed;
use crate::model::{Citation, Source};
use crate::text::brackets::enclosed;

impl Names<'_> {
    /// Returns the contexts of a name, or of the file that a path ends with. Those of exactly that name
    /// or path go before the others. A path is not that of a file that the text names by another one.
    pub(super) fn named(&self, written: &str) -> Option<Vec<usize>> {
        let found = self.named_alike(written)?;
        let written = trimmed(written);
        let narrow = |fits: &dyn Fn(&Source) -> bool| {
            let fits = |at: &usize| found.len() > 1 && self.sources.get(*at).is_some_and(fits);
            Some(found.iter().copied().filter(fits).collect())
                .filter(|it: &Vec<usize>| !it.is_empty())
        };
        let path = written.trim_start_matches("./");
        if path.contains('/')
            && let [only] = found.as_slice()
            && let Some(own) = self.own_paths.get(only)
            && !Path::new(&path.to_lowercase()).ends_with(own)
        {
            return None;
        }
        let at_path =
            narrow(&|it| path.contains('/') && file_path(it).is_some_and(|it| it.ends_with(path)));
        let exact = || narrow(&|it| id_of(it) == written);
        let stem =
            || narrow(&|it| file_path(it).and_then(Path::file_stem) == Some(OsStr::new(written)));
        Some(at_path.or_else(exact).or_else(stem).unwrap_or(found))
    }

    /// Adds the shortest end of its path by which a bracket names a file, in lower case.
    pub(super) fn with_own_paths(mut self, text: &str) -> Self {
        if self.named.is_empty() {
            return self;
        }
        let pairs = [('[', ']'), ('(', ')'), ('\u{3010}', '\u{3011}'), ('\u{ff08}', '\u{ff09}')];
        let inner = pairs.into_iter().flat_map(|(open, close)| enclosed(text, open, close, &[]));
        let inner = inner.filter_map(|(_, inner)| inner.slice(text));
        let parts = inner.flat_map(|inner| inner.split([',', ';', '|', ' ']));
        for part in parts.filter(|part| part.contains('/') && !part.contains("://")) {
            let path = trimmed(part).trim_start_matches("./");
            let found = self.named_alike(path).unwrap_or_default();
            let [only] = *found.as_slice() else { continue };
            if !self.sources.get(only).and_then(file_path).is_some_and(|it| it.ends_with(path)) {
                continue;
            }
            let path = path.to_lowercase();
            let known = self.own_paths.entry(only).or_insert_with(|| path.clone());
            if path.len() < known.len() {
                *known = path;
            }
        }
        self
    }

    /// Returns the name that several files share, which is ambiguous; `None` if only one is meant.
    pub(super) fn shared_name(&self, contexts: &[usize]) -> Option<String> {
        let paths: Option<Vec<&Path>> =
            contexts.iter().map(|at| self.sources.get(*at).and_then(file_path)).collect();
        let is_each_once =
            |paths: &Vec<&Path>| paths.iter().collect::<BTreeSet<_>>().len() == paths.len();
        let paths = paths.filter(|paths| paths.len() > 1 && is_each_once(paths))?;
        let same = |part: fn(&Path) -> Option<&OsStr>, fold: fn(&str) -> String| {
            let mut names = paths.iter().map(|path| Some(fold(part(path)?.to_str()?)));
            let first = names.next().flatten()?;
            names.all(|name| name.as_ref() == Some(&first)).then_some(first)
        };
        let whole =
            same(Path::file_name, str::to_owned).or_else(|| same(Path::file_stem, str::to_owned));
        // Spelled like none of them, or it would be the name of one.
        let folded = || {
            let lower = same(Path::file_name, str::to_lowercase)
                .or_else(|| same(Path::file_stem, str::to_lowercase))?;
            let is_name = |name: &str| {
                let name = Some(OsStr::new(name));
                paths.iter().any(|path| path.file_name() == name || path.file_stem() == name)
            };
            [lower.to_uppercase(), lower].into_iter().find(|name| !is_name(name))
        };
        whole.or_else(folded)
    }

    /// Returns the end of the path of a file, if another file has its name.
    pub(super) fn path_of_namesake(&self, at: usize) -> Option<String> {
        let path = self.sources.get(at).and_then(file_path)?;
        let others = self.sources.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Vec<&Path> = others.filter_map(|(_, other)| file_path(other)).collect();
        let is_shared = |end: &Path| others.iter().any(|other| other.ends_with(end));
        let mut ends: Vec<&Path> = path.ancestors().collect();
        ends.retain(|folder| *folder != path);
        let end = |folder: &&Path| path.strip_prefix(folder).ok();
        let mut ends = ends.iter().filter_map(end);
        let name = ends.next().filter(|name| is_shared(name))?;
        let unique = ends.find(|end| !is_shared(end)).unwrap_or(name);
        unique.to_str().map(|path| path.replace('\\', "/"))
    }
}

/// Returns the paths in these citations that fit a given file by its name alone, each with the index of the
/// file: its folder has another name.
pub(crate) fn by_name_alone<'c>(
    text: &str,
    citations: impl Iterator<Item = &'c Citation>,
    sources: &[Source],
) -> Vec<(String, usize)> {
    let signs = |c: char| "[](){}\u{3010}\u{3011}\u{ff08}\u{ff09},;| ".contains(c);
    let parts = citations.flat_map(|citation| citation.raw.split(signs));
    let written: BTreeSet<&str> =
        parts.filter(|part| part.contains('/') && !part.contains("://")).map(trimmed).collect();
    if written.is_empty() {
        return Vec::new();
    }
    let names = Names::of(sources).with_own_paths(text);
    let elsewhere = |written: &str| {
        let found = names.named(written)?;
        let [only] = *found.as_slice() else { return None };
        let file = std::path::absolute(names.sources.get(only).and_then(file_path)?).ok()?;
        let folder = |path: &Path| Some(path.parent()?.file_name()?.to_str()?.to_lowercase());
        let cited = folder(Path::new(written)).filter(|name| name != ".")?;
        (folder(&file)? != cited).then(|| (written.to_owned(), only))
    };
    written.into_iter().filter_map(elsewhere).collect()
}

/// Returns the path of a given file.
fn file_path(source: &Source) -> Option<&Path> {
    source.origin.as_ref().filter(|_| source.id.is_empty()).map(|origin| origin.path.as_path())
}

/// Returns the name of a given file after its folder and without its ending: `b/policy` for `b/policy.md`.
pub(super) fn name_in_folder(source: &Source) -> Option<String> {
    let path = file_path(source)?;
    let folder = path.parent()?.file_name()?.to_str()?;
    Some(format!("{folder}/{}", path.file_stem()?.to_str()?))
}
