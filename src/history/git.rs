//! Questions to the `git` program: earlier texts, who wrote a line, what changed.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::command::Git;
use super::day::day;
use super::objects::Objects;
use super::single_commit::{QUESTION, alone};
use super::submodules::Submodules;
use crate::error::Why;
use crate::model::Revision;

/// Maximum number of earlier texts that are remembered.
const MAX_TEXTS: usize = 500;

/// Maximum number of commits of a citing text in which the first with a citation is searched for.
const MAX_COMMITS: usize = 20;

/// From this number of files on, one question about all of them costs less than one about each.
const MANY: usize = 50;

/// The text of a file, if there is one.
type FileText = Option<Arc<str>>;

/// The commit that wrote a line, if it is known.
pub(super) type Blamed = Option<Revision>;

/// The files that differ between two commits, each with its earlier name where it was renamed.
type Changes = Arc<Vec<(Option<String>, String)>>;

/// The history of a checkout.
#[derive(Debug)]
pub struct History {
    git: Arc<Git>,
    shallow: bool,
    /// By commit and path.
    texts: Mutex<BTreeMap<(String, String), FileText>>,
    blames: Mutex<BTreeMap<String, Arc<Vec<Blamed>>>>,
    /// Number of files that git was asked to blame.
    asked: AtomicUsize,
    /// The commit of each file that one commit alone wrote.
    alone: OnceLock<BTreeMap<String, Revision>>,
    /// By commit, up to the last one.
    changes: Mutex<BTreeMap<String, Changes>>,
    objects: Objects,
    submodules: Submodules,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl History {
    /// Opens the history of the checkout at `root`.
    ///
    /// Fails with the reason if there is none, or if git does not read it.
    pub fn open(root: &Path) -> Result<Self, Why> {
        if !root.join(".git").exists() {
            return Err("the folder has no `.git`".into());
        }
        let git = Arc::new(Git::new(root.to_owned()));
        let shallow = git.ask(&["rev-parse", "--is-shallow-repository"]);
        let shallow = shallow.ok_or_else(|| git.why_not())?;
        git.ask(&["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])
            .ok_or_else(|| git.why_not())?;
        Ok(Self {
            shallow: shallow.trim() == "true",
            texts: Mutex::default(),
            blames: Mutex::default(),
            asked: AtomicUsize::new(0),
            alone: OnceLock::new(),
            changes: Mutex::default(),
            objects: Objects::new(Arc::clone(&git)),
            submodules: Submodules::default(),
            git,
        })
    }

    /// Returns true if earlier commits are missing.
    pub fn is_shallow(&self) -> bool {
        self.shallow
    }

    /// Returns the text of a file, its path seen from the root, as of a commit.
    pub fn text(&self, commit: &str, path: &str) -> Option<Arc<str>> {
        is_hash(commit).then_some(())?;
        let key = (commit.to_owned(), path.to_owned());
        if let Some(known) = locked(&self.texts).get(&key) {
            return known.clone();
        }
        let text = self.objects.text(&format!("{commit}:./{path}"));
        let text = text.or_else(|| self.submodules.text(&self.git, commit, path)).map(Arc::from);
        let mut texts = locked(&self.texts);
        if texts.len() >= MAX_TEXTS {
            texts.clear();
        }
        texts.insert(key, text.clone());
        text
    }

    /// Returns the text of a file as of the commit before another one.
    pub fn before(&self, commit: &str, path: &str) -> FileText {
        is_hash(commit).then_some(())?;
        self.objects.text(&format!("{commit}^:./{path}")).map(Arc::from)
    }

    /// Returns the last commits up to one that changed a file, the newest first.
    pub fn commits_of(&self, commit: &str, path: &str) -> Vec<Revision> {
        if !is_hash(commit) {
            return Vec::new();
        }
        let most = format!("-{MAX_COMMITS}");
        let asked = ["log", &most, "--format=%H%x00%cs%x00%s", commit, "--", path];
        let answer = self.git.ask(&asked).unwrap_or_default();
        answer.lines().filter_map(logged).collect()
    }

    /// Returns the commit that a name such as `origin/main` means.
    pub fn revision(&self, name: &str) -> Option<Revision> {
        let commit = format!("{name}^{{commit}}");
        let asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit];
        let id = self.git.ask(&asked)?.trim().to_owned();
        is_hash(&id).then(|| Revision { id, ..Revision::default() })
    }

    /// Returns the text of a file as of the last commit.
    pub fn committed(&self, path: &str) -> Option<String> {
        self.objects.text(&format!("HEAD:./{path}"))
    }

    /// Returns the commit that wrote each line of a file as of the last commit. A line that a shallow
    /// history ends at has none. Layout and lines moved within the file are followed.
    pub fn blame(&self, path: &str) -> Arc<Vec<Blamed>> {
        if let Some(known) = locked(&self.blames).get(path) {
            return Arc::clone(known);
        }
        let blamed = Arc::new(self.written_at_once(path).unwrap_or_else(|| {
            let arguments =
                ["blame", "--porcelain", "-w", "-M", "--no-textconv", "HEAD", "--", path];
            let answer = self.git.ask(&arguments).unwrap_or_default();
            blamed(&answer, self.shallow)
        }));
        locked(&self.blames).insert(path.to_owned(), Arc::clone(&blamed));
        blamed
    }

    /// Returns the commit of each line of a file that one commit alone wrote; `None` for others, and
    /// while only a few files were asked for: the history is long.
    fn written_at_once(&self, path: &str) -> Option<Vec<Blamed>> {
        let is_worth_it = self.asked.fetch_add(1, Ordering::Relaxed) >= MANY && !self.shallow;
        is_worth_it.then_some(())?;
        let read = || alone(&self.git.ask(&QUESTION).unwrap_or_default());
        let commit = self.alone.get_or_init(read).get(path)?;
        let count = self.committed(path)?.lines().count();
        Some(vec![Some(commit.clone()); count])
    }

    /// Returns the present name of a file that was called `path` at a commit; `None` where it was not
    /// renamed.
    pub fn renamed(&self, commit: &str, path: &str) -> Option<String> {
        let changed = self.changed(commit);
        let renamed = changed.iter().find(|(old, _)| old.as_deref() == Some(path))?;
        Some(renamed.1.clone())
    }

    /// Returns the files that differ between a commit and the last one, by their present name; with the
    /// earlier name where they were renamed.
    pub fn changed(&self, commit: &str) -> Changes {
        if !is_hash(commit) {
            return Changes::default();
        }
        if let Some(known) = locked(&self.changes).get(commit) {
            return Arc::clone(known);
        }
        let arguments = [
            "diff-tree",
            "-r",
            "-z",
            "-M",
            "--no-ext-diff",
            "--no-textconv",
            "--name-status",
            "--relative",
            commit,
            "HEAD",
        ];
        let changes = Arc::new(changes(&self.git.ask(&arguments).unwrap_or_default()));
        locked(&self.changes).insert(commit.to_owned(), Arc::clone(&changes));
        changes
    }

    /// Returns the last commit since another that removed or added a line of a file.
    pub fn removed(&self, since: &str, path: &str, line: &str) -> Option<Revision> {
        is_hash(since).then_some(())?;
        let range = format!("{since}..HEAD");
        let words = format!("-S{line}");
        let arguments = [
            "log",
            "-1",
            "--no-ext-diff",
            "--no-textconv",
            "--format=%H%x00%cs%x00%s",
            &words,
            &range,
            "--",
            path,
        ];
        logged(self.git.ask(&arguments)?.trim_end())
    }
}

/// Reads a line of `git log --format=%H%x00%cs%x00%s`.
fn logged(line: &str) -> Option<Revision> {
    let mut fields = line.splitn(3, '\0');
    let (id, date, subject) = (fields.next()?, fields.next()?, fields.next()?);
    Some(Revision { id: id.to_owned(), date: date.to_owned(), subject: subject.to_owned() })
}

/// Reads the output of `git diff-tree -z --name-status`.
fn changes(answer: &str) -> Vec<(Option<String>, String)> {
    let mut fields = answer.split('\0');
    let mut changed = Vec::new();
    while let Some(status) = fields.next().filter(|status| !status.is_empty()) {
        let Some(path) = fields.next() else { break };
        match status.chars().next() {
            Some('R') => {
                let Some(new) = fields.next() else { break };
                changed.push((Some(path.to_owned()), new.to_owned()));
            }
            Some('A' | 'M' | 'T') => changed.push((None, path.to_owned())),
            _ => {}
        }
    }
    changed
}

/// True for a hash. Only hashes are passed to git, because a name could be read as an option.
fn is_hash(commit: &str) -> bool {
    (7..=64).contains(&commit.len()) && commit.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Reads the lines of `git blame --porcelain`.
fn blamed(answer: &str, shallow: bool) -> Vec<Blamed> {
    let mut known: BTreeMap<String, (Revision, bool)> = BTreeMap::new();
    let mut lines: Vec<Blamed> = Vec::new();
    let mut current = String::new();
    for line in answer.lines() {
        if line.starts_with('\t') {
            let of = known.get(&current).filter(|(_, boundary)| !(shallow && *boundary));
            lines.push(of.map(|(revision, _)| revision.clone()));
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word.len() >= 40 && is_hash(word) {
            word.clone_into(&mut current);
            let revision = Revision { id: word.to_owned(), ..Revision::default() };
            known.entry(word.to_owned()).or_insert((revision, false));
            continue;
        }
        let Some((revision, boundary)) = known.get_mut(&current) else { continue };
        match word {
            "summary" => rest.clone_into(&mut revision.subject),
            "committer-time" => revision.date = day(rest),
            "boundary" => *boundary = true,
            _ => {}
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hashes_reach_git() {
        for name in ["--upload-pack=x", "HEAD", "main", "-1", "0a1b2", ""] {
            assert!(!is_hash(name), "{name}");
        }
        assert!(is_hash("0a1b2c3"));
    }

    #[test]
    fn a_shallow_boundary_has_no_writer() {
        let id = "0123456789012345678901234567890123456789";
        let answer = format!(
            "{id} 1 1 2\ncommitter-time 0\nsummary First\nboundary\nfilename a\n\tone\n{id} 2 2\n\ttwo\n"
        );
        let lines = blamed(&answer, false);
        assert_eq!(lines.len(), 2);
        let first = lines[0].clone().unwrap();
        assert_eq!((first.date.as_str(), first.subject.as_str()), ("1970-01-01", "First"));
        assert_eq!(blamed(&answer, true), [None, None]);
    }
}
