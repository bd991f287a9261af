//! Owns making packs by an engine module for a program that asks line by line, so that the module is compiled once. It owns no
//! case: `tests/conformance` asks it.
//!
//! `engine-packs MODULE.wasm [TOKENIZER.json]` reads lines of JSON, `{"file": exported file, "request": {...}, "exact":
//! false}`, and answers each with a line: `{"text": SHA-256, "json": SHA-256}`, or `{"refused": sentence}`.

#![forbid(unsafe_code)]
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "test support ends where it cannot go on"
)]

use std::fs;
use std::io;

use graphicle_engine::abi::{PACK, PACK_EXACT};
use graphicle_engine::portable::unpack;
use graphicle_module::{EngineModule, Limits};
use graphicle_projects::hex;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

#[derive(Deserialize)]
struct Line {
    file: String,
    request: Value,
    exact: bool,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let module = EngineModule::compile(&fs::read(&arguments[0]).expect("the module")).expect("an engine module");
    let tokenizer = arguments.get(1).map_or_else(Vec::new, |path| fs::read(path).expect("the tokenizer"));
    for line in io::stdin().lines().map(Result::unwrap) {
        println!("{}", answer(&module, &tokenizer, serde_json::from_str(&line).expect("a line of JSON")));
    }
}

fn answer(module: &EngineModule, tokenizer: &[u8], line: Line) -> Value {
    let Line { file, mut request, exact } = line;
    let (snapshot, about) = unpack(&fs::read(file).expect("the file")).expect("an exported file");
    request["project"] = about.project.into();
    request["commit"] = about.commit.into();
    let request = request.to_string();
    let len = |part: &[u8]| u32::try_from(part.len()).unwrap().to_le_bytes();
    let (request_len, tokenizer_len) = (len(request.as_bytes()), len(tokenizer));
    let limits = Limits::for_request(request.len() + tokenizer.len() + snapshot.len());
    let mut running = module.start(limits).expect("an instance");
    let made = if exact {
        running.ask(PACK_EXACT, &[&request_len, request.as_bytes(), &tokenizer_len, tokenizer, &snapshot])
    } else {
        running.ask(PACK, &[&request_len, request.as_bytes(), &snapshot])
    };
    match made {
        Ok(json) => {
            let pack: Value = serde_json::from_str(&json).expect("a pack");
            let sections = pack["sections"].as_array().unwrap();
            let chunks = sections.iter().flat_map(|own| own["chunks"].as_array().unwrap());
            let text: String = chunks.map(|chunk| chunk["text"].as_str().unwrap()).collect();
            let used = limits.fuel - running.fuel_left();
            json!({"text": sha256(&text), "json": sha256(&json), "fuel": used})
        }
        Err(error) => json!({"refused": error.to_string()}),
    }
}

fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}
