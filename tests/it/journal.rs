//! The journal on real files, written by several processes, killed, short of room and damaged. The
//! full figures are in `cargo bench --bench journal`.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use pincite::review::journal::{Journal, Opened, Reason};
use pincite::review::{Entry, Event};

use crate::journal_writers::{Writer, Written, kill, read, together, verdict};

/// The arguments of [`writer`], one per line.
const ARGUMENTS: &str = "PINCITE_TEST_WRITER";

fn command(path: &Path, reviewer: &str, count: usize) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "journal::writer", "--ignored", "--nocapture"]);
    command.env(ARGUMENTS, format!("{}\n{reviewer}\n{count}", path.display()));
    command
}

#[test]
#[ignore = "the process that other tests start"]
fn writer() {
    if let Ok(arguments) = std::env::var(ARGUMENTS) {
        let arguments: Vec<String> = arguments.lines().map(str::to_owned).collect();
        crate::journal_writers::write(&arguments);
    }
}

/// Returns a folder and the path of a journal in it.
fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answer.json.review.jsonl");
    (folder, path)
}

/// Returns a journal with a number of verdicts.
fn filled(path: &Path, verdicts: usize) -> Vec<Entry> {
    let mut journal = Journal::review(path, "ann", "answer.json").unwrap().journal;
    let entries: Vec<Entry> = (0..verdicts).map(|number| verdict("ann", number)).collect();
    for entry in &entries {
        journal.append(entry).unwrap();
    }
    entries
}

#[test]
fn a_new_journal_is_private_and_states_its_format() {
    let (_folder, path) = place();
    let written = filled(&path, 3);
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o600);
    let Opened { entries, damaged, held_by, .. } = Journal::open(&path).unwrap();
    let Event::Began { input, tool, format } = &entries[0].event else { panic!("{entries:?}") };
    assert_eq!((input.as_str(), *format), ("answer.json", 1));
    assert!(tool.starts_with("pincite "));
    assert_eq!(entries[1..], written);
    assert_eq!((damaged.len(), held_by), (0, None));
    // Nothing was added by opening it again, and no lock file is left.
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 4);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn every_line_is_json_with_its_checksum_last() {
    let (_folder, path) = place();
    filled(&path, 3);
    for line in fs::read_to_string(&path).unwrap().lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let (last, crc) = value.as_object().unwrap().iter().next_back().unwrap();
        let body = line.split(",\"crc\"").next().unwrap();
        assert_eq!(last, "crc");
        assert_eq!(crc.as_str().unwrap(), format!("{:08x}", crc32fast::hash(body.as_bytes())));
    }
}

#[test]
fn what_is_no_journal_is_refused_and_left_as_it_is() {
    let (folder, path) = place();
    let message = |path: &Path| Journal::open(path).unwrap_err().to_string();
    let why = |path: &Path| message(path).split(": ").nth(1).unwrap().to_owned();
    assert_eq!(why(folder.path()), "it is a folder");
    assert_eq!(why(Path::new("/dev/full")), "it is a pipe, device or socket");
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert_eq!(why(&pipe), "it is a pipe, device or socket");
    assert_eq!(why(&folder.path().join("none/a")), "no such folder, or a broken link");
    std::os::unix::fs::symlink(folder.path().join("nowhere"), &path).unwrap();
    assert_eq!(why(&path), "no such folder, or a broken link");
    assert!(!folder.path().join("nowhere").exists());
    let answer = folder.path().join("answer.json");
    for text in ["{\"id\":\"resp_1\",\"output\":[]}", "# An answer", "{}\n"] {
        fs::write(&answer, text).unwrap();
        assert_eq!(why(&answer), "not a review journal");
        assert!(Journal::read(&answer).is_err());
        assert_eq!(fs::read_to_string(&answer).unwrap(), text);
    }
    assert!(Journal::read(&folder.path().join("none")).is_err());
}

#[test]
fn a_journal_that_cannot_be_written_is_reported_with_a_way_out() {
    let (_folder, path) = place();
    filled(&path, 1);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o400)).unwrap();
    if let Err(error) = Journal::open(&path) {
        assert!(error.to_string().ends_with("permission denied"), "{error}");
        assert!(error.advice().unwrap().contains("--review FILE"));
    } else {
        eprintln!("skipped: this user may write to everything");
    }
    assert_eq!(read(&path).0.len(), 1);
}

#[test]
fn a_second_reviewer_sees_the_first_and_both_are_kept() {
    let (_folder, path) = place();
    let mut ann = Journal::review(&path, "ann", "answer.json").unwrap();
    let mut bob = Journal::review(&path, "bob", "answer.json").unwrap();
    assert_eq!(ann.held_by, None);
    let holder = format!("ann (process {})", std::process::id());
    assert_eq!(bob.held_by.as_deref(), Some(holder.as_str()));
    assert_eq!(Journal::open(&path).unwrap().held_by, Some(holder));
    let (one, two) = (verdict("ann", 1), verdict("bob", 2));
    ann.journal.append(&one).unwrap();
    bob.journal.append(&two).unwrap();
    assert_eq!(ann.journal.reload().unwrap(), std::slice::from_ref(&two));
    assert_eq!(bob.journal.reload().unwrap(), [one]);
    assert_eq!(bob.journal.reload().unwrap(), []);
    drop(ann);
    assert_eq!(Journal::review(&path, "bob", "answer.json").unwrap().held_by, None);
}

#[test]
fn a_verdict_is_unsaved_while_another_program_locks_the_journal() {
    let (_folder, path) = place();
    let mut opened = Journal::review(&path, "ann", "answer.json").unwrap();
    let other = fs::File::open(&path).unwrap();
    other.lock().unwrap();
    let (one, two) = (verdict("ann", 1), verdict("ann", 2));
    let why = opened.journal.append(&one).unwrap_err().to_string();
    assert!(why.contains("locked by another program"), "{why}");
    assert_eq!(opened.journal.unsaved(), std::slice::from_ref(&one));
    assert_eq!(read(&path).0, [""; 0]);
    other.unlock().unwrap();
    opened.journal.append(&two).unwrap();
    assert!(opened.journal.unsaved().is_empty());
    assert_eq!(read(&path).0, [one.id.0, two.id.0]);
}

#[test]
fn a_review_goes_on_in_another_file() {
    let (folder, path) = place();
    let mut opened = Journal::review(&path, "ann", "answer.json").unwrap();
    let other = fs::File::open(&path).unwrap();
    other.lock().unwrap();
    let one = verdict("ann", 1);
    opened.journal.append(&one).unwrap_err();
    let second = folder.path().join("second.jsonl");
    let next = opened.journal.continue_in(&second, "ann", "answer.json").unwrap();
    assert!(next.journal.unsaved().is_empty() && next.entries.contains(&one));
    assert_eq!((read(&second).0, read(&path).0), (vec![one.id.0.clone()], Vec::new()));
    let nowhere = folder.path().join("none/second.jsonl");
    assert!(opened.journal.continue_in(&nowhere, "ann", "answer.json").is_err());
    assert_eq!(opened.journal.unsaved(), [one]);
}

#[test]
fn a_holder_that_is_killed_lets_go() {
    let (_folder, path) = place();
    let mut lock = path.clone().into_os_string();
    lock.push(".lock");
    fs::write(&lock, "{\"reviewer\":\"gone\",\"process\":1}").unwrap();
    let opened = Journal::review(&path, "ann", "answer.json").unwrap();
    assert_eq!(opened.held_by, None);
    assert!(fs::read_to_string(&lock).unwrap().contains("\"ann\""));
    drop(opened);
    assert!(!Path::new(&lock).exists());
}

#[test]
fn a_lock_file_of_somebody_else_is_left_alone() {
    let (_folder, path) = place();
    let mut lock = path.clone().into_os_string();
    lock.push(".lock");
    fs::write(&lock, "my notes").unwrap();
    drop(Journal::review(&path, "ann", "answer.json").unwrap());
    assert_eq!(fs::read_to_string(&lock).unwrap(), "my notes");
}

#[test]
fn a_file_that_was_replaced_is_not_written_to_any_more() {
    let (folder, path) = place();
    let mut opened = Journal::review(&path, "ann", "answer.json").unwrap();
    let copy = folder.path().join("copy");
    fs::copy(&path, &copy).unwrap();
    fs::rename(&copy, &path).unwrap();
    let (one, two) = (verdict("ann", 1), verdict("ann", 2));
    let message = "another program replaced or removed the file";
    assert_eq!(opened.journal.append(&one).unwrap_err().to_string(), message);
    assert_eq!(opened.journal.append(&two).unwrap_err().to_string(), message);
    assert_eq!(opened.journal.read_only(), Some(message));
    let again = opened.journal.continue_in(&path, "ann", "answer.json").unwrap();
    assert_eq!(again.entries[1..], [one, two]);
    assert_eq!(read(&path).0.len(), 2);
}

#[test]
fn what_takes_the_place_of_a_journal_makes_its_entries_lost() {
    type Replace = fn(&Path);
    let ways: [(&str, Replace); 5] = [
        ("nothing", |_| ()),
        ("a folder", |path| fs::create_dir(path).unwrap()),
        ("a pipe", |path| {
            assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
        }),
        ("a device", |path| std::os::unix::fs::symlink("/dev/full", path).unwrap()),
        ("a link to itself", |path| std::os::unix::fs::symlink(path, path).unwrap()),
    ];
    for (way, replace) in ways {
        let (_folder, path) = place();
        let mut opened = Journal::review(&path, "ann", "answer.json").unwrap();
        let (one, two) = (verdict("ann", 1), verdict("ann", 2));
        opened.journal.append(&one).unwrap();
        fs::remove_file(&path).unwrap();
        replace(&path);
        drop(opened.journal.reload());
        assert!(opened.journal.lost().contains(&one.id), "{way}");
        assert!(opened.journal.append(&two).is_err(), "{way}");
        assert_eq!(opened.journal.unsaved(), [two], "{way}");
    }
}

#[test]
fn entries_of_a_later_version_are_reported_and_kept() {
    let (_folder, path) = place();
    filled(&path, 1);
    let body = r#"{"id":"1-1-1","at":"2026-11-02T09:00:00Z","reviewer":"ann","event":"signed""#;
    let line = format!("{body},\"crc\":\"{:08x}\"}}\n", crc32fast::hash(body.as_bytes()));
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend_from_slice(line.as_bytes());
    fs::write(&path, &bytes).unwrap();
    let mut opened = Journal::open(&path).unwrap();
    assert!(matches!(&opened.damaged[0].reason, Reason::Unknown(why) if why.contains("`signed`")));
    assert_eq!(opened.damaged[0].line, 3);
    opened.journal.append(&verdict("ann", 2)).unwrap();
    assert!(fs::read(&path).unwrap().starts_with(&bytes));
}

#[test]
fn killed_writers_lose_nothing_that_they_acknowledged() {
    let (_folder, path) = place();
    let kills = kill(40, Duration::from_millis(40), &path, command);
    assert_eq!((kills.rounds, kills.lost, kills.invented), (40, 0, 0));
    assert!(kills.saved > 40, "{}", kills.saved);
}

#[test]
fn writers_at_once_neither_mix_nor_lose_lines() {
    // A busy disk may lock a writer out, which says so and stops: then all write once more.
    const ATTEMPTS: usize = 3;
    for _ in 0..ATTEMPTS {
        let (_folder, path) = place();
        let all = together(8, 100, &path, command);
        assert_eq!((all.found, all.lost, all.mixed), (all.saved, 0, 0));
        if all.locked_out == 0 {
            assert_eq!(all.saved, 800);
            return;
        }
    }
    panic!("writers were locked out {ATTEMPTS} times");
}

/// Checks a writer that a limit stopped in the middle of a line: everything acknowledged is there, the
/// file is sound, and writing continues once there is space again.
fn check_stopped(path: &Path, written: &Written, why: &str) {
    assert_eq!(
        written.unsaved.as_deref().map(|message| message.contains(why)),
        Some(true),
        "{:?}",
        written.unsaved
    );
    let (found, torn) = read(path);
    let found: BTreeSet<String> = found.into_iter().collect();
    assert_eq!((found, torn), (written.saved.clone(), 0));
    assert!(written.saved.len() > 5);
}

#[test]
fn a_file_that_may_not_grow_stays_sound() {
    let (_folder, path) = place();
    // The signal that comes with the limit would kill; a shell passes on that it is ignored.
    let own = command(&path, "ann", usize::MAX);
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 20; exec \"$@\"", "sh"]);
    limited.arg(own.get_program()).args(own.get_args());
    limited.envs(own.get_envs().filter_map(|(name, value)| Some((name, value?))));
    check_stopped(&path, &Writer::start(limited).wait(), "the disk took ");
    Journal::open(&path).unwrap().journal.append(&verdict("ann", 0)).unwrap();
}

#[test]
fn damaged_copies_keep_every_sound_line() {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/tools/hostile.py");
    if !tool.exists() {
        eprintln!("skipped: no ../shared/tools/hostile.py beside the repository");
        return;
    }
    let (folder, path) = place();
    filled(&path, 40);
    let target = folder.path().join("hostile");
    let mut python = Command::new("python3");
    python.arg(tool).arg(&target).args(["--small", "--damage"]).arg(&path);
    assert!(python.output().unwrap().status.success());
    let lines: BTreeSet<Vec<u8>> = lines(&fs::read(&path).unwrap()).into_iter().collect();
    let mut copies = 0;
    for entry in fs::read_dir(target.join("damaged").join(path.file_name().unwrap())).unwrap() {
        let copy = entry.unwrap().path();
        let name = copy.file_name().unwrap().to_str().unwrap().to_owned();
        let bytes = fs::read(&copy).unwrap();
        copies += 1;
        let Ok((entries, damaged)) = Journal::read(&copy) else {
            // In this one no line is left.
            assert_eq!(name, "utf16");
            continue;
        };
        let found = self::lines(&bytes);
        let sound =
            found.iter().filter(|line| lines.contains(line.strip_suffix(b"\r").unwrap_or(line)));
        assert_eq!(entries.len(), sound.clone().count(), "{name}");
        assert_eq!(damaged.len(), found.len() - sound.count(), "{name}");
        // Going on with it changes no byte that is there.
        Journal::open(&copy).unwrap().journal.append(&verdict("ann", 99)).unwrap();
        assert!(fs::read(&copy).unwrap().starts_with(&bytes), "{name}");
        assert!(Journal::read(&copy).unwrap().0.len() > entries.len(), "{name}");
    }
    assert!(copies > 400, "{copies}");
}

/// Returns the lines of a file that are not empty.
fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    let lines = bytes.split(|byte| *byte == b'\n');
    lines.filter(|line| !line.trim_ascii().is_empty()).map(<[u8]>::to_vec).collect()
}
