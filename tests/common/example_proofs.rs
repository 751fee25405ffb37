//! A file of proofs from the certificate in docs/proofs.md.

use quintet::games::yavalath::{Setup, Yavalath};
use quintet::search::proof::certificate::{Certificate, option_values};
use quintet::search::proof::proof_file::ProofCollection;
use std::path::{Path, PathBuf};

/// The turns to the position that the certificate is about: White wins with g5 in five plies.
pub const TURNS: &str = "e5 d4 e4 f6 d5 c5 g7 c2 e7 e6";

/// A file of what that certificate proves.
pub fn proofs(name: &str) -> PathBuf {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/proofs.md")).unwrap();
    let (head, rest) = page.split_once("```text\n").unwrap().1.split_once("\n\n").unwrap();
    let answers = rest.lines().next().unwrap().split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap());
    let bytes: Vec<u8> = head.bytes().chain(*b"\n\n").chain(answers).collect();
    let setup = Setup { swap: false };
    let (mut collection, mut file) = (ProofCollection::default(), Vec::new());
    let certificate = Certificate::read(&bytes).unwrap();
    certificate.verify_each::<Yavalath>(&setup, &mut |claim, proved| collection.add(*claim, proved)).unwrap();
    collection.write("yavalath", &option_values::<Yavalath>(&setup), &mut file).unwrap();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.proofs"));
    std::fs::write(&path, file).unwrap();
    path
}
