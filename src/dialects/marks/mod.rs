//! Marks in running text.

pub mod cherry_studio;
pub mod claude_inline;
pub mod code_references;
pub mod cohere;
pub mod dr_tulu;
pub mod fastgpt;
pub mod gemini_app;
pub mod granite;
pub mod kotaemon;
pub mod leaked;
pub mod lenticular;
pub mod librechat;
pub mod marked;
pub mod named_brackets;
pub mod numbered;
pub mod pattern;
pub mod plain;
pub mod ragflow;
