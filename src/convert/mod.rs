//! Responses and sources in other forms: a response in another dialect or style, documents as
//! citable material for a prompt, and the instructions that go with them.

pub mod material;
pub mod prompt;
