//! Names of hosts in Unicode instead of their ASCII form: `xn--mnchen-3ya` is `münchen` (RFC 3492).

const BASE: u32 = 36;
const MIN_THRESHOLD: u32 = 1;
const MAX_THRESHOLD: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const FIRST_BIAS: u32 = 72;
const FIRST_CODE: u32 = 128;

/// Returns a host, in lower case, with its labels in Unicode; a label that is no punycode stays.
pub(super) fn unicode(host: &str) -> Option<String> {
    const PREFIX: &str = "xn--";
    if !host.contains(PREFIX) {
        return None;
    }
    let label = |label: &str| {
        let decoded = label.strip_prefix(PREFIX).and_then(decode);
        decoded.unwrap_or_else(|| label.to_owned())
    };
    let labels: Vec<String> = host.split('.').map(label).collect();
    Some(labels.join("."))
}

fn decode(label: &str) -> Option<String> {
    let (basic, rest) = label.rsplit_once('-').unwrap_or(("", label));
    let mut decoded: Vec<char> = basic.chars().collect();
    let (mut code, mut index, mut bias) = (FIRST_CODE, 0_u32, FIRST_BIAS);
    let mut digits = rest.bytes();
    while digits.len() > 0 {
        let before = index;
        let (mut weight, mut step) = (1_u32, BASE);
        loop {
            let digit = digit(digits.next()?)?;
            index = index.checked_add(digit.checked_mul(weight)?)?;
            let threshold = step.saturating_sub(bias).clamp(MIN_THRESHOLD, MAX_THRESHOLD);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
            step += BASE;
        }
        let length = u32::try_from(decoded.len()).ok()? + 1;
        bias = adapted(index - before, length, before == 0);
        code = code.checked_add(index / length)?;
        index %= length;
        decoded.insert(usize::try_from(index).ok()?, char::from_u32(code)?);
        index += 1;
    }
    Some(decoded.into_iter().collect())
}

fn digit(byte: u8) -> Option<u32> {
    match byte {
        b'a'..=b'z' => Some(u32::from(byte - b'a')),
        b'0'..=b'9' => Some(u32::from(byte - b'0') + 26),
        _ => None,
    }
}

fn adapted(difference: u32, length: u32, is_first: bool) -> u32 {
    let mut difference = difference / if is_first { DAMP } else { 2 };
    difference += difference / length;
    let mut bias = 0;
    while difference > (BASE - MIN_THRESHOLD) * MAX_THRESHOLD / 2 {
        difference /= BASE - MIN_THRESHOLD;
        bias += BASE;
    }
    bias + (BASE - MIN_THRESHOLD + 1) * difference / (difference + SKEW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_decoded_and_others_stay() {
        for (host, expected) in [
            ("xn--mnchen-3ya.example", Some("münchen.example")),
            ("www.xn--fiqs8s", Some("www.中国")),
            ("xn--e1afmkfd.xn--p1ai", Some("пример.рф")),
            ("xn--.example", Some(".example")),
            ("xn--99999999999.example", Some("xn--99999999999.example")),
            ("plain.example", None),
        ] {
            assert_eq!(unicode(host).as_deref(), expected, "{host}");
        }
    }
}
