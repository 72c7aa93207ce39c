//! Marks of an app whose list of sources came with the text after all: `[web: 2]` above `[2](https://…)`,
//! `<qwen:cite id="id_2">` above `[2]. https://…`.

use std::collections::BTreeSet;

use crate::dialects::marks::dr_tulu::DR_TULU;
use crate::dialects::marks::leaked::{LEAKED, without_list};
use crate::dialects::marks::numbered::sources_in;
use crate::model::Case;

/// The dialects whose marks such a list numbers, with the words before the number: those of a tool, those of a snippet.
const PREFIXES: [(&str, &str); 2] = [(LEAKED, "web:"), (DR_TULU, "id_")];

/// Gives marks of pages the sources of the text's own list, if it has all that are cited.
pub(super) fn join(case: &mut Case) {
    let prefix = PREFIXES.iter().find(|(dialect, _)| *dialect == case.format.name);
    let Some((_, prefix)) = prefix else { return };
    if case.sources.iter().any(|source| source.id.starts_with(prefix)) {
        return;
    }
    let targets = case.response.citations.iter().flat_map(|citation| &citation.targets);
    let numbers: Option<BTreeSet<&str>> =
        targets.map(|target| target.id.strip_prefix(prefix)).collect();
    let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else { return };
    let sources = sources_in(&case.response.text);
    if !numbers.iter().all(|number| sources.iter().any(|source| source.id == *number)) {
        return;
    }
    for target in case.response.citations.iter_mut().flat_map(|citation| &mut citation.targets) {
        target.id = target.id.trim_start_matches(prefix).to_owned();
    }
    case.sources.extend(sources);
    let note = without_list(case.response.citations.len());
    case.notes.retain(|it| *it != note);
}
