//! Evidence and findings in the JSON layout.

use std::collections::BTreeMap;

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::Serialize;

use crate::evidence::{
    Akin, CoCitedWord, Evidence, Features, NumberMatch, QuoteMatch, RangeRemark, SupportFeatures,
    Window,
};
use crate::inspect::Inspection;
use crate::rules::Finding;
use crate::text::Span;

/// The comparison of claim and passage.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub(super) struct JsonEvidence {
    /// Probability that the passage supports the claim, 0 to 1, by a model fitted to labelled
    /// claims.
    support: f64,
    features: JsonFeatures,
    words: JsonWords,
    /// The claim's numbers next to the passage's.
    numbers: Vec<JsonNumber>,
    /// A word by which claim and passage say opposite things; null if there is none.
    reversal: Option<JsonReversal>,
    /// The claim's quotes, then the words that the citation repeats.
    quotes: Vec<JsonQuote>,
    /// Place of the claim's words: `here`, `drifted`, `elsewhere`, `ambiguous`, `nowhere` or
    /// `unknown`.
    place: &'static str,
    /// Distance in lines from the cited range to a `drifted` one; negative above it.
    drift_lines: Option<i64>,
    /// Better places, best first.
    better: Vec<JsonWindow>,
    /// Phrases of the claim that the best place has and the cited passages lack, the weightiest
    /// first.
    reasons: Vec<String>,
    /// True if the passage reaches the place where the text of its source is cut off.
    is_cut: bool,
    /// Numbers of the claim that the passage does not have, then names that are nowhere in its source.
    lacking: Vec<String>,
    /// Words that turn or limit the claim, such as `never`, `only`, `all` or `must`, while no word of their
    /// kind does so in the passage.
    only_in_claim: Vec<String>,
    /// True if the passage has the words of a sentence of the claim in another order.
    reordered: bool,
    /// Words and numbers of the claim that another passage has which is cited for it.
    beside: Vec<JsonBeside>,
    /// The lines of a long passage that hold most of the claim's words.
    tightest: Option<JsonWindow>,
    /// Remarks on the ends of the cited range.
    range: Vec<JsonRange>,
}

/// The features of `support` and `place`: shares from 0 to 1, but for `size`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonFeatures {
    /// Each feature of `support` by its name; each only ever raises it.
    support: BTreeMap<&'static str, f64>,
    /// The scores of `place`; null if it is unknown.
    place: Option<JsonDecision>,
}

/// Scores of the cited passages and of the best place that is not cited, as shares of the claim.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonDecision {
    /// Score of the cited passages, by runs of letters.
    cited: f64,
    /// Score of the best place that is not cited, by words.
    best: f64,
    /// Score of that place by runs of letters.
    spelled: f64,
    /// Score of the best line or sentence of that place.
    tight: f64,
    /// Score of the best place apart from that one.
    second: f64,
    /// Weight of the claim's words, as a number of words that no source has.
    size: f64,
    /// Share of the other lines and sentences of the cited sources that have at least as much of the
    /// claim as the best one of the cited passages.
    rivals: f64,
    /// Share of the numbers and names that the best place has and the cited passages lack, if it
    /// has all else that they have.
    particulars: f64,
    /// Probability that the cited passages are not the place of the claim.
    misplaced: f64,
    /// Probability that the best place is that of the claim if they are not.
    found: f64,
}

/// A word or number that another citation of the claim accounts for.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonBeside {
    text: String,
    /// The other citation's number.
    citation: usize,
    /// The number of its target, from 1.
    target: usize,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonWords {
    /// Number of distinct significant words of the claim in the passage.
    matched: usize,
    /// Number of such words in the claim.
    of: usize,
    /// Those not in the passage, as the claim writes them.
    missing: Vec<String>,
    /// Those of them for which the passage has a word of a near meaning.
    akin: Vec<JsonAkin>,
}

/// A word of the claim and one of the passage that a table of synonyms puts together.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonAkin {
    claim: String,
    passage: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonNumber {
    claim: String,
    passage: Option<String>,
    /// `same`, `implied` by a bound, `rounded`, `differs` (contradicted), `absent`, `derived` or `unknown`.
    status: &'static str,
    note: Option<String>,
}

/// The word as the claim and the passage have it: with its negation where there is one.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonReversal {
    /// `negation` if only one of claim and passage negates the word, `opposite` if the passage has its
    /// opposite.
    by: &'static str,
    claim: String,
    passage: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonQuote {
    text: String,
    /// `verbatim`, `normalised`, `gapped`, `altered`, `elsewhere`, `absent` or `short`.
    status: &'static str,
    /// The source that has it, or text close to it.
    source: Option<String>,
    first_line: Option<u64>,
    last_line: Option<u64>,
    /// True if omitted or inserted words reverse the sentence.
    turned: bool,
    note: Option<String>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonWindow {
    source: String,
    first_line: u64,
    /// Inclusive.
    last_line: u64,
    /// Its page, from 1; null if the source has no pages.
    page: Option<u64>,
    /// Share of the claim there, with rare words weighing more.
    support: f64,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonRange {
    /// `too-wide` or `qualified`.
    kind: &'static str,
    first_line: u64,
    /// Inclusive.
    last_line: u64,
    /// The word that qualifies.
    word: Option<String>,
}

/// A finding of a rule.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub(super) struct JsonFinding {
    /// The rule's name.
    rule: &'static str,
    code: &'static str,
    /// `error`, `warning` or `note`.
    severity: &'static str,
    message: String,
    /// The citation's number; null for the response or a source.
    citation: Option<usize>,
    start: usize,
    /// Exclusive.
    end: usize,
    help: Option<String>,
}

pub(super) fn evidence(inspection: &Inspection, evidence: &Evidence) -> JsonEvidence {
    let response = &inspection.case.response.text;
    let written = |spans: &[Span]| {
        let texts = spans.iter().filter_map(|span| span.slice(response));
        texts.map(str::to_owned).collect::<Vec<String>>()
    };
    JsonEvidence {
        support: rounded(evidence.support),
        features: features(&evidence.features),
        words: JsonWords {
            matched: evidence.words.matched,
            of: evidence.words.of,
            missing: written(&evidence.words.missing),
            akin: evidence.words.akin.iter().filter_map(|one| akin(response, one)).collect(),
        },
        numbers: evidence.numbers.iter().map(number).collect(),
        reversal: evidence.reversal.as_ref().and_then(|it| {
            let claim = it.claim.slice(response)?.to_owned();
            Some(JsonReversal { by: it.by.name(), claim, passage: it.word.clone() })
        }),
        quotes: evidence.quotes.iter().map(|one| quote(inspection, one)).collect(),
        place: evidence.place.name(),
        drift_lines: evidence.drift_lines,
        better: evidence.better.iter().map(|one| window(inspection, one)).collect(),
        reasons: written(&evidence.reasons),
        is_cut: evidence.is_cut,
        lacking: written(&evidence.lacking),
        only_in_claim: written(&evidence.only_in_claim),
        reordered: evidence.reordered,
        beside: evidence.beside.iter().filter_map(|it| beside(response, it)).collect(),
        tightest: evidence.tightest.as_deref().map(|one| window(inspection, one)),
        range: evidence.range.iter().map(range).collect(),
    }
}

/// Returns a finding; `number` is that of its citation, and `place` converts its span into the
/// requested unit.
pub(super) fn finding(
    finding: &Finding,
    number: Option<usize>,
    (start, end): (usize, usize),
) -> JsonFinding {
    JsonFinding {
        rule: finding.rule.name,
        code: finding.rule.code,
        severity: finding.severity.name(),
        message: finding.message.clone().into_owned(),
        citation: number,
        start,
        end,
        help: finding.help.clone(),
    }
}

/// Rounds to three decimals, which is precise enough. The sum of no words is -0.0, which readers
/// expect to be 0.
fn rounded(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0 + 0.0
}

fn features(features: &Features) -> JsonFeatures {
    let support = SupportFeatures::NAMES.into_iter().zip(features.support.values());
    let place = features.decision.as_deref().map(|it| JsonDecision {
        cited: rounded(it.cited),
        best: rounded(it.best),
        spelled: rounded(it.spelled),
        second: rounded(it.second),
        size: rounded(it.size),
        rivals: rounded(it.rivals),
        tight: rounded(it.tight),
        particulars: rounded(it.particulars),
        misplaced: rounded(it.misplaced),
        found: rounded(it.found),
    });
    JsonFeatures { support: support.map(|(name, value)| (name, rounded(value))).collect(), place }
}

fn beside(response: &str, word: &CoCitedWord) -> Option<JsonBeside> {
    Some(JsonBeside {
        text: word.span.slice(response)?.to_owned(),
        citation: word.citation + 1,
        target: word.target + 1,
    })
}

fn akin(response: &str, pair: &Akin) -> Option<JsonAkin> {
    Some(JsonAkin { claim: pair.claim.slice(response)?.to_owned(), passage: pair.word.clone() })
}

fn number(number: &NumberMatch) -> JsonNumber {
    JsonNumber {
        claim: number.claim.to_string(),
        passage: number.passage.as_deref().map(str::to_owned),
        status: number.status.name(),
        note: number.note.as_deref().map(str::to_owned),
    }
}

fn quote(inspection: &Inspection, quote: &QuoteMatch) -> JsonQuote {
    let lines =
        quote.source.zip(quote.found).and_then(|(source, span)| inspection.lines_of(source, span));
    JsonQuote {
        text: quote.text.clone(),
        status: quote.status.name(),
        source: quote.source.map(|source| inspection.source_name(source)),
        first_line: lines.map(|(first, _)| first),
        last_line: lines.map(|(_, last)| last),
        turned: quote.turned,
        note: quote.note.clone(),
    }
}

fn window(inspection: &Inspection, window: &Window) -> JsonWindow {
    JsonWindow {
        source: inspection.source_name(window.source),
        first_line: window.first_line,
        last_line: window.last_line,
        page: page_at(inspection, window.source, window.span.start),
        support: rounded(window.support),
    }
}

fn range(remark: &RangeRemark) -> JsonRange {
    match remark {
        RangeRemark::TooWide(window) => JsonRange {
            kind: "too-wide",
            first_line: window.first_line,
            last_line: window.last_line,
            word: None,
        },
        RangeRemark::Qualified { line, word, .. } => JsonRange {
            kind: "qualified",
            first_line: *line,
            last_line: *line,
            word: Some(word.clone()),
        },
    }
}

/// Returns the number of the page that byte `offset` of a source is on.
pub(super) fn page_at(inspection: &Inspection, source: usize, offset: usize) -> Option<u64> {
    Some(inspection.case.sources.get(source)?.page_at(offset)?.number)
}
