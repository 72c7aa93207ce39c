//! Numbers written straight into the output buffer.

const GROUP: u64 = 100_000_000;

/// Appends a number in decimal.
#[inline]
pub(super) fn push_number(out: &mut Vec<u8>, number: u64) {
    if number >= GROUP {
        return push_large(out, number);
    }
    let digits = eight_digits(number);
    // The first digit is the lowest byte; at least the last one is printed.
    let leading = (digits.trailing_zeros() / 8).min(7);
    let text = (digits + ZEROS) >> (leading * 8);
    // Eight bytes are one move; copying only the digits would be a call.
    let end = out.len() + 8 - leading as usize;
    out.extend_from_slice(&text.to_le_bytes());
    out.truncate(end);
}

/// A separate function, so that the common case is small enough to be inlined.
#[cold]
fn push_large(out: &mut Vec<u8>, number: u64) {
    push_number(out, number / GROUP);
    out.extend_from_slice(&(eight_digits(number % GROUP) + ZEROS).to_le_bytes());
}

const ZEROS: u64 = 0x3030_3030_3030_3030;

/// Returns the digits of a number below 10⁸, one per byte, the first in the lowest.
///
/// Dividing two numbers per line digit by digit took a sixth of the time of `extract`. Here the
/// number is split into halves side by side in one word: fours, then pairs, then single digits. The
/// multiplications are divisions by 100 and by 10, exact for the possible values.
const fn eight_digits(number: u64) -> u64 {
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007F_0000_007F;
    let pairs = hundreds | ((fours - hundreds * 100) << 16);
    let tens = ((pairs * 103) >> 10) & 0x000F_000F_000F_000F;
    tens | ((pairs - tens * 10) << 8)
}

#[cfg(test)]
mod tests {
    use super::push_number;

    #[test]
    fn numbers_are_decimal() {
        let steps = (0..200_000).map(|step| step * 499 % 100_000_000);
        for number in steps.chain([9, 10, 99_999_999, 100_000_000, 1_234_567_890, u64::MAX]) {
            let mut out = Vec::new();
            push_number(&mut out, number);
            assert_eq!(String::from_utf8(out).unwrap(), number.to_string());
        }
    }
}
