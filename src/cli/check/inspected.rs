//! A case inspected with its configuration.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cli::judge_args::judged;
use crate::cli::progress::read_documents;
use crate::config::Config;
use crate::inspect::{self, Inspection};
use crate::model::Case;
use crate::review::judge::Judge;

/// The way to check cases.
pub(crate) struct CheckSettings<'c> {
    pub(crate) config: &'c Config,
    pub(crate) judge: Option<&'c Arc<Judge>>,
    /// True as long as the judge answers whatever it is asked.
    pub(crate) has_judged: &'c AtomicBool,
}

impl CheckSettings<'_> {
    /// Returns a fully inspected and judged case.
    pub(crate) fn inspected(&self, case: Case) -> Inspection {
        inspected(case, self.config, &|mut inspection| {
            let is_judged = judged(self.judge, &mut inspection);
            self.has_judged.fetch_and(is_judged, Ordering::Relaxed);
            inspection
        })
    }
}

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
