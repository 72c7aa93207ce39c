//! Rows of evaluations and benchmarks.

pub mod alce;
pub mod claims;
pub mod langextract;
pub mod ragtruth;
pub mod rows;
pub mod trec;
