//! What is said in words around the passage: where it comes from, why there is none, what to know
//! before trusting it.

use super::chip::Standing;
use super::layout::row::Row;
use super::reading;
use super::state::State;
use super::theme::Role;
use crate::model::{Citation, IdFrom, Source, SourceText};
use crate::resolve::{Reason, Resolution};
use crate::sources::documents::Kind;
use crate::text::SafeText;
use crate::text::prose::count;

impl State {
    /// Above the source's text, folded to `width` cells: its address and dates, or what is wrong
    /// with the selected target and the marker as it stands.
    pub fn notice(&self, width: u16) -> Vec<Row> {
        let mut lines: Vec<(Role, String)> = Vec::new();
        if let Some(failed) = &self.batch.failed {
            lines.push((Role::Trouble, failed.clone()));
        } else if let Some(citation) = self.citation().filter(|_| !self.source.browsing) {
            self.trouble(citation, &mut lines);
        } else if self.sentence().is_some() {
            let text = "No citation stands behind this sentence: + it needs one, = it needs none.";
            lines.push((Role::Text, text.to_owned()));
        } else if let Some(aside) = &self.aside {
            lines.push((Role::Text, aside.told.to_owned()));
        } else if self.selected.is_none() {
            lines.push((Role::Muted, "No citation in this response.".to_owned()));
        }
        if let Some(reason) = self.source.source.and_then(|source| self.unreadable(source))
            && !lines.iter().any(|(_, line)| line.contains(&reason))
        {
            let given =
                self.shown_source().is_some_and(|s| !matches!(s.text, SourceText::Absent(_)));
            lines.push((if given { Role::Trouble } else { Role::Text }, reason));
        }
        if let (Some(source), Some(change)) = (self.source.source, self.source.change) {
            let told = format!("! {} {}", name(self, source), change.describe());
            lines.push((Role::Trouble, told));
        }
        if let Some(source) = self.shown_source() {
            source_notes(source, &mut lines);
        }
        if let Some(told) = self.reading_on().filter(|told| !lines.iter().any(|it| it.1 == *told)) {
            lines.push((Role::Muted, told));
        }
        let mut rows = fold(&lines, width);
        if let Some(facts) = self.shown_source().and_then(facts) {
            let mut row = Row::default();
            row.decorate(&facts, Role::Muted);
            rows.push(row.cut(0, usize::from(width)));
        }
        rows
    }

    /// Below the source's text: how the passage was found, doubts, how much of it is in view.
    pub fn strip(&self, width: u16) -> Vec<Row> {
        let mut lines: Vec<(Role, String)> = Vec::new();
        if self.source.browsing {
            return Vec::new();
        }
        let verdict = self.verdict_line().map(|(text, stale)| {
            (if stale { Role::Trouble } else { Role::Heading }, one_line(&text))
        });
        let others = self.dispute_lines().iter();
        let others = others.map(|said| (Role::Heading, one_line(said)));
        let difference = self.difference_told().map(|told| (Role::Heading, told));
        let verdict: Vec<(Role, String)> = others.chain(verdict).chain(difference).collect();
        let verdict = fold(&verdict, width);
        let Some(index) = self.selected else { return verdict };
        let mut facts = Vec::new();
        if let Some(passage) = self.passage() {
            lines.extend(passage.doubts.iter().map(|doubt| (Role::Text, format!("? {doubt}"))));
            facts.extend(self.passage_rows());
            if passage.normalised {
                facts.push("found with blanks and hyphens folded".to_owned());
            }
            let claim = self.inspection.inspected.get(index).and_then(|found| found.claim);
            if claim.is_some_and(|claim| claim.inferred) {
                facts.push("claim inferred from the marker's place".to_owned());
            }
        }
        let placement = self.citation().map(|citation| citation.placement).unwrap_or_default();
        match placement.describe() {
            Some(told) if placement.is_doubtful() => lines.push((Role::Text, format!("? {told}"))),
            told => facts.extend(told),
        }
        let mut indent = Row::default();
        indent.decorate("  ", Role::Text);
        let folded = |row: Row| row.wrap(&Row::default(), &indent, usize::from(width.max(1)));
        let mut evidence = self.evidence_lines().into_iter();
        // What was assumed to get here comes before what was found here, but for its sum.
        let mut rows: Vec<Row> = verdict;
        rows.extend(evidence.next().map(folded).unwrap_or_default());
        rows.extend(fold(&lines, width));
        rows.extend(evidence.flat_map(folded));
        if !facts.is_empty() {
            let mut row = Row::default();
            row.decorate(&facts.join(" · "), Role::Muted);
            rows.push(row.cut(0, usize::from(width)));
        }
        rows
    }

    /// The selected citation.
    pub fn citation(&self) -> Option<&Citation> {
        self.inspection.case.response.citations.get(self.selected?)
    }

    /// The source whose text is shown.
    pub fn shown_source(&self) -> Option<&Source> {
        self.inspection.case.sources.get(self.source.source?)
    }

    fn is_unread(&self, source: usize) -> bool {
        self.inspection.case.sources.get(source).is_some_and(|source| source.document().is_some())
    }

    /// How far the source shown is read, while it is.
    fn reading_on(&self) -> Option<String> {
        self.reading.get(&self.source.source?).map(|progress| reading::told(*progress))
    }

    fn unreadable(&self, source: usize) -> Option<String> {
        let why = self.inspection.stores.get(source)?.as_ref().err().cloned();
        why.filter(|_| !self.is_unread(source))
    }

    fn trouble(&self, citation: &Citation, lines: &mut Vec<(Role, String)>) {
        let told_below = matches!(self.resolution(), Some(Resolution::Missing(missing))
            if matches!(missing.reason, Reason::Reversed | Reason::BadLocator));
        if let Some(problem) = citation.problem.as_ref().filter(|_| !told_below) {
            lines.push((Role::Trouble, format!("! {}", problem.message)));
        }
        match self.resolution() {
            Some(Resolution::Missing(missing)) if missing.reason == Reason::NoText => {
                lines.push((Role::Text, format!("{}{}", Standing::NoText.sign(), missing.message)));
            }
            Some(Resolution::Missing(missing)) => {
                lines.push((Role::Trouble, format!("! {}", missing.message)));
            }
            Some(Resolution::Pending(source)) => {
                let text = match self.reading.get(source) {
                    Some(progress) => reading::told(*progress),
                    None if self.is_unread(*source) => "Reading the document …".to_owned(),
                    None => "Counting lines to find the place …".to_owned(),
                };
                lines.push((Role::Muted, text));
            }
            None if citation.problem.is_none() => {
                lines.push((Role::Trouble, "! The citation names no source.".to_owned()));
            }
            Some(Resolution::Found(_)) | None => {}
        }
        if citation.in_code {
            let text = "? The marker stands in code, where it is text and no citation.";
            lines.push((Role::Text, text.to_owned()));
        }
        let damaged = citation.problem.is_some();
        if damaged || self.resolution().is_some_and(Resolution::is_unresolved) {
            lines.push((Role::Muted, format!("{}: {}", citation.raw_noun(), citation.raw)));
        }
    }

    /// `34 of 120 lines` when the passage does not fit the pane.
    fn passage_rows(&self) -> Option<String> {
        let passage = self.passage_shown()?;
        let (first, last) = (passage.first_line?, passage.last_line?);
        let lines = last.checked_sub(first)? + 1;
        let whole = passage.how == crate::resolve::How::Whole;
        match usize::try_from(lines) {
            _ if whole => Some("the whole source is cited".to_owned()),
            Ok(count) if count > self.source.window.height.max(1) => {
                Some(format!("{} of {lines} lines of the passage fit", self.source.window.height))
            }
            _ => None,
        }
    }

    /// The words in the source pane's border: id, title, which target of how many.
    pub fn source_title(&self) -> String {
        let mut parts = Vec::new();
        if let Some(source) = self.shown_source() {
            parts.push(name(self, self.source.source.unwrap_or_default()));
            parts.extend(source.title.clone());
            parts.dedup();
        } else if let Some(target) = self.citation().and_then(|c| c.targets.get(self.target)) {
            parts.push(target.id.clone());
        } else {
            parts.push("Source".to_owned());
        }
        let targets = self.citation().map_or(0, |citation| citation.targets.len());
        if targets > 1 && !self.source.browsing {
            parts.push(format!("{} of {targets}", self.target + 1));
        }
        parts.dedup();
        parts.join(" · ")
    }
}

/// What to call a source: its own id, the one it was matched to by its file's name or by the user, or
/// else its file or title.
pub fn name(state: &State, source: usize) -> String {
    let inspection = &state.inspection;
    let own = inspection.case.sources.get(source).map(|source| source.id.clone());
    let mut matches = inspection.matches.iter();
    let names = |by| !matches!(by, IdFrom::Position | IdFrom::Address);
    let matched = matches.find(|m| m.source == source && names(m.by));
    match (own, matched) {
        (Some(id), _) if !id.is_empty() => id,
        (_, Some(matched)) => matched.id.clone(),
        _ => inspection.source_name(source),
    }
}

/// The most notes on a source that stand above its text; `show` prints all.
const MAX_NOTES: usize = 3;

/// What is to know of how the source was read.
fn source_notes(source: &Source, lines: &mut Vec<(Role, String)>) {
    let notes = source.notes.iter().take(MAX_NOTES);
    lines.extend(notes.map(|note| (Role::Text, format!("? {note}"))));
    if let Some(more @ 1..) = source.notes.len().checked_sub(MAX_NOTES) {
        let more = count(more, "more note");
        lines.push((Role::Muted, format!("  {more}; `pincite show` prints all")));
    }
}

fn facts(source: &Source) -> Option<String> {
    let kind = source.extracted_from.and_then(Kind::named);
    let mut parts: Vec<String> = kind.map(|kind| kind.noun().to_owned()).into_iter().collect();
    if source.excerpt {
        parts.push("only the words that the response repeats".to_owned());
    }
    parts.extend(source.encoding.map(str::to_owned));
    parts.extend(source.score.map(|score| format!("score {score}")));
    parts.extend(source.updated.as_ref().map(|date| format!("updated {date}")));
    parts.extend(source.url.clone());
    parts.extend(source.metadata.iter().map(|(key, value)| format!("{key}: {value}")));
    if source.url.is_none() {
        parts.extend(source.origin.as_ref().map(|origin| origin.path.display().to_string()));
    }
    (!parts.is_empty()).then(|| parts.join(" · "))
}

fn fold(lines: &[(Role, String)], width: u16) -> Vec<Row> {
    let mut rows = Vec::new();
    for (role, text) in lines {
        let mut row = Row::default();
        row.decorate(text, *role);
        let mut indent = Row::default();
        if ["! ", "? ", Standing::NoText.sign()].iter().any(|sign| text.starts_with(sign)) {
            indent.decorate("  ", Role::Text);
        }
        rows.extend(row.wrap(&Row::default(), &indent, usize::from(width.max(1))));
    }
    rows
}

/// Foreign words for the foot or a list, on one line.
pub fn one_line(text: &str) -> String {
    SafeText::new(text).to_string()
}
