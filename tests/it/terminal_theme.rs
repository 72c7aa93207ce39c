//! The theme follows the terminal's background; keys that come too early or too late do no harm; and
//! the terminal is restored however the program dies.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use portable_pty::CommandBuilder;
use rustix::process::{Pid, Signal, kill_process};

use crate::cli::cite;
use crate::pty::{LIMIT, Says, Terminal, command};
use crate::sequences::take_apart;

const PINCITE: &str = env!("CARGO_BIN_EXE_pincite");

/// In the foot.
const FOOT: &str = "? keys";

const SIZE: (u16, u16) = (120, 40);

fn demo() -> CommandBuilder {
    let mut demo = command(PINCITE, &["demo", "handbook"], Path::new("/"));
    demo.env("COLORTERM", "truecolor");
    demo
}

/// Returns the styles of the first screens, until the program is asked to end.
fn styles(says: Says, command: CommandBuilder) -> Vec<String> {
    let mut terminal = Terminal::start_saying(says, command, SIZE);
    terminal.wait_for(FOOT);
    terminal.press("q");
    assert_eq!(terminal.wait_for_end(LIMIT), 0);
    assert_eq!(terminal.modes_now(), terminal.modes);
    let mut raw = terminal.raw();
    let question = b"\x1b]11;?\x1b\\\x1b[c";
    if raw.starts_with(question) {
        raw.drain(..question.len());
    }
    let found = take_apart(&raw);
    assert_eq!(found.leaks, Vec::<String>::new());
    found.styles
}

fn has(styles: &[String], wanted: &str) -> bool {
    styles.iter().any(|style| style.contains(wanted))
}

#[test]
fn the_theme_follows_the_background_that_the_terminal_names() {
    // The grounds of the head line in `dark` and `light`.
    let (dark, light) = ("48;2;46;48;54", "48;2;234;234;235");
    let on_dark = styles(Says::Background("rgb:1e1e/1e1e/2e2e"), demo());
    assert!(has(&on_dark, dark) && !has(&on_dark, light), "{on_dark:?}");
    let on_light = styles(Says::Background("rgb:ff/ff/f0"), demo());
    assert!(has(&on_light, light) && !has(&on_light, dark), "{on_light:?}");
}

#[test]
fn a_terminal_that_names_no_background_gets_sixteen_colours() {
    let refused = styles(Says::Kind, demo());
    assert!(!has(&refused, ";2;") && has(&refused, "43"), "{refused:?}");
    let mut unasked = demo();
    unasked.env_remove("COLORTERM");
    assert!(!has(&styles(Says::Nothing, unasked), ";2;"));
}

#[test]
fn a_terminal_that_says_nothing_is_waited_for_shortly_and_a_late_answer_is_no_key() {
    let mut terminal = Terminal::start_saying(Says::Nothing, demo(), SIZE);
    terminal.wait_for(FOOT);
    assert!(terminal.started.elapsed() < Duration::from_secs(5));
    // As keys this would move, search and undo.
    terminal.press("\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\\x1b[?62;22c");
    terminal.press("n");
    terminal.wait_for("2 of 31");
    assert!(terminal.screen().contents().contains(FOOT), "no prompt is open");
    terminal.press("q");
    assert_eq!(terminal.wait_for_end(LIMIT), 0);
}

#[test]
fn the_option_chooses_a_theme_and_no_color_wins() {
    let mut gruvbox =
        command(PINCITE, &["demo", "handbook", "--theme", "gruvbox-dark"], Path::new("/"));
    gruvbox.env("COLORTERM", "truecolor");
    // The background is painted.
    assert!(has(&styles(Says::Kind, gruvbox.clone()), "48;2;40;40;40"));
    gruvbox.env("NO_COLOR", "1");
    assert!(!has(&styles(Says::Kind, gruvbox), ";2;"));
    let mut wrong =
        Terminal::start(command(PINCITE, &["demo", "--theme", "drak"], Path::new("/")), SIZE);
    assert_eq!(wrong.wait_for_end(LIMIT), 2);
    let said = String::from_utf8(wrong.raw()).unwrap();
    assert!(said.contains("--theme: unknown theme `drak`; did you mean `dark`?"), "{said}");
}

#[test]
fn keys_before_the_first_screen_are_dropped_with_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let claims: Vec<String> = (1..=3000).map(|n| format!("Claim {n}.{} ", cite("a L1"))).collect();
    let claims = claims.concat();
    fs::write(folder.path().join("answer.md"), claims).unwrap();
    fs::write(folder.path().join("a.txt"), "a fact\n").unwrap();
    let arguments = ["answer.md", "a.txt"];
    let mut terminal = Terminal::start(command(PINCITE, &arguments, folder.path()), SIZE);
    terminal.press("xnn");
    terminal.wait_for("keys pressed before the first screen were not used");
    terminal.wait_for("1 of 3000");
    terminal.press("nnn");
    terminal.wait_for("4 of 3000");
    terminal.press("q");
    assert_eq!(terminal.wait_for_end(LIMIT), 0);
    assert!(!folder.path().join("answer.md.review.jsonl").exists());
}

#[test]
fn a_verdict_does_not_land_on_the_case_that_is_being_left() {
    let folder = tempfile::tempdir().unwrap();
    let case = |n: usize| {
        let claims: Vec<String> =
            (1..=400).map(|k| format!("Claim {k} of case {n}.{} ", cite("a L1"))).collect();
        let claims = claims.concat();
        let response = serde_json::json!({
            "id": format!("case-{n}"),
            "response": claims,
            "sources": [{"id": "a", "text": "a fact"}],
        });
        format!("{response}\n")
    };
    fs::write(folder.path().join("batch.jsonl"), (1..=5).map(case).collect::<String>()).unwrap();
    let arguments = ["batch.jsonl", "--review", "verdicts.jsonl"];
    let mut terminal = Terminal::start(command(PINCITE, &arguments, folder.path()), SIZE);
    terminal.wait_for("case-1");
    terminal.wait_for(FOOT);
    terminal.press("}x");
    terminal.wait_for("case-2");
    terminal.wait_for("the key was not used");
    terminal.press("q");
    assert_eq!(terminal.wait_for_end(LIMIT), 0);
    let journal = fs::read_to_string(folder.path().join("verdicts.jsonl")).unwrap_or_default();
    assert!(!journal.contains("does_not_support"), "{journal}");
}

/// Waits until the terminal is as the program found it.
fn assert_given_back(terminal: &mut Terminal) {
    let end = Instant::now() + LIMIT;
    while terminal.modes_now() != terminal.modes || terminal.screen().alternate_screen() {
        assert!(Instant::now() < end, "the terminal is not given back");
        let _nothing_new = terminal.take(Duration::from_millis(5));
    }
    let screen = terminal.screen();
    assert!(!screen.hide_cursor() && !screen.bracketed_paste());
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
}

/// Waits until the guard runs: it is the program's only child.
fn wait_for_guard(terminal: &Terminal) {
    let end = Instant::now() + LIMIT;
    let path = format!("/proc/{0}/task/{0}/children", terminal.id());
    let is_guard = |child: &str| {
        let words = fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&words).contains("terminal-guard")
    };
    while !fs::read_to_string(&path).unwrap().split_whitespace().any(is_guard) {
        assert!(Instant::now() < end, "no guard");
        std::thread::sleep(Duration::from_millis(2));
    }
    // It has to get as far as catching signals.
    std::thread::sleep(Duration::from_millis(100));
}

#[test]
fn however_it_dies_the_terminal_is_given_back() {
    for fault in ["stack", "memory", "panic"] {
        let mut command = demo();
        command.env("PINCITE_FAULT", fault);
        let mut terminal = Terminal::start(command, SIZE);
        terminal.wait_for(FOOT);
        wait_for_guard(&terminal);
        assert!(terminal.screen().alternate_screen());
        terminal.press("n");
        assert_ne!(terminal.wait_for_end(LIMIT), 0, "{fault}");
        assert_given_back(&mut terminal);
    }
    let mut terminal = Terminal::start(demo(), SIZE);
    terminal.wait_for(FOOT);
    wait_for_guard(&terminal);
    let process = Pid::from_raw(terminal.id().try_into().unwrap()).unwrap();
    kill_process(process, Signal::KILL).unwrap();
    assert_given_back(&mut terminal);
}

#[test]
fn an_editor_that_leaves_raw_mode_behind_does_no_harm() {
    let mut command = demo();
    command.env("EDITOR", "/bin/sh -c 'stty raw -echo' sh");
    let mut terminal = Terminal::start(command, SIZE);
    terminal.wait_for(FOOT);
    let raw = terminal.raw().len();
    terminal.press("e");
    let left = terminal.wait_for_bytes(b"\x1b[?1049l", raw);
    terminal.wait_for_bytes(b"\x1b[2J", left);
    terminal.wait_for(FOOT);
    terminal.press("q");
    assert_eq!(terminal.wait_for_end(LIMIT), 0);
    assert_given_back(&mut terminal);
}
