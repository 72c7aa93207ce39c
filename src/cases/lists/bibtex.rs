//! Bibliographies of BibTeX and BibLaTeX, `.bib`.
//!
//! The `biblatex` crate parses the grammar and LaTeX's accents. An entry that it cannot read
//! affects only itself: if it is cited, the source gives the reason. Abbreviations are expanded
//! here, because ones that refer to each other would loop forever there, as would thousands of
//! nested commands.
//!
//! # Incomplete support
//!
//! Fields inherited from another entry (`crossref`, `xdata`) are not added.

use std::collections::BTreeMap;

use biblatex::{Bibliography, ChunksExt as _, Entry, RawBibliography, RawChunk, RawEntry, Spanned};

use crate::cases::fit::FILE;
use crate::cases::lists::list::{List, doi_address, with_abstract};
use crate::input::Record;
use crate::model::{IdFrom, Source, SourceText};
use crate::text::prose::one_line;

pub(crate) const LIST: List = List {
    name: "bibtex",
    title: "a bibliography of BibTeX or BibLaTeX",
    recognised_by: "a file `.bib` with `@article{key, …}`",
    read,
};

/// The fields that are read.
const FIELDS: &[&str] = &[
    "title",
    "subtitle",
    "author",
    "editor",
    "year",
    "date",
    "journal",
    "journaltitle",
    "booktitle",
    "publisher",
    "url",
    "doi",
    "eprint",
    "archiveprefix",
    "eprinttype",
    "file",
    "abstract",
];

/// The maximum length of a field's value, in bytes.
const MAX_LENGTH: usize = 64 * 1024;

/// Maximum depth of braces in a value.
const MAX_DEPTH: usize = 64;

/// Maximum depth of abbreviations, and maximum number of pieces of a value.
const MAX_EXPANDED: usize = 16;

type Abbreviations<'s> = BTreeMap<&'s str, Vec<Spanned<RawChunk<'s>>>>;

fn read(record: &Record<'_>) -> Option<Vec<Source>> {
    let text = record.text;
    if !record.input.has_extension(&["bib"]) || !text.contains('@') {
        return None;
    }
    let mut broken = Vec::new();
    let raws = match RawBibliography::parse(text) {
        Ok(raw) => vec![raw],
        Err(_) => pieces(text).filter_map(|piece| one(piece, &mut broken)).collect(),
    };
    let mut abbreviations = Abbreviations::new();
    for pair in raws.iter().flat_map(|raw| &raw.abbreviations) {
        abbreviations.insert(pair.key.v, pair.value.v.clone());
    }
    let entries = raws.into_iter().flat_map(|raw| raw.entries);
    let mut sources: Vec<Source> = entries.map(|entry| source(entry, &abbreviations)).collect();
    sources.append(&mut broken);
    (!sources.is_empty()).then_some(sources)
}

/// Returns the text split at lines that begin with `@`, for a file that cannot be read as a whole.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = rest.find('@')?;
        let whole = rest.get(start..)?;
        let end = whole.find("\n@").map_or(whole.len(), |end| end + 1);
        let (piece, after) = whole.split_at_checked(end)?;
        rest = after;
        Some(piece)
    })
}

/// Returns a single entry; one that cannot be read becomes a source with the reason, if it has a
/// key.
fn one<'s>(piece: &'s str, broken: &mut Vec<Source>) -> Option<RawBibliography<'s>> {
    match RawBibliography::parse(piece) {
        Ok(raw) => Some(raw),
        Err(error) => {
            let key = piece.split_once('{').and_then(|(_, rest)| rest.split_once(','));
            broken.extend(key.map(|(key, _)| unreadable(key.trim(), &error.kind.to_string())));
            None
        }
    }
}

fn unreadable(key: &str, why: &str) -> Source {
    Source {
        id: key.to_owned(),
        id_from: IdFrom::Text,
        text: SourceText::Unreadable(format!(
            "its entry in the bibliography cannot be read: {why}"
        )),
        ..Source::default()
    }
}

fn source<'s>(mut raw: Spanned<RawEntry<'s>>, abbreviations: &Abbreviations<'s>) -> Source {
    let key = raw.v.key.v.trim().to_owned();
    raw.v.fields.retain_mut(|field| {
        if !FIELDS.contains(&field.key.v.to_ascii_lowercase().as_str()) {
            return false;
        }
        let mut plain = Vec::new();
        for chunk in &field.value.v {
            expand(chunk, abbreviations, MAX_EXPANDED, &mut plain);
        }
        field.value.v = plain;
        field.value.v.iter().all(|chunk| is_sane(&chunk.v))
    });
    let alone =
        RawBibliography { preamble: String::new(), entries: vec![raw], abbreviations: Vec::new() };
    match Bibliography::from_raw(alone).map(Bibliography::into_vec) {
        Ok(entries) => match entries.first() {
            Some(entry) => entry_source(key, entry),
            None => unreadable(&key, "it is empty"),
        },
        Err(error) => unreadable(&key, &error.kind.to_string()),
    }
}

/// Expands an abbreviation; an unknown one, such as a month, stays as written.
fn expand<'s>(
    chunk: &Spanned<RawChunk<'s>>,
    abbreviations: &Abbreviations<'s>,
    depth: usize,
    plain: &mut Vec<Spanned<RawChunk<'s>>>,
) {
    if plain.len() >= MAX_EXPANDED {
        return;
    }
    let RawChunk::Abbreviation(name) = chunk.v else {
        plain.push(chunk.clone());
        return;
    };
    match abbreviations.get(name).filter(|_| depth > 0) {
        Some(inner) => {
            for chunk in inner {
                expand(chunk, abbreviations, depth - 1, plain);
            }
        }
        None => plain.push(Spanned::new(RawChunk::Normal(name), chunk.span.clone())),
    }
}

fn is_sane(chunk: &RawChunk<'_>) -> bool {
    let RawChunk::Normal(text) = chunk else { return false };
    let mut depth = 0_usize;
    text.len() <= MAX_LENGTH
        && text.bytes().all(|byte| {
            match byte {
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth <= MAX_DEPTH
        })
}

fn entry_source(key: String, entry: &Entry) -> Source {
    let text = |name: &str| {
        let words = one_line(&entry.get(name)?.format_verbatim());
        (!words.is_empty()).then_some(words)
    };
    let first = |names: &[&str]| names.iter().find_map(|name| text(name));
    let title = match (text("title"), text("subtitle")) {
        (Some(title), Some(subtitle)) => Some(format!("{title}: {subtitle}")),
        (title, subtitle) => title.or(subtitle),
    };
    let kind = first(&["eprinttype", "archiveprefix"]).unwrap_or_default();
    let arxiv = text("eprint").filter(|_| kind.eq_ignore_ascii_case("arxiv"));
    let mut addresses = text("url")
        .into_iter()
        .chain(text("doi").map(|doi| doi_address(&doi)))
        .chain(arxiv.map(|id| format!("https://arxiv.org/abs/{id}")));
    let facts = [
        ("author", first(&["author"])),
        ("editor", first(&["editor"])),
        ("year", first(&["year", "date"]).map(|date| date.chars().take(4).collect())),
        ("in", first(&["journaltitle", "journal", "booktitle", "publisher"])),
        (FILE, text("file").and_then(|field| file(&field))),
    ];
    let fact = |(key, value): (&str, Option<String>)| value.map(|value| (key.to_owned(), value));
    let mut source = Source {
        id: key,
        id_from: IdFrom::Text,
        title,
        url: addresses.next(),
        also_at: addresses.collect(),
        metadata: facts.into_iter().filter_map(fact).collect(),
        ..Source::default()
    };
    with_abstract(&mut source, text("abstract"));
    source
}

/// Returns the name of the first file: `papers/smith.pdf`, or `:papers/smith.pdf:PDF` as reference
/// managers write it.
fn file(field: &str) -> Option<String> {
    let one = field.split(';').next()?;
    let parts: Vec<&str> = one.split(':').filter(|part| part.contains('.')).collect();
    let path = parts.last().copied().unwrap_or(one);
    let name = path.rsplit(['/', '\\']).next()?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;

    fn list(text: &str) -> Vec<Source> {
        let input = Input::new("refs.bib", text.as_bytes().to_vec());
        read(&Record::new(&input, text, None, &crate::dialects::lookup::RECOGNIZERS))
            .unwrap_or_default()
    }

    #[test]
    fn an_entry_is_a_source() {
        let found = list(
            "% refs\n@string{jt = {J. of Tides}}\n@article{moll2019,\n title={Tides of {N}ordby},\n \
             author = {M{\\\"u}ller, Ada and Berg, Bo}, year=2019, journal = jt # {, Series B},\n \
             doi={10.1/t}, file = {:papers/moll.pdf:PDF}, month = mar, abstract={Low \\& high.}}\n",
        );
        let [one] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((one.id.as_str(), one.title.as_deref()), ("moll2019", Some("Tides of Nordby")));
        assert_eq!(one.url.as_deref(), Some("https://doi.org/10.1/t"));
        let facts: Vec<_> =
            one.metadata.iter().map(|(key, value)| format!("{key}={value}")).collect();
        assert_eq!(
            facts,
            [
                "author=Müller, Ada and Berg, Bo",
                "year=2019",
                "in=J. of Tides, Series B",
                "file=moll.pdf"
            ]
        );
        assert_eq!(one.text, SourceText::Inline("Low & high.".into()));
    }

    #[test]
    fn a_broken_entry_costs_itself() {
        let found = list("@book{a, title={A}}\n@book{b, title={B\n@book{c, title={C}}\n");
        let entries: Vec<_> =
            found.iter().map(|one| (one.id.as_str(), one.title.as_deref())).collect();
        assert_eq!(entries, [("a", Some("A")), ("c", Some("C")), ("b", None)]);
        assert!(matches!(&found[2].text, SourceText::Unreadable(why) if why.contains("file")));
    }

    #[test]
    fn what_never_ends_is_cut() {
        let found =
            list("@string{a = b}\n@string{b = a # a}\n@book{x, title = a}\n@book{x, title={Y}}");
        assert_eq!(found.len(), 2);
        let deep = format!("@book{{x, title={{{}{}}}}}", "\\a{".repeat(50_000), "}".repeat(50_000));
        assert_eq!(list(&deep)[0].title, None);
    }

    #[test]
    fn files_are_named_in_several_ways() {
        for field in [
            "moll.pdf",
            "C\\:\\\\x\\\\moll.pdf",
            ":a/moll.pdf:PDF",
            "Full:a/moll.pdf:application/pdf",
        ] {
            assert_eq!(file(field).as_deref(), Some("moll.pdf"), "{field}");
        }
    }
}
