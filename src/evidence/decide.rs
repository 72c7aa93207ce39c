//! Decides if the cited passage is the place of a claim, or another window is the better match.
//!
//! The best other window is compared with the cited passage by the fitted
//! [model](super::model::DecisionModel); no single word decides. A mistake in the claim lowers the
//! scores of both alike.

use super::features::DecisionFeatures;
use super::model::{DecisionModel, probability};
use super::places::{Candidate, Mask, Places, Wanted, Width};
use super::{Place, Window};
use crate::resolve::{How, Passage};
use crate::text::Span;

/// A passage of more lines or sentences has most words of any claim somewhere: its best window
/// counts, not all of it.
const MAX_COUNTED_TOGETHER: u32 = 48;

/// The most sentences that a window has where a whole source is cited.
const MAX_SENTENCES: usize = 3;

/// The most places that are named as better.
const MAX_BETTER: usize = 4;

/// One passage that a claim cites, with all that is needed to judge it.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The words of the claim.
    pub wanted: &'a Wanted,
    /// The number of its telling words.
    pub words: usize,
    /// The number of its sentences.
    pub sentences: usize,
    /// The cited passage.
    pub passage: &'a Passage,
    /// All passages cited for the claim.
    pub cited: &'a [(usize, Span)],
    /// True if a text ends before its passage does, so that nothing is absent from it.
    pub is_cut: bool,
}

/// The place of a claim.
#[derive(Debug, Clone)]
pub struct Decision {
    /// Where the claim's words are.
    pub place: Place,
    /// Better places, best first.
    pub better: Vec<Window>,
    /// What the decision rests on.
    pub features: DecisionFeatures,
    /// The words that the best place has and the cited passages lack.
    pub only_there: u128,
}

/// Decides where a claim is.
pub fn decide(places: &Places, question: &Question<'_>, model: &DecisionModel) -> Decision {
    let Question { wanted, passage, cited, .. } = *question;
    let width = width(places, question);
    let (own, own_score) = cited_together(places, question, width);
    let found = places.search(wanted, width, None, cited);
    let best = found.first();
    let best_score = best.map_or(0.0, |it| it.window.support);
    let second = best.and_then(|best| found.iter().find(|it| it.is_apart_from(best)));
    let page = best.map_or(0.0, |it| places.share_in_source(wanted, it.window.source));
    let features = DecisionFeatures {
        cited: own_score,
        best: best_score,
        second: second.map_or(0.0, |it| it.window.support),
        page,
        words: question.words,
        probability: 0.0,
        window: best.map(|it| it.window),
    };
    let log_odds = model.log_odds(&features);
    let features = DecisionFeatures { probability: probability(log_odds), ..features };
    let Some(best) = best.filter(|_| log_odds >= model.threshold) else {
        let place = match own_score < model.nowhere {
            false => Place::Here,
            true if best_score < model.nowhere && !question.is_cut => Place::Nowhere,
            true => Place::Unknown,
        };
        return Decision { place, better: Vec::new(), features, only_there: 0 };
    };
    let better = equally_good(wanted, best, &found, model.tie);
    let place = match better.as_slice() {
        [one] if one.source == passage.source => Place::Drifted,
        [_] => Place::Elsewhere,
        _ => Place::Ambiguous,
    };
    Decision { place, better, features, only_there: best.mask.full & !own.full }
}

/// Returns the width of the windows that the passage is compared with.
fn width(places: &Places, question: &Question<'_>) -> Width {
    let passage = question.passage;
    let lines = passage.first_line.zip(passage.last_line);
    match (passage.how, lines) {
        (How::Label | How::Line, Some((first, last))) => {
            Width::Lines(last.saturating_sub(first) + 1)
        }
        (How::Whole, _) => {
            let sentences = question.sentences.clamp(1, MAX_SENTENCES);
            Width::Segments(u32::try_from(sentences).unwrap_or(1))
        }
        _ => Width::Segments(places.count_in((passage.source, passage.span))),
    }
}

/// Returns what all cited passages have together, or the best window of a large one.
fn cited_together(places: &Places, question: &Question<'_>, width: Width) -> (Mask, f64) {
    let Question { wanted, cited, .. } = *question;
    let (small, large): (Vec<_>, Vec<_>) =
        cited.iter().partition(|place| places.count_in(**place) <= MAX_COUNTED_TOGETHER);
    let together = places.held(wanted, &small);
    let windows = large.iter().filter_map(|place| {
        let found = places.search(wanted, width, Some(*place), &[]);
        found.first().map(|it| (it.mask, it.window.support))
    });
    windows.fold(together, |best, one| if one.1 > best.1 { one } else { best })
}

/// Returns the windows as good as the best one, none near another. Their own words are compared:
/// copies of one text have different neighbours.
fn equally_good(wanted: &Wanted, best: &Candidate, found: &[Candidate], tie: f64) -> Vec<Window> {
    let score = |it: &Candidate| wanted.share_of_mask(it.mask);
    let mut equal: Vec<&Candidate> = vec![best];
    let mut others: Vec<&Candidate> =
        found.iter().filter(|it| score(best) - score(it) < tie).collect();
    others.sort_by(|one, other| score(other).total_cmp(&score(one)));
    for one in others {
        if equal.len() < MAX_BETTER && equal.iter().all(|other| one.is_apart_from(other)) {
            equal.push(one);
        }
    }
    equal.into_iter().map(|it| it.window).collect()
}
