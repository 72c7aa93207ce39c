//! Tests: markers.
