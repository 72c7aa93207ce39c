//! The table of handouts.

use super::handout::Handout;
use super::{html, json, markdown};

/// Every handout.
pub const HANDOUTS: &[Handout] = &[html::HANDOUT, markdown::HANDOUT, json::HANDOUT];
