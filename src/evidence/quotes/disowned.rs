//! Words around a quote by which an answer says that no source has it (`The sources do not mention "…"`),
//! that it is wrong (`Contrary to "…"`), or that somebody asked it. Only English is read.

/// Words of having something to say, by their first letters.
const HAVING: [&str; 18] = [
    "appear", "confirm", "contain", "describe", "discuss", "evidence", "find", "found", "include",
    "list", "mention", "provide", "refer", "report", "say", "specif", "state", "support",
];

/// Verbs that open what is said of a quote.
const OPENING: [&str; 12] =
    ["appears", "are", "can", "cannot", "could", "did", "do", "does", "has", "is", "was", "were"];

/// Words that call a quote wrong.
const WRONG: [&str; 10] = [
    "false",
    "inaccurate",
    "incorrect",
    "misconception",
    "misleading",
    "myth",
    "unfounded",
    "unsupported",
    "untrue",
    "wrong",
];

/// Words for what somebody asked.
const ASKED: [&str; 6] = ["ask", "asked", "asks", "prompt", "query", "question"];

/// The maximum number of words between a quote and the words that disown it.
const MAX_WORDS: usize = 8;

/// The maximum number of bytes on each side of a quote that are read.
const MAX_BYTES: usize = 160;

/// True if the words of its sentence `before` and `after` a quote say that it is not from a source.
pub(super) fn is_disowned(before: &str, after: &str) -> bool {
    let ends = ['.', '!', '?', ';', '\n'];
    let near = before.get(before.ceil_char_boundary(before.len().saturating_sub(MAX_BYTES))..);
    let before = near.and_then(|it| it.rsplit(ends).next()).unwrap_or_default();
    let near = after.get(..after.floor_char_boundary(MAX_BYTES));
    let after = near.and_then(|it| it.split(ends).next()).unwrap_or_default();
    let before = words(before);
    let last = before.get(before.len().saturating_sub(MAX_WORDS)..).unwrap_or_default();
    let after: Vec<String> = words(after).into_iter().take(MAX_WORDS).collect();
    let is_wrong = |word: &String| WRONG.contains(&word.as_str());
    let opens = after.first().is_some_and(|it| is_denial(it) || OPENING.contains(&it.as_str()));
    last.windows(2).any(|pair| matches!(pair, [one, two] if one == "contrary" && two == "to"))
        || last.iter().any(|word| ASKED.contains(&word.as_str()))
        || denies_having(last)
        || opens && (after.iter().any(is_wrong) || denies_having(&after))
}

/// True if a word that denies comes before one of having something to say.
fn denies_having(words: &[String]) -> bool {
    let mut after = words.iter().skip_while(|word| !is_denial(word)).skip(1);
    after.any(|word| HAVING.iter().any(|stem| word.starts_with(stem)))
}

fn is_denial(word: &str) -> bool {
    ["no", "not", "never", "nowhere", "neither", "nor", "without", "cannot"].contains(&word)
        || word.ends_with("n't")
}

fn words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '\u{2019}'));
    let parts = parts.map(|part| part.to_lowercase().replace('\u{2019}', "'"));
    parts.filter(|part| part.contains(char::is_alphanumeric)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_that_no_source_is_said_to_have() {
        for (before, after, expected) in [
            ("The sources do not mention \u{201c}", "\u{201d} [1].", true),
            ("None is late. They don\u{2019}t say that \"", "\".", true),
            ("There is no evidence of \"", "\" there.", true),
            ("The finding of \"", "\" is not described in any of the sources.", true),
            ("The statement \"", "\" is false: refunds are late.", true),
            ("Contrary to the claim that \"", "\", members pay.", true),
            ("The question asks about \"", "\"; the shop is open.", true),
            ("The policy says \"", "\" and is not about refunds.", false),
            ("It is not open. The policy says \"", "\".", false),
            ("The policy says that refunds are \"", "\", not late.", false),
            ("No refund is due, as \"", "\" shows.", false),
        ] {
            assert_eq!(is_disowned(before, after), expected, "{before}{after}");
        }
    }
}
