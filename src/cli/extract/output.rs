//! Standard output with one fixed buffer.

use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::AsFd as _;

use crate::cli::ci::{self, Breaker, TextForm};
use crate::error::{Error, Result};

/// Standard output with one fixed buffer.
pub(crate) struct Output {
    buffer: Vec<u8>,
    /// Not [`io::Stdout`], which searches everything for the last line end and writes the rest
    /// separately.
    to: File,
    /// For lines of JSON in a continuous-integration service.
    breaker: Option<Breaker>,
}

impl Output {
    const FULL: usize = 64 * 1024;

    pub(crate) fn new() -> Result<Self> {
        let to = io::stdout().as_fd().try_clone_to_owned().map_err(cannot_write)?;
        let buffer = Vec::with_capacity(Self::FULL * 2);
        Ok(Self { buffer, to: File::from(to), breaker: None })
    }

    /// The same for whole lines of JSON.
    pub(crate) fn json() -> Result<Self> {
        Ok(Self { breaker: ci::is_ci().then(|| Breaker::of(TextForm::Json)), ..Self::new()? })
    }

    /// Returns the buffer to append to; call [`Output::flush_if_full`] afterwards.
    pub(crate) fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }

    pub(crate) fn flush_if_full(&mut self) -> Result<()> {
        if self.buffer.len() < Self::FULL { Ok(()) } else { self.flush() }
    }

    #[cold]
    pub(crate) fn flush(&mut self) -> Result<()> {
        if let Some(breaker) = &mut self.breaker {
            let lines = std::mem::take(&mut self.buffer);
            breaker.write(&lines, &mut self.buffer);
        }
        let written = self.to.write_all(&self.buffer);
        self.buffer.clear();
        written.map_err(cannot_write)
    }
}

fn cannot_write(error: io::Error) -> Error {
    Error::io("write", "standard output", error)
}
