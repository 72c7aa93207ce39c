//! The rules on evidence, ranges, quotes and scores, through a whole inspection.

use pincite::Severity;
use pincite::dialects::shared::markers::Families;
use pincite::dialects::shared::markers::read_response;
use pincite::inspect::{Inspection, inspect};
use pincite::model::{AnchorKind, Case, IdFrom, Source, SourceText};
use pincite::report::evidence::EvidenceText;
use pincite::report::outcome::{Outcome, outcome};
use pincite::rules::Finding;
use pincite::rules::fix::apply;
use pincite::text::Span;

/// Inspects a response in which `<a L1>` is a marker; the sources are `a`, `b`, …
fn inspected(response: &str, texts: &[&str]) -> Inspection {
    let text = response.replace('<', "\u{e200}cite\u{e202}");
    let text = text.replace('>', "\u{e201}").replace('|', "\u{e202}");
    let sources = texts.iter().zip('a'..).map(|(text, id)| Source {
        id: id.to_string(),
        id_from: IdFrom::Text,
        text: SourceText::Inline((*text).into()),
        ..Source::default()
    });
    let response = read_response(text, &Families::default());
    inspect(Case { response, sources: sources.collect(), ..Case::default() })
}

/// Returns the findings on evidence and quotes: code and message.
fn findings_of(response: &str, texts: &[&str]) -> Vec<String> {
    let inspection = inspected(response, texts);
    let findings = inspection.findings.iter();
    let wanted = findings.filter(|finding| finding.rule.code.starts_with(['E', 'Q']));
    wanted.map(|finding| format!("{} {}", finding.rule.code, finding.message)).collect()
}

const SHOP: &str = "The shop opens at nine on weekdays.\n\
                    Orders above fifty euros ship free of charge.\n\
                    Refunds for damaged parcels arrive within ten working days.\n\
                    However, sale items are never refunded.\n";

#[test]
fn each_message_shows_the_words_it_rests_on() {
    let cases: [(&str, &[&str], &[&str]); 9] = [
        (
            "Refunds for damaged parcels arrive within ten working days.<a|L1>",
            &[SHOP],
            &["E002 better match at L3 (2 lines below) than at `a` L1: `damaged parcels arrive`, \
                 `ten working days` and `Refunds`"],
        ),
        (
            "Refunds for damaged parcels arrive within ten working days.<a|L3>",
            &[SHOP],
            &["E006 `a` L3 stops before `However` in L4: \u{201c}However, sale items are never \
                 refunded.\u{201d}"],
        ),
        // The qualification is cited, too: in the same range, or by another marker.
        ("Refunds for damaged parcels arrive within ten working days.<a|L3-L4>", &[SHOP], &[]),
        ("Refunds for damaged parcels arrive within ten working days.<a|L3><a|L4>", &[SHOP], &[]),
        (
            "Refunds for damaged parcels arrive within ten working days.<b>",
            &[SHOP, "Trains to the coast leave at noon.\nA ticket costs nothing for children."],
            &["E003 better match in `a` L3 than in `b`: `damaged parcels arrive`, `ten working \
                 days` and `Refunds`"],
        ),
        // What one of two cited passages says is said.
        ("Orders above fifty euros ship free.<a|L1><a|L2>", &[SHOP], &[]),
        (
            "Penguins of the southern islands breed on bare rock in winter.<a|L1>",
            &[SHOP],
            &["E004 not found in any source: `a` L1 has none of the claim's 7 words; missing \
                 `Penguins`, `southern`, `islands`, `breed`, `bare` and 2 more"],
        ),
        // Another language is not compared.
        (
            "Der Laden ist auch an den Feiertagen für die Kunden nicht mit Gebühren offen.<a|L1>",
            &["The shop of the town is open for all that come by on weekdays, and it is free."],
            &[],
        ),
        (
            "Parcels are paid within 30 days.<b>",
            &[SHOP, "Parcels are paid within 10 days."],
            &["E001 the claim says `30 days`, `b` L1 says `10 days`"],
        ),
    ];
    for (response, texts, expected) in cases {
        assert_eq!(findings_of(response, texts), expected, "{response}");
    }
}

#[test]
fn a_moved_locator_is_offered_and_holds() {
    let response = "Refunds for damaged parcels arrive within ten working days.<a|L1>";
    let inspection = inspected(response, &[SHOP]);
    let fixes: Vec<_> = inspection.findings.iter().filter_map(|it| it.fix.as_ref()).collect();
    assert!(matches!(fixes.as_slice(), [fix] if fix.moves_locator), "{fixes:?}");
    let (mended, applied) = apply(&inspection.case.response.text, &inspection.findings, |_| true);
    assert_eq!(applied, 1);
    assert!(mended.ends_with("\u{e200}cite\u{e202}a\u{e202}L3\u{e201}"), "{mended}");
    // Two places that are as good leave nothing to be moved to.
    let twice = format!("{SHOP}Nothing.\nNothing.\nNothing.\n{SHOP}");
    let inspection = inspected(response, &[&twice]);
    assert!(inspection.findings.iter().all(|finding| finding.fix.is_none()));
    let unsupported = inspection.findings.iter().find(|finding| finding.rule.code == "E010");
    assert!(unsupported.unwrap().message.contains("; possible matches: `a` L3"));
}

const CLUB: &str = "The boathouse of the club was bought for \u{a3}4000, and women were admitted as \
    members for the first time.\n\
    The women's section went from strength to strength and has won honours abroad.\n\
    Ida Sunde became the first Club member to represent her country when she was selected for \
    Norway in 1988.\n\
    The club moved to the lower lake after the flood of 1994.\n";

const REGATTA: &str = "It was his first large regatta and he won $1.2 million.\n\
    The course is marked with yellow buoys.\n\
    Members of the jury are named in March.\n";

/// Returns the greatest severity of the findings on evidence.
fn severity_of(response: &str, texts: &[&str]) -> Option<Severity> {
    let inspection = inspected(response, texts);
    let findings = inspection.findings.iter().filter(|it| it.rule.code.starts_with('E'));
    findings.map(|finding| finding.severity).max()
}

#[test]
fn one_more_mistake_lowers_no_warning() {
    let claims = [
        "She still rows for the Hallam Rowing Club in South Derwent and in 1988 became the club's \
         first member to be capped by Norway.",
        "In 1988 Ida Sunde was selected for Norway as the first member of the club.",
        "Women were admitted to the club as members for the first time when its boathouse was \
         bought for \u{a3}4000.",
        "After the flood of 1994 the Hallam Rowing Club moved to the lower lake.",
    ];
    let unknown = ["Brixworth", "6352", "varnished", "thimbles", "Zagrebin", "7719", "quarrying"];
    for (claim, cited) in claims.iter().flat_map(|claim| ["<b|L1>", "<a|L2>"].map(|it| (claim, it)))
    {
        let texts = ["### From the Director\n".repeat(3) + CLUB, REGATTA.to_owned()];
        let level = |claim: &str| severity_of(&format!("{claim}{cited}"), &[&texts[0], &texts[1]]);
        let words: Vec<&str> = claim.split(' ').collect();
        assert!(level(claim) >= Some(Severity::Warning), "{claim}");
        for start in 0..words.len() {
            // Each time one word more is replaced by one that is nowhere.
            let mut said = words.clone();
            let mut before = level(claim);
            for (at, word) in (start..words.len()).step_by(3).zip(unknown) {
                said[at] = word;
                let after = level(&said.join(" "));
                assert!(after >= before, "{cited}: {before:?} to {after:?}: {}", said.join(" "));
                before = after;
            }
        }
    }
}

#[test]
fn scores_of_an_unknown_scale_are_left_alone() {
    let case = |scores: &[f64]| {
        let texts = &[SHOP, "x", "y"][..scores.len()];
        let mut inspection = inspected("Orders above fifty euros ship free.<a|L2>", texts);
        for (source, score) in inspection.case.sources.iter_mut().zip(scores) {
            source.score = Some(*score);
        }
        let inspection = inspect(inspection.case);
        inspection.findings.iter().filter(|finding| finding.rule.code == "E007").count()
    };
    assert_eq!(case(&[0.2, 0.9]), 1);
    assert_eq!(case(&[0.8, 0.1]), 0);
    assert_eq!(case(&[0.2, 17.0]), 0);
    assert_eq!(case(&[0.2, -0.4]), 0);
    // Ranks of two searches that were fused: `1 / 61 + 1 / 62`.
    assert_eq!(case(&[0.0325, 0.0317, 0.0161]), 0);
    assert_eq!(case(&[0.04, 0.3, 0.02]), 1);
}

/// Returns the codes of all findings.
fn codes(response: &str, texts: &[&str]) -> Vec<&'static str> {
    inspected(response, texts).findings.iter().map(|finding| finding.rule.code).collect()
}

#[test]
fn what_was_a_false_alarm_on_real_answers_is_none() {
    let harbour = "The harbour has a pilot.";
    // Words that the answer proposes to say are nobody's.
    let proposed = "For example, you could say \"Come down from there and ask for help\".<a>";
    assert!(!codes(proposed, &[harbour]).contains(&"Q001"));
    let quoted = "The rules say \"Come down from there and ask for help\".<a>";
    assert!(codes(quoted, &[harbour]).contains(&"Q001"));
    // The name of a thing is not an altered quote.
    let name = "The \"chicken or egg\" debate is about the harbour's pilot.<a>";
    assert_eq!(
        codes(name, &["The chicken or the egg of the harbour has a pilot."]),
        Vec::<&str>::new()
    );
    let film = "He acts in \"The Harbour Lights: A Pilot in Town\" by the sea.<a>";
    assert_eq!(
        codes(film, &["He acts in the film of the harbour lights by the sea."]),
        Vec::<&str>::new()
    );
    // Debris of converters in a source, and a text that is hidden in it.
    let claim = "The harbour has a pilot.<a>";
    assert_eq!(
        codes(claim, &["The harbour has\u{200b} a pilot\u{92}.\u{feff}\u{feff}"]),
        Vec::<&str>::new()
    );
    assert_eq!(
        codes(claim, &["The harbour has a pilot.\u{200b}\u{200d}\u{200b}\u{200d}"]),
        ["M006"]
    );
    assert_eq!(codes(claim, &["The harbour has a \u{202e}pilot."]), ["M006"]);
    // A letter that only looks like a Latin one.
    assert_eq!(codes("The harbour has a pil\u{43e}t.<a>", &["The harbour has a pilot."]), ["M006"]);
    // Both passages have a part of the claim: neither is plainly the better one.
    let both =
        "Refunds for damaged parcels are paid by the desk in Oslo after a photo was sent.<a>";
    let passages = [
        "The desk in Oslo pays refunds once a photo was sent.",
        "Refunds for damaged parcels are paid by the desk after a photo.",
    ];
    assert_eq!(codes(both, &passages), Vec::<&str>::new());
}

const WIND: &str = "The wind in the harbour blows from the west at nine knots.";

#[test]
fn what_breaks_off_may_go_on_with_the_claim() {
    let codes = |cited: &str, excerpt: bool| -> Vec<&str> {
        let mut case = inspected(&format!("{WIND}<a>"), &[cited, WIND]).case;
        case.sources[0].excerpt = excerpt;
        inspect(case).findings.iter().map(|finding| finding.rule.code).collect()
    };
    let page = "Harbour today \u{b7} Hourly \u{b7} Daily \u{b7} Air quality \u{b7} News";
    assert_eq!(codes(page, false), ["E003"]);
    assert_eq!(codes(page, true), Vec::<&str>::new());
    assert_eq!(codes(&format!("{page} ..."), false), Vec::<&str>::new());
    assert_eq!(codes("The harbour is open today.", true), ["E003"]);
    let alone = |cited: &str| codes_of_excerpt(&format!("{WIND}<a>"), cited);
    assert_eq!(alone(page), Vec::<&str>::new());
}

/// The codes of all findings about a response that cites an excerpt.
fn codes_of_excerpt(response: &str, text: &str) -> Vec<&'static str> {
    let mut case = inspected(response, &[text]).case;
    case.sources[0].excerpt = true;
    inspect(case).findings.iter().map(|finding| finding.rule.code).collect()
}

#[test]
fn stated_claims_of_one_sentence_have_their_passages_in_common() {
    let said = "Mergers bring problems retaining key personnel, additional losses and new taxes.";
    let texts = [
        "Problems retaining key personnel.",
        "Additional losses of the businesses.",
        "Retaining key personnel needs additional staff.",
    ];
    let stated = |claims: &[(&str, char)]| -> Vec<&str> {
        let mut case = inspected(said, &texts).case;
        let marked = inspected("Tea.<a><b>", &texts).case.response.citations;
        for (words, id) in claims {
            let start = said.find(words).unwrap();
            let mut citation = marked[usize::from(*id == 'b')].clone();
            citation.anchor.kind = AnchorKind::Claim;
            citation.anchor.span = Span::new(start, start + words.len());
            case.response.citations.push(citation);
        }
        inspect(case).findings.iter().map(|finding| finding.rule.code).collect()
    };
    assert_eq!(stated(&[("retaining key personnel, additional", 'b')]), ["E003"]);
    let both = [("bring problems", 'a'), ("retaining key personnel, additional", 'b')];
    assert_eq!(stated(&both), Vec::<&str>::new());
}

#[test]
fn passages_of_one_claim_support_it_together() {
    let sights = ["lighthouse", "orchard", "windmill", "aquarium", "monastery", "glacier"];
    let said = format!("Tourists admire the {}", sights.join(", the "));
    let texts = sights.map(|sight| format!("There is the {sight}, and nothing else to see."));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(codes(&format!("{said}.<a><b><c><d><e><f>"), &texts), Vec::<&str>::new());
    assert_eq!(codes(&format!("{said}.<a>"), &texts[..1]), ["E010"]);
}

#[test]
fn places_that_may_be_meant_are_named_once() {
    let line = "The ferry to Oslo takes bicycles. Tea is sold in the hall by the gate. Cake is \
                sold there, too. Soup is sold at noon. Bicycles go to Oslo by the ferry.";
    let texts = ["The shop opens at nine.", line, "A ferry takes bicycles to Oslo."];
    let found = findings_of("The ferry to Oslo takes bicycles.<a|L1>", &texts);
    let [message] = found.as_slice() else { panic!("{found:?}") };
    assert!(message.starts_with("E010 `a` L1 probably does not support"), "{message}");
    assert!(message.contains("; possible matches: `"), "{message}");
    assert_eq!(message.matches("`b` L1").count(), 1, "{message}");
}

/// Returns the lines about the evidence of each target, as a reader sees them.
fn lines_of(inspection: &Inspection) -> Vec<String> {
    use pincite::report::evidence::EvidenceText;
    let all = inspection.inspected.iter().enumerate();
    let targets = all.flat_map(|(index, one)| (0..one.targets.len()).map(move |at| (index, at)));
    let compared = targets.filter_map(|about| EvidenceText::of(inspection, about, false));
    compared.flat_map(|it| it.lines()).map(|line| line.text).collect()
}

#[test]
fn the_words_of_an_address_in_a_source_count() {
    let found = findings_of(
        "BurntSushi publishes the archive of ripgrep on GitHub.<a>",
        &["Get it from https://github.com/BurntSushi/ripgrep/archive/0.7.1.zip today."],
    );
    assert_eq!(found, [""; 0]);
}

#[test]
fn targets_of_one_citation_are_weighed_together() {
    let first = "Z7015 was built by Canadian Car & Foundry and first flown on 18 January 1941.";
    let second = "The aircraft was shipped to Yeovilton and served with 880 Squadron until July \
        1941, flying 214 sorties.";
    let inspection = inspected(
        "Z7015 first flew on 18 January 1941 and flew 214 sorties with 880 Squadron.<a|b>",
        &[first, second],
    );
    let lines = lines_of(&inspection);
    let is_about_numbers = |line: &&String| line.contains("214") || line.contains("January");
    let lines: Vec<&String> = lines.iter().filter(is_about_numbers).collect();
    assert_eq!(
        lines,
        [
            "found in source b: 214, 880, sorties, Squadron",
            "found in source a: 18 January 1941, Z7015, first"
        ]
    );
}

#[test]
fn a_source_that_is_cut_off_is_described_so_and_lacks_nothing() {
    let claim = "Margot Robbie was born on 2 July 1990 in Dalby near the old mill.<a>";
    for end in ["\u{2026}", "...", " [...]", " (...)", "\u{2026}\u{201d}", " [truncated]"] {
        let text =
            format!("The Black Mamba lays 6-17 eggs in summer, and the young, when they{end}");
        let inspection = inspected(claim, &[&text]);
        let is_evidence = |code: &str| matches!(code, "E001" | "E004" | "E005" | "E010");
        let codes = inspection.findings.iter().map(|it| it.rule.code);
        assert_eq!(codes.filter(|code| is_evidence(code)).count(), 0, "{end}");
        let lines = lines_of(&inspection).join("\n");
        assert!(lines.contains("the source text is cut off here"), "{end}: {lines}");
        assert!(!lines.contains("1990: not in the passage"), "{end}: {lines}");
    }
}

#[test]
fn lines_of_code_in_a_chinese_or_japanese_source_are_compared() {
    let chinese = [
        "\u{5de5}\u{5177}\u{3002}",
        "    \"\"\"Fetch the weather for a given location.",
        "-   实验性 Codex 工具：通过工具调用运行限定于工作区的 Codex 任务。",
    ];
    let found = findings_of(
        "实验性 Codex 工具：通过工具调用运行限定于工作区的 Codex 任务。<a|L2>",
        &[&chinese.join("\n")],
    );
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found.iter().all(|it| it.starts_with("E002 better match at L3")), "{found:?}");
    let found = findings_of(
        "ハンドラーは同期でも非同期でも構いません。<a|L2>",
        &[
            "ツール。\n## Agents as tools {#agents-as-tools}\nハンドラーは同期でも非同期でも構いません。",
        ],
    );
    assert!(found.iter().all(|it| it.starts_with("E002 better match at L3")), "{found:?}");
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn a_citation_whose_support_is_low_is_neither_sound_nor_supported() {
    use pincite::report::outcome::{Outcome, outcomes};
    use pincite::report::standing::{Standing, standing};
    let inspection = inspected(
        "The museum lends bicycles to every visitor in summer.<a|L1>",
        &["The museum is closed on Mondays.\nParking costs four euros a day."],
    );
    assert_eq!(outcomes(&inspection), [Outcome::WeakSupport]);
    assert_eq!(standing(&inspection, 0), Standing::Doubt);
    let inspection = inspected(
        "Horodecki is remembered as a slightly built man with a gloomy memory of the siege.<a>",
        &["Horodecki had a gloomy look. The siege of the town took three weeks and cost lives."],
    );
    let support = inspection.inspected[0].evidence[0].as_ref().unwrap().support;
    assert!((0.16..0.5).contains(&support), "{support}");
    assert_eq!(outcomes(&inspection), [Outcome::UnclearSupport]);
}

#[test]
fn words_of_the_title_that_the_passage_has_count() {
    let inspection = |text: &str| {
        let source = Source {
            id: "1".into(),
            id_from: IdFrom::Text,
            title: Some("Query rewriting for retrieval".into()),
            text: SourceText::Inline(text.into()),
            ..Source::default()
        };
        let text =
            "Another advanced technique considers query rewriting.\u{e200}cite\u{e202}1\u{e201}";
        let response = read_response(text.to_owned(), &Families::default());
        inspect(Case { response, sources: vec![source], ..Case::default() })
    };
    let codes = |text: &str| -> Vec<&str> {
        inspection(text).findings.iter().map(|finding| finding.rule.code).collect()
    };
    let said = "This work introduces query rewriting: a small model adapts the search terms.";
    assert_eq!(codes(said), [] as [&str; 0]);
    assert_eq!(codes("The museum is closed on Mondays. Bags are left at the desk."), ["E004"]);
}

#[test]
fn a_name_inside_a_sentence_is_not_called_unsupported() {
    let codes = |response: &str| -> Vec<String> {
        let found =
            findings_of(response, &[SHOP, "We plant tall bamboo near cold rivers at Kronberg."]);
        found.iter().map(|finding| finding[..4].to_owned()).collect()
    };
    let opening = "One notable example of modern pricing is Kronberg<b>";
    assert_eq!(codes(&format!("{opening} gives two of them at weekdays.")), [] as [&str; 0]);
    assert_eq!(codes(&format!("{opening}.")), ["E010"]);
}

#[test]
fn texts_that_were_cut_at_one_length_lack_nothing() {
    let start = "The harbour of the old town has three piers and a wide bay for ships of every size and \
        for boats of its own, which are kept in a shed near the northern";
    let texts = ["first", "other", "third"].map(|word| format!("The {word} text. {start}"));
    let cut = texts.each_ref().map(String::as_str);
    let claim = "Refunds for damaged parcels arrive within ten working days at the harbour.<a>";
    assert_eq!(findings_of(claim, &cut), [] as [&str; 0]);
    // Another place may still be the right one.
    let with_shop = [cut[0], cut[1], cut[2], SHOP];
    assert!(findings_of(claim, &with_shop)[0].starts_with("E003"));
    // Pieces of a document are what the answer was made from.
    let pieces = texts.each_ref().map(|text| format!("and {}", &text[4..]));
    let pieces = pieces.each_ref().map(String::as_str);
    assert!(findings_of(claim, &pieces)[0].starts_with("E010"));
    let whole = texts.each_ref().map(|text| format!("{text} gate."));
    let whole = whole.each_ref().map(String::as_str);
    assert_ne!(findings_of(claim, &whole), [] as [&str; 0]);
}

#[test]
fn a_word_that_only_one_of_claim_and_passage_negates() {
    let office =
        "Flights are booked early.\nPrivate phones are not reimbursed by the travel office.\n";
    let said = "Private phones are reimbursed by the travel office.";
    assert_eq!(
        findings_of(&format!("{said}<a|L2>"), &[office]),
        ["E011 the claim says `reimbursed`, `a` L2 says `not reimbursed`"]
    );
    let inspection = inspected(&format!("{said}<a|L2>"), &[office]);
    assert_eq!(outcome(&inspection, 0), Outcome::Reversed);
    assert!(inspection.inspected[0].evidence[0].as_ref().unwrap().support < 0.2);
    let denied = "Private phones are never reimbursed by the travel office.";
    assert_eq!(findings_of(&format!("{denied}<a|L2>"), &[office]), Vec::<String>::new());
    // Another passage cited for the claim says it.
    let both = format!("{said}<a|L2><b>");
    assert_eq!(
        findings_of(&both, &[office, "The travel office reimburses private phones."]).len(),
        0
    );
    // No help leads to lines that say the opposite.
    let drifted = inspected(&format!("{said}<a|L1>"), &[office]);
    let reported: Vec<_> =
        drifted.findings.iter().map(|it| (it.rule.code, it.help.is_some())).collect();
    assert_eq!(reported, [("E011", false), ("E002", false)]);
    // Each sentence of a claim is compared for itself.
    let two = format!("Flights are booked early. {said}<a>");
    assert!(codes(&two, &[office]).contains(&"E011"));
}

#[test]
fn the_words_of_a_comment_are_no_claim() {
    let said = "Refunds take ninety days. <!-- Members pay a fee of five euros. --> [1]";
    let answer = said.replace("[1]", "\u{e200}cite\u{e202}a\u{e202}L1\u{e201}");
    let source = Source {
        id: "a".to_owned(),
        id_from: IdFrom::Text,
        text: SourceText::Inline("Members pay a fee of five euros.".into()),
        ..Source::default()
    };
    let response = read_response(answer, &Families::default());
    let inspection = inspect(Case { response, sources: vec![source], ..Case::default() });
    assert_ne!(outcome(&inspection, 0), Outcome::Supported);
}

#[test]
fn words_that_are_struck_out_or_in_a_comment_bear_nothing_out_silently() {
    let said = "Members pay a fee of five euros.";
    let of = |claim: &str, text: &str| {
        let found = findings_of(&format!("{claim}<a|L1>"), &[text]);
        found.into_iter().filter(|it| it.starts_with("E013")).collect::<Vec<_>>()
    };
    let struck = "E013 what `a` L1 has of the claim is struck out: \
        `Members`, `pay`, `fee`, `five` and `euros`";
    assert_eq!(of(said, "~~Members pay a fee of five euros.~~ Gone."), [struck]);
    assert_eq!(of(said, "<del>Members pay a fee of five euros.</del>"), [struck]);
    assert_eq!(of(said, "Members pay a fee of ~~five~~ six euros.").len(), 1);
    let comment = of(said, "Welcome! <!-- Members pay a fee of five euros. -->");
    assert!(comment.len() == 1 && comment[0].contains("in a comment"), "{comment:?}");
    for shown in [
        "Members pay a fee of ~~four~~ five euros.",
        "<!-- page 3 --> Members pay a fee of five euros.",
        "Members pay a fee of `~~five~~` five euros ~~only~~.",
        "Members pay a fee of five euros. ~~Members pay a fee of six euros.~~",
    ] {
        assert_eq!(of(said, shown), [""; 0], "{shown}");
    }
}

#[test]
fn a_word_that_the_passage_has_the_opposite_of() {
    let hours = "Rooms are booked at the desk.\nOn public holidays the museum closes at noon.\n";
    let said = "The museum opens at noon on public holidays.";
    assert_eq!(
        findings_of(&format!("{said}<a|L2>"), &[hours]),
        ["E012 the claim says `opens`, `a` L2 says `closes`"]
    );
    let inspection = inspected(&format!("{said}<a|L2>"), &[hours]);
    assert_eq!(outcome(&inspection, 0), Outcome::Reversed);
    assert!(inspection.inspected[0].evidence[0].as_ref().unwrap().support < 0.2);
    // The passage, or another one cited for the claim, has the word itself.
    let both = "On public holidays the museum opens at noon. It closes at noon on Mondays.";
    assert_eq!(findings_of(&format!("{said}<a>"), &[both]).len(), 0);
    let opens = "On public holidays the museum opens at noon.";
    assert_eq!(findings_of(&format!("{said}<a|L2><b>"), &[hours, opens]).len(), 0);
    // So does another sentence, about something else.
    let elsewhere = format!("{hours}The museum opens a second house in spring.");
    assert_eq!(
        findings_of(&format!("{said}<a>"), &[&elsewhere]),
        ["E012 the claim says `opens`, `a` L2 says `closes`"]
    );
    // No help leads to lines that say the opposite.
    let drifted = inspected(&format!("{said}<a|L1>"), &[hours]);
    let reported: Vec<_> =
        drifted.findings.iter().map(|it| (it.rule.code, it.help.is_some())).collect();
    assert_eq!(reported, [("E012", false), ("E002", false)]);
}

#[test]
fn what_is_found_nowhere_is_reported_however_short_the_claim() {
    let texts = ["We needed three quarterbacks to go.", "Keys are at the desk."];
    let inspection = inspected("A polar bear is a predator.<a|L1>", &texts);
    assert_eq!(outcome(&inspection, 0), Outcome::NotFound);
    assert!(
        inspection.findings.iter().any(|it| it.rule.code == "E004"),
        "{:?}",
        inspection.findings
    );
}

#[test]
fn a_passage_without_text_is_told() {
    let page = "Fees are due in May.\n\nRefunds take five days.";
    assert!(codes("Refunds take five days.<a|L2>", &[page]).contains(&"P010"));
    assert!(!codes("Refunds take five days.<a|L3>", &[page]).contains(&"P010"));
    let inspection = inspected("Refunds take five days.<a|L2>", &[page]);
    let lines = EvidenceText::of(&inspection, (0, 0), false).unwrap().lines();
    assert_eq!(lines[0].text, "the cited lines are blank");
    let empty = inspected("Refunds take five days.<a>", &[""]);
    assert_eq!(outcome(&empty, 0), Outcome::NoText);
    assert!(empty.findings.iter().any(|it| it.message == "`a` is empty (1 citation)"));
}

/// A citation is `weak-support` where `unsupported` reports its claim, and is unclear where that rule is in
/// doubt.
#[test]
fn support_is_weak_only_where_a_finding_says_so() {
    let museum = "The museum is closed on Mondays.\nParking costs four euros a day.";
    let ferry =
        "Fares\nWho Price\nAdult 12 EUR\nChild 6 EUR\nTimes\nThe crossing takes 95 minutes.";
    for (text, source, expected) in [
        (
            "The museum lends bicycles to every visitor in summer.<a|L1>",
            museum,
            Outcome::WeakSupport,
        ),
        ("The hidden price is 40 euros.<a>", ferry, Outcome::UnclearSupport),
    ] {
        let inspection = inspected(text, &[source]);
        assert_eq!(outcome(&inspection, 0), expected, "{text}");
        let reported = inspection.findings.iter().any(|finding| finding.rule.name == "unsupported");
        assert_eq!(reported, expected == Outcome::WeakSupport, "{text}");
    }
}

/// A text with nearly all words of a claim does not support it if it lacks a number or name of it.
#[test]
fn a_claim_whose_number_or_name_is_in_no_cited_text_is_unclear() {
    let officer = "Nooyi was the Chief Executive Officer of PepsiCo until October 2018.";
    let jacket = "Everest Jacket\nprice: 179.99\nmade by Legend, with a warm fleece lining";
    let turkey = "The jet was shot down by two fighters of Turkey near the border.";
    for (text, sources, lacking) in [
        (
            "Nooyi was the Chief Executive Officer of Coca-Cola until 2018.<a>",
            [officer, ""],
            vec!["Coca", "Cola"],
        ),
        (
            "The Everest jacket by Solstix has a warm fleece lining.<a>",
            [jacket, ""],
            vec!["Solstix"],
        ),
        (
            "The Everest jacket has a warm fleece lining and a price of $17.99.<a>",
            [jacket, ""],
            vec!["$17.99"],
        ),
        // Another cited text, another form of the name, the title of a table, an abbreviation
        (
            "The Everest jacket, sold by Nooyi, has a warm fleece lining.<a><b>",
            [jacket, officer],
            vec![],
        ),
        ("The jet was shot down by two Turkish fighters.<a>", [turkey, ""], vec![]),
        ("**Summary of Events:** The jet was shot down near the border.<a>", [turkey, ""], vec![]),
        ("The jet was shot down near the border, see Figure 2.<a>", [turkey, ""], vec![]),
        (
            "The jet was shot down near the NATO border.<a>",
            [
                "The jet was shot down near the border of the North Atlantic Treaty Organization.",
                "",
            ],
            vec![],
        ),
        ("The jet was shot down near the NATO border.<a>", [turkey, ""], vec!["NATO"]),
    ] {
        let inspection = inspected(text, &sources);
        let expected =
            if lacking.is_empty() { Outcome::Supported } else { Outcome::UnclearSupport };
        assert_eq!(outcome(&inspection, 0), expected, "{text}");
        if sources[1].is_empty() {
            let evidence = inspection.inspected[0].evidence[0].as_ref().unwrap();
            let written = evidence.lacking.iter();
            let written = written.map(|it| it.slice(&inspection.case.response.text).unwrap());
            assert_eq!(written.collect::<Vec<_>>(), lacking, "{text}");
        }
    }
    let named = inspected("Nooyi was the Chief Executive Officer of Coca-Cola.<a>", &[officer]);
    let lines = EvidenceText::of(&named, (0, 0), false).unwrap().lines();
    assert_eq!(lines[0].text, "not in the source: Coca, Cola");
}

/// Compares the words that only the claim has with the expected ones.
#[track_caller]
fn check_only_in_claim(claim: &str, passage: &str, expected: &[&str]) {
    let inspection = inspected(&format!("{claim}<a>"), &[passage]);
    let evidence = inspection.inspected[0].evidence[0].as_ref().unwrap();
    let written = evidence.only_in_claim.iter();
    let written = written.map(|it| it.slice(&inspection.case.response.text).unwrap());
    assert_eq!(written.collect::<Vec<_>>(), expected, "{claim}");
    let is_supported = outcome(&inspection, 0) == Outcome::Supported;
    assert_eq!(is_supported, expected.is_empty(), "{claim}");
}

/// A text that neither turns nor limits what it says supports no claim that does.
#[test]
fn a_claim_that_says_more_than_its_passage_is_unclear() {
    let check = check_only_in_claim;
    let museum = "The museum is open on Sundays and Mondays.";
    check("The museum is open only on Sundays and Mondays.", museum, &["only"]);
    let some = "Some samples of the lake had traces of lead.";
    check("All samples of the lake had traces of lead.", some, &["All"]);
    let may = "Visitors may wear a helmet in the northern hall.";
    check("Visitors must wear a helmet in the northern hall.", may, &["must"]);
    let cells = "The virus was found to infect cells in samples of the human brain.";
    check("The virus cannot infect the cells of the human brain.", cells, &["cannot"]);
    check("会员退款不需要收据。", "会员退款需要收据。", &["不"]);
    check(
        "회원은 환불을 위해 영수증을 내지 않습니다.",
        "회원은 환불을 위해 영수증을 냅니다.",
        &["않"],
    );
    let one =
        inspected("The tower is open only on Mondays.<a>", &["The tower is open on Mondays."]);
    let lines = EvidenceText::of(&one, (0, 0), false).unwrap().lines();
    assert_eq!(lines[0].text, "only the claim says: only");
    // Another cited text may have the words that one lacks.
    let both = inspected(
        "The tower is open only on Mondays.<a><b>",
        &["The tower is open on Mondays.", "The tower is open on Mondays alone."],
    );
    assert_eq!(outcome(&both, 0), Outcome::Supported);
}

/// A cell that is nothing but a number is about what its row names.
#[test]
fn a_number_alone_differs_only_from_one_beside_words_of_its_row() {
    let shop = "It takes a budget of $80,000 to $300,000 to open a coffee shop.";
    let table =
        |row: &str| format!("| Kind | Costs |\n|---|---|\n| {row} | $100,000 to $350,000 <a> |\n");
    assert_eq!(outcome(&inspected(&table("Coffee shop"), &[shop]), 0), Outcome::WrongNumber);
    assert_eq!(outcome(&inspected(&table("Food truck"), &[shop]), 0), Outcome::WeakSupport);
}

/// A text may say the same in other words, and some words turn or limit nothing.
#[test]
fn a_claim_may_turn_or_limit_as_its_passage_does() {
    let check = |claim: &str, passage: &str| check_only_in_claim(claim, passage, &[]);
    let museum = "The museum is open on Sundays and Mondays.";
    let no_other = "The museum is open on Sundays and Mondays and at no other time.";
    check("The museum is open only on Sundays and Mondays.", no_other);
    check("No, the museum is open on Sundays and Mondays.", museum);
    check("Not only Sundays but also Mondays are days when the museum is open.", museum);
    let samples = "The samples of the lake had traces of lead.";
    check("All samples of the lake had traces of lead.", samples);
    let have_to = "Visitors have to wear a helmet in the northern hall; in the other one they may.";
    check("Visitors must wear a helmet in the northern hall.", have_to);
    let prohibited = "Tobacco and alcohol are prohibited in the northern hall.";
    check("Tobacco and alcohol are not allowed in the northern hall.", prohibited);
    let lent = "On Sundays and Mondays members of the museum are lent its old coins.";
    check("Members of the museum borrow its old coins on Sundays and Mondays.", lent);
    check("会员退款不仅需要收据。", "会员退款需要收据。");
    let receipt = "会員は返金のために領収書が必要です。";
    check("会員は返金のために領収書を出さなければならない。", receipt);
    let album = "Ozzy Osbourne sang on the album of 1979, Say Die.";
    check("Ozzy Osbourne sang on Never Say Die in 1979.", album);
}

/// A text with the words of a claim in another order may say something else.
#[test]
fn words_in_another_order_leave_support_unclear() {
    for (claim, passage, is_in_order) in [
        ("Ann Miller hired Bob Fisher.", "Bob Fisher hired Ann Miller.", false),
        ("The train runs from Paris to Lyon.", "The train runs from Lyon to Paris.", false),
        ("But Ann Miller hired Bob Fisher.", "Bob Fisher hired Ann Miller.", false),
        ("On Sundays the museum is open.", "The museum is open on Sundays.", true),
        ("The museum shows coins and stamps.", "The museum shows stamps and coins.", true),
        (
            "The train runs from Paris to Lyon.",
            "The train runs from Lyon to Paris.\nThe train runs from Paris to Lyon.",
            true,
        ),
    ] {
        let inspection = inspected(&format!("{claim}<a>"), &[passage]);
        let is_unclear = outcome(&inspection, 0) == Outcome::UnclearSupport;
        assert!(is_in_order || is_unclear, "{claim}");
        let lines = EvidenceText::of(&inspection, (0, 0), false).unwrap().lines();
        let said = lines.iter().any(|it| it.text == "the passage has these words in another order");
        assert_eq!(said, !is_in_order, "{claim}");
    }
}

/// A number that one cited passage has and another one contradicts is no wrong one.
#[test]
fn a_number_that_another_passage_has_is_not_wrong() {
    let texts = [
        "Over half of all coffee shops are independent.",
        "About 30.4% of coffee shops are independent.",
    ];
    let inspection = inspected("More than 50% of coffee shops are independent.<a><b>", &texts);
    assert!(inspection.findings.iter().all(|it| it.rule.code != "E001"));
    assert_eq!(
        [0, 1].map(|at| outcome(&inspection, at)),
        [Outcome::Supported, Outcome::UnclearSupport]
    );
}

/// An answer that says that no source has some words, or that they are wrong, does not quote them.
#[test]
fn quotes_that_an_answer_disowns_are_in_no_source() {
    let policy = "Refunds are paid within five days. Members need a receipt for every refund.";
    for claim in [
        "The sources do not mention \"free parking on all weekdays\".<a>",
        "The promise of \"free parking on all weekdays\" is not made or found in any of the sources.<a>",
        "The statement \"refunds are paid within ninety days\" is false: refunds are paid within five days.<a>",
        "Contrary to the claim that \"members never need any receipt\", members need a receipt for a refund.<a>",
        "The question asks about \"free refunds for all members\"; members need a receipt for every refund.<a>",
    ] {
        let found = findings_of(claim, &[policy]);
        assert!(!found.iter().any(|it| it.starts_with('Q')), "{claim}: {found:?}");
    }
    let said = "The policy says that \"members never need any receipt\" and not that they do.<a>";
    assert!(findings_of(said, &[policy]).iter().any(|it| it.starts_with('Q')));
}

/// Numbers are read in the language that the claim or the passage shows, whichever does.
#[test]
fn words_are_compared_by_the_stems_of_the_language_of_the_answer() {
    for (response, text, of) in [
        // Spanish: plurals, and endings of verbs.
        (
            "Las familias pueden reservar para sus cursos gratuitos de programaci\u{f3}n.<a>",
            "La familia puede reservar un curso gratuito. El curso trata de las programaciones del museo.",
            "5 of 5 words",
        ),
        // German: cases and numbers of nouns.
        (
            "Die Antr\u{e4}ge der Mieter werden von den zust\u{e4}ndigen \u{c4}mtern gepr\u{fc}ft.<a>",
            "Der Antrag eines Mieters wird von dem zust\u{e4}ndigen Amt gepr\u{fc}ft und mit ihm besprochen.",
            "5 of 5 words",
        ),
        // French: articles whose vowel is left out.
        (
            "Les \u{e9}nergies de la ville sont produites par une usine \u{e0} c\u{f4}t\u{e9} de l'\u{e9}cole.<a>",
            "L\u{2019}\u{e9}nergie est produite dans les usines de cette ville, au c\u{f4}t\u{e9} des \u{e9}coles.",
            "6 of 6 words",
        ),
        // Arabic: the article.
        (
            "\u{625}\u{62c}\u{627}\u{632}\u{629} \u{633}\u{646}\u{648}\u{64a}\u{629} \u{643}\u{627}\u{645}\u{644}\u{629} \u{648}\u{627}\u{62c}\u{628}\u{629}.<a>",
            "\u{625}\u{646} \u{627}\u{644}\u{625}\u{62c}\u{627}\u{632}\u{629} \u{627}\u{644}\u{633}\u{646}\u{648}\u{64a}\u{629} \u{643}\u{627}\u{645}\u{644}\u{629} \u{648}\u{627}\u{62c}\u{628}\u{629}.",
            "4 of 4 words",
        ),
    ] {
        let inspection = inspected(response, &[text]);
        let evidence = inspection.inspected[0].evidence[0].as_ref().unwrap();
        let found = format!("{} of {} words", evidence.words.matched, evidence.words.of);
        let missing =
            evidence.words.missing.iter().map(|it| it.slice(&inspection.case.response.text));
        assert_eq!(found, of, "{response}: {:?}", missing.collect::<Vec<_>>());
    }
    // English again on the same thread.
    let english =
        inspected("The workshops are free for families.<a>", &["A workshop is free for a family."]);
    let evidence = english.inspected[0].evidence[0].as_ref().unwrap();
    assert_eq!((evidence.words.matched, evidence.words.of), (3, 3));
}

#[test]
fn a_short_claim_is_read_in_the_language_of_its_passage() {
    let passage =
        "Revenue totaled $3.193 billion in 2018, and the margin was the best of the decade.";
    let found = findings_of("Revenue totaled $3.193 million in 2018.<a>", &[passage]);
    assert!(found.iter().any(|it| it.starts_with("E001")), "{found:?}");
}

/// Negations are compared in the languages whose negations are known, opposites in English alone.
#[test]
fn negations_of_other_languages_are_compared() {
    let of = |claim: &str, passage: &str| findings_of(&format!("{claim}<a>"), &[passage]);
    for (claim, passage, said, there) in [
        (
            "Das Geschäft ist sonntags für alle geöffnet.",
            "Das Geschäft ist sonntags nicht für alle geöffnet.",
            "alle",
            "nicht für alle",
        ),
        (
            "Le magasin est ouvert le dimanche.",
            "Le magasin n'est pas ouvert le dimanche.",
            "ouvert",
            "pas ouvert",
        ),
        (
            "La tienda no abre los domingos.",
            "La tienda abre los domingos por la mañana.",
            "no abre",
            "abre",
        ),
        (
            "De man drinkt water uit de kraan.",
            "De man drinkt geen water uit de kraan.",
            "water",
            "geen water",
        ),
        (
            "O homem está cortando a grama com tesouras.",
            "O homem não está cortando a grama com tesouras.",
            "cortando",
            "não está cortando",
        ),
    ] {
        let finding = format!("E011 the claim says `{said}`, `a` L1 says `{there}`");
        assert_eq!(of(claim, passage), [finding], "{claim}");
        assert_eq!(of(passage, passage), [] as [String; 0], "{passage}");
    }
    // `no` is `in the` in Portuguese, and `no solo` takes a negation back.
    let claim = "Os times estão jogando futebol no campo com a bola.";
    let passage = "Os times estão jogando futebol de campo com a bola.";
    assert_eq!(of(claim, passage), [] as [String; 0]);
    let passage = "La tienda no solo abre los domingos.";
    assert_eq!(of("La tienda abre los domingos.", passage), [] as [String; 0]);
}

/// Scandinavian languages and Russian have no lists of common words, and Japanese negates inside words.
#[test]
fn negations_of_languages_without_lists_are_compared() {
    let of = |claim: &str, passage: &str| findings_of(&format!("{claim}<a>"), &[passage]);
    for (claim, passage, said, there) in [
        (
            "Договор не предусматривает штраф за отказ.",
            "Договор предусматривает штраф за отказ.",
            "не предусматривает",
            "предусматривает",
        ),
        (
            "Butiken är inte öppen på söndagar.",
            "Butiken är öppen på söndagar.",
            "inte öppen",
            "öppen",
        ),
        (
            "会員は返金のために領収書が必要ありません。",
            "会員は返金のために領収書が必要です。",
            "必要ありません",
            "必要です",
        ),
        (
            "男性は庭で犬と遊んでいる。",
            "男性は庭で犬と遊んでいない。",
            "遊んでいる",
            "遊んでいない",
        ),
    ] {
        let finding = format!("E011 the claim says `{said}`, `a` L1 says `{there}`");
        assert_eq!(of(claim, passage), [finding], "{claim}");
        assert_eq!(of(passage, passage), [] as [String; 0], "{passage}");
    }
}

/// A translation is not compared by its words, however short the passage.
#[test]
fn a_translation_is_not_compared() {
    let policy = "The policy is for all of the members and the staff.\nMembers need a receipt.\n";
    let text = "Los socios necesitan un recibo para los reembolsos de la biblioteca.<a|L2>";
    let inspection = inspected(text, &[policy]);
    assert_eq!(inspection.findings.len(), 0, "{:?}", inspection.findings);
    assert_eq!(outcome(&inspection, 0), Outcome::NotCompared);
}

/// No source need have the words with which an answer speaks of it, and none says what it does not say.
#[test]
fn introductions_and_what_a_source_lacks_are_not_compared() {
    let policy = "Refunds are paid within five days of the return.\nMembers need a receipt.\n";
    for (text, expected) in [
        (
            "Here is a concise summary of the passage, covering the core points:<a>",
            Outcome::NotCompared,
        ),
        (
            "However, the provided documents do not mention any fees for students.<a>",
            Outcome::NotCompared,
        ),
        (
            "The passage states that refunds are paid within five days of the return.<a>",
            Outcome::Supported,
        ),
        (
            "Sources <a|L1> and <a|L2> do not contain any fees for students in summer.",
            Outcome::NotCompared,
        ),
        (
            "The excerpt lists the details, but no usable fees for students in the supplied text.<a>",
            Outcome::NotCompared,
        ),
        (
            "More details are given in the original, but not included in the supplied text.<a>",
            Outcome::NotCompared,
        ),
        ("The passage states that parcels are sent by ship every week.<a>", Outcome::NotFound),
    ] {
        let inspection = inspected(text, &[policy]);
        let last = inspection.inspected.len() - 1;
        assert_eq!(outcome(&inspection, last), expected, "{text}");
        let is_of_last = |it: &Finding| it.citation == Some(last);
        let is_reported = inspection.findings.iter().any(is_of_last);
        assert_eq!(is_reported, expected == Outcome::NotFound, "{text}");
    }
}

/// Words that deny a sentence of an answer may be before it, at its end, after its mark or in the sentence after it.
#[test]
fn a_sentence_that_its_answer_denies() {
    let shop = "Refunds for damaged parcels arrive within ten days.\n\
                Shipping costs are not refunded.\nAre gifts wrapped for free? No.\n";
    let denied = [
        "Do refunds for damaged parcels arrive within ten days? No.<a|L1>",
        "Do refunds for damaged parcels arrive within ten days? No, never<a|L1>.",
        "Do refunds for damaged parcels arrive within ten days<a|L1>? No: in ninety.",
        "Refunds for damaged parcels arrive within ten days: false<a|L1>",
        "Refunds for damaged parcels arrive within ten days (not true).<a|L1>",
        "Refunds for damaged parcels arrive within ten days<a|L1>, which is false.",
        "Refunds for damaged parcels arrive within ten days<a|L1> — not true!",
        "Refunds for damaged parcels arrive within ten days.<a|L1> That is wrong.",
        "Wrong: Refunds for damaged parcels arrive within ten days.<a|L1>",
        "**Myth:** Refunds for damaged parcels arrive within ten days.<a|L1>",
        "It is not true that refunds for damaged parcels arrive within ten days.<a|L1>",
        "Gifts are wrapped for free.<a|L3>",
    ];
    for response in denied {
        let found = findings_of(response, &[shop]);
        assert!(found.len() == 1 && found[0].starts_with("E011 "), "{response} {found:?}");
    }
    let sound = [
        "Are shipping costs refunded? No.<a|L2>",
        "It is a myth that shipping costs are refunded.<a|L2>",
        "Shipping costs are refunded: false.<a|L2>",
        "Are gifts wrapped for free? No.<a|L3>",
        "Do refunds for damaged parcels arrive within ninety days? No, within ten days.<a|L1>",
        "It is false that refunds for damaged parcels arrive within ninety days.<a|L1>",
        "Do refunds for damaged parcels arrive within ten days? Yes.<a|L1>",
        "Refunds for damaged parcels arrive within ten days.<a|L1> Wrong parcels are sent back.",
        "Refunds for damaged parcels arrive within ten days.<a|L1>\n\nNo. That is all.",
        "Refunds for damaged parcels arrive within ten days.<a|L1> Wrong: They arrive later.",
    ];
    for response in sound {
        assert_eq!(findings_of(response, &[shop]), Vec::<String>::new(), "{response}");
    }
}

/// A sign of denial has no word in common with any text, and struck-out words are not said.
#[test]
fn what_an_answer_takes_back_by_signs_is_not_supported() {
    let shop =
        "Refunds for damaged parcels arrive within ten days.\nDo not write to the shop by fax.\n";
    for (response, expected) in [
        ("Refunds for damaged parcels arrive within ten days.<a|L1>", Outcome::Supported),
        ("❌ Refunds for damaged parcels arrive within ten days.<a|L1>", Outcome::UnclearSupport),
        ("Refunds for damaged parcels arrive within ten days ✗.<a|L1>", Outcome::UnclearSupport),
        ("❌ Write to the shop by fax.<a|L2>", Outcome::Supported),
        (
            "Do parcels that are damaged get refunds within ten days? No.<a|L1>",
            Outcome::UnclearSupport,
        ),
        (
            "~~Refunds for damaged parcels arrive within ten days.~~ Never.<a|L1>",
            Outcome::NotCompared,
        ),
    ] {
        let inspection = inspected(response, &[shop]);
        assert_eq!(outcome(&inspection, 0), expected, "{response}");
    }
}

/// A number is compared in whatever signs or words it is written.
#[test]
fn numbers_in_other_signs_are_compared() {
    let shop = "Refunds for damaged parcels arrive within 14 days, since 2023.\n";
    for written in ["٩٠", "९०", "９０", "9\u{fe0f}\u{20e3}0\u{fe0f}\u{20e3}", "XC", "ninety"]
    {
        let response = format!("Refunds for damaged parcels arrive within {written} days.<a>");
        let found = findings_of(&response, &[shop]);
        assert!(found.len() == 1 && found[0].starts_with("E001 "), "{response} {found:?}");
    }
    for sound in ["within ١٤ days", "within XIV days", "within a fortnight", "within two weeks"] {
        let response = format!("Refunds for damaged parcels arrive {sound}.<a>");
        assert_eq!(findings_of(&response, &[shop]), Vec::<String>::new(), "{response}");
        assert_eq!(outcome(&inspected(&response, &[shop]), 0), Outcome::Supported, "{response}");
    }
    let response = "Refunds for damaged parcels arrive within 14 days, since ٢٠٢٣.<a>";
    assert_eq!(outcome(&inspected(response, &[shop]), 0), Outcome::Supported, "{response}");
    let response = "Refunds for damaged parcels arrive within a fortnight.<a>";
    let found = findings_of(response, &["Refunds for damaged parcels arrive within five days."]);
    assert!(found.len() == 1 && found[0].starts_with("E001 "), "{found:?}");
}

/// A prompt in an answer has the marks and texts of all sources, which say nothing about the answer.
#[test]
fn copies_of_sources_behind_their_marks_are_no_claims() {
    let refunds = "Refunds for damaged parcels arrive within ten working days of the report, by bank transfer.";
    let hours = "The shop opens at nine on weekdays and at ten on all other days, also in the summer months.";
    let response = format!(
        "Answer with these sources: <a> {refunds}\n\n<b> {hours}\n\nAnswer: The shop opens at nine on weekdays.<b>"
    );
    let inspection = inspected(&response, &[refunds, hours]);
    let outcomes = [0, 1, 2].map(|index| outcome(&inspection, index));
    assert_eq!(outcomes, [Outcome::NotCompared, Outcome::NotCompared, Outcome::Supported]);
    assert_eq!(inspection.findings.len(), 0, "{:?}", inspection.findings);
    let note = "2 marks before copies of their sources, as an answer that holds its prompt has them: they have no \
                claim and are not compared";
    assert_eq!(inspection.case.notes, [note]);
    // One short sentence may be a statement after its mark.
    let response = format!("<a> {refunds}");
    assert_eq!(inspected(&response, &[refunds, hours]).case.notes, [""; 0]);
}

/// Text that no reader sees says nothing, in an answer or in a source.
#[test]
fn words_in_elements_that_are_not_shown_are_no_claim_and_bear_nothing_out_silently() {
    let shop = "Refunds for damaged parcels arrive within ten days.\n";
    for open in [
        "<span style=\"display:none\">",
        "<span style=\"font-size:0\">",
        "<span style=\"color:white\">",
        "<span style=\"opacity:0\">",
        "<span hidden>",
        "<template>",
    ] {
        let close = if open.starts_with("<span") { "</span>" } else { "</template>" };
        let response = format!(
            "{open}Refunds for damaged parcels arrive within ten days.{close} Shipping is free. <a|L1>"
        );
        let text = response.replace("<a|L1>", "\u{e200}cite\u{e202}a\u{e202}L1\u{e201}");
        let text_of = SourceText::Inline(shop.into());
        let source = Source { id: "a".to_owned(), text: text_of, ..Source::default() };
        let response = read_response(text, &Families::default());
        let inspection = inspect(Case { response, sources: vec![source], ..Case::default() });
        assert_ne!(outcome(&inspection, 0), Outcome::Supported, "{open}");
        let source = format!("The shop is open daily. {open}{}{close}", shop.trim_end());
        let found =
            findings_of("Refunds for damaged parcels arrive within ten days.<a|L1>", &[&source]);
        let message =
            "E013 what `a` L1 has of the claim is in an element that is not shown: `Refunds`";
        assert!(found.len() == 1 && found[0].starts_with(message), "{open} {found:?}");
    }
}

/// The most exact of several findings about one fact stays, with what the others show.
#[test]
fn one_fact_has_one_finding() {
    let shop =
        "The shop opens at nine on weekdays.\nOrders above fifty euros ship free of charge.\n";
    let rules = "Gifts stay in the hall.\nMembers show a valid card to the guard at every door of the house.\n";
    let quote = "“Members need a driving licence and a passport for every purchase abroad”";
    let found = findings_of(&format!("The rules say {quote}.<a|L1>"), &[shop, rules]);
    let first = format!(
        "Q001 {quote} not found in `a` L1 or any other source; the passage has 0 of the claim's 9 words"
    );
    assert!(found.len() == 1 && found[0].starts_with(&first), "{found:?}");
    let quote = "“Members show a valid card to the guard at every door of the house”";
    let found = findings_of(&format!("The rules say {quote}.<a|L1>"), &[shop, rules]);
    assert_eq!(found, [format!("Q003 {quote} is in `b` L2, not in the cited `a`")]);
    // The claim lacks more than the quote.
    let claim = "Trained bears dance nightly behind closed curtains, and they call it “a merry party of old friends”";
    let found = findings_of(&format!("{claim}.<a|L1>"), &[shop]);
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn a_claim_that_ends_within_a_number_contradicts_nothing() {
    let texts = ["Payments for acquisitions were $2.0 billion and $8.3 billion in 2021 and 2022."];
    let found = |said: &str, claim: &str| -> Vec<&str> {
        let mut case = inspected(said, &texts).case;
        let mut citation = inspected("Tea.<a>", &texts).case.response.citations.remove(0);
        citation.anchor.kind = AnchorKind::Claim;
        citation.anchor.span = Span::new(0, claim.len());
        case.response.citations.push(citation);
        inspect(case).findings.iter().map(|finding| finding.rule.code).collect()
    };
    let claim = "Payments for acquisitions were $8.3";
    assert_eq!(found("Payments for acquisitions were $8.3 billion in 2022.", claim), [""; 0]);
    assert_eq!(found("Payments for acquisitions were $8.3. That is little.", claim), ["E001"]);
    let other = "Payments for acquisitions were $9.6";
    assert_eq!(found("Payments for acquisitions were $9.6 billion in 2022.", other), ["E001"]);
}
