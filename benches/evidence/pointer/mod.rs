//! Claims with marked lines, planted with locators that are right or wrong in a known way.
//!
//! The rows are read from the folder named by `PINCITE_EVIDENCE`: `wice-dev.jsonl` and
//! `search-answers-dev.jsonl`, each row `{topic, claim, sources, gold, passages}`. Rows are divided
//! by topic into a half to fit and a half to check.

pub(crate) mod baseline;
pub(crate) mod mistakes;
pub(crate) mod score;

use std::collections::BTreeSet;
use std::path::Path;

use pincite::dialects::shared::markers::Families;
use pincite::dialects::shared::markers::read_response;
use pincite::model::{Case, IdFrom, Source, SourceText};
use serde::Deserialize;

/// The sets that have rows.
pub(crate) const SETS: [&str; 2] = ["wice", "search-answers"];

/// Sources of one case.
const SOURCES: usize = 3;

/// A claim and the lines that people marked as supporting it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Row {
    pub(crate) topic: String,
    pub(crate) claim: String,
    /// The lines of each source.
    pub(crate) sources: Vec<Vec<String>>,
    /// Marked lines: source and line, from 0.
    pub(crate) gold: Vec<(usize, usize)>,
    /// Stretches that hold a whole set of marked lines: source, first and last line.
    pub(crate) passages: Vec<(usize, usize, usize)>,
}

/// One half of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Half {
    Fit,
    Check,
}

/// The fault of a locator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Nothing.
    Exact,
    /// The right source, lines that nobody marked.
    Drift,
    /// A source in which no line is marked.
    Source,
    /// No marked line is in any source.
    Absent,
    /// As [`Kind::Drift`], and the marked lines are in two sources.
    Twin,
}

/// One planted case.
#[derive(Debug, Clone)]
pub(crate) struct Planted {
    pub(crate) kind: Kind,
    pub(crate) topic: String,
    pub(crate) claim: String,
    /// The lines of each source.
    pub(crate) documents: Vec<Vec<String>>,
    /// The cited source, and its first and last line from 1.
    pub(crate) cited: (usize, usize, usize),
    /// Marked lines: source, and line from 1.
    pub(crate) gold: BTreeSet<(usize, u64)>,
}

impl Planted {
    /// Returns the case as the program reads it.
    pub(crate) fn case(&self) -> Case {
        let (source, first, last) = self.cited;
        let locator = if first == last { format!("L{first}") } else { format!("L{first}-L{last}") };
        let marker = format!("\u{e200}cite\u{e202}turn0file{source}\u{e202}{locator}\u{e201}");
        let response = read_response(format!("{} {marker}", self.claim), &Families::default());
        let sources = self.documents.iter().enumerate().map(|(index, lines)| Source {
            id: format!("turn0file{index}"),
            id_from: IdFrom::Text,
            title: Some(format!("Page {index}")),
            text: SourceText::Inline(lines.join("\n").into()),
            ..Source::default()
        });
        Case { response, sources: sources.collect(), ..Case::default() }
    }
}

/// Reads the rows of a set; `half` limits them to one half.
pub(crate) fn rows(folder: &Path, set: &str, half: Option<Half>) -> Vec<Row> {
    let text = std::fs::read_to_string(folder.join(format!("{set}-dev.jsonl"))).unwrap();
    let rows = text.lines().filter(|line| !line.trim().is_empty());
    let rows = rows.map(|line| serde_json::from_str::<Row>(line).unwrap());
    rows.filter(|row| half.is_none_or(|half| half_of(&row.topic) == half)).collect()
}

/// Returns the half that everything about a topic belongs to.
pub(crate) fn half_of(topic: &str) -> Half {
    if fold_of(topic, 2) == 0 { Half::Fit } else { Half::Check }
}

/// Returns which of `count` parts everything about a topic belongs to.
pub(crate) fn fold_of(topic: &str, count: u64) -> u64 {
    // FNV-1a: the same on every machine.
    let hash = topic.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 32) % count
}

/// Plants `count` cases.
pub(crate) fn plant(rows: &[Row], count: usize, seed: u64) -> Vec<Planted> {
    let usable: Vec<&Row> = rows.iter().filter(|row| !row.passages.is_empty()).collect();
    let mut random = Random(seed);
    let mut planted = Vec::with_capacity(count);
    while planted.len() < count {
        let row = usable[random.below(usable.len())];
        planted.extend(one(row, rows, &mut random));
    }
    planted
}

/// The documents of a case: where each comes from in its row, `None` for another topic's, and its lines.
type Documents = Vec<(Option<usize>, Vec<String>)>;

fn one(row: &Row, rows: &[Row], random: &mut Random) -> Option<Planted> {
    let kind = match random.below(100) {
        0..40 => Kind::Exact,
        40..60 => Kind::Drift,
        60..75 => Kind::Source,
        75..90 => Kind::Absent,
        _ => Kind::Twin,
    };
    let passage = row.passages[random.below(row.passages.len())];
    let (source, first, last) = passage;
    let width = last - first + 1;
    let gold: BTreeSet<(usize, usize)> = row.gold.iter().copied().collect();
    let own: Vec<Vec<String>> =
        row.sources.iter().map(|lines| lines.iter().map(|it| one_line(it)).collect()).collect();
    let kept = (kind != Kind::Absent).then_some(source);
    let mut documents = filled(kept, &own, row, rows, width, random);
    let home = documents.iter().position(|(index, _)| *index == Some(source));
    let (cited, from) = pointer(kind, (home, first, width), &documents, &gold, random)?;
    let mut marked: BTreeSet<(usize, u64)> = documents
        .iter()
        .enumerate()
        .flat_map(|(at, (index, _))| {
            let gold = gold.iter().filter(move |mark| Some(mark.0) == *index);
            gold.map(move |mark| (at, number(mark.1)))
        })
        .collect();
    if kind == Kind::Twin {
        let others: Vec<usize> = (0..SOURCES).filter(|at| Some(*at) != home).collect();
        let at = *random.choice(&others)?;
        let place = random.below(documents[at].1.len() + 1);
        documents[at].1.splice(place..place, own[source][first..=last].iter().cloned());
        let moved = |(other, line): (usize, u64)| {
            let is_below = other == at && line > u64::try_from(place).unwrap();
            (other, if is_below { line + u64::try_from(width).unwrap() } else { line })
        };
        marked = marked.into_iter().map(moved).collect();
        marked.extend((place..place + width).map(|line| (at, number(line))));
    }
    Some(Planted {
        kind,
        topic: row.topic.clone(),
        claim: one_line(&row.claim),
        documents: documents.into_iter().map(|(_, lines)| lines).collect(),
        cited: (cited, from + 1, from + width),
        gold: marked,
    })
}

/// Returns the number of a line from 1.
fn number(line: usize) -> u64 {
    u64::try_from(line + 1).unwrap()
}

/// Returns the row's own documents, that at `kept` among them, filled up with those of other topics
/// and shuffled; none of its own where nothing is kept.
fn filled(
    kept: Option<usize>,
    own: &[Vec<String>],
    row: &Row,
    rows: &[Row],
    width: usize,
    random: &mut Random,
) -> Documents {
    let mut documents: Documents = Vec::new();
    if let Some(source) = kept {
        let order = std::iter::once(source).chain((0..own.len()).filter(|index| *index != source));
        documents.extend(order.take(SOURCES).map(|index| (Some(index), own[index].clone())));
    }
    while documents.len() < SOURCES {
        let other = &rows[random.below(rows.len())];
        let lines = &other.sources[random.below(other.sources.len())];
        if other.topic != row.topic && lines.len() > width + 3 {
            documents.push((None, lines.iter().map(|line| one_line(line)).collect()));
        }
    }
    for at in (1..documents.len()).rev() {
        documents.swap(at, random.below(at + 1));
    }
    documents
}

/// Returns the document and the line from 0 that the case cites; `None` if no line fits its kind.
/// `right` is where the right document is, the first marked line and the number of lines.
fn pointer(
    kind: Kind,
    right: (Option<usize>, usize, usize),
    documents: &Documents,
    gold: &BTreeSet<(usize, usize)>,
    random: &mut Random,
) -> Option<(usize, usize)> {
    let (home, first, width) = right;
    let is_marked = |index: Option<usize>, from: usize| {
        index.is_some_and(|index| (from..from + width).any(|line| gold.contains(&(index, line))))
    };
    let free = |at: usize| -> Vec<usize> {
        let (index, lines): &(Option<usize>, Vec<String>) = &documents[at];
        (0..(lines.len() + 1).saturating_sub(width))
            .filter(|from| !is_marked(*index, *from))
            .collect()
    };
    match kind {
        Kind::Exact => Some((home?, first)),
        Kind::Drift | Kind::Twin => Some((home?, *random.choice(&free(home?))?)),
        Kind::Source | Kind::Absent => {
            let has_gold = |at: usize| {
                documents[at].0.is_some_and(|index| gold.iter().any(|mark| mark.0 == index))
            };
            let usable = (0..SOURCES).filter(|at| Some(*at) != home);
            let usable = usable.filter(|at| kind == Kind::Absent || !has_gold(*at));
            let usable: Vec<usize> = usable.filter(|at| !free(*at).is_empty()).collect();
            let at = *random.choice(&usable)?;
            Some((at, *random.choice(&free(at))?))
        }
    }
}

fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() { "-".to_owned() } else { line }
}

/// A generator of numbers (`SplitMix64`).
#[derive(Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let number = mixed ^ (mixed >> 31);
        usize::try_from((u128::from(number) * end as u128) >> 64).unwrap()
    }

    pub(crate) fn choice<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }
}
