//! Locators other than lines and pages: characters, blocks, and words that a citation repeats.
//!
//! If the citation repeats the cited words, they decide: a range with them is verified; otherwise
//! the words are searched for, and a match at another place is marked as repaired with its
//! distance. A range outside the source is missing, whatever words are repeated. Nothing is
//! shortened.

use super::cited::{MAX_BYTES, TargetInSource, without_blanks};
use super::find::{Places, Searched};
use super::fragment::{self, Fragment};
use super::{Doubt, How, Reason, Resolution};
use crate::model::{Division, DivisionKind, Locator};
use crate::text::prose::displaced;
use crate::text::units::Offsets;
use crate::text::{Span, Unit};

impl TargetInSource<'_> {
    pub(super) fn resolve(&self) -> Resolution {
        match &self.target.locator {
            Some(Locator::Chars { start, end, unit }) if !self.source.excerpt => {
                self.characters(*start, *end, *unit)
            }
            Some(Locator::Blocks { first, last }) if !self.source.excerpt => {
                self.blocks(*first, *last)
            }
            Some(Locator::Pages { first, last }) if !self.source.excerpt => {
                self.pages(*first, *last)
            }
            _ => self.by_quote(),
        }
    }

    fn characters(&self, start: u64, end: u64, unit: Unit) -> Resolution {
        let locator = Locator::Chars { start, end, unit };
        if end < start {
            return self.missing(Reason::Reversed, format!("`{locator}` ends before it starts"));
        }
        let Some(searched) = self.searched() else { return self.too_large() };
        let text = searched.text();
        let offsets = searched.offsets();
        let span = usize::try_from(start)
            .ok()
            .zip(usize::try_from(end).ok())
            .and_then(|(start, end)| offsets.span(start, end, unit));
        let Some(span) = span else {
            let length = u64::try_from(unit.count(text)).unwrap_or(u64::MAX);
            let is_elsewhere = self.quoted(&searched, start, &offsets, unit).is_some();
            let instead = if is_elsewhere { "; the cited words are elsewhere in it" } else { "" };
            let message = format!(
                "`{locator}` is not a range of characters of `{}` (length: {}{instead})",
                self.target.id,
                unit.counted(length)
            );
            return self.missing(Reason::OutOfRange, message);
        };
        let slice = span.slice(text).unwrap_or_default();
        match self.quote() {
            Some(quote) if same(slice, quote) => self.found(span, How::Offset, 0, Vec::new()),
            Some(_) => self.quoted(&searched, start, &offsets, unit).unwrap_or_else(|| {
                let doubt = "the cited text was not found in the source";
                self.found(span, How::Offset, 0, vec![doubt.into()])
            }),
            None => self.found(span, How::Offset, 0, Vec::new()),
        }
    }

    /// Returns the quote's place nearest to the stated one, in `unit`, marked as repaired.
    fn quoted(
        &self,
        searched: &Searched,
        stated: u64,
        offsets: &Offsets<'_>,
        unit: Unit,
    ) -> Option<Resolution> {
        let Places { spans: found, normalised } = searched.places(self.quote()?);
        let at = usize::try_from(stated).ok().and_then(|at| offsets.convert(at, unit, Unit::Bytes));
        let at = at.unwrap_or(searched.text().len());
        let span = found.iter().copied().min_by_key(|span| span.start.abs_diff(at))?;
        let to = offsets.convert(span.start, Unit::Bytes, unit)?;
        let shift = i64::try_from(to).ok()?.checked_sub(i64::try_from(stated).ok()?)?;
        let where_to = displaced(shift, &unit.counted(shift.unsigned_abs()));
        let mut doubts = vec![Doubt::from(format!("the cited words {where_to}"))];
        doubts.extend(several(found.len()));
        Some(self.found(span, How::Repaired, shift, doubts).normalised(normalised))
    }

    fn blocks(&self, first: u64, last: u64) -> Resolution {
        let divisions = self.source.divisions.iter();
        let all: Vec<&Division> = divisions.filter(|it| it.kind == DivisionKind::Block).collect();
        if all.is_empty() {
            return self.by_quote();
        }
        let find = |number| all.iter().find(|division| division.number == number);
        let (Some(from), Some(to)) = (find(first), find(last)) else {
            let numbers = all.iter().map(|division| division.number);
            let (low, high) = (numbers.clone().min(), numbers.max());
            let message = format!(
                "no block {} in `{}` (blocks {} to {})",
                if find(first).is_none() { first } else { last },
                self.target.id,
                low.unwrap_or_default(),
                high.unwrap_or_default()
            );
            return self.missing(Reason::OutOfRange, message);
        };
        if last < first {
            let message = format!("blocks {first} to {last} end before they start");
            return self.missing(Reason::Reversed, message);
        }
        let whole = Span::new(from.span.start, to.span.end);
        let Some(quote) = self.quote() else { return self.found(whole, How::Block, 0, Vec::new()) };
        let text = self.store().read(whole, MAX_BYTES);
        if without_blanks(&text).eq(without_blanks(quote)) {
            return self.found(whole, How::Block, 0, Vec::new());
        }
        let found = Searched::new(text).places(quote);
        if let Some(inside) = found.spans.first() {
            let inside = self.found(inside.shifted(whole.start), How::Block, 0, Vec::new());
            return inside.normalised(found.normalised);
        }
        let doubt = "the words that the citation repeats are not in this block";
        self.found(whole, How::Block, 0, vec![doubt.into()])
    }

    /// Resolves by the words alone; to the whole source if the citation repeats none.
    pub(super) fn by_quote(&self) -> Resolution {
        let fragment = fragment::of(self.target, self.source);
        let Some(quote) = self.quote() else {
            if let Some(fragment) = fragment {
                return Fragment::read(fragment).resolve(self);
            }
            let Some(locator) = &self.target.locator else { return self.place.whole() };
            let message = format!(
                "cannot show `{locator}` of `{}`: its text has no such divisions",
                self.target.id
            );
            return self.missing(Reason::Unreadable, message);
        };
        let Some(searched) = self.searched() else { return self.too_large() };
        let Places { spans, normalised } = searched.places(quote);
        match spans.first() {
            Some(span) => {
                let doubts = several(spans.len()).into_iter().collect();
                self.found(*span, How::Quote, 0, doubts).normalised(normalised)
            }
            None => match fragment.map_or_else(
                || self.place.whole(),
                |fragment| Fragment::read(fragment).resolve(self),
            ) {
                Resolution::Found(mut passage) => {
                    let doubt = "the cited text was not found in the source";
                    passage.doubts.push(doubt.into());
                    Resolution::Found(passage)
                }
                other => other,
            },
        }
    }
}

/// True if a passage is the quote, blanks at the ends aside.
fn same(passage: &str, quote: &str) -> bool {
    passage.trim() == quote.trim()
}

fn several(count: usize) -> Option<Doubt> {
    (count > 1)
        .then(|| format!("the words occur {count} times in the source; this is one place").into())
}
