//! Sections whose sentences need no citation: lists of sources, summaries, advice.

use std::sync::LazyLock;

use regex::Regex;

use super::signs::pattern;

/// The maximum length of a known heading, in bytes.
const MAX_HEADING: usize = 80;

/// The level of a title that is a separate line but not a heading.
const BELOW_ALL: u8 = 7;

/// The section of the response that is being read.
#[derive(Debug, Default)]
pub(super) struct Sections {
    /// The level of the heading that began a section which needs no citations.
    exempt: Option<u8>,
}

impl Sections {
    /// Moves on to a paragraph or a heading of `level`; returns true if it is the title of a
    /// section.
    pub(super) fn pass(&mut self, level: Option<u8>, text: &str) -> bool {
        let is_known = text.len() <= MAX_HEADING && TITLE.is_match(text);
        let closes = level.is_some_and(|level| self.exempt.is_some_and(|open| level <= open));
        if closes {
            self.exempt = None;
        }
        if is_known && self.exempt.is_none() {
            self.exempt = Some(level.unwrap_or(BELOW_ALL));
        }
        is_known || level.is_some()
    }

    /// Returns true if the sentences of this section need no citation.
    pub(super) fn needs_nothing(&self) -> bool {
        self.exempt.is_some()
    }
}

static TITLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)^[\W\d]*(?:[ivx]+\.\s*|[一二三四五六七八九十]+[、.]\s*)?(?:
        (?:(?:key|final|executive|brief|quick|overall|main|short|in|works|list\ of|my|our|further|suggested|practical|open|next|works|important|immediate)\s+)*
        (?:sources?|sources\ (?:used|cited|consulted)|references?|bibliography|citations?|works\ cited|cited|footnotes?|reading|links|resources
        |summary|conclusions?|takeaways?|tl;?dr|bottom\ line|closing\ (?:thoughts|remarks)|in\ short|thoughts|verdict
        |recommendations?|advice|next\ steps?|action\ (?:items|plan|steps)|steps|roadmap|suggestions?|best\ practices|tips
        |limitations?|caveats?|assumptions?|uncertainties|disclaimer|methodology|notes?|questions|gaps|outlook|implementation\ plan)
        (?:\s*(?:and|&|/|,|for|of|on)\s.*)?
        |(?:(?:baseline|worked|illustrative|sample|numerical|hypothetical)\s+)examples?\b.*
        |scenarios?(?:\s+[\da-z]{1,3})?(?:\W.*)?
        |quellen(?:verzeichnis)?|literatur(?:verzeichnis)?|zusammenfassung|fazit|schlussfolgerung(?:en)?|empfehlungen?
        |références|sources|conclusions?|résumé|recommandations?|referencias|fuentes|conclusi(?:ón|ones)|resumen
        |(?:参考(?:文献|资料|來源|来源)|参考文献|资料来源|來源|来源|引用(?:来源|文献|元)?|出典|参考(?:資料|リンク)|引用
        |总结|總結|小结|结论|結論|摘要|概要|要約|まとめ|结语|结束语|おわりに|建议|建議|对策建议|展望|未来展望|提言|今後の(?:課題|展望)|注意事項|注意点|結び)(?:与.*|と.*|及.*|和.*|：.*)?
        )\W*$",
    )
});
