//! Inspection: takes a case and finds everything about it.
//!
//! [`Batch`] reads cases from files and inspects them; [`CitationView`] gives a citation with its
//! results. Slow work is split off: [`begin`] does everything quick, and targets that need the
//! lines of a large file stay [`Resolution::Pending`] until [`resume`].

mod batch;
mod compare;
mod view;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use batch::{Batch, open, open_as};
pub use compare::{Comparison, compare_better};
pub use view::{CitationView, TargetView};

use crate::dialects::shared::markers;
use crate::error::Why;
use crate::evidence::claim_text::without_markup;
pub use crate::evidence::{Claim, Inspected};
use crate::evidence::{Weigher, claims};
use crate::model::{
    AnchorKind, Case, Citation, DocumentText, IdFrom, Locator, ProblemKind, Response, Source,
};
use crate::resolve::{
    Context, How, Ids, Labels, Matched, Resolution, Searches, display_name, lines_of,
    name_or_place, place_of, resolve,
};
use crate::rules::{self, Finding, Ignored, Rule, Settings, Severity, Subject};
use crate::sources::Store;
use crate::sources::documents::{self, Extractor};
use crate::text::Span;
use crate::text::prose::count;

/// The maximum size of a source whose lines are counted immediately, in bytes: that is too quick to
/// notice.
const COUNT_AT_ONCE: usize = 256 * 1024;

/// The end of the note on marks before copies of their sources.
const ECHO: &str =
    ", as an answer that holds its prompt has them: they have no claim and are not compared";

/// A case with its results.
///
/// Iterate over [`Inspection::citations`] to see each citation with its targets, passages, evidence
/// and findings.
#[derive(Debug, Clone, Default)]
pub struct Inspection {
    /// The case as read.
    pub case: Case,
    /// The text of each source, parallel to `case.sources`; the reason if it cannot be read. See
    /// [`Inspection::source_text`].
    #[doc(hidden)]
    pub stores: Vec<Result<Arc<Store>, Why>>,
    /// The results for each citation, parallel to `case.response.citations`.
    pub inspected: Vec<Inspected>,
    /// The matches of cited ids to sources, one entry for each id that matched by anything except
    /// the source's own id; in order of first use.
    pub matches: Vec<IdMatch>,
    /// The indexes of the sources whose text is still being read: a target not found in them yet is
    /// [`Resolution::Pending`].
    pub growing: BTreeSet<usize>,
    /// True if it has been weighed: see [`weigh`].
    pub is_weighed: bool,
    /// The findings of the rules, in the order of their places; empty until [`check`].
    pub findings: Vec<Finding>,
    /// The findings that comments in the response silence, if that is permitted.
    pub ignored: Vec<Ignored>,
}

/// The match of an id to a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdMatch {
    /// The id as cited.
    pub id: String,
    /// Index into the case's sources.
    pub source: usize,
    /// The property that matched.
    pub by: IdFrom,
}

/// One use of a source by a citation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    /// Index into the case's citations.
    pub citation: usize,
    /// Index into the citation's targets.
    pub target: usize,
    /// First and last line by the number the locator counts; `None` for the whole source.
    pub lines: Option<(u64, u64)>,
}

impl Inspection {
    /// Returns each citation with its results, in the order of their numbers.
    pub fn citations(&self) -> impl ExactSizeIterator<Item = CitationView<'_>> {
        let citations = self.case.response.citations.iter().zip(&self.inspected).enumerate();
        citations.map(|(index, (citation, inspected))| {
            CitationView::new(self, index, citation, inspected)
        })
    }

    /// Returns the citation at `index` with its results.
    pub fn citation(&self, index: usize) -> Option<CitationView<'_>> {
        let citation = self.case.response.citations.get(index)?;
        Some(CitationView::new(self, index, citation, self.inspected.get(index)?))
    }

    /// True if the citation at `index` needs attention first: it is faulty, or a target of it has
    /// no passage although there could be one. A pending citation is not unresolved yet, and one
    /// that [has no text](Self::is_without_text) is resolved to its source.
    pub fn is_unresolved(&self, index: usize) -> bool {
        let citation = self.case.response.citations.get(index);
        let finding = self.inspected.get(index);
        citation.is_some_and(|citation| citation.problem.is_some() || citation.targets.is_empty())
            || finding.is_some_and(|finding| finding.targets.iter().any(Resolution::is_unresolved))
    }

    /// Returns the number of unresolved citations.
    pub fn unresolved(&self) -> usize {
        (0..self.inspected.len()).filter(|&index| self.is_unresolved(index)).count()
    }

    /// True if the citation at `index` is sound but cannot be checked: the input gives no text of a
    /// source it points at.
    pub fn is_without_text(&self, index: usize) -> bool {
        let finding = self.inspected.get(index);
        finding.is_some_and(|finding| finding.targets.iter().any(Resolution::has_no_text))
            && !self.is_unresolved(index)
    }

    /// True if the only text of a source that the citation at `index` points at is what the response itself repeats.
    pub fn is_repeated(&self, index: usize) -> bool {
        let is_repeated =
            |source: usize| self.case.sources.get(source).is_some_and(|it| it.repeated);
        let targets = self.inspected.get(index).into_iter().flat_map(|found| &found.targets);
        targets.filter_map(Resolution::passage).any(|passage| is_repeated(passage.source))
    }

    /// Returns the number of citations whose text only the response repeats.
    pub fn repeated(&self) -> usize {
        (0..self.inspected.len()).filter(|&index| self.is_repeated(index)).count()
    }

    /// Returns the number of citations that lack text.
    pub fn without_text(&self) -> usize {
        (0..self.inspected.len()).filter(|&index| self.is_without_text(index)).count()
    }

    /// True if some target waits for lines to be counted.
    pub fn is_pending(&self) -> bool {
        let mut targets = self.inspected.iter().flat_map(|finding| &finding.targets);
        targets.any(|resolution| matches!(resolution, Resolution::Pending(_)))
    }

    /// Returns the sources whose lines have to be counted before everything is resolved, ascending.
    pub fn pending_sources(&self) -> impl Iterator<Item = usize> {
        let targets = self.inspected.iter().flat_map(|finding| &finding.targets);
        let pending: BTreeSet<usize> = targets
            .filter_map(|resolution| match resolution {
                Resolution::Pending(source) => Some(*source),
                Resolution::Found(_) | Resolution::Missing(_) => None,
            })
            .collect();
        pending.into_iter()
    }

    /// Returns the indexes of the citations in the order of their positions in the response.
    pub fn reading_order(&self) -> Vec<usize> {
        self.case.response.reading_order()
    }

    /// Returns the claim of the citation at `index` as a reader sees it: citation markers and tags of HTML are
    /// cut out, other markers are replaced by their label, and entities by what they mean.
    pub fn claim_text(&self, index: usize) -> Option<String> {
        let claim = self.inspected.get(index)?.claim?.span;
        let Response { text, citations, cards } = &self.case.response;
        // Both are sorted by their spans: only those from the claim's start on are needed.
        let first = citations.partition_point(|c| c.anchor.span.end <= claim.start);
        let markers = citations
            .iter()
            .skip(first)
            .take_while(|c| c.anchor.span.start < claim.end)
            .filter(|c| c.anchor.kind == AnchorKind::Marker && !c.in_code)
            .map(|c| (c.anchor.span, None));
        let first = cards.partition_point(|card| card.span.end <= claim.start);
        let cards = cards.iter().skip(first).take_while(|card| card.span.start < claim.end);
        let cards = cards.filter(|card| card.known).map(|card| (card.span, card.label.as_deref()));
        let mut holes: Vec<(Span, Option<&str>)> = markers.chain(cards).collect();
        holes.sort_by_key(|(span, _)| *span);
        let mut words = String::new();
        let mut at = claim.start;
        for (span, label) in holes {
            words.push_str(Span::new(at, span.start.max(at)).slice(text).unwrap_or_default());
            words.push_str(label.unwrap_or_default());
            at = at.max(span.end);
        }
        words.push_str(Span::new(at, claim.end.max(at)).slice(text).unwrap_or_default());
        Some(without_markup(words))
    }

    /// Returns the uses of the source at `source`, in the order of the citations.
    pub fn uses(&self, source: usize) -> Vec<Use> {
        self.all_uses().filter(|(used, _)| *used == source).map(|(_, one_use)| one_use).collect()
    }

    /// Returns how often each source is cited, parallel to the case's sources.
    pub fn times_cited(&self) -> Vec<usize> {
        let mut times = vec![0; self.case.sources.len()];
        for (source, _) in self.all_uses() {
            if let Some(count) = times.get_mut(source) {
                *count += 1;
            }
        }
        times
    }

    /// Returns the text of the source at `index`, if it can be read.
    pub(crate) fn store(&self, index: usize) -> Option<&Arc<Store>> {
        self.stores.get(index)?.as_ref().ok()
    }

    /// Returns what a target of a citation leads to, both by index.
    pub(crate) fn resolution(&self, citation: usize, target: usize) -> Option<&Resolution> {
        self.inspected.get(citation)?.targets.get(target)
    }

    /// Returns the first and last line that `span` of the source at `index` touches, by the number
    /// that the locator counts; `None` if lines are not counted that far.
    pub fn lines_of(&self, index: usize, span: Span) -> Option<(u64, u64)> {
        let store = self.store(index);
        lines_of(self.case.sources.get(index)?, store.map(Arc::as_ref), span)
    }

    /// Returns the place of `span` in the source at `index`, in the unit of its locators.
    pub fn place_of(&self, index: usize, span: Span) -> Option<Locator> {
        let store = self.store(index);
        place_of(self.case.sources.get(index)?, store.map(Arc::as_ref), span)
    }

    /// Returns the name of the source at `index`: its id, its file, its title, or its place in the list.
    pub fn source_name(&self, index: usize) -> String {
        let sources = &self.case.sources;
        if index < sources.len() { name_or_place(sources, index) } else { String::new() }
    }

    /// Returns the source that contains, or should contain, a target's passage.
    pub fn source_of(&self, resolution: &Resolution) -> Option<&Source> {
        self.case.sources.get(resolution.source()?)
    }

    fn all_uses(&self) -> impl Iterator<Item = (usize, Use)> {
        self.inspected.iter().enumerate().flat_map(|(citation, finding)| {
            finding.targets.iter().enumerate().filter_map(move |(target, resolution)| {
                // A source without text is cited all the same.
                let Some(passage) = resolution.passage() else {
                    let source = resolution.source().filter(|_| resolution.is_of_known_source())?;
                    return Some((source, Use { citation, target, lines: None }));
                };
                let lines = match passage.how {
                    How::Whole => None,
                    _ => passage.first_line.zip(passage.last_line),
                };
                Some((passage.source, Use { citation, target, lines }))
            })
        })
    }
}

/// Inspects a case to the end: opens its sources, counts lines as far as needed, resolves, weighs,
/// and runs the rules. Documents are not read: see [`inspect_with`].
pub fn inspect(case: Case) -> Inspection {
    inspect_with(case, &Extractor::none())
}

/// Inspects a case to the end, reading documents with `extractor`.
pub fn inspect_with(mut case: Case, extractor: &Extractor) -> Inspection {
    read_documents(&mut case, extractor, &mut |_, _| ());
    let mut inspection = resolved(case);
    weigh(&mut inspection);
    inspection
}

/// Resolves the targets of each citation, without weighing. Documents that were not read before
/// are not read.
pub fn resolved(mut case: Case) -> Inspection {
    read_documents(&mut case, &Extractor::none(), &mut |_, _| ());
    let mut inspection = begin(case);
    for source in inspection.pending_sources() {
        if let Some(store) = inspection.store(source) {
            store.count_lines(&|| true);
        }
    }
    resume(&mut inspection);
    inspection
}

/// Extracts the text of the documents among the sources of `case`. Calls `progress` from time to
/// time with the name of the source.
pub fn read_documents(
    case: &mut Case,
    extractor: &Extractor,
    progress: &mut dyn FnMut(&str, documents::PagesRead),
) {
    for source in &mut case.sources {
        if let Some(document) = source.document().cloned() {
            let name = display_name(source);
            let limits = documents::Limits::default();
            let text = documents::extract(&document, extractor, limits, &mut |so_far| {
                progress(&name, so_far.progress());
                true
            });
            source.set_extracted_text(document.kind, text);
        }
    }
}

/// Compares each claim with its passages and all other places. Reads every source below the size
/// limit once; takes some milliseconds per megabyte.
pub fn weigh(inspection: &mut Inspection) {
    check(inspection, &Settings::default(), &rules::by_default);
}

/// Weighs as [`weigh`] does, without findings.
pub fn weigh_only(inspection: &mut Inspection) {
    check(inspection, &Settings::default(), &|_| None);
}

/// Weighs as [`weigh`] does and runs the rules that `severity` gives a severity.
pub fn check(
    inspection: &mut Inspection,
    settings: &Settings,
    severity: &dyn Fn(&Rule) -> Option<Severity>,
) {
    let Inspection { case, stores, inspected, .. } = inspection;
    let weigher = Weigher::new(case, stores);
    let copies = weigher.weigh_all(&case.response.citations, inspected);
    // The rules need neither its words nor its index.
    let (response, texts) = weigher.into_texts();
    let subject = Subject {
        case,
        stores,
        inspected,
        response: &response,
        texts: &texts,
        settings,
        layout: &OnceCell::new(),
        ignores: &OnceCell::new(),
    };
    let rules::Outcome { findings, ignored } = rules::check(&subject, severity);
    // A case may be checked again, with other settings.
    let is_noted = inspection.case.notes.iter().any(|note| note.ends_with(ECHO));
    if copies > 0 && !is_noted {
        let marks = count(copies, "mark");
        inspection.case.notes.push(format!("{marks} before copies of their sources{ECHO}"));
    }
    (inspection.findings, inspection.ignored) = (findings, ignored);
    inspection.is_weighed = true;
}

/// Inspects as far as possible without waiting. Targets that need more lines counted, or the text
/// of a document that is still being read, stay [`Resolution::Pending`] until [`resume`].
pub fn begin(mut case: Case) -> Inspection {
    for source in &mut case.sources {
        if let Some(document) = source.document().cloned()
            && let Some(text) = document.known()
        {
            source.set_extracted_text(document.kind, text);
        }
    }
    accept_declared_ids(&mut case);
    // Room for citations to come is of no use any more, and an answer may have 100,000.
    case.response.citations.shrink_to_fit();
    let stores = case.sources.iter().map(open_source).collect();
    let inspected = claims(&case.response)
        .into_iter()
        .map(|claim| Inspected { claim, ..Inspected::default() })
        .collect();
    let mut inspection = Inspection { case, stores, inspected, ..Inspection::default() };
    let ids = ids(&inspection.case);
    resolve_all(&mut inspection, &ids, |_| true);
    inspection.matches = matches(&ids);
    inspection
}

/// Accepts the ids of sources as ids, whatever their characters: `doc.pdf`, `arXiv:2410.03131v1`.
/// Markers are read before the sources are known.
fn accept_declared_ids(case: &mut Case) {
    let is_faulty = |citation: &&mut Citation| {
        let problem = citation.problem.as_ref();
        problem.is_some_and(|it| matches!(it.kind, ProblemKind::BadId | ProblemKind::NoId))
    };
    let mut faulty: Vec<(String, &mut Citation)> = case
        .response
        .citations
        .iter_mut()
        .filter(is_faulty)
        .map(|citation| (markers::unescaped(&citation.raw), citation))
        .collect();
    if faulty.is_empty() {
        return;
    }
    let fields: BTreeSet<&str> =
        faulty.iter().flat_map(|(marker, _)| markers::fields_of(marker)).collect();
    let ids = Ids::new(fields.iter().copied(), &case.sources);
    let is_declared = |field: &str| match ids.get(field) {
        Some(Matched::One { by, .. }) => *by != IdFrom::Position,
        Some(Matched::Several(_)) => true,
        Some(Matched::None { .. } | Matched::Beyond { .. }) | None => false,
    };
    for (marker, citation) in &mut faulty {
        if let Some((targets, problem)) = markers::with_declared_ids(marker, &is_declared) {
            citation.targets = targets;
            citation.problem = problem;
        }
    }
}

/// Sets the text of the document at `source` read so far, and resolves its targets again;
/// `all` means that the text is complete.
pub fn set_document_text(
    inspection: &mut Inspection,
    source: usize,
    (kind, text): (&'static str, &DocumentText),
    all: bool,
) {
    let Some(own) = inspection.case.sources.get_mut(source) else { return };
    own.set_extracted_text(kind, text);
    let opened = open_source(own);
    if let Some(store) = inspection.stores.get_mut(source) {
        *store = opened;
    }
    if all {
        inspection.growing.remove(&source);
    } else {
        inspection.growing.insert(source);
    }
    let ids = ids(&inspection.case);
    resolve_all(inspection, &ids, |resolution| {
        resolution.is_none_or(|resolution| resolution.source() == Some(source))
    });
    inspection.matches = matches(&ids);
}

/// Resolves pending targets again, with the lines counted so far.
pub fn resume(inspection: &mut Inspection) {
    if inspection.is_pending() {
        let ids = ids(&inspection.case);
        resolve_all(inspection, &ids, |resolution| {
            matches!(resolution, Some(Resolution::Pending(_)))
        });
    }
}

fn ids(case: &Case) -> Ids {
    let targets = case.response.citations.iter().flat_map(|citation| &citation.targets);
    Ids::new(targets.map(|target| target.id.as_str()), &case.sources)
}

/// Resolves the targets whose resolution so far is `wanted`.
fn resolve_all(
    inspection: &mut Inspection,
    ids: &Ids,
    wanted: impl Fn(Option<&Resolution>) -> bool,
) {
    let Inspection { case, stores, inspected, growing, .. } = inspection;
    let labels: Vec<Labels<'_>> = case.sources.iter().map(Labels::new).collect();
    let searches = Searches::default();
    let context =
        Context { sources: &case.sources, stores, labels: &labels, ids, searches: &searches };
    // The fault of an id is the same for every citation of it, and can take long to find.
    let mut unmatched: BTreeMap<&str, Resolution> = BTreeMap::new();
    for (citation, finding) in case.response.citations.iter().zip(inspected) {
        let known = std::mem::take(&mut finding.targets);
        let mut before = known.into_iter();
        finding.targets.reserve_exact(citation.targets.len());
        for target in &citation.targets {
            let resolution = match before.next() {
                Some(known) if !wanted(Some(&known)) => known,
                _ => match unmatched.get(target.id.as_str()) {
                    Some(known) => known.clone(),
                    None => resolve(target, &context),
                },
            };
            if resolution.is_unmatched() && !unmatched.contains_key(target.id.as_str()) {
                unmatched.insert(&target.id, resolution.clone());
            }
            let source = resolution.source().filter(|source| growing.contains(source));
            finding.targets.push(match source {
                Some(source) if !is_final(&resolution) => Resolution::Pending(source),
                _ => resolution,
            });
        }
    }
}

/// True if a resolution in a text that still grows will stay.
fn is_final(resolution: &Resolution) -> bool {
    resolution.passage().is_some_and(|it| it.how != How::Whole && it.doubts.is_empty())
}

fn matches(ids: &Ids) -> Vec<IdMatch> {
    ids.iter()
        .filter_map(|(id, matched)| match matched {
            Matched::One { source, by, .. } if *by != IdFrom::Text => {
                Some(IdMatch { id: id.to_owned(), source: *source, by: *by })
            }
            _ => None,
        })
        .collect()
}

/// Opens a source's text; counts the lines of a small one immediately.
fn open_source(source: &Source) -> Result<Arc<Store>, Why> {
    if let Some(why) = source.text.why_not() {
        return Err(why.into());
    }
    if source.document().is_some() {
        return Err("it is being read".into());
    }
    let store = Store::open(&source.text).map_err(Why::of)?.ok_or("it has no text")?;
    if store.len() <= COUNT_AT_ONCE {
        store.count_lines(&|| true);
    }
    Ok(Arc::new(store))
}
