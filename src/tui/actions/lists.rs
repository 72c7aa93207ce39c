//! Opens and renews the lists over the panes.

use std::cmp::Reverse;
use std::rc::Rc;

use crate::inspect::CitationView;
use crate::model::SourceText;
use crate::report::standing::{Assessment, resolved};
use crate::review::REASONS;
use crate::rules::Severity;
use crate::text::prose::{count, one_line};
use crate::tui::chip;
use crate::tui::panel::titles::source_name;
use crate::tui::state::case_rows::{Order, order, shared_beginning};
use crate::tui::state::list::{List, ListKind};
use crate::tui::state::search::MAX_HITS;
use crate::tui::state::{CaseRows, Hit, ListRow, State};

/// Returns a list with the cursor on the current item. The list of keys is made in
/// [`crate::tui::update`], which knows the commands.
pub fn list_of(kind: ListKind, state: &State) -> List {
    let (mut list, here) = match kind {
        ListKind::Cases => {
            let rows = case_rows(state);
            let order = Some(state.queue.order.title()).filter(|order| !order.is_empty());
            let parts = [Some(kind.title().to_owned()), order.map(str::to_owned), rows.progress()];
            let title = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
            (List::of_cases(title, rows), Some(state.batch.index))
        }
        ListKind::Citations => {
            let mut list = List::new(kind, citations(state));
            if is_worst_first(state) {
                list.title = format!("{} · worst first", list.title);
            }
            (list, state.selected)
        }
        ListKind::Sources => (List::new(kind, sources(state)), state.source.source),
        ListKind::Findings => {
            let mut findings = state.inspection.findings.iter();
            let here = findings.position(|finding| finding.citation == state.selected);
            (List::new(kind, finding_rows(state)), here)
        }
        ListKind::Reasons => (List::new(kind, reason_rows(state)), None),
        ListKind::Notes => (List::new(kind, notes(state)), None),
        ListKind::Hits => (hit_list(state), None),
        ListKind::Keys => (List::new(kind, Vec::new()), None),
    };
    list.cursor = here.and_then(|here| list.place(here)).unwrap_or(0);
    list
}

/// Returns the same list over current data, with its filter and cursor.
pub fn renewed(list: &List, state: &State) -> List {
    if matches!(list.kind, ListKind::Keys | ListKind::Hits) {
        return list.clone();
    }
    let mut renewed = list_of(list.kind, state);
    renewed.set_filter(list.filter.clone());
    list.over(renewed)
}

/// Returns the rows of the list of cases, in the order of the queue.
fn case_rows(state: &State) -> CaseRows {
    let names = Rc::clone(&state.batch.names);
    let count = state.batch.count;
    let review = &state.review;
    let order = order(state.queue.order, count, &names, &review.contested);
    let (verdicts, contested) = (Rc::clone(&review.verdicts), Rc::clone(&review.contested));
    let is_by_rule = state.queue.order == Order::Rule;
    let files = Rc::clone(&state.batch.files);
    let read = names.values().filter(|name| name.citations.is_some()).map(|name| &*name.id);
    let shared = shared_beginning(read.chain(files.values().map(|file| &**file)));
    let blind = review.blind;
    CaseRows { count, names, files, shared, order, verdicts, contested, blind, is_by_rule }
}

fn citations(state: &State) -> Vec<ListRow> {
    let assessment = Assessment::new(&state.inspection);
    let row = |view: CitationView<'_>| {
        let index = view.index;
        let concealed = state.conceals_citation(index);
        let standing = if concealed {
            resolved(&state.inspection, index)
        } else {
            assessment.standing(&state.inspection, index)
        };
        let ids = view.citation.targets.iter().map(|target| target.id.as_str());
        let columns = vec![
            format!("{:>3}", index + 1),
            state.review.sign(index).unwrap_or_else(|| standing.sign().trim()).to_owned(),
            if concealed { String::new() } else { words_found(&view) },
            chip::place(view.citation),
            one_line(&state.claim_of(&view)),
        ];
        let trouble = standing == chip::Standing::Trouble;
        let keywords = ids.collect::<Vec<_>>().join(" ");
        ListRow { index, columns, trouble, keywords, ..ListRow::default() }
    };
    let all = state.inspection.citations();
    let mut rows: Vec<ListRow> =
        all.filter(|view| !state.passes_over(view.index)).map(row).collect();
    if is_worst_first(state) {
        let worth = |row: &ListRow| {
            let view = state.inspection.citation(row.index);
            let support = view.map_or(1.0, |view| {
                view.evidence().map(|evidence| evidence.support).fold(1.0, f64::min)
            });
            (assessment.standing(&state.inspection, row.index), support)
        };
        rows.sort_by(|one, other| {
            let (one, other) = (worth(one), worth(other));
            other.0.cmp(&one.0).then(one.1.total_cmp(&other.1))
        });
    }
    rows
}

/// True if the list of citations begins with those that most need a look; false if that would
/// reveal what a blind review hides.
fn is_worst_first(state: &State) -> bool {
    state.worst_first && !state.conceals_any()
}

/// Returns the words found, as `5/6`, for each compared target of a citation.
fn words_found(view: &CitationView<'_>) -> String {
    let words = view.evidence().map(|evidence| &evidence.words).filter(|words| words.of > 0);
    let words: Vec<String> = words.map(|it| format!("{}/{}", it.matched, it.of)).collect();
    words.join(" ")
}

/// Returns the findings, the gravest first; within one severity in the order of their places.
fn finding_rows(state: &State) -> Vec<ListRow> {
    let all = state.inspection.findings.iter().enumerate();
    let all = all.filter(|(_, finding)| state.shows_finding(finding));
    let row = |(index, finding): (usize, &crate::rules::Finding)| ListRow {
        index,
        columns: vec![
            finding.severity.name().to_owned(),
            finding.citation.map(|citation| format!("{:>3}", citation + 1)).unwrap_or_default(),
            finding.rule.name.to_owned(),
            finding.message.clone().into_owned(),
        ],
        trouble: finding.severity == Severity::Error,
        ..ListRow::default()
    };
    let mut rows: Vec<(Severity, ListRow)> =
        all.map(|(index, finding)| (finding.severity, row((index, finding)))).collect();
    rows.sort_by_key(|(severity, _)| Reverse(*severity));
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Returns the lines of all sources that have a match.
fn hit_list(state: &State) -> List {
    let hits = &state.hits;
    let search = hits.search.as_ref();
    let row = |(index, hit): (usize, &Hit)| {
        let line = hit.line.map(|line| format!("L{line}")).unwrap_or_default();
        let words = if hit.words > 1 { format!("{} words", hit.words) } else { String::new() };
        let columns = vec![source_name(state, hit.source), line, words, hit.text.clone()];
        ListRow { index, columns, ..ListRow::default() }
    };
    let mut list = List::new(ListKind::Hits, hits.found.iter().enumerate().map(row).collect());
    let matches: usize = hits.found.iter().map(|hit| hit.matches).sum();
    let mut sources: Vec<usize> = hits.found.iter().map(|hit| hit.source).collect();
    sources.sort_unstable();
    sources.dedup();
    let more = if hits.found.len() >= MAX_HITS { "+" } else { "" };
    list.title = format!(
        "/{} · {matches}{more} {} in {}",
        search.map(|search| search.words.as_str()).unwrap_or_default(),
        if matches == 1 { "match" } else { "matches" },
        count(sources.len(), "source"),
    );
    list
}

/// Returns the sources, those cited most first.
fn sources(state: &State) -> Vec<ListRow> {
    let mut rows = Vec::new();
    for (index, source) in state.inspection.case.sources.iter().enumerate() {
        let cited = state.digest.times_cited.get(index).copied().unwrap_or(0);
        let unreadable = state.inspection.stores.get(index).is_some_and(Result::is_err);
        let uses = match cited {
            0 => "not cited".to_owned(),
            count => format!("cited {count}×"),
        };
        let columns = vec![
            source_name(state, index),
            uses,
            if unreadable { "no text".to_owned() } else { String::new() },
            source.title.clone().unwrap_or_default(),
            source.url.clone().filter(|url| *url != source.id).unwrap_or_default(),
        ];
        let trouble = unreadable && !matches!(source.text, SourceText::Absent(_));
        rows.push(ListRow { index, columns, trouble, ..ListRow::default() });
    }
    rows.sort_by_key(|row| Reverse(state.digest.times_cited.get(row.index).copied()));
    rows
}

/// Returns the format, the notes, then each marker that is not a citation; only these can be
/// opened.
fn notes(state: &State) -> Vec<ListRow> {
    let case = &state.inspection.case;
    let row = |index: usize, kind: &str, text: String, trouble: bool| ListRow {
        index,
        columns: vec![kind.to_owned(), text],
        trouble,
        ..ListRow::default()
    };
    let nowhere = usize::MAX;
    let format = format!("{}: {}", case.format.name, case.format.reason);
    let mut rows = vec![row(nowhere, "format", format, false)];
    let offsets = case.format.offsets();
    rows.extend(offsets.map(|read| row(nowhere, "offsets", read.to_owned(), false)));
    rows.extend(case.notes.iter().map(|note| row(nowhere, "note", note.clone(), false)));
    for (index, card) in case.response.cards.iter().enumerate() {
        let text = match (&card.label, card.known) {
            (Some(label), _) => format!("{}: {label}", card.family),
            (None, true) => format!("{}: shows nothing", card.family),
            (None, false) => format!("{}: unknown family, shown whole", card.family),
        };
        rows.push(row(index, "marker", text, !card.known));
    }
    rows
}

/// Returns the rows of the list: check mark, code, meaning.
fn reason_rows(state: &State) -> Vec<ListRow> {
    let own =
        state.review.reasons_for.or_else(|| state.subject()).and_then(|it| state.review.own(it));
    let ticked = own.map(|own| own.judgement.reasons.as_slice()).unwrap_or_default();
    let row = |(index, (code, meaning)): (usize, &(&str, &str))| {
        let mark = if ticked.iter().any(|it| it == code) { "[x]" } else { "[ ]" };
        let columns = vec![mark.to_owned(), (*code).to_owned(), (*meaning).to_owned()];
        ListRow { index, columns, ..ListRow::default() }
    };
    REASONS.iter().enumerate().map(row).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::rc::Rc;

    use super::*;
    use crate::inspect::Inspection;
    use crate::tui::actions::open;
    use crate::tui::keymap::Keymap;
    use crate::tui::state::Batch;
    use crate::tui::state::case_summary::CaseName;

    #[test]
    fn cases_are_listed_by_their_files_until_they_are_read() {
        let keys = Keymap::built_in().unwrap();
        let mut state = open(Inspection::default(), Batch::default(), keys, (80, 24));
        state.batch.count = 3;
        let file = |(index, file): (usize, &str)| (index, file.into());
        let files = [(0, "docs/a/one.md"), (1, "docs/a/two.md"), (2, "docs/b/three.md")];
        state.batch.files = Rc::new(files.map(file).into());
        state.batch.names = Rc::default();
        let mut list = list_of(ListKind::Cases, &state);
        let shown = |list: &List| -> Vec<String> {
            list.from(0).filter_map(|row| row.columns.last().cloned()).collect()
        };
        assert_eq!(shown(&list), ["a/one.md", "a/two.md", "b/three.md"]);
        list.set_filter("docs two".to_owned());
        assert_eq!(shown(&list), ["a/two.md"]);
    }

    #[test]
    fn names_lose_only_whole_parts_that_all_share() {
        let shared = |names: &[&str]| {
            let length = shared_beginning(names.iter().copied());
            let rest = names.iter().filter_map(|name| Some(name.get(length..)?.to_owned()));
            rest.collect::<Vec<_>>()
        };
        let ids = ["e.json#cur02.a", "e.json#cur02.b", "e.json#cur03.a"];
        assert_eq!(shared(&ids), ["#cur02.a", "#cur02.b", "#cur03.a"]);
        assert_eq!(shared(&["b.jsonl:3", "b.jsonl:31"]), [":3", ":31"]);
        assert_eq!(shared(&["e.json[3]", "e.json[12]"]), ["[3]", "[12]"]);
        assert_eq!(shared(&["case 1", "case 2"]), ["case 1", "case 2"]);
        assert_eq!(shared(&["a/b.md", "a/c/é.md"]), ["b.md", "c/é.md"]);
        assert_eq!(shared(&["a/b.md"]), ["a/b.md"]);
        assert_eq!(shared(&["a/ö", "a/õ"]), ["ö", "õ"]);
    }

    #[test]
    fn a_list_of_cases_costs_what_is_seen_of_it() {
        let name = |id: &str| CaseName { id: id.into(), citations: Some(1), summary: None };
        let names = BTreeMap::from([(0, name("first")), (6, name("no 900"))]);
        let count = 1_usize << 40;
        let keys = Keymap::built_in().unwrap();
        let state = open(Inspection::default(), Batch::default(), keys, (80, 24));
        let rows = CaseRows { count, names: Rc::new(names), ..case_rows(&state) };
        let mut list = List::of_cases(String::new(), rows);
        let seen: Vec<usize> = list.from(count - 2).map(|row| row.index).collect();
        assert_eq!((list.len(), seen), (count, vec![count - 2, count - 1]));
        list.set_filter("900".to_owned());
        let seen: Vec<usize> = list.from(0).map(|row| row.index).collect();
        assert_eq!(seen, [6, 899]);
        list.step(1);
        list.set_filter(String::new());
        assert_eq!((list.len(), list.cursor), (count, 899));
    }
}
