//! Sources that change on disk while they are open and not watched: the ways in which programs save a
//! file.

use std::fs::{self, File, FileTimes, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::cli::cite;
use crate::isolation::pages;
use crate::pty::{Terminal, command};

const PINCITE: &str = env!("CARGO_BIN_EXE_pincite");

/// The message about a file with other content.
const CHANGED: &str = "changed on disk: open it again";

/// A way to save: what it is called, and what it does to a file of that content.
pub(crate) type Way = (&'static str, fn(&Path, &[u8]));

/// Ways after which a file holds what it is given.
pub(crate) const WAYS: [Way; 8] = [
    ("vim, with a backup", |path, content| {
        fs::rename(path, path.with_extension("bak")).unwrap();
        fs::write(path, content).unwrap();
        fs::remove_file(path.with_extension("bak")).unwrap();
    }),
    ("another file renamed over it", |path, content| {
        let other = path.with_extension("new");
        fs::write(&other, content).unwrap();
        fs::rename(&other, path).unwrap();
    }),
    ("cut off and written", |path, content| {
        let mut file = OpenOptions::new().write(true).truncate(true).open(path).unwrap();
        file.write_all(content).unwrap();
    }),
    ("written over in place", |path, content| {
        let mut file = OpenOptions::new().write(true).open(path).unwrap();
        file.write_all(content).unwrap();
        file.set_len(content.len() as u64).unwrap();
    }),
    ("removed and made again", |path, content| {
        fs::remove_file(path).unwrap();
        fs::write(path, content).unwrap();
    }),
    ("a link that leads elsewhere now", |path, content| {
        let other = path.with_extension("elsewhere");
        fs::write(&other, content).unwrap();
        let link = path.with_extension("link");
        symlink(&other, &link).unwrap();
        fs::rename(&link, path).unwrap();
    }),
    ("with its old time", |path, content| {
        let modified = fs::metadata(path).unwrap().modified().unwrap();
        fs::write(path, content).unwrap();
        File::options().write(true).open(path).unwrap().set_modified(modified).unwrap();
    }),
    ("with the time of a year ago", |path, content| {
        fs::write(path, content).unwrap();
        let then = SystemTime::now() - Duration::from_hours(365 * 24);
        let times = FileTimes::new().set_modified(then);
        File::options().write(true).open(path).unwrap().set_times(times).unwrap();
    }),
];

/// Kinds of sources: a text that is read in place, one that is held, a document. Each as it is
/// first, and with something else of the same length.
pub(crate) fn kinds() -> [(&'static str, Vec<u8>, Vec<u8>); 3] {
    let prompt = |word: &str| {
        format!(
            "<source id=\"a\">\nthe {word} fact\n</source>\n<source id=\"c\">\nmore\n</source>\n"
        )
    };
    [
        ("a.txt", b"the first fact\n".to_vec(), b"the other fact\n".to_vec()),
        ("prompt.txt", prompt("first").into(), prompt("other").into()),
        ("a.pdf", pages(&["the first fact"]), pages(&["the other fact"])),
    ]
}

/// Returns the inspector on a file; it is at the passage.
fn open(folder: &Path, (name, content): (&str, &[u8])) -> Terminal {
    fs::write(folder.join("real"), content).unwrap();
    fs::rename(folder.join("real"), folder.join(name)).unwrap();
    fs::write(folder.join("answer.md"), format!("So it is.{}", cite("a L1-L3"))).unwrap();
    let mut terminal =
        Terminal::start(command(PINCITE, &["--no-watch", "answer.md", name], folder), (80, 24));
    terminal.wait_for("the first fact");
    terminal
}

#[test]
fn every_way_of_saving_something_else_is_noticed() {
    for (name, before, after) in kinds() {
        for (way, save) in WAYS {
            let folder = tempfile::tempdir().unwrap();
            let mut terminal = open(folder.path(), (name, &before));
            save(&folder.path().join(name), &after);
            terminal.wait_until(&format!("{name}: {way}"), |screen| {
                screen.contents().contains(CHANGED)
            });
        }
    }
}

#[test]
fn saving_the_same_again_alarms_nobody() {
    let touched: [Way; 2] = [
        ("touched", |path, _| {
            let now = SystemTime::now();
            File::options().write(true).open(path).unwrap().set_modified(now).unwrap();
        }),
        ("with other permissions", |path, _| {
            let mut permissions = fs::metadata(path).unwrap().permissions();
            std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o600);
            fs::set_permissions(path, permissions).unwrap();
        }),
    ];
    for (name, before, after) in kinds() {
        let folder = tempfile::tempdir().unwrap();
        let mut terminal = open(folder.path(), (name, &before));
        for (way, save) in WAYS.iter().chain(&touched) {
            save(&folder.path().join(name), &before);
            // Two looks later, and after one that was asked for, nothing is said.
            while terminal.take(Duration::from_millis(300)).is_some() {}
            terminal.press("\r");
            while terminal.take(Duration::from_millis(300)).is_some() {}
            let shown = terminal.screen().contents();
            assert!(!shown.contains("on disk") && !shown.contains("from disk"), "{way}: {shown}");
        }
        fs::write(folder.path().join(name), after).unwrap();
        terminal.wait_for(CHANGED);
        fs::remove_file(folder.path().join(name)).unwrap();
        terminal.wait_for("is gone from disk");
        fs::write(folder.path().join(name), &before).unwrap();
        terminal.wait_until_gone("disk: ");
    }
}

#[test]
fn what_shrinks_or_grows_is_said_and_crashes_nothing() {
    for (name, before, _) in kinds() {
        let folder = tempfile::tempdir().unwrap();
        let mut terminal = open(folder.path(), (name, &before));
        let path = folder.path().join(name);
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"more\n").unwrap();
        terminal.wait_for(CHANGED);
        OpenOptions::new().write(true).open(&path).unwrap().set_len(0).unwrap();
        terminal.press("g G n p");
        terminal.wait_for(CHANGED);
        terminal.press("q");
        assert_eq!(terminal.wait_for_end(crate::pty::LIMIT), 0);
    }
}
