//! Citations of code in many made histories: renames, moved functions, layout, edits, removals, merges,
//! squashes and shallow clones. Where each cited line is in the end is known, and compared.

use std::fmt::Write as _;

use pincite::model::{Case, Fate};

use crate::code_references::{Repository, git, read};

/// Number of made repositories, and of changes in each.
const REPOSITORIES: u64 = 12;
const CHANGES: usize = 7;

/// Number of functions in a repository, and of files.
const FUNCTIONS: usize = 16;
const FILES: usize = 4;

/// A small generator, so that the histories are the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }
}

/// A line as it is thought of: formatting can make several of it.
#[derive(Clone)]
struct Line {
    text: String,
    /// Written over several lines, where it is a call.
    wrapped: bool,
    edited: bool,
}

#[derive(Clone)]
struct Function {
    id: usize,
    lines: Vec<Line>,
    indent: usize,
}

#[derive(Clone)]
struct File {
    path: String,
    head: usize,
    functions: Vec<Function>,
}

/// The number of a function, and the first and last number of each of its lines.
type Places = (usize, Vec<(u64, u64)>);

/// A citation, and where its lines are.
struct Cited {
    function: usize,
    first: usize,
    last: usize,
}

/// The true place of cited lines.
#[derive(Debug, PartialEq)]
enum Truth {
    At(String, u64, u64),
    /// Some of the lines were edited; those in their place.
    Edited(String, u64, u64),
    Gone,
}

fn function(id: usize, random: &mut Random) -> Function {
    // Some lines are the same in all functions, as they are in real code.
    let common = ["    if value is None:", "        return None", "    result = []"];
    let mut texts = vec![format!("def work_{id}(value, other_{id}, third):")];
    for number in 0..3 + random.below(5) {
        texts.push(match random.below(3) {
            0 => common[random.below(common.len())].to_owned(),
            1 => format!("    call_{id}_{number}(value, other_{id}, \"text {number}\")"),
            _ => format!("    part_{id}_{number} = value + {number}"),
        });
    }
    texts.push("    return result".to_owned());
    let line = |text| Line { text, wrapped: false, edited: false };
    Function { id, lines: texts.into_iter().map(line).collect(), indent: 0 }
}

/// The lines that one is written as.
fn written(line: &Line, indent: usize) -> Vec<String> {
    let blanks = " ".repeat(indent);
    match line.text.split_once('(').filter(|_| line.wrapped) {
        Some((head, rest)) => {
            let lead = head.len() - head.trim_start().len();
            let (inner, end) = rest.rsplit_once(')').unwrap();
            let mut all = vec![format!("{blanks}{head}(")];
            let deeper = " ".repeat(indent + lead + 4);
            all.extend(inner.split(", ").map(|part| format!("{deeper}{part},")));
            all.push(format!("{blanks}{}){end}", " ".repeat(lead)));
            all
        }
        None => vec![format!("{blanks}{}", line.text)],
    }
}

impl File {
    /// Returns the text, and for each function the numbers of the first and last line of each of
    /// its lines.
    fn render(&self) -> (String, Vec<Places>) {
        let mut text = String::new();
        for number in 0..self.head {
            writeln!(text, "# Head {number} of {}.", self.path).unwrap();
        }
        let mut number = self.head as u64;
        let mut places = Vec::new();
        for function in &self.functions {
            text.push('\n');
            number += 1;
            let mut own = Vec::new();
            for line in &function.lines {
                let first = number + 1;
                for part in written(line, function.indent) {
                    writeln!(text, "{part}").unwrap();
                    number += 1;
                }
                own.push((first, number));
            }
            places.push((function.id, own));
        }
        (text, places)
    }
}

struct Project {
    files: Vec<File>,
    random: Random,
    renamed: usize,
}

impl Project {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let file = |number: usize| File {
            path: format!("src/part_{number}.py"),
            head: 2,
            functions: Vec::new(),
        };
        let mut files: Vec<File> = (0..FILES).map(file).collect();
        for id in 0..FUNCTIONS {
            let function = function(id, &mut random);
            files[id % FILES].functions.push(function);
        }
        Self { files, random, renamed: 0 }
    }

    fn write(&self, repository: &Repository) {
        for file in &self.files {
            repository.write(&file.path, &file.render().0);
        }
    }

    /// Returns a text that cites a run of lines of every function.
    fn cite(&mut self) -> (String, Vec<Cited>) {
        let mut text = "# Work\n".to_owned();
        let mut all = Vec::new();
        for file in &self.files {
            for (index, (id, places)) in file.render().1.iter().enumerate() {
                let count = file.functions[index].lines.len();
                let first = if self.random.below(2) == 0 { 0 } else { self.random.below(count) };
                let last = first + self.random.below(count - first);
                let (from, to) = (places[first].0, places[last].1);
                writeln!(text, "\nNumber {id} does it ({}:{from}-{to}).", file.path).unwrap();
                all.push(Cited { function: *id, first, last });
            }
        }
        (text, all)
    }

    fn truth(&self, cited: &Cited) -> Truth {
        for file in &self.files {
            for (function, (id, places)) in file.functions.iter().zip(file.render().1) {
                if id != cited.function {
                    continue;
                }
                let lines = &function.lines[cited.first..=cited.last];
                let (from, to) = (places[cited.first].0, places[cited.last].1);
                if lines.iter().any(|line| line.edited) {
                    return Truth::Edited(file.path.clone(), from, to);
                }
                return Truth::At(file.path.clone(), from, to);
            }
        }
        Truth::Gone
    }

    fn some_file(&mut self) -> usize {
        let full: Vec<usize> =
            (0..self.files.len()).filter(|at| self.files[*at].functions.len() > 1).collect();
        full[self.random.below(full.len())]
    }

    /// Changes something at random.
    fn change(&mut self, repository: &Repository) {
        let at = self.some_file();
        let count = self.files[at].functions.len();
        let which = self.random.below(count);
        match self.random.below(9) {
            0 => self.files[at].head += 1 + self.random.below(5),
            1 => {
                let moved = self.files[at].functions.remove(which);
                let to = self.random.below(count);
                self.files[at].functions.insert(to, moved);
            }
            2 => {
                let moved = self.files[at].functions.remove(which);
                let other = (at + 1) % self.files.len();
                self.files[other].functions.push(moved);
            }
            3 => {
                self.renamed += 1;
                let path = format!("src/moved/renamed_{}.py", self.renamed);
                std::fs::create_dir_all(repository.root().join("src/moved")).unwrap();
                repository.git(&["mv", &self.files[at].path, &path]);
                self.files[at].path = path;
            }
            4 => {
                for function in &mut self.files[at].functions {
                    function.indent = 4 - function.indent;
                }
            }
            5 => {
                for line in &mut self.files[at].functions[which].lines {
                    line.wrapped = line.text.contains("(value, other");
                }
            }
            6 => {
                let lines = &mut self.files[at].functions[which].lines;
                let edited = self.random.below(lines.len());
                let line = &mut lines[edited];
                line.text = format!("{}  # now {edited}", line.text.trim_end_matches(':'));
                (line.edited, line.wrapped) = (true, false);
            }
            7 => drop(self.files[at].functions.remove(which)),
            _ => {
                let id = 100 + self.random.below(1000);
                let new = function(id, &mut self.random);
                self.files[at].functions.insert(which, new);
            }
        }
    }
}

/// Returns the present place of the citation of a case at `index`; `None` if nothing is reported.
fn found(case: &Case, index: usize) -> (Option<Fate>, Option<Truth>) {
    let target = &case.response.citations[index].targets[0];
    let Some(past) = &target.past else { return (None, None) };
    let source = case.sources.iter().find(|source| source.id == target.id).unwrap();
    let path = source.title.clone().unwrap_or_else(|| source.id.clone());
    let written = target.locator.as_ref().unwrap().to_string();
    let place = match (&past.fate, &past.now_in) {
        (Fate::Unchanged, _) => {
            let mut lines = written.split('-').map(|part| part[1..].parse().unwrap());
            let first = lines.next().unwrap();
            Some(Truth::At(path, first, lines.next().unwrap_or(first)))
        }
        (Fate::Changed { first, last }, now_in) => {
            let path = now_in.as_ref().map_or(path, |(path, ..)| path.clone());
            Some(Truth::Edited(path, *first, *last))
        }
        (Fate::Moved { first, last }, _) => Some(Truth::At(path, *first, *last)),
        (_, Some((path, first, last))) => Some(Truth::At(path.clone(), *first, *last)),
        _ => None,
    };
    (Some(past.fate), place)
}

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    /// Lines that are still there, and those of them that were found.
    there: usize,
    found: usize,
    wrong_ok: usize,
    /// Lines that were edited and are still there, and those of them that were found.
    edited: usize,
    edited_found: usize,
    missed: Vec<String>,
}

impl Counts {
    fn add(&mut self, project: &Project, cited: &[Cited], case: &Case, what: &str) {
        assert_eq!(case.response.citations.len(), cited.len());
        for (index, cited) in cited.iter().enumerate() {
            let truth = project.truth(cited);
            let (fate, place) = found(case, index);
            let raw = &case.response.citations[index].raw;
            self.all += 1;
            let is_right = match truth {
                Truth::Gone => place.is_none(),
                _ => place.as_ref() == Some(&truth),
            };
            if matches!(truth, Truth::At(..)) {
                self.there += 1;
                self.found += usize::from(is_right);
            }
            if matches!(truth, Truth::Edited(..)) {
                self.edited += 1;
                self.edited_found += usize::from(is_right);
            }
            let is_wrong_ok = fate == Some(Fate::Unchanged) && !is_right;
            self.wrong_ok += usize::from(is_wrong_ok);
            if is_wrong_ok || !is_right && !what.ends_with("shallow") {
                self.missed.push(format!("{what} {raw}: {truth:?}, but {fate:?} {place:?}"));
            }
        }
    }
}

/// Commits a change in one of several ways.
fn commit(project: &mut Project, repository: &Repository, round: usize) {
    let how = project.random.below(4);
    if how > 1 {
        repository.git(&["checkout", "-q", "-b", "side"]);
    }
    project.change(repository);
    project.write(repository);
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "--allow-empty", "-m", "Change"]);
    if how > 1 {
        if how == 3 {
            project.change(repository);
            project.write(repository);
            repository.git(&["add", "-A"]);
            repository.git(&["commit", "-q", "--allow-empty", "-m", "Change more"]);
        }
        repository.git(&["checkout", "-q", "main"]);
        repository.write("notes.md", &format!("Round {round}.\n"));
        repository.commit("Note");
        let merge: &[&str] = if how == 2 {
            &["merge", "-q", "--no-edit", "side"]
        } else {
            &["merge", "-q", "--squash", "side"]
        };
        repository.git(merge);
        if how == 3 {
            repository.git(&["commit", "-q", "--allow-empty", "-m", "Squashed"]);
        }
        repository.git(&["branch", "-q", "-D", "side"]);
    }
}

#[test]
fn moved_lines_are_found_in_made_histories_and_no_wrong_ok_is_given() {
    let (mut whole, mut shallow) = (Counts::default(), Counts::default());
    let mut notes = 0;
    let seeds = std::env::var("PINCITE_HISTORIES").map_or(REPOSITORIES, |it| it.parse().unwrap());
    for seed in 1..=seeds {
        let repository = Repository::new();
        let mut project = Project::new(seed);
        project.write(&repository);
        repository.commit("Begin");
        let (text, cited) = project.cite();
        repository.write("docs/work.md", &text);
        repository.commit("Cite");
        for round in 0..CHANGES {
            commit(&mut project, &repository, round);
        }
        let case = read(&repository.root().join("docs/work.md"), None);
        whole.add(&project, &cited, &case, &format!("{seed}"));
        let copies = tempfile::tempdir().unwrap();
        let from = format!("file://{}", repository.root().display());
        let depth = (1 + seed % 4).to_string();
        git(copies.path(), &["clone", "-q", "--depth", &depth, &from, "copy"]);
        let case = read(&copies.path().join("copy/docs/work.md"), None);
        notes += usize::from(case.notes.iter().any(|note| note.contains("shallow")));
        shallow.add(&project, &cited, &case, &format!("{seed} shallow"));
    }
    let missed = whole.missed.join("\n");
    if std::env::var_os("PINCITE_HISTORIES").is_some() {
        eprintln!(
            "{} {}/{} {}/{}\n{missed}",
            whole.all, whole.found, whole.there, whole.edited_found, whole.edited
        );
    }
    assert!(whole.all >= 150 && whole.there >= 100, "{} {}", whole.all, whole.there);
    assert_eq!((whole.wrong_ok, shallow.wrong_ok), (0, 0), "{missed}\n{:?}", shallow.missed);
    assert!(whole.found * 100 >= whole.there * 99, "{} {}\n{missed}", whole.found, whole.there);
    assert!(whole.edited_found * 10 >= whole.edited * 8, "{missed}");
    assert_eq!(notes as u64, seeds);
}
