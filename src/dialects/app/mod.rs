//! Answers of chat applications: their interfaces, streams and exports.

pub mod anythingllm;
pub mod azure_chat;
pub mod chatgpt_export;
pub mod claude_export;
pub mod chat_log;
pub mod claude_code;
pub mod codebuddy;
pub mod codex;
pub mod deepseek;
pub mod dify;
pub mod fastgpt;
pub mod librechat;
pub mod grok_export;
pub mod lightrag;
pub mod notebooklm;
pub mod onyx;
pub mod open_webui;
pub mod opencode;
pub mod perplexity;
pub mod ragflow;
