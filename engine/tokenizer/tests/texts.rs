//! Owns what counts must be whatever the tokenizer: names of special tokens are text, long texts are quick, and bytes that
//! are no tokenizer are refused with a sentence.

#![forbid(unsafe_code)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod made;

use std::time::{Duration, Instant};

use graphicle_engine::tokens::{TokenCounter as _, Tokens};
use graphicle_tokenizer::{HuggingFace, TokenizerError};

fn named(wanted: &str) -> Vec<u8> {
    made::tokenizers().into_iter().find(|(name, _)| *name == wanted).unwrap().1
}

#[test]
fn names_of_special_tokens_count_as_the_text_they_are() {
    let with = named("byte-level BPE");
    let mut without: serde_json::Value = serde_json::from_slice(&with).unwrap();
    without["added_tokens"] = serde_json::json!([]);
    let with = HuggingFace::from_json(&with, "with").unwrap();
    let without = HuggingFace::from_json(without.to_string().as_bytes(), "without").unwrap();
    for text in
        ["<|endoftext|>", "x <|begin_of_text|> y", "<|endoftext|><|endoftext|>", "<|endoftext|", "say <|endoftext|>."]
    {
        assert_eq!(with.count(text), without.count(text), "{text}");
    }
    assert_eq!(with.count("<|endoftext|>"), Tokens(8), "<| end o f t ex t |>");
}

#[test]
fn what_a_file_says_of_cutting_filling_and_chance_does_not_matter() {
    let json = named("byte-level BPE");
    let mut random: serde_json::Value = serde_json::from_slice(&json).unwrap();
    random["model"]["dropout"] = serde_json::json!(0.5);
    let settled = HuggingFace::from_json(&json, "settled").unwrap();
    let random = HuggingFace::from_json(random.to_string().as_bytes(), "random").unwrap();
    let text = " hello".repeat(100);
    assert_eq!(settled.count(&text), Tokens(100), "the file cuts at 8");
    assert_eq!(random.count(&text), Tokens(100), "dropout would split some");
    assert_eq!(settled.count(""), Tokens(0), "the file fills up to 8");
}

#[test]
fn a_counter_says_its_name_and_uses_the_whole_budget() {
    let counter = HuggingFace::from_json(&named("Unigram"), "my-model").unwrap();
    assert_eq!(counter.label(), "my-model (exact)");
    assert_eq!(counter.usable(Tokens(1_000)), Tokens(1_000));
    assert_eq!(counter.chunk(" hello hello", None), counter.whole(" hello hello", Tokens(99)));
}

#[test]
fn a_megabyte_of_anything_is_counted_in_seconds() {
    // Quadratic work would take hours; the bound leaves room for a busy machine and a program without optimisation.
    let bound = Duration::from_mins(1);
    for (name, json) in made::tokenizers() {
        let counter = HuggingFace::from_json(&json, "made").unwrap();
        for unit in ["a", " ", "\n", ".", "7", "漢", "hello", "({[<", "e\u{301}", "\0", "<|endoftext|>", "x = 1; "] {
            let text = unit.repeat(1_000_000 / unit.len());
            let start = Instant::now();
            let tokens = counter.count(&text);
            assert!(start.elapsed() < bound, "{name}: {unit:?} took {:?}", start.elapsed());
            assert!(tokens.0 as usize <= text.len() + 2, "{name}: {unit:?} is {tokens:?}");
        }
    }
}

#[test]
fn bytes_that_are_no_tokenizer_are_refused_with_a_sentence() {
    let cases: [(&[u8], &str); 7] = [
        (b"", "it is not JSON"),
        (b"\xff\xfe", "it is not JSON"),
        (b"{\"model\": {\"type\": \"BPE\"", "it is not JSON"),
        (b"[]", "no tokenizer.json: it is no object"),
        (b"{\"name\": \"x\", \"version\": \"1.0.0\"}", "no tokenizer.json: it has no \"model\""),
        (b"{\"model\": \"gpt\"}", "no tokenizer.json: it has no \"model\""),
        (b"{\"model\": {\"type\": \"Diffusion\"}}", "cannot count with"),
    ];
    for (bytes, part) in cases {
        let error = HuggingFace::from_json(bytes, "x").unwrap_err().to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
}

#[test]
fn a_vocabulary_without_an_unknown_token_is_refused_when_it_is_loaded() {
    let mut json: serde_json::Value = serde_json::from_slice(&named("WordPiece")).unwrap();
    json["model"]["unk_token"] = serde_json::json!("[NONE]");
    let error = HuggingFace::from_json(json.to_string().as_bytes(), "x").unwrap_err();
    assert!(matches!(error, TokenizerError::Unsupported(_)), "{error}");
}

#[test]
fn damaged_tokenizers_are_refused_or_counted_with_and_never_end_the_program() {
    for (_, json) in made::tokenizers() {
        let mut seed = 7_u64;
        for _ in 0..300 {
            let mut damaged = json.clone();
            for _ in 0..3 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let at = usize::try_from(seed >> 33).unwrap() % damaged.len();
                damaged[at] = b"\"0a{}[],:9"[usize::try_from(seed >> 20).unwrap() % 10];
            }
            if let Ok(counter) = HuggingFace::from_json(&damaged, "damaged") {
                counter.count("hello <|endoftext|> 12 é");
            }
        }
    }
}
