//! Unusual input for the commands: output, messages and status.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use tempfile::TempDir;

use crate::cli::{Output, cite, run};

/// Returns a folder with a response `r.md`, a source `a.txt`, and whatever else is put there.
fn folder(others: &[(&str, &[u8])]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    put("r.md", format!("Fine.{}", cite("a L1")).as_bytes());
    put("a.txt", b"one\ntwo\n");
    for (name, bytes) in others {
        put(name, bytes);
    }
    dir
}

fn output_of(dir: &Path, args: &[&str]) -> Output {
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
    run(dir, &args, "")
}

/// Checks that a run fails with status 2 and exactly this on standard error.
#[track_caller]
fn refused(dir: &TempDir, args: &[&str], stderr: &str) {
    let output = output_of(dir.path(), args);
    let found = (output.stdout.as_str(), output.stderr.as_str(), output.status);
    assert_eq!(found, ("", stderr, 2), "{args:?}");
}

/// Checks that a run succeeds without a word on standard error, and that it prints all of `parts`.
#[track_caller]
fn printed(dir: &TempDir, args: &[&str], parts: &[&str]) {
    let output = output_of(dir.path(), args);
    assert_eq!((output.stderr.as_str(), output.status), ("", 0), "{args:?}");
    for part in parts {
        assert!(output.stdout.contains(part), "{args:?} prints no {part:?}:\n{}", output.stdout);
    }
}

#[test]
fn what_is_no_utf8_text_is_refused_or_noted() {
    let utf16: Vec<u8> = "\u{feff}Fine.".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let dir = folder(&[
        ("u16.md", &utf16),
        ("elf", b"\x7fELF\0\0\0\xFF\xFE\xFD"),
        ("empty.md", b""),
        ("latin.md", b"caf\xE9.\xEE\x88\x80cite\xEE\x88\x82a\xEE\x88\x81\r\n\r\nNext.\r\n"),
        ("bom.md", b"\xEF\xBB\xBFFine.\xEE\x88\x80cite\xEE\x88\x82a\xEE\x88\x81"),
    ]);
    let binary = "pincite: cannot read elf: it is a binary file\nhint: give a text version of it\n";
    printed(&dir, &["u16.md"], &["0 citations", "read as UTF-16LE"]);
    printed(&dir, &["show", "r.md", "u16.md"], &["u16.md, 1 line, UTF-16 LE, never cited"]);
    refused(&dir, &["show", "elf"], binary);
    refused(&dir, &["show", "r.md", "elf"], binary);
    printed(&dir, &["show", "empty.md"], &["0 citations", "no citation found"]);
    printed(
        &dir,
        &["show", "latin.md", "a.txt"],
        &["[1] caf\u{fffd}.\n", "1 byte sequence is not UTF-8 and shown as U+FFFD"],
    );
    printed(&dir, &["show", "bom.md", "a.txt"], &["[1] Fine.\n  [1] a, whole source\n"]);
}

#[test]
fn what_is_no_regular_file_is_never_waited_for() {
    let dir = folder(&[]);
    let pipe = dir.path().join("pipe");
    let status = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(status.success());
    let why = "it is a pipe, device or socket\n\
               hint: give a regular file; a pipe is read from standard input, as `-`\n";
    refused(&dir, &["show", "r.md", "pipe"], &format!("pincite: cannot read pipe: {why}"));
    let zero = format!("pincite: cannot read /dev/zero: {why}");
    refused(&dir, &["show", "r.md", "/dev/zero"], &zero);
    refused(&dir, &["show", "r.md", "--source", "a=/dev/zero"], &zero);
    printed(&dir, &["show", "r.md", "."], &["[1] a L1, found by line number\n      1: one\n"]);
}

#[test]
fn a_compressed_input_beyond_the_limit_is_refused() {
    let mut member = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    member.write_all(&vec![b' '; 1 << 20]).unwrap();
    let member = member.finish().unwrap();
    let dir = folder(&[("bomb.json.gz", &member.repeat(257)), ("sound.gz", &gzipped("Fine. [1]"))]);
    let why = "pincite: cannot read bomb.json.gz: it is larger than 256 MiB\n\
               hint: unpack it, and divide it into JSON Lines\n";
    refused(&dir, &["show", "bomb.json.gz"], why);
    printed(&dir, &["show", "sound.gz"], &["unpacked from gzip"]);
    for command in ["strip", "extract", "check", "report", "material"] {
        let output = output_of(dir.path(), &[command, "bomb.json.gz"]);
        assert_eq!((output.stdout.as_str(), output.status), ("", 2), "{command}");
        assert!(output.stderr.contains("larger than 256 MiB"), "{command}: {}", output.stderr);
    }
    let output = output_of(dir.path(), &["strip", "sound.gz"]);
    assert_eq!(output.stderr, "pincite: sound.gz: unpacked from gzip\n");
    assert_eq!((output.stdout.as_str(), output.status), ("Fine. [1]", 0));
}

#[test]
fn a_bomb_among_compressed_records_costs_itself() {
    let record = r#"{"id": "N", "response": "Fine."}"#;
    let records: String = (1..=5).map(|n| record.replace('N', &n.to_string()) + "\n").collect();
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    bomb.write_all(&vec![b' '; 1 << 20]).unwrap();
    let packed = [gzipped(&records), bomb.finish().unwrap().repeat(257)].concat();
    let dir = folder(&[("b.jsonl.gz", &packed)]);
    for command in ["check", "show", "report"] {
        let format: &[&str] = match command {
            "show" => &["--format", "json"],
            "report" => &["--format", "markdown"],
            _ => &["--format", "json", "--fail-on", "never"],
        };
        let output = output_of(dir.path(), &[&[command, "b.jsonl.gz"], format].concat());
        assert_eq!(output.status, 2, "{command}");
        let both = format!("{}{}", output.stdout, output.stderr);
        assert!(both.contains("larger than 256 MiB"), "{command}: {both}");
        let kept = if command == "report" { "## 5" } else { r#""id":"5""# };
        assert!(output.stdout.contains(kept), "{command}: {}", output.stdout);
    }
}

#[test]
fn damage_in_a_compressed_batch_is_never_a_green_run() {
    let record = |number: usize| {
        let response = format!("Fine.{}", cite("a"));
        let sources = [serde_json::json!({"id": "a", "text": "Fine."})];
        let case =
            serde_json::json!({"id": number.to_string(), "response": response, "sources": sources});
        format!("{case}\n")
    };
    let members: Vec<Vec<u8>> = (1..=3).map(|number| gzipped(&record(number))).collect();
    let whole = gzipped(&(1..=3).map(record).collect::<String>());
    let mut inside = members[1].clone();
    let middle = inside.len() / 2;
    inside[middle] ^= 0xff;
    let [mut flipped, mut checksum] = [whole.clone(), whole.clone()];
    let (middle, end) = (whole.len() / 2, whole.len());
    flipped[middle] ^= 0xff;
    checksum[end - 6] ^= 0xff;
    let mut unended = gzipped([record(1), record(2)].concat().trim_end());
    let trailer = unended.len() - 6;
    unended[trailer] ^= 0xff;
    for (kind, packed, kept) in [
        ("between two records", [&members[0][..], b"XXXXXXXX", &members[1]].concat(), true),
        ("in a record", [&members[0][..], &inside, &members[2]].concat(), true),
        ("at the end", [&members[0][..], &members[1][..members[1].len() - 6]].concat(), true),
        ("cut in a record", [&members[0][..], &members[1][..30]].concat(), true),
        ("a flipped byte", flipped, false),
        ("the checksum", checksum, true),
        ("other bytes behind it", [&whole[..], b"more"].concat(), true),
        ("the checksum, without a line end", unended, true),
    ] {
        let dir = folder(&[("b.jsonl.gz", &packed)]);
        for args in [
            &["check", "--format", "json", "--fail-on", "never"][..],
            &["show", "--format", "json"],
            &["report", "--format", "json"],
        ] {
            let output = output_of(dir.path(), &[args, &["b.jsonl.gz"]].concat());
            assert_eq!(output.status, 2, "{kind}, {args:?}: {}", output.stderr);
            let both = format!("{}{}", output.stdout, output.stderr);
            assert!(both.contains("the gzip data is damaged: "), "{kind}, {args:?}: {both}");
            let has_first = output.stdout.contains(r#""id":"1""#);
            assert!(has_first || !kept, "{kind}, {args:?}: {}", output.stdout);
        }
    }
}

#[test]
fn a_damaged_compressed_text_is_refused() {
    let whole = gzipped(&"Fine. [1]\n".repeat(50));
    let mut checksum = whole.clone();
    let trailer = whole.len() - 6;
    checksum[trailer] ^= 0xff;
    let json = gzipped(r#"{"response": "Fine."}"#);
    let dir = folder(&[
        ("checksum.md.gz", &checksum),
        ("cut.md.gz", &whole[..whole.len() - 12]),
        ("empty.md.gz", &whole[..10]),
        ("cut.json.gz", &json[..json.len() - 12]),
    ]);
    for file in ["checksum.md.gz", "cut.md.gz", "empty.md.gz", "cut.json.gz"] {
        let commands = [
            "check",
            "show",
            "report",
            "convert --to case",
            "extract",
            "strip",
            "extract --from any",
        ];
        for command in commands {
            let args: Vec<&str> = command.split(' ').chain([file]).collect();
            let output = output_of(dir.path(), &args);
            assert_eq!((output.stdout.as_str(), output.status), ("", 2), "{args:?}");
            let why = format!("pincite: cannot read {file}: the gzip data is damaged: ");
            assert!(output.stderr.starts_with(&why), "{args:?}: {}", output.stderr);
        }
    }
}

fn gzipped(text: &str) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap()
}

#[test]
fn a_missing_or_badly_named_source_is_reported() {
    let dir = folder(&[("sub/x.txt", b"x\n")]);
    let missing = "pincite: cannot read nope.txt: no such file\n\
                   hint: check the path; a source is a file or a folder\n";
    refused(&dir, &["show", "r.md", "nope.txt"], missing);
    refused(&dir, &["show", "r.md", "--source", "a=nope.txt"], missing);
    let folder = "pincite: cannot read sub: it is a folder\nhint: give a regular file\n";
    refused(&dir, &["show", "r.md", "--source", "a=sub"], folder);
    for bad in ["a", "=a.txt", "a="] {
        let output = output_of(dir.path(), &["show", "r.md", "--source", bad]);
        assert_eq!((output.stdout.as_str(), output.status), ("", 2), "{bad}");
        assert!(output.stderr.contains("expected ID=PATH, such as"), "{}", output.stderr);
    }
    let output = output_of(dir.path(), &["show", "r.md", "--family", ""]);
    assert_eq!(output.status, 2, "{}", output.stdout);
}

#[test]
fn folders_report_omitted_files() {
    let dir = folder(&[("mixed/b.bin", b"\0\0\xFF"), ("mixed/t.txt", b"t\n"), ("x/a.txt", b"x\n")]);
    fs::create_dir(dir.path().join("empty")).unwrap();
    printed(&dir, &["show", "r.md", "empty"], &["notes:\n  empty holds no text files\n"]);
    printed(&dir, &["show", "r.md", "mixed"], &["1 binary file in mixed left out"]);
    printed(
        &dir,
        &["show", "r.md", "a.txt", "x"],
        &[
            "ambiguous source `a` (2 sources have this id: number 1 in a.txt:1 and number 2 in x/a.txt:1)",
        ],
    );
}

#[test]
fn only_the_families_asked_for_are_citations() {
    let dir = folder(&[]);
    printed(&dir, &["show", "r.md", "a.txt"], &["1 citation, 0 unresolved"]);
    printed(&dir, &["show", "r.md", "a.txt", "--family", "url,cite"], &["1 citation, 0"]);
    printed(&dir, &["show", "r.md", "a.txt", "--family", "url"], &["0 citations", "no citation"]);
}

#[test]
fn strict_minds_malformed_markers_too() {
    let dir = folder(&[("bad.md", "So. \u{e200}cite\u{e202}a\u{e202}L2-L1\u{e201}".as_bytes())]);
    let output = output_of(dir.path(), &["show", "--strict", "bad.md", "a.txt"]);
    assert_eq!((output.stderr.as_str(), output.status), ("", 1));
    let output =
        output_of(dir.path(), &["show", "--strict", "--format", "json", "bad.md", "a.txt"]);
    assert_eq!((output.stderr.as_str(), output.status), ("", 1));
}

#[test]
fn many_citations_of_one_unknown_id_are_reported_alike() {
    let ids: Vec<String> =
        (0..300).map(|turn| format!("So.{} ", cite(&format!("turn{turn}file0")))).collect();
    let dir = folder(&[("many.md", ids.concat().as_bytes())]);
    printed(
        &dir,
        &["show", "many.md", "a.txt"],
        &[
            "because `turn0file0`, `turn1file0`, `turn2file0`, `turn3file0`, `turn4file0` and 294 more would",
        ],
    );
}

#[test]
fn offsets_into_a_file_are_exact_in_every_unit() {
    let text = "\u{1f600}é\r\n漢 two\nthree \u{1f600}\n".repeat(30_000);
    let cited: Vec<String> = (1..90_000)
        .step_by(997)
        .map(|line| format!("So.{} ", cite(&format!("a L{line}"))))
        .collect();
    let dir = folder(&[("c.md", cited.concat().as_bytes()), ("a.txt", text.as_bytes())]);
    let utf16: Vec<u16> = text.encode_utf16().collect();
    let points: Vec<char> = text.chars().collect();
    for unit in ["bytes", "code-points", "utf16"] {
        let args = ["show", "--format", "json", "--unit", unit, "c.md", "a.txt"];
        let line: serde_json::Value =
            serde_json::from_str(&output_of(dir.path(), &args).stdout).unwrap();
        let citations = line["citations"].as_array().unwrap();
        assert_eq!(citations.len(), cited.len());
        for citation in citations {
            let passage = &citation["targets"][0]["passage"];
            let [start, end] = ["start", "end"]
                .map(|end| usize::try_from(passage[end].as_u64().unwrap()).unwrap());
            let found = match unit {
                "bytes" => text[start..end].to_owned(),
                "utf16" => String::from_utf16(&utf16[start..end]).unwrap(),
                _ => points[start..end].iter().collect(),
            };
            assert_eq!(passage["text"], found, "{unit}");
        }
    }
}
