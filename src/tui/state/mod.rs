//! The state of the screen: plain data and queries on it. No widgets, no files.

pub mod areas;
pub mod case_rows;
pub mod detail;
pub mod digest;
pub mod effect;
pub mod focus;
pub mod job;
pub mod judging;
pub mod list;
pub mod list_row;
pub mod note;
pub mod pointer;
pub mod prompt;
pub mod question;
pub mod queue;
pub mod reading;
pub mod reread;
pub mod review;
pub mod screen;
pub mod search;
pub mod survey;
pub mod watching;

pub use effect::Effect;
pub use focus::Focus;
pub use screen::{Aside, Awaited, Batch, Message, Mode, SourcePane, State};
