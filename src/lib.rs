//! pincite: check whether a grounded answer's citations hold.
//!
//! The library reads a response and its sources into one model, finds the passage behind every
//! citation, and says how sure that finding is. The binary shows claim and passage side by side.
//!
//! ```text
//!  answer.md · markers · 10 of 31 · 5 unresolved                             tui/view/frame.rs
//! ╭─ ▸ Response ──────────────────────╮╭─ turn0file0 · Support Handbook ──╮
//! │ The refund goes to your card      ││   15  Chapter 3: Refunds         │  claim: evidence/claim/
//! │ within five working days          ││ ┃ 16  Refunds go back to the …   │  passage: resolve/
//! │ ▐[10 L16-L17]▌, counted from the  ││ ┃ 17  Card payments are …        │  chip: tui/chip.rs
//! │ scan. [11 L3] Expired cards are   ││ + 18  Shipping costs are …       │  markers: formats/markers/
//! │ no problem either. [12 ! L8-L13]  ││   19  Gift cards are never …     │  lines: sources/store/
//! ╰─────────────────────────── 51 % ─╯╰─────────────────── L16 of 30 ─────╯  rows: tui/layout/
//!  n next  p previous  u unresolved  ? keys  q quit                          keys: assets/keys.toml
//! ```
//!
//! # The way data takes
//!
//! ```text
//! bytes ─► formats ─► Case ─► resolve ─► evidence ─► rules ─► Inspection ─┬─► tui
//!          sources            passages   words,       findings            ├─► report
//!                                        numbers,                        └─► convert
//!                                        quotes,
//!                                        places
//! ```
//!
//! [`inspect::inspect`] is the one façade: the screen, the commands and the reports stand on it.
//! Reading is lenient: it gives a case and notes on what it could not understand; an error is only
//! what cannot be read at all. The modules below are in reading order, and a module imports only
//! from those above it; a test keeps that, and which dependency lives where.
//!
//! # To add …
//!
//! - **a dialect**: a file in `dialects/` with a `const DIALECT`, its `mod` line and its place in
//!   [`dialects::DIALECTS`]; samples in `samples/<name>/`.
//! - **a presentation of sources**: the same in `sources/` with [`sources::PRESENTATIONS`].
//! - **a way to match ids**: a step in `STEPS` of `resolve/ids.rs`.
//! - **a rule**: a file in its group's folder of `rules/` with a `static RULE`, an example that fires and
//!   one that does not, and its place in the group's table.
//! - **a report**: a file in `report/` with a `const REPORT` and its place in [`report::REPORTS`].
//! - **a report to hand out**: a file in `report/` with a `const HANDOUT` that writes down a
//!   [`report::dossier::Dossier`], and its place in [`report::handout::HANDOUTS`]; the templates of the
//!   HTML are in `assets/report/`.
//! - **a conversion**: a file in `convert/` with a `const CONVERSION` and its place in
//!   [`convert::CONVERSIONS`]; what it has no room for it tells as a loss.
//! - **a command of the inspector**: a `const` [`tui::commands::Command`] in a file of
//!   `tui/commands/`, and its place in [`tui::commands::COMMANDS`]: the help prints it from there.
//! - **a key**: one line of `assets/keys.toml`.
//! - **a colour**: a role in `tui/theme.rs`; no colour is named anywhere else.
//! - **a report of findings**: the same in `report/findings/` with [`report::findings::REPORTS`].
//! - **a figure of a review**: a function in a file of `review/metrics/` that gives a
//!   [`review::metrics::Metric`] with its definition; every report prints it from there.
//! - **a subcommand**: a file in `cli/`, a variant of `Command` and its arm in `cli/mod.rs`.

pub mod text;
pub mod error;
pub mod model;
pub mod locator;
pub mod sources;
pub mod history;
pub mod input;
pub mod dialects;
pub mod cases;
pub mod resolve;
pub mod evidence;
pub mod rules;
pub mod inspect;
pub mod review;
pub mod report;
pub mod convert;
pub mod config;
pub mod tui;
pub mod cli;
