//! The imports between the files of `src/`: reads whole files, except test modules, and follows
//! re-exports to the file that defines a name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A source file.
pub(crate) struct File {
    /// Its path below `src/`.
    pub(crate) path: String,
    /// Its module: `["tui", "view", "lines"]`.
    pub(crate) module: Vec<String>,
    /// Its text without test modules and comments.
    pub(crate) code: String,
    /// Its whole text.
    pub(crate) text: String,
    children: BTreeSet<String>,
    uses: Vec<Use>,
    paths: Vec<Vec<String>>,
}

/// One name brought in by a `use`.
struct Use {
    path: Vec<String>,
    name: String,
    is_glob: bool,
    is_public: bool,
}

/// The files and what each uses.
pub(crate) struct Graph {
    pub(crate) files: Vec<File>,
    /// For each file the files it uses, with the names it uses of them.
    pub(crate) edges: Vec<BTreeMap<usize, BTreeSet<String>>>,
}

impl Graph {
    /// Reads the tree below `root`.
    pub(crate) fn read(root: &Path) -> Self {
        let mut paths = Vec::new();
        walk(root, &mut paths);
        let texts: Vec<(Vec<String>, PathBuf, String)> = paths
            .into_iter()
            .map(|path| {
                let text = fs::read_to_string(&path).unwrap();
                (module_of(path.strip_prefix(root).unwrap()), path, text)
            })
            .collect();
        let mut tests: BTreeSet<Vec<String>> = BTreeSet::new();
        let mut files = Vec::new();
        for (module, path, text) in texts {
            let path = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            let (file, own_tests) = File::parse(path, module, text);
            tests.extend(own_tests);
            files.push(file);
        }
        let is_test = |file: &File| tests.iter().any(|test| file.module.starts_with(test));
        files.retain(|file| !is_test(file));
        let mut graph = Self { files, edges: Vec::new() };
        graph.edges = (0..graph.files.len()).map(|index| graph.edges_of(index)).collect();
        graph
    }

    /// Returns the groups of files that use each other in a circle, each with its inner uses in
    /// words.
    pub(crate) fn circles(&self) -> Vec<Vec<usize>> {
        let reach: Vec<BTreeSet<usize>> = (0..self.files.len()).map(|it| self.reach(it)).collect();
        let mut seen = BTreeSet::new();
        let mut circles = Vec::new();
        for index in 0..self.files.len() {
            if seen.contains(&index) || !reach[index].contains(&index) {
                continue;
            }
            let mutual = |other: &usize| reach[*other].contains(&index);
            let circle: Vec<usize> = reach[index].iter().copied().filter(mutual).collect();
            seen.extend(circle.iter().copied());
            circles.push(circle);
        }
        circles
    }

    fn reach(&self, from: usize) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<usize> = self.edges[from].keys().copied().collect();
        while let Some(next) = open.pop() {
            if reached.insert(next) {
                open.extend(self.edges[next].keys());
            }
        }
        reached
    }

    fn edges_of(&self, index: usize) -> BTreeMap<usize, BTreeSet<String>> {
        let file = &self.files[index];
        let mut edges: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        let mut add = |to: Option<(usize, String)>| {
            if let Some((to, name)) =
                to.filter(|(to, name)| *to != index && !self.is_given(index, *to, name))
            {
                edges.entry(to).or_default().insert(name);
            }
        };
        let mut aliases: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for import in &file.uses {
            let Some(path) = Self::absolute(file, &import.path) else { continue };
            let is_module = self.module(&path).is_some();
            if is_module && !import.is_glob {
                aliases.insert(&import.name, path.clone());
                if import.name == "_" {
                    add(self.resolve(&path, 0));
                }
                continue;
            }
            // A folder that passes a name of its own files on does not use it.
            if import.is_public && file.is_folder() && path.starts_with(&file.module) {
                continue;
            }
            add(self.resolve(&path, 0));
        }
        for path in &file.paths {
            let absolute = match aliases.get(path[0].as_str()) {
                Some(alias) => Some(alias.iter().chain(&path[1..]).cloned().collect()),
                None => Self::absolute(file, path),
            };
            if let Some(absolute) = absolute {
                add(self.resolve(&absolute, 0));
            }
        }
        edges
    }

    /// True for a type or constant that the `mod.rs` of an enclosing folder defines: the words in which
    /// a folder's files speak are at its head. A function there that a file of the folder calls is
    /// no such word.
    fn is_given(&self, index: usize, to: usize, name: &str) -> bool {
        let encloses = self.files[index].module.starts_with(&self.files[to].module);
        let is_word = name.starts_with(char::is_uppercase);
        self.files[to].is_folder() && encloses && is_word
    }

    /// Returns the path from the crate's root; `None` for what is not of this crate.
    fn absolute(file: &File, path: &[String]) -> Option<Vec<String>> {
        let mut base = file.module.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => (base, rest) = (Vec::new(), &path[1..]),
            "pincite" if file.path == "main.rs" => (base, rest) = (Vec::new(), &path[1..]),
            "self" => rest = &path[1..],
            "super" => {
                while rest.first().is_some_and(|part| part == "super") {
                    base.pop();
                    rest = &rest[1..];
                }
            }
            child if file.children.contains(child) => {}
            _ => return None,
        }
        base.extend(rest.iter().cloned());
        Some(base)
    }

    fn module(&self, path: &[String]) -> Option<usize> {
        self.files.iter().position(|file| file.module == path)
    }

    /// Returns the file that defines what an absolute path names, and the name.
    fn resolve(&self, path: &[String], depth: usize) -> Option<(usize, String)> {
        let (length, index) = (0..=path.len())
            .rev()
            .find_map(|length| Some((length, self.module(&path[..length])?)))?;
        let file = &self.files[index];
        let name = path.get(length).cloned().unwrap_or_else(|| "self".to_owned());
        if depth < 8 {
            let passed_on = file.uses.iter().filter(|it| it.is_public && file.is_folder());
            for import in passed_on {
                let Some(target) = Self::absolute(file, &import.path) else { continue };
                if !import.is_glob && import.name == name {
                    return self.resolve(&target, depth + 1).or(Some((index, name)));
                }
            }
        }
        (!file.module.is_empty()).then_some((index, name))
    }
}

impl File {
    fn parse(path: String, module: Vec<String>, text: String) -> (Self, Vec<Vec<String>>) {
        let mut tokens = tokens(&text);
        let (holes, names) = test_modules(&tokens);
        tokens.retain(|token| !holes.iter().any(|hole| hole.contains(&token.start)));
        let code = code_of(&text, &holes);
        let tests = names.into_iter().map(|name| [module.clone(), vec![name]].concat()).collect();
        let words: Vec<String> = tokens.iter().map(|token| token.text.to_owned()).collect();
        let mut children = BTreeSet::new();
        let (mut uses, mut paths) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < words.len() {
            let before = at.checked_sub(1).map_or("", |before| words[before].as_str());
            match words[at].as_str() {
                "mod" if words.get(at + 2).is_some_and(|word| word == ";") => {
                    children.insert(words[at + 1].clone());
                    at += 3;
                }
                "use" if before != "." => {
                    let is_public = before == "pub" || before == ")";
                    at = use_tree(&words, at + 1, &[], is_public, &mut uses);
                }
                word if is_name(word) && before != "::" => {
                    let mut path = vec![word.to_owned()];
                    while words.get(at + 1).is_some_and(|it| it == "::")
                        && words.get(at + 2).is_some_and(|it| is_name(it))
                    {
                        path.push(words[at + 2].clone());
                        at += 2;
                    }
                    if path.len() > 1 {
                        paths.push(path);
                    }
                    at += 1;
                }
                _ => at += 1,
            }
        }
        (Self { path, module, code, text, children, uses, paths }, tests)
    }

    /// True for `mod.rs` and for the root.
    pub(crate) fn is_folder(&self) -> bool {
        self.path.ends_with("mod.rs") || self.path == "lib.rs"
    }
}

/// Reads a tree of names after `use`, from `at` on; returns where it ends.
fn use_tree(
    words: &[String],
    mut at: usize,
    prefix: &[String],
    is_public: bool,
    uses: &mut Vec<Use>,
) -> usize {
    let mut path = prefix.to_vec();
    loop {
        match words.get(at).map_or(";", String::as_str) {
            "::" => at += 1,
            "{" => {
                at += 1;
                while words[at] != "}" {
                    at = use_tree(words, at, &path, is_public, uses);
                    if words[at] == "," {
                        at += 1;
                    }
                }
                return at + 1;
            }
            "*" => {
                uses.push(Use { path, name: "*".to_owned(), is_glob: true, is_public });
                return at + 1;
            }
            "as" => {
                let name = words[at + 1].clone();
                uses.push(Use { path, name, is_glob: false, is_public });
                return at + 2;
            }
            word if is_name(word) => {
                path.push(word.to_owned());
                at += 1;
            }
            _ => {
                if path.last().is_some_and(|last| last == "self") {
                    path.pop();
                }
                let name = path.last().cloned().unwrap_or_default();
                uses.push(Use { path, name, is_glob: false, is_public });
                return at;
            }
        }
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_') && word != "as"
}

/// Returns the module of a file by its path below `src/`.
fn module_of(path: &Path) -> Vec<String> {
    let mut parts: Vec<String> =
        path.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    if parts.last().is_some_and(|last| last == "mod" || last == "lib") {
        parts.pop();
    }
    parts
}

/// Every Rust file of a folder, in order.
pub(crate) fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            walk(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

/// A word or sign of Rust, neither comment nor literal.
struct Token<'t> {
    text: &'t str,
    start: usize,
}

/// Takes a text apart; comments and the insides of literals are left out.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let length = match bytes[at] {
            b'/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            b'/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            b'"' => string(rest),
            b'r' if rest.starts_with("r\"") || rest.starts_with("r#") => raw_string(rest),
            b'b' if rest.starts_with("b\"") => 1 + string(&rest[1..]),
            b'b' if rest.starts_with("br\"") || rest.starts_with("br#") => {
                1 + raw_string(&rest[1..])
            }
            b'b' if rest.starts_with("b'") => 1 + character(&rest[1..]),
            b'\'' => character(rest),
            byte if byte.is_ascii_whitespace() => 1,
            _ => {
                let name = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
                let length = match name {
                    Some(0) if rest.starts_with("::") => 2,
                    Some(0) => rest.chars().next().map_or(1, char::len_utf8),
                    Some(length) => length,
                    None => rest.len(),
                };
                tokens.push(Token { text: &rest[..length], start: at });
                length
            }
        };
        at += length.max(1);
    }
    tokens
}

fn string(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

fn raw_string(rest: &str) -> usize {
    let hashes = rest[1..].bytes().take_while(|byte| *byte == b'#').count();
    if rest.as_bytes().get(1 + hashes) != Some(&b'"') {
        return 1;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    rest[hashes + 2..].find(&end).map_or(rest.len(), |at| hashes + 2 + at + end.len())
}

/// Returns the length of a character literal, or of the quote that begins a lifetime.
fn character(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => {
            rest[2..].char_indices().skip(1).find(|(_, c)| *c == '\'').map_or(1, |(at, _)| at + 3)
        }
        Some(_) => match chars.next() {
            Some((at, '\'')) => at + 1,
            _ => 1,
        },
        None => 1,
    }
}

/// Returns the bytes of test modules, and the names of those that are files of their own.
fn test_modules(tokens: &[Token<'_>]) -> (Vec<std::ops::Range<usize>>, Vec<String>) {
    let (mut holes, mut names) = (Vec::new(), Vec::new());
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    for from in 0..tokens.len() {
        let is_test = ["#", "[", "cfg", "(", "test", ")", "]"];
        if !is_test.iter().enumerate().all(|(at, expected)| word(from + at) == *expected) {
            continue;
        }
        let mut at = from + is_test.len();
        while word(at) == "#" {
            at = closing(tokens, at + 1) + 1;
        }
        if word(at) == "pub" {
            at = if word(at + 1) == "(" { closing(tokens, at + 1) + 1 } else { at + 1 };
        }
        if word(at) != "mod" {
            continue;
        }
        let end = if word(at + 2) == "{" {
            closing(tokens, at + 2)
        } else {
            names.push(word(at + 1).to_owned());
            at + 2
        };
        let end = tokens.get(end).map_or(usize::MAX, |token| token.start + 1);
        holes.push(tokens[from].start..end);
    }
    (holes, names)
}

/// Returns the token that closes the bracket at `open`.
fn closing(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}

/// Returns the lines that are no comments and in no test module.
fn code_of(text: &str, holes: &[std::ops::Range<usize>]) -> String {
    let mut code = String::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let middle = at + line.len() - line.trim_start().len();
        at += line.len();
        if !line.trim_start().starts_with("//") && !holes.iter().any(|it| it.contains(&middle)) {
            code.push_str(line);
        }
    }
    code
}

#[test]
fn a_test_module_is_left_out_and_what_follows_it_is_read() {
    let text = "use crate::a::B;\n#[cfg(test)]\nmod tests {\n    use crate::c::D;\n    const Q: char = '}';\n}\nuse super::e;\nfn f() { e::g(\"crate::h\"); }\n";
    let (file, tests) =
        File::parse("x/y.rs".to_owned(), vec!["x".to_owned(), "y".to_owned()], text.to_owned());
    let used: Vec<String> = file.uses.iter().map(|it| it.path.join("::")).collect();
    assert_eq!((used, tests.len()), (vec!["crate::a::B".to_owned(), "super::e".to_owned()], 0));
    assert!(file.paths.contains(&vec!["e".to_owned(), "g".to_owned()]));
    assert!(!file.code.contains("crate::c") && file.code.contains("fn f()"));
}

#[test]
fn names_in_braces_and_other_names_are_read() {
    let text = "pub use self::a::{B, c::{self, D as E}};\n#[cfg(test)]\nmod tests;\n";
    let (file, tests) = File::parse("x/mod.rs".to_owned(), vec!["x".to_owned()], text.to_owned());
    let used: Vec<(String, &str)> =
        file.uses.iter().map(|it| (it.path.join("::"), it.name.as_str())).collect();
    let expected = [("self::a::B", "B"), ("self::a::c", "c"), ("self::a::c::D", "E")];
    assert_eq!(used, expected.map(|(path, name)| (path.to_owned(), name)));
    assert_eq!(tests, [vec!["x".to_owned(), "tests".to_owned()]]);
}
