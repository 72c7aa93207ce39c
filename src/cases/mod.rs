//! Cases: division of an input into cases, and the sources attached to each.

pub mod agent;
pub mod attach;
pub mod batch;
pub mod checkout;
pub mod companions;
pub mod division;
mod enclosed;
pub mod files;
pub mod folder;
pub mod judge_line;
pub mod lists;
pub mod lock;
mod markdown_block;
pub mod opening;
mod own_list;
pub mod references;
pub mod rows;
mod reading;
mod recognition;
pub mod scores;
mod folder_sources;
mod text_role;
mod unknown_json;
pub mod unread;
mod unread_authors;
mod unread_cut;
mod unread_fields;
mod unread_formats;
mod unread_words;
mod wrapped;

pub use batch::Cases;
pub use companions::{companion, companion_of};
pub use division::batch_in_file;
pub use opening::{explain, open};
pub use references::{Compare, References};
pub use scores::Scores;
