//! Sources in encodings other than UTF-8: text, notes and line numbers.

use crate::cli::{Output, cite, run};
use crate::session::Session;

const TEXT: &str = "Gebühren\r\n\r\nRücksendung: 5 €\nÜberweisung: 0 €\n";

/// `TEXT` in each encoding, with its name; none for UTF-8.
fn encoded() -> Vec<(Vec<u8>, Option<&'static str>)> {
    let utf16 = || TEXT.encode_utf16();
    let western = |c: char| if c == '€' { 0x80 } else { u8::try_from(u32::from(c)).unwrap() };
    vec![
        (TEXT.as_bytes().to_vec(), None),
        (TEXT.chars().map(western).collect(), Some("Windows-1252")),
        (
            [vec![0xFF, 0xFE], utf16().flat_map(u16::to_le_bytes).collect()].concat(),
            Some("UTF-16 LE"),
        ),
        (
            [vec![0xFE, 0xFF], utf16().flat_map(u16::to_be_bytes).collect()].concat(),
            Some("UTF-16 BE"),
        ),
    ]
}

fn show(source: &[u8], more: &[&str]) -> Output {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("fees.txt"), source).unwrap();
    std::fs::write(dir.path().join("r.md"), format!("Fünf Euro.{}", cite("fees L3"))).unwrap();
    let args = ["show", "r.md", "fees.txt"].iter().chain(more).map(|&it| it.to_owned());
    run(dir.path(), &args.collect::<Vec<_>>(), "")
}

#[test]
fn every_encoding_gives_the_same_lines_and_is_reported() {
    for (bytes, name) in encoded() {
        let printed = show(&bytes, &[]).stdout;
        assert!(printed.contains("      3: Rücksendung: 5 €\n"), "{name:?}: {printed}");
        let name = name.map_or_else(String::new, |name| format!("{name}, "));
        assert!(printed.contains(&format!("  fees.txt, 4 lines, {name}cited once\n")), "{printed}");
        let json = show(&bytes, &["--format", "json"]).stdout;
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let expected = name.strip_suffix(", ").map(serde_json::Value::from);
        assert_eq!(json["sources"][0]["encoding"], expected.unwrap_or_default());
        assert_eq!(json["sources"][0]["notes"], serde_json::json!([]));
    }
}

#[test]
fn an_encoding_is_among_the_facts_of_the_pane() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("fees.txt");
    std::fs::write(&path, &encoded()[1].0).unwrap();
    let session = Session::with_paths(("r.md", &format!("Fees.{}", cite("fees L3"))), &[path]);
    let session = session.size(100, 20);
    assert!(session.row_with("Windows-1252").contains("fees.txt"));
    assert!(session.row_with("Rücksendung").contains('3'));
}

#[test]
fn a_text_too_large_to_recode_says_so_and_keeps_its_lines() {
    let mut bytes = b"Geb\xFChren\n".to_vec();
    bytes.resize(64 * 1024 * 1024 + 9, b'\n');
    let printed = show(&bytes, &[]).stdout;
    let note =
        "Windows-1252 and larger than 64 MiB, so characters other than ASCII are shown as U+FFFD";
    assert!(printed.contains(note), "{printed}");
}

#[test]
fn utf16_too_large_to_recode_says_that_it_is() {
    let mut bytes = b"\xFF\xFEG\0".to_vec();
    bytes.resize(64 * 1024 * 1024 + 9, b' ');
    let printed = show(&bytes, &[]).stdout;
    let why = "fees.txt, no text: it is UTF-16 LE and larger than 64 MiB; give it in UTF-8";
    assert!(printed.contains(why), "{printed}");
}

#[test]
fn the_encoding_of_a_web_page_is_the_one_it_declares() {
    let dir = tempfile::tempdir().unwrap();
    let page = b"<!doctype html><meta charset=koi8-r><p>\xD0\xCC\xC1\xD4\xC1</p>";
    std::fs::write(dir.path().join("fee.html"), page).unwrap();
    std::fs::write(dir.path().join("r.md"), format!("Fee.{}", cite("fee L1"))).unwrap();
    let printed = run(dir.path(), &["show", "r.md", "fee.html"].map(str::to_owned), "").stdout;
    assert!(printed.contains("1: плата\n"), "{printed}");
    assert!(printed.contains("  fee.html, 1 line, HTML page, KOI8-R, cited once\n"), "{printed}");
}

#[test]
fn sources_from_standard_input_are_recoded_too() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("r.md"), "Plain.").unwrap();
    let binary = env!("CARGO_BIN_EXE_pincite");
    let mut child = std::process::Command::new(binary)
        .args(["show", "r.md", "-"])
        .current_dir(dir.path())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), &encoded()[2].0).unwrap();
    let printed = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(printed.contains("4 lines, UTF-16 LE, never cited"), "{printed}");
}

#[test]
fn a_response_in_latin_1_is_read_and_never_rewritten() {
    let dir = tempfile::tempdir().unwrap();
    let answer = b"The caf\xE9 opens at 7:30 .[fees.txt L1] \n";
    std::fs::write(dir.path().join("r.md"), answer).unwrap();
    std::fs::write(dir.path().join("fees.txt"), b"The caf\xE9 opens at 7:30.\n").unwrap();
    let args = ["show", "r.md", "fees.txt"].map(str::to_owned);
    let printed = run(dir.path(), &args, "").stdout;
    assert!(printed.contains("The café opens at 7:30"), "{printed}");
    assert!(printed.contains("evidence: 4 of 4 words"), "{printed}");
    assert!(printed.contains("read as Windows-1252"), "{printed}");
    let args = ["check", "--fix", "--select", "all", "r.md", "fees.txt"].map(str::to_owned);
    drop(run(dir.path(), &args, ""));
    assert_eq!(std::fs::read(dir.path().join("r.md")).unwrap(), answer);
}
