//! `pincite report` from outside: the files it writes, whatever they hold.

use std::cell::RefCell;
use std::path::Path;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use pulldown_cmark::{Event, Options, Parser};
use regex::Regex;
use serde_json::{Value, json};

use crate::cli::{Output, Test, cite, run};

/// Texts made to break out of where a report puts them. None of them is Markdown.
const HOSTILE: &[&str] = &[
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</title><img src=x onerror=alert(1)>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<iframe src=javascript:alert(1)>",
    "<a href=javascript:alert(1)>x</a>",
    "<base href=https://evil.example/>",
    "<meta http-equiv=refresh content=0;url=https://evil.example/>",
    "<link rel=stylesheet href=https://evil.example/x.css>",
    "<style>body{background:url(https://evil.example/)}</style>",
    "<form action=https://evil.example/><input name=q></form>",
    "<object data=x></object><embed src=x>",
    "<details open ontoggle=alert(1)>",
    "<plaintext>",
    "<textarea>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "</body></html><p>behind",
    "</section></main></div></article>",
    "--><script>alert(1)</script><!--",
    "<!--",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml version=\"1.0\"?>",
    "\" onmouseover=\"alert(1)",
    "' onmouseover='alert(1)",
    "\"><script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)//",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "{{ 7 * 7 }}{% raw %}",
    "\u{1b}[31m\u{202e}evil\u{2066}\u{200b}\u{feff}\u{e0041}",
];

/// Reports of a case with `text` in every field that a report shows, its scores and a review of it.
fn reports_of<const N: usize>(text: &str, formats: [&str; N]) -> [String; N] {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, value: &Value| {
        std::fs::write(dir.path().join(name), format!("{value}\n")).unwrap();
    };
    let response = format!(
        "# About {text} here\n\nThe ferry leaves at nine.{} It costs 4 euros.{}\n\n\
         The harbour was built by 300 men in 1887.",
        cite("turn0file0 L1"),
        cite("turn0file9 L2")
    );
    let source = json!({
        "id": "turn0file0", "title": format!("Times {text}"), "score": 0.5,
        "url": format!("https://ferry.example/{text}"),
        "text": format!("The ferry leaves at nine.\nIt costs 3 euros.\n| {text}\n"),
        "metadata": {"author": text, "kind": format!("{text} of kind")},
    });
    let other = json!({"id": format!("other {text}"), "url": text, "title": text});
    write(
        "case.json",
        &json!({"id": format!("case {text}"), "question": format!("When {text}?"),
            "response": response, "sources": [source, other]}),
    );
    write("scores.jsonl", &json!({"citation": 1, "score": 0.5, "by": text, "reason": text}));
    write(
        "lines.jsonl",
        &json!({"citation": 1, "verdict": "partly", "reason": format!("see {text}")}),
    );
    let lines = ["review", "import", "lines.jsonl", "--input", "case.json"];
    let reviewer = format!("--reviewer=ann {text}");
    let imported = lines.iter().copied().chain([reviewer.as_str(), "-o", "j.jsonl"]);
    let args: Vec<String> = imported.map(str::to_owned).collect();
    let output = run(dir.path(), &args, "");
    assert_eq!(output.status, 0, "{}", output.stderr);
    formats.map(|format| {
        let args = ["report", "case.json", "--scores=scores.jsonl", "--review=j.jsonl", "--format"];
        let args: Vec<String> = args.into_iter().chain([format]).map(str::to_owned).collect();
        let Output { stdout, stderr, status } = run(dir.path(), &args, "");
        assert_eq!((stderr.as_str(), status), ("", 0));
        stdout
    })
}

/// True if a tag opens an element; its name, and its attributes with their values.
type SeenTag = (bool, String, Vec<(String, String)>);

/// Returns the elements that a browser's parser finds: tags in order, with their attributes. The
/// page has nothing that depends on more than the order of tags.
#[derive(Default)]
struct Tags {
    seen: RefCell<Vec<SeenTag>>,
}

impl TokenSink for Tags {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let Token::TagToken(Tag { kind, name, attrs, .. }) = token else {
            return TokenSinkResult::Continue;
        };
        let starts = kind == TagKind::StartTag;
        let attributes = attrs.iter();
        let attributes = attributes.map(|it| (it.name.local.to_string(), it.value.to_string()));
        let is_title = &*name == "title";
        let is_style = &*name == "style";
        let is_script = &*name == "script";
        self.seen.borrow_mut().push((starts, name.to_string(), attributes.collect()));
        match starts {
            true if is_title => TokenSinkResult::RawData(RawKind::Rcdata),
            true if is_style => TokenSinkResult::RawData(RawKind::Rawtext),
            true if is_script => TokenSinkResult::RawData(RawKind::ScriptData),
            _ => TokenSinkResult::Continue,
        }
    }
}

fn tags(html: &str) -> Vec<SeenTag> {
    let tokenizer = Tokenizer::new(Tags::default(), TokenizerOpts::default());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(html));
    drop(tokenizer.feed(&queue));
    tokenizer.end();
    tokenizer.sink.seen.take()
}

/// Returns the tags with the names of their attributes, and the values of those that no text stands
/// in.
fn shape(html: &str) -> Vec<String> {
    let described = |(starts, name, attributes): &SeenTag| {
        let attributes = attributes.iter().map(|(name, value)| match name.as_str() {
            "id" | "class" | "aria-labelledby" => format!(" {name}={value}"),
            _ => format!(" {name}"),
        });
        format!("{}{name}{}", if *starts { "" } else { "/" }, attributes.collect::<String>())
    };
    tags(html).iter().map(described).collect()
}

#[track_caller]
fn is_harmless(html: &str) {
    const FORBIDDEN: &[&str] =
        &["img", "iframe", "object", "embed", "form", "input", "base", "link", "image", "use"];
    let scripts = tags(html).iter().filter(|(starts, name, _)| *starts && name == "script").count();
    assert_eq!(scripts, 1, "there is one script, and the policy allows its hash only");
    for (_, name, attributes) in tags(html) {
        assert!(!FORBIDDEN.contains(&name.as_str()), "{name}");
        assert!(name != "script" || attributes.is_empty(), "{attributes:?}");
        for (attribute, value) in attributes {
            assert!(!attribute.starts_with("on") && attribute != "style", "{attribute}={value}");
            let leads = ["#", "http://", "https://", "mailto:"];
            let is_sound = attribute != "href" || leads.iter().any(|it| value.starts_with(it));
            assert!(is_sound, "{attribute}={value}");
        }
    }
    let raw = html.chars().find(|c| c.is_control() && *c != '\n');
    assert_eq!(raw, None);
    assert!(!html.contains(['\u{202e}', '\u{2066}', '\u{200b}', '\u{feff}', '\u{e0041}']));
}

/// Returns the elements that a renderer of Markdown makes. The comments that keep names and numbers
/// from becoming links say nothing.
fn elements(markdown: &str) -> Vec<String> {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    let described = events.filter_map(|event| match event {
        Event::Start(tag) => Some(format!("{tag:?}")),
        Event::End(tag) => Some(format!("/{tag:?}")),
        Event::InlineHtml(html) if &*html == "<!-- -->" => None,
        Event::Html(html) | Event::InlineHtml(html) => Some(format!("html {html}")),
        Event::Code(_) | Event::Rule | Event::FootnoteReference(_) => Some("inline".to_owned()),
        _ => None,
    });
    described.collect()
}

/// Returns the elements after the response, which is Markdown: what is markup in it may be.
fn behind_the_response(markdown: &str) -> Vec<String> {
    let rest = markdown.split_once("\n#### ").unwrap().1;
    elements(&format!("#### {rest}"))
}

/// An address that cannot be followed is shown all the same, and is not a link.
fn without_addresses(shape: Vec<String>) -> Vec<String> {
    let is_link = |tag: &String| tag.starts_with("a href rel") || tag == "/a";
    shape.into_iter().filter(|tag| !is_link(tag)).collect()
}

#[test]
fn hostile_words_change_nothing_in_the_tree() {
    let [html, markdown] = reports_of("quay", ["html", "markdown"]);
    is_harmless(&html);
    let tree = without_addresses(shape(&html));
    let elements = behind_the_response(&markdown);
    assert!(tree.len() > 200 && elements.len() > 50, "{tree:?} {elements:?}");
    for text in HOSTILE {
        let [html, markdown] = reports_of(text, ["html", "markdown"]);
        is_harmless(&html);
        // Characters that nobody can see in a response are a finding, which is an element more.
        if !text.contains(char::is_control) {
            assert_eq!(without_addresses(shape(&html)), tree, "{text}");
            assert_eq!(behind_the_response(&markdown), elements, "{text}\n{markdown}");
        }
    }
}

#[test]
fn markup_in_words_is_text_in_markdown() {
    let [harmless] = reports_of("quay", ["markdown"]);
    for text in [
        "# x",
        "- x",
        "+ x",
        "1. x",
        "1) x",
        "> x",
        "``` x",
        "~~~",
        "| a | b |",
        "***x***",
        "===",
        "[x](https://evil.example)",
        "![x](https://evil.example/p.png)",
        "`x`",
        "[x]: y",
        "<x@y.z>",
    ] {
        let [markdown] = reports_of(text, ["markdown"]);
        let [own, expected] = [&markdown, &harmless].map(|text| behind_the_response(text));
        assert_eq!(own, expected, "{text}\n{markdown}");
    }
}

#[test]
fn the_page_allows_itself_its_style_sheet_and_its_script_and_nothing_else() {
    use base64::Engine as _;
    use sha2::Digest as _;
    let [html] = reports_of("quay", ["html"]);
    let inside = |name: &str| {
        let text = html.split_once(&format!("<{name}>")).unwrap().1;
        text.split_once(&format!("</{name}>")).unwrap().0
    };
    let hash = |text: &str| {
        let hash = sha2::Sha256::digest(text.as_bytes());
        base64::engine::general_purpose::STANDARD.encode(hash)
    };
    let (style, script) = (inside("style"), inside("script"));
    let policy = format!(
        "content=\"default-src &#39;none&#39;; style-src &#39;sha256-{}&#39;; \
         script-src &#39;sha256-{}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;\"",
        hash(style),
        hash(script)
    );
    assert!(html.contains(&policy), "{}", &html[..600]);
    assert!(!style.contains("url(") && !style.contains("@import"));
    for word in ["fetch", "XMLHttpRequest", "innerHTML", "eval(", "import(", "WebSocket"] {
        assert!(!script.contains(word), "{word}");
    }
}

/// Returns the output of the program in the folder of samples, with nothing on standard error.
#[track_caller]
fn samples(args: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
    let Output { stdout, stderr, status } = run(&root, &args, "");
    assert_eq!((stderr.as_str(), status), ("", 0));
    stdout
}

/// Returns a report without the time at which it was made.
fn timeless(report: &str) -> String {
    let time = Regex::new(r"20\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d(Z| UTC)").unwrap();
    time.replace_all(report, "TIME").into_owned()
}

const REVIEWED: &str =
    "report review/answers.jsonl --review review/ann.review.jsonl --review review/bob.review.jsonl";

#[test]
fn a_reviewed_batch_as_html() {
    let html = samples(REVIEWED);
    let (head, body) = html.split_once("<style>").unwrap();
    let body = body.split_once("</style>").unwrap().1;
    let version = env!("CARGO_PKG_VERSION");
    let (body, end) = body.split_once("<script>").unwrap();
    let end = end.split_once("</script>").unwrap().1;
    let hash = Regex::new("sha256-[^&]*").unwrap();
    let html = format!("{head}<style></style>{body}<script></script>{end}");
    let html = hash.replace_all(&html, "sha256-HASH");
    let html = timeless(&html).replace(&format!("pincite {version}"), "pincite VERSION");
    insta::assert_snapshot!("a_reviewed_batch_as_html", html);
}

#[test]
fn a_reviewed_batch_as_markdown() {
    let markdown = samples(&format!("{REVIEWED} --format markdown --worst-first"));
    let version = format!("pincite {}", env!("CARGO_PKG_VERSION"));
    let markdown = timeless(&markdown).replace(&version, "pincite VERSION");
    insta::assert_snapshot!("a_reviewed_batch_as_markdown", markdown);
}

#[test]
fn the_response_keeps_its_blocks_in_markdown() {
    let sample = "report handbook/answer.md handbook/sources --format markdown";
    let markdown = samples(sample);
    let response = markdown.split_once("### Response").unwrap().1;
    let response = response.split_once("\n### Citations").unwrap().0;
    insta::assert_snapshot!("the_response_keeps_its_blocks_in_markdown", response.trim());
}

#[test]
fn json_is_the_inspection_and_the_verdicts() {
    let printed = samples(&format!("{REVIEWED} --format json"));
    let reports: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let shown = samples("show review/answers.jsonl --format json");
    let shown: Vec<Value> = shown.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(reports.len(), shown.len());
    for (report, shown) in reports.iter().zip(&shown) {
        assert_eq!((&report["schema"], &report["inspection"]), (&json!("pincite.report/1"), shown));
    }
    assert_eq!(
        reports[0]["verdicts"][2],
        json!({"citation": 2, "target": 1, "sentence": null, "reviewer": "ann",
            "day": "2026-03-02", "verdict": "partly", "reasons": ["only together with another source"],
            "right_place": null, "note": null, "changed": null, "settles": false})
    );
}

/// Returns a source of 20,000 lines of which one is cited.
fn long_source() -> String {
    let lines = (1..=20_000).map(|line| format!("Line {line} tells of harbour matters."));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_long_source_is_shown_around_what_is_cited() {
    let dir = tempfile::tempdir().unwrap();
    let answer = format!("Harbour matters are told of.{}", cite("turn0file0 L9000"));
    std::fs::write(dir.path().join("answer.md"), answer).unwrap();
    std::fs::write(dir.path().join("turn0file0.txt"), long_source()).unwrap();
    let report = |more: &[&str]| {
        let args = ["report", "answer.md", "turn0file0.txt"].iter().chain(more);
        let args: Vec<String> = args.map(|&it| it.to_owned()).collect();
        let output = run(dir.path(), &args, "");
        assert_eq!((output.stderr.as_str(), output.status), ("", 0));
        output.stdout
    };
    let short = report(&[]);
    assert!(short.contains("\u{2026} 8993 lines omitted \u{2026}"), "{short}");
    assert!(short.contains("Line 9006 tells") && !short.contains("Line 9007 tells"));
    assert!(short.contains("the rest is omitted") && short.len() < 40_000);
    let whole = report(&["--whole-sources"]);
    assert!(whole.contains("Line 20000 tells") && !whole.contains("left out"));
}

#[test]
fn a_file_is_replaced_only_if_it_is_a_report() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out.html");
    std::fs::write(dir.path().join("answer.md"), "Nothing is cited.").unwrap();
    let report = |more: &[&str]| {
        let args = ["report", "answer.md", "-o", "out.html"].iter().chain(more);
        let args: Vec<String> = args.map(|&it| it.to_owned()).collect();
        let Output { stdout, stderr, status } = run(dir.path(), &args, "");
        assert_eq!(stdout, "");
        (stderr, status)
    };
    std::fs::write(&path, "<p>somebody's page</p>").unwrap();
    let refused = "pincite: cannot write out.html: the file exists and is not a report of pincite\n\
         hint: choose another name, or add `--force` to replace it\n";
    assert_eq!(report(&[]), (refused.to_owned(), 2));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "<p>somebody's page</p>");
    for (more, begins) in [
        (&["--force"][..], "<!DOCTYPE html>"),
        (&["--format", "markdown"], "<!-- made by pincite -->"),
        (&["--format", "json"], "{\"schema\":\"pincite.report/1\""),
        (&[], "<!DOCTYPE html>"),
    ] {
        assert_eq!(report(more), (String::new(), 0));
        assert!(std::fs::read_to_string(&path).unwrap().starts_with(begins));
    }
}

#[test]
fn a_case_that_cannot_be_read_stands_in_the_index() {
    let lines = "{\"id\": \"a\", \"response\": \"x\"}\n{\"id\": \"b\", \"response\": 5}\n\
        {\"id\": \"c\", \"response\": \"y\"}\n{\"id\": \"d\", \"response\": \"z\"}\n";
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("cases.jsonl"), lines).unwrap();
    let args = ["report", "cases.jsonl", "--cases", "3", "--format", "html"].map(str::to_owned);
    let output = run(dir.path(), &args, "");
    assert_eq!(output.status, 2);
    assert!(output.stderr.starts_with("pincite: "), "{}", output.stderr);
    assert!(output.stdout.contains("<h2 id=\"index\">4 cases</h2>"));
    assert!(output.stdout.contains("not read: <bdi>"), "{}", output.stdout);
    assert!(output.stdout.contains("1 of them are listed in this table only"));
    assert_eq!(output.stdout.matches("<details class=\"case\"").count(), 2);
}

#[test]
fn help() {
    let output = run(Path::new("."), &["report", "--help"].map(str::to_owned), "");
    insta::assert_snapshot!("help_report", output.stdout);
}

#[test]
fn a_missing_journal_is_reported() {
    Test::new()
        .file("answer.md", "x")
        .args(["report", "answer.md", "--review", "none.jsonl"])
        .stderr(
            "pincite: cannot read none.jsonl: no such file\n\
             hint: the journal of `answer.json` is `answer.json.review.jsonl`\n",
        )
        .status(2)
        .run();
}
