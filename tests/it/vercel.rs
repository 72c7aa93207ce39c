//! Messages of the Vercel AI SDK and of Pydantic AI: what providers leave beside their sources.

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::inspect;
use pincite::model::{AnchorKind, Case, Locator};
use serde_json::{Value, json};

use crate::relatives::{cited, ids};
use crate::session::Session;

fn sample(name: &str) -> Case {
    let path = format!("{}/samples/{name}", env!("CARGO_MANIFEST_DIR"));
    open(name, std::fs::read(path).unwrap())
}

fn open(name: &str, bytes: Vec<u8>) -> Case {
    cases::open(Input::new(name, bytes), None, &Families::default()).unwrap().read(0).unwrap()
}

fn read(value: &Value) -> Case {
    open("x.json", value.to_string().into_bytes())
}

#[test]
fn annotations_on_a_text_part_have_their_places() {
    let case = sample("vercel-ai/openai.json");
    let link = "([harbour.example](https://harbour.example/refunds))";
    assert_eq!(cited(&case), [format!("{link}: 1")]);
    assert_eq!(case.question.as_deref(), Some("How long does a refund take?"));
    assert_eq!(case.format.offsets(), Some("code points, end exclusive; 1 of 1 fit"));
}

#[test]
fn the_text_before_a_cited_document_is_the_claim() {
    let case = sample("vercel-ai/anthropic.json");
    let claim = "refunds go back to the card within five working days";
    assert_eq!(cited(&case), [format!("{claim}: handbook.pdf handbook.pdf")]);
    let citation = &case.response.citations[0];
    assert_eq!(citation.anchor.kind, AnchorKind::Claim);
    // The end is the page after the last.
    let pages = [Locator::Pages { first: 3, last: 3 }, Locator::Pages { first: 3, last: 4 }];
    assert_eq!(
        citation.targets.iter().filter_map(|target| target.locator.clone()).collect::<Vec<_>>(),
        pages
    );
    assert!(case.response.text.starts_with("In short: refunds"));
    assert_eq!(inspect(case).unresolved(), 0);
}

#[test]
fn the_nth_source_is_the_one_that_a_number_means() {
    // The third has the address of the first and keeps its number.
    let case = sample("vercel-ai/perplexity.json");
    assert_eq!(cited(&case), ["[1]: 1", "[3]: 3", "[2]: 2"]);
    assert_eq!(ids(&case), ["1", "2", "3"]);
    let streamed = sample("vercel-ai/stream.sse");
    assert_eq!(cited(&streamed), ["[1]: 1", "[2]: 2"]);
    assert_eq!(
        streamed.response.text,
        "A day pass costs 12 crowns[1]. The last ferry leaves at 21:40[2]."
    );
}

#[test]
fn claims_of_cohere_are_arbitrated() {
    let case = sample("vercel-ai/cohere.json");
    assert_eq!(cited(&case), ["12 Kronen: doc:0", "Hunde fahren frei: doc:1"]);
    assert_eq!(case.format.offsets(), Some("code points, end exclusive; 2 of 2 fit"));
    assert_eq!(inspect(case).without_text(), 0);
}

#[test]
fn what_tools_gave_back_is_a_source() {
    let value = json!({"role": "assistant", "parts": [
        {"type": "tool-search", "toolCallId": "t", "state": "output-available", "output": {"results": [{"title": "T", "text": "It rose by two."}]}},
        {"type": "text", "text": "It rose [1]."}]});
    let case = read(&value);
    assert_eq!(case.sources[0].title.as_deref(), Some("T"));
    assert_eq!((cited(&case), inspect(case.clone()).unresolved()), (vec!["[1]: 1".to_owned()], 0));
}

#[test]
fn a_stream_in_lines_or_cut_is_read_as_far_as_it_goes() {
    let path = format!("{}/samples/vercel-ai/stream.sse", env!("CARGO_MANIFEST_DIR"));
    let stream = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = stream.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
    let events = &lines[..lines.len() - 1];
    let case = open("x.jsonl", events.join("\n").into_bytes());
    assert_eq!(cited(&case), ["[1]: 1", "[2]: 2"]);
    let cut = stream.find("ferry leaves").unwrap();
    assert_eq!(cited(&open("x.sse", stream.as_bytes()[..cut].to_vec())), ["[1]: 1"]);
}

#[test]
fn an_anchor_says_what_it_covers() {
    let case = sample("pydantic-ai/history.json");
    let expected = [
        "A day pass costs 12 crowns.: handbook",
        "The last ferry leaves at 21:40.: https://harbour.example/timetable",
    ];
    assert_eq!(cited(&case), expected);
    assert_eq!(ids(&case), ["handbook", "https://harbour.example/timetable", "fares"]);
    let note = "1 citation without an anchor: the whole part is taken as the claim";
    assert!(case.notes.contains(&note.to_owned()));
    assert_eq!(inspect(case).unresolved(), 0);
    let part = |kind: &str| {
        json!([{"kind": "response", "parts": [{"part_kind": "text", "content": "It rose [a].",
        "citations": [{"sources": [{"kind": "web", "url": "https://a.example/"}], "anchor": {"kind": kind, "start": 8, "end": 11}}]}]}])
    };
    let kinds =
        ["marker", "content"].map(|kind| read(&part(kind)).response.citations[0].anchor.kind);
    assert_eq!(kinds, [AnchorKind::Marker, AnchorKind::Claim]);
}

#[test]
fn odd_citations_cost_themselves() {
    let value = json!([{"kind": "response", "parts": [{"part_kind": "text", "content": "It rose.", "citations":
        [3, {"sources": "x", "anchor": {"start": "0"}}, {"sources": [4, {"kind": "web"}], "anchor": {"kind": "content", "start": 90, "end": 99}}]}]}]);
    let case = read(&value);
    assert_eq!(case.response.citations.len(), 2);
    assert!(
        case.notes
            .iter()
            .any(|note| note.starts_with("`parts[0].citations[0]` should be an object"))
    );
    assert!(case.notes.iter().any(|note| note.contains("outside the text")), "{:?}", case.notes);
}

#[test]
fn a_message_opens() {
    let session = Session::samples("vercel-ai/anthropic.json", &[]).size(110, 16);
    insta::assert_snapshot!(session.picture());
}
