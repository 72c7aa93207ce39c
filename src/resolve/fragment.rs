//! The part after the `#` of an address: the name of a place in the page, or a text fragment.
//!
//! `#:~:text=[prefix-,]start[,end][,-suffix]` (WICG, Text Fragments) names words: only `start`, or
//! everything from `start` to `end`, after `prefix` and before `suffix`, in any case, whole words
//! only. Several are separated by `&`; browsers show the first that is in the page, or, if none is,
//! the name before the `:~:`.

use regex::{Regex, RegexBuilder};

use super::cited::TargetInSource;
use super::{How, LISTED, Reason, Resolution};
use crate::model::{Anchored, Locator, Source, SourceText, Target};
use crate::sources::is_code_path;
use crate::text::Span;
use crate::text::address;
use crate::text::fold::Folded;
use crate::text::prose::listed;
use crate::text::sentences::{ends_sentence, is_cut_off};

/// Separator between the name of a place and text fragments.
const DELIMITER: &str = ":~:";

/// Sites put this before the names that their writers gave (GitHub).
const PREFIXED: &str = "user-content-";

/// A fragment, read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fragment<'f> {
    /// The name of a place, as written; empty if there is none.
    name: &'f str,
    texts: Vec<TextFragment>,
}

/// A text fragment, its words without percent-encoding.
#[derive(Debug, Default, PartialEq, Eq)]
struct TextFragment {
    prefix: Option<String>,
    start: String,
    end: Option<String>,
    suffix: Option<String>,
}

/// Returns the fragment of a target: its own, or that of the cited address.
pub(super) fn of<'c>(target: &'c Target, source: &'c Source) -> Option<&'c str> {
    match &target.locator {
        Some(Locator::Fragment(fragment)) => Some(fragment),
        Some(_) => None,
        None if address::is_address(&target.id) => address::split(&target.id).1,
        None => address::split(source.url.as_deref()?).1,
    }
}

impl<'f> Fragment<'f> {
    /// Reads the text after the `#`.
    pub(super) fn read(fragment: &'f str) -> Self {
        let (name, directive) = fragment.split_once(DELIMITER).unwrap_or((fragment, ""));
        let texts = directive.split('&').filter_map(|one| one.strip_prefix("text="));
        Self { name, texts: texts.filter_map(TextFragment::read).collect() }
    }

    /// Finds its place in the source of a target.
    pub(super) fn resolve(&self, cited: &TargetInSource<'_>) -> Resolution {
        if let Some(found) = self.by_text(cited).or_else(|| self.in_cut_text(cited)) {
            return found;
        }
        let mut resolution = self.by_name(cited);
        if let Resolution::Found(passage) = &mut resolution
            && !self.texts.is_empty()
            && !cited.source.excerpt
        {
            passage.doubts.push("the words of its text fragment are not there".into());
        }
        resolution
    }

    /// Returns the place of the first text fragment that has one.
    fn by_text(&self, cited: &TargetInSource<'_>) -> Option<Resolution> {
        if self.texts.is_empty() {
            return None;
        }
        let Some(searched) = cited.searched() else { return Some(cited.too_large()) };
        let folded = searched.folded();
        let mut found = self.texts.iter().filter_map(|fragment| fragment.find(folded.as_str(), 0));
        let (start, end) = found.next()?;
        let more = found.count();
        let mut doubts = Vec::new();
        let absent = self.texts.len() - more - 1;
        if absent > 0 {
            let all = self.texts.len();
            let doubt = format!("{absent} of its {all} text fragments are not in the source");
            doubts.push(doubt.into());
        } else if more > 0 {
            let doubt = format!("it has {} text fragments; this is the first", more + 1);
            doubts.push(doubt.into());
        }
        let again = self.texts.iter().find_map(|fragment| fragment.find(folded.as_str(), end));
        if more == 0 && again.is_some() {
            doubts.push(
                "the words of the text fragment occur in several places; this is the first".into(),
            );
        }
        Some(cited.found(folded.span(searched.text(), start, end)?, How::Quote, 0, doubts))
    }

    fn by_name(&self, cited: &TargetInSource<'_>) -> Resolution {
        let name = address::decoded(self.name);
        let is_text = cited.source.extracted_from.is_none() && !cited.source.excerpt;
        let own = &cited.source.outline.anchors;
        let searched =
            if own.is_empty() && is_text && !name.is_empty() { cited.searched() } else { None };
        let anchors = searched.as_ref().map_or(own.as_slice(), |searched| searched.sections());
        let find = |wanted: &str| anchors.iter().find(|anchor| anchor.name == wanted);
        let prefixed = format!("{PREFIXED}{name}");
        let anchor = find(self.name).or_else(|| find(&name)).or_else(|| find(&prefixed));
        if let Some(anchor) = anchor.filter(|_| !name.is_empty()) {
            return cited.found(place(anchor, cited), How::Anchor, 0, Vec::new());
        }
        if cited.source.excerpt {
            return cited.place.whole();
        }
        if name.is_empty() && !self.texts.is_empty() {
            return self.text_missing(cited);
        }
        if name.is_empty() || name.eq_ignore_ascii_case("top") {
            return cited.place.whole();
        }
        // A page saved as text has lost its names, and headings have others.
        let is_page = cited.source.url.is_some() || address::is_address(&cited.target.id);
        let has_lost = own.is_empty() && (is_page || anchors.is_empty());
        if has_lost && cited.source.extracted_from.is_none() {
            let mut whole = cited.place.whole();
            if let Resolution::Found(passage) = &mut whole {
                let doubt =
                    format!("`#{name}` names a place in a page; this text has no such names");
                passage.doubts.push(doubt.into());
            }
            return whole;
        }
        name_missing(&name, anchors, cited)
    }

    /// Returns what a text that came with the answer and is cut off has of the words: all after their beginning, or
    /// else the whole text. Search engines cut their snippets so.
    fn in_cut_text(&self, cited: &TargetInSource<'_>) -> Option<Resolution> {
        let is_retrieved =
            matches!(cited.source.text, SourceText::Inline(_)) && !cited.source.excerpt;
        if !is_retrieved || !self.name.is_empty() || self.texts.is_empty() {
            return None;
        }
        let searched = cited.searched()?;
        let (text, folded) = (searched.text(), searched.folded());
        let is_cut = cited.source.is_cut || is_cut_off(text);
        let begins = |it: &TextFragment| it.beginning()?.find(folded.as_str(), 0);
        let Some((start, end)) = self.texts.iter().find_map(begins) else {
            let mut whole = Some(cited.place.whole()).filter(|_| is_cut)?;
            if let Resolution::Found(passage) = &mut whole {
                let doubt = "the words of its text fragment are not in the text, which is cut off";
                passage.doubts.push(doubt.into());
            }
            return Some(whole);
        };
        if !is_cut && ends_sentence(text) {
            return None;
        }
        let span = Span::new(folded.span(text, start, end)?.start, text.len());
        let doubt = "the text is cut off before the end of its text fragment";
        Some(cited.found(span, How::Quote, 0, vec![doubt.into()]))
    }

    /// Reports that the words are not in the source, and which of them are.
    fn text_missing(&self, cited: &TargetInSource<'_>) -> Resolution {
        let id = &cited.target.id;
        let Some(searched) = cited.searched() else { return cited.too_large() };
        let folded = searched.folded();
        let texts: Vec<String> = self.texts.iter().map(TextFragment::describe).collect();
        let texts =
            listed(texts.iter().take(LISTED).cloned(), texts.len().saturating_sub(LISTED), ", ");
        let mut facts = Vec::new();
        for fragment in &self.texts {
            for (what, piece) in fragment.pieces() {
                let alone = TextFragment { start: piece.to_owned(), ..TextFragment::default() };
                let Some((start, end)) = alone.find(folded.as_str(), 0) else { continue };
                let span = folded.span(searched.text(), start, end).unwrap_or_default();
                if let Some(line) = cited.store().line_at(span.start) {
                    facts.push(format!("its {what} “{piece}” is in L{line}"));
                }
            }
        }
        let facts = match facts.join("; ") {
            facts if facts.is_empty() => facts,
            facts => format!(" ({facts})"),
        };
        let message = format!("text fragment {texts} not found in `{id}`{facts}");
        cited.missing(Reason::MissingText, message)
    }
}

/// Returns the bytes of an anchor; for a mere position, its line.
fn place(anchor: &Anchored, cited: &TargetInSource<'_>) -> Span {
    let line = || cited.store().row_holding(anchor.span.start).map(|row| row.span);
    if anchor.span.is_empty() { line().unwrap_or(anchor.span) } else { anchor.span }
}

fn name_missing(name: &str, anchors: &[Anchored], cited: &TargetInSource<'_>) -> Resolution {
    let id = &cited.target.id;
    let distance = |anchor: &&Anchored| {
        strsim::damerau_levenshtein(&name.to_lowercase(), &anchor.name.to_lowercase())
    };
    let near = |anchor: &&Anchored| {
        let most = (name.chars().count() / 3).clamp(1, 4);
        anchor.name.len().abs_diff(name.len()) <= 4 * most && distance(anchor) <= most
    };
    let near = anchors.iter().take(MAX_COMPARED).filter(near).min_by_key(distance);
    // The anchors of code are its symbols.
    let is_code = is_code_path(id);
    let (sign, all) = if is_code { ("", "symbols") } else { ("#", "anchors") };
    let facts = match near {
        Some(near) => format!("nearest: `{sign}{}`", near.name),
        None if anchors.is_empty() => format!("it has no {all}"),
        None => {
            let names = anchors.iter().take(LISTED);
            let names = names.map(|anchor| format!("`{sign}{}`", anchor.name));
            format!("it has {}", listed(names, anchors.len().saturating_sub(LISTED), ", "))
        }
    };
    let message = if is_code {
        format!("`{id}` defines no `{name}` ({facts})")
    } else {
        format!("no anchor `#{name}` in `{id}` ({facts})")
    };
    cited.missing(Reason::MissingAnchor, message)
}

/// The maximum number of names that a misspelled name is compared with.
const MAX_COMPARED: usize = 10_000;

impl TextFragment {
    /// Reads `[prefix-,]start[,end][,-suffix]`.
    fn read(text: &str) -> Option<Self> {
        let mut pieces: Vec<&str> = text.split(',').collect();
        let mut fragment = Self::default();
        if let Some(prefix) = pieces.first().and_then(|piece| piece.strip_suffix('-')) {
            fragment.prefix = Some(address::decoded(prefix));
            pieces.remove(0);
        }
        if let Some(suffix) = pieces.last().and_then(|piece| piece.strip_prefix('-')) {
            fragment.suffix = Some(address::decoded(suffix));
            pieces.pop();
        }
        let (start, end) = match pieces.as_slice() {
            [start] => (start, None),
            [start, end] => (start, Some(end)),
            _ => return None,
        };
        fragment.start = address::decoded(start);
        fragment.end = end.map(|end| address::decoded(end));
        (!fragment.start.trim().is_empty()).then_some(fragment)
    }

    /// Returns its pieces with the name of each.
    fn pieces(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let is_all = self.end.is_none() && self.prefix.is_none() && self.suffix.is_none();
        let all = [
            ("prefix", self.prefix.as_deref()),
            ("beginning", Some(self.start.as_str()).filter(|_| !is_all)),
            ("end", self.end.as_deref()),
            ("suffix", self.suffix.as_deref()),
        ];
        all.into_iter().filter_map(|(what, piece)| Some((what, piece?)))
    }

    /// Returns the fragment of the words that it begins with; `None` if these are all.
    fn beginning(&self) -> Option<Self> {
        self.end.as_ref()?;
        Some(Self {
            prefix: self.prefix.clone(),
            start: self.start.clone(),
            end: None,
            suffix: None,
        })
    }

    /// Formats it as a reader would write it.
    fn describe(&self) -> String {
        match &self.end {
            Some(end) => format!("“{} … {end}”", self.start),
            None => format!("“{}”", self.start),
        }
    }

    /// Finds it in a folded text, at or after `from`; bytes of that text.
    fn find(&self, text: &str, from: usize) -> Option<(usize, usize)> {
        let suffix = self.suffix.as_deref();
        let Some(end) = &self.end else {
            return WordsPattern::new(self.prefix.as_deref(), &self.start, suffix)?
                .find(text, from);
        };
        let (start, after) =
            WordsPattern::new(self.prefix.as_deref(), &self.start, None)?.find(text, from)?;
        let (_, end) = WordsPattern::new(None, end, suffix)?.find(text, after)?;
        Some((start, end))
    }
}

/// Words after and before others, with only blanks and marks between.
struct WordsPattern(Regex);

impl WordsPattern {
    fn new(before: Option<&str>, words: &str, after: Option<&str>) -> Option<Self> {
        let plain = |words: &str| regex::escape(Folded::new(words).as_str());
        let gap = r"[^\p{L}\p{N}]*";
        let before = before.map(|words| format!("{}{gap}", plain(words))).unwrap_or_default();
        let after = after.map(|words| format!("{gap}{}", plain(words))).unwrap_or_default();
        let pattern = format!("{before}({}){after}", plain(words));
        Some(Self(RegexBuilder::new(&pattern).case_insensitive(true).build().ok()?))
    }

    /// Returns the first place where every piece begins and ends with whole words.
    fn find(&self, text: &str, from: usize) -> Option<(usize, usize)> {
        let mut at = from;
        while let Some(found) = self.0.captures_at(text, at) {
            let (all, words) = (found.get(0)?, found.get(1)?);
            let ends = [all.start(), words.start(), words.end(), all.end()];
            if ends.iter().all(|end| is_edge(text, *end)) {
                return Some((words.start(), words.end()));
            }
            at = text.ceil_char_boundary(all.start() + 1);
        }
        None
    }
}

/// True if no word continues across a byte of the text. In scripts without blanks between words,
/// every byte is an edge, because only a dictionary knows the word borders.
fn is_edge(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|text| text.chars().next_back());
    let after = text.get(at..).and_then(|text| text.chars().next());
    let goes_on = |c: char| c.is_alphanumeric() && !has_no_blanks(c);
    !(before.is_some_and(goes_on) && after.is_some_and(goes_on))
}

/// True if a character is of a script that is written without blanks between words: Thai, Lao,
/// Burmese, Khmer, Chinese, Japanese.
fn has_no_blanks(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{2e80}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}'
        | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(fragment: &str, text: &str) -> Option<String> {
        let fragment = Fragment::read(fragment);
        let folded = Folded::new(text);
        let found = fragment.texts.iter().find_map(|one| one.find(folded.as_str(), 0));
        let span = found.and_then(|(start, end)| folded.span(text, start, end))?;
        Some(span.slice(text).unwrap().to_owned())
    }

    #[track_caller]
    fn check(fragment: &str, text: &str, expected: Option<&str>) {
        assert_eq!(find(fragment, text).as_deref(), expected, "{fragment}");
    }

    #[test]
    fn fragments_are_names_and_texts() {
        let read = Fragment::read("sec-1:~:text=a%2C%20b-,c,d%2Dd,-e&text=f&x=1");
        assert_eq!(read.name, "sec-1");
        let owned = |text: &str| Some(text.to_owned());
        let first = TextFragment {
            prefix: owned("a, b"),
            start: "c".to_owned(),
            end: owned("d-d"),
            suffix: owned("e"),
        };
        let second = TextFragment { start: "f".to_owned(), ..TextFragment::default() };
        assert_eq!(read.texts, [first, second]);
        assert_eq!(Fragment::read("sec-1"), Fragment { name: "sec-1", texts: Vec::new() });
        for wrong in [":~:text=", ":~:text=a,b,c", ":~:text=p-", ":~:other=x"] {
            assert_eq!(Fragment::read(wrong).texts, [], "{wrong}");
        }
    }

    #[test]
    fn words_are_found_whole_and_whatever_their_case() {
        let text = "The Tower was open.\n\nThe  tower’s\nlock, the TOWER KEY and the tower.";
        check(":~:text=tower%20was", text, Some("Tower was"));
        check(":~:text=the%20tower's%20lock", text, Some("The  tower’s\nlock"));
        check(":~:text=tow", text, None);
        check(":~:text=lock,-the%20tower", text, Some("lock"));
        check(":~:text=the-,tower,-key", text, Some("TOWER"));
        check(":~:text=key-,the%20tower", text, None);
        check(":~:text=and%20the-,tower", text, Some("tower"));
        check(":~:text=was%20open,lock", text, Some("was open.\n\nThe  tower’s\nlock"));
        check(":~:text=lock,was%20open", text, None);
        check(":~:text=gone&text=key", text, Some("KEY"));
        check(":~:text=%E6%9D%B1%E4%BA%AC", "彼は東京に住む。", Some("東京"));
        check(":~:text=(a%2Bb", "x (A+b) y", Some("(A+b"));
    }
}
