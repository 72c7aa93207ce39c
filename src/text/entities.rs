//! Entities of HTML and Markdown: `&amp;`, `&#39;`, `&#x2019;`.

use super::Span;

/// Those with a name that are met in texts.
const NAMED: [(&str, char); 33] = [
    ("amp", '&'),
    ("apos", '\''),
    ("bull", '\u{2022}'),
    ("deg", '\u{b0}'),
    ("emsp", '\u{2003}'),
    ("ensp", '\u{2002}'),
    ("euro", '\u{20ac}'),
    ("ge", '\u{2265}'),
    ("gt", '>'),
    ("hellip", '\u{2026}'),
    ("laquo", '\u{ab}'),
    ("lbrack", '['),
    ("ldquo", '\u{201c}'),
    ("le", '\u{2264}'),
    ("lsqb", '['),
    ("lsquo", '\u{2018}'),
    ("lt", '<'),
    ("mdash", '\u{2014}'),
    ("middot", '\u{b7}'),
    ("nbsp", '\u{a0}'),
    ("ndash", '\u{2013}'),
    ("para", '\u{b6}'),
    ("plusmn", '\u{b1}'),
    ("pound", '\u{a3}'),
    ("quot", '"'),
    ("raquo", '\u{bb}'),
    ("rbrack", ']'),
    ("rdquo", '\u{201d}'),
    ("rsqb", ']'),
    ("rsquo", '\u{2019}'),
    ("sect", '\u{a7}'),
    ("thinsp", '\u{2009}'),
    ("times", '\u{d7}'),
];

/// Those with a name that show nothing.
const UNSEEN: [(&str, char); 3] = [("shy", '\u{ad}'), ("zwj", '\u{200d}'), ("zwnj", '\u{200c}')];

/// The longest entity, in bytes.
const MAX_LENGTH: usize = 12;

/// Returns the character that the entity at the start of a text means, and its length in bytes.
pub(crate) fn entity(text: &str) -> Option<(char, usize)> {
    let inner = text.get(..text.floor_char_boundary(MAX_LENGTH))?.strip_prefix('&')?;
    let name = inner.get(..inner.find(';')?)?;
    let named = || NAMED.iter().chain(&UNSEEN).find(|(own, _)| *own == name).map(|(_, c)| *c);
    let c = match name.strip_prefix('#') {
        Some(number) => numbered(number)?,
        None => named()?,
    };
    Some((c, "&;".len() + name.len()))
}

fn numbered(number: &str) -> Option<char> {
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?)
}

/// Returns the entities in a text, in order, with the characters that they mean.
pub(crate) fn entities(text: &str) -> impl Iterator<Item = (Span, char)> {
    let all = text.match_indices('&');
    all.filter_map(|(at, _)| {
        let (c, length) = entity(text.get(at..)?)?;
        Some((Span::new(at, at + length), c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entity_means_a_character() {
        for (text, c) in
            [("&amp;", '&'), ("&#39;", '\''), ("&#x2019;s", '\u{2019}'), ("&le;", '\u{2264}')]
        {
            let length = text.find(';').unwrap() + 1;
            assert_eq!(entity(text), Some((c, length)), "{text}");
        }
        for text in
            ["&", "& amp;", "&unknown;", "&#;", "&#xd800;", "&#99999999999;", "amp;", "&a b;"]
        {
            assert_eq!(entity(text), None, "{text}");
        }
        let found: Vec<_> = entities("R&D &lt; &#52;&").collect();
        assert_eq!(found, [(Span::new(4, 8), '<'), (Span::new(9, 14), '4')]);
    }
}
