//! Scores that judges gave to citations, in a separate file.
//!
//! The file has one [`JudgeLine`] per line, with `score` and `by`. `case` may only be left out if
//! there is only one case.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cases::judge_line::JudgeLine;
use crate::error::{Error, Why};
use crate::input::Input;
use crate::input::json;
use crate::model::{Case, Judgement};
use crate::text::prose::{count, listed};

/// Maximum number of notes of one kind on a case.
const MAX_NOTED: usize = 5;

/// The scores of some files.
#[derive(Debug, Default)]
pub struct Scores {
    /// By the id of the case, if one is named.
    by_case: BTreeMap<Option<String>, Vec<LocatedScore>>,
    files: Vec<String>,
    faults: Vec<Error>,
    /// True if they met a case that is not the only one.
    several: AtomicBool,
}

/// A score with its place in the file and its subject.
#[derive(Debug)]
struct LocatedScore {
    file: String,
    /// From 1.
    line: u64,
    /// Index in reading order.
    citation: usize,
    judgement: Judgement,
    /// True if its citation was there.
    met: AtomicBool,
}

impl Scores {
    /// Adds those of a file, given as one text. A line that is none becomes a [fault](Self::faults).
    pub fn read(&mut self, input: &Input) {
        self.files.push(input.title().to_owned());
        for (line, text) in
            (1..).zip(input.whole().lines()).filter(|(_, text)| !text.trim().is_empty())
        {
            match given(text, input.title(), line) {
                Ok((case, given)) => self.by_case.entry(case).or_default().push(given),
                Err(why) => {
                    let error = Error::new("read", input.title(), why).at(format!("line {line}"));
                    self.faults.push(error);
                }
            }
        }
    }

    /// Returns the lines that could not be read.
    pub fn faults(&self) -> &[Error] {
        &self.faults
    }

    /// Returns a note on unused scores; `None` if there are none.
    pub(crate) fn note(&self) -> Option<String> {
        let first = self.faults.iter().take(MAX_NOTED).map(ToString::to_string);
        let more = self.faults.len().saturating_sub(MAX_NOTED);
        (!self.faults.is_empty()).then(|| listed(first, more, "; "))
    }

    /// Gives the citations of a case their scores and notes those that belong to none. What names
    /// no case belongs to the case when it `is_only`.
    pub(crate) fn add(&self, case: &mut Case, is_only: impl FnOnce() -> bool) {
        if self.by_case.is_empty() {
            return;
        }
        let is_only = is_only();
        self.several.fetch_or(!is_only, Ordering::Relaxed);
        let of_case = self.by_case.get(&Some(case.id.clone()));
        let of_only = self.by_case.get(&None).filter(|_| is_only);
        let order = case.response.reading_order();
        let mut unmet = Vec::new();
        for given in of_case.into_iter().chain(of_only).flatten() {
            let citation = order.get(given.citation).copied();
            let citation = citation.and_then(|index| case.response.citations.get_mut(index));
            let target = given.judgement.target;
            let Some(citation) =
                citation.filter(|it| target.is_none_or(|at| at < it.targets.len()))
            else {
                let LocatedScore { file, line, .. } = given;
                unmet.push(format!("{file}, line {line}: {}", given.place()));
                continue;
            };
            citation.judgements.push(given.judgement.clone());
            given.met.store(true, Ordering::Relaxed);
        }
        let more = unmet.len().saturating_sub(MAX_NOTED);
        unmet.truncate(MAX_NOTED);
        case.notes.extend(unmet);
        if more > 0 {
            case.notes.push(format!("{} more for missing citations", count(more, "score")));
        }
    }

    /// Returns the files of which no score belongs to a citation of the cases that were read by now.
    pub fn unused_files(&self) -> Vec<Error> {
        let all = || self.by_case.values().flatten();
        let error = |file: &String| {
            let of_file = all().filter(|it| it.file == *file);
            let (number, is_met) = of_file.fold((0, false), |(number, is_met), it| {
                (number + 1, is_met || it.met.load(Ordering::Relaxed))
            });
            let why = match number {
                0 => "no scores found".to_owned(),
                1 => "its only score belongs to no citation".to_owned(),
                number => format!("none of its {number} scores belongs to a citation"),
            };
            (!is_met).then(|| Error::new("use", file.as_str(), why))
        };
        self.files.iter().filter_map(error).collect()
    }

    /// Returns those that belong to no citation of all the cases that were read by now.
    pub fn unmet(&self) -> Vec<Error> {
        let several = self.several.load(Ordering::Relaxed);
        let all =
            self.by_case.iter().flat_map(|(case, given)| given.iter().map(move |it| (case, it)));
        let mut unmet: Vec<_> =
            all.filter(|(_, given)| !given.met.load(Ordering::Relaxed)).collect();
        unmet.sort_by_key(|(_, given)| (&given.file, given.line));
        let error = |(case, given): (&Option<String>, &LocatedScore)| {
            let why = match case {
                Some(case) => format!("{} in a case `{case}`", given.place()),
                None if several => "no `case`, and there are several".to_owned(),
                None => given.place(),
            };
            Error::new("use", given.file.as_str(), why).at(format!("line {}", given.line))
        };
        unmet.into_iter().map(error).collect()
    }
}

impl LocatedScore {
    /// Describes the missing citation or source.
    fn place(&self) -> String {
        let citation = self.citation + 1;
        match self.judgement.target {
            Some(target) => format!("there is no source {} of citation {citation}", target + 1),
            None => format!("there is no citation {citation}"),
        }
    }
}

/// Returns the score of a line, with the id of its case.
fn given(text: &str, file: &str, line: u64) -> Result<(Option<String>, LocatedScore), Why> {
    let parsed = json::parse(text).map_err(|fault| fault.why)?;
    let JudgeLine { case, citation, target, score, reason, by, .. } =
        JudgeLine::read(&parsed.value)?;
    let score = score.ok_or("`score` is missing")?;
    let by = by.ok_or("`by` is missing (the judge)")?;
    let judgement = Judgement { by, score, target: target.map(|target| target - 1), reason };
    let file = file.to_owned();
    Ok((
        case,
        LocatedScore { file, line, citation: citation - 1, judgement, met: AtomicBool::new(false) },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Citation, Response, Target};

    fn scores(text: &str) -> Scores {
        let mut scores = Scores::default();
        scores.read(&Input::record("s.jsonl", text.as_bytes().to_vec()));
        scores
    }

    fn case(id: &str) -> Case {
        let targets = vec![Target::default(), Target::default()];
        let citations = vec![Citation { targets, ..Citation::default() }];
        let response = Response { citations, ..Response::default() };
        Case { id: id.to_owned(), response, ..Case::default() }
    }

    fn messages(errors: &[Error]) -> Vec<String> {
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_bad_line_costs_only_itself() {
        let good = r#"{"citation": 1, "score": 1, "by": "j"}"#;
        let bad = [
            "{",
            "3",
            r#"{"citation": 0, "score": 1, "by": "j"}"#,
            r#"{"citation": 1, "target": 1.5, "score": 1, "by": "j"}"#,
            r#"{"citation": 1, "score": "high", "by": "j"}"#,
            r#"{"citation": 1, "score": 1}"#,
            r#"{"citation": 1, "by": "j"}"#,
            r#"{"score": 1, "by": "j"}"#,
        ];
        let scores = scores(&format!("{good}\n\n{}", bad.join("\n")));
        assert_eq!(
            messages(scores.faults()),
            [
                "cannot read s.jsonl, at line 3: invalid JSON: eof while parsing an object; it may be cut off",
                "cannot read s.jsonl, at line 4: should be an object but is a number",
                "cannot read s.jsonl, at line 5: `citation` should be a whole number from 1",
                "cannot read s.jsonl, at line 6: `target` should be a whole number from 1",
                "cannot read s.jsonl, at line 7: `score` should be a number but is a text",
                "cannot read s.jsonl, at line 8: `by` is missing (the judge)",
                "cannot read s.jsonl, at line 9: `score` is missing",
                "cannot read s.jsonl, at line 10: `citation` is missing (its number, from 1)",
            ]
        );
        let mut case = case("a");
        scores.add(&mut case, || true);
        assert_eq!(case.response.citations[0].judgements.len(), 1);
        assert!(scores.unmet().is_empty());
        let note = scores.note().unwrap();
        assert!(note.ends_with("and 3 more"), "{note}");
    }

    #[test]
    fn scores_without_a_citation_are_reported() {
        let lines = [
            r#"{"case": "a", "citation": 1, "target": 2, "score": 0.1, "by": "j"}"#,
            r#"{"case": "a", "citation": 1, "target": 3, "score": 0.2, "by": "j"}"#,
            r#"{"case": "a", "citation": 2, "score": 0.3, "by": "j"}"#,
            r#"{"case": 7, "citation": 1, "score": 0.4, "by": "j"}"#,
            r#"{"citation": 1, "score": 0.5, "by": "j"}"#,
        ];
        let scores = scores(&lines.join("\n"));
        let mut case = case("a");
        scores.add(&mut case, || false);
        let judged = &case.response.citations[0].judgements;
        assert_eq!((judged.len(), judged[0].target), (1, Some(1)));
        assert_eq!(
            case.notes,
            [
                "s.jsonl, line 2: there is no source 3 of citation 1",
                "s.jsonl, line 3: there is no citation 2",
            ]
        );
        assert_eq!(
            messages(&scores.unmet()),
            [
                "cannot use s.jsonl, at line 2: there is no source 3 of citation 1 in a case `a`",
                "cannot use s.jsonl, at line 3: there is no citation 2 in a case `a`",
                "cannot use s.jsonl, at line 4: there is no citation 1 in a case `7`",
                "cannot use s.jsonl, at line 5: no `case`, and there are several",
            ]
        );
    }
}
