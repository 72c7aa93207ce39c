//! Applies more results for the case shown.

use std::sync::Arc;

use crate::inspect::Inspection;
use crate::tui::state::{Digest, State};

/// Replaces the inspection by one with more results for the same case.
pub fn update_inspection(state: &mut State, inspection: Inspection) {
    state.inspection = Arc::new(inspection);
    state.digest = Digest::of(&state.inspection);
    state.response.set_inspection(&state.inspection);
    if let Some(flow) = &mut state.source.flow {
        flow.set_inspection(&state.inspection);
    }
}
