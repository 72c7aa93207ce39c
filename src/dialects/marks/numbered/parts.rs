//! The parts of a text with several lists of sources: its answers, or the chapters of a report.
//!
//! Without such parts, a list serves the text above it, up to the list before. In a report written
//! chapter by chapter, that would give a chapter without a list the numbers of the next chapter.

use crate::dialects::marks::numbered::line::Line;
use crate::text::list_heading::{heading, is_name};

/// The minimum number of chapters with a list that show how a report is written.
const MIN_CHAPTERS: usize = 3;

/// The minimum number of answers in a text of several.
const MIN_ANSWERS: usize = 2;

/// Words before a question, in lower case.
const QUESTIONS: &[&str] =
    &["question", "query", "q", "frage", "pregunta", "domanda", "问题", "問題", "질문"];

/// Words before an answer, in lower case.
const ANSWERS: &[&str] = &[
    "answer",
    "response",
    "a",
    "antwort",
    "réponse",
    "respuesta",
    "risposta",
    "回答",
    "答案",
    "답변",
];

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) start: usize,
    /// The index of its list among the numbered ones.
    pub(crate) list: Option<usize>,
}

/// Returns the part that holds a place.
pub(crate) fn at(parts: &[Part], place: usize) -> Option<&Part> {
    let after = parts.partition_point(|part| part.start <= place);
    after.checked_sub(1).and_then(|index| parts.get(index))
}

/// Returns the parts of a text whose lists begin at these places; empty if lists do not keep to parts.
pub(super) fn of(lines: &[Line<'_>], lists: &[usize], is_numbered: &[bool]) -> Vec<Part> {
    let starts = answers(lines);
    if let Some(owners) = owners(&starts, lists) {
        return parts(&starts, &owners, is_numbered);
    }
    let headings: Vec<(usize, usize)> = lines
        .iter()
        .filter_map(|line| {
            let (level, words) = heading(line.text)?;
            (level < 7 && !is_name(words)).then_some((level, line.start))
        })
        .collect();
    for level in 1..=6 {
        let chapters = headings.iter().filter(|(own, _)| *own <= level);
        let starts: Vec<usize> = chapters.map(|(_, start)| *start).collect();
        let Some(owners) = owners(&starts, lists) else { continue };
        // A text whose last chapter lists the sources of all is not written so.
        let between = owners.last().zip(owners.first()).map_or(0, |(last, first)| last - first + 1);
        if owners.len() >= MIN_CHAPTERS && owners.len() * 2 > between {
            return parts(&starts, &owners, is_numbered);
        }
        break;
    }
    Vec::new()
}

/// Returns the parts between the rules of a text, of which only the one with the list that begins at `list` has one;
/// empty without rules. People put a rule between the answers that they copy.
pub(super) fn between_rules(lines: &[Line<'_>], list: usize) -> Vec<Part> {
    let is_rule = |line: &&Line<'_>| {
        let line = line.text.trim();
        line.len() >= 3 && line.bytes().all(|byte| byte == b'-')
    };
    let rules = lines.iter().filter(is_rule).map(|line| line.span().end);
    let starts: Vec<usize> = std::iter::once(0).chain(rules).collect();
    let owners = owners(&starts, &[list]).filter(|_| starts.len() > 1);
    owners.map_or_else(Vec::new, |owners| parts(&starts, &owners, &[true]))
}

/// Returns the index of the part of each list; `None` if one has no part, or shares it.
fn owners(starts: &[usize], lists: &[usize]) -> Option<Vec<usize>> {
    let owner = |list: &usize| starts.partition_point(|start| start <= list).checked_sub(1);
    let owners: Vec<usize> = lists.iter().map(owner).collect::<Option<_>>()?;
    let are_different = owners.windows(2).all(|pair| matches!(pair, [one, other] if one < other));
    (are_different && !owners.is_empty()).then_some(owners)
}

fn parts(starts: &[usize], owners: &[usize], is_numbered: &[bool]) -> Vec<Part> {
    let mut parts: Vec<Part> = starts.iter().map(|&start| Part { start, list: None }).collect();
    let mut section = 0;
    for (owner, is_numbered) in owners.iter().zip(is_numbered) {
        if !is_numbered {
            continue;
        }
        if let Some(part) = parts.get_mut(*owner) {
            part.list = Some(section);
        }
        section += 1;
    }
    parts
}

/// Returns the places at which the parts of a text with several questions and answers begin; empty for
/// any other text.
pub(super) fn answers(lines: &[Line<'_>]) -> Vec<usize> {
    let (mut starts, mut answers) = (Vec::new(), 0);
    let mut above: Option<usize> = None;
    let mut is_asked = false;
    for line in lines.iter().filter(|line| !line.is_blank()) {
        if label(line.text, QUESTIONS) {
            starts.push(above.unwrap_or(line.start));
            is_asked = true;
        } else if is_asked && label(line.text, ANSWERS) {
            answers += 1;
            is_asked = false;
        }
        above = heading(line.text).filter(|(level, _)| *level < 7).map(|_| line.start);
    }
    let is_whole = answers == starts.len() && answers >= MIN_ANSWERS;
    if is_whole { starts } else { Vec::new() }
}

/// True if a line begins with one of these words and a colon: `**Question:** …`.
fn label(line: &str, words: &[&str]) -> bool {
    const MAX_LABEL: usize = 32;
    let line = line.trim_start_matches([' ', '*', '_', '>', '#', '-']);
    let head = line.get(..line.floor_char_boundary(MAX_LABEL)).unwrap_or(line);
    // The first bytes of the two colons: most lines have none so early.
    if memchr::memchr2(b':', 0xef, head.as_bytes()).is_none() {
        return false;
    }
    let Some((word, _)) = head.split_once([':', '：']) else { return false };
    // `Question 3:`
    let word = word.trim_end_matches(|c: char| c.is_ascii_digit() || " *_.#".contains(c));
    words.contains(&word.to_lowercase().as_str())
}
