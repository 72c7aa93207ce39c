//! The texts on the screen, made from the state: their content is decided here, their look in
//! [`crate::tui::view`].

pub mod clashes;
pub mod detail;
pub mod evidence;
pub mod fold;
pub mod notice;
pub mod past;
pub mod preview;
pub mod question;
pub mod reread;
pub mod review;
pub mod strip;
pub mod titles;
