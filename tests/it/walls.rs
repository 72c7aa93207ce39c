//! `--root` is a wall: what an answer names outside of it never reaches any output.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pincite::model::SourceText;
use pincite::sources::from_root;

use crate::isolation::pages;

/// Stands only outside the root.
const CANARY: &str = "canary outside of the root";

/// The time limit for the answer to one path.
const AT_ONCE: Duration = Duration::from_secs(1);

/// Paths that are refused.
const REFUSED: &[&str] = &[
    "../outside/canary.txt",
    "../outside/canary.pdf",
    "./../outside/canary.txt",
    "a/../../outside/canary.txt",
    "docs/../../outside/canary.txt",
    "..\\outside\\canary.txt",
    "%2e%2e/outside/canary.txt",
    "..%2foutside/canary.txt",
    "/etc/passwd",
    "//etc/passwd",
    "/dev/zero",
    "/dev/stdin",
    "/proc/self/environ",
    "/proc/self/fd/0",
    "file:///etc/passwd",
    "C:\\Windows\\win.ini",
    "\\\\evil\\share",
    "~/.ssh/id_rsa",
    "$HOME/x",
    "-rf",
    "--help",
    "link-out.txt",
    "link-out.pdf",
    "link-dir/canary.txt",
    "link-dir/canary.pdf",
    "link-loop",
    "link-dangling",
    "link-zero",
    "link-environ",
    "link-in.txt",
    "fifo",
    "docs",
    ".",
    "..",
    "a\0b",
    "a\nb",
    "\u{1b}]0;x\u{7}.txt",
    "$(touch x)",
    "`touch x`",
    "a;touch x",
];

/// Returns a root with everything that could lead out of it, and what is outside.
fn site() -> tempfile::TempDir {
    let site = tempfile::tempdir().unwrap();
    let (root, outside) = (site.path().join("root"), site.path().join("outside"));
    fs::create_dir_all(root.join("docs")).unwrap();
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("canary.txt"), CANARY).unwrap();
    fs::write(outside.join("canary.pdf"), pages(&[CANARY])).unwrap();
    fs::write(root.join("doc.txt"), "what may be read\n").unwrap();
    fs::write(root.join("docs/handbook.pdf"), pages(&["the words of the handbook"])).unwrap();
    fs::write(root.join("docs/page.html"), "<!doctype html><p>the words of the page").unwrap();
    for (name, target) in [
        ("link-out.txt", outside.join("canary.txt")),
        ("link-out.pdf", outside.join("canary.pdf")),
        ("link-dir", outside),
        ("link-loop", root.join("link-loop")),
        ("link-dangling", root.join("nothing")),
        ("link-zero", "/dev/zero".into()),
        ("link-environ", "/proc/self/environ".into()),
        ("link-in.txt", root.join("doc.txt")),
    ] {
        symlink(target, root.join(name)).unwrap();
    }
    let made = Command::new("mkfifo").arg(root.join("fifo")).status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("skipped: no FIFO could be made");
    }
    site
}

#[test]
fn whatever_a_path_says_it_is_answered_at_once_and_leads_nowhere() {
    let site = site();
    let root = site.path().join("root");
    for path in REFUSED {
        let begun = Instant::now();
        let source = from_root(&root, path);
        let why = match source.text {
            SourceText::Unreadable(why) => why,
            other => panic!("{path:?} gave {other:?}"),
        };
        assert!(!why.is_empty() && !why.contains(CANARY), "{path:?}: {why}");
        assert!(begun.elapsed() < AT_ONCE, "{path:?} took {:?}", begun.elapsed());
    }
    let path = root.join("no-permission.pdf");
    fs::write(&path, pages(&["secret"])).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).unwrap();
    if fs::read(&path).is_ok() {
        eprintln!("skipped: this user may read what nobody may");
    } else {
        let source = from_root(&root, "no-permission.pdf");
        assert!(matches!(source.text, SourceText::Unreadable(_)), "{source:?}");
    }
}

#[test]
fn what_a_cited_file_holds_decides_how_it_is_read() {
    let site = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(site.path().join(name), bytes).unwrap();
    write("binary", b"Refunds\0take five days.");
    write("huge.txt", b"");
    let huge = fs::File::options().write(true).open(site.path().join("huge.txt")).unwrap();
    huge.set_len(16 * 1024 * 1024 + 1).unwrap();
    let long = "a".repeat(300);
    for (name, reason) in [
        ("binary", "it is a binary file"),
        ("huge.txt", "it is larger than 16 MiB"),
        (long.as_str(), "it cannot be opened: file name too long"),
        ("binary/x", "there is no such file beneath"),
    ] {
        let SourceText::Unreadable(why) = from_root(site.path(), name).text else {
            panic!("{name}");
        };
        assert!(why.starts_with(reason), "{name}: {why}");
    }

    let text = "Refunds take five days.\n";
    let wide = "\u{feff}".chars().chain(text.chars());
    let wide: Vec<u8> =
        wide.flat_map(|c| u16::try_from(u32::from(c)).unwrap().to_le_bytes()).collect();
    write("wide.txt", &wide);
    write("talk.vtt", format!("WEBVTT\n\n00:01.000 --> 00:02.000\n{text}").as_bytes());
    let answer = "Refunds take five days.\u{3010}F:wide.txt\u{2020}L1\u{3011}\n\n\
                  Refunds take five days.\u{3010}F:talk.vtt\u{2020}L4\u{3011}\n";
    write("answer.md", answer.as_bytes());
    let shown = run(site.path(), &["show", "answer.md", "--root", "."]);
    assert_eq!(shown.matches("Refunds take five days.").count(), 4, "{shown}");
    assert!(shown.contains("UTF-16"), "{shown}");
}

fn run(folder: &Path, arguments: &[&str]) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(matches!(run.status.code(), Some(0..=2)), "{arguments:?}: {}", run.status);
    String::from_utf8([run.stdout, run.stderr].concat()).unwrap()
}

#[test]
fn the_canary_reaches_no_output() {
    let site = site();
    let cited = ["docs/page.html", "doc.txt"];
    let paths = REFUSED.iter().chain(&cited);
    let said: Vec<String> = paths.map(|path| format!("So it is.【F:{path}†L1】\n\n")).collect();
    let mut answer = said.concat();
    answer.push_str("So it is.【F:docs/handbook.pdf†L1】");
    fs::write(site.path().join("answer.md"), answer).unwrap();
    for command in [
        vec!["show", "--full"],
        vec!["show", "--format", "json"],
        vec!["check"],
        vec!["check", "--format", "json"],
        vec!["extract", "--format", "json"],
    ] {
        let arguments = [command, vec!["answer.md", "--root", "root"]].concat();
        let printed = run(site.path(), &arguments);
        assert!(!printed.contains("canary outside"), "{arguments:?}: {printed}");
    }
    let printed = run(site.path(), &["show", "--full", "answer.md", "--root", "root"]);
    for words in ["the words of the handbook", "the words of the page", "what may be read"] {
        assert!(printed.contains(words), "{words}: {printed}");
    }
    assert!(printed.matches("outside root").count() > 10, "{printed}");
}

#[test]
fn what_is_swapped_while_it_is_opened_leads_nowhere() {
    let site = site();
    let (root, outside) = (site.path().join("root"), site.path().join("outside"));
    let (spare, within) = (site.path().join("spare"), site.path().join("within"));
    fs::create_dir(&within).unwrap();
    fs::write(within.join("canary.txt"), "what may be read\n").unwrap();
    fs::write(&spare, "what may be read\n").unwrap();
    let done = AtomicBool::new(false);
    let (mut read, mut refused) = (0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                for (to_file, to_folder) in
                    [(outside.join("canary.txt"), &outside), (spare.clone(), &within)]
                {
                    let is_link = to_folder == &outside;
                    let next = site.path().join("next");
                    if is_link {
                        symlink(&to_file, &next).unwrap();
                    } else {
                        fs::copy(&to_file, &next).unwrap();
                    }
                    fs::rename(&next, root.join("swapped.txt")).unwrap();
                    drop(fs::remove_file(root.join("folder")));
                    drop(fs::rename(root.join("folder"), &within));
                    if is_link {
                        symlink(&outside, root.join("folder")).unwrap();
                    } else {
                        fs::rename(&within, root.join("folder")).unwrap();
                    }
                }
            }
        });
        for _ in 0..5000 {
            for path in ["swapped.txt", "folder/canary.txt"] {
                match from_root(&root, path).text {
                    SourceText::Inline(text) => {
                        assert!(!text.contains(CANARY), "{path} led outside");
                        read += 1;
                    }
                    SourceText::Unreadable(_) => refused += 1,
                    other => panic!("{path} gave {other:?}"),
                }
            }
        }
        done.store(true, Ordering::Relaxed);
    });
    assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
}
