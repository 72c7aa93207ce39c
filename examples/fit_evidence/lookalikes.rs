//! Planted cases in which the cited lines are right but for one number or name, and the right
//! lines are elsewhere in the document: the worst mistake of a locator, because a reader who
//! follows it sees what the claim contradicts.

use std::collections::BTreeSet;

use crate::pointer::{Kind, Planted, Random};

/// Lines between the right ones and those that look like them, at least.
const APART: usize = 3;

/// Makes a lookalike of each right locator whose lines have a number or name of the claim.
pub(crate) fn lookalikes(cases: &[Planted]) -> Vec<Planted> {
    let mut random = Random(5);
    let right = cases.iter().filter(|case| case.kind == Kind::Exact);
    right.filter_map(|case| lookalike(case, &mut random)).collect()
}

fn lookalike(case: &Planted, random: &mut Random) -> Option<Planted> {
    let (source, first, last) = case.cited;
    let lines = &case.documents[source];
    let right = lines[first - 1..last].to_vec();
    let claimed = particulars(&case.claim);
    let there: BTreeSet<&str> = right.iter().flat_map(|line| particulars(line)).collect();
    let usable: Vec<&&str> = claimed.iter().filter(|word| there.contains(**word)).collect();
    let word = **usable.get(random.below(usable.len().max(1)))?;
    let others: BTreeSet<&str> =
        case.documents.iter().flatten().flat_map(|line| particulars(line)).collect();
    let others: Vec<&str> = others
        .into_iter()
        .filter(|other| is_number(other) == is_number(word) && !claimed.contains(other))
        .collect();
    let other = *others.get(random.below(others.len().max(1)))?;
    let free = |at: &usize| *at + APART < first || *at > last + APART;
    let free: Vec<usize> = (0..=lines.len()).filter(free).collect();
    let place = *free.get(random.below(free.len().max(1)))?;
    let width = last - first + 1;
    let mut made = case.clone();
    made.kind = Kind::Drift;
    for line in &mut made.documents[source][first - 1..last] {
        *line = line.replace(word, other);
    }
    made.documents[source].splice(place..place, right);
    let shift = if place < first { width } else { 0 };
    made.cited = (source, first + shift, last + shift);
    let number = |line: usize| u64::try_from(line).unwrap();
    made.gold = (place + 1..=place + width).map(|line| (source, number(line))).collect();
    Some(made)
}

/// Returns the numbers and names of a text; its first word may only open a sentence.
fn particulars(text: &str) -> Vec<&str> {
    let words = text.split_whitespace().enumerate();
    let bare = words.map(|(at, word)| (at, word.trim_matches(|c: char| !c.is_alphanumeric())));
    let kept = bare.filter(|(at, word)| {
        let is_name = *at > 0 && word.starts_with(char::is_uppercase);
        word.len() > 1 && (is_number(word) || is_name)
    });
    kept.map(|(_, word)| word).collect()
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}
