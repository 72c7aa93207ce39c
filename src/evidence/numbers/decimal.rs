//! Exact decimal numbers: a whole number and a power of ten.

/// A number without sign. Numbers of the same value are equal: no zeros stand at the end of the
/// mantissa.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    mantissa: i128,
    exponent: i32,
}

/// More places than this are no quantity; what stays below can be multiplied without overflow.
const MOST_PLACES: i32 = 30;

impl Decimal {
    pub(super) const ZERO: Self = Self { mantissa: 0, exponent: 0 };

    /// `mantissa` times ten to the power of `exponent`.
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

    /// Ten to the power of `exponent`.
    pub(super) const fn place(exponent: i32) -> Self {
        Self { mantissa: 1, exponent }
    }

    pub(super) const fn whole(value: u32) -> Self {
        Self::new(value as i128, 0)
    }

    /// Reads `digits`, of which `decimals` stand behind the point. `None` for more digits than a
    /// quantity has.
    pub(super) fn read(digits: impl Iterator<Item = u8>, decimals: i32) -> Option<Self> {
        let mut mantissa: i128 = 0;
        for digit in digits {
            mantissa = mantissa.checked_mul(10)?.checked_add(i128::from(digit))?;
            if mantissa > 1_000_000_000_000_000_000_000_000 {
                return None;
            }
        }
        Some(Self::new(mantissa, -decimals))
    }

    /// The value times ten to the power of `by`.
    pub(super) const fn shifted(self, by: i32) -> Self {
        Self::new(self.mantissa, self.exponent + by)
    }

    /// The product, where it is not out of all proportion.
    pub(super) fn times(self, other: Self) -> Option<Self> {
        let mantissa = self.mantissa.checked_mul(other.mantissa)?;
        Some(Self::new(mantissa, self.exponent + other.exponent))
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let (one, two, exponent) = self.aligned(other)?;
        Some(Self::new(one.checked_add(two)?, exponent))
    }

    /// The difference without sign.
    pub(super) fn minus(self, other: Self) -> Option<Self> {
        let (one, two, exponent) = self.aligned(other)?;
        Some(Self::new(one.checked_sub(two)?.checked_abs()?, exponent))
    }

    /// Whether this is at most `other`; `false` where they are too far apart to tell exactly.
    pub(super) fn at_most(self, other: Self) -> bool {
        self.aligned(other).is_some_and(|(one, two, _)| one <= two)
    }

    /// Whether the two differ by at most half of `step`: one is the other rounded to it.
    pub(super) fn is_near(self, other: Self, step: Self) -> bool {
        let twice = self.minus(other).and_then(|gap| gap.times(Self::whole(2)));
        twice.is_some_and(|gap| gap.at_most(step))
    }

    /// How many digits say something: zeros at both ends aside.
    pub(super) const fn significant(self) -> u32 {
        match self.mantissa.checked_ilog10() {
            Some(log) => log + 1,
            None => 0,
        }
    }

    /// The power of ten of the last digit that is not zero.
    pub(super) const fn last_place(self) -> i32 {
        self.exponent
    }

    #[expect(clippy::cast_precision_loss, reason = "shares are compared to a few digits")]
    pub(super) fn to_f64(self) -> f64 {
        self.mantissa as f64 * 10_f64.powi(self.exponent)
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
            let by = u32::try_from(by).ok().filter(|_| by <= MOST_PLACES)?;
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
}
