//! The classes of characters in a bare text.

/// True if `c` belongs to a script that puts no blanks between words: Chinese, Japanese, Thai, ….
pub const fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// True for Arabic's and Hebrew's one-letter words: and, in, to, the, ….
pub(super) const fn is_prefix(c: char) -> bool {
    matches!(
        c,
        '\u{648}'
            | '\u{641}'
            | '\u{628}'
            | '\u{644}'
            | '\u{643}'
            | '\u{5d5}'
            | '\u{5d4}'
            | '\u{5d1}'
            | '\u{5db}'
            | '\u{5dc}'
            | '\u{5de}'
            | '\u{5e9}'
    )
}

/// Marks that are set upon a letter.
pub(super) fn is_mark(c: char) -> bool {
    c >= '\u{300}' && unicode_normalization::char::is_combining_mark(c)
}

/// True for characters without meaning of their own: joiners, soft hyphens, direction marks, U+0002
/// (which PDF extraction leaves at hyphenations), the Arabic stretch, and the vowel points of
/// Arabic and Hebrew, which most texts leave out.
pub(super) const fn is_silent(c: char) -> bool {
    matches!(c,
        '\u{2}' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}' | '\u{640}'
        | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{591}'..='\u{5bd}' | '\u{5bf}'
        | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{5c7}')
}

pub(super) const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Signs that are an apostrophe between two letters.
pub(super) const fn is_apostrophe(c: char) -> bool {
    matches!(
        c,
        '\'' | '"'
            | '\u{2018}'
            | '\u{2019}'
            | '\u{201b}'
            | '\u{2032}'
            | '\u{2033}'
            | '\u{2bc}'
            | '\u{5f3}'
            | '\u{5f4}'
            | '\u{201d}'
            | '\u{ff07}'
    )
}

/// True for signs that change the meaning wherever they are.
pub(super) const fn counts(c: char) -> bool {
    matches!(c,
        '%' | '$' | '+' | '=' | '@' | '/' | '?' | '^' | '&' | '<' | '>' | '\u{a2}'..='\u{a5}'
        | '\u{a7}' | '\u{b0}' | '\u{b1}' | '\u{d7}' | '\u{f7}' | '\u{2030}' | '\u{2031}'
        | '\u{2044}' | '\u{20a0}'..='\u{20cf}' | '\u{2190}'..='\u{22ff}')
}

/// True for raised and lowered digits, which are not digits of the number before them.
pub(super) const fn is_raised(c: char) -> bool {
    matches!(c, '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{2070}'..='\u{209c}')
}

/// Returns the Latin letter that a small letter of another script looks like in both cases.
pub const fn look_alike(c: char) -> Option<char> {
    Some(match c {
        '\u{430}' => 'a',
        '\u{435}' => 'e',
        '\u{43e}' | '\u{3bf}' => 'o',
        '\u{440}' => 'p',
        '\u{441}' => 'c',
        '\u{443}' => 'y',
        '\u{445}' => 'x',
        '\u{456}' => 'i',
        '\u{458}' => 'j',
        '\u{455}' => 's',
        _ => return None,
    })
}
