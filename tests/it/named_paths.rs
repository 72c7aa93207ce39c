//! Paths on the command line: which of them are answers, which are sources, and what is among the answers
//! and is neither.

use crate::check::Folder;
use crate::code_references::Repository;

const ANSWER: (&str, &str) =
    ("answers/a.md", "Refunds are paid within five days. [policy.md L1]\n");
const SOURCE: (&str, &str) = ("docs/policy.md", "Refunds are paid within five days.\n");

fn calculator() -> Folder {
    let code = "LIMIT = 10\n\n\ndef add(one, other):\n    return one + other\n";
    Folder::new(&[
        ("docs/a.md", "`LIMIT` is 10 (`src/calc.py:1`).\n"),
        ("docs/b.md", "`add` sums up (`src/calc.py:99`).\n"),
        ("src/calc.py", code),
        (".git/HEAD", "ref: refs/heads/main\n"),
    ])
}

#[test]
fn every_document_that_cites_code_is_an_answer() {
    let folder = calculator();
    for arguments in ["docs/a.md docs/b.md", "docs/b.md docs/a.md", "docs/a.md docs/b.md --"] {
        let output = folder.check(&format!("--no-history {arguments}"));
        assert_eq!(output.status, 1, "{arguments}: {}", output.stderr);
        assert!(output.stdout.contains("P003"), "{arguments}: {}", output.stdout);
        assert!(output.stderr.contains("2 cases: 2 citations"), "{arguments}: {}", output.stderr);
    }
    // The code itself is a source, even with a citation in a comment; so is what an answer names.
    folder.write("src/other.py", "# See src/calc.py:1 and src/calc.py:4.\nx = 1\n");
    let output = folder.check("--no-history docs/a.md src/other.py");
    assert_eq!(output.status, 0, "{}", output.stderr);
    folder.write("answer.md", "`LIMIT` is 10. [a.md L1]\n");
    let output = folder.check("--no-history --require citations answer.md docs/a.md");
    assert!(output.stderr.contains("1 case: 1 citation"), "{}", output.stderr);
    assert_eq!(output.status, 0, "{}", output.stderr);
}

#[test]
fn a_gate_fails_for_a_file_with_citations_that_is_read_as_a_source() {
    let numbered = "Refunds take five days.[1] Fees are kept.[2]\n\n[1]: https://a.example\n";
    let folder = Folder::new(&[ANSWER, SOURCE, ("two.md", numbered)]);
    let lax = folder.check("answers/a.md two.md docs/");
    assert_eq!(lax.status, 0, "{}", lax.stderr);
    for gate in ["--require citations", "--min resolved=0.5"] {
        let output = folder.check(&format!("{gate} answers/a.md two.md docs/"));
        assert_eq!(output.status, 1, "{gate}: {}", output.stderr);
        let said = "required: every answer, but there is 1 file with citations read as a source";
        assert!(output.stderr.contains(said), "{gate}: {}", output.stderr);
        let json = folder.check(&format!("{gate} --format json answers/a.md two.md docs/")).stdout;
        assert!(json.contains(&format!("\"error\":\"{said}")), "{gate}: {json}");
    }
}

#[test]
fn code_that_is_given_as_a_source_is_compared_with_its_history() {
    let repository = Repository::cited();
    repository.write("other/src/limits.py", "# Another file with the same end of its path.\n");
    repository.commit("Add another file");
    let root = repository.root().to_str().unwrap().to_owned();
    for sources in ["src", "src/limits.py", ".", "other src"] {
        let paths = sources.split(' ').map(|path| format!("{root}/{path}"));
        let mut arguments = vec![format!("{root}/docs/limits.md"), "--sources".to_owned()];
        arguments.extend(paths);
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_pincite"))
            .arg("check")
            .args(&arguments)
            .current_dir(&root)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{sources}: {said}");
    }
}

/// Puts a file into a folder.
type Make<'m> = &'m dyn Fn(&Folder);

#[test]
fn whatever_the_reason_an_answer_that_is_not_read_fails_the_gate() {
    let bad = "Refunds are paid within 90 days. [policy.md L1]\n";
    let wide: Vec<u8> = bad.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let gate = "--require citations answers/ --sources docs/";
    let make: [(&str, Make<'_>); 4] = [
        ("link", &|folder| {
            folder.write("bad.txt", bad);
            std::os::unix::fs::symlink("../bad.txt", folder.path().join("answers/bad.md")).unwrap();
        }),
        ("dangling link", &|folder| {
            std::os::unix::fs::symlink("nothing", folder.path().join("answers/bad.md")).unwrap();
        }),
        ("UTF-16 without mark", &|folder| {
            std::fs::write(folder.path().join("answers/bad.md"), &wide).unwrap();
        }),
        ("hidden", &|folder| folder.write("answers/.bad.md", bad)),
    ];
    for (name, make) in make {
        let folder = Folder::new(&[ANSWER, SOURCE]);
        make(&folder);
        let output = folder.check(gate);
        assert_eq!(output.status, 1, "{name}: {}", output.stderr);
        let said = "required: all answers, but there is 1 file not read";
        assert!(output.stderr.contains(said), "{name}: {}", output.stderr);
    }
    // A second name of an answer that is read hides nothing, nor do files of other programs.
    let folder = Folder::new(&[ANSWER, SOURCE, ("answers/.settings.json", "{}\n")]);
    std::os::unix::fs::symlink("a.md", folder.path().join("answers/b.md")).unwrap();
    std::fs::write(folder.path().join("answers/picture.png"), b"\x89PNG\0\0").unwrap();
    let output = folder.check(gate);
    assert_eq!(output.status, 0, "{}", output.stderr);
}

#[test]
fn a_configuration_among_the_answers_is_neither_in_force_nor_a_source() {
    let silence = "[check]\nignore = [\"E\"]\n";
    let bad = "Refunds are paid within 90 days. [policy.md L1]\n";
    let folder = Folder::new(&[("answers/a.md", bad), SOURCE, ("answers/pincite.toml", silence)]);
    let output = folder.check("answers/ --sources docs/");
    assert_eq!(output.status, 1, "{}", output.stderr);
    let said = "answers/pincite.toml is not used: it is among the answers";
    assert!(output.stderr.contains(said), "{}", output.stderr);
    assert!(!output.stderr.contains("read as source"), "{}", output.stderr);
    // One that is named, beside the folder or in the current one is.
    let named = folder.check("--config answers/pincite.toml answers/ --sources docs/");
    assert_eq!(named.status, 0, "{}", named.stderr);
    folder.write("pincite.toml", silence);
    assert_eq!(folder.check("answers/ --sources docs/").status, 0);
    let folder = Folder::new(&[("a.md", bad), SOURCE, ("pincite.toml", silence)]);
    assert_eq!(folder.check(". --sources docs/").status, 0);
}

#[test]
fn a_file_that_is_named_twice_counts_once_however_its_name_is_written() {
    let folder =
        Folder::new(&[("a.md", "Refunds are paid within five days. [policy.md]\n"), SOURCE]);
    for sources in ["docs docs/policy.md", "docs docs", "docs/policy.md ./docs/../docs/policy.md"] {
        let output = folder.check(&format!("a.md {sources}"));
        assert_eq!(output.status, 0, "{sources}: {}{}", output.stdout, output.stderr);
    }
    let (composed, apart) = ("caf\u{e9}.md", "cafe\u{301}.md");
    for (cited, name) in [(composed, apart), (apart, composed)] {
        let text = format!("Refunds are paid within five days. [{cited}]\n");
        let folder = Folder::new(&[("a.md", &text), (name, SOURCE.1)]);
        let output = folder.check(&format!("a.md {name}"));
        assert_eq!(output.status, 0, "{cited}: {}{}", output.stdout, output.stderr);
    }
    let disguised = "Refunds are paid within five days. [p\u{43e}licy.md]\n";
    let folder = Folder::new(&[("a.md", disguised), ("p\u{43e}licy.md", SOURCE.1)]);
    let output = folder.check("a.md p\u{43e}licy.md");
    assert!(output.stdout.contains("M006"), "{}", output.stdout);
}

#[test]
fn a_source_without_a_name_is_called_by_its_place() {
    let case = serde_json::json!({
        "response": "Refunds are paid within five days of the request by bank transfer [1]. \
            The shop opens at nine in the morning [2].",
        "sources": [
            {"text": "The shop opens at nine in the morning on weekdays."},
            {"text": "Refunds are paid within five days of the request by bank transfer."},
        ],
    });
    let folder = Folder::new(&[("case.json", &case.to_string())]);
    let output = folder.check("case.json");
    let said = "better match in source 2 L1 than in source 1";
    assert!(output.stdout.contains(said), "{}", output.stdout);
    assert!(output.stdout.contains("cite source 2 L1"), "{}", output.stdout);
    assert!(!output.stdout.contains("unnamed"), "{}", output.stdout);
}
