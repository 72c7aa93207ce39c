//! The result of reading a payload of any kind.

use crate::dialects::shared::draft::Finished;
use crate::model::Source;

/// The result of reading a payload of any kind.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) finished: Finished,
    pub(crate) sources: Vec<Source>,
    pub(crate) question: Option<String>,
}
