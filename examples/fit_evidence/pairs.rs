//! Claims with reference texts that do or do not support them.

use std::collections::BTreeSet;
use std::path::Path;

use pincite::dialects::shared::markers::Families;
use pincite::dialects::shared::markers::read_response;
use pincite::evidence::{Evidence, SupportFeatures};
use pincite::inspect::inspect;
use pincite::model::{Case, IdFrom, Source, SourceText};
use serde_json::Value;

use crate::pointer::{Half, Row, half_of};

/// Lines on either side of the best ones that make a reference text.
const AROUND: usize = 3;

/// A claim with a reference text.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
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
    found.into_iter().next()?.evidence.into_iter().next()?
}

/// Returns the features of a pair; `None` if the program finds no claim in it.
pub(crate) fn features(pair: &Pair) -> Option<SupportFeatures> {
    Some(evidence(&pair.claim, &pair.text)?.features.support)
}

/// Returns one pair for each source of each row: the stretch of it that is nearest to the claim,
/// which supports it where people marked a line of it.
pub(crate) fn stretches(rows: &[Row]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for row in rows {
        let gold: BTreeSet<(usize, usize)> = row.gold.iter().copied().collect();
        for (index, lines) in row.sources.iter().enumerate() {
            let joined: Vec<String> = lines
                .iter()
                .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
                .collect();
            let found = evidence(&row.claim, &joined.join("\n"));
            let Some(window) = found.and_then(|found| found.tightest) else { continue };
            let line = |number: u64| usize::try_from(number - 1).unwrap();
            let first = line(window.first_line).saturating_sub(AROUND);
            let last = (line(window.last_line) + AROUND).min(joined.len() - 1);
            pairs.push(Pair {
                claim: row.claim.clone(),
                text: joined[first..=last].join("\n"),
                is_supported: gold.range((index, first)..=(index, last)).next().is_some(),
            });
        }
    }
    pairs
}

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn texts(list: &Value, key: &str) -> Vec<String> {
    let items = list.as_array().into_iter().flatten();
    items.filter_map(|item| Some(item[key].as_str()?.to_owned())).collect()
}

/// Reads one half of `VitaminC`'s claims with numbers: each with a sentence that supports or refutes
/// it, divided by the page that the sentence is from.
pub(crate) fn sentences(folder: &Path, half: Half) -> Vec<Pair> {
    let rows = lines(&folder.join("vitaminc-numbers-dev.jsonl"));
    let pair = |row: &Value| {
        let page = row["id"].as_str()?.split('_').next()?;
        let [claim, text] = ["claim", "evidence"].map(|key| row[key].as_str());
        let is_supported = row["label"] == "SUPPORTS";
        let pair = Pair { claim: claim?.to_owned(), text: text?.to_owned(), is_supported };
        (half_of(page) == half).then_some(pair)
    };
    rows.iter().filter_map(pair).collect()
}

/// Reads `FoolMeTwice`: supported claims with the sentences that support them, and with others of
/// the same article.
pub(crate) fn fool_me_twice(path: &Path) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for row in lines(path).iter().filter(|row| row["label"] == "SUPPORTS") {
        let Some(claim) = row["text"].as_str() else { continue };
        let gold = texts(&row["gold_evidence"], "text");
        let others: Vec<String> = texts(&row["retrieved_evidence"], "text")
            .into_iter()
            .filter(|text| !gold.contains(text))
            .collect();
        if others.len() < 5 {
            continue;
        }
        let mut own = others[3..5].to_vec();
        own.splice(1..1, gold);
        for (sentences, is_supported) in [(own, true), (others[..3].to_vec(), false)] {
            let text = sentences.join("\n");
            pairs.push(Pair { claim: claim.to_owned(), text, is_supported });
        }
    }
    pairs
}

/// Reads Climate-FEVER: claims with single sentences that support them or say too little.
pub(crate) fn climate(path: &Path) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for row in &lines(path) {
        let Some(claim) = row["claim"].as_str() else { continue };
        for evidence in row["evidences"].as_array().into_iter().flatten() {
            let is_supported = match evidence["evidence_label"].as_str() {
                Some("SUPPORTS") => true,
                Some("NOT_ENOUGH_INFO") => false,
                _ => continue,
            };
            let Some(text) = evidence["evidence"].as_str() else { continue };
            pairs.push(Pair { claim: claim.to_owned(), text: text.to_owned(), is_supported });
        }
    }
    pairs
}

/// Reads CLAPNQ: answers with the sentences of the passage that people selected for them, and
/// with the rest of the passage.
pub(crate) fn clapnq(path: &Path) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for row in &lines(path) {
        let (Some(answer), Some(passage)) =
            (row["output"][0]["answer"].as_str(), row["passages"].get(0))
        else {
            continue;
        };
        let strings = |list: &Value| -> Vec<String> {
            let items = list.as_array().into_iter().flatten();
            items.filter_map(|it| Some(it.as_str()?.to_owned())).collect()
        };
        let selected = strings(&row["output"][0]["selected_sentences"]);
        let all = strings(&passage["sentences"]);
        let rest: Vec<String> =
            all.into_iter().filter(|sentence| !selected.contains(sentence)).collect();
        if selected.is_empty() || rest.is_empty() {
            continue;
        }
        for (sentences, is_supported) in [(selected, true), (rest, false)] {
            let text = sentences.join("\n");
            pairs.push(Pair { claim: answer.to_owned(), text, is_supported });
        }
    }
    pairs
}
