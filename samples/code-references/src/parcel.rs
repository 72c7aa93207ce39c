//! Parcels and what they cost.

/// The heaviest parcel that is taken, in grams.
const MAX_WEIGHT: u32 = 31_500;

/// A parcel.
pub struct Parcel {
    grams: u32,
    is_insured: bool,
}

/// Why a parcel is refused.
#[derive(Debug, PartialEq)]
pub enum Refused {
    TooHeavy,
}

impl Parcel {
    /// Weighs a parcel; one that is too heavy is refused.
    pub fn weigh(grams: u32) -> Result<Self, Refused> {
        if grams > MAX_WEIGHT {
            return Err(Refused::TooHeavy);
        }
        Ok(Self { grams, is_insured: false })
    }

    /// Adds insurance.
    pub fn insure(mut self) -> Self {
        self.is_insured = true;
        self
    }

    /// The price in cents.
    pub fn price(&self) -> u32 {
        let base = 399 + self.grams / 1000 * 50;
        if self.is_insured { base + 250 } else { base }
    }
}
