//! Selection of rules by code, by name, by the beginning of a code, or all of them.

use super::{GROUPS, Rule, rule, rules};
use crate::error::Why;

/// The maximum length of a text that is compared with the names of rules, in bytes.
const MAX_LENGTH: usize = 64;

/// A selection of rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selector(String);

impl Selector {
    /// Every rule.
    pub const ALL: &'static str = "ALL";

    /// Reads a code (`P001`), a name (`unknown-source`), the beginning of codes (`P`, `P0`), or
    /// `ALL`. Fails with the nearest name for a text that selects no rule.
    pub fn parse(text: &str) -> Result<Self, Why> {
        let group = || GROUPS.iter().any(|group| text.len() == 1 && text.starts_with(group.letter));
        let begins = || !text.is_empty() && rules().any(|rule| rule.code.starts_with(text));
        if text == Self::ALL || rule(text).is_some() || begins() || group() {
            return Ok(Self(text.to_owned()));
        }
        if text.len() > MAX_LENGTH {
            return Err("no rule has a name of this length; `pincite rules` lists the rules".into());
        }
        let names = rules().flat_map(|rule| [rule.code, rule.name]);
        let nearest = names
            .map(|name| {
                (strsim::damerau_levenshtein(&text.to_lowercase(), &name.to_lowercase()), name)
            })
            .min()
            .filter(|(distance, name)| distance * 3 <= name.len());
        Err(match nearest {
            Some((_, name)) => format!("unknown rule `{text}`; did you mean `{name}`?").into(),
            None => format!("unknown rule `{text}`; `pincite rules` lists them").into(),
        })
    }

    /// Returns how specifically `rule` is selected: 0 by `ALL`, more by longer prefixes; `None` if it
    /// is not selected.
    pub fn closeness(&self, rule: &Rule) -> Option<usize> {
        let Self(text) = self;
        if text == Self::ALL {
            return Some(0);
        }
        if rule.name == text {
            return Some(rule.code.len());
        }
        rule.code.starts_with(text.as_str()).then_some(text.len())
    }

    /// As it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_is_written_the_closer_it_is() {
        let rule = rule("P001").unwrap();
        let closeness = |text: &str| Selector::parse(text).unwrap().closeness(rule);
        assert_eq!(closeness("ALL"), Some(0));
        assert_eq!(closeness("P"), Some(1));
        assert_eq!(closeness("P0"), Some(2));
        assert_eq!(closeness("P001"), closeness("unknown-source"));
        assert_eq!(closeness("E"), None);
    }

    #[test]
    fn what_chooses_nothing_is_refused() {
        let message = Selector::parse("unknown-sauce").unwrap_err();
        assert_eq!(
            message.as_str(),
            "unknown rule `unknown-sauce`; did you mean `unknown-source`?"
        );
        let message = Selector::parse("quux").unwrap_err();
        assert_eq!(message.as_str(), "unknown rule `quux`; `pincite rules` lists them");
        assert!(Selector::parse("").is_err());
        assert!(Selector::parse(&"x".repeat(1000)).unwrap_err().as_str().len() < 100);
    }
}
