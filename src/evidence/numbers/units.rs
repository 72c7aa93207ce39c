//! The dimension of a number: scales, percent, currencies, units of measure and of time.

use super::decimal::Decimal;

/// The dimension of a number. Numbers are compared within one kind, in its base unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A count of things that the words around name, or a bare number.
    Plain,
    /// Hundredths.
    Percent,
    /// Points on a scale that ends here: `7.5/10`.
    OutOf(u32),
    /// Money, by the currency's letters; `$` is any dollar, `¥` yen or yuan.
    Money(&'static str),
    /// A measure, by its base unit.
    Amount(&'static str),
}

/// A word or sign behind a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Suffix {
    /// Times ten to this power.
    Scale(i32),
    /// A kind, and the number of its base units in one.
    Unit(Kind, Decimal),
    /// `m`: metres, or millions where money is counted.
    Metres,
}

pub(super) const fn unit(base: &'static str, mantissa: i128, exponent: i32) -> Suffix {
    Suffix::Unit(Kind::Amount(base), Decimal::new(mantissa, exponent))
}

const fn money(code: &'static str) -> Suffix {
    Suffix::Unit(Kind::Money(code), Decimal::place(0))
}

const PERCENT: Suffix = Suffix::Unit(Kind::Percent, Decimal::place(0));

/// Suffixes of several words or with signs; of two where one begins the other, the longer first.
const PHRASES: &[(&str, Suffix)] = &[
    ("percentage points", unit("point", 1, 0)),
    ("percentage point", unit("point", 1, 0)),
    ("basis points", unit("point", 1, -2)),
    ("basis point", unit("point", 1, -2)),
    ("per cent", PERCENT),
    ("pour cent", PERCENT),
    ("business days", unit("working day", 1, 0)),
    ("business day", unit("working day", 1, 0)),
    ("working days", unit("working day", 1, 0)),
    ("working day", unit("working day", 1, 0)),
    ("calendar days", unit("s", 86_400, 0)),
    ("calendar day", unit("s", 86_400, 0)),
    ("square metres", unit("m²", 1, 0)),
    ("square meters", unit("m²", 1, 0)),
    ("square kilometres", unit("m²", 1, 6)),
    ("square kilometers", unit("m²", 1, 6)),
    ("square feet", unit("sq ft", 1, 0)),
    ("square miles", unit("sq mi", 1, 0)),
    ("cubic metres", unit("m³", 1, 0)),
    ("cubic meters", unit("m³", 1, 0)),
    ("square kilometre", unit("m²", 1, 6)),
    ("square kilometer", unit("m²", 1, 6)),
    ("square metre", unit("m²", 1, 0)),
    ("square meter", unit("m²", 1, 0)),
    ("kilometres per hour", unit("km/h", 1, 0)),
    ("kilometers per hour", unit("km/h", 1, 0)),
    ("miles per hour", unit("km/h", 1_609_344, -6)),
    ("metres per second", unit("km/h", 36, -1)),
    ("meters per second", unit("km/h", 36, -1)),
    ("kilowatt hours", unit("Wh", 1, 3)),
    ("kilowatt-hours", unit("Wh", 1, 3)),
    ("degrees c", unit("°C", 1, 0)),
    ("degrees f", unit("°F", 1, 0)),
    ("degrees", unit("degree", 1, 0)),
    ("km/h", unit("km/h", 1, 0)),
    ("m/s", unit("km/h", 36, -1)),
    ("degrees celsius", unit("°C", 1, 0)),
    ("degrees fahrenheit", unit("°F", 1, 0)),
    ("us dollars", money("USD")),
    ("u.s. dollars", money("USD")),
    ("australian dollars", money("AUD")),
    ("canadian dollars", money("CAD")),
    ("pounds sterling", money("GBP")),
    ("swiss francs", money("CHF")),
    ("° c", unit("°C", 1, 0)),
    ("° f", unit("°F", 1, 0)),
    ("°c", unit("°C", 1, 0)),
    ("°f", unit("°F", 1, 0)),
    ("km²", unit("m²", 1, 6)),
    ("km2", unit("m²", 1, 6)),
    ("m²", unit("m²", 1, 0)),
    ("m2", unit("m²", 1, 0)),
    ("m³", unit("m³", 1, 0)),
    ("m3", unit("m³", 1, 0)),
    ("°", unit("degree", 1, 0)),
];

/// Signs and words of scripts without blanks: the next character may be anything.
const SIGNS: &[(&str, Suffix)] = &[
    ("%", PERCENT),
    ("％", PERCENT),
    ("‰", Suffix::Unit(Kind::Percent, Decimal::new(1, -1))),
    ("€", money("EUR")),
    ("£", money("GBP")),
    ("$", money("$")),
    ("¥", money("¥")),
    ("₹", money("INR")),
    ("×", unit("times", 1, 0)),
    ("个百分点", unit("point", 1, 0)),
    ("個百分點", unit("point", 1, 0)),
    ("個月", unit("month", 1, 0)),
    ("个月", unit("month", 1, 0)),
    ("か月", unit("month", 1, 0)),
    ("ヶ月", unit("month", 1, 0)),
    ("カ月", unit("month", 1, 0)),
    ("年", unit("month", 12, 0)),
    ("週間", unit("s", 604_800, 0)),
    ("周", unit("s", 604_800, 0)),
    ("週", unit("s", 604_800, 0)),
    ("営業日", unit("working day", 1, 0)),
    ("个工作日", unit("working day", 1, 0)),
    ("工作日", unit("working day", 1, 0)),
    ("日", unit("s", 86_400, 0)),
    ("天", unit("s", 86_400, 0)),
    ("个小时", unit("s", 3600, 0)),
    ("小时", unit("s", 3600, 0)),
    ("小時", unit("s", 3600, 0)),
    ("時間", unit("s", 3600, 0)),
    ("分钟", unit("s", 60, 0)),
    ("分鐘", unit("s", 60, 0)),
    ("秒", unit("s", 1, 0)),
    ("万亿", Suffix::Scale(12)),
    ("亿", Suffix::Scale(8)),
    ("億", Suffix::Scale(8)),
    ("万", Suffix::Scale(4)),
    ("萬", Suffix::Scale(4)),
    ("兆", Suffix::Scale(12)),
    ("千", Suffix::Scale(3)),
    ("人民币", money("CNY")),
    ("美元", money("$")),
    ("美金", money("$")),
    ("欧元", money("EUR")),
    ("ドル", money("$")),
    ("ユーロ", money("EUR")),
    ("元", money("CNY")),
    ("円", money("JPY")),
    ("公里", unit("m", 1, 3)),
    ("倍", unit("times", 1, 0)),
];

/// Maximum length of a suffix of one word, in bytes.
const MAX_WORD: usize = 12;

/// Returns the suffix at the start of `text`, and its length in bytes.
pub(super) fn suffix(text: &str) -> Option<(usize, Suffix)> {
    let first = text.chars().next()?;
    if !first.is_ascii_alphabetic() && !matches!(first, '°' | 'µ' | 'μ') {
        let sign = SIGNS.iter().find(|(sign, _)| text.starts_with(sign));
        return sign.map(|(sign, suffix)| (sign.len(), *suffix));
    }
    let byte = text.bytes().next()?.to_ascii_lowercase();
    let may_be = |(phrase, _): &&(&str, Suffix)| phrase.bytes().next() == Some(byte);
    let phrase = PHRASES.iter().filter(may_be).find(|(phrase, _)| {
        let head = text.get(..phrase.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(phrase)) && ends_at(text, phrase.len())
    });
    if let Some((phrase, suffix)) = phrase {
        return Some((phrase.len(), *suffix));
    }
    let inside = |c: char| c.is_alphabetic() && !is_unspaced(c);
    let len = text.find(|c| !inside(c)).unwrap_or(text.len());
    let word = text.get(..len).filter(|word| word.len() <= MAX_WORD && ends_at(text, len))?;
    let found = exact(word).or_else(|| folded(&word.to_lowercase()))?;
    let has_dot = matches!(word, "Mio" | "Mrd" | "Std" | "Min" | "hrs" | "min" | "sec")
        && text.get(len..).is_some_and(|rest| rest.starts_with('.'));
    Some((len + usize::from(has_dot), found))
}

fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{9fff}')
}

fn ends_at(text: &str, at: usize) -> bool {
    let next = text.get(at..).and_then(|rest| rest.chars().next());
    next.is_none_or(|c| (!c.is_alphanumeric() || is_unspaced(c)) && c != '_')
}

/// Looks up a word whose capitals matter.
pub(super) fn exact(word: &str) -> Option<Suffix> {
    Some(match word {
        "k" | "K" => Suffix::Scale(3),
        "M" | "mn" | "mln" | "Mio" | "MM" => Suffix::Scale(6),
        "B" | "bn" | "Bn" | "BN" | "Mrd" | "Md" => Suffix::Scale(9),
        "T" | "tn" | "trn" => Suffix::Scale(12),
        "m" => Suffix::Metres,
        "h" => unit("s", 3600, 0),
        "s" => unit("s", 1, 0),
        "d" => unit("s", 86_400, 0),
        "ms" => unit("s", 1, -3),
        "g" => unit("g", 1, 0),
        "L" | "l" => unit("L", 1, 0),
        "F" => unit("°F", 1, 0),
        "C" => unit("°C", 1, 0),
        "W" => unit("W", 1, 0),
        "mW" => unit("W", 1, -3),
        "MW" => unit("W", 1, 6),
        "V" => unit("V", 1, 0),
        "x" => unit("times", 1, 0),
        "pp" | "ppt" => unit("point", 1, 0),
        "bps" => unit("point", 1, -2),
        "USD" => money("USD"),
        "AUD" => money("AUD"),
        "CAD" => money("CAD"),
        "NZD" => money("NZD"),
        "SGD" => money("SGD"),
        "HKD" => money("HKD"),
        "EUR" => money("EUR"),
        "GBP" => money("GBP"),
        "CHF" => money("CHF"),
        "JPY" => money("JPY"),
        "CNY" | "RMB" => money("CNY"),
        "INR" => money("INR"),
        _ => return None,
    })
}

/// Looks up a word in lower case.
pub(super) fn folded(word: &str) -> Option<Suffix> {
    Some(match word {
        "hundred" => Suffix::Scale(2),
        "thousand" | "thousands" | "tausend" => Suffix::Scale(3),
        "lakh" | "lakhs" => Suffix::Scale(5),
        "crore" | "crores" => Suffix::Scale(7),
        "billion" | "billions" | "milliarden" | "milliarde" | "milliards" | "milliard" => {
            Suffix::Scale(9)
        }
        "trillion" | "trillions" | "billionen" => Suffix::Scale(12),
        "percent" | "pct" | "prozent" => PERCENT,
        "dollar" | "dollars" => money("$"),
        "euro" | "euros" => money("EUR"),
        "pound" | "pounds" => unit("pound", 1, 0),
        "yen" => money("JPY"),
        "yuan" | "renminbi" => money("CNY"),
        "rupee" | "rupees" => money("INR"),
        "second" | "seconds" | "sec" | "secs" | "sekunden" | "secondes" => unit("s", 1, 0),
        "minute" | "minutes" | "min" | "mins" | "minuten" => unit("s", 60, 0),
        "hour" | "hours" | "hr" | "hrs" | "stunde" | "stunden" | "std" | "heures" | "heure" => {
            unit("s", 3600, 0)
        }
        "day" | "days" | "tag" | "tage" | "tagen" | "jour" | "jours" => unit("s", 86_400, 0),
        "werktag" | "werktage" | "werktagen" | "arbeitstag" | "arbeitstage" | "arbeitstagen" => {
            unit("working day", 1, 0)
        }
        "million" | "millions" | "millionen" | "mio" => Suffix::Scale(6),
        "week" | "weeks" | "woche" | "wochen" | "semaine" | "semaines" => unit("s", 604_800, 0),
        "month" | "months" | "monat" | "monate" | "monaten" | "mois" => unit("month", 1, 0),
        "quarters" => unit("month", 3, 0),
        "year" | "years" | "yr" | "yrs" | "jahr" | "jahre" | "jahren" | "ans" | "années" => {
            unit("month", 12, 0)
        }
        "decade" | "decades" => unit("month", 120, 0),
        "century" | "centuries" => unit("month", 1200, 0),
        "times" | "fold" | "mal" | "fois" => unit("times", 1, 0),
        word => return spanish(word).or_else(|| measure(word)),
    })
}

/// Looks up a Spanish unit.
fn spanish(word: &str) -> Option<Suffix> {
    Some(match word {
        "segundo" | "segundos" => unit("s", 1, 0),
        "minuto" | "minutos" => unit("s", 60, 0),
        "hora" | "horas" => unit("s", 3600, 0),
        "día" | "días" => unit("s", 86_400, 0),
        "semana" | "semanas" => unit("s", 604_800, 0),
        "mes" | "meses" => unit("month", 1, 0),
        "año" | "años" => unit("month", 12, 0),
        "mil" => Suffix::Scale(3),
        "millones" | "millón" => Suffix::Scale(6),
        _ => return None,
    })
}

/// Looks up a unit of length, mass, volume, energy or data.
fn measure(word: &str) -> Option<Suffix> {
    Some(match word {
        "km" | "kilometer" | "kilometers" | "kilometre" | "kilometres" => unit("m", 1, 3),
        "meter" | "meters" | "metre" | "metres" => unit("m", 1, 0),
        "cm" | "centimeters" | "centimetres" => unit("m", 1, -2),
        "mm" | "millimeters" | "millimetres" => unit("m", 1, -3),
        "nm" | "nanometers" | "nanometres" => unit("m", 1, -9),
        "µm" | "μm" | "micrometers" | "micrometres" => unit("m", 1, -6),
        "mile" | "miles" | "mi" => unit("m", 1_609_344, -3),
        "yard" | "yards" | "yd" => unit("m", 9144, -4),
        "feet" | "foot" | "ft" => unit("m", 3048, -4),
        "inch" | "inches" => unit("m", 254, -4),
        "kg" | "kilogram" | "kilograms" => unit("g", 1, 3),
        "gram" | "grams" => unit("g", 1, 0),
        "mg" | "milligrams" => unit("g", 1, -3),
        "µg" | "μg" | "mcg" => unit("g", 1, -6),
        "tonne" | "tonnes" => unit("g", 1, 6),
        "ton" | "tons" => unit("ton", 1, 0),
        "lb" | "lbs" => unit("pound", 1, 0),
        "oz" | "ounces" => unit("ounce", 1, 0),
        "litre" | "litres" | "liter" | "liters" => unit("L", 1, 0),
        "ml" | "millilitres" | "milliliters" => unit("L", 1, -3),
        "bit" | "bits" => unit("bit", 1, 0),
        "kbps" => unit("bit/s", 1, 3),
        "mbps" => unit("bit/s", 1, 6),
        "gbps" => unit("bit/s", 1, 9),
        "gallon" | "gallons" => unit("gallon", 1, 0),
        "hectares" | "hectare" | "ha" => unit("m²", 1, 4),
        "acres" | "acre" => unit("acre", 1, 0),
        "millisecond" | "milliseconds" => unit("s", 1, -3),
        "byte" | "bytes" => unit("B", 1, 0),
        "kb" | "kilobytes" => unit("B", 1, 3),
        "mb" | "megabytes" => unit("B", 1, 6),
        "gb" | "gigabytes" => unit("B", 1, 9),
        "tb" | "terabytes" => unit("B", 1, 12),
        "kib" => unit("B", 1024, 0),
        "mib" => unit("B", 1024 * 1024, 0),
        "gib" => unit("B", 1024 * 1024 * 1024, 0),
        "hz" => unit("Hz", 1, 0),
        "khz" => unit("Hz", 1, 3),
        "mhz" => unit("Hz", 1, 6),
        "ghz" => unit("Hz", 1, 9),
        "volt" | "volts" => unit("V", 1, 0),
        "watt" | "watts" => unit("W", 1, 0),
        "kw" | "kilowatts" => unit("W", 1, 3),
        "megawatts" => unit("W", 1, 6),
        "gw" | "gigawatts" => unit("W", 1, 9),
        "tw" | "terawatts" => unit("W", 1, 12),
        "kwh" => unit("Wh", 1, 3),
        "mwh" => unit("Wh", 1, 6),
        "gwh" => unit("Wh", 1, 9),
        "twh" => unit("Wh", 1, 12),
        "px" | "pixels" => unit("pixel", 1, 0),
        "kmh" | "kph" => unit("km/h", 1, 0),
        "mph" => unit("km/h", 1_609_344, -6),
        "kcal" | "calories" => unit("kcal", 1, 0),
        _ => return None,
    })
}

/// Letters before a dollar sign, and the currency that they name.
const DOLLARS: &[(&str, &str)] = &[
    ("US", "USD"),
    ("AU", "AUD"),
    ("CA", "CAD"),
    ("HK", "HKD"),
    ("NZ", "NZD"),
    ("A", "AUD"),
    ("C", "CAD"),
    ("S", "SGD"),
];

const CURRENCY_SIGNS: &[(&str, &str)] =
    &[("$", "$"), ("€", "EUR"), ("£", "GBP"), ("¥", "¥"), ("￥", "¥"), ("₹", "INR"), ("₩", "KRW")];

/// Returns the currency that `before` ends with, and where it begins.
pub(super) fn currency_before(before: &str) -> Option<(usize, Kind)> {
    let bare = before.trim_end_matches([' ', '\u{a0}', '\u{202f}', '\\']);
    if let Some((sign, code)) = CURRENCY_SIGNS.iter().find(|(sign, _)| bare.ends_with(sign)) {
        let at = bare.len() - sign.len();
        let head = bare.get(..at).unwrap_or_default();
        let is_whole = |letters: &str| {
            let rest = head.strip_suffix(letters);
            rest.is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric()))
        };
        let dollar = DOLLARS.iter().find(|(letters, _)| *sign == "$" && is_whole(letters));
        return Some(match dollar {
            Some((letters, code)) => (at - letters.len(), Kind::Money(code)),
            None => (at, Kind::Money(code)),
        });
    }
    let at = bare.len().checked_sub(3)?;
    let word = bare.get(at..)?;
    let opens = bare.get(..at).is_some_and(|head| !head.ends_with(|c: char| c.is_alphanumeric()));
    match exact(word) {
        Some(Suffix::Unit(kind @ Kind::Money(_), _)) if opens => Some((at, kind)),
        _ => None,
    }
}

impl Kind {
    /// True if numbers of the two kinds may be the same: of one kind, or one of them bare.
    pub(super) fn fits(self, other: Self) -> bool {
        let is_yen = |code| matches!(code, "¥" | "JPY" | "CNY");
        let is_dollar = |code| matches!(code, "$" | "USD" | "AUD" | "CAD" | "NZD" | "SGD" | "HKD");
        let is_degree = |unit| matches!(unit, "degree" | "°C" | "°F");
        match (self, other) {
            (Self::Plain, _)
            | (_, Self::Plain)
            | (Self::Amount("pound"), Self::Money("GBP"))
            | (Self::Money("GBP"), Self::Amount("pound")) => true,
            (Self::Money(one), Self::Money(two)) => {
                one == two
                    || ((one == "¥" || two == "¥") && is_yen(one) && is_yen(two))
                    || ((one == "$" || two == "$") && is_dollar(one) && is_dollar(two))
            }
            (Self::Amount(one), Self::Amount(two)) if one == "degree" || two == "degree" => {
                is_degree(one) && is_degree(two)
            }
            _ => self == other,
        }
    }
}
