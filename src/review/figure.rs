//! Figures that may be undefined.

/// A figure, or the reason why there is none: never a meaningless number.
pub type Figure = Result<f64, &'static str>;

/// No data.
pub const NOTHING_COUNTED: &str = "nothing to count";

/// Returns `sum` as a share of `count`.
pub(super) fn share(sum: f64, count: usize) -> Figure {
    if count == 0 { Err(NOTHING_COUNTED) } else { Ok(sum / real(count)) }
}

/// Returns the mean of some numbers.
pub(super) fn mean(values: impl IntoIterator<Item = f64>) -> Figure {
    let (mut sum, mut count) = (0.0, 0);
    for value in values {
        sum += value;
        count += 1;
    }
    share(sum, count)
}

/// Returns a count as a number to calculate with.
#[expect(clippy::cast_precision_loss, reason = "no review has 2^53 decisions")]
pub(super) fn real(count: usize) -> f64 {
    count as f64
}
