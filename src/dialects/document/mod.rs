//! Documents written with citations: LaTeX, Pandoc, wikitext.

pub mod latex;
pub mod pandoc;
pub mod wiki;
