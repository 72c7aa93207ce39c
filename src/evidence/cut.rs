//! Texts of sources that are cut off: claims may be supported by what is missing.

use std::collections::BTreeMap;

use super::passage;
use super::support::ContentWords;
use super::words::{KeySet, Word};
use crate::model::Source;
use crate::text::Span;

/// The sources of a case whose texts are cut off.
#[derive(Debug)]
pub(super) struct CutTexts<'c> {
    sources: &'c [Source],
    /// For each source, true if its text is cut off.
    is_cut: Vec<bool>,
    /// The same for texts that were cut at one limit; empty if none were.
    is_cut_alike: Vec<bool>,
    /// The words of the sentences with which given files end, by the source, where only these go on.
    ends: BTreeMap<usize, KeySet>,
    /// The words of all of these.
    end_words: KeySet,
}

impl<'c> CutTexts<'c> {
    /// Finds those among `sources`; `read` are their texts.
    pub(super) fn new(sources: &'c [Source], read: &[Option<&str>]) -> Self {
        let is_cut_alike = passage::cut_alike(read);
        let all = sources.iter().zip(read).enumerate();
        let ends = all
            .clone()
            .filter_map(|(index, (source, text))| Some((index, passage::cut_end(source, *text)?)));
        let ends: BTreeMap<usize, KeySet> = ends.collect();
        let is_cut = all.map(|(index, (source, text))| {
            let is_cut = passage::is_cut(source, *text) && !ends.contains_key(&index);
            is_cut || is_cut_alike.get(index) == Some(&true)
        });
        let is_cut = is_cut.collect();
        let end_words = ends.values().flatten().copied().collect();
        Self { sources, is_cut, is_cut_alike, ends, end_words }
    }

    /// True if what a source lacks of a claim with these words may be in its missing part.
    pub(super) fn is_cut(&self, source: usize, words: &[Word]) -> bool {
        let is_cut = self.is_cut.get(source) == Some(&true);
        is_cut || self.ends.contains_key(&source) && self.may_go_on(source, words)
    }

    /// True if what all sources lack of a claim may be in the missing part of one.
    pub(super) fn any_is_cut(&self, content: &ContentWords) -> bool {
        self.is_cut.contains(&true)
            || content.words.iter().any(|word| self.end_words.contains(&word.key))
    }

    /// True if a passage of a source with this text breaks off, and the claim with these words may go on there.
    /// `alike` also counts texts that end at one limit.
    pub(super) fn breaks_off(
        &self,
        (source, text, passage): (usize, Option<&str>, Span),
        alike: bool,
        words: &[Word],
    ) -> bool {
        let Some(own) = self.sources.get(source) else { return false };
        let is_cut = alike && self.is_cut_alike.get(source) == Some(&true);
        passage::breaks_off((own, is_cut), text, passage) && self.may_go_on(source, words)
    }

    /// False if only the last sentence of a source goes on, and it has none of these words.
    fn may_go_on(&self, source: usize, words: &[Word]) -> bool {
        let end = self.ends.get(&source);
        end.is_none_or(|end| words.iter().any(|word| end.contains(&word.key)))
    }
}
