//! Handouts: reports of a case or a batch with the verdicts of reviewers, to be kept or sent.
//!
//! Each case becomes a part; the parts are combined, with an index if there are several.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Write};

use super::dossier::{Dossier, Summary};
use super::figures::{Figures, Gate, Metrics};
use super::findings::Fingerprint;
use super::secrets::left_out;
use crate::inspect::Inspection;
use crate::text::SafeText;
use crate::text::prose::count;

/// A way of writing a handout.
#[derive(Debug)]
pub struct Handout {
    /// The name that `--format` takes; also the extension of its files.
    pub name: &'static str,
    /// Purpose, in a few words.
    pub summary: &'static str,
    /// Text near the start of every file of this format, and of no other file.
    pub mark: &'static str,
    /// True if it is readable on a terminal.
    pub for_terminals: bool,
    /// Writes one case.
    pub part: fn(&Inspection, &Dossier<'_>, &mut dyn Write) -> io::Result<()>,
    /// Binds the parts together.
    pub bind: fn(&Head, &[HandoutCase], &mut dyn Write) -> io::Result<()>,
}

/// The circumstances and results of a run, at the head of a handout.
#[derive(Debug, Clone, Default)]
pub struct Head {
    /// The answers and sources, by the names of their files.
    pub subject: SafeText,
    /// The time, in UTC.
    pub at: String,
    /// The active rules and the conditions for failure.
    pub rules: SafeText,
    /// Figures over all cases.
    pub figures: Figures,
    /// The results of the minimums for shares.
    pub gates: Vec<Gate>,
    /// The figures for a file, if minimums, a file or a comparison are requested.
    pub metrics: Option<Metrics>,
    /// The figures of an earlier run.
    pub earlier: Option<Metrics>,
    /// The number of secrets that were left out.
    pub concealed: usize,
}

impl Head {
    /// True if a check of the same input passes.
    pub fn is_passed(&self) -> bool {
        self.reasons().is_empty()
    }

    /// Returns why it does not pass.
    pub fn reasons(&self) -> Vec<String> {
        let Figures { cases, not_checked, failing, .. } = self.figures;
        let mut reasons = Vec::new();
        if cases == 0 {
            reasons.push("nothing was checked".to_owned());
        }
        if not_checked > 0 {
            reasons.push(format!("{not_checked} of {} could not be checked", count(cases, "case")));
        }
        if failing > 0 {
            reasons.push(count(failing, "failing finding"));
        }
        reasons.extend(self.gates.iter().filter(|gate| !gate.is_met).map(|gate| gate.text.clone()));
        reasons
    }

    /// Returns the head in words, a line each.
    pub fn lines(&self) -> Vec<SafeText> {
        let result = match self.reasons().as_slice() {
            [] => "Passed".to_owned(),
            reasons => format!("Failed: {}", reasons.join("; ")),
        };
        let outcomes = self.figures.outcomes.non_zero();
        let outcomes = outcomes.map(|(one, number)| format!("{number} {}", one.title()));
        let after =
            |text: &str, safe: &SafeText| [&SafeText::new(text), safe].into_iter().collect();
        let by = format!("On {} by pincite {}, ", self.at, env!("CARGO_PKG_VERSION"));
        let head =
            [SafeText::new(&result), after("Checked: ", &self.subject), after(&by, &self.rules)];
        let mut lines = vec![format!(
            "{} with {}: {}",
            count(self.figures.cases, "case"),
            count(self.figures.outcomes.total(), "citation"),
            outcomes.collect::<Vec<_>>().join(", ")
        )];
        let met = self.gates.iter().filter(|gate| gate.is_met);
        lines.extend(met.map(|gate| gate.text.clone()));
        if let Some((now, earlier)) = self.metrics.as_ref().zip(self.earlier.as_ref()) {
            lines.push(now.trend(earlier));
        }
        lines.extend(self.figures.ignored_note());
        lines.extend(self.concealment());
        head.into_iter().chain(lines.iter().map(|line| SafeText::new(line))).collect()
    }

    /// Returns the note on secrets that were left out.
    pub fn concealment(&self) -> Option<String> {
        (self.concealed > 0).then(|| left_out(self.concealed))
    }
}

/// A case in a handout.
#[derive(Debug)]
pub struct HandoutCase {
    /// Name of the case.
    pub name: SafeText,
    /// The question.
    pub question: Option<SafeText>,
    /// The name of the case in links and file names, which does not change if other cases are added
    /// or removed.
    pub key: String,
    /// Summary, or the error that prevented reading it.
    pub summary: Result<Summary, SafeText>,
    /// Output of [`Handout::part`]; `None` if the case is listed in the index only.
    pub text: Option<Box<dyn PartText>>,
}

/// The text of a case in a handout, which [`Handout::part`] wrote: in memory or elsewhere.
pub trait PartText: fmt::Display + fmt::Debug + Send + Sync {}

impl PartText for String {}

/// Keys of cases for links and file names, each given once.
#[derive(Debug, Default)]
pub struct Keys(BTreeSet<String>);

/// Maximum number of characters of an id in a key.
const MAX_KEY: usize = 60;

impl Keys {
    /// Returns a key for a case. It depends only on the id unless the same id came before.
    pub fn unique(&mut self, id: &str) -> String {
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let slug: String =
            id.chars().take(MAX_KEY).map(|c| if fits(c) { c } else { '-' }).collect();
        let slug = slug.trim_matches('-');
        let base = if slug == id && !id.is_empty() {
            slug.to_owned()
        } else {
            let hash: String = Fingerprint::new("", "", id).to_string().chars().take(6).collect();
            format!("{}-{hash}", if slug.is_empty() { "case" } else { slug })
        };
        let mut key = base.clone();
        for number in 2.. {
            // File names may not differ in upper and lower case alone.
            if self.0.insert(key.to_lowercase()) {
                break;
            }
            key = format!("{base}-{number}");
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_stays_when_other_cases_come_and_go() {
        let mut keys = Keys::default();
        let of = |keys: &mut Keys, id: &str| keys.unique(id);
        assert_eq!(of(&mut keys, "q-7"), "q-7");
        assert_eq!(of(&mut keys, "Q-7"), "Q-7-2");
        let path = of(&mut keys, "../../etc/passwd");
        assert!(path.starts_with("etc-passwd-") && !path.contains(['/', '.']), "{path}");
        assert_eq!(of(&mut Keys::default(), "../../etc/passwd"), path);
        assert_ne!(of(&mut Keys::default(), "?/../etc/passwd"), path);
        assert!(of(&mut keys, "Käse").starts_with("K-se-"));
        assert!(of(&mut keys, "").starts_with("case-"));
    }
}
