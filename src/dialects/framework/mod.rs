//! Answers and traces of retrieval frameworks.

pub mod agent_framework;
pub mod haystack;
pub mod langchain;
pub mod langfuse;
pub mod langsmith;
pub mod llamaindex;
pub mod openinference;
pub mod pydantic_ai;
pub mod vercel;
