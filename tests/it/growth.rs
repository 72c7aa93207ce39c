//! Time in proportion to the input: every command on inputs of one, two and four times a size.
//!
//! Only the processor time of the program counts, without that of its start. A ratio beyond the
//! limit is measured again, because other programs disturb it; work that is quadratic is beyond it
//! every time. `PINCITE_GROWTH=all` measures every shape with every command, and eight times larger;
//! `PINCITE_GROWTH=NAME` the shapes whose name contains NAME. A test of its own repeats each line of
//! the text samples.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The largest ratio from one size to twice it.
const LIMIT: f64 = 2.5;

/// Number of measurements before a ratio counts.
const ATTEMPTS: usize = 4;

/// Added to every time, in seconds: differences of less show the clock and not the work.
const UNSEEN: f64 = 0.03;

/// A shape of input: its name, its file name, and its text for a number of repetitions.
struct Shape {
    name: &'static str,
    file: &'static str,
    /// Repetitions of the smallest size.
    count: usize,
    text: fn(usize) -> String,
}

const fn markdown(name: &'static str, count: usize, text: fn(usize) -> String) -> Shape {
    Shape { name, file: "r.md", count, text }
}

const fn json(name: &'static str, count: usize, text: fn(usize) -> String) -> Shape {
    Shape { name, file: "r.json", count, text }
}

/// A good citation of a line.
const GOOD: &str = "Refunds take five days.\u{e200}cite\u{e202}a\u{e202}L1\u{e201} ";

/// Messages of a chat.
const ASKED: &str = r#"{"role": "user", "content": "What does it cost?"}"#;
const SAID: &str =
    r#"{"role": "assistant", "content": "It is free [9].\n\n[1] https://a.example/fees"}"#;

fn each(n: usize, write: impl Fn(usize) -> String) -> String {
    (0..n).map(write).collect()
}

/// Returns a case of many sources and one response.
fn case(response: &str, sources: &[serde_json::Value]) -> String {
    serde_json::json!({"id": "x", "response": response, "sources": sources}).to_string()
}

fn annotated(n: usize, apart: usize) -> String {
    let text = "Refunds take five days. ".repeat(n.max(1));
    let annotation = |index: usize| {
        serde_json::json!({"type": "url_citation", "start_index": index * apart,
            "end_index": index * apart + 8, "url": "https://example.com/a", "title": "A"})
    };
    let annotations: Vec<_> = (0..n).map(annotation).collect();
    let content =
        serde_json::json!([{"type": "output_text", "text": text, "annotations": annotations}]);
    let output = [serde_json::json!({"type": "message", "role": "assistant", "content": content})];
    serde_json::json!({"object": "response", "output": output}).to_string()
}

const SHAPES: &[Shape] = &[
    markdown("opened and never closed", 1000, |n| {
        format!("A.{GOOD}{}", "\u{e200}cite\u{e202}turn0file0 and so on. ".repeat(n))
    }),
    markdown("only opening marks", 4000, |n| "\u{e200}".repeat(n)),
    markdown("only closing marks", 4000, |n| "\u{e201}".repeat(n)),
    markdown("opening and closing marks by turns", 2000, |n| "\u{e200}\u{e201}".repeat(n)),
    markdown("separators", 4000, |n| format!("\u{e200}cite{}", "\u{e202}".repeat(n))),
    markdown("citations in a paragraph", 300, |n| GOOD.repeat(n)),
    markdown("lines of a chat", 300, |n| format!("Q: So?\nA: {GOOD}\n").repeat(n)),
    markdown("citations, one a line", 300, |n| format!("{GOOD}\n\n").repeat(n)),
    markdown("unknown ids", 300, |n| {
        each(n, |i| format!("So.\u{e200}cite\u{e202}x{i}\u{e202}L1\u{e201} "))
    }),
    markdown("rival ids", 300, |n| {
        each(n, |i| format!("So.\u{e200}cite\u{e202}turn{i}file0\u{e201} "))
    }),
    markdown("many ids in a marker", 1000, |n| {
        format!("So.\u{e200}cite{}\u{e201}", "\u{e202}a\u{e202}b".repeat(n))
    }),
    markdown("empty markers", 1000, |n| "So.\u{e200}cite\u{e202}\u{e201} ".repeat(n)),
    markdown("markers in markers", 1000, |n| {
        "\u{e200}cite\u{e202}a\u{e200}cite\u{e201} ".repeat(n)
    }),
    markdown("lenticular brackets", 300, |n| {
        format!("So.【1†a†L1-L2】{}", " So it is【2†L3】.".repeat(n))
    }),
    markdown("open lenticular brackets", 3000, |n| format!("So.【1†a†L1】{}", "【1†".repeat(n))),
    markdown("numbers without a list", 400, |n| each(n, |i| format!("So it is [{i}]. "))),
    markdown("numbers with a list", 150, |n| {
        let marks = each(n, |i| format!("Item {i} is so [{}]. ", i + 1));
        let list = each(n, |i| format!("[{}] https://example.com/{i}\n", i + 1));
        format!("{marks}\n\n## Sources\n\n{list}")
    }),
    markdown("footnotes", 150, |n| {
        let marks = each(n, |i| format!("Item {i} is so[^{i}]. "));
        let list = each(n, |i| format!("[^{i}]: https://example.com/{i}\n"));
        format!("{marks}\n\n{list}")
    }),
    markdown("citations of pandoc", 400, |n| {
        format!("So [@a]. {}", "So [@a, p. 3; @b]. ".repeat(n))
    }),
    markdown("open citations of pandoc", 1000, |n| format!("So [@a]. {}", "[@a ".repeat(n))),
    markdown("citations of LaTeX", 400, |n| {
        format!("\\section{{A}} {}", "So \\cite[p. 3]{a,b}. ".repeat(n))
    }),
    markdown("open references of a wiki", 1000, |n| {
        format!("A.<ref>B</ref> {}", "<ref>b ".repeat(n))
    }),
    markdown("references of a wiki", 400, |n| "So it is.<ref>The book, p. 3</ref> ".repeat(n)),
    markdown("links", 400, |n| each(n, |i| format!("So [it is](https://example.com/{i}). "))),
    markdown("opening brackets", 4000, |n| format!("{GOOD}{}", "[".repeat(n))),
    markdown("open tags of the Gemini app", 2000, |n| "[cite".repeat(n)),
    markdown("hidden tags with one end", 1000, |n| {
        format!("{}</span>", "<span style=\"display:none\">[1]".repeat(n))
    }),
    markdown("half links", 2000, |n| format!("{GOOD}{}", "[a](".repeat(n))),
    markdown("emphasis", 2000, |n| format!("{GOOD}{}", "*a **b _c ".repeat(n))),
    markdown("runs of backticks", 120, |n| {
        format!("{GOOD}{}", each(n, |i| format!("{} ", "`".repeat(i % 90))))
    }),
    markdown("quotes in quotes", 1000, |n| format!("{} {GOOD}", "> ".repeat(n))),
    markdown("lists in lists", 60, |n| {
        each(n, |i| format!("{}- {GOOD}\n", " ".repeat(2 * (i % 100))))
    }),
    markdown("rows of a table", 200, |n| {
        format!("| a | b |\n|---|---|\n{}", format!("| {GOOD}| 7 |\n").repeat(n))
    }),
    markdown("columns of a table", 400, |n| {
        format!(
            "|{}\n|{}\n|{}\n",
            " a |".repeat(n),
            "---|".repeat(n),
            format!(" {GOOD}|").repeat(n)
        )
    }),
    markdown("open tags", 1000, |n| format!("{GOOD}{}", "<div>".repeat(n))),
    markdown("entities", 3000, |n| format!("{GOOD}{}", "&amp;&#x41;".repeat(n))),
    markdown("a long word", 20_000, |n| format!("{GOOD}{}", "a".repeat(n))),
    markdown("a long sentence", 2000, |n| format!("{} {GOOD}", "and the refund of it ".repeat(n))),
    markdown("short sentences", 2000, |n| format!("{} {GOOD}", "It is so. ".repeat(n))),
    markdown("numbers", 1000, |n| each(n, |i| format!("1,{i}.5 % of {i} km in 2019. ")) + GOOD),
    markdown("quotations", 500, |n| format!("{} {GOOD}", "“take five days” ".repeat(n))),
    markdown("open quotations", 1000, |n| format!("{} {GOOD}", "“take \"five ".repeat(n))),
    markdown("hidden characters", 3000, |n| format!("{GOOD}{}", "a\u{200b}\u{202e}".repeat(n))),
    markdown("a long grapheme", 3000, |n| format!("{GOOD}a{}", "\u{301}\u{200d}".repeat(n))),
    markdown("carriage returns", 3000, |n| format!("{GOOD}{}", "a\r".repeat(n))),
    markdown("comments about rules", 1000, |n| {
        format!("{GOOD}{}", "<!-- pincite-ignore ".repeat(n))
    }),
    markdown("addresses", 500, |n| {
        format!("{GOOD}{}", each(n, |i| format!("https://a.b/{i}?c=d ")))
    }),
    markdown("references to code", 300, |n| each(n, |i| format!("See `src/a{i}.rs:12`. ")) + GOOD),
    markdown("names and years", 500, |n| {
        format!("{GOOD}{}", "(Smith et al., 2020, p. 3) ".repeat(n))
    }),
    markdown("marks in raised tags", 1500, |n| "<sup>[1]</sup>".repeat(n)),
    markdown("raised digits", 4000, |n| "¹".repeat(n)),
    markdown("raised links", 300, |n| {
        let link = "<sup><a href=\"https://a.example/b\">A</a></sup>";
        format!("It rose{}\n", link.repeat(n))
    }),
    markdown("raised tags that are never closed", 1500, |n| "<sup><a ".repeat(n)),
    markdown("numbers given twice", 500, |n| {
        each(n, |i| format!("- [{}] A https://a.example/{i}\n\n", i / 2 + 1))
    }),
    markdown("numbers in circles and a list", 2000, |n| {
        let list = "① Boats https://example.com/1\n② Piers https://example.com/2\n";
        format!("So{}。\n\n## Sources\n\n{list}", "①".repeat(n))
    }),
    markdown("a list of a page", 150, |n| {
        let marks = each(n, |i| format!("<p>Item {i} is so [{}].</p>\n", i + 1));
        let entries = each(n, |i| {
            format!("<p>[{}] <a href=\"https://example.com/{i}\">A {i}</a></p>\n", i + 1)
        });
        format!("{marks}<h2>Sources</h2>\n{entries}")
    }),
    markdown("marks that open their sentences", 300, |n| {
        each(n, |i| format!("[{i}] states that it is so [{}]. ", i + 1))
    }),
    markdown("images before marks", 400, |n| "![A](https://example.com/a.png)\nSo [1]\n".repeat(n)),
    markdown("raised numbers", 2000, |n| "¹²³,".repeat(n)),
    markdown("raised high digits", 2000, |n| "⁴⁵ ".repeat(n)),
    markdown("leaked markers", 1500, |n| "citeturn0search0".repeat(n)),
    markdown("leaked markers and blanks", 1500, |n| "citeturn0search0 ".repeat(n)),
    markdown("marks of three kinds", 600, |n| "\u{e200}cite\u{e202}[1]【1†a】".repeat(n)),
    markdown("half links of numbers", 2000, |n| "[1](".repeat(n)),
    markdown("marks without blanks", 2000, |n| "[1][1]".repeat(n)),
    markdown("marks after a variable", 1500, |n| "ab[1] ".repeat(n)),
    markdown("marks after many words", 1500, |n| each(n, |i| format!("w{i}x[1] "))),
    markdown("marks in lenticular brackets", 1500, |n| "【1†a】".repeat(n)),
    markdown("raised marks", 1500, |n| "^1^".repeat(n)),
    markdown("raised brackets", 1500, |n| "^[1]^".repeat(n)),
    markdown("footnotes without blanks", 1500, |n| "[^1]".repeat(n)),
    markdown("footnotes, one a line", 1500, |n| "a[^1]\n".repeat(n)),
    markdown("marks, one a line", 1500, |n| "[1]\n".repeat(n)),
    markdown("marks and a list", 1000, |n| {
        format!("{}\n\n## Sources\n\n[1] https://example.com/1\n", "[1]".repeat(n))
    }),
    markdown("raised tags and a list", 1000, |n| {
        format!("{}\n\n## Sources\n\n[1] https://example.com/1\n", "<sup>[1]</sup>".repeat(n))
    }),
    markdown("words of apps", 1000, |n| "[citation:3][web:1]oaicite:1".repeat(n)),
    markdown("places in code without blanks", 1000, |n| "a.rs:1,".repeat(n)),
    markdown("marks in round brackets", 1500, |n| "It rose (1)".repeat(n)),
    markdown("links without blanks", 1000, |n| "[1](https://a.b/1)".repeat(n)),
    markdown("addresses without blanks", 1000, |n| "https://a.b/[1]".repeat(n)),
    markdown("entries with their marks", 200, |n| {
        "1. (moe2019gaugesofthe page 12): Moe, B. Gauges. 2019.".repeat(n)
    }),
    markdown("citation tags that are never closed", 200, |n| {
        "It is <cite index=\"1-2\">so and so, ".repeat(n)
    }),
    json("malformed annotations, each with a note", 1000, |n| {
        let each = |i: usize| {
            serde_json::json!({"type": "url_citation", "start_index": -1 - i64::try_from(i).unwrap(),
                "end_index": 1.5, "url": format!("https://a.example/{i}"), "title": 5})
        };
        let annotations: Vec<serde_json::Value> = (0..n).map(each).collect();
        let text = "So it is. ".repeat(10);
        let part =
            serde_json::json!({"type": "output_text", "text": text, "annotations": annotations});
        serde_json::json!({"id": "r", "object": "response",
            "output": [{"type": "message", "role": "assistant", "content": [part]}]})
        .to_string()
    }),
    json("annotations on one span", 300, |n| annotated(n, 0)),
    json("annotations, one a sentence", 300, |n| annotated(n, 24)),
    json("sources, each cited", 150, |n| {
        let response = each(n, |i| format!("So.\u{e200}cite\u{e202}s{i}\u{e202}L1\u{e201} "));
        let source = |i| serde_json::json!({"id": format!("s{i}"), "text": "So it is.\nTwo"});
        case(&response, &(0..n).map(source).collect::<Vec<_>>())
    }),
    json("passages of one claim", 25, |n| {
        let ids = each(n, |i| format!("\u{e202}s{i}"));
        let words = each(60, |i| format!("w{i}x "));
        let response = format!("Refunds of {words}take five days.\u{e200}cite{ids}\u{e201}");
        let text = "Refunds take five days. W7x.";
        let source = |i| serde_json::json!({"id": format!("s{i}"), "text": text});
        case(&response, &(0..n).map(source).collect::<Vec<_>>())
    }),
    json("a long source", 2000, |n| {
        let text = each(n, |i| format!("Line {i}: refunds take five days.\n"));
        case(GOOD, &[serde_json::json!({"id": "a", "text": text})])
    }),
    json("lines of a source, each cited", 300, |n| {
        let response = each(n, |i| {
            format!("Line {i}: it is so.\u{e200}cite\u{e202}a\u{e202}L{}\u{e201} ", i + 1)
        });
        let text = each(n, |i| format!("L{}: refunds take {i} days.\n", i + 1));
        case(&response, &[serde_json::json!({"id": "a", "text": text})])
    }),
    json("quotes", 30, |n| {
        let text = "refunds take five days or six. ".repeat(400);
        let response = each(n, |i| {
            format!("“refunds take five days or sixty {i}”\u{e200}cite\u{e202}a\u{e201} ")
        });
        case(&response, &[serde_json::json!({"id": "a", "text": text})])
    }),
    json("quotes from a long, repetitive source", 400, |n| {
        let text = "refunds take five days or six. ".repeat(n);
        let response = "“refunds take five days or sixty”\u{e200}cite\u{e202}a\u{e201} ".repeat(8);
        case(&response, &[serde_json::json!({"id": "a", "text": text})])
    }),
    json("objects in objects", 4000, |n| format!("{{\"response\": {}", "[".repeat(n))),
    json("keys", 2000, |n| {
        let keys = each(n, |i| format!("\"k{i}\": {i}, "));
        format!("{{{keys}\"response\": \"So.\"}}")
    }),
    Shape {
        name: "lines of a batch",
        file: "r.jsonl",
        count: 20,
        text: |n| format!("{}\n", case(GOOD, &[])).repeat(n),
    },
    Shape {
        name: "broken lines of a batch",
        file: "r.jsonl",
        count: 200,
        text: |n| {
            format!(
                "{}\n{}",
                case(GOOD, &[]),
                "{\"id\":\"a\",\"response\":\"\\ud800\"}\n{\n".repeat(n)
            )
        },
    },
    Shape {
        name: "messages of a chat in lines",
        file: "r.jsonl",
        count: 100,
        text: |n| each(n, |_| format!("{ASKED}\n{SAID}\n")),
    },
    json("messages of an exported chat", 100, |n| {
        let stamped =
            |message: &str, at: usize| message.replacen('{', &format!("{{\"id\": {at}, "), 1);
        let messages: Vec<_> = (0..n)
            .map(|i| format!("{}, {}", stamped(ASKED, 2 * i), stamped(SAID, 2 * i + 1)))
            .collect();
        format!("{{\"title\": \"Fees\", \"messages\": [{}]}}", messages.join(", "))
    }),
    Shape {
        name: "turns of a session",
        file: "r.jsonl",
        count: 100,
        text: |n| {
            each(n, |_| {
                let event = |kind: &str, message: &str| {
                    format!(
                        "{{\"type\": \"{kind}\", \"sessionId\": \"s\", \"message\": {message}}}\n"
                    )
                };
                event("user", ASKED) + &event("assistant", SAID)
            })
        },
    },
    json("items of a run", 100, |n| {
        let item = r#"{"question": "So?", "docs": [{"title": "t", "text": "So."}], "output": "So it is [1]."}"#;
        format!("{{\"args\": {{}}, \"data\": [{}]}}", vec![item; n].join(", "))
    }),
    Shape {
        name: "events of a stream",
        file: "r.sse",
        count: 300,
        text: |n| {
            let delta = r#"{"object":"chat.completion.chunk","choices":[{"delta":{"content":"So it is [1]. "}}]}"#;
            format!("data: {delta}\n\n").repeat(n)
        },
    },
];

/// The commands, `FILE` for the input. The first is the one whose work holds most of the others'.
const COMMANDS: &[(&str, &[&str])] = &[
    ("check", &["check", "FILE", "a.txt", "b.txt", "--format", "json"]),
    ("report", &["report", "FILE", "a.txt", "b.txt"]),
    ("show", &["show", "--full", "FILE", "a.txt", "b.txt"]),
    ("show json", &["show", "--format", "json", "FILE", "a.txt", "b.txt"]),
    ("convert", &["convert", "FILE", "a.txt", "b.txt", "--to", "footnotes"]),
    ("convert markers", &["convert", "FILE", "a.txt", "b.txt", "--to", "markers"]),
    ("convert anthropic", &["convert", "FILE", "a.txt", "b.txt", "--to", "anthropic"]),
    ("extract", &["extract", "--malformed", "FILE"]),
    ("strip", &["strip", "FILE"]),
    ("diff", &["diff", "FILE", "FILE"]),
    ("keys", &["FILE", "a.txt", "b.txt", "--screenshot", "-", "--keys", "nnpp<tab>jjkk<tab>n"]),
];

/// Returns the processor time of a run, in seconds.
fn run(folder: &Path, arguments: &[&str], file: &str) -> f64 {
    let arguments = arguments.iter().map(|it| if *it == "FILE" { file } else { it });
    let output = Command::new("bash")
        .args(["-c", "TIMEFORMAT='%3U %3S'; time \"$@\" >/dev/null 2>&1", "bash"])
        .arg(env!("CARGO_BIN_EXE_pincite"))
        .args(arguments)
        .current_dir(folder)
        .env("RAYON_NUM_THREADS", "1")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let times = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(matches!(output.status.code(), Some(0..=2)), "{}: {output:?}", folder.display());
    times.split_whitespace().map(|time| time.parse::<f64>().unwrap()).sum()
}

/// Returns the times of a command on a text of one, two and four times a number of repetitions,
/// without its start.
fn times(file: &str, text: &dyn Fn(usize) -> String, count: usize, arguments: &[&str]) -> [f64; 3] {
    let dir = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
    put("a.txt", "Refunds take five days.\nThe second line.\n");
    put("b.txt", "The fee is 12 euros.\n");
    let measured = |count: usize| {
        put(file, &text(count));
        run(dir.path(), arguments, file)
    };
    let start = measured(1);
    [1, 2, 4].map(|times| (measured(times * count) - start).max(0.0))
}

/// The larger of the two ratios from one size to the next, as far as the clock shows them.
fn ratio([one, two, four]: [f64; 3]) -> f64 {
    ((two + UNSEEN) / (one + UNSEEN)).max((four + UNSEEN) / (two + UNSEEN))
}

/// Returns the measured times if each of them is more than a command's share.
fn excess(times: impl Fn() -> [f64; 3]) -> Option<String> {
    let mut all = Vec::new();
    for _ in 0..ATTEMPTS {
        let times = times();
        if ratio(times) <= LIMIT {
            return None;
        }
        all.push(times);
    }
    Some(format!("{all:.3?} s"))
}

/// Does the work in two threads; fails with the lines of what takes too long.
fn assert_linear<T: Sync>(work: &[T], excess: impl Fn(&T) -> Option<String> + Sync) {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let measure = || {
        while let Some(one) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
            let excess = excess(one);
            found.lock().unwrap().extend(excess);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(measure);
        scope.spawn(measure);
    });
    let found = found.into_inner().unwrap();
    assert!(found.is_empty(), "{} of {}:\n{}", found.len(), work.len(), found.join("\n"));
}

#[test]
#[ignore = "takes a minute, and counts processor time: run it alone"]
fn no_command_takes_longer_than_its_input_grows() {
    let asked = std::env::var("PINCITE_GROWTH").unwrap_or_default();
    let is_asked =
        |shape: &Shape| asked.is_empty() || asked == "all" || shape.name.contains(&asked);
    let larger = if asked.is_empty() { 1 } else { 8 };
    // Every shape with the command that does the most, and with one of the others in turn.
    let work: Vec<_> = SHAPES
        .iter()
        .enumerate()
        .filter(|(_, shape)| is_asked(shape))
        .flat_map(|(at, shape)| COMMANDS.iter().enumerate().map(move |it| (at, shape, it)))
        .filter(|(at, _, (number, _))| {
            !asked.is_empty() || *number == 0 || *number == 1 + at % (COMMANDS.len() - 1)
        })
        .collect();
    assert_linear(&work, |(_, shape, (_, (name, arguments)))| {
        let times = || times(shape.file, &shape.text, larger * shape.count, arguments);
        excess(times).map(|times| format!("{name}, {}: {times}", shape.name))
    });
}

/// Returns one of all the lines of the text samples that differ in nothing but words and numbers.
fn lines_of_samples() -> Vec<String> {
    let letters = regex::Regex::new(r"[\p{L}\p{M}]+(?:[ ,.]+[\p{L}\p{M}]+)*|\d+").unwrap();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let mut lines = BTreeMap::new();
    for entry in ignore::Walk::new(samples).map(Result::unwrap) {
        let extension = entry.path().extension().and_then(|it| it.to_str()).unwrap_or_default();
        if !matches!(extension, "md" | "txt" | "tex" | "wiki") {
            continue;
        }
        let Ok(text) = fs::read_to_string(entry.path()) else { continue };
        let of_marks = |line: &&str| {
            (3..300).contains(&line.len()) && line.contains(|c: char| !c.is_alphanumeric())
        };
        for line in text.lines().filter(of_marks) {
            lines.entry(letters.replace_all(line, "a").into_owned()).or_insert(line.to_owned());
        }
    }
    lines.into_values().collect()
}

#[test]
#[ignore = "takes half an hour, and counts processor time: run it alone"]
fn no_line_of_a_sample_takes_longer_than_it_is_repeated() {
    let lines = lines_of_samples();
    assert!(lines.len() > 200);
    let commands = || COMMANDS.iter().filter(|(name, _)| matches!(*name, "check" | "report"));
    let work: Vec<_> = lines
        .iter()
        .flat_map(|line| ["", "\n", "\n\n"].map(|end| format!("{line}{end}")))
        .flat_map(|text| commands().map(move |command| (text.clone(), command)))
        .collect();
    assert_linear(&work, |(text, (name, arguments))| {
        let repeated = |count: usize| text.repeat(count);
        let times = || times("r.md", &repeated, 24_000 / text.len() + 1, arguments);
        excess(times).map(|times| format!("{name}, {text:?}: {times}"))
    });
}
