//! Sentences of a claim whose words the passage has in another order: `Ann hired Bob`, `Bob hired Ann`.

use std::sync::LazyLock;

use super::sentence::{DividedText, MAX_COMPARED, ReadText, Sentence, without_label};
use crate::evidence::words::{Key, KeySet, has_run, listed_words};

/// The minimum number of words of such a sentence, articles aside.
const MIN_WORDS: usize = 3;

/// The maximum number of words of such a sentence.
const MAX_WORDS: usize = 64;

/// True if a sentence of the claim has the words of a sentence of the passage in another order, and no
/// sentence of the passage has them in the same one. A part that moved to the other end (`On Sundays, the shop
/// is open`) and the order of `Ann and Bob` say nothing else.
pub(in crate::evidence) fn is_reordered(
    claim: &DividedText<'_>,
    passage: &DividedText<'_>,
) -> bool {
    if has_run(passage.read.words, claim.read.words) {
        return false;
    }
    claim.sentences().iter().take(MAX_COMPARED).any(|said| {
        let own = in_order(without_label(said.read));
        if !(MIN_WORDS..=MAX_WORDS).contains(&own.len()) {
            return false;
        }
        let has_all = |it: &&Sentence<'_>| own.iter().all(|key| it.keys().contains(key));
        let there = passage.sentences().iter().filter(has_all).map(|it| in_order(it.read));
        let there: Vec<Vec<Key>> = there.collect();
        let sorted = |keys: &[Key]| {
            let mut keys = keys.to_vec();
            keys.sort_unstable();
            keys
        };
        let all = sorted(&own);
        let mut same = there.iter().filter(|it| it.len() == own.len() && sorted(it) == all);
        same.clone().next().is_some() && !same.any(|it| is_turned_round(&own, it))
    })
}

/// True if one sequence is the other, begun at another place.
fn is_turned_round(one: &[Key], other: &[Key]) -> bool {
    let twice = [one, one].concat();
    twice.windows(other.len()).any(|part| part == other)
}

/// Returns the words of a sentence without articles and conjunctions; two words that `and` or `or` joins are in
/// the order of their keys.
fn in_order(sentence: ReadText<'_>) -> Vec<Key> {
    let Small { articles, joining, opening } = &*SMALL;
    let words = sentence.words.iter().map(|word| word.key);
    let mut keys: Vec<Key> = words.filter(|key| !articles.contains(key)).collect();
    for at in 1..keys.len() {
        if let Some([before, join, after]) = keys.get_mut(at - 1..=at + 1)
            && joining.contains(join)
            && before > after
        {
            std::mem::swap(before, after);
        }
    }
    keys.retain(|key| !joining.contains(key) && !opening.contains(key));
    keys
}

/// Words that say nothing of the order of the others.
struct Small {
    articles: KeySet,
    /// Words between two of which neither is the first.
    joining: KeySet,
    /// Words that lead from the sentence before.
    opening: KeySet,
}

static SMALL: LazyLock<Small> = LazyLock::new(|| {
    let keys = |text| listed_words(text).iter().map(|word| word.key).collect();
    Small { articles: keys("a an the"), joining: keys("and or"), opening: keys("but so then also") }
});
