//! `check --fix` and `--diff` from outside: what is written, and what never is.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Command;

use crate::check::Folder;
use crate::cli::cite;

const SOURCE: (&str, &str) = ("a.txt", "Refunds take five days.\n");

/// Two faults that can be repaired and one that cannot, with a mark, CRLF, a lone CR, what no
/// terminal may see, and no end of the last line.
fn faulty() -> String {
    let (a, b) = (cite("a L1"), cite("b"));
    format!("\u{feff}Title\u{1b}[1m\r\n\r\nFive days{a}.\rOld\r\n\r\n**Five days {a}** it is.{b}")
}

fn mended() -> String {
    let (a, b) = (cite("a L1"), cite("b"));
    format!("\u{feff}Title\u{1b}[1m\r\n\r\nFive days.{a}\rOld\r\n\r\n**Five days** {a} it is.{b}")
}

/// The rules whose findings are repaired or left here, so that other rules change nothing.
const SELECTED: &str = "--select F,M007,P001";

fn folder() -> Folder {
    Folder::new(&[("answer.md", &faulty()), SOURCE])
}

#[test]
fn a_fix_changes_the_file_and_reports_the_remaining_findings() {
    let folder = folder();
    let fixed = folder.check(&format!("{SELECTED} --fix answer.md a.txt"));
    assert_eq!(folder.read("answer.md"), mended());
    assert_eq!(fixed.status, 1);
    assert_eq!(
        fixed.stderr,
        "pincite: 2 repairs made in answer.md\n1 finding (1 error) in 1 of 1 case\n\
         1 case: 3 citations, 0 checked against text, 2 not compared, 1 unresolved\n"
    );
    let plain = folder.check(&format!("{SELECTED} answer.md a.txt"));
    assert!(plain.stdout.contains("error[P001 "), "{}", plain.stdout);
    assert_eq!(fixed.stdout, plain.stdout);
    let again = folder.check(&format!("{SELECTED} --fix --format json answer.md a.txt"));
    assert_eq!(folder.read("answer.md"), mended());
    assert!(again.stderr.starts_with("pincite: nothing to repair in answer.md\n"));
    let clean = folder.check("--select F --fix answer.md a.txt");
    assert_eq!((clean.stdout.as_str(), clean.status), ("", 0));
}

#[test]
fn a_diff_writes_nothing_and_can_be_applied() {
    let folder = folder();
    let diff = folder.check(&format!("{SELECTED} --fix --diff answer.md a.txt"));
    assert_eq!((folder.read("answer.md"), diff.status), (faulty(), 1));
    assert_eq!(
        diff.stderr,
        "pincite: warning: the text has control characters, which a terminal would obey\n\
         pincite: 2 repairs could be made in answer.md\n"
    );
    // Its raw bytes are what other programs need; no terminal is here to be protected.
    assert!(diff.stdout.contains("Title\u{1b}[1m\r\n"));
    folder.write("answer.patch", &diff.stdout);
    let applied = Command::new("git")
        .args(["apply", "-p0", "--whitespace=nowarn", "answer.patch"])
        .current_dir(folder.0.path())
        .status();
    if applied.is_ok() {
        assert_eq!(folder.read("answer.md"), mended());
    }
    folder.write("answer.md", &mended());
    let none = folder.check(&format!("{SELECTED} --diff answer.md a.txt"));
    assert_eq!((none.stdout.as_str(), none.status), ("", 0));
}

#[test]
fn standard_input_comes_back_repaired_and_findings_go_to_standard_error() {
    let folder = folder();
    let fixed = folder.check_stdin(&format!("{SELECTED} --fix - a.txt"), &faulty());
    assert_eq!((fixed.stdout, fixed.status), (mended(), 1));
    assert!(fixed.stderr.contains("error[P001 "), "{}", fixed.stderr);
    let same = folder.check_stdin("--select F --fix - a.txt", "Fine.");
    assert_eq!((same.stdout.as_str(), same.status), ("Fine.", 0));
}

#[test]
fn what_is_off_known_or_ignored_is_not_repaired() {
    let folder = folder();
    let off = folder.check("--select F --ignore marker-in-emphasis --diff answer.md a.txt");
    assert!(
        off.stdout.contains("+Five days.") && !off.stdout.contains("+**Five"),
        "{}",
        off.stdout
    );
    folder.check(&format!("{SELECTED} --write-baseline known.json answer.md a.txt"));
    let known = folder.check(&format!("{SELECTED} --baseline known.json --fix answer.md a.txt"));
    assert_eq!((folder.read("answer.md"), known.status), (faulty(), 0));
    let ignored = "<!-- pincite-ignore F: as it came -->";
    folder.write("answer.md", &format!("Five days{}. {ignored}\n", cite("a")));
    let diff = folder.check("--select F --allow-ignores --diff answer.md a.txt");
    assert_eq!((diff.stdout.as_str(), diff.status), ("", 0));
}

#[test]
fn a_link_stays_one_and_permissions_are_kept() {
    let folder = folder();
    let path = |name: &str| folder.0.path().join(name);
    symlink("answer.md", path("link.md")).unwrap();
    fs::set_permissions(path("answer.md"), Permissions::from_mode(0o664)).unwrap();
    folder.check(&format!("{SELECTED} --fix link.md a.txt"));
    assert!(fs::symlink_metadata(path("link.md")).unwrap().is_symlink());
    assert_eq!(folder.read("answer.md"), mended());
    assert_eq!(fs::metadata(path("answer.md")).unwrap().permissions().mode() & 0o7777, 0o664);
    let left = fs::read_dir(folder.0.path()).unwrap().count();
    assert_eq!(left, 3);
}

#[test]
fn what_is_not_the_files_own_text_is_refused_unchanged() {
    let response = serde_json::to_string(&faulty()).unwrap();
    let case = format!("{{\"id\":\"one\",\"response\":{response},\"sources\":[]}}\n");
    let bad = [b"\xff".as_slice(), faulty().as_bytes()].concat();
    for (name, bytes, why) in [
        ("case.json", case.as_bytes(), "the response is inside a document (`case`)"),
        ("batch.jsonl", case.repeat(2).as_bytes(), "it is a batch of JSON Lines"),
        ("bytes.md", &bad, "it is not wholly UTF-8"),
    ] {
        let folder = Folder::new(&[]);
        let path = folder.0.path().join(name);
        fs::write(&path, bytes).unwrap();
        for mode in ["--fix", "--diff"] {
            let refused = folder.check(&format!("{mode} {name}"));
            assert_eq!((refused.stdout.as_str(), refused.status), ("", 2));
            let error = format!("pincite: cannot repair {name}: {why}\nhint: what can be repaired");
            assert!(refused.stderr.starts_with(&error), "{}", refused.stderr);
        }
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    let (alone, both) = (folder(), folder());
    let results =
        [alone.check("--fix-locators answer.md"), both.check("--fix --fix-locators answer.md")];
    assert_eq!(results[0].stdout, results[1].stdout);
    let text = |folder: &Folder| fs::read(folder.0.path().join("answer.md")).unwrap();
    assert_eq!(text(&alone), text(&both));
    assert_ne!(text(&alone), text(&folder()));
}

#[test]
fn a_drifted_locator_moves_only_when_asked_for() {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/evidence");
    let answer = fs::read_to_string(samples.join("answer.md")).unwrap();
    let source = |name: &str| fs::read_to_string(samples.join("sources").join(name)).unwrap();
    let (leave, equipment) = (source("turn0file0.txt"), source("turn0file1.txt"));
    let folder = Folder::new(&[
        ("answer.md", &answer),
        ("turn0file0.txt", &leave),
        ("turn0file1.txt", &equipment),
    ]);
    folder.check("--fix answer.md turn0file0.txt turn0file1.txt");
    assert_eq!(folder.read("answer.md"), answer);
    let printed = folder.check("--fix --fix-locators answer.md turn0file0.txt turn0file1.txt");
    let moved = answer.replace(&cite("turn0file0 L9"), &cite("turn0file0 L14"));
    assert_ne!(moved, answer);
    assert_eq!(folder.read("answer.md"), moved);
    assert!(
        printed.stderr.starts_with("pincite: 1 repair made in answer.md\n"),
        "{}",
        printed.stderr
    );
    assert!(!printed.stdout.contains("drifted-locator"), "{}", printed.stdout);
}

#[test]
fn locators_that_are_not_moved_are_counted_with_the_reason() {
    let source =
        "# Rules\n\nFlights are booked in economy class.\n\nHotels are refunded up to 180 euros.\n";
    let answer = "Hotels are refunded up to 180 euros. [rules.md L3]\n";
    let folder = Folder::new(&[("answer.md", answer), ("rules.md", source)]);
    let printed = folder.check("--fix-locators --diff answer.md rules.md");
    assert!(!printed.stderr.contains("nothing to repair"), "{}", printed.stderr);
    let why = "1 locator not moved (line 1): only locators in markers such as";
    assert!(printed.stderr.contains(why), "{}", printed.stderr);
    // Without drift there is nothing to repair.
    folder.write("answer.md", &answer.replace("L3", "L5"));
    let printed = folder.check("--fix-locators --diff answer.md rules.md");
    assert!(printed.stderr.contains("nothing to repair"), "{}", printed.stderr);
}
