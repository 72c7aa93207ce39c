//! Text: spans, units, lines, Markdown structure, and the only text that may reach a screen.
//!
//! Everything in the crate counts bytes of UTF-8. Other units exist only at the borders, where a
//! format uses them or a command has to print them; [`units`] converts.

pub mod address;
pub(crate) mod backticks;
pub mod bare;
pub(crate) mod brackets;
pub(crate) mod byte_pairs;
pub mod clock;
pub mod digit;
mod dressed_numbers;
pub mod encoding;
pub(crate) mod entities;
pub mod fold;
pub mod hidden;
pub mod lines;
pub(crate) mod list_heading;
mod list_names;
pub mod number_words;
pub mod lookalike;
pub mod markdown;
pub(crate) mod name_id;
pub(crate) mod not_shown;
pub(crate) mod page;
pub mod prose;
pub mod safe;
pub mod sentences;
pub(crate) mod session;
pub(crate) mod source_words;
pub mod span;
pub(crate) mod span_set;
pub(crate) mod style;
pub(crate) mod table_columns;
pub mod units;
pub(crate) mod unshown;
pub(crate) mod word_count;
pub(crate) mod wrapped;

pub use lines::LineIndex;
pub use safe::SafeText;
pub(crate) use safe::push_json_text;
pub use span::Span;
pub use units::Unit;
