//! The places of findings in the file that a response was read from, in the reports that carry lines.

use serde_json::{Value, json};

use crate::check::Folder;

/// The escaped marker of a source that is not there.
const MARK: &str = r"\ue200filecite\ue202turn0file7\ue202L1-L2\ue201";

/// Returns the place of each annotation for GitHub, as `LINE:COLUMN`, `LINE` or empty.
fn annotated(folder: &Folder, args: &str) -> Vec<String> {
    let output = folder.check(&format!("--format github --select P001 {args}")).stdout;
    let of = |line: &str, key: &str| {
        let value = line.split([',', ' ']).find_map(|pair| pair.strip_prefix(key));
        value.map(str::to_owned)
    };
    let lines = output.lines().filter(|line| line.starts_with("::error file="));
    let places = lines.map(|line| {
        let number = of(line, "line=").unwrap_or_default();
        of(line, "col=").map_or(number.clone(), |column| format!("{number}:{column}"))
    });
    places.collect()
}

/// Returns the place of the text in a file, as `LINE:COLUMN`.
fn place(text: &str, word: &str, nth: usize) -> String {
    let (at, _) = text.match_indices(word).nth(nth).unwrap();
    let line = text[..at].matches('\n').count() + 1;
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    format!("{line}:{}", text[start..at].chars().count() + 1)
}

/// Returns answers of the Responses API in a list, as Python's `json.dump(…, indent=2)` writes them.
fn payloads() -> String {
    let answer = |words: &str| {
        format!(
            r#"  {{
    "object": "response",
    "output": [
      {{
        "type": "message",
        "role": "assistant",
        "content": [{{"type": "output_text", "annotations": [], "text": "{words}"}}]
      }}
    ]
  }}"#
        )
    };
    let first = answer(&format!(r#"Caf\u00e9s \"close\" at five.\n\nThe rest is free {MARK}."#));
    let second = answer(&format!("Refunds take five days {MARK}."));
    format!("[\n{first},\n{second}\n]\n")
}

#[test]
fn a_finding_in_an_item_of_a_list_has_the_line_and_column_of_the_marker() {
    let text = payloads();
    let folder = Folder::new(&[("answers.json", &text), ("s.txt", "Words.\n")]);
    let expected = [place(&text, r"\ue200", 0), place(&text, r"\ue200", 1)];
    assert_eq!(annotated(&folder, "answers.json s.txt"), expected);
    assert_eq!(expected[1].split(':').next(), Some("18"));
    let lists = Folder::new(&[("in/answers.json", &text), ("s.txt", "Words.\n")]);
    assert_eq!(annotated(&lists, "in s.txt"), expected);
}

#[test]
fn the_reports_agree_on_the_line() {
    let text = payloads();
    let folder = Folder::new(&[("answers.json", &text), ("s.txt", "Words.\n")]);
    let printed = |format: &str| {
        folder.check(&format!("--format {format} --select P001 answers.json s.txt")).stdout
    };
    for format in ["text", "junit", "markdown"] {
        let output = printed(format);
        let between = if format == "markdown" { " " } else { ":" };
        assert!(output.contains(&format!("answers.json:8, response{between}3:18")), "{output}");
        assert!(output.contains(&format!("answers.json:18, response{between}1:24")), "{output}");
    }
    let sarif: Value = serde_json::from_str(&printed("sarif")).unwrap();
    let region = &sarif["runs"][0]["results"][1]["locations"][0]["physicalLocation"]["region"];
    let column: usize = place(&text, r"\ue200", 1).split(':').nth(1).unwrap().parse().unwrap();
    let length = MARK.len();
    let expected = json!({"startLine": 18, "startColumn": column, "endLine": 18, "endColumn": column + length});
    assert_eq!(*region, expected);
    let lines = printed("json");
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let lines: Vec<Value> = lines.map(|case| case["line"].clone()).collect();
    assert_eq!(lines, [8, 18]);
    assert!(printed("csv").contains("\nanswers.json,18,answers.json[1],1,"), "{}", printed("csv"));
}

#[test]
fn one_payload_lines_and_parts_of_a_response_have_places_too() {
    let list = payloads();
    let one = list.trim_start_matches("[\n").split_once(",\n  {\n    \"object\"").unwrap().0;
    let compact: Vec<Value> = serde_json::from_str(&list).unwrap();
    let lines = format!("{}\n\n{}\n", compact[0], compact[1]);
    let blocks = format!(
        "{{\"type\": \"message\", \"role\": \"assistant\", \"content\": [\n{{\"type\": \"text\", \"text\": \"One. \"}},\n\
         {{\"type\": \"text\", \"text\": \"Two {MARK}.\"}}]}}\n"
    );
    let folder = Folder::new(&[
        ("one.json", one),
        ("lines.jsonl", &lines),
        ("blocks.json", &blocks),
        ("s.txt", "Words.\n"),
    ]);
    assert_eq!(annotated(&folder, "one.json s.txt"), [place(one, r"\ue200", 0)]);
    let in_lines = [place(&lines, "\u{e200}", 0), place(&lines, "\u{e200}", 1)];
    assert_eq!(annotated(&folder, "lines.jsonl s.txt"), in_lines);
    assert_eq!(annotated(&folder, "blocks.json s.txt"), [place(&blocks, r"\ue200", 0)]);
}

/// The lines of the text are not those of the file that it was taken out of.
#[test]
fn a_text_in_data_of_an_unknown_shape_has_no_lines_of_its_own() {
    let report = |words: &str| format!("\"report\": \"# Title\\n\\n{words} {MARK}\\n\"");
    let text = format!(
        "[\n  {{\n    \"query\": \"x\",\n    {}\n  }},\n  {{\n    \"query\": \"y\",\n    {}\n  }}\n]\n",
        report("Refunds take five days"),
        report("Orders ship on Monday")
    );
    let wrapped = "\n\n```markdown\nRefunds take \u{e200}filecite\u{e202}turn0file7\u{e201}\n```\n";
    let folder =
        Folder::new(&[("report.json", &text), ("wrapped.md", wrapped), ("s.txt", "Words.\n")]);
    let expected = [place(&text, r"\ue200", 0), place(&text, r"\ue200", 1)];
    assert_eq!(annotated(&folder, "report.json s.txt"), expected);
    assert_eq!(annotated(&folder, "wrapped.md s.txt"), [place(wrapped, "\u{e200}", 0)]);
    // Nothing in it can be repaired.
    let spaced = text.replacen(&format!("days {MARK}"), &format!("days{MARK}."), 1);
    folder.write("spaced.json", &spaced);
    let output = folder.check("--select F --fail-on never spaced.json s.txt");
    assert!(
        output.stdout.contains("[F005 ") && !output.stdout.contains("[*]"),
        "{}",
        output.stdout
    );
    assert!(!output.stderr.contains("--fix"), "{}", output.stderr);
}

/// The object is no answer: its text is.
#[test]
fn a_text_in_the_objects_of_a_list_is_read_without_the_rest_of_them() {
    let object = |id: u8, words: &str| {
        format!("    {{\"id\": {id}, \"report\": \"# Title\\n\\n{words} {MARK}\\n\"}}")
    };
    let (first, second) = (object(1, "Refunds take five days"), object(2, "Orders ship on Monday"));
    let text = format!("{{\n  \"query\": \"x\",\n  \"runs\": [\n{first},\n{second}\n  ]\n}}\n");
    let folder = Folder::new(&[("runs.json", &text), ("s.txt", "Words.\n")]);
    let expected = [place(&text, r"\ue200", 0), place(&text, r"\ue200", 1)];
    assert_eq!(annotated(&folder, "runs.json s.txt"), expected);
    let output = folder.check("--format text --select P001 runs.json s.txt").stdout;
    assert!(output.contains("--> runs.json:4, response:3:24"), "{output}");
    assert!(output.contains("\n3 | Refunds take five days [1"), "{output}");
}

#[test]
fn an_item_that_cannot_be_read_has_its_line() {
    let text = payloads().replacen("\"object\": \"response\"", "\"object\": 7", 1);
    let folder = Folder::new(&[("answers.json", &text), ("s.txt", "Words.\n")]);
    let output = folder.check("--format json --select P001 answers.json s.txt").stdout;
    for case in output.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        assert!(case["line"].is_number(), "{case}");
    }
}

/// The marker of a source that is not there, as it is.
const PLAIN: &str = "\u{e200}filecite\u{e202}turn0file7\u{e202}L1-L2\u{e201}";

#[test]
fn a_cell_of_a_table_has_the_line_and_column_of_the_marker() {
    let csv = format!(
        "id,question,answer\r\n\r\n1,\"What, if\nit \"\"rains\"\"?\",\"Refunds, \"\"all\"\",\ntake days {PLAIN}.\"\r\n\
         2,Why?,Orders ship on Monday {PLAIN}.\r\n3,Who?,Orders ship on Monday {PLAIN}.\r\n"
    );
    let tsv = format!("question\tanswer\nWhy?\tRefunds take days {PLAIN}.\n");
    let folder = Folder::new(&[("a.csv", &csv), ("a.tsv", &tsv), ("s.txt", "Words.\n")]);
    let expected: Vec<String> = (0..3).map(|nth| place(&csv, "\u{e200}", nth)).collect();
    assert_eq!(annotated(&folder, "a.csv s.txt"), expected);
    assert_eq!(annotated(&folder, "a.tsv s.txt"), [place(&tsv, "\u{e200}", 0)]);
    let in_folder = Folder::new(&[("in/a.csv", &csv), ("s.txt", "Words.\n")]);
    assert_eq!(annotated(&in_folder, "in s.txt"), expected);
    // An answer that is also what was expected is in one of two cells.
    let answer = format!("Orders ship on Monday {PLAIN}.");
    let twice =
        format!("question,expected_answer,answer\nWhy?,x,y {PLAIN}\nWho?,{answer},{answer}\n");
    folder.write("twice.csv", &twice);
    assert_eq!(
        annotated(&folder, "twice.csv s.txt"),
        [place(&twice, "\u{e200}", 0), "3".to_owned()]
    );
}

/// The range of the record decides which of two strings it is.
#[test]
fn a_text_that_is_in_a_file_twice_has_the_line_of_its_record() {
    let report = format!("\"report\": \"# Title\\n\\nRefunds take five days {MARK}\\n\"");
    let text = format!(
        "[\n  {{\n    \"query\": \"x\",\n    {report}\n  }},\n  {{\n    \"query\": \"y\",\n    {report}\n  }}\n]\n"
    );
    let object = |id: u8| format!("    {{\n      \"id\": {id},\n      {report}\n    }}");
    let runs = format!("{{\n  \"runs\": [\n{},\n{}\n  ]\n}}\n", object(1), object(2));
    let folder =
        Folder::new(&[("report.json", &text), ("runs.json", &runs), ("s.txt", "Words.\n")]);
    for (file, text) in [("report.json", &text), ("runs.json", &runs)] {
        let expected = [place(text, r"\ue200", 0), place(text, r"\ue200", 1)];
        assert_eq!(annotated(&folder, &format!("{file} s.txt")), expected, "{file}");
    }
    // Documents one after another.
    let list: Value = serde_json::from_str(&payloads()).unwrap();
    let one = serde_json::to_string_pretty(&list[1]).unwrap();
    let two = format!("{one}\n{one}\n");
    folder.write("two.json", &two);
    let expected = [place(&two, "\u{e200}", 0), place(&two, "\u{e200}", 1)];
    assert_eq!(annotated(&folder, "two.json s.txt"), expected);
}
