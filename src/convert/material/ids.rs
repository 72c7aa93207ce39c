//! Ids that stay the same from run to run.

use std::collections::{BTreeMap, BTreeSet};

use super::{CitableItem, Document, Options, Unit};
use crate::model::IdFrom;
use crate::review::Hash;
use crate::text::name_id::name_id;

/// Kind of ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ids {
    /// `turn0file0`, `turn0block0`: by the place in the call.
    Turn,
    /// `1`: by the place.
    Number,
    /// Its own id, else its file name, with the folder if two names are equal.
    Name,
    /// `file_1f3a9c2e`: a hash of the text, regardless of its name and place.
    Content,
}

impl Ids {
    /// All ways.
    pub const ALL: &'static [Self] = &[Self::Turn, Self::Number, Self::Name, Self::Content];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Number => "number",
            Self::Name => "name",
            Self::Content => "content",
        }
    }

    /// Describes the ids.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Turn => "`turn0file0`, `turn0block0`: numbered within a call",
            Self::Number => "`1`, `2`",
            Self::Name => "the id of the source, else its file name",
            Self::Content => "`file_1f3a9c2e`: a hash of the text",
        }
    }
}

/// Maximum length of an id made from a name, in bytes.
const MAX_LENGTH: usize = 64;

/// Maximum number of folders used to distinguish a file from others.
const MAX_FOLDERS: usize = 8;

/// Gives ids, each once.
pub(super) struct Namer<'o> {
    options: &'o Options,
    /// By document.
    names: Vec<String>,
    /// By document, those that the user chose.
    chosen: Vec<bool>,
    given: u64,
    taken: BTreeSet<String>,
}

impl<'o> Namer<'o> {
    pub(super) fn new(documents: &[Document<'_>], options: &'o Options) -> Self {
        let is_chosen = |document: &Document<'_>| document.source.id_from == IdFrom::User;
        Self {
            options,
            names: names(documents),
            chosen: documents.iter().map(is_chosen).collect(),
            given: 0,
            taken: BTreeSet::new(),
        }
    }

    /// Returns the id of an item of the document at `index`.
    pub(super) fn name(&mut self, index: usize, item: &CitableItem) -> String {
        let word = if self.options.unit == Unit::Block { "block" } else { "file" };
        let number = |first: u64| self.options.start.unwrap_or(first).saturating_add(self.given);
        let chosen = self.chosen.get(index) == Some(&true);
        let own = match self.options.ids {
            _ if chosen => self.own(index, item),
            Ids::Turn => format!("turn{}{word}{}", self.options.turn, number(0)),
            Ids::Number => number(1).to_string(),
            Ids::Name => self.own(index, item),
            Ids::Content => {
                let lines = item.lines.iter().map(|line| line.text.as_str());
                let hash = Hash::of(lines).to_string();
                format!("{word}_{}", hash.get(..8).unwrap_or_default())
            }
        };
        self.given += 1;
        let others = (2..).map(|number: u64| format!("{own}-{number}"));
        let free = std::iter::once(own.clone()).chain(others).find(|id| !self.taken.contains(id));
        let id = free.unwrap_or(own);
        self.taken.insert(id.clone());
        id
    }

    fn own(&self, index: usize, item: &CitableItem) -> String {
        let name = self.names.get(index).map(String::as_str).unwrap_or_default();
        item.block.map_or_else(|| name.to_owned(), |block| format!("{name}_block{block}"))
    }
}

/// Returns names of the documents as ids, with as many folders as needed to distinguish them.
fn names(documents: &[Document<'_>]) -> Vec<String> {
    let candidates: Vec<Vec<String>> = documents.iter().map(candidates).collect();
    let mut depth = vec![0; documents.len()];
    for _ in 0..MAX_FOLDERS {
        let names = at_depth(&candidates, &depth);
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        for name in &names {
            *times.entry(name).or_default() += 1;
        }
        let ambiguous = |name: &String| times.get(name.as_str()).is_some_and(|times| *times > 1);
        let deeper: Vec<bool> = names.iter().map(ambiguous).collect();
        if !deeper.contains(&true) {
            break;
        }
        for (depth, deeper) in depth.iter_mut().zip(deeper) {
            *depth += usize::from(deeper);
        }
    }
    at_depth(&candidates, &depth)
}

fn at_depth(candidates: &[Vec<String>], depth: &[usize]) -> Vec<String> {
    let name = |(own, depth): (&Vec<String>, &usize)| {
        own.get(*depth).or(own.last()).cloned().unwrap_or_default()
    };
    candidates.iter().zip(depth).map(name).collect()
}

/// Returns possible names of a document, shortest first.
fn candidates(document: &Document<'_>) -> Vec<String> {
    let source = document.source;
    if !source.id.is_empty() {
        return vec![sound(&source.id, document)];
    }
    let Some(origin) = &source.origin else {
        return vec![sound(source.title.as_deref().unwrap_or_default(), document)];
    };
    let stem = origin.path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let mut name = stem.unwrap_or_default();
    let mut all = vec![sound(&name, document)];
    for folder in origin.path.parent().into_iter().flat_map(|it| it.iter().rev()) {
        name = format!("{}_{name}", folder.to_string_lossy());
        all.push(sound(&name, document));
    }
    all
}

/// Returns `name` as an id of letters, digits, `_` and `-` that is not a locator; a hash of the
/// text if nothing is left of it.
fn sound(name: &str, document: &Document<'_>) -> String {
    let mut id = name_id(name);
    id.truncate(MAX_LENGTH);
    let locator = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    if id.strip_prefix('L').is_some_and(locator) {
        id.insert_str(0, "file_");
    }
    if id.bytes().any(|byte| byte.is_ascii_alphanumeric()) {
        return id;
    }
    let hash = Hash::of([&*document.text]).to_string();
    format!("file_{}", hash.get(..8).unwrap_or_default())
}
