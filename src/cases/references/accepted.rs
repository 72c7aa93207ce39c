//! Comparison of cited lines with those accepted in a lock file.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::lines::{inline, place_of};
use crate::cases::lock::{self, CitationPlace, Hasher, Lock, Locked};
use crate::dialects::marks::code_references::FAMILY;
use crate::model::{Case, Fate, Past};
use crate::sources::{Checkout, from_root};

/// Maximum number of other files that are searched for missing lines.
const MAX_SEARCHED: usize = 500;

/// A file, and the first and last line of it.
type NowIn = (String, u64, u64);

/// The comparison with accepted lines.
pub(super) struct Accepted<'r> {
    pub(super) checkout: &'r Checkout,
    /// The citing text, its path from the root.
    pub(super) text: &'r str,
    /// The path from the root of each id.
    pub(super) found: &'r BTreeMap<String, String>,
    pub(super) lock: &'r Lock,
    pub(super) hasher: Hasher,
}

/// True if a text has the lines of a citation.
fn has_lines(text: &str, place: &CitationPlace) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    lock::cited(&lines, place.first, place.last).is_some()
}

impl Accepted<'_> {
    /// Adds the fate of accepted lines.
    pub(super) fn add(&self, case: &mut Case) {
        let sources = &case.sources;
        // Citations whose lines can be recorded; other rules report lines and files that are not there.
        let mut missing = 0_usize;
        for citation in case.response.citations.iter_mut().filter(|one| one.family == FAMILY) {
            for target in &mut citation.targets {
                let path = self.found.get(&target.id).unwrap_or(&target.id);
                let Some(place) = place_of(self.text, path, target) else { continue };
                let source = sources.iter().find(|source| source.id == target.id);
                let now = source.and_then(|source| inline(&source.text));
                match self.past(&place, now.map(|now| &**now)) {
                    Some(past) => target.past = Some(Box::new(past)),
                    None => missing += usize::from(now.is_some_and(|now| has_lines(now, &place))),
                }
            }
        }
        if missing > 0 && !self.lock.entries.is_empty() {
            let note = format!("not in {}: {missing} of the citations", lock::FILE);
            case.notes.push(format!("{note}; `pincite lock` adds them"));
        }
    }

    /// Returns the fate of the lines of one citation; `None` if none were accepted.
    fn past(&self, place: &CitationPlace, now: Option<&str>) -> Option<Past> {
        let lines: Vec<&str> = now.map_or_else(Vec::new, |now| now.lines().collect());
        let cited = lock::cited(&lines, place.first, place.last).unwrap_or_default();
        let locked = self.lock.find(place, cited, self.hasher)?;
        let fate = if self.lock.entries.contains_key(place) {
            lock::fate(locked, place, now, self.hasher)
        } else {
            Fate::Unchanged
        };
        let past = lock::past(locked, fate).with_now(now.unwrap_or_default());
        if !matches!(fate, Fate::Gone | Fate::Changed { .. }) {
            return Some(past);
        }
        let Some((now_in, text)) = self.elsewhere(locked, place) else { return Some(past) };
        Some(Past { fate: Fate::Gone, now_in: Some(now_in), ..past }.with_now(&text))
    }

    /// Returns the only other file of the same kind that has the accepted lines now, and its text.
    fn elsewhere(&self, locked: &Locked, place: &CitationPlace) -> Option<(NowIn, Arc<str>)> {
        let (checkout, hasher) = (self.checkout, self.hasher);
        let end = |path: &str| path.rsplit_once('.').map(|(_, end)| end.to_owned());
        let kind = end(&place.path);
        let others = checkout.files().iter().filter(|other| **other != place.path);
        let others = others.filter(|other| end(other) == kind).take(MAX_SEARCHED);
        let mut found = others.filter_map(|other| {
            let source = from_root(checkout.root(), other);
            let text = inline(&source.text)?;
            let (first, last) = lock::place_in(locked, place, text, hasher)?;
            Some(((other.clone(), first, last), Arc::clone(text)))
        });
        let only = found.next()?;
        found.next().is_none().then_some(only)
    }
}
