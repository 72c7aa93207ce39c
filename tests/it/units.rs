//! Tests: units.
