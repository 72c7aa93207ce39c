//! Days of commits.

/// The day of a time in seconds since 1970, in UTC, by the calendar's own arithmetic.
pub(super) fn day(seconds: &str) -> String {
    let Ok(seconds) = seconds.parse::<i64>() else { return String::new() };
    let days = seconds.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, expected) in [
            ("0", "1970-01-01"),
            ("951782400", "2000-02-29"),
            ("1767225599", "2025-12-31"),
            ("1767225600", "2026-01-01"),
            ("x", ""),
        ] {
            assert_eq!(day(seconds), expected);
        }
    }
}
