//! Files that a single commit wrote: who wrote their lines is known without asking for each of them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::day::day;
use crate::model::Revision;

/// The question to git: every commit with the files it touched. A merge has those that it changed itself.
pub(super) const QUESTION: [&str; 6] =
    ["log", "-c", "-M", "--name-status", "--no-ext-diff", "--format=%x01%H%x02%ct%x02%s"];

/// Reads the answer to [`QUESTION`]: the commit of each file that one commit added and no other touched.
/// A file that was renamed has lines of its earlier name.
pub(super) fn alone(answer: &str) -> BTreeMap<String, Revision> {
    let mut files: BTreeMap<&str, Option<usize>> = BTreeMap::new();
    let mut commits: Vec<&str> = Vec::new();
    for line in answer.lines() {
        if let Some(commit) = line.strip_prefix('\u{1}') {
            commits.push(commit);
            continue;
        }
        let Some((status, paths)) = line.split_once('\t') else { continue };
        // A path with odd characters is in quotation marks; it is left to `git blame`.
        for path in paths.split('\t').filter(|path| !path.starts_with('"')) {
            let commit = commits.len().checked_sub(1).filter(|_| status == "A");
            match files.entry(path) {
                Entry::Vacant(entry) => drop(entry.insert(commit)),
                Entry::Occupied(mut entry) => drop(entry.insert(None)),
            }
        }
    }
    let files = files.into_iter().filter_map(|(path, commit)| {
        let mut fields = commits.get(commit?)?.splitn(3, '\u{2}');
        let (id, time, subject) = (fields.next()?, fields.next()?, fields.next()?);
        let (id, subject) = (id.to_owned(), subject.to_owned());
        Some((path.to_owned(), Revision { id, date: day(time), subject }))
    });
    files.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_that_were_added_and_left_alone_are_known() {
        let answer = "\u{1}cc\u{2}86400\u{2}Third\n\nM\tb.py\nR090\td.py\te.py\nMM\tm.py\n\
                      \u{1}bb\u{2}0\u{2}Second\n\nA\tc.py\nA\tm.py\nA\t\"q\\303\\251.py\"\n\
                      \u{1}aa\u{2}0\u{2}First\n\nA\ta.py\nA\tb.py\nA\td.py\n";
        let files = alone(answer);
        let found: Vec<(&str, &str)> =
            files.iter().map(|(path, commit)| (path.as_str(), commit.id.as_str())).collect();
        assert_eq!(found, [("a.py", "aa"), ("c.py", "bb")]);
        assert_eq!(
            (files["c.py"].date.as_str(), files["c.py"].subject.as_str()),
            ("1970-01-01", "Second")
        );
    }
}
