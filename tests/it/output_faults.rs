//! Files that cannot be written: the old content stays, nothing is left beside it, and the message
//! names the file and the reason.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::check::Folder;
use crate::cli::cite;

/// The commands that write a file, each with the name of that file.
const WRITERS: [(&str, &str); 11] = [
    ("check answer.md docs/ -o out", "out"),
    ("check answer.md docs/ --format sarif -o out", "out"),
    ("check answer.md docs/ --metrics out", "out"),
    ("check answer.md docs/ --write-baseline out --force", "out"),
    ("check answer.md docs/ --fix", "answer.md"),
    ("report answer.md docs/ -o out --force", "out"),
    ("report answer.md docs/ -o out --format json --force", "out"),
    ("report answer.md docs/ -o html --metrics out --force", "out"),
    ("convert --to html answer.md docs/ -o out --force", "out"),
    ("answer.md docs/ --screenshot out.svg", "out.svg"),
    ("lock code.md --root . --update", "citations.lock"),
];

/// A folder with an answer that `--fix` repairs, a text that cites code, and the files to replace.
fn folder() -> Folder {
    let marker = cite("a L1");
    Folder::new(&[
        ("answer.md", &format!("Refunds take{marker}{marker} five days.\n")),
        ("docs/a.txt", "Refunds take five days.\n"),
        ("code.md", "The limit is `MAX_REFUNDS` (src/limits.py:1).\n"),
        ("src/limits.py", "MAX_REFUNDS = 5\n"),
        ("out.svg", "<svg/>\n"),
        ("out", "{\"schema\":\"pincite.baseline/1\",\"findings\":{}}\n"),
    ])
}

/// Runs the program where no file may grow beyond `blocks` of 512 or 1,024 bytes. Returns the status
/// and standard error.
fn limited(folder: &Path, blocks: u32, arguments: &str) -> (i32, String) {
    let output = Command::new("sh")
        // The signal that comes with the limit would kill.
        .args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"; "), "sh"])
        .arg(env!("CARGO_BIN_EXE_pincite"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .env("TERM", "xterm-256color")
        .output()
        .unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_file_that_may_not_grow_keeps_its_old_content() {
    for (arguments, file) in WRITERS {
        let folder = folder();
        let root = folder.0.path();
        if file == "citations.lock" {
            folder.write(file, "# nothing yet\n");
        }
        let (before, old) = (names(root), folder.read(file));
        let (status, error) = limited(root, 0, arguments);
        assert_eq!(status, 2, "{arguments}: {error}");
        assert!(error.contains(file), "{arguments}: {error}");
        assert!(error.to_lowercase().contains("file too large"), "{arguments}: {error}");
        assert_eq!(folder.read(file), old, "{arguments}");
        assert_eq!(names(root), before, "{arguments}");

        let (status, error) = limited(root, 100_000, arguments);
        assert!(status < 2, "{arguments}: {error}");
        assert_ne!(folder.read(file), old, "{arguments}");
    }
}
