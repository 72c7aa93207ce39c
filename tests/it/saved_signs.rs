//! Full-width signs, linked numbers and values in brackets in recorded answers.

use pincite::inspect::inspect;

use crate::rows::resolved;
use crate::saved::{cited, noted, read};

#[test]
fn sources_are_named_with_full_width_signs() {
    for text in [
        "渡轮中午开航（来源：时刻表.md）。\n\n**票价（来源: 票价.md）**\n- 五欧元。\n",
        "渡轮中午开航(来源：时刻表.md)。票价五欧元（来源：票价.md）。",
        "渡轮中午开航[来源：时刻表.md]。票价五欧元【来源：票价.md】。",
        "フェリーは正午に出ます（出典：时刻表.md）。料金は五ユーロです（出典：票价.md）。",
    ] {
        let case = read("a.md", text);
        let ids: Vec<&str> =
            case.response.citations.iter().map(|it| it.targets[0].id.as_str()).collect();
        assert_eq!(ids, ["时刻表.md", "票价.md"], "{text}");
    }
    let rows = r#"{"question": "退货？", "answer": "七天（来源：退货.md）。", "contexts": [{"id": "退货.md", "text": "签收七天内可退货。"}, {"id": "换货.md", "text": "十五天内可换货。"}]}"#;
    assert_eq!(resolved(read("a.json", rows)), ["退货.md → 退货.md"]);
    for (text, expected) in [
        ("渡轮中午开航（参考：时刻表.pdf 第3页）。", "时刻表.pdf"),
        ("料金は五ユーロです［資料: 料金.pdf p.3］。", "料金.pdf"),
        ("It leaves at noon [Source: times.pdf p. 3].", "times.pdf"),
    ] {
        let case = read("a.md", text);
        let target = &case.response.citations[0].targets[0];
        assert_eq!((target.id.as_str(), target.locator.is_some()), (expected, true), "{text}");
    }
    let case = read("a.md", "नौका दोपहर में जाती है [स्रोत 1]। टिकट पाँच यूरो [स्रोत 2]।");
    assert_eq!(cited(&case), ["[स्रोत 1] → 1", "[स्रोत 2] → 2"]);
    // A title is no file: it is noted.
    let case = read("a.md", "渡轮中午开航（来源：港务局）。");
    assert_eq!(case.response.citations, []);
    assert!(noted(&case, "1 mark not read that looks like a citation"), "{:?}", case.notes);
}

#[test]
fn intervals_parameters_and_pages_are_no_marks() {
    let rows = r#"{"question": "几级？", "answer": "分为四级：\n- 无效：卫星数 [0,0]\n- 弱：卫星数 [0,4]\n- 中：卫星数 [4,7]\n- 强：卫星数 [7,24]", "contexts": ["精度分为四级。", "渡轮中午开航。"]}"#;
    assert_eq!(read("a.json", rows).response.citations, []);
    // These do not go on from zero.
    let rows = r#"{"question": "When?", "answer": "At noon [0,1]. It is late [1,2]. It returns [0,2].", "contexts": ["a b c", "d e f", "g h i"]}"#;
    assert_eq!(read("a.json", rows).response.citations.len(), 3);

    let list = "\n\n## References\n\n1. Holm, A. Tides. 2019.\n2. Berg, B. Piers. 2020.\n3. Lund, C. Fares. 2021.\n";
    let text = "The model is known [1]. Trees were fitted, whose values are max_depth: [1, 2, 3], min_leaf_size: [1-3], \
                min_weight (the least sum of a leaf): [1, 3]. Others agree: [2, 3].";
    let case = read("a.md", &format!("{text}{list}"));
    assert_eq!(cited(&case), ["[1] → 1", "[2, 3] → 2+3"]);
    let log =
        "ok  стр.[12, 21] 20465 tokens\nok  стр.[2, 3] 18464 tokens\nok  pp. [4] 300 tokens\n";
    assert_eq!(read("run.log", log).response.citations, []);
}

#[test]
fn sessions_of_python_cite_nothing() {
    let text = "An array is made from a list:\n\n>>> import numpy as np\n>>> a = np.array([1, 2])\n>>> a\narray([1, 2])\n\n\
                Its parts are these.\n\n>>> b = a.reshape(2, 1)\n>>> b[1]\narray([2])\n";
    assert_eq!(read("a.txt", text).response.citations, []);
    let quoted = ">>> The ferry leaves at noon [1].\n>>> The bus waits [2].\n>>> It returns at nine [3].\n\nThanks.\n";
    assert_eq!(read("a.txt", quoted).response.citations.len(), 3);
}

#[test]
fn links_are_cited_by_any_number() {
    let text = "It leaves at noon [[88](https://pier.example/t), [107](https://bus.example/p), [304](https://sea.example/s)].\n\
                It is late [[212](https://fog.example/f)]. Mended in [127](https://git.example/pull/127), see [2021](https://pier.example/2021).\n";
    assert_eq!(
        cited(&read("a.md", text)),
        [
            "[88](https://pier.example/t) → 88",
            "[107](https://bus.example/p) → 107",
            "[304](https://sea.example/s) → 304",
            "[212](https://fog.example/f) → 212",
        ]
    );
    let text = "It leaves at noon. ([https://pier.example][1]) It is late. ([Bus][2])\n\n[1]: https://pier.example/t\n[2]: https://bus.example/p\n";
    assert_eq!(cited(&read("a.md", text)).len(), 2);
}

#[test]
fn numbers_that_html_links_cite() {
    let body = "<p>It leaves at noon <a href=\"https://pier.example/t?a=1&amp;b=2\" class=\"ml-1\">[21]</a>.</p>\n\
                <p>It is late<sup><a target=\"_blank\" href='https://bus.example/p'>[301]</a></sup>. \
                <a href=\"#top\">[1]</a> <a href=\"https://sea.example\">Sea</a></p>";
    for text in [body.to_owned(), format!("<!DOCTYPE html><html><body>{body}</body></html>")] {
        let case = read("a.html", &text);
        let ids: Vec<&str> =
            case.response.citations.iter().map(|it| it.targets[0].id.as_str()).collect();
        assert_eq!(ids, ["21", "301"], "{text}");
        let pages: Vec<_> = case.sources.iter().filter_map(|it| it.url.clone()).collect();
        assert_eq!(pages, ["https://pier.example/t?a=1&b=2", "https://bus.example/p"]);
        let inspection = inspect(case);
        let claims = [0, 1].map(|at| inspection.claim_text(at).unwrap_or_default());
        assert!(
            claims[0].contains("It leaves at noon") && claims[1].contains("It is late"),
            "{claims:?}"
        );
        assert!(!claims.concat().contains("href"), "{claims:?}");
    }
}

#[test]
fn links_to_follow_and_links_of_lists_cite_nothing() {
    let text = "请根据[限制与约束](https://help.example/a)检查参数。\n\n请根据[批量接口](https://help.example/b)检查文件。\n";
    assert_eq!(read("a.md", text).response.citations, []);
    let text = "根据[海事局](https://sea.example/a)，渡轮中午开航。根据[港务局](https://pier.example/b)，票价五欧元。\n";
    assert_eq!(read("a.md", text).response.citations.len(), 2);
    let track = |it| format!("- [[Holm {it}]]: [YouTube](https://www.youtube.com/watch?v={it})\n");
    let tracks = [1, 2, 3, 4, 5].map(track).concat();
    assert_eq!(read("a.md", &format!("# Tracks\n\n{tracks}")).response.citations, []);
}

#[test]
fn words_and_keys_that_count_what_came_with_an_answer_are_noted() {
    let rows = r#"{"question": "When?", "answer": "According to Excerpt 2, it leaves at noon.", "sources": ["times, p.4", "fares, p.5"]}"#;
    let case = read("a.json", rows);
    assert!(noted(&case, "1 word with a number, such as `Excerpt 2`"), "{:?}", case.notes);
    let rows = r#"{"question": "When?", "answer": "It leaves at noon, as stated in Excerpt 1: \"at 12\".", "sources": ["times, p.4", "fares, p.5"]}"#;
    let case = read("a.json", rows);
    assert!(noted(&case, "1 word with a number, such as `Excerpt 1`"), "{:?}", case.notes);
    let rows = r#"{"question": "May it?", "answer": "Section 9 [ACT-1] of the Act says so. It helps against [COVID-19].", "contexts": ["It may be made.", "It may not."]}"#;
    let case = read("a.json", rows);
    assert!(
        noted(&case, "1 mark not read that looks like a citation, such as `[ACT-1]`"),
        "{:?}",
        case.notes
    );
}

#[test]
fn forms_of_marks_in_scripts_without_blanks_are_noted() {
    for (text, expected) in [
        (
            "渡轮中午开航（来源1）。票价五欧元（见文档2、3）。",
            "2 words with a number, such as `（来源1）`",
        ),
        ("フェリーは正午に出ます(資料1)。", "1 word with a number, such as `(資料1)`"),
        ("渡轮中午开航[1、2]。票价五欧元[2，3]。", "2 marks not read that look like citations"),
        ("渡轮中午开航〔1〕。票价五欧元〔2〕。", "2 marks not read that look like citations"),
    ] {
        let case = read("a.md", text);
        assert!(noted(&case, expected), "{text}: {:?}", case.notes);
    }
    let case = read("a.md", "渡轮中午开航（第1班）。票价五欧元（约2人）。");
    assert!(!noted(&case, "may be"), "{:?}", case.notes);
}

#[test]
fn marks_in_a_block_with_a_text_without_blanks_are_noted() {
    let text = "# 日报\n\n```\n渡轮中午开航 [2] ，票价五欧元 [3] 。\n```\n";
    let case = read("a.md", text);
    assert!(noted(&case, "2 marks in blocks of code not read, such as `[2]`"), "{:?}", case.notes);
    let code = "# 例\n\n```python\nx = a[1]  # 数组 a[1]，从零开始\ny = a[2]  # 第二个\n```\n";
    assert!(!noted(&read("a.md", code), "blocks of code"));
}

#[test]
fn marks_below_the_only_list_that_count_again_have_no_list() {
    let list = "\n## References\n\n[1] Timetable\n[2] Bus plan\n[3] Fares\n\n";
    let first = "# The pier\n\nIt leaves at noon [1]. The bus waits [2]. It costs nine [3].\n";
    let second = "# The fog\n\nThe bell rings [1]. It was cast [2]. It hangs there [1].\n";
    let case = read("a.md", &format!("{first}{list}{second}"));
    assert_eq!(
        resolved(case.clone()),
        [
            "1 → no-text",
            "2 → no-text",
            "3 → no-text",
            "1 (no list) → unknown-source",
            "2 (no list) → unknown-source",
            "1 (no list) → unknown-source"
        ]
    );
    assert!(noted(&case, "3 marks in parts of the text without a list of their own"));
    // An appendix cites on.
    for second in [
        "# Appendix\n\nThe bell rings [2]. It was cast [1]. It hangs there [3].\n",
        "# Appendix\n\nThe bell rings [1]. It was cast [2].\n",
        "# Appendix\n\nThe bell rings [1]. It was cast [1]. It hangs there [1].\n",
    ] {
        let case = read("a.md", &format!("{first}{list}{second}"));
        assert!(case.response.citations.iter().all(|it| !it.targets[0].id.contains("list")));
    }
    let above = read("a.md", &format!("{list}{second}"));
    assert_eq!(resolved(above), ["1 → no-text", "2 → no-text", "1 → no-text"]);
}

#[test]
fn objects_cite_contexts_by_place_if_their_words_show_the_first() {
    let row = |citations: &str| {
        let contexts = r#"["A ticket costs four euros.", "The ferry leaves at noon.", "Children travel free."]"#;
        let answer = "It leaves at noon. A child pays nothing.";
        read(
            "a.json",
            &format!(
                r#"{{"question": "When?", "answer": "{answer}", "contexts": {contexts}, "citations": {citations}}}"#
            ),
        )
    };
    let from_zero = r#"[{"chunk_index": 1, "text": "leaves at noon"}, {"chunk_index": 2}]"#;
    let from_one =
        r#"[{"chunk_id": 2, "quote": "leaves at noon"}, {"chunk_id": 3, "quote": "travel free"}]"#;
    for (citations, ids) in [(from_zero, ["1", "2"]), (from_one, ["2", "3"])] {
        let case = row(citations);
        let targets = case.response.citations.iter().map(|it| it.targets[0].id.as_str());
        assert_eq!(targets.collect::<Vec<_>>(), ids);
        let named: Vec<&str> = case.sources.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(named[1..], ids);
    }
    // Without words, or with those of another context, the first number is unknown.
    for citations in [
        r#"[{"chunk_index": 1}, {"chunk_index": 2}]"#,
        r#"[{"chunk_index": 1, "text": "leaves at noon"}, {"chunk_index": 2, "text": "four euros"}]"#,
        r#"[{"chunk_index": 1, "text": "leaves at noon"}, {"chunk_index": 7}]"#,
    ] {
        let case = row(citations);
        assert!(case.response.citations.is_empty());
        assert!(noted(&case, "citations in `citations` not read"), "{:?}", case.notes);
    }
}
