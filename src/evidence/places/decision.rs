//! Is the cited passage the right one, or is another place clearly better?
//!
//! A wrong alarm costs more than a missed one: a place is called better only when it has clearly
//! more of the claim, all of its numbers and names, and no other place has what it lacks.

use super::{Candidate, MOST_SEGMENTS, Mask, Places, Wanted};
use crate::evidence::{Place, Window};
use crate::resolve::{How, Passage};
use crate::text::Span;

/// A place elsewhere counts only with this share of the claim,
const STRONG: f64 = 0.5;

/// or this one where it has numbers and names, at least [`ANCHORS`] of them,
const STRONG_ANCHORED: f64 = 0.38;

/// which no passage has by chance.
const ANCHORS: u32 = 2;

/// A better place has so much of those words that stand in the sources at all,
const KNOWN: f64 = 0.55;

/// and what nearly repeats the claim lacks none of them that is worth so much.
const CONSPICUOUS: f64 = 0.08;

/// or so much where it has all numbers and names.
const CONSPICUOUS_ANCHORED: f64 = 0.13;

/// With this share a place nearly repeats the claim.
const NEAR_COPY: f64 = 0.8;

/// With this share it is as good as a copy.
const COPY: f64 = 0.95;

/// A better place has at least so many words of the claim
const FEWEST_WORDS: u32 = 3;

/// and so many that the cited passage has not.
const FEWEST_MORE: u32 = 2;

/// It has so much more of the claim than what is cited,
const MARGIN: f64 = 0.2;

/// and more where the claim is short: this divided by its words is added.
const MARGIN_OF_SHORT: f64 = 0.4;

/// Where it has all that the cited passage has and a number or name besides, this is enough,
const MARGIN_OF_ANCHOR: f64 = 0.05;

/// provided that it has nearly everything.
const NEARLY_ALL: f64 = 0.66;

/// Places that differ by less are as good as one another,
const TIE: f64 = 0.08;

/// unless one lacks words of the other that are worth so much.
const TELLING: f64 = 0.025;

/// A place that has all numbers and names of the claim counts with this share of it.
const ENOUGH_OF_ALL: f64 = 0.3;

/// A place that has so much of what another has says nearly the same.
const SIMILAR: f64 = 0.6;

/// A line is like another that has so many of its words,
const ALIKE: f64 = 0.5;

/// and says nothing of its own where the other has them all.
const WITHIN: f64 = 1.0;

/// A word worth less does not tell such places apart.
const CONTRAST: f64 = 0.03;

/// Below this share a claim's words do not stand in a passage.
const WEAK: f64 = 0.2;

/// Nothing of a claim stands where no place has more of it.
const TRACES: f64 = 0.38;

/// A clause of fewer words is better said elsewhere only by a number or a name.
const WORDS_OF_CLAUSE: usize = 7;

/// One of so many numbers or names may be missing from a better place.
const OF_ANCHORS: u32 = 4;

/// The most places that are named as better.
const MOST_BETTER: usize = 3;

/// What is asked about one passage.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The words of the claim.
    pub wanted: &'a Wanted,
    /// How many there are.
    pub words: usize,
    /// How many sentences it has: one is looked for in one.
    pub sentences: usize,
    /// It begins inside a sentence, whose beginning says what it speaks of.
    pub is_clause: bool,
    /// The cited passage.
    pub passage: &'a Passage,
    /// All passages cited for the claim.
    pub cited: &'a [(usize, Span)],
}

impl Asked<'_> {
    /// It is a clause of so few words that all of them may stand anywhere.
    const fn is_short_clause(&self) -> bool {
        self.is_clause && self.words < WORDS_OF_CLAUSE
    }
}

/// What the cited passages have of the claim.
struct Cited {
    /// All together.
    union: Mask,
    /// The one place in them that has most.
    compact: Mask,
    /// That place with its neighbours that are cited too: what a sentence speaks of is often named
    /// in the one before it.
    near: Mask,
    /// That place.
    best: Option<Candidate>,
}

impl Cited {
    /// What of this counts beside one other place: where the best line nearly repeats that one but
    /// for a word of its own, it speaks of something else, and no neighbour makes up for it.
    fn beside(&self, places: &Places, other: &Candidate) -> Mask {
        let speaks_of_other =
            |own: &Candidate| (ALIKE..WITHIN).contains(&places.likeness(own, other));
        if self.best.as_ref().is_some_and(speaks_of_other) { self.compact } else { self.near }
    }
}

/// Where the words of the claim stand, and the places that are better than what is cited.
///
/// No place is better that `contradicts` the claim.
pub fn decide(
    places: &Places,
    asked: &Asked<'_>,
    contradicts: impl Fn(&Window) -> bool,
) -> (Place, Vec<Window>) {
    let Asked { wanted, passage, cited, .. } = *asked;
    let most = if asked.sentences > 1 { MOST_SEGMENTS } else { 1 };
    let here = (passage.source, passage.span);
    let own = match passage.how {
        How::Whole => {
            places.best(wanted, Some(here), most).first().map_or_else(Mask::default, |it| it.mask)
        }
        _ => places.held(wanted, &[here]),
    };
    let cited_for = cited_for(places, asked, own, most);
    let inside = |it: &&Candidate| {
        let window = it.window;
        cited.iter().any(|(source, span)| {
            *source == window.source
                && span.intersect(window.span).is_some_and(|cut| cut.len() * 2 >= window.span.len())
        })
    };
    let all = places.best(wanted, None, most);
    let others: Vec<&Candidate> = all.iter().filter(|it| !inside(it)).collect();
    let is_clear =
        |it: &Candidate| is_clear(places, asked, &cited_for, it) && !contradicts(&it.window);
    let Some(best) = others.first().filter(|it| is_clear(it)) else {
        let most = all.first().map_or(0.0, |it| it.window.support);
        return (without_better(wanted, own, most), Vec::new());
    };
    if has_contrast(wanted, best, &others) {
        return (without_better(wanted, own, best.window.support), Vec::new());
    }
    let ties = |it: &&&Candidate| {
        it.last - it.first <= best.last - best.first
            && best.window.support - it.window.support < TIE
            && wanted.share_of(best.mask.full & !it.mask.full) < TELLING
    };
    let tied = others.iter().filter(ties).filter(|it| !contradicts(&it.window)).take(MOST_BETTER);
    let better: Vec<Window> = tied.map(|it| it.window).collect();
    let place = match better.as_slice() {
        [one] if one.source == passage.source => Place::Drifted,
        [_] => Place::Elsewhere,
        _ => Place::Ambiguous,
    };
    (place, better)
}

/// What all cited passages have; `own` is what the one asked about has.
fn cited_for(places: &Places, asked: &Asked<'_>, own: Mask, most: u32) -> Cited {
    let Asked { wanted, cited, .. } = *asked;
    let best = cited
        .iter()
        .filter_map(|place| Some((*place, *places.best(wanted, Some(*place), most).first()?)))
        .max_by(|(_, one), (_, other)| one.window.support.total_cmp(&other.window.support));
    Cited {
        union: match asked.passage.how {
            How::Whole => own,
            _ => own.and(places.held(wanted, cited)),
        },
        compact: best.map_or(own, |(_, it)| it.mask),
        near: best.map_or(own, |(place, it)| places.around(wanted, place, &it)),
        best: best.map(|(_, it)| it),
    }
}

/// Whether a place is clearly better than what is cited.
fn is_clear(places: &Places, asked: &Asked<'_>, cited: &Cited, best: &Candidate) -> bool {
    let wanted = asked.wanted;
    let anchors = wanted.anchors();
    let is_anchored = anchors & !best.mask.full == 0 && anchors.count_ones() >= ANCHORS;
    let known = wanted.share(best.mask) / wanted.known().max(f64::MIN_POSITIVE);
    let conspicuous = if is_anchored { CONSPICUOUS_ANCHORED } else { CONSPICUOUS };
    if known < KNOWN || best.window.support >= NEAR_COPY && 1.0 - known >= conspicuous {
        return false;
    }
    has_much_more(places, asked, cited, best, is_anchored)
        || has_all_and_more(places, asked, cited, best) && is_decisive(places, asked, cited, best)
}

/// Whether a place that is strong by itself has far more of the claim than what is cited.
fn has_much_more(
    places: &Places,
    asked: &Asked<'_>,
    cited: &Cited,
    best: &Candidate,
    is_anchored: bool,
) -> bool {
    let wanted = asked.wanted;
    let has = best.mask.full;
    let anchors = wanted.anchors();
    let missing = (anchors & !has).count_ones();
    let strong = best.window.support >= STRONG
        || best.window.support >= STRONG_ANCHORED && (anchors & has).count_ones() >= ANCHORS;
    if !strong
        || missing * OF_ANCHORS > anchors.count_ones()
        || wanted.words_of(best.mask) < FEWEST_WORDS
    {
        return false;
    }
    // Lines far from one another have many a word together: one sentence that has nearly all is
    // compared with the best of what is cited.
    let is_compact = best.first == best.last && (is_anchored || best.window.support >= NEARLY_ALL);
    let cited = if is_compact { cited.beside(places, best) } else { cited.union };
    let more = has & !cited.full;
    if asked.is_short_clause() && more & anchors == 0 {
        return false;
    }
    let gain = best.window.support - wanted.share(cited);
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 words")]
    let margin = MARGIN + MARGIN_OF_SHORT / asked.words.max(1) as f64;
    let much = gain >= margin && more.count_ones() >= FEWEST_MORE;
    let lost = wanted.share_of(cited.full & !has);
    let enough = match more & anchors != 0 {
        true if is_anchored => STRONG,
        true => NEARLY_ALL,
        false => COPY,
    };
    let anchored = gain >= MARGIN_OF_ANCHOR && lost < CONTRAST && best.window.support >= enough;
    much || anchored
}

/// Whether as many sentences as the claim has have all numbers and names of it, all that the best
/// of what is cited has, and more: that is enough where a claim is told in other words.
fn has_all_and_more(places: &Places, asked: &Asked<'_>, cited: &Cited, best: &Candidate) -> bool {
    let wanted = asked.wanted;
    let has = best.mask.full;
    let anchors = wanted.anchors();
    let sentences = u32::try_from(asked.sentences.max(1)).unwrap_or(u32::MAX);
    if anchors == 0 || anchors & !has != 0 || best.last - best.first >= sentences {
        return false;
    }
    // A number says nothing without what it counts, and the two together say what one word says.
    let there = has | best.mask.kin;
    let own = there & !anchors & !wanted.counted;
    if wanted.counted & wanted.seen & !there != 0
        || best.mask.words() < FEWEST_WORDS
        || own == 0 && anchors.count_ones() <= ANCHORS
    {
        return false;
    }
    let more = has & !cited.compact.full;
    let lost = wanted.share(cited.compact) + wanted.share_of(more) - best.window.support;
    let beyond = has & !cited.beside(places, best).full;
    best.window.support >= ENOUGH_OF_ALL
        && wanted.share_of(cited.compact.full & !has) < CONTRAST
        && lost < MARGIN_OF_ANCHOR
        && wanted.share_of(more) >= CONSPICUOUS
        && wanted.share_of(beyond) >= CONSPICUOUS
        && !(asked.is_short_clause() && more & anchors == 0)
}

/// Whether what a place has more than the best of what is cited tells the two apart. One word that
/// is no number or name does so only between two that are otherwise alike: two that say different
/// things may each have a word of the claim by chance.
fn is_decisive(places: &Places, asked: &Asked<'_>, cited: &Cited, best: &Candidate) -> bool {
    let more = best.mask.full & !cited.compact.full;
    let alike = |own: Candidate| places.likeness(&own, best) >= ALIKE;
    more & asked.wanted.anchors() != 0
        || more.count_ones() >= FEWEST_MORE
        || cited.best.is_some_and(alike)
}

/// Whether some other place says nearly the same with a word of the claim that `best` lacks: then
/// neither is what the claim says.
fn has_contrast(wanted: &Wanted, best: &Candidate, others: &[&Candidate]) -> bool {
    let has = best.mask.full;
    let all = wanted.share_of(has);
    others.iter().any(|other| {
        let other = other.mask.full;
        wanted.share_of(other & has) >= SIMILAR * all && wanted.share_of(other & !has) >= CONTRAST
    })
}

/// What is known where no place is clearly better; `most` is the largest share of any place.
fn without_better(wanted: &Wanted, own: Mask, most: f64) -> Place {
    if wanted.share(own) >= WEAK || own.full.count_ones() >= FEWEST_WORDS {
        Place::Here
    } else if most < TRACES && own.full.count_ones() < FEWEST_MORE {
        Place::Nowhere
    } else {
        Place::Unknown
    }
}
