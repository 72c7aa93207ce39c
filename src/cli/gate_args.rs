//! Arguments of commands that count shares over all cases: minimums, a file of metrics, and the
//! comparison with an earlier one.

use std::path::PathBuf;

use clap::Args;

use super::console::print;
use super::file;
use crate::cases::files;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::report::figures::{Figures, Gate, Metrics, Minimum, Share, now};

/// Minimums for shares, and files of metrics.
#[derive(Debug, Args)]
#[command(next_help_heading = "Selection")]
pub(super) struct GateArgs {
    /// Fail if a share of all citations or cases is lower, such as `supported=0.9` (repeatable)
    ///
    /// The shares are `resolved` (citations that resolve), `text` (citations checked against text),
    /// `supported` (citations whose passage supports the claim) and `clean` (cases that pass).
    /// `pincite.toml` can set them in `[minimum]`.
    #[arg(long, value_name = "SHARE=NUMBER", value_delimiter = ',', value_parser = Minimum::parse)]
    min: Vec<Minimum>,

    /// Write totals and shares to FILE as JSON
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    metrics: Option<PathBuf>,

    /// Compare the shares with FILE, the metrics of an earlier run
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    trend: Option<PathBuf>,
}

/// The conditions and files of a run.
#[derive(Debug)]
pub(super) struct Gates {
    minimums: Vec<Minimum>,
    metrics: Option<PathBuf>,
    earlier: Option<Metrics>,
}

/// The figures of a run, held against minimums and an earlier run.
#[derive(Debug)]
pub(super) struct Measured {
    /// The figures.
    pub(super) metrics: Metrics,
    /// The result of each minimum.
    pub(super) gates: Vec<Gate>,
    /// The metrics of an earlier run.
    pub(super) earlier: Option<Metrics>,
}

impl GateArgs {
    /// Returns the files of metrics: the one to write, and that of an earlier run.
    pub(super) fn files(&self) -> (Option<&PathBuf>, Option<&PathBuf>) {
        (self.metrics.as_ref(), self.trend.as_ref())
    }

    /// Returns them without the earlier metrics, which may be what cannot be read.
    pub(super) fn without_trend(&self) -> Gates {
        Gates { minimums: self.min.clone(), metrics: self.metrics.clone(), earlier: None }
    }

    /// Reads the earlier metrics before anything is checked: the same file may be written later.
    pub(super) fn open(&self) -> Result<Gates> {
        let read = |path: &PathBuf| {
            let name = path.to_string_lossy();
            let bytes = files::bytes(&name, files::reader(&name)?)?
                .ok_or_else(|| Input::too_large(&name))?;
            Metrics::parse(&name, &bytes)
        };
        let earlier = self.trend.as_ref().map(read).transpose()?;
        Ok(Gates { earlier, ..self.without_trend() })
    }
}

impl Gates {
    /// Adds the minimums of a configuration for shares that have none.
    pub(super) fn configure(&mut self, config: &Config) {
        for minimum in config.minimums() {
            if self.minimums.iter().all(|own| own.share != minimum.share) {
                self.minimums.push(*minimum);
            }
        }
    }

    /// Returns the shares with a minimum.
    pub(super) fn shares(&self) -> impl Iterator<Item = Share> {
        self.minimums.iter().map(|minimum| minimum.share)
    }

    /// Returns the results for these figures; `None` if nothing is requested.
    pub(super) fn measure(&self, figures: &Figures) -> Option<Measured> {
        let is_asked =
            !self.minimums.is_empty() || self.metrics.is_some() || self.earlier.is_some();
        is_asked.then(|| Measured {
            metrics: figures.metrics(now()),
            gates: self.minimums.iter().map(|minimum| minimum.gate(figures)).collect(),
            earlier: self.earlier.clone(),
        })
    }

    /// Writes the file of metrics, if one is requested.
    pub(super) fn write(&self, metrics: &Metrics) -> Result<()> {
        let Some(path) = &self.metrics else { return Ok(()) };
        let json = format!("{}\n", metrics.to_json()?);
        let Some(path) = file::named(Some(path)) else {
            return print(|out| out.write_all(json.as_bytes()));
        };
        file::replace(path, json.as_bytes())
            .map_err(|error| Error::io("write", path.to_string_lossy(), error))
    }
}

impl Measured {
    /// Returns the results in words, a line each.
    pub(super) fn lines(&self) -> Vec<String> {
        let gates = self.gates.iter().map(|gate| gate.text.clone());
        let trend = self.earlier.iter().map(|earlier| self.metrics.trend(earlier));
        gates.chain(trend).collect()
    }

    /// True if every minimum is met.
    pub(super) fn is_met(&self) -> bool {
        self.gates.iter().all(|gate| gate.is_met)
    }
}
