//! The integration tests, in one binary; one file a topic.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stderr,
    reason = "a panic is how a test fails"
)]

mod anthropic;
mod architecture;
mod batch;
mod chatgpt_export;
mod check;
mod check_terminal;
mod cli;
mod conformance;
mod corpus;
mod corpus_table;
mod drift;
mod edges;
mod evidence_screens;
mod evidence_rules;
mod fixes;
mod hostile;
mod gemini;
mod journal;
mod journal_writers;
mod lenticular;
mod markdown;
mod markers;
mod offsets;
mod open_webui;
mod openai;
mod presentations;
mod numbered;
mod numbers;
mod quotes;
mod repairs;
#[expect(dead_code, reason = "the benches use the rest")]
mod pty;
mod review_numbers;
mod safe_text;
mod screens;
mod sequences;
mod session;
mod store;
mod terminal;
mod terminal_outside;
mod units;
