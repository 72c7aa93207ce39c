//! A title and an address in the words of one entry.

use crate::text::not_shown::is_style;

/// The maximum length of an address in a text, in bytes.
const MAX_LENGTH: usize = 4096;

/// Maximum depth of round brackets in the address of a link, as in `CommonMark`.
const MAX_DEPTH: usize = 32;

/// Takes `[title](url)`, `<a href="url">title</a>`, `title: url`, `url - title`, `url "title"`, `[[note]]` or a title alone apart.
pub(crate) fn title_and_url(words: &str) -> (Option<String>, Option<String>) {
    let words = words.trim();
    if let Some(note) = note(words) {
        return (titled(note), None);
    }
    if let Some(found) = html_link(words) {
        return found;
    }
    if (words.contains("</") || words.contains("<br")) && !words.contains("<http") {
        return title_and_url(&without_tags(words));
    }
    if let Some((title, url)) = markdown_link(words) {
        // `A title, [https://example.org/a](https://example.org/a)`, `A title. [Link](https://example.org/a)`
        let is_title = find_address(title).is_none() && !is_word_for_a_link(title);
        let before = words.split('[').next().filter(|_| !is_title).map(without_word_for_a_link);
        return (before.and_then(titled).or_else(|| titled(title)), Some(url.to_owned()));
    }
    let Some(at) = find_address(words) else { return (titled(words), None) };
    let (before, rest) = words.split_at_checked(at).unwrap_or((words, ""));
    let url = address_at(rest);
    let after = rest.get(url.len()..).unwrap_or_default();
    // The address may be written as code.
    let ticks = before.strip_suffix('`').zip(after.strip_prefix('`'));
    let (before, after) = ticks.unwrap_or((before, after));
    let is_title = |words: &String| find_address(words) != Some(0);
    let title = titled(before).or_else(|| titled(after).filter(is_title));
    (title, (!url.is_empty()).then(|| url.to_owned()))
}

/// Words that say that there is a link, in lower case: they name no page.
const LINKS: [&str; 8] = ["link", "url", "source", "here", "lien", "enlace", "ссылка", "链接"];

/// True for the label of a link that only says that it is one: `[Link]`, `[[URL]]`.
fn is_word_for_a_link(label: &str) -> bool {
    let label = label.trim_matches(|c: char| c.is_whitespace() || "[]*_".contains(c));
    LINKS.contains(&label.to_lowercase().as_str())
}

/// Returns the words before a link without a word for it and the sign after that: `A title – **URL:** *`.
fn without_word_for_a_link(before: &str) -> &str {
    let sign = |c: char| c.is_whitespace() || "*_:：(".contains(c);
    let words = before.trim_end_matches(sign);
    let last = words
        .rfind(|c: char| !c.is_alphanumeric())
        .map_or(0, |at| words.ceil_char_boundary(at + 1));
    match words.split_at_checked(last) {
        Some((rest, word)) if is_word_for_a_link(word) && before.contains([':', '：']) => rest,
        _ => before,
    }
}

/// Reads the first link of words in HTML, `Timetable — <a href="https://…">https://…</a>`: its label is the title
/// unless it is an address.
fn html_link(words: &str) -> Option<(Option<String>, Option<String>)> {
    let (before, link) = words.split_once("<a ")?;
    let (_, value) = link.split_once("href=\"")?;
    let (url, rest) = value.split_once('"').filter(|(url, _)| find_address(url) == Some(0))?;
    let label = without_tags(rest.split_once('>')?.1.split("</a>").next()?);
    let before = without_tags(before);
    let before = before.trim().trim_end_matches("&#8212;").trim_end_matches("&mdash;");
    let title = Some(label).filter(|label| find_address(label).is_none());
    let title = title.and_then(|label| titled(&label)).or_else(|| titled(before));
    Some((title, Some(url.replace("&amp;", "&"))))
}

/// Returns the words between the tags of HTML; a tag that does not only set their style ends a word.
pub(crate) fn without_tags(html: &str) -> String {
    let mut words = String::new();
    for part in html.split('<') {
        let Some((tag, shown)) = part.split_once('>') else {
            words.push_str(part);
            continue;
        };
        let name = tag.trim_start_matches('/').split(|c: char| !c.is_ascii_alphanumeric()).next();
        let is_style = name.is_some_and(|name| is_style(&name.to_ascii_lowercase()));
        if !is_style && !words.is_empty() && !words.ends_with(char::is_whitespace) {
            words.push(' ');
        }
        words.push_str(shown);
    }
    words
}

/// Returns the name of the note that `[[folder/note#heading|shown]]` links to.
pub(crate) fn note(words: &str) -> Option<&str> {
    let (inner, after) = words.strip_prefix("[[")?.split_once("]]")?;
    // `[[1]](url)` is a number with a link.
    let fits = !inner.contains(['[', ']']) && !after.starts_with('(');
    fits.then(|| inner.split(['|', '#']).next().unwrap_or(inner))
}

/// Finds the beginning of the first address.
fn find_address(words: &str) -> Option<usize> {
    let starts = ["https://", "http://"].iter().filter_map(|scheme| words.find(scheme));
    starts.min()
}

/// Returns the address at the start of `text`, without punctuation after it that closes a sentence.
pub(crate) fn address_at(text: &str) -> &str {
    let ends = |c: char| {
        c.is_whitespace()
            || matches!(c, '<' | '>' | '"' | '`' | '，' | '。' | '；' | '）' | '】' | '」')
    };
    let whole = text.get(..text.find(ends).unwrap_or(text.len())).unwrap_or_default();
    let mut url = whole.get(..whole.floor_char_boundary(MAX_LENGTH)).unwrap_or_default();
    // Brackets that close more than the address opens.
    let mut surplus = url.matches(')').count().saturating_sub(url.matches('(').count());
    loop {
        let shorter = url.trim_end_matches(['.', ',', ';', ':', '!', '?', '*', '\'', ']']);
        let shorter = match shorter.strip_suffix(')').filter(|_| surplus > 0) {
            Some(inner) => {
                surplus -= 1;
                inner
            }
            None => shorter,
        };
        if shorter.len() == url.len() {
            return url;
        }
        url = shorter;
    }
}

/// Returns the first `[title](https://…)`, the title with its inner brackets.
fn markdown_link(words: &str) -> Option<(&str, &str)> {
    let at = ["](http", "](<http"].iter().filter_map(|mark| words.find(mark)).min()?;
    let mut depth = 0_usize;
    let mut open = None;
    for (index, byte) in words.as_bytes().get(..at)?.iter().enumerate().rev() {
        match byte {
            b']' => depth += 1,
            b'[' if depth == 0 => {
                open = Some(index);
                break;
            }
            b'[' => depth -= 1,
            _ => {}
        }
    }
    // An unbalanced title begins at the first bracket.
    let open = open.or_else(|| words.find('['))?;
    let title = words.get(open + 1..at)?;
    let inner = words.get(at + 2..)?;
    Some((title, target(inner)?))
}

/// Returns the address of a link, from after its `(` to the `)` that closes it.
pub(crate) fn target(inner: &str) -> Option<&str> {
    target_and_end(inner).map(|(url, _)| url)
}

/// True for the address of a mark, by which a word processor links a note to its text: `#_ftnref1`.
pub(crate) fn is_back_link(url: &str) -> bool {
    const PLACES: [&str; 6] =
        ["#_ftnref", "#_ednref", "#ftnref", "#fnref", "#footnote-ref-", "#cite_ref-"];
    PLACES.iter().any(|place| url.starts_with(place))
}

/// True for the address of a note in a page: `https://pier.example/past#cite_note-3`.
pub(crate) fn is_note(url: &str) -> bool {
    const PLACES: [&str; 7] =
        ["fn", "_ftn", "ftn", "_edn", "cite_note", "footnote", "user-content-fn"];
    url.split_once('#').is_some_and(|(_, place)| {
        let place = place.strip_prefix("notes-").unwrap_or(place);
        place.ends_with(|c: char| c.is_ascii_digit())
            && PLACES.iter().any(|own| place.starts_with(own))
    })
}

/// Returns the address of a link, from after its `(`, and the place after the `)` that closes it. A title in
/// quotation marks may hold brackets: `(https://… "Boats 12(3), a review")`.
pub(crate) fn target_and_end(inner: &str) -> Option<(&str, usize)> {
    let (mut depth, mut is_titled) = (0_usize, false);
    for (index, c) in inner.char_indices().take(MAX_LENGTH) {
        match c {
            '"' if depth == 0 && !is_titled && inner.get(..index)?.ends_with([' ', '\t']) => {
                is_titled = true;
                let (url, title) = inner.split_at_checked(index)?;
                let line = title.get(..title.floor_char_boundary(MAX_LENGTH))?.lines().next()?;
                if let Some(end) = line.find("\")") {
                    return Some((url.trim().trim_matches(['<', '>']), index + end + 2));
                }
            }
            '(' if depth == MAX_DEPTH => return None,
            '(' => depth += 1,
            ')' if depth == 0 => {
                let whole = inner.get(..index)?.trim();
                let plain = whole.split([' ', '\t']).next().unwrap_or(whole);
                return Some((plain.trim_matches(['<', '>']), index + 1));
            }
            ')' => depth -= 1,
            '\n' | '\r' => return None,
            _ => {}
        }
    }
    None
}

/// Returns words without the punctuation that parted them from an address.
fn titled(all: &str) -> Option<String> {
    let outer = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '-' | '–'
                    | '—'
                    | ':'
                    | '：'
                    | '|'
                    | ','
                    | '，'
                    | ';'
                    | '"'
                    | '“'
                    | '”'
                    | '*'
                    | '<'
                    | '>'
            )
    };
    let words = all.trim_matches(outer);
    let words = words.strip_suffix(['(', '（', '[']).unwrap_or(words).trim_end_matches(outer);
    let words = words.strip_prefix([')', '）', ']']).unwrap_or(words).trim_start_matches(outer);
    let words = words.strip_suffix("...").unwrap_or(words).trim_end();
    // `*Title*. https://…`
    let words = words.strip_suffix("*.").unwrap_or(words);
    let says = words.chars().any(char::is_alphanumeric);
    says.then(|| without_lone_emphasis(all, with_own_quotes(all, words)))
}

/// Returns `words`, a part of `all`, without signs of emphasis if the partner of one is not in it: `**Piers** – *Ferry office*`,
/// `Fares** – Piers`.
fn without_lone_emphasis(all: &str, words: &str) -> String {
    let mut own = words.to_owned();
    for sign in ["**", "*"] {
        let is_even = |text: &str| text.matches(sign).count().is_multiple_of(2);
        // `**[1] Fares** – Piers`: the number took the first sign.
        let closes = || own.split_once("** ").is_some_and(|(before, _)| !before.contains("**"));
        if !is_even(&own) && (is_even(all) || sign == "**" && closes()) {
            own = own.replace(sign, "");
        }
    }
    own
}

/// Returns `words`, a part of `all`, with the quotation mark next to them if they have its partner alone:
/// `"Piers". Ferry office`.
fn with_own_quotes<'w>(all: &'w str, words: &'w str) -> &'w str {
    let around = all.find(words).and_then(|start| {
        let (before, rest) = all.split_at_checked(start)?;
        Some((before, rest.get(words.len()..)?))
    });
    let Some((before, after)) = around else { return words };
    let straight = !words.matches('"').count().is_multiple_of(2);
    let (opened, closed) = (words.matches('“').count(), words.matches('”').count());
    let start = match before.chars().next_back() {
        Some('"') if straight => 1,
        Some('“') if closed > opened => '“'.len_utf8(),
        _ => 0,
    };
    let end = match after.chars().next() {
        Some('"') if straight && start == 0 => 1,
        Some('”') if opened > closed => '”'.len_utf8(),
        _ => 0,
    };
    let first = before.len() - start;
    all.get(first..before.len() + words.len() + end).unwrap_or(words)
}
