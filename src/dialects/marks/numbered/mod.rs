//! Numbered marks in running text: `[1]`, `[1, 2]`, `[1-3]`, `【1】`, `［1］`, `[^1]`, `[[1]](url)`,
//! `[1](url)`, `<a href="url">[1]</a>`, the same with escaped brackets as word processors export them (`\[1\]`,
//! `[\[1\]](url)`), each number with a locator after it or not (`[1, p. 3]`, `[1, L8-L13; 2]`); bare
//! numbers after sentences (`the trend.1`) above a list; numbers alone on the lines after sentences
//! ([`mod@alone`]); raised numbers and numbers in round brackets
//! ([`mod@raised`]); and texts cited by plain links alone, or by lines `Source: …` with an address.
//!
//! Spec: none; gathered from recorded answers of many models. The list of sources is the text's own
//! ([`list`]): under a heading, at its end, or as definitions; of several numbered lists each serves
//! the text above it. Marks are refused inside code,
//! formulas, addresses, images and the list itself ([`marks`]), and where they are an index, an
//! array, an interval or a year ([`accept`]). A number that no list has stays a citation: it is for
//! the resolver to say that it leads nowhere.
//!
//! # Incomplete support
//!
//! `[citation:3]`, `[doc1]`, `[ID:0]` and the like have separate dialects. Without a list, a single
//! mark counts only at the end of a sentence, because brackets have many uses.

mod accept;
mod again;
mod alone;
mod anchors;
mod announced;
mod around;
mod authored;
mod bare;
mod bare_list;
mod below;
mod block_list;
mod browser;
mod data;
mod definitions;
mod digits;
mod entries;
mod excerpts;
mod fields;
mod heading_rows;
mod heads;
mod indexes;
mod introduced;
mod lettered;
mod letters;
mod line;
mod link_places;
mod linked_rows;
mod links;
mod list;
mod log_lines;
mod look;
mod marks;
mod notes_below;
mod outside;
mod page_notes;
mod parts;
mod passages;
mod plain_brackets;
mod possible;
mod printed;
mod raised;
mod series;
mod several;
mod single;
mod sources;
mod spans;
mod tally;
mod unheaded;
mod unbracketed;
mod unread;
mod works;

use std::collections::{BTreeMap, BTreeSet};

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::code::Code;
use crate::dialects::shared::labelled_passages::labelled_passages;
use crate::dialects::shared::list_address::is_note;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::{TextMarks, UNNUMBERED};
use crate::model::{Anchor, AnchorKind, Citation, Locator, Source, Target};
use crate::text::not_shown::NotShown;
use crate::text::prose::count;
use crate::text::{Span, address};
pub(crate) use alone::alone_in;
pub(crate) use announced::{note as note_source_lines, note_in as note_source_lines_in};
pub(crate) use bare::raised_in;
pub(crate) use data::is_data;
use entries::Entry;
pub(crate) use heads::heads_in;
pub(crate) use links::FAMILY as LINKS;
use list::List;
use look::may_cite;
use marks::{Form, Mark};
pub(crate) use marks::{in_address, text_before};
pub(crate) use raised::superscripts_in;
pub(crate) use series::{is_counting, series};
pub use sources::listed_in;
use sources::page;
pub(crate) use sources::sources_in;
use spans::{inside, merged};
pub(crate) use tally::is_in_row;
pub(crate) use unread::{
    note_after_decimals, note_links, note_list, note_pictured, note_raised, note_rows,
};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "numbered",
    title: "text or Markdown cited by numbers or by links",
    recognised_by: "`[1]`, `[1, 2]`, `[1-3]`, `【1】`, `[^1]`, `[[1]](url)`, or links in brackets, raised, to listed pages or with `#:~:text=`; `¹`, `<sup>1</sup>`, `①`, `(1)`, `[2a]`, `[Key]_` with a list, numbers alone on lines after sentences",
    sources_from: "the list under References or Sources, at the end or in a block of JSON or YAML, then the files given",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: Some(in_known) },
    mixes: true,
    ..Dialect::DEFAULTS
};

/// The maximum number of ids in a range; of a longer one, only the two ends count.
const MAX_RANGE_LENGTH: u64 = 100;

fn detect(text: &str, families: &Families) -> Option<String> {
    let reading = Reading::of(text, &[], families)?;
    let marks = match (reading.marks.as_slice(), reading.links.len()) {
        ([], 0) => count(reading.announced.len(), "citing line"),
        ([], links) => count(links, "citing link"),
        ([only], _) => format!("the mark `{}`", only.span.slice(text).unwrap_or_default()),
        ([first, ..], _) => {
            let first = first.span.slice(text).unwrap_or_default();
            format!("{} such as `{first}`", count(reading.marks.len(), "mark"))
        }
    };
    Some(match (&reading.list.heading, reading.list.entries.len()) {
        (_, 0) => marks,
        (Some(heading), listed) => {
            let heading = heading.trim_matches(['*', ':', '：', ' ']);
            format!("{marks}, and {} under \u{201c}{heading}\u{201d}", count(listed, "source"))
        }
        (None, listed) => format!("{marks}, and a list of {}", count(listed, "source")),
    })
}

fn read(text: &str, families: &Families) -> TextMarks {
    in_known(text, &[], families)
}

/// Reads a text with known sources of these numbers, in addition to those it lists itself.
fn in_known(text: &str, known: &[u64], families: &Families) -> TextMarks {
    let Some(reading) = Reading::of(text, known, families) else { return TextMarks::default() };
    let mut found = TextMarks {
        sources: sources::of(&reading.list, reading.marks.is_empty()),
        ..TextMarks::default()
    };
    let mut cited = Cited::new(&reading.list, &found.sources);
    let linked = reading.linked();
    for mark in &reading.marks {
        let answer = reading.list.answer_at(mark.span.start);
        let mut citation = cited.citation(text, mark, answer);
        for target in citation.targets.iter_mut().filter(|_| mark.url.is_none()) {
            if let Some(answer) = answer.filter(|it| linked.contains(&(*it, target.id.clone()))) {
                target.id = in_answer(&target.id, answer);
            } else if !reading.list.sections.is_empty() {
                target.id = reading.list.id_at(&target.id, mark.span.start);
            }
            if target.locator.is_none() && mark.form != Form::Footnote {
                target.locator = cited.page_of(&target.id, &reading.list);
            }
        }
        found.citations.push(citation);
    }
    found.notes = reading.notes();
    for link in &reading.links {
        let (page, words) = link.page_and_words();
        let is_number = link.label.bytes().all(|byte| byte.is_ascii_digit());
        let id = cited.page(page, Some(link.label.as_str()).filter(|_| !is_number));
        let locator = words.map(|words| Locator::Fragment(words.to_owned()));
        let target = Target { id, locator, ..Target::default() };
        let label = Some(link.label.clone());
        let citation = citation(text, link.span, links::FAMILY, vec![target]);
        found.citations.push(Citation { label, ..citation });
    }
    for announced in &reading.announced {
        let target = |page: &announced::Page| {
            let id = cited.page(&page.url, page.title.as_deref());
            Target { id, ..Target::default() }
        };
        let mut targets: Vec<Target> = announced.pages.iter().map(target).collect();
        targets.dedup_by(|next, own| next.id == own.id);
        found.citations.push(citation(text, announced.span, links::FAMILY, targets));
    }
    found.citations.sort_by_key(|citation| citation.anchor.span.start);
    found.sources.append(&mut cited.more);
    if cited.long > 0 {
        let (notes, long) = (&mut found.notes, count(cited.long, "range"));
        notes.push(format!("{long} of more than {MAX_RANGE_LENGTH} numbers: only the ends count"));
    }
    if !reading.marks.is_empty() && reading.list.entries.iter().any(|entry| entry.id.is_none()) {
        found.notes.push(UNNUMBERED.to_owned());
    }
    found
}

/// Returns the id of a source that only one of several answers links to.
fn in_answer(number: &str, answer: usize) -> String {
    format!("{number} (answer {answer})")
}

/// The list, marks and links of a text, before they are made into citations.
struct Reading {
    list: List,
    marks: Vec<Mark>,
    links: Vec<links::Link>,
    /// Announced sources without links, in a text without marks and links.
    announced: Vec<announced::Announced>,
    /// Number of elements that are not shown.
    hidden: usize,
    /// Number of entries of a list that is not that of the marks.
    uncounted: usize,
}

impl Reading {
    /// Returns notes on the forms of the marks, and on the lists that they mean.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let bare = self.marks.iter().filter(|mark| mark.form == Form::Bare).count();
        let marks = count(self.marks.len(), "number");
        if bare > 0 {
            let bare = count(bare, "number");
            notes.push(format!("{bare} without brackets after sentences read as citations"));
        }
        if self.marks.iter().any(|mark| mark.form == Form::Alone) {
            notes.push(format!("{marks} alone on their lines read as citations"));
        }
        if self.marks.iter().any(|mark| mark.form == Form::Round) {
            notes.push(format!("{marks} in round brackets read as citations"));
        }
        if self.hidden > 0 {
            let hidden = count(self.hidden, "row");
            notes.push(format!("{hidden} of marks not shown (`display:none`) left out"));
        }
        if self.uncounted > 0 {
            let listed = count(self.uncounted, "source");
            notes.push(format!(
                "{listed} listed without numbers, far more than the marks count: not theirs"
            ));
        }
        if self.list.sections.len() > 1 {
            let lists = count(self.list.sections.len(), "list");
            let is_above = self.list.parts.is_empty();
            let served = if is_above { "the text above it" } else { "its own part of the text" };
            notes.push(format!("{lists} of sources: each serves {served}"));
        }
        let listless = self.marks.iter().filter(|mark| !self.list.serves(mark.span.start)).count();
        if listless > 0 {
            let marks = count(listless, "mark");
            notes.push(format!("{marks} in parts of the text without a list of their own"));
        }
        notes
    }

    /// Returns the numbers that each answer of a text of several links to a page.
    fn linked(&self) -> BTreeSet<(usize, String)> {
        let links = self.marks.iter().filter(|mark| mark.url.is_some());
        let number = |mark: &Mark| {
            let answer = self.list.answer_at(mark.span.start)?;
            Some((answer, mark.items.first()?.0.to_string()))
        };
        links.filter_map(number).collect()
    }

    fn of(text: &str, known: &[u64], families: &Families) -> Option<Self> {
        if !may_cite(text) {
            return None;
        }
        let code = Code::of(text);
        let hidden = NotShown::of(text, &|at| code.contains(at)).elements;
        let code = code.into_spans();
        let (mut list, uncounted) = bare_list::of_marks(text, &code);
        let quoted = if known.is_empty() { labelled_passages(text) } else { Vec::new() };
        let is_quoted = list.entries.is_empty() && passages::add(text, &quoted, &mut list);
        let mut closed = code;
        closed.extend(marks::formulas(text));
        closed.extend(list.spans());
        closed.extend(&hidden);
        closed.extend(quoted.iter().map(|passage| passage.span));
        let closed = merged(closed);
        let numbers: BTreeSet<u64> = known.iter().copied().chain(list.counted()).collect();
        let mut marks = outside::marks(text, &closed, &list, &numbers);
        if known.is_empty() && browser::are_links(text, &list, &marks) {
            return None;
        }
        if single::cites_nothing(text, &list, &numbers, &marks) {
            marks.clear();
        }
        if !marks.iter().any(|mark| outside::is_known(mark, &numbers))
            && let Some(others) =
                unbracketed::marks(text, &closed, (&list, &numbers), marks.is_empty())
        {
            marks = others;
        } else {
            unbracketed::add_beside(text, &closed, &list, &mut marks);
        }
        single::remove_copied(&list, &mut marks);
        lettered::add(text, &closed, &list.entries, &mut marks);
        if is_quoted && marks.is_empty() {
            list = List { answers: list.answers, ..List::default() };
        }
        let cited = match marks.as_slice() {
            _ if families.cite(links::FAMILY) => links::all,
            [] => links::find,
            _ => links::beside_marks,
        };
        let pages = list.pages();
        let mut links = cited(text, &closed, &pages);
        let taken: Vec<Span> = marks.iter().map(|mark| mark.span).collect();
        links.retain(|link| !inside(&taken, link.span.start));
        linked_rows::remove(text, &mut marks, &mut links);
        again::end_at_list(&marks, known, &mut list);
        list.find_foreign(&marks);
        let mut announced = Vec::new();
        if marks.is_empty() && links.is_empty() {
            announced = announced::find(text, &closed);
        }
        (!marks.is_empty() || !links.is_empty() || !announced.is_empty()).then_some(Self {
            list,
            marks,
            links,
            announced,
            hidden: hidden.len(),
            uncounted,
        })
    }
}

/// The sources that links name in addition to the list.
struct Cited {
    /// The address of each id that has one.
    addresses: BTreeMap<String, Option<String>>,
    /// The id of each address.
    pages: BTreeMap<String, String>,
    more: Vec<Source>,
    /// The places that footnotes state, by id.
    places: BTreeMap<String, Locator>,
    /// Ranges too long to be counted out.
    long: usize,
}

impl Cited {
    fn new(list: &List, listed: &[Source]) -> Self {
        let addresses =
            listed.iter().map(|source| (source.id.clone(), source.url.clone())).collect();
        let place = |entry: &Entry| Some((entry.id.clone()?, entry.locator.clone()?));
        let places = list.entries.iter().filter_map(place).collect();
        let named = listed.iter().rev().filter(|source| !source.id.is_empty());
        let page = |source: &Source| Some((source.url.clone()?, source.id.clone()));
        let pages = named.filter_map(page).collect();
        Self { addresses, pages, more: Vec::new(), places, long: 0 }
    }

    fn citation(&mut self, text: &str, mark: &Mark, answer: Option<usize>) -> Citation {
        let mut ids: Vec<String> = mark.names.clone();
        let mut locators = Vec::new();
        for (index, &(first, last)) in mark.items.iter().enumerate() {
            let located = mark.located.iter().find(|(item, _)| *item == index);
            locators.extend(located.map(|(_, locator)| (ids.len(), locator)));
            match last.checked_sub(first) {
                Some(0..MAX_RANGE_LENGTH) => {
                    ids.extend((first..=last).map(|number| number.to_string()));
                }
                Some(_) => {
                    self.long += 1;
                    ids.extend([first.to_string(), last.to_string()]);
                }
                // `[9-7]`: both are named, in the order written.
                None => ids.extend([first.to_string(), last.to_string()]),
            }
        }
        if let (Some(url), [id]) = (&mark.url, ids.as_mut_slice()) {
            *id = self.numbered_page(id, url, answer);
        }
        let mut targets: Vec<Target> =
            ids.into_iter().map(|id| Target { id, ..Target::default() }).collect();
        for target in targets.iter_mut().filter(|_| mark.form == Form::Footnote) {
            target.locator = self.places.get(&target.id).cloned();
        }
        for (index, locator) in locators {
            if let Some(target) = targets.get_mut(index) {
                target.locator = Some(locator.clone());
            }
        }
        let family = match mark.form {
            Form::Bracket | Form::Wide | Form::Bare | Form::Alone | Form::Raised | Form::Round => {
                "number"
            }
            Form::Footnote => "footnote",
            Form::Link | Form::Reference => links::FAMILY,
        };
        Citation { label: mark.label.clone(), ..citation(text, mark.span, family, targets) }
    }

    /// Returns the place that an entry which is no footnote states.
    fn page_of(&self, id: &str, list: &List) -> Option<Locator> {
        self.places.get(id).filter(|_| !list.footnotes.contains(id)).cloned()
    }

    /// Returns the id of a link with a number: the number, unless it already leads elsewhere. In a text
    /// of several answers, the number is that of its answer.
    fn numbered_page(&mut self, number: &str, url: &str, answer: Option<usize>) -> String {
        let is_same = |own: &str| own == url || address::is_same_page(own, url);
        let is_known = |address: &Option<String>| address.as_deref().is_some_and(is_same);
        let number = match answer {
            Some(answer) if !self.addresses.get(number).is_some_and(is_known) => {
                &in_answer(number, answer)
            }
            _ => number,
        };
        match self.addresses.get(number) {
            // A copied page links its numbers to its notes, which the list has.
            Some(Some(own)) if !is_same(own) && !is_note(url) => self.page(url, None),
            Some(_) => number.to_owned(),
            None => {
                self.addresses.insert(number.to_owned(), Some(url.to_owned()));
                self.more.push(page(number, url, None));
                number.to_owned()
            }
        }
    }

    /// Returns the id of a linked page without a number: its address.
    fn page(&mut self, url: &str, title: Option<&str>) -> String {
        let known = links::spellings(url).into_iter().find_map(|url| self.pages.get(&*url));
        if let Some(id) = known {
            return id.clone();
        }
        self.pages.insert(url.to_owned(), url.to_owned());
        self.more.push(page(url, url, title));
        url.to_owned()
    }
}

fn citation(text: &str, span: Span, family: &str, targets: Vec<Target>) -> Citation {
    Citation {
        family: family.to_owned(),
        raw: span.slice(text).unwrap_or_default().to_owned(),
        anchor: Anchor { kind: AnchorKind::Marker, span },
        targets,
        ..Citation::default()
    }
}
