//! Logistic regression with signed coefficients.
//!
//! A crate is not used because the signs have to hold: a feature that speaks for a passage must
//! never lower its probability, which a free fit of correlated features does not guarantee.

/// A row: the features, the label, the weight.
pub(crate) type Row<const N: usize> = ([f64; N], bool, f64);

/// The sign that a coefficient must have.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Sign {
    Positive,
    Negative,
}

/// Steps of the descent; far more than needed for a handful of features.
const STEPS: usize = 600;

/// Strength of the penalty on large coefficients of standardised features.
const PENALTY: f64 = 1e-4;

/// Fits by accelerated projected gradient descent; returns the intercept and the coefficients.
pub(crate) fn fit<const N: usize>(rows: &[Row<N>], signs: [Sign; N]) -> (f64, [f64; N]) {
    let total: f64 = rows.iter().map(|row| row.2).sum();
    let mean: [f64; N] =
        std::array::from_fn(|at| rows.iter().map(|row| row.2 * row.0[at]).sum::<f64>() / total);
    let spread: [f64; N] = std::array::from_fn(|at| {
        let squares = rows.iter().map(|row| row.2 * (row.0[at] - mean[at]).powi(2));
        (squares.sum::<f64>() / total).sqrt().max(1e-6)
    });
    let standard: Vec<Row<N>> = rows
        .iter()
        .map(|row| (std::array::from_fn(|at| (row.0[at] - mean[at]) / spread[at]), row.1, row.2))
        .collect();
    let (mut intercept, mut coefficients) = (0.0, [0.0; N]);
    // Where the gradient is taken: ahead of the last step.
    let (mut ahead, mut aheads) = (intercept, coefficients);
    // The largest eigenvalue of the Hessian is at most a quarter of the number of features and one.
    #[expect(clippy::cast_precision_loss, reason = "a handful of features")]
    let rate = 4.0 / (N as f64 + 1.0);
    for step in 0..STEPS {
        let (mut by_intercept, mut by_coefficients) = (0.0, [0.0; N]);
        for (features, label, weight) in &standard {
            let log_odds = ahead + dot(&aheads, features);
            let error = weight * (1.0 / (1.0 + (-log_odds).exp()) - f64::from(u8::from(*label)));
            by_intercept += error;
            for at in 0..N {
                by_coefficients[at] += error * features[at];
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a few hundred steps")]
        let momentum = step as f64 / (step as f64 + 3.0);
        let next = ahead - rate * by_intercept / total;
        ahead = next + momentum * (next - intercept);
        intercept = next;
        for at in 0..N {
            let slope = by_coefficients[at] / total + PENALTY * aheads[at];
            let next = aheads[at] - rate * slope;
            let next = match signs[at] {
                Sign::Positive => next.max(0.0),
                Sign::Negative => next.min(0.0),
            };
            aheads[at] = next + momentum * (next - coefficients[at]);
            coefficients[at] = next;
        }
    }
    let coefficients = std::array::from_fn(|at| coefficients[at] / spread[at]);
    (intercept - dot(&coefficients, &mean), coefficients)
}

fn dot<const N: usize>(one: &[f64; N], other: &[f64; N]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
