//! Parts that several dialects use.

pub mod apps;
pub mod carried;
pub mod chats;
pub mod cited;
pub mod contexts;
pub mod documents;
pub mod draft;
pub mod excerpts;
pub mod fields;
pub mod found;
pub mod given;
pub mod in_text;
pub mod offsets;
pub mod passages;
pub mod reasoning;
pub mod retrieved;
pub mod tagged;
#[cfg(test)]
pub(crate) mod testing;
pub mod trace;
