//! Attaches texts to the sources of a case, from payloads and files next to it.
//!
//! A response often names its sources without their text, or repeats only the cited words. Sources
//! next to it fill them in: by id, by file name or title, by address. Matches by a name like the
//! title or the end of the address, and by position, come last, and the source then says so. A source
//! that fills nothing is added as a separate source, except for the entries of a list: a case takes
//! from a list only those that it names.

use std::collections::{BTreeMap, BTreeSet};

use crate::cases::fit::{called, is_at_same_address, is_end_of, is_file, is_listed_number};
use crate::cases::keys::Index;
use crate::cases::page_names::{file_names, name_words, page_names, title_words};
use crate::cases::partners::{Names, with_all_words, with_shared_name};
use crate::cases::rivals::{Choices, add_named};
use crate::dialects::shared::blocks::refuse_divisions;
use crate::dialects::shared::excerpts::not_requested;
use crate::dialects::shared::linked::conflict;
use crate::model::{Case, IdFrom, LinkConflict, Source, SourceText};
use crate::text::{address, prose};

/// Puts the sources of companion payloads and then the files into the case.
pub fn attach(case: &mut Case, companions: &[Source], files: &[Source]) {
    look_up(case, companions);
    drop_beyond(case, companions);
    let companions = companions.iter().filter(|extra| !extra.listed);
    let extras = news(&case.sources, companions.chain(files));
    // Most cases of a batch have all their sources.
    if !extras.is_empty() {
        attach_new(case, extras);
    }
    add_named(&mut case.sources);
}

/// Attaches sources that do not repeat those of the case.
fn attach_new(case: &mut Case, extras: Vec<&Source>) {
    let mut rest: Vec<&Source> = Vec::new();
    let choices = Choices::of(&mut case.sources, &extras);
    let mut index = Index::of_named(case.sources.iter());
    // Those whose texts come in pieces, by the names of their files, and the pieces after the first.
    let mut pieced: BTreeMap<String, (usize, Vec<&str>)> = BTreeMap::new();
    let mut conflicts = BTreeMap::new();
    for extra in extras {
        if let (Some((_, pieces)), SourceText::Inline(piece)) =
            (pieced.get_mut(&listed_file(extra)), &extra.text)
        {
            pieces.push(piece);
            continue;
        }
        let fits = |at: usize, own: &Source| {
            own.is_partial() && is_same(own, extra) && choices.allow(at, extra)
        };
        let mut like = index.like_given(extra).into_iter();
        let at = like.find(|at| case.sources.get(*at).is_some_and(|own| fits(*at, own)));
        let Some((at, first)) = at.and_then(|at| Some((at, case.sources.get_mut(at)?))) else {
            rest.push(extra);
            continue;
        };
        // A saved page may state another address than the one under which it was found.
        if !is_file(extra)
            && let Some(conflict) = conflict(first, extra)
        {
            conflicts.insert(first.id.clone(), conflict);
        }
        fill(first, extra, first.id_from);
        pieced.extend(is_piece(first, extra).then(|| (listed_file(extra), (at, Vec::new()))));
        let title = first.title.clone();
        index.add_named(at, first);
        for at in like {
            let own = case.sources.get_mut(at);
            let own = own.filter(|own| fits(at, own) && is_part(own, title.as_ref(), extra));
            let Some(own) = own else { continue };
            fill(own, extra, own.id_from);
            index.add_named(at, own);
        }
    }
    for (at, pieces) in pieced.into_values() {
        if let Some(own) = case.sources.get_mut(at) {
            append(own, &pieces);
        }
    }
    by_page_name(case, &mut rest);
    by_number(case, &mut rest);
    by_position(case, &mut rest);
    if rest.iter().any(|extra| is_file(extra)) {
        advise(&mut case.sources);
    }
    // The numbers of marks count the answer's own list, which other sources do not continue.
    let uncounted = !case.sources.is_empty();
    choices.settle(&mut case.sources, &rest);
    case.sources.extend(rest.into_iter().map(|extra| Source { uncounted, ..extra.clone() }));
    set_conflicts(case, conflicts);
}

/// True if a source is one more passage or place of a document: of one, a case has a separate source for
/// each that is cited. `title` is that of the first.
fn is_part(own: &Source, title: Option<&String>, document: &Source) -> bool {
    let is_titled = own.title.as_ref() == title;
    let is_passage = own.excerpt && is_titled || own_row(own).is_some();
    let is_place = is_titled && title.is_some() && is_file(document) && own.url.is_none();
    is_passage || is_place && is_listed_number(own) || is_at_same_address(own, document)
}

/// Returns the sources beside a response that do not repeat its own.
fn news<'s>(sources: &[Source], extras: impl Iterator<Item = &'s Source>) -> Vec<&'s Source> {
    let mut own: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for source in sources.iter().filter(|source| !source.id.is_empty()) {
        own.entry(&source.id).or_default().push(source);
    }
    let is_new = |extra: &&Source| {
        let same = own.get(extra.id.as_str());
        !same.is_some_and(|same| same.iter().any(|own| holds(own, extra)))
    };
    extras.filter(is_new).collect()
}

/// Sets the conflicts of sources to which the response gives other addresses than they have, by their ids.
fn set_conflicts(case: &mut Case, mut conflicts: BTreeMap<String, LinkConflict>) {
    if conflicts.is_empty() {
        return;
    }
    let [mut pages, mut spelled] = [(); 2].map(|()| BTreeMap::<String, &str>::new());
    for source in case.sources.iter().filter(|source| source.text.why_not().is_none()) {
        let stated = source.url.iter().filter(|_| !conflicts.contains_key(&source.id));
        for page in stated.chain(&source.also_at) {
            pages.entry(address::plain(page)).or_insert(&source.id);
            spelled.entry(address::page(page)).or_insert(&source.id);
        }
    }
    for (id, conflict) in &mut conflicts {
        let exact = pages.get(&address::plain(&conflict.linked));
        let other = exact.or_else(|| spelled.get(&address::page(&conflict.linked)));
        let other = other.filter(|other| *other != id);
        conflict.other = other.map(|other| (*other).to_owned());
    }
    for target in case.response.citations.iter_mut().flat_map(|citation| &mut citation.targets) {
        target.conflict =
            conflicts.get(&target.id).cloned().map(Box::new).or(target.conflict.take());
    }
}

/// The words before the index of a source that the request counts.
const COUNTED: [&str; 2] = ["document ", "search result "];

/// Drops the sources that only repeat the words of citations whose index the request does not have:
/// these words do not prove that such a source exists.
fn drop_beyond(case: &mut Case, companions: &[Source]) {
    let counted = |source: &&Source| COUNTED.iter().any(|noun| is_counted(&source.id, noun));
    let requested: BTreeSet<&str> =
        companions.iter().filter(counted).map(|source| source.id.as_str()).collect();
    if requested.is_empty() {
        return;
    }
    let targets = case.response.citations.iter_mut().flat_map(|citation| &mut citation.targets);
    refuse_divisions(targets, companions.iter().filter(counted));
    let is_beyond = |own: &Source| {
        let is_numbered = COUNTED.iter().any(|noun| is_counted(&own.id, noun));
        let is_unknown = if own.unindexed {
            !companions.iter().filter(counted).any(|extra| is_same(own, extra))
        } else {
            is_numbered && !requested.contains(own.id.as_str())
        };
        own.excerpt && is_unknown
    };
    let beyond: Vec<String> =
        case.sources.iter().filter(|own| is_beyond(own)).map(|own| own.id.clone()).collect();
    case.sources.retain(|own| !is_beyond(own));
    case.notes.extend(not_requested(&beyond));
}

fn is_counted(id: &str, noun: &str) -> bool {
    id.strip_prefix(noun).is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Takes from lists the sources whose ids the case names, the first of each id.
fn look_up(case: &mut Case, companions: &[Source]) {
    let listed = companions.iter().filter(|extra| extra.listed);
    let count = listed.clone().count();
    if count == 0 {
        return;
    }
    let cited = case.response.citations.iter().flat_map(|citation| &citation.targets);
    let own = case.sources.iter().map(|source| &source.id);
    let mut named: BTreeSet<String> = cited.map(|target| &target.id).chain(own).cloned().collect();
    named.remove("");
    let all = named.len();
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    for (at, own) in case.sources.iter().enumerate() {
        first.entry(own.id.clone()).or_insert(at);
    }
    for extra in listed {
        if !named.remove(&extra.id) {
            continue;
        }
        match first.get(&extra.id).and_then(|at| case.sources.get_mut(*at)) {
            Some(own) if own.is_partial() => fill(own, extra, own.id_from),
            Some(_) => {}
            None => case.sources.push(extra.clone()),
        }
    }
    if named.len() == all {
        let sources = prose::count(count, "listed source");
        case.notes.push(format!("none of {sources} beside the response is cited"));
    }
}

/// Matches files by names that people give to saved pages: `stats.md` and `Harbour statistics.html`
/// are the page "Harbour statistics" at `https://harbour.example/2024/stats`; then by words of the
/// title, as `smith2020.pdf` for "Smith, J. (2020): Harbours". Only where one file and one page fit.
fn by_page_name(case: &mut Case, rest: &mut Vec<&Source>) {
    pair(case, rest, page_names, file_names, with_shared_name);
    // In a folder of much else, some file has words of any title.
    let pages = case.sources.iter().filter(|own| own.text.why_not().is_some()).count();
    if rest.iter().filter(|extra| is_file(extra)).count() <= 2 * pages {
        pair(case, rest, title_words, name_words, with_all_words);
    }
}

/// Returns the pairs of names of pages and files that fit nothing else.
type Pairing = fn(&[Names], &[Names]) -> Vec<(usize, usize)>;

/// Fills each page without text from the file that fits it, if it is the only one, and the file fits no
/// other page.
fn pair(
    case: &mut Case,
    rest: &mut Vec<&Source>,
    of_page: fn(&Source) -> Names,
    of_file: fn(&Source) -> Names,
    pairs: Pairing,
) {
    let is_open = |own: &&mut Source| own.text.why_not().is_some() && own.rivals.is_empty();
    let mut pages: Vec<&mut Source> = case.sources.iter_mut().filter(is_open).collect();
    let of_pages: Vec<Names> = pages.iter().map(|page| of_page(page)).collect();
    let of_files: Vec<Names> = rest.iter().map(|file| of_file(file)).collect();
    let mut used = BTreeSet::new();
    for (page, file) in pairs(&of_pages, &of_files) {
        if let (Some(own), Some(given)) = (pages.get_mut(page), rest.get(file)) {
            fill_by_name(own, given);
            used.insert(file);
        }
    }
    let mut number = 0..;
    rest.retain(|_| number.next().is_none_or(|at| !used.contains(&at)));
}

/// Fills a page from a file with a name like it, which may be another page.
fn fill_by_name(own: &mut Source, file: &Source) {
    fill(own, file, own.id_from);
    let path = file.origin.as_ref().and_then(|origin| origin.path.file_name());
    let name = path.unwrap_or_default().to_string_lossy();
    own.notes.push(format!("the file `{name}` is matched by its name alone"));
    own.like_named_file = Some(name.into_owned());
}

/// Fills listed pages that nothing else names from files called by their numbers: `2.html` is the page
/// of `[2]`, unless it states another address.
fn by_number(case: &mut Case, rest: &mut Vec<&Source>) {
    let mut called: BTreeMap<String, Vec<(usize, &Source)>> = BTreeMap::new();
    for (at, file) in rest.iter().enumerate().filter(|(_, file)| is_file(file)) {
        let stem = file.origin.as_ref().and_then(|origin| origin.path.file_stem()?.to_str());
        if let Some(stem) = stem {
            called.entry(stem.to_owned()).or_default().push((at, file));
        }
    }
    let mut used = BTreeSet::new();
    let is_open =
        |own: &&mut Source| own.is_partial() && own.rivals.is_empty() && is_listed_number(own);
    for own in case.sources.iter_mut().filter(is_open) {
        let Some(&[(at, file)]) = called.get(&own.id).map(Vec::as_slice) else { continue };
        let differs = own.addresses().next().is_some() && file.addresses().next().is_some();
        if !differs && used.insert(at) {
            fill_by_name(own, file);
        }
    }
    let mut number = 0..;
    rest.retain(|_| number.next().is_none_or(|at| !used.contains(&at)));
}

/// Says of sources without text that none of the files matches them.
fn advise(sources: &mut [Source]) {
    for own in sources {
        let SourceText::Absent(why) = &mut own.text else { continue };
        let Some((what, _)) = why.split_once("; pass the saved page") else { continue };
        let option = if own.id.is_empty() {
            String::new()
        } else {
            format!(": `--source {}=FILE` says which is its page", own.id)
        };
        *why = format!("{what}; no file has its name, title or address{option}");
    }
}

/// Matches by position: without better evidence, `document 2` is the third file, and `2` is the
/// second if the number is all that is known about a source.
fn by_position(case: &mut Case, rest: &mut Vec<&Source>) {
    let mut used = BTreeSet::new();
    for own in case.sources.iter_mut().filter(|own| own.is_partial() && own.rivals.is_empty()) {
        let place = own.id.strip_prefix("document ").and_then(|n| n.parse::<usize>().ok());
        let is_bare = own.title.is_none() && own.url.is_none();
        let number = own.id.parse::<usize>().ok().filter(|_| is_bare);
        let place = place.or_else(|| number?.checked_sub(1));
        let Some((place, file)) = place.and_then(|place| Some((place, rest.get(place)?))) else {
            continue;
        };
        if file.id.is_empty() {
            fill(own, file, IdFrom::Position);
            used.insert(place);
        }
    }
    let mut number = 0..;
    rest.retain(|_| number.next().is_none_or(|at| !used.contains(&at)));
}

/// True if a source next to the response repeats the case's own source of the same id: both come
/// from the prompt of the same answer.
fn holds(own: &Source, extra: &Source) -> bool {
    match (&own.text, &extra.text) {
        (SourceText::Inline(whole), SourceText::Inline(part)) => {
            !own.id.is_empty() && own.id == extra.id && whole.contains(part.trim())
        }
        _ => false,
    }
}

/// True if a source next to the response is one that the response names.
fn is_same(own: &Source, extra: &Source) -> bool {
    if !extra.id.is_empty() && extra.id == own.id {
        return true;
    }
    if is_at_same_address(own, extra) {
        return true;
    }
    // A citation without an index names its document by the title.
    let is_titled = own.title.as_ref() == Some(&own.id);
    if (extra.id.is_empty() || is_titled) && extra.title.is_some() && extra.title == own.title {
        return true;
    }
    if extra.id.is_empty() && extra.title.as_deref().is_some_and(|title| is_file_of(title, own)) {
        return true;
    }
    let Some(path) = extra.origin.as_ref().map(|origin| &origin.path) else { return false };
    let names = [path.file_name(), path.file_stem()];
    let called = called(own);
    let mut names = names.iter().flatten().filter_map(|name| name.to_str());
    names.any(|name| called.iter().any(|own| own.eq_ignore_ascii_case(name)))
        || called.iter().any(|own| is_end_of(own, path))
        || called.iter().any(|own| {
            let row = row_of(own).map(|(file, _)| file_name(file));
            row.is_some_and(|row| {
                path.file_name()
                    .is_some_and(|name| row.eq_ignore_ascii_case(&name.to_string_lossy()))
            })
        })
}

/// Returns the file and the row by which a response names a source.
fn own_row(own: &Source) -> Option<(&str, &str)> {
    row_of(&own.id).or_else(|| row_of(own.title.as_deref()?))
}

/// Returns the file and the row of `data/births.csv#row=86`.
fn row_of(name: &str) -> Option<(&str, &str)> {
    let (file, row) = name.rsplit_once("#row=")?;
    row.bytes().all(|byte| byte.is_ascii_digit()).then_some((file, row))
}

/// True if a source is a document, or a piece of one, that a list of documents gives under the name
/// that the response uses.
fn is_piece(own: &Source, extra: &Source) -> bool {
    let is_listed = extra.id.is_empty() && extra.origin.is_none();
    is_listed && extra.title.as_deref().is_some_and(|title| is_file_of(title, own))
}

/// Returns the name of the file that a source of a list of documents is a piece of; empty if it is none.
fn listed_file(extra: &Source) -> String {
    let title = extra.title.as_deref().filter(|_| extra.id.is_empty() && extra.origin.is_none());
    title.map(file_name).unwrap_or_default()
}

/// Adds the texts of further pieces of a document.
fn append(own: &mut Source, pieces: &[&str]) {
    if let SourceText::Inline(text) = &own.text
        && !pieces.is_empty()
    {
        own.text = SourceText::Inline([&[text.trim_end()], pieces].concat().join("\n\n").into());
    }
}

/// True if the title of a document without an id is the name or path of a file that the response
/// names.
fn is_file_of(title: &str, own: &Source) -> bool {
    let (name, called) = (file_name(title), [Some(own.id.as_str()), own.title.as_deref()]);
    name.contains('.') && called.into_iter().flatten().any(|own| file_name(own) == name)
}

/// Returns the last part of a path, in lower case.
fn file_name(path: &str) -> String {
    path.rsplit(['/', '\\']).next().unwrap_or(path).to_lowercase()
}

/// Takes text, divisions and file from `extra`, and any other missing fields.
fn fill(own: &mut Source, extra: &Source, id_from: IdFrom) {
    // A request that only names a file must not replace the words that the response repeats.
    let has_words = own.excerpt || own.listed && own.text.why_not().is_none();
    if extra.text.why_not().is_none() || !has_words {
        own.text = extra.text.clone();
        own.divisions.clone_from(&extra.divisions);
        own.outline.clone_from(&extra.outline);
        own.extracted_from = extra.extracted_from;
        own.encoding = extra.encoding;
        own.notes.clone_from(&extra.notes);
        own.origin.clone_from(&extra.origin);
        own.excerpt = extra.excerpt;
        own.repeated = extra.repeated;
        own.listed = extra.listed;
        own.id_from = id_from;
        own.like_named_file = None;
        own.also_at = extra.addresses().map(str::to_owned).collect();
    }
    if let Some((_, row)) = own_row(own) {
        own.notes.push(format!("`#row={row}` is not read as a place: the whole file is shown"));
    }
    own.title = own.title.take().or_else(|| extra.title.clone());
    own.url = own.url.take().or_else(|| extra.url.clone());
    own.updated = own.updated.take().or_else(|| extra.updated.clone());
    own.score = own.score.or(extra.score);
    for pair in &extra.metadata {
        if !own.metadata.contains(pair) {
            own.metadata.push(pair.clone());
        }
    }
}
