//! The hook for pre-commit and the action for GitHub, run as their services run them.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use crate::code_references::git;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the arguments of the program in the hook for pre-commit.
fn hook_arguments() -> String {
    let hooks = fs::read_to_string(Path::new(ROOT).join(".pre-commit-hooks.yaml")).unwrap();
    let entry = hooks.lines().find_map(|line| line.trim().strip_prefix("entry: pincite "));
    entry.unwrap().to_owned()
}

fn executable(path: &Path, script: &str) {
    fs::write(path, script).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Commits files in a new repository with the hook; true if the hook lets the commit pass.
fn commits(files: &[(&str, &str)]) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    git(root, &["init", "--quiet"]);
    let (program, arguments) = (env!("CARGO_BIN_EXE_pincite"), hook_arguments());
    let staged = "git diff --cached --name-only -- '*.md'";
    let hook = format!("#!/bin/sh\n{staged} | xargs '{program}' {arguments}\n");
    executable(&root.join(".git/hooks/pre-commit"), &hook);
    for (name, text) in files {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    git(root, &["add", "."]);
    let who = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
    let mut commit = Command::new("git");
    commit.current_dir(root).args(who).args(["commit", "--quiet", "--message", "x"]);
    commit.output().unwrap().status.success()
}

#[test]
fn the_hook_checks_each_file_of_a_commit_with_and_without_sources() {
    let right = "The shop opens at nine [1].\n";
    let wrong = "The shop opens at ten [7].\n";
    let none = "I could not find this in the sources.\n";
    let config = ("pincite.toml", "sources = [\"docs/\"]\n");
    let docs = ("docs/1.txt", "The shop opens at nine.\n");
    assert!(commits(&[("a.md", right), config, docs]));
    assert!(!commits(&[("a.md", right), ("b.md", wrong), config, docs]));
    assert!(commits(&[("a.md", none), config, docs]));
    // Without sources, nothing can be checked: no file is the source of another.
    assert!(!commits(&[("a.md", none), ("b.md", wrong)]));
    assert!(!commits(&[("a.md", right), ("b.md", right)]));
    assert!(!commits(&[("a.md", none), ("b.md", "The shop opens at nine [1].\n\n[1]: b.md\n")]));
    // A file of the commit chooses no options, not even one that is there to be read.
    let page = ("x.md", "I could not find that the shop opens at ten.\n");
    let own = ("a.md", "The shop opens at ten [1].\n");
    assert!(!commits(&[own, ("--source=1=x.md", ""), page]));
}

/// Runs the last step of the action with arguments in a folder; the program prints what it is given.
fn act(folder: &Path, arguments: &str) -> Output {
    let action = fs::read_to_string(Path::new(ROOT).join("action.yml")).unwrap();
    let script = action.rsplit("run: |\n").next().unwrap();
    let program = folder.join("runner/pincite/bin/pincite");
    fs::create_dir_all(program.parent().unwrap()).unwrap();
    executable(&program, "#!/bin/sh\nprintf '<%s>' \"$@\"\n");
    let mut shell = Command::new("bash");
    shell.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]).current_dir(folder);
    shell.env("RUNNER_TEMP", folder.join("runner"));
    shell.env("ARGS", arguments).env("FAIL_ON", "warning").output().unwrap()
}

#[test]
fn no_file_of_a_repository_is_an_option_of_the_action() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.md", "--baseline=a.md", "$(touch run).md", "b c.md"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    let given = |arguments: &str| {
        let output = act(folder.path(), arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let output = String::from_utf8(output.stdout).unwrap();
        output.replace("<check><--format><github><--fail-on><warning>", "")
    };
    assert_eq!(given("a.md\n  --sources docs/"), "<a.md><--sources><docs/>");
    assert_eq!(given("none*.md --select P"), "<none*.md><--select><P>");
    assert_eq!(given("a.md; touch run"), "<a.md;><touch><run>");
    assert_eq!(
        given("*.md --sources docs/"),
        "<$(touch run).md><./--baseline=a.md><a.md><b c.md><--sources><docs/>"
    );
    assert!(!folder.path().join("run").exists());
}
