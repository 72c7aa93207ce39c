//! Times of recordings: `00:12:05.250`.

/// Maximum number of digits of the hours.
const MAX_DIGITS: usize = 6;

/// Returns the milliseconds of `12:05`, `1:02:03`, `00:12:05.250` or `00:12:05,250`: minutes and
/// seconds below 60 (the first part may be larger), and up to three digits of a second. `None` for
/// any other text.
pub fn milliseconds(text: &str) -> Option<u64> {
    let (clock, fraction) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let mut parts = clock.split(':').rev();
    let seconds = number(parts.next()?, 60)?;
    let minutes = parts.next()?;
    let hours = parts.next();
    let all_minutes = match hours {
        Some(hours) => {
            number(hours, u64::MAX)?.checked_mul(60)?.checked_add(number(minutes, 60)?)?
        }
        None => number(minutes, u64::MAX)?,
    };
    if parts.next().is_some() || !clock.rsplit(':').take(hours.map_or(1, |_| 2)).all(is_pair) {
        return None;
    }
    let thousandths = match fraction.len() {
        1..=3 => number(fraction, 1000)? * 10_u64.pow(3 - u32::try_from(fraction.len()).ok()?),
        _ => return None,
    };
    all_minutes.checked_mul(60)?.checked_add(seconds)?.checked_mul(1000)?.checked_add(thousandths)
}

/// Returns a time of `milliseconds` as `00:12:05`, with the milliseconds (`.250`) if there are any.
pub fn clock(milliseconds: u64) -> String {
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let clock = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if rest == 0 { clock } else { format!("{clock}.{rest:03}") }
}

fn is_pair(digits: &str) -> bool {
    digits.len() == 2
}

/// Returns a number of digits alone, below `limit`.
fn number(digits: &str, limit: u64) -> Option<u64> {
    let plain =
        (1..=MAX_DIGITS).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten().filter(|number| *number < limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        let read = |text: &str| milliseconds(text);
        assert_eq!(read("12:05"), Some(725_000));
        assert_eq!(read("1:02:03"), Some(3_723_000));
        assert_eq!(read("00:12:05.250"), read("12:05,25"));
        assert_eq!(read("90:00"), Some(5_400_000));
        for bad in [
            "",
            "5",
            ":05",
            "12:5",
            "12:60",
            "1:60:00",
            "1:2:03",
            "1:00:00:00",
            "a:05",
            "12:05.",
            "12:05.2500",
            "-1:05",
            "12:+5",
            "9999999:00:00",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
        assert_eq!(clock(725_250), "00:12:05.250");
        assert_eq!(clock(360_000_000), "100:00:00");
    }
}
