//! Weighs every citation of a case: puts the parts of the evidence together.

mod reversed;
mod together;

use std::borrow::Cow;
use std::sync::Arc;

use crate::dialects::marks::code_references;
use crate::error::Why;
use crate::evidence::beside;
use crate::evidence::claim_text::without_markers;
use crate::evidence::claim_words::{ClaimWords, akin, reasons};
use crate::evidence::code::{CitedCode, CodePlace, CodeTexts};
use crate::evidence::cut::CutTexts;
use crate::evidence::decide::{Compared, Decision, Question, decide};
use crate::evidence::echo;
use crate::evidence::features::{Features, SupportFeatures};
use crate::evidence::frame;
use crate::evidence::model::Model;
use crate::evidence::numbers::Side;
use crate::evidence::particulars::{
    ComparedSource, lacking, leave_bare, leave_denied, leave_divided, only_in_claim,
};
use crate::evidence::passage::{LongPassages, PassageText, leave_open};
use crate::evidence::places::{MAX_HEAD, Places, SearchTerms};
use crate::evidence::quotes::{self, Quote, QuoteMatch, QuoteStatus};
use crate::evidence::range::{self, Range};
use crate::evidence::reversal::{DividedText, MAX_AFTER, ReadText, denied};
use crate::evidence::support::{ContentWords, matched};
use crate::evidence::texts::Texts;
use crate::evidence::words::{
    Key, KeySet, Language, Script, StemsOf, Word, has_signs_of, language, script, words,
};
use crate::evidence::{Claim, Evidence, Inspected, NumberStatus, Place, Window, numbers};
use crate::model::{Case, Citation, Source, Target};
use crate::resolve::{How, Passage};
use crate::sources::Store;
use crate::text::Span;
use crate::text::sentences::starts;

/// The minimum number of different content words in a claim whose place can be decided.
pub const MIN_WORDS: usize = 3;

/// The maximum number of content words of a claim that may be a mere name: the first words of a sentence.
const MAX_OPENING: usize = 7;

/// For a passage with more lines, the evidence names the lines that hold the claim. It decides only
/// what is shown: a reader sees eight lines at a glance.
const LONG_PASSAGE: u64 = 8;

/// Everything that the citations of one case share, read once.
#[derive(Debug)]
pub struct Weigher<'c> {
    model: &'c Model,
    sources: &'c [Source],
    stores: &'c [Result<Arc<Store>, Why>],
    /// The response as it is written.
    written: &'c str,
    /// The response without its markers, byte for byte.
    response: String,
    response_words: Vec<Word>,
    language: Option<Language>,
    /// Until it is dropped, all words are compared by the stems of that language.
    #[expect(dead_code, reason = "it acts when it is dropped")]
    stems: StemsOf,
    texts: Texts,
    places: Places,
    /// The words of each source's title.
    titles: Vec<KeySet>,
    /// The sources that are code.
    code: CodeTexts,
    /// The sources whose texts are cut off.
    cut: CutTexts<'c>,
}

impl<'c> Weigher<'c> {
    /// Reads the response and the sources of a case; `stores` are parallel to its sources.
    pub fn new(case: &'c Case, stores: &'c [Result<Arc<Store>, Why>]) -> Self {
        Self::with_model(case, stores, Model::fitted())
    }

    /// As [`new`](Self::new), deciding by another model.
    pub fn with_model(
        case: &'c Case,
        stores: &'c [Result<Arc<Store>, Why>],
        model: &'c Model,
    ) -> Self {
        let response = without_markers(&case.response);
        let mut response_words = words(&response);
        let texts = Texts::new(stores);
        let language = language(&response_words);
        let known = language.or_else(|| texts.language());
        let stems = StemsOf::language(known);
        if known.is_some_and(|it| it != Language::English) {
            response_words = words(&response);
        }
        let places = Places::new(&case.sources, &texts);
        let keys = |title: &String| words(title).iter().map(|word| word.key).collect();
        let titles = case.sources.iter();
        let titles = titles.map(|source| source.title.as_ref().map(keys).unwrap_or_default());
        let read: Vec<Option<&str>> =
            (0..case.sources.len()).map(|index| texts.get(index)).collect();
        Self {
            model,
            cut: CutTexts::new(&case.sources, &read),
            titles: titles.collect(),
            code: CodeTexts::new(case.sources.len()),
            sources: &case.sources,
            stores,
            written: &case.response.text,
            response,
            stems,
            language,
            response_words,
            texts,
            places,
        }
    }

    /// Returns the response with its markers blanked out, byte for byte, and the texts of the sources.
    pub fn into_texts(self) -> (String, Texts) {
        (self.response, self.texts)
    }

    /// Returns the words of a stretch of the response.
    pub fn words_of(&self, span: Span) -> &[Word] {
        let from = self.response_words.partition_point(|word| word.span.start < span.start);
        let to = self.response_words.partition_point(|word| word.span.start < span.end);
        self.response_words.get(from..to.max(from)).unwrap_or_default()
    }

    /// Weighs every citation; `citations` and `inspected` are parallel. Returns the number of copies of sources
    /// after their marks, which are no claims.
    pub fn weigh_all(&self, citations: &[Citation], inspected: &mut [Inspected]) -> usize {
        let copies = echo::leave_out(self.written, citations, inspected, &self.texts);
        let together = self.cited_together(inspected);
        // Citations of one claim are next to each other.
        let mut claims: Vec<ClaimWords<'_>> = Vec::new();
        let long = LongPassages::default();
        for (citation, one) in citations.iter().zip(inspected.iter_mut()) {
            let Some(claim) = one.claim else { continue };
            claims.retain(|it| it.claim == claim.span);
            let Some(cited) = together.get(&claim.span) else { continue };
            let targets = citation.targets.iter().zip(&one.targets);
            let evidence = targets.map(|(target, found)| {
                let passage = found.passage()?;
                let title = self.only_in_title(claim, passage)?;
                let known = claims.iter().position(|it| it.title == title);
                let known = known.unwrap_or_else(|| {
                    claims.push(self.claim_words(claim, title));
                    claims.len() - 1
                });
                let of = (citation, target);
                self.weigh(claims.get(known)?, of, passage, (cited, &long)).map(Box::new)
            });
            one.evidence = evidence.collect();
        }
        beside::share_findings(inspected);
        copies
    }

    /// Returns the words of a claim and its row that are in the title of a source and not in its cited
    /// passage: a passage need not repeat them. Passages with the same ones are compared with the same
    /// words.
    fn only_in_title(&self, claim: Claim, passage: &Passage) -> Option<KeySet> {
        let title = self.titles.get(passage.source)?;
        let place = (passage.source, passage.span);
        let spans = std::iter::once(claim.span).chain(claim.row);
        let words = spans.flat_map(|span| self.words_of(span)).map(|word| word.key);
        let is_only =
            |key: &Key| title.contains(key) && self.places.first_with(*key, place).is_none();
        Some(words.filter(is_only).collect())
    }

    /// Reads a claim for comparison with passages that have these words of it only in their title.
    fn claim_words(&self, claim: Claim, title: KeySet) -> ClaimWords<'_> {
        let Claim { span: claim, row, inferred } = claim;
        let text = claim.slice(&self.response).unwrap_or_default();
        let words = self.words_of(claim);
        let near = self.words_of(Span::new(claim.start, claim.end + MAX_AFTER));
        let said =
            frame::without(&self.response, claim, words).map_or(Cow::Borrowed(words), Cow::Owned);
        let content = ContentWords::new(&said, &self.response, &title, self.language);
        // `| PerksPlus | gym memberships [1] |` says too little without the name of its row.
        let row = row.filter(|_| content.words.len() < MIN_WORDS);
        let in_row = row.map(|row| {
            let words = [&said, self.words_of(row)].concat();
            let content = ContentWords::new(&words, &self.response, &title, self.language);
            let terms = self.places.search_terms(&content, &self.response);
            (content, terms)
        });
        let whole = DividedText::part(ReadText { text: &self.response, words }, claim);
        ClaimWords {
            claim,
            title,
            in_row,
            compared: Compared::default(),
            text,
            words,
            terms: self.places.search_terms(&content, &self.response),
            goes_on: inferred && content.words.len() <= MAX_OPENING && self.goes_on(claim.end),
            content,
            sentences: starts(text).len(),
            denied: denied(&whole, near),
            said: whole,
            // Chinese characters alone may be Japanese.
            script: match script(text) {
                Some(Script::Unspaced) if script(&self.response) == Some(Script::Japanese) => {
                    Some(Script::Japanese)
                }
                own => own,
            },
            // A claim that is too short to decide by has the language of the response.
            language: language(words).or(self.language),
        }
    }

    /// True if the sentence of a claim that ends at byte `end` goes on after its marks.
    fn goes_on(&self, end: usize) -> bool {
        // No line end is among these, so the search for the next word stays in the line.
        let after = self.response.get(end..).unwrap_or_default();
        after.trim_start_matches([' ', ')', ']', ',']).starts_with(char::is_lowercase)
    }

    /// Weighs one passage for a claim; `cited` is all that the claim cites.
    #[expect(clippy::too_many_lines, reason = "one statement for each part of the evidence")]
    fn weigh<'w>(
        &'w self,
        claim_words: &ClaimWords<'_>,
        (citation, target): (&Citation, &Target),
        passage: &Passage,
        (cited, long): (&CitedTogether, &LongPassages<'w>),
    ) -> Option<Evidence> {
        let ClaimWords { claim, content, terms, .. } = claim_words;
        let store = self.stores.get(passage.source)?.as_ref().ok()?;
        let source = self.sources.get(passage.source)?;
        let here = (passage.source, passage.span);
        let tightest = self.tightest(terms, passage);
        let whole = self.texts.get(passage.source);
        let text = PassageText::new(passage, tightest, whole, store);
        let passage_words = text.words(&self.places, content);
        let mut words = matched(claim_words.words, content, &passage_words);
        words.akin = akin(claim_words, &passage_words, store).into();
        let best = self.places.best_segment(terms, here);
        let letters = self.letters(terms, &text, &words.in_claim);
        // Digits and signs alone, as in `[46]`, are foreign to no claim.
        let is_other_script =
            claim_words.script.zip(script(text.read())).is_some_and(|(a, b)| a != b)
                && !has_signs_of(claim_words.script, text.read());
        let is_other = |speaks: Option<Language>| {
            claim_words.language.zip(speaks).is_some_and(|(a, b)| a != b)
        };
        let speaks = language(&passage_words);
        // A short passage has the language of its source, unless it has most of the claim.
        let is_short_of_other = speaks.is_none()
            && 2 * words.matched < words.of
            && is_other(self.places.language(passage.source));
        let is_foreign = is_other_script || is_short_of_other || is_other(speaks);
        // A line of code or a name in a source of the claim's script says nothing in another language.
        let is_odd_line = is_other_script
            && whole
                .and_then(|it| script(head(it)))
                .is_some_and(|it| Some(it) == claim_words.script);
        let cited_code =
            CitedCode { source, store, passage, others: &cited.passages, response: self.written };
        let in_code =
            self.code.place(&cited_code, whole, claim_words.text, (claim.start, citation));
        let is_cut = self.cut.is_cut(passage.source, claim_words.words)
            && (source.excerpt || passage.span.end >= whole.map_or(0, |it| it.trim_end().len()));
        // A claim and a source that are too short to show their language have the one of the other.
        let source_speaks = || self.places.language(passage.source).or(self.language);
        let said_in = || claim_words.language.or(speaks).or_else(source_speaks);
        let said = Side::of_claim(claim_words.text, claim.start).in_language(&said_in);
        let compared = text.place();
        let mut numbers = text.numbers(&said, &compared, (speaks, &source_speaks), long);
        leave_denied(&mut numbers, claim_words);
        leave_bare(&mut numbers, claim_words, &passage_words);
        leave_divided(&mut numbers, *claim, &self.response);
        // Code negates conditions, not statements.
        let is_prose = in_code.is_none();
        let reversal = is_prose.then(|| self.reversal(claim_words, &compared)).flatten();
        let reversal = reversal.filter(|_| {
            !text.is_part() || self.is_reversed_throughout(terms, claim_words, passage, &compared)
        });
        let is_contradicted =
            reversal.is_some() || numbers.iter().any(|it| it.status == NumberStatus::Differs);
        let support = SupportFeatures {
            contradicted: f64::from(u8::from(is_contradicted)),
            ..SupportFeatures::new(content, &passage_words, best, letters)
        };
        // A better match shows that the claim could be compared.
        let may_be_compared = !is_foreign || is_odd_line || is_short_of_other && !is_other_script;
        let is_open = is_prose && may_be_compared;
        let decided = || self.decision(claim_words, passage, cited, is_contradicted);
        let decision = is_open.then(decided).flatten();
        let decision = decision.filter(|it| !is_foreign || !it.better.is_empty());
        let features = Features {
            support,
            decision: decision.as_ref().map(|it| Box::new(it.features.clone())),
        };
        let reasons =
            decision.as_ref().map(|it| reasons(claim_words, it, &self.response, &self.texts));
        let decided =
            || decision.map(|it| CodePlace { place: it.place, better: it.better, named: None });
        let CodePlace { place, better, named } = in_code.or_else(decided).unwrap_or_default();
        let drift_lines = match (place, better.first(), passage.first_line) {
            (Place::Drifted, Some(window), Some(first)) if source.pages().next().is_none() => {
                window.first_line.checked_signed_diff(first)
            }
            _ => None,
        };
        let held = terms.share_of(self.places.held(terms, &[here]));
        let range = Range { passage, source, store, tightest, held, cited: &cited.passages };
        let reversal_there = || self.reversal_there(claim_words, place, &better);
        let reversal = reversal.or_else(|| is_prose.then(reversal_there).flatten());
        numbers::reconcile(&mut words, &numbers, claim_words.words, &passage_words);
        // Nothing is known of a text in another language. A text that is cut off does not show what it may
        // have in its missing part.
        let read = (&compared, text.is_part());
        let is_reordered =
            is_open && self.is_reordered(terms, (claim_words, &words), passage, read);
        let (lacking, only_in_claim) = if is_open && !is_foreign {
            let all = Span::new(0, whole.map_or(passage.span.end, str::len));
            let there = ComparedSource {
                places: &self.places,
                whole: (passage.source, all),
                source,
                text: whole.unwrap_or_else(|| text.read()),
                passage: compared.text.read,
            };
            let lacking = lacking((&self.response, claim_words), (&words, &numbers), there);
            (lacking, only_in_claim((claim_words, &words), &compared.text))
        } else {
            Default::default()
        };
        if is_cut {
            leave_open(&mut numbers);
        }
        Some(Evidence {
            support: support.probability(&self.model.support),
            features,
            words,
            place,
            drift_lines,
            better: better.into(),
            reasons: named.map_or_else(|| reasons.unwrap_or_default(), |name| vec![name]).into(),
            numbers: numbers.into(),
            reversal: reversal.map(Box::new),
            quotes: self.quotes(*claim, (citation, target), passage, cited.may_go_on).into(),
            range: range::remarks(&range, whole).into(),
            tightest: tightest.map(Box::new),
            goes_on: claim_words.goes_on,
            foreign: is_foreign && is_prose,
            breaks_off: cited.may_go_on,
            is_cut: self.cut.breaks_off(
                (passage.source, whole, passage.span),
                true,
                claim_words.words,
            ),
            beside: Box::default(),
            lacking,
            only_in_claim,
            reordered: is_reordered,
        })
    }

    /// Returns the share of the claim whose runs of letters the passage has. Words `in_claim` that are
    /// only in the rest of a long passage count with all their letters.
    fn letters(&self, terms: &SearchTerms, text: &PassageText<'_>, in_claim: &[Span]) -> f64 {
        let mut spelled = text.letters(terms);
        for word in in_claim.iter().filter_map(|span| span.slice(&self.response)) {
            terms.letters().mark(word, &mut spelled);
        }
        terms.letters().share([&spelled])
    }

    /// Returns the quotes of the claim, then the words that the citation itself repeats. A quote of the
    /// claim may be in the rest of a text that `goes_on`.
    fn quotes(
        &self,
        claim: Span,
        (citation, target): (&Citation, &Target),
        passage: &Passage,
        goes_on: bool,
    ) -> Vec<QuoteMatch> {
        let text = claim.slice(&self.response).unwrap_or_default();
        let mut quotes = quotes::quoted(text, claim.start);
        let repeated = target.quote.clone().filter(|quote| !quote.trim().is_empty());
        quotes.extend(repeated.map(|text| Quote { text, span: None }));
        let find = |quote| quotes::find(quote, &self.texts, passage.source, passage.span);
        let mut found: Vec<QuoteMatch> = quotes.into_iter().map(find).collect();
        let absent =
            |quote: &&mut QuoteMatch| quote.span.is_some() && quote.status == QuoteStatus::Absent;
        for quote in found.iter_mut().filter(absent).filter(|_| goes_on) {
            quote.status = QuoteStatus::Unknown;
            quote.note = Some("the source text is cut off".to_owned());
        }
        for quote in &mut found {
            quote.leave_disowned(&self.response);
        }
        if let Some(repeated) = found.last_mut().filter(|quote| quote.span.is_none()) {
            repeated.accept(passage);
        }
        if citation.family == code_references::FAMILY {
            found.retain(|quote| quote.is_of_code(self.written, citation.anchor.span));
        }
        found
    }

    /// Returns the lines of a long passage that have most of the claim.
    fn tightest(&self, terms: &SearchTerms, passage: &Passage) -> Option<Window> {
        let lines = passage.last_line.zip(passage.first_line);
        let lines = lines.map(|(last, first)| last.saturating_sub(first) + 1);
        if passage.how != How::Whole && lines.is_none_or(|lines| lines <= LONG_PASSAGE) {
            return None;
        }
        self.places.tightest(terms, (passage.source, passage.span))
    }

    /// Decides the place of the claim; `None` if it cannot be known.
    fn decision(
        &self,
        claim_words: &ClaimWords<'_>,
        passage: &Passage,
        cited: &CitedTogether,
        is_contradicted: bool,
    ) -> Option<Decision> {
        self.texts.get(passage.source)?;
        let (content, terms) = claim_words.placed();
        if content.words.len() < MIN_WORDS {
            return None;
        }
        let question = Question {
            terms,
            sentences: claim_words.sentences,
            passage,
            cited: &cited.passages,
            is_cut: self.cut.any_is_cut(content),
            breaks_off: cited.breaks_off,
            is_contradicted,
            compared: &claim_words.compared,
        };
        Some(decide(&self.places, &self.texts, &question, self.model))
    }
}

/// All that is cited for one claim.
#[derive(Debug)]
struct CitedTogether {
    /// The passages: index of the source, bytes. In order, each once: a marker can repeat an id.
    passages: Vec<(usize, Span)>,
    /// True if one of them breaks off.
    breaks_off: bool,
    /// The same where texts that end at one limit count, too: what they lack is not absent, but another
    /// place may still be the right one.
    may_go_on: bool,
}

/// Returns the part of a source that shows its script.
fn head(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MAX_HEAD)).unwrap_or_default()
}
