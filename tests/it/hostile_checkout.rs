//! A checkout whose configuration, attributes and hooks name programs, and whose files git would wait
//! for: its history is read all the same, nothing of it is started, and it costs a limited time.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::code_references::Repository;

/// Settings that name a program.
const PROGRAMS: [&str; 18] = [
    "core.fsmonitor",
    "core.sshCommand",
    "core.gitProxy",
    "core.pager",
    "core.editor",
    "core.askPass",
    "core.alternateRefsCommand",
    "diff.external",
    "diff.p.textconv",
    "diff.p.command",
    "filter.p.clean",
    "filter.p.smudge",
    "filter.p.process",
    "gpg.program",
    "gpg.ssh.program",
    "credential.helper",
    "uploadpack.packObjectsHook",
    "pager.blame",
];

const HOOKS: [&str; 4] =
    ["post-index-change", "reference-transaction", "fsmonitor-watchman", "post-checkout"];

/// Commands that ask git about the cited lines.
const COMMANDS: [&[&str]; 4] = [
    &["check", "repo/docs/limits.md", "--root", "repo"],
    &["show", "repo/docs/limits.md", "--root", "repo"],
    &["report", "repo/docs/limits.md", "--root", "repo", "--format", "markdown"],
    &["lock", "repo/docs/limits.md", "--root", "repo"],
];

/// Writes a program that leaves a trace of its start.
fn trap(path: &Path, trace: &Path) {
    fs::write(path, format!("#!/bin/sh\necho \"$0\" >> '{}'\ncat\n", trace.display())).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Returns a repository below `folder`, with lines that moved after they were cited.
fn checkout(folder: &Path) -> std::path::PathBuf {
    let repository = Repository::cited();
    let code = fs::read_to_string(repository.root().join("src/limits.py")).unwrap();
    repository.write("src/limits.py", &format!("# Head.\n{code}"));
    repository.commit("Move");
    let root = folder.join("repo");
    let copied = Command::new("cp").arg("-a").arg(repository.root()).arg(&root).status().unwrap();
    assert!(copied.success());
    root
}

/// Lets everything in a checkout that can name a program name this one.
fn arm(root: &Path, program: &Path, trace: &Path) {
    let git = |arguments: &[&str]| {
        assert!(Command::new("git").args(arguments).current_dir(root).status().unwrap().success());
    };
    let named = program.to_str().unwrap();
    for setting in PROGRAMS {
        git(&["config", setting, named]);
    }
    let fetched = format!("ext::{named} %S");
    for (setting, value) in [
        ("log.showSignature", "true"),
        ("filter.p.required", "true"),
        ("alias.blame", &format!("!{named}")),
        ("alias.cat-file", &format!("!{named}")),
        // Missing objects would be fetched.
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", &fetched),
        ("protocol.allow", "always"),
        ("protocol.ext.allow", "always"),
    ] {
        git(&["config", setting, value]);
    }
    fs::create_dir_all(root.join(".git/info")).unwrap();
    for name in [".gitattributes", ".git/info/attributes"] {
        fs::write(root.join(name), "* diff=p filter=p\n").unwrap();
    }
    fs::create_dir_all(root.join(".git/hooks")).unwrap();
    for hook in HOOKS {
        trap(&root.join(".git/hooks").join(hook), trace);
    }
    // Found first on a search path that has the current folder.
    trap(&root.join("git"), trace);
}

/// Removes an object, which git would fetch.
fn remove_object(root: &Path) {
    let mut object = Command::new("git");
    object.args(["rev-parse", "HEAD~1:src/limits.py"]).current_dir(root);
    let output = object.output().unwrap();
    let id = String::from_utf8(output.stdout).unwrap();
    let (folder, name) = id.trim().split_at(2);
    fs::remove_file(root.join(".git/objects").join(folder).join(name)).unwrap();
}

fn run(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    let output = command.envs(variables.iter().copied()).output().unwrap();
    assert!(output.status.code().is_some_and(|code| code < 2), "{arguments:?}: {output:?}");
    output
}

#[test]
fn no_program_that_a_checkout_names_is_started() {
    let dir = tempfile::tempdir().unwrap();
    let root = checkout(dir.path());
    let (program, trace) = (dir.path().join("trap"), dir.path().join("trace"));
    trap(&program, &trace);
    let sound = COMMANDS.map(|arguments| run(dir.path(), arguments, &[]).stdout);
    assert!(sound.iter().any(|it| String::from_utf8_lossy(it).contains("moved")), "{sound:?}");
    drop(fs::remove_file(root.join("citations.lock")));

    arm(&root, &program, &trace);
    let path = std::env::var("PATH").unwrap();
    let (here, empty) = (format!(".:{path}"), format!(":{path}"));
    for variables in [
        &[][..],
        &[("PATH", here.as_str())],
        &[("PATH", empty.as_str())],
        // As in a hook of another repository.
        &[
            ("GIT_DIR", "/nonexistent"),
            ("GIT_INDEX_FILE", "/nonexistent"),
            ("GIT_OBJECT_DIRECTORY", "/nonexistent"),
            ("GIT_ALTERNATE_OBJECT_DIRECTORIES", "/nonexistent"),
            ("GIT_COMMON_DIR", "/nonexistent"),
            ("GIT_NAMESPACE", "x"),
            ("GIT_SHALLOW_FILE", "/nonexistent"),
            ("GIT_ATTR_SOURCE", "HEAD~1"),
        ],
    ] {
        for (arguments, expected) in COMMANDS.iter().zip(&sound) {
            let output = run(dir.path(), arguments, variables);
            let trace = fs::read_to_string(&trace).unwrap_or_default();
            assert_eq!(trace, "", "{variables:?}, {arguments:?}");
            if arguments[0] == "show" {
                let (shown, sound) =
                    (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(expected));
                assert_eq!(shown, sound, "{variables:?}");
            }
            drop(fs::remove_file(root.join("citations.lock")));
        }
    }
    remove_object(&root);
    run(dir.path(), COMMANDS[0], &[]);
    assert_eq!(fs::read_to_string(&trace).unwrap_or_default(), "");
}

#[test]
fn a_checkout_that_makes_git_wait_costs_one_question() {
    let dir = tempfile::tempdir().unwrap();
    let root = checkout(dir.path());
    let text = fs::read_to_string(root.join("docs/limits.md")).unwrap();
    for number in 0..4 {
        let name = format!("src/limits{number}.py");
        fs::copy(root.join("src/limits.py"), root.join(&name)).unwrap();
        let more = format!("\nNew: `{name}:4`.\n");
        let text = fs::read_to_string(root.join("docs/limits.md")).unwrap_or(text.clone());
        fs::write(root.join("docs/limits.md"), text + &more).unwrap();
    }
    crate::code_references::git(&root, &["add", "-A"]);
    crate::code_references::git(&root, &["commit", "-q", "-m", "More"]);
    assert!(Command::new("mkfifo").arg(root.join(".mailmap")).status().unwrap().success());
    let begun = Instant::now();
    run(dir.path(), COMMANDS[0], &[]);
    // One question may take 20 seconds.
    assert!(begun.elapsed() < Duration::from_secs(35), "{:?}", begun.elapsed());
}
