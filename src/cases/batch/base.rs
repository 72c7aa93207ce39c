//! The first number of marks that count sources without numbers, as some case of a batch proves it for the
//! others: a mark `[0]`, or one with the number of the last source. A case whose words show the opposite is
//! left as it is: one answer in many has a `[0]` by mistake.

use std::collections::BTreeSet;

use super::Cases;
use crate::cases::records::ResponsePlace;
use crate::dialects::shared::base::Shared;
use crate::error::Result;
use crate::input::{Input, Record};
use crate::model::{Case, IdFrom};

/// The maximum number of cases that are looked at.
const MAX_LOOKED_AT: usize = 200;

/// Minimum number of cases that outweigh one that contradicts them.
const MIN_OUTWEIGHING: usize = 3;

/// The first number of the marks of a batch, and the reason: `as line 7 of the input shows`.
pub(super) type Proof = (u64, String);

/// Returns the first number of the marks that the cases of a batch prove; `None` if none does, or if they
/// contradict each other and neither side is far larger. `cases` reads them from the first on.
fn proof<I>(cases: impl Fn() -> I) -> Option<Proof>
where
    I: Iterator<Item = (String, Option<Case>)>,
{
    let read = || cases().take(MAX_LOOKED_AT).filter_map(|(name, case)| Some((name, case?)));
    let mut proofs: [Vec<String>; 2] = Default::default();
    for (name, case) in read() {
        match proven(&case) {
            Some(0) => proofs[0].push(name),
            Some(_) => proofs[1].push(name),
            None => {}
        }
    }
    let as_shown = |names: &[String]| Some(format!("as {} of the input shows", names.first()?));
    let [from_zero, from_one] = &proofs;
    if from_zero.is_empty() {
        return Some((1, as_shown(from_one)?));
    }
    // A `[0]` may be a slip; then the words of others say so.
    let (mut zeros, mut ones) = (0, from_one.len());
    for (_, case) in read() {
        match (proven(&case), fits_from_one(&case)) {
            (Some(0), false) => zeros += 1,
            (Some(0) | None, true) => ones += 1,
            _ => {}
        }
    }
    let outweighs = |many: usize, few: usize| many >= few.max(1) * MIN_OUTWEIGHING;
    if outweighs(ones, zeros) {
        let words = || "as the words of most cases fit".to_owned();
        return Some((1, as_shown(from_one).unwrap_or_else(words)));
    }
    let is_proven = from_one.is_empty() || outweighs(zeros, from_one.len());
    Some((0, as_shown(from_zero)?)).filter(|_| is_proven && zeros > 0)
}

/// True if other cases may say from which number the marks of this one count.
fn is_open(case: &Case) -> bool {
    numbers(case).is_some() && proven(case) != Some(1)
}

/// True if the marks of a case are to be read from another number, as others prove it. Its own words weigh more
/// than a `[0]` of another case, and than others if it has a `[0]` of its own.
fn is_shifted(case: &Case, first: u64) -> bool {
    if is_read_from(case, first) {
        return false;
    }
    match (first, proven(case)) {
        (0, _) => !fits_from_one(case),
        (_, Some(0)) => !Shared::of(case).shows_zero(),
        _ => true,
    }
}

fn fits_from_one(case: &Case) -> bool {
    numbers(case).is_some() && Shared::of(case).shows_one()
}

/// True if the marks of a case are read in this way, for another reason than their words.
fn is_read_from(case: &Case, first: u64) -> bool {
    let counts_from_zero = case.sources.first().is_some_and(|source| source.id == "0");
    let is_guess = case.sources.iter().any(|source| source.is_guessed_number);
    counts_from_zero == (first == 0) && !is_guess
}

/// Returns the note on a case that is read as others prove.
fn note((first, why): &Proof) -> String {
    let other = 1 - first.min(&1);
    format!("marks count from {first}, {why}; `--base {other}` counts from {other}")
}

fn proven(case: &Case) -> Option<u64> {
    let (numbers, count) = numbers(case)?;
    let (has_zero, last) = (numbers.contains(&0), *numbers.last()?);
    match (has_zero, last == count) {
        (true, false) if last < count => Some(0),
        (false, true) => Some(1),
        _ => None,
    }
}

/// Returns the numbers of the marks and the number of the sources; `None` if sources have numbers of their
/// own, or no mark is a number.
fn numbers(case: &Case) -> Option<(BTreeSet<u64>, u64)> {
    let counted = |id_from, id: &str| id.is_empty() || id_from == IdFrom::Position;
    if !case.sources.iter().all(|source| counted(source.id_from, &source.id)) {
        return None;
    }
    // A mark with an address of its own counts nothing.
    let marks = case.response.citations.iter().filter(|citation| !citation.raw.contains("](http"));
    let targets = marks.flat_map(|citation| &citation.targets);
    let numbers: BTreeSet<u64> = targets.filter_map(|target| target.id.parse().ok()).collect();
    (!numbers.is_empty()).then_some((numbers, case.sources.len() as u64))
}

impl Cases {
    /// Reads a record again whose marks count from another number than it seems, as other cases prove.
    pub(super) fn with_proven_base(
        &self,
        record: &Record<'_>,
        case: &Case,
    ) -> Option<Result<Case>> {
        let families = &self.reading.families;
        let is_alone = if self.one_by_one { self.head.is_empty() } else { !self.has(1) };
        if is_alone || families.base().is_some() || !is_open(case) {
            return None;
        }
        let proof = self.base.get_or_init(|| self.proof()).as_ref();
        let proof = proof.filter(|(first, _)| is_shifted(case, *first))?;
        let families = families.clone().with_base(Some(proof.0));
        let read = self.reading.case_with(&families, record, || false);
        Some(read.map(|mut case| {
            case.notes.push(note(proof));
            case
        }))
    }

    /// Returns the first number of the marks that the first cases prove.
    fn proof(&self) -> Option<Proof> {
        let read = |place: ResponsePlace| {
            let read = |record: &Record<'_>, _| self.case(record).ok();
            place.with_record(&self.input, self.kept(place), read).ok().flatten()
        };
        let place = |index: usize| Some((index + 1, self.division.place(&self.input, index)?));
        let cases = || (0..).map_while(place).map(|(at, it)| (format!("case {at}"), read(it)));
        let lines = || {
            self.head.iter().map(|(number, line)| {
                let line = Input::record(&self.input.name, line.clone());
                let cases = self.cases_of(&line, *number, &|record| self.case(record));
                (
                    format!("line {number}"),
                    cases.ok().and_then(|cases| Some(cases.into_iter().next()?.0)),
                )
            })
        };
        if self.one_by_one { proof(lines) } else { proof(cases) }
    }
}
