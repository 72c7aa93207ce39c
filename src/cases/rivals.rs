//! The file that a source of an answer means, if several fit it: the best match, or none if several fit
//! equally well and have different texts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::cases::fit::{called, is_at_same_address, is_end_of, is_file};
use crate::cases::keys::Index;
use crate::model::{IdFrom, Source, SourceText};
use crate::sources::gate;

/// The maximum size of files whose texts are compared, in bytes.
const MAX_COMPARED: u64 = 10_000_000;

/// The kinds of matches, the most reliable first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Address,
    Path,
    Name,
    Title,
    FoldedName,
}

/// The files that may fill each source of a case: by index, those that fit it best.
pub(super) struct Choices<'s> {
    /// With true if they have one text.
    best: BTreeMap<usize, (Vec<&'s Source>, bool)>,
}

impl<'s> Choices<'s> {
    /// Chooses among the given files for each source without its whole text. Sources that several files
    /// with different texts fit get rivals and stay as they are.
    pub(super) fn of(sources: &mut [Source], extras: &[&'s Source]) -> Self {
        let mut best = BTreeMap::new();
        let index = Index::of_given(extras.iter().copied());
        for (at, own) in sources.iter_mut().enumerate().filter(|(_, own)| own.is_partial()) {
            let like = index.like_named(own).into_iter().filter_map(|at| extras.get(at));
            let ranked: Vec<(Rank, &Source)> =
                like.filter_map(|extra| Some((rank(own, extra)?, *extra))).collect();
            let Some(first) = ranked.iter().map(|(rank, _)| *rank).min() else { continue };
            let fit = ranked.into_iter().filter(|(rank, _)| *rank == first);
            let files: Vec<&Source> = fit.map(|(_, extra)| extra).collect();
            let differs =
                |file: &&Source| files.first().is_some_and(|one| !is_same_text(one, file));
            let is_settled = !files.iter().any(differs);
            if !is_settled && own.text.why_not().is_some() {
                // Replaced by their indexes as soon as these are known.
                own.rivals = vec![at];
            }
            best.insert(at, (files, is_settled));
        }
        Self { best }
    }

    /// True if a source may be filled from `extra`.
    pub(super) fn allow(&self, at: usize, extra: &Source) -> bool {
        let best = self.best.get(&at).filter(|_| is_file(extra));
        let is_among = |files: &[&Source]| files.iter().any(|one| std::ptr::eq(*one, extra));
        best.is_none_or(|(files, is_settled)| *is_settled && is_among(files))
    }

    /// Sets the indexes of the rivals, which follow the sources in the order of `rest`.
    pub(super) fn settle(&self, sources: &mut [Source], rest: &[&Source]) {
        let count = sources.len();
        for (at, own) in sources.iter_mut().enumerate().filter(|(_, own)| !own.rivals.is_empty()) {
            let files = self.best.get(&at).map(|(files, _)| files.as_slice()).unwrap_or_default();
            let place = |file: &&Source| rest.iter().position(|it| std::ptr::eq(*it, *file));
            own.rivals = files.iter().filter_map(place).map(|place| count + place).collect();
        }
    }
}

/// Makes ids ambiguous that one given source states and that are the name of another given file: any page
/// can state any id.
pub(super) fn add_named(sources: &mut [Source]) {
    let states = |source: &&Source| !source.id.is_empty() && source.id_from == IdFrom::Text;
    let ids: BTreeSet<&str> = sources.iter().filter(states).map(|it| it.id.as_str()).collect();
    let mut named: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let files = sources.iter().enumerate().filter(|(_, it)| !ids.is_empty() && is_file(it));
    for (index, source) in files {
        let path = source.origin.as_ref().map(|origin| origin.path.as_path());
        let names = [path.and_then(Path::file_name), path.and_then(Path::file_stem)];
        for name in names.iter().flatten().filter_map(|name| ids.get(name.to_str()?)) {
            named.entry(name).or_default().push(index);
        }
    }
    let rivals = |(index, source): (usize, &Source)| {
        let files = named.get(source.id.as_str()).filter(|_| states(&source))?;
        let differs = |file: &&usize| {
            let file = sources.get(**file);
            file.is_some_and(|file| file.uncounted == source.uncounted && !holds(file, source))
        };
        let others: Vec<usize> = files.iter().filter(differs).copied().collect();
        (!others.is_empty()).then(|| (index, [vec![index], others].concat()))
    };
    let found: Vec<(usize, Vec<usize>)> = sources.iter().enumerate().filter_map(rivals).collect();
    for (index, rivals) in found {
        if let Some(source) = sources.get_mut(index) {
            source.rivals = rivals;
        }
    }
}

/// Returns the kind of the best match of a given file; `None` if it does not fit.
fn rank(own: &Source, extra: &Source) -> Option<Rank> {
    let path = extra.origin.as_ref().filter(|_| is_file(extra)).map(|origin| &origin.path)?;
    if is_at_same_address(own, extra) {
        return Some(Rank::Address);
    }
    let called = called(own);
    if called.iter().any(|name| is_end_of(name, path)) {
        return Some(Rank::Path);
    }
    let names = [path.file_name(), path.file_stem()];
    let names: Vec<&str> = names.iter().flatten().filter_map(|name| name.to_str()).collect();
    if called.iter().any(|name| names.contains(name)) {
        return Some(Rank::Name);
    }
    if extra.title.is_some() && extra.title == own.title {
        return Some(Rank::Title);
    }
    let is_folded = |name: &&str| names.iter().any(|own| own.eq_ignore_ascii_case(name));
    called.iter().any(is_folded).then_some(Rank::FoldedName)
}

/// True if two sources have the same text, or the same file.
fn is_same_text(one: &Source, other: &Source) -> bool {
    std::ptr::eq(one, other) || bytes_of(one).is_some_and(|text| Some(text) == bytes_of(other))
}

/// True if a file has the text of another source.
fn holds(file: &Source, part: &Source) -> bool {
    let (Some(whole), Some(part)) = (bytes_of(file), bytes_of(part)) else { return false };
    memchr::memmem::find(&whole, part.trim_ascii()).is_some()
}

/// Returns the bytes of a source, if they are in memory or in a file that is not too large to be compared.
fn bytes_of(source: &Source) -> Option<Vec<u8>> {
    let path = match &source.text {
        SourceText::Inline(text) => return Some(text.as_bytes().to_vec()),
        SourceText::File(path) => path,
        SourceText::Document(_) => &source.origin.as_ref()?.path,
        SourceText::Absent(_) | SourceText::Unreadable(_) => return None,
    };
    gate::read(path, MAX_COMPARED).ok()
}
