//! Owns the comparison of the corpus with its expectations: every source under `corpus/` has an `.expected` beside it
//! that shows its facts as text. `BLESS=1` writes them anew, `BLESS=go` those of one folder; what is blessed is the
//! specification, so read it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails by panicking")]
#![forbid(unsafe_code)]

mod render;

use std::fs;
use std::path::{Path, PathBuf};

use graphicle_engine::language::Language;
use graphicle_extract::{Extractor, Limits};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_none_or(|extension| extension != "expected") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn facts_of_the_corpus_are_as_expected() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let bless = std::env::var("BLESS").unwrap_or_default();
    let mut extractor = Extractor::new(Limits::default());
    let mut wrong = Vec::new();
    let all = sources(&root);
    assert!(!all.is_empty(), "the corpus is empty");
    for source in all {
        let text = fs::read_to_string(&source).unwrap();
        let path = source.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        let language = Language::of_text(&path, &text);
        let facts = extractor.extract(&path, language, &text);
        let got = render::facts(&facts);
        let expected = source.with_file_name(format!("{}.expected", source.file_name().unwrap().to_str().unwrap()));
        if bless == "1" || path.split('/').next() == Some(bless.as_str()) {
            fs::write(&expected, &got).unwrap();
            continue;
        }
        let want = fs::read_to_string(&expected).unwrap_or_default();
        if want != got {
            wrong.push(format!("{path}:\n{}", render::difference(&want, &got)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
