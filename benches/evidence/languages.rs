//! Are wrong places found in other languages? `cargo bench --bench evidence -- languages FOLDER`
//!
//! FOLDER has public pairs of texts as published, of which people said if the first entails the
//! second; `benches/README.md` names their origins. Documents are made of the first texts, one a
//! line. An entailed text is a claim, and the lines that are its first text support it. Nothing
//! is fitted to them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use crate::marked;
use crate::pointer::{Random, Row};

/// The lines of a document.
const LINES: usize = 30;

/// Two texts, and if the first entails the second.
#[derive(Debug)]
struct Pair {
    first: String,
    second: String,
    is_entailed: bool,
}

type Read = fn(&str) -> Vec<Pair>;

/// Language, name of the file, and how it is read.
const SETS: [(&str, &str, Read); 5] = [
    ("German, RTE-3", "German_dev.xml", elements),
    ("French, RTE-3", "RTE3-FR-dev-set-3class.xml", elements),
    ("Spanish, InferES", "inferes_train.csv", commas),
    ("Japanese, JNLI", "valid-v1.3.json", objects),
    ("Japanese, JSICK", "train.tsv", tabs),
];

/// Prints a table for each file of the folder.
pub(crate) fn run(folder: &Path) {
    for (language, file, read) in SETS {
        match std::fs::read_to_string(folder.join(file)) {
            Ok(text) => marked::print_set(language, &rows(&read(&text))),
            Err(error) => println!("\n{language}: {file}: {error}"),
        }
    }
}

/// Makes documents of the first texts, and a claim of each entailed one.
fn rows(pairs: &[Pair]) -> Vec<Row> {
    let texts: BTreeSet<&str> = pairs.iter().map(|pair| pair.first.as_str()).collect();
    let mut texts: Vec<&str> = texts.into_iter().collect();
    let mut random = Random(3);
    for at in (1..texts.len()).rev() {
        texts.swap(at, random.below(at + 1));
    }
    let documents: Vec<&[&str]> = texts.chunks(LINES).collect();
    let places: BTreeMap<&str, (usize, usize)> = documents
        .iter()
        .enumerate()
        .flat_map(|(at, lines)| lines.iter().enumerate().map(move |(line, it)| (*it, (at, line))))
        .collect();
    let entailed = pairs.iter().filter(|pair| pair.is_entailed);
    let rows = entailed.map(|pair| {
        let (document, line) = places[pair.first.as_str()];
        Row {
            topic: document.to_string(),
            claim: pair.second.clone(),
            sources: vec![documents[document].iter().map(|line| (*line).to_owned()).collect()],
            gold: vec![(0, line)],
            passages: vec![(0, line, line)],
        }
    });
    rows.collect()
}

fn pair(first: &str, second: &str, is_entailed: bool) -> Pair {
    let clean = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    Pair { first: clean(first), second: clean(second), is_entailed }
}

/// Reads elements `<pair entailment="…"><t>…</t><h>…</h></pair>`.
fn elements(text: &str) -> Vec<Pair> {
    let between = |text: &str, from: &str, to: &str| {
        let (_, after) = text.split_once(from)?;
        Some(after.split_once(to)?.0.to_owned())
    };
    let content = |text: &str, name: &str| {
        let inner = between(text, &format!("<{name}>"), &format!("</{name}>"))?;
        let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'")];
        let plain = signs.iter().fold(inner, |text, (code, sign)| text.replace(code, sign));
        Some(plain.replace("&amp;", "&"))
    };
    let parts = text.split("<pair ").skip(1);
    let pairs = parts.filter_map(|part| {
        let label = between(part, "entailment=\"", "\"")?;
        let is_entailed = ["YES", "ENTAILMENT"].contains(&label.as_str());
        Some(pair(&content(part, "t")?, &content(part, "h")?, is_entailed))
    });
    pairs.collect()
}

/// Reads `ID,Premise,Hypothesis,Label,…` with quoted fields.
fn commas(text: &str) -> Vec<Pair> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let records = reader.records().map(Result::unwrap);
    records.map(|it| pair(&it[1], &it[2], &it[3] == "ent")).collect()
}

/// Reads JSON objects, one a line.
fn objects(text: &str) -> Vec<Pair> {
    let values = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let pairs = values.filter_map(|it| {
        let is_entailed = it["label"] == "entailment";
        Some(pair(it["sentence1"].as_str()?, it["sentence2"].as_str()?, is_entailed))
    });
    pairs.collect()
}

/// Reads columns with the texts and the label under the names of JSICK.
fn tabs(text: &str) -> Vec<Pair> {
    let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().unwrap_or_default();
    let column = |name: &str| head.iter().position(|it| *it == name).unwrap();
    let names = ["sentence_A_Ja", "sentence_B_Ja", "entailment_label_Ja"].map(column);
    lines.map(|it| pair(it[names[0]], it[names[1]], it[names[2]] == "entailment")).collect()
}
