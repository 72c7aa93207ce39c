//! The annotations that OpenAI's interfaces share, and those of the frameworks that pass them on.
//!
//! The annotations differ in where their fields stand and agree in what they mean: [`annotation`] reads
//! one annotation, [`link`] finds what a reader should see in its place, [`shelf`] gathers the sources,
//! and [`answer`] puts a response together.

pub(crate) mod annotation;
pub(crate) mod answer;
pub(crate) mod link;
pub(crate) mod shelf;
