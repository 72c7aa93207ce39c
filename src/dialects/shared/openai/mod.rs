//! The annotations of OpenAI's interfaces, and of the frameworks that pass them on.
//!
//! The annotations differ in the places of their fields and agree in their meaning: [`annotation`]
//! reads one annotation, [`link`] finds the text that a reader should see in its place, [`shelf`]
//! collects the sources, and [`answer`] assembles a response.

pub(crate) mod annotation;
pub(crate) mod answer;
pub(crate) mod link;
pub(crate) mod shelf;
