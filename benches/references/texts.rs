//! Every citation of code that is read in texts which may hold none: to be read, one a line.

use std::path::Path;

use pincite::dialects::marks::code_references::{DIALECT, citations};
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;

/// Bytes of text that are printed on either side of a citation.
const AROUND: usize = 60;

pub(crate) fn run(folder: &Path) {
    let (mut files, mut responses, mut detected, mut found) = (0, 0, 0, 0);
    let mut paths = Vec::new();
    list(folder, &mut paths);
    for path in paths {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        files += 1;
        let as_it_is = String::from_utf8_lossy(&bytes).into_owned();
        let input = Input::new(path.to_string_lossy(), bytes);
        let mut texts = vec![("file", as_it_is)];
        if let Ok(cases) = pincite::cases::open(input, None, &Families::default()) {
            detected += u32::from(cases.format().name == DIALECT.name);
            let read = |index: usize| Some(("response", cases.read(index).ok()?.response.text));
            texts.extend((0..cases.len()).map_while(read));
        }
        responses += texts.len() - 1;
        for (kind, text) in texts {
            for citation in citations(&text, None) {
                found += 1;
                let span = citation.anchor.span;
                let from = text.floor_char_boundary(span.start.saturating_sub(AROUND));
                let to = text.ceil_char_boundary(span.end + AROUND);
                let around = text.get(from..to).unwrap_or_default();
                let [raw, around] = [&citation.raw, around].map(|it| it.replace('\n', " "));
                println!("{}\t{kind}\t{raw}\t{around}", path.display());
            }
        }
    }
    println!("{files} files, {responses} responses, {found} citations read in either");
    println!("{detected} files detected as texts that cite code");
}

fn list(folder: &Path, paths: &mut Vec<std::path::PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(Result::unwrap).collect();
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        if entry.file_type().unwrap().is_dir() {
            list(&entry.path(), paths);
        } else {
            paths.push(entry.path());
        }
    }
}
