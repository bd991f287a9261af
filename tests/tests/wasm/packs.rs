//! Owns the check that one request gives the same pack, byte for byte, natively and in the WASM module. What a pack must
//! be it does not own.

use graphicle_engine::abi::{PACK, PACK_TEXT};
use graphicle_engine::pack::{PackRequest, json};
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::fixture;
use graphicle_tests::made::{Stock, files, request};
use graphicle_tests::memory_snapshot::snapshot;
use graphicle_tests::mutation::damaged;
use graphicle_tests::random::Random;
use serde_json::{Value, json as value};

use crate::guest::Guest;

/// What the module answers: whether it was done, and the JSON and the text or the sentence.
type Answer = (bool, [String; 2]);

fn native(request: &str, snapshot: &[u8]) -> Answer {
    let packed = || -> Result<[String; 2], String> {
        let request = PackRequest::from_json(request).map_err(|error| error.to_string())?;
        let snapshot = Snapshot::open(snapshot).map_err(|error| error.to_string())?;
        let pack = request.pack(&snapshot).map_err(|error| error.to_string())?;
        Ok([json(&pack, None).map_err(|error| error.to_string())?, pack.text])
    };
    match packed() {
        Ok(answer) => (true, answer),
        Err(sentence) => (false, [sentence.clone(), sentence]),
    }
}

fn in_guest(guest: &mut Guest, request: &str, snapshot: &[u8]) -> Answer {
    let (done, json) = guest.with_text(PACK, request, snapshot);
    let (done_again, text) = guest.with_text(PACK_TEXT, request, snapshot);
    assert_eq!(done, done_again, "{request}");
    (done, [json, text])
}

#[track_caller]
fn compare(guest: &mut Guest, request: &Value, snapshot: &[u8]) -> bool {
    let request = request.to_string();
    let (native, guest) = (native(&request, snapshot), in_guest(guest, &request, snapshot));
    assert!(native == guest, "{request}\nnatively {native:?}\nin the module {guest:?}");
    native.0
}

#[test]
fn a_request_gives_the_same_pack_in_the_module() {
    let mut guest = Guest::load();
    let mut done = 0;
    for seed in 0..6 {
        let mut random = Random::of(0xacc + seed);
        let files = files(&mut random);
        let bytes = snapshot(&files);
        let stock = Stock::of(&Snapshot::open(&bytes).unwrap());
        for _ in 0..8 {
            done += u32::from(compare(&mut guest, &request(&files, &stock, &mut random), &bytes));
        }
    }
    assert!(done > 30, "{done} packs");
    let real = fixture::snapshot();
    for request in [
        value!({"question": "where is the cache of the store opened?", "budget": "1m"}),
        value!({"question": "where is the cache of the store opened?", "prefix_share": 0.9, "format": "xml"}),
        value!({"budget": 32_000, "bytes_per_token": 3.7}),
    ] {
        assert!(compare(&mut guest, &request, &real));
    }
}

#[test]
fn the_module_refuses_a_request_that_is_none() {
    let mut guest = Guest::load();
    let bytes = fixture::short_snapshot();
    for (request, says) in [
        ("{\"budget\": 1}", "a budget is a number of tokens"),
        ("{\"pins\": [\"no/such/file\"]}", "no/such/file is not in the project"),
        ("nonsense", "no JSON object"),
    ] {
        let (done, sentence) = guest.with_text(PACK, request, &bytes);
        assert!(!done && sentence.contains(says), "{request}: {sentence}");
    }
    assert_eq!(guest.with_text(PACK, "{}", &bytes[..bytes.len() / 2]), (false, "the snapshot is cut short".to_owned()));
    assert_eq!(
        guest.request(PACK_TEXT, &[9, 0, 0, 0, b'{']),
        (false, "the request is shorter than its JSON".to_owned())
    );
    assert!(!guest.request(PACK, &[1, 0, 0, 0, 0xff]).0);
}

#[test]
fn damaged_snapshots_are_packed_alike_and_never_trap() {
    let mut guest = Guest::load();
    let bytes = fixture::short_snapshot();
    let mut packed = 0;
    for number in 0..60 {
        let damaged = damaged(&bytes, 0xbad, number);
        for request in
            [value!({"question": "where is the store's cache opened?", "budget": 8000}), value!({"prefix_share": 1})]
        {
            packed += u32::from(compare(&mut guest, &request, &damaged));
        }
    }
    assert!(packed > 20, "only {packed} packs of damaged snapshots");
}
