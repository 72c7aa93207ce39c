//! Texts that the findings and citations of a case have in common.
//!
//! An answer can have 100,000 of them, which cite the same few places: each text is in memory once.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::excerpt::ExcerptedText;
use crate::inspect::Inspection;
use crate::text::Span;

/// The texts so far.
#[derive(Default)]
pub(super) struct KnownTexts {
    texts: RefCell<BTreeSet<Arc<str>>>,
    /// Names of sources, by index.
    names: RefCell<BTreeMap<usize, Arc<str>>>,
    /// The part of a source that was read last, by index and bytes: the next finding is often about the same.
    window: RefCell<Option<(usize, Span, Arc<ExcerptedText>)>>,
}

impl KnownTexts {
    /// Returns the one copy of a text.
    pub(super) fn text(&self, text: &str) -> Arc<str> {
        let mut texts = self.texts.borrow_mut();
        if let Some(known) = texts.get(text) {
            return Arc::clone(known);
        }
        let new: Arc<str> = text.into();
        texts.insert(Arc::clone(&new));
        new
    }

    /// Returns the name of the source at index `source`.
    pub(super) fn name(&self, inspection: &Inspection, source: usize) -> Arc<str> {
        let mut names = self.names.borrow_mut();
        let name = names.entry(source).or_insert_with(|| inspection.source_name(source).into());
        Arc::clone(name)
    }

    /// Returns a part of the source at index `source`, which `read` reads if it is not the last one.
    pub(super) fn window(
        &self,
        source: usize,
        part: Span,
        read: impl FnOnce() -> String,
    ) -> Arc<ExcerptedText> {
        let mut last = self.window.borrow_mut();
        if let Some((_, _, window)) = last.as_ref().filter(|it| (it.0, it.1) == (source, part)) {
            return Arc::clone(window);
        }
        let window = Arc::new(ExcerptedText { text: read(), chips: Vec::new() });
        *last = Some((source, part, Arc::clone(&window)));
        window
    }
}
