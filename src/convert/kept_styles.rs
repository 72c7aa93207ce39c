//! The styles of CSL that come with the program, and the words of languages that they use.
//!
//! `assets/styles/csl.gz` has them as the processor's own archive has, in a ninth of its size. Unpacked
//! it is lines in pairs: `style` and its names, or `locale` and its code, and the XML.

use std::io::Read as _;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use hayagriva::citationberg::{IndependentStyle, Locale, LocaleFile, Style};

const PACKED: &[u8] = include_bytes!("../../assets/styles/csl.gz");

/// Returns the style with this name.
pub(super) fn style(name: &str) -> Option<IndependentStyle> {
    let xml = entries("style")
        .find_map(|(names, xml)| names.split(' ').any(|it| it == name).then_some(xml))?;
    match Style::from_xml(xml) {
        Ok(Style::Independent(style)) => Some(style),
        _ => None,
    }
}

/// Returns the names of all styles.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    entries("style").flat_map(|(names, _)| names.split(' '))
}

/// Returns the words of the languages with these codes (`de-DE`); a language that is not kept is left
/// out.
pub(super) fn locales(codes: &[String]) -> Vec<Locale> {
    entries("locale")
        .filter(|(code, _)| codes.iter().any(|it| it == code))
        .filter_map(|(_, xml)| LocaleFile::from_xml(xml).ok().map(Locale::from))
        .collect()
}

/// All entries; a test sees to it that they can be unpacked.
static UNPACKED: LazyLock<String> = LazyLock::new(|| {
    let mut text = String::new();
    match GzDecoder::new(PACKED).read_to_string(&mut text) {
        Ok(_) => text,
        Err(_) => String::new(),
    }
});

/// Returns the names and the XML of each entry of a kind.
fn entries(kind: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut lines = UNPACKED.lines();
    std::iter::from_fn(move || Some((lines.next()?, lines.next()?)))
        .filter_map(move |(head, xml)| Some((head.strip_prefix(kind)?.trim_start(), xml)))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use hayagriva::archive::{self, ArchivedStyle};

    use super::*;

    /// Returns the styles of the processor's archive; one that only refers to another is left out.
    fn styles_of_the_processor() -> impl Iterator<Item = (ArchivedStyle, Style)> {
        let all = ArchivedStyle::all().iter().map(|archived| (*archived, archived.get()));
        all.filter(|(_, style)| matches!(style, Style::Independent(_)))
    }

    /// Returns the entries of the processor's archive.
    fn entries_of_the_processor() -> String {
        let entry = |kind: &str, names: &str, xml: &str| {
            format!("{kind} {names}\n{}\n", xml.replace('\n', "&#10;"))
        };
        let styles = styles_of_the_processor().map(|(archived, style)| {
            entry("style", &archived.names().join(" "), &style.to_xml().unwrap())
        });
        let locales = archive::locales().into_iter().map(|locale| {
            let file = LocaleFile {
                version: "1.0".to_owned(),
                lang: locale.lang.unwrap(),
                info: locale.info,
                terms: locale.terms,
                date: locale.date,
                style_options: locale.style_options,
            };
            entry("locale", &file.lang.0, &file.to_xml().unwrap())
        });
        styles.chain(locales).collect()
    }

    #[test]
    fn what_is_kept_is_what_the_processor_has() {
        let text = entries_of_the_processor();
        if std::env::var_os("PINCITE_STYLES").is_some_and(|it| it == "write") {
            let mut packed = GzEncoder::new(Vec::new(), Compression::best());
            packed.write_all(text.as_bytes()).unwrap();
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/styles/csl.gz");
            std::fs::write(path, packed.finish().unwrap()).unwrap();
            return;
        }
        assert!(*UNPACKED == text, "run `PINCITE_STYLES=write cargo test kept_styles`");
        for (archived, expected) in styles_of_the_processor() {
            for name in archived.names() {
                assert!(style(name).map(Style::Independent).as_ref() == Some(&expected), "{name}");
            }
        }
        let expected = archive::locales();
        let codes: Vec<String> =
            expected.iter().map(|locale| locale.lang.clone().unwrap().0).collect();
        assert!(locales(&codes) == expected);
    }
}
