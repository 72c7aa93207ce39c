//! Base64, as payloads and recordings hold bytes: with line breaks or without, padded or not, in the
//! standard or the URL alphabet.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, URL_SAFE_NO_PAD};

/// With or without `=` at the end, which some clients leave out.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Returns the bytes that a text holds as base64.
pub(crate) fn decode(data: &str) -> Result<Vec<u8>, base64::DecodeError> {
    let folded: String;
    let data = if data.contains(char::is_whitespace) {
        folded = data.split_whitespace().collect();
        &folded
    } else {
        data
    };
    if data.contains(['-', '_']) {
        return URL_SAFE_NO_PAD.decode(data.trim_end_matches('='));
    }
    LENIENT.decode(data)
}
