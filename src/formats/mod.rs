//! Citation dialects: one file each, and what they share.

pub mod markers;
