//! Files that change while the program looks at them: the inspector in a terminal, `show` and `check`
//! with `--watch`.

use std::fs::{self, OpenOptions};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::changes::{WAYS, kinds};
use crate::cli::cite;
use crate::pty::{LIMIT, Terminal, command};

const PINCITE: &str = env!("CARGO_BIN_EXE_pincite");

/// The message about a file that is read again.
const AGAIN: &str = "read again";

fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) {
    fs::write(folder.join(name), content).unwrap();
}

/// Returns the inspector on `answer.md` and a source.
fn open(folder: &Path, source: &str) -> Terminal {
    let mut terminal = Terminal::start(command(PINCITE, &["answer.md", source], folder), (80, 24));
    terminal.wait_for("n next");
    terminal
}

#[test]
fn every_way_of_saving_a_source_shows_what_it_holds_now() {
    for (name, before, after) in kinds() {
        for (way, save) in WAYS {
            let folder = tempfile::tempdir().unwrap();
            write(folder.path(), name, &before);
            write(folder.path(), "answer.md", format!("So it is.{}", cite("a L1-L3")));
            let mut terminal = open(folder.path(), name);
            terminal.wait_for("the first fact");
            save(&folder.path().join(name), &after);
            terminal.wait_until(&format!("{name}: {way}"), |screen| {
                let shown = screen.contents();
                shown.contains("the other fact") && shown.contains(AGAIN)
            });
            let shown = terminal.screen().contents();
            assert!(!shown.contains("disk"), "{way}: {shown}");
        }
    }
}

#[test]
fn every_way_of_saving_the_response_shows_it_and_keeps_the_citation() {
    let text = |word: &str| {
        let (one, two) = (cite("a L1"), cite("a L2"));
        format!("One {word} claim.{one}\n\nTwo {word} claims.{two}\n")
    };
    for (way, save) in WAYS {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "a.txt", "fact one\nfact two\n");
        write(folder.path(), "answer.md", text("first"));
        let mut terminal = open(folder.path(), "a.txt");
        terminal.press("n");
        terminal.wait_for("2 of 2");
        save(&folder.path().join("answer.md"), text("other").as_bytes());
        terminal.wait_until(way, |screen| screen.contents().contains("Two other claims."));
        let shown = terminal.screen().contents();
        assert!(shown.contains("2 of 2") && shown.contains("▐[2* L2]▌"), "{way}: {shown}");
        terminal.press("q");
        assert_eq!(terminal.wait_for_end(LIMIT), 0);
    }
}

#[test]
fn a_verdict_is_stale_when_its_passage_changed_and_one_by_another_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.txt", "fact one\nfact two\n");
    write(folder.path(), "answer.md", format!("A claim.{}", cite("a L1")));
    let mut terminal = open(folder.path(), "a.txt");
    // What there is to judge is known before the words are compared.
    terminal.wait_for("words ");
    terminal.press("ay");
    terminal.wait_for("1 of 1 judged");
    let mut file = OpenOptions::new().append(true).open(folder.path().join("a.txt")).unwrap();
    file.write_all(b"more\n").unwrap();
    terminal.wait_for("the source changed elsewhere since");
    assert!(terminal.screen().contents().contains("1 of 1 judged"));
    write(folder.path(), "a.txt", "another fact one\nfact two\nmore\n");
    terminal.wait_for("the source changed since: ");
    assert!(terminal.screen().contents().contains("0 of 1 judged"));
    // The same reviewer at another terminal.
    let mut other = open(folder.path(), "a.txt");
    other.wait_for("0 of 1 judged");
    other.wait_for("words ");
    other.press("a");
    other.wait_for("1 of 1 judged");
    terminal.wait_for("1 of 1 judged");
}

#[test]
fn what_is_gone_or_half_written_keeps_the_screen_until_it_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let case = |claim: &str| {
        format!(
            r#"{{"id":"one","response":"{claim}.{}","sources":[{{"id":"a","text":"fact"}}]}}"#,
            cite("a L1")
        )
    };
    write(folder.path(), "one.json", case("A claim"));
    let mut terminal = Terminal::start(command(PINCITE, &["one.json"], folder.path()), (80, 24));
    terminal.wait_for("A claim");
    write(folder.path(), "one.json", &case("A claim")[..20]);
    terminal.wait_for("not reloaded, this is the earlier state");
    assert!(terminal.screen().contents().contains("▐[1 L1]▌"));
    write(folder.path(), "one.json", case("Other words"));
    terminal.wait_for("Other words");
    fs::remove_file(folder.path().join("one.json")).unwrap();
    terminal.wait_for("not reloaded, this is the earlier state");
    assert!(terminal.screen().contents().contains("Other words"));
    write(folder.path(), "one.json", case("Back"));
    terminal.wait_for("Back");
    assert!(!terminal.screen().contents().contains("not reloaded"));
}

#[test]
fn a_file_that_never_rests_leaves_the_keys_alone() {
    let folder = tempfile::tempdir().unwrap();
    let claim = |n| format!("Claim {n}.{}\n\n", cite("a L1"));
    let claims = (1..=9).map(claim).collect::<Vec<_>>().concat();
    write(folder.path(), "answer.md", claims);
    write(folder.path(), "a.txt", "fact 0\n");
    let mut terminal = open(folder.path(), "a.txt");
    let path = folder.path().join("a.txt");
    let writer = thread::spawn(move || {
        for turn in 1..=60 {
            fs::write(&path, format!("fact {turn}\n")).unwrap();
            thread::sleep(Duration::from_millis(50));
        }
    });
    for citation in 2..=9 {
        terminal.press("n");
        terminal.wait_for(&format!("{citation} of 9"));
    }
    terminal.wait_for(AGAIN);
    writer.join().unwrap();
    terminal.wait_for("fact 60");
    assert!(terminal.screen().contents().contains("9 of 9"));
}

/// A command that goes on until it is interrupted, with its output.
struct Going {
    child: Child,
    out: Receiver<String>,
}

impl Drop for Going {
    fn drop(&mut self) {
        drop(self.child.kill());
    }
}

impl Going {
    fn start(arguments: &[&str], folder: &Path) -> Self {
        let mut child = Command::new(PINCITE)
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, out) = mpsc::channel();
        thread::spawn(move || {
            lines.map_while(Result::ok).take_while(|line| sender.send(line.clone()).is_ok()).count()
        });
        Self { child, out }
    }

    /// Reads up to the line that holds `words`.
    fn read_to(&self, words: &str) -> String {
        let mut all = String::new();
        while !all.lines().next_back().is_some_and(|line| line.contains(words)) {
            let line = self.out.recv_timeout(LIMIT);
            all += &line.unwrap_or_else(|_| panic!("no `{words}` in:\n{all}"));
            all.push('\n');
        }
        all
    }

    /// Interrupts it; returns its status and its standard error.
    fn interrupt(mut self) -> (i32, String) {
        // It may still be busy with the end of the run, in which an interrupt ends it at once.
        thread::sleep(Duration::from_millis(500));
        let id = Pid::from_raw(self.child.id().try_into().unwrap()).unwrap();
        kill_process(id, Signal::INT).unwrap();
        let mut printed = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut printed).unwrap();
        (self.child.wait().unwrap().code().unwrap_or(-1), printed)
    }
}

#[test]
fn show_prints_again_after_each_change_and_ends_with_the_last_status() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.txt", "fact one\n");
    write(folder.path(), "answer.md", format!("A claim.{}", cite("a L1")));
    let arguments = ["show", "--watch", "--strict", "answer.md", "a.txt"];
    let going = Going::start(&arguments, folder.path());
    assert!(going.read_to("matched by file name").contains("fact one"));
    write(folder.path(), "a.txt", "fact two\n");
    let printed = going.read_to("matched by file name");
    let between = printed.lines().next().unwrap();
    assert!(between.starts_with("--- 2") && between.ends_with(" changed: a.txt"), "{between}");
    assert!(printed.contains("fact two"), "{printed}");
    fs::remove_file(folder.path().join("a.txt")).unwrap();
    going.read_to(" changed: a.txt");
    // The run that finds it missing comes after that line.
    thread::sleep(Duration::from_secs(1));
    write(folder.path(), "a.txt", "fact three\n");
    going.read_to("matched by file name");
    write(folder.path(), "answer.md", format!("A claim.{}", cite("a L7")));
    assert!(going.read_to("matched by file name").contains("1 unresolved"));
    let (status, printed) = going.interrupt();
    assert_eq!(status, 1);
    assert_eq!(
        printed,
        "pincite: cannot read a.txt: no such file\n\
         hint: check the path; a source is a file or a folder\n"
    );
}

#[test]
fn check_watches_its_configuration_too_and_keeps_its_output_clean() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.txt", "A claim.\n");
    write(folder.path(), "answer.md", format!("A claim.{}", cite("a L7")));
    write(folder.path(), "pincite.toml", "");
    let arguments = ["check", "--watch", "--format", "json", "answer.md", "a.txt"];
    let going = Going::start(&arguments, folder.path());
    assert!(going.read_to("schema").contains("locator-out-of-range"));
    write(folder.path(), "pincite.toml", "[check]\nignore = [\"P\"]\n");
    let again = going.read_to("schema");
    assert!(again.starts_with('{') && again.contains("\"findings\":[]"), "{again}");
    let (status, printed) = going.interrupt();
    assert_eq!(status, 0);
    assert!(printed.starts_with("--- 2") && printed.ends_with("pincite.toml\n"), "{printed}");
}

#[test]
fn a_pipe_cannot_be_watched_and_a_missing_file_is_reported_at_once() {
    for (arguments, printed) in [
        (["show", "--watch", "-"], "cannot watch standard input: it can be read only once"),
        (["check", "--watch", "missing.md"], "cannot read missing.md"),
    ] {
        let output = Command::new(PINCITE).args(arguments).stdin(Stdio::null()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(printed), "{error}");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn a_terminal_is_cleared_between_two_runs() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.txt", "fact one\n");
    write(folder.path(), "answer.md", format!("A claim.{}", cite("a L1")));
    let arguments = ["show", "--watch", "answer.md", "a.txt"];
    let mut terminal = Terminal::start(command(PINCITE, &arguments, folder.path()), (80, 24));
    terminal.wait_for("matched by file name");
    write(folder.path(), "a.txt", "fact two\n");
    terminal.wait_for("fact two");
    terminal.wait_for("matched by file name");
    let shown = terminal.screen().contents();
    assert!(shown.starts_with("case: answer.md") && !shown.contains("fact one"), "{shown}");
    thread::sleep(Duration::from_millis(500));
    terminal.press("\u{3}");
    assert_eq!(terminal.wait_for_end(LIMIT), 0);
}
