//! Tests: terminal.
