//! The shapes of citations in running text, whatever dialect they are of.

use std::iter;
use std::sync::LazyLock;

use regex::Regex;

use crate::text::Span;

/// Maximum length of what looks like a citation, in bytes.
const MAX_MARK: usize = 500;

/// Returns what has the shape of a citation in a text, in order, none inside another.
pub(super) fn marks(text: &str) -> impl Iterator<Item = Span> {
    let mut from = 0;
    iter::from_fn(move || {
        loop {
            let mark = whole(text, Span::from(MARK.find_at(text, from)?.range()));
            if mark.len() <= MAX_MARK {
                from = mark.end;
                return Some(mark);
            }
            // A text too long for a mark may contain one of another shape.
            from = text.ceil_char_boundary(mark.start + 1);
        }
    })
}

/// Returns a mark without the sign after `[Holm1996]_`, which shows that the line is no part of a name.
fn whole(text: &str, mark: Span) -> Span {
    let length = mark.slice(text).and_then(|mark| Some(mark.find("]_")? + "]_".len()));
    length.map_or(mark, |length| Span::new(mark.start, mark.start + length))
}

/// Shapes of citations in running text.
static MARK: LazyLock<Regex> = LazyLock::new(|| {
    let shapes = [
        // `[words](1)`
        r"\[[^\[\]\n]+\]\([0-9]{1,3}\)",
        // `[1]`, `[1, 2]`, `[1-3]`, `[[1]]`, `〔1〕`
        r"\[{1,2}[0-9]{1,3}(?:\s?[,;，、；–-]\s?[0-9]{1,3})*\]{1,2}",
        r"〔[0-9]{1,3}〕",
        // `\[1\]`, `\[1]`
        r"\\\[[0-9]{1,3}(?:\s?[,;–-]\s?[0-9]{1,3})*\\?\]",
        // `[^1]`, `[^1_2]`, `[^1^]`
        r"\[\^[0-9A-Za-z_-]+\^?\]",
        // `[web:1]`, `[doc1]`, `[Source 2]`, `[citation:3]`
        r"(?i:[\[【]{1,2}(?:web|post|citation|cite|source|src|doc|document|ref|reference|passage|context|chunk|id)[\s\x{a0}\x{202f}]?[:_#-]?\s?[0-9]{1,4}(?:\s?[,–-]\s?[0-9]{1,4})*[\]】]{1,2})",
        // `[근거1, 제3조]`, `[出典 2]`
        r"[\[【](?:근거|출처|문서|자료|出典|根拠|資料|来源|來源|文献|文档|资料|依据|依據|источник|документ)\s?[0-9][^\[\]【】\n]*[\]】]",
        // `【4:0†source】`
        r"【[^【】\n]*†[^【】\n]*】",
        r"\[[0-9]{1,3}(?::[0-9]{1,3})?†[^\[\]\n]*\]",
        // The beginning of a marker is a mark even if its end is far away.
        r"\x{e200}[a-z_]+\x{e202}(?:[^\x{e200}\x{e201}\n]{0,200}\x{e201})?",
        // The rest of a marker without its beginning, and one whose characters are entities.
        r"\x{e202}[^\x{e200}-\x{e204}\n]+\x{e201}",
        r"&#(?i:x0*e20[0-2]|0*5785[6-8]);",
        r"(?:file)?citeturn[0-9]{1,4}[a-z]{1,12}[0-9]{1,4}",
        r"(?:\b|\\?ue20[0-4])turn[0-9]{1,4}[a-z]{1,12}[0-9]{1,4}",
        // `[Holm1996]_`
        r"\[[A-Za-z#][0-9A-Za-z_.:-]{1,60}\]_[\s.,;:)]",
        // `[@key]`, `\cite{key}`, `<ref>…</ref>`, `<cite index=…>`
        r"\[-?@[0-9A-Za-z_][^\[\]\n]*\]",
        r"\\[a-z]{0,12}cite[a-z]{0,8}\*?(?:\[[^\[\]\n]*\]){0,2}\{[^{}\n]+\}",
        r"<ref(?: [^<>\n]*)?>",
        r"<cite [a-z]+=",
        r"oaicite:[0-9]{1,4}",
        r"<grok:render[^<>\n]*citation",
        r"<co:\s?[0-9]{1,4}>",
        r"<\|start_of_cite\|>",
        r"##[0-9]{1,4}\$\$",
        // `[q5.c3]`, `[q5.c3, q1.c7]`, `[holm-2021-tides]`
        r"\[[a-uw-z]{1,4}[0-9]{1,4}[.:][a-z]{1,4}[0-9]{1,4}(?:, ?[0-9a-z.:-]{1,60})*\]",
        r"\[[a-z][0-9a-z]{0,30}(?:-[0-9a-z]{1,30})*-(?:19|20)[0-9]{2}(?:-[0-9a-z]{1,30})*(?:, ?[0-9a-z.-]+)*\]",
        // `[C1]`, `[C1, C3]`, `[ACT-1]`
        r"\[[A-Z]{1,6}-?[0-9]{1,3}(?:\s?[,;]\s?[A-Z]{1,6}-?[0-9]{1,3})*\]",
        // `[Handbook, p. 8]`, `[Handbook (p.8)]`, `[handbook(p.8), meeting@00:01:50]`
        r"\[[^\[\]\n]+(?:, ?|\()(?:pp?|page)\.?\s?[0-9]{1,4}\)?(?:[,;] [^\[\]\n]+)?\]",
        // `[p. 11]`, `[p11:c18]`, `[meeting@00:01:50]`
        r"\[(?:pp?|page)\.?\s?[0-9]{1,4}(?::[a-z]{1,8}[0-9]{1,6})?\]",
        r"\[[^\[\]\n@]+@[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?\]",
        // `[toy-007@76-89]`
        r"\[(?:[^\[\]\n@]+ \| )?[0-9A-Za-z][0-9A-Za-z_.-]{1,60}@[0-9]{1,7}-[0-9]{1,7}\]",
        // `(Source: the handbook)`, `[Retrieved from: the handbook]`
        r"\([Ss]ources?: [^()\n]+\)",
        r"\((?:[Kk]aynak|[Qq]uelle|[Ff]uente|[Ff]onte|[Bb]ron|[Kk]ilde|[Kk]älla|Źródło|źródło|[Nn]guồn|[Ии]сточник):[ \x{a0}\x{202f}][^()\n]+\)",
        r"（(?:来源|來源|资料来源|資料來源|出处|出處|出典|출처)[:：][^（）\n]+）",
        // `[handbook.md, chapter 2]`
        r"\[[^\[\]\n]+\.(?:md|pdf|docx?|txt|html?|csv|xlsx|pptx)(?:[ ,:#>][^\[\]\n]*)?\]",
        r"\[(?i:sources?|context|document|doc|retrieved from|quelle): [^\[\]\n]+\]",
        // `[ferry_rules_0012-4]`
        r"\[[a-z][0-9a-z]{1,20}_[0-9a-z_-]{0,40}[0-9][0-9a-z_-]{0,20}(?:, ?[0-9a-z_-]{3,})*\]",
        // `[pier-notes:pier-012]`
        r"\[[a-z][0-9a-z_.-]{2,60}:[a-z][0-9a-z_.]{0,30}(?:[_-][0-9a-z_.]{1,30})*[_-][0-9]{1,6}\]",
        // `[pier document_id=ferry-7]`
        r"\[[^\[\]\n=]*(?:document|doc|source|chunk|passage)_id\s?[=:]\s?[^\[\]\n=]+\]",
        // `[95c73047]`
        r"\[[0-9a-f]{8}\]",
        // `(PMID: 37186453)`
        r"\((?:PMID|PMCID|arXiv):\s?[0-9A-Z][^()\n]{4,}\)",
        // `[2, Table 1]`
        r"\[[0-9]{1,3}, [A-Z][a-z]{2,16}\.? [0-9]{1,4}[^\[\]\n]{0,40}\]",
        // `[Learning 1, 8]`
        r"\[[A-Z][a-z]{2,23} [0-9]{1,3}(?:, ?[0-9]{1,3})*\]",
        // `[Timetable of the pier | Winter]`
        r"\[[A-Z][^\[\]\n|]{11,} \| [^\[\]\n|]{2,}\]",
        // `[Data: Reports (4, 0); Entities (7, +more)]`
        r"\[Data: ?[A-Za-z][0-9A-Za-z _-]+\([0-9a-f][^\[\]\n]*\]",
        // `[NIST, 2025]`, `[#q0d52]`, `[#q0d52, #q0d53]`, `【依据：《法》第五条】`
        r"\[[A-Z][^\[\]\n,]{1,60}, (?:19|20)[0-9]{2}[a-z]?\]",
        r"\[#[0-9A-Za-z_-]{2,24}(?:, ?#[0-9A-Za-z_-]{2,24})*\]",
        // `at noon【Timetable of the pier】`
        r"【[^【】\n]*[A-Za-z]{3}[^【】\n]*】",
        r"【(?:依据|依據|来源|來源|出处|出處|参考|引用|출처|근거|出典|根拠)[^【】\n]+】",
    ];
    // Unicode spaces and long repetitions with a maximum make it ten times as slow to compile.
    Regex::new(&shapes.join("|").replace(r"\s", r"[ \t\r\n]")).expect("it is sound")
});

/// The beginnings of these shapes. Looking for them takes less time than compiling the pattern.
pub(super) const STARTS: [&str; 38] = [
    "[",
    "&lbrack;",
    "&lsqb;",
    "\u{3010}",
    "\u{e200}",
    "\u{e202}",
    "&#",
    "turn",
    "oaicite:",
    "<grok",
    "<co:",
    "<|start",
    "##",
    "(PMID",
    "(PMCID",
    "(arXiv",
    "(Source",
    "(source",
    "cite",
    "<ref",
    "〔",
    "（来源",
    "（來源",
    "（出",
    "（资",
    "（資",
    "（출처",
    "aynak:",
    "uelle:",
    "uente:",
    "onte:",
    "(Bron",
    "(bron",
    "ilde:",
    "älla:",
    "ródło:",
    "guồn:",
    "сточник:",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_found_in_what_is_too_long_for_one() {
        let found = |text: &str| -> Vec<String> {
            marks(text).map(|mark| mark.slice(text).unwrap().to_owned()).collect()
        };
        let long = "word ".repeat(MAX_MARK / 5);
        assert_eq!(found(&format!("[{long}](1)")), [""; 0]);
        assert_eq!(found(&format!("[{long} citeturn0search1 {long}](1)")), ["citeturn0search1"]);
        let marker = format!("\u{e200}cite\u{e202}{long}\u{e201}");
        assert_eq!(found(&marker), ["\u{e200}cite\u{e202}"]);
        assert_eq!(found("[the words](1) and [2]"), ["[the words](1)", "[2]"]);
    }
}
