//! Chats written as lines such as `Q: …` and `A: …`.

/// Names of the model before what it says.
const SPEAKERS: &[&str] = &[
    "a",
    "answer",
    "assistant",
    "ai",
    "bot",
    "model",
    "agent",
    "chatgpt",
    "claude",
    "gemini",
    "copilot",
    "antwort",
    "réponse",
    "respuesta",
];

/// The maximum length of the text before the colon of a speaker, in bytes.
const MAX_SPEAKER: usize = 24;

/// Returns the bytes at which the model begins to speak in `said`, a part of a response.
pub(super) fn speeches(said: &str) -> Vec<usize> {
    let mut at = 0;
    let mut speeches = Vec::new();
    for line in said.split_inclusive('\n') {
        let head = line.get(..line.floor_char_boundary(MAX_SPEAKER)).unwrap_or(line);
        let speaker = head.split_once(':').filter(|(name, _)| {
            let name = name.trim_matches([' ', '*', '_', '>', '#']);
            SPEAKERS.iter().any(|own| name.eq_ignore_ascii_case(own))
        });
        speeches.extend(speaker.map(|(name, _)| at + name.len() + 1));
        at += line.len();
    }
    speeches
}
