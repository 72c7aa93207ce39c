//! Ways to write the path of cited code: from the root of a file system, with the separators of Windows,
//! over symbolic links, into submodules. And the reasons that a history is not compared.

use std::os::unix::fs::symlink;
use std::process::Command;

use crate::code_references::{CODE, Repository, read};
use pincite::model::{Case, Fate};

fn written(repository: &Repository, text: &str) -> Case {
    repository.write("docs/more.md", text);
    read(&repository.root().join("docs/more.md"), None)
}

/// Returns, for each target of a case, the path that its source was read from, or the reason that it has
/// none.
fn found(case: &Case) -> Vec<String> {
    let targets = case.response.citations.iter().flat_map(|citation| &citation.targets);
    let path = |id: &str| {
        let source = case.sources.iter().find(|source| source.id == id).unwrap();
        let why = || source.text.why_not().unwrap_or_default().to_owned();
        source.origin.as_ref().map_or_else(why, |_| source.title.clone().unwrap_or_default())
    };
    targets.map(|target| path(&target.id)).collect()
}

#[test]
fn a_path_is_found_as_it_is_written_on_any_machine() {
    let repository = Repository::cited();
    let root = repository.root().to_str().unwrap();
    let name = repository.root().file_name().unwrap().to_str().unwrap();
    for path in [
        format!("{root}/src/limits.py"),
        format!("/home/me/{name}/src/limits.py"),
        format!("C:\\Users\\me\\{name}\\src\\limits.py"),
        format!("C:/Users/me/{name}/src/limits.py"),
        "/src/limits.py".to_owned(),
        "src\\limits.py".to_owned(),
        "..\\src\\limits.py".to_owned(),
    ] {
        for text in [
            format!("It refuses a negative limit ({path}:4-8)."),
            format!("It refuses a negative limit, see `{path}#L4-L8`."),
            format!("It refuses a negative limit: `{path}` (lines 4-8)."),
        ] {
            let case = written(&repository, &text);
            assert_eq!(found(&case), ["src/limits.py"], "{text}");
        }
    }
}

/// A path of another machine leads nowhere here, and is not left out without a word.
#[test]
fn a_path_outside_the_checkout_is_noted() {
    let repository = Repository::cited();
    for path in
        ["/home/me/other/src/limits.py", "D:\\other\\src\\limits.py", "other\\src\\limits.py"]
    {
        let case = written(&repository, &format!("It refuses a negative limit ({path}:4-8)."));
        assert!(case.response.citations.is_empty(), "{path}");
        let note = format!("1 reference to lines of files not read, such as `{path}:4-8`: ");
        assert!(case.notes.iter().any(|own| own.starts_with(&note)), "{path}: {:?}", case.notes);
    }
}

#[test]
fn a_symbolic_link_inside_the_checkout_leads_to_its_file() {
    let repository = Repository::new();
    repository.write("src/limits.py", CODE);
    symlink("limits.py", repository.root().join("src/alias.py")).unwrap();
    symlink("src", repository.root().join("linked")).unwrap();
    symlink("../../outside.py", repository.root().join("src/out.py")).unwrap();
    symlink("loop.py", repository.root().join("src/loop.py")).unwrap();
    let text = "A (src/alias.py:4-8), b (linked/limits.py:4-8), c (linked/alias.py:4-8), d (src/out.py:1), \
                e (src/loop.py:1).";
    repository.write("docs/more.md", text);
    repository.commit("Cite");
    repository.write("src/limits.py", &format!("# Limits.\n{CODE}"));
    let case = written(&repository, text);
    let name = repository.root().file_name().unwrap().to_str().unwrap();
    let nowhere = format!("a symbolic link on its path leads to no file beneath `{name}`");
    let own = "src/limits.py".to_owned();
    assert_eq!(found(&case), [own.clone(), own.clone(), own, nowhere.clone(), nowhere]);
    let targets = case.response.citations.iter().flat_map(|citation| &citation.targets);
    let fates: Vec<Option<Fate>> =
        targets.map(|it| it.past.as_ref().map(|past| past.fate)).collect();
    let moved = Some(Fate::Moved { first: 5, last: 9 });
    assert_eq!(fates, [moved, moved, moved, None, None]);
}

#[test]
fn code_in_a_submodule_has_its_own_history() {
    let inner = Repository::new();
    inner.write("src/limits.py", CODE);
    inner.commit("Read limits");
    let outer = Repository::new();
    outer.git(&["submodule", "--quiet", "add", inner.root().to_str().unwrap(), "vendor/inner"]);
    outer
        .write("docs/more.md", "It refuses a negative limit (`vendor/inner/src/limits.py:4-8`).\n");
    outer.commit("Cite");
    let path = outer.root().join("docs/more.md");
    let fate = || {
        let case = read(&path, None);
        case.response.citations[0].targets[0].past.as_ref().map(|past| past.fate)
    };
    assert_eq!(fate(), Some(Fate::Unchanged));
    outer.write("vendor/inner/src/limits.py", &format!("# Limits.\n{CODE}"));
    assert_eq!(fate(), Some(Fate::Moved { first: 5, last: 9 }));
}

#[test]
fn the_reason_that_no_history_is_compared_is_named() {
    let repository = Repository::cited();
    let run = |path: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
        let output =
            command.args(["check", "docs"]).env("PATH", path).current_dir(repository.root());
        String::from_utf8(output.output().unwrap().stderr).unwrap()
    };
    let note = "no git history, so cited lines are compared as they are: ";
    assert!(run("/nonexistent").contains(&format!("{note}there is no `git` program")));
    std::fs::remove_dir_all(repository.root().join(".git")).unwrap();
    repository.git(&["init", "-q"]);
    let path = std::env::var("PATH").unwrap();
    assert!(run(&path).contains(&format!("{note}nothing is committed")), "{}", run(&path));
}
