//! The pairs of neighbouring bytes in a text: a quick test that a word is not in it.

/// The number of bits of a byte that are kept.
const BITS: u32 = 6;

/// The pairs of neighbouring bytes in a text, by the low bits of each: a text that is searched for many rare
/// words is read once, and most words need no search.
#[derive(Debug)]
pub struct BytePairs([u64; 1 << BITS]);

impl BytePairs {
    /// Reads a text.
    pub fn of(text: &[u8]) -> Self {
        let mut pairs = [0; 1 << BITS];
        for (first, second) in text.iter().zip(text.iter().skip(1)) {
            if let Some(seconds) = pairs.get_mut(low(*first)) {
                *seconds |= 1 << low(*second);
            }
        }
        Self(pairs)
    }

    /// Returns false only if the word is not in the text.
    pub fn may_have(&self, word: &[u8]) -> bool {
        word.iter().zip(word.iter().skip(1)).all(|(first, second)| {
            self.0.get(low(*first)).is_some_and(|seconds| seconds >> low(*second) & 1 == 1)
        })
    }
}

fn low(byte: u8) -> usize {
    usize::from(byte & ((1 << BITS) - 1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_with_another_pair_are_not_there() {
        let pairs = BytePairs::of(b"the token is five days old");
        assert!(pairs.may_have(b"token") && pairs.may_have(b"x") && pairs.may_have(b""));
        assert!(!pairs.may_have(b"ghp_") && !pairs.may_have(b"sk-") && !pairs.may_have(b"tokens"));
    }

    proptest! {
        #[test]
        fn a_word_that_is_there_may_be_there(text: Vec<u8>, start: usize, length in 0_usize..9) {
            let start = start % (text.len() + 1);
            let word = text.get(start..).unwrap_or_default();
            let word = word.get(..length).unwrap_or(word);
            prop_assert!(BytePairs::of(&text).may_have(word));
        }
    }
}
