//! The notice above the passage: its origin, the reason if there is none, and warnings.

use crate::model::{Citation, Source, SourceText};
use crate::resolve::{Reason, Resolution};
use crate::sources::documents::DocumentKind;
use crate::text::prose::count;
use crate::tui::chip::Standing;
use crate::tui::layout::Row;
use crate::tui::panel::fold::fold;
use crate::tui::panel::titles::source_name;
use crate::tui::role::Role;
use crate::tui::state::State;
use crate::tui::state::reading::reading_progress;

/// Returns the rows above the source's text, folded to `width` cells: its address and dates, or the
/// fault of the selected target with the marker as written.
pub fn notice(state: &State, width: u16) -> Vec<Row> {
    let mut lines: Vec<(Role, String)> = Vec::new();
    if let Some(failed) = &state.batch.failed {
        lines.push((Role::Trouble, failed.clone()));
    } else if let Some(citation) = state.citation().filter(|_| !state.source.browsing) {
        pointer_trouble(state, citation, &mut lines);
    } else if state.sentence().is_some() {
        let (needs, fine) = (state.key("needs-citation"), state.key("fine"));
        let text =
            format!("uncited sentence: {needs} it needs a citation, {fine} it is fine without");
        lines.push((Role::Text, text));
    } else if let Some(aside) = &state.aside {
        lines.push((Role::Text, aside.message.to_owned()));
    } else if state.selected.is_none() {
        lines.push((Role::Muted, "no citation in this response".to_owned()));
    }
    if let Some(reason) = state.source.source.and_then(|source| unreadable(state, source))
        && !lines.iter().any(|(_, line)| line.contains(reason))
    {
        let given = state.shown_source().is_some_and(|s| !matches!(s.text, SourceText::Absent(_)));
        lines.push((if given { Role::Trouble } else { Role::Text }, reason.to_owned()));
    }
    if let (Some(source), Some(change)) = (state.source.source, state.source.change) {
        let changed = format!("! {} {}", source_name(state, source), change.describe());
        lines.push((Role::Trouble, changed));
    }
    if let Some(source) = state.shown_source() {
        source_notes(source, &mut lines);
    }
    if let Some(progress) = reading_on(state).filter(|text| !lines.iter().any(|it| it.1 == *text)) {
        lines.push((Role::Muted, progress));
    }
    let mut rows = fold(&lines, width);
    if let Some(facts) = state.shown_source().and_then(facts) {
        let mut row = Row::default();
        row.decorate(&facts, Role::Muted);
        rows.push(row.cut(0, usize::from(width)));
    }
    rows
}

/// Returns the progress of reading the source shown.
pub fn reading_on(state: &State) -> Option<String> {
    state.reading.get(&state.source.source?).map(|progress| reading_progress(*progress))
}

pub(in crate::tui) fn unreadable(state: &State, source: usize) -> Option<&str> {
    let why = state.inspection.stores.get(source)?.as_ref().err()?.as_str();
    Some(why).filter(|_| !state.is_unread(source))
}

pub(in crate::tui) fn pointer_trouble(
    state: &State,
    citation: &Citation,
    lines: &mut Vec<(Role, String)>,
) {
    let said_below = matches!(state.resolution(), Some(Resolution::Missing(missing))
        if matches!(missing.reason, Reason::Reversed | Reason::BadLocator));
    if let Some(problem) = citation.problem.as_ref().filter(|_| !said_below) {
        lines.push((Role::Trouble, format!("! {}", problem.message)));
    }
    match state.resolution() {
        Some(Resolution::Missing(missing)) if missing.reason == Reason::NoText => {
            lines.push((Role::Text, format!("{}{}", Standing::NoText.sign(), missing.message)));
        }
        Some(Resolution::Missing(missing)) => {
            lines.push((Role::Trouble, format!("! {}", missing.message)));
            lines.extend(missing.help.iter().map(|help| (Role::Text, format!("  {help}"))));
        }
        Some(Resolution::Pending(source)) => {
            let text = match state.reading.get(source) {
                Some(progress) => reading_progress(*progress),
                None if state.is_unread(*source) => "reading the document …".to_owned(),
                None => "counting lines to find the place …".to_owned(),
            };
            lines.push((Role::Muted, text));
        }
        None if citation.problem.is_none() => {
            lines.push((Role::Trouble, "! the citation names no source".to_owned()));
        }
        Some(Resolution::Found(_)) | None => {}
    }
    if citation.in_code {
        let text = "? the marker is inside code, where it is text and not a citation";
        lines.push((Role::Text, text.to_owned()));
    }
    let damaged = citation.problem.is_some();
    if damaged || state.resolution().is_some_and(Resolution::is_unresolved) {
        lines.push((Role::Muted, format!("{}: {}", citation.raw_noun(), citation.raw)));
    }
}

/// The maximum number of notes on a source above its text; `show` prints all.
const MAX_NOTES: usize = 3;

/// Notes on how the source was read.
pub fn source_notes(source: &Source, lines: &mut Vec<(Role, String)>) {
    let notes = source.notes.iter().take(MAX_NOTES);
    lines.extend(notes.map(|note| (Role::Text, format!("? {note}"))));
    if let Some(more @ 1..) = source.notes.len().checked_sub(MAX_NOTES) {
        let more = count(more, "more note");
        lines.push((Role::Muted, format!("  {more}; `pincite show` prints all")));
    }
}

pub(in crate::tui) fn facts(source: &Source) -> Option<String> {
    let kind = source.extracted_from.and_then(DocumentKind::named);
    let mut parts: Vec<String> = kind.map(|kind| kind.noun().to_owned()).into_iter().collect();
    if source.repeated {
        parts.push("only the words that the response repeats".to_owned());
    } else if source.excerpt {
        parts.push("only the passages that came with the response".to_owned());
    }
    parts.extend(source.encoding.map(str::to_owned));
    parts.extend(source.score.map(|score| format!("score {}", rounded(score))));
    parts.extend(source.updated.as_ref().map(|date| format!("updated {date}")));
    let url = source.url.clone().filter(|url| !url.is_empty());
    let has_url = url.is_some();
    parts.extend(url);
    let known = source.metadata.iter().filter(|(_, value)| !value.is_empty());
    parts.extend(known.map(|(key, value)| format!("{key}: {value}")));
    if !has_url {
        parts.extend(source.origin.as_ref().map(|origin| origin.path.display().to_string()));
    }
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// Returns a score with two decimals, unless they are too few to show it.
fn rounded(score: f64) -> String {
    let short = format!("{score:.2}");
    let exact = score.to_string();
    if exact.len() <= short.len() || score.abs() < MIN_ROUNDED { exact } else { short }
}

/// The minimum of a score that is shown with two decimals.
const MIN_ROUNDED: f64 = 0.1;
