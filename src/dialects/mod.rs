//! Citation dialects: the table [`DIALECTS`], and a folder for each group of them.
//!
//! Every dialect is one file or folder with a `const DIALECT` and its line in the table. Detection
//! gives its reason in words, which the screen and the reports show. Reading is lenient: anything
//! that is not understood becomes a note on the case.

pub mod app;
pub mod dialect;
pub mod document;
pub mod evaluation;
pub mod extraction;
pub mod framework;
pub mod lookup;
pub mod marks;
pub mod payload;
pub mod shared;

pub use dialect::Dialect;

/// Every dialect, in the order of detection: the most specific first.
pub const DIALECTS: &[Dialect] = &[
    evaluation::ragtruth::DIALECT,
    app::anythingllm::DIALECT,
    payload::case::DIALECT,
    app::open_webui::DIALECT,
    app::chatgpt_export::DIALECT,
    app::claude_code::DIALECT,
    app::chat_log::DIALECT,
    app::codex::DIALECT,
    app::grok_export::DIALECT,
    app::claude_export::DIALECT,
    payload::azure_knowledge::DIALECT,
    payload::openai::on_your_data::DIALECT,
    app::azure_chat::DIALECT,
    app::librechat::DIALECT,
    app::ragflow::DIALECT,
    app::dify::DIALECT,
    app::onyx::DIALECT,
    app::fastgpt::DIALECT,
    app::lightrag::DIALECT,
    app::perplexity::DIALECT,
    framework::langsmith::DIALECT,
    framework::openinference::DIALECT,
    framework::langfuse::DIALECT,
    framework::llamaindex::DIALECT,
    framework::haystack::DIALECT,
    framework::langchain::DIALECT,
    framework::vercel::DIALECT,
    framework::agent_framework::DIALECT,
    framework::pydantic_ai::DIALECT,
    payload::cohere::DIALECT,
    payload::mistral::DIALECT,
    evaluation::langextract::DIALECT,
    extraction::docling::DIALECT,
    extraction::llama_extract::DIALECT,
    extraction::extend::DIALECT,
    extraction::landing_ai::DIALECT,
    extraction::azure_document::DIALECT,
    extraction::mistral_ocr::DIALECT,
    extraction::reducto::DIALECT,
    payload::glean::DIALECT,
    payload::pinecone::DIALECT,
    payload::vectara::DIALECT,
    payload::cortex::DIALECT,
    payload::anthropic::litellm::DIALECT,
    payload::openai::chatkit::DIALECT,
    payload::transcript::DIALECT,
    payload::anthropic::DIALECT,
    payload::bedrock::converse::DIALECT,
    payload::bedrock::knowledge::DIALECT,
    payload::bedrock::agentic::DIALECT,
    payload::q_business::DIALECT,
    payload::granite::DIALECT,
    payload::contextual::DIALECT,
    payload::discovery_engine::DIALECT,
    payload::openai::responses::DIALECT,
    payload::openai::assistants::DIALECT,
    payload::openai::chat::DIALECT,
    payload::gemini::DIALECT,
    payload::interactions::DIALECT,
    evaluation::trec::DIALECT,
    evaluation::alce::DIALECT,
    evaluation::rows::DIALECT,
    marks::pattern::DIALECT,
    marks::claude_inline::DIALECT,
    marks::longcite::DIALECT,
    marks::pleias::DIALECT,
    marks::elastic::DIALECT,
    marks::dr_tulu::DIALECT,
    marks::cherry_studio::DIALECT,
    marks::kotaemon::DIALECT,
    marks::ragflow::DIALECT,
    marks::fastgpt::DIALECT,
    marks::cohere::DIALECT,
    marks::cohere_printed::DIALECT,
    marks::granite::DIALECT,
    marks::granite_cite::DIALECT,
    marks::gemini_app::DIALECT,
    marks::librechat::DIALECT,
    marks::marked::DIALECT,
    marks::lenticular::DIALECT,
    marks::leaked::DIALECT,
    marks::named_brackets::DIALECT,
    marks::open_notebook::DIALECT,
    marks::notion::DIALECT,
    document::wiki::DIALECT,
    document::latex::DIALECT,
    document::pandoc::DIALECT,
    marks::named_sources::DIALECT,
    marks::numbered::DIALECT,
    marks::code_references::DIALECT,
    marks::plain::DIALECT,
];
