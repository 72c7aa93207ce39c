//! Evidence for citations of source code: do the cited lines fit what the text says about them?
//!
//! Prose and code share few words, so that a share of matched words says little here. Instead, every
//! run of lines that is as long as the cited one is described by named [features]: which identifiers,
//! parts of identifiers, words and snippets of the claim it holds, in code or in comments, and how near
//! to the reference they are written; what it defines and what it is in; whether it is a whole
//! statement, block or paragraph; how far from the cited lines it begins. A conditional logit model
//! with [fitted coefficients](model) turns the features into one probability per run.

mod beside;
mod blocks;
mod claim;
pub mod features;
mod held;
mod lines;
mod misplaced;
pub mod model;
mod outline;
mod postings;
mod texts;
mod tokens;
mod values;

pub use claim::{CodeClaim, Hole};
pub use lines::CodeText;
pub(super) use texts::{CitedCode, CodePlace, CodeTexts};
pub use values::{OtherValue, other_values};

use self::features::Question;
use super::{Place, Window};
use crate::model::{DivisionKind, Source};
use crate::sources::is_code_path;
use crate::text::Span;

/// The longest file that is compared, in lines.
pub const MAX_LINES: usize = 50_000;

/// The longest claim that is compared, in bytes: a longer one speaks of too many places.
pub const MAX_CLAIM: usize = 8000;

/// Returns true if a source is a file of code, by the extension of its path, title or id.
pub fn is_code(source: &Source) -> bool {
    let has_lines = source.divisions.iter().any(|one| one.kind == DivisionKind::Line);
    let path = source.origin.as_ref().and_then(|origin| origin.path.to_str());
    let names = [source.title.as_deref(), path, Some(source.id.as_str())];
    !has_lines && source.extracted_from.is_none() && names.into_iter().flatten().any(is_code_path)
}

/// Finds the code that a claim is about: in the cited lines, or at other lines of
/// the same file. A better place is only offered where the model is sure of it.
pub fn decide(text: &CodeText, question: &Question<'_>, source: usize) -> (Place, Vec<Window>) {
    let Some(runs) = features::describe(text, question) else {
        return (Place::Unknown, Vec::new());
    };
    let model = model::fitted();
    let found = model.judge(&runs);
    if found.cited >= model.flag_below {
        return (Place::Here, Vec::new());
    }
    let window = (found.mass >= model.offer_from)
        .then(|| {
            let first = found.best + 1;
            let last = (found.best + runs.length).min(text.count());
            let span = Span::new(text.span(first)?.start, text.span(last)?.end);
            Some(Window {
                source,
                span,
                first_line: u64::try_from(first).ok()?,
                last_line: u64::try_from(last).ok()?,
                support: found.mass,
            })
        })
        .flatten();
    (Place::Drifted, window.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
import os


def load_settings(path):
    \"\"\"Reads the settings.\"\"\"
    with open(path) as file:
        return parse(file.read())


def parse_retry_limit(text):
    limit = int(text)
    if limit < 0:
        raise ValueError(\"negative retry limit\")
    return limit


def main():
    settings = load_settings(os.environ[\"SETTINGS\"])
    print(settings)
";

    fn decided(claim: &str, first: usize, last: usize) -> (Place, Vec<(u64, u64)>) {
        let text = CodeText::new(SOURCE).unwrap();
        let claim = CodeClaim::new(claim, None);
        let question = Question { claim: &claim, first, last, others: &[] };
        let (place, windows) = decide(&text, &question, 0);
        (place, windows.iter().map(|one| (one.first_line, one.last_line)).collect())
    }

    #[test]
    fn a_moved_function_is_found_and_a_right_one_stays() {
        let claim = "`parse_retry_limit` raises ValueError for a negative retry limit";
        assert_eq!(decided(claim, 10, 14), (Place::Here, vec![]));
        assert_eq!(decided(claim, 2, 6), (Place::Drifted, vec![(10, 14)]));
    }

    #[test]
    fn what_has_no_word_of_the_claim_is_not_offered() {
        let (_, offered) = decided("The weather was fine all day.", 4, 7);
        assert_eq!(offered, vec![]);
    }
}
