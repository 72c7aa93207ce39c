//! Time to detect the dialect of a file of 1 MB: `cargo bench --bench detection [-- NAME...]`.
//!
//! Each sample is made as long: a text by prose after it, JSON Lines by more of the same, JSON by a
//! field that no dialect knows. The shortest of some runs counts, as others only add the noise of the
//! machine.

#![expect(clippy::print_stdout, reason = "the table is the result")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pincite::cases;
use pincite::dialects::DIALECTS;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use serde_json::Value;

/// Size of the files, in bytes.
const SIZE: usize = 1024 * 1024;

/// The time that a detection may take.
const MAX_TIME: Duration = Duration::from_millis(5);

/// Number of runs.
const RUNS: usize = 7;

/// The words that a file is filled with.
const PROSE: &str =
    "The harbour office keeps a list of all moorings, and it is renewed each spring.\n\n";

fn main() {
    // Cargo passes `--bench` too.
    let named: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    let is_wanted = |name: &str| named.is_empty() || named.iter().any(|it| it == name);
    let (mut slow, mut all) = (0, 0);
    for dialect in DIALECTS.iter().filter(|dialect| is_wanted(dialect.name)) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(dialect.name);
        let Some((path, bytes)) = sample(&folder, dialect.name) else { continue };
        let large = enlarged(&bytes);
        let time = (0..RUNS).map(|_| time(&path, &large)).min().unwrap_or_default();
        slow += usize::from(time > MAX_TIME);
        all += 1;
        println!("{:<20} {:>8.2} ms", dialect.name, time.as_secs_f64() * 1000.0);
    }
    println!("{slow} of {all} above {} ms", MAX_TIME.as_millis());
}

/// Returns the first sample in a folder that is in the dialect.
fn sample(folder: &Path, name: &str) -> Option<(PathBuf, String)> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let in_dialect = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).ok()?;
        let input = Input::new(path.to_string_lossy(), text.clone().into_bytes());
        let cases = cases::open(input, None, &Families::default()).ok()?;
        (cases.format().name == name).then(|| (path.clone(), text))
    };
    paths.iter().find_map(in_dialect)
}

fn enlarged(text: &str) -> Vec<u8> {
    let prose = || PROSE.repeat(SIZE / PROSE.len());
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(mut fields)) => {
            let lines = prose().lines().map(Value::from).collect();
            fields.insert("unknown_padding".to_owned(), Value::Array(lines));
            Value::Object(fields).to_string().into_bytes()
        }
        Ok(Value::Array(items)) => {
            let item = Value::Array(items).to_string();
            let inner = item.trim_matches(['[', ']']);
            let times = SIZE / inner.len().max(1) + 1;
            format!("[{}]", vec![inner; times].join(",")).into_bytes()
        }
        _ if text.trim_start().starts_with('{') || text.starts_with("data:") => {
            text.repeat(SIZE / text.len() + 1).into_bytes()
        }
        _ => format!("{text}\n\n{}", prose()).into_bytes(),
    }
}

fn time(path: &Path, bytes: &[u8]) -> Duration {
    let input = Input::new(path.to_string_lossy(), bytes.to_vec());
    let start = Instant::now();
    let cases = cases::open(input, None, &Families::default());
    let time = start.elapsed();
    drop(cases);
    time
}
