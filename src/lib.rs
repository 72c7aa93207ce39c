//! pincite: check whether a grounded answer's citations hold.

pub mod text;
pub mod error;
pub mod model;
pub mod formats;
pub mod sources;
pub mod resolve;
pub mod evidence;
pub mod inspect;
pub mod report;
pub mod tui;
pub mod cli;
