//! `check` as a gate: what it takes for a response, what an answer cannot do to its own check, and
//! what a green run says.

use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::check::Folder;
use crate::cli::{Output, cite, run};

const SOURCE: (&str, &str) = ("docs/a.txt", "Refunds take five days.\n");

fn fine() -> String {
    format!("Refunds take five days.{}\n", cite("a L1"))
}

fn broken() -> String {
    format!("Refunds take five days.{}\n", cite("b"))
}

fn codes(output: &Output) -> Vec<String> {
    let cases = output.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let findings = cases.flat_map(|case| case["findings"].as_array().unwrap().clone());
    findings.map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
}

/// A text in data is a part of what another program wrote, whatever format the text has by itself.
#[test]
fn a_text_in_data_does_not_silence_its_check() {
    let text = format!("Refunds take five days.{} <!-- pincite-ignore P001: ok -->", cite("b"));
    let object = serde_json::json!({"query": "x", "report": text});
    let files = [
        ("one.json", object.to_string()),
        ("list.json", serde_json::json!([object, object]).to_string()),
        ("objects.json", serde_json::json!({"runs": [object, object]}).to_string()),
        ("lines.jsonl", format!("{object}\n{object}\n")),
        ("table.csv", format!("q,answer\nx,\"{}\"\n", text.replace('"', "\"\""))),
    ];
    for (name, content) in &files {
        let folder = Folder::new(&[(name, content), SOURCE]);
        for stdin in ["", content] {
            let input = if stdin.is_empty() { name } else { "-" };
            let args = format!("--format json --allow-ignores {input} docs/");
            let output = folder.check_stdin(&args, stdin);
            assert!(codes(&output).contains(&"P001".to_owned()), "{input}: {}", output.stdout);
            assert_eq!(output.status, 1, "{input}");
        }
    }
}

#[test]
fn an_answer_does_not_silence_its_check() {
    let comment = "<!-- pincite-ignore ALL: ok --> <!-- pincite-ignore P001: ok -->";
    let text = format!("Refunds take five days.{} {comment}\n", cite("b"));
    let json = serde_json::json!({"id": "one", "response": text, "sources": []}).to_string();
    let folder = Folder::new(&[("answer.md", &text), ("case.json", &json), SOURCE]);
    for input in ["answer.md docs/", "case.json docs/", "--allow-ignores case.json docs/"] {
        let output = folder.check(&format!("--format json {input}"));
        assert_eq!(
            (codes(&output), output.status),
            (vec!["P001".into(), "I002".into()], 1),
            "{input}"
        );
    }
    let allowed = folder.check("--format json --allow-ignores answer.md docs/");
    assert_eq!((codes(&allowed), allowed.status), (vec!["I001".to_owned()], 0));
    let case: Value = serde_json::from_str(&allowed.stdout).unwrap();
    assert_eq!(case["ignored"][0]["code"], "P001");
    assert_eq!(case["ignored"][0]["reason"], "ok");
    folder.write("pincite.toml", "[check]\nallow-ignores = true\n");
    let summary = folder.check("answer.md docs/").stderr;
    assert!(summary.contains("1 finding ignored by comments in the response"), "{summary}");
    for format in ["sarif", "junit", "github", "markdown"] {
        let output = folder.check(&format!("--format {format} answer.md docs/"));
        assert!(output.stdout.to_lowercase().contains("ignored"), "{format}: {}", output.stdout);
    }
    let csv = folder.check("--format csv answer.md docs/").stdout;
    assert!(
        csv.contains(",ignored,,,,,P001 unknown-source ignored by a comment at line 1: ok"),
        "{csv}"
    );
    let lines = folder.check("--format jsonl-citations answer.md docs/").stdout;
    let rows = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let ignored: Vec<Value> = rows.filter(|row| row["status"] == "ignored").collect();
    assert_eq!((ignored.len(), &ignored[0]["citation"]), (1, &Value::Null));
}

#[test]
fn a_check_of_nothing_is_a_failure_in_every_format() {
    let folder = Folder::new(&[("answer.md", &broken()), ("none.jsonl", "\n"), SOURCE]);
    for (args, why) in [
        ("none.jsonl", "nothing was checked: the input holds no case"),
        ("--ignore ALL answer.md docs/", "nothing was checked: no rule is selected"),
    ] {
        for format in
            ["text", "json", "csv", "jsonl-citations", "sarif", "junit", "github", "markdown"]
        {
            let output = folder.check(&format!("--format {format} {args}"));
            assert_eq!(output.status, 2, "{format} {args}");
            assert!(output.stderr.contains(why), "{format} {args}: {}", output.stderr);
            let expected = match format {
                "csv" => "not-checked,,,,,not-checked,nothing was checked",
                "json" => "\"error\":\"nothing was checked",
                "jsonl-citations" => "\"status\":\"not-checked\"",
                "sarif" => "\"executionSuccessful\": false",
                "junit" => "type=\"not checked\"",
                "github" => "::error title=pincite::nothing was checked",
                _ => "",
            };
            assert!(output.stdout.contains(expected), "{format} {args}: {}", output.stdout);
            assert!(!output.stdout.contains("No findings."), "{format} {args}: {}", output.stdout);
        }
    }
    // A requirement is checked without any rule.
    let required = folder.check("--ignore ALL --require citations answer.md docs/");
    assert_eq!(required.status, 0, "{}", required.stderr);
}

#[test]
fn an_unresolved_citation_is_no_passed_test() {
    let text = format!("{}Fares rise.{}\n", broken(), cite("c"));
    let folder = Folder::new(&[("answer.md", &text), SOURCE]);
    // Without sources, one finding is about all of them.
    for (args, skipped) in [("answer.md", 1), ("--ignore P001 answer.md docs/", 2)] {
        let output = folder.check(&format!("--format junit {args}")).stdout;
        let found = output.matches("<skipped message=\"the citation is unresolved\"").count();
        assert_eq!(found, skipped, "{args}: {output}");
    }
}

fn report(folder: &Folder, args: &str) -> Output {
    let args: Vec<String> = args.split(' ').map(str::to_owned).collect();
    run(folder.0.path(), &args, "")
}

#[test]
fn a_report_counts_what_the_answer_silences() {
    let text = format!("Refunds take five days.{} <!-- pincite-ignore P001: ok -->\n", cite("b"));
    let folder = Folder::new(&[("answer.md", &text), SOURCE]);
    for format in ["markdown", "html"] {
        let output =
            report(&folder, &format!("report --format {format} --allow-ignores answer.md docs/"));
        let counted = "1 finding ignored by comments in the response";
        assert!(output.stdout.contains(counted), "{format}: {}", output.stdout);
        let each = "ignored by a comment at line 1: ok";
        assert!(output.stdout.contains(each), "{format}: {}", output.stdout);
        let silent = report(&folder, &format!("report --format {format} answer.md docs/"));
        assert!(!silent.stdout.contains("ignored by"), "{format}: {}", silent.stdout);
    }
    let args = "report --format json --allow-ignores --metrics now.json answer.md docs/";
    let written = report(&folder, args);
    let case: Value = serde_json::from_str(written.stdout.lines().next().unwrap()).unwrap();
    assert_eq!(case["ignored"][0]["code"], "P001");
    let metrics: Value = serde_json::from_str(&folder.read("now.json")).unwrap();
    assert_eq!(metrics["ignored_findings"], 1);
}

#[test]
fn an_unused_ignore_is_a_finding() {
    let text = format!("{} <!-- pincite-ignore P001, E: fine -->\n", fine().trim_end());
    let folder = Folder::new(&[("answer.md", &text), SOURCE]);
    let output = folder.check("--format json --allow-ignores answer.md docs/");
    assert_eq!(codes(&output), ["I003", "I003"]);
    let selected = folder.check("--format json --allow-ignores --select E,I answer.md docs/");
    assert_eq!(codes(&selected), ["I003"], "a rule that did not run is not counted");
}

#[test]
fn a_flood_of_comments_is_read_at_once() {
    for tail in ["", "-->", ": x -->"] {
        let text = format!("{}{}{tail}\n", fine(), "<!-- pincite-ignore ".repeat(20_000));
        let folder = Folder::new(&[("answer.md", &text), SOURCE]);
        for args in ["--allow-ignores", ""] {
            let start = Instant::now();
            let output = folder.check(&format!("--format json {args} answer.md docs/"));
            // In time that grows with the square of the length, it takes hours.
            assert!(output.status < 2 && start.elapsed() < Duration::from_secs(30), "{tail}");
        }
    }
}

#[test]
fn a_citation_that_is_not_read_is_a_finding() {
    for mark in [
        "(Source: the handbook)",
        "[NIST, 2025]",
        "[@moll2019, p. 2]",
        "\\cite{moll}",
        "\\parencite[12]{moll}",
        "<ref>The handbook</ref>",
        "\u{e202}b\u{e201}",
        "cite\u{e202}b\u{e201}",
        "&#xe200;cite&#xE202;b&#57857;",
        "turn0search7",
        "[handbook.md]",
        "[1†L2]",
        "&lbrack;1&rbrack;",
        "[&#49;]",
        "[\u{a0}1\u{a0}]",
        "[\u{ad}1]",
        "[**1**]",
        "<b>[</b>1<b>]</b>",
        "[\u{661}]",
    ] {
        let text = format!("{} Fees are kept {mark}.\n", fine().trim_end());
        let folder = Folder::new(&[("answer.md", &text), SOURCE]);
        let output = folder.check("--format json answer.md docs/");
        let found = codes(&output);
        assert!(found.contains(&"C005".to_owned()), "{mark}: {found:?}");
        assert_eq!(output.status, 1, "{mark}");
    }
    for sound in [
        "in the years 2019-2021",
        "on its return",
        "a[0]",
        "`[@key]`",
        "x < y",
        "as ![[The plan.pdf]] shows",
        "in a [[6,2,2]] code",
        "as [GUIDE.md](docs/GUIDE.md) says",
        "as [**1**](#one) says",
        "below [-1]",
        "`[&#49;]`",
    ] {
        let text = format!("{} Fees are kept {sound}.\n", fine().trim_end());
        let folder = Folder::new(&[("answer.md", &text), SOURCE]);
        assert_eq!(codes(&folder.check("--format json answer.md docs/")), [""; 0], "{sound}");
    }
}

/// Returns the lines with unread marks in a text with the marks `[1]` and `[2]`, of two sources, and these
/// paragraphs from its third line on.
fn unread_beside_numbers(paragraphs: &[String]) -> Vec<u64> {
    let said = "Refunds take five days [1]. Fees are kept for a year [2].";
    let text = format!("{said}\n\n{}\n", paragraphs.join("\n\n"));
    let sources = [("s/a.txt", "Refunds take five days.\n"), ("s/b.txt", "Fees are kept.\n")];
    let named = "--source 1=s/a.txt --source 2=s/b.txt";
    let folder = Folder::new(&[("answer.md", &text), sources[0], sources[1]]);
    let output = folder.check(&format!("--format json answer.md --select C005 {named}"));
    let case: Value = serde_json::from_str(&output.stdout).unwrap();
    let findings = case["findings"].as_array().unwrap().iter();
    findings.map(|finding| finding["line"].as_u64().unwrap()).collect()
}

#[test]
fn what_looks_like_a_number_in_brackets_beside_others_is_a_finding() {
    const MARKS: [&str; 25] = [
        "[-1]",
        "[+1]",
        "[1.5]",
        "[1,]",
        "[,1]",
        "[1, ]",
        "[99999999999999999999]",
        "[0x1]",
        "[l]",
        "[I]",
        "[\u{406}]",
        "[1\u{332}]",
        "[\u{1d7cf}]",
        "[\u{2460}]",
        "{1}",
        "(1)",
        "<1>",
        "^1^",
        "\u{2460}",
        "\u{2776}",
        "\u{27e8}2\u{27e9}",
        "\u{ab}1\u{bb}",
        "(ref 1)",
        "(Ref. 2)",
        "[1",
    ];
    for end in [".", "", ", and so on.", "  \nMore."] {
        let all = MARKS.map(|mark| format!("Shipping is free above 90 euros {mark}{end}"));
        let step = 2 + end.matches('\n').count();
        let expected: Vec<u64> = (0..MARKS.len()).map(|at| (3 + at * step) as u64).collect();
        assert_eq!(unread_beside_numbers(&all), expected, "{end:?}: {MARKS:?}");
    }
    let sound = [
        "It is as in equation (1).",
        "Follow the rule of section (2).",
        "It reads the value of items[l].",
        "It reads the value of `items [l]`.",
        "It was found by Smith and others [2024].",
        "It calls the function f(1).",
        "It is as he said [sic].",
        "The values lie between [-1, 1].",
        "It holds for all of them [I think].",
        "The days of the week are in [1, 5), as is the fee in [1, n).",
        "It is one of the references (ref of the shop).",
        "\u{2460} Refunds take five days",
        "The fee is in {0} or {1} of the template {x}.",
        "| Refunds of the shop | five days (1) |\n|---|---|",
    ];
    assert_eq!(unread_beside_numbers(&sound.map(str::to_owned)), [0; 0]);
    // Numbers that count, and values.
    let counted = [
        "Fees of the shop (40) rise by more than that of others (2).",
        "Two things matter: (1) the price of the day, (2) the time, and mostly both (1).",
        "It has \u{2460} a price of the day and \u{2461} a time of the day \u{2460}.",
    ];
    assert_eq!(unread_beside_numbers(&counted.map(str::to_owned)), [0; 0]);
}

#[test]
fn one_mark_in_a_block_of_code_is_noted_if_it_cites_like_others() {
    let noted = |block: &str| {
        let text = format!("Refunds take five days [1].\n\n```\n{block}\n```\n");
        let folder = Folder::new(&[("answer.md", &text), ("a.txt", "Refunds take five days.\n")]);
        let output = folder.check("answer.md --source 1=a.txt");
        output.stderr.contains("1 mark in blocks of code not read, such as `[1]`")
    };
    assert!(noted("Shipping is free above 90 euros [1]."));
    assert!(!noted("first = items[1].name") && !noted("Shipping is free above 90 euros [7]."));
}

#[test]
fn no_format_is_passed_over_beside_another() {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let mut tried = 0;
    for entry in std::fs::read_dir(samples).unwrap() {
        let dir = entry.unwrap();
        let Ok(sample) = std::fs::read_to_string(dir.path().join("answer.md")) else { continue };
        let citations = |text: &str| {
            let folder = Folder::new(&[("answer.md", text), SOURCE]);
            let output = folder.check("--format json answer.md docs/");
            let case: Value = serde_json::from_str(&output.stdout).unwrap();
            (case["citations"]["total"].as_u64().unwrap(), case)
        };
        let (alone, _) = citations(&sample);
        // Marks that only the user's pattern finds, and files that are not there.
        if alone == 0 {
            continue;
        }
        // kotaemon's answer begins after its list, so what precedes it is folded.
        let mixed = if dir.file_name() == "kotaemon" {
            format!("{sample}\n{}", fine())
        } else {
            format!("{}\n{sample}", fine())
        };
        let (both, mixed) = citations(&mixed);
        let mut notes = mixed["notes"].as_array().unwrap().iter().filter_map(Value::as_str);
        let found = mixed["findings"].as_array().unwrap();
        let is_noted = notes.any(|note| note.contains("not read"))
            || found.iter().any(|finding| finding["code"] == "C005");
        assert!(both > alone || is_noted, "{:?}: {alone}, {both}: {mixed}", dir.path());
        tried += 1;
    }
    assert!(tried > 25, "{tried}");
}

#[test]
fn what_a_finding_says_is_no_note_as_well() {
    let text = format!("{} Fees are kept [NIST, 2025] and [@moll].\n", fine().trim_end());
    let folder = Folder::new(&[("answer.md", &text), SOURCE]);
    let notes = |args: &str| {
        let output = folder.check(&format!("--format json {args} answer.md docs/"));
        let case: Value = serde_json::from_str(&output.stdout).unwrap();
        let notes = case["notes"].as_array().unwrap().clone();
        (codes(&output).contains(&"C005".to_owned()), notes.iter().map(Value::to_string).collect())
    };
    let (is_found, with): (bool, Vec<String>) = notes("");
    assert!(is_found && !with.iter().any(|note| note.contains("NIST")), "{with:?}");
    // Without the finding, the note remains.
    let (is_found, without): (bool, Vec<String>) = notes("--ignore C005");
    assert!(!is_found && without.iter().any(|note| note.contains("NIST")), "{without:?}");
}

#[test]
fn a_summary_names_the_file_that_changed_the_rules() {
    let folder = Folder::new(&[("runs/a.md", &broken()), SOURCE]);
    let named = |toml: &str, args: &str| {
        folder.write("runs/pincite.toml", toml);
        let output = folder.check(&format!("{args} runs/a.md docs/"));
        output.stderr.contains("rules as set in runs/pincite.toml\n")
    };
    for toml in [
        "[check]\nignore = [\"P\"]\n",
        "[check]\nselect = [\"F\"]\n",
        "[check]\nfail-on = \"never\"\n",
        "[check]\nallow-ignores = true\n",
        "[severity]\nP001 = \"note\"\n",
    ] {
        assert!(named(toml, ""), "{toml}");
        assert!(!named(toml, "--no-config"), "{toml}");
        assert!(!named(toml, "--quiet"), "{toml}");
    }
    assert!(!named("", ""));
}

/// A source of the file's own can make a wrong citation look right.
#[test]
fn a_summary_names_the_file_that_changed_what_is_read() {
    let folder = Folder::new(&[("runs/a.md", &broken()), ("runs/own.txt", "It is.\n"), SOURCE]);
    for (toml, changes) in [
        ("[citations.sources]\nb = \"own.txt\"\n", "sources"),
        ("sources = [\"own.txt\"]\n", "sources"),
        ("[citations]\npattern = \"(?<id>is).*\"\n", "citation marks"),
        (
            "[citations]\npattern = \"(?<id>is).*\"\n[citations.sources]\nis = \"own.txt\"\n\
             [check]\nignore = [\"E\"]\n",
            "rules, citation marks and sources",
        ),
    ] {
        folder.write("runs/pincite.toml", toml);
        let output = folder.check("runs/a.md --sources docs/");
        let line = format!("{changes} as set in runs/pincite.toml");
        assert!(output.stderr.lines().any(|it| it == line), "{toml}: {}", output.stderr);
    }
}

#[test]
fn an_answer_without_citations_is_no_source_where_sources_are_named() {
    let folder = Folder::new(&[
        ("runs/a.md", &fine()),
        ("runs/b.md", "Refunds take nine days.\n"),
        ("runs/b.prompt.md", "How long do refunds take?\n"),
        SOURCE,
    ]);
    let output = folder.check("runs");
    assert!(output.stderr.contains("read as source: b.md and b.prompt.md"), "{}", output.stderr);
    for sources in ["docs/", "--sources docs/", "-- docs/"] {
        let output = folder.check(&format!("runs {sources}"));
        assert_eq!(output.status, 1, "{sources}: {}", output.stderr);
        assert!(output.stdout.contains("C001"), "{sources}: {}", output.stdout);
        assert!(output.stderr.contains("2 cases"), "{sources}: {}", output.stderr);
        assert!(output.stderr.contains("read as source: b.prompt.md"), "{}", output.stderr);
    }
}

#[test]
fn a_green_run_names_what_was_not_read() {
    let folder = Folder::new(&[
        ("runs/a.md", &fine()),
        ("runs/b.md", &broken()),
        ("runs/texts/c.md", "Refunds take nine days.\n"),
        ("runs/.d.md", &broken()),
        ("runs/e.review.jsonl", &broken()),
        ("runs/sub/f.md", &broken()),
        ("runs/.ignore", "b.md\nsub\n"),
        SOURCE,
    ]);
    std::os::unix::fs::symlink("../docs/a.txt", folder.0.path().join("runs/g.md")).unwrap();
    let left_out = [
        "left out of runs: `b.md` and `sub` (ignored), `.d.md` (hidden), `g.md` (a symbolic link), \
         `e.review.jsonl` (a journal of verdicts)",
        "1 file of runs without citations, read as source: texts/c.md",
    ];
    for format in ["text", "json", "csv", "jsonl-citations", "sarif", "junit", "github", "markdown"]
    {
        let output = folder.check(&format!("--format {format} runs docs/"));
        assert_eq!(output.status, 0, "{format}: {}", output.stderr);
        for note in left_out {
            let line = format!("note: a.md: {note}\n");
            assert!(output.stderr.contains(&line), "{format}: {}", output.stderr);
            if matches!(format, "json" | "sarif" | "github") {
                assert!(output.stdout.contains(note), "{format}: {}", output.stdout);
            }
        }
    }
    let quiet = folder.check("--quiet runs docs/");
    assert_eq!((quiet.status, quiet.stderr.as_str()), (0, ""));
}

#[test]
fn notes_that_differ_in_their_example_are_counted_together() {
    let unread = |id: &str| format!("{}It costs nothing [#{id}].\n", fine());
    let folder = Folder::new(&[("a.md", &unread("q0d57")), ("b.md", &unread("q0d58")), SOURCE]);
    let output = folder.check("--format json --ignore C005 a.md b.md docs/");
    let notes: Vec<&str> = output.stderr.lines().filter(|line| line.contains("[#q0d")).collect();
    assert!(
        matches!(notes[..], [only] if only.starts_with("note: 2 cases: ")),
        "{}",
        output.stderr
    );
}

#[test]
fn a_payload_of_a_folder_that_cannot_be_read_is_a_failed_case() {
    for (name, content) in [("b.jsonl", "\n"), ("b.json", "{\"response\": \"x"), ("b.json", "")] {
        let folder =
            Folder::new(&[("runs/a.md", &fine()), (&format!("runs/{name}"), content), SOURCE]);
        let output = folder.check("runs docs/");
        assert_eq!(output.status, 2, "{name}: {}", output.stderr);
        assert!(output.stderr.contains("1 of 2 cases could not be checked"), "{}", output.stderr);
    }
}

#[test]
fn an_answer_is_not_passed_over_for_its_name() {
    use std::os::unix::ffi::OsStrExt as _;
    let names: [&[u8]; 5] = [b"b\xff.md", b"b\n.md", b"-b.md", b"b\x1b[2J.md", b"b:1:2.md"];
    for name in names {
        let folder = Folder::new(&[("runs/a.md", &fine()), SOURCE]);
        let path = folder.0.path().join("runs").join(std::ffi::OsStr::from_bytes(name));
        std::fs::write(path, broken()).unwrap();
        let output = folder.check("runs docs/");
        let expected = if std::str::from_utf8(name).is_ok() { 1 } else { 2 };
        assert_eq!(output.status, expected, "{}: {}", name.escape_ascii(), output.stderr);
        let both = format!("{}{}", output.stdout, output.stderr);
        assert!(!both.contains('\u{1b}'), "{both:?}");
    }
}

#[test]
fn several_responses_are_all_checked() {
    let folder = Folder::new(&[("one.md", &fine()), ("two.md", &broken()), SOURCE]);
    let inputs = |args: &str| {
        let output = folder.check(&format!("--format json {args}"));
        let cases = output.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let inputs: Vec<String> =
            cases.map(|case| case["input"].as_str().unwrap().to_owned()).collect();
        (inputs, output.status)
    };
    let both = vec!["one.md".to_owned(), "two.md".to_owned()];
    for args in ["one.md two.md docs/", "one.md two.md --sources docs/", "one.md two.md -- docs/"] {
        assert_eq!(inputs(args), (both.clone(), 1), "{args}");
    }
    folder.write("pincite.toml", "sources = [\"docs/\"]\n");
    assert_eq!(inputs("one.md two.md"), (both.clone(), 1));
    folder.write("two.md", &fine());
    assert_eq!(inputs("one.md two.md"), (both, 0));
    let missing = folder.check("--format json one.md nope.md two.md --sources docs/");
    assert_eq!((missing.stdout.lines().count(), missing.status), (3, 2));
    folder.write("pincite.toml", "sources = [\"../\"]\n");
    assert_eq!(folder.check("one.md").status, 2);
}

#[test]
fn a_source_that_holds_citations_draws_a_warning() {
    let numbered = "Refunds take five days.[1] Fees are kept.[2]\n\n[1]: https://a.example\n";
    let folder = Folder::new(&[("one.md", &fine()), ("two.md", numbered), SOURCE]);
    let output = folder.check("one.md two.md docs/");
    let warning = "warning: two.md holds 2 citations and is read as a source";
    assert!(output.stderr.contains(warning), "{}", output.stderr);
    let quiet = folder.check("one.md docs/a.txt");
    assert!(!quiet.stderr.contains("warning"), "{}", quiet.stderr);
}

#[test]
fn an_answer_that_cites_nothing_is_not_taken_for_a_source_in_silence() {
    let uncited = ("none.md", "Refunds take five days.\n");
    let folder = Folder::new(&[("one.md", &fine()), ("two.md", &broken()), uncited, SOURCE]);
    let output = folder.check("one.md none.md two.md docs/");
    let warning = "warning: none.md holds no citations and is read as a source";
    assert!(output.stderr.contains(warning), "{}", output.stderr);
    // With one answer, the other file is most likely its source.
    for args in ["one.md none.md docs/", "one.md two.md docs/a.txt"] {
        let quiet = folder.check(args);
        assert!(!quiet.stderr.contains("warning:"), "{args}: {}", quiet.stderr);
    }
}

#[test]
fn a_green_run_says_what_was_checked() {
    let title = r#"{"id":"x","response":"Fine.\ue200cite\ue202a\ue201","sources":[{"id":"a","title":"A","url":"https://a.example"}]}"#;
    let none = r#"{"id":"y","response":"I'm sorry, but the sources do not mention this.","sources":[{"id":"a","text":"So."}]}"#;
    let folder = Folder::new(&[
        ("answer.md", &fine()),
        ("batch.jsonl", &format!("{title}\n{none}\n")),
        ("empty.jsonl", "\n"),
        SOURCE,
    ]);
    let summary = |args: &str| {
        let output = folder.check(args);
        (output.stderr.lines().skip(1).collect::<Vec<_>>().join("|"), output.status)
    };
    assert_eq!(
        summary("answer.md docs/"),
        ("1 case: 1 citation, 1 checked against text".to_owned(), 0)
    );
    let counts =
        "2 cases: 1 citation, 0 checked against text, 1 has no text; 1 case has no citations";
    assert_eq!(summary("batch.jsonl"), (counts.to_owned(), 0));
    let text = "required: text, but there is 1 citation without text|  batch.jsonl:1, response:1:6: no text \
                (cannot show `a`: no text available)";
    assert_eq!(summary("--require text batch.jsonl"), (format!("{counts}|{text}"), 1));
    let cited = "required: citations, but there is 1 case without citations";
    assert_eq!(
        summary("--require text,citations batch.jsonl"),
        (format!("{counts}|{cited}|  batch.jsonl:2, response: no citations|{text}"), 1)
    );
    folder.write("pincite.toml", "[check]\nrequire = [\"citations\"]\n");
    assert_eq!(folder.check("--format json batch.jsonl").status, 1);
    assert_eq!(folder.check("answer.md docs/").status, 0);
    assert_eq!(folder.check("empty.jsonl").status, 2);
    let json = folder.check("--format json answer.md docs/").stdout;
    let case: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(case["configuration"], "pincite.toml");
    let all = serde_json::json!({
        "total": 1, "checked": 1, "unclear": 0, "not_compared": 0, "repeated_text": 0, "without_text": 0,
        "unresolved": 0
    });
    assert_eq!(case["citations"], all);
    for format in ["github", "markdown", "sarif"] {
        let output = folder.check(&format!("--format {format} answer.md docs/"));
        assert!(output.stdout.contains("1 citation, 1 checked"), "{format}: {}", output.stdout);
    }
}

#[test]
fn a_summary_counts_what_was_not_decided() {
    // Cut at one length: nothing is reported as missing from these.
    let start = "The harbour of the old town has three piers and a wide bay for ships of every size and \
        for boats of its own, which are kept in a shed near the northern";
    let sources = ["first", "other", "third"]
        .map(|word| serde_json::json!({"id": word, "text": format!("The {word} text. {start}")}));
    let response = "Refunds for damaged parcels arrive within ten working days. \
        \u{e200}cite\u{e202}first\u{e201} The harbour of the old town has three piers. \
        \u{e200}cite\u{e202}other\u{e201} Fine. \u{e200}cite\u{e202}third\u{e201}";
    let case = serde_json::json!({"id": "a", "response": response, "sources": sources});
    let folder = Folder::new(&[("cut.json", &case.to_string())]);
    let output = folder.check("--select E cut.json");
    assert_eq!(output.status, 0);
    let counts = "1 case: 3 citations, 1 checked against text, 2 not compared\n";
    assert!(output.stderr.ends_with(counts), "{}", output.stderr);
}

#[test]
fn status_0_means_that_nothing_reached_the_threshold() {
    let folder = Folder::new(&[("answer.md", &fine()), ("note.md", ""), SOURCE]);
    folder.write("note.md", &format!("Refunds take five days{}.\n", cite("a L1")));
    let note = folder.check("--format json note.md docs/");
    assert_eq!((codes(&note), note.status), (vec!["F005".to_owned()], 0));
    assert_eq!(folder.check("--fail-on note note.md docs/").status, 1);
    assert_eq!(folder.check("--fail-on note answer.md docs/").status, 0);
    let help = folder.check("--help").stdout;
    assert!(help.contains("without findings of --fail-on (warning) or worse"), "{help}");
}

#[test]
fn ids_that_a_source_declares_are_valid() {
    for (id, file) in [
        ("doc.pdf", "w.txt"),
        ("arXiv:2410.03131v1", "x.txt"),
        ("src/a.py", "y.txt"),
        ("my report", "z.txt"),
    ] {
        let marker = format!("\u{e200}cite\u{e202}{id}\u{e202}L1\u{e201}");
        let folder = Folder::new(&[
            ("answer.md", &format!("Refunds take five days.{marker}\n")),
            (file, "Refunds take five days.\n"),
        ]);
        let named = format!("{id}={file}");
        let args = ["check", "--format", "json", "answer.md", "--source", &named];
        let output = run(folder.0.path(), &args.map(str::to_owned), "");
        assert_eq!((codes(&output), output.status), (vec![], 0), "{id}: {}", output.stdout);
        let undeclared = folder.check(&format!("--format json answer.md {file}"));
        assert_eq!(codes(&undeclared), ["M001"], "{id}");
        assert!(
            undeclared.stdout.contains("letters, digits, `_` and `-`"),
            "{}",
            undeclared.stdout
        );
    }
}

#[test]
fn a_marker_in_a_list_keeps_its_item() {
    let text = format!(
        "Fees: one euro{}; two euros{}; three euros{}.\n",
        cite("a"),
        cite("a L1"),
        cite("a")
    );
    let folder = Folder::new(&[("answer.md", &text), SOURCE]);
    folder.check("--select F --fix answer.md docs/");
    let end = format!("three euros.{}\n", cite("a"));
    assert_eq!(
        folder.read("answer.md"),
        text.replace(&format!("three euros{}.\n", cite("a")), &end)
    );
}

#[test]
fn a_configuration_of_others_is_refused() {
    let folder = Folder::new(&[("answer.md", &broken()), SOURCE]);
    folder.write("pincite.toml", "[check]\nfail-on = \"never\"\n");
    let path = folder.0.path().join("pincite.toml");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o666)).unwrap();
    let refused = folder.check("answer.md docs/");
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("everybody may write it"), "{}", refused.stderr);
    assert_eq!(folder.check("--no-config answer.md docs/").status, 1);
    assert_eq!(folder.check("--config pincite.toml answer.md docs/").status, 0);
}

#[test]
fn a_configuration_that_is_no_text_is_refused() {
    let folder = Folder::new(&[("answer.md", &broken()), SOURCE]);
    let path = folder.0.path().join("pincite.toml");
    std::fs::write(&path, b"[check]\nfail-on = \"n\xff\"\n").unwrap();
    let refused = folder.check("answer.md docs/");
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("at byte 20: it is not valid UTF-8"), "{}", refused.stderr);
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    let refused = folder.check("--config pincite.toml answer.md docs/");
    assert!(refused.status == 2 && refused.stderr.contains("it is a folder"), "{}", refused.stderr);
}

#[test]
fn a_configuration_in_a_folder_of_everybody_is_refused() {
    let folder = Folder::new(&[("answer.md", &broken()), SOURCE]);
    folder.write("pincite.toml", "[check]\nfail-on = \"never\"\n");
    let allowed = folder.check("--statistics answer.md docs/");
    assert_eq!(allowed.status, 0);
    assert!(allowed.stderr.contains("configuration: pincite.toml\n"), "{}", allowed.stderr);
    let set = |mode| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(folder.0.path(), permissions).unwrap();
    };
    set(0o777);
    for command in ["check", "show", "report --format markdown"] {
        let refused = report(&folder, &format!("{command} answer.md docs/"));
        let why = "everybody may write its folder";
        assert_eq!(refused.status, 2, "{command}");
        assert!(refused.stderr.contains(why), "{command}: {}", refused.stderr);
    }
    set(0o1777);
    assert_eq!(folder.check("answer.md docs/").status, 0);
}

#[test]
fn text_of_an_answer_is_no_command_of_a_service() {
    let text = format!(
        "Refunds take five days.{}\n\n::error::one\n\n    ::error::two\n\n\u{3000}::error::three\n\n\
         Four ##[error]four and ##vso[task]five.\n",
        cite("a L1")
    );
    let folder = Folder::new(&[("answer.md", &text), SOURCE]);
    let run = |args: &str, is_ci: bool, to_file: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
        command.args(args.split(' ')).current_dir(folder.0.path()).env_clear();
        command.env("CI", if is_ci { "true" } else { "" });
        if to_file {
            command.stdout(std::fs::File::create(folder.0.path().join("out")).unwrap());
        }
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args}: {output:?}");
        let stdout =
            if to_file { folder.read("out") } else { String::from_utf8(output.stdout).unwrap() };
        (stdout, String::from_utf8(output.stderr).unwrap())
    };
    let commands = |text: &str| {
        let at_start = |line: &&str| line.trim_start().starts_with("::");
        let inside = text.matches("##[").count() + text.matches("##vso[").count();
        text.split(['\n', '\r']).filter(at_start).count() + inside
    };
    for args in [
        "report --format markdown answer.md docs/",
        "check --fail-on never --format markdown answer.md docs/",
        "check --fail-on never answer.md docs/",
        "show answer.md docs/",
        "strip answer.md",
        "convert --to plain answer.md docs/",
        "convert --to footnotes answer.md docs/",
        "material answer.md",
    ] {
        let (stdout, _) = run(args, true, false);
        assert_eq!(commands(&stdout), 0, "{args}: {stdout}");
    }
    for args in ["strip answer.md", "convert --to plain answer.md docs/"] {
        let (stdout, stderr) = run(args, true, false);
        assert!(stdout.contains("\\::error::one"), "{args}: {stdout}");
        assert!(stderr.contains("warning: the text has 5 commands"), "{args}: {stderr}");
        // What is read again stays as it is.
        assert_eq!(commands(&run(args, true, true).0), 5, "{args}");
        assert_eq!(commands(&run(args, false, false).0), 5, "{args}");
        assert_eq!(commands(&run(&format!("{args} --sanitize"), false, true).0), 0, "{args}");
    }
}

#[test]
fn a_token_is_written_once() {
    let text = format!("Refunds take f\u{200b}ive days.{}\n", cite("a L1"));
    let source = "Refunds take f\u{200b}ive days.\n";
    let case =
        serde_json::json!({"id": "o\u{200b}ne", "question": "w\u{200b}hy?", "response": text});
    let folder = Folder::new(&[
        ("answer.md", &text),
        ("case.json", &case.to_string()),
        ("docs/a.txt", source),
    ]);
    for input in ["answer.md", "case.json"] {
        for format in ["text", "junit", "github", "markdown"] {
            let output = folder.check(&format!("--select ALL --format {format} {input} docs/"));
            assert!(!output.stdout.contains("U+27E8"), "{format}: {}", output.stdout);
        }
        for format in ["markdown", "html"] {
            let output = report(&folder, &format!("report --format {format} {input} docs/"));
            assert!(!output.stdout.contains("U+27E8"), "{format}: {}", output.stdout);
            assert!(output.stdout.contains("\u{27e8}ZWSP\u{27e9}"), "{format}: {}", output.stdout);
        }
    }
}

#[test]
fn csv_has_a_row_per_citation_and_no_formula() {
    let text = format!("=1+1 is two.{} Refunds take five days.{}\n", cite("b"), cite("a L1"));
    let folder = Folder::new(&[("answer.md", &text), SOURCE]);
    let output = folder.check("--format csv answer.md docs/");
    let mut rows = csv::Reader::from_reader(output.stdout.as_bytes());
    let head: Vec<String> = rows.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(head[2..5], ["case", "citation", "target"]);
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 2);
    assert!(rows[0][5].starts_with("'=1+1"), "{:?}", rows[0]);
    assert_eq!((&rows[0][8], &rows[0][13]), ("unknown-source", "P001 unknown-source"));
    assert_eq!((&rows[1][7], &rows[1][8], &rows[1][10]), ("L1", "found", "here"));
}

#[test]
fn lines_of_json_have_the_rows_of_csv() {
    let text = format!("Rent is due.{} Refunds take nine days.{}\n", cite("b"), cite("a L1"));
    let folder = Folder::new(&[("answer.md", &text), SOURCE]);
    let check = |format: &str| {
        folder.check(&format!("--format {format} --min resolved=1 answer.md docs/")).stdout
    };
    let csv = check("csv");
    let mut csv = csv::Reader::from_reader(csv.as_bytes());
    let head = csv.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = csv.records().map(Result::unwrap).collect();
    let lines = check("jsonl-citations");
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), rows.len());
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["status"], "unknown-source");
    assert_eq!(lines[1]["findings"], serde_json::json!(["E001 number-differs"]));
    assert_eq!(lines[2]["status"], "below-minimum");
    for (line, row) in lines.iter().zip(&rows) {
        assert_eq!(line.as_object().unwrap().len(), head.len());
        for (name, cell) in head.iter().zip(row) {
            let value = match &line[name] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                Value::Array(all) => {
                    let all: Vec<&str> = all.iter().map(|it| it.as_str().unwrap()).collect();
                    all.join("; ")
                }
                Value::Number(number) if name == "support" => {
                    format!("{:.4}", number.as_f64().unwrap())
                }
                other => other.to_string(),
            };
            assert_eq!(value, cell, "{name}");
        }
    }
}

#[test]
fn a_test_per_citation_keeps_its_name_when_lines_move() {
    let names = |text: &str| -> Vec<(String, bool)> {
        let folder = Folder::new(&[("answer.md", text), SOURCE]);
        let xml = folder.check("--format junit answer.md docs/").stdout;
        let cases = xml.split("<testcase name=\"").skip(1);
        let case = |text: &str| {
            let (name, rest) = text.split_once('"').unwrap();
            (name.to_owned(), rest.starts_with(" classname") && text.contains("<failure"))
        };
        cases.map(case).collect()
    };
    let before = names(&format!("{}\n{}", fine(), broken()));
    let after = names(&format!("# Title\n\nMore.\n\n{}\n{}", fine(), broken()));
    assert_eq!(before, after);
    assert_eq!(before.iter().map(|(_, failed)| *failed).collect::<Vec<_>>(), [false, true]);
    assert_eq!(before[0].0, "Refunds take five days. [a L1]");
}

#[test]
fn sarif_keeps_its_fingerprints_and_offers_repairs() {
    let text =
        format!("Refunds take five days{}. So.{}\n\nSo.{}\n", cite("a"), cite("b"), cite("b"));
    let folder = Folder::new(&[("answer.md", &text), SOURCE]);
    let prints = || {
        let sarif = folder.check("--format sarif answer.md docs/").stdout;
        let sarif: Value = serde_json::from_str(&sarif).unwrap();
        assert_eq!(crate::check::sarif_faults(&sarif), [""; 0]);
        let results = sarif["runs"][0]["results"].as_array().unwrap().clone();
        let prints: Vec<String> = results
            .iter()
            .map(|one| one["partialFingerprints"]["primaryLocationLineHash"].to_string())
            .collect();
        (prints, results)
    };
    let (before, results) = prints();
    let unique: std::collections::BTreeSet<&String> = before.iter().collect();
    assert_eq!(unique.len(), before.len());
    folder.write("answer.md", &format!("# Title\n\nMore.\n\n{text}"));
    assert_eq!(prints().0, before);
    let fixed = results.iter().find(|one| one["ruleId"] == "F005").unwrap();
    let change = &fixed["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "answer.md");
    assert_eq!(change["replacements"].as_array().unwrap().len(), 2);
}

#[test]
fn github_gets_no_more_annotations_than_it_shows() {
    let paragraph = |number: usize| format!("So {number}.{}\n\n", cite(&format!("b{number}")));
    let paragraphs: Vec<String> = (0..30).map(paragraph).collect();
    let text = paragraphs.concat();
    let folder = Folder::new(&[("answer.md", &text), SOURCE]);
    let output = folder.check("--format github answer.md docs/").stdout;
    assert_eq!(output.lines().filter(|line| line.starts_with("::error")).count(), 10);
    assert!(output.contains("20 findings not shown: 20 unknown-source"), "{output}");
}

#[test]
fn a_report_goes_to_a_file_and_a_device_stays_one() {
    let folder = Folder::new(&[("answer.md", &broken()), SOURCE]);
    let output = folder.check("--format json --jobs 1 -o out.json answer.md docs/");
    assert_eq!((output.stdout.as_str(), output.status), ("", 1));
    assert_eq!(folder.read("out.json"), folder.check("--format json answer.md docs/").stdout);
    folder.check("--format json -o /dev/null answer.md docs/");
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn an_answer_gives_no_commands_to_a_log() {
    let text = format!("##[add-path]x ##vso[task.x]y\n::error::z{}.\n", cite("b"));
    let folder = Folder::new(&[("answer.md", &text), SOURCE]);
    let run = |ci: Option<&str>, args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
        command.env_clear().current_dir(folder.0.path()).args(["check"]).args(args);
        let output = command.envs(ci.map(|value| ("CI", value))).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let args = ["--select", "F,P", "answer.md", "docs/"];
    let is_command = |line: &str| {
        line.contains("##[") || line.contains("##vso[") || line.trim_start().starts_with("::")
    };
    let diff = ["--diff", "--select", "F", "answer.md", "docs/"];
    assert!(run(None, &diff).lines().any(is_command));
    for args in [args.as_slice(), diff.as_slice()] {
        let shown = run(Some("true"), args);
        assert!(!shown.is_empty() && !shown.lines().any(is_command), "{shown}");
    }
}

#[test]
fn a_comparison_gives_no_commands_to_a_log() {
    let answer =
        |word: &str| format!("So ##[add-path]x refunds take {word} days.{}\n", cite("a L1"));
    let (old, new) = (answer("five"), answer("nine"));
    let folder = Folder::new(&[("old.md", &old), ("new.md", &new), SOURCE]);
    let run = |ci: Option<&str>, format: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
        command.env_clear().current_dir(folder.0.path());
        command.args(["diff", "--format", format, "old.md", "new.md", "docs/"]);
        let output = command.envs(ci.map(|value| ("CI", value))).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run(None, "text").contains("##["));
    let shown = run(Some("true"), "text");
    assert!(shown.contains("[add-path]") && !shown.contains("##["), "{shown}");
    let [plain, safe] = [None, Some("true")].map(|ci| run(ci, "json"));
    assert!(plain.contains("##[") && !safe.contains("##["), "{safe}");
    let value = |json: &str| serde_json::from_str::<Value>(json).unwrap();
    assert_eq!(value(&plain), value(&safe));
}

#[test]
fn a_repairable_finding_is_marked_and_counted() {
    let text = format!("Refunds take five days{}. So.{}\n", cite("a L1"), cite("b"));
    let folder = Folder::new(&[("answer.md", &text), SOURCE]);
    let output = folder.check("answer.md docs/");
    assert!(output.stdout.contains("F005 marker-before-punctuation]: [*] "), "{}", output.stdout);
    assert!(output.stderr.contains("; [*] --fix repairs 1\n"), "{}", output.stderr);
    assert!(
        !output.stdout.contains("U+E200") && output.stdout.contains("[1 a L1]"),
        "{}",
        output.stdout
    );
}

#[test]
fn check_takes_linear_time() {
    let unclosed = "\u{e200}cite\u{e202}a ";
    let alternating = "\u{e200}cite\u{e202}a\u{e201} \u{e200}cite\u{e202}a ";
    for shape in [unclosed, alternating, "\u{e200}", "Five days.\u{e200}cite\u{e202}a\u{e201} "] {
        let time = |times: usize| {
            let folder = Folder::new(&[("answer.md", &shape.repeat(times)), SOURCE]);
            let start = Instant::now();
            assert!(folder.check("--quiet answer.md docs/").status < 2);
            start.elapsed()
        };
        let (small, large) = (time(1_500), time(6_000));
        assert!(large < 10 * small + Duration::from_millis(500), "{shape:?}: {small:?} {large:?}");
    }
}

/// Writes an entry of a list, or a mark, by its number.
type Written = fn(usize) -> String;

#[test]
fn as_many_files_as_the_answer_lists_take_linear_time() {
    let sentence = |at: usize, mark: String| format!("Ferry {at} leaves at noon {mark}. ");
    let time = |number: usize, listed: fn(usize) -> String, mark: fn(usize) -> String| {
        let mut answer: String = (1..=number).map(|at| sentence(at, mark(at))).collect();
        answer += "\n\n## References\n\n";
        answer.extend((1..=number).map(listed));
        let folder = Folder::new(&[("answer.md", &answer)]);
        for at in 1..=number {
            let text = format!("# Page {at}\n\nFerry {at} leaves at noon.\n");
            std::fs::create_dir_all(folder.0.path().join("docs")).unwrap();
            std::fs::write(folder.0.path().join(format!("docs/page-{at}.md")), text).unwrap();
        }
        let once = || {
            let start = Instant::now();
            let output = folder.check("--quiet --require text answer.md docs/");
            assert!(output.status < 2, "{}", output.stderr);
            start.elapsed()
        };
        once().min(once())
    };
    let forms: [(Written, Written); 3] = [
        (|at| format!("[{at}] page-{at}.md\n"), |at| format!("[{at}]")),
        (|at| format!("[{at}] Page {at}: https://a.example/page-{at}\n"), |at| format!("[{at}]")),
        (|_| String::new(), |at| format!("([Page {at}](https://a.example/page-{at}))")),
    ];
    for (listed, mark) in forms {
        let (small, large) = (time(100, listed, mark), time(400, listed, mark));
        let about = listed(1);
        assert!(large < 9 * small + Duration::from_millis(500), "{about}: {small:?} {large:?}");
    }
}

const SECRET: &str = "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB";

#[test]
fn reports_leave_out_secrets_in_every_format() {
    let address = "https://a.example/b?X-Amz-Signature=5ec2e7#access_token=70c4en";
    // Of a secret that the source does not have, reports list the words.
    let other = "hf_Zx9Qw7Er5Ty3Ui1Op2As4Df6Gh8Jk0";
    let claim =
        format!("Use {SECRET} and {other} from /home/ann/private/notes.md within six days.");
    let case = serde_json::json!({
        "id": "one", "question": format!("Where is {SECRET}?"),
        "response": format!("{claim}{} {}{}", cite("a L1"), claim, cite("b")),
        "sources": [{"id": "a", "title": SECRET, "url": address,
            "text": format!("Use {SECRET} from file:///home/ann/private/notes.md within five days.\n"),
            "metadata": {"path": "/home/ann/private/notes.md"}}],
    });
    let folder = Folder::new(&[("case.json", &case.to_string())]);
    let path = folder.0.path().join("case.json");
    let path = path.to_str().unwrap();
    let parts = [
        SECRET,
        &SECRET[4..],
        &other[3..],
        "5ec2e7",
        "70c4en",
        "ann/private",
        folder.0.path().to_str().unwrap(),
    ];
    let shown = |args: &str| {
        let args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
        run(folder.0.path(), &args, "")
    };
    for format in ["text", "json", "csv", "jsonl-citations", "sarif", "junit", "github", "markdown"]
    {
        let output = shown(&format!("check --format {format} {path}"));
        let all = format!("{}{}", output.stdout, output.stderr);
        for secret in parts {
            assert!(!all.contains(secret), "{format}: {secret}: {all}");
        }
        let kept = shown(&format!("check --keep-secrets --format {format} {path}"));
        let is_told = output.stderr.contains("left out; --keep-secrets keeps them");
        let has_secret = parts.iter().any(|secret| kept.stdout.contains(secret));
        assert_eq!(is_told, has_secret, "{format}: {}", kept.stdout);
        assert!(has_secret || !["text", "csv", "junit"].contains(&format), "{}", kept.stdout);
    }
    for format in ["html", "json", "markdown"] {
        let output = shown(&format!("report --format {format} {path}"));
        for secret in parts {
            assert!(!output.stdout.contains(secret), "{format}: {secret}: {}", output.stdout);
        }
        assert!(output.stderr.contains("left out; --keep-secrets keeps them"), "{format}");
        let kept = shown(&format!("report --keep-secrets --format {format} {path}")).stdout;
        assert!(kept.contains("ann/private") && kept.contains(SECRET), "{format}: {kept}");
    }
    let html = shown(&format!("report {path}")).stdout;
    assert!(html.contains("secrets or private paths left out"), "{html}");
}

#[test]
fn a_minimum_for_a_share_fails_the_check_in_every_format() {
    let folder = Folder::new(&[
        ("answer.md", &format!("{}\n{}", fine(), fine())),
        ("worse.md", &format!("{}\n{}", fine(), broken())),
        SOURCE,
    ]);
    let met = folder.check("--min supported=0.9,resolved=1 --metrics m.json answer.md docs/");
    assert_eq!(met.status, 0, "{}", met.stderr);
    assert!(met.stderr.contains("supported 100 % (minimum 90 %)"), "{}", met.stderr);
    let fault = "resolved 50 % is below the minimum 98 %: 1 of 2 citations that resolve";
    let args = "--fail-on never --min resolved=0.98 --trend m.json worse.md docs/";
    let missed = folder.check(args);
    assert_eq!(missed.status, 1);
    assert!(missed.stderr.contains(fault), "{}", missed.stderr);
    assert!(missed.stderr.contains("resolved 50 % (-50.0 points)"), "{}", missed.stderr);
    for format in ["github", "markdown", "sarif", "junit", "csv", "jsonl-citations"] {
        let output = folder.check(&format!("--format {format} {args}"));
        let shown = output.stdout.replace("%25", "%");
        assert!(shown.contains(fault), "{format}: {shown}");
        assert_eq!(output.status, 1, "{format}");
    }
    let json = folder.check(&format!("--format json {args}"));
    let metrics: Value = serde_json::from_str(json.stdout.lines().last().unwrap()).unwrap();
    assert_eq!(
        (&metrics["schema"], &metrics["shares"]["resolved"]),
        (&"pincite.metrics/1".into(), &0.5.into())
    );
    folder.write("pincite.toml", "[minimum]\nresolved = 0.98\n");
    assert_eq!(folder.check("--fail-on never worse.md docs/").status, 1);
    assert_eq!(folder.check("--fail-on never --min resolved=0.5 worse.md docs/").status, 0);
    folder.write("pincite.toml", "[minimum]\nresolve = 0.98\n");
    let unknown = folder.check("worse.md docs/");
    assert!(
        unknown.status == 2 && unknown.stderr.contains("unknown share `resolve`"),
        "{}",
        unknown.stderr
    );
    folder.write("pincite.toml", "");
    let wrong = folder.check("--trend answer.md answer.md docs/");
    assert!(wrong.status == 2 && wrong.stderr.contains("not a metrics file"), "{}", wrong.stderr);
}

#[test]
fn junit_is_what_jenkins_reads() {
    if Command::new("xmllint").arg("--version").output().is_err() {
        eprintln!("skipped: no xmllint, see `.ci/run`");
        return;
    }
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/junit.xsd");
    let title = r#"{"id":"x","response":"Fine.\ue200cite\ue202a\ue201","sources":[{"id":"a","title":"A"}]}"#;
    let batch = format!("{title}\n{{\"id\": 5\n{{\"id\":\"e\",\"response\":\"So.\"}}\n");
    let folder = Folder::new(&[("answer.md", &broken()), ("batch.jsonl", &batch), SOURCE]);
    for args in
        ["answer.md docs/", "--min supported=1 batch.jsonl", "--fail-on never answer.md docs/"]
    {
        let xml = folder.check(&format!("--format junit {args}")).stdout;
        folder.write("out.xml", &xml);
        let lint = |name: &str| {
            let mut command = Command::new("xmllint");
            command.args(["--noout", "--nonet", "--schema", schema, name]);
            command.current_dir(folder.0.path()).output().unwrap()
        };
        let output = lint("out.xml");
        assert!(output.status.success(), "{xml}{}", String::from_utf8_lossy(&output.stderr));
        folder.write("bad.xml", &xml.replace("<testcase name", "<testcase title"));
        assert!(!lint("bad.xml").status.success(), "the schema takes anything");
    }
}

#[test]
fn what_was_not_compared_was_not_checked() {
    let source = ("docs/policy.md", "Refunds are paid within five days.\n");
    let folder = Folder::new(&[("a.md", "- Never refunded. [policy.md L1]\n"), source]);
    let output = folder.check("--min text=1 a.md docs/");
    assert_eq!(output.status, 1);
    let summary = "1 case: 1 citation, 0 checked against text, 1 not compared\n\
        text 0 % is below the minimum 100 %";
    assert!(output.stderr.contains(summary), "{}", output.stderr);
    assert_eq!(folder.check("--require text,citations a.md docs/").status, 0);
    let output = folder.check("--require compared a.md docs/");
    assert_eq!(output.status, 1);
    let lacks = "required: compared, but there is 1 citation not compared";
    assert!(output.stderr.contains(lacks), "{}", output.stderr);
    let junit = folder.check("--format junit a.md docs/").stdout;
    assert!(
        junit.contains("<skipped message=\"claim and passage cannot be compared\"/>"),
        "{junit}"
    );
    for format in ["markdown", "github", "sarif", "json"] {
        let output = folder.check(&format!("--format {format} a.md docs/")).stdout;
        let says = output.contains("1 not compared") || output.contains("\"not_compared\":1");
        assert!(says, "{format}: {output}");
    }
}

#[test]
fn only_the_last_sentence_of_a_file_goes_on_behind_its_ellipsis() {
    let page = "# Shop\n\nOur shop sells garden chairs and flower pots ...\n";
    let cut = "# Shop\n\nOur shop sells garden chairs and flower pots\n\n[...]\n";
    let claim = "Aspirin cures cancer in all patients of the clinic. [page.md]\n";
    let go_on = "Our shop also sells watering cans, seeds and rakes for children. [page.md]\n";
    let codes_of = |text: &str, page: &str| {
        let folder = Folder::new(&[("a.md", text), ("docs/page.md", page)]);
        codes(&folder.check("--format json a.md docs/"))
    };
    assert_eq!(codes_of(claim, page), ["E004"]);
    assert_eq!(codes_of(go_on, page), [""; 0]);
    assert_eq!(codes_of(claim, cut), [""; 0]);
}

#[test]
fn a_batch_has_one_base_and_a_guessed_one_is_a_warning() {
    let contexts = [
        "Refunds are paid within five days.",
        "The shop opens at nine in the morning.",
        "The fee for a late return is 12 euros.",
    ];
    let row = |id: &str, answer: &str| {
        let row =
            serde_json::json!({"id": id, "question": "q", "answer": answer, "contexts": contexts});
        format!("{row}\n")
    };
    let shifted = row(
        "a",
        "The shop opens at nine in the morning [1]. The fee for a late return is 12 euros [2].",
    );
    let from_one = row(
        "b",
        "Refunds are paid within five days [1]. The fee for a late return is 12 euros [3].",
    );
    let from_zero = row(
        "c",
        "Refunds are paid within five days [0]. The shop opens at nine in the morning [1].",
    );
    let checked = |rows: &[&str], more: &str| {
        let folder = Folder::new(&[("rows.jsonl", &rows.concat())]);
        let checked = folder.check(&format!("--format json {more} rows.jsonl"));
        let first: Value = serde_json::from_str(checked.stdout.lines().next().unwrap()).unwrap();
        let findings = first["findings"].as_array().unwrap().iter();
        let mut codes: Vec<String> =
            findings.map(|it| it["code"].as_str().unwrap().to_owned()).collect();
        codes.dedup();
        (codes, first["notes"].to_string())
    };
    assert_eq!(checked(&[&shifted], "").0, ["P013"]);
    assert_eq!(checked(&[&shifted], "--base 0").0, [""; 0]);
    let (codes, notes) = checked(&[&shifted, &from_one], "");
    assert!(codes.contains(&"E003".to_owned()), "{codes:?}");
    assert!(notes.contains("marks count from 1, as line 2 of the input shows"), "{notes}");
    let (codes, notes) = checked(&[&shifted, &from_zero], "");
    assert_eq!(codes, [""; 0]);
    assert!(notes.contains("marks count from 0, as line 2 of the input shows"), "{notes}");
    // Lines that contradict each other prove nothing.
    assert_eq!(checked(&[&shifted, &from_one, &from_zero], "").0, ["P013"]);
}

#[test]
fn data_in_a_markdown_answer_is_no_answer_if_sources_are_given() {
    let json = r#"{"response": "Refunds are paid within 90 days. [1]", "sources": [{"id": "1", "text": "Refunds are paid within 90 days."}]}"#;
    let row = r#"{"answer": "Refunds are paid within 90 days [1].", "contexts": ["Refunds are paid within 90 days."]}"#;
    let source = ("docs/policy.md", "Refunds are paid within five days.\n");
    for block in [
        format!("```json\n{json}\n```\n"),
        format!("```json\n{row}\n```\n"),
        format!("{row}\n"),
        "```markdown\nRefunds are paid within five days [1]. Refunds are paid within five days [1].\n\n\
            ## Sources\n1. policy.md\n```\n".to_owned(),
    ] {
        let answer = format!("The answer is below. Refunds take 90 days.\n\n{block}");
        let folder = Folder::new(&[("a.md", &answer), source]);
        let output = folder.check("--format json --require citations,text a.md docs/");
        let says = codes(&output);
        assert!(says == ["C001"] || says.contains(&"Q002".to_owned()), "{block}: {says:?}");
        assert_eq!(output.status, 1, "{block}");
        let alone = folder.check("--format json a.md");
        assert_ne!(codes(&alone), ["C001"], "{block}");
    }
}

/// Who reads a red check sees which citations made it so.
#[test]
fn citations_that_fail_a_minimum_are_named_with_the_reasons() {
    let answer = "# Refunds\n\nRefunds take five days, Mr Halvorsen says. [policy.md L1]\n\nSo it is. [policy.md L1]\n\n\
                  Refunds take five days. [policy.md L1]\n";
    let folder = Folder::new(&[("a.md", answer), ("docs/policy.md", "Refunds take five days.\n")]);
    let output = folder.check("--min supported=1 a.md docs/");
    assert_eq!(output.status, 1, "{}", output.stdout);
    let lines: Vec<&str> = output.stderr.lines().filter(|it| it.starts_with("  ")).collect();
    let expected = [
        "  a.md:3:44: unclear support (not in the source: Halvorsen)",
        "  a.md:5:11: not compared (the claim has no words to compare)",
    ];
    assert_eq!(lines, expected, "{}", output.stderr);
    let compared = folder.check("--require compared a.md docs/");
    assert!(compared.stderr.contains("  a.md:5:11: not compared"), "{}", compared.stderr);
    assert!(!compared.stderr.contains("a.md:3"), "{}", compared.stderr);
    let github = folder.check("--format github --min supported=1 a.md docs/").stdout;
    assert!(
        github.contains("::error file=a.md,line=3,endLine=3,title=min-supported::"),
        "{github}"
    );
    let junit = folder.check("--format junit --min supported=1 a.md docs/").stdout;
    assert!(junit.contains("not in the source: Halvorsen"), "{junit}");
    let sarif = folder.check("--format sarif --min supported=1 a.md docs/").stdout;
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 2, "{sarif}");
    assert!(results.iter().all(|it| it["level"] == "error"), "{sarif}");
    // All is well without a condition.
    assert!(!folder.check("a.md docs/").stderr.contains("a.md:3"));
}

/// The texts that an answer gives its own sources prove nothing beside those that are given.
#[test]
fn given_sources_win_over_those_that_an_answer_brings() {
    let printed = "{'response': 'Refunds are paid within 90 days. [1]', \
                   'sources': [{'id': '1', 'text': 'Refunds are paid within 90 days.'}]}\n";
    let json = printed.replace('\'', "\"");
    let source = ("docs/policy.md", "Refunds are paid within five days.\n");
    for (name, text) in [("a.md", printed), ("a.txt", printed), ("a.md", &json), ("a.txt", &json)] {
        let folder = Folder::new(&[(name, text), source]);
        let args = format!("--require citations,text,compared --min supported=1 {name}");
        let output = folder.check(&format!("{args} docs/"));
        assert_eq!(output.status, 1, "{}", output.stdout);
        let note = "1 text that the answer gives its own sources left out: others are given";
        assert!(output.stderr.contains(note), "{}", output.stderr);
        assert_eq!(folder.check(&args).status, 0, "{name}");
    }
    let folder = Folder::new(&[("a.json", &json), source]);
    let output = folder.check("--require citations,text,compared a.json docs/");
    assert_eq!(output.status, 0, "{}", output.stdout);
}

#[test]
fn no_file_of_a_folder_of_answers_drops_out_of_a_gate() {
    let source = ("docs/policy.md", "Refunds are paid within five days.\n");
    let answer = ("answers/a.md", "Refunds are paid within five days. [policy.md L1]\n");
    let folder = Folder::new(&[
        answer,
        source,
        ("answers/b.md", "Refunds take 90 days.\n"),
        (".gitignore", "answers/b*\n"),
        (".git/HEAD", "ref: refs/heads/main\n"),
    ]);
    let lax = folder.check("answers/ --sources docs/");
    assert_eq!(lax.status, 0, "{}", lax.stderr);
    let output = folder.check("--require citations answers/ --sources docs/");
    assert_eq!(output.status, 1, "{}", output.stderr);
    let lacks = "required: all answers, but there is 1 file not read";
    assert!(output.stderr.contains(lacks), "{}", output.stderr);
    let page = "<p>Refunds take 90 days and cost 40 euros.</p>\n";
    let folder = Folder::new(&[answer, source, ("answers/b.html", page)]);
    let output = folder.check("--format json --require citations answers/ --sources docs/");
    assert_eq!(output.status, 1, "{}", output.stdout);
    assert!(
        output.stdout.contains("C001") && output.stdout.contains("b.html"),
        "{}",
        output.stdout
    );
}
