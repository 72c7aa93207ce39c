//! Exports of `LibreChat`, and its marks in pasted answers.

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::inspect;
use pincite::model::{AnchorKind, Case, SourceText};
use serde_json::{Value, json};

use crate::relatives::{cited, ids};
use crate::session::Session;

fn cases(name: &str, bytes: Vec<u8>) -> cases::Cases {
    cases::open(Input::new(name, bytes), None, &Families::default()).unwrap()
}

fn sample(name: &str) -> cases::Cases {
    let path = format!("{}/samples/{name}", env!("CARGO_MANIFEST_DIR"));
    cases(name, std::fs::read(path).unwrap())
}

fn answer(text: &str, attachments: &Value) -> Case {
    let message = json!({"messageId": "a", "isCreatedByUser": false, "text": text, "attachments": attachments});
    let value = json!({"conversationId": "c", "title": "T", "messages": [message]});
    let cases = cases("x.json", value.to_string().into_bytes());
    assert_eq!(cases.format().name, "librechat");
    cases.read(0).unwrap()
}

#[test]
fn each_answer_with_marks_or_attachments_is_a_case() {
    let flat = sample("librechat/export.json");
    assert_eq!((flat.len(), flat.format().name), (2, "librechat"));
    let tree = sample("librechat/tree.json");
    assert_eq!(tree.len(), 2);
    for index in 0..2 {
        let (one, other) = (flat.read(index).unwrap(), tree.read(index).unwrap());
        assert_eq!(
            (&one.id, &one.response, &one.sources),
            (&other.id, &other.response, &other.sources)
        );
        assert!(
            one.notes
                .contains(&"1 message of the chat is on another branch and not shown".to_owned())
        );
    }
    assert_eq!(flat.read(1).unwrap().question.as_deref(), Some("And refunds?"));
}

#[test]
fn escapes_are_marks_and_so_are_characters() {
    let escaped = sample("librechat/export.json").read(0).unwrap();
    let expected = [
        r"\ue202turn0search0: turn0search0",
        r"\ue200\ue202turn0news0\ue202turn0search0\ue201: turn0news0 turn0search0",
        "The last ferry leaves at 21:40.: turn0search1",
        r"\ue202turn0ref0: turn0ref0",
    ];
    assert_eq!(cited(&escaped), expected);
    let kinds: Vec<AnchorKind> =
        escaped.response.citations.iter().map(|citation| citation.anchor.kind).collect();
    let marker = AnchorKind::Marker;
    assert_eq!(kinds, [marker, marker, AnchorKind::Claim, marker]);
    let text = escaped.response.text.replace("`\\ue202turn0search0`", "");
    let real: String = ["\\ue200", "\\ue201", "\\ue202", "\\ue203", "\\ue204", "\\ue206"]
        .into_iter()
        .zip(["\u{e200}", "\u{e201}", "\u{e202}", "\u{e203}", "\u{e204}", "\u{e206}"])
        .fold(text, |text, (escape, character)| text.replace(escape, character));
    let real = answer(&real, &json!([]));
    let meant = |case: &Case| -> Vec<String> {
        case.response
            .citations
            .iter()
            .flat_map(|it| it.targets.iter().map(|target| target.id.clone()))
            .collect()
    };
    assert_eq!(meant(&real), meant(&escaped));
}

#[test]
fn a_claim_belongs_to_a_mark_within_five_characters() {
    let near = answer(r"\ue203It rose.\ue204 .... \ue202turn0search0", &json!([]));
    assert_eq!(near.response.citations[0].anchor.kind, AnchorKind::Marker);
    let near = answer(r"\ue203It rose.\ue204 ... \ue202turn0search0", &json!([]));
    assert_eq!(near.response.citations[0].anchor.kind, AnchorKind::Claim);
    // A claim that is never closed is none.
    let open = answer(r"\ue203It rose. \ue202turn0search0", &json!([]));
    assert_eq!(open.response.citations[0].anchor.kind, AnchorKind::Marker);
}

#[test]
fn the_claim_behind_a_claim_is_its_own() {
    let inspection = inspect(sample("librechat/export.json").read(0).unwrap());
    let claim = inspection.inspected[3].claim.unwrap();
    assert_eq!(claim.span.slice(&inspection.case.response.text).unwrap(), "Bicycles pay extra");
}

#[test]
fn snippets_and_highlights_or_the_whole_page_are_the_text() {
    let case = sample("librechat/export.json").read(0).unwrap();
    let text = |index: usize| match &case.sources[index].text {
        SourceText::Inline(text) => (text.to_string(), case.sources[index].excerpt),
        other => panic!("{other:?}"),
    };
    let snippet = "A day pass costs 12 crowns.\n\nChildren under six travel free.";
    assert_eq!(text(0), (snippet.to_owned(), true));
    assert!(!text(1).1);
    assert_eq!(
        case.sources[0].metadata,
        [("attribution".to_owned(), "harbour.example".to_owned())]
    );
}

#[test]
fn files_of_one_id_are_one_source_and_turns_may_collide() {
    let case = sample("librechat/export.json").read(1).unwrap();
    assert_eq!(ids(&case)[..2], ["turn0file0", "turn0file1"]);
    assert_eq!(case.sources[0].score, Some(0.81));
    let pages: Vec<&str> = case.sources[0]
        .metadata
        .iter()
        .filter(|(key, _)| key == "page")
        .map(|(_, page)| page.as_str())
        .collect();
    assert_eq!(pages, ["3", "7"]);
    let expected = ["\u{e202}turn0file1: turn0file1", "\u{e202}turn0file0: turn0file0 turn0ref0"];
    assert_eq!(cited(&case), expected);
    assert!(
        case.notes[0].starts_with("`turn0file0` can mean a file or a page"),
        "{:?}",
        case.notes
    );
}

#[test]
fn a_file_mark_means_a_reference_where_there_are_no_files() {
    let search = json!([{"type": "web_search", "web_search": {"turn": 2, "references": [{"title": "T", "link": "https://a.example/"}]}}]);
    assert_eq!(
        cited(&answer(r"It rose \ue202turn2file0.", &search)),
        [r"\ue202turn2file0: turn2ref0"]
    );
}

#[test]
fn other_marks_are_read_where_the_app_has_none() {
    let case = answer("It rose 【10:13†source】.", &json!([]));
    assert_eq!(case.response.citations.len(), 1);
    assert_eq!(case.notes[0], "the answer has none of the app's marks; it is read as `lenticular`");
}

#[test]
fn pasted_answers_are_distinguished_from_the_guides_markers() {
    let pasted = sample("librechat-text/answer.md");
    assert_eq!(pasted.format().name, "librechat-text");
    assert_eq!(
        pasted.reason(),
        "4 marks such as `\\ue202turn0search0`, without a family word; also fits `markers`"
    );
    assert_eq!(pasted.read(0).unwrap().response.citations.len(), 3);
    for text in [
        "It rose \\ue200cite\\ue202turn0search0\\ue201.",
        "It rose \u{e200}cite\u{e202}turn0search0\u{e201}.",
    ] {
        assert_eq!(cases("x.md", text.as_bytes().to_vec()).format().name, "markers");
    }
}

#[test]
fn an_export_opens() {
    let session = Session::samples("librechat/export.json", &[]).size(110, 24).press("nn");
    insta::assert_snapshot!(session.picture());
}
