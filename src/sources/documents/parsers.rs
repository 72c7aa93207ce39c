//! The parsers of documents, one for each kind; none without the feature `documents`.

#[cfg(feature = "documents")]
pub(super) use super::html::parts as html;
#[cfg(feature = "documents")]
pub(super) use super::office::{
    read_docx as docx, read_epub as epub, read_odt as odt, read_pptx as pptx,
};
#[cfg(feature = "documents")]
pub(super) use super::pdf::parts as pdf;

#[cfg(not(feature = "documents"))]
pub(super) use absent as pdf;
#[cfg(not(feature = "documents"))]
pub(super) use absent as html;
#[cfg(not(feature = "documents"))]
pub(super) use absent as docx;
#[cfg(not(feature = "documents"))]
pub(super) use absent as odt;
#[cfg(not(feature = "documents"))]
pub(super) use absent as epub;
#[cfg(not(feature = "documents"))]
pub(super) use absent as pptx;

/// Stands in for a parser that was not compiled in.
#[cfg(not(feature = "documents"))]
pub(super) fn absent(
    _bytes: &[u8],
    _skip: u64,
    _emit: &mut dyn FnMut(super::Part),
) -> Result<(), String> {
    Err("pincite was built without the feature `documents`".to_owned())
}
