//! Decides if the cited passage is the place of a claim, or another window is the better match.
//!
//! The fitted [model](super::model) compares the best other window with the cited passage; no single
//! word decides. A mistake in the claim lowers the scores of both alike.

use std::cell::RefCell;
use std::rc::Rc;

use super::features::{DecisionFeatures, Verdict};
use super::model::{Model, probability};
use super::places::{Candidate, MAX_WINDOW, Places, SearchTerms, Width};
use super::texts::Texts;
use super::{Place, Window};
use crate::resolve::{How, Passage};
use crate::text::Span;

/// The maximum number of sentences in a window where a whole source is cited.
const MAX_SENTENCES: usize = 3;

/// The maximum number of places that are named as better.
const MAX_BETTER: usize = 4;

/// A passage that a claim cites, with everything needed to judge it.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The words of the claim.
    pub terms: &'a SearchTerms,
    /// The number of its sentences.
    pub sentences: usize,
    /// The cited passage.
    pub passage: &'a Passage,
    /// All passages cited for the claim.
    pub cited: &'a [(usize, Span)],
    /// True if a text ends before its passage does, so that nothing is absent from it.
    pub is_cut: bool,
    /// True if a cited passage breaks off, so that the rest of it may hold the claim.
    pub breaks_off: bool,
    /// True if the cited passage contradicts a number of the claim.
    pub is_contradicted: bool,
    /// The comparisons for other passages cited for the claim.
    pub compared: &'a Compared,
}

/// For each width of windows, how the passages cited for one claim compare with the best of them.
pub type Compared = RefCell<Vec<(Width, Rc<Comparison>)>>;

/// The passages cited for a claim, compared with the best windows of one width.
#[derive(Debug)]
pub struct Comparison {
    found: Rc<[Candidate]>,
    features: DecisionFeatures,
    /// The words that the best window has and the cited passages lack.
    only_there: u128,
}

/// The place of a claim.
#[derive(Debug, Clone)]
pub struct Decision {
    /// The place that holds the claim.
    pub place: Place,
    /// Better places, best first.
    pub better: Vec<Window>,
    /// The features that the decision is based on.
    pub features: DecisionFeatures,
    /// The words that the best place has and the cited passages lack.
    pub only_there: u128,
}

/// Decides where a claim is.
pub fn decide(places: &Places, texts: &Texts, question: &Question<'_>, model: &Model) -> Decision {
    let width = width(places, question);
    let known =
        question.compared.borrow().iter().find(|it| it.0 == width).map(|it| Rc::clone(&it.1));
    let comparison = known.unwrap_or_else(|| {
        let new = Rc::new(compare(places, texts, question, width));
        question.compared.borrow_mut().push((width, Rc::clone(&new)));
        new
    });
    let Comparison { found, only_there, .. } = comparison.as_ref();
    let best = found.first();
    let measured = DecisionFeatures {
        is_contradicted: question.is_contradicted,
        ..comparison.features.clone()
    };
    let features = DecisionFeatures {
        misplaced: probability(model.decision.log_odds(&measured)),
        found: probability(model.repair.log_odds(&measured)),
        ..measured
    };
    let better = match (features.verdict(model), best) {
        _ if question.breaks_off => Vec::new(),
        (Verdict::There, Some(best)) => vec![best.window],
        (Verdict::Several, Some(best)) => several(best, found),
        _ => Vec::new(),
    };
    let place = match (features.verdict(model), better.as_slice()) {
        (Verdict::Here, _) => Place::Here,
        _ if question.breaks_off => Place::Unknown,
        (_, [one]) if one.source == question.passage.source => Place::Drifted,
        (_, [_]) => Place::Elsewhere,
        (_, [_, ..]) => Place::Ambiguous,
        _ if question.is_cut => Place::Unknown,
        _ => Place::Nowhere,
    };
    let only_there = if better.is_empty() { 0 } else { *only_there };
    Decision { place, better, features, only_there }
}

/// Compares the cited passages with the best windows of a width.
fn compare(places: &Places, texts: &Texts, question: &Question<'_>, width: Width) -> Comparison {
    let Question { terms, cited, .. } = *question;
    let own = compared(places, question, width);
    let spelled = |passages: &[(usize, Span)]| spelled(places, texts, terms, passages);
    let found = places.search(terms, width, None, cited);
    let best = found.first();
    let second = best.and_then(|best| found.iter().find(|it| it.is_apart_from(best)));
    let score = |it: Option<&Candidate>| it.map_or(0.0, |it| it.window.support);
    let own_words = places.held(terms, &own);
    let only_there = best.map_or(0, |best| best.mask & !own_words);
    // `It hired 40 drivers`: the sentence before has the name.
    let before: Vec<_> = own.iter().filter_map(|place| places.before(*place)).collect();
    let named_before = terms.names_of(places.held(terms, &before));
    let has_all_else = best.is_some_and(|best| own_words & !best.mask == 0);
    let tight = best.map(|it| places.best_segment(terms, (it.window.source, it.window.span)));
    let features = DecisionFeatures {
        cited: spelled(&own),
        best: score(best),
        spelled: best.map_or(0.0, |it| spelled(&[(it.window.source, it.window.span)])),
        tight: terms.share_of(tight.unwrap_or_default()),
        second: score(second),
        size: terms.size(),
        rivals: places.rivals(terms, cited),
        particulars: if has_all_else { terms.share_of_particulars(only_there) } else { 0.0 },
        unnamed: if has_all_else {
            terms.share_of_particulars(only_there & !named_before)
        } else {
            0.0
        },
        window: best.map(|it| Box::new(it.window)),
        ..DecisionFeatures::default()
    };
    Comparison { found, features, only_there }
}

/// Returns the share of the claim whose runs of letters are in some passages (source and bytes).
fn spelled(places: &Places, texts: &Texts, terms: &SearchTerms, passages: &[(usize, Span)]) -> f64 {
    let found = passages.iter().filter_map(|place| {
        let text = texts.get(place.0)?;
        let words = places.content_words(*place).filter_map(|word| word.slice(text));
        Some(terms.letters_in(*place, words))
    });
    let found: Vec<_> = found.collect();
    terms.letters().share(found.iter().map(AsRef::as_ref))
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

/// Returns the parts of the cited passages to compare: a whole passage, or the best window of one
/// that is larger than a window can be.
fn compared(places: &Places, question: &Question<'_>, width: Width) -> Vec<(usize, Span)> {
    let Question { terms, cited, .. } = *question;
    let part = |place: &(usize, Span)| {
        if places.count_in(*place) <= MAX_WINDOW {
            return *place;
        }
        let found = places.search(terms, width, Some(*place), &[]);
        found.first().map_or(*place, |it| (it.window.source, it.window.span))
    };
    cited.iter().map(part).collect()
}

/// Returns the best window and those with at least half its score, none near another; at least the
/// next best if there is one.
fn several(best: &Candidate, found: &[Candidate]) -> Vec<Window> {
    let mut all: Vec<&Candidate> = vec![best];
    for one in found {
        let is_close = all.len() < 2 || one.window.support * 2.0 >= best.window.support;
        if is_close && all.len() < MAX_BETTER && all.iter().all(|it| one.is_apart_from(it)) {
            all.push(one);
        }
    }
    all.into_iter().map(|it| it.window).collect()
}
