//! Marks in running text.

pub mod cherry_studio;
pub mod claude_inline;
pub mod code_references;
pub mod cohere;
pub mod cohere_printed;
pub mod dr_tulu;
pub mod elastic;
pub mod fastgpt;
pub mod gemini_app;
pub mod granite;
pub mod granite_cite;
pub mod kotaemon;
pub mod leaked;
pub mod lenticular;
pub mod librechat;
pub mod longcite;
pub mod marked;
pub mod named_brackets;
pub mod named_sources;
pub mod notion;
pub mod numbered;
pub mod open_notebook;
pub mod pattern;
pub mod plain;
pub mod pleias;
pub mod ragflow;
