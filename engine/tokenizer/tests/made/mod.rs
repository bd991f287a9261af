//! Owns small tokenizers of every kind, made here: their vocabularies are a few words, their parts those of real files.

use serde_json::{Value, json};

/// Returns each tokenizer with its name.
pub(crate) fn tokenizers() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("byte-level BPE", byte_level(&Value::Null, &gpt2(false))),
        ("byte-level BPE with a space at the start", byte_level(&Value::Null, &gpt2(true))),
        ("byte-level BPE in sequence", byte_level(&json!({"type": "NFC"}), &llama())),
        ("BPE with bytes to fall back on", sentence_piece()),
        ("Unigram", unigram()),
        ("WordPiece", word_piece()),
    ]
    .into_iter()
    .map(|(name, json)| (name, json.to_string().into_bytes()))
    .collect()
}

fn added(id: usize, content: &str, special: bool) -> Value {
    json!({"id": id, "content": content, "single_word": false, "lstrip": false, "rstrip": false,
           "normalized": !special, "special": special})
}

fn file(added: &[Value], normalizer: &Value, pre: &Value, model: &Value) -> Value {
    json!({"version": "1.0", "truncation": {"direction": "Right", "max_length": 8, "strategy": "LongestFirst", "stride": 0},
           "padding": {"strategy": {"Fixed": 8}, "direction": "Right", "pad_to_multiple_of": null, "pad_id": 0,
                       "pad_type_id": 0, "pad_token": "a"},
           "added_tokens": added, "normalizer": normalizer, "pre_tokenizer": pre, "post_processor": null,
           "decoder": null, "model": model})
}

/// Returns the characters that stand for the 256 bytes in byte-level vocabularies.
fn byte_letters() -> Vec<char> {
    let shown = |b: u8| matches!(b, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff);
    let mut next = 256;
    (0..=255_u8)
        .map(|byte| {
            if shown(byte) {
                return char::from(byte);
            }
            next += 1;
            char::from_u32(next - 1).unwrap()
        })
        .collect()
}

fn gpt2(prefix: bool) -> Value {
    json!({"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": true, "use_regex": true})
}

fn llama() -> Value {
    let words = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
    json!({"type": "Sequence", "pretokenizers": [
        {"type": "Split", "pattern": {"Regex": words}, "behavior": "Isolated", "invert": false},
        {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": false}]})
}

fn byte_level(normalizer: &Value, pre: &Value) -> Value {
    let merges =
        ["h e", "l l", "he ll", "hell o", "Ġ hello", "e n", "e x", "en d", "t o", "Ġ Ġ", "ĠĠ ĠĠ", "Ċ Ċ", "< |", "| >"];
    let mut vocab: Vec<String> = byte_letters().into_iter().map(String::from).collect();
    vocab.extend(merges.iter().map(|merge| merge.replace(' ', "")));
    let known: serde_json::Map<String, Value> =
        vocab.iter().enumerate().map(|(id, word)| (word.clone(), id.into())).collect();
    let mut extra = vec![added(vocab.len(), "<|endoftext|>", true), added(vocab.len() + 1, "<|begin_of_text|>", true)];
    if *normalizer != Value::Null {
        extra.push(added(vocab.len() + 2, "<tool_call>", false));
    }
    file(
        &extra,
        normalizer,
        pre,
        &json!({"type": "BPE", "dropout": null, "unk_token": null, "continuing_subword_prefix": null,
                "end_of_word_suffix": null, "fuse_unk": false, "byte_fallback": false, "vocab": known, "merges": merges}),
    )
}

fn sentence_piece() -> Value {
    let mut vocab: Vec<String> = ["<unk>", "<s>", "</s>"].map(String::from).to_vec();
    vocab.extend((0..=255_u8).map(|byte| format!("<0x{byte:02X}>")));
    vocab.extend("▁abcdefghilmnorstuwxyz.,<|>_é".chars().map(String::from));
    let merges = ["h e", "l l", "he ll", "hell o", "▁ hello", "▁ ▁", "e n", "en d"];
    vocab.extend(merges.iter().map(|merge| merge.replace(' ', "")));
    let known: serde_json::Map<String, Value> =
        vocab.iter().enumerate().map(|(id, word)| (word.clone(), id.into())).collect();
    file(
        &[added(0, "<unk>", true), added(1, "<s>", true), added(2, "</s>", true)],
        &json!({"type": "Sequence", "normalizers": [
            {"type": "Prepend", "prepend": "▁"}, {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]}),
        &Value::Null,
        &json!({"type": "BPE", "dropout": null, "unk_token": "<unk>", "continuing_subword_prefix": null,
                "end_of_word_suffix": null, "fuse_unk": true, "byte_fallback": true, "vocab": known, "merges": merges}),
    )
}

fn unigram() -> Value {
    let mut vocab = vec![("<unk>".to_owned(), 0.0), ("<s>".to_owned(), 0.0), ("▁".to_owned(), -2.0)];
    vocab.extend(
        "abcdefghijklmnopqrstuvwxyz<|>/_.".chars().map(|c| (String::from(c), -6.0 - f64::from(u32::from(c) % 7))),
    );
    vocab.extend(["▁hello", "hello", "end", "text", "of", "▁the", "..", "...."].map(|word| (word.to_owned(), -7.5)));
    file(
        &[added(0, "<unk>", true), added(1, "<s>", true)],
        &json!({"type": "NFKC"}),
        &json!({"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true}),
        &json!({"type": "Unigram", "unk_id": 0, "vocab": vocab, "byte_fallback": false}),
    )
}

fn word_piece() -> Value {
    let mut vocab: Vec<String> = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"].map(String::from).to_vec();
    for letter in "abcdefghijklmnopqrstuvwxyz0123456789<>|_.".chars() {
        vocab.extend([String::from(letter), format!("##{letter}")]);
    }
    vocab.extend(["hello", "##end", "##text", "the"].map(String::from));
    let known: serde_json::Map<String, Value> =
        vocab.iter().enumerate().map(|(id, word)| (word.clone(), id.into())).collect();
    file(
        &[added(0, "[PAD]", true), added(1, "[UNK]", true), added(2, "[CLS]", true), added(3, "[SEP]", true)],
        &json!({"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true}),
        &json!({"type": "BertPreTokenizer"}),
        &json!({"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                "max_input_chars_per_word": 100, "vocab": known}),
    )
}
