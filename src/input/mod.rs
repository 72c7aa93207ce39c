//! Input: bytes, the records they hold, and the containers that records come in.

pub mod container;
pub mod json;
pub mod record;
pub mod repeated;

pub use record::{Input, Record};
