//! Lists of words from `assets/words/`: a heading in brackets, then words or phrases with commas between.

/// Returns the words of a file in order, each with the heading above it.
pub(super) fn entries(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut heading = "";
    let lines = file.lines().filter_map(move |line| {
        let own = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        heading = own.unwrap_or(heading);
        (own.is_none() && !line.starts_with('#')).then_some((heading, line))
    });
    lines.flat_map(|(heading, line)| {
        let words = line.split(',').map(str::trim).filter(|word| !word.is_empty());
        words.map(move |word| (heading, word))
    })
}

/// Returns the words under a heading.
pub(super) fn list(file: &'static str, heading: &str) -> Vec<&'static str> {
    entries(file).filter(|(own, _)| *own == heading).map(|(_, word)| word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_belong_to_the_heading_above_them() {
        let file = "# A comment, ignored.\n\n[one]\na, in two words,\nb\n[two]\nc\n";
        assert_eq!(list(file, "one"), ["a", "in two words", "b"]);
        assert_eq!(list(file, "two"), ["c"]);
        assert!(list(file, "three").is_empty());
    }
}
