//! Public sets of claims with texts that people labelled, as published.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::pairs::Pair;
use crate::pointer::{Half, half_of};

/// A public set.
#[derive(Debug)]
pub(crate) struct Set {
    /// Its name in the figures.
    pub(crate) name: &'static str,
    file: &'static str,
    /// True if support is fitted to one half of it.
    pub(crate) is_fitted: bool,
    read: fn(&Path) -> Vec<Pair>,
}

/// The sets, each of another kind of claim and text.
pub(crate) const SETS: [Set; 9] = [
    Set { name: "CLAPNQ", file: "clapnq.jsonl", is_fitted: true, read: clapnq },
    Set { name: "Factcheck-GPT", file: "factcheck-gpt.jsonl", is_fitted: true, read: factcheck },
    Set { name: "Q2", file: "q-squared.csv", is_fitted: false, read: dialogues },
    Set { name: "QAGS, CNN/DM", file: "qags-cnndm.jsonl", is_fitted: false, read: summaries },
    Set { name: "QAGS, XSum", file: "qags-xsum.jsonl", is_fitted: false, read: summaries },
    Set { name: "ExpertQA", file: "expertqa.jsonl", is_fitted: false, read: experts },
    Set { name: "HealthVer", file: "healthver.csv", is_fitted: false, read: health },
    Set { name: "FoolMeTwice", file: "fool-me-twice.jsonl", is_fitted: false, read: fool_me_twice },
    Set { name: "Climate-FEVER", file: "climate-fever.jsonl", is_fitted: false, read: climate },
];

impl Set {
    /// Reads the set from a folder; empty if it is not there.
    pub(crate) fn pairs(&self, folder: &Path) -> Vec<Pair> {
        (self.read)(&folder.join(self.file))
    }

    /// Reads the pairs of one half of the documents.
    pub(crate) fn half(&self, folder: &Path, half: Half) -> Vec<Pair> {
        half_of_pairs(self.pairs(folder), half)
    }
}

/// Reads one half of `VitaminC`'s claims with numbers: each with a sentence that supports or refutes
/// it, divided by the page that the sentence is from.
pub(crate) fn sentences(folder: &Path, half: Half) -> Vec<Pair> {
    let rows = lines(&folder.join("vitaminc-numbers-dev.jsonl"));
    let pair = |row: &Value| {
        let page = row["id"].as_str()?.split('_').next()?;
        pair(page, &row["claim"], &row["evidence"], row["label"] == "SUPPORTS")
    };
    half_of_pairs(rows.iter().filter_map(pair).collect(), half)
}

fn half_of_pairs(mut pairs: Vec<Pair>, half: Half) -> Vec<Pair> {
    pairs.retain(|pair| half_of(&pair.topic) == half);
    pairs
}

fn pair(topic: &str, claim: &Value, text: &Value, is_supported: bool) -> Option<Pair> {
    let [claim, text] = [claim, text].map(Value::as_str);
    Some(Pair {
        topic: topic.to_owned(),
        claim: claim?.to_owned(),
        text: text?.to_owned(),
        is_supported,
    })
}

fn joined(topic: &str, claim: &str, sentences: &[String], is_supported: bool) -> Pair {
    let [topic, claim] = [topic, claim].map(str::to_owned);
    Pair { topic, claim, text: sentences.join("\n"), is_supported }
}

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Reads the rows of a table as objects.
fn table(path: &Path) -> Vec<Value> {
    let Ok(mut table) = csv::Reader::from_path(path) else { return Vec::new() };
    let columns = table.headers().cloned().unwrap_or_default();
    let rows = table.records().map_while(Result::ok).map(|row| {
        let cells = columns.iter().zip(&row);
        cells.map(|(name, cell)| (name.to_owned(), Value::from(cell))).collect()
    });
    rows.collect()
}

fn strings(list: &Value) -> Vec<String> {
    let items = list.as_array().into_iter().flatten();
    items.filter_map(|item| Some(item.as_str()?.to_owned())).collect()
}

fn texts(list: &Value, key: &str) -> Vec<String> {
    let items = list.as_array().into_iter().flatten();
    items.filter_map(|item| Some(item[key].as_str()?.to_owned())).collect()
}

/// Reads CLAPNQ: answers with the whole passage that people wrote them from, and with the passage
/// without the sentences that they selected.
fn clapnq(path: &Path) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for row in &lines(path) {
        let output = &row["output"][0];
        let passage = &row["passages"][0];
        let Some((answer, topic)) = output["answer"].as_str().zip(passage["title"].as_str()) else {
            continue;
        };
        let selected = strings(&output["selected_sentences"]);
        let all = strings(&passage["sentences"]);
        let rest: Vec<String> = all.iter().filter(|it| !selected.contains(it)).cloned().collect();
        if selected.is_empty() || rest.is_empty() {
            continue;
        }
        pairs.push(joined(topic, answer, &all, true));
        pairs.push(joined(topic, answer, &rest, false));
    }
    pairs
}

/// Reads Factcheck-GPT: claims of answers of `ChatGPT` with retrieved passages that support them
/// completely or not at all.
fn factcheck(path: &Path) -> Vec<Pair> {
    let of_row = |row: &Value| {
        let is_supported = match row["stance"].as_str()? {
            "completely-support" => true,
            "irrelevant" => false,
            _ => return None,
        };
        pair(row["claim"].as_str()?, &row["claim"], &row["evidence"], is_supported)
    };
    lines(path).iter().filter_map(of_row).collect()
}

/// Reads the dialogues of Q2: turns of two systems with the sentence that they should say, marked
/// 1 if they are inconsistent with it.
fn dialogues(path: &Path) -> Vec<Pair> {
    let of_row = |row: &Value| {
        let topic = row["topic"].as_str()?.to_owned();
        Some(["dodeca", "memnet"].map(|system| {
            let is_supported = row[format!("{system}_label")] == "0";
            pair(&topic, &row[format!("{system}_response")], &row["knowledge"], is_supported)
        }))
    };
    table(path).iter().filter_map(of_row).flatten().flatten().collect()
}

/// Reads QAGS: sentences of summaries with the whole article, judged by three people.
fn summaries(path: &Path) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for row in &lines(path) {
        for sentence in row["summary_sentences"].as_array().into_iter().flatten() {
            let votes = texts(&sentence["responses"], "response");
            let yes = votes.iter().filter(|vote| *vote == "yes").count();
            let topic = row["article"].as_str().unwrap_or_default();
            let is_supported = 2 * yes > votes.len();
            pairs.extend(pair(topic, &sentence["sentence"], &row["article"], is_supported));
        }
    }
    pairs
}

/// Reads `ExpertQA`: claims of answers with all passages they cite, as experts in the field of the
/// question judged them; partial support counts as none.
fn experts(path: &Path) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut seen = BTreeSet::new();
    for row in &lines(path) {
        let Some(question) = row["question"].as_str().filter(|it| seen.insert(it.to_owned()))
        else {
            continue;
        };
        let answers = row["answers"].as_object().into_iter().flatten();
        for claim in answers.flat_map(|(_, it)| it["claims"].as_array().into_iter().flatten()) {
            let is_supported = match claim["support"].as_str() {
                Some("Complete") => true,
                Some("Incomplete" | "Partial") => false,
                _ => continue,
            };
            // A passage follows its number and address.
            let passages = strings(&claim["evidence"]);
            let passages =
                passages.iter().filter_map(|it| Some(it.split_once("\n\n")?.1.to_owned()));
            let passages: Vec<String> = passages.collect();
            let words = claim["claim_string"].as_str().unwrap_or_default();
            if !passages.iter().all(|it| it.trim().is_empty()) {
                pairs.push(joined(question, words, &passages, is_supported));
            }
        }
    }
    pairs
}

/// Reads `HealthVer`: claims about health with sentences of studies that support them or are
/// neutral.
fn health(path: &Path) -> Vec<Pair> {
    let of_row = |row: &Value| {
        let is_supported = match row["label"].as_str()? {
            "Supports" => true,
            "Neutral" => false,
            _ => return None,
        };
        pair(row["topic_ip"].as_str()?, &row["claim"], &row["evidence"], is_supported)
    };
    table(path).iter().filter_map(of_row).collect()
}

/// Reads `FoolMeTwice`: supported claims with the sentences that support them, and with others of
/// the same article.
fn fool_me_twice(path: &Path) -> Vec<Pair> {
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
        pairs.push(joined(claim, claim, &own, true));
        pairs.push(joined(claim, claim, &others[..3], false));
    }
    pairs
}

/// Reads Climate-FEVER: claims with single sentences that support them or say too little.
fn climate(path: &Path) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for row in &lines(path) {
        for evidence in row["evidences"].as_array().into_iter().flatten() {
            let is_supported = match evidence["evidence_label"].as_str() {
                Some("SUPPORTS") => true,
                Some("NOT_ENOUGH_INFO") => false,
                _ => continue,
            };
            let topic = row["claim"].as_str().unwrap_or_default();
            pairs.extend(pair(topic, &row["claim"], &evidence["evidence"], is_supported));
        }
    }
    pairs
}
