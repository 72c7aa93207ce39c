//! Conversions: what each form looks like, what it loses, and what comes back from it.

use std::fmt::Write as _;
use std::path::Path;

use pincite::cases::open;
use pincite::convert::{CONVERSIONS, Conversion, Options, ReferencePlace, convert};
use pincite::dialects::shared::markers;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::{Inspection, resolved};
use pincite::model::{
    Anchor, AnchorKind, Case, Citation, IdFrom, Locator, Response, Source, SourceText, Target,
};
use pincite::text::Span;
use proptest::prelude::*;

use crate::cli::{Test, run};

fn form(name: &str) -> &'static Conversion {
    CONVERSIONS.iter().find(|one| one.name == name).unwrap()
}

fn converted(inspection: &Inspection, to: &str) -> String {
    convert(inspection, form(to), &Options::default()).text
}

/// Reads what a conversion wrote, as `from` or recognized.
#[track_caller]
fn read(text: &str, from: Option<&str>) -> Inspection {
    let name = if text.starts_with(['{', '[']) { "x.json" } else { "x.md" };
    let input = Input::new(name, text.as_bytes().to_vec());
    let cases = open(input, from, &Families::default()).unwrap();
    resolved(cases.read(0).unwrap())
}

/// Returns each citation with its claim and, for each target, the title and the words it leads to.
fn facts(inspection: &Inspection) -> Vec<(String, Vec<(String, String)>)> {
    let order = inspection.reading_order().into_iter();
    let order = order.filter(|&at| !inspection.case.response.citations[at].in_code);
    order
        .map(|at| {
            let targets = inspection.inspected[at].targets.iter();
            let targets = targets.map(|resolution| {
                let passage = resolution.passage().unwrap();
                let source = &inspection.case.sources[passage.source];
                let store = inspection.stores[passage.source].as_ref().unwrap();
                (source.title.clone().unwrap_or_default(), store.read(passage.span, 9999))
            });
            let targets = targets.collect();
            (inspection.claim_text(at).unwrap_or_default().trim().to_owned(), targets)
        })
        .collect()
}

fn targets(inspection: &Inspection) -> Vec<Vec<(String, String)>> {
    facts(inspection).into_iter().map(|(_, targets)| targets).collect()
}

/// Numbers that were escaped, so that they are not read as marks, as they were.
fn unescaped(text: &str) -> String {
    let escape = regex::Regex::new("&#([0-9]+);").unwrap();
    let digit = |found: &regex::Captures<'_>| {
        char::from_u32(found[1].parse().unwrap()).unwrap().to_string()
    };
    escape.replace_all(text, digit).replace("\\[", "[")
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn forms() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let mut shown = String::new();
    let more = [
        ("numbered", ["--references", "inline"]),
        ("footnotes", ["--references", "inline"]),
        ("links", ["--links", "docs/"]),
        ("academic", ["--style", "ieee"]),
        ("academic", ["--style", "chicago-notes"]),
    ];
    let usual = CONVERSIONS.iter().map(|one| (one.name, Vec::new()));
    let more = more.iter().map(|(name, args)| (*name, args.to_vec()));
    for (name, options) in usual.chain(more) {
        let mut args = vec!["convert", "--to", name];
        args.extend(&options);
        args.push("convert/case.json");
        let args: Vec<String> = args.into_iter().map(str::to_owned).collect();
        let output = run(&root, &args, "");
        assert_eq!(output.status, 0, "{}", output.stderr);
        let reported = output.stderr.replace("pincite: ", "");
        let text = output.stdout.replace('\u{e200}', "⟨").replace('\u{e201}', "⟩");
        let text = text.replace('\u{e202}', "·");
        writeln!(shown, "=== {name} {}\n{text}\n--- lost\n{reported}", options.join(" ")).unwrap();
    }
    insta::assert_snapshot!("convert_forms", shown);
}

#[test]
fn losses_are_reported_as_json_and_fail_when_strict() {
    Test::new()
        .file("a.json", r#"{"id":"ä","question":"q","response":"x","sources":[]}"#)
        .args(["convert", "--to", "plain", "--strict", "--losses", "json", "a.json"])
        .stdout("x")
        .stderr("{\"case\":\"ä\",\"kind\":\"question\",\"count\":1,\"message\":\"the question\"}\n")
        .status(1)
        .run();
}

#[test]
fn a_batch_is_a_file_a_case_and_nothing_is_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let line = |id: &str| format!("{{\"id\":\"{id}\",\"response\":\"{id}!\"}}\n");
    std::fs::write(dir.path().join("b.jsonl"), line("../ä") + &line("b")).unwrap();
    let args = ["convert", "--to", "plain", "b.jsonl", "-o", "out/"].map(str::to_owned);
    let first = run(dir.path(), &args, "");
    assert_eq!((first.stderr.as_str(), first.status), ("", 0));
    let read = |name: &str| std::fs::read_to_string(dir.path().join("out").join(name)).unwrap();
    assert_eq!((read("ä.md"), read("b.md")), ("../ä!".to_owned(), "b!".to_owned()));
    let second = run(dir.path(), &args, "");
    let reported = "pincite: cannot write out/ä.md: the file exists\n\
                hint: choose another name, or add `--force` to replace it\n";
    assert_eq!((second.stderr.as_str(), second.status), (reported, 2));
    let printed = ["convert", "--to", "plain", "b.jsonl"].map(str::to_owned);
    let printed = run(dir.path(), &printed, "");
    assert_eq!(printed.stdout, "<!-- case ../ä -->\n\n../ä!\n<!-- case b -->\n\nb!");
}

#[test]
fn extract_and_strip_read_payloads() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let of = |args: &[&str]| {
        let args: Vec<String> = args.iter().map(|&it| it.to_owned()).collect();
        let output = run(&root, &args, "");
        assert_eq!((output.stderr.as_str(), output.status), ("", 0));
        output.stdout
    };
    let mut shown = of(&["extract", "gemini/answer.json"]);
    shown.push_str(&of(&["extract", "--unit", "utf16", "anthropic/documents.response.json"]));
    shown.push_str(&of(&["extract", "--from", "any", "numbered/answer.md"]));
    shown.push_str(&of(&["strip", "gemini/answer.json"]));
    shown.push_str(&of(&["strip", "openai-responses/web-search.response.json"]));
    insta::assert_snapshot!("extract_payloads", shown);
}

/// A target: its source, its first line, how many more, and its score in tenths.
type Pointed = (usize, u64, u64, u8);

/// A response of sentences with markers or claims, and sources of labelled lines.
#[derive(Debug, Clone)]
struct Shape {
    claims: bool,
    /// For each sentence its words and its targets.
    sentences: Vec<(usize, Vec<Pointed>)>,
}

const SENTENCES: [&str; 8] = [
    "Der Käse reift 🧀.",
    "The rind [2] is washed, see [1, 3].",
    "東京は晴れです。",
    "Call `a[1]` twice!",
    "It is **bold.**",
    "So says [1](https://a.example/x) too.",
    "A footnote[^2] and 【1】 stay.",
    "Naïve façade.",
];

const LINES: [&str; 5] = [
    "Zwölf Grad im Keller.",
    "東京 «Käse» & mehr, und noch viel mehr Worte stehen in dieser langen Zeile, die nie enden will.",
    "Zwölf Grad im Keller, sagt man.",
    "The naïve line 🧀 ends here",
    "last, - one & all",
];

fn shape() -> impl Strategy<Value = Shape> {
    let target = (0..3_usize, 1..=5_u64, 0..3_u64, 0..10_u8);
    let sentence = (0..SENTENCES.len(), prop::collection::vec(target, 0..3));
    (any::<bool>(), prop::collection::vec(sentence, 1..7))
        .prop_map(|(claims, sentences)| Shape { claims, sentences })
}

fn sources() -> Vec<Source> {
    let source = |number: usize| {
        let mut source = Source {
            id: format!("turn0file{number}"),
            id_from: IdFrom::Text,
            title: Some(format!("Titel {number} ä")),
            url: Some(format!("https://a.example/page{number}")),
            ..Source::default()
        };
        let lines: Vec<&str> = LINES.iter().copied().cycle().skip(number).take(5).collect();
        source.text = SourceText::Inline(lines.join("\n").into());
        source
    };
    (0..3).map(source).collect()
}

fn case(shape: &Shape) -> Inspection {
    let mut text = String::new();
    let mut citations = Vec::new();
    for (sentence, pointed) in &shape.sentences {
        let start = text.len();
        text.push_str(SENTENCES[*sentence]);
        let mut claim = Span::new(start, text.len());
        let mut targets: Vec<Target> = Vec::new();
        for (source, first, more, score) in pointed {
            let last = (first + more).min(5);
            let target = Target {
                id: format!("turn0file{source}"),
                locator: Some(Locator::Lines { first: *first, last }),
                score: shape.claims.then_some(f64::from(*score) / 10.0),
                ..Target::default()
            };
            if targets.iter().all(|own| own.id != target.id) {
                targets.push(target);
            }
        }
        let mut kind = AnchorKind::Claim;
        let mut raw = "{}".to_owned();
        if !shape.claims && !targets.is_empty() {
            let start = text.len();
            raw = markers::written("cite", &targets);
            text.push_str(&raw);
            (kind, claim) = (AnchorKind::Marker, Span::new(start, text.len()));
        }
        if !targets.is_empty() {
            let anchor = Anchor { kind, span: claim };
            let family = "cite".to_owned();
            citations.push(Citation { family, raw, anchor, targets, ..Citation::default() });
        }
        text.push(' ');
    }
    let response = Response { text, citations, cards: Vec::new() };
    resolved(Case { id: "ä".to_owned(), response, sources: sources(), ..Case::default() })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn markers_come_back(shape in shape()) {
        let before = case(&shape);
        let after = read(&converted(&before, "case"), None);
        prop_assert_eq!(targets(&after), targets(&before));
        // Without markers other marks would be read, and are escaped.
        if !before.case.response.citations.is_empty() {
            let (after, before) = (converted(&after, "plain"), converted(&before, "plain"));
            prop_assert_eq!(unescaped(&after), unescaped(&before));
        }
        let ids = |of: &Inspection| -> Vec<Target> {
            let citations = of.case.response.citations.iter();
            let plain = |it: &Target| Target { score: None, locator_assumed: false, ..it.clone() };
            citations.flat_map(|citation| &citation.targets).map(plain).collect()
        };
        prop_assert_eq!(ids(&after), ids(&before));
    }

    #[test]
    fn open_webui_comes_back(shape in shape()) {
        let before = case(&shape);
        let text = converted(&before, "open-webui");
        let after = read(&text, Some("open-webui"));
        let titles = |of: &Inspection| -> Vec<Vec<String>> {
            targets(of).into_iter().map(|all| all.into_iter().map(|(title, _)| title).collect()).collect()
        };
        prop_assert_eq!(titles(&after), titles(&before), "{}", text);
    }

    #[test]
    fn numbers_come_back(shape in shape()) {
        let before = case(&shape);
        let text = converted(&before, "numbered");
        prop_assume!(!before.case.response.citations.is_empty());
        let after = read(&text, Some("numbered"));
        let reported = |of: &Inspection| -> Vec<Vec<(Option<String>, Option<Locator>)>> {
            let title = |index: usize| of.case.sources[index].title.clone();
            let citations = of.case.response.citations.iter().zip(&of.inspected);
            citations.map(|(citation, found)| {
                let pairs = citation.targets.iter().zip(&found.targets);
                pairs.map(|(it, to)| (to.source().and_then(title), it.locator.clone())).collect()
            }).collect()
        };
        prop_assert_eq!(reported(&after), reported(&before), "{}", text);
    }

    #[test]
    fn anthropic_comes_back(shape in shape()) {
        let before = case(&Shape { claims: true, ..shape });
        let after = read(&converted(&before, "anthropic"), None);
        if !before.case.response.citations.is_empty() {
            prop_assert_eq!(facts(&after), facts(&before));
        }
        prop_assert_eq!(&after.case.response.text, &before.case.response.text);
    }

    #[test]
    fn inferred_claims_are_the_claims_of_anthropic(shape in shape()) {
        let before = case(&Shape { claims: false, ..shape });
        let after = read(&converted(&before, "anthropic"), Some("anthropic"));
        prop_assert_eq!(without_blanks(&after.case.response.text), without_blanks(&converted(&before, "plain")));
        let all = |of: &Inspection| targets(of).concat();
        if !before.case.response.citations.is_empty() {
            prop_assert_eq!(all(&after), all(&before));
        }
    }

    #[test]
    fn gemini_comes_back(shape in shape()) {
        let before = case(&Shape { claims: true, ..shape });
        let after = read(&converted(&before, "gemini"), None);
        let reported = |of: &Inspection| -> Vec<(Span, Vec<Option<f64>>)> {
            let citations = of.case.response.citations.iter();
            citations.map(|it| (it.anchor.span, it.targets.iter().map(|it| it.score).collect())).collect()
        };
        if !before.case.response.citations.is_empty() {
            prop_assert_eq!(facts(&after), facts(&before));
            prop_assert_eq!(reported(&after), reported(&before));
        }
    }

    /// A deep link leads to the passage that it was made of.
    #[test]
    fn text_fragments_lead_back(shape in shape()) {
        let before = case(&shape);
        let json: serde_json::Value = serde_json::from_str(&converted(&before, "selectors")).unwrap();
        let mut again = before.case.clone();
        let links = json["items"].as_array().unwrap().iter().flat_map(|it| it["target"].as_array().unwrap());
        let mut links = links.map(|target| target["via"].as_str().unwrap().to_owned());
        for target in again.response.citations.iter_mut().flat_map(|it| &mut it.targets) {
            let link = links.next().unwrap();
            target.locator = Some(Locator::Fragment(link.split_once('#').unwrap().1.to_owned()));
        }
        prop_assert_eq!(targets(&resolved(again)), targets(&before));
    }

    #[test]
    fn plain_is_what_strip_leaves(shape in shape()) {
        let before = case(&Shape { claims: false, ..shape });
        let text = &before.case.response.text;
        let options = markers::Options { families: vec!["cite".to_owned()], escapes: false };
        prop_assert_eq!(converted(&before, "plain"), markers::strip(text, &options));
    }

    #[test]
    fn nothing_panics_and_html_holds_no_foreign_markup(
        text in "(\\PC|[\\[\\]()<>*`#_!\"'&,{}\n\u{fdd0}\u{fdd1}0-9])*",
        title in "\\PC*",
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..4),
    ) {
        let at = |index: prop::sample::Index| text.floor_char_boundary(index.index(text.len() + 1));
        let citations = places.into_iter().map(|(one, other)| {
            let span = Span::new(at(one).min(at(other)), at(one).max(at(other)));
            let target = Target { id: title.clone(), quote: Some(text.clone()), ..Target::default() };
            Citation {
                anchor: Anchor { kind: AnchorKind::Claim, span },
                targets: vec![target],
                ..Citation::default()
            }
        });
        let response = Response { text: text.clone(), citations: citations.collect(), cards: Vec::new() };
        let sources = vec![Source {
            id: title.clone(),
            title: Some(title),
            url: Some(text),
            ..Source::default()
        }];
        let inspection = resolved(Case { response, sources, ..Case::default() });
        for one in CONVERSIONS {
            for references in [ReferencePlace::End, ReferencePlace::Inline] {
                let options = Options { references, ..Options::default() };
                let converted = convert(&inspection, one, &options).text;
                if one.name == "html" {
                    let tags = converted.matches("<script").count() + converted.matches("<img").count();
                    prop_assert_eq!(tags, 0);
                }
            }
        }
    }
}

#[test]
fn footnotes_keep_each_place_and_are_read_back() {
    let dir = tempfile::tempdir().unwrap();
    let response = format!(
        "Refunds take five days.{} Fees are kept.{} Cards too.{}\n",
        crate::cli::cite("a L1"),
        crate::cli::cite("a L2-L3"),
        crate::cli::cite("a L1"),
    );
    let sources =
        serde_json::json!([{"id": "a", "title": "Handbook", "text": "Five.\nSix.\nSeven.\n"}]);
    let case = serde_json::json!({"id": "x", "response": response, "sources": sources});
    std::fs::write(dir.path().join("x.json"), case.to_string()).unwrap();
    let args = ["convert", "--to", "footnotes", "x.json"].map(str::to_owned);
    let text = run(dir.path(), &args, "").stdout;
    assert_eq!(
        text,
        "Refunds take five days.[^1] Fees are kept.[^2] Cards too.[^1]\n\n\
         [^1]: Handbook, L1\n\n[^2]: Handbook, L2-L3\n"
    );
    std::fs::write(dir.path().join("x.md"), text).unwrap();
    let args = ["show", "--format", "json", "x.md"].map(str::to_owned);
    let shown: serde_json::Value =
        serde_json::from_str(&run(dir.path(), &args, "").stdout).unwrap();
    let citations = shown["citations"].as_array().unwrap();
    let places: Vec<String> =
        citations.iter().map(|one| one["targets"][0]["locator"].to_string()).collect();
    assert_eq!(places.len(), 3, "{shown}");
    assert!(
        places[1].contains('2') && places[1].contains('3') && places[0] == places[2],
        "{places:?}"
    );
    let remarks = "It is so.[^1]\n\n[^1]: This is a remark, nothing else.\n";
    std::fs::write(dir.path().join("y.md"), remarks).unwrap();
    let args = ["show", "--format", "json", "y.md"].map(str::to_owned);
    let shown: serde_json::Value =
        serde_json::from_str(&run(dir.path(), &args, "").stdout).unwrap();
    assert_eq!(shown["citations"], serde_json::json!([]));
}

#[test]
fn conversion_takes_linear_time() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, number: usize| {
        let claim = |at: usize| {
            let line = at % 40 + 1;
            format!("Ferry {at} leaves at {line}.{} ", crate::cli::cite(&format!("a L{line}")))
        };
        let response: String = (0..number).map(claim).collect();
        let lines: Vec<String> = (1..=40).map(|line| format!("It leaves at {line}.")).collect();
        let sources = serde_json::json!([{"id": "a", "title": "T", "text": lines.join("\n")}]);
        let case = serde_json::json!({"id": "x", "response": response, "sources": sources});
        std::fs::write(dir.path().join(name), case.to_string()).unwrap();
    };
    write("small.json", 300);
    write("large.json", 1200);
    for form in CONVERSIONS {
        let time = |name: &str| {
            let start = std::time::Instant::now();
            let args = ["convert", "--to", form.name, name].map(str::to_owned);
            assert_eq!(run(dir.path(), &args, "").status, 0, "{}", form.name);
            start.elapsed()
        };
        let (small, large) = (time("small.json"), time("large.json"));
        let most = 10 * small + std::time::Duration::from_secs(1);
        assert!(large < most, "{}: {small:?} {large:?}", form.name);
    }
}
