//! Citations that open the sentence they support: `Document [1] states: "…"`, `In [3], …`,
//! `src/app.rs:42 returns …`.

/// Words for a source before a mark, in lower case.
const NOUNS: &[&str] = &[
    "article",
    "chunk",
    "citation",
    "clause",
    "context",
    "doc",
    "document",
    "excerpt",
    "exhibit",
    "extract",
    "file",
    "item",
    "page",
    "paper",
    "paragraph",
    "passage",
    "ref",
    "reference",
    "report",
    "result",
    "section",
    "snippet",
    "source",
    "study",
    "text",
    "articles",
    "chunks",
    "contexts",
    "docs",
    "documents",
    "excerpts",
    "files",
    "papers",
    "passages",
    "references",
    "reports",
    "results",
    "sections",
    "snippets",
    "sources",
    "studies",
    "dokument",
    "dokumente",
    "dokumenten",
    "quelle",
    "quellen",
    "studie",
    "abschnitt",
    "auszug",
    "étude",
    "extrait",
    "référence",
    "documento",
    "documentos",
    "documenti",
    "fuente",
    "fuentes",
    "fonte",
    "fonti",
    "estudio",
    "studio",
    "estudo",
    "документ",
    "источник",
    "文档",
    "文件",
    "资料",
    "文書",
    "문서",
];

/// Words that lead to a source, in lower case: a claim never consists of them alone.
const LEADS: &[&str] = &[
    "a",
    "according",
    "additionally",
    "again",
    "also",
    "although",
    "an",
    "another",
    "as",
    "based",
    "because",
    "both",
    "but",
    "by",
    "cited",
    "context",
    "described",
    "each",
    "e.g",
    "example",
    "explained",
    "finally",
    "first",
    "for",
    "from",
    "furthermore",
    "given",
    "however",
    "in",
    "is",
    "it",
    "lastly",
    "likewise",
    "mentioned",
    "moreover",
    "next",
    "noted",
    "of",
    "on",
    "other",
    "outlined",
    "per",
    "provided",
    "quoted",
    "reported",
    "second",
    "secondly",
    "shown",
    "similarly",
    "since",
    "specifically",
    "stated",
    "that",
    "the",
    "these",
    "third",
    "this",
    "those",
    "to",
    "under",
    "when",
    "whereas",
    "where",
    "while",
    "with",
    "within",
    "firstly",
    "instance",
    "laut",
    "gemäß",
    "nach",
    "im",
    "aus",
    "der",
    "die",
    "das",
    "dem",
    "den",
    "ebenso",
    "auch",
    "außerdem",
    "selon",
    "d'après",
    "dans",
    "le",
    "la",
    "les",
    "según",
    "en",
    "el",
    "los",
    "las",
    "secondo",
    "nel",
    "nella",
    "il",
    "segundo",
    "no",
    "na",
    "o",
    "os",
    "согласно",
    "в",
    "根据",
    "根據",
    "按照",
];

/// Words between two marks that name sources together, in lower case.
const JOINS: &[&str] = &[
    "and", "or", "&", "und", "oder", "sowie", "et", "ou", "y", "e", "ed", "и", "和", "与", "及",
    "と",
];

/// Words that begin a clause with a subject of its own, in lower case.
const CLAUSES: &str = "and but while whereas because since although though so then yet und aber während weil \
    mais pero mentre";

/// Words after which a place in code is a part of its sentence, in lower case.
const PREPOSITIONS: &str =
    "in at from by of via on to with inside within through into under near bei aus von dans en";

/// Words that ask the reader to look at a source, in lower case.
const POINTS: &[&str] = &["see", "cf", "siehe", "vgl", "voir", "ver", "véase", "vedi", "см", "见"];

/// Verbs that say what a source holds, in lower case.
const VERBS: &[&str] = &[
    "states",
    "state",
    "stated",
    "says",
    "say",
    "said",
    "finds",
    "find",
    "found",
    "shows",
    "show",
    "showed",
    "reports",
    "report",
    "reported",
    "notes",
    "note",
    "noted",
    "argues",
    "argue",
    "argued",
    "suggests",
    "suggest",
    "suggested",
    "mentions",
    "mention",
    "mentioned",
    "specifies",
    "specify",
    "specified",
    "indicates",
    "indicate",
    "indicated",
    "demonstrates",
    "demonstrate",
    "demonstrated",
    "observes",
    "observed",
    "proposes",
    "propose",
    "proposed",
    "concludes",
    "conclude",
    "concluded",
    "describes",
    "describe",
    "described",
    "explains",
    "explain",
    "explained",
    "outlines",
    "outline",
    "outlined",
    "reiterates",
    "reiterate",
    "reinforces",
    "confirms",
    "confirm",
    "confirmed",
    "discusses",
    "discuss",
    "defines",
    "define",
    "details",
    "provides",
    "provide",
    "requires",
    "require",
    "allows",
    "allow",
    "permits",
    "permit",
    "emphasizes",
    "emphasises",
    "highlights",
    "highlight",
    "claims",
    "claim",
    "claimed",
    "affirms",
    "affirm",
    "clarifies",
    "includes",
    "prohibits",
    "grants",
    "lists",
    "adds",
    "introduces",
    "introduced",
    "investigated",
    "investigates",
    "examined",
    "examines",
    "used",
    "uses",
    "similarly",
    "also",
    "further",
    "both",
    "explicitly",
    "clearly",
    "beschreibt",
    "zeigt",
    "sagt",
    "besagt",
    "nennt",
    "montre",
    "indique",
    "indica",
    "muestra",
    "señala",
    "mostra",
    "afirma",
];

/// Maximum number of words before a mark that name who says something: `Smith et al. [3] found …`.
const MAX_NAMES: usize = 4;

/// The part that the words of a sentence before a mark play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lead {
    /// They are no claim: the words after the mark are.
    Opens,
    /// They name who says what follows: the whole sentence is the claim.
    Names,
}

/// Returns the lead that the words `before` a mark in its sentence are; `behind` is the rest of it.
/// A mark of a place in code may be the subject itself, whatever verb follows.
pub(super) fn lead(before: &str, behind: &str, is_code: bool) -> Option<Lead> {
    let mut following = behind.split_whitespace();
    let verb = following.next().unwrap_or_default();
    if following.next().is_none() && !verb.ends_with([':', '\u{ff1a}']) {
        return None;
    }
    let whole = before;
    let before = behind_label(before);
    if before.trim_end().ends_with([')', '(', '[']) {
        return None;
    }
    let goes_on = behind.trim_start_matches(':').starts_with(' ');
    if is_code && goes_on && whole.trim_end().ends_with([':', '\u{ff1a}']) {
        return Some(Lead::Opens);
    }
    let words: Vec<String> = words(before).collect();
    let is_verb = is_one_of(verb, VERBS);
    let opens_low = || behind.starts_with(' ') && verb.starts_with(char::is_lowercase);
    match words.split_last() {
        None => (is_verb || is_code && opens_low()).then_some(Lead::Opens),
        Some((last, rest)) => {
            let is_lead = |word: &String| {
                NOUNS.contains(&word.as_str())
                    || LEADS.contains(&word.as_str())
                    || JOINS.contains(&word.as_str())
            };
            let points = POINTS.contains(&last.as_str());
            if !points && is_lead(last) && rest.iter().all(is_lead) {
                return Some(Lead::Opens);
            }
            let is_clause = before.trim_end().ends_with(';') || has(CLAUSES, last);
            if is_code && opens_low() && is_clause {
                return Some(Lead::Opens);
            }
            if is_code && behind.starts_with([' ', ',']) && has(PREPOSITIONS, last) {
                return Some(Lead::Names);
            }
            let is_name = before.trim_start().starts_with(char::is_uppercase);
            (is_verb && is_name && words.len() <= MAX_NAMES).then_some(Lead::Names)
        }
    }
}

/// Returns the length of a clause that ends before `, while` or the like, where the next mark is the subject
/// of what follows: `opens it, while [2] closes it`.
pub(super) fn clause_before_subject(between: &str) -> Option<usize> {
    let said = between.trim_end();
    let clause = if let Some(clause) = said.strip_suffix(';') {
        clause
    } else {
        let (clause, last) = said.rsplit_once(char::is_whitespace)?;
        Some(clause).filter(|_| has(CLAUSES, &last.to_lowercase()))?
    };
    let clause = clause.trim_end_matches([',', ' ', '\n']);
    clause.contains(char::is_alphanumeric).then_some(clause.len())
}

/// Returns the words after a label that leads to a mark: `Scope: document` of `Scope: document [1] …`.
fn behind_label(before: &str) -> &str {
    let labels = before.rmatch_indices([':', '\u{ff1a}', '-', '–', '—']);
    let ends = labels.map(|(at, sign)| before.get(at + sign.len()..).unwrap_or_default());
    let mut behind = ends.filter(|rest| rest.starts_with(' ') && words(rest).next().is_some());
    behind.next().unwrap_or(before)
}

/// True if the words between two marks only join them: `[1] and [2]`, `document [2] and document [3]`.
pub(super) fn joins(between: &str) -> bool {
    let mut words = words(between).peekable();
    words.peek().is_some()
        && words.all(|word| JOINS.contains(&word.as_str()) || NOUNS.contains(&word.as_str()))
}

/// Returns a claim without a last word that only points at its mark: `It rose (see [4])`.
pub(super) fn without_pointer(words: &str) -> &str {
    let Some(at) = words.rfind(|c: char| !c.is_alphabetic() && c != '.') else { return words };
    let start = words.ceil_char_boundary(at + 1);
    let (said, last) = words.split_at_checked(start).unwrap_or((words, ""));
    let is_noun = || said.ends_with(['(', '[']) && is_one_of(last, NOUNS);
    if (is_one_of(last, POINTS) || is_noun())
        && said.trim_end().ends_with(['(', '[', ',', ';', '—', '–'])
    {
        said.trim_end_matches(|c: char| c.is_whitespace() || "([,;—–".contains(c))
    } else {
        words
    }
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| c.is_whitespace() || c == '-');
    let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '&'));
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// True if `word` is one of the words between blanks.
fn has(all: &str, word: &str) -> bool {
    all.split(' ').any(|own| own == word)
}

fn is_one_of(word: &str, all: &[&str]) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    all.contains(&word.as_str())
}
