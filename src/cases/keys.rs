//! Keys under which the sources of a response and the files beside it are looked up: each is compared only
//! with those that share one, so that thousands of both take no longer than their number.

use std::collections::{BTreeMap, BTreeSet};

use crate::cases::fit::called;
use crate::model::Source;
use crate::text::address;

/// Something that two sources must share to be the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Id(String),
    Address(String),
    Title(String),
    /// The name of a file without its folders, in lower case.
    Name(String),
}

/// Sources by their keys.
#[derive(Debug, Default)]
pub(super) struct Index(BTreeMap<Key, Vec<usize>>);

impl Index {
    /// Returns the index of the sources that a response names.
    pub(super) fn of_named<'s>(sources: impl Iterator<Item = &'s Source>) -> Self {
        let mut index = Self::default();
        sources.enumerate().for_each(|(at, source)| index.add_named(at, source));
        index
    }

    /// Returns the index of given files.
    pub(super) fn of_given<'s>(sources: impl Iterator<Item = &'s Source>) -> Self {
        let mut index = Self::default();
        sources.enumerate().for_each(|(at, source)| index.add(at, given(source)));
        index
    }

    /// Adds what a named source has by now.
    pub(super) fn add_named(&mut self, at: usize, source: &Source) {
        self.add(at, named(source));
    }

    fn add(&mut self, at: usize, keys: BTreeSet<Key>) {
        for key in keys {
            let own = self.0.entry(key).or_default();
            if own.last() != Some(&at) {
                own.push(at);
            }
        }
    }

    /// Returns the named sources that a given one may be, in order.
    pub(super) fn like_given(&self, source: &Source) -> BTreeSet<usize> {
        self.like(&given(source))
    }

    /// Returns the given sources that a named one may be, in order.
    pub(super) fn like_named(&self, source: &Source) -> BTreeSet<usize> {
        self.like(&named(source))
    }

    fn like(&self, keys: &BTreeSet<Key>) -> BTreeSet<usize> {
        keys.iter().filter_map(|key| self.0.get(key)).flatten().copied().collect()
    }
}

/// Returns the keys of a source that a response names.
fn named(source: &Source) -> BTreeSet<Key> {
    let id = [source.id.as_str()];
    let names = called(source).into_iter().chain(id).chain(source.title.as_deref());
    let names = names.flat_map(|name| {
        let row = name.rsplit_once("#row=").map(|(file, _)| file);
        [Some(name), row].into_iter().flatten().flat_map(|name| [name_in(name), whole(name)])
    });
    shared(source).chain(names).collect()
}

/// Returns the keys of a source beside a response.
fn given(source: &Source) -> BTreeSet<Key> {
    let path = source.origin.as_ref().map(|origin| &origin.path);
    let names = path.into_iter().flat_map(|path| [path.file_name(), path.file_stem()]);
    let names = names.flatten().filter_map(|name| name.to_str()).map(whole);
    shared(source).chain(source.title.as_deref().map(name_in)).chain(names).collect()
}

fn shared(source: &Source) -> impl Iterator<Item = Key> {
    let id = Some(&source.id).filter(|id| !id.is_empty()).cloned().map(Key::Id);
    let addresses = source.addresses().map(|url| Key::Address(address::plain(url)));
    id.into_iter().chain(addresses).chain(source.title.clone().map(Key::Title))
}

fn whole(name: &str) -> Key {
    Key::Name(name.to_lowercase())
}

/// Returns the key of the last part of a path.
fn name_in(path: &str) -> Key {
    let path = path.trim_end_matches('/');
    whole(path.rsplit(['/', '\\']).next().unwrap_or(path))
}
