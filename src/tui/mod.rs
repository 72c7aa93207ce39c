//! The inspector, from the bottom up: styles and rows ([`role`], [`layout`]), the state of the
//! screen ([`state`]), its texts ([`panel`]), changes of the state ([`actions`]), keys and commands
//! ([`commands`], [`update`]), drawing ([`view`]), and the loop on a terminal ([`run()`]).

pub mod role;
pub mod sgr;
pub mod palette;
pub mod theme;
pub mod keymap;
pub mod colours;
pub mod chip;
pub mod layout;
pub mod state;
pub mod panel;
pub mod actions;
pub mod view;
pub mod commands;
pub mod update;
pub mod clipboard;
pub mod options;
pub mod highlight;
pub mod documents;
pub mod judge;
pub mod reread;
pub mod worker;
pub mod note_editor;
mod unsaved;
pub mod verdict_saver;
pub mod editor;
pub mod wire;
pub mod terminal;
pub mod background;
pub mod terminal_guard;
pub mod threads;
pub mod stale_keys;
mod effects;
mod run;
pub mod compare;
pub mod picture;

pub use options::Options;
pub use run::{Opened, run};
