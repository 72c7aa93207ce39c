//! Judgements from elsewhere, such as a model judge: JSON Lines that name a citation by its number.
//!
//! Each line is a [`JudgeLine`] with a verdict, or with a score, which needs thresholds to become
//! one. `case` may be left out if there is only one, `target` if the citation has only one.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::Value;

use crate::cases::judge_line::JudgeLine;
use crate::error::Why;
use crate::review::{Entry, Event, EventId, Hash, Judgement, REASONS, Verdict};
use crate::text::prose::ticked;

/// Options for reading judgements.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// Whose they are, whatever they say themselves.
    pub reviewer: Option<String>,
    /// Translations of other words; the names of verdicts need none.
    pub words: Vec<(String, Verdict)>,
    /// From which score on a claim is supported.
    pub supports_from: Option<f64>,
    /// From which score on it is supported in part; lower ones do not support it.
    pub partly_from: Option<f64>,
    /// Time of the import.
    pub at: Timestamp,
}

/// The cases that are judged, each with a judgement to be filled in for every subject.
#[derive(Debug, Default)]
pub struct JudgedCases {
    /// By id; `None` for an id that several cases have.
    cases: BTreeMap<String, Option<Vec<Judgement>>>,
}

impl JudgedCases {
    /// Adds a case: its id and its drafts.
    pub fn add(&mut self, case: &str, mut drafts: Vec<Judgement>) {
        drafts.sort_by_key(|draft| (draft.citation, draft.target));
        let twice = self.cases.contains_key(case);
        self.cases.insert(case.to_owned(), (!twice).then_some(drafts));
    }

    /// Returns the decision of a line. Its id is made from its content, so that importing a line
    /// twice gives the same decision.
    pub(super) fn entry(&self, line: &Value, reading: &Reading) -> Result<Entry, Why> {
        let message = line.to_string();
        let line = JudgeLine::read(line)?;
        let reviewer = reading.reviewer.as_ref().or(line.by.as_ref());
        let reviewer = reviewer.ok_or("no `by`; add `--reviewer NAME`")?.clone();
        let mut judgement = self.draft(&line)?.clone();
        judgement.verdict = Some(verdict(&line, reading)?);
        let score = line.score.map(|score| format!("score {score}"));
        let reason = line.reason.filter(|reason| !reason.is_empty());
        if REASONS.iter().any(|(code, _)| Some(*code) == reason.as_deref()) {
            judgement.reasons.extend(reason);
            judgement.note = score.unwrap_or_default();
        } else {
            judgement.note = score.into_iter().chain(reason).collect::<Vec<_>>().join(": ");
        }
        let fingerprint = serde_json::to_string(&judgement.fingerprint).unwrap_or_default();
        let verdict = judgement.verdict.map_or("", Verdict::name);
        let id = Hash::of([reviewer.as_str(), &message, &fingerprint, verdict]);
        let event = Event::Judged(Box::new(judgement));
        Ok(Entry { id: EventId(format!("import-{id}")), at: reading.at, reviewer, event })
    }

    fn draft(&self, line: &JudgeLine) -> Result<&Judgement, Why> {
        let drafts = self.case(line)?;
        let number = line.citation;
        let first = drafts.partition_point(|draft| draft.citation < Some(number));
        let of_citation: Vec<&Judgement> =
            drafts.iter().skip(first).take_while(|draft| draft.citation == Some(number)).collect();
        if of_citation.is_empty() {
            let last = drafts.iter().filter_map(|draft| draft.citation).max().unwrap_or_default();
            return Err(format!("no citation {number}; the case has {last}").into());
        }
        match (of_citation.as_slice(), line.target) {
            ([only], None) => Ok(only),
            (several, None) => Err(format!(
                "citation {number} has {} sources; add `target`, counted from 1",
                several.len()
            )
            .into()),
            (all, Some(target)) => {
                let named = all.iter().find(|draft| draft.target == Some(target)).copied();
                named.ok_or_else(|| {
                    let targets = crate::text::prose::count(all.len(), "target");
                    format!("citation {number} has no target {target}; it has {targets}").into()
                })
            }
        }
    }

    fn case(&self, line: &JudgeLine) -> Result<&[Judgement], Why> {
        if self.cases.is_empty() {
            return Err("not an exported verdict; to import verdicts of others, add `--input \
                        RESPONSE SOURCE…`"
                .into());
        }
        let id = match &line.case {
            Some(id) => id.clone(),
            None if self.cases.len() == 1 => self.cases.keys().next().cloned().unwrap_or_default(),
            None => return Err("no `case`, and there are several".into()),
        };
        match self.cases.get(&id) {
            Some(Some(drafts)) => Ok(drafts),
            Some(None) => Err(format!("several cases have the id `{id}`").into()),
            None => {
                let known = ticked(self.cases.keys().map(String::as_str), 5);
                Err(format!("no case `{id}`; cases: {known}").into())
            }
        }
    }
}

fn verdict(line: &JudgeLine, reading: &Reading) -> Result<Verdict, Why> {
    if let Some(word) = &line.verdict {
        return named(word, reading);
    }
    let score = line.score.ok_or("neither `verdict` nor `score`")?;
    let supports =
        reading.supports_from.ok_or("a score needs `--supports-from SCORE` to become a verdict")?;
    Ok(if score >= supports {
        Verdict::Supports
    } else if reading.partly_from.is_some_and(|partly| score >= partly) {
        Verdict::Partly
    } else {
        Verdict::DoesNotSupport
    })
}

fn named(word: &str, reading: &Reading) -> Result<Verdict, Why> {
    let meant = reading.words.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    let plain = word.to_lowercase().replace([' ', '_'], "-");
    let verdict = meant.map(|(_, verdict)| *verdict).or_else(|| Verdict::named(&plain));
    verdict.filter(|verdict| !verdict.kind().uncited).ok_or_else(|| {
        let names = Verdict::names_on_citations();
        format!(
            "unknown verdict `{word}`; expected {names}, or translate it with `--verdict {word}=…`"
        )
        .into()
    })
}
