//! Owns the proof that counts are those of the reference implementation, for tokenizers of every kind and any text. Set
//! `GRAPHICLE_TOKENIZERS` to paths of `tokenizer.json` files, divided by `:`, to compare with real ones as well.

#![forbid(unsafe_code)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod made;

use graphicle_tokenizer::HuggingFace;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

struct Reference(tokenizers_reference::Tokenizer);

impl Reference {
    fn new(json: &[u8]) -> Self {
        let mut tokenizer = tokenizers_reference::Tokenizer::from_bytes(json).unwrap();
        tokenizer.with_truncation(None).unwrap();
        tokenizer.with_padding(None);
        tokenizer.set_encode_special_tokens(true);
        Self(tokenizer)
    }

    fn count(&self, text: &str) -> u32 {
        u32::try_from(self.0.encode_fast(text, false).unwrap().len()).unwrap()
    }
}

fn files() -> Vec<(String, Vec<u8>)> {
    let made = made::tokenizers().into_iter().map(|(name, json)| (name.to_owned(), json));
    let real = std::env::var("GRAPHICLE_TOKENIZERS").unwrap_or_default();
    let real =
        real.split(':').filter(|path| !path.is_empty()).map(|path| (path.to_owned(), std::fs::read(path).unwrap()));
    made.chain(real).collect()
}

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-z]{1,6}",
        2 => "[ \t]{1,5}",
        1 => "[\r\n]{1,3}",
        2 => "[!-/:-@]{1,4}",
        1 => "[0-9]{1,7}",
        // Not any character: the two implementations stand on tables of different versions of Unicode.
        2 => "[\u{20}-\u{24f}\u{391}-\u{3a1}\u{400}-\u{45f}\u{5d0}-\u{5ea}\u{620}-\u{64a}\u{905}-\u{94d}\u{3041}-\u{3096}\u{30a1}-\u{30fa}\u{4e00}-\u{9fa5}\u{ac00}-\u{d7a3}\u{1f300}-\u{1f5ff}\u{1d400}-\u{1d454}\u{fb00}-\u{fb06}\u{ff01}-\u{ff5e}\u{2010}-\u{205e}\u{2190}-\u{22ff}]{1,3}",
        2 => prop::sample::select(vec![
            "<|endoftext|>", "<|begin_of_text|>", "<tool_call>", "<s>", "</s>", "<unk>", "[CLS]", "[SEP]", "[UNK]", "<|", "hello",
            " hello", "the", "\0", "\u{feff}", "👩‍👩‍👧‍👦", "🇩🇪", "e\u{301}", "ﬁ", "漢字", "한글", "\u{202e}", "'s", "DON'T",
            "<|endoftext", "\r\n", "    ", "▁", "Ġ", "\u{a0}", "\u{2028}",
        ]).prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

#[test]
fn counts_are_those_of_the_reference() {
    for (name, json) in files() {
        let ours = HuggingFace::from_json(&json, "made").unwrap();
        let reference = Reference::new(&json);
        let mut runner = TestRunner::new(Config { cases: 2_000, failure_persistence: None, ..Config::default() });
        runner
            .run(&text(), |text| {
                prop_assert_eq!(ours.count(&text).0, reference.count(&text), "{} on {:?}", &name, &text);
                Ok(())
            })
            .unwrap();
    }
}
