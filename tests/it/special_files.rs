//! Pipes, devices and files without end in every place where the program reads or writes a file.
//! A run that waits for one of them is ended after a while and fails.

use std::fs::{self, File};
use std::os::unix::fs::{FileTypeExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::cli::cite;

/// More than a run takes, and less than reading without end.
const LIMIT: Duration = Duration::from_secs(20);

/// Kilobytes of address space: reading a device without end aborts early.
const MEMORY: &str = "3000000";

fn folder() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("r.md"), format!("Fine.{}\n", cite("a L1"))).unwrap();
    fs::write(dir.path().join("a.txt"), "one\ntwo\n").unwrap();
    dir
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Runs to the end, which has to come.
#[track_caller]
fn run(dir: &Path, args: &[&str]) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v $0; exec \"$@\"", MEMORY, env!("CARGO_BIN_EXE_pincite")]);
    shell.args(args).current_dir(dir).stdin(Stdio::null());
    let mut child = shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > LIMIT {
            child.kill().unwrap();
            panic!("{args:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    assert!(matches!(output.status.code(), Some(0..=2)), "{args:?}: {output:?}");
    output
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Something that is not a file to read: a pipe nobody writes to, or a device without end.
fn bad(dir: &Path, name: &str, is_pipe: bool) -> PathBuf {
    let path = dir.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    if is_pipe {
        pipe(&path);
    } else {
        symlink("/dev/zero", &path).unwrap();
    }
    path
}

#[test]
fn what_says_what_is_ignored_is_never_waited_for() {
    let ignoring = [".gitignore", ".ignore", ".git/info/exclude"];
    for (name, is_pipe) in ignoring.iter().flat_map(|name| [(name, true), (name, false)]) {
        let dir = folder();
        bad(&dir.path().join("sub"), name, is_pipe);
        fs::write(dir.path().join("sub/b.txt"), "three\n").unwrap();
        let shown = run(dir.path(), &["show", "r.md", "."]);
        let shown = String::from_utf8_lossy(&shown.stdout);
        let note = format!("because ./sub/{name}: it is a pipe, device or socket");
        assert!(shown.contains(&note), "{shown}");
        assert!(shown.contains("1: one") && shown.contains("b.txt, 1 line"), "{shown}");
        // In the folder itself or above it nothing is ignored.
        let shown = run(&dir.path().join("sub"), &["show", "../r.md", "."]);
        let shown = String::from_utf8_lossy(&shown.stdout);
        assert!(shown.contains("what is ignored is not known"), "{shown}");
        let status = run(dir.path(), &["check", "sub"]).status.code();
        assert_eq!(status, Some(2));
    }
    let dir = folder();
    fs::create_dir(dir.path().join("sub")).unwrap();
    File::create(dir.path().join("sub/.ignore")).unwrap().set_len(600_000_000).unwrap();
    fs::create_dir(dir.path().join("tree")).unwrap();
    fs::write(dir.path().join("tree/.git"), "gitdir: ../git/worktrees/tree\n").unwrap();
    bad(dir.path(), "git/worktrees/tree/commondir", true);
    let shown = run(dir.path(), &["show", "r.md", "."]);
    let shown = String::from_utf8_lossy(&shown.stdout);
    assert!(shown.contains("it is larger than 1024 KiB"), "{shown}");
    assert!(shown.contains("all of ./tree is read"), "{shown}");
}

#[test]
fn a_pipe_in_place_of_an_ignore_file_costs_no_source() {
    let dir = tempfile::tempdir().unwrap();
    let docs = dir.path().join("docs");
    fs::create_dir_all(docs.join("sub/deep")).unwrap();
    fs::write(dir.path().join("r.md"), format!("One two.{}\n", cite("b L1"))).unwrap();
    fs::write(docs.join("sub/b.txt"), "one two\n").unwrap();
    fs::write(docs.join("sub/deep/c.txt"), "three\n").unwrap();
    pipe(&docs.join("sub/.gitignore"));
    let shown = run(dir.path(), &["show", "--strict", "r.md", "docs"]);
    assert_eq!(shown.status.code(), Some(0), "{shown:?}");
    let home = dir.path().join("home");
    fs::create_dir(&home).unwrap();
    pipe(&home.join(".gitconfig"));
    let mut git = Command::new("timeout");
    git.arg("20").arg(env!("CARGO_BIN_EXE_pincite")).args(["show", "--strict", "r.md", "docs"]);
    let status = git.current_dir(dir.path()).env("HOME", home).output().unwrap().status;
    assert_eq!(status.code(), Some(0));
}

#[test]
fn a_file_named_as_an_argument_is_never_waited_for() {
    for is_pipe in [true, false] {
        let dir = folder();
        let bad_names = ["x.md", "x.json", "x.jsonl", "x.gz", "x.bib", "x.txt", "x.pdf"];
        for name in bad_names {
            bad(dir.path(), name, is_pipe);
        }
        let refused = |args: &[&str]| {
            let output = run(dir.path(), args);
            assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
            let message = stderr(&output);
            assert!(message.contains("it is a pipe, device or socket"), "{args:?}: {message}");
        };
        for name in bad_names {
            for command in ["check", "show", "report", "extract", "strip", "material"] {
                refused(&[command, name]);
            }
            refused(&["check", "r.md", name]);
            refused(&["check", "r.md", "--source", &format!("a={name}")]);
            refused(&["convert", name, "--to", "plain"]);
            refused(&["diff", "r.md", name]);
            refused(&["check", "r.md", "a.txt", "--scores", name]);
            refused(&["check", "r.md", "a.txt", "--min", "clean=0", "--trend", name]);
            refused(&["check", name, "--fix"]);
            refused(&["check", name, "--format", "jsonl-citations"]);
            fs::write(dir.path().join("pincite.toml"), format!("sources = [\"{name}\"]\n"))
                .unwrap();
            // A configuration cannot name a link that leads out of its folder.
            let output = run(dir.path(), &["check", "r.md"]);
            assert_eq!(output.status.code(), Some(2), "{name}: {output:?}");
            fs::remove_file(dir.path().join("pincite.toml")).unwrap();
        }
        bad(dir.path(), "pincite.toml", is_pipe);
        refused(&["check", "r.md", "a.txt"]);
        fs::remove_file(dir.path().join("pincite.toml")).unwrap();
        bad(dir.path(), "r.md.review.jsonl", is_pipe);
        refused(&["report", "r.md", "a.txt"]);
    }
}

#[test]
fn a_pipe_that_the_shell_opened_is_read() {
    let dir = folder();
    let script = "\"$0\" check --no-config <(cat r.md) a.txt --format json && \
                  \"$0\" strip <(cat r.md) && \"$0\" strip /dev/stdin < r.md";
    let mut bash = Command::new("bash");
    bash.args(["-c", script, env!("CARGO_BIN_EXE_pincite")]).current_dir(dir.path());
    let output = bash.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stdout.ends_with(b"Fine.\nFine.\n"), "{output:?}");
}

#[test]
fn files_that_options_name_are_regular_and_of_a_size() {
    for is_pipe in [true, false] {
        let dir = folder();
        let found = dir.path().join("found");
        fs::create_dir(&found).unwrap();
        for name in ["r.md", "a.txt"] {
            fs::copy(dir.path().join(name), found.join(name)).unwrap();
        }
        for name in ["x.toml", "base.json", "x.csl", "x.csv", "x.review.jsonl", "refs.bib"] {
            bad(dir.path(), name, is_pipe);
        }
        for args in [
            &["check", "r.md", "a.txt", "--config", "x.toml"][..],
            &["check", "r.md", "a.txt", "--baseline", "base.json"],
            &["check", "r.md", "a.txt", "--write-baseline", "base.json"],
            &["convert", "r.md", "a.txt", "--to", "academic", "--style", "x.csl"],
            &["show", "r.md", "x.csv"],
            &["show", "r.md", "--source", "a=x.csv"],
            &["review", "import", "x.csv", "--reviewer", "ann", "-o", "j.jsonl"],
            &["review", "report", "x.review.jsonl"],
            &["review", "merge", "x.review.jsonl"],
        ] {
            let output = run(dir.path(), args);
            assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
            let message = stderr(&output);
            assert!(message.contains("it is a pipe, device or socket"), "{args:?}: {message}");
        }
    }
    let dir = folder();
    for name in ["pincite.toml", "x.toml", "base.json", "x.csl"] {
        File::create(dir.path().join(name)).unwrap().set_len(600_000_000).unwrap();
    }
    for args in [
        &["check", "r.md", "a.txt"][..],
        &["check", "r.md", "a.txt", "--config", "x.toml"],
        &["check", "r.md", "a.txt", "--no-config", "--baseline", "base.json"],
        &["convert", "r.md", "a.txt", "--to", "academic", "--style", "x.csl"],
    ] {
        let output = run(dir.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains("it is larger than"), "{args:?}: {}", stderr(&output));
    }
}

/// The options that write a file, each with its name last.
const WRITING: &[&[&str]] = &[
    &["report", "r.md", "a.txt", "-o"],
    &["convert", "r.md", "a.txt", "--to", "footnotes", "-o"],
    &["check", "r.md", "a.txt", "-o"],
    &["check", "r.md", "a.txt", "--write-baseline"],
    &["review", "merge", "j.review.jsonl", "-o"],
];

#[test]
fn a_device_or_pipe_is_written_to_and_never_replaced() {
    let dir = folder();
    fs::write(dir.path().join("j.review.jsonl"), "").unwrap();
    for args in WRITING {
        let is_baseline = args.contains(&"--write-baseline");
        let device = Path::new("/dev/null");
        let output = run(dir.path(), &[args, &["/dev/null"][..]].concat());
        assert!(fs::metadata(device).unwrap().file_type().is_char_device(), "{args:?}");
        let expected = if is_baseline { Some(2) } else { Some(0) };
        assert_eq!(output.status.code().map(|it| it.min(2)), expected, "{args:?}: {output:?}");
        assert!(
            !fs::read_dir("/dev")
                .unwrap()
                .any(|entry| { entry.unwrap().file_name().to_string_lossy().starts_with(".tmp") })
        );
        if is_baseline {
            continue;
        }
        let path = dir.path().join("pipe");
        fs::remove_file(&path).unwrap_or_default();
        pipe(&path);
        let reader = {
            let path = path.clone();
            std::thread::spawn(move || fs::read(path).unwrap())
        };
        run(dir.path(), &[args, &["pipe"][..]].concat());
        let is_empty = reader.join().unwrap().is_empty();
        assert!(!is_empty || ["check", "review"].contains(&args[0]), "{args:?}");
        assert!(fs::symlink_metadata(&path).unwrap().file_type().is_fifo(), "{args:?}");
    }
    let picture = dir.path().join("x.svg");
    pipe(&picture);
    let reader = std::thread::spawn(move || fs::read(picture).unwrap());
    run(dir.path(), &["demo", "--screenshot", "x.svg"]);
    assert!(reader.join().unwrap().starts_with(b"<svg"));
    assert!(fs::symlink_metadata(dir.path().join("x.svg")).unwrap().file_type().is_fifo());
}

#[test]
fn a_pipe_that_nobody_reads_and_a_link_to_nothing_are_refused() {
    let dir = folder();
    fs::write(dir.path().join("j.review.jsonl"), "").unwrap();
    pipe(&dir.path().join("pipe"));
    symlink("pipe", dir.path().join("to-pipe")).unwrap();
    symlink("nowhere", dir.path().join("link")).unwrap();
    let metrics: &[&str] = &["check", "r.md", "a.txt", "--metrics"];
    for args in WRITING.iter().chain([&metrics]) {
        let refused = |name: &str, why: &str| {
            let output = run(dir.path(), &[args, &[name][..]].concat());
            assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
            let message = stderr(&output);
            assert!(message.contains(name) && message.contains(why), "{args:?}: {message}");
        };
        if !args.contains(&"--write-baseline") {
            refused("pipe", "it is a pipe that nobody reads");
            refused("to-pipe", "it is a pipe that nobody reads");
            refused("link", "");
        }
        let link = dir.path().join("link");
        assert!(fs::symlink_metadata(link).unwrap().is_symlink(), "{args:?}");
        assert!(!dir.path().join("nowhere").exists(), "{args:?}");
    }
    assert!(fs::symlink_metadata(dir.path().join("pipe")).unwrap().file_type().is_fifo());
}

#[test]
fn a_socket_or_folder_is_not_written_to() {
    let dir = folder();
    fs::write(dir.path().join("j.review.jsonl"), "").unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(dir.path().join("socket")).unwrap();
    for args in WRITING {
        let output = run(dir.path(), &[args, &["socket", "--force"][..]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        let kind = fs::symlink_metadata(dir.path().join("socket")).unwrap().file_type();
        assert!(kind.is_socket(), "{args:?}");
    }
}

#[test]
fn a_link_stays_and_its_target_is_replaced() {
    let dir = folder();
    fs::create_dir(dir.path().join("elsewhere")).unwrap();
    let target = dir.path().join("elsewhere/report.html");
    fs::write(&target, "").unwrap();
    symlink("elsewhere/report.html", dir.path().join("report.html")).unwrap();
    run(dir.path(), &["report", "r.md", "a.txt", "-o", "report.html"]);
    assert!(fs::symlink_metadata(dir.path().join("report.html")).unwrap().is_symlink());
    assert!(fs::read_to_string(target).unwrap().starts_with("<!"));
}
