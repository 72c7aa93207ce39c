//! What changes the state: functions of one topic a file, each built on those listed before it.

pub mod settle;
pub mod passage;
pub mod pointer;
pub mod select;
pub mod moves;
pub mod search;
pub mod queue;
pub mod lists;
pub mod subjects;
pub mod verdicts;
pub mod note;
pub mod questions;
pub mod case;
pub mod guide;
pub mod hold;
pub mod reread;
pub mod receive;
pub mod jobs;

pub use case::open;
pub use jobs::due_jobs;
pub use receive::receive;
pub use settle::settle;
