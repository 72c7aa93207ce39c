//! Text that was made to break a reader or a terminal, through the commands as a user runs them.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::model::Case;

use crate::cli::cite;

/// The time limit for one run: thousands of times the usual time, less than anything quadratic.
const LIMIT: Duration = Duration::from_secs(20);

/// Characters that drive a terminal or deceive an eye, and names of files, ids and titles made of them.
const NASTY: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}evil\u{2066}\u{200b}\u{ad}\r\u{8}\u{e0041}\u{2028}";

/// Runs to the end and checks what was printed: no panic, no signal, no hang, nothing raw.
fn survives(dir: &std::path::Path, args: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args(args)
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let readers = [
        thread::spawn(move || std::io::read_to_string(&mut out).unwrap()),
        thread::spawn(move || std::io::read_to_string(&mut err).unwrap()),
    ];
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > LIMIT {
            child.kill().unwrap();
            panic!("{args:?} hangs");
        }
        thread::sleep(Duration::from_millis(5));
    };
    let printed = readers.map(|reader| reader.join().unwrap()).concat();
    assert!(matches!(status.code(), Some(0..=2)), "{args:?} ended with {status}: {printed:.500}");
    let raw = printed.chars().find(|&c| c != '\n' && is_raw(c));
    assert_eq!(raw, None, "{args:?} printed it raw");
    printed
}

/// True if a terminal may act on `c`, or show nothing for it.
fn is_raw(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..)
}

fn everywhere(response: &str) {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("x.md"), response).unwrap();
    std::fs::write(dir.path().join("r.md"), format!("So.{}", cite("x L1"))).unwrap();
    for format in ["text", "json"] {
        survives(dir.path(), &["show", "--format", format, "--unit", "utf16", "x.md"]);
        survives(dir.path(), &["show", "--format", format, "--unit", "utf16", "r.md", "x.md"]);
    }
    survives(dir.path(), &["extract", "--malformed", "x.md"]);
}

#[test]
fn nothing_raw_reaches_the_terminal() {
    everywhere(&format!("So it is. {NASTY}{}{}", cite(NASTY), cite("a L1")));
    let case = serde_json::json!({
        "id": NASTY, "question": NASTY,
        "response": format!("{NASTY}{}{}", cite("a L1"), cite("b")),
        "sources": [
            {"id": "a", "title": NASTY, "url": NASTY, "text": NASTY, "metadata": {NASTY: NASTY}},
            {"id": NASTY, "text": 3}, NASTY,
        ],
    });
    everywhere(&case.to_string());
    everywhere(&format!("{{\"{}\": 1}}", NASTY.escape_unicode()));
}

#[test]
fn hostile_names_are_reported_safely() {
    let dir = tempfile::tempdir().unwrap();
    let name = format!("{}.md", NASTY.replace('/', ""));
    std::fs::write(dir.path().join("r.md"), format!("So.{}", cite("a L1"))).unwrap();
    for args in [
        vec!["show", &name],
        vec!["show", "r.md", &name],
        vec!["show", "r.md", "--source", &name],
        vec!["show", "r.md", "--from", &name],
        vec!["show", "r.md", "--unit", &name],
        vec!["extract", &name],
        vec!["strip", &name],
    ] {
        survives(dir.path(), &args);
    }
    survives(dir.path(), &["show", &format!("--{name}")]);
    std::fs::write(dir.path().join(&name), format!("{NASTY}\n{}", cite("a"))).unwrap();
    let shown = survives(dir.path(), &["show", &name, &name]);
    assert!(shown.contains("\u{241b}]0;owned"), "{shown}");
}

#[test]
fn nothing_takes_longer_than_its_length() {
    let nothing = "\u{e200}".repeat(4_000);
    let open = "\u{e200}cite\u{e202}turn0file0 and so on. ".repeat(600);
    let rivals: Vec<String> = (0..800).map(|turn| cite(&format!("turn{turn}file0"))).collect();
    let unknown: Vec<String> = (0..800).map(|turn| cite(&format!("nosuch{turn}"))).collect();
    let sentences = format!("One.{} two. {}\n", ")".repeat(1_500), cite("a L1")).repeat(8);
    let deep = format!("{} {}", "> - ".repeat(2_000), cite("a"));
    let fields = format!("\u{e200}cite{}\u{e201}", "\u{e202}a\u{e202}L1".repeat(1_200));
    for text in [nothing, open, rivals.concat(), unknown.concat(), sentences, deep, fields] {
        everywhere(&text);
    }
    everywhere(&format!("{{\"response\": {}", "[".repeat(50_000)));
    everywhere(&"{\"id\":\"a\",\"response\":\"\\ud800\"}\n{\n".repeat(100));
}

#[test]
fn marks_that_never_close_take_no_longer_than_their_length() {
    for (sound, open) in [
        ("A.<ref>B</ref>", ["<ref name=\"a", "<ref>b ", "<!-- <nowiki>", "<references"]),
        ("A [@b9].", ["[@a ", "@a1 [p. 3", "@{", "[-@a; "]),
        ("\\section{A} \\cite{b}", ["\\cite[", "\\cites{a}", "\\verb|", "\\begin{verbatim}\n"]),
        ("A [7 | B | 2019].", ["[1 | a ", "[LLM MEMORY | ", "| a [", "[9 | a | 2019"]),
        ("A [citation:1].", ["[citation:", "<grok:render ", "(pqac-0f650d59, ", "[web:1, "]),
    ] {
        let open: Vec<String> = open.iter().map(|open| open.repeat(700)).collect();
        everywhere(&format!("{sound}\n\n{}", open.join("\n")));
    }
}

/// Returns the samples that are JSON, streams among them.
fn payloads() -> Vec<(String, String)> {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let folders = std::fs::read_dir(samples).unwrap().map(|folder| folder.unwrap().path());
    let files = folders.filter(|folder| folder.is_dir()).flat_map(|folder| {
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect::<Vec<_>>()
    });
    let is_json = |path: &std::path::PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| ["json", "jsonl", "sse"].contains(&ending))
    };
    let named = |path: std::path::PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    files.filter(is_json).map(named).collect()
}

#[test]
fn keys_given_twice_are_noted_in_every_dialect() {
    let mut seen = 0;
    for (name, text) in payloads() {
        let open = |text: String| {
            let input = Input::new(name.as_str(), text.into_bytes());
            cases::open(input, None, &Families::default()).ok()?.read(0).ok()
        };
        let noted =
            |case: &Case| case.notes.iter().any(|note| note.starts_with("keys given more than"));
        let Some(sound) = open(text.clone()) else { continue };
        assert!(!noted(&sound), "{name}: {:?}", sound.notes);
        // The first object that holds anything holds its first key twice.
        let at = text.find("{\"").or_else(|| text.find("{\n")).unwrap() + 1;
        let key = text[at..].split(':').next().unwrap().trim();
        let twice = format!("{}{key}: 7,{}", &text[..at], &text[at..]);
        let case = open(twice).unwrap_or_else(|| panic!("{name} is not read"));
        assert!(noted(&case), "{name}: {:?}", case.notes);
        assert_eq!(case.response, sound.response, "{name}: the last one counts");
        seen += 1;
    }
    assert!(seen > 15, "{seen}");
}
