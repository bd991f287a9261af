//! Owns the check that a module, whatever it is, ends in a sentence: it owns no module that is an engine
//! (`tests/tests/cli/engine.rs`).

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails by panicking")]

use graphicle_engine::abi::{DESCRIBE, PACK};
use graphicle_module::{EngineModule, Limits, ModuleError};

/// What is wrong with a module that answers so much, as the user reads it.
fn refused(wat: &str) -> String {
    let module = match EngineModule::compile(&wat::parse_str(wat).unwrap()) {
        Ok(module) => module,
        Err(error) => return error.to_string(),
    };
    let limits = Limits { memory: 64 << 20, fuel: 50_000_000 };
    let mut running = match module.start(limits) {
        Ok(running) => running,
        Err(error) => return error.to_string(),
    };
    let error = running.describe().map(|_| ()).unwrap_err();
    // It may be asked again, whatever it did.
    let _ = running.ask(PACK, &[b"more"]);
    error.to_string()
}

/// A module whose functions have these bodies.
fn module(alloc: &str, call: &str, data: &str) -> String {
    format!(
        r#"(module (memory (export "memory") 2) {data}
            (func (export "g_alloc") (param i32) (result i32) {alloc})
            (func (export "g_free") (param i32 i32))
            (func (export "g_call") (param i32 i32) (result i64) {call}))"#
    )
}

/// The body of `g_call` that answers what lies at 100.
fn answers(len: u32) -> String {
    format!("(i64.or (i64.shl (i64.const 100) (i64.const 32)) (i64.const {len}))")
}

fn text(text: &str) -> String {
    let bytes: Vec<String> = text.bytes().map(|byte| format!("\\{byte:02x}")).collect();
    let bytes = bytes.concat();
    module(
        "(i32.const 8)",
        &answers(u32::try_from(text.len()).unwrap()),
        &format!("(data (i32.const 100) \"{bytes}\")"),
    )
}

#[test]
fn whatever_a_module_does_it_ends_in_a_sentence() {
    let here = "(i32.const 8)";
    for (what, wat, says) in [
        ("an import", r#"(module (import "env" "read" (func)))"#.to_owned(), "imports env.read"),
        (
            "no memory",
            r#"(module (func (export "g_alloc") (param i32) (result i32) (i32.const 0)))"#.to_owned(),
            "memory",
        ),
        ("no call", r#"(module (memory (export "memory") 1))"#.to_owned(), "g_alloc"),
        (
            "another kind",
            module(here, &answers(0), "").replace("(param i32) (result i32)", "(param i64) (result i32)"),
            "g_alloc",
        ),
        ("an endless loop", module(here, "(loop (br 0)) (unreachable)", ""), "computed for longer"),
        (
            "an endless start",
            r#"(module (memory (export "memory") 1) (func $s (loop (br 0))) (start $s)
            (func (export "g_alloc") (param i32) (result i32) (i32.const 8)) (func (export "g_free") (param i32 i32))
            (func (export "g_call") (param i32 i32) (result i64) (i64.const 0)))"#
                .to_owned(),
            "computed for longer",
        ),
        ("a trap", module(here, "(unreachable)", ""), "stopped at a fault"),
        ("endless depth", module(here, "(call 2 (local.get 0) (local.get 1))", ""), "stopped at a fault"),
        ("no room", module("(i32.const 0)", &answers(0), ""), "no memory left"),
        ("room that is not there", module("(i32.const 0x7fffffff)", &answers(0), ""), "does not have"),
        (
            "more memory than is allowed",
            module(
                "(if (result i32) (i32.eq (memory.grow (i32.const 2000)) (i32.const -1)) (then (i32.const 0)) (else (i32.const 8)))",
                &answers(0),
                "",
            ),
            "no memory left",
        ),
        ("an answer outside", module(here, "(i64.const -1)", ""), "outside of its memory"),
        ("an empty answer", module(here, &answers(0), ""), "it is empty"),
        ("no UTF-8", module(here, &answers(2), r#"(data (i32.const 100) "\00\ff")"#), "not UTF-8"),
        ("another tag", text("\u{7}{}"), "neither was done nor failed"),
        ("no JSON", text("\0what"), "does not say what it is"),
        ("a refusal", text("\u{1}not today"), "not today"),
        ("a later interface", text("\0{\"engine\":\"9.0.0\",\"snapshot_format\":1,\"abi\":99}"), "version 99"),
    ] {
        let sentence = refused(&wat);
        assert!(sentence.contains(says), "{what}: {sentence}");
        assert!(!sentence.contains('\n'), "{what}: {sentence}");
    }
}

#[test]
fn bytes_that_are_no_module_are_told() {
    for bytes in [&b""[..], b"no module", b"\0asm\x01\0\0\0\xff\xff\xff\xff", b"\0asm\x0d\0\x01\0"] {
        let error = EngineModule::compile(bytes).unwrap_err();
        assert!(matches!(error, ModuleError::NotAModule(_)), "{error}");
    }
}

#[test]
fn what_a_module_says_of_itself_decides_what_it_is_asked() {
    let wat = text("\0{\"engine\":\"0.0.9\",\"snapshot_format\":7}");
    let module = EngineModule::compile(&wat::parse_str(&wat).unwrap()).unwrap();
    let mut running = module.start(Limits::for_request(0)).unwrap();
    let described = running.describe().unwrap();
    assert_eq!((described.engine.as_str(), described.sha256.as_deref()), ("0.0.9", None));
    assert!(described.reads(7).is_ok());
    assert!(described.reads(1).unwrap_err().to_string().contains("format 7"));
    assert!(described.counts_exactly().is_err());
    assert_eq!(running.ask(DESCRIBE, &[]).unwrap(), "{\"engine\":\"0.0.9\",\"snapshot_format\":7}");
}
