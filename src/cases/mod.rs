//! Cases: how an input is divided into them, and what is attached to each.

pub mod attach;
pub mod batch;
pub mod checkout;
pub mod division;
pub mod folder;
pub mod judge_line;
pub mod lists;
pub mod opening;
mod recognition;
pub mod scores;
mod shelves;

pub use batch::Cases;
pub use division::batch_in_file;
pub use opening::{companion, companion_of, explain, open};
pub use scores::Scores;
