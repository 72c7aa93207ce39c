//! The hallucination ratings of IBM Granite.

use crate::text::prose::count;

/// Returns a note on the model's own rating of its sentences.
pub(crate) fn risks(high: usize, all: usize) -> Option<String> {
    let sentences = count(all, "sentence");
    (high > 0)
        .then(|| format!("the model rates {high} of {sentences} as of high risk to be made up"))
}
