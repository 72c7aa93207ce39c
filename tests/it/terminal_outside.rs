//! The program and its surroundings: the editor, the clipboard, and text that means harm.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use portable_pty::CommandBuilder;
use rustix::process::{Pid, Signal, kill_process};

use crate::pty::{LIMIT, Terminal, command};
use crate::sequences::take_apart;

const PINCITE: &str = env!("CARGO_BIN_EXE_pincite");

const ANSWER: &str = "So it is.\u{e200}filecite\u{e202}turn0file0\u{e202}L2\u{e201}";

/// Returns a folder with an answer, a source, and an editor that is this shell script.
fn folder(editor: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("answer.md"), ANSWER).unwrap();
    fs::write(folder.path().join("facts.txt"), "the first fact\nthe second fact\n").unwrap();
    let path = folder.path().join("an editor");
    fs::write(&path, format!("#!/bin/sh\n{editor}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    (folder, path)
}

fn with_editor(mut command: CommandBuilder, editor: &Path) -> Terminal {
    command.env("EDITOR", format!("'{}' --wait", editor.display()));
    let mut terminal = Terminal::start(command, (100, 30));
    terminal.wait_for("the second fact");
    terminal
}

#[test]
fn the_editor_gets_the_file_and_the_line_and_the_screen_comes_back() {
    let (folder, editor) = folder(r#"printf '%s\n' "$@" > arguments; stty -a > modes"#);
    let files = ["answer.md", "facts.txt"];
    let mut terminal = with_editor(command(PINCITE, &files, folder.path()), &editor);
    terminal.press("e");
    let left = terminal.wait_for_bytes(b"\x1b[?1049l", 0);
    let back = terminal.wait_for_bytes(b"\x1b[?1049h", left);
    terminal.wait_for_bytes(b"\x1b[2J", back);
    terminal.wait_for("the second fact");
    let arguments = fs::read_to_string(folder.path().join("arguments")).unwrap();
    let path = folder.path().canonicalize().unwrap().join("facts.txt");
    let given: Vec<&str> = arguments.lines().collect();
    assert_eq!(given[..2], ["--wait", "+2"]);
    assert_eq!(Path::new(given[2]).canonicalize().unwrap(), path);
    assert_eq!(given.len(), 3);
    let modes = fs::read_to_string(folder.path().join("modes")).unwrap();
    assert!(modes.contains(" icanon") && modes.contains(" echo "), "cooked: {modes}");
    terminal.press("q");
    assert_eq!(terminal.wait_for_end(LIMIT), 0);
}

#[test]
fn a_note_goes_to_the_editor_and_comes_back() {
    // The file to write is the last argument.
    let write =
        r#"for file; do :; done; cp "$file" before; printf 'It says\nnothing of it.\n' > "$file""#;
    let (folder, editor) = folder(write);
    let files = ["answer.md", "facts.txt"];
    let mut terminal = with_editor(command(PINCITE, &files, folder.path()), &editor);
    terminal.wait_for("words ");
    terminal.press("Cbegun\x05");
    let left = terminal.wait_for_bytes(b"\x1b[?1049l", 0);
    terminal.wait_for_bytes(b"\x1b[?1049h", left);
    terminal.wait_for("nothing of it.");
    assert_eq!(fs::read_to_string(folder.path().join("before")).unwrap().trim(), "begun");
    terminal.press("\x13");
    terminal.wait_for("\u{201c}It says nothing of it.\u{201d}");
    terminal.press("q");
    assert_eq!(terminal.wait_for_end(LIMIT), 0);
    let journal = fs::read_to_string(folder.path().join("answer.md.review.jsonl")).unwrap();
    assert!(journal.contains(r#""note":"It says\nnothing of it.""#), "{journal}");
}

#[test]
fn of_a_document_the_editor_gets_a_copy_of_its_text() {
    let look = r#"printf '%s\n' "$@" > arguments; stat -c %a "$3" > modes; cp "$3" copy"#;
    let (folder, editor) = folder(look);
    let pdf = crate::isolation::pages(&["the first fact", "the second fact"]);
    fs::write(folder.path().join("turn0file0.pdf"), pdf).unwrap();
    let answer = "So it is.\u{e200}filecite\u{e202}turn0file0\u{e202}L1-L2\u{e201}";
    fs::write(folder.path().join("answer.md"), answer).unwrap();
    let files = ["answer.md", "turn0file0.pdf"];
    let mut terminal = with_editor(command(PINCITE, &files, folder.path()), &editor);
    terminal.press("e");
    let left = terminal.wait_for_bytes(b"\x1b[?1049l", 0);
    terminal.wait_for_bytes(b"\x1b[?1049h", left);
    terminal.wait_for("that was the text extracted from the PDF");
    let arguments = fs::read_to_string(folder.path().join("arguments")).unwrap();
    let given: Vec<&str> = arguments.lines().collect();
    assert_eq!(given[..2], ["--wait", "+1"]);
    assert!(given[2].ends_with("/turn0file0.pdf.txt"), "{arguments}");
    assert!(!Path::new(given[2]).exists(), "the copy is taken away again");
    assert_eq!(fs::read_to_string(folder.path().join("modes")).unwrap().trim(), "400");
    let copy = fs::read_to_string(folder.path().join("copy")).unwrap();
    assert!(copy.contains("the second fact"), "{copy}");
    terminal.press("Y");
    terminal.wait_for("copied turn0file0 pp. 1-2");
    terminal.press("y");
    terminal.wait_for("copied 2 lines");
}

#[test]
fn ctrl_c_in_the_editor_does_not_end_the_inspector() {
    let (folder, editor) = folder("trap '' INT QUIT; kill -INT 0; kill -QUIT 0");
    let files = ["answer.md", "facts.txt"];
    let mut terminal = with_editor(command(PINCITE, &files, folder.path()), &editor);
    terminal.press("e");
    let left = terminal.wait_for_bytes(b"\x1b[?1049l", 0);
    terminal.wait_for_bytes(b"\x1b[2J", left);
    terminal.press("n");
    terminal.wait_for("last citation");
    terminal.press("q");
    assert_eq!(terminal.wait_for_end(LIMIT), 0);
}

#[test]
fn a_signal_to_end_does_not_wait_for_the_editor() {
    for (editor, ends) in [("sleep 30", true), ("trap '' TERM; sleep 30", false)] {
        let (folder, editor) = folder(&format!("echo $$ > id; {editor}"));
        let files = ["answer.md", "facts.txt"];
        let mut terminal = with_editor(command(PINCITE, &files, folder.path()), &editor);
        terminal.press("e");
        let id = folder.path().join("id");
        while !fs::read_to_string(&id).is_ok_and(|it| it.ends_with('\n')) {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let process = Pid::from_raw(terminal.id().try_into().unwrap()).unwrap();
        let asked = std::time::Instant::now();
        kill_process(process, Signal::TERM).unwrap();
        assert_eq!(terminal.wait_for_end(LIMIT), 128 + 15);
        assert!(asked.elapsed() < std::time::Duration::from_secs(3), "{:?}", asked.elapsed());
        let id: i32 = fs::read_to_string(&id).unwrap().trim().parse().unwrap();
        let left = Pid::from_raw(id).map(|it| kill_process(it, Signal::KILL));
        assert_eq!(left.unwrap().is_err(), ends, "the editor");
    }
}

#[test]
fn ctrl_z_in_the_editor_stops_both() {
    let (folder, editor) = folder("kill -TSTP 0; echo edited");
    let jobs = r#"set -m; "$0" answer.md facts.txt; echo "stopped: $?"; read -r line; fg"#;
    let shell = command("/bin/sh", &["-c", jobs, PINCITE], folder.path());
    let mut terminal = with_editor(shell, &editor);
    terminal.press("e");
    terminal.wait_for_bytes(b"stopped: 1", 0);
    terminal.press("\n");
    let edited = terminal.wait_for_bytes(b"edited", 0);
    terminal.wait_for_bytes(b"\x1b[2J", edited);
    terminal.wait_for("the second fact");
    terminal.press("q");
    assert_eq!(terminal.wait_for_end(LIMIT), 0);
}

#[test]
fn copying_hands_the_passage_to_the_terminal() {
    let (folder, _) = folder("");
    let files = ["answer.md", "facts.txt"];
    let mut terminal = Terminal::start(command(PINCITE, &files, folder.path()), (100, 30));
    terminal.wait_for("the second fact");
    terminal.press("y");
    // "the second fact" in base64.
    terminal.wait_for_bytes(b"\x1b]52;c;dGhlIHNlY29uZCBmYWN0\x1b\\", 0);
    terminal.wait_for("copied 1 line");
}

/// Runs tmux with a server of its own, and returns what it prints.
fn tmux(folder: &Path, arguments: &[&str]) -> String {
    let socket = folder.join("tmux").to_str().unwrap().to_owned();
    let output = std::process::Command::new("tmux")
        .args(["-S", &socket, "-f", "/dev/null"])
        .args(arguments)
        .env_remove("TMUX")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env("TERM", "xterm-256color")
        .current_dir(folder)
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Waits until `words` are in a pane of tmux; all of the pane.
fn wait_in_tmux(folder: &Path, words: &str) -> String {
    let end = std::time::Instant::now() + LIMIT;
    loop {
        let shown = tmux(folder, &["capture-pane", "-p"]);
        if shown.contains(words) {
            return shown;
        }
        assert!(std::time::Instant::now() < end, "`{words}` is not in tmux:\n{shown}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn in_tmux_the_passage_is_in_its_buffer_and_the_foot_says_so() {
    if std::process::Command::new("tmux").arg("-V").output().is_err() {
        eprintln!("skipped: tmux is not installed");
        return;
    }
    let (folder, _) = folder("");
    let folder = folder.path();
    let program = format!("'{PINCITE}' answer.md facts.txt");
    tmux(folder, &["new-session", "-d", "-x", "120", "-y", "30", &program]);
    wait_in_tmux(folder, "the second fact");
    wait_in_tmux(folder, "n next");
    tmux(folder, &["send-keys", "y"]);
    let shown = wait_in_tmux(folder, "copied 1 line");
    assert!(shown.contains("copied 1 line in tmux"), "{shown}");
    assert_eq!(tmux(folder, &["show-buffer"]), "the second fact");
    tmux(folder, &["kill-server"]);
}

#[test]
fn copied_text_is_cleaned_and_says_so() {
    let (folder, _) = folder("");
    fs::write(folder.path().join("facts.txt"), "one\nls\u{1b}[201~\u{3} \u{202e}x\n").unwrap();
    let taken = folder.path().join("taken");
    let take = folder.path().join("take");
    fs::write(&take, format!("#!/bin/sh\ncat > '{}'\n", taken.display())).unwrap();
    fs::set_permissions(&take, fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir(folder.path().join("pincite")).unwrap();
    let config = format!("clipboard = \"'{}'\"\n", take.display());
    fs::write(folder.path().join("pincite/config.toml"), config).unwrap();
    let mut command = command(PINCITE, &["answer.md", "facts.txt"], folder.path());
    command.env("XDG_CONFIG_HOME", folder.path());
    let mut terminal = Terminal::start(command, (160, 30));
    terminal.wait_for("n next");
    terminal.press("y");
    terminal.wait_for("3 hidden characters removed");
    assert!(terminal.screen().contents().contains("copied 1 line with "));
    assert_eq!(fs::read_to_string(taken).unwrap(), "ls[201~ x");
}

#[test]
fn addresses_are_links_only_where_that_is_wanted_and_open_only_with_a_command() {
    let (folder, _) = folder("");
    let source = "Citation Marker: \u{e200}filecite\u{e202}turn0file0\u{e201}\nTitle: Facts\n\
                  URL: https://a.example/facts?x=1\n\n[L1] the first fact\n[L2] the second fact\n";
    fs::write(folder.path().join("facts.txt"), source).unwrap();
    let files = ["answer.md", "facts.txt"];
    let always = ["answer.md", "facts.txt", "--hyperlinks", "always"];
    for (arguments, wanted) in [(&files[..], false), (&always[..], true)] {
        let mut terminal = Terminal::start(command(PINCITE, arguments, folder.path()), (100, 30));
        terminal.wait_for("n next");
        terminal.press("O");
        terminal.wait_for("copied https://a.example/facts?x=1");
        terminal.press("Y");
        terminal.wait_for("copied Facts, L2, https://a.example/facts?x=1");
        terminal.press("q");
        assert_eq!(terminal.wait_for_end(LIMIT), 0);
        let found = take_apart(&terminal.raw());
        assert_eq!(found.leaks, Vec::<String>::new());
        assert_eq!(found.links.contains(&"https://a.example/facts?x=1".to_owned()), wanted);
    }
    let open = folder.path().join("open");
    fs::write(&open, "#!/bin/sh\nprintf '%s' \"$*\" > opened\n").unwrap();
    fs::set_permissions(&open, fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir(folder.path().join("pincite")).unwrap();
    let config = format!("open-command = \"'{}' --new\"\n", open.display());
    fs::write(folder.path().join("pincite/config.toml"), config).unwrap();
    let mut command = command(PINCITE, &files, folder.path());
    command.env("XDG_CONFIG_HOME", folder.path());
    let mut terminal = Terminal::start(command, (100, 30));
    terminal.wait_for("n next");
    terminal.press("O");
    terminal.wait_for("opened with ");
    let end = std::time::Instant::now() + LIMIT;
    while fs::read_to_string(folder.path().join("opened")).unwrap_or_default().is_empty() {
        assert!(std::time::Instant::now() < end, "it was not started");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let opened = fs::read_to_string(folder.path().join("opened")).unwrap();
    assert_eq!(opened, "--new https://a.example/facts?x=1");
}

/// Text that means harm: it colours, retitles, writes the clipboard, rings, hides and turns round.
const EVIL: &str = "\x1b[31mred\x1b]0;t\x07\x1b]52;c;ZXZpbA==\x07 \u{9b}2J \u{9d}52;c;ZXZpbA==\u{9c} \
    \x07\x08\x7f\u{85} \u{202e}live\u{202c} \u{2066}x\u{2069}\u{200f}\u{e0041}\u{200b}\u{feff}\u{2028}";

fn hostile_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let cite = |id: &str| format!("\u{e200}filecite\u{e202}{id}\u{e202}L2\u{e201}");
    let answer = format!(
        "# {EVIL}\n\nGood {EVIL}.{}\n\n| {EVIL} | b |\n|---|---|\n| {EVIL} | d{} |\n\n\
         ```{EVIL}\n{EVIL}\n```\n\n- [{EVIL}](http://{EVIL}) {}\n\nUnclosed \u{e200}{EVIL}",
        cite("turn0file0"),
        cite("turn0file1"),
        cite(EVIL)
    );
    fs::write(folder.path().join("answer\x1b[31m\u{202e}.md"), answer).unwrap();
    let source = format!(
        "Citation Marker: \u{e200}filecite\u{e202}turn0file0\u{e201}\nTitle: {EVIL}\nURL: http://{EVIL}\n\
         {EVIL}: {EVIL}\n\n[L1] {EVIL}\n[L2] second {EVIL}\n"
    );
    fs::write(folder.path().join("source.txt"), source).unwrap();
    let plain = format!("{EVIL}\nsecond {EVIL}\n{}", EVIL.repeat(50));
    fs::write(folder.path().join("\x1b]0;t\x07\u{202e}turn0file1.rs"), plain).unwrap();
    folder
}

#[test]
fn nothing_hostile_reaches_the_terminal() {
    let folder = hostile_folder();
    let answer = "answer\x1b[31m\u{202e}.md";
    let files = [answer, "source.txt", "\x1b]0;t\x07\u{202e}turn0file1.rs"];
    for size in [(120, 40), (70, 30)] {
        let mut terminal = Terminal::start(command(PINCITE, &files, folder.path()), size);
        terminal.wait_for("second");
        for keys in ["y", "n", "p", "nn", "u", "v", "v", "w", "w", "|", "\t", "j", "G", "g"] {
            terminal.press(keys);
        }
        // Escape and the key after it must not arrive as one: wait for each list to go.
        for (key, words) in [("c", "Citations"), ("s", "Sources"), ("?", "Keys")] {
            terminal.press(key);
            terminal.wait_for(words);
            terminal.press("\x1b");
            terminal.wait_until_gone(words);
        }
        terminal.press("/second\r");
        terminal.press("nN");
        terminal.resize(size.0 - 3, size.1 - 1);
        terminal.press("q");
        assert_eq!(terminal.wait_for_end(LIMIT), 0);
        let found = take_apart(&terminal.raw());
        assert_eq!(found.leaks, Vec::<String>::new());
        assert_eq!(found.copies.len(), 1, "{:?}", found.copies);
        assert!(found.text.contains("second"));
    }
}

/// Text that other programs may read is passed on unchanged, to a terminal never.
#[test]
fn no_command_passes_hostile_text_to_the_terminal() {
    let folder = hostile_folder();
    let answer = "answer\x1b[31m\u{202e}.md";
    let case = serde_json::json!({"response": format!("So {EVIL}"), "sources": [{"id": EVIL, "text": EVIL}]});
    fs::write(folder.path().join("case.json"), case.to_string()).unwrap();
    let toml = "[citations]\npattern = \"(?<id>\u{202e}\u{200b})\"\n\
                [per-file-ignores]\n\"\u{202e}\\u001b\" = [\"P001\"]\n";
    fs::write(folder.path().join("config"), toml).unwrap();
    let mut several = vec![vec!["check", "--show-config", "--config", "config", answer]];
    for form in ["footnotes", "html", "plain", "academic"] {
        several.push(vec!["convert", "--to", form, answer, "source.txt"]);
    }
    for format in ["text", "json", "csv", "sarif", "junit", "github", "markdown"] {
        several.push(vec!["check", "--format", format, answer, "source.txt"]);
    }
    several.extend([
        vec!["strip", answer],
        vec!["strip", "--malformed", answer],
        vec!["strip", "case.json"],
        vec!["extract", "--malformed", answer],
        vec!["material", "source.txt"],
        vec!["show", answer, "source.txt"],
        vec!["report", "--format", "markdown", answer, "source.txt"],
        vec!["check", "--fix-locators", "--diff", answer, "source.txt"],
    ]);
    for arguments in several {
        let started = command(PINCITE, &arguments, folder.path());
        let mut terminal = Terminal::start(started, (120, 40));
        assert!(terminal.wait_for_end(LIMIT) < 3, "{arguments:?}");
        let found = take_apart(&terminal.raw());
        assert_eq!(found.leaks, Vec::<String>::new(), "{arguments:?}");
        assert!(!found.text.is_empty(), "{arguments:?}");
    }
}
