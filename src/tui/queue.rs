//! The queue: the cases in the order in which they are reviewed, and what is known of each.
//!
//! Names come first, then what inspecting found; both while the list is looked at and used. What is
//! kept of a case is small, and only so many cases are known by more than their number.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use super::commands::Effect;
use super::list::{Kind, List, ListRow};
use super::state::{Mode, State};
use super::survey::{CaseName, Survey};
use super::worker::Job;
use crate::review::{Fingerprint, Verdict};
use crate::text::prose::count;

/// Cases beyond this many go by their number in the list until they are opened.
pub const MAX_NAMED: usize = 20_000;

/// The order of the cases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// As they stand in the input.
    #[default]
    Given,
    /// Those that stand worst first.
    Worst,
    /// By the gravest rule that remarks on them.
    Rule,
    /// Those with the most that reviewers differ about first.
    Disagreements,
}

impl Order {
    /// The words for it; empty for the order of the input.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Given => "",
            Self::Worst => "worst first",
            Self::Rule => "by rule",
            Self::Disagreements => "disagreements first",
        }
    }

    const fn next(self, settles: bool) -> Self {
        match self {
            Self::Given => Self::Worst,
            Self::Worst => Self::Rule,
            Self::Rule if settles => Self::Disagreements,
            Self::Rule | Self::Disagreements => Self::Given,
        }
    }
}

/// The queue of cases.
#[derive(Debug, Default)]
pub struct Queue {
    /// The order.
    pub order: Order,
    /// The words that a case must have to be in it.
    pub filter: String,
    /// The cases in that order under that filter; `None` for all as given.
    kept: Option<List>,
    /// Whether cases are inspected: not before somebody looked at the list.
    pub(super) wanted: bool,
    /// The cases before this one have names.
    pub(super) named: usize,
    /// How much was known of the cases when the queue was last made anew: names and surveys.
    renewed: usize,
    /// The first case that is not inspected.
    pub(super) surveyed: usize,
    /// Where one was in each case that was left: citation and target.
    pub(super) places: BTreeMap<usize, (usize, usize)>,
}

/// The rows of the list of cases, each made when it is drawn: there may be millions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseRows {
    pub(super) count: usize,
    pub(super) names: Rc<BTreeMap<usize, CaseName>>,
    /// The first cases in another order than the given one; those behind are as given.
    pub(super) order: Vec<usize>,
    pub(super) verdicts: Rc<BTreeMap<Fingerprint, Verdict>>,
    /// What reviewers differ about, while that is settled.
    pub(super) contested: Rc<BTreeSet<Fingerprint>>,
    /// Whether what inspecting found is hidden.
    pub(super) blind: bool,
}

impl CaseRows {
    /// The cases of a state, in the order of its queue.
    pub fn of(state: &State) -> Self {
        let names = Rc::clone(&state.batch.names);
        let count = state.batch.count;
        let review = &state.review;
        let order = order(state.queue.order, count, &names, &review.contested);
        let (verdicts, contested) = (Rc::clone(&review.verdicts), Rc::clone(&review.contested));
        Self { count, names, order, verdicts, contested, blind: review.blind }
    }

    /// The case of the row at `at`.
    pub fn index(&self, at: usize) -> usize {
        self.order.get(at).copied().unwrap_or(at)
    }

    /// The row of a case.
    pub fn position(&self, index: usize) -> Option<usize> {
        if index < self.order.len() {
            return self.order.iter().position(|other| *other == index);
        }
        Some(index).filter(|index| *index < self.count)
    }

    /// The row at `at`.
    pub fn row(&self, at: usize) -> Option<ListRow> {
        let index = Some(self.index(at)).filter(|_| at < self.count)?;
        let width = self.count.to_string().len().max(3);
        let number = format!("{:>width$}", index + 1);
        let Some(name) = self.names.get(&index) else {
            return Some(ListRow { index, columns: vec![number], ..ListRow::default() });
        };
        let told = match name.citations {
            Some(citations) => count(citations, "citation"),
            None => "cannot be read".to_owned(),
        };
        let trouble = name.citations.is_none();
        let mut columns = vec![number];
        let mut keywords = String::new();
        match &name.survey {
            Some(survey) => {
                let subjects = survey.subjects.iter();
                let verdicts: Vec<Verdict> =
                    subjects.filter_map(|it| it.verdict(&self.verdicts)).collect();
                let (judged, all) = (verdicts.len(), survey.subjects.len());
                columns.push(match differing(survey, &self.contested) {
                    0 => format!("{judged}/{all} judged"),
                    contested => format!("{judged}/{all} judged, {contested} contested"),
                });
                columns.extend(self.found(survey));
                keywords = self.keywords(survey, &verdicts);
            }
            None if trouble => columns.extend([String::new(), String::new(), String::new()]),
            None => columns.extend(["…".to_owned(), String::new(), String::new()]),
        }
        columns.extend([name.id.to_string(), told]);
        if let Some(survey) = name.survey.as_ref().filter(|_| !self.blind) {
            columns.push(survey.rules.join(", "));
        }
        Some(ListRow { index, columns, trouble, keywords })
    }

    /// How the worst citation stands, and the findings.
    fn found(&self, survey: &Survey) -> [String; 2] {
        if self.blind {
            return Default::default();
        }
        let standing = format!("{}{}", survey.standing.sign(), survey.standing.word());
        [standing, count(survey.findings, "finding")]
    }

    /// What a case can be found by that its row does not show.
    fn keywords(&self, survey: &Survey, verdicts: &[Verdict]) -> String {
        let open = if verdicts.len() < survey.subjects.len() { "open" } else { "done" };
        let mut words = vec![open, survey.dialect];
        words.extend(survey.sources.iter().map(String::as_str));
        words.extend(verdicts.iter().flat_map(|it| [it.name(), it.kind().title, it.kind().sign]));
        if !self.blind {
            words.extend(&survey.rules);
        }
        words.join(" ")
    }

    /// Whether every case has a name, so that nothing is found by its number only.
    pub fn are_named(&self) -> bool {
        self.names.len() >= self.count
    }

    /// Whether every one of `words` stands in the row at `at`.
    pub fn fits(&self, at: usize, words: &[String]) -> bool {
        let text = self.row(at).map(|row| row.searched());
        text.is_some_and(|text| words.iter().all(|word| text.contains(word)))
    }

    /// The rows that every one of `words` stands in. A case without a name is found by its whole
    /// number only.
    pub fn fitting(&self, words: &[String]) -> Vec<usize> {
        let fits = |at: &usize| self.fits(*at, words);
        let ordered = 0..self.order.len();
        let named = ordered.filter(|at| self.names.contains_key(&self.index(*at)));
        let behind = self.names.range(self.order.len().min(self.count)..self.count);
        let mut found: Vec<usize> = named.chain(behind.map(|(at, _)| *at)).filter(fits).collect();
        let numbered = match words {
            [number] => number.parse().ok().and_then(|number: usize| number.checked_sub(1)),
            _ => None,
        };
        let unnamed = numbered.filter(|index| !self.names.contains_key(index));
        if let Some(at) = unnamed.and_then(|index| self.position(index)) {
            found.insert(found.partition_point(|other| *other < at), at);
        }
        found
    }

    /// `12 of 80 judged`, over the cases that are inspected so far.
    pub fn progress(&self) -> Option<String> {
        let surveys = self.names.values().filter_map(|name| name.survey.as_ref());
        let (mut judged, mut all) = (0, 0);
        for survey in surveys {
            let subjects = survey.subjects.iter();
            judged += subjects.filter(|it| it.verdict(&self.verdicts).is_some()).count();
            all += survey.subjects.len();
        }
        (all > 0).then(|| format!("{judged} of {all} judged"))
    }
}

/// How many subjects of a case reviewers differ about.
fn differing(survey: &Survey, contested: &BTreeSet<Fingerprint>) -> usize {
    survey.subjects.iter().filter(|it| contested.contains(&it.fingerprint)).count()
}

/// The order of the first cases; empty for the given one. What is not inspected comes last.
fn order(
    order: Order,
    count: usize,
    names: &BTreeMap<usize, CaseName>,
    contested: &BTreeSet<Fingerprint>,
) -> Vec<usize> {
    let survey = |index: &usize| names.get(index)?.survey.as_deref();
    let mut cases: Vec<usize> = (0..count.min(MAX_NAMED)).collect();
    match order {
        Order::Given => return Vec::new(),
        Order::Disagreements => {
            cases.sort_by_key(|index| Reverse(survey(index).map(|it| differing(it, contested))));
        }
        Order::Worst => cases.sort_by_key(|index| {
            let survey = survey(index);
            Reverse(survey.map(|it| (it.gravest, it.standing, it.findings)))
        }),
        Order::Rule => cases.sort_by_key(|index| {
            let survey = survey(index);
            let rule = survey.and_then(|it| it.rules.first().copied());
            (survey.is_none(), rule.is_none(), rule)
        }),
    }
    cases
}

impl State {
    /// The list of cases under the queue's order and filter.
    fn queue_list(&self) -> List {
        let mut list = List::open(Kind::Cases, self);
        list.set_filter(self.queue.filter.clone());
        list
    }

    /// Takes over the filter of the list of cases that is left by going to one of them.
    pub(super) fn set_queue_filter(&mut self, filter: String) {
        self.queue.filter = filter;
        self.renew_queue();
    }

    /// Takes the next order.
    pub(super) fn next_order(&mut self) {
        self.queue.order = self.queue.order.next(self.review.settles());
        self.renew_queue();
    }

    /// More is known of the cases, or of what is judged.
    pub(super) fn renew_queue(&mut self) {
        let plain = self.queue.order == Order::Given && self.queue.filter.trim().is_empty();
        self.queue.kept = (!plain).then(|| self.queue_list());
    }

    /// The lists that show verdicts or cases are made anew.
    pub(super) fn renew_lists(&mut self) {
        if self.queue.kept.is_some() {
            self.renew_queue();
        }
        let Mode::List(list) = &self.mode else { return };
        let renewed = match (list.kind, &self.queue.kept) {
            (Kind::Cases, Some(kept)) if kept.filter == list.filter => list.over(kept.clone()),
            (Kind::Cases | Kind::Reasons | Kind::Citations, _) => list.renewed(self),
            _ => return,
        };
        self.mode = Mode::List(renewed);
    }

    /// More is known of the cases. A queue in an order of its own, or under a filter, is gone
    /// through from end to end to take that in: each time an eighth more is known, and at the end,
    /// so that all these times together cost as much as a few.
    fn know_cases(&mut self, is_last: bool) {
        let filtered = matches!(&self.mode, Mode::List(list) if !list.filter.trim().is_empty());
        let known = self.queue.named + self.queue.surveyed;
        let is_dear = filtered || self.queue.kept.is_some();
        if !is_dear || is_last || known >= self.queue.renewed + self.queue.renewed / 8 {
            self.queue.renewed = known;
            self.renew_lists();
        }
    }

    /// `2 of 7`: where the case shown stands in the queue, and what is special about the queue.
    pub fn place_in_queue(&self) -> String {
        let more = if self.batch.counting.is_some() { "+" } else { "" };
        let Some(list) = &self.queue.kept else {
            return format!("{} of {}{more}", self.batch.index + 1, self.batch.count);
        };
        let mut told = match list.place(self.batch.index) {
            Some(place) => format!("{} of {}{more}", place + 1, list.len()),
            None => format!("outside the {}{more}", list.len()),
        };
        if !self.queue.filter.trim().is_empty() {
            told.push_str(" filtered");
        }
        let order = self.queue.order.title();
        if order.is_empty() { told } else { format!("{told}, {order}") }
    }

    /// The case so many steps on in the queue; the nearest end when there are not so many, `None`
    /// for an empty queue.
    pub(super) fn case_at(&self, steps: isize) -> Option<usize> {
        let Some(list) = &self.queue.kept else {
            let last = self.batch.count.checked_sub(1)?;
            return Some(self.batch.index.saturating_add_signed(steps).min(last));
        };
        let last = list.len().checked_sub(1)?;
        let place = match list.place(self.batch.index) {
            Some(place) => place.saturating_add_signed(steps).min(last),
            None if steps > 0 => 0,
            None => last,
        };
        list.index(place)
    }

    /// The next case of the queue, from its beginning again behind its end, that is not known to be
    /// judged. From now on cases are inspected to know it.
    pub(super) fn next_unjudged_case(&mut self) -> Option<usize> {
        self.queue.wanted = true;
        let (count, shown) = (self.batch.count, self.batch.index);
        let kept = self.queue.kept.as_ref();
        let place = kept.map_or(Some(shown), |list| list.place(shown));
        let (behind, len) = (place.map_or(0, |place| place + 1), kept.map_or(count, List::len));
        let mut places = (behind..len).chain(0..behind.min(len));
        places.find_map(|place| {
            let index = kept.map_or(Some(place), |list| list.index(place))?;
            (index != shown && !self.is_judged_case(index)).then_some(index)
        })
    }

    /// Whether everything in a case is known to be judged.
    fn is_judged_case(&self, index: usize) -> bool {
        let Some(name) = self.batch.names.get(&index) else { return false };
        let judged = |survey: &Arc<Survey>| {
            if self.review.settles() {
                return differing(survey, &self.review.contested) == 0;
            }
            survey.subjects.iter().all(|it| it.verdict(&self.review.verdicts).is_some())
        };
        match &name.survey {
            Some(survey) => judged(survey),
            None => !self.review.settles() && self.review.is_done_case(&name.id),
        }
    }

    /// Remembers where one is in the case shown.
    pub(super) fn keep_place(&mut self) {
        if let Some(selected) = self.selected {
            self.queue.places.insert(self.batch.index, (selected, self.target));
        }
    }

    /// Goes to where one was in the case shown.
    pub(super) fn return_to_place(&mut self) {
        let place = self.queue.places.get(&self.batch.index).copied();
        let known = |place: &(usize, usize)| place.0 < self.inspection.inspected.len();
        if let Some((citation, target)) = place.filter(known) {
            self.select(citation, target);
        }
    }

    /// The next cases to inspect for their list.
    pub(super) fn unsurveyed(&self) -> Option<Job> {
        let from = self.queue.surveyed;
        let known = from < self.batch.count.min(MAX_NAMED) && self.batch.names.contains_key(&from);
        (self.queue.wanted && known).then_some(Job::Survey { from })
    }

    /// Takes over what cases are called.
    pub(super) fn take_names(&mut self, names: Vec<(usize, CaseName)>) {
        let known = Rc::make_mut(&mut self.batch.names);
        for (index, name) in names {
            known.entry(index).or_insert(name);
        }
        while known.contains_key(&self.queue.named) {
            self.queue.named += 1;
        }
        self.know_cases(self.queue.named >= self.batch.count.min(MAX_NAMED));
    }

    /// Nothing is known of the cases any more: they were read again.
    pub(super) fn forget_cases(&mut self) {
        self.batch.names = Rc::default();
        (self.queue.named, self.queue.surveyed, self.queue.renewed) = (0, 0, 0);
    }

    /// Takes over what inspecting cases found.
    pub(super) fn take_surveys(&mut self, from: usize, surveys: Vec<(usize, CaseName)>) {
        if from != self.queue.surveyed {
            return;
        }
        self.queue.surveyed = from + surveys.len();
        Rc::make_mut(&mut self.batch.names).extend(surveys);
        self.know_cases(self.queue.surveyed >= self.batch.count.min(MAX_NAMED));
    }

    /// Opens the list of cases; from now on they are inspected for it.
    pub(super) fn open_queue(&mut self) -> Vec<Effect> {
        self.queue.wanted = true;
        let mut list = self.queue_list();
        list.cursor = list.place(self.batch.index).unwrap_or(0);
        self.mode = Mode::List(list);
        Vec::new()
    }
}
