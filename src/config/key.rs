//! The keys of `pincite.toml`, described for its users.

/// A key of a configuration file.
#[derive(Debug)]
pub struct Key {
    /// The table that holds it.
    pub table: &'static str,
    /// Its name; capitals are a placeholder for a name of the user's choice.
    pub name: &'static str,
    /// The kind of value.
    pub value: &'static str,
    /// The default; empty if there is none.
    pub default: &'static str,
    /// Meaning, in one line.
    pub summary: &'static str,
}

impl Key {
    /// Returns the name of this key relative to `table`, which has it directly or in an inner
    /// table.
    pub(super) fn name_in(&self, table: &str) -> Option<&'static str> {
        if self.table == table {
            return Some(self.name);
        }
        let inside = match table {
            "" => Some(self.table),
            table => self.table.strip_prefix(table).and_then(|rest| rest.strip_prefix('.')),
        };
        inside.and_then(|inside| inside.split('.').next())
    }

    /// True if `name` in `table` is this key or leads to it.
    pub(super) fn has_path(&self, table: &str, name: &str) -> bool {
        self.name_in(table) == Some(name)
    }
}

/// Every key of `pincite.toml` except the settings of the inspector, by table.
pub const KEYS: &[Key] = &[
    Key {
        table: "",
        name: "sources",
        value: "[PATH, …]",
        default: "",
        summary: "files and folders of sources for every response, below the folder of \
                  `pincite.toml`; sources on the command line replace them",
    },
    Key {
        table: "check",
        name: "select",
        value: "[RULE, …]",
        default: "",
        summary: "the only rules that run: codes, names, prefixes such as `P`, or `ALL`",
    },
    Key {
        table: "check",
        name: "ignore",
        value: "[RULE, …]",
        default: "[]",
        summary: "rules that do not run; the more specific selector wins",
    },
    Key {
        table: "check",
        name: "fail-on",
        value: "SEVERITY",
        default: "warning",
        summary: "lowest severity that fails a check: `error`, `warning`, `note` or `never`",
    },
    Key {
        table: "check",
        name: "allow-ignores",
        value: "BOOLEAN",
        default: "false",
        summary: "let `pincite-ignore` comments in text files silence findings",
    },
    Key {
        table: "check",
        name: "require",
        value: "[WHAT, …]",
        default: "[]",
        summary: "fail unless every cited source has text (`text`), every case has citations \
            (`citations`), or every claim was compared with text (`compared`)",
    },
    Key {
        table: "minimum",
        name: "SHARE",
        value: "NUMBER",
        default: "",
        summary: "least share from 0 to 1 that passes: `resolved`, `text`, `supported` or `clean`",
    },
    Key {
        table: "severity",
        name: "RULE",
        value: "SEVERITY",
        default: "",
        summary: "severity of a rule: `error`, `warning`, `note` or `off`; enables a rule that is off \
                  by default",
    },
    Key {
        table: "thresholds",
        name: "least-score",
        value: "NUMBER",
        default: "0.5",
        summary: "score from 0 to 1 below which `low-score` reports a citation",
    },
    Key {
        table: "thresholds",
        name: "least-support",
        value: "NUMBER",
        default: "that of the model",
        summary: "probability from 0 to 1 below which `unsupported` reports a claim",
    },
    Key {
        table: "least-scores",
        name: "ORIGIN",
        value: "NUMBER",
        default: "",
        summary: "the same for the scores of one judge or format, on its own scale",
    },
    Key {
        table: "per-file-ignores",
        name: "PATTERN",
        value: "[RULE, …]",
        default: "",
        summary: "rules that do not run on matching files; patterns as in `.gitignore`",
    },
    Key {
        table: "citations",
        name: "pattern",
        value: "REGEX",
        default: "",
        summary: "your own citation marks, with the groups `id` and optionally `locator` and `claim`",
    },
    Key {
        table: "citations.sources",
        name: "ID",
        value: "PATH",
        default: "",
        summary: "the file that an id refers to, below the folder of `pincite.toml`",
    },
];
