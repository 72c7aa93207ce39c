//! Changes of the state: functions of one topic a file, each built on those listed before it.

pub mod results;
pub mod claim;
pub mod settle;
pub mod detail;
pub mod passage;
pub mod inside;
pub mod pointer;
pub mod select;
pub mod moves;
pub mod lists;
pub mod search;
pub mod queue;
pub mod subjects;
pub mod next_case;
pub mod verdicts;
pub mod note;
pub mod questions;
pub mod case;
pub mod guide;
pub mod view_position;
pub mod reread;
pub mod receive;
pub mod jobs;

pub use case::open;
pub use jobs::due_jobs;
pub use receive::{receive, receive_late};
pub use settle::settle;
