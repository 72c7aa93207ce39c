//! Additions to the cases of a batch: sources, documents, checkouts, scores.

use std::path::PathBuf;
use std::sync::Arc;

use super::Cases;
use crate::cases::References;
use crate::cases::folder_sources::Folder;
use crate::cases::scores::Scores;
use crate::dialects::Dialect;
use crate::model::{Document, Source, SourceText};
use crate::sources::Loaded;
use crate::sources::documents::Extractor;
use crate::sources::stamp::change;

impl Cases {
    /// Sets the first lines of a batch whose lines come one by one, with their numbers: they may prove from
    /// which number the marks of all count.
    #[must_use]
    pub fn with_head(self, head: Vec<(u64, Vec<u8>)>) -> Self {
        Self { head, ..self }
    }

    /// Sets the folder of the cases, and the format of the first one.
    pub(crate) fn set_folder(&mut self, folder: Folder<Self>, format: &'static Dialect) {
        (self.folder, self.reading.format) = (Some(folder), format);
    }

    /// Adds separate sources after each case's own.
    #[must_use]
    pub fn with_sources(mut self, sources: Vec<Source>, notes: Vec<String>) -> Self {
        self.reading.sources = sources;
        self.reading.notes = notes;
        self
    }

    /// Adds `loaded` after the sources added before.
    pub(crate) fn add_sources(&mut self, loaded: Loaded) {
        self.reading.sources.extend(loaded.sources);
        self.reading.notes.extend(loaded.notes);
    }

    /// Chooses how documents among the sources are read.
    #[must_use]
    pub fn with_extractor(mut self, extractor: Extractor) -> Self {
        self.extractor = extractor;
        self
    }

    /// Adds sources that came as separate payloads: requests, result lists.
    #[must_use]
    pub fn with_companions(mut self, companions: Vec<Source>) -> Self {
        self.reading.companions.extend(companions);
        self
    }

    /// Takes over the extracted texts of the documents of `before` whose files are still the same.
    #[must_use]
    pub fn with_documents_of(mut self, before: &Self) -> Self {
        let shelved = before.folder.iter().flat_map(|folder| &folder.shelves);
        let shelved = shelved.flat_map(|shelf| shelf.sources.iter().chain(&shelf.companions));
        let own: Vec<&Source> = before
            .reading
            .sources
            .iter()
            .chain(&before.reading.companions)
            .chain(shelved)
            .collect();
        let known = |document: &Document| {
            let mut documents = own.iter().filter_map(|source| source.document());
            let same = documents.find(|it| it.kind == document.kind && it.data == document.data)?;
            let text = same.known().filter(|text| text.failed.is_none())?;
            change(text.stamp.as_ref()?).is_none().then(|| same.clone())
        };
        let shelved = self.folder.iter_mut().flat_map(|folder| &mut folder.shelves);
        let shelved =
            shelved.flat_map(|shelf| shelf.sources.iter_mut().chain(&mut shelf.companions));
        for source in
            self.reading.sources.iter_mut().chain(&mut self.reading.companions).chain(shelved)
        {
            if let Some(known) = source.document().and_then(known) {
                source.text = SourceText::Document(known);
            }
        }
        self
    }

    /// Sets the checkout for cited paths. Without one, they stay ids.
    #[must_use]
    pub fn with_root(mut self, root: PathBuf) -> Self {
        self.reading.root = Some(root);
        self
    }

    /// Sets the checkout for code that is cited by path and line. Without it, paths stay ids.
    #[must_use]
    pub fn with_references(mut self, references: References) -> Self {
        self.reading.references = Some(Arc::new(references));
        self
    }

    /// Adds the scores that judges gave to citations of these cases.
    #[must_use]
    pub fn with_scores(mut self, scores: Scores) -> Self {
        self.reading.notes.extend(scores.note());
        self.reading.scores = scores;
        self
    }
}
