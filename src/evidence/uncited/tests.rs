use proptest::prelude::*;

use super::*;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::markers::read_response;
use crate::evidence::claim_text::without_markers;
use crate::evidence::claims;

const MARKER: &str = "\u{e200}cite\u{e202}turn0file0\u{e201}";

/// Returns the uncited sentences of a response in which `*` is a marker.
fn found(text: &str) -> Vec<(String, Option<&'static str>)> {
    let response = read_response(text.replace('*', MARKER), &Families::default());
    let claims = claims(&response);
    let without = without_markers(&response);
    let found = uncited(&response, &without, &claims).into_iter();
    found.map(|it| (it.span.slice(&response.text).unwrap().to_owned(), it.needs)).collect()
}

#[track_caller]
fn needs(text: &str, why: Option<&str>) {
    let found = found(text);
    assert_eq!(found.iter().find_map(|(_, needs)| *needs), why, "{text}: {found:?}");
}

#[test]
fn what_can_be_checked_needs_a_citation() {
    for (text, why) in [
        ("In 2019 the fee rose by 12 percent in Norway.", "states a number"),
        ("The plant employs about 4,300 people today.", "states a number"),
        ("Refunds take 5 days in most of the shops.", "states a number"),
        ("According to the ministry, schools stay open.", "reports what others say"),
        ("Several studies have shown that sleep helps memory.", "reports what others say"),
        ("The report calls it “a grave and lasting danger to all”.", "quotes"),
        ("Norway is the largest producer of salmon.", "compares"),
        ("Trains between the two cities are faster than planes.", "compares"),
        ("The company Acme was founded by Jane Doe and her brother.", "says something of a name"),
        ("2019年该公司员工增加到三千人。", "states a number"),
        ("研究表明，睡眠有助于记忆。", "reports what others say"),
        ("調査によると、多くの社員が在宅勤務を選んでいる。", "reports what others say"),
        ("東京は日本で最も人口の多い都市である。", "compares"),
    ] {
        needs(text, Some(why));
    }
}

#[test]
fn what_says_nothing_of_its_own_needs_none() {
    for text in [
        "# Revenue rose by 12 percent in 2019",
        "Did the fee rise by 12 percent in 2019?",
        "Hello! I hope this answers your question about 2019.",
        "Would you like a list of all 30 countries?",
        "Here is a summary of the 12 most important points.",
        "I could not find the revenue of 2019.",
        "The documents do not mention the revenue of 2019.",
        "There are 12 million reasons for it, all of them listed here:",
        "Taken together, the largest of them likely matters most.",
        "You should set aside 12 percent of the budget.",
        "Use at least 12 GB of memory for the job.",
        "```\nIn 2019 the fee rose by 12 percent.\n```",
        "## Sources\n\n1. Annual report of Acme, published in 2019",
        "**Conclusion**\n\nIn 2019 the fee rose by 12 percent.",
        "[1] Annual report 2019, https://a.example/report",
        "以下是2019年的12个要点。",
        "For the latest 12 figures, check the census bureau.",
        "According to my search results, producers sell music in 3 million shops.",
        "There are several strategies that Acme has for its plants.",
        "This raises the risk of “the schema says no, the runtime yes” at Acme.",
        "These are budgets that I would plan with:\n\n- p95 of 300 ms in the branch",
        "### Scenario 2: frugal years\n\nSpending fell by 12 percent.",
        "## 六、结论与展望\n\n2019年员工增加到三千人。",
        "## 参考文献\n\n2019年年度报告。",
    ] {
        needs(text, None);
    }
}

#[test]
fn what_neighbours_cover_needs_none() {
    // A marker that closes a paragraph claims all of it.
    assert_eq!(found("In 2019 the fee rose. It fell in 2020.*"), []);
    // Right before a cited sentence, only a number or a stronger sign counts.
    needs("Acme was founded by Jane Doe and her elder brother. It has shops.* Next.", None);
    needs("Acme was founded in 1987 by Jane Doe. It has shops.* Next.", Some("states a number"));
    // The items of a list after a cited introduction, the cells of a cited row.
    needs("Three laws were passed:*\n\n- one in 2019 about fees\n- one in 2020 about roads", None);
    needs("| Firm | Founded |\n|---|---|\n| Acme of Norway | in 1987, in Oslo * |", None);
    // A sentence that only repeats what was cited.
    needs("The fee rose by 12 percent in 2019.*\n\nSo in 2019 fees rose 12 percent.", None);
    needs(
        "The fee rose by 12 percent in 2019.*\n\nSo in 2019 fees rose 13 percent.",
        Some("states a number"),
    );
}

#[test]
fn an_answer_may_say_that_the_sources_have_none() {
    for text in [
        "The job title is not specified in the provided sources.",
        "I'm sorry, but I couldn't find the salary. Would you like to ask something else?",
        "Based on the provided information, there is no specific job title mentioned.",
        "No information was found.",
        "There is no information about refunds.",
        "No evidence of a link is given in the documents.",
        "I could not find the refunds, but the documents do not mention 90 days, either.",
        "I don\u{2019}t know. The sources list what the plan costs and how to join, but none tells who may.",
    ] {
        assert_eq!(says_nothing(text), Some("says that it has no answer"), "{text}");
    }
    assert_eq!(says_nothing("Which plan do you have, A or B?"), Some("asks back"));
}

#[test]
fn a_refusal_says_that_it_has_no_answer() {
    for text in [
        "I cannot answer this question based on the provided sources.",
        "I'm sorry, I cannot answer this question based on the provided manual of pumps.",
        "I\u{2019}m not certain based on the retrieved context.",
        "I can\u{2019}t answer that safely from the evidence provided. The passages you shared are about tides\u{2014}none of \
         them mentions refunds. If you want, share the rules, and I can help you read them.",
        "I cannot answer this from the provided sources. The sources contain the revenue of the year, but they do not \
         include a line for the cost of goods. To answer your question, you would need to provide the whole report.",
        "I don't have enough information to answer this question.",
        "There is not enough information in the context to answer.",
        "Insufficient information in the provided documents.",
        "The provided context is insufficient to answer the question.",
        "Not found in the documents.",
        "Based on the provided context, the answer cannot be determined.",
        "This question is out of scope. I can only answer questions about our policies.",
        "None of the provided documents mention refunds.",
        "Nothing in the sources mentions refunds.",
        "No relevant documents were found.",
        "Ich kann diese Frage anhand der Quellen nicht beantworten.",
        "Les documents fournis ne contiennent pas cette information.",
        "No puedo responder a esta pregunta con el contexto.",
        "根据提供的资料，无法回答这个问题。",
    ] {
        assert_eq!(says_nothing(text), Some("says that it has no answer"), "{text}");
    }
}

#[test]
fn an_answer_without_citations_is_no_refusal() {
    for text in [
        "",
        "I cannot recommend the small plan, because it costs 12 euros more.",
        "You cannot answer the call during a meeting.",
        "Customers cannot access the data of others.",
        "None of the plans includes travel.",
        "There is not enough water in the lake.",
        "Insufficient funds lead to a fee.",
        "I cannot answer for the others, but refunds take five days.",
        "I am not certain, but the fee is 12 euros.",
        "I don't know. If you want a refund, it costs 5 euros.",
        "I cannot answer this question. The fee is paid yearly.",
        "I cannot answer this question from the sources: the fee is 12 euros.",
        // Facts in the words of a refusal.
        "We cannot provide refunds after the return period.",
        "The current evidence is insufficient to recommend vitamin D.",
        "Insufficient evidence exists to recommend vitamin D.",
        "We do not have evidence that the drug works.",
        "There is not enough data to license the vaccine.",
        "No relevant evidence of benefit was seen in the trials.",
        "Not found in the wild since the war.",
        "It cannot be found in Europe.",
        "The information in the timetable is out of date.",
        "The subject is beyond dispute.",
        "公司不能提供退款。",
        "Refunds take five days.",
        "The sources do not mention cards. Other refunds take five days.",
        "I'm not sure what you mean. Refunds take five days.",
        "I don't know why. Refunds take five days.",
        "Did you know? Refunds take five days.",
        "I could not find the exact page, but refunds take 90 days and cost 5 euros.",
        "I don't know the page, but the fee is 12 euros.",
        "No information is shared with third parties, and records are deleted after 30 days.",
        "No data is stored by the company.",
        "No information is shared on the site.",
        "No evidence of a link between coffee and gout was seen.",
    ] {
        assert_eq!(says_nothing(text), None, "{text}");
    }
}

#[test]
fn a_section_ends_with_the_next_heading_of_its_level() {
    needs("## Summary\n\nx\n\n### Detail\n\nIn 2019 the fee rose.", None);
    needs("## Summary\n\nx\n\n## Detail\n\nIn 2019 the fee rose.", Some("states a number"));
}

#[test]
fn a_megabyte_is_read_in_linear_time() {
    let text = "In 2019 the fee rose by 12 percent. It fell.* Then more of it.\n\n".repeat(16_000);
    assert_eq!(found(&text).len(), 32_000);
    let one = "In 2019 the fee rose by 12 percent, ".repeat(28_000);
    assert!(!found(&one).is_empty());
}

proptest! {
    #[test]
    fn spans_lie_in_the_text_apart_from_claims(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "In 2019 it rose. ", "*", "年2019。", "- ", "\n", "\n\n", "**", "| a ", "# ", "`", "x", " \u{201c}é", "> ", ": ",
            ]),
            0..40,
        )
    ) {
        let response = read_response(parts.concat().replace('*', MARKER), &Families::default());
        let claims = claims(&response);
        let found = uncited(&response, &without_markers(&response), &claims);
        prop_assert!(found.is_sorted_by(|one, other| one.span.end <= other.span.start));
        for one in &found {
            prop_assert!(one.span.slice(&response.text).is_some_and(|text| !text.is_empty()));
            prop_assert!(claims.iter().flatten().all(|claim| !claim.span.overlaps(one.span)));
        }
    }
}
