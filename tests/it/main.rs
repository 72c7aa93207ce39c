//! The integration tests, in one binary; one file a topic.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stderr,
    reason = "a panic is how a test fails"
)]

mod anthropic;
mod apps;
mod architecture;
mod batch;
mod changes;
mod chromium;
mod chatgpt_export;
mod check;
mod check_terminal;
mod cli;
mod code_references;
mod code_references_histories;
mod code_references_lock;
mod conformance;
mod convert;
mod corpus;
mod corpus_table;
mod diff;
mod diff_screens;
mod docs;
mod documents_cited;
mod drift;
mod edges;
mod encodings;
mod evidence_screens;
mod evidence_rules;
mod fixes;
mod folders;
mod frameworks;
mod hostile;
mod hostile_corpus;
mod imports;
mod isolation;
mod html;
mod gate;
mod gemini;
mod journal;
mod judge;
mod journal_writers;
mod lenticular;
mod library;
mod librechat;
mod locators;
mod markdown;
mod markers;
mod material;
mod office;
mod offsets;
mod open_webui;
mod openai;
mod pdf;
mod pdf_writer;
mod pictures;
mod presentations;
mod providers;
mod numbered;
mod pattern;
mod numbers;
mod quotes;
mod relatives;
mod repairs;
#[expect(dead_code, reason = "the benches use the rest")]
mod pty;
mod report;
mod report_browser;
mod response_folders;
mod review_numbers;
mod review_screens;
mod review_terminal;
mod rows;
mod safe_text;
mod samples;
mod scores;
mod screen_invariants;
mod screens;
mod sequences;
mod session;
mod source_colours;
mod store;
mod subtitles;
mod terminal;
mod terminal_outside;
mod transcript;
mod units;
mod vercel;
mod walls;
mod watch;
mod watch_terminal;
