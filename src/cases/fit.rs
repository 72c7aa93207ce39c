//! The names and addresses by which a response calls its sources, and files that have them.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

use crate::model::Source;
use crate::text::address;

/// The field of a source's metadata that names the file in which its text is, without folders.
pub(crate) const FILE: &str = "file";

/// The paths of the files of sources, by their names.
pub(super) struct Paths<'s>(BTreeMap<&'s OsStr, Vec<(usize, &'s Path)>>);

impl<'s> Paths<'s> {
    pub(super) fn of(sources: &'s [Source]) -> Self {
        let mut paths: BTreeMap<&OsStr, Vec<(usize, &Path)>> = BTreeMap::new();
        for (at, source) in sources.iter().enumerate() {
            let path = source.origin.as_ref().map(|origin| origin.path.as_path());
            if let Some((name, path)) = path.and_then(|path| Some((path.file_name()?, path))) {
                paths.entry(name).or_default().push((at, path));
            }
        }
        Self(paths)
    }

    /// Returns the sources whose paths end with `end`, in order.
    pub(super) fn ending_with(&self, end: &str) -> impl Iterator<Item = usize> {
        let named = Path::new(end).file_name().and_then(|name| self.0.get(name));
        let fits = move |(at, path): &(usize, &Path)| path.ends_with(end).then_some(*at);
        named.into_iter().flatten().filter_map(fits)
    }
}

/// True for a file of its own, which is not a part of a list.
pub(super) const fn is_file(extra: &Source) -> bool {
    extra.id.is_empty() && extra.origin.is_some()
}

/// True for a source with a number that has a title or address: a file called by the number may
/// be another one.
pub(super) fn is_listed_number(own: &Source) -> bool {
    let is_number = !own.id.is_empty() && own.id.bytes().all(|byte| byte.is_ascii_digit());
    is_number && (own.title.is_some() || own.url.is_some())
}

/// Returns the names by which a response calls a source: its id, its title and its file.
pub(super) fn called(own: &Source) -> Vec<&str> {
    let id = Some(own.id.as_str()).filter(|_| !is_listed_number(own));
    let files = own.metadata.iter().filter(|(key, _)| key == FILE).map(|(_, file)| file.as_str());
    id.into_iter()
        .chain(own.title.as_deref())
        .chain(files)
        .filter(|name| !name.is_empty())
        .collect()
}

/// True if a name with folders is the end of a path.
pub(super) fn is_end_of(name: &str, path: &Path) -> bool {
    name.contains('/') && path.ends_with(name.strip_prefix("./").unwrap_or(name))
}

/// True if a source next to the response has an address of one that the response names.
pub(super) fn is_at_same_address(own: &Source, extra: &Source) -> bool {
    let own: Vec<String> = own.addresses().map(address::plain).collect();
    !own.is_empty() && extra.addresses().any(|other| own.contains(&address::plain(other)))
}
