//! Renamed files: the new path, in the form in which a text wrote the old one.

use std::path::Path;

use crate::sources::normal_path;

/// Returns the path `new` in the form in which a text of `folder` wrote the path `old` as `id`: from the
/// root or from the folder. `None` if it was written in another form.
pub(super) fn respelled(id: &str, old: &str, new: &str, folder: &str) -> Option<String> {
    // The mark of a path from the folder, which the text itself may lack.
    let (written, is_from_folder) = match id.strip_prefix("./") {
        Some(written) => (written, true),
        None => (id, false),
    };
    if written == old && !is_from_folder {
        return Some(new.to_owned());
    }
    if written.strip_prefix('/') == Some(old) {
        return Some(format!("/{new}"));
    }
    let leads_to_old = normal_path(&Path::new(folder).join(written)).as_deref() == Some(old);
    leads_to_old.then(|| from_folder(folder, new))
}

/// Returns a path from the root as one from a folder.
fn from_folder(folder: &str, path: &str) -> String {
    let folders: Vec<&str> = folder.split('/').filter(|name| !name.is_empty()).collect();
    let names: Vec<&str> = path.split('/').collect();
    let shared = folders.iter().zip(&names).take_while(|(one, other)| one == other).count();
    let up = std::iter::repeat_n("..", folders.len() - shared);
    let down = names.get(shared..).unwrap_or_default().iter().copied();
    up.chain(down).collect::<Vec<&str>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_path_has_the_form_of_the_old_one() {
        for (id, folder, expected) in [
            ("src/a.rs", "docs", Some("lib/b.rs")),
            ("../src/a.rs", "docs", Some("../lib/b.rs")),
            ("./a.rs", "src", Some("../lib/b.rs")),
            ("/src/a.rs", "docs", Some("/lib/b.rs")),
            ("a.rs", "docs", None),
            ("/home/me/app/src/a.rs", "docs", None),
        ] {
            let found = respelled(id, "src/a.rs", "lib/b.rs", folder);
            assert_eq!(found.as_deref(), expected, "{id}");
        }
        assert_eq!(from_folder("docs/a", "docs/src/x.py"), "../src/x.py");
    }
}
