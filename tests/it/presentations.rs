//! Tests: presentations.
