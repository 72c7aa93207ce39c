//! Rows of evaluations and benchmarks.

pub mod alce;
pub mod ragtruth;
pub mod rows;
pub mod trec;
