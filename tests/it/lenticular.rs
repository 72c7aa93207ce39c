//! Lenticular marks: their forms, their damage, files beneath a root.

use std::path::Path;

use pincite::dialects::lookup::in_text;
use pincite::dialects::shared::markers::Families;
use pincite::model::SourceText;
use pincite::sources::from_root;

use crate::session::Session;

/// Returns each citation as `family id locator problem`.
fn citations_in(text: &str) -> Vec<String> {
    let found = in_text(text, &Families::default()).unwrap_or_default().1;
    let citations = found.citations.iter().map(|citation| {
        let target = citation.targets.first().cloned().unwrap_or_default();
        let locator = target.locator.map_or_else(|| "-".to_owned(), |locator| locator.to_string());
        let problem = citation.problem.as_ref().map_or("-", |problem| problem.kind.name());
        format!("{} {} {locator} {problem}", citation.family, target.id)
    });
    citations.collect()
}

#[test]
fn marks_in_their_forms() {
    for (text, expected) in [
        ("x【F:a b/ü.rs†L1-L9】", "file a b/ü.rs L1-L9 -"),
        ("x【F:a.rs】", "file a.rs - -"),
        ("x【6†L0-L13】", "page 6 L0-L13 -"),
        ("x【8†file.md†L1-L10】", "page 8 L1-L10 -"),
        ("x【116†】", "page 116 - -"),
        ("x【4:0†source】", "result 4:0 - -"),
        ("x【abc123†L3-L9】", "terminal abc123 L3-L9 -"),
        ("x【F:a.rs†L9-L1】", "file a.rs L9-L1 reversed-range"),
        ("x【F:a.rs†L0】", "file a.rs L0 line-zero"),
        ("x【6†L9", "page 6 L9 unclosed"),
        ("x[oaicite:2]", "slot oaicite:2 - -"),
        ("x:contentReference[oaicite:2]{index=2}", "slot oaicite:2 - -"),
        (
            "x:codex-file-citation[codex-file-citation]{line_range_start=6 line_range_end=17 \
             path=a b.json git_url=\"https://forge.example/a#L6\"}",
            "file a b.json L6-L17 -",
        ),
        ("x„ÄêF:a.rs‚Ä†L1-L2„Äë", "file a.rs L1-L2 mojibake"),
        ("xã€\u{90}6â€\u{a0}L1ã€‘", "page 6 L1 mojibake"),
    ] {
        assert_eq!(citations_in(text), [expected], "{text}");
    }
    assert!(citations_in("【新闻】今天 【第1章】").is_empty());
}

#[test]
fn the_root_is_a_wall() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("root");
    std::fs::create_dir_all(root.join("src")).unwrap();
    std::fs::write(dir.path().join("secret"), "CANARY").unwrap();
    std::fs::write(root.join("src/a.rs"), "one\ntwo\n").unwrap();
    std::os::unix::fs::symlink(dir.path(), root.join("out")).unwrap();
    std::os::unix::fs::symlink(dir.path().join("secret"), root.join("link")).unwrap();
    let absolute = dir.path().join("secret");
    for path in [
        "../secret",
        "src/../../secret",
        "out/secret",
        "link",
        absolute.to_str().unwrap(),
        "src",
        "",
        "gone",
        "src/a.rs/x",
        "a\0b",
        "/dev/zero",
        "/proc/self/environ",
    ] {
        let source = from_root(&root, path);
        assert!(matches!(source.text, SourceText::Unreadable(_)), "{path}: {source:?}");
    }
    for path in ["src/a.rs", "./src/a.rs"] {
        assert!(matches!(from_root(Path::new(&root), path).text, SourceText::Inline(_)), "{path}");
    }
}

#[test]
fn the_sample_opens() {
    let session = Session::samples("lenticular/answer.md", &[]);
    insta::assert_snapshot!(session.size(100, 24).picture());
}

#[test]
fn marks_glued_to_a_fence_stand_below_the_code_they_cite() {
    let answer = "So:\n\n```rust\nlet a = 1;\n```【F:src/lib.rs†L1】【F:src/lib.rs†L2】\n\n\
                  Then prose【F:src/lib.rs†L3】.\n\nAnd ```【F:src/lib.rs†L4】```.\n";
    let session = Session::open(("a.md", answer), &[]).size(100, 20);
    let rows: Vec<String> =
        session.rows()[2..14].iter().map(|r| r.chars().skip(2).take(40).collect()).collect();
    let rows: Vec<&str> = rows.iter().map(|row| row.trim()).collect();
    let shown = rows.join("\n");
    assert!(shown.contains("let a = 1;\n\n▐[1 ! L1]▌[2 ! L2]\n\nThen prose [3 ! L3]."), "{shown}");
    assert!(shown.contains("And 【F:src/lib.rs†L4】[4 ! L4 in code]"), "{shown}");
    let claims: Vec<_> =
        (0..4).map(|index| session.state.inspection.claim_text(index).unwrap()).collect();
    assert_eq!(claims[..3], ["let a = 1;", "let a = 1;", "Then prose"]);
}
