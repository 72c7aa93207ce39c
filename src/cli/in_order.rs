//! Work on many cases: on all cores, with the results in the order of the cases.

use rayon::prelude::*;

use crate::cases::Cases;
use crate::error::Result;

/// The number of cases that are worked on at a time.
pub(super) const AT_A_TIME: usize = 64;

/// The maximum number of cases that a core takes at a time: at the end the others wait for it.
const AT_ONCE: usize = 4;

/// Works on every case by its index, and passes the results to `take`, in order. `at_a_time` bounds
/// the results that are held, so that memory does not grow with the input.
///
/// Fails if `take` does.
pub(super) fn in_order<T: Send>(
    cases: &Cases,
    at_a_time: usize,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(usize, T) -> Result<()>,
) -> Result<()> {
    for from in (0..).step_by(at_a_time).take_while(|&from| cases.has(from)) {
        let to = (from..from + at_a_time).take_while(|&index| cases.has(index)).count() + from;
        let results: Vec<T> = if to - from == 1 {
            vec![work(from)]
        } else {
            (from..to).into_par_iter().with_max_len(AT_ONCE).map(&work).collect()
        };
        for (index, result) in (from..).zip(results) {
            take(index, result)?;
        }
    }
    Ok(())
}
