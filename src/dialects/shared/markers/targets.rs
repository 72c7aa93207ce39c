//! Turns the fields of a marker into targets, by the lenient rules.
//!
//! A locator belongs to the id before it. A locator after several ids, none of which has a locator
//! of its own, may be meant for all of them: it is assigned to the last and marked as assumed. In
//! addition to the guide's `L8-L13`, these forms are read, because no id looks like them: without
//! the second `L`, with small letters, with an en or em dash, with blanks around the dash.
//! Addresses that begin with `http` are ids here. Locators in the style of people (`p. 3`, `12:05`)
//! are accepted, but the marker stays faulty.

use crate::locator;
use crate::locator::DASHES;
use crate::model::{Locator, Problem, ProblemKind, Target};

use crate::dialects::shared::markers::fields::{
    MAX_DIGITS, doubt_about, is_id, line_numbers, number,
};

/// Returns the targets that `fields` (trimmed, not empty) name, and the first thing wrong with
/// them.
pub(crate) fn bind(fields: &[&str]) -> (Vec<Target>, Option<Problem>) {
    bind_declared(fields, &|_| false)
}

/// Reads a marker again whose ids have characters that the guide does not allow. Returns its
/// targets and its remaining problem, if `is_declared` knows one of its fields as an id.
pub fn with_declared_ids(
    marker: &str,
    is_declared: &dyn Fn(&str) -> bool,
) -> Option<(Vec<Target>, Option<Problem>)> {
    let fields: Vec<&str> = fields_of(marker).collect();
    let has_declared = fields.iter().any(|field| is_declared(field));
    has_declared.then(|| bind_declared(&fields, is_declared))
}

/// Returns the first field of a marker that is neither an id nor a locator, with the reason.
pub fn invalid_id(marker: &str) -> Option<String> {
    let fields = &mut fields_of(marker);
    fields.find(|field| matches!(read_field(field), Field::Neither)).map(not_an_id)
}

fn not_an_id(field: &str) -> String {
    format!(
        "`{field}` is not a valid source id: it is made of letters, digits, `_` and `-`, unless a \
         source has another id"
    )
}

/// Returns the fields after the family of a whole marker, trimmed, without the empty ones.
pub fn fields_of(marker: &str) -> impl Iterator<Item = &str> {
    let inside = marker.trim_start_matches('\u{e200}').trim_end_matches('\u{e201}');
    inside.split('\u{e202}').skip(1).map(str::trim).filter(|field| !field.is_empty())
}

fn bind_declared(
    fields: &[&str],
    is_declared: &dyn Fn(&str) -> bool,
) -> (Vec<Target>, Option<Problem>) {
    let mut targets: Vec<Target> = Vec::new();
    let mut problem = None;
    let mut homeless = None;
    for field in fields {
        let kind = match read_field(field) {
            Field::Neither | Field::BrokenLines if is_declared(field) => Field::Id,
            kind => kind,
        };
        let found = match kind {
            Field::Id => {
                targets.push(Target { id: (*field).to_owned(), ..Target::default() });
                None
            }
            Field::Lines(first, last) => {
                let (locator, doubt) = lines(field, first, last);
                if !attach(&mut targets, locator) {
                    homeless.get_or_insert(*field);
                }
                doubt
            }
            Field::BrokenLines => {
                attach(&mut targets, Locator::Unreadable((*field).to_owned()));
                let message =
                    format!("`{field}` looks like a line range but cannot be read as one");
                Some(Problem::new(ProblemKind::BadId, message))
            }
            Field::Neither => {
                let attached = locator::read(field).map(|it| attach(&mut targets, it));
                let message = if attached == Some(true) {
                    format!("`{field}` is not a locator of a marker: `L8` or `L8-L13` is expected")
                } else {
                    not_an_id(field)
                };
                Some(Problem::new(ProblemKind::BadId, message))
            }
        };
        problem = problem.or(found);
    }
    assume_last(&mut targets);
    // A vector begins with room for four.
    targets.shrink_to_fit();
    if targets.is_empty() {
        let missing = || Problem::new(ProblemKind::NoId, "the marker names no source id");
        problem = problem.filter(|_| homeless.is_none()).or_else(|| Some(missing()));
    } else if let Some(locator) = homeless {
        let early = || format!("the line range `{locator}` comes before any source id");
        problem = problem.or_else(|| Some(Problem::new(ProblemKind::BadId, early())));
    }
    (targets, problem)
}

/// True if the lenient reading takes it for an id: the guide's form, or an address.
pub(crate) fn is_lenient_id(field: &str) -> bool {
    matches!(read_field(field), Field::Id)
}

enum Field<'t> {
    Id,
    /// The digits of the first and the last line.
    Lines(&'t [u8], &'t [u8]),
    BrokenLines,
    Neither,
}

fn read_field(field: &str) -> Field<'_> {
    if let Some((first, last)) = line_numbers(field.as_bytes()).or_else(|| loose_range(field)) {
        return Field::Lines(first, last);
    }
    let of_range = |c: char| matches!(c, 'L' | 'l' | '0'..='9') || DASHES.contains(&c);
    let dashed = field.contains(DASHES);
    if field.starts_with(['L', 'l']) && dashed && field.chars().all(of_range) {
        return Field::BrokenLines;
    }
    if is_id(field.as_bytes()) || is_address(field) { Field::Id } else { Field::Neither }
}

/// Reads `L8-13`, `l8-l13`, `L8–L13`, `L8 - L13`.
pub(crate) fn loose_range(field: &str) -> Option<(&[u8], &[u8])> {
    let (first, last) = field.contains(DASHES).then(|| locator::line_digits(field)).flatten()?;
    Some((first.as_bytes(), last.as_bytes()))
}

fn is_address(field: &str) -> bool {
    let (scheme, rest) = field.split_once("://").unwrap_or_default();
    let web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    web && !rest.is_empty() && !field.contains(|c: char| c.is_whitespace() || c.is_control())
}

fn lines(field: &str, first: &[u8], last: &[u8]) -> (Locator, Option<Problem>) {
    let locator = match (number(first), number(last)) {
        (Some(first), Some(last)) => Locator::Lines { first, last },
        _ => Locator::Unreadable(field.to_owned()),
    };
    let doubt = doubt_about(first, last).map(|kind| {
        let message = match kind {
            ProblemKind::TooManyDigits => {
                format!("`{field}` has a number of more than {MAX_DIGITS} digits")
            }
            ProblemKind::LineZero => format!("`{field}`: lines count from 1"),
            _ => format!("the range `{field}` ends before it starts"),
        };
        Problem::new(kind, message)
    });
    (locator, doubt)
}

/// Assigns the locator to the last id; false if there is none yet. An id with several locators
/// becomes several targets.
fn attach(targets: &mut Vec<Target>, locator: Locator) -> bool {
    let Some(last) = targets.last_mut() else { return false };
    if last.locator.is_none() {
        last.locator = Some(locator);
    } else {
        let id = last.id.clone();
        targets.push(Target { id, locator: Some(locator), ..Target::default() });
    }
    true
}

fn assume_last(targets: &mut [Target]) {
    if let Some((last, [first, middle @ ..])) = targets.split_last_mut()
        && last.locator.is_some()
        && first.locator.is_none()
        && middle.iter().all(|target| target.locator.is_none())
    {
        last.locator_assumed = true;
    }
}
