//! The program itself in a real terminal: what no test of the state can show.
//!
//! Nothing here sleeps and hopes: a test waits for what must come, and says that something is
//! absent only once the program has ended.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use portable_pty::CommandBuilder;
use rustix::process::{Pid, Signal, kill_process};
use vt100::MouseProtocolMode;

use crate::pty::{LIMIT, Terminal, command};
use crate::sequences::take_apart;

const PINCITE: &str = env!("CARGO_BIN_EXE_pincite");

/// The time limit for ending after the request.
const SOON: Duration = Duration::from_secs(2);

/// In the head of the demo, the first and the second citation.
const FIRST: &str = "1 of 31";
const SECOND: &str = "2 of 31";

/// The text that the demo's first citation points at, and the first key named in the foot.
const PASSAGE: &str = "Chat of 15 November 2026";
const FOOT: &str = "? keys";

/// Only on the list of keys.
const HELP: &str = "Keys and commands";

fn pincite(arguments: &[&str]) -> CommandBuilder {
    command(PINCITE, arguments, Path::new("/"))
}

/// Returns a shell script that finds the program as `$0`.
fn script(script: &str, folder: &Path) -> CommandBuilder {
    command("/bin/sh", &["-c", script, PINCITE], folder)
}

fn demo(size: (u16, u16)) -> Terminal {
    open(pincite(&["demo", "handbook"]), size)
}

fn open(command: CommandBuilder, size: (u16, u16)) -> Terminal {
    let mut terminal = Terminal::start(command, size);
    terminal.wait_for(FOOT);
    terminal
}

fn signal(process: i32, signal: Signal) {
    kill_process(Pid::from_raw(process).unwrap(), signal).unwrap();
}

fn id(terminal: &Terminal) -> i32 {
    terminal.id().try_into().unwrap()
}

/// Asserts that the terminal is as the program found it.
fn assert_given_back(terminal: &Terminal) {
    let screen = terminal.screen();
    assert!(!screen.alternate_screen(), "the main screen is back");
    assert!(!screen.hide_cursor(), "the cursor is shown");
    assert!(!screen.bracketed_paste(), "pasting is as before");
    assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
    assert_eq!(terminal.modes_now(), terminal.modes);
}

#[test]
fn the_demo_opens_on_its_first_citation_and_its_passage() {
    let mut terminal = demo((120, 40));
    assert!(terminal.screen().alternate_screen());
    assert!(terminal.screen().hide_cursor());
    assert!(terminal.screen().contents().contains(FIRST));
    assert!(terminal.screen().contents().contains(PASSAGE));
    terminal.press("n");
    terminal.wait_for(SECOND);
    terminal.press("p");
    terminal.wait_for(FIRST);
}

#[test]
fn the_demo_has_three_steps() {
    let mut terminal = Terminal::start(pincite(&["demo"]), (80, 24));
    terminal.wait_for("1/3 good: the cited line says the same");
    terminal.press("n");
    terminal.wait_for("2/3 wrong lines: the text is in L6, b shows it");
    terminal.press("b");
    terminal.wait_for("The warranty covers the motor for five years and all other parts");
    terminal.press("n");
    terminal.wait_for("3/3 wrong number: 14 against 21");
    assert!(terminal.screen().contents().contains("pincite answer.md docs/"));
    terminal.press("q");
    assert_eq!(terminal.wait_for_end(LIMIT), 0);
}

#[test]
fn own_files_open_on_their_first_citation_and_its_passage() {
    let folder = tempfile::tempdir().unwrap();
    let answer = "Water boils at 100 °C.\u{e200}filecite\u{e202}turn0file0\u{e202}L90-L91\u{e201}";
    fs::write(folder.path().join("answer.md"), answer).unwrap();
    let source: Vec<String> = (1..=200).map(|line| format!("fact number {line}\n")).collect();
    fs::write(folder.path().join("facts.txt"), source.concat()).unwrap();
    let terminal = open(command(PINCITE, &["answer.md", "facts.txt"], folder.path()), (100, 30));
    let shown = terminal.screen().contents();
    assert!(shown.contains("1 of 1"), "{shown}");
    assert!(shown.contains("fact number 90") && shown.contains("fact number 91"), "{shown}");
}

#[test]
fn a_response_from_a_pipe_is_read_and_keys_come_from_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("facts.txt"), "the first fact\nthe second fact\n").unwrap();
    let piped = r#"printf 'So it is.\356\210\200filecite\356\210\202turn0file0\356\210\202L2\356\210\201' | "$0" - facts.txt"#;
    let mut terminal = open(script(piped, folder.path()), (100, 30));
    assert!(terminal.screen().contents().contains("the second fact"));
    terminal.press("?");
    terminal.wait_for(HELP);
    terminal.press("\x1b");
    terminal.wait_until_gone(HELP);
    terminal.press("q");
    assert_eq!(terminal.wait_for_end(LIMIT), 0);
    assert_given_back(&terminal);
}

#[test]
fn quitting_gives_the_terminal_back() {
    for key in ["q", "\x03"] {
        let mut terminal = demo((80, 24));
        assert_ne!(terminal.modes_now(), terminal.modes, "it was taken");
        terminal.press(key);
        assert_eq!(terminal.wait_for_end(LIMIT), 0);
        assert_given_back(&terminal);
    }
}

#[test]
fn a_signal_ends_it_and_the_terminal_is_given_back() {
    let signals = [(Signal::TERM, 15), (Signal::INT, 2), (Signal::HUP, 1), (Signal::QUIT, 3)];
    for (sent, number) in signals {
        let mut terminal = demo((80, 24));
        signal(id(&terminal), sent);
        assert_eq!(terminal.wait_for_end(SOON), 128 + number, "{sent:?}");
        assert_given_back(&terminal);
    }
}

#[test]
fn a_signal_while_it_starts_leaves_no_terminal_behind_that_is_taken() {
    for _ in 0..20 {
        let mut terminal = Terminal::start(pincite(&["demo", "handbook"]), (80, 24));
        terminal.wait_for_bytes(b"\x1b[?1049h", 0);
        signal(id(&terminal), Signal::TERM);
        assert_eq!(terminal.wait_for_end(LIMIT), 128 + 15);
        assert_given_back(&terminal);
    }
}

#[test]
fn the_screen_follows_the_window() {
    let mut terminal = demo((120, 40));
    terminal.resize(9, 2);
    terminal.wait_until("the sentence", |screen| screen.contents() == "pincite\nneeds");
    for (columns, rows) in [(80, 24), (10, 3), (200, 60), (41, 11), (120, 40)] {
        terminal.resize(columns, rows);
        let last = rows - 1;
        terminal.wait_until("the right size", |screen| {
            let rows: Vec<String> = screen.rows(0, columns).collect();
            let narrow = columns < 60;
            rows[0].contains(FIRST) && (narrow || rows[usize::from(last)].contains(FOOT))
        });
    }
    terminal.wait_for(PASSAGE);
    terminal.wait_for("# Your damaged Fjord 3");
}

#[test]
fn a_shell_can_suspend_it_and_take_it_up_again() {
    let jobs = r#"
        set -m
        "$0" demo handbook
        while [ $? -ge 128 ]; do
            echo "stopped $((count += 1)) times"
            read -r line
            fg
        done
        echo "all done""#;
    let mut terminal = open(script(jobs, Path::new("/")), (80, 24));
    let process = terminal.foreground();
    for round in 1..=5 {
        // Three ways to be stopped: by key, by signal, and by one that nothing can catch.
        match round % 3 {
            0 => signal(process, Signal::TSTP),
            1 => terminal.press("\x1a"),
            _ => signal(process, Signal::STOP),
        }
        terminal.wait_for_bytes(format!("stopped {round} times").as_bytes(), 0);
        assert_eq!(state(process), 'T');
        if round % 3 != 2 {
            assert_given_back(&terminal);
        }
        let raw = terminal.raw().len();
        terminal.press("\n");
        terminal.wait_for_bytes(b"\x1b[2J", raw);
        terminal.wait_for(FOOT);
        terminal.wait_for(PASSAGE);
        assert!(terminal.screen().alternate_screen() && terminal.screen().hide_cursor());
        terminal.press("n");
        terminal.wait_for(SECOND);
        terminal.press("p");
        terminal.wait_for(FIRST);
    }
    terminal.press("q");
    terminal.wait_for("all done");
    assert_eq!(terminal.wait_for_end(LIMIT), 0);
    assert_given_back(&terminal);
}

#[test]
fn it_does_not_suspend_where_nobody_could_wake_it() {
    let mut terminal = demo((80, 24));
    terminal.press("\x1a");
    terminal.wait_for("no shell to return from");
    terminal.press("n");
    terminal.wait_for(SECOND);
}

#[test]
fn it_paints_everything_after_a_stop_from_outside() {
    let mut terminal = demo((80, 24));
    let process = id(&terminal);
    signal(process, Signal::STOP);
    wait_for_state(process, 'T');
    let raw = terminal.raw().len();
    signal(process, Signal::CONT);
    terminal.wait_for_bytes(b"\x1b[2J", raw);
    terminal.wait_for(PASSAGE);
}

#[test]
fn it_ends_when_the_terminal_is_gone_and_no_signal_comes() {
    let mut ignoring =
        open(script(r#"trap "" HUP; exec "$0" demo handbook"#, Path::new("/")), (80, 24));
    ignoring.hang_up("\x0c");
    assert_ne!(ignoring.wait_for_end(SOON), 0);
    let mut command = pincite(&["demo", "handbook"]);
    command.set_controlling_tty(false);
    let mut unheard = open(command, (80, 24));
    unheard.hang_up("\x0c");
    assert_ne!(unheard.wait_for_end(SOON), 0);
}

#[test]
fn without_a_terminal_it_prints_lines() {
    let printed =
        Command::new(PINCITE).args(["demo", "handbook"]).stdin(Stdio::null()).output().unwrap();
    assert!(printed.status.success());
    let found = take_apart(&printed.stdout);
    assert_eq!((found.leaks, found.styles), (Vec::new(), Vec::new()));
    assert!(found.text.contains(PASSAGE));
}

#[test]
fn colours_are_sent_unless_they_are_not_wanted() {
    for (wanted, variable) in [(true, "OTHER"), (false, "NO_COLOR")] {
        let mut command = pincite(&["demo", "handbook"]);
        command.env(variable, "1");
        let mut terminal = open(command, (120, 40));
        terminal.press("nu?");
        terminal.wait_for(HELP);
        terminal.press("\x1b");
        terminal.wait_until_gone(HELP);
        terminal.press("q");
        assert_eq!(terminal.wait_for_end(LIMIT), 0);
        let found = take_apart(&terminal.raw());
        assert_eq!(found.has_colour(), wanted, "{variable}: {:?}", found.styles);
        assert!(!found.styles.is_empty());
    }
}

/// Returns the state of a process, as one letter: `T` is stopped.
fn state(process: i32) -> char {
    let line = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    line.rsplit(") ").next().unwrap().chars().next().unwrap()
}

fn wait_for_state(process: i32, wanted: char) {
    let end = Instant::now() + LIMIT;
    while state(process) != wanted {
        assert!(Instant::now() < end, "{wanted} is not reached");
        std::thread::yield_now();
    }
}
