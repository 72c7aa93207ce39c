//! Contexts found by names in another spelling, or by the beginning of a title that was cut.

use super::Names;
use super::spelling::{plain, spaced, squeezed};

impl Names<'_> {
    /// Returns the contexts of a name in any spelling.
    pub(super) fn named_alike(&self, name: &str) -> Option<Vec<usize>> {
        let name = plain(name);
        let file = || {
            let (folder, file) = name.rsplit_once('/')?;
            // Of several names in a row, the last is one.
            let is_one = !folder.contains([',', ';', '|']);
            Some(file).filter(|file| is_one && file.contains('.'))
        };
        let file = self.named.get(&name).or_else(|| self.named.get(file()?));
        let squeezed = || self.squeezed.get(&squeezed(&name)?);
        let other = file.or_else(|| self.spaced.get(&spaced(&name))).or_else(squeezed);
        other.or_else(|| self.cut_to(&name)).cloned()
    }

    /// Returns the contexts with the longest beginning of a title.
    fn cut_to(&self, title: &str) -> Option<&Vec<usize>> {
        let is_whole = !title.contains('|');
        let begun = self.cut.iter().filter(|(own, _)| is_whole && title.starts_with(own.as_str()));
        begun.max_by_key(|(own, _)| own.len()).map(|(_, contexts)| contexts)
    }
}
