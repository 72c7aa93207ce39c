//! A case inspected with its configuration.

use crate::cli::progress::read_documents;
use crate::config::Config;
use crate::inspect::{self, Inspection};
use crate::model::Case;

/// Returns a fully inspected case, with the findings that `config` selects; `resolved` may add
/// facts for the rules.
pub(crate) fn inspected(
    mut case: Case,
    config: &Config,
    resolved: &dyn Fn(Inspection) -> Inspection,
) -> Inspection {
    read_documents(&mut case);
    let mut inspection = resolved(inspect::resolved(case));
    inspect::check(&mut inspection, &config.settings(), &|rule| config.severity(rule));
    inspection
}
