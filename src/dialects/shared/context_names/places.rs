//! Names with places in what they name: `name#fragment`, `name:8-13`, `name § Heading`.

use std::path::Path;

use super::{Meant, Names};
use crate::locator;
use crate::model::{Locator, Source};
use crate::text::markdown::heading_name;

/// Metadata that state the page of a source, or the first of its pages.
pub(crate) const PAGES: [&str; 4] = ["page", "page_number", "page_num", "page_start"];

/// Metadata that state the last of the pages of a source.
const LAST_PAGE: &str = "page_end";

impl Names<'_> {
    /// Returns the contexts of `name#fragment`, `name:8-13`, `name L8` or `name § Heading`, and the place.
    pub(super) fn place(&self, name: &str) -> Option<Meant> {
        let meant = |whole, place| {
            Some(Meant { contexts: self.named(whole)?, place: Some(place), missing: None })
        };
        if let Some((whole, fragment)) = name.split_once('#') {
            // The fragments of headings have small letters, and people copy the headings.
            let contexts = self.named(whole)?;
            let is_heading = contexts.iter().all(|at| self.is_markdown(*at));
            let fragment = if is_heading { heading_name(fragment) } else { fragment.to_owned() };
            let place = line_numbers(&fragment.to_uppercase());
            return meant(whole, place.or_else(|| locator::read(&format!("#{fragment}")))?);
        }
        let numbered = || {
            let (whole, numbers) = name.rsplit_once(':')?;
            let is_file = whole.contains('.') && !whole.to_lowercase().ends_with(".pdf");
            meant(whole, line_numbers(&format!("L{numbers}")).filter(|_| is_file)?)
        };
        let worded = || {
            name.match_indices(' ').find_map(|(at, _)| {
                let (whole, words) = name.split_at_checked(at)?;
                let words = words.trim_matches([' ', '(', ')']);
                meant(whole.trim_end_matches(','), locator::read(words)?)
            })
        };
        numbered().or_else(worded).or_else(|| self.heading(name))
    }

    /// Returns the page of `p24` after a name whose contexts state theirs; elsewhere it may be the id of a piece.
    pub(super) fn glued_page(&self, own: &Meant, words: &str) -> Option<Locator> {
        let digits = words.trim_start_matches("pp").trim_start_matches('p');
        let is_page =
            digits.len() < words.len() && digits.starts_with(|c: char| c.is_ascii_digit());
        let mut contexts = own.contexts.iter().filter_map(|at| self.sources.get(*at));
        let has_page = |source: &Source| source.metadata.iter().any(|(key, _)| states_page(key));
        let place = locator::read(&format!("p. {digits}")).filter(|_| is_page)?;
        (matches!(place, Locator::Pages { .. }) && contexts.any(has_page)).then_some(place)
    }

    /// Returns the contexts of `Doc tides.txt`, a name after a word for sources of any kind, and of `pier
    /// document_id=tides-3`, as a prompt states it.
    pub(super) fn of_kind(&self, name: &str) -> Option<Meant> {
        const KINDS: [&str; 7] = ["doc", "document", "source", "file", "ref", "chunk", "passage"];
        let is_kind = |word: &str| KINDS.iter().any(|kind| word.eq_ignore_ascii_case(kind));
        let stated = name.split_once("_id=").filter(|(head, _)| {
            let word = head.rsplit(' ').next().unwrap_or_default();
            is_kind(word)
        });
        let worded = || name.split_once(' ').filter(|(word, _)| is_kind(word));
        let (_, name) = stated.or_else(worded)?;
        let contexts = self.named(name)?;
        Some(Meant { contexts, ..Meant::default() })
    }

    /// Returns the Markdown file of `name § Heading`, `name > Heading`, `name, "Heading"` or `name,
    /// section Heading`, and the heading.
    fn heading(&self, name: &str) -> Option<Meant> {
        const SIGNS: [char; 4] = ['§', '>', '›', '→'];
        const QUOTES: [char; 4] = ['"', '“', '„', '«'];
        let double = || name.split_once("::").filter(|(_, it)| it.contains(char::is_alphabetic));
        let (whole, words) = name.split_once(SIGNS).or_else(double).or_else(|| {
            let (whole, words) = name.split_once([',', ':'])?;
            let words = words.trim_start();
            let lead = ["section", "heading"].iter().find_map(|lead| {
                let (head, rest) = words.split_at_checked(lead.len())?;
                head.eq_ignore_ascii_case(lead).then(|| rest.trim_start_matches([':', ' ']))
            });
            Some((whole, lead.or_else(|| words.starts_with(QUOTES).then_some(words))?))
        })?;
        let contexts = self.named(whole)?;
        // The innermost of several.
        let words = words.rsplit(SIGNS).next().unwrap_or_default();
        let place = Some(self.heading_of(&contexts, words.trim()));
        Some(Meant { contexts, place, missing: None })
    }

    /// Returns the place of a heading, which can be looked up in Markdown files.
    pub(super) fn heading_of(&self, contexts: &[usize], words: &str) -> Locator {
        let fragment = heading_name(words);
        let is_heading = fragment.contains(char::is_alphabetic)
            && contexts.iter().all(|at| self.is_markdown(*at));
        if is_heading { Locator::Fragment(fragment) } else { Locator::Unreadable(words.to_owned()) }
    }

    /// True if a source is a Markdown file.
    fn is_markdown(&self, at: usize) -> bool {
        let path = self.sources.get(at).and_then(|it| Some(it.origin.as_ref()?.path.as_path()));
        let ending = path.and_then(Path::extension).and_then(|it| it.to_str());
        ending.is_some_and(|it| matches!(it, "md" | "markdown" | "mdx" | "qmd"))
    }
}

/// True if metadata of this name state a page.
pub(super) fn states_page(key: &str) -> bool {
    key == LAST_PAGE || PAGES.contains(&key)
}

/// True if a context states that it is on a page.
pub(super) fn is_on(source: &Source, page: u64) -> bool {
    let stated = |key: &str| {
        let mut pairs = source.metadata.iter();
        pairs.find(|(own, _)| own == key).and_then(|(_, value)| value.parse::<u64>().ok())
    };
    let first = PAGES.into_iter().find_map(stated);
    first.is_some_and(|first| (first..=stated(LAST_PAGE).unwrap_or(first)).contains(&page))
}

/// Returns the contexts in both lists; `None` if there are none.
pub(super) fn narrowed(own: &[usize], new: &[usize]) -> Option<Vec<usize>> {
    let both: Vec<usize> = own.iter().copied().filter(|at| new.contains(at)).collect();
    (!both.is_empty()).then_some(both)
}

/// Returns the lines `L8` or `L8-L13`.
fn line_numbers(text: &str) -> Option<Locator> {
    locator::line_digits(text).and_then(|_| locator::read(text))
}
