//! Signs that a sentence needs a citation, and signs that it needs none.

use std::sync::LazyLock;

use regex::Regex;

use crate::evidence::words::{Class, Script, Word, script};
use crate::text::bare::is_unspaced;

/// The minimum number of content words in a sentence that needs a citation.
const MIN_WORDS: usize = 3;

/// The same for a sentence in which a name is the only sign.
const MIN_WORDS_WITH_NAME: usize = 6;

/// A sign that a sentence needs a citation, from the weakest to the strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sign {
    Name,
    Comparison,
    Number,
    Finding,
    Quote,
}

impl Sign {
    /// Describes the sentence in the words that follow "a sentence that".
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Name => "says something of a name",
            Self::Comparison => "compares",
            Self::Number => "states a number",
            Self::Finding => "reports what others say",
            Self::Quote => "quotes",
        }
    }
}

/// Returns the strongest sign in a sentence as shown, whose words are `words`; `None` if it needs
/// no citation.
pub(super) fn sign(shown: &str, words: &[Word]) -> Option<Sign> {
    let content = words.iter().filter(|word| word.class.is_content()).count();
    if content < MIN_WORDS || asks_or_introduces(shown) {
        return None;
    }
    if ENTRY.is_match(shown) || TALK.is_match(shown) || misses(shown) {
        return None;
    }
    // A line without a full stop is a label or a title: only an amount in it can be checked.
    let is_whole = is_whole(shown);
    if is_whole && QUOTE.is_match(shown) && SAYING.is_match(&QUOTE.replace_all(shown, "")) {
        return Some(Sign::Quote);
    }
    if FINDING.is_match(shown) {
        return Some(Sign::Finding);
    }
    if ADVICE.is_match(shown) {
        return None;
    }
    if AMOUNT.is_match(shown) || is_whole && YEAR.is_match(shown) {
        return Some(Sign::Number);
    }
    if !is_whole || HEDGE.is_match(shown) {
        return None;
    }
    if COMPARISON.is_match(shown) {
        return Some(Sign::Comparison);
    }
    // In a script without capitals, a Latin word is no more likely to be a name than any other.
    let has_capitals = script(shown) == Some(Script::Latin) && !shown.contains(is_unspaced);
    let names = has_capitals && words.iter().any(|word| word.class == Class::Name);
    let predicates = names && content >= MIN_WORDS_WITH_NAME && PREDICATE.is_match(shown);
    predicates.then_some(Sign::Name)
}

/// True if a sentence only says that something is not stated.
pub(super) fn declines(shown: &str) -> bool {
    misses(shown) || IGNORANCE.is_match(shown)
}

/// True if a sentence says that something is not stated, and nothing else: no amount in a clause of its own
/// (`I could not find the page, but it takes 90 days`), and no fact about the world (`No data is stored`).
pub(super) fn only_declines(shown: &str) -> bool {
    let mut clauses = CLAUSE.split(shown);
    let adds = clauses.any(|clause| AMOUNT.is_match(clause) && !declines(clause));
    let is_about_sources = !FACT.is_match(shown) || ABOUT_SOURCES.is_match(shown);
    declines(shown) && !adds && is_about_sources
}

/// Borders of clauses.
pub(super) static CLAUSE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i);|\u{ff1b}|:\s|\u{ff1a}|,? \bbut\b|, (?:and|although|though|however|yet|so)\b")
});

/// Sentences that may deny a fact instead of having no answer.
static FACT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^\W*(?:there (?:is|was) )?no (?:evidence|data|information)\b"));

/// Words of what was searched, or of searching it.
static ABOUT_SOURCES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)\b(?:sources?|documents?|context|texts?|passages?|search|results?|articles?|excerpts?|materials?|pages?|files?
        |handbook|manual|report|policy|provided|available|mention\w*|specif\w*|stated|given|i|we
        |(?:evidence|data|information)\ (?:about|on|regarding)
        |(?:data|information)\b.*\bfound)\b",
    )
});

/// True if a sentence says that something is not stated. Most sentences have none of the words for
/// it, and checking that is far cheaper than compiling the pattern.
fn misses(shown: &str) -> bool {
    const DENIALS: [&str; 7] = ["not", "n't", "n\u{2019}t", "no ", "none", "unable", "unspecified"];
    let small = shown.to_ascii_lowercase();
    let denies = DENIALS.iter().any(|word| small.contains(word)) || small.contains(is_unspaced);
    // In text that is not ASCII, word boundaries make the regex many times slower.
    denies && (shown.is_ascii() || MAY_MISS.is_match(shown)) && ABSENCE.is_match(shown)
}

/// [`ABSENCE`] without word boundaries: it matches everything that `ABSENCE` matches.
static MAY_MISS: LazyLock<Regex> = LazyLock::new(|| pattern(&ABSENCE.as_str().replace(r"\b", "")));

/// Returns true if a sentence only accompanies a refusal: an apology, an offer, a question.
pub(super) fn is_courtesy(shown: &str) -> bool {
    asks_or_introduces(shown) || COURTESY.is_match(shown) && !AMOUNT.is_match(shown)
}

/// Returns true if it is a question.
pub(super) fn asks(shown: &str) -> bool {
    shown.trim_end_matches(closes).ends_with(['?', '\u{ff1f}'])
}

/// Returns true if it is a question, or introduces what follows.
fn asks_or_introduces(shown: &str) -> bool {
    asks(shown) || shown.trim_end_matches(closes).ends_with([':', '\u{ff1a}'])
}

/// Returns true if a cell or another short piece is a sentence that a stop closes.
pub(super) fn is_whole(shown: &str) -> bool {
    shown.trim_end_matches(closes).ends_with(STOPS)
}

/// Signs that close a statement.
const STOPS: [char; 6] = ['.', '!', ';', '\u{2026}', '\u{3002}', '\u{ff01}'];

/// True for characters that may follow a full stop.
fn closes(c: char) -> bool {
    c.is_whitespace() || matches!(c, ')' | '"' | '*' | '_' | '\u{201d}' | '\u{300d}' | '\u{ff09}')
}

pub(super) fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is sound")
}

/// An entry of a list of sources: it shows an address, which a link in a sentence would hide.
static ENTRY: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)^\W*\[\^?\d+\]|https?://|\bdoi\b"));

/// Greetings, offers of help, talk about the answer itself.
static TALK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)^\W*(?:
        (?:here(?:'s|\u{2019}s|\s+is|\s+are)|below|let\ me|let's|let\u{2019}s|i|i'm|i'll|i've|i\u{2019}\w+|we'll|we\u{2019}ll|hi|hello|hey|sure|certainly
        |thanks|thank\ you|great|feel\ free|hope|please|would\ you|do\ you|if\ you|when\ you|once\ you|you|your|to\ (?:answer|summarize|summarise|recap)
        |as\ an\ ai|according\ to\ (?:my|some|the\ (?:search|web))|note:|based\ on\ (?:the|your|these|this|my)|the\ (?:following|above|next|table|figure|chart|diagram|list|section|goal|aim|question|answer|present)
        |the\ (?:analysis|report|review|synthesis)\ (?:integrates|covers|examines|focuses|provides|explores|draws|aims|presents|synthesi[sz]es|considers|combines|is)
        |(?:in|for)\ (?:this|the)\ (?:answer|response|report|section|document|guide|review|paper|analysis|essay|article|following|next)
        |this\ (?:answer|response|report|section|document|guide|review|paper|analysis|summary|table|list|article|essay|chapter|overview|synthesis|work|study|comparison)
        |(?:assumptions?|assuming|targets?|goals?|examples?|for\ example|scenario|hypothes[ie]s|estimates?|thresholds?)\W*:
        |hier\ (?:ist|sind)|im\ folgenden|ich|voici|je|aquí|yo)(?:\b|\W)
        |以下|下面|下表|上表|本文|本节|本报告|本報告|这份|这篇|这里|我|您|你|如果您|如果你|希望|请|好的|当然
        |本レポート|本稿|本書|この(?:回答|表|レポート|文書|節)|以上|次の|下記|ご|もし)",
    )
});

/// Apologies and offers.
static COURTESY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)^\W*(?:(?:i'm|i\u{2019}m|i\ am|we\ are)\ (?:very\ )?(?:sorry|afraid)|sorry|unfortunately\W*$|please|feel\ free|let\ me\ know|thank|hello|hi\b|if\ you(?:\ (?:have|need|can|could|provide|would|want|like|share|wish)|(?:'|\u{2019})d\ like)|to\ (?:answer|calculate|determine|compute)\b[^.]{0,160}\b(?:i|you)\ would\ need\b|抱歉|对不起|请|申し訳)",
    )
});

/// Statements that the answer is not known.
static IGNORANCE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)^\W*(?:(?:sorry|i(?:'|\u{2019})m\ sorry),?\ (?:but\ )?)?(?:(?:i|we)\ (?:do\ not|don(?:'|\u{2019})t)\ know\b
        |(?:i\ am|i(?:'|\u{2019})m)\ not\ sure\ (?:what|which|whether)\ you\b
        |(?:das\ )?wei(?:ß|ss)\ ich\ nicht|ich\ wei(?:ß|ss)\ (?:es\ |das\ )?nicht|je\ ne\ sais\ pas|no\ lo\ sé
        |(?:我)?不知道|分かりません|わかりません)",
    )
});

/// Statements that something is not said anywhere, which have no passage to cite.
static ABSENCE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)(?:\b(?:
        (?:sources?|documents?|context|results?|excerpts?|texts?|passages?|articles?|materials?|data|information|pages?|files?)\b[^.]{0,40}\b(?:do|does|did|is|are|was|were)(?:\ not|n't|n\u{2019}t)
        |(?:sources?|documents?|context|information|passages?|excerpts?)\b[^.]{0,160}(?:\bbut|\u{2014})\ ?(?:none|(?:do|does|did)\ not|(?:do|does|did)n(?:'|\u{2019})t)
        |(?:sources?|documents?|context|passages?|excerpts?)\b[^.]{0,160}\bbut\ (?:they|it)\ (?:do|does|did)(?:\ not|n't|n\u{2019}t)\ (?:\w+ly\ )?(?:include|contain|mention|provide|specify|state|address|cover|discuss|answer|give|list)
        |no\ (?:specific\ |further\ |direct\ |explicit\ |reliable\ |public\ )?(?:information|mention|evidence|data|sources?|details?|documents?|citations?)
        |(?:not|isn't|aren't)\ (?:explicitly\ |directly\ |specifically\ )?(?:mentioned|specified|stated|provided|disclosed|given|included|available|verified|confirmed|covered|known|clear)
        |no\ (?:\w+\ ){1,6}(?:is\ |are\ )?(?:mentioned|specified|stated|provided|given)
        |could\ ?n(?:o|'|\u{2019})t|cannot\ (?:find|confirm|verify|determine)|unable\ to|unspecified)\b
        |未提及|没有提及|未找到|无法确认|無法確認|未明确|未說明|未说明|記載(?:が|は)(?:ない|ありません)|見つかりません|確認できな|不明)",
    )
});

/// Advice and plans, which are the answer's own. A label before them may have any characters but punctuation and
/// controls of ASCII: forty times `\w` is four times as slow to compile.
static ADVICE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)(?:\b(?:should|recommend(?:ed|s|ation)?|must|ought|consider|we\ (?:will|can|propose|suggest|plan|could)|you(?:r|'ll|'re|\u{2019}ll|\u{2019}re)?|let's|i'd|i\u{2019}d|i\ would|e\.g\.\ for\ you
        |sollten?|empfeh\w+|devrai\w*|debería\w*)\b
        |^\W*for\ (?:the\ (?:latest|most)|more|further|current|detailed|official|real-time)\b[^.]*\b(?:check|see|visit|consult|refer)\b
        |^\W*(?:[^\x00-\x1f!-.:-@\[-\^`{-\x7f]{1,40}:\s+)?(?:use|add|run|create|set|ensure|implement|start|begin|build|define|make|keep|avoid|choose|pick|check|review|verify|test|include|document|track|monitor|establish|develop|adopt|apply|design|deploy|configure|install|open|click|select|go|call|write|read|store|treat|do|don't|never|always|assume|target|aim|limit|prefer|focus|prioriti[sz]e|plan|prepare|validate|evaluate|measure|collect|compare|extend|expand|introduce|enable|disable|require|reject|allow|maintain|replace|remove|move|split|combine|map|update|publish|provide|offer|support|leverage|conduct|identify|integrate|see|note|remember|think|look|ask|allocate|schedule|launch|train|hire|invest|increase|reduce|improve|encourage|promote|strengthen|pass|return|emit|log|record|calculate|compute|generate|convert|parse|export|import|save|load|send|wrap|freeze|pin|cap|gate|lock|ship|draft|expose|encode|model|separate|score|show|display|render|detect|flag|handle|preserve|repeat|cite|rank)\s
        |应当|应该|應該|应(?:该|在|将|从|以|建立|加强|优先|避免|采用)|必须|建议|建議|推荐|推薦|需要|须|べき|推奨|望まし|必要があ|提案|しましょう|してください|ましょう)",
    )
});

/// Hedged words, conclusions and transitions.
static HEDGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)(?:\bthere\ (?:is|are)\ (?:different|several|many|various|some|a\ (?:number|variety|range))\b|\b(?:could|might|may|would|likely|probably|perhaps|possibly|presumably|appears?\ to|seems?|suggests?|suggesting|implies|if|potentially|arguably|generally|typically|often|ideally)\b
        |^\W*(?:overall|in\ (?:summary|conclusion|short|sum|essence|other\ words|practice|general|this\ way|contrast)|to\ sum|therefore|thus|hence|ultimately|taken\ together|as\ a\ result|consequently|so|that|this|these|those|such|both|together|each|it|they|insgesamt|zusammenfassend|en\ résumé|en\ resumen|conclusion)\b
        |可能|也许|或许|总之|總之|综上|总的来说|总体|因此|所以|从而|意味着|可以|能够|：包括|と考えられ|かもしれ|思われ|と言え|といえ|でしょう|だろう|つまり|したがって|このように|そのため|これ)",
    )
});

/// Words of an introduction which say that the figures after it are the answer's own.
pub(super) static OWN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)\b(?:i|we|my|our|assum(?:e|es|ed|ing|ptions?)|estimated?|estimates|hypothetical(?:ly)?|illustrative|example|proposed|suggested|recommended|scenarios?)\b",
    )
});

/// At least three words between quotation marks.
static QUOTE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        "\"[^\"\\s]+(?:\\s[^\"\\s]+){3,}[\"]|\u{201c}[^\u{201d}\\s]+(?:\\s[^\u{201d}\\s]+){3,}\u{201d}|\
         \u{ab}[^\u{bb}]{16,}\u{bb}|\u{201e}[^\u{201c}\\s]+(?:\\s[^\u{201c}\\s]+){3,}\u{201c}|\
         [\u{300c}\u{300e}\u{201c}][^\u{300d}\u{300f}\u{201d} -~]{12,}[\u{300d}\u{300f}\u{201d}]",
    )
});

/// Words that attribute a quote to somebody.
static SAYING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)(?:\b(?:says?|said|saying|states?|stated|stating|wrote|writes?|calls?|called|calling|describes?|described|argues?|argued
        |reads?|quot(?:es?|ed|ing)|notes?|noted|defines?|defined|warn(?:s|ed)?|told|tells|declared?|declares|explain(?:s|ed)?|asks?|asked
        |puts?\ it|mission|motto|slogan|according|claim(?:s|ed)?|announced|added|concluded?|concludes|testified|termed|dubbed|labell?ed
        |sagt|sagte|schreibt|schrieb|nennt|nannte|dit|déclaré|écrit|dijo|dice|afirmó)\b
        |说|表示|称为|称其|指出|写道|认为|提出|述べ|語っ|説明|指摘|と呼|としている)",
    )
});

/// Findings and statements of others.
static FINDING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)(?:(?:^\W*|[,;(]\s*)according\ to\b|according\ to\ (?-i:[A-Z])|\b(?:
        (?:studies|research|surveys?|evidence|data|reports?|experts|researchers|scientists|analysts|economists|critics|authors|trials?|meta-analys[ei]s|polls?|figures|statistics)\ (?:\w+\ ){0,3}(?:shows?|showed|shown|suggests?|suggested|indicates?|indicated|finds?|found|reveals?|revealed|estimates?|estimated|confirms?|confirmed|demonstrates?|demonstrated|argues?|argued|warn(?:s|ed)?|says?|said|reported?|predicts?)
        |a\ (?:\w+\ )?(?:study|survey|report|poll|meta-analysis|trial)\ (?:by|from|of|in|found|published|conducted|shows?)
        |(?:announced|reported|stated|argued|estimated|noted|warned|concluded|confirmed|claimed|testified)\ that
        |laut\ [A-Z]|zufolge|selon\ |según\ )
        |根据[^，。]{2,30}(?:报告|数据|研究|调查|统计|显示)|研究(?:表明|显示|发现|指出)|数据显示|调查(?:显示|发现)|报告(?:显示|指出)|据(?:报道|统计|悉|估计)|指出，
        |によると|によれば|(?:調査|研究|報告書?)(?:では|によ)|と(?:報告|指摘)され)",
    )
});

/// A year.
static YEAR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?:^|[\s(\u{2013}\u{2014}-])(?:1[5-9]\d\d|20\d\d)(?:s\b|\b)|\d\s?年")
});

/// A number with a meaning: an amount, a share, a count of something.
pub(super) static AMOUNT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)(?:
        (?:[$€£¥₹]|US\$|USD\s|EUR\s)\s?\d
        |\d\s?(?:%|％|€|£|percent|per\ cent|prozent|pour\ cent|por\ ciento)
        |\b\d{1,3}(?:,\d{3})+\b
        |\d\s?(?:million|billion|trillion|thousand|hundred|bn\b|mn\b|mio\b|mrd\b|millionen|milliarden|millones|millions|milliards?)
        |\d\s(?:days?|weeks?|months?|years?|hours?|minutes?|times|people|users|employees|countries|cases|patients|participants|students|companies|gb|mb|tb|ms|km|kg|kwh|mw|gw|twh|tons?|tonnes|miles|meters|metres|degrees|dollars|euros|usd|eur|points|tage|jahre|stunden|monate|wochen|ans|jours|heures|mois|años|días|meses|horas)\b
        |\b(?:two|three|four|five|six|seven|eight|nine|ten|dozens?|hundreds?)\s(?:percent|million|billion|thousand|times|thirds|quarters|years|months|decades|of\ (?:thousands|millions))\b
        |\d\s?(?:km|kg|gb|mb|kwh|mw|ms)\b
        |\d\s?(?:月|日|万|萬|亿|億|人|元|円|ドル|美元|家|倍|名|件|カ国|か国|社|歳|岁|小时|時間|公里|个百分点|ポイント)
        )",
    )
});

/// Superlatives, comparisons, change.
static COMPARISON: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)(?:\b(?:
        largest|biggest|highest|lowest|smallest|fastest|slowest|oldest|youngest|longest|shortest|cheapest|strongest|richest|poorest|earliest|busiest|deadliest
        |the\ (?:first|only|second|third)\ \w+\ (?:to|in|of|that)
        |(?:higher|lower|fewer|larger|smaller|faster|slower|greater|cheaper|older|younger|stronger|weaker|more\ \w+|less\ \w+)\ than
        |twice\ as|doubled|tripled|quadrupled|outperform(?:s|ed)?|surpass(?:es|ed)|outpaced|overtook|rose|fell|grew|declined|plummeted|soared
        |am\ (?:größten|höchsten|meisten)|größte[rn]?|höchste[rn]?)\b
        |最大的?|最高的?|最低|最多|最少|最早|首个|首次|比[^，。]{1,12}(?:高|低|多|少|快|大|小)|增长了|下降了|超过了|最も|より(?:高|低|多|少|大き|小さ|速)|上回|下回|初めて)",
    )
});

/// A verb that makes a statement about a name.
static PREDICATE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)\b(?:was|were|has|had|founded|launched|acquired|released|published|introduced|announced|signed|won|joined|led|became|began|created|developed|established|adopted|approved|banned|passed|ruled|died|born|located|headquartered|owns|operates|employs|wurde|war|hat|fue|était)\b",
    )
});
