//! Sentences that refuse an answer: `I cannot answer this question from the provided sources.`
//!
//! Each pattern begins at the start of a sentence and names what is missing, so that facts about
//! the world are not taken for refusals: `You cannot answer the call`, `None of the plans includes travel`.

use std::sync::LazyLock;

use regex::Regex;

use super::signs::{AMOUNT, CLAUSE, declines, only_declines, pattern};
use crate::text::bare::is_unspaced;

/// True if a sentence says that there is no answer, and nothing else.
pub(super) fn has_no_answer(shown: &str) -> bool {
    only_declines(shown) || refuses(shown)
}

/// True if a sentence refuses an answer and says nothing else.
fn refuses(shown: &str) -> bool {
    let mut clauses = CLAUSE.split(shown);
    let is_empty = |it: &str| {
        !AMOUNT.is_match(it) && (REFUSAL.is_match(it) || declines(it) || OFFER.is_match(it))
    };
    may_refuse(shown)
        && clauses.next().is_some_and(|first| REFUSAL.is_match(first))
        && clauses.all(is_empty)
}

/// True if a sentence has one of the words that every match of [`REFUSAL`] has. Few sentences have one, and compiling
/// that pattern takes as long as all other work on a small answer.
fn may_refuse(shown: &str) -> bool {
    const SIGNS: &str = "not|n't|n\u{2019}t|no |none|neither|unable|insufficient|irrelevant|unrelated|lack|am missing|\
        are missing|can only|outside|out of|beyond|nicht|kein| ne |não";
    let small = shown.to_lowercase();
    SIGNS.split('|').any(|sign| small.contains(sign)) || small.contains(is_unspaced)
}

/// Statements that there is no answer, or nothing to answer from.
static REFUSAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)^\W*
        (?:(?:sorry|apologies|unfortunately|regrettably|i\ apologi[sz]e|(?:i(?:'|\u{2019})m|i\ am|we\ are|we(?:'|\u{2019})re)\ (?:very\ )?(?:sorry|afraid)),?\ (?:but\ |that\ )?)?
        (?:(?:based\ (?:solely\ )?on|from|given|according\ to|with|in)\ (?:the|this|these|your|my|our)\ [^,.]{1,60},\ )?
        (?:
        (?:i|we)\ (?:cannot|can\ not|can(?:'|\u{2019})t|could\ not|couldn(?:'|\u{2019})t|(?:am|are)\ (?:unable|not\ able)\ to|(?:do\ not|don(?:'|\u{2019})t)\ know\ how\ to)\ (?:\w+ly\ )?(?:(?:answer|respond(?:\ to)?)(?:\W*$|,|\ (?:this|that|it|from|based|with|safely)\b|\ (?:the|your|any|such|these)\ (?:\w+\ )?(?:questions?|query|queries|requests?)\b)|(?:help|assist)(?:\ you)?(?:\W*$|\ with\ (?:this|that|your\ (?:question|query|request))\b)|(?:determine|provide|give)\ (?:you\ )?(?:with\ )?(?:this|that|the|an|a|any|your)?\ ?(?:\w+\ ){0,2}(?:answers?|information|details?|response)\b)
        |(?:i|we)\ (?:do\ not|don(?:'|\u{2019})t|did\ not|didn(?:'|\u{2019})t)\ (?:\w+ly\ )?have\ (?:(?:any|an|enough|sufficient|access|to|the|that|this|specific|relevant|more|further|reliable|direct|necessary|required)\ ){0,4}(?:information|context|details?|documents?|sources?|knowledge|answer|access)\b
        |(?:i|we)\ (?:lack|am\ missing|are\ missing)\ (?:(?:the|enough|sufficient|any|specific|relevant|necessary|required)\ ){0,3}(?:information|context|details?|documents?|sources?)\b
        |(?:i\ am|i(?:'|\u{2019})m)\ not\ (?:entirely\ |completely\ )?(?:sure|certain)\b
        |(?:i|we)\ can\ only\ (?:answer|help|assist|respond)\b
        |there\ (?:is|was|are)(?:\ not|n(?:'|\u{2019})t)\ (?:enough|sufficient|any)\ (?:\w+\ )?(?:information|context|details?)\b
        |(?:insufficient|not\ enough)\ (?:\w+\ )?(?:information|context|details?)\b
        |(?:the|this|these|your)\ (?:(?:provided|given|retrieved|available|supplied|above)\ (?:\w+\ )?(?:sources?|documents?|information|passages?|excerpts?|texts?)|(?:\w+\ )?context)\b[^.]{0,40}\b(?:is|are|was|were)\ (?:insufficient|not\ (?:sufficient|enough)|irrelevant|unrelated)\b
        |not\ (?:found|mentioned|stated|specified|available|covered)\ (?:in|by|anywhere\ in)\ [^.,]{0,30}\b(?:sources?|documents?|context|passages?|excerpts?|texts?|files?|materials?)\b
        |(?:(?:the|this|that|your)\ )?(?:(?:exact|specific|full)\ )?(?:answer|question|query|request)\b[^.,]{0,30}\b(?:cannot|can\ not|can(?:'|\u{2019})t|could\ not|couldn(?:'|\u{2019})t)\ be\ (?:answered|determined|found|confirmed|verified|derived)\b
        |(?:(?:the|this|that)\ )?(?:information|this|that|it)\ (?:cannot|can\ not|can(?:'|\u{2019})t|could\ not|couldn(?:'|\u{2019})t)\ be\ (?:answered|determined|found|confirmed|verified|derived)\ (?:from|with|in|based\ on|using)\ [^.,]{0,30}\b(?:sources?|documents?|context|passages?|excerpts?|texts?)\b
        |(?:none|neither|nothing)\ (?:of|in|from)\ (?:(?:the|these|those|your|my|our)\ )?(?:\w+\ ){0,2}(?:sources?|documents?|context|passages?|excerpts?|texts?|articles?|results?|materials?|pages?|files?|them)\ (?:\w+ly\ )?(?:mentions?|address(?:es)?|contains?|discuss(?:es)?|describes?|covers?|provides?|answers?|states?|specif(?:y|ies)|includes?|refers?|says?|gives?|lists?)\b
        |neither\ (?:source|document|passage|excerpt|text|article|page|file)\ (?:\w+ly\ )?(?:mentions|addresses|contains|discusses|describes|covers|provides|answers|states|specifies|includes|says|gives|lists)\b
        |(?:the|these|your)\ (?:\w+\ ){0,2}(?:sources?|documents?|context|passages?|excerpts?|texts?|articles?|results?|materials?|pages?|files?)\ (?:says?|states?|contains?|mentions?|provides?|gives?)\ nothing\b
        |no\ (?:relevant|matching|related|useful|suitable|sufficient|applicable)\ (?:\w+\ )?(?:information|documents?|context|passages?|results?|sources?)\b
        |(?:the|this|that|your)\ (?:question|request|query|topic)\b[^.,]{0,30}\b(?:is|falls|lies)\ (?:outside|out\ of|beyond)\ [^.,]{0,30}\b(?:scope|sources?|documents?|context|knowledge)\b
        |(?:ich|wir)\ (?:kann|können|konnte|konnten)\b[^.]{0,80}\bnicht\ (?:beantworten|finden|sagen)\b
        |(?:die|der|das|den|diese|dieser)\ (?:\w+\ ){0,3}(?:dokumente?|quellen?|unterlagen|kontext|texte?|auszüge?)\b[^.]{0,30}\b(?:enth(?:alten|ält)|nenn(?:en|t)|erwähn(?:en|t))\b[^.]{0,20}\b(?:keine?n?|nichts|nicht)\b
        |(?:es\ gibt\ )?keine\ (?:\w+\ )?(?:informationen|angaben)\b[^.]{0,60}\b(?:gefunden|enthalten|verfügbar|vorhanden|quellen|dokumenten|kontext)\b
        |je\ ne\ (?:peux|suis|dispose)\ pas\b[^.]{0,30}\b(?:répondre|trouver|informations?)\b
        |(?:les|le|la|ces|ce)\ (?:\w+\ ){0,2}(?:documents?|sources?|contexte|extraits?|textes?)\b[^.]{0,30}\bne\ (?:contien|mentionn|précis|fourni|donn)\w*\ (?:pas|aucune?|rien)\b
        |no\ (?:puedo|podemos|pude)\ (?:responder|contestar|encontrar)\b
        |(?:los|el|las|la|estos|este)\ (?:\w+\ ){0,2}(?:documentos?|fuentes?|contexto|textos?|fragmentos?)\b[^.]{0,30}\bno\ (?:contien|mencion|incluy|proporcion|especific)\w*
        |não\ (?:posso|consigo)\ (?:responder|encontrar)\b
        |[^。]{0,40}(?:无法|無法|不能)回答|(?:根据|基于|從|从)[^。]{0,40}(?:无法|無法|不能)(?:确定|確定|提供)|[^。]{0,40}没有(?:提供|包含|找到)(?:足够|相关|任何)?[^。]{0,12}信息
        |[^。]{0,60}(?:回答できません|お答えできません|記載されていません)
        )",
    )
});

/// Beginnings of clauses that offer something, or say what would help.
static OFFER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:please|let me know|feel free|if you\b|(?:i|we) (?:can|could|will) (?:help|try|look|search|only|answer)\b|you (?:can|could|may) (?:ask|try|provide|share|rephrase|contact)\b)",
    )
});
