//! The identity of a finding apart from its place.

use std::fmt;

/// A number that a finding keeps when lines are put before it: from its rule, the citation as
/// written and the words of its claim. 64 bits of FNV-1a, which stays the same in every release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u64);

impl Fingerprint {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const FACTOR: u64 = 0x0100_0000_01b3;

    /// Makes a fingerprint from the code of a rule, a citation as written and the words of a claim;
    /// spacing does not matter.
    pub(crate) fn new(code: &str, raw: &str, claim: &str) -> Self {
        // A byte that is in no UTF-8 parts the fields.
        let part = std::iter::once(0xff);
        let words = claim.split_whitespace().flat_map(|word| word.bytes().chain([b' ']));
        let bytes = code.bytes().chain(part.clone()).chain(raw.bytes()).chain(part).chain(words);
        Self(
            bytes.fold(Self::START, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(Self::FACTOR)
            }),
        )
    }

    /// Returns the number that the first half of its digits states.
    pub(crate) fn first_half(self) -> u32 {
        u32::try_from(self.0 >> 32).unwrap_or_default()
    }

    /// Reads the output of [`fmt::Display`].
    pub fn parse(text: &str) -> Option<Self> {
        let is_one = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_one.then(|| u64::from_str_radix(text, 16).ok().map(Self))?
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_never_changes_and_spacing_does_not_matter() {
        let one = Fingerprint::new("P001", "[1]", "five  days\n");
        assert_eq!(one, Fingerprint::new("P001", "[1]", " five days"));
        assert_ne!(one, Fingerprint::new("P001", "[1]five", "days"));
        assert_eq!(Fingerprint::parse(&one.to_string()), Some(one));
        assert_eq!(Fingerprint::new("", "", "").to_string(), "0a99c907b6f64763");
    }
}
