//! Exact decimal numbers: a whole number and a power of ten.

use std::cmp::Ordering;

/// A signed number. Numbers of the same value are equal: the mantissa ends in no zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    mantissa: i128,
    exponent: i32,
}

/// Maximum difference between the exponents of two numbers that are computed with exactly.
const MAX_PLACES: i32 = 30;

/// Maximum mantissa that is read: more digits than any quantity has.
const MAX_MANTISSA: i128 = 1_000_000_000_000_000_000_000_000;

impl Decimal {
    pub(super) const ZERO: Self = Self { mantissa: 0, exponent: 0 };

    /// Returns `mantissa` times ten to the power of `exponent`.
    pub(super) const fn new(mut mantissa: i128, mut exponent: i32) -> Self {
        if mantissa == 0 {
            return Self::ZERO;
        }
        while mantissa % 10 == 0 {
            mantissa /= 10;
            exponent += 1;
        }
        Self { mantissa, exponent }
    }

    /// Returns ten to the power of `exponent`.
    pub(super) const fn place(exponent: i32) -> Self {
        Self { mantissa: 1, exponent }
    }

    pub(super) const fn whole(value: u32) -> Self {
        Self::new(value as i128, 0)
    }

    /// Reads `digits`, the last `decimals` of which follow the decimal sign. Returns `None` for
    /// more digits than a quantity has.
    pub(super) fn read(digits: impl Iterator<Item = u8>, decimals: i32) -> Option<Self> {
        let mut mantissa: i128 = 0;
        for digit in digits {
            mantissa = mantissa.checked_mul(10)?.checked_add(i128::from(digit))?;
            if mantissa > MAX_MANTISSA {
                return None;
            }
        }
        Some(Self::new(mantissa, -decimals))
    }

    /// Returns the value times ten to the power of `by`.
    pub(super) const fn shifted(self, by: i32) -> Self {
        Self::new(self.mantissa, self.exponent + by)
    }

    pub(super) const fn negated(self) -> Self {
        Self { mantissa: -self.mantissa, ..self }
    }

    pub(super) const fn abs(self) -> Self {
        Self { mantissa: self.mantissa.abs(), ..self }
    }

    pub(super) const fn is_negative(self) -> bool {
        self.mantissa < 0
    }

    /// Returns the product, or `None` if it overflows.
    pub(super) fn times(self, other: Self) -> Option<Self> {
        let mantissa = self.mantissa.checked_mul(other.mantissa)?;
        Some(Self::new(mantissa, self.exponent + other.exponent))
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let (one, two, exponent) = self.aligned(other)?;
        Some(Self::new(one.checked_add(two)?, exponent))
    }

    /// Returns the distance between two values.
    pub(super) fn minus(self, other: Self) -> Option<Self> {
        let (one, two, exponent) = self.aligned(other)?;
        Some(Self::new(one.checked_sub(two)?.checked_abs()?, exponent))
    }

    /// Orders two values; those too far apart for exact arithmetic by their approximate value.
    pub(super) fn order(self, other: Self) -> Ordering {
        match self.aligned(other) {
            Some((one, two, _)) => one.cmp(&two),
            None => self.to_f64().total_cmp(&other.to_f64()),
        }
    }

    /// True if this is at most `other`.
    pub(super) fn at_most(self, other: Self) -> bool {
        self.order(other) != Ordering::Greater
    }

    /// True if the two differ by at most half of `step`: one is the other rounded to it.
    pub(super) fn is_near(self, other: Self, step: Self) -> bool {
        let twice = self.minus(other).and_then(|gap| gap.times(Self::whole(2)));
        twice.is_some_and(|gap| gap.at_most(step))
    }

    /// True if the digits are the same and only scale or sign differ: `25` and `-2500`.
    pub(super) const fn has_figure_of(self, other: Self) -> bool {
        self.mantissa.abs() == other.mantissa.abs()
    }

    /// Returns the number of significant digits: zeros at both ends aside.
    pub(super) const fn significant(self) -> u32 {
        match self.mantissa.abs().checked_ilog10() {
            Some(log) => log + 1,
            None => 0,
        }
    }

    /// Returns the power of ten of the last digit that is not zero.
    pub(super) const fn last_place(self) -> i32 {
        self.exponent
    }

    #[expect(clippy::cast_precision_loss, reason = "ratios are compared to a few digits")]
    pub(super) fn to_f64(self) -> f64 {
        self.mantissa as f64 * 10_f64.powi(self.exponent)
    }

    /// Returns a whole number that is not negative.
    pub(super) fn to_u32(self) -> Option<u32> {
        let power = 10_i128.checked_pow(u32::try_from(self.exponent).ok()?)?;
        u32::try_from(self.mantissa.checked_mul(power)?).ok()
    }

    fn aligned(self, other: Self) -> Option<(i128, i128, i32)> {
        if self.mantissa == 0 {
            return Some((0, other.mantissa, other.exponent));
        }
        if other.mantissa == 0 {
            return Some((self.mantissa, 0, self.exponent));
        }
        let exponent = self.exponent.min(other.exponent);
        let raised = |number: Self| {
            let by = number.exponent - exponent;
            let by = u32::try_from(by).ok().filter(|_| by <= MAX_PLACES)?;
            number.mantissa.checked_mul(10_i128.checked_pow(by)?)
        };
        Some((raised(self)?, raised(other)?, exponent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_exact_whatever_their_spelling() {
        assert_eq!(Decimal::new(1500, -3), Decimal::new(15, -1));
        let sum = Decimal::new(1, -1).plus(Decimal::new(2, -1));
        assert_eq!(sum, Some(Decimal::new(3, -1)));
        assert!(Decimal::new(1234, 0).is_near(Decimal::new(12, 2), Decimal::place(2)));
        assert!(!Decimal::new(1251, 0).is_near(Decimal::new(12, 2), Decimal::place(2)));
        assert_eq!(Decimal::place(0).plus(Decimal::place(60)), None);
    }

    #[test]
    fn signs_and_distant_values_are_ordered() {
        let four = Decimal::whole(4);
        assert!(four.negated().at_most(four) && !four.at_most(four.negated()));
        assert_eq!(four.negated().order(Decimal::ZERO), Ordering::Less);
        assert_eq!(Decimal::place(60).order(Decimal::place(0)), Ordering::Greater);
        assert!(Decimal::new(25, 9).has_figure_of(Decimal::new(-25, 6)));
    }
}
