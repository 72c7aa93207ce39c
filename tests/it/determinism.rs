//! The same input gives the same bytes, whatever the machine and the order in which files were made.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The samples that are checked: texts, payloads, exports and lines of cases.
const SAMPLES: [&str; 4] = ["gemini", "markers", "numbered", "rows"];

/// The commands, on the folder of answers.
const COMMANDS: [&[&str]; 7] = [
    &["check", "in", "--format", "text"],
    &["check", "in", "--format", "json"],
    &["check", "in", "--format", "sarif"],
    &["check", "in", "--format", "junit"],
    &["check", "in", "--format", "csv"],
    &["report", "in", "--no-review", "--format", "html"],
    &["report", "in", "--no-review", "--format", "markdown"],
];

/// The settings of a machine that must not matter: time zone, language, threads.
const MACHINES: [[&str; 3]; 3] = [
    ["UTC", "C", "1"],
    ["Asia/Tokyo", "ja_JP.UTF-8", "2"],
    ["America/New_York", "tr_TR.UTF-8", "8"],
];

/// Copies a folder of samples; the files are made in the order of their names or in reverse.
fn copy(from: &Path, to: &Path, is_reversed: bool) {
    fs::create_dir_all(to).unwrap();
    let mut entries: Vec<_> = fs::read_dir(from).unwrap().map(|it| it.unwrap().path()).collect();
    entries.sort();
    if is_reversed {
        entries.reverse();
    }
    for entry in entries {
        let to = to.join(entry.file_name().unwrap());
        if entry.is_dir() { copy(&entry, &to, is_reversed) } else { drop(fs::copy(&entry, to)) }
    }
}

#[test]
fn reports_have_the_same_bytes_on_every_machine() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let folders = [false, true].map(|is_reversed| {
        let folder = tempfile::tempdir().unwrap();
        let mut names = SAMPLES;
        if is_reversed {
            names.reverse();
        }
        for name in names {
            copy(&samples.join(name), &folder.path().join("in").join(name), is_reversed);
        }
        folder
    });
    for arguments in COMMANDS {
        let runs = MACHINES.iter().zip(folders.iter().cycle());
        let outputs = runs.map(|([zone, language, threads], folder)| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
            command.args(arguments).current_dir(folder.path()).env_clear();
            command.env("SOURCE_DATE_EPOCH", "1700000000");
            command.envs([("TZ", *zone), ("LC_ALL", *language), ("RAYON_NUM_THREADS", *threads)]);
            let output = command.output().unwrap();
            assert!(matches!(output.status.code(), Some(0..=2)), "{arguments:?}: {output:?}");
            assert!(output.stdout.len() > 2000, "{arguments:?}: {output:?}");
            (output.stdout, output.stderr)
        });
        let outputs: Vec<_> = outputs.collect();
        assert_eq!(outputs.len(), MACHINES.len());
        assert!(outputs.windows(2).all(|pair| pair[0] == pair[1]), "{arguments:?}");
    }
}
