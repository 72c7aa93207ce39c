//! Page locators: the cited words on the stated page, or on another one.
//!
//! Pages are counted by their position in the file. Words on another page are shown there, marked
//! as repaired with the distance; a page without text is reported as such.

use super::cited::{MAX_BYTES, TargetInSource, without_blanks};
use super::find::{Searched, over_border};
use super::{Doubt, How, Reason, Resolution};
use crate::model::{Division, DivisionKind, Locator};
use crate::text::Span;
use crate::text::prose::{count, listed};

/// The minimum number of letters of a quote that is searched for on other pages.
const MIN_LETTERS: usize = 12;

/// Maximum number of pages listed in a message.
const LISTED: usize = 5;

impl TargetInSource<'_> {
    /// Returns the pages `first` to `last`.
    pub(super) fn pages(&self, first: u64, last: u64) -> Resolution {
        let locator = Locator::Pages { first, last };
        let divisions = self.source.divisions.iter();
        let all: Vec<&Division> = divisions.filter(|it| it.kind == DivisionKind::Page).collect();
        if all.is_empty() {
            return self.by_quote();
        }
        if last < first {
            return self.missing(Reason::Reversed, format!("`{locator}` ends before it starts"));
        }
        let from = all.partition_point(|page| page.number < first);
        let to = all.partition_point(|page| page.number <= last);
        let stated = all.get(from..to).unwrap_or_default();
        let whole = stated
            .first()
            .zip(stated.last())
            .filter(|(one, other)| (one.number, other.number) == (first, last));
        let Some((one, other)) = whole else {
            let absent = if stated.is_empty() || first == 0 { first } else { last };
            let from_one = if first == 0 { ", counted from 1" } else { "" };
            let pages = count(all.len(), "page");
            let instead = self.instead(&all).unwrap_or_default();
            let message =
                format!("no p. {absent} in `{}` ({pages}{from_one}{instead})", self.target.id);
            return self.missing(Reason::OutOfRange, message);
        };
        let span = Span::new(one.span.start, other.span.end);
        let stated = Stated { all: &all, from, to, span };
        self.on_pages(&stated)
    }

    fn on_pages(&self, stated: &Stated<'_>) -> Resolution {
        let Stated { from, to, span, .. } = *stated;
        let stated_text = Searched::new(self.store().read(span, MAX_BYTES));
        let quote = self.quote();
        let found = quote.and_then(|quote| self.inside(quote, &stated_text, stated));
        if let Some(found) = found {
            return found;
        }
        let elsewhere = quote.and_then(|quote| self.on_other_page(quote, stated));
        if let Some(found) = elsewhere {
            return found;
        }
        if stated_text.text().trim().is_empty() {
            return self.missing(Reason::Unreadable, self.without_text(stated));
        }
        let doubt = quote.map(|_| {
            let these = if to - from > 1 { "these pages" } else { "this page" };
            format!("the words that the citation repeats are not on {these}, nor on another one")
        });
        self.found(span, How::Page, 0, doubt.into_iter().map(Doubt::from).collect())
    }

    /// Returns the quote on the stated pages, or over the border to one of their neighbours.
    fn inside(&self, quote: &str, text: &Searched, stated: &Stated<'_>) -> Option<Resolution> {
        let Stated { all, from, to, span } = *stated;
        if without_blanks(text.text()).eq(without_blanks(quote)) {
            return Some(self.found(span, How::Page, 0, Vec::new()));
        }
        let found = text.places(quote);
        if let Some(inside) = found.spans.first() {
            let whole = self.found(inside.shifted(span.start), How::Page, 0, Vec::new());
            return Some(whole.normalised(found.normalised));
        }
        let pairs = from.saturating_sub(1)..to.min(all.len().saturating_sub(1));
        for at in pairs {
            let (page, next) = all.get(at).zip(all.get(at + 1))?;
            let read = |page: &Division| self.store().read(page.span, MAX_BYTES);
            let Some((start, end)) = over_border(&read(page), &read(next), quote) else { continue };
            let doubt = match at {
                _ if at < from => Some(format!("the words begin on p. {}", page.number)),
                _ if at + 1 >= to => Some(format!("the words run on to p. {}", next.number)),
                _ => None,
            };
            let span = Span::new(page.span.start + start, next.span.start + end);
            let found =
                self.found(span, How::Page, 0, doubt.into_iter().map(Doubt::from).collect());
            return Some(found.normalised(true));
        }
        None
    }

    /// Returns the quote on the page nearest to those stated.
    fn on_other_page(&self, quote: &str, stated: &Stated<'_>) -> Option<Resolution> {
        let (span, pages, normalised) = self.anywhere(quote, stated.all, stated.from)?;
        let at = pages.first()?;
        let first = stated.all.get(stated.from)?.number;
        let shift = i64::try_from(at.number).ok()?.checked_sub(i64::try_from(first).ok()?)?;
        let far = usize::try_from(shift.unsigned_abs()).unwrap_or(usize::MAX);
        let mut doubt = format!(
            "the cited words are on {}, {} {} than stated",
            self.called(at.number),
            count(far, "page"),
            if shift < 0 { "earlier" } else { "later" }
        );
        let label = self.source.outline.page_labels.get(&at.number);
        if label.is_some_and(|label| *label == first.to_string()) {
            doubt += ": the citation counts the pages by their labels";
        }
        let mut doubts = vec![Doubt::from(doubt)];
        if let Some(others) = pages.get(1..).filter(|others| !others.is_empty()) {
            let listed_pages = others.iter().take(LISTED).map(|page| self.called(page.number));
            let more = others.len().saturating_sub(LISTED);
            let doubt = format!("they are on {} too", listed(listed_pages, more, ", "));
            doubts.push(doubt.into());
        }
        Some(self.found(span, How::Repaired, shift, doubts).normalised(normalised))
    }

    /// Finds a quote in the document: the place on the page nearest to the one at `near`, all its
    /// pages with the nearest first, and true if its typography differs there.
    fn anywhere<'p>(
        &self,
        quote: &str,
        all: &[&'p Division],
        near: usize,
    ) -> Option<(Span, Vec<&'p Division>, bool)> {
        if quote.chars().filter(|c| c.is_alphanumeric()).count() < MIN_LETTERS {
            return None;
        }
        let found = self.searched()?.places(quote);
        let page_of = |span: Span| {
            let after = all.partition_point(|page| page.span.start <= span.start);
            after.checked_sub(1)
        };
        let mut at: Vec<(usize, usize, Span)> = found
            .spans
            .iter()
            .filter_map(|span| page_of(*span).map(|page| (page.abs_diff(near), page, *span)))
            .collect();
        at.sort();
        let (_, _, span) = *at.first()?;
        at.dedup_by_key(|(_, page, _)| *page);
        let pages = at.iter().filter_map(|(_, page, _)| all.get(*page).copied()).collect();
        Some((span, pages, found.normalised))
    }

    /// Describes the place of the cited words, as a further fact of a message.
    fn instead(&self, all: &[&Division]) -> Option<String> {
        let (_, pages, _) = self.anywhere(self.quote()?, all, all.len())?;
        let listed_pages = pages.iter().take(LISTED).map(|page| self.called(page.number));
        let more = pages.len().saturating_sub(LISTED);
        Some(format!("; the cited words are on {}", listed(listed_pages, more, ", ")))
    }

    /// Returns `p. 7`, with its label if that differs: `p. 7 (iv)`.
    fn called(&self, number: u64) -> String {
        match self.source.outline.page_labels.get(&number) {
            Some(label) => format!("p. {number} ({label})"),
            None => format!("p. {number}"),
        }
    }

    /// Returns why the stated pages are empty.
    fn without_text(&self, stated: &Stated<'_>) -> String {
        let pages = stated.all.get(stated.from..stated.to).unwrap_or_default();
        let outline = &self.source.outline;
        let numbers = || pages.iter().map(|page| page.number);
        let (first, last) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
        let locator = Locator::Pages { first, last };
        let id = &self.target.id;
        match numbers().find_map(|number| outline.lost_pages.get(&number)) {
            Some(why) => format!("cannot read {locator} of `{id}`: {why}"),
            None => format!("no text layer on {locator} of `{id}` (probably scanned)"),
        }
    }
}

/// The pages that a locator names.
#[derive(Debug, Clone, Copy)]
struct Stated<'p> {
    /// All pages of the source.
    all: &'p [&'p Division],
    /// Index of the first one stated, and the one after the last.
    from: usize,
    to: usize,
    /// Bytes of the source's text.
    span: Span,
}
