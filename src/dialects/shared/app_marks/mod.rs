//! The marks that apps put into their answers, in chats and in copied texts alike.

pub(crate) mod fastgpt;
pub(crate) mod librechat;
pub(crate) mod ragflow;
