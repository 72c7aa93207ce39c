//! The words of a question in the foot.

use std::ops::Range;

use crate::review::decided;
use crate::review::{REASONS, Verdict};
use crate::text::prose::count;
use crate::tui::layout::Row;
use crate::tui::panel::review::subject_label;
use crate::tui::role::Role;
use crate::tui::state::{Question, State};

/// The keys that pick a reason, in the order of [`REASONS`].
pub const REASON_KEYS: &str = "1234567890-";

/// The cells between two answers.
const GAP: usize = 2;

/// An answer: its key, its label, and a shorter one.
type Answer = (String, &'static str, &'static str);

/// Returns a question with its answers, in at most `max_rows` rows of `width` cells. The words are
/// shortened first, and every answer stays in view as long as the answers alone fit; for reasons that
/// do not fit, the key of their list is named.
pub fn question_rows(
    state: &State,
    question: Question,
    (width, max_rows): (usize, usize),
) -> Vec<Row> {
    let role = match question {
        Question::Quit | Question::Unresolved(..) => Role::Trouble,
        Question::Begin(..) | Question::Reasons(_) => Role::Text,
    };
    // There are many reasons, and each key is a single character.
    let gap = if matches!(question, Question::Reasons(_)) { 1 } else { GAP };
    let texts = texts(state, question);
    let answers = answers(state, question);
    for is_short in [false, true] {
        let rows = answer_rows(&answers, is_short);
        let laid_out = texts.iter().map(|text| lay_out((text, role), &rows, gap, width));
        if let Some(rows) = laid_out.into_iter().find(|rows| rows.len() <= max_rows) {
            return rows;
        }
    }
    let shortest = texts.last().map(String::as_str).unwrap_or_default();
    let mut rows = answer_rows(&answers, true);
    if matches!(question, Question::Reasons(_)) {
        let mut all = Row::default();
        all.decorate("…  ", Role::Muted);
        all.append(&answer_row(state.key("reasons"), "all"));
        // The last answer is not a reason.
        rows.pop();
        while !rows.is_empty() {
            let with_all: Vec<Row> = rows.iter().chain([&all]).cloned().collect();
            let laid_out = lay_out((shortest, role), &with_all, gap, width);
            if laid_out.len() <= max_rows {
                return laid_out;
            }
            rows.pop();
        }
    }
    let mut laid_out = lay_out((shortest, role), &rows, gap, width);
    laid_out.truncate(max_rows);
    laid_out
}

/// Returns the words of a question, from the longest to the shortest.
fn texts(state: &State, question: Question) -> Vec<String> {
    let title = |verdict: Verdict| verdict.kind().title;
    match question {
        Question::Quit => {
            let (verdicts, drafts) = (state.review.unsaved, state.review.note_drafts.len());
            let each = [(verdicts, "verdict"), (drafts, "draft")];
            let each = each.into_iter().filter(|(number, _)| *number > 0);
            let each: Vec<String> = each.map(|(number, noun)| count(number, noun)).collect();
            vec![
                format!("{} not saved:", each.join(" and ")),
                format!("{} unsaved:", verdicts + drafts),
            ]
        }
        Question::Begin(verdict, _) => vec![
            format!("start a review with \u{201c}{}\u{201d}?", title(verdict)),
            format!("review: {}?", title(verdict)),
        ],
        Question::Unresolved(verdict, _) => vec![
            format!("unresolved: no passage was shown; {} anyway?", title(verdict)),
            format!("unresolved: {} anyway?", title(verdict)),
            format!("{}?", title(verdict)),
        ],
        Question::Reasons(subject) => {
            let own = state.review.own(subject).map(|own| &own.judgement);
            let label = subject_label(state, subject);
            let said = own.map(decided).unwrap_or_default();
            let sign = own.and_then(|own| own.verdict).map_or("", |verdict| verdict.kind().sign);
            let message = state.message.as_ref().map(|message| message.text.clone());
            let short = [format!("{label}: {said}"), format!("{label}: {sign}")];
            let texts = message.into_iter().chain(short);
            texts.map(|text| format!("{text} · why?")).collect()
        }
    }
}

/// Returns the key of the answer that a row of a question shows at a column.
pub fn answer_at(row: &Row, column: usize) -> Option<String> {
    let mut answers: Vec<(String, Range<usize>)> = Vec::new();
    let (mut cell, mut before) = (0, Role::Text);
    for (text, glyph) in row.glyphs() {
        let role = glyph.look.role;
        let end = cell + usize::from(glyph.width);
        match answers.last_mut() {
            Some((key, cells)) if role == Role::Key && before == Role::Key => {
                key.push_str(text);
                cells.end = end;
            }
            // The label of the key, up to the gap.
            Some((_, cells)) if role == Role::Muted && cells.end == cell => cells.end = end,
            _ if role == Role::Key => answers.push((text.to_owned(), cell..end)),
            _ => {}
        }
        (cell, before) = (end, role);
    }
    answers.into_iter().find(|(_, cells)| cells.contains(&column)).map(|(key, _)| key)
}

/// Lays out words and answers `gap` cells apart, no answer in two rows.
fn lay_out((text, role): (&str, Role), answers: &[Row], gap: usize, width: usize) -> Vec<Row> {
    let mut blank = Row::default();
    blank.decorate(" ", Role::Text);
    let mut words = Row::default();
    words.decorate(text, role);
    let mut rows = words.wrap(&blank, &blank, width);
    for (index, answer) in answers.iter().enumerate() {
        let gap = if index == 0 { GAP } else { gap };
        match rows.last_mut() {
            Some(row) if row.width() + gap + answer.width() <= width => {
                row.decorate(&" ".repeat(gap), Role::Text);
                row.append(answer);
            }
            _ => {
                let mut row = blank.clone();
                row.append(answer);
                rows.push(row.cut(0, width));
            }
        }
    }
    rows
}

fn answer_rows(answers: &[Answer], is_short: bool) -> Vec<Row> {
    let row = |(key, label, short): &Answer| answer_row(key, if is_short { short } else { label });
    answers.iter().map(row).collect()
}

fn answer_row(key: &str, label: &str) -> Row {
    let mut row = Row::default();
    row.decorate(key, Role::Key);
    row.decorate(&format!(" {label}"), Role::Muted);
    row
}

fn answers(state: &State, question: Question) -> Vec<Answer> {
    let own =
        |(key, label, short): (&str, &'static str, &'static str)| (key.to_owned(), label, short);
    match question {
        Question::Quit => {
            let label = match state.review.unsaved {
                0 if state.review.note_drafts.len() == 1 => "save as note and quit",
                0 => "save as notes and quit",
                _ => "save elsewhere",
            };
            [("s", label, "save"), ("d", "discard and quit", "discard"), ("esc", "stay", "stay")]
                .map(own)
                .to_vec()
        }
        Question::Begin(..) => [("y", "yes", "yes"), ("esc", "no", "no")].map(own).to_vec(),
        Question::Unresolved(..) => {
            [("y", "yes", "yes"), ("e", "yes, seen elsewhere", "elsewhere"), ("esc", "no", "no")]
                .map(own)
                .to_vec()
        }
        Question::Reasons(_) => {
            let reasons = REASON_KEYS.chars().zip(REASONS);
            let reasons = reasons.map(|(key, (code, _))| (key.to_string(), *code, *code));
            reasons.chain([own((state.key("note"), "note", "note"))]).collect()
        }
    }
}
