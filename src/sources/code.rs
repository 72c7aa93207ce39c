//! Recognition of source code files.

/// File name extensions of source code and of data that is cited like code.
const EXTENSIONS: [&str; 72] = [
    "ada", "adb", "bash", "bzl", "c", "cc", "cfg", "clj", "cmake", "cpp", "cs", "css", "cu", "cxx",
    "dart", "el", "erl", "ex", "exs", "fs", "go", "gradle", "graphql", "groovy", "h", "hcl", "hh",
    "hpp", "hrl", "hs", "hxx", "ini", "java", "jl", "js", "json", "jsx", "kt", "kts", "less",
    "lua", "m", "mjs", "ml", "mm", "mts", "nim", "nix", "php", "pl", "pm", "proto", "ps1", "py",
    "pyi", "r", "rb", "rs", "sass", "scala", "scss", "sh", "sol", "sql", "svelte", "swift", "tf",
    "toml", "ts", "tsx", "vue", "zig",
];

/// Further extensions, and names of files that have none.
const MORE: [&str; 17] = [
    "cjs",
    "cts",
    "ejs",
    "erb",
    "f90",
    "hbs",
    "j2",
    "jinja",
    "jinja2",
    "tmpl",
    "v",
    "vb",
    "yaml",
    "yml",
    "makefile",
    "dockerfile",
    "rakefile",
];

/// Returns true if a path names a file of code.
pub fn is_code_path(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path).to_ascii_lowercase();
    match name.rsplit_once('.') {
        Some((_, end)) => EXTENSIONS.binary_search(&end).is_ok() || MORE.contains(&end),
        None => MORE.contains(&name.as_str()),
    }
}

/// Returns true if a path names a file of settings or data, which defines no symbols.
pub fn is_data_path(path: &str) -> bool {
    let end = path.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
    end.is_some_and(|end| ["cfg", "ini", "json", "toml", "yaml", "yml"].contains(&end.as_str()))
}

/// Splits the name of a piece of a file, `/work/app/src/app.rs:12-40`, into its path and its first and
/// last line.
pub(crate) fn file_piece(name: &str) -> Option<(&str, u64, u64)> {
    let (path, lines) = name.trim().rsplit_once(':')?;
    let (first, last) = lines.split_once(['-', '\u{2013}']).unwrap_or((lines, lines));
    let number = |text: &str| text.strip_prefix('L').unwrap_or(text).parse::<u64>().ok();
    let (first, last) = (number(first)?, number(last)?);
    let is_path = !path.contains(char::is_whitespace)
        && !path.contains("://")
        && path.contains('.')
        && (path.contains('/') || is_code_path(path));
    (is_path && first > 0 && first <= last).then_some((path, first, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_files_state_their_lines() {
        assert_eq!(file_piece("/w/src/a.rs:12-40"), Some(("/w/src/a.rs", 12, 40)));
        assert_eq!(file_piece("docs/a.md:L7"), Some(("docs/a.md", 7, 7)));
        for name in ["a.example:80", "http://a.example/x.rs:80", "src/a.rs:4-2", "src/a.rs", "x:1"]
        {
            assert_eq!(file_piece(name), None, "{name}");
        }
    }

    #[test]
    fn code_is_known_by_its_extension() {
        for path in ["src/a.rs", "a.PY", "x/Makefile", "docker/Dockerfile", "a.yml", "b\\c.cs"] {
            assert!(is_code_path(path), "{path}");
        }
        for path in ["notes.md", "a.txt", "LICENSE", "report.pdf", "rs", ""] {
            assert!(!is_code_path(path), "{path}");
        }
        assert!(EXTENSIONS.is_sorted());
    }
}
