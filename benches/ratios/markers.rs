//! `extract` and `strip` against the guide's helpers, `cat`, and their own worst case.
//!
//! The Python helper is the published one with its locator pattern repaired. Both helpers' strip
//! takes quadratic time as published, so the peer is one that joins the same slices once.

use std::fs;
use std::io;
use std::path::Path;

use crate::inputs;
use crate::race::{Row, Runner, race, table};

const PINCITE: &str = env!("CARGO_BIN_EXE_pincite");

const PYTHON: &str = r#"
import json, re, sys
START, DELIMITER, STOP = "\ue200", "\ue202", "\ue201"
SOURCE_ID = re.compile(r"^[A-Za-z0-9_-]+$")
LOCATOR = re.compile(r"^L\d+(?:-L\d+)?$")
TOKEN = re.compile(START + "(?P<family>cite)" + DELIMITER + "(?P<body>.*?)" + STOP, re.DOTALL)

def extract(text):
    citations = []
    for match in TOKEN.finditer(text):
        parts = [part.strip() for part in match.group("body").split(DELIMITER)]
        parts = [part for part in parts if part]
        if not parts:
            continue
        locator = None
        if LOCATOR.fullmatch(parts[-1]):
            locator = parts.pop()
        if not parts or any(not SOURCE_ID.fullmatch(part) for part in parts):
            continue
        citations.append({"raw": match.group(0), "family": match.group("family"),
            "source_ids": parts, "locator": locator, "start": match.start(), "end": match.end()})
    return citations

text = open(sys.argv[2], encoding="utf-8", newline="").read()
citations = extract(text)
if sys.argv[1] == "extract":
    for citation in citations:
        sys.stdout.write(json.dumps(citation) + "\n")
else:
    at, kept = 0, []
    for citation in citations:
        kept.append(text[at:citation["start"]])
        at = citation["end"]
    sys.stdout.buffer.write("".join(kept + [text[at:]]).encode())
"#;

const NODE: &str = r#"
const fs = require("fs");
const [START, DELIMITER, STOP] = ["\uE200", "\uE202", "\uE201"];
const SOURCE_ID = /^[A-Za-z0-9_-]+$/, LOCATOR = /^L\d+(?:-L\d+)?$/;
const TOKEN = new RegExp(`${START}(?<family>cite)${DELIMITER}(?<body>[\\s\\S]*?)${STOP}`, "g");
const text = fs.readFileSync(process.argv[2], "utf8");
const lines = [];
for (const match of text.matchAll(TOKEN)) {
  const parts = match.groups.body.split(DELIMITER).map((part) => part.trim()).filter(Boolean);
  if (parts.length === 0) continue;
  let locator = null;
  if (LOCATOR.test(parts[parts.length - 1])) locator = parts.pop();
  if (parts.length === 0 || parts.some((part) => !SOURCE_ID.test(part))) continue;
  lines.push(JSON.stringify({ raw: match[0], family: match.groups.family, source_ids: parts,
    locator, start: match.index, end: match.index + match[0].length }));
}
fs.writeSync(1, lines.join("\n") + "\n");
"#;

pub(crate) fn run(folder: &Path) -> io::Result<()> {
    let file = |name: &str, text: &str| -> io::Result<String> {
        let path = folder.join(name);
        fs::write(&path, text)?;
        Ok(path.display().to_string())
    };
    let python = file("helper.py", PYTHON)?;
    let node = file("helper.js", NODE)?;
    let large = file("response_10M.txt", &inputs::response(10_000_000))?;
    let small = file("response_1K.txt", &inputs::response(1_000))?;
    let unclosed = file("unclosed_1M.txt", &inputs::unclosed(1_000_000))?;
    let prose = file("prose_1M.txt", &inputs::prose(1_000_000))?;

    let extract = |file| Runner::new("pincite extract", &[PINCITE, "extract", file]);
    let strip = |file| Runner::new("pincite strip", &[PINCITE, "strip", file]);
    let cat = |file| Runner::new("cat", &["cat", file]);

    let places = race(
        9,
        &[
            extract(&large),
            Runner::new("python3 helper", &["python3", &python, "extract", &large]),
            Runner::new("node helper", &["node", &node, &large]),
            cat(&large),
            strip(&large),
        ],
    )?;
    let rows = [
        Row::Slower("itself"),
        Row::Slower(">= 50"),
        Row::Slower(">= 30"),
        Row::Ours("<= 4"),
        Row::Slower("<= 1"),
    ];
    table("10 MB response", &places, &rows);
    let linear = Runner::new("python3 linear strip", &["python3", &python, "strip", &large]);
    let places = race(9, &[strip(&large), linear])?;
    table("10 MB response, strip", &places, &[Row::Slower("itself"), Row::Slower(">= 40")]);
    let places = race(31, &[extract(&small), cat(&small)])?;
    table("1 KB response", &places, &[Row::Slower("itself"), Row::Ours("<= 1.5")]);
    let prose = Runner { name: "the same bytes of prose", ..extract(&prose) };
    let places = race(31, &[extract(&unclosed), prose])?;
    table("1 MB, never closed", &places, &[Row::Slower("itself"), Row::Ours("<= 5")]);

    println!("\npeak memory, 10 MB response (goal: below 8 MB)");
    for runner in [extract(&large), strip(&large)] {
        let peak = runner.peak().map_or("needs /usr/bin/time".to_owned(), |peak| peak + " KiB");
        println!("  {:<26}{peak:>12}", runner.name);
    }
    Ok(())
}
