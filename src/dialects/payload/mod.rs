//! Payloads of model providers' interfaces: whole answers, streams and conversations.

pub mod anthropic;
pub mod azure_knowledge;
pub mod bedrock;
pub mod case;
pub mod cohere;
pub mod contextual;
pub mod cortex;
pub mod discovery_engine;
pub mod gemini;
pub mod glean;
pub mod granite;
pub mod interactions;
pub mod mistral;
pub mod openai;
pub mod parallel;
pub mod pinecone;
pub mod q_business;
pub mod serpapi;
pub mod transcript;
pub mod vectara;
