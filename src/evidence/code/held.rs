//! Signs that cited lines are the ones that are meant, although others match the claim better.

use std::collections::BTreeSet;

use super::beside::{Named, names};
use super::misplaced::CitedLines;
use super::tokens::{self, key};
use crate::evidence::Window;

/// A better match further below the head of its block is not what the head is cited for.
const MAX_BELOW: usize = 40;

/// A name on more lines of the file says nothing about one of them.
const MAX_LINES: usize = 3;

/// Words of programming languages that say nothing about a line.
const KEYWORDS: [&str; 16] = [
    "async", "await", "const", "def", "else", "false", "for", "func", "function", "let", "none",
    "null", "return", "true", "var", "while",
];

/// Maximum number of names of a claim that are looked up.
const MAX_NAMES: usize = 32;

/// Returns true if a better match is part of the cited code: if it is in a block that the cited lines begin,
/// if they are the comments directly above it, or if it has more than half of them.
pub(super) fn belongs_to(cited: &CitedLines<'_>, better: &Window) -> bool {
    let index = |line: u64| usize::try_from(line).ok().and_then(|line| line.checked_sub(1));
    let Some((first, last)) = index(better.first_line).zip(index(better.last_line)) else {
        return false;
    };
    let is_cited = |line: &usize| (cited.first..=cited.last).contains(line);
    let is_near = first.saturating_sub(cited.first) <= MAX_BELOW;
    let begins = is_near && cited.text.blocks.around(first).any(|line| is_cited(&line));
    let above = (0..first).rev().take(MAX_BELOW).take_while(|line| cited.text.is_comment(*line));
    let shared = (cited.last.min(last) + 1).saturating_sub(cited.first.max(first));
    begins
        || above.last().is_some_and(|from| (from..first).contains(&cited.first))
        || 2 * shared > cited.last - cited.first + 1
}

/// Returns true if the cited line consists of words of the claim.
pub(super) fn is_repeated(cited: &CitedLines<'_>, claim: &str) -> bool {
    if cited.first != cited.last {
        return false;
    }
    let words: BTreeSet<String> = tokens::tokens(claim).map(|(_, it)| it.to_lowercase()).collect();
    let mut own: BTreeSet<String> = BTreeSet::new();
    own.extend(tokens::tokens(cited.line(cited.first)).map(|(_, word)| word.to_lowercase()));
    own.retain(|word| word.len() >= tokens::MIN_WORD && !KEYWORDS.contains(&word.as_str()));
    own.len() > 1 && own.iter().all(|word| words.contains(word))
}

/// Returns true if the cited lines have the name beside their citation.
pub(super) fn have_own_name(cited: &CitedLines<'_>, named: &Named<'_>) -> bool {
    let own = key(&named.name.to_lowercase());
    tokens::is_identifier(named.name) && cited.text.words.has(own, (cited.first, cited.last))
}

/// Returns true if the cited lines have a name of the claim that few other lines have, whole or in a longer
/// one.
pub(super) fn have_name(cited: &CitedLines<'_>, claim: &str) -> bool {
    let coded = tokens::tokens(claim).map(|(_, word)| word).filter(|word| is_code_number(word));
    let mut named =
        names(claim).filter(|name| name.len() >= tokens::MIN_WORD).chain(coded).take(MAX_NAMES);
    named.any(|name| {
        let own = key(&name.to_lowercase());
        let is_rare = || cited.text.words.lines(own).take(MAX_LINES + 1).count() <= MAX_LINES;
        cited.text.words.has(own, (cited.first, cited.last)) && is_rare()
            || cited.has_word(|word| is_part_of(name, word))
    })
}

/// True for a word of letters and digits, as numbers of rules and errors are written: `PLR0911`.
fn is_code_number(word: &str) -> bool {
    let letters = word.bytes().filter(u8::is_ascii_uppercase).count();
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    letters > 0 && digits > 1 && letters + digits == word.len()
}

/// True if a name of several parts is part of a longer one.
fn is_part_of(name: &str, word: &str) -> bool {
    if word.len() <= name.len() || !tokens::is_identifier(name) {
        return false;
    }
    let (parts, all) = (tokens::parts(name), tokens::parts(word));
    parts.len() > 1 && all.windows(parts.len()).any(|some| some == parts.as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::code::CodeText;
    use crate::text::Span;

    const CODE: &str = "\
import { z } from 'zod';

// The payload that operators get.
export interface Payload {
  event: string;
  issueNumber: number;
}

export const DecisionRequestSchema = z.strictObject({
  decision_id: z.string(),
});

/// Runs a job on a worker thread.
/// Later ones wait.
export function runOnWorker(job: Job) {
  if (guarded) return 'surface';
  start(job);
}

const ignored = [\"PLR0911\", \"PLR0912\"];
";

    fn cited(text: &CodeText, first: usize, last: usize) -> CitedLines<'_> {
        CitedLines { text, content: CODE, first: first - 1, last: last - 1 }
    }

    fn window(first: u64, last: u64) -> Window {
        let span = Span::default();
        Window { source: 0, span, first_line: first, last_line: last, support: 1.0 }
    }

    #[test]
    fn lines_are_cited_for_what_they_begin_and_describe() {
        let text = CodeText::new(CODE).unwrap();
        for ((first, last), better, expected) in [
            ((4, 4), (6, 6), true),
            ((8, 12), (10, 14), true),
            ((13, 13), (15, 15), true),
            ((14, 14), (15, 15), true),
            ((16, 16), (15, 15), false),
            ((1, 1), (6, 6), false),
            ((1, 2), (5, 6), false),
        ] {
            let cited = cited(&text, first, last);
            let belongs = belongs_to(&cited, &window(better.0, better.1));
            assert_eq!(belongs, expected, "{first}-{last}, {better:?}");
        }
    }

    #[test]
    fn a_rare_name_of_the_claim_holds_its_line() {
        let text = CodeText::new(CODE).unwrap();
        for ((first, last), claim, expected) in [
            ((20, 20), "the rules (PLR0911/0912) are ignored", true),
            ((9, 11), "`DecisionRequest` is flat", true),
            ((9, 11), "`DecisionRequestSchema` is flat", true),
            ((17, 17), "`DecisionRequest` is flat", false),
            ((9, 11), "the request is flat", false),
        ] {
            let cited = cited(&text, first, last);
            assert_eq!(have_name(&cited, claim), expected, "{first}-{last}, {claim}");
        }
        let guarded = "a guarded class stays at the `'surface'` rung";
        assert!(is_repeated(&cited(&text, 16, 16), guarded));
        assert!(!is_repeated(&cited(&text, 17, 17), "they start at once"));
    }
}
