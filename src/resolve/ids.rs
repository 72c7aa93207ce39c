//! Matching of ids to sources.
//!
//! Ids are matched in the order of [`STEPS`], most reliable first. The first step that finds
//! anything wins; if it finds several sources, the id is reported as ambiguous instead of guessed.
//! Position in the list comes last: only for sources without an id of their own that no other id
//! has claimed, and never if two ids claim the same position.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use unicode_normalization::UnicodeNormalization as _;

use super::{Doubt, LISTED};
use crate::model::{IdFrom, Source};
use crate::text::address;
use crate::text::name_id::name_id;
use crate::text::prose::ordinal;

/// The maximum number of folders of a path that an id may name.
const MAX_FOLDERS: usize = 8;

/// The match of an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matched {
    /// Exactly one source.
    One {
        /// Index into the case's sources.
        source: usize,
        /// The property that matched.
        by: IdFrom,
        /// Reason for a reader to doubt it.
        doubt: Option<Doubt>,
    },
    /// Several sources that answer to it equally well.
    Several(Vec<usize>),
    /// None: it counts the answer's own sources, and there are fewer.
    Beyond {
        /// Number of the answer's own sources.
        own: usize,
    },
    /// None.
    None {
        /// The first few other ids that claim the same position in the list, if that is the reason.
        rivals: Vec<String>,
        /// Number of further rivals.
        more: usize,
    },
}

/// One way of matching an id.
struct IdMatcher {
    by: IdFrom,
    doubt: Option<&'static str>,
    find: for<'n> fn(&'n Names<'_>, &str) -> Option<&'n Vec<usize>>,
}

/// The ways of matching that look at one id alone, most reliable first.
const STEPS: &[IdMatcher] = &[
    IdMatcher { by: IdFrom::User, doubt: None, find: |names, id| names.user.get(id) },
    IdMatcher { by: IdFrom::Text, doubt: None, find: |names, id| names.text.get(id) },
    IdMatcher { by: IdFrom::Address, doubt: None, find: |names, id| names.at(id) },
    IdMatcher { by: IdFrom::Address, doubt: None, find: |names, id| names.at_page(id) },
    IdMatcher {
        by: IdFrom::FileName,
        doubt: None,
        find: |names, id| names.file.get(&*composed(id)),
    },
    IdMatcher {
        by: IdFrom::FileName,
        doubt: None,
        find: |names, id| names.stem.get(&*composed(id)),
    },
    IdMatcher { by: IdFrom::FileName, doubt: None, find: |names, id| names.ending_with(id) },
    IdMatcher {
        by: IdFrom::FileName,
        doubt: Some("matched by file name only when upper and lower case are ignored"),
        find: |names, id| names.folded.get(&composed(id).to_lowercase()),
    },
    IdMatcher { by: IdFrom::FileName, doubt: None, find: |names, id| names.as_ids(id) },
    IdMatcher {
        by: IdFrom::FileName,
        doubt: Some("matched by title"),
        find: |names, id| names.title.get(id),
    },
    IdMatcher {
        by: IdFrom::Position,
        doubt: Some("its text comes from the source at the same position in the list"),
        find: |names, id| names.placed.get(id),
    },
];

/// The names sources answer to, each with the indexes of the sources that bear it.
#[derive(Default)]
struct Names<'s> {
    user: BTreeMap<&'s str, Vec<usize>>,
    text: BTreeMap<&'s str, Vec<usize>>,
    address: BTreeMap<String, Vec<usize>>,
    file: BTreeMap<String, Vec<usize>>,
    stem: BTreeMap<String, Vec<usize>>,
    folded: BTreeMap<String, Vec<usize>>,
    /// Titles of sources without an id of their own, and the last parts of those that are paths.
    title: BTreeMap<&'s str, Vec<usize>>,
    /// Sources that have an id of their own but got their text by position.
    placed: BTreeMap<&'s str, Vec<usize>>,
    /// Files that hold one source each.
    files: Vec<(&'s Path, usize)>,
    /// Sources that others fit equally well.
    rivals: BTreeMap<usize, &'s [usize]>,
    /// The files that sources have their text from only because the names are alike.
    like_named: BTreeMap<usize, &'s str>,
    /// By the ends of their paths from one folder on (`docs/policy.md`), once such an id occurs.
    paths: OnceCell<BTreeMap<String, Vec<usize>>>,
    /// By whichever spelling of the address of a page, once an address is not found.
    spelled: OnceCell<BTreeMap<String, Vec<usize>>>,
    /// By the ends of their paths as ids (`docs_policy_md`, `docs_policy`), once such an id occurs.
    ids: OnceCell<BTreeMap<String, Vec<usize>>>,
}

impl<'s> Names<'s> {
    fn new(sources: &'s [Source]) -> Self {
        let mut names = Self::default();
        let mut sources_in: BTreeMap<&Path, usize> = BTreeMap::new();
        for origin in sources.iter().filter_map(|source| source.origin.as_ref()) {
            *sources_in.entry(&origin.path).or_default() += 1;
        }
        for (index, source) in sources.iter().enumerate() {
            if !source.rivals.is_empty() {
                names.rivals.insert(index, &source.rivals);
            }
            if let Some(file) = source.like_named_file.as_deref() {
                names.like_named.insert(index, file);
            }
            match source.id_from {
                _ if source.id.is_empty() => {}
                IdFrom::User => names.user.entry(&source.id).or_default().push(index),
                IdFrom::Text => names.text.entry(&source.id).or_default().push(index),
                IdFrom::FileName | IdFrom::Address => {
                    names.file.entry(composed(&source.id).into_owned()).or_default().push(index);
                }
                IdFrom::Position => names.placed.entry(&source.id).or_default().push(index),
            }
            if let Some(title) = source.title.as_deref().filter(|_| source.id.is_empty()) {
                let file = title.rsplit(['/', '\\']).next().unwrap_or(title);
                for name in BTreeSet::from([title, file]) {
                    names.title.entry(name).or_default().push(index);
                }
            }
            let addresses = source.addresses().filter(|url| address::is_address(url));
            for plain in addresses.map(address::plain).collect::<BTreeSet<_>>() {
                names.address.entry(plain).or_default().push(index);
            }
            // A file that holds several sources has a name for none of them.
            if let Some(origin) = &source.origin
                && sources_in.get(origin.path.as_path()) == Some(&1)
            {
                names.files.push((&origin.path, index));
                names.add_file(&origin.path, index);
            }
        }
        names
    }

    fn add_file(&mut self, path: &Path, index: usize) {
        let texts = [path.file_name(), path.file_stem()]
            .map(|part| part.map(|part| composed(&part.to_string_lossy()).into_owned()));
        let [Some(name), Some(stem)] = texts else { return };
        for folded in BTreeSet::from([name.to_lowercase(), stem.to_lowercase()]) {
            self.folded.entry(folded).or_default().push(index);
        }
        self.file.entry(name).or_default().push(index);
        self.stem.entry(stem).or_default().push(index);
    }

    /// Returns the sources at the address of an id.
    fn at(&self, id: &str) -> Option<&Vec<usize>> {
        if address::is_address(id) { self.address.get(&address::plain(id)) } else { None }
    }

    /// Returns the sources at another address of the page that an id names.
    fn at_page(&self, id: &str) -> Option<&Vec<usize>> {
        if !address::is_address(id) || self.address.is_empty() {
            return None;
        }
        let spelled = self.spelled.get_or_init(|| {
            let mut spelled: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for (plain, sources) in &self.address {
                spelled.entry(address::page(plain)).or_default().extend(sources);
            }
            for sources in spelled.values_mut() {
                sources.sort_unstable();
                sources.dedup();
            }
            spelled
        });
        spelled.get(&address::page(id))
    }

    /// Returns the files whose paths end with an id that has folders.
    fn ending_with(&self, id: &str) -> Option<&Vec<usize>> {
        let id = &*composed(id.strip_prefix("./").unwrap_or(id));
        if !id.contains('/') || address::is_address(id) {
            return None;
        }
        let paths = self.paths.get_or_init(|| {
            let mut paths: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for (path, index) in &self.files {
                let path = composed(&path.to_string_lossy()).replace('\\', "/");
                for (at, _) in path.match_indices('/') {
                    let end = path.get(at + 1..).unwrap_or_default();
                    paths.entry(end.to_owned()).or_default().push(*index);
                }
                paths.entry(path).or_default().push(*index);
            }
            paths
        });
        paths.get(id)
    }

    /// Returns the files of which an id is the name, with folders or without, as markers have it.
    fn as_ids(&self, id: &str) -> Option<&Vec<usize>> {
        if !id.contains('_') {
            return None;
        }
        let ids = self.ids.get_or_init(|| {
            let mut ids: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for (path, index) in &self.files {
                let stem = path.with_extension("");
                let mut own = BTreeSet::new();
                for path in [*path, &stem] {
                    let mut name = String::new();
                    for part in path.iter().rev().take(MAX_FOLDERS) {
                        let part = part.to_string_lossy();
                        name = if name.is_empty() { part.into() } else { format!("{part}_{name}") };
                        own.insert(name_id(&name));
                    }
                }
                for id in own {
                    ids.entry(id).or_default().push(*index);
                }
            }
            ids
        });
        ids.get(id)
    }

    fn find(&self, id: &str) -> Option<Matched> {
        STEPS.iter().find_map(|step| match (step.find)(self, id)?.as_slice() {
            [] => None,
            &[source] if self.rivals.contains_key(&source) => {
                self.rivals.get(&source).map(|rivals| Matched::Several(rivals.to_vec()))
            }
            &[source] => {
                let by_name = || {
                    let file = self.like_named.get(&source)?;
                    Some(format!("the file `{file}` is matched by its name alone").into())
                };
                let doubt = step.doubt.map(Doubt::from).or_else(by_name);
                Some(Matched::One { source, by: step.by, doubt })
            }
            several => Some(Matched::Several(several.to_vec())),
        })
    }
}

/// Returns a name with its letters and accents in one character each, as most people type them; some
/// systems and archives name files with them apart.
fn composed(name: &str) -> Cow<'_, str> {
    if name.is_ascii() { Cow::Borrowed(name) } else { Cow::Owned(name.nfc().collect()) }
}

/// The sources meant by the ids of one response.
#[derive(Debug, Clone, Default)]
pub struct Ids {
    matched: BTreeMap<String, Matched>,
    order: Vec<String>,
}

impl Ids {
    /// Matches `cited`, the ids in the order of their use, to `sources`.
    pub fn new<'c>(cited: impl IntoIterator<Item = &'c str>, sources: &[Source]) -> Self {
        let names = Names::new(sources);
        let mut ids = Self::default();
        let mut claimed = BTreeSet::new();
        let mut left: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for id in cited {
            if ids.matched.contains_key(id) {
                continue;
            }
            ids.order.push(id.to_owned());
            let matched = names.find(id);
            match &matched {
                Some(Matched::One { source, .. }) => {
                    claimed.insert(*source);
                }
                Some(Matched::Several(several)) => claimed.extend(several),
                Some(Matched::None { .. } | Matched::Beyond { .. }) => {}
                None => {
                    if let Some(place) = place_of(id) {
                        left.entry(place).or_default().push(id.to_owned());
                    }
                }
            }
            let matched = matched.unwrap_or(Matched::None { rivals: Vec::new(), more: 0 });
            ids.matched.insert(id.to_owned(), matched);
        }
        let own = sources.iter().take_while(|source| !source.uncounted).count();
        for (place, claimants) in left {
            let is_bare = sources.get(place).is_some_and(|source| source.id.is_empty());
            if own < sources.len() && place >= own {
                for id in claimants {
                    ids.matched.insert(id, Matched::Beyond { own });
                }
            } else if is_bare && !claimed.contains(&place) {
                ids.place(place, &claimants);
            }
        }
        ids
    }

    /// Gives the source at `place` to the only id that claims it, or records the rivals.
    fn place(&mut self, place: usize, claimants: &[String]) {
        for id in claimants {
            let others = claimants.iter().filter(|other| *other != id);
            let rivals: Vec<String> = others.take(LISTED).cloned().collect();
            let more = claimants.len().saturating_sub(1 + rivals.len());
            let matched = if rivals.is_empty() {
                let doubt =
                    format!("matched by position: {} source of the list", ordinal(place + 1));
                Matched::One { source: place, by: IdFrom::Position, doubt: Some(doubt.into()) }
            } else {
                Matched::None { rivals, more }
            };
            self.matched.insert(id.clone(), matched);
        }
    }

    /// Returns the match of `id`; `None` for an id that was not among the cited ones.
    pub fn get(&self, id: &str) -> Option<&Matched> {
        self.matched.get(id)
    }

    /// Returns the number of different ids.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns every cited id with its match, in order of first use.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Matched)> {
        self.order.iter().filter_map(|id| Some((id.as_str(), self.matched.get(id)?)))
    }
}

/// Words of ids that count sources from 1: `[doc1]`, `[S2]`.
const COUNTING: &[&str] =
    &["doc", "document", "source", "src", "passage", "context", "chunk", "ref", "s", "d"];

/// Returns the 0-based position that an id names: one of the guide's form (`turn0file2`, `file2`),
/// a bare number, or one after a word such as `doc`, which count from 1. The number of a block
/// (`turn0block2`) counts the blocks of material, of which a source has several.
fn place_of(id: &str) -> Option<usize> {
    if id.bytes().all(|byte| byte.is_ascii_digit()) {
        return id.parse::<usize>().ok()?.checked_sub(1);
    }
    let kind_and_place = match id.strip_prefix("turn") {
        Some(rest) => rest.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => id,
    };
    let digits = kind_and_place.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let kind = kind_and_place.strip_suffix(digits)?;
    if COUNTING.contains(&kind.to_lowercase().as_str()) && id.len() == kind_and_place.len() {
        return digits.parse::<usize>().ok()?.checked_sub(1);
    }
    let shaped = if id.len() == kind_and_place.len() {
        kind == "file"
    } else {
        let is_of_source = !kind.is_empty() && kind != "block";
        is_of_source && id.len() > "turn".len() + kind_and_place.len()
    };
    let number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (shaped && number).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::model::Origin;

    fn source(id: &str, id_from: IdFrom, path: Option<&str>) -> Source {
        let origin = path.map(|path| Origin { path: PathBuf::from(path), first_line: 1 });
        Source { id: id.to_owned(), id_from, origin, ..Source::default() }
    }

    fn file(path: &str) -> Source {
        source("", IdFrom::Position, Some(path))
    }

    /// Compares `0 file-name`, `several [0, 1]` or `none` for each cited id.
    #[track_caller]
    fn check(sources: &[Source], cited: &[&str], expected: &[&str]) {
        let ids = Ids::new(cited.iter().copied(), sources);
        let found: Vec<String> = ids
            .iter()
            .map(|(_, matched)| match matched {
                Matched::One { source, by, doubt } => {
                    format!("{source} {by:?}{}", if doubt.is_some() { " doubt" } else { "" })
                }
                Matched::Several(several) => format!("several {several:?}"),
                Matched::Beyond { own } => format!("beyond {own}"),
                Matched::None { rivals, .. } if rivals.is_empty() => "none".to_owned(),
                Matched::None { rivals, .. } => format!("rivals {rivals:?}"),
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_users_word_stands_above_the_text_and_the_name() {
        let sources = [
            file("a/policy.md"),
            source("policy", IdFrom::Text, None),
            source("policy", IdFrom::User, Some("b.txt")),
        ];
        check(&sources, &["policy"], &["2 User"]);
        check(&sources[..2], &["policy"], &["1 Text"]);
        check(&sources[..1], &["policy"], &["0 FileName"]);
    }

    #[test]
    fn file_names_match_whole_then_by_stem_then_ignoring_case() {
        let sources = [file("docs/Policy.md"), file("docs/rates.csv")];
        check(&sources, &["Policy.md"], &["0 FileName"]);
        check(&sources, &["rates"], &["1 FileName"]);
        check(&sources, &["policy"], &["0 FileName doubt"]);
    }

    #[test]
    fn an_id_with_folders_matches_the_end_of_one_path() {
        let sources =
            [file("/x/docs/policy.md"), file("/x/old/policy.md"), file("docs/a/rates.md")];
        let cited = [
            "docs/policy.md",
            "./x/old/policy.md",
            "docs/a/rates.md",
            "a/rates.md",
            "b/rates.md",
            "cs/policy.md",
        ];
        let expected = ["0 FileName", "1 FileName", "2 FileName", "2 FileName", "none", "none"];
        check(&sources, &cited, &expected);
        check(&[file("x/a/b.md"), file("y/a/b.md")], &["a/b.md"], &["several [0, 1]"]);
    }

    #[test]
    fn an_id_of_a_marker_matches_the_name_it_is_made_of() {
        let sources =
            [file("/x/docs/refund policy.md"), file("old/rates.md"), file("new/rates.md")];
        let cited =
            ["refund_policy_md", "refund_policy", "docs_refund_policy", "x_docs_refund_policy_md"];
        check(&sources, &cited, &["0 FileName", "0 FileName", "0 FileName", "0 FileName"]);
        let cited = ["rates_md", "old_rates", "new_rates_md", "older_rates", "refund_policy_m"];
        check(&sources, &cited, &["several [1, 2]", "1 FileName", "2 FileName", "none", "none"]);
    }

    #[test]
    fn an_address_matches_however_it_is_decorated() {
        let at = |id: &str, url: &str| Source {
            url: Some(url.to_owned()),
            ..source(id, IdFrom::Text, Some("page.html"))
        };
        let sources = [at("", "https://www.lake.example/a"), at("b", "https://lake.example/b/")];
        let cited = [
            "http://lake.example/a/?utm_source=chatgpt.com#:~:text=x",
            "https://lake.example/b",
            "https://lake.example/c",
            "lake.example/a",
        ];
        check(&sources, &cited, &["0 Address", "1 Address", "none", "none"]);
        check(&[sources[0].clone(), sources[0].clone()], &cited[..1], &["several [0, 1]"]);
    }

    #[test]
    fn two_sources_with_one_id_are_never_chosen_between() {
        let twice = [source("a", IdFrom::Text, None), source("a", IdFrom::Text, None)];
        check(&twice, &["a"], &["several [0, 1]"]);
        check(&[file("x/a.md"), file("y/a.md")], &["a"], &["several [0, 1]"]);
    }

    #[test]
    fn a_file_of_several_sources_lends_them_no_name() {
        let mut one = source("one", IdFrom::Text, Some("all.txt"));
        one.metadata.clear();
        check(&[one, source("two", IdFrom::Text, Some("all.txt"))], &["all"], &["none"]);
    }

    #[test]
    fn a_title_names_a_source_that_has_no_id() {
        let titled = |id: &str, title: &str| Source {
            title: Some(title.to_owned()),
            ..source(id, IdFrom::Text, None)
        };
        check(&[titled("", "docs/policy.md")], &["policy.md"], &["0 FileName doubt"]);
        check(&[titled("", "docs/policy.md")], &["docs/policy.md"], &["0 FileName doubt"]);
        check(&[titled("7", "policy.md")], &["policy.md"], &["none"]);
        check(&[titled("", "Policy"), titled("", "Policy")], &["Policy"], &["several [0, 1]"]);
        check(&[titled("", "policy"), file("policy.md")], &["policy"], &["1 FileName"]);
    }

    #[test]
    fn position_counts_only_for_sources_nothing_else_matched() {
        let sources = [source("turn0file1", IdFrom::Text, None), file("a.md"), file("policy.md")];
        check(&sources, &["turn0file0"], &["none"]);
        check(&sources, &["turn0file2"], &["2 Position doubt"]);
        check(&sources, &["file2"], &["2 Position doubt"]);
        check(&sources, &["doc3"], &["2 Position doubt"]);
        check(&sources, &["S3"], &["2 Position doubt"]);
        check(&sources, &["doc0"], &["none"]);
        check(&sources, &["policy", "turn0file2"], &["2 FileName", "none"]);
        check(&sources, &["turn0file9"], &["none"]);
        check(&sources, &["turn0block2"], &["none"]);
    }

    #[test]
    fn position_ends_with_the_sources_of_the_answer() {
        let given = Source { uncounted: true, ..file("b.md") };
        let sources = [source("", IdFrom::Position, None), given];
        check(&sources, &["1", "2", "doc3"], &["0 Position doubt", "beyond 1", "beyond 1"]);
        check(&sources, &["b.md"], &["1 FileName"]);
    }

    #[test]
    fn two_ids_that_claim_one_place_get_it_neither() {
        check(
            &[file("a.md")],
            &["turn0file0", "turn1file0"],
            &[r#"rivals ["turn1file0"]"#, r#"rivals ["turn0file0"]"#],
        );
    }

    #[test]
    fn only_ids_of_the_guides_shape_speak_of_a_place() {
        assert_eq!(place_of("turn0file2"), Some(2));
        assert_eq!(place_of("turn12search30"), Some(30));
        assert_eq!(place_of("file1"), Some(1));
        assert_eq!((place_of("2"), place_of("1")), (Some(1), Some(0)));
        for id in ["turn2", "turnfile2", "block1", "0", "", "turn0file", "turn0file2x", "doc-2"] {
            assert_eq!(place_of(id), None, "{id}");
        }
    }
}
