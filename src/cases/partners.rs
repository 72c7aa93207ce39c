//! Pairs of things by their names: each with the only other that fits it, and that fits no other.

use std::collections::{BTreeMap, BTreeSet};

/// The names of a thing, or the words of its name.
pub(super) type Names = BTreeSet<String>;

/// Returns the pairs that share a name and share none with others, by their indexes.
pub(super) fn with_shared_name(ones: &[Names], others: &[Names]) -> Vec<(usize, usize)> {
    mutual(ones, others, |index, own| {
        let named = own.iter().filter_map(|name| index.by_name.get(name.as_str()));
        only(named.flatten().copied())
    })
}

/// Returns the pairs of which one has all words of the other, with no others of which this is so.
pub(super) fn with_all_words(ones: &[Names], others: &[Names]) -> Vec<(usize, usize)> {
    mutual(ones, others, |index, own| {
        let held = own.iter().filter_map(|word| index.by_rarest.get(word.as_str())).flatten();
        let holding = index.rarest(own).and_then(|word| index.by_name.get(word)).into_iter();
        let fits = |at: &usize| {
            let other = index.all.get(*at);
            other.is_some_and(|other| is_about(own, other) || is_about(other, own))
        };
        only(held.chain(holding.flatten()).copied().filter(fits))
    })
}

/// True if all `words` of a name are among `others`: several, one of them more than a number.
fn is_about(words: &Names, others: &Names) -> bool {
    let is_long = |word: &String| word.chars().filter(|c| c.is_alphabetic()).count() > 3;
    words.len() > 1 && words.iter().any(is_long) && words.is_subset(others)
}

/// Things by their names.
struct Index<'n> {
    all: &'n [Names],
    by_name: BTreeMap<&'n str, Vec<usize>>,
    /// By the name that the fewest have.
    by_rarest: BTreeMap<&'n str, Vec<usize>>,
}

impl<'n> Index<'n> {
    fn new(all: &'n [Names]) -> Self {
        let mut index = Self { all, by_name: BTreeMap::new(), by_rarest: BTreeMap::new() };
        for (at, names) in all.iter().enumerate() {
            for name in names {
                index.by_name.entry(name).or_default().push(at);
            }
        }
        for (at, names) in all.iter().enumerate() {
            if let Some(name) = index.rarest(names) {
                index.by_rarest.entry(name).or_default().push(at);
            }
        }
        index
    }

    /// Returns the name that the fewest things have; `None` if nothing has some of the names.
    fn rarest<'o>(&self, names: &'o Names) -> Option<&'o str> {
        let times =
            |name: &'o String| Some((self.by_name.get(name.as_str())?.len(), name.as_str()));
        let times: Option<Vec<(usize, &str)>> = names.iter().map(times).collect();
        times?.into_iter().min().map(|(_, name)| name)
    }
}

/// Returns the pairs of which each is the only one that `find` finds for the other.
fn mutual(
    ones: &[Names],
    others: &[Names],
    find: impl Fn(&Index<'_>, &Names) -> Option<usize>,
) -> Vec<(usize, usize)> {
    let (of_ones, of_others) = (Index::new(ones), Index::new(others));
    let pair = |(one, own): (usize, &Names)| {
        let other = find(&of_others, own)?;
        (find(&of_ones, others.get(other)?)? == one).then_some((one, other))
    };
    ones.iter().enumerate().filter_map(pair).collect()
}

/// Returns the only thing among those found; `None` for two different ones.
fn only(mut found: impl Iterator<Item = usize>) -> Option<usize> {
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(all: &[&str]) -> Vec<Names> {
        all.iter().map(|names| names.split(' ').map(str::to_owned).collect()).collect()
    }

    #[test]
    fn only_pairs_that_fit_nothing_else_are_found() {
        let (ones, others) = (names(&["a b", "c", "d"]), names(&["b", "c x", "c", "e"]));
        assert_eq!(with_shared_name(&ones, &others), [(0, 0)]);
    }

    #[test]
    fn the_words_of_one_are_among_those_of_the_other() {
        let ones = names(&["smith 2020 fishing harbours", "jones ferries", "page 3"]);
        let others =
            names(&["smith fishing", "2021 smith ferries", "jones of ferries and more", "page"]);
        assert_eq!(with_all_words(&ones, &others), [(0, 0), (1, 2)]);
        assert_eq!(with_all_words(&ones, &names(&["smith fishing", "smith harbours"])), []);
    }
}
