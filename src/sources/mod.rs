//! Citable material from disk or from a saved prompt, and the store its text is read through.

pub mod store;

pub use store::Store;
