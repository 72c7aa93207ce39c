//! A note on citations by author and year that were not read.

use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::marks::numbered::listed_in;
use crate::dialects::shared::code::Code;
use crate::model::Case;
use crate::text::Span;
use crate::text::prose::{count, one_line};

/// `(Zens et al., 2006)`, `(Martin & Blossey, 2013)`, `(World Bank, 2020)`.
static AUTHORS: LazyLock<Regex> = LazyLock::new(|| {
    let name = r"\p{Lu}[\p{L}'’-]+";
    let authors = format!(r"{name}(?:,? (?:et al\.?|(?:and|&|und|y|et) {name}))?,? ");
    let organization = format!(r"{name}(?: {name}){{1,4}}, ");
    let year = r"(?:19|20)[0-9]{2}[a-z]?";
    let cited = format!(r"\((?:[^()\n]*; )?(?:{authors}|{organization}){year}(?:[;,][^()\n]*)?\)");
    Regex::new(&cited).expect("it is sound")
});

/// Words before a year that name no author, in lower case.
const NO_AUTHORS: &str = "january february march april may june july august september october november \
    december jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn fall winter early mid late \
    since until in from to around circa by year fiscal fy as released published updated founded januar februar \
    märz mai juni juli oktober dezember seit stand enero febrero marzo abril mayo junio julio agosto septiembre \
    octubre noviembre diciembre janvier février mars avril juin juillet août septembre octobre novembre décembre";

/// Minimum number of such citations that are noted.
const MIN_CITED: usize = 2;

/// Returns a note on citations by author and year that are neither read, in code nor in a list of sources.
pub(super) fn note(case: &Case) -> Option<String> {
    let cited = unread(case);
    let first = one_line(cited.first()?.slice(&case.response.text)?);
    Some(format!(
        "{} by author and year not read, such as `{first}`",
        count(cited.len(), "citation")
    ))
}

/// Returns the places of citations by author and year that are not read; empty if there are too few.
pub(super) fn unread(case: &Case) -> Vec<Span> {
    let text = case.response.text.as_str();
    // Compiling the pattern takes longer than looking for years.
    let years = [" 19", " 20"].into_iter().map(|start| text.matches(start).count());
    if !text.contains('(') || years.sum::<usize>() < MIN_CITED {
        return Vec::new();
    }
    let names_author = |cited: &str| {
        let word = cited.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty());
        let word = word.unwrap_or_default().to_lowercase();
        !NO_AUTHORS.split_whitespace().any(|other| other == word)
    };
    let found = AUTHORS.find_iter(text).filter(|found| names_author(found.as_str()));
    let mut cited: Vec<Span> = found.map(|found| Span::new(found.start(), found.end())).collect();
    if cited.len() < MIN_CITED {
        return Vec::new();
    }
    let (code, listed) = (Code::of(text), listed_in(text));
    let mut read: Vec<Span> = case.response.citations.iter().map(|it| it.anchor.span).collect();
    read.sort_unstable();
    cited.retain(|span| {
        let next = read.partition_point(|own| own.start < span.end);
        let before = next.checked_sub(1).and_then(|index| read.get(index));
        let is_read = before.is_some_and(|own| own.overlaps(*span));
        !is_read && !code.overlaps(*span) && !Span::any_contains(&listed, span.start)
    });
    if cited.len() < MIN_CITED { Vec::new() } else { cited }
}
