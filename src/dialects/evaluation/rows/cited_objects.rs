//! The objects that a row states as cited beside its contexts:
//! `"citations": [{"source_id": "policy", "quote": "within five days"}]`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::stated::{CITATIONS, citation};
use crate::input::json::scalar;
use crate::model::{Anchor, AnchorKind, Citation, IdFrom, Source, SourceText, Target};
use crate::text::Span;

/// Fields that name a source, the surest first: an object may have an id of its own.
const NAMES: &[&str] = &[
    "chunk_id",
    "passage_id",
    "context_id",
    "node_id",
    "source_id",
    "document_id",
    "doc_id",
    "url",
    "uri",
    "link",
    "source",
    "document",
    "doc",
    "file_name",
    "filename",
    "file",
    "document_name",
    "source_name",
    "title",
    "id",
];

/// Fields with the words of a source.
const QUOTES: &[&str] = &[
    "quote",
    "quoted_text",
    "exact_quote",
    "cited_text",
    "span_text",
    "excerpt",
    "snippet",
    "text",
    "content",
    "passage",
    "evidence",
];

/// Fields with the words of the answer.
const CLAIMS: &[&str] = &["claim", "claim_text", "statement", "sentence"];

/// Fields with the page of a source.
const PAGES: &[&str] = &["page", "page_number"];

/// Fields with the place of a context among all of them.
const PLACES: &[&str] =
    &["chunk_index", "context_index", "passage_index", "source_index", "chunk_id", "index"];

/// The maximum number of pieces of a document that one object cites together.
const MAX_PIECES: usize = 16;

/// The maximum number of sources of one name that are looked through for each object.
const MAX_NAMESAKES: usize = 256;

/// Returns the object with the answer at `path` and a list of what it cites; the row if it has none there.
pub(super) fn beside<'r>(row: &'r Map<String, Value>, path: &str) -> &'r Map<String, Value> {
    let outer = path.rsplit_once('.').and_then(|(outer, _)| row.get(outer)?.as_object());
    outer.filter(|it| it.contains_key(CITATIONS)).unwrap_or(row)
}

/// Returns a citation for each object, if one of them at least names a source, or if all state the places of contexts
/// that have their words. An object that names none is a citation of an unknown source.
pub(super) fn add(
    row: &Map<String, Value>,
    text: &str,
    sources: &mut [Source],
) -> Option<Vec<Citation>> {
    let items = row.get(CITATIONS)?.as_array()?;
    let objects: Vec<&Map<String, Value>> =
        items.iter().map(Value::as_object).collect::<Option<_>>()?;
    let by_name = by_name(sources);
    let named = |object: &Map<String, Value>, key: &str| {
        let name = scalar(object.get(key)?).filter(|name| !name.is_empty())?;
        Some((by_name.get(&name).map(Vec::as_slice).unwrap_or_default(), name))
    };
    let is_known =
        |key: &str| objects.iter().any(|it| named(it, key).is_some_and(|(all, _)| !all.is_empty()));
    let Some(key) = NAMES.iter().find(|key| is_known(key)) else {
        let cited = by_place(&objects, sources)?;
        give_ids(sources, &cited);
        let citations = objects.into_iter().zip(cited);
        return Some(citations.map(|(object, cited)| read(object, text, cited, sources)).collect());
    };
    let cited: Vec<(String, Vec<usize>)> = objects
        .iter()
        .map(|object| {
            let others = || NAMES.iter().filter_map(|key| named(object, key));
            let known = || others().find(|(all, _)| !all.is_empty());
            let other = || known().or_else(|| others().next());
            let (all, name) = named(object, key).or_else(other).unwrap_or_default();
            (name, pieces(object, all, sources))
        })
        .collect();
    give_ids(sources, &cited);
    let citations = objects.into_iter().zip(cited);
    Some(citations.map(|(object, cited)| read(object, text, cited, sources)).collect())
}

/// Returns the context at the place that each object states, counted from 0 or 1: only from one of them do all objects
/// with words of a context have those of theirs.
fn by_place(
    objects: &[&Map<String, Value>],
    sources: &[Source],
) -> Option<Vec<(String, Vec<usize>)>> {
    let places = |key: &&str| -> Option<Vec<usize>> {
        let place =
            |object: &&Map<String, Value>| usize::try_from(object.get(*key)?.as_u64()?).ok();
        objects.iter().map(place).collect()
    };
    let places = PLACES.iter().find_map(places).filter(|places| !places.is_empty())?;
    let fits = |base: usize| {
        let fit = places.iter().zip(objects).try_fold(0_usize, |found, (place, object)| {
            let source = sources.get(place.checked_sub(base)?)?;
            match field(object, QUOTES) {
                Some(words) => has(source, words).then_some(found + 1),
                None => Some(found),
            }
        });
        fit.is_some_and(|found| found > 0)
    };
    let base = match (fits(0), fits(1)) {
        (true, false) => 0,
        (false, true) => 1,
        _ => return None,
    };
    Some(places.iter().map(|place| (place.to_string(), vec![place - base])).collect())
}

/// Returns the indexes of sources by their ids, titles, addresses and the other names that they state.
fn by_name(sources: &[Source]) -> BTreeMap<String, Vec<usize>> {
    let mut by_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, source) in sources.iter().enumerate() {
        let stated = source.metadata.iter().filter(|(key, _)| NAMES.contains(&key.as_str()));
        let own = [Some(&source.id), source.title.as_ref(), source.url.as_ref()];
        for name in own.into_iter().flatten().chain(stated.map(|(_, name)| name)) {
            let all = by_name.entry(name.clone()).or_default();
            if all.len() < MAX_NAMESAKES && all.last() != Some(&index) {
                all.push(index);
            }
        }
    }
    by_name
}

/// Returns which pieces of a document an object cites: those of its page, else those with its words, else all.
fn pieces(object: &Map<String, Value>, all: &[usize], sources: &[Source]) -> Vec<usize> {
    if all.len() < 2 {
        return all.to_vec();
    }
    let only = |is_meant: &dyn Fn(&Source) -> bool| {
        let meant = all.iter().copied().filter(|at| sources.get(*at).is_some_and(is_meant));
        Some(meant.collect::<Vec<usize>>()).filter(|meant| !meant.is_empty())
    };
    let words = field(object, QUOTES);
    let with_words = || only(&|source| words.is_some_and(|words| has(source, words)));
    let page = PAGES.iter().find_map(|key| scalar(object.get(*key)?));
    let is_page = |source: &Source| {
        let own = source.metadata.iter().find(|(key, _)| PAGES.contains(&key.as_str()));
        own.is_some_and(|(_, own)| Some(own) == page.as_ref())
    };
    let mut found = with_words().or_else(|| only(&is_page)).unwrap_or_else(|| all.to_vec());
    found.truncate(MAX_PIECES);
    found
}

/// Gives cited sources without an id one: their name, or their number if several have it.
fn give_ids(sources: &mut [Source], cited: &[(String, Vec<usize>)]) {
    let is_bare = |at: &usize| sources.get(*at).is_some_and(|source| source.id.is_empty());
    let bare: BTreeMap<usize, String> = cited
        .iter()
        .flat_map(|(name, all)| {
            let one = all.len() == 1;
            let id =
                move |at: usize| if one { name.clone() } else { format!("{name} #{}", at + 1) };
            all.iter().filter(|at| is_bare(at)).map(move |at| (*at, id(*at)))
        })
        .collect();
    for (at, id) in bare {
        if let Some(source) = sources.get_mut(at) {
            (source.id, source.id_from) = (id, IdFrom::Text);
        }
    }
}

fn read(
    object: &Map<String, Value>,
    text: &str,
    (name, all): (String, Vec<usize>),
    sources: &[Source],
) -> Citation {
    let name = if name.is_empty() { "a citation without a source" } else { &name };
    let mut own = citation(name, name, None, text);
    let cited: Vec<&Source> = all.iter().filter_map(|at| sources.get(*at)).collect();
    // Words of the answer that no cited source has are the claim.
    let words = field(object, QUOTES);
    let is_said = |words: &str| text.contains(words) && !cited.iter().any(|it| has(it, words));
    let said = field(object, CLAIMS).or_else(|| words.filter(|words| is_said(words)));
    let quote = words.filter(|words| Some(*words) != said).map(str::to_owned);
    if let Some(target) = own.targets.first().cloned().filter(|_| !cited.is_empty()) {
        let of = |source: &&Source| {
            let quote = quote.clone();
            let id = source.id.clone();
            Target { id, quote, ..target.clone() }
        };
        own.targets = cited.iter().map(of).collect();
    }
    let mut places = said.into_iter().flat_map(|words| text.match_indices(words.trim()));
    if let (Some((start, words)), None) = (places.next(), places.next())
        && !words.is_empty()
    {
        let span = Span::new(start, start + words.len());
        own.anchor = Anchor { kind: AnchorKind::Claim, span };
    }
    own
}

/// Returns the first of these fields with words.
fn field<'v>(object: &'v Map<String, Value>, keys: &[&str]) -> Option<&'v str> {
    let mut words = keys.iter().filter_map(|key| object.get(*key)?.as_str());
    words.find(|words| !words.trim().is_empty())
}

fn has(source: &Source, words: &str) -> bool {
    matches!(&source.text, SourceText::Inline(text) if text.contains(words.trim()))
}
