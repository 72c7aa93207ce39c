//! Small files that were made to break readers, each through every command and the inspector. The
//! whole corpus is in `hostile_corpus.rs`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::cli::cite;
use crate::sequences::take_apart;

/// Longer is a hang, on a machine that does other things as well.
const LIMIT: Duration = Duration::from_secs(20);

/// The commands, `FILE` for the input, with true if their output is for people and not the text itself.
const COMMANDS: &[(&[&str], bool)] = &[
    (&["check", "FILE", "a.txt"], true),
    (&["check", "FILE", "a.txt", "--format", "json"], true),
    (&["report", "FILE", "a.txt"], true),
    (&["convert", "FILE", "a.txt", "--to", "footnotes"], false),
    (&["diff", "FILE", "a.md"], true),
    (&["extract", "--malformed", "FILE"], false),
    (&["strip", "FILE"], false),
    (&["show", "--full", "FILE", "a.txt"], true),
    (&["show", "--format", "json", "FILE", "a.txt"], true),
    (&["FILE", "a.txt", "--screenshot", "-", "--keys", "nn<tab>jjGsq"], true),
];

/// Returns the inputs: names, and bytes.
fn inputs() -> Vec<(&'static str, Vec<u8>)> {
    let marker = cite("a L1");
    let text = |text: String| text.into_bytes();
    vec![
        ("empty.md", Vec::new()),
        ("controls.md", (0..=255).chain(text(marker.clone())).collect()),
        ("escapes.md", text(format!("\u{1b}]52;c;YQ==\u{7}\u{1b}[2J{marker}\u{9b}31m\u{202e}x"))),
        (
            "surrogates.json",
            br#"{"response": "\ud800 \u0000 So [1].", "sources": [null, 3]}"#.into(),
        ),
        ("nested.json", text("[".repeat(100_000))),
        ("cut.json", br#"{"id": "m", "type": "message", "content": [{"type": "text", "te"#.into()),
        (
            "numbers.json",
            br#"{"response": "So.", "citations": [{"start": -1, "end": 1e400}]}"#.into(),
        ),
        ("types.json", br#"{"response": ["So."], "sources": {"a": {"text": 7}}, "id": {}}"#.into()),
        ("lines.jsonl", text("{\"response\": \"So [1].\"}\n\u{0}\n{\n".repeat(20))),
        ("stream.sse", text("data: {\"choices\":[{\"delta\":{\"content\":3}}]}\n\n".repeat(20))),
        ("utf16.md", [&[0xff, 0xfe][..], &[0x00, 0xd8, 0x41]].concat()),
        ("bomb.md", text("\u{e200}cite\u{e202}[1]【1†a".repeat(500))),
        ("words.md", text(format!("{}{marker}", "a\u{301}\u{200d}".repeat(2000)))),
        ("script.md", text(format!("<script>alert(1)</script><img onerror=x>{marker}"))),
        ("paths.md", text("So `../../etc/passwd:1` 【F:/etc/passwd†L1】【F:..\\x†L9】".to_owned())),
        ("ignore.md", text("<!-- pincite-ignore ALL: ok -->\n".repeat(200))),
    ]
}

fn run(folder: &Path, arguments: &[&str], is_shown: bool) -> Option<String> {
    let (out, err) = (tempfile::tempfile().unwrap(), tempfile::tempfile().unwrap());
    let mut child = Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(out.try_clone().unwrap())
        .stderr(err.try_clone().unwrap())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if begun.elapsed() > LIMIT => {
                child.kill().unwrap();
                child.wait().unwrap();
                return Some(format!("hangs for more than {LIMIT:?}"));
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    if !matches!(status.code(), Some(0..=2)) {
        return Some(format!("ended with {status}"));
    }
    [(out, is_shown), (err, true)].into_iter().find_map(|(mut file, is_shown)| {
        use std::io::{Read as _, Seek as _};
        let mut bytes = Vec::new();
        file.rewind().unwrap();
        file.read_to_end(&mut bytes).unwrap();
        let found = take_apart(&bytes);
        (is_shown && !found.leaks.is_empty()).then(|| format!("let through {:?}", found.leaks))
    })
}

#[test]
fn nothing_small_breaks_a_command() {
    let (inputs, next, failures) = (inputs(), AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.txt"), "Refunds take five days.\n").unwrap();
        fs::write(folder.path().join("a.md"), format!("So.{}\n", cite("a L1"))).unwrap();
        while let Some((name, bytes)) = inputs.get(next.fetch_add(1, Ordering::Relaxed)) {
            fs::write(folder.path().join(name), bytes).unwrap();
            for (arguments, is_shown) in COMMANDS {
                let arguments: Vec<&str> =
                    arguments.iter().map(|it| if *it == "FILE" { *name } else { it }).collect();
                if let Some(failure) = run(folder.path(), &arguments, *is_shown) {
                    failures.lock().unwrap().push(format!("{}: {failure}", arguments.join(" ")));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
