//! The law of faults: any mistake in a request, at every address and in every field, is refused with one sentence that
//! names the field and what was expected, without Rust terms. Addresses and fields come from the desk itself, so that a
//! new one is tested at once.

use super::addresses;
use super::faults::{Schema, assert_is_plain, faults};
use crate::service::address::Address;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;

#[test]
fn every_fault_in_every_field_is_named_with_what_was_expected() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(48);
    let mut fields = 0;
    for Address { method, path, request, .. } in addresses() {
        let Some((schema, reads)) = request else { continue };
        let full = Schema { root: &schema };
        for _ in 0..6 {
            let body = full.value(&schema, true, 0, &mut random);
            let of = format!("{method} {path}");
            reads(body.to_string().as_bytes()).unwrap_or_else(|refusal| panic!("{of} {body}: {refusal}"));
            let mut seen = BTreeSet::new();
            let mut named = BTreeSet::new();
            for (wrong, name, is_sure) in faults(&body) {
                let read = reads(wrong.to_string().as_bytes());
                assert!(!is_sure || read.is_err(), "{of} takes {wrong}");
                seen.insert(name.trim_matches('`').to_string());
                let Err(refusal) = read else { continue };
                let sentence = refusal.to_string();
                assert_is_plain(&sentence, &of);
                assert!(sentence.contains("expected"), "{of}: {sentence}");
                assert!(sentence.contains(&name), "{of} {wrong}: {sentence} does not name {name}");
                named.insert(name.trim_matches('`').to_string());
            }
            let unnamed: Vec<&String> = seen.difference(&named).collect();
            assert!(unnamed.is_empty(), "{of}: anything is taken for {unnamed:?}");
            fields += named.len();
        }
    }
    assert!(fields > 300, "{fields} fields");
}

#[test]
fn what_a_schema_lets_through_can_be_read() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(49);
    for Address { method, path, request, .. } in addresses() {
        let Some((schema, reads)) = request else { continue };
        for _ in 0..500 {
            let body = Schema { root: &schema }.value(&schema, false, 0, &mut random);
            let read = reads(body.to_string().as_bytes());
            assert!(read.is_ok(), "{method} {path} {body}: {read:?}");
        }
    }
}

#[test]
fn what_is_no_json_is_refused_in_plain_words() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(50);
    for Address { method, path, request, .. } in addresses() {
        let Some((schema, reads)) = request else { continue };
        let body = Schema { root: &schema }.value(&schema, true, 0, &mut random).to_string().into_bytes();
        let of = format!("{method} {path}");
        for end in 0..body.len() {
            assert_is_plain(&reads(&body[..end]).unwrap_err().to_string(), &of);
        }
        for _ in 0..300 {
            let mut damaged = body.clone();
            for _ in 0..random.random_range(1..4) {
                let at = random.random_range(0..damaged.len());
                damaged[at] = random.random_range(0..=255);
            }
            if let Err(refusal) = reads(&damaged) {
                assert_is_plain(&refusal.to_string(), &of);
            }
        }
        for other in
            [&b""[..], b" ", b"[]", b"null", b"7", b"\"a\"", b"{}}", b"\xff", b"\xef\xbb\xbf{}", b"{\"a\":1,}", b"NaN"]
        {
            assert_is_plain(&reads(other).unwrap_err().to_string(), &of);
        }
        let deep = format!("{{\"text\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000));
        assert_is_plain(&reads(deep.as_bytes()).unwrap_err().to_string(), &of);
    }
}
