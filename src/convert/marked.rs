//! The response with the citation guide's markers.
//!
//! An id in a marker has letters, digits, `_` and `-`; others are replaced. Markers only express
//! lines, so a passage with another locator is given by its lines.

use std::collections::BTreeSet;

use super::wording::{CitationMark, Layout, Wording};
use crate::dialects::shared::markers::{begins_marker, written};
use crate::model::{Citation, Locator, Target};
use crate::resolve::How;
use crate::text::name_id::name_id;
use crate::text::prose::count;

/// Maximum length of an id derived from another, in bytes.
const MAX_LENGTH: usize = 48;

impl Wording<'_> {
    /// Returns the response with markers, and the id of each number.
    pub(super) fn with_markers(&mut self, layout: Layout) -> (String, Vec<String>) {
        let ids = self.marker_ids();
        let edited = self.edited(&layout, |mark| self.marker(mark, &ids));
        let targets = self.all_targets();
        let stated = |target: &Target| target.locator.clone().filter(|it| !is_lines(it));
        let by_lines = targets
            .iter()
            .filter(|(mark, at, _, target)| {
                stated(target).is_some() && self.lines(mark.citation, *at, target).is_some()
            })
            .count();
        let unsaid: BTreeSet<(usize, usize)> = targets
            .iter()
            .filter(|(mark, at, _, target)| self.lines(mark.citation, *at, target).is_none())
            .map(|(mark, at, ..)| (mark.citation, *at))
            .collect();
        self.lose_ids(|number| {
            number.checked_sub(1).and_then(|at| ids.get(at)).cloned().unwrap_or_default()
        });
        self.losses.add("locator", by_lines, |n| {
            format!("the locators of {}, which become lines", count(n, "target"))
        });
        self.lose_places(|citation, target, _| !unsaid.contains(&(citation, target)));
        (edited.text, ids)
    }

    fn marker(&self, mark: &CitationMark, ids: &[String]) -> String {
        let Some(citation) = self.citation(mark) else { return String::new() };
        let of_guide = begins_marker(&citation.raw);
        if mark.numbers.is_empty() {
            return if of_guide { citation.raw.clone() } else { String::new() };
        }
        let target = |(at, (number, target)): (usize, (usize, &Target))| Target {
            id: number.checked_sub(1).and_then(|at| ids.get(at)).cloned().unwrap_or_default(),
            locator: self.lines(mark.citation, at, target),
            ..Target::default()
        };
        let targets: Vec<Target> = self.targets(mark).enumerate().map(target).collect();
        written(family(citation, of_guide), &targets)
    }

    /// Returns the lines of a target, as stated or as its passage has them.
    fn lines(&self, citation: usize, at: usize, target: &Target) -> Option<Locator> {
        match &target.locator {
            Some(lines @ Locator::Lines { .. }) => return Some(lines.clone()),
            Some(Locator::Unreadable(raw)) if is_range(raw) => {
                return target.locator.clone();
            }
            _ => {}
        }
        let passage = self.passage(citation, at).filter(|passage| passage.how != How::Whole)?;
        let (first, last) = passage.first_line.zip(passage.last_line)?;
        Some(Locator::Lines { first, last })
    }

    /// Returns an id for each number that is valid in a marker, as written if possible.
    fn marker_ids(&self) -> Vec<String> {
        let fits = |id: &String| is_marker_id(id);
        let mut taken: BTreeSet<String> =
            self.cited.iter().map(|cited| cited.id.clone()).filter(|id| fits(id)).collect();
        let sources = self.inspection.case.sources.iter();
        taken.extend(sources.map(|source| source.id.clone()).filter(|id| fits(id)));
        let mut ids = Vec::new();
        for (cited, number) in self.cited.iter().zip(1..) {
            ids.push(if fits(&cited.id) {
                cited.id.clone()
            } else {
                let mut id = slug(&cited.id).unwrap_or_else(|| format!("source{number}"));
                while !taken.insert(id.clone()) {
                    id.push('-');
                    id.push_str(&number.to_string());
                }
                id
            });
        }
        ids
    }
}

/// Returns the family of a marker; annotations of other dialects become plain citations.
fn family(citation: &Citation, of_guide: bool) -> &str {
    let known = ["cite", "filecite", "memcite"].contains(&citation.family.as_str());
    if of_guide && known { &citation.family } else { "cite" }
}

const fn is_lines(locator: &Locator) -> bool {
    matches!(locator, Locator::Lines { .. } | Locator::Unreadable(_))
}

/// True if an unreadable locator still looks like a range: `L8-L`.
fn is_range(raw: &str) -> bool {
    let of_range = |c: char| matches!(c, 'L' | 'l' | '-' | '0'..='9');
    raw.starts_with(['L', 'l']) && raw.contains('-') && raw.chars().all(of_range)
}

/// True if a marker can contain an id: valid characters, and not a line range.
fn is_marker_id(id: &str) -> bool {
    let plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    let lines = id.starts_with(['L', 'l'])
        && !id.contains(|c: char| c.is_ascii_alphabetic() && !matches!(c, 'L' | 'l'));
    plain && !id.is_empty() && !lines
}

/// Returns an id with `_` for invalid characters; `None` if little would be left of it.
fn slug(id: &str) -> Option<String> {
    if id.contains("://") || id.len() > MAX_LENGTH || !id.is_ascii() {
        return None;
    }
    let slug = name_id(id);
    is_marker_id(&slug).then_some(slug)
}
