//! Time and memory of `check` over the made checkout, without history and with it.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::tree;

/// Time between two looks at the memory of the program.
const LOOK: Duration = Duration::from_millis(5);

pub(crate) fn run() {
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("tree");
    tree::write(&tree);
    for _ in 0..3 {
        check("without history", &tree, &["--no-history"], None);
    }
    fs::remove_dir(tree.join(".git")).unwrap();
    tree::commit(&tree);
    for _ in 0..3 {
        check("with history", &tree, &[], None);
    }
    check("with history, processes counted", &tree, &[], Some(folder.path()));
}

/// Checks all files, and prints the time, the peak of memory and the number of findings. With a folder for
/// it, a `git` that notes each start comes before the real one.
fn check(name: &str, tree: &Path, arguments: &[&str], counter: Option<&Path>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
    command
        .args(["check", "--no-config", "--format", "json", "--select", "P,R,E", "docs", "src"])
        .args(["--root", "."])
        .args(arguments)
        .current_dir(tree)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if let Some(folder) = counter {
        let starts = folder.join("starts");
        let real = String::from_utf8(
            Command::new("sh").args(["-c", "command -v git"]).output().unwrap().stdout,
        );
        let script = format!(
            "#!/bin/sh\necho \"$*\" >> '{}'\nexec {} \"$@\"\n",
            starts.display(),
            real.unwrap().trim()
        );
        let bin = folder.join("bin");
        fs::create_dir_all(&bin).unwrap();
        fs::write(bin.join("git"), script).unwrap();
        fs::set_permissions(bin.join("git"), Permissions::from_mode(0o755)).unwrap();
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{}:{path}", bin.display()));
    }
    let start = Instant::now();
    let mut child = command.spawn().unwrap();
    let output = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || std::io::read_to_string(output).unwrap());
    let (peak, busy) = watched(child.id(), || child.try_wait().unwrap().is_none());
    let seconds = start.elapsed().as_secs_f64();
    let output = reader.join().unwrap();
    let findings = output.matches("\"code\":").count();
    println!("{name:<32} {seconds:6.2} s, {busy:6.2} s of processor, {peak}, {findings} findings");
    if let Some(folder) = counter {
        print_starts(&folder.join("starts"));
    }
}

/// The peak of a program's memory while it runs, and the processor time of it and of the processes it
/// has waited for, in seconds.
fn watched(id: u32, mut is_running: impl FnMut() -> bool) -> (String, f64) {
    let (mut peak, mut busy) = (String::new(), 0.0);
    while is_running() {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let times = stat.rsplit(") ").next().unwrap_or_default().split(' ').skip(11).take(4);
        let ticks: u32 = times.filter_map(|time| time.parse::<u32>().ok()).sum();
        busy = f64::from(ticks) / 100.0;
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        if let Some(line) = status.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
            line.trim().clone_into(&mut peak);
        }
        std::thread::sleep(LOOK);
    }
    (peak, busy)
}

/// Prints how often git was started, by what it was asked.
fn print_starts(file: &Path) {
    let starts = fs::read_to_string(file).unwrap_or_default();
    for question in ["rev-parse", "cat-file", "blame", "diff-tree", "log"] {
        let asked = format!(" {question} ");
        let count = starts.lines().filter(|line| line.contains(&asked)).count();
        println!("    git {question:<10} {count:6}");
    }
}
