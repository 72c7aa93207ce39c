//! Input: bytes, the records they hold, and the containers that records come in.

pub(crate) mod base64;
pub mod container;
pub(crate) mod cut_json;
mod decoding;
pub(crate) mod failed_row;
pub mod json;
pub(crate) mod notebook;
mod outline;
pub mod python;
pub(crate) mod ranges;
pub(crate) mod recording;
pub mod record;
pub(crate) mod record_facts;
pub mod repeated;
pub(crate) mod stream;
pub(crate) mod strings;
pub(crate) mod table;
mod unpack;

pub use record::{Input, Record};
