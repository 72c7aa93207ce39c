//! The inspector.
