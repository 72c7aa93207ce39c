//! Commands as a team runs them for every change: batches with a slip in one line, files of a commit, the lock file.

use std::process::Command;

use serde_json::{Value, json};

use crate::check::Folder;
use crate::cli::{Output, cite};
use crate::code_references::{CODE, Repository};

/// Runs the program in a repository. Returns its status, standard output and standard error.
fn run(repository: &Repository, arguments: &str) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args(arguments.split(' '))
        .current_dir(repository.root())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Returns the codes of the findings of each case.
fn codes(output: &Output) -> Vec<Vec<String>> {
    let cases = output.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let codes = |case: Value| {
        let findings = case["findings"].as_array().unwrap().clone();
        findings.iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect()
    };
    cases.map(codes).collect()
}

const SOURCES: [&str; 3] = [
    "Members need a receipt for every refund.",
    "The library opens at nine in the morning.",
    "Dogs must stay outside.",
];

fn row(answer: &str) -> String {
    let texts: Vec<Value> = SOURCES.iter().map(|text| json!({"text": text})).collect();
    format!("{}\n", json!({"response": answer, "sources": texts}))
}

const RIGHT: &str = "Members need a receipt for every refund [1]. The library opens at nine [2].";

/// Returns the result for a batch with these answers.
fn batch(answers: &[&str]) -> Output {
    let rows: Vec<String> = answers.iter().map(|answer| row(answer)).collect();
    Folder::new(&[("b.jsonl", &rows.concat())]).check("--format json b.jsonl")
}

#[test]
fn a_stray_zero_in_one_answer_shifts_no_other() {
    let none: [&str; 0] = [];
    let stray = "Dogs must stay outside [0].";
    let mut answers = vec![RIGHT; 20];
    answers.push(stray);
    for answers in [&answers[..], &[&[stray][..], &answers[..20]].concat(), &answers[19..]] {
        let found = codes(&batch(answers));
        for (answer, codes) in answers.iter().zip(&found) {
            let is_right = *answer == RIGHT;
            let found: Vec<&str> =
                codes.iter().map(String::as_str).filter(|code| *code != "P008").collect();
            if is_right {
                assert_eq!(found, none, "{answers:?}");
            } else if answers.len() > 2 {
                assert_eq!(found, ["P001"], "{answers:?}");
            }
        }
    }
}

#[test]
fn a_stray_zero_shifts_no_mark_of_its_own_answer() {
    let answer = format!("{RIGHT} Dogs must stay outside [3]. Cats may come in [0].");
    for answer in [answer.as_str(), &format!("{RIGHT} Cats may come in [0].")] {
        let output = batch(&[answer]);
        let found = codes(&output);
        let found: Vec<&str> =
            found[0].iter().map(String::as_str).filter(|code| *code != "P008").collect();
        assert_eq!(found, ["P001"], "{}", output.stdout);
        assert!(output.stdout.contains("`--base 0` counts"), "{}", output.stdout);
    }
}

#[test]
fn a_stray_zero_is_an_unknown_source_among_files() {
    let answer = format!("{RIGHT} Cats may come in [0].\n");
    let files = ["s/a.md", "s/b.md", "s/c.md"]
        .map(|name| (name, SOURCES[usize::from(name.as_bytes()[2] - b'a')]));
    let folder = Folder::new(&[&[("a.md", answer.as_str())][..], &files].concat());
    for more in ["", "--base 1 "] {
        let output = folder.check(&format!("--format json {more}a.md s/"));
        let found = codes(&output);
        let found: Vec<&str> =
            found[0].iter().map(String::as_str).filter(|code| *code != "P008").collect();
        assert_eq!(found, ["P001"], "{more}: {}", output.stdout);
    }
}

#[test]
fn a_mark_that_reaches_the_last_number_does_not_outweigh_many_that_count_from_zero() {
    let from_zero = "Members need a receipt for every refund [0]. The library opens at nine [1].";
    let open = "The library opens at nine in the morning [1].";
    let mut answers = vec![from_zero; 9];
    answers.extend([open, "Dogs must stay outside [3]."]);
    let found = codes(&batch(&answers));
    assert!(found[..10].iter().all(Vec::is_empty), "{found:?}");
}

#[test]
fn a_document_without_citations_is_no_answer_beside_documents_about_code() {
    let repository = Repository::cited();
    repository.write("docs/a.md", "Plain text without any citation.\n");
    for order in ["docs/a.md docs/limits.md", "docs/limits.md docs/a.md"] {
        let (status, out, error) = run(&repository, &format!("check {order} --root ."));
        assert_eq!((status, out.as_str()), (0, ""), "{order}: {error}");
        assert!(error.contains("1 case: 2 citations"), "{order}: {error}");
    }
    let required = "check docs/a.md docs/limits.md --root . --require citations";
    let (status, out, error) = run(&repository, required);
    assert_eq!(status, 1, "{error}");
    assert!(out.contains("C001"), "{out}");
    // An answer that lost its marks fails, alone and before its sources.
    for order in
        ["docs/a.md --root .", "docs/a.md src/limits.py --root .", "docs/a.md docs/limits.md"]
    {
        let (status, out, _) = run(&repository, &format!("check {order}"));
        assert!(status == 1 && out.contains("C001"), "{order}: {out}");
    }
}

#[test]
fn a_citation_that_history_calls_wrong_is_not_recorded_without_a_word() {
    let repository = Repository::cited();
    repository.write("src/limits.py", &format!("# Head.\n{CODE}"));
    repository.commit("Describe the file");
    repository.write("docs/new.md", "The limit is read by `read_limit` (src/limits.py:5-9).\n");
    let checked = |arguments: &str| run(&repository, &format!("check --format json {arguments}")).1;
    assert!(checked("docs/limits.md").contains("R001"));
    let (status, out, error) = run(&repository, "lock docs");
    assert_eq!(status, 1, "{error}");
    assert!(out.ends_with("citations.lock: 1 citation, 1 added\n"), "{out}");
    let expected = "docs/limits.md: the cited src/limits.py:4-8 is not recorded: `src/limits.py` L4-L8 moved to L5-L9";
    assert!(error.contains(expected), "{error}");
    assert!(error.contains("2 new citations not recorded"), "{error}");
    assert!(checked("docs/limits.md").contains("R001"));
    // Recorded ones are compared with the file alone.
    let (status, out, error) = run(&repository, "lock docs --update");
    assert_eq!((status, error.as_str()), (0, ""), "{out}");
    assert!(out.ends_with("citations.lock: 3 citations, 2 added\n"), "{out}");
    assert!(!checked("docs/limits.md").contains("R001"));
    assert_eq!(run(&repository, "lock docs").0, 0);
}

#[test]
fn another_spelling_of_the_address_of_a_page_is_no_other_page() {
    let checked = |given: &str, linked: &str| {
        let answer = format!("Refunds are paid within five days [1]({linked}).");
        let text = "Refunds are paid within five days.";
        let row = json!({"response": answer, "sources": [{"id": "1", "url": given, "text": text}]});
        let folder = Folder::new(&[("a.json", &row.to_string())]);
        let output = folder.check("--format json a.json");
        codes(&output).remove(0)
    };
    let none: [&str; 0] = [];
    for (given, linked) in [
        ("https://company.example/policy", "https://company.example/policy?utm_source=x&ref=1"),
        ("https://company.example/policy", "https://company.example/policy/index.html"),
        ("https://company.example/policy", "https://company.example/policy?hl=en"),
        ("https://youtu.be/abc123", "https://www.youtube.com/watch?v=abc123"),
        ("https://arxiv.org/abs/2401.00001", "https://arxiv.org/pdf/2401.00001"),
        ("https://arxiv.org/abs/2401.00001", "https://arxiv.org/abs/2401.00001v2"),
        ("https://en.wikipedia.org/wiki/Cat", "https://en.m.wikipedia.org/wiki/Cat"),
        ("https://company.example/p?a=1&b=2", "https://company.example/p?b=2&a=1"),
        ("https://xn--mnchen-3ya.example/", "https://m\u{fc}nchen.example/"),
        ("https://company.example/p&amp;q", "https://company.example/p&q"),
        ("https://company.example/policy.", "https://company.example/policy"),
        (
            "https://github.com/o/r/blob/main/a.md",
            "https://raw.githubusercontent.com/o/r/main/a.md",
        ),
    ] {
        assert_eq!(checked(given, linked), none, "{given} {linked}");
    }
    assert_eq!(
        checked("https://company.example/policy", "https://company.example/hours"),
        ["P012"]
    );
    assert_eq!(
        checked("https://arxiv.org/abs/2401.00001", "https://arxiv.org/pdf/2401.00002"),
        ["P012"]
    );
}

#[test]
fn a_link_resolves_to_the_source_with_another_address_of_its_page() {
    let answer = "Refunds are paid within five days ([paper](https://arxiv.org/pdf/2401.00001v2)).";
    let text = "Refunds are paid within five days.";
    let sources = json!([
        {"id": "a", "url": "https://arxiv.org/abs/2401.00002", "text": "Dogs must stay outside."},
        {"id": "b", "url": "https://arxiv.org/abs/2401.00001", "text": text},
    ]);
    let row = json!({"response": answer, "sources": sources}).to_string();
    let folder = Folder::new(&[("a.json", &row)]);
    let output = folder.check("--format jsonl-citations --family link a.json");
    assert!(
        output.stdout.contains("\"outcome\":\"supported\""),
        "{}{}",
        output.stdout,
        output.stderr
    );
}

/// A repository whose only comment was removed after it was cited.
fn with_removed_comment() -> Repository {
    let repository = Repository::new();
    let code = "TICKS = 2\n\n\ndef run():\n    return TICKS\n";
    repository
        .write("src/a.py", &format!("# The cache assumes 500ms update intervals here.\n{code}"));
    repository
        .write("docs/d.md", "One comment still says \"500ms update intervals\" (src/a.py:1).\n");
    repository
        .write("notes/log.md", "Log: the old comment said \"500ms update intervals here\".\n");
    repository.commit("Add a cache");
    repository.write("src/a.py", &format!("# The cache is checked once per tick.\n{code}"));
    repository.commit("Check once per tick");
    repository
}

fn checked(repository: &Repository, paths: &str) -> Vec<String> {
    let (_, out, _) = run(repository, &format!("check --format json --root . {paths}"));
    let cases = out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let codes = |case: Value| {
        let findings = case["findings"].as_array().unwrap().clone();
        findings.iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    cases.flat_map(codes).collect()
}

#[test]
fn words_of_removed_lines_are_one_finding_though_another_text_repeats_them() {
    let repository = with_removed_comment();
    for paths in
        ["docs/d.md notes/log.md", "docs/ notes/log.md", "docs/d.md --sources notes/log.md"]
    {
        let found = checked(&repository, paths);
        assert!(!found.contains(&"Q003".to_owned()), "{paths}: {found:?}");
        assert!(found.iter().any(|code| code.starts_with('R')), "{paths}: {found:?}");
    }
}

#[test]
fn quotes_in_texts_about_code_are_compared_with_the_lines_next_to_them() {
    let repository = with_removed_comment();
    let none: [&str; 0] = [];
    for text in [
        "See `notes/log.md` \"500ms update intervals\" and the store (`src/a.py:4`).",
        "See `notes/log.md` \"500ms update intervals\" + `src/a.py:4`.",
        "The toggle \"Keep planes moving between updates\" is off, as is the runner (`src/a.py:4-5`).",
        "`src/a.py:4-5` runs it; \"runs that never end\" are stopped elsewhere.",
    ] {
        repository.write("docs/d.md", &format!("{text}\n"));
        for paths in ["docs/d.md notes/log.md", "docs/d.md"] {
            let found: Vec<String> = checked(&repository, paths);
            let found: Vec<&String> = found.iter().filter(|code| code.starts_with('Q')).collect();
            assert_eq!(found, none, "{text} {paths}");
        }
    }
    for (text, code) in [
        ("The comment of the cache says \"it is checked twice per tick\" (`src/a.py:1`).", "Q002"),
        ("`src/a.py:1` says \"planes keep moving between all updates\".", "Q001"),
    ] {
        repository.write("docs/d.md", &format!("{text}\n"));
        let found = checked(&repository, "docs/d.md");
        assert!(found.iter().any(|found| found.starts_with('Q')), "{code}: {text} {found:?}");
    }
}

#[test]
fn a_baseline_of_other_files_is_not_called_stale() {
    let broken = |id: &str| format!("Refunds take five days.{}\n", cite(id));
    let folder = Folder::new(&[
        ("a.md", &broken("x")),
        ("b.md", &broken("y")),
        ("s/1.md", "Refunds take five days.\n"),
    ]);
    let output = folder.check("--write-baseline base.json a.md b.md --sources s/");
    assert_eq!(output.status, 0, "{}", output.stderr);
    let base = std::fs::read_to_string(folder.path().join("base.json")).unwrap();
    assert!(base.contains("\"files\": [\n        \"a.md\"\n      ]"), "{base}");
    let output = folder.check("--baseline base.json b.md --sources s/");
    assert!(output.status == 0 && !output.stderr.contains("no longer found"), "{}", output.stderr);
    // A file that is checked and whose finding is gone counts; writing keeps those of other files.
    folder.write("b.md", &format!("Refunds take five days.{}\n", cite("1 L1")));
    let output = folder.check("--baseline base.json b.md --sources s/");
    assert!(
        output.stderr.contains("1 known finding of base.json no longer found"),
        "{}",
        output.stderr
    );
    let output = folder.check("--write-baseline base.json b.md --sources s/");
    assert!(output.stderr.contains("1 known finding written"), "{}", output.stderr);
    let output = folder.check("--baseline base.json a.md b.md --sources s/");
    assert!(output.status == 0 && !output.stderr.contains("no longer found"), "{}", output.stderr);
}

#[test]
fn messages_name_what_is_missing_and_what_to_write() {
    let folder = Folder::new(&[
        ("a.md", &format!("Refunds take five days.{}\n", cite("1 L1"))),
        ("s/1.md", "Refunds take five days.\n"),
    ]);
    for (arguments, words) in [
        (
            "check --baseline a.md a.md s/",
            &["a.md", "it is not a baseline", "--write-baseline FILE"][..],
        ),
        ("check --baseline no.json a.md s/", &["no.json: no such file", "--write-baseline FILE"]),
        (
            "check --config no.toml a.md s/",
            &["no.toml: no such file", "check the path of `--config`"],
        ),
        ("check --from markdwn a.md", &["unknown format", "`pincite formats` lists the formats"]),
        ("check --from markrs a.md", &["did you mean `markers`?"]),
        (
            "check --min supported=90% a.md s/",
            &["must be a number from 0 to 1; write `supported=0.9`"],
        ),
        (
            "report a.md s/ -o nodir/x.html",
            &["cannot write nodir/x.html: the folder nodir does not exist"],
        ),
        ("report a.md s/ -o s", &["would be read as sources", "name a file such as `report.html`"]),
        ("report a.md s/ -o s/report/", &["would be read as sources"]),
    ] {
        let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        let output = crate::cli::run(folder.path(), &arguments, "");
        assert_eq!(output.status, 2, "{arguments:?}: {}", output.stderr);
        for words in words {
            assert!(output.stderr.contains(words), "{arguments:?}: {}", output.stderr);
        }
    }
    assert!(!folder.path().join("s/index.html").exists());
    let arguments = ["report", "a.md", "s/", "-o", "report/"].map(str::to_owned);
    assert_eq!(crate::cli::run(folder.path(), &arguments, "").status, 0);
}

/// A shell expands `answers/*`, and one of the answers is cut off or begins with one without citations.
#[test]
fn a_second_answer_in_json_is_no_source_because_it_is_damaged() {
    let case = |line: u8| {
        let text = format!("Refunds take five days{}.", cite(&format!("policy L{line}")));
        let source =
            json!({"id": "policy", "text": "Refunds take five days.\nOrders ship on Monday.\n"});
        let case = format!("{}\n", json!({"response": text, "sources": [source]}));
        ["e200", "e201", "e202"].iter().fold(case, |case, code| {
            let sign = char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap();
            case.replace(sign, &format!("\\u{code}"))
        })
    };
    let (good, wrong) = (case(1), case(2));
    let bare = format!("{}\n", json!({"response": "Hello.", "sources": []}));
    let folder = Folder::new(&[
        ("one.jsonl", &good.repeat(2)),
        ("begins-broken.jsonl", &format!("{{\"resp\n{wrong}")),
        ("begins-bare.jsonl", &format!("{bare}{wrong}")),
        ("one.json", &good),
        ("cut.json", &wrong[..wrong.len() - 30]),
        ("a.md", &format!("Refunds take five days{}.\n", cite("policy L1"))),
        ("docs/policy.md", "Refunds take five days.\nOrders ship on Monday.\n"),
        ("docs/template.txt", "{ \"refunds\": {{ days }}\n"),
    ]);
    for (paths, status) in [
        ("one.jsonl begins-broken.jsonl", 2),
        ("one.jsonl begins-bare.jsonl", 1),
        ("one.json cut.json docs", 2),
        ("a.md cut.json docs --require text", 1),
        ("a.md docs/policy.md docs/template.txt --require text", 0),
        ("one.json docs/policy.md docs/template.txt --require text", 0),
    ] {
        let output = folder.check(paths);
        assert_eq!(output.status, status, "{paths}: {}{}", output.stdout, output.stderr);
    }
    let warned = folder.check("a.md cut.json docs").stderr;
    assert!(warned.contains("warning: cut.json holds JSON that cannot be read"), "{warned}");
}

/// The answer would bear itself out, or take the first place in the order of the files.
#[test]
fn an_answer_in_a_folder_of_sources_is_no_source() {
    let numbered = "Refunds take five days [1]. The shop opens at nine [2].\n";
    let own = format!("Refunds take five days{}.\n", cite("answer L1"));
    let files = [
        ("answer.md", numbered),
        ("own.md", "Refunds take five days [own.md L1].\n"),
        ("one.md", "Refunds take five days [two.md L1].\n"),
        ("two.md", "Refunds take five days [one.md L1].\n"),
        ("kb/p.md", "Refunds take five days.\n"),
        ("kb/q.md", "The shop opens at nine.\n"),
        ("kb/answer.md", &own),
    ];
    let folder = Folder::new(&files);
    let output = folder.check("kb/answer.md kb");
    assert_eq!(output.status, 1, "{}", output.stdout);
    assert!(output.stdout.contains("unknown source `answer`"), "{}", output.stdout);
    let note = "`kb/answer.md` left out of the sources: an answer is none";
    assert!(output.stderr.contains(note), "{}", output.stderr);
    assert_eq!(folder.check("own.md .").status, 1);
    // Neither is another answer.
    assert_eq!(folder.check("one.md two.md --sources .").status, 1);
    let shown = |name: &str, sources: &str| {
        let args = ["show", "--format", "json", name, sources].map(str::to_owned);
        let output = crate::cli::run(folder.0.path(), &args, "").stdout;
        let case: Value = serde_json::from_str(&output).unwrap();
        let citations = case["citations"].as_array().unwrap().clone();
        let words =
            |it: &Value| it["targets"][0]["passage"]["text"].as_str().unwrap().trim().to_owned();
        citations.iter().map(words).collect::<Vec<String>>()
    };
    folder.write("kb/answer.md", numbered);
    let expected = ["Refunds take five days.", "The shop opens at nine."];
    assert_eq!(shown("kb/answer.md", "kb"), expected);
    assert_eq!(shown("kb/answer.md", "kb/../kb"), expected);
    // Unless it is named as one.
    assert_eq!(folder.check("own.md --source own.md=own.md").status, 0);
}

/// `pincite check monday/ tuesday/ docs/`: the second folder is not checked.
#[test]
fn a_second_folder_of_answers_has_a_warning() {
    let folder = Folder::new(&[
        ("monday/a.md", &format!("Refunds take five days{}.\n", cite("policy L1"))),
        ("tuesday/a.md", &format!("Refunds take five days{}.\n", cite("policy L2"))),
        ("docs/policy.md", "Refunds take five days.\nOrders ship on Monday.\n"),
    ]);
    let output = folder.check("monday tuesday docs");
    let warning = "warning: tuesday holds answers with citations and is read as a source";
    assert!(output.stderr.contains(warning), "{}", output.stderr);
    assert_eq!(folder.check("monday tuesday docs --require text").status, 1);
    let one = folder.check("monday docs --require text");
    assert_eq!((one.status, one.stderr.contains("warning")), (0, false), "{}", one.stderr);
}

/// Their places in the list are other numbers than those that the model saw.
#[test]
fn texts_with_numbers_that_are_not_their_places_are_cited_by_them() {
    let check = |mark: u8, contexts: [&str; 2]| {
        let answer = format!("Refunds take five days [{mark}].");
        let row = json!({"question": "How long do refunds take?", "answer": answer, "contexts": contexts});
        Folder::new(&[("row.json", &row.to_string())]).check("row.json").status
    };
    let exchanged = ["[2] Refunds take five days.", "[1] Orders ship on Monday."];
    assert_eq!((check(1, exchanged), check(2, exchanged)), (1, 0));
    let chosen = ["[3] Orders ship on Monday.", "[7] Refunds take five days."];
    assert_eq!((check(7, chosen), check(2, chosen)), (0, 1));
    let plain = ["[1] Refunds take five days.", "[2] Orders ship on Monday."];
    assert_eq!((check(1, plain), check(2, plain)), (0, 1));
}
