//! Owns the check that a snapshot with some texts left out ranks as before and shows the other texts alone.

use graphicle_engine::api::Opened;
use graphicle_engine::portable::{About, texts::retold};
use graphicle_engine::role::Roles;
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::memory_snapshot::snapshot;

use super::files;

#[test]
fn texts_that_are_left_out_are_gone_and_the_others_stay() {
    let bytes = snapshot(&files());
    let whole = Snapshot::open(&bytes).unwrap();
    let secret = whole.find_file("app/secret_words.py").unwrap();
    let less = retold(&whole, &|file| file != secret, &lz4_flex::block::compress).unwrap();
    let cut = Snapshot::open(&less).unwrap();
    cut.verify().unwrap();
    for (before, after) in whole.files().zip(cut.files()) {
        assert_eq!(before.path, after.path);
        if before.id == secret {
            assert_eq!((after.text_len, after.roles.has(Roles::LEFT_OUT)), (0, true));
            assert_eq!(cut.text(&after).unwrap(), "");
        } else {
            assert_eq!(whole.text(&before).unwrap(), cut.text(&after).unwrap());
            assert_eq!(before.roles, after.roles);
        }
    }
    // The words are not in any block either.
    let blocks: Vec<u8> = (0..cut.meta().blocks).flat_map(|at| cut.unpacked_block(at).unwrap_or_default()).collect();
    let all = String::from_utf8_lossy(&blocks).into_owned();
    assert!(all.contains("def login") && !all.contains("plugh"), "{all}");
    let request = r#"{"question": "where do users log in?"}"#;
    let rank = |bytes: Vec<u8>| Opened::new(bytes, About::default()).unwrap().rank(request).unwrap();
    assert_eq!(rank(bytes), rank(less));
}

#[test]
fn without_any_text_there_is_still_a_map() {
    let bytes = snapshot(&files());
    let less = retold(&Snapshot::open(&bytes).unwrap(), &|_| false, &lz4_flex::block::compress).unwrap();
    assert!(less.len() < bytes.len());
    let pack = Opened::new(less, About::default()).unwrap().pack(r#"{"question": "who pads?"}"#, None).unwrap();
    assert!(pack.text.contains("app/") && !pack.text.contains("def pad"), "{}", pack.text);
    assert!(pack.included.is_empty());
}
