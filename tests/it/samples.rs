//! All samples: each is in its own dialect, and none breaks a reader when it is damaged.

use std::path::{Path, PathBuf};

use pincite::formats::{self, FORMATS, Families, Input};

/// The samples of each dialect: its name and the files of its folder.
fn samples() -> Vec<(&'static str, Vec<PathBuf>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let files = |name: &str| {
        let folder = std::fs::read_dir(root.join(name)).ok()?;
        let files = folder.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
        Some(files.collect::<Vec<_>>())
    };
    // A user's own pattern has to be given.
    let formats = FORMATS.iter().filter(|format| format.name != "pattern");
    formats.filter_map(|format| Some((format.name, files(format.name)?))).collect()
}

fn input(path: &Path) -> Input {
    Input::new(path.file_name().unwrap().to_str().unwrap(), std::fs::read(path).unwrap())
}

/// Samples that stand beside those of another dialect because they belong together.
const ELSEWHERE: &[(&str, &str)] = &[("leaked.md", "claude-inline")];

#[test]
fn no_sample_is_taken_for_another_dialect() {
    let mut read = 0;
    for (dialect, files) in samples() {
        let mut own = 0;
        for path in files {
            // Requests, lists of sources, and documents that stand beside the answers.
            if formats::companion_of(&input(&path)).is_some() {
                continue;
            }
            let cases = formats::open(input(&path), None, &Families::default());
            let cases = cases.unwrap_or_else(|error| panic!("{error}"));
            for index in 0..cases.len() {
                let case = cases.read(index).unwrap();
                let name = case.format.name;
                let file = path.file_name().unwrap().to_str().unwrap();
                let told = name == dialect || name == "plain" || ELSEWHERE.contains(&(file, name));
                assert!(told, "{}: {name}", path.display());
                own += usize::from(name == dialect);
            }
        }
        assert!(own > 0, "no sample of {dialect}");
        read += own;
    }
    assert!(read > 40, "{read}");
}

#[test]
fn damaged_samples_never_panic() {
    for (_, files) in samples() {
        for path in files {
            let bytes = std::fs::read(&path).unwrap();
            let name = path.file_name().unwrap().to_str().unwrap();
            let read = |bytes: Vec<u8>| {
                let input = Input::new(name, bytes);
                formats::companion_of(&input);
                if let Ok(cases) = formats::open(input, None, &Families::default()) {
                    let _case = cases.read(0);
                }
            };
            let step = (bytes.len() / 60).max(1);
            for at in (0..bytes.len()).step_by(step) {
                read(bytes[..at].to_vec());
                let mut flipped = bytes.clone();
                flipped[at] ^= 0x11;
                read(flipped);
            }
        }
    }
}
