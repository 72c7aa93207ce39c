//! Putting the parts together: the evidence of every citation of a case.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::claim_text::without_markers;
use super::code::features::Question;
use super::code::{self, CodeClaim, CodeText, Hole};
use super::places::{Asked, MOST_SEGMENTS, Places, Wanted, decide};
use super::quotes::{self, Quote, QuoteMatch};
use super::range::{self, Range};
use super::support::{Telling, matched};
use super::texts::Texts;
use super::words::{KeySet, Language, Script, Word, language, script, words};
use super::{Akin, Evidence, Inspected, Place, Window, numbers};
use crate::model::{AnchorKind, Case, Citation, Source, Target};
use crate::resolve::{How, Passage, lines_of};
use crate::sources::Store;
use crate::text::Span;
use crate::text::sentences::starts;

/// The most of a passage that is read for its words, in bytes.
const MOST_OF_PASSAGE: usize = 256 * 1024;

/// A claim of fewer different telling words says too little to tell places apart.
const FEWEST_WORDS: usize = 3;

/// A passage of more lines is told where in it the claim stands.
const LONG_PASSAGE: u64 = 8;

/// Everything that is read once to weigh the citations of one case.
#[derive(Debug)]
pub struct Weigher<'c> {
    sources: &'c [Source],
    stores: &'c [Result<Arc<Store>, String>],
    /// The response without its markers, byte for byte.
    response: String,
    response_words: Vec<Word>,
    language: Option<Language>,
    texts: Texts,
    places: Places,
    /// For each source the words of its title.
    titles: Vec<KeySet>,
    /// For each source its lines as code, read when they are first asked for; `None` for prose.
    code: Vec<OnceLock<Option<CodeText>>>,
}

impl<'c> Weigher<'c> {
    /// Reads the response and the sources of a case; `stores` are parallel to its sources.
    pub fn new(case: &'c Case, stores: &'c [Result<Arc<Store>, String>]) -> Self {
        let response = without_markers(&case.response);
        let response_words = words(&response);
        let texts = Texts::new(stores);
        let places = Places::new(&case.sources, &texts);
        let keys = |title: &String| words(title).iter().map(|word| word.key).collect();
        let titles = case.sources.iter();
        let titles = titles.map(|source| source.title.as_ref().map(keys).unwrap_or_default());
        Self {
            titles: titles.collect(),
            code: case.sources.iter().map(|_| OnceLock::new()).collect(),
            sources: &case.sources,
            stores,
            response,
            language: language(&response_words),
            response_words,
            texts,
            places,
        }
    }

    /// The response with its markers blanked out, byte for byte.
    pub fn response(&self) -> &str {
        &self.response
    }

    /// The texts of the sources.
    pub const fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The words of a stretch of the response.
    pub fn words_of(&self, span: Span) -> &[Word] {
        let from = self.response_words.partition_point(|word| word.span.start < span.start);
        let to = self.response_words.partition_point(|word| word.span.start < span.end);
        self.response_words.get(from..to.max(from)).unwrap_or_default()
    }

    /// Weighs every citation; `citations` and `inspected` are parallel.
    pub fn weigh_all(&self, citations: &[Citation], inspected: &mut [Inspected]) {
        let mut together: BTreeMap<Span, Vec<(usize, Span)>> = BTreeMap::new();
        for one in inspected.iter() {
            if let Some(claim) = one.claim {
                let passages = one.targets.iter().filter_map(|target| target.passage());
                let places = passages.map(|passage| (passage.source, passage.span));
                together.entry(claim.span).or_default().extend(places);
            }
        }
        // Citations of one claim stand next to each other.
        let mut told: Vec<Told<'_>> = Vec::new();
        for (citation, one) in citations.iter().zip(inspected) {
            let Some(claim) = one.claim else { continue };
            told.retain(|it| it.claim == claim.span);
            let cited = together.get(&claim.span).map(Vec::as_slice).unwrap_or_default();
            let targets = citation.targets.iter().zip(&one.targets);
            let evidence = targets.map(|(target, found)| {
                let passage = found.passage()?;
                let title = self.titles.get(passage.source)?;
                let known = told.iter().position(|it| it.title == title);
                let known = known.unwrap_or_else(|| {
                    told.push(self.told(claim.span, title));
                    told.len() - 1
                });
                self.weigh(told.get(known)?, (citation, target), passage, cited)
            });
            one.evidence = evidence.collect();
        }
    }

    /// Reads a claim that a source of this title is cited for.
    fn told<'w>(&'w self, claim: Span, title: &'w KeySet) -> Told<'w> {
        let text = claim.slice(&self.response).unwrap_or_default();
        let words = self.words_of(claim);
        let telling = Telling::new(words, &self.response, title, self.language);
        Told {
            claim,
            title,
            text,
            words,
            wanted: self.places.wanted(&telling, &self.response),
            telling,
            sentences: starts(text).len(),
            script: script(text),
            // Where it is too short to tell, it speaks as the response does.
            language: language(words).or(self.language),
        }
    }

    /// Weighs one passage for a claim; `cited` are all the passages cited for it.
    fn weigh(
        &self,
        told: &Told<'_>,
        (citation, target): (&Citation, &Target),
        passage: &Passage,
        cited: &[(usize, Span)],
    ) -> Option<Evidence> {
        let Told { claim, telling, wanted, .. } = told;
        let store = self.stores.get(passage.source)?.as_ref().ok()?;
        let source = self.sources.get(passage.source)?;
        let tightest = self.tightest(wanted, passage);
        // All words of a long document stand in it somewhere: what counts is the best place of it.
        let read = match (passage.how, tightest) {
            (How::Whole, Some(window)) => window.span,
            _ => passage.span,
        };
        let end = read.end.min(read.start.saturating_add(MOST_OF_PASSAGE));
        let read = Span::new(read.start, end);
        let known = self.texts.get(passage.source).and_then(|text| read.slice(text));
        let text = known.map_or_else(|| store.read_in_place(read).into(), Cow::Borrowed);
        let passage_words = words(&text);
        let (mut words, support) = matched(told.words, telling, &passage_words, read.start);
        words.akin = akin(told, &passage_words, &text, read.start);
        let is_foreign = told.script != script(&text)
            || told.language.zip(language(&passage_words)).is_some_and(|(a, b)| a != b);
        let (place, better) = match self.code_place(told, citation, passage, cited) {
            Some(decided) => decided,
            None if is_foreign => (Place::Unknown, Vec::new()),
            None => self.place(told, passage, cited),
        };
        let drift_lines = match (place, better.first(), passage.first_line) {
            (Place::Drifted, Some(window), Some(first)) if source.pages().next().is_none() => {
                window.first_line.checked_signed_diff(first)
            }
            _ => None,
        };
        let held = || self.places.share_within(wanted, &[(passage.source, passage.span)]);
        let held = tightest.map_or(0.0, |_| held());
        let range = Range { passage, source, store, tightest, held, cited };
        Some(Evidence {
            support,
            words,
            place,
            drift_lines,
            better,
            numbers: numbers::compare_read(
                told.text,
                claim.start,
                &text,
                read.start,
                Some(&passage_words),
            ),
            quotes: self.quotes(*claim, target, passage),
            range: range::remarks(&range, self.texts.get(passage.source)),
            tightest,
        })
    }

    /// The quotes of the claim, then the words that the citation itself repeats.
    fn quotes(&self, claim: Span, target: &Target, passage: &Passage) -> Vec<QuoteMatch> {
        let text = claim.slice(&self.response).unwrap_or_default();
        let mut quotes = quotes::quoted(text, claim.start);
        let repeated = target.quote.clone().filter(|quote| !quote.trim().is_empty());
        quotes.extend(repeated.map(|text| Quote { text, span: None }));
        let find = |quote| quotes::find(quote, &self.texts, passage.source, passage.span);
        let mut found: Vec<QuoteMatch> = quotes.into_iter().map(find).collect();
        if let Some(repeated) = found.last_mut().filter(|quote| quote.span.is_none()) {
            repeated.accept(passage);
        }
        found
    }

    /// The lines of a long passage that have most of the claim.
    fn tightest(&self, wanted: &Wanted, passage: &Passage) -> Option<Window> {
        let lines = passage.last_line.zip(passage.first_line);
        let lines = lines.map(|(last, first)| last.saturating_sub(first) + 1);
        if passage.how != How::Whole && lines.is_none_or(|lines| lines <= LONG_PASSAGE) {
            return None;
        }
        let within = Some((passage.source, passage.span));
        self.places.best(wanted, within, MOST_SEGMENTS).first().map(|candidate| candidate.window)
    }

    /// Decides where the code stands that a claim speaks of; `None` where the cited source is no
    /// code, or no lines of it are cited.
    fn code_place(
        &self,
        told: &Told<'_>,
        citation: &Citation,
        passage: &Passage,
        cited: &[(usize, Span)],
    ) -> Option<(Place, Vec<Window>)> {
        let lines = passage.first_line.zip(passage.last_line);
        let (first, last) = lines.filter(|_| range::is_chosen(passage.how))?;
        let source = self.sources.get(passage.source).filter(|source| code::is_code(source))?;
        let read = || self.texts.get(passage.source).and_then(CodeText::new);
        let text = self.code.get(passage.source)?.get_or_init(read).as_ref()?;
        let store = self.stores.get(passage.source)?.as_ref().ok();
        let others = cited.iter().filter(|(index, _)| *index == passage.source);
        let others: Vec<(usize, usize)> = others
            .filter_map(|(_, span)| lines_of(source, store.map(Arc::as_ref), *span))
            .filter(|lines| *lines != (first, last))
            .filter_map(|(first, last)| Some((first.try_into().ok()?, last.try_into().ok()?)))
            .collect();
        let claim = CodeClaim::new(told.text, own_place(told, citation));
        let (first, last) = (first.try_into().ok()?, last.try_into().ok()?);
        let question = Question { claim: &claim, first, last, others: &others };
        Some(code::decide(text, &question, passage.source))
    }

    /// Where the words of the claim stand, and the places that are better than what is cited.
    fn place(
        &self,
        told: &Told<'_>,
        passage: &Passage,
        cited: &[(usize, Span)],
    ) -> (Place, Vec<Window>) {
        let too_large = self.texts.get(passage.source).is_none();
        if told.telling.words.len() < FEWEST_WORDS || too_large {
            return (Place::Unknown, Vec::new());
        }
        let asked = Asked {
            wanted: &told.wanted,
            words: told.telling.words.len(),
            sentences: told.sentences,
            is_clause: told.text.chars().next().is_some_and(char::is_lowercase),
            passage,
            cited,
        };
        decide(&self.places, &asked, |window| {
            let text = self.texts.get(window.source).and_then(|text| window.span.slice(text));
            numbers::contradicts(told.text, text.unwrap_or_default())
        })
    }
}

/// A claim as it is compared with the passages of sources of one title.
struct Told<'w> {
    claim: Span,
    title: &'w KeySet,
    text: &'w str,
    words: &'w [Word],
    telling: Telling,
    wanted: Wanted,
    sentences: usize,
    script: Option<Script>,
    language: Option<Language>,
}

/// The place of a citation in its claim, where it stands inside it. One that stands behind the claim
/// may be there for any part of it.
fn own_place(told: &Told<'_>, citation: &Citation) -> Option<Hole> {
    let anchor = citation.anchor;
    let start = anchor.span.start.checked_sub(told.claim.start)?;
    let end = anchor.span.end.checked_sub(told.claim.start)?;
    let goes_on = told.text.get(end..)?.contains(char::is_alphanumeric);
    (anchor.kind == AnchorKind::Marker && goes_on).then_some(Hole { start, end })
}

/// The claim's words for which the passage has only one of a near meaning; `text` begins at byte
/// `base` of its source.
fn akin(told: &Told<'_>, passage: &[Word], text: &str, base: usize) -> Vec<Akin> {
    let akin = told.wanted.akin(passage).into_iter();
    let akin = akin.filter_map(|(word, there)| {
        let claim = told.telling.words.get(word)?.span;
        let word = there.slice(text)?.to_owned();
        let passage = Span::new(base + there.start, base + there.end);
        Some(Akin { claim, passage, word })
    });
    akin.collect()
}
