//! Claims of marks that open a sentence, follow a label, or stand alone on a line.

use serde_json::Value;

use crate::check::Folder;
use crate::cli::run;
use crate::saved::{cited, read};

const CODE: &str = "fn read() {\n    open();\n    parse();\n}\n\nfn close() {\n    drop();\n}\n";

/// Returns the inspection of an answer beside files of code.
fn inspected(answer: &str) -> Value {
    let files = [
        ("answer.md", answer),
        ("code/Cargo.toml", "[package]\nname = \"a\"\nedition = \"2024\"\n"),
        ("code/src/app.rs", CODE),
        ("code/src/mod.rs", CODE),
        ("code/src/net/mod.rs", CODE),
    ];
    let folder = Folder::new(&files);
    let args = ["show", "--format", "json", "answer.md", "code"].map(str::to_owned);
    serde_json::from_str(&run(folder.0.path(), &args, "").stdout).unwrap()
}

/// Returns each citation: its mark, its lines or the reason why there are none, and its claim.
fn claimed(case: &Value) -> Vec<String> {
    let all = case["citations"].as_array().unwrap().iter().map(|citation| {
        let places = citation["targets"].as_array().unwrap().iter().map(|target| {
            match target["passage"]["first_line"].as_u64() {
                Some(first) => format!("L{first}-L{}", target["passage"]["last_line"]),
                None => target["reason"].as_str().unwrap_or("?").to_owned(),
            }
        });
        let places = places.collect::<Vec<_>>().join(" ");
        let claim = citation["claim"]["text"].as_str().unwrap_or("-");
        format!("{} {places} | {claim}", citation["raw"].as_str().unwrap())
    });
    all.collect()
}

#[track_caller]
fn check(answer: &str, expected: &[&str]) {
    let case = inspected(answer);
    assert_eq!(claimed(&case), expected, "{answer}\n{:?}", case["notes"]);
}

#[track_caller]
fn check_claims(answer: &str, expected: &[&str]) {
    let case = inspected(answer);
    let claims = case["citations"].as_array().unwrap().iter();
    let claims: Vec<&str> = claims.map(|it| it["claim"]["text"].as_str().unwrap_or("-")).collect();
    assert_eq!(claims, expected, "{answer}");
}

#[test]
fn a_mark_that_opens_its_sentence_supports_what_follows() {
    check_claims(
        "Document [1] states: \"Fees are due in May.\" Similarly, document [2] says that fees are low. \
         In [3], the harbour is open. According to [2] and [3], the ferry runs.",
        &[
            "states: \"Fees are due in May.\"",
            "says that fees are low.",
            "the harbour is open.",
            "the ferry runs.",
            "the ferry runs.",
        ],
    );
    check_claims(
        "The ferry runs all year (see [1]). Fees are low (Document [2]). It rose. [3] shows why it rose.",
        &["The ferry runs all year", "Fees are low", "shows why it rose."],
    );
    check_claims(
        "Moll et al. [1] found that tides rose. The ferry is late [2] and full [3].",
        &["Moll et al. [1] found that tides rose.", "The ferry is late", "and full"],
    );
    check_claims(
        "The clause is clear. Document [1] states:\n\n> Fees are due in May.\n\nDocument [2] adds more here.",
        &["Fees are due in May.", "adds more here."],
    );
    check_claims("It rose [1]. In Nordby [2] it fell.", &["It rose", "In Nordby"]);
    // Whatever the source is called, and where another source is the subject of the next clause.
    check_claims(
        "According to the policy [1], refunds take five days. Además, según el fragmento de normativa [2], \
         la duración es de un año. Laut der Richtlinie [3] werden Kosten erstattet.",
        &["refunds take five days.", "la duración es de un año.", "werden Kosten erstattet."],
    );
    check_claims(
        "According to the policy [1], refunds take five days. Members need a receipt. [2]",
        &["refunds take five days.", "Members need a receipt."],
    );
    check_claims(
        "Source [2] says the shop opens at nine, and [1] says refunds take five days.",
        &["says the shop opens at nine", "says refunds take five days."],
    );
    check_claims(
        "According to the manager, the shop opens at nine [1], and refunds take five days [2].",
        &["According to the manager, the shop opens at nine", "and refunds take five days"],
    );
}

#[test]
fn a_verb_that_begins_the_next_sentence_is_not_said_by_a_source() {
    check_claims(
        "Use the narrow type for errors. [1, 3] Define a type of your own where it helps. [2]",
        &["Use the narrow type for errors.", "Define a type of your own where it helps."],
    );
}

#[test]
fn a_marker_opens_its_sentence_as_a_number_does() {
    let markers = ["turn0file0", "turn0file1"].map(crate::cli::cite);
    let [first, second] = markers;
    check_claims(
        &format!(
            "According to {first}, the ferry runs. Fees are low {second}. {first} states that it is wet."
        ),
        &["the ferry runs.", "Fees are low", "states that it is wet."],
    );
}

#[test]
fn marks_below_an_image_support_the_words_above_it() {
    check_claims(
        "The ferry is late.\n\n![What are the 7 best piers?](https://a.example/p.png)\n\n[1][2]\n\n\
         The pier is long. [3]\n",
        &["The ferry is late.", "The ferry is late.", "The pier is long."],
    );
    check_claims(
        "![What are the 7 best piers?](https://a.example/p.png)\nThe **pier** is long.\n[1]\n",
        &["The **pier** is long."],
    );
}

#[test]
fn a_mark_before_a_colon_supports_its_line() {
    check_claims(
        "There are four ways:\n(1) joint decoding\n(2) adapter soup [1]: combines adapters of many \
         domains\n(3) mixed adapters [2]: transfer what the adapters know, in two steps [3].",
        &[
            "(2) adapter soup [1]: combines adapters of many domains",
            "(3) mixed adapters [2]: transfer what the adapters know, in two steps [3].",
            "transfer what the adapters know, in two steps",
        ],
    );
    check_claims(
        "**Fees** [1]: they are due in May every year.\n\nThe ferry is late on these days [2]:\n\n- Monday",
        &["**Fees** [1]: they are due in May every year.", "The ferry is late on these days"],
    );
}

#[test]
fn code_that_opens_a_sentence_supports_what_follows() {
    check(
        "1. The file is never closed. `src/app.rs:1-4` opens it and goes on. It leaks.\n\
         2. `src/app.rs:6` drops it.\n3. It parses twice (`src/app.rs:3`), which is slow.\n",
        &[
            "`src/app.rs:1-4` L1-L4 | opens it and goes on.",
            "`src/app.rs:6` L6-L6 | drops it.",
            "`src/app.rs:3` L3-L3 | It parses twice",
        ],
    );
}

#[test]
fn labels_of_places_are_no_claims() {
    check(
        "### 1. The file leaks (src/app.rs:6)\n**Location**: `src/app.rs:6`\n**Severity**: low\n\n\
         ```rust\ndrop();\n```\n\n### 2. Parsing\n- **File:** `src/app.rs:3`\n- **Severity:** high\n\
         - **Issue:** It parses what it never opened before.\n",
        &[
            "src/app.rs:6 L6-L6 | 1. The file leaks",
            "`src/app.rs:6` L6-L6 | 1. The file leaks",
            "`src/app.rs:3` L3-L3 | **Issue:** It parses what it never opened before.",
        ],
    );
}

#[test]
fn given_files_are_cited_by_their_names_and_with_lists_of_lines() {
    check(
        "The edition is new (`Cargo.toml:3`). It opens and parses (`src/app.rs:2, 3, 6-7`). \
         It is unclear (`mod.rs:2`).",
        &[
            "`Cargo.toml:3` L3-L3 | The edition is new",
            "`src/app.rs:2, 3, 6-7` L2-L2 L3-L3 L6-L7 | It opens and parses",
            "`mod.rs:2` ambiguous-source | It is unclear",
        ],
    );
    check("It opens (app.rs:2).", &["app.rs:2 L2-L2 | It opens"]);
}

#[test]
fn lines_without_a_path_belong_to_the_file_named_last_in_their_section() {
    let case = inspected(
        "`src/app.rs` opens it. It parses twice (`:3-4`), too.\n\n## More\n\nIt drops (`:6-7`).",
    );
    assert_eq!(claimed(&case), ["`:3-4` L3-L4 | It parses twice"]);
    let notes = case["notes"].to_string();
    assert!(notes.contains("such as `:3-4` of `src/app.rs`"), "{notes}");
    assert!(notes.contains("1 place without a file not read, such as `:6-7`"), "{notes}");
}

#[test]
fn numbers_alone_on_lines_are_read_or_noted() {
    let text = "The ferry leaves early. \n1\n It comes back late. \n2\n\nIt is full then. \n1\n\nIt is blue. \
                \n3\n\nThe harbour is small. \n2\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case), ["1 → 1", "2 → 2", "1 → 1", "3 → 3", "2 → 2"]);
    assert!(case.notes.iter().any(|it| it == "5 numbers alone on their lines read as citations"));
    let pages = "The ferry leaves early.\n7\nIt comes back late.\n8\nThe harbour is small.\n9\n";
    let case = read("a.md", pages);
    assert!(case.response.citations.is_empty());
    assert!(
        case.notes.iter().any(|it| it.starts_with("3 numbers alone on a line")),
        "{:?}",
        case.notes
    );
}

#[test]
fn an_answer_in_a_block_of_markdown_is_read() {
    let text = "```markdown\n# News\n\nThe ferry runs.\n\n**Source:** Nordby Post | **Read more:** \
                [Ferry](https://a.example/1)\n\n```sh\nls\n```\n\nThe harbour is open.\n\n**Source:** Fanø \
                Times | **Read more:** [Harbour](https://a.example/2)\n```\n";
    let case = read("a.md", text);
    let found = cited(&case);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains("https://a.example/1"), "{found:?}");
    assert!(case.notes.iter().any(|it| it.contains("in a block of Markdown")), "{:?}", case.notes);
    let parts = "```markdown\nIt rose [1].\n```\n\nMore.\n\n```\na\n```\n";
    assert!(!read("a.md", parts).notes.iter().any(|it| it.contains("in a block of Markdown")));
}

#[test]
fn names_in_brackets_are_those_of_the_list_at_the_end() {
    let text = "It rose [TideBase]. [Unavailable]\n\n## Data sources\n\n| Source | Use |\n|---|---|\n\
                | TideBase | tides |\n";
    assert_eq!(cited(&read("a.md", text)), ["[TideBase] → TideBase"]);
}

#[test]
fn sources_inside_an_item_end_with_it() {
    check_claims(
        "1. The ferry runs.\n   Sources:\n   - https://a.example/1\n\n2. The harbour is open.\n   Source: \
         https://a.example/2\n\n3. It is late.\n   Source: https://a.example/3\n",
        &["The ferry runs.", "The harbour is open.", "It is late."],
    );
}

#[test]
fn references_in_a_sentence_support_their_own_clauses() {
    check_claims(
        "- Null handling in COPY: `src/app.rs:1-4` maps `None` to `''`, which loses it. Use a marker.\n\
         - It leaks: `src/app.rs:6`: the file is never closed.\n",
        &["maps `None` to `''`, which loses it.", "the file is never closed."],
    );
    check_claims(
        "`src/app.rs:2`: `open()` with no args, while `src/app.rs:6-7` correctly parses the address.",
        &["`open()` with no args", "correctly parses the address."],
    );
    check_claims(
        "**`LIMIT`** (`src/app.rs:1`) — imported in `src/app.rs:3` but never passed to a query.",
        &["LIMIT", "imported in `src/app.rs:3` but never passed to a query."],
    );
}

#[test]
fn a_reference_alone_in_its_cell_supports_its_row() {
    check_claims(
        "| Place | Assumption | Kind | Priority |\n|---|---|---|---|\n\
         | `src/app.rs:1-4` | `body` exists for the banner | DOM | **P1** |\n\
         | `src/app.rs:6` | `nacl` is loaded | Global | OK |\n",
        &["`body` exists for the banner | DOM", "`nacl` is loaded | Global"],
    );
    check_claims(
        "| Concern | Place | Priority |\n|---|---|---|\n\
         | The module opens files | src/app.rs:2 | P1 |\n\
         | P2 | src/app.rs:6 | drops it |\n",
        &["The module opens files", "drops it"],
    );
}

#[test]
fn links_that_are_part_of_a_sentence_support_it() {
    let case = inspected(
        "# Review\n\n- [`TABLE`](src/app.rs#L1) owns names and placement rules. It is fine.\n\n\
         The type is large and deeply nested ([`State`](src/app.rs#L2)). Two more follow.\n\n\
         The decoder resolves this with [`open`](src/app.rs#L3), which removes a check.\n",
    );
    assert_eq!(
        claimed(&case),
        [
            "[`TABLE`](src/app.rs#L1) L1-L1 | `TABLE`](src/app.rs#L1) owns names and placement rules.",
            "[`State`](src/app.rs#L2) L2-L2 | The type is large and deeply nested",
            "[`open`](src/app.rs#L3) L3-L3 | The decoder resolves this with [`open`](src/app.rs#L3), which removes a check.",
        ]
    );
}

#[test]
fn names_in_bold_before_a_place_are_no_claims() {
    let case = inspected(
        "- **READ** (src/app.rs:2) \u{2014} The file is opened before the lock is taken.\n\
         - It panics (src/app.rs:3) \u{2014} as the whole lock is held here.\n",
    );
    assert_eq!(
        claimed(&case),
        [
            "src/app.rs:2 L2-L2 | The file is opened before the lock is taken.",
            "src/app.rs:3 L3-L3 | It panics",
        ]
    );
}

#[test]
fn lines_between_slashes_are_of_one_file() {
    let case = inspected("The guards are the same at `src/app.rs:2/3/7`.\n");
    assert_eq!(
        claimed(&case),
        ["`src/app.rs:2/3/7` L2-L2 L3-L3 L7-L7 | The guards are the same at"]
    );
}

#[test]
fn places_in_comments_of_code_blocks_are_noted() {
    let text = "The lock is taken twice (src/app.rs:2).\n\n```rust\nlet a = 1;\n// BEFORE (app.rs:13) - wasteful\n\
                // AFTER (src/app.rs:16-46)\nlet b = 2;\n```\n";
    let notes = read("a.md", text).notes;
    let expected = "2 places in comments of code blocks not read, such as `app.rs:13`";
    assert!(notes.iter().any(|note| note == expected), "{notes:?}");
}

/// Returns the words that are not in the passage, the numbers, the quotes and the support of the first citation.
fn evidence(answer: &str, passage: &str) -> [Value; 4] {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("answer.md"), answer).unwrap();
    std::fs::write(dir.path().join("plant.md"), passage).unwrap();
    let args = ["show", "--format", "json", "answer.md", "plant.md"].map(str::to_owned);
    let case: Value = serde_json::from_str(&run(dir.path(), &args, "").stdout).unwrap();
    let evidence = &case["citations"][0]["targets"][0]["evidence"];
    let numbers = evidence["numbers"].as_array().unwrap();
    let numbers = numbers.iter().map(|it| it["status"].clone()).collect();
    let missing = evidence["words"]["missing"].clone();
    [missing, numbers, evidence["quotes"].clone(), evidence["support"].clone()]
}

#[test]
fn markup_of_html_is_no_word_of_a_claim() {
    const PASSAGE: &str = "The plant emits five tons of CO2 per day. It doesn't unpack 3 boxes, \
                           says \"the old manual\".\n";
    let plain = "The plant emits five tons of CO2 per day and doesn't unpack 3 boxes, says \
                 \"the old manual\" [1].\n\n## Sources\n[1] plant.md\n";
    let claim = "<p style=\"color: #2D3748; line-height: 1.6\">The plant emits <b>five</b> tons of \
                 CO<sub>2</sub> per <i>day</i> and doesn&#39;t <b>un</b>pack 3&nbsp;boxes, says \
                 &quot;the old manual&quot; [1].</p>";
    let page = format!(
        "<!DOCTYPE html>\n<html><body>\n{claim}\n<h2>Sources</h2>\n<ol><li>[1] plant.md</li></ol>\n\
         </body></html>\n"
    );
    let markdown = format!("{claim}\n\n## Sources\n[1] plant.md\n");
    let expected = evidence(plain, PASSAGE);
    assert_eq!(expected[0], serde_json::json!([]));
    assert_eq!(evidence(&markdown, PASSAGE), expected);
    assert_eq!(evidence(&page, PASSAGE), expected);
}

#[test]
fn the_list_of_citations_shows_claims_without_tags() {
    let dir = tempfile::tempdir().unwrap();
    let answer = "<p>It <b>leaves</b>&nbsp;at noon [1].</p>\n\n`<b>` and R&D open it [1].\n\n## Sources\n[1] plant.md\n";
    std::fs::write(dir.path().join("answer.md"), answer).unwrap();
    std::fs::write(dir.path().join("plant.md"), "It leaves at noon.\n").unwrap();
    let args = ["answer.md", "plant.md", "--screenshot", "-", "--size", "100x20", "--keys", "c"];
    let screen = run(dir.path(), &args.map(str::to_owned), "").stdout;
    assert!(screen.contains("1  It leaves at noon"), "{screen}");
    assert!(screen.contains("1  <b> and R&D open it"), "{screen}");
}

#[test]
fn markup_inside_words_is_no_hidden_character() {
    let answer = "It emits CO<sub>2</sub>, says \"the un<b>pack</b>ing hall\" and doesn&#39;t un<b>pack</b> 3 crates [1].\n\n## Sources\n[1] plant.md\n";
    let folder = Folder::new(&[("answer.md", answer), ("plant.md", "The pier has a lamp.\n")]);
    let output = folder.check("--format json answer.md plant.md");
    assert!(!output.stdout.contains("M006"), "{}", output.stdout);
    assert!(!output.stdout.contains(['\u{ad}', '\u{200d}']), "{}", output.stdout);
    assert!(output.stdout.contains("CO2") && output.stdout.contains("unpack"), "{}", output.stdout);
}
