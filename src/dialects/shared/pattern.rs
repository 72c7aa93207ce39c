//! A user's own marks: a regular expression with named groups.
//!
//! The engine's time is linear in the text for every pattern, and a pattern that would take more
//! than [`MAX_BYTES`] when compiled is refused.

use regex::{Captures, Regex, RegexBuilder};

use crate::error::{Error, Result};

/// Maximum size of a compiled pattern.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Hint for a pattern without an `id`.
const NO_ID: &str = concat!(
    r"such as `\[\[(?<id>\w+)(?: (?<locator>[\w-]+))?\]\]`; ",
    "brackets that are meant as such need a backslash"
);

/// The groups that a pattern may have.
const GROUPS: [&str; 3] = ["id", "locator", "claim"];

/// A regular expression that finds citations.
#[derive(Debug, Clone)]
pub struct Pattern {
    regex: Regex,
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Pattern {}

impl Pattern {
    /// Compiles `text`.
    ///
    /// Fails with the place in the pattern, in characters from 1, if it is not a regular
    /// expression, has a named group without a meaning here, or has no group `id`; also if it is
    /// too large or matches empty text.
    pub fn new(text: &str) -> Result<Self> {
        let error = |why: String| Error::new("use", format!("the pattern `{text}`"), why);
        let place = |offset: usize| {
            let before = text.get(..offset).unwrap_or(text).chars().count();
            format!("character {}", before + 1)
        };
        if let Err(fault) = regex_syntax::Parser::new().parse(text) {
            let (why, offset) = match &fault {
                regex_syntax::Error::Parse(it) => (it.kind().to_string(), it.span().start.offset),
                regex_syntax::Error::Translate(it) => {
                    (it.kind().to_string(), it.span().start.offset)
                }
                _ => (fault.to_string(), 0),
            };
            return Err(error(why).at(place(offset)).hint(hint(text)));
        }
        let regex =
            RegexBuilder::new(text).size_limit(MAX_BYTES).build().map_err(|_too_large| {
                error(format!("it takes more than {} MiB", MAX_BYTES >> 20))
                    .hint("smaller repetitions, such as `{1,100}` for `{1,10000}`")
            })?;
        let unknown = regex.capture_names().flatten().find(|name| !GROUPS.contains(name));
        if let Some(name) = unknown {
            let offset = text.find(&format!("<{name}>")).map_or(0, |at| at + 1);
            return Err(error(format!("it has a group `{name}`, which means nothing here"))
                .at(place(offset))
                .hint(
                    "the groups are `id`, `locator` and `claim`; `(?:…)` groups without a name",
                ));
        }
        if regex.capture_names().flatten().all(|name| name != "id") {
            return Err(error("it has no group `id`".to_owned()).hint(NO_ID));
        }
        if regex.is_match("") {
            return Err(error("it matches empty text".to_owned())
                .hint("let it ask for at least one character of the mark"));
        }
        Ok(Self { regex })
    }

    /// Returns the pattern as it was written.
    pub fn as_str(&self) -> &str {
        self.regex.as_str()
    }

    /// True if it matches anywhere in `text`.
    pub fn is_in(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }

    /// Returns the matches in `text`, in order.
    pub(crate) fn captures<'t>(&self, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
        self.regex.captures_iter(text)
    }

    /// Returns the first match in `text`, and the number of matches.
    pub(crate) fn looked_up<'t>(&self, text: &'t str) -> Option<(&'t str, usize)> {
        let first = self.regex.find(text)?;
        Some((first.as_str(), self.regex.find_iter(text).count()))
    }
}

/// Returns a hint for a pattern that does not compile.
fn hint(text: &str) -> &'static str {
    if text.contains("(?=")
        || text.contains("(?!")
        || text.contains("(?<=")
        || text.contains("(?<!")
    {
        "lookaround is not supported: put what surrounds the mark into the pattern"
    } else {
        r"brackets that are meant as such need a backslash: `\[\[(?<id>\w+)\]\]`"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_pattern_is_reported_with_its_place() {
        let refused = |pattern: &str| {
            let error = Pattern::new(pattern).unwrap_err();
            (error.to_string(), error.advice().unwrap_or_default().to_owned())
        };
        let cases = [
            (r"\[\[(?<id>\w+", "unclosed group", "character 5"),
            ("ä[ö(?<id>x", "unclosed character class", "character 2"),
            ("[[(?<id>x)]]", "no group `id`", ""),
            (r"(?<id>\w+)(?=x)", "look-around", "character 11"),
            (r"(?<id>\w+)(?<line>\d+)", "`line`", "character 14"),
            (r"\w+", "no group `id`", ""),
            (r"(?<id>\w*)", "matches empty text", ""),
            (r"(?<id>\w{1000}{1000})", "more than 4 MiB", ""),
        ];
        for (pattern, why, place) in cases {
            let (error, hint) = refused(pattern);
            assert!(error.contains(why) && error.contains(place), "{pattern}: {error}");
            assert!(!hint.is_empty(), "{pattern}");
        }
    }
}
