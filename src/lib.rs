//! pincite checks whether the citations of a grounded answer hold.
//!
//! It reads a response and its sources from any of some ninety citation dialects into one model,
//! finds the passage that each citation points at, compares it with the claim, and reports
//! problems. This crate is the library; the `pincite` program shows claim and passage side by side.
//!
//! # Inspect an answer
//!
//! ```
//! # fn main() -> Result<(), pincite::Error> {
//! let answer = pincite::open("samples/handbook/answer.md")?;
//! let inspection = answer.with_sources(["samples/handbook/sources"])?.inspect()?;
//!
//! for citation in inspection.citations() {
//!     println!("line {}: {}", citation.line(), citation.claim().unwrap_or_default());
//!     for target in citation.targets() {
//!         match target.passage() {
//!             Some(_) => println!("  cites {:?}: {:?}", target.lines(), target.text()),
//!             None => println!("  {}", target.why_missing().unwrap_or_default()),
//!         }
//!         if let Some(evidence) = target.evidence {
//!             println!("  support {:.2}, {}", evidence.support, evidence.place.name());
//!         }
//!     }
//!     for finding in citation.findings() {
//!         println!("  {}: {}", finding.rule.code, finding.message);
//!     }
//! }
//! assert_eq!(inspection.citations().filter(|citation| citation.is_unresolved()).count(), 5);
//! # Ok(())
//! # }
//! ```
//!
//! [`open`] reads a text, a provider's JSON, JSON Lines or a folder, and detects the dialect;
//! [`open_as`] names it. A batch of any size is read case by case with [`Batch::inspect_all`]. An
//! [`Error`] has a [kind](ErrorKind) and a hint; reading is otherwise lenient, and anything that
//! was not understood is a note on the [case](model::Case).
//!
//! PDF, HTML and office files have no text unless you choose an [`Extractor`]: their parsers crash and
//! hang on hostile files, so the library starts no process and runs no parser by itself.
//!
//! # Features
//!
//! All but the last two are on by default. Without any, the crate has no command line, terminal, PDF,
//! HTML or CSL code in its dependencies, and still reads every dialect and runs every rule.
//!
//! | feature | adds |
//! |---|---|
//! | `cli` | the command line; the program needs it |
//! | `tui` | the inspector on the terminal, with highlighted code and watched files |
//! | `documents` | PDF, HTML, DOCX, ODT, EPUB and PPTX as sources |
//! | `styles` | conversion to academic styles of citation (CSL) |
//! | `recordings` | cassettes in YAML as responses |
//! | `reports` | reviews, reports and conversion; on with `tui` and with `styles` |
//! | `internals` | access to every module, for this crate's own tests |
//!
//! # Map
//!
//! ```text
//!  answer.md · markers · 10 of 31 · 5 unresolved                             tui/view/frame.rs
//! ╭─ ▸ Response ──────────────────────╮╭─ turn0file0 · Support Handbook ──╮
//! │ The refund goes to your card      ││   15  Chapter 3: Refunds         │  claim: evidence/claim/
//! │ within five working days          ││ ┃ 16  Refunds go back to the …   │  passage: resolve/
//! │ ▐[10 L16-L17]▌, counted from the  ││ ┃ 17  Card payments are …        │  chip: tui/chip.rs
//! │ scan. [11 L3] Expired cards are   ││ + 18  Shipping costs are …       │  markers: dialects/marks/
//! │ no problem either. [12 ! L8-L13]  ││   19  Gift cards are never …     │  lines: sources/store/
//! ╰─────────────────────────── 51 % ─╯╰─────────────────── L16 of 30 ─────╯  rows: tui/layout/
//!  n next  p previous  u unresolved  ? keys  q quit                          keys: assets/keys.toml
//! ```
//!
//! ```text
//! bytes ─► input ─► dialects ─► Case ─► resolve ─► evidence ─► rules ─► Inspection ─┬─► tui
//!          records  cases               passages   words,      findings             ├─► report
//!                   sources                        numbers,                         └─► convert
//!                                                  quotes,
//!                                                  places
//! ```
//!
//! The modules are layers, declared below in reading order: a module imports only from those above
//! it, and no two files import each other. `tests/it/architecture.rs` enforces that, and where each
//! dependency may be used.
//!
//! # To add …
//!
//! - **a dialect**: a file in its group's folder of `dialects/` with a `const DIALECT`, and its line in
//!   [`dialects::DIALECTS`]; samples in `samples/<name>/`.
//! - **a container** that records come in: `input/container.rs`; how records become cases: `cases/`.
//! - **a presentation of sources**: a file in `sources/` with a `const PRESENTATION`, and its line in
//!   [`sources::PRESENTATIONS`].
//! - **a kind of document**: a parser in `sources/documents/`, and its line in
//!   [`sources::documents::KINDS`].
//! - **a form of locator**: `locator.rs`, the one parser and printer.
//! - **a way to match ids**: a step in `STEPS` of `resolve/ids.rs`.
//! - **a rule**: a file in its group's folder of `rules/` with a `static RULE`, an example that fires and
//!   one that does not, and its line in the group's table.
//! - **a report of a case**: a file in `report/` with a `const REPORT`, and its line in
//!   [`report::REPORTS`].
//! - **a report of findings**: the same in `report/findings/`, with [`report::findings::REPORTS`].
//! - **a report to hand out**: a file in `report/` with a `const HANDOUT` that writes a
//!   [`report::dossier::Dossier`], and its line in [`report::HANDOUTS`]; the templates of the
//!   HTML are in `assets/report/`.
//! - **a conversion**: a file in `convert/` with a `const CONVERSION`, and its line in
//!   [`convert::CONVERSIONS`]; what the form cannot hold is reported as a loss.
//! - **a metric of a review**: a function in a file of `review/metrics/` that returns a
//!   [`review::metrics::Metric`] with its definition; every report prints it.
//! - **a command of the inspector**: a `const` [`tui::commands::Command`] in a file of `tui/commands/`,
//!   and its line in [`tui::commands::COMMANDS`]; its key is a line of `assets/keys.toml`.
//! - **a colour**: a role in `tui/theme.rs`; no colour is named anywhere else.
//! - **a subcommand**: a file in `cli/`, a variant of `Command` and its arm in `cli/mod.rs`.

// With all its parts, the program uses all code; re-exports serve the tests and benches too.
#![cfg_attr(
    not(all(feature = "cli", feature = "styles", feature = "recordings", feature = "documents")),
    expect(dead_code, reason = "the parts left out use it")
)]
#![cfg_attr(
    not(all(feature = "internals", feature = "cli")),
    expect(unused_imports, reason = "the tests and benches use them")
)]

#[cfg(feature = "internals")]
pub mod text;
#[cfg(not(feature = "internals"))]
mod text;
#[cfg(feature = "internals")]
pub mod error;
#[cfg(not(feature = "internals"))]
mod error;
pub mod model;
#[cfg(feature = "internals")]
pub mod locator;
#[cfg(not(feature = "internals"))]
mod locator;
#[cfg(feature = "internals")]
pub mod sources;
#[cfg(not(feature = "internals"))]
mod sources;
#[cfg(feature = "internals")]
pub mod history;
#[cfg(not(feature = "internals"))]
mod history;
#[cfg(feature = "internals")]
pub mod input;
#[cfg(not(feature = "internals"))]
mod input;
#[cfg(feature = "internals")]
pub mod dialects;
#[cfg(not(feature = "internals"))]
mod dialects;
#[cfg(feature = "internals")]
pub mod cases;
#[cfg(not(feature = "internals"))]
mod cases;
#[cfg(feature = "internals")]
pub mod resolve;
#[cfg(not(feature = "internals"))]
mod resolve;
#[cfg(feature = "internals")]
pub mod evidence;
#[cfg(not(feature = "internals"))]
mod evidence;
#[cfg(feature = "internals")]
pub mod rules;
#[cfg(not(feature = "internals"))]
mod rules;
#[cfg(feature = "internals")]
pub mod inspect;
#[cfg(not(feature = "internals"))]
mod inspect;
#[cfg(all(feature = "reports", feature = "internals"))]
pub mod review;
#[cfg(all(feature = "reports", not(feature = "internals")))]
mod review;
#[cfg(all(feature = "reports", feature = "internals"))]
pub mod report;
#[cfg(all(feature = "reports", not(feature = "internals")))]
mod report;
#[cfg(all(feature = "reports", feature = "internals"))]
pub mod convert;
#[cfg(all(feature = "reports", not(feature = "internals")))]
mod convert;
#[cfg(all(feature = "reports", feature = "internals"))]
pub mod config;
#[cfg(all(feature = "reports", not(feature = "internals")))]
mod config;
#[cfg(all(feature = "tui", feature = "internals"))]
pub mod tui;
#[cfg(all(feature = "tui", not(feature = "internals")))]
mod tui;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

/// Markers of the citation guide in a text or a stream: found, and removed.
pub mod marker_text {
    pub use crate::dialects::shared::markers::{Event, Found, Options, Reader, extract, strip};
}

pub use error::{Error, ErrorKind, Result};
pub use evidence::{
    Akin, Claim, Evidence, Inspected, NumberMatch, NumberStatus, Place, QuoteMatch, QuoteStatus,
    RangeRemark, Window, WordMatch,
};
pub use inspect::{Batch, CitationView, IdMatch, Inspection, TargetView, Use, open, open_as};
pub use resolve::{How, Missing, Passage, Reason, Resolution};
pub use rules::{Finding, Fix, Rule, Severity};
pub use sources::documents::Extractor;
pub use text::{SafeText, Span, Unit};
