//! Values and texts extracted from documents, each with the page and the box that it was taken from.

pub mod azure_document;
pub mod docling;
pub mod extend;
pub mod landing_ai;
pub mod llama_extract;
pub mod mistral_ocr;
pub mod reducto;
