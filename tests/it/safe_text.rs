//! Tests: safe_text.
