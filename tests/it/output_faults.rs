//! Files that cannot be written: the old content stays, nothing is left beside it, and the message
//! names the file and the reason.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::check::Folder;
use crate::cli::cite;

/// The commands that write a file, each with the name of that file.
const WRITERS: [(&str, &str); 14] = [
    ("check answer.md docs/ -o out --force", "out"),
    ("check answer.md docs/ --format sarif -o out --force", "out"),
    ("check answer.md docs/ --metrics out --force", "out"),
    ("check answer.md docs/ --write-baseline out --force", "out"),
    ("check answer.md docs/ --fix", "answer.md"),
    ("report answer.md docs/ -o out --force", "out"),
    ("report answer.md docs/ -o out --format json --force", "out"),
    ("report answer.md docs/ -o html --metrics out --force", "out"),
    // A folder with a page per case, written before it.
    ("report answer.md docs/ -o site/ --force", "site/index.html"),
    ("convert --to html answer.md docs/ -o out --force", "out"),
    ("convert --to html answer.md docs/ -o pages/ --force", "pages/answer.md.html"),
    ("review merge verdicts.jsonl -o out --force", "out"),
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
        ("site/index.html", "<p>\n"),
        ("site/cases/answer-md-f57c8c.html", "<p>\n"),
        ("pages/answer.md.html", "<p>\n"),
        (
            "verdicts.jsonl",
            "{\"id\":\"661277aa2a51a-36cb-1\",\"at\":\"2026-11-26T05:47:29.362202736Z\",\
             \"reviewer\":\"ann\",\"event\":\"began\",\"input\":\"a.md\",\"tool\":\"pincite 0.1.0\",\
             \"format\":1,\"crc\":\"a9288838\"}\n",
        ),
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

/// Returns the files in a folder, at any depth.
fn names(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = |path: PathBuf| if path.is_dir() { names(&path) } else { [path].into() };
    entries.flat_map(below).collect()
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
        let named = error.contains(&format!("cannot write {file}: "));
        let named = named || error.contains(&format!("cannot write ./{file}: "));
        assert!(named || error.contains("cannot write site/cases/"), "{arguments}: {error}");
        assert!(error.to_lowercase().contains("file too large"), "{arguments}: {error}");
        assert_eq!(folder.read(file), old, "{arguments}");
        assert_eq!(names(root), before, "{arguments}");

        let (status, error) = limited(root, 100_000, arguments);
        assert!(status < 2, "{arguments}: {error}");
        assert_ne!(folder.read(file), old, "{arguments}");
    }
}

#[test]
fn a_large_report_that_cannot_be_written_keeps_the_old_one() {
    let folder = folder();
    let root = folder.0.path();
    folder.write("answer.md", &format!("Refunds take five days.{} ", cite("a L1")).repeat(4_000));
    let (before, old) = (names(root), folder.read("out"));
    for format in ["html", "json"] {
        // Its text goes to a file without a name first, which may not grow either.
        let arguments = format!("report answer.md docs/ -o out --format {format} --force");
        let (status, error) = limited(root, 1_000, &arguments);
        assert_eq!(status, 2, "{format}: {error}");
        assert!(error.to_lowercase().contains("file too large"), "{format}: {error}");
        assert_eq!((folder.read("out"), names(root)), (old.clone(), before.clone()), "{format}");
    }
}

#[test]
fn a_dash_means_standard_output() {
    for arguments in [
        "check answer.md docs/",
        "check answer.md docs/ --format json",
        "report answer.md docs/",
        "convert --to html answer.md docs/",
    ] {
        let folder = folder();
        let before = names(folder.0.path());
        let run = |more: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
            command.args(arguments.split_whitespace()).args(more).current_dir(folder.0.path());
            // A report states the time.
            command.env("SOURCE_DATE_EPOCH", "1700000000").output().unwrap()
        };
        let (plain, dash) = (run(&[]), run(&["-o", "-"]));
        assert!(!plain.stdout.is_empty(), "{arguments}: {plain:?}");
        assert_eq!(dash.stdout, plain.stdout, "{arguments}");
        assert_eq!(dash.status, plain.status, "{arguments}");
        assert_eq!(names(folder.0.path()), before, "{arguments}");
    }
    let folder = folder();
    let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
    command.args(["check", "answer.md", "docs/", "--quiet", "--metrics", "-"]);
    let output = command.current_dir(folder.0.path()).output().unwrap();
    let metrics: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(metrics.is_object() && !folder.0.path().join("-").exists(), "{metrics}");
}

/// System calls that fail in the processes that a test starts.
#[cfg(target_os = "linux")]
mod faults {
    use std::process::{Command, Output};

    pub use seccompiler::SeccompCmpOp;
    use seccompiler::{
        SeccompAction, SeccompCmpArgLen, SeccompCondition, SeccompFilter, SeccompRule,
    };

    pub struct Fault {
        pub name: &'static str,
        calls: &'static [i64],
        /// The argument that decides, from 0, and how; the calls always fail without it.
        when: When,
        /// Another condition that is enough.
        or: When,
        error: i32,
        /// The error in words, in small letters.
        pub message: &'static str,
    }

    const CREATES: u64 = libc::O_CREAT as u64;
    const TEMPORARY: u64 = libc::O_TMPFILE as u64;
    const RENAMES: &[i64] =
        &[libc::SYS_rename, libc::SYS_renameat, libc::SYS_renameat2, libc::SYS_linkat];
    /// To open a file in order to create it.
    const NEW: When = Some((2, SeccompCmpOp::MaskedEq(CREATES), CREATES));
    /// The same for a file without a name.
    const NAMELESS: When = Some((2, SeccompCmpOp::MaskedEq(TEMPORARY), TEMPORARY));
    /// Not for the standard streams.
    const TO_FILES: When = Some((0, SeccompCmpOp::Ge, 3));
    const SYNCS: &[i64] = &[libc::SYS_fsync, libc::SYS_fdatasync];

    pub type When = Option<(u8, SeccompCmpOp, u64)>;

    /// Every operation between the old content of a file and the new one.
    pub const ALL: [Fault; 7] = [
        Fault {
            or: NAMELESS,
            ..fault("create", &[libc::SYS_openat], NEW, libc::EROFS, "read-only file system")
        },
        fault("write, full", &[libc::SYS_write], TO_FILES, libc::ENOSPC, "no space left on device"),
        fault("write, damaged", &[libc::SYS_write], TO_FILES, libc::EIO, "input/output error"),
        fault("permissions", &[libc::SYS_fchmod], None, libc::EPERM, "permission denied"),
        fault("fsync", SYNCS, None, libc::EIO, "input/output error"),
        fault("rename", RENAMES, None, libc::EACCES, "permission denied"),
        fault("rename, quota", RENAMES, None, libc::EDQUOT, "quota exceeded"),
    ];

    const fn fault(
        name: &'static str,
        calls: &'static [i64],
        when: When,
        error: i32,
        message: &'static str,
    ) -> Fault {
        Fault { name, calls, when, or: None, error, message }
    }

    impl Fault {
        /// Runs a command in which the calls fail. Every process that a thread starts inherits its
        /// filter, which no thread can put off again.
        pub fn inject(&self, command: Command) -> Output {
            self.inject_if(command, &None)
        }

        /// The same for calls of which one more argument compares like that, so that others succeed.
        pub fn inject_if(&self, mut command: Command, more: &When) -> Output {
            let rules = self.calls.iter().map(|call| (*call, self.rules(more)));
            let filter = SeccompFilter::new(
                rules.collect(),
                SeccompAction::Allow,
                SeccompAction::Errno(self.error.unsigned_abs()),
                std::env::consts::ARCH.try_into().unwrap(),
            );
            let program: seccompiler::BpfProgram = filter.unwrap().try_into().unwrap();
            let run = move || {
                seccompiler::apply_filter(&program).unwrap();
                command.output().unwrap()
            };
            std::thread::spawn(run).join().unwrap()
        }

        fn rules(&self, more: &When) -> Vec<SeccompRule> {
            let condition = |(argument, operator, value): (u8, SeccompCmpOp, u64)| {
                let length = SeccompCmpArgLen::Dword;
                SeccompCondition::new(argument, length, operator, value).unwrap()
            };
            let rule = |when: &When| {
                let all = when.clone().into_iter().chain(more.clone());
                let conditions: Vec<_> = all.map(condition).collect();
                (!conditions.is_empty()).then(|| SeccompRule::new(conditions).unwrap())
            };
            let or = self.or.is_some().then(|| rule(&self.or)).flatten();
            rule(&self.when).into_iter().chain(or).collect()
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_fault_at_any_operation_keeps_the_old_content() {
    for fault in &faults::ALL {
        for (arguments, file) in WRITERS {
            let folder = folder();
            let root = folder.0.path();
            if file == "citations.lock" {
                folder.write(file, "# nothing yet\n");
            }
            let (before, old) = (names(root), folder.read(file));
            let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
            command.args(arguments.split_whitespace()).current_dir(root);
            let output = fault.inject(command);
            let about = format!("{}: {arguments}: {output:?}", fault.name);
            assert_eq!(output.status.code(), Some(2), "{about}");
            let error = String::from_utf8(output.stderr).unwrap();
            // One of the commands writes two files.
            assert!(error.contains(file) || error.contains("html"), "{about}");
            assert!(error.to_lowercase().contains(fault.message), "{about}");
            assert_eq!(folder.read(file), old, "{about}");
            assert_eq!(names(root), before, "{about}");
        }
    }
}

/// Runs a command, with the fault if there is one, in a folder whose answer is large enough for several
/// writes. Returns the status, the new content of the file and the output.
#[cfg(target_os = "linux")]
fn written(
    (arguments, file): (&str, &str),
    answer: &str,
    fault: Option<(&faults::Fault, faults::When)>,
) -> (i32, Option<String>, String) {
    let folder = folder();
    let root = folder.0.path();
    folder.write("answer.md", answer);
    if file == "citations.lock" {
        folder.write(file, "# nothing yet\n");
    }
    let (before, old) = (names(root), folder.read(file));
    let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
    command.args(arguments.split_whitespace()).current_dir(root);
    // A report states the time.
    command.env("SOURCE_DATE_EPOCH", "1700000000");
    let output = match fault {
        Some((fault, when)) => fault.inject_if(command, &when),
        None => command.output().unwrap(),
    };
    assert!(names(root).is_superset(&before), "{arguments}: {output:?}");
    let new = Some(folder.read(file)).filter(|new| *new != old);
    (output.status.code().unwrap(), new, format!("{output:?}"))
}

/// A write that fails once among others that succeed.
#[cfg(target_os = "linux")]
#[test]
fn one_write_that_fails_leaves_all_of_the_old_content_or_of_the_new() {
    use faults::SeccompCmpOp::{Ge, Lt};

    let full = faults::ALL.iter().find(|fault| fault.name == "write, full").unwrap();
    let marker = cite("a L1");
    let answer = format!("Refunds take{marker}{marker} five days.\n\n").repeat(60);
    let mut failed = 0;
    for writer in WRITERS {
        let (status, whole, about) = written(writer, &answer, None);
        assert!(status < 2 && whole.is_some(), "{about}");
        for operator in [Ge, Lt] {
            let (faulty, new, about) =
                written(writer, &answer, Some((full, Some((2, operator, 4096)))));
            // One of the commands writes two files, so that this one may be whole all the same.
            assert!(new.is_none() || new == whole, "{writer:?}: {about}");
            let is_written = faulty == status && new.is_some();
            assert!(is_written || faulty == 2, "{writer:?}: {about}");
            failed += usize::from(!is_written);
        }
    }
    assert!(failed > WRITERS.len(), "{failed}");
}

/// The name of a file is on the disk only when its folder is synced too.
#[cfg(target_os = "linux")]
#[test]
fn a_sync_that_fails_is_reported_be_it_of_the_file_or_of_its_folder() {
    let sync = faults::ALL.iter().find(|fault| fault.name == "fsync").unwrap();
    let marker = cite("a L1");
    let answer = format!("Refunds take{marker}{marker} five days.\n");
    for writer in WRITERS {
        let (status, whole, about) = written(writer, &answer, None);
        assert!(status < 2 && whole.is_some(), "{about}");
        let mut seen = BTreeSet::new();
        for descriptor in 3..12 {
            let when = Some((0, faults::SeccompCmpOp::Eq, descriptor));
            let (faulty, new, about) = written(writer, &answer, Some((sync, when)));
            assert!(new.is_none() || new == whole, "{writer:?}: {about}");
            assert!(new.is_some() || faulty == 2, "{writer:?}: {about}");
            seen.insert((faulty == 2, new.is_some()));
        }
        assert!(seen.contains(&(true, false)), "{writer:?}: {seen:?}");
        // A page of the folder has the same descriptors before it.
        assert!(
            seen.contains(&(true, true)) || writer.1.starts_with("site"),
            "{writer:?}: {seen:?}"
        );
    }
}

/// Text after the beginning of a private key is held back, and written at the very end.
#[cfg(target_os = "linux")]
#[test]
fn the_last_write_of_a_report_that_held_text_back_may_not_fail_unnoticed() {
    let full = faults::ALL.iter().find(|fault| fault.name == "write, full").unwrap();
    let marker = cite("a L1");
    let key = "-----BEGIN RSA PRIVATE KEY-----";
    let answer = format!("Refunds take{marker}{marker} five days. {key}\n");
    let writer = ("check answer.md docs/ -o out --force", "out");
    let (status, whole, about) = written(writer, &answer, None);
    let whole = whole.unwrap();
    let begins = whole.find(key).unwrap();
    let held = whole.len() - whole[..begins].rfind('\n').map_or(0, |at| at + 1);
    assert!(status < 2 && held < whole.len(), "{about}");
    let last = Some((full, Some((2, faults::SeccompCmpOp::Eq, held as u64))));
    let (status, new, about) = written(writer, &answer, last);
    assert_eq!((status, new), (2, None), "{about}");
}

/// Whatever ends the program before a report is complete leaves the old one, and nothing beside it.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_leaves_no_unfinished_file() {
    use rustix::process::{Pid, Signal, kill_process};

    let arguments = "check --format json -o out - docs/";
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::KILL] {
        let folder = folder();
        let root = folder.0.path();
        let (before, old) = (names(root), folder.read("out"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
        command.args(arguments.split_whitespace()).current_dir(root);
        let silent = std::process::Stdio::null;
        // It waits for the rest of its input.
        command.stdin(std::process::Stdio::piped()).stdout(silent()).stderr(silent());
        let mut child = command.spawn().unwrap();
        let opened = format!("/proc/{}/fd", child.id());
        let is_open = || {
            let files = std::fs::read_dir(&opened).into_iter().flatten();
            let mut files = files.filter_map(|entry| entry.unwrap().path().read_link().ok());
            files.any(|file| file.starts_with(root) && file != root.join("docs"))
        };
        let begun = std::time::Instant::now();
        while !is_open() && begun.elapsed().as_secs() < 5 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        // An end of the input would let it finish.
        let input = child.stdin.take();
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert!(!child.wait().unwrap().success(), "{arguments}");
        drop(input);
        assert_eq!((names(root), folder.read("out")), (before, old), "{arguments}: {signal:?}");
    }
}
