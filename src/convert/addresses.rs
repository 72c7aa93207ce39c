//! Link targets: the address of a source, and the place in it.

use super::fragment::directive;
use super::wording::{CitationMark, Wording};
use crate::model::{Locator, Source, Target};
use crate::resolve::How;
use crate::text::address;
use crate::text::prose::count;

/// Maximum size of a text that is searched for words, in bytes.
const MAX_TEXT: usize = 4 * 1024 * 1024;

impl Wording<'_> {
    /// Returns the address of the source with a number, if it may be linked: its own, or its path
    /// below the given base.
    pub(super) fn page(&self, number: usize) -> Option<String> {
        let source = self.source(number);
        if let Some(url) = source.and_then(|source| source.url.as_deref()) {
            return address::is_linkable(url).then(|| address::encoded(url));
        }
        let base = self.options.base.as_deref()?;
        let path = source.and_then(|source| source.origin.as_ref()).map(|origin| &origin.path);
        let name = match path {
            Some(path) => path.to_string_lossy().into_owned(),
            None => self.name(number),
        };
        let name = name.trim_start_matches("./").trim_start_matches('/');
        Some(format!("{}/{}", base.trim_end_matches('/'), address::path_encoded(name)))
    }

    /// Returns the address of a target, including the place if an address can express it.
    pub(super) fn link(&self, mark: &CitationMark, target: usize) -> Option<Link> {
        let citation = mark.citation;
        let own = self.citation(mark)?.targets.get(target)?;
        let number = *mark.numbers.get(target)?;
        let page = self.page(number)?;
        let fragment = if self.options.whole_pages {
            None
        } else {
            self.fragment(citation, target, own, self.source(number))
        };
        let whole = self.passage(citation, target).is_none_or(|it| it.how == How::Whole);
        let located = fragment.is_some() || whole && own.locator.is_none();
        let page = match fragment {
            Some(fragment) if !page.contains('#') => format!("{page}#{fragment}"),
            _ => page,
        };
        Some(Link { address: page, located })
    }

    fn fragment(
        &self,
        citation: usize,
        target: usize,
        own: &Target,
        source: Option<&Source>,
    ) -> Option<String> {
        match &own.locator {
            Some(Locator::Fragment(fragment)) => return Some(address::encoded(fragment)),
            Some(Locator::Pages { first, .. }) if source.is_some_and(is_pdf) => {
                return Some(format!("page={first}"));
            }
            _ => {}
        }
        let passage = self.passage(citation, target)?;
        let store = self.inspection.store(passage.source)?;
        if passage.how == How::Whole || store.len() > MAX_TEXT || source.is_some_and(is_pdf) {
            return None;
        }
        directive(&*self.text_of(passage.source)?, passage.span)
    }

    /// Records the sources that are not linked, with the reasons.
    pub(super) fn lose_unlinked(&mut self) {
        let numbers = 1..=self.cited.len();
        let unlinked: Vec<usize> = numbers.filter(|number| self.page(*number).is_none()).collect();
        let scheme = |number: &&usize| self.source(**number).is_some_and(|it| it.url.is_some());
        let refused = unlinked.iter().filter(scheme).count();
        self.losses.add("link", unlinked.len() - refused, |n| {
            format!("links to {} without an address (add `--links BASE`)", count(n, "source"))
        });
        self.losses.add("scheme", refused, |n| {
            format!("links to {} without a web address", count(n, "source"))
        });
    }

    /// Records how many targets lose their place in the source.
    pub(super) fn lose_places(&mut self, held: impl Fn(usize, usize, &Target) -> bool) {
        let targets = self.all_targets();
        let lost = targets.iter().filter(|(mark, at, _, target)| {
            target.locator.is_some() && !held(mark.citation, *at, target)
        });
        let lost = lost.count();
        self.losses.add("locator", lost, |n| format!("the locators of {}", count(n, "target")));
    }
}

/// The target of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Link {
    /// The address, percent-encoded.
    pub(super) address: String,
    /// It leads to the place that is cited, not to the page as a whole.
    pub(super) located: bool,
}

fn is_pdf(source: &Source) -> bool {
    let ends = |url: &String| {
        url.split(['?', '#']).next().is_some_and(|it| it.to_lowercase().ends_with(".pdf"))
    };
    source.extracted_from == Some("pdf") || source.url.as_ref().is_some_and(ends)
}
