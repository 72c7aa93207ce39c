//! A line on the terminal that shows the progress of a long operation.
//!
//! It is only shown on a terminal, on standard error, and erased at the end.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use super::console::is_dumb;
use crate::inspect;
use crate::model::Case;
use crate::sources::documents::Extractor;
use crate::text::SafeText;

/// Interval between updates.
const EVERY: Duration = Duration::from_millis(200);

/// Delay before the first update.
const A_WHILE: Duration = Duration::from_millis(500);

/// The line; it goes when it is dropped.
pub(super) struct Progress {
    /// Time of the next update; `None` if there is no terminal.
    next: Option<Instant>,
    is_shown: bool,
}

impl Progress {
    /// Returns a line that appears at once.
    pub(super) fn at_once() -> Self {
        Self::after(Duration::ZERO)
    }

    /// Returns a line that appears after half a second.
    pub(super) fn after_a_while() -> Self {
        Self::after(A_WHILE)
    }

    fn after(wait: Duration) -> Self {
        let is_shown = io::stderr().is_terminal() && !is_dumb();
        let next = is_shown.then(|| Instant::now() + wait);
        Self { next, is_shown: false }
    }

    /// Says how far it is, unless that was said only now.
    pub(super) fn show(&mut self, message: impl FnOnce() -> String) {
        let now = Instant::now();
        if self.next.is_none_or(|next| now < next) {
            return;
        }
        self.next = Some(now + EVERY);
        self.is_shown = true;
        let mut stderr = io::stderr().lock();
        // A wrapped line could not be erased.
        let size = rustix::termios::tcgetwinsize(&stderr);
        let columns = size.map_or(80, |size| usize::from(size.ws_col));
        let message = SafeText::new(&message()).truncated(columns.saturating_sub(1));
        drop(write!(stderr, "\r\x1b[K{message}").and_then(|()| stderr.flush()));
    }

    /// Takes the line off the screen.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            drop(write!(io::stderr(), "\r\x1b[K"));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Returns the program's extractor: its own executable as the child, even if its file was replaced
/// or removed since the start.
#[cfg(feature = "documents")]
pub(super) fn extractor() -> Extractor {
    if cfg!(target_os = "linux") {
        return Extractor::process("/proc/self/exe");
    }
    std::env::current_exe().map_or_else(|_| Extractor::none(), Extractor::process)
}

/// Returns the extractor of the program: none is compiled in.
#[cfg(not(feature = "documents"))]
pub(super) const fn extractor() -> Extractor {
    Extractor::none()
}

/// Extracts the text of the documents of a case, and shows the progress.
pub(super) fn read_documents(case: &mut Case) {
    let mut progress = Progress::after_a_while();
    inspect::read_documents(case, &extractor(), &mut |name, (read, all)| {
        progress.show(|| match all {
            Some(all) => format!("reading {name}, page {} of {all} …", (read + 1).min(all)),
            None => format!("reading {name} …"),
        });
    });
}
