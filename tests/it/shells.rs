//! Completion scripts and manual pages: they are made for every shell and command, and shells take
//! them.

use std::fs;
use std::process::{Command, Stdio};

use crate::cli::run;

const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "powershell", "nushell"];

fn printed(args: &[&str]) -> String {
    let dir = tempfile::tempdir().unwrap();
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
    let output = run(dir.path(), &args, "");
    assert_eq!((output.stderr.as_str(), output.status), ("", 0), "{args:?}");
    output.stdout
}

#[test]
fn a_script_completes_commands_options_and_their_values() {
    for shell in SHELLS {
        let script = printed(&["completions", shell]);
        for word in ["check", "merge", "--strict", "unknown-source", "anthropic", "footnotes"] {
            let word = if shell == "fish" { word.trim_start_matches('-') } else { word };
            assert!(script.contains(word), "{shell}: {word}");
        }
        // What is hidden is not offered.
        let offered = script.lines().any(|line| line.trim() == "document-text");
        assert!(!offered, "{shell}");
    }
}

/// Returns the values in PowerShell's script for the word `before`, after a command and its
/// arguments, as its `switch` finds them.
fn offered_by_powershell(command: &str, before: &str) -> Vec<String> {
    let script = printed(&["completions", "powershell"]);
    let cases = script.split_once("switch -Regex (").expect("values").1;
    let cases = cases.split_once("\n    })\n").unwrap().0;
    let typed = format!("{command} {before}");
    let case = cases.split("            break\n        }\n").find(|case| {
        let pattern = case.lines().find_map(|line| line.trim().strip_suffix("' {"));
        let pattern = pattern.and_then(|pattern| pattern.strip_prefix('\''));
        pattern.is_some_and(|pattern| regex::Regex::new(pattern).unwrap().is_match(&typed))
    });
    let values = case.into_iter().flat_map(str::lines);
    let values = values.filter_map(|line| line.trim().strip_prefix("[CompletionResult]::new('"));
    values.map(|line| line.split_once('\'').unwrap().0.to_owned()).collect()
}

#[test]
fn powershell_offers_values() {
    let rules = offered_by_powershell("pincite;check;answer.md", "--select");
    assert!(rules.contains(&"unknown-source".to_owned()), "{rules:?}");
    assert_eq!(offered_by_powershell("pincite;explain", "explain"), rules);
    assert_eq!(offered_by_powershell("pincite;show", "--unit"), ["bytes", "code-points", "utf16"]);
    let of_review = offered_by_powershell("pincite;review;agreement", "--format");
    assert_eq!(of_review, ["text", "json"]);
    assert_eq!(offered_by_powershell("pincite;demo", "demo"), ["story", "handbook", "evidence"]);
    assert!(offered_by_powershell("pincite", "--from").contains(&"anthropic".to_owned()));
    assert_eq!(offered_by_powershell("pincite;check", "--baseline"), Vec::<String>::new());
    let script = printed(&["completions", "powershell"]);
    assert!(!script.contains("::new('document-text'"));
    // Every quote is closed on its line.
    let open =
        script.lines().find(|line| !line.contains('"') && line.matches('\'').count() % 2 == 1);
    assert_eq!(open, None);
}

/// Shells that are installed parse their script and run it.
#[test]
fn shells_take_their_scripts() {
    for (shell, check) in [
        ("bash", "source \"$0\" && complete -p pincite"),
        ("zsh", "zsh -n \"$0\""),
        ("fish", "fish --no-execute \"$0\""),
        ("nushell", "nu --no-config-file \"$0\""),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("script");
        fs::write(&path, printed(&["completions", shell])).unwrap();
        let program = if shell == "nushell" { "nu" } else { shell };
        let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).output();
        if !found.unwrap().status.success() {
            eprintln!("skipped: {shell} is not installed");
            continue;
        }
        let taken = Command::new("bash").args(["-c", check]).arg(&path).output().unwrap();
        assert!(taken.status.success() && taken.stderr.is_empty(), "{shell}: {taken:?}");
    }
}

/// Returns bash's completions for the words of a command line, of which the last is being typed.
fn offered(words: &[&str]) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("script");
    fs::write(&path, printed(&["completions", "bash"])).unwrap();
    let line = format!(
        "source \"$0\"; COMP_WORDS=({}); COMP_CWORD={}; _pincite pincite {:?} {:?}; \
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words.join(" "),
        words.len() - 1,
        words[words.len() - 1].trim_matches('\''),
        words[words.len() - 2],
    );
    let output = Command::new("bash").args(["-c", &line]).arg(&path).stdin(Stdio::null()).output();
    String::from_utf8(output.unwrap().stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn bash_offers_what_fits() {
    assert_eq!(offered(&["pincite", "che"]), ["check"]);
    assert_eq!(offered(&["pincite", "explain", "unknown-s"]), ["unknown-source"]);
    assert_eq!(offered(&["pincite", "check", "--select", "unknown-s"]), ["unknown-source"]);
    assert_eq!(offered(&["pincite", "check", "--ignore", "E013"]), ["E013"]);
    assert_eq!(offered(&["pincite", "check", "--fail-on", "nev"]), ["never"]);
    assert_eq!(offered(&["pincite", "--theme", "gru"]), ["gruvbox"]);
    assert!(offered(&["pincite", "show", "--from", "anth"]).contains(&"anthropic".to_owned()));
}

/// Zsh takes the first word for a command, and not for the answer of the program without one.
#[test]
fn zsh_offers_commands_and_what_follows_them() {
    let script = printed(&["completions", "zsh"]);
    let (program, rest) = script.split_once("\":: :_pincite_first\"").unwrap();
    assert!(!program.contains(":response -- ") && !program.contains("::sources -- "));
    let commands = rest.split_once("case $line[1] in").unwrap().1;
    assert!(commands.trim_start().starts_with("(demo)"), "{}", &commands[..80]);
    assert!(!script.contains("'document-text:") && !script.contains("'terminal-guard:"));
    assert!(script.contains("_pincite_first() {\n    _pincite_commands\n    _files\n}"));
    // `_default` offers all programs for the first argument.
    let arguments = script.lines().filter(|line| line.starts_with("':") || line.starts_with("'*:"));
    let undecided: Vec<&str> = arguments.filter(|line| line.contains(":_default'")).collect();
    assert_eq!(undecided, [""; 0]);
}

/// The generator for fish knows no values of arguments, and offers hidden commands.
#[test]
fn fish_offers_values_of_arguments_and_no_hidden_commands() {
    let script = printed(&["completions", "fish"]);
    let explained = "\"__fish_pincite_using_subcommand explain\" -f -a 'unknown-source' -d";
    assert!(script.contains(explained) && script.contains("-f -a 'story'"));
    assert!(!script.contains("-a \"document-text\""));
}

#[test]
fn every_command_has_a_manual_page() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("man1");
    printed(&["man", "--output", folder.to_str().unwrap()]);
    let pages: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    for page in ["pincite.1", "pincite-check.1", "pincite-review-merge.1", "pincite-man.1"] {
        assert!(pages.contains(&page.to_owned()), "{page}: {pages:?}");
    }
    let page = printed(&["man", "review", "merge"]);
    assert!(page.contains(".TH pincite-review-merge 1") && page.contains("deduplicate"), "{page}");
    assert_eq!(page, fs::read_to_string(folder.join("pincite-review-merge.1")).unwrap());
    for text in pages.iter().map(|page| fs::read_to_string(folder.join(page)).unwrap()) {
        // Control lines begin with a dot and a known request.
        let bad = text.lines().find(|line| line.starts_with('.') && line.len() < 3);
        assert_eq!(bad, None);
    }
    let page = fs::read_to_string(folder.join("pincite-check.1")).unwrap();
    for part in [".SH EXAMPLES\n", ".SH EXIT STATUS\n", "[\\fB\\-\\-root\\fR \\fIDIR\\fR]"] {
        assert!(page.contains(part) && !page.contains(".SH EXTRA"), "{part}: {page}");
    }
    let dir = tempfile::tempdir().unwrap();
    let unknown = run(dir.path(), &["man".to_owned(), "nope".to_owned()], "");
    assert_eq!(unknown.status, 2);
}

#[test]
fn bash_offers_what_follows_a_comma_or_an_equals_sign() {
    assert_eq!(
        offered(&["pincite", "check", "--select", "E001,E01"]),
        ["E001,E010", "E001,E011", "E001,E012", "E001,E013"]
    );
    assert_eq!(
        offered(&["pincite", "check", "--require", "text,c"]),
        ["text,citations", "text,compared"]
    );
    assert_eq!(offered(&["pincite", "check", "--min", "su"]), ["supported="]);
    assert_eq!(offered(&["pincite", "check", "--family", "file"]), ["filecite"]);
    assert_eq!(offered(&["pincite", "check", "--base", "''"]), ["0", "1"]);
    assert!(offered(&["pincite", "convert", "--style", "ap"]).contains(&"apa".to_owned()));
    assert_eq!(offered(&["pincite", "check", "--format", "=", "sa"]), ["sarif"]);
    let commands = offered(&["pincite", "''"]);
    assert!(commands.contains(&"check".to_owned()), "{commands:?}");
    assert!(commands.iter().all(|word| !word.starts_with('-')), "{commands:?}");
    assert!(!commands.contains(&"document-text".to_owned()), "{commands:?}");
    assert!(offered(&["pincite", "-"]).contains(&"--help".to_owned()));
}

/// Fish and zsh complete a list by a function of its own.
#[test]
fn lists_are_completed_by_functions() {
    let fish = printed(&["completions", "fish"]);
    assert!(fish.contains("-a \"(__fish_complete_list , __fish_pincite_list_select)\""));
    assert!(fish.contains("function __fish_pincite_list_require\n    printf"));
    let zsh = printed(&["completions", "zsh"]);
    assert!(zsh.contains(":RULE:_pincite_list_select' \\\n"));
    assert!(zsh.contains("_pincite_list_min() {\n") && zsh.contains("'supported=:citations whose"));
    assert!(!zsh.contains("*--select=[Run only these rules\\: codes, names, prefixes such as \\`P\\`, or \\`ALL\\`]:RULE:(("));
}

#[test]
fn fish_offers_commands_behind_a_comma_or_help() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("pincite.fish");
    fs::write(&path, printed(&["completions", "fish"])).unwrap();
    let found = Command::new("sh").args(["-c", "command -v fish"]).output();
    if !found.unwrap().status.success() {
        eprintln!("skipped: fish is not installed");
        return;
    }
    let offered = |line: &str| {
        let script = format!("source {}; complete -C '{line}'", path.display());
        let output = Command::new("fish").args(["--no-config", "-c", &script]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let words = text.lines().filter_map(|line| line.split('\t').next());
        words.map(str::to_owned).collect::<Vec<String>>()
    };
    assert!(offered("pincite check --select E001,E01").contains(&"E001,E011".to_owned()));
    assert!(offered("pincite check --require text,c").contains(&"text,citations".to_owned()));
    assert!(offered("pincite explain unknown-s").contains(&"unknown-source".to_owned()));
    assert!(offered("pincite schema met").contains(&"metrics".to_owned()));
    assert!(offered("pincite demo st").contains(&"story".to_owned()));
    assert!(offered("pincite help ch").contains(&"check".to_owned()));
    let mut commands = offered("pincite help ");
    commands.retain(|word| word != "help");
    commands.sort();
    let mut pages = offered("pincite man ");
    pages.sort();
    assert_eq!(pages, commands);
    assert!(offered("pincite doc").iter().all(|word| word != "document-text"));
}
