//! Pairs the claims of two responses.
//!
//! First claims with the same words, in order; then the same words elsewhere; then the most similar
//! ones. A remaining claim that is nearly whole inside one of the other response joins that one: it
//! was split off, or merged into it. Ties are broken the same way in both directions.

use std::collections::{BTreeMap, BTreeSet};

use similar::{Algorithm, DiffOp, capture_diff_slices};
use unicode_segmentation::UnicodeSegmentation as _;

use super::claims::Unit;

/// The minimum similarity of a claim and its reworded form, as the Dice coefficient of their pairs
/// of letters.
const SAME_CLAIM: f64 = 0.5;

/// The same for claims that cite the same place.
const SAME_CLAIM_AND_PLACE: f64 = 0.3;

/// The minimum share of a claim's words in another one that it was split off from or merged into.
const PART: f64 = 0.75;

/// The minimum number of words of such a claim.
const MIN_WORDS: usize = 3;

/// Maximum number of pairs compared; beyond it, only pairs in similar positions.
const MAX_COMPARED: usize = 250_000;

/// Minimum number compared for each claim.
const MIN_REACH: usize = 8;

/// The maximum number of pairs of claims for which the longest common order is searched.
const MAX_ORDERED: usize = 4_000_000;

/// Claims that are one another, by index; one side is empty for a claim that only one response has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Group {
    /// In the first response, ascending.
    pub(super) before: Vec<usize>,
    /// In the second response, ascending.
    pub(super) after: Vec<usize>,
}

/// Pairs the claims of two responses. Every index is in one group.
pub(super) fn pair(before: &[Unit], after: &[Unit]) -> Vec<Group> {
    let [own, other] = [before, after].map(|units| units.iter().map(|unit| unit.key.as_str()));
    // The work is the same in both directions.
    if other.lt(own) {
        let swapped = pair_sorted(after, before);
        return swapped
            .into_iter()
            .map(|Group { before, after }| Group { before: after, after: before })
            .collect();
    }
    pair_sorted(before, after)
}

fn pair_sorted(old: &[Unit], new: &[Unit]) -> Vec<Group> {
    let mut pairing =
        Pairing { old, new, with_old: vec![None; old.len()], with_new: vec![None; new.len()] };
    pairing.in_order();
    pairing.anywhere();
    pairing.alike();
    pairing.groups()
}

struct Pairing<'u> {
    old: &'u [Unit],
    new: &'u [Unit],
    /// The partner of each claim.
    with_old: Vec<Option<usize>>,
    with_new: Vec<Option<usize>>,
}

impl Pairing<'_> {
    fn join(&mut self, old: usize, new: usize) {
        if let (Some(with_old), Some(with_new)) =
            (self.with_old.get_mut(old), self.with_new.get_mut(new))
        {
            (*with_old, *with_new) = (Some(new), Some(old));
        }
    }

    /// Pairs the same words in the same order. Words on one side only are left out first, because
    /// they make the search slow.
    fn in_order(&mut self) {
        let (old, old_keys) = shared(self.old, self.new);
        let (new, new_keys) = shared(self.new, self.old);
        if old.len().saturating_mul(new.len()) > MAX_ORDERED {
            return;
        }
        for run in capture_diff_slices(Algorithm::Patience, &old_keys, &new_keys) {
            let DiffOp::Equal { old_index, new_index, len } = run else { continue };
            let same_old = old.iter().skip(old_index).take(len);
            for (&one, &other) in same_old.zip(new.iter().skip(new_index)) {
                self.join(one, other);
            }
        }
    }

    /// Pairs the remaining claims with the same words, in order.
    fn anywhere(&mut self) {
        let mut waiting: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, unit) in self.new.iter().enumerate().rev() {
            if self.with_new.get(at) == Some(&None) {
                waiting.entry(&unit.key).or_default().push(at);
            }
        }
        for at in left(&self.with_old) {
            let key = self.old.get(at).map(|unit| unit.key.as_str());
            if let Some(other) = key.and_then(|key| waiting.get_mut(key)?.pop()) {
                self.join(at, other);
            }
        }
    }

    /// Pairs the remaining similar claims, the most similar ones first.
    fn alike(&mut self) {
        let (old, new) = (left(&self.with_old), left(&self.with_new));
        let lower = |units: &[Unit], left: &[usize]| -> Vec<String> {
            let left = left.iter().filter_map(|at| units.get(*at));
            left.map(|unit| unit.key.to_lowercase()).collect()
        };
        let (old_words, new_words) = (lower(self.old, &old), lower(self.new, &new));
        let mut candidates = Vec::new();
        for (place, &one) in old.iter().enumerate() {
            for (other_place, &other) in near(place, old.len(), &new) {
                let words = old_words.get(place).zip(new_words.get(other_place));
                let likeness = words.map_or(0.0, |(one, other)| strsim::sorensen_dice(one, other));
                if likeness >= SAME_CLAIM
                    || likeness >= SAME_CLAIM_AND_PLACE && self.cite_the_same(one, other)
                {
                    candidates.push((likeness, place.abs_diff(other_place), one, other));
                }
            }
        }
        candidates.sort_by(|one, other| {
            other
                .0
                .total_cmp(&one.0)
                .then_with(|| (one.1, one.2, one.3).cmp(&(other.1, other.2, other.3)))
        });
        for (.., one, other) in candidates {
            if self.with_old.get(one) == Some(&None) && self.with_new.get(other) == Some(&None) {
                self.join(one, other);
            }
        }
    }

    fn cite_the_same(&self, old: usize, new: usize) -> bool {
        let (Some(old), Some(new)) = (self.old.get(old), self.new.get(new)) else { return false };
        old.pointed.iter().any(|own| new.pointed.iter().any(|other| own.is_same_place(other)))
    }

    /// Returns the pairs, each with the claims split off from it.
    fn groups(self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut of_new = vec![None; self.new.len()];
        for (at, partner) in self.with_old.iter().enumerate() {
            if let Some(of_new) = partner.and_then(|partner| of_new.get_mut(partner)) {
                *of_new = Some(groups.len());
            }
            groups.push(Group { before: vec![at], after: partner.iter().copied().collect() });
        }
        for at in left(&self.with_new) {
            if let Some(of_new) = of_new.get_mut(at) {
                *of_new = Some(groups.len());
            }
            groups.push(Group { before: Vec::new(), after: vec![at] });
        }
        let of_old: Vec<Option<usize>> = (0..self.old.len()).map(Some).collect();
        let is_exact = |group: &Group| match (group.before.as_slice(), group.after.as_slice()) {
            (&[one], &[other]) => {
                self.old.get(one).map(|it| &it.key) == self.new.get(other).map(|it| &it.key)
            }
            _ => false,
        };
        let is_open: Vec<bool> = groups.iter().map(|group| !is_exact(group)).collect();
        let open = |group_of: &[Option<usize>], at: usize| {
            let group = group_of.get(at).copied().flatten();
            group.and_then(|group| is_open.get(group)).copied().unwrap_or(false)
        };
        let old_words = words(self.old, |at| open(&of_old, at));
        let new_words = words(self.new, |at| open(&of_new, at));
        let mut joined: Vec<(usize, usize)> = Vec::new();
        for (own, own_words, others, group_of, own_group) in [
            (left(&self.with_old), &old_words, &new_words, &of_new, &of_old),
            (left(&self.with_new), &new_words, &old_words, &of_old, &of_new),
        ] {
            let wholes: Vec<usize> = (0..others.len()).filter(|at| open(group_of, *at)).collect();
            for part in own {
                let place = part * wholes.len() / own_words.len().max(1);
                let whole = whole_of(part, own_words, &near_place(place, &wholes), others);
                let groups = whole.and_then(|whole| {
                    Some((
                        own_group.get(part).copied().flatten()?,
                        group_of.get(whole).copied().flatten()?,
                    ))
                });
                joined.extend(groups);
            }
        }
        merge(groups, &joined)
    }
}

/// Puts groups together, the first of each pair into the second.
fn merge(mut groups: Vec<Group>, joined: &[(usize, usize)]) -> Vec<Group> {
    let mut moved: BTreeMap<usize, usize> = BTreeMap::new();
    for &(part, whole) in joined {
        let resolve = |mut at: usize| {
            while let Some(&to) = moved.get(&at) {
                at = to;
            }
            at
        };
        let (from, to) = (resolve(part), resolve(whole));
        if from == to {
            continue;
        }
        let taken = groups.get_mut(from).map(std::mem::take).unwrap_or_default();
        if let Some(group) = groups.get_mut(to) {
            group.before.extend(taken.before);
            group.after.extend(taken.after);
            group.before.sort_unstable();
            group.after.sort_unstable();
        }
        moved.insert(from, to);
    }
    groups.retain(|group| !(group.before.is_empty() && group.after.is_empty()));
    groups
}

/// Returns the claims whose words others have, too: their indexes and their words.
fn shared<'u>(own: &'u [Unit], others: &[Unit]) -> (Vec<usize>, Vec<&'u str>) {
    let known: BTreeSet<&str> = others.iter().map(|unit| unit.key.as_str()).collect();
    let keys = own.iter().map(|unit| unit.key.as_str()).enumerate();
    keys.filter(|(_, key)| known.contains(key)).unzip()
}

/// Returns the indexes without a partner.
fn left(partners: &[Option<usize>]) -> Vec<usize> {
    let partners = partners.iter().enumerate();
    partners.filter(|(_, partner)| partner.is_none()).map(|(at, _)| at).collect()
}

/// Returns those of `others` to compare with the one at `place` of `len`, each with its place.
fn near(place: usize, len: usize, others: &[usize]) -> impl Iterator<Item = (usize, &usize)> {
    let reach = match len.saturating_mul(others.len()) {
        ..=MAX_COMPARED => others.len(),
        _ => (MAX_COMPARED / len.max(1) / 2).max(MIN_REACH),
    };
    let middle = place * others.len() / len.max(1);
    let from = middle.saturating_sub(reach);
    others.iter().enumerate().skip(from).take(reach.saturating_mul(2).saturating_add(1))
}

/// Returns those of `others` around `place`.
fn near_place(place: usize, others: &[usize]) -> Vec<usize> {
    const REACH: usize = 200;
    others.iter().copied().skip(place.saturating_sub(REACH)).take(2 * REACH).collect()
}

/// Returns the words of each claim that is compared, in lower case, with how often each occurs; none of the
/// others.
fn words(units: &[Unit], is_compared: impl Fn(usize) -> bool) -> Vec<BTreeMap<String, usize>> {
    let of = |(at, unit): (usize, &Unit)| {
        let mut words = BTreeMap::new();
        for word in unit.key.unicode_words().filter(|_| is_compared(at)) {
            *words.entry(word.to_lowercase()).or_default() += 1;
        }
        words
    };
    units.iter().enumerate().map(of).collect()
}

/// Returns the longer claim that has most of `part`.
fn whole_of(
    part: usize,
    own: &[BTreeMap<String, usize>],
    wholes: &[usize],
    others: &[BTreeMap<String, usize>],
) -> Option<usize> {
    let part = own.get(part)?;
    let len = |words: &BTreeMap<String, usize>| words.values().sum::<usize>();
    let of = len(part);
    let shares = wholes.iter().filter_map(|&at| {
        let whole = others.get(at).filter(|whole| len(whole) > of)?;
        let shared = part.iter().map(|(word, times)| whole.get(word).map_or(0, |n| *n.min(times)));
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 words")]
        let share = shared.sum::<usize>() as f64 / of.max(1) as f64;
        (share >= PART).then_some((share, at))
    });
    // Of equals the first.
    let best = shares.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.filter(|_| of >= MIN_WORDS).map(|(_, at)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Span;

    fn units(claims: &[&str]) -> Vec<Unit> {
        claims.iter().map(|claim| Unit::new(claim, Span::default())).collect()
    }

    fn paired(before: &[&str], after: &[&str]) -> Vec<(Vec<usize>, Vec<usize>)> {
        let groups = pair(&units(before), &units(after));
        let mut groups: Vec<_> = groups.into_iter().map(|it| (it.before, it.after)).collect();
        groups.sort();
        groups
    }

    #[test]
    fn the_same_words_come_first_wherever_they_stand() {
        let before = ["The fee is 5 euros.", "Cards are paid at once.", "Ask the team."];
        let after = ["Ask the team.", "The fee is 9 euros.", "Cards are paid at once."];
        let expected = [(vec![0], vec![1]), (vec![1], vec![2]), (vec![2], vec![0])];
        assert_eq!(paired(&before, &after), expected);
    }

    #[test]
    fn order_decides_between_equals() {
        let (before, after) = (["yes", "no", "yes"], ["no", "yes"]);
        assert_eq!(
            paired(&before, &after),
            [(vec![0], vec![]), (vec![1], vec![0]), (vec![2], vec![1])]
        );
    }

    #[test]
    fn what_has_nothing_in_common_is_no_pair() {
        let groups = paired(&["The fee is 5 euros."], &["Scratches void any warranty."]);
        assert_eq!(groups, [(vec![], vec![0]), (vec![0], vec![])]);
    }

    #[test]
    fn a_claim_that_was_split_is_one_group() {
        let whole = ["Cards are paid back within five days, and a bank transfer takes ten days."];
        let parts = ["Cards are paid back within five days.", "A bank transfer takes ten days."];
        assert_eq!(paired(&whole, &parts), [(vec![0], vec![0, 1])]);
        assert_eq!(paired(&parts, &whole), [(vec![0, 1], vec![0])]);
    }
}
