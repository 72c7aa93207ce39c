//! Footnotes that name a published work or a file: `[^ferries]: Nordby et al., "Ferries in fog," ICE 2021.`,
//! `[^1]: timetable.pdf`.

/// The minimum number of footnotes that name works, in a text that cites by them.
pub(super) const MIN_WORKS: usize = 2;

/// Signs of a work besides its quoted title.
const SIGNS: &[&str] = &["et al", "arXiv:", "doi:", "DOI:", "ISBN"];

/// True if the words of a footnote name a work: a title in quotation marks or another sign, and a year.
pub(super) fn is_work(words: &str) -> bool {
    let has_title = ['"', '“', '”', '«', '„', '《'].iter().any(|mark| words.contains(*mark));
    (has_title || SIGNS.iter().any(|sign| words.contains(sign))) && has_year(words)
}

/// True if a number from 1900 to 2099 is a word by itself, or the beginning of a number with a point.
fn has_year(words: &str) -> bool {
    let numbers = words.split(|c: char| !c.is_ascii_digit());
    numbers.filter_map(|number| number.parse::<u32>().ok()).any(|it| (1900..=2099).contains(&it))
}

/// Extensions of files that people cite.
const EXTENSIONS: &[&str] = &[
    "md", "txt", "pdf", "html", "htm", "docx", "doc", "odt", "rtf", "pptx", "xlsx", "csv", "json",
    "xml", "rst", "tex", "eml",
];

/// True if the words of a footnote are the name of a file and nothing else.
pub(super) fn is_file(words: &str) -> bool {
    let name = words.trim_matches(['`', '*', '_', '"', ' ']);
    let extension = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty() && stem.len() <= 128);
    let is_known = |(stem, extension): (&str, &str)| {
        let is_sentence = stem.contains([':', ';', ',', '?', '!']) || stem.contains(". ");
        EXTENSIONS.contains(&extension.to_lowercase().as_str()) && !is_sentence
    };
    extension.is_some_and(is_known) && name.split_whitespace().count() <= 8
}
