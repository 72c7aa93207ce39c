//! A made checkout: 5,000 files with 10,000 citations of code, the same at every run.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Number of files of code, each with one citation in a comment, and of texts, each with three.
const FILES: usize = 2_500;

/// Number of functions of a file of code.
const FUNCTIONS: usize = 12;

/// Lines of a function and the blank one after it.
const LINES: usize = 6;

/// Number of commits after the first.
const COMMITS: usize = 10;

/// A generator of numbers with the recurrence of Knuth's MMIX.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from((self.0 >> 33) % end as u64).unwrap()
    }
}

fn path_of(file: usize) -> String {
    format!("src/p{}/m{file}.py", file % 50)
}

/// The citation of a function; `off` lines too low.
fn cited(file: usize, function: usize, off: usize) -> String {
    let first = 4 + LINES * function + off;
    format!("{}:{first}-{}", path_of(file), first + LINES - 2)
}

/// The text of a file of code.
fn code(file: usize) -> String {
    let (other, function) = ((7 * file + 3) % FILES, file % FUNCTIONS);
    let mut text = format!("\"\"\"Part {file}.\"\"\"\n");
    let place = cited(other, function, 0);
    writeln!(text, "# As `work_{other}_{function}` does ({place}).\n").unwrap();
    for function in 0..FUNCTIONS {
        writeln!(
            text,
            "def work_{file}_{function}(value, limit_{function}):\n    \
             part_{function} = value + {function}\n    \
             if part_{function} > limit_{function}:\n        \
             raise ValueError('limit {function} of part {file}')\n    \
             return part_{function}\n"
        )
        .unwrap();
    }
    text
}

/// A text with three citations, one in five of them wrong.
fn text(index: usize, numbers: &mut Numbers) -> String {
    let mut text = format!("# Text {index}\n");
    for _ in 0..3 {
        let (file, function) = (numbers.below(FILES), numbers.below(FUNCTIONS));
        let off = if numbers.below(5) == 0 { LINES } else { 0 };
        let place = cited(file, function, off);
        writeln!(
            text,
            "\nThe value is checked by `work_{file}_{function}`, which refuses more than \
             `limit_{function}` (`{place}`)."
        )
        .unwrap();
    }
    text
}

/// Writes the files into a folder, as a checkout without history.
pub(crate) fn write(folder: &Path) {
    let put = |path: String, text: String| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    fs::create_dir_all(folder.join(".git")).unwrap();
    let mut numbers = Numbers(7);
    for index in 0..FILES {
        put(path_of(index), code(index));
        put(format!("docs/d{}/t{index}.md", index % 50), text(index, &mut numbers));
    }
}

/// Commits the files, then changes in every commit some of the code: lines above, edits, renames; and some
/// texts.
pub(crate) fn commit(folder: &Path) {
    let git = |arguments: &[&str]| {
        let status = Command::new("git")
            .args(["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "gc.auto=0"])
            .args(arguments)
            .current_dir(folder)
            .status();
        assert!(status.unwrap().success(), "{arguments:?}");
    };
    let commit = |message: &str| {
        git(&["add", "-A"]);
        git(&["commit", "-q", "-m", message]);
    };
    git(&["init", "-q"]);
    commit("Begin");
    let mut numbers = Numbers(11);
    let mut names: Vec<String> = (0..FILES).map(path_of).collect();
    for round in 0..COMMITS {
        for _ in 0..FILES / 20 {
            let which = numbers.below(FILES);
            let path = folder.join(&names[which]);
            let before = fs::read_to_string(&path).unwrap();
            match numbers.below(10) {
                0 => {
                    names[which] = format!("src/moved/m{which}_{round}.py");
                    fs::create_dir_all(folder.join("src/moved")).unwrap();
                    fs::rename(&path, folder.join(&names[which])).unwrap();
                }
                1..4 => {
                    let function = numbers.below(FUNCTIONS);
                    let old = format!("part_{function} = value + {function}\n");
                    let new = format!("part_{function} = value - {function}  # round {round}\n");
                    fs::write(&path, before.replace(&old, &new)).unwrap();
                }
                _ => fs::write(&path, format!("# Round {round}.\n{before}")).unwrap(),
            }
            let index = numbers.below(FILES);
            let path = folder.join(format!("docs/d{}/t{index}.md", index % 50));
            let before = fs::read_to_string(&path).unwrap();
            fs::write(&path, format!("{before}\nRound {round}.\n")).unwrap();
        }
        commit(&format!("Round {round}"));
    }
    git(&["gc", "-q"]);
}
