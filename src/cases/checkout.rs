//! The files of a checkout that a case cites by their paths.

use std::collections::BTreeSet;
use std::path::Path;

use crate::dialects::marks::lenticular::FILE;
use crate::model::{Case, IdFrom, Source, SourceText};
use crate::sources::from_root;

/// The most files of a checkout that are read for one case.
const MAX_FILES: usize = 1000;

/// The most bytes of a checkout that are held for one case: 256 MiB.
const MAX_BYTES: usize = 256 * 1024 * 1024;

/// Adds the cited files below `root` that are not among the given sources.
pub fn add(case: &mut Case, root: &Path) {
    let citations = case.response.citations.iter().filter(|citation| citation.family == FILE);
    let targets = citations.flat_map(|citation| &citation.targets);
    let mut known: BTreeSet<String> = case.sources.iter().map(|source| source.id.clone()).collect();
    let mut paths: Vec<String> = Vec::new();
    for target in targets.filter(|target| !target.id.is_empty()) {
        if known.insert(target.id.clone()) {
            paths.push(target.id.clone());
        }
    }
    let (mut read, mut held, mut left) = (0, 0, 0_usize);
    for path in paths {
        if let Some(given) = given(&mut case.sources, &path) {
            given.id = path;
            given.id_from = IdFrom::FileName;
            continue;
        }
        if read == MAX_FILES || held > MAX_BYTES {
            left += 1;
            continue;
        }
        let source = from_root(root, &path);
        if let SourceText::Inline(text) = &source.text {
            held += text.len();
        }
        read += 1;
        case.sources.push(source);
    }
    if left > 0 {
        case.notes.push(format!("{left} more cited files are not read: the limit is {MAX_FILES}"));
    }
}

/// Returns a file given by the user whose path ends as the cited one does, if it is the only one.
fn given<'s>(sources: &'s mut [Source], path: &str) -> Option<&'s mut Source> {
    let ends = |source: &&mut Source| {
        let origin = source.origin.as_ref();
        source.id.is_empty() && origin.is_some_and(|origin| origin.path.ends_with(path))
    };
    let mut found = sources.iter_mut().filter(ends);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}
