//! The names under which pages are saved, and those of files: as they are, and their words.

use crate::cases::fit::is_file;
use crate::cases::partners::Names;
use crate::model::Source;
use crate::text::address;

/// Returns the words of the title of a page.
pub(super) fn title_words(page: &Source) -> Names {
    page.title.iter().flat_map(|title| words_of(title)).collect()
}

/// Returns the words of the name of a file.
pub(super) fn name_words(file: &Source) -> Names {
    let origin = file.origin.as_ref().filter(|_| is_file(file));
    let stem = origin.and_then(|origin| origin.path.file_stem()?.to_str());
    stem.into_iter().flat_map(words_of).collect()
}

/// Returns the words and numbers of a name in lower case: two for `Smith2020`.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut before = ' ';
    for c in name.to_lowercase().chars() {
        if c.is_alphanumeric() {
            if before.is_numeric() != c.is_numeric() || !before.is_alphanumeric() {
                words.push(String::new());
            }
            words.last_mut().expect("it begins with one").push(c);
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Names that say nothing about a page.
const COMMON_NAMES: [&str; 12] = [
    "index",
    "home",
    "default",
    "main",
    "page",
    "document",
    "readme",
    "license",
    "changelog",
    "about",
    "overview",
    "introduction",
];

/// Returns the names under which a page may be saved: its title, the end of its address, all of it.
pub(super) fn page_names(page: &Source) -> Names {
    let mut names: Names = page.title.iter().map(|title| name_of(title)).collect();
    for address in page.addresses().map(address::plain) {
        let path = address.split('?').next().unwrap_or_default();
        // The host alone names a site.
        if let Some((_, last)) = path.rsplit_once('/') {
            names.insert(name_of(last));
            names.extend(last.rsplit_once('.').map(|(stem, _)| name_of(stem)));
        }
        names.insert(name_of(&address));
    }
    names.retain(|name| is_telling(name));
    names
}

/// Returns the names of a file: its own with and without extension, and the title in it. Empty for
/// other sources.
pub(super) fn file_names(extra: &Source) -> Names {
    let Some(origin) = extra.origin.as_ref().filter(|_| is_file(extra)) else {
        return Names::new();
    };
    let names = [origin.path.file_name(), origin.path.file_stem()];
    let names = names.iter().flatten().filter_map(|name| name.to_str());
    names.chain(extra.title.as_deref()).map(name_of).filter(|name| is_telling(name)).collect()
}

fn is_telling(name: &str) -> bool {
    name.chars().count() > 2 && !COMMON_NAMES.contains(&name)
}

/// Returns the words of a name in lower case: `History of the_harbour` becomes `history-of-the-harbour`.
fn name_of(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}
