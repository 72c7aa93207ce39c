//! Full-width signs, linked numbers and values in brackets in recorded answers.

use pincite::model::Case;

use crate::rows::resolved;
use crate::saved::{cited, read};

fn noted(case: &Case, words: &str) -> bool {
    case.notes.iter().any(|note| note.contains(words))
}

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
fn words_and_keys_that_count_what_came_with_an_answer_are_noted() {
    let rows = r#"{"question": "When?", "answer": "According to Excerpt 2, it leaves at noon.", "sources": ["times, p.4", "fares, p.5"]}"#;
    let case = read("a.json", rows);
    assert!(noted(&case, "1 word with a number, such as `Excerpt 2`"), "{:?}", case.notes);
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
