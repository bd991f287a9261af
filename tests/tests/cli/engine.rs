//! Owns what `pack --engine` promises with a module that is an engine: the program's own, built for WASM. It owns no module
//! that is none (`host-native/module/tests`), and no comparison of every option (`tests/conformance`).

use std::fs;
use std::path::Path;

use graphicle_engine::ENGINE;
use graphicle_tests::sandbox::{Sandbox, copy_folder};
use graphicle_tests::wasm::module_path;

const QUESTION: &str = "How does the store decide which items to evict when it is full?";

/// A vocabulary of a few letters.
const TOKENIZER: &str = r###"{"version":"1.0","truncation":null,"padding":null,"added_tokens":[],"normalizer":null,
    "pre_tokenizer":{"type":"BertPreTokenizer"},"post_processor":null,"decoder":null,
    "model":{"type":"WordPiece","unk_token":"?","continuing_subword_prefix":"##","max_input_chars_per_word":100,
    "vocab":{"?":0,"a":1,"##a":2,"b":3,"##b":4,"def":5}}}"###;

fn service() -> Sandbox {
    let sandbox = Sandbox::new();
    copy_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/project"), &sandbox.root);
    sandbox.sync();
    sandbox
}

#[test]
fn a_module_of_the_same_engine_makes_the_same_packs() {
    let sandbox = service();
    let module = module_path();
    let engine = ["--engine", module.to_str().unwrap()];
    let tokenizer = sandbox.base().join("tokenizer.json");
    fs::write(&tokenizer, TOKENIZER).unwrap();
    for options in [
        &["--format", "xml", "--layout", "cache", "--budget", "6k", "--sections", "all"][..],
        &[
            "--pin",
            "README.md:1-2",
            "--exclude",
            "*.py",
            "--line-numbers",
            "all",
            "--tokenizer",
            tokenizer.to_str().unwrap(),
        ],
    ] {
        let asked = [&["pack", QUESTION], options].concat();
        let own = sandbox.run(&asked);
        assert_eq!(own.code, 0, "{own:?}");
        let by_module = sandbox.run(&[&asked[..], &engine].concat());
        assert_eq!((by_module.code, &by_module.stdout), (0, &own.stdout), "{}", by_module.stderr);
    }
    let out = sandbox.base().join("pack.json");
    let asked = ["pack", "--format", "json", "--prefix-share", "0.5", "--budget", "4000", "--bytes-per-token", "3.5"];
    let mut own = sandbox.run(&asked).json();
    let done = sandbox.run(&[&asked[..], &engine, &["--out", out.to_str().unwrap()]].concat());
    assert!(done.code == 0 && done.stderr.contains("wrote") && done.stderr.contains(" tokens, "), "{done:?}");
    let mut by_module: serde_json::Value = serde_json::from_str(&fs::read_to_string(&out).unwrap()).unwrap();
    for pack in [&mut own, &mut by_module] {
        assert!(pack.as_object_mut().unwrap().remove("seconds").is_some_and(|seconds| seconds.is_number()));
    }
    assert_eq!(by_module, own);
    assert_eq!(by_module["engine"]["sha256"], ENGINE.sha256);
}

#[test]
fn what_is_no_engine_or_cannot_be_done_is_a_sentence() {
    let sandbox = service();
    let place = |name: &str, bytes: &[u8]| {
        let path = sandbox.base().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let text = place("engine.wasm", b"no module");
    let empty = place("empty.wasm", b"\0asm\x01\0\0\0");
    for (options, says) in [
        (&["--engine", &text][..], "no WebAssembly module"),
        (&["--engine", &empty], "does not export memory"),
        (&["--engine", "/nowhere/engine.wasm"], "No such file"),
    ] {
        let done = sandbox.run(&[&["pack", QUESTION], options].concat());
        assert!(done.failure().contains(says), "{done:?}");
    }
    let done = sandbox.run(&["pack", QUESTION, "--engine", &text, "--explain"]);
    assert!(done.code == 2 && done.stderr.contains("--explain"), "{done:?}");
    let module = module_path();
    let done = sandbox.run(&[
        "pack",
        QUESTION,
        "--engine",
        module.to_str().unwrap(),
        "--budget",
        "600",
        "--pin",
        "README.md",
        "--pin",
        "store/store.go",
    ]);
    assert!(done.failure().contains("store/store.go"), "{done:?}");
}
