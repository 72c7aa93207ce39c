//! Cases with known answers: the place in the sources that supports an answer is known.
//!
//! Everything is invented and made from a seed. The facts with an even number in their domain are
//! the ones to learn from, the others are held out.

mod abroad;
mod document;
mod facts;
pub(crate) mod random;
mod second_hand;

use std::collections::BTreeMap;

use abroad::{ABROAD, CLAUSES};
use document::Document;
pub(crate) use document::Layout;
use facts::{DOMAINS, Domain, Fact};
use pincite::dialects::shared::markers::Families;
use pincite::dialects::shared::markers::read_response;
use pincite::model::Case;
use pincite::text::Span;
use random::Random;
use second_hand::SECOND_HAND;

/// The relation of the citation to the fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// The range is the fact's lines.
    Exact,
    /// The range has a few lines more on both sides.
    Wider,
    /// The range holds the fact and reaches past one end of it.
    Overlapping,
    /// Two sentences with one citation that holds both facts.
    TwoSentences,
    /// Two citations for one claim, each right for a half of it.
    Halves,
    /// A short clause whose line says it in other words.
    Clause,
    /// Other lines of the right source.
    Drifted,
    /// Two sentences with one citation of other lines.
    TwoDrifted,
    /// Some of the fact's lines, or one fact of two.
    Partial,
    /// Another source.
    WrongSource,
    /// The fact is in no source.
    Absent,
    /// The fact occurs twice, in the same words, and neither is cited.
    Twins,
    /// The fact occurs twice, in different words, and neither is cited.
    TwinsReworded,
}

impl Kind {
    pub(crate) const ALL: [Self; 13] = [
        Self::Exact,
        Self::Wider,
        Self::Overlapping,
        Self::TwoSentences,
        Self::Halves,
        Self::Clause,
        Self::Drifted,
        Self::TwoDrifted,
        Self::Partial,
        Self::WrongSource,
        Self::Absent,
        Self::Twins,
        Self::TwinsReworded,
    ];

    /// True if the citation is correct as it is.
    pub(crate) const fn is_right(self) -> bool {
        use Kind::{Clause, Exact, Halves, Overlapping, TwoSentences, Wider};
        matches!(self, Exact | Wider | Overlapping | TwoSentences | Halves | Clause)
    }
}

/// The wording of the fact in the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Wording {
    Copy,
    Light,
    Heavy,
}

impl Wording {
    pub(crate) const ALL: [Self; 3] = [Self::Copy, Self::Light, Self::Heavy];
}

/// The selection of facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Half {
    Learning,
    HeldOut,
    /// All facts that somebody else invented, who knew nothing of the program.
    SecondHand,
}

/// A case with its answer.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) kind: Kind,
    pub(crate) wording: Wording,
    pub(crate) domain: &'static str,
    pub(crate) layout: Layout,
    pub(crate) case: Case,
    /// The places of the fact: sources and bytes.
    pub(crate) truths: Vec<(usize, Span)>,
}

impl Question {
    /// True if a place is one of the fact: it has half of its bytes and is not much longer.
    pub(crate) fn is_right(&self, source: usize, span: Span) -> bool {
        self.truths.iter().any(|(at, truth)| {
            let held = span.intersect(*truth).map_or(0, Span::len);
            *at == source && held * 2 >= truth.len() && span.len() <= truth.len() * 2 + 160
        })
    }
}

/// Returns a case of `kind`; the same for the same seed.
pub(crate) fn question(
    kind: Kind,
    wording: Wording,
    half: Half,
    abroad: bool,
    seed: u64,
) -> Question {
    let mut random = Random::new(seed ^ (kind as u64) << 40 ^ (wording as u64) << 50);
    let domains = match half {
        _ if abroad => ABROAD,
        Half::SecondHand => SECOND_HAND,
        Half::Learning | Half::HeldOut => DOMAINS,
    };
    let domain = random.of(domains);
    Maker { domain, half, wording, kind, random }.question()
}

type Slots = BTreeMap<&'static str, &'static str>;

struct Maker {
    domain: &'static Domain,
    half: Half,
    wording: Wording,
    kind: Kind,
    random: Random,
}

/// A fact with its slots filled.
struct Statement {
    fact: &'static Fact,
    slots: Slots,
}

impl Statement {
    fn source(&self) -> String {
        filled(self.fact.source, &self.slots)
    }

    fn claim(&self, wording: Wording) -> String {
        let template = match wording {
            Wording::Copy => self.fact.source,
            Wording::Light => self.fact.light,
            Wording::Heavy => self.fact.heavy,
        };
        filled(template, &self.slots)
    }
}

impl Maker {
    fn question(mut self) -> Question {
        if self.kind == Kind::Clause {
            return self.clause();
        }
        let layouts: &[Layout] = if self.domain.unspaced {
            &[Layout::Labelled, Layout::Paragraphs]
        } else {
            &[Layout::Labelled, Layout::Wrapped, Layout::Paragraphs]
        };
        let layout = *self.random.of(layouts);
        let statement = self.statement();
        let mut facts = vec![statement];
        if matches!(self.kind, Kind::TwoSentences | Kind::Halves | Kind::TwoDrifted) {
            facts.push(self.another(facts[0].fact));
        }
        let mut forbidden: Vec<String> = facts.iter().map(Statement::source).collect();
        forbidden.extend(facts.iter().map(|statement| statement.claim(Wording::Light)));
        let mut lists: Vec<Vec<String>> =
            (0..self.random.between(2, 4)).map(|_| self.sentences(&facts[0], &forbidden)).collect();
        let places = self.put(&facts, &mut lists);
        let mut documents = Vec::new();
        for (number, sentences) in lists.iter().enumerate() {
            let id = format!("turn0file{number}");
            documents.push(Document::new(
                id,
                sentences,
                layout,
                self.domain.unspaced,
                &mut self.random,
            ));
        }
        let span = |(source, sentence): &(usize, usize)| {
            (*source, documents[*source].sentences[*sentence])
        };
        let mut truths: Vec<(usize, Span)> = places.iter().map(span).collect();
        let cited = self.cited(&documents, &truths);
        if self.kind == Kind::TwoDrifted {
            let (first, last) = (truths[0].1, truths[1].1);
            truths = vec![(truths[0].0, Span::new(first.start, last.end)), truths[0], truths[1]];
        }
        let claim = self.claim(&facts);
        let response = self.response(&claim, &cited);
        self.done(response, documents, truths, layout)
    }

    fn done(
        &self,
        response: String,
        documents: Vec<Document>,
        truths: Vec<(usize, Span)>,
        layout: Layout,
    ) -> Question {
        let response = read_response(response, &Families::default());
        let sources = documents.into_iter().map(|document| document.source).collect();
        let case = Case { response, sources, ..Case::default() };
        let Self { kind, wording, domain, .. } = *self;
        Question { kind, wording, domain: domain.name, layout, case, truths }
    }

    fn slots(&mut self) -> Slots {
        self.domain
            .slots
            .iter()
            .map(|(name, values)| (*name, *self.random.of::<&str>(values)))
            .collect()
    }

    fn asked(&self, number: usize) -> bool {
        self.half == Half::SecondHand || (self.half == Half::Learning) == number.is_multiple_of(2)
    }

    fn statement(&mut self) -> Statement {
        let facts = self.domain.facts.iter().enumerate();
        let facts: Vec<_> = facts.filter(|(number, _)| self.asked(*number)).collect();
        Statement { fact: self.random.of(&facts).1, slots: self.slots() }
    }

    fn another(&mut self, than: &Fact) -> Statement {
        let others: Vec<&'static Fact> =
            self.domain.facts.iter().filter(|fact| fact.source != than.source).collect();
        Statement { fact: self.random.of::<&'static Fact>(&others), slots: self.slots() }
    }

    /// Returns the other sentences of a document: fillers, other facts, and lookalikes of the fact.
    fn sentences(&mut self, statement: &Statement, forbidden: &[String]) -> Vec<String> {
        let count = self.random.between(40, 400).min(self.random.between(40, 400));
        let lookalikes = self.random.between(5, 25);
        let mut sentences = Vec::new();
        while sentences.len() < count {
            let mut slots = self.slots();
            let dice = self.random.below(100);
            let template = if dice < lookalikes {
                if self.random.chance(40) {
                    slots = self.nearly(statement);
                }
                statement.fact.source
            } else if dice < 45 {
                self.random.of(self.domain.facts).source
            } else {
                self.random.of::<&str>(self.domain.fillers)
            };
            let sentence = filled(template, &slots);
            if !forbidden.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        sentences
    }

    /// Returns the slots of a fact with one of those it uses changed.
    fn nearly(&mut self, statement: &Statement) -> Slots {
        let used = self.domain.slots.iter();
        let used: Vec<_> = used
            .filter(|(name, _)| statement.fact.source.contains(&format!("{{{name}}}")))
            .collect();
        let (name, values) = *self.random.of(&used);
        let mut slots = statement.slots.clone();
        slots.insert(name, self.random.of::<&str>(values));
        slots
    }

    /// Puts each fact in its place, between sentences on the same subject; which sentence
    /// of which document that is.
    fn put(&mut self, facts: &[Statement], lists: &mut [Vec<String>]) -> Vec<(usize, usize)> {
        let source = self.random.below(lists.len());
        let list = &mut lists[source];
        let at = self.random.between(6, list.len() - 6);
        let near: Vec<String> = (0..3)
            .map(|_| filled(self.random.of::<&str>(self.domain.fillers), &facts[0].slots))
            .collect();
        let [one, two, three] = near.try_into().expect("three of them");
        match self.kind {
            Kind::Absent => {
                list.splice(at..at, [one, two, three]);
                Vec::new()
            }
            Kind::TwoSentences | Kind::TwoDrifted => {
                list.splice(at..at, [one, facts[0].source(), facts[1].source(), two]);
                vec![(source, at + 1), (source, at + 2)]
            }
            Kind::Halves => {
                list.splice(at..at, [one, facts[0].source(), two]);
                let other = (source + 1) % lists.len();
                let list = &mut lists[other];
                let place = self.random.between(2, list.len() - 2);
                list.insert(place, facts[1].source());
                vec![(source, at + 1), (other, place)]
            }
            Kind::Twins | Kind::TwinsReworded => {
                list.splice(at..at, [one, facts[0].source(), two]);
                let twin = match self.kind {
                    Kind::Twins => facts[0].source(),
                    _ => facts[0].claim(Wording::Light),
                };
                let other =
                    if self.random.chance(50) { source } else { (source + 1) % lists.len() };
                let list = &mut lists[other];
                if other != source {
                    let place = self.random.between(2, list.len() - 2);
                    list.insert(place, twin);
                    return vec![(source, at + 1), (other, place)];
                }
                list.push(three);
                list.extend(
                    (0..self.random.between(1, 12))
                        .map(|_| self.domain.fillers[0].to_owned())
                        .map(|filler| filled(&filler, &facts[0].slots)),
                );
                list.push(twin);
                vec![(source, at + 1), (source, list.len() - 1)]
            }
            _ => {
                list.splice(at..at, [one, facts[0].source(), two]);
                vec![(source, at + 1)]
            }
        }
    }

    /// Returns the lines that the answer cites: source, first and last.
    fn cited(
        &mut self,
        documents: &[Document],
        truths: &[(usize, Span)],
    ) -> Vec<(usize, usize, usize)> {
        let lines = |(source, span): &(usize, Span)| {
            let (first, last) = documents[*source].lines_of(*span);
            (*source, first, last)
        };
        let truths: Vec<_> = truths.iter().map(lines).collect();
        let Some(&(source, first, last)) = truths.first() else {
            return vec![self.elsewhere(documents, &truths, None)];
        };
        let count = documents[source].count();
        let before = |lines: usize| first.saturating_sub(lines).max(1);
        let after = |lines: usize| (last + lines).min(count);
        match self.kind {
            Kind::Exact => vec![(source, first, last)],
            Kind::Halves => truths,
            Kind::Wider => {
                vec![(source, before(self.random.between(1, 3)), after(self.random.between(1, 3)))]
            }
            Kind::Overlapping if self.random.chance(50) => {
                vec![(source, before(self.random.between(1, 6)), last)]
            }
            Kind::Overlapping => vec![(source, first, after(self.random.between(1, 6)))],
            Kind::TwoSentences => vec![(source, first, truths[1].2)],
            Kind::Partial if first < last && self.random.chance(50) => {
                vec![(source, before(1), first)]
            }
            Kind::Partial if first < last => vec![(source, last, after(1))],
            Kind::WrongSource => {
                let others: Vec<usize> =
                    (0..documents.len()).filter(|one| *one != source).collect();
                let other = *self.random.of(&others);
                vec![self.elsewhere(documents, &truths, Some(other))]
            }
            _ => vec![self.elsewhere(documents, &truths, Some(source))],
        }
    }

    /// Lines that hold none of the facts; in the right source one to sixty lines off.
    fn elsewhere(
        &mut self,
        documents: &[Document],
        truths: &[(usize, usize, usize)],
        source: Option<usize>,
    ) -> (usize, usize, usize) {
        let source = source.unwrap_or_else(|| self.random.below(documents.len()));
        let document = &documents[source];
        let here = truths.iter().find(|(at, ..)| *at == source);
        loop {
            let length = self.random.between(1, 4);
            let first = match here {
                Some((_, first, last)) if self.random.chance(50) => {
                    (last + self.random.between(1, 60)).max(*first)
                }
                Some((_, first, _)) => {
                    first.saturating_sub(length - 1 + self.random.between(1, 60))
                }
                None => self.random.between(1, document.count()),
            };
            let last = first + length - 1;
            let apart = |(at, from, to): &(usize, usize, usize)| {
                *at != source || *to < first || last < *from
            };
            let inside = first >= 1 && last <= document.count();
            if inside && truths.iter().all(apart) && !document.is_blank(first, last) {
                return (source, first, last);
            }
        }
    }

    fn claim(&mut self, facts: &[Statement]) -> String {
        let unspaced = self.domain.unspaced;
        let claims: Vec<String> =
            facts.iter().map(|statement| statement.claim(self.wording)).collect();
        let [first, second] = claims.as_slice() else { return claims[0].clone() };
        match (self.kind, unspaced) {
            (Kind::Halves, true) => format!("{}，{second}", first.trim_end_matches('。')),
            (Kind::Halves, false) => format!("{}, while {second}", first.trim_end_matches('.')),
            (_, true) => format!("{first}{second}"),
            (_, false) => format!("{first} {second}"),
        }
    }

    fn response(&mut self, claim: &str, cited: &[(usize, usize, usize)]) -> String {
        let claim = claim.trim_end_matches(['.', '。']);
        let opening = match (self.domain.unspaced, self.domain.name) {
            (false, "German") => "Das sagen die Unterlagen dazu.\n\n",
            (false, _) => "Here is what the documents say.\n\n",
            (true, _) => "",
        };
        let marker = |(source, first, last): &(usize, usize, usize)| {
            format!("\u{e200}cite\u{e202}turn0file{source}\u{e202}L{first}-L{last}\u{e201}")
        };
        let markers: String = cited.iter().map(marker).collect();
        let end = if self.domain.unspaced { "。" } else { "." };
        format!("{opening}{claim}{end}{markers}\n\nThat is all.")
    }

    fn clause(mut self) -> Question {
        let [sentence, clause, line, tempting] = *self.random.of(CLAUSES);
        let statement = self.statement();
        let mut sentences = self.sentences(&statement, &[]);
        let at = self.random.between(6, sentences.len() - 6);
        let line = line.to_owned();
        let between = self.random.below(4);
        sentences.insert(at, line);
        sentences.insert(at - between, tempting.to_owned());
        sentences.insert(3, format!("{sentence}."));
        let document = Document::new(
            "turn0file0".to_owned(),
            &sentences,
            Layout::Labelled,
            false,
            &mut self.random,
        );
        let truth = document.sentences[at + 2];
        let (first, _) = document.lines_of(truth);
        let marker = |line: usize| format!("\u{e200}cite\u{e202}turn0file0\u{e202}L{line}\u{e201}");
        let response = format!("{sentence}{}, {clause}.{} That is all.", marker(4), marker(first));
        self.done(response, vec![document], vec![(0, truth)], Layout::Labelled)
    }
}

/// Returns a template with its slots filled; a slot with a `2` after its name is the same slot.
fn filled(template: &str, slots: &Slots) -> String {
    let mut text = template.to_owned();
    for (name, value) in slots {
        text = text.replace(&format!("{{{name}}}"), value);
        text = text.replace(&format!("{{{name}2}}"), value);
    }
    assert!(!text.contains('{'), "{text}");
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
