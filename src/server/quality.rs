//! What a client prefers.

use axum::http::HeaderMap;
use axum::http::header::HeaderName;

/// The quality of something in a header of preferences, in thousandths; `None` if it is not named. A two-letter name
/// also stands for its variants (`fr` for `fr-CA`).
pub fn quality(headers: &HeaderMap, list: &HeaderName, name: &str) -> Option<u32> {
    let lines = headers.get_all(list).into_iter().filter_map(|line| line.to_str().ok());
    let of_item = |item: &str| {
        let mut parts = item.split(';').map(str::trim);
        let found = parts.next()?;
        let is_kind = || {
            name.len() == 2
                && found.get(..3).is_some_and(|begin| begin[..2].eq_ignore_ascii_case(name) && &begin[2..] == "-")
        };
        if !found.eq_ignore_ascii_case(name) && !is_kind() {
            return None;
        }
        let quality = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
        let quality = quality.map_or(Some(1.0), |text| text.trim().parse::<f32>().ok()).unwrap_or(0.0);
        Some((quality.clamp(0.0, 1.0) * 1000.0) as u32)
    };
    lines.flat_map(|line| line.split(',')).filter_map(of_item).max()
}
