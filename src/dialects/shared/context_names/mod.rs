//! Citations that name the contexts of a row or the files given, in square or round brackets:
//! `(report2022, sec3_p4)`, `[report2022:sec3_p4]`, `[Source: guide.pdf, Section: Fares, Page: 9]`,
//! `(Source: Title)`.
//!
//! Everything in the brackets has to be an id, a title or another name of a context, or a place in it:
//! then the words are surely no others. Several names in a row narrow down the contexts that are
//! meant; a page does if the contexts state theirs. The heading of a Markdown file is a place in it
//! (`[policy.md § Limits]`, `[policy.md :: Limits]`). The origin of a file may come before it
//! (`[forum | threads.md]`), and a section after it (`[Timetable | Winter]`). Of a title that was cut
//! (`Fares of the harb...`), the beginning has to fit. A page or a time may be after a name
//! (`[handbook(p.8), meeting@00:01:50]`).
//!
//! Some places need no brackets ([`unbracketed`]). A list of sources at the end of the text cites
//! nothing beside marks in it. Alone, its names are all that the text cites.

mod alike;
mod bars;
mod given;
mod ids;
mod links;
mod namesakes;
mod places;
mod spelling;
mod unbracketed;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::dialects::shared::code::Code;
use crate::locator;
use crate::model::{Anchor, AnchorKind, Citation, Locator, Source, Target};
use crate::text::Span;
use crate::text::address::is_address;
use crate::text::brackets::enclosed;
pub(crate) use given::GivenNames;
use ids::{is_id, is_key};
pub(crate) use links::document_links;
use links::{Link, is_link, links};
pub(crate) use namesakes::by_name_alone;
pub(crate) use places::PAGES;
use places::{is_on, narrowed, states_page};
pub(crate) use spelling::without_referring;
use spelling::{beginning, letters, numbered_part, plain, spaced, squeezed};

/// The family of these citations.
pub(crate) const FAMILY: &str = "name";

/// The maximum length of what is in brackets, in bytes.
const MAX_LENGTH: usize = 480;

/// The minimum length of a name, in bytes.
const MIN_NAME: usize = 3;

/// The minimum length of a lone title in round brackets, in bytes.
const MIN_ROUND: usize = 12;

/// The maximum number of parts between commas that are one name.
const MAX_PARTS: usize = 6;

/// The maximum length of the word before a colon, in bytes: `Source:`, `Retrieved from:`.
const MAX_LEAD: usize = 20;

/// The maximum number of contexts that one name means.
const MAX_MEANT: usize = 20;

/// Metadata that name a part of a document, and so only narrow down.
const PARTS: &[&str] =
    &["section", "section_title", "heading", "chapter", "loc", "location", "locator"];

/// The contexts by their names.
struct Names<'s> {
    sources: &'s [Source],
    /// By id, title and the names of documents, in lower case.
    named: BTreeMap<String, Vec<usize>>,
    /// The same with blanks for the signs that stand for them in the names of files.
    spaced: BTreeMap<String, Vec<usize>>,
    /// The same with only their letters and digits: a copy may lose the blanks.
    squeezed: BTreeMap<String, Vec<usize>>,
    /// By the parts of documents.
    parts: BTreeMap<String, Vec<usize>>,
    /// By the beginnings of titles that were cut (`Fares of the harb...`), in lower case.
    cut: BTreeMap<String, Vec<usize>>,
    /// The shortest end of its own path by which a bracket of the text names a file.
    own_paths: BTreeMap<usize, String>,
}

/// The contexts that a bracket names, and a place in them or a piece that none of them is.
#[derive(Debug, Clone, Default)]
struct Meant {
    contexts: Vec<usize>,
    place: Option<Locator>,
    missing: Option<String>,
}

/// A bracket or link, and what it names.
struct Bracket {
    span: Span,
    meant: Vec<Meant>,
    /// True for a link whose words belong to the sentence: only its end is the citation.
    is_wording: bool,
}

/// Adds the names of contexts in brackets to the citations of a text, which are in order.
pub(crate) fn add(text: &str, citations: &mut Vec<Citation>, sources: &[Source]) {
    let names = Names::of(sources).with_own_paths(text);
    if names.named.is_empty() {
        return;
    }
    let mut found = in_brackets(&names, text);
    let (closing, beside) = unbracketed::listed(&names, text);
    found.extend(beside);
    found.extend(unbracketed::in_columns(&names, text));
    found.extend(unbracketed::at_ends_of_lines(&names, text));
    let closes = |span: Span| Span::any_contains(&closing.lists, span.start);
    let is_cited = citations.iter().any(|it| !closes(it.anchor.span));
    if is_cited || found.iter().any(|own| !closes(own.span)) {
        found.retain(|own| !closes(own.span));
    } else {
        for own in &mut found {
            own.is_wording = false;
        }
        found.extend(closing.names);
    }
    // A piece that no context is counts beside others that are known.
    let is_known = |own: &Bracket| own.meant.iter().all(|it| it.missing.is_none());
    if !found.iter().any(is_known) {
        return;
    }
    let code = Code::of(text);
    let mut more = Vec::new();
    let mut end = 0;
    found.sort_by_key(|own| own.span);
    for own in found {
        let span = own.span;
        // Round brackets may be part of a name in square ones.
        let signs = ['(', '\u{ff08}', '['];
        let is_quoted =
            span.slice(text).is_some_and(|name| name.trim_start_matches(signs).starts_with('`'));
        if span.start < end || !is_quoted && code.overlaps(span) {
            continue;
        }
        end = span.end;
        let next = citations.partition_point(|it| it.anchor.span.end <= span.start);
        match citations.get_mut(next).filter(|it| it.anchor.span.overlaps(span)) {
            Some(known) if known.anchor.span == span && !names.count(known, &own) => {
                *known = names.citation(text, own);
            }
            Some(_) => {}
            None => more.push(names.citation(text, own)),
        }
    }
    citations.append(&mut more);
    citations.sort_by_key(|citation| citation.anchor.span);
}

/// Returns the brackets and links that name contexts; in any order.
fn in_brackets(names: &Names<'_>, text: &str) -> Vec<Bracket> {
    let wide = enclosed(text, '\u{3010}', '\u{3011}', &['\u{2020}']);
    let square = enclosed(text, '[', ']', &[]).chain(wide);
    let square = square.filter(|(span, _)| {
        let after = text.get(span.end..).unwrap_or_default();
        let mut before = text.get(..span.start).unwrap_or_default().chars().rev();
        let opens = before.find(|c| *c == '\n' || c.is_alphanumeric());
        let opens = opens.is_none_or(|c| c == '\n');
        !(is_link(after) || after.starts_with(':') && opens)
    });
    let mut found: Vec<Bracket> = Vec::new();
    let mut take = |span: Span, meant: Option<Vec<Meant>>, is_wording: bool| {
        found.extend(meant.map(|meant| Bracket { span, meant, is_wording }));
    };
    for (span, inner) in square {
        take(span, names.meant(inner.slice(text).unwrap_or_default(), false), false);
    }
    let wide = enclosed(text, '\u{ff08}', '\u{ff09}', &[]);
    for (span, inner) in enclosed(text, '(', ')', &['[', ']']).chain(wide) {
        let is_target = text.get(..span.start).is_some_and(|before| before.ends_with(']'));
        let inner = inner.slice(text).filter(|_| !is_target).unwrap_or_default();
        take(span, names.meant(inner, true), false);
    }
    for Link { span, label, target } in links(text) {
        let file = target.rsplit('/').next().unwrap_or_default();
        // `[handbook.md](#fares)`
        let labelled = format!("{label}{file}");
        let file = if file.starts_with('#') { labelled.as_str() } else { file };
        let whole = || Some(Meant { contexts: names.named(file)?, ..Meant::default() });
        let is_alone = text.get(..span.start).is_some_and(|before| before.ends_with('('));
        let is_wording = !is_alone && names.named(label).is_none();
        let meant = names.place(file).or_else(whole).map(|it| vec![it]);
        take(span, meant.or_else(|| names.with_origin(&target)), is_wording);
    }
    found
}

impl<'s> Names<'s> {
    fn of(sources: &'s [Source]) -> Self {
        let (mut named, mut parts, own_paths) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut cut: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        // The ends of addresses. With blanks they are words of any sentence.
        let mut slugs = BTreeSet::new();
        for (index, source) in sources.iter().enumerate() {
            let own = |all: &mut BTreeMap<String, Vec<usize>>, name: &str| {
                let name = plain(name);
                let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
                if name.len() >= MIN_NAME && name.len() <= MAX_LENGTH && !is_number {
                    let known = all.entry(name).or_default();
                    if known.last() != Some(&index) {
                        known.push(index);
                    }
                }
            };
            own(&mut named, &source.id);
            for beginning in
                std::iter::once(&source.id).chain(&source.title).filter_map(|it| beginning(it))
            {
                cut.entry(beginning).or_default().push(index);
            }
            let file = source.origin.as_ref().filter(|_| source.id.is_empty());
            let file = file.map(|origin| origin.path.as_path());
            let files = [file.and_then(Path::file_name), file.and_then(Path::file_stem)];
            for name in files.iter().flatten().filter_map(|name| name.to_str()) {
                own(&mut named, name);
            }
            if let Some(name) = namesakes::name_in_folder(source) {
                own(&mut named, &name);
            }
            for title in source.title.iter().chain(&source.url) {
                let end = title.rsplit(['/', '\\']).next().unwrap_or_default();
                own(&mut named, title);
                own(&mut named, end);
                slugs.extend(is_address(title).then(|| plain(end)));
            }
            for (key, value) in &source.metadata {
                let is_page = states_page(key);
                if let Some(part) = numbered_part(key, value).filter(|_| !is_page) {
                    parts.entry(part).or_insert_with(Vec::new).push(index);
                } else if PARTS.contains(&key.as_str()) {
                    own(&mut parts, value);
                } else if !is_page {
                    own(&mut named, value);
                }
            }
        }
        let others = || named.iter().filter(|(name, _)| !slugs.contains(*name));
        let spaced = others().map(|(name, own)| (spaced(name), own.clone())).collect();
        let squeezed = others().filter_map(|(name, own)| Some((squeezed(name)?, own.clone())));
        let squeezed = squeezed.collect();
        Self { sources, named, spaced, squeezed, parts, cut, own_paths }
    }

    /// Returns what a bracket means; `None` if anything in it is neither a name nor a place.
    fn meant(&self, inner: &str, round: bool) -> Option<Vec<Meant>> {
        let ticked = inner.strip_prefix('`').and_then(|inner| inner.strip_suffix('`'));
        let inner = without_referring(ticked.unwrap_or(inner));
        if inner.len() > MAX_LENGTH || inner.len() < MIN_NAME {
            return None;
        }
        if let Some(whole) = self.named(inner) {
            let name = plain(inner);
            let is_sure = !round
                || name.len() >= MIN_ROUND
                || name.contains(|c: char| c.is_ascii_digit() || matches!(c, '_' | '.'));
            return is_sure.then(|| vec![Meant { contexts: whole, ..Meant::default() }]);
        }
        if let Some(place) = self.place(inner).or_else(|| self.of_kind(inner)) {
            return Some(vec![place]);
        }
        let meant = self.with_origin(inner).or_else(|| self.each_meant(inner, round));
        let dashed = || {
            let parts = inner.replace(" \u{2013} ", ", ").replace('\u{2014}', ",");
            self.each_meant(&parts, round).filter(|_| parts != inner)
        };
        meant.or_else(dashed).or_else(|| self.section(inner).filter(|_| !round))
    }

    /// Returns what the parts of a bracket mean; `None` if anything in it is neither a name nor a place.
    fn each_meant(&self, inner: &str, round: bool) -> Option<Vec<Meant>> {
        let mut all: Vec<Meant> = Vec::new();
        let (mut said, mut is_led) = (0_usize, false);
        // A part that comes before its document: `Article 8 — Rules of the pier`.
        let mut first: Option<Vec<usize>> = None;
        // `R-7 · Rules of the pier` has two names of one context.
        let inner = inner.replace(" · ", ", ");
        for group in inner.split([';', '|']) {
            // `guide.pdf | Page: 3`
            if let (Some(own), Some(place)) = (all.last_mut(), locator::read(group)) {
                own.place.get_or_insert(place);
                said += 1;
                continue;
            }
            let parts = self.parts_of(group);
            let mut at = 0;
            let mut open: Option<Meant> = None;
            while at < parts.len() {
                let (taken, step) = self.step(group, &parts, at)?;
                at += taken;
                said += 1;
                match (step, &mut open) {
                    (Step::Named(new, led), open) => {
                        is_led |= led;
                        let both = first.take().and_then(|part| narrowed(&new, &part));
                        let new = both.unwrap_or(new);
                        match open.as_mut().map(|own| (narrowed(&own.contexts, &new), own)) {
                            Some((Some(both), own)) => own.contexts = both,
                            _ => all
                                .extend(open.replace(Meant { contexts: new, ..Meant::default() })),
                        }
                    }
                    (Step::At(contexts, place), open) => {
                        let place = Some(place);
                        all.extend(open.replace(Meant { contexts, place, missing: None }));
                    }
                    (Step::Part(new), Some(own)) => {
                        if let Some(both) = narrowed(&own.contexts, &new) {
                            own.contexts = both;
                        }
                    }
                    (Step::Part(new), None) if first.is_none() => first = Some(new),
                    (Step::Place(place), Some(own)) => {
                        own.place.get_or_insert(place);
                    }
                    (Step::Words(words), Some(own)) if self.glued_page(own, &words).is_some() => {
                        own.place = own.place.take().or(self.glued_page(own, &words));
                    }
                    (Step::Words(_), Some(_)) if is_led => {}
                    (Step::Words(words), Some(own)) if own.missing.is_none() && is_id(&words) => {
                        own.missing = Some(words);
                    }
                    // The document of a piece that is known.
                    (Step::Words(words), None) if self.begins_id(&words) => {}
                    // A document that no context is, beside one that is known.
                    (Step::Words(words), None) if !round && is_key(&words) => {
                        all.push(Meant { missing: Some(words), ..Meant::default() });
                    }
                    _ => return None,
                }
            }
            all.extend(open);
        }
        let is_known = all.iter().any(|meant| !meant.contexts.is_empty());
        all.retain(|_| first.is_none() && is_known);
        (!round || is_led || said > 1).then_some(all).filter(|all| !all.is_empty())
    }

    /// Returns the meaning of the longest part of a group that begins at `at`, and its number of parts.
    fn step(&self, group: &str, parts: &[&str], at: usize) -> Option<(usize, Step)> {
        let start: usize = parts.get(..at)?.iter().map(|part| part.len() + 1).sum();
        let most = (parts.len() - at).min(MAX_PARTS);
        for taken in (1..=most).rev() {
            let len: usize =
                parts.get(at..at + taken)?.iter().map(|part| part.len() + 1).sum::<usize>() - 1;
            // Parts of `a:b` have the same lengths as their text.
            let part = group.get(start..start + len).unwrap_or_default().trim();
            let led = part.split_once(':').filter(|(lead, _)| is_lead(lead));
            if let Some(named) = self.named(part) {
                return Some((taken, Step::Named(named, false)));
            }
            let own = led.map_or(part, |(_, own)| own);
            if let Some(named) = led.and_then(|_| self.named(own)) {
                return Some((taken, Step::Named(named, true)));
            }
            // `reg_5(b)`, `handbook(p.8)`, `meeting@00:01:50`
            let whole = part.strip_suffix(')').and_then(|part| part.split_once('('));
            if let Some((whole, words)) = whole.or_else(|| part.split_once('@'))
                && let Some(named) = self.named(whole)
            {
                let place = locator::read(words);
                let step = place.map(|place| Step::At(named.clone(), place));
                return Some((taken, step.unwrap_or(Step::Named(named, false))));
            }
            let of_part =
                |part| self.parts.get(&plain(part)).or_else(|| self.parts.get(&letters(part)));
            if let Some(found) = of_part(own).or_else(|| of_part(part)) {
                return Some((taken, Step::Part(found.clone())));
            }
            if taken == 1 {
                let place = locator::read(part);
                return Some((1, place.map_or_else(|| Step::Words(part.to_owned()), Step::Place)));
            }
        }
        None
    }

    /// Returns the parts of a group between commas. `document:piece` is two, if the document is known.
    fn parts_of<'t>(&self, group: &'t str) -> Vec<&'t str> {
        let split = |part: &'t str| {
            let whole = self.named(part).is_none();
            let known = |(document, _): &(&str, &str)| whole && self.named(document).is_some();
            match part.rsplit_once(':').filter(known) {
                Some((document, piece)) => vec![document, piece],
                None => vec![part],
            }
        };
        group.split(',').flat_map(split).collect()
    }

    fn citation(&self, text: &str, bracket: Bracket) -> Citation {
        let Bracket { span, meant, is_wording } = bracket;
        let mut targets: Vec<Target> = Vec::new();
        for Meant { mut contexts, mut place, missing } in meant {
            if let Some(id) = missing {
                targets.push(Target { id, locator: place, ..Target::default() });
                continue;
            }
            if let Some(Locator::Pages { first, .. }) = place {
                let on_page = |at: &usize| self.sources.get(*at).is_some_and(|it| is_on(it, first));
                if contexts.iter().any(on_page) {
                    contexts.retain(on_page);
                    place = None;
                }
            }
            if let Some(id) = self.shared_name(&contexts) {
                targets.push(Target { id, locator: place, ..Target::default() });
                continue;
            }
            if place.is_some() {
                contexts.truncate(1);
            }
            if let [only] = contexts.as_slice()
                && let Some(id) = self.path_of_namesake(*only)
            {
                targets.push(Target { id, locator: place, ..Target::default() });
                continue;
            }
            for source in contexts.iter().take(MAX_MEANT).filter_map(|at| self.sources.get(*at)) {
                let id = self.id_of(source);
                if targets.iter().all(|own| own.id != id) {
                    targets.push(Target { id, locator: place.clone(), ..Target::default() });
                }
            }
        }
        Citation {
            family: FAMILY.to_owned(),
            raw: span.slice(text).unwrap_or_default().to_owned(),
            anchor: if is_wording {
                Anchor { kind: AnchorKind::Point, span: Span::new(span.end, span.end) }
            } else {
                Anchor { kind: AnchorKind::Marker, span }
            },
            targets,
            ..Citation::default()
        }
    }
}

/// The meaning of a part of a bracket.
enum Step {
    /// Contexts, and true if a word such as `Source:` leads.
    Named(Vec<usize>, bool),
    /// Contexts with a place in them.
    At(Vec<usize>, Locator),
    Part(Vec<usize>),
    Place(Locator),
    /// Other words, as of a section that no context states.
    Words(String),
}

/// True for the words before a colon that are no part of a name.
fn is_lead(lead: &str) -> bool {
    lead.len() <= MAX_LEAD && lead.chars().all(|c| c.is_alphanumeric() || c == ' ')
}
