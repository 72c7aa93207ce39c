//! The placement of each citation by its offsets: in JSON, in words and on the screen.

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::{Inspection, inspect};
use pincite::report::{Options, REPORTS};
use serde_json::{Value, json};

use crate::session::Session;

const TEXT: &str = "Käse 🧀 reift. Brot wird gebacken. Salz wird gewogen.";

/// Returns a Gemini answer over [`TEXT`] whose segments are `(start, end, words)` in bytes.
fn answer(segments: &[(i64, i64, Option<&str>)]) -> String {
    let support = |(start, end, words): &(i64, i64, Option<&str>)| {
        let mut segment = json!({"startIndex": start, "endIndex": end});
        if let Some(words) = words {
            segment["text"] = json!(words);
        }
        json!({"segment": segment, "groundingChunkIndices": [0]})
    };
    let chunk = json!({"retrievedContext": {"title": "a.txt", "text": "Cheese ripens."}});
    json!({"candidates": [{
        "content": {"role": "model", "parts": [{"text": TEXT}]},
        "finishReason": "STOP",
        "groundingMetadata": {
            "groundingChunks": [chunk],
            "groundingSupports": segments.iter().map(support).collect::<Vec<_>>(),
        },
    }]})
    .to_string()
}

fn open(payload: &str) -> Inspection {
    let input = Input::new("x.json", payload.as_bytes().to_vec());
    inspect(cases::open(input, None, &Families::default()).unwrap().read(0).unwrap())
}

fn report(name: &str, inspection: &Inspection) -> String {
    let report = REPORTS.iter().find(|report| report.name == name).unwrap();
    let mut out = Vec::new();
    (report.write)(inspection, &Options::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// One segment of each fate: fits, is elsewhere, repeats no words, nowhere, past the end.
fn every_fate() -> String {
    answer(&[
        (0, 17, Some("Käse 🧀 reift.")),
        (15, 34, Some("Brot wird gebacken.")),
        (18, 22, None),
        (18, 22, Some("Wein")),
        (300, 310, None),
    ])
}

#[test]
fn json_has_the_placement_of_each_citation() {
    let inspection = open(&every_fate());
    let json: Value = serde_json::from_str(&report("json", &inspection)).unwrap();
    assert_eq!(json["format"]["reading"], "bytes, end exclusive; 1 of 3 fit");
    let placements = |citation: &Value| {
        let offsets = &citation["offsets"];
        (offsets["how"].clone(), offsets["shift"].clone(), offsets["shift_unit"].clone())
    };
    let mut placements: Vec<_> =
        json["citations"].as_array().unwrap().iter().map(placements).collect();
    placements.sort_by_key(|(how, ..)| how.to_string());
    let plain = |how: &str| (json!(how), json!(0), Value::Null);
    let expected = [
        plain("fitted"),
        plain("not-verified"),
        plain("not-verified"),
        plain("outside"),
        (json!("repaired"), json!(3), json!("bytes")),
    ];
    assert_eq!(placements, expected);
    let marked = open("x \u{e200}cite\u{e202}turn0file0\u{e201}");
    let json: Value = serde_json::from_str(&report("json", &marked)).unwrap();
    assert_eq!(json["citations"][0]["offsets"], Value::Null);
}

#[test]
fn words_show_differences_from_the_stated_place() {
    let text = report("text", &open(&every_fate()));
    for placements in [
        "      offsets repaired: the words are 3 bytes later than stated\n",
        "      offsets not verified: nothing to compare\n",
        "      offsets not verified: the repeated words were not found\n",
        "      offsets lie outside the text: shown at its end\n",
    ] {
        assert_eq!(text.matches(placements).count(), 1, "{placements}{text}");
    }
    assert!(!text.contains("offsets verified"), "{text}");
}

#[test]
fn the_screen_shows_the_reading_and_each_placement() {
    let payload = answer(&[(0, 17, Some("Käse 🧀 reift.")), (15, 34, Some("Brot wird gebacken."))]);
    let session = Session::open(("x.json", &payload), &[]).size(100, 16);
    assert!(
        session.rows()[0].trim_end().ends_with("· 1 note · offsets: bytes"),
        "{:?}",
        session.rows()
    );
    session.row_with("offsets verified");
    let session = session.press("n");
    session.row_with("? offsets repaired: the words are 3 bytes");
    assert!(session.rows().join("\n").contains("[2 ? "), "the chip tells a doubt");
    let narrow = session.size(48, 16);
    assert!(narrow.rows()[0].contains("1 note"), "{:?}", narrow.rows()[0]);
    let narrow = narrow.size(30, 16);
    assert!(!narrow.rows()[0].contains("offsets"), "{:?}", narrow.rows()[0]);
}

#[test]
fn an_inclusive_end_is_in_the_head() {
    let session = Session::open(("x.json", &answer(&[(0, 16, Some("Käse 🧀 reift."))])), &[]);
    assert!(session.rows()[0].contains("offsets: bytes, end inclusive"), "{:?}", session.rows()[0]);
}

/// An exchange whose one document is cited at these characters with these words.
fn exchange(start: u64, end: u64, words: &str) -> String {
    let document = json!({"type": "document", "title": "a.txt", "citations": {"enabled": true},
        "source": {"type": "text", "media_type": "text/plain", "data": TEXT}});
    let citation = json!({"type": "char_location", "cited_text": words, "document_index": 0,
        "document_title": "a.txt", "start_char_index": start, "end_char_index": end});
    let answer = json!({"type": "text", "text": "It is baked.", "citations": [citation]});
    json!({
        "request": {"messages": [{"role": "user", "content": [document]}]},
        "response": {"type": "message", "role": "assistant", "content": [answer]},
    })
    .to_string()
}

#[test]
fn a_passage_that_stands_elsewhere_in_its_source_is_repaired() {
    for (start, end, how, shift) in
        [(14, 33, "offset", 0), (12, 31, "repaired", 2), (20, 39, "repaired", -6)]
    {
        let inspection = open(&exchange(start, end, "Brot wird gebacken."));
        let json: Value = serde_json::from_str(&report("json", &inspection)).unwrap();
        let passage = &json["citations"][0]["targets"][0]["passage"];
        let found = (passage["how"].as_str(), passage["shift"].as_i64());
        assert_eq!(found, (Some(how), Some(shift)), "{start}");
        assert_eq!(passage["text"], "Brot wird gebacken.", "{start}");
    }
    // The words do not replace a range that the source does not have.
    let beyond = open(&exchange(400, 419, "Brot wird gebacken."));
    assert_eq!(beyond.unresolved(), 1);
    let text = report("text", &open(&exchange(20, 39, "Brot wird gebacken.")));
    assert!(
        text.contains("doubt: the cited words are 6 code points earlier than stated"),
        "{text}"
    );
}
