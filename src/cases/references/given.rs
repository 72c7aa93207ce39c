//! Cited files of the checkout that are given as sources too.

use std::collections::BTreeMap;

use crate::model::{IdFrom, Source, SourceText};
use crate::sources::{Checkout, from_root};

/// The given sources that are whole files of the checkout, by their paths from its root.
pub(super) struct Files(BTreeMap<String, usize>);

impl Files {
    pub(super) fn of(sources: &[Source], checkout: &Checkout) -> Self {
        let path = |(index, source): (usize, &Source)| {
            let is_file = source.id.is_empty() && matches!(source.text, SourceText::File(_));
            let origin = source.origin.as_ref().filter(|_| is_file)?;
            Some((checkout.relative(&origin.path)?, index))
        };
        Self(sources.iter().enumerate().filter_map(path).collect())
    }

    /// Makes the given source at a path the one that is cited by an id, with its text in memory, as the
    /// comparison with earlier lines needs it. Returns false if none is given, or if another id has it.
    pub(super) fn cite(
        &mut self,
        sources: &mut [Source],
        checkout: &Checkout,
        (id, path): (&str, &str),
    ) -> bool {
        let Some(source) = self.0.remove(path).and_then(|index| sources.get_mut(index)) else {
            return false;
        };
        let read = from_root(checkout.root(), path);
        // A file that is too large for this is read in pieces, as given.
        if matches!(read.text, SourceText::Inline(_)) {
            source.text = read.text;
            source.encoding = read.encoding;
            source.stamp = read.stamp;
        }
        source.title = (path != id).then(|| path.to_owned());
        id.clone_into(&mut source.id);
        source.id_from = IdFrom::Text;
        true
    }
}
