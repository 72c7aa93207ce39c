//! Answers that a reviewer types at the prompt of `pincite review step`.

use crate::review::{REASONS, VERDICTS, Verdict};

/// The keys of the verdicts: those that the inspector has by default.
pub(super) const VERDICT_KEYS: &[(char, Verdict)] = &[
    ('a', Verdict::Supports),
    ('h', Verdict::Partly),
    ('x', Verdict::DoesNotSupport),
    ('X', Verdict::Contradicts),
    ('o', Verdict::WrongPlace),
    ('t', Verdict::CannotTell),
    ('+', Verdict::NeedsCitation),
    ('=', Verdict::Fine),
];

/// A line that was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Typed {
    Verdict(TypedVerdict),
    /// A note without a verdict; empty to remove it.
    Note(String),
    Skip,
    Back,
    Undo,
    Redo,
    /// Print it again, with the whole passage and the lines around it.
    More,
    Help,
    Quit,
}

/// A verdict, and what was typed after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TypedVerdict {
    pub(super) verdict: Verdict,
    /// Codes of [`REASONS`], in the order of that list.
    pub(super) reasons: Vec<String>,
    /// First and last line of the right place, from 1.
    pub(super) lines: Option<(u64, u64)>,
    pub(super) note: Option<String>,
}

impl Typed {
    /// Reads a line: a command or a verdict, then reasons by name or number, lines (`L3-L5`), and a
    /// note after a colon.
    ///
    /// Fails with what is not understood.
    pub(super) fn parse(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (words, note) = match line.split_once(':') {
            Some((words, note)) => (words, Some(note.trim().to_owned())),
            None => (line, None),
        };
        let mut words = words.split_whitespace();
        let first = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        if let Some(verdict) = verdict(first) {
            return typed_verdict(verdict, &rest, note).map(Self::Verdict);
        }
        let command = match first {
            "c" | "note" if rest.is_empty() && note.is_some() => {
                return Ok(Self::Note(note.unwrap_or_default()));
            }
            "c" | "note" => {
                return Err("a note follows a colon: `c: the price is older`".to_owned());
            }
            "" | "n" | "next" => Self::Skip,
            "p" | "back" => Self::Back,
            "r" | "undo" => Self::Undo,
            "redo" => Self::Redo,
            "m" | "more" => Self::More,
            "?" | "help" => Self::Help,
            "q" | "quit" => Self::Quit,
            other => return Err(format!("`{other}` is neither a verdict nor a command")),
        };
        if rest.is_empty() && note.is_none() {
            Ok(command)
        } else {
            Err(format!("`{first}` takes no arguments"))
        }
    }
}

fn verdict(word: &str) -> Option<Verdict> {
    let by_key = VERDICT_KEYS.iter().find(|(key, _)| word.chars().eq([*key]));
    by_key.map(|(_, verdict)| *verdict).or_else(|| Verdict::named(word))
}

fn typed_verdict(
    verdict: Verdict,
    rest: &[&str],
    note: Option<String>,
) -> Result<TypedVerdict, String> {
    let mut typed = TypedVerdict { verdict, reasons: Vec::new(), lines: None, note };
    for word in rest.iter().flat_map(|word| word.split(',')).filter(|word| !word.is_empty()) {
        if let Some(reason) = reason(word) {
            typed.reasons.push(reason.to_owned());
        } else if let Some(lines) = lines(word).filter(|_| verdict == Verdict::WrongPlace) {
            typed.lines = Some(lines);
        } else {
            return Err(format!(
                "`{word}` is not a reason (`?` lists them; a note follows a colon)"
            ));
        }
    }
    let place = |code: &String| REASONS.iter().position(|(other, _)| other == code);
    typed.reasons.sort_by_key(place);
    typed.reasons.dedup();
    Ok(typed)
}

/// Returns the reason of that name, or of that number, from 1.
fn reason(word: &str) -> Option<&'static str> {
    let by_number = word.parse::<usize>().ok().and_then(|it| REASONS.get(it.checked_sub(1)?));
    let by_name = || REASONS.iter().find(|(code, _)| *code == word);
    by_number.or_else(by_name).map(|(code, _)| *code)
}

/// Returns the lines of `L3` or `L3-L5`, the last one inclusive.
fn lines(word: &str) -> Option<(u64, u64)> {
    let number = |it: &str| it.trim_start_matches(['L', 'l']).parse::<u64>().ok();
    let word = word.strip_prefix(['L', 'l'])?;
    let (first, last) = match word.split_once('-') {
        Some((first, last)) => (number(first)?, number(last)?),
        None => (number(word)?, number(word)?),
    };
    (1 <= first && first <= last).then_some((first, last))
}

/// Returns the help: verdicts, what may follow them, and commands, a line each.
pub(super) fn help() -> Vec<String> {
    let verdicts = VERDICT_KEYS.iter().map(|(key, verdict)| {
        let kind = VERDICTS.iter().find(|kind| kind.verdict == *verdict);
        let (name, title) = kind.map_or(("", ""), |kind| (kind.name, kind.title));
        let uncited = if kind.is_some_and(|kind| kind.uncited) { "no citation: " } else { "" };
        if name == title {
            format!("  {key}  {uncited}{title}")
        } else {
            format!("  {key}  {uncited}{title} (also `{name}`)")
        }
    });
    let reasons =
        REASONS.iter().zip(1..).map(|((code, what), number)| format!("  {number} {code}: {what}"));
    let mut lines = vec!["verdicts:".to_owned()];
    lines.extend(verdicts);
    lines.push("after a verdict: reasons by number or name, and a note after a colon, as in `x number: 14, not 41`:".to_owned());
    lines.extend(reasons);
    lines.push(
        "after `o`: the right lines of the source, as in `o L3-L5`; without them, the better match"
            .to_owned(),
    );
    lines.push("commands:".to_owned());
    for (key, what) in [
        ("Enter", "leave it open and go on"),
        ("p", "back to the one before"),
        ("m", "print it again, with the whole passage and the lines around it"),
        ("c: TEXT", "a note without a verdict"),
        ("r", "undo the last decision"),
        ("redo", "redo the last one undone"),
        ("q", "quit; verdicts are saved"),
    ] {
        lines.push(format!("  {key}  {what}"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict_of(line: &str) -> TypedVerdict {
        match Typed::parse(line) {
            Ok(Typed::Verdict(typed)) => typed,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn every_verdict_has_a_key_and_a_name() {
        for kind in VERDICTS {
            let (key, _) = VERDICT_KEYS.iter().find(|(_, it)| *it == kind.verdict).unwrap();
            assert_eq!(verdict_of(&key.to_string()).verdict, kind.verdict);
            assert_eq!(verdict_of(kind.name).verdict, kind.verdict);
        }
    }

    #[test]
    fn the_keys_are_those_of_the_inspector() {
        let keys = include_str!("../../../assets/keys.toml");
        for (key, verdict) in VERDICT_KEYS {
            let line = format!("\n\"{key}\" = \"{}\"\n", verdict.name());
            assert!(keys.contains(&line), "{line}");
        }
    }

    #[test]
    fn reasons_lines_and_a_note_stand_behind_a_verdict() {
        let typed = verdict_of("x name, 1 number: 14, not 41: see L3");
        assert_eq!(typed.reasons, ["number", "name"]);
        assert_eq!(typed.note.as_deref(), Some("14, not 41: see L3"));
        assert_eq!(verdict_of("o L3-L5 outdated").lines, Some((3, 5)));
        assert_eq!(verdict_of("o l7").lines, Some((7, 7)));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (line, what) in [
            ("y", "`y`"),
            ("x L3", "`L3`"),
            ("x 12", "`12`"),
            ("x 0", "`0`"),
            ("o L5-L3", "`L5-L3`"),
            ("q now", "`q`"),
            ("c the price", "colon"),
        ] {
            assert!(Typed::parse(line).unwrap_err().contains(what), "{line}");
        }
    }
}
