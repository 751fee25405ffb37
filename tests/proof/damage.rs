//! Certificates that were changed are refused.

/// The same certificate with the checksum that it has now.
pub fn sealed(bytes: &[u8]) -> Vec<u8> {
    let end = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap() + 1;
    let start = bytes[..end - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..start]);
    hasher.update(&bytes[end..]);
    let line = format!("checksum {:08x}\n", hasher.finalize());
    [&bytes[..start], line.as_bytes(), &bytes[end..]].concat()
}
