//! Compresses answers for clients that accept it: only texts that are long enough, and never streams, whose events must
//! arrive at once.

use super::quality::quality;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// Shorter answers fit in one network packet anyway.
const SMALLEST: usize = 1_000;
/// Longer answers are compressed outside the threads that serve everybody.
const QUICK: usize = 64 << 10;

/// Whether the client accepts gzip.
pub fn takes_gzip(headers: &HeaderMap) -> bool {
    let of = |name| quality(headers, &header::ACCEPT_ENCODING, name);
    let gzip = [of("gzip"), of("x-gzip")].into_iter().flatten().max();
    gzip.or_else(|| of("*")).is_some_and(|quality| quality > 0)
}

/// Compresses a text.
pub fn gzip(bytes: &[u8], level: Compression) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 2), level);
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

/// Whether an answer is a text of known length and worth compressing.
fn is_compressible(answer: &Response) -> bool {
    const KINDS: [&str; 6] =
        ["application/json", "text/html", "text/css", "text/javascript", "text/plain", "image/svg+xml"];
    let kind = answer.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    KINDS.contains(&kind)
        && !answer.headers().contains_key(header::CONTENT_ENCODING)
        && answer.body().size_hint().exact().is_some_and(|length| length >= SMALLEST as u64)
}

/// The answer, compressed if it is worth it and `is_taken`.
pub async fn compressed(mut answer: Response, is_taken: bool) -> Response {
    if !is_compressible(&answer) {
        return answer;
    }
    answer.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if !is_taken {
        return answer;
    }
    let (mut parts, body) = answer.into_parts();
    // It is in memory already.
    let Ok(bytes) = to_bytes(body, usize::MAX).await else { return Response::from_parts(parts, Body::empty()) };
    let work = |bytes: &Bytes| gzip(bytes, Compression::fast()).filter(|short| short.len() < bytes.len());
    let short = if bytes.len() <= QUICK { work(&bytes) } else { tokio::task::block_in_place(|| work(&bytes)) };
    match short {
        Some(short) => {
            parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            parts.headers.remove(header::CONTENT_LENGTH);
            Response::from_parts(parts, Body::from(short))
        }
        None => Response::from_parts(parts, Body::from(bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_refuses_gzip_does_not_get_it() {
        let takes = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(text));
            takes_gzip(&headers)
        };
        for text in ["gzip", "gzip, deflate, br, zstd", "br;q=1.0, GZIP;q=0.5", "*", "x-gzip", "br, *;q=0.1"] {
            assert!(takes(text), "{text}");
        }
        for text in ["", "br", "identity", "gzip;q=0", "gzip;q=0, *", "*;q=0", "gzip;q=0.0, br", "gzipped"] {
            assert!(!takes(text), "{text}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
