//! Rows of evaluations and benchmarks.

pub mod alce;
pub mod claims;
pub mod langextract;
pub mod open_rag_eval;
pub mod ragtruth;
pub mod rows;
pub mod trec;
