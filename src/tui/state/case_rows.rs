//! The rows of the list of cases, and their order.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::review::{Fingerprint, Verdict};
use crate::text::prose::count;
use crate::tui::state::case_summary::CaseSummary;
use crate::tui::state::{CaseName, ListRow};

/// Cases beyond this many go by their number in the list until they are opened.
pub const MAX_NAMED: usize = 20_000;

/// The order of the cases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// In the order of the input.
    #[default]
    Given,
    /// Worst first.
    Worst,
    /// By the gravest rule with a finding on them.
    Rule,
    /// Most disagreements between reviewers first.
    Disagreements,
}

impl Order {
    /// Returns the words for it; empty for the order of the input.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Given => "",
            Self::Worst => "worst first",
            Self::Rule => "by rule",
            Self::Disagreements => "disagreements first",
        }
    }

    pub(in crate::tui) const fn next(self, settles: bool) -> Self {
        match self {
            Self::Given => Self::Worst,
            Self::Worst => Self::Rule,
            Self::Rule if settles => Self::Disagreements,
            Self::Rule | Self::Disagreements => Self::Given,
        }
    }
}

/// The rows of the list of cases, each made when it is drawn: there may be millions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseRows {
    pub(in crate::tui) count: usize,
    pub(in crate::tui) names: Rc<BTreeMap<usize, CaseName>>,
    /// The files of the cases that have no name yet.
    pub(in crate::tui) files: Rc<BTreeMap<usize, Arc<str>>>,
    /// The bytes that all names begin with and that the rows leave out.
    pub(in crate::tui) shared: usize,
    /// The first cases in an order other than the given one; the rest follows as given.
    pub order: Vec<usize>,
    pub(in crate::tui) verdicts: Rc<BTreeMap<Fingerprint, Verdict>>,
    /// The subjects on which reviewers differ, while that is settled.
    pub contested: Rc<BTreeSet<Fingerprint>>,
    /// True if the results of inspecting are hidden.
    pub blind: bool,
    /// True if the cases are in the order of their rules.
    pub is_by_rule: bool,
}

impl CaseRows {
    /// Returns the case of the row at `at`.
    pub fn index(&self, at: usize) -> usize {
        self.order.get(at).copied().unwrap_or(at)
    }

    /// Returns the row of a case.
    pub fn position(&self, index: usize) -> Option<usize> {
        if index < self.order.len() {
            return self.order.iter().position(|other| *other == index);
        }
        Some(index).filter(|index| *index < self.count)
    }

    /// Returns the row at `at`.
    pub fn row(&self, at: usize) -> Option<ListRow> {
        let index = Some(self.index(at)).filter(|_| at < self.count)?;
        let width = self.count.to_string().len().max(3);
        let number = format!("{:>width$}", index + 1);
        let Some(name) = self.names.get(&index) else {
            let Some(file) = self.files.get(&index) else {
                return Some(ListRow { index, columns: vec![number], ..ListRow::default() });
            };
            let [dots, none] = ["…", ""].map(str::to_owned);
            let shown = self.without_shared(file).to_owned();
            let columns = vec![number, dots, none.clone(), none, shown];
            let keywords = file.to_string();
            return Some(ListRow { index, columns, keywords, ..ListRow::default() });
        };
        let citations = match name.citations {
            Some(number) => count(number, "citation"),
            None => "cannot be read".to_owned(),
        };
        let trouble = name.citations.is_none();
        let id = Some(name.id.as_ref()).filter(|id| *id != number.trim()).unwrap_or_default();
        let shown = if trouble { id } else { self.without_shared(id) };
        let mut columns = vec![number];
        let mut keywords = id.to_owned();
        match &name.summary {
            Some(summary) => {
                let subjects = summary.subjects.iter();
                let verdicts: Vec<Verdict> =
                    subjects.filter_map(|it| it.verdict(&self.verdicts)).collect();
                let (judged, all) = (verdicts.len(), summary.subjects.len());
                columns.push(match differing(summary, &self.contested) {
                    0 => format!("{judged}/{all}"),
                    contested => format!("{judged}/{all}, {contested} contested"),
                });
                columns.extend(self.found(summary));
                keywords = joined_by(" ", &[id, &self.keywords(summary, &verdicts)]);
            }
            None if trouble => columns.extend([String::new(), String::new(), String::new()]),
            None => columns.extend(["…".to_owned(), String::new(), String::new()]),
        }
        columns.push(match &name.summary {
            Some(summary) => self.about(shown, summary),
            None => joined(&[shown, &citations]),
        });
        Some(ListRow { index, columns, trouble, muted: false, keywords })
    }

    /// Returns a name without the part that all names begin with.
    fn without_shared<'n>(&self, name: &'n str) -> &'n str {
        name.get(self.shared..).unwrap_or(name)
    }

    /// Returns what a case is about, and the rules with findings on it: these come first if the cases
    /// are in their order.
    fn about(&self, id: &str, summary: &CaseSummary) -> String {
        let [question, answer] = &summary.begins;
        let begins = if question.is_empty() { answer } else { question };
        let rules = if self.blind { String::new() } else { summary.rules.join(", ") };
        if self.is_by_rule { joined(&[&rules, id, begins]) } else { joined(&[id, begins, &rules]) }
    }

    /// Returns the sign of the worst citation, and the findings.
    fn found(&self, summary: &CaseSummary) -> [String; 2] {
        if self.blind {
            return Default::default();
        }
        let findings = match summary.findings {
            0 => String::new(),
            findings => count(findings, "finding"),
        };
        [summary.standing.sign().trim().to_owned(), findings]
    }

    /// Words that a case can be found by and that its row does not show.
    fn keywords(&self, summary: &CaseSummary, verdicts: &[Verdict]) -> String {
        let open = if verdicts.len() < summary.subjects.len() { "open" } else { "done" };
        let mut words = vec![open, summary.dialect];
        words.extend(summary.sources.iter().map(String::as_str));
        words.extend(verdicts.iter().flat_map(|it| [it.name(), it.kind().title, it.kind().sign]));
        if !self.blind {
            words.extend(&summary.rules);
            words.push(summary.standing.word());
        }
        words.join(" ")
    }

    /// Returns true if every case has a name or a file, so that none is found by its number only.
    pub fn are_named(&self) -> bool {
        self.names.len().max(self.files.len()) >= self.count
    }

    fn has_words(&self, index: usize) -> bool {
        self.names.contains_key(&index) || self.files.contains_key(&index)
    }

    /// Returns true if the row at `at` has every one of `words`.
    pub fn fits(&self, at: usize, words: &[String]) -> bool {
        let text = self.row(at).map(|row| row.searched().to_lowercase());
        text.is_some_and(|text| words.iter().all(|word| text.contains(word)))
    }

    /// Returns the rows that have every one of `words`. A case without a name or a file is found only
    /// by its whole number.
    pub fn fitting(&self, words: &[String]) -> Vec<usize> {
        let fits = |at: &usize| self.fits(*at, words);
        let ordered = 0..self.order.len();
        let named = ordered.filter(|at| self.has_words(self.index(*at)));
        let rest = self.order.len().min(self.count)..self.count;
        let names = self.names.range(rest.clone()).map(|(at, _)| *at);
        let files = self.files.range(rest).map(|(at, _)| *at);
        let after: BTreeSet<usize> = names.chain(files).collect();
        let mut found: Vec<usize> = named.chain(after).filter(fits).collect();
        let numbered = match words {
            [number] => number.parse().ok().and_then(|number: usize| number.checked_sub(1)),
            _ => None,
        };
        let unnamed = numbered.filter(|index| !self.has_words(*index));
        if let Some(at) = unnamed.and_then(|index| self.position(index)) {
            found.insert(found.partition_point(|other| *other < at), at);
        }
        found
    }

    /// Returns `12 of 80 judged`, over the cases inspected so far; `12 of 80+` while there are more.
    pub fn progress(&self) -> Option<String> {
        let summaries = self.names.values().filter_map(|name| name.summary.as_ref());
        let (mut judged, mut all, mut inspected) = (0, 0, 0);
        for summary in summaries {
            inspected += 1;
            let subjects = summary.subjects.iter();
            judged += subjects.filter(|it| it.verdict(&self.verdicts).is_some()).count();
            all += summary.subjects.len();
        }
        let unreadable = self.names.values().filter(|name| name.citations.is_none()).count();
        let more = if inspected + unreadable < self.count { "+" } else { "" };
        (all > 0).then(|| format!("{judged} of {all}{more} judged"))
    }
}

/// Returns the parts that are not empty, in one text.
fn joined(parts: &[&str]) -> String {
    joined_by(" · ", parts)
}

fn joined_by(between: &str, parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    parts.join(between)
}

/// Returns the length of the beginning that all these names share, in bytes: up to the last folder or file in
/// it.
pub fn shared_beginning<'n>(names: impl Iterator<Item = &'n str>) -> usize {
    let mut shared: Option<&str> = None;
    let mut count = 0;
    for name in names {
        count += 1;
        let before = shared.unwrap_or(name);
        let same = before.bytes().zip(name.bytes()).take_while(|(one, other)| one == other);
        let length = before.floor_char_boundary(same.count());
        shared = before.get(..length);
        if length == 0 {
            break;
        }
    }
    let shared = shared.filter(|_| count > 1).unwrap_or_default();
    // `answers/` belongs to the beginning; `#`, `:` and `[` to the part of the file after them.
    let folder = shared.rfind('/').map(|at| at + 1);
    folder.max(shared.rfind(['#', ':', '['])).unwrap_or_default()
}

/// Returns the number of subjects of a case on which reviewers differ.
pub fn differing(summary: &CaseSummary, contested: &BTreeSet<Fingerprint>) -> usize {
    summary.subjects.iter().filter(|it| contested.contains(&it.fingerprint)).count()
}

/// Returns the order of the first cases; empty for the given one. Cases not inspected come last.
pub fn order(
    order: Order,
    count: usize,
    names: &BTreeMap<usize, CaseName>,
    contested: &BTreeSet<Fingerprint>,
) -> Vec<usize> {
    let summary = |index: &usize| names.get(index)?.summary.as_deref();
    let mut cases: Vec<usize> = (0..count.min(MAX_NAMED)).collect();
    match order {
        Order::Given => return Vec::new(),
        Order::Disagreements => {
            cases.sort_by_key(|index| Reverse(summary(index).map(|it| differing(it, contested))));
        }
        Order::Worst => cases.sort_by_key(|index| {
            let summary = summary(index);
            Reverse(summary.map(|it| (it.gravest, it.standing, it.findings)))
        }),
        Order::Rule => cases.sort_by_key(|index| {
            let summary = summary(index);
            let rule = summary.and_then(|it| it.rules.first().copied());
            (summary.is_none(), rule.is_none(), rule)
        }),
    }
    cases
}
