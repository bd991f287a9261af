//! Owns the check that each failure has its code and one sentence.

use graphicle_engine::api::{ErrorCode, Opened};
use graphicle_tests::memory_snapshot::snapshot;
use serde_json::json;

use super::{files, opened};

#[test]
fn snapshots_that_are_none_are_told_apart() {
    let whole = snapshot(&files());
    let mut newer = whole.clone();
    newer[8] = 99;
    let mut forged = whole.clone();
    forged[60] ^= 1;
    for (bytes, code) in [
        (Vec::new(), ErrorCode::SnapshotForeign),
        (b"<!doctype html><html></html>".to_vec(), ErrorCode::SnapshotForeign),
        (newer, ErrorCode::SnapshotVersion),
        (whole[..whole.len() / 2].to_vec(), ErrorCode::SnapshotDamaged),
        (forged, ErrorCode::SnapshotDamaged),
    ] {
        let error = Opened::open(&bytes).unwrap_err();
        assert_eq!(error.code, code, "{error}");
        assert!(error.message.len() > 20 && !error.message.contains('\n'), "{error}");
    }
}

#[test]
fn requests_that_cannot_be_met_are_told_apart() {
    for (request, code) in [
        (json!([]), ErrorCode::BadRequest),
        (json!({"budget": true}), ErrorCode::BadRequest),
        (json!({"budget": 5}), ErrorCode::BadOption),
        (json!({"layout": "standard", "prefix_share": 0.5}), ErrorCode::BadOption),
        (json!({"question": "  "}), ErrorCode::BadQuestion),
        (json!({"ranking": ["app/pad.py"]}), ErrorCode::BadQuestion),
        (json!({"question": "a", "ranking": []}), ErrorCode::BadOption),
        (json!({"question": "a", "ranking": ["app/pad.py", "app/pad.py"]}), ErrorCode::BadOption),
        (json!({"question": "a", "ranking": [{"path": "app/pad.py", "lines": [[0, 2]]}]}), ErrorCode::BadOption),
        (json!({"question": "a", "ranking": ["no/such.py"]}), ErrorCode::UnknownFile),
        (json!({"pins": ["no/such.py"]}), ErrorCode::UnknownFile),
        (json!({"pins": ["app/pad.py:900"]}), ErrorCode::UnknownFile),
        (json!({"include": ["*.nothing"]}), ErrorCode::NothingLetIn),
        (
            json!({"question": "who pads?", "pins": ["app/login.py"], "bytes_per_token": 0.5, "budget": 512}),
            ErrorCode::BudgetTooSmall,
        ),
    ] {
        let error = opened().pack(&request.to_string(), None).map(|pack| pack.text).unwrap_err();
        assert_eq!(error.code, code, "{request}: {error}");
        assert!(error.message.len() > 20 && !error.message.contains('\n'), "{error}");
    }
    for (request, code) in [
        (json!({}), ErrorCode::BadQuestion),
        (json!({"question": "a", "limit": 0}), ErrorCode::BadOption),
        (json!({"question": "a", "limits": 3}), ErrorCode::BadRequest),
        (json!("a"), ErrorCode::BadRequest),
    ] {
        assert_eq!(opened().rank(&request.to_string()).unwrap_err().code, code, "{request}");
    }
}
