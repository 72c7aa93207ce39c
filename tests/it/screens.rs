//! Tests: screens.
