//! Makes the list of words agree with the list of numbers: what one finds, the other does not miss.

use std::collections::BTreeSet;
use std::mem;

use super::{NumberMatch, NumberStatus};
use crate::evidence::WordMatch;
use crate::evidence::words::{Class, Key, Word};
use crate::text::Span;

/// Moves the words of numbers between the found and the missing ones, as `numbers` says: `0.9` is
/// found above `90 %`, and the `10` of `10 metres` is not found in `10 a.m.`
///
/// `claim` are the words of the claim by their places in the response, `passage` those of the
/// passage by their places in the source.
pub(in crate::evidence) fn reconcile(
    words: &mut WordMatch,
    numbers: &[NumberMatch],
    claim: &[Word],
    passage: &[Word],
) {
    let status = |word: &Word| {
        let number = numbers.iter().find(|number| number.span.overlaps(word.span));
        // `less than 48` is found in `under 48`: then so is `less`.
        let bounds =
            |number: &&NumberMatch| number.status.is_found() && number.bounded.overlaps(word.span);
        let number = number.or_else(|| numbers.iter().find(bounds))?;
        let is_number = word.class == Class::Number;
        match number.status {
            status if status.is_found() => Some((true, number)),
            NumberStatus::Differs | NumberStatus::Absent if is_number => Some((false, number)),
            _ => None,
        }
    };
    let taken = [&mut words.in_claim, &mut words.missing, &mut words.in_passage];
    let [mut in_claim, mut missing, mut in_passage] = taken.map(|it| mem::take(it).into_vec());
    let mut lost: BTreeSet<Key> = BTreeSet::new();
    for word in claim {
        let Some((is_found, number)) = status(word) else { continue };
        let (from, to) =
            if is_found { (&mut missing, &mut in_claim) } else { (&mut in_claim, &mut missing) };
        let Some(at) = from.iter().position(|span| *span == word.span) else { continue };
        to.push(from.remove(at));
        if is_found {
            words.matched = (words.matched + 1).min(words.of);
            let found = number.found.filter(|_| number.span.overlaps(word.span));
            in_passage.extend(found);
        } else if lost.insert(word.key) {
            words.matched = words.matched.saturating_sub(1);
        }
    }
    // A word that is in another place of the claim as well is still found.
    let kept =
        |key: &Key| claim.iter().any(|word| word.key == *key && in_claim.contains(&word.span));
    lost.retain(|key| !kept(key));
    let lost_spans: BTreeSet<Span> =
        passage.iter().filter(|word| lost.contains(&word.key)).map(|word| word.span).collect();
    in_passage.retain(|span| !lost_spans.contains(span));
    let [in_claim, missing, in_passage] = [in_claim, missing, in_passage].map(|mut spans| {
        spans.sort_unstable();
        spans.dedup();
        spans.into_boxed_slice()
    });
    *words = WordMatch { in_claim, missing, in_passage, ..mem::take(words) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::numbers::compare;
    use crate::evidence::support::{ContentWords, matched};
    use crate::evidence::words::{KeySet, words};

    #[track_caller]
    fn check(claim: &str, passage: &str, missing: &[&str], marked: &[&str]) {
        let (mine, theirs) = (words(claim), words(passage));
        let content = ContentWords::new(&mine, claim, &KeySet::default(), None);
        let mut found = matched(&mine, &content, &theirs);
        reconcile(&mut found, &compare(claim, 0, passage, 0), &mine, &theirs);
        let of = |spans: &[Span], text: &str| -> Vec<String> {
            spans.iter().map(|span| span.slice(text).unwrap().to_owned()).collect()
        };
        assert_eq!(of(&found.missing, claim), missing);
        assert_eq!(of(&found.in_passage, passage), marked);
        assert!(found.matched <= found.of);
    }

    #[test]
    fn a_number_found_in_another_form_is_not_missing() {
        check("It lost 0.9 of it.", "It lost 90 % of it.", &[], &["lost", "90 %"]);
        check("30 percent left", "30% left", &[], &["30", "30%", "left"]);
    }

    #[test]
    fn the_words_that_bound_a_found_number_are_not_missing() {
        let marked = ["wait", "48", "hours"];
        check("The wait is less than 48 hours.", "You wait under 48 hours.", &[], &marked);
        check("The wait is 48 hours or less.", "You wait up to 48 hours.", &[], &marked);
        check(
            "Less than 48 hours are left.",
            "It took 72 hours.",
            &["Less", "48", "left"],
            &["hours"],
        );
    }

    #[test]
    fn a_number_of_another_kind_is_missing() {
        check(
            "Stay 10 metres away.",
            "Stay away until 10 a.m.",
            &["10", "metres"],
            &["Stay", "away"],
        );
    }
}
