//! Evidence in words: the evidence for and against a citation, most important first. The screen and
//! the linear report share it.

use std::collections::{BTreeMap, BTreeSet};

use crate::evidence::{
    CoCitedWord, Evidence, NumberMatch, NumberStatus, Place, QuoteStatus, RangeRemark, ReversedBy,
    Window,
};
use crate::inspect::Inspection;
use crate::model::{Case, Locator};
use crate::resolve::Passage;
use crate::text::Span;
use crate::text::prose::{count, one_line};
use crate::text::span_set::SpanSet;

/// Maximum number of words listed as missing.
const MAX_MISSING: usize = 12;

/// Maximum number of characters of a source sentence in a line.
const MAX_REPEATED: usize = 90;

/// A line about the evidence. Holds foreign words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceLine {
    /// Text of the line.
    pub text: String,
    /// True if it is against the citation.
    pub against: bool,
}

/// The evidence of one target with the data to describe it.
#[derive(Debug, Clone, Copy)]
pub struct EvidenceText<'e> {
    /// The inspection that contains the evidence.
    pub inspection: &'e Inspection,
    /// The passage compared.
    pub passage: &'e Passage,
    /// The result of the comparison.
    pub evidence: &'e Evidence,
    /// True if the passages cited for the claim probably do not support it.
    pub is_weak: bool,
}

impl<'e> EvidenceText<'e> {
    /// Returns the evidence of a target of a citation, by their indexes; `None` if nothing was
    /// compared.
    pub fn of(
        inspection: &'e Inspection,
        (citation, target): (usize, usize),
        is_weak: bool,
    ) -> Option<Self> {
        let found = inspection.inspected.get(citation)?;
        let passage = found.targets.get(target)?.passage()?;
        let evidence = found.evidence.get(target)?.as_deref()?;
        Some(Self { inspection, passage, evidence, is_weak })
    }

    /// Returns the most important thing against the passage, in a few words.
    pub fn trouble(&self) -> Option<String> {
        trouble(self.evidence).or_else(|| self.is_weak.then(|| "low support".to_owned()))
    }

    /// Returns what is said in place of the number of matching words if these mean nothing.
    pub fn not_compared(&self) -> Option<&'static str> {
        let is_compared = self.evidence.features.decision.is_some();
        (self.evidence.foreign && !is_compared)
            .then_some("not compared: claim and passage are in different languages")
    }

    /// Returns `3 of 5 words`, or why words are not counted.
    pub fn words(&self) -> Option<String> {
        let words = &self.evidence.words;
        let counted = || format!("{} of {} words", words.matched, words.of);
        self.not_compared().map(str::to_owned).or_else(|| (words.of > 0).then(counted))
    }

    /// Returns how much of the claim is in the passage: support, numbers, quotes. Failures are left
    /// to [`trouble`] and the lines.
    pub fn sums(&self) -> Vec<String> {
        let mut sums = Vec::new();
        if self.evidence.features.decision.is_some() {
            sums.push(format!("support {:.0} %", 100.0 * self.evidence.support));
        }
        let numbers = &self.evidence.numbers;
        let same = numbers.iter().filter(|number| number.status.is_found()).count();
        if same > 0 {
            let all = numbers.iter().filter(|number| is_counted(number)).count();
            sums.push(format!("{same} of {}", count(all, "number")));
        }
        match &*self.evidence.quotes {
            [] => {}
            [quote] if quote.status.fails() => {}
            [quote] => sums.push(format!("quote {}", quote.status.name())),
            quotes => {
                let there = quotes.iter().filter(|quote| quote.status <= QuoteStatus::Gapped);
                sums.push(format!("{} of {}", there.count(), count(quotes.len(), "quote")));
            }
        }
        sums
    }

    /// Returns `L21-L23 (+13)`, with the source's name if it is another one.
    pub fn place(&self, window: &Window) -> String {
        let Some(place) = self.inspection.place_of(window.source, window.span) else {
            return self.inspection.source_name(window.source);
        };
        if self.passage.source != window.source {
            return format!("{} {place}", self.inspection.source_name(window.source));
        }
        let own = self.inspection.place_of(self.passage.source, self.passage.span);
        let shift = match (&place, own) {
            (Locator::Pages { first, .. }, Some(Locator::Pages { first: own, .. })) => {
                first.checked_signed_diff(own).filter(|shift| *shift != 0)
            }
            (Locator::Lines { first, .. }, _) => {
                self.passage.first_line.and_then(|own| first.checked_signed_diff(own))
            }
            _ => None,
        };
        shift.map_or_else(|| place.to_string(), |shift| format!("{place} ({shift:+})"))
    }

    /// Returns the better matches as one line.
    pub fn better(&self) -> Option<EvidenceLine> {
        let mut places: Vec<String> = Vec::new();
        for place in self.evidence.better.iter().map(|window| self.place(window)) {
            // Sentences of one line have the same name.
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let reasons = self.reasons().join(", ");
        let (first, others) = places.split_first()?;
        let text = match (self.evidence.better.len(), reasons.as_str()) {
            (1, "") => format!("better match at {first}"),
            (1, _) => format!("better match at {first}: {reasons}"),
            (_, "") => format!("possible matches at {}", places.join(", ")),
            _ => {
                let first = format!("{first} ({reasons})");
                let places: Vec<&str> = std::iter::once(first.as_str())
                    .chain(others.iter().map(String::as_str))
                    .collect();
                format!("possible matches at {}", places.join(", "))
            }
        };
        Some(EvidenceLine { text, against: false })
    }

    /// Returns the phrases of the claim that only the better place has, in quotation marks.
    fn reasons(&self) -> Vec<String> {
        let text = &self.inspection.case.response.text;
        let reasons = self.evidence.reasons.iter().filter_map(|span| span.slice(text));
        reasons.map(|phrase| format!("\u{201c}{}\u{201d}", shortened(phrase))).collect()
    }

    /// Returns, for each other citation of the claim, the parts that its passage has and this one
    /// lacks.
    fn beside(&self) -> Vec<EvidenceLine> {
        let text = &self.inspection.case.response.text;
        let mut found: BTreeMap<(usize, usize), Vec<&str>> = BTreeMap::new();
        let beside = &self.evidence.beside;
        let is_whole = |one: &CoCitedWord| {
            !beside.iter().any(|it| {
                it.span != one.span && it.span.overlaps(one.span) && it.span.len() > one.span.len()
            })
        };
        for one in beside.iter().filter(|one| is_whole(one)) {
            let words = found.entry((one.citation, one.target)).or_default();
            let word = one.span.slice(text).unwrap_or_default();
            if !words.contains(&word) {
                words.push(word);
            }
        }
        let citations = &self.inspection.case.response.citations;
        let lines = found.into_iter().map(|((citation, target), words)| {
            // A citation of several targets has one number for all of them.
            let targets = citations.get(citation).map(|it| it.targets.as_slice());
            let number = citation + 1;
            let place = match targets.unwrap_or_default() {
                targets @ [_, _, ..] => {
                    let id = targets.get(target).map(|it| one_line(&it.id)).unwrap_or_default();
                    format!("source {id}")
                }
                _ => format!("[{number}]"),
            };
            let text = format!("found in {place}: {}", words.join(", "));
            EvidenceLine { text, against: false }
        });
        lines.collect()
    }

    /// Returns all lines except better matches, most important first.
    pub fn lines(&self) -> Vec<EvidenceLine> {
        let absent = |number: &NumberMatch| number.status == NumberStatus::Absent;
        let mut lines = self.numbers(&|number| number.status == NumberStatus::Differs);
        let store = self.inspection.store(self.passage.source);
        if store.is_some_and(|store| store.is_blank(self.passage.span)) {
            let text = "the cited lines are blank".to_owned();
            lines.push(EvidenceLine { text, against: true });
        }
        lines.extend(self.reversal());
        lines.extend(self.quotes());
        let (names, others) = self.missing();
        lines.extend(names);
        lines.extend(self.only_in_claim());
        if self.evidence.reordered {
            let text = "the passage has these words in another order".to_owned();
            lines.push(EvidenceLine { text, against: false });
        }
        lines.extend(self.numbers(&absent));
        lines.extend(self.akin());
        lines.extend(others);
        lines.extend(self.beside());
        lines.extend(self.numbers(&|it| it.status != NumberStatus::Differs && !absent(it)));
        if self.evidence.is_cut {
            let text = "the source text is cut off here; the rest may say more".to_owned();
            lines.push(EvidenceLine { text, against: false });
        }
        lines.extend(self.range());
        lines
    }

    /// True if a number has a line of its own. If the passage is the wrong one, what else it lacks adds
    /// nothing new.
    fn has_line(&self, number: &NumberMatch) -> bool {
        number.status != NumberStatus::Same
            && !self.evidence.beside.iter().any(|other| other.span == number.span)
            && (number.status == NumberStatus::Differs || self.evidence.better.is_empty())
            && is_counted(number)
    }

    fn numbers(&self, is_meant: &dyn Fn(&NumberMatch) -> bool) -> Vec<EvidenceLine> {
        let numbers = self.evidence.numbers.iter();
        let worth = numbers.filter(|number| self.has_line(number) && is_meant(number));
        let message = worth.map(|number| {
            let note = number.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
            let claim = &number.claim;
            let text = match (&number.passage, number.status) {
                (Some(passage), NumberStatus::Differs) => {
                    format!("number differs: claim {claim} · passage {passage}{note}")
                }
                (Some(passage), status) => {
                    format!("{claim}: {} · passage {passage}{note}", in_words(status))
                }
                (None, status) => format!("{claim}: {}{note}", in_words(status)),
            };
            EvidenceLine { text, against: number.status == NumberStatus::Differs }
        });
        message.collect()
    }

    fn reversal(&self) -> Option<EvidenceLine> {
        let reversal = self.evidence.reversal.as_ref()?;
        let claim = reversal.claim.slice(&self.inspection.case.response.text)?;
        let is_own = reversal.source == self.passage.source
            && reversal.passage.intersect(self.passage.span) == Some(reversal.passage);
        let place = if is_own { "passage" } else { "better match" };
        let label = match reversal.by {
            ReversedBy::Negation => "negation differs",
            ReversedBy::Opposite => "opposite words",
        };
        let text = format!("{label}: claim {claim} · {place} {}", reversal.word);
        Some(EvidenceLine { text, against: true })
    }

    fn quotes(&self) -> Vec<EvidenceLine> {
        let quotes = self.evidence.quotes.iter();
        let worth = quotes.filter(|quote| quote.note.is_some() || quote.status.fails());
        let message = worth.map(|quote| {
            let note = quote.note.as_ref().map(|note| format!(": {note}")).unwrap_or_default();
            let words = shortened(&quote.text);
            let text = format!("quote {} \u{201c}{words}\u{201d}{note}", quote.status.name());
            EvidenceLine { text, against: quote.turned || quote.status.fails() }
        });
        message.collect()
    }

    /// Returns true if the note on a failing quote names the word at `span` of the response.
    fn is_said_of_quote(&self, span: Span) -> bool {
        let word = span.slice(&self.inspection.case.response.text).unwrap_or_default();
        let named = format!("\u{201c}{word}\u{201d}");
        self.evidence.quotes.iter().any(|quote| {
            quote.status.fails()
                && quote.span.is_some_and(|own| own.overlaps(span))
                && quote.note.as_ref().is_some_and(|note| note.contains(&named))
        })
    }

    /// Returns the words of the claim that the passage may express by a synonym.
    fn akin(&self) -> Option<EvidenceLine> {
        let text = &self.inspection.case.response.text;
        let akin = self.evidence.words.akin.iter();
        let pairs: Vec<String> = akin
            .filter_map(|one| Some(format!("{} ~ {}", one.claim.slice(text)?, one.word)))
            .collect();
        let message = format!("similar words: {}", pairs.join(", "));
        (!pairs.is_empty()).then_some(EvidenceLine { text: message, against: false })
    }

    /// Returns the words of the claim that the passage does not have, even by a synonym: the names that its
    /// source has nowhere, and the others.
    fn missing(&self) -> (Option<EvidenceLine>, Option<EvidenceLine>) {
        let text = &self.inspection.case.response.text;
        let Evidence { words, numbers, lacking, beside, .. } = self.evidence;
        let akin = words.akin.iter().filter_map(|one| one.claim.slice(text));
        let mut known: BTreeSet<String> = akin.map(str::to_ascii_lowercase).collect();
        let beside: BTreeSet<Span> = beside.iter().map(|other| other.span).collect();
        let lacking: BTreeSet<Span> = lacking.iter().copied().collect();
        let numbers = numbers.iter().filter(|number| self.has_line(number));
        let numbers = SpanSet::new(numbers.map(|number| number.span));
        if self.not_compared().is_some() {
            return (None, None);
        }
        let missing = words.missing.iter().copied().filter(|span| {
            !(beside.contains(span)
                || numbers.overlaps(*span)
                || self.is_reversed(*span)
                || self.is_said_of_quote(*span))
        });
        let (names, others): (Vec<Span>, Vec<Span>) =
            missing.partition(|span| lacking.contains(span));
        let mut line = |place: &str, spans: &[Span]| {
            let listed = listed(text, spans, &mut known)?;
            Some(EvidenceLine { text: format!("not in the {place}: {listed}"), against: false })
        };
        let names = line("source", &names);
        (names, line("passage", &others))
    }

    /// Returns what keeps the support open: the names, numbers and limits that the claim alone has, else
    /// the other words that the passage does not have.
    pub fn open(&self) -> Vec<EvidenceLine> {
        let (names, others) = self.missing();
        let numbers = self.numbers(&|number| number.status != NumberStatus::Differs);
        let mut lines: Vec<EvidenceLine> = names.into_iter().collect();
        lines.extend(self.only_in_claim());
        lines.extend(numbers);
        if lines.is_empty() {
            lines.extend(others);
        }
        lines
    }

    /// Returns the words that turn or limit the claim alone.
    fn only_in_claim(&self) -> Option<EvidenceLine> {
        let text = &self.inspection.case.response.text;
        let spans = self.evidence.only_in_claim.iter().copied();
        let spans: Vec<Span> = spans.filter(|span| !self.is_reversed(*span)).collect();
        let listed = listed(text, &spans, &mut BTreeSet::new())?;
        Some(EvidenceLine { text: format!("only the claim says: {listed}"), against: false })
    }

    /// True for words of the claim that are named as reversed.
    fn is_reversed(&self, span: Span) -> bool {
        self.evidence.reversal.as_ref().is_some_and(|it| it.claim.overlaps(span))
    }

    fn range(&self) -> Vec<EvidenceLine> {
        let message = self.evidence.range.iter().map(|remark| match remark {
            RangeRemark::TooWide(window) => {
                let place = self.inspection.place_of(window.source, window.span);
                let place = place.map(|place| place.to_string()).unwrap_or_default();
                format!("range too broad; {place} is enough")
            }
            RangeRemark::Qualified { span, .. } => {
                let place = self.inspection.place_of(self.passage.source, *span);
                let place = place.map(|place| place.to_string()).unwrap_or_default();
                let store = self.inspection.store(self.passage.source);
                let text = store.map(|store| store.read(*span, 4 * MAX_REPEATED));
                let text = shortened(&text.unwrap_or_default());
                format!("the next line qualifies it: {place} \u{201c}{text}\u{201d}")
            }
        });
        message.map(|text| EvidenceLine { text, against: false }).collect()
    }
}

/// Lists words of a text that are not `known` yet (in lower case), and makes them known; `None` if all of
/// them are.
fn listed(text: &str, spans: &[Span], known: &mut BTreeSet<String>) -> Option<String> {
    let mut phrases: Vec<Span> = Vec::new();
    for span in spans {
        // Pairs of characters of scripts without blanks overlap.
        match phrases.last_mut().filter(|last| span.start < last.end) {
            Some(last) => last.end = last.end.max(span.end),
            None => phrases.push(*span),
        }
    }
    let words = phrases.into_iter().filter_map(|span| span.slice(text));
    let mut words: Vec<&str> =
        words.filter(|word| known.insert(word.to_ascii_lowercase())).collect();
    let more = words.len().saturating_sub(MAX_MISSING);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    words.truncate(MAX_MISSING);
    (!words.is_empty()).then(|| format!("{}{more}", words.join(", ")))
}

/// Describes the status of a number.
fn in_words(status: NumberStatus) -> &'static str {
    match status {
        NumberStatus::Unknown => "not verified",
        NumberStatus::Absent => "not in the passage",
        other => other.name(),
    }
}

/// Returns the scores that the input and judges give for a target, with whose they are: `gemini
/// score 0.9`.
pub fn scores(case: &Case, citation: usize, target: usize) -> Vec<String> {
    let Some(citation) = case.response.citations.get(citation) else { return Vec::new() };
    let own = citation.targets.get(target).and_then(|target| target.score);
    let own = own.map(|score| (case.format.name, score));
    let judged = citation.judgements_of(target).map(|one| (one.by.as_str(), one.score));
    own.into_iter().chain(judged).map(|(by, score)| format!("{by} score {score}")).collect()
}

/// Returns the reasons that judges gave for their scores of a target.
pub fn reasons(case: &Case, citation: usize, target: usize) -> Vec<EvidenceLine> {
    let citation = case.response.citations.get(citation);
    let judged = citation.into_iter().flat_map(|citation| citation.judgements_of(target));
    let message = judged.filter_map(|one| Some(format!("{}: {}", one.by, one.reason.as_ref()?)));
    message.map(|text| EvidenceLine { text, against: false }).collect()
}

/// Returns the strongest evidence against the citation in a word or two, if there is any.
fn trouble(evidence: &Evidence) -> Option<String> {
    match evidence.place {
        Place::Drifted => {
            let shift = evidence.drift_lines.map(|lines| format!(" {lines:+} lines"));
            return Some(format!("drifted{}", shift.unwrap_or_default()));
        }
        Place::Elsewhere => return Some("wrong source".to_owned()),
        Place::Ambiguous => return Some("several possible matches".to_owned()),
        Place::Nowhere => return Some("not found in any source".to_owned()),
        Place::Here | Place::Unknown => {}
    }
    if evidence.numbers.iter().any(|number| number.status == NumberStatus::Differs) {
        return Some("a number differs".to_owned());
    }
    if let Some(reversal) = &evidence.reversal {
        let differs = match reversal.by {
            ReversedBy::Negation => "a negation differs",
            ReversedBy::Opposite => "a word is the opposite",
        };
        return Some(differs.to_owned());
    }
    let quote = evidence.quotes.iter().find(|quote| quote.turned || quote.status.fails())?;
    Some(if quote.turned && !quote.status.fails() {
        "the quote omits words that reverse it".to_owned()
    } else {
        format!("quote {}", quote.status.name())
    })
}

/// True unless a number is only a word of a name or an order (`second`) that is found nowhere.
fn is_counted(number: &NumberMatch) -> bool {
    !(number.is_name && number.status == NumberStatus::Unknown)
}

fn shortened(text: &str) -> String {
    let text = one_line(text);
    if text.chars().count() <= MAX_REPEATED {
        return text;
    }
    text.chars().take(MAX_REPEATED - 1).chain(['…']).collect()
}
