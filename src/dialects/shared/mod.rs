//! Parts that several dialects use.

pub mod absent;
pub mod app_marks;
pub mod apps;
pub(crate) mod base;
pub mod blocks;
pub mod carried;
pub mod chats;
pub mod code;
pub mod cited;
pub mod context_names;
pub mod contexts;
pub mod cursor;
pub mod documents;
pub mod draft;
pub mod excerpts;
pub mod found;
pub mod extraction;
pub mod granite;
pub mod key_family;
pub mod list_address;
pub mod markers;
pub(crate) mod named_files;
pub mod offsets;
pub mod openai;
pub mod passages;
pub mod pattern;
pub mod reasoning;
pub mod retrieved;
#[cfg(test)]
pub(crate) mod testing;
pub mod source_fields;
pub mod sessions;
pub mod statements;
pub mod tagged;
pub mod text_marks;
pub mod trace;
