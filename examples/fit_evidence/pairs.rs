//! Claims with reference texts that do or do not support them.

use pincite::dialects::shared::markers::Families;
use pincite::dialects::shared::markers::read_response;
use pincite::evidence::{Evidence, SupportFeatures};
use pincite::inspect::inspect;
use pincite::model::{Case, IdFrom, Source, SourceText};

use crate::pointer::Row;

/// Lines on either side of the best ones that make a reference text.
const AROUND: usize = 3;

/// The maximum number of words of a source that is cited as a whole.
const WORDS: usize = 1200;

/// A claim with a reference text.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
    /// The document, page or question it is from: all pairs of one are in the same half.
    pub(crate) topic: String,
    pub(crate) claim: String,
    pub(crate) text: String,
    pub(crate) is_supported: bool,
}

/// Returns what the program finds when a claim cites a whole text.
pub(crate) fn evidence(claim: &str, text: &str) -> Option<Evidence> {
    let marker = "\u{e200}cite\u{e202}turn0file0\u{e201}";
    let response = read_response(format!("{claim} {marker}"), &Families::default());
    let source = Source {
        id: "turn0file0".to_owned(),
        id_from: IdFrom::Text,
        text: SourceText::Inline(text.into()),
        ..Source::default()
    };
    let found = inspect(Case { response, sources: vec![source], ..Case::default() }).inspected;
    found.into_iter().next()?.evidence.into_iter().next()?.map(|it| *it)
}

/// Returns the features of a pair; `None` if the program finds no claim in it.
pub(crate) fn features(pair: &Pair) -> Option<SupportFeatures> {
    Some(evidence(&pair.claim, &pair.text)?.features.support)
}

/// Returns one pair for each source of each row: the stretch of it that is nearest to the claim,
/// which supports it where people marked a line of it.
pub(crate) fn stretches(rows: &[Row]) -> Vec<Pair> {
    let pairs = sources(rows).filter_map(|(row, index, lines)| {
        let found = evidence(&row.claim, &lines.join("\n"));
        let window = found.and_then(|found| found.tightest)?;
        let line = |number: u64| usize::try_from(number - 1).unwrap();
        let first = line(window.first_line).saturating_sub(AROUND);
        let last = (line(window.last_line) + AROUND).min(lines.len() - 1);
        Some(marked(row, (index, first, last), &lines[first..=last]))
    });
    pairs.collect()
}

/// Returns one pair for each source of each row that is short enough to be cited as a whole.
pub(crate) fn pages(rows: &[Row]) -> Vec<Pair> {
    let is_short =
        |lines: &[String]| lines.iter().flat_map(|it| it.split_whitespace()).count() <= WORDS;
    let short = sources(rows).filter(|(.., lines)| is_short(lines));
    short.map(|(row, index, lines)| marked(row, (index, 0, lines.len()), &lines)).collect()
}

fn sources(rows: &[Row]) -> impl Iterator<Item = (&Row, usize, Vec<String>)> {
    let all = rows.iter().flat_map(|row| row.sources.iter().enumerate().map(move |it| (row, it)));
    all.map(|(row, (index, lines))| {
        let lines = lines.iter().map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "));
        (row, index, lines.collect())
    })
}

/// Returns a claim with some lines of one of its sources: index, first and last line.
fn marked(row: &Row, (index, first, last): (usize, usize, usize), lines: &[String]) -> Pair {
    let is_marked = |it: &(usize, usize)| it.0 == index && (first..=last).contains(&it.1);
    Pair {
        topic: row.topic.clone(),
        claim: row.claim.clone(),
        text: lines.join("\n"),
        is_supported: row.gold.iter().any(is_marked),
    }
}
