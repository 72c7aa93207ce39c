//! Pairs the cases of two batches.

use std::collections::{BTreeMap, BTreeSet};

use crate::text::fold::Folded;

/// Identification of a case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CaseKey {
    /// Its own id; `None` if it is only named after its file and line.
    pub id: Option<String>,
    /// The question.
    pub question: Option<String>,
}

/// One key of a case.
type KeyOf = fn(&CaseKey) -> Option<String>;

/// Pairs the cases of two batches, by index: by id, then by question, then, if neither has an id of
/// its own, by position among the rest. In the order of the first batch, then the cases that only
/// the second has. If each batch has one case, they are a pair, whatever their names.
pub fn pair_cases(before: &[CaseKey], after: &[CaseKey]) -> Vec<(Option<usize>, Option<usize>)> {
    let mut partners: Vec<Option<usize>> = vec![None; before.len()];
    if let ([_], [_]) = (before, after) {
        return vec![(Some(0), Some(0))];
    }
    let question =
        |key: &CaseKey| key.question.as_ref().map(|it| Folded::new(it).as_str().to_owned());
    let nameless = |key: &CaseKey| key.id.is_none().then(String::new);
    let id = |key: &CaseKey| key.id.clone();
    let kinds: [KeyOf; 3] = [id, question, nameless];
    for kind in kinds {
        let taken: BTreeSet<usize> = partners.iter().copied().flatten().collect();
        let mut waiting: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, key) in after.iter().enumerate().rev() {
            if let Some(kind) = kind(key).filter(|_| !taken.contains(&at)) {
                waiting.entry(kind).or_default().push(at);
            }
        }
        for (partner, key) in partners.iter_mut().zip(before) {
            if partner.is_none() {
                *partner = kind(key).and_then(|kind| waiting.get_mut(&kind)?.pop());
            }
        }
    }
    let taken: BTreeSet<usize> = partners.iter().copied().flatten().collect();
    let alone = (0..after.len()).filter(|at| !taken.contains(at));
    let alone: Vec<_> = alone.map(|at| (None, Some(at))).collect();
    let first = partners.iter().enumerate().map(|(at, partner)| (Some(at), *partner));
    first.chain(alone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(id: &str, question: &str) -> CaseKey {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        CaseKey { id: some(id), question: some(question) }
    }

    #[test]
    fn ids_come_before_questions_and_questions_before_places() {
        let before = [key("a", "one?"), key("b", "two?"), key("", ""), key("c", "")];
        let after = [key("", ""), key("x", "two?"), key("a", "other?"), key("d", "")];
        let pairs = pair_cases(&before, &after);
        let expected = [
            (Some(0), Some(2)),
            (Some(1), Some(1)),
            (Some(2), Some(0)),
            (Some(3), None),
            (None, Some(3)),
        ];
        assert_eq!(pairs, expected);
    }

    #[test]
    fn one_and_one_are_a_pair() {
        assert_eq!(pair_cases(&[key("a", "")], &[key("b", "")]), [(Some(0), Some(0))]);
    }
}
