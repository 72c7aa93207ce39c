//! Tests: store.
