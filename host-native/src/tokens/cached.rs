//! Owns a counter over a tokenizer file that remembers what it counted; owns no way of counting and no file format.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use graphicle_engine::tokens::{ExactCounter, Tokens};
use graphicle_projects::hex;
use graphicle_tokenizer::{HuggingFace, TokenizerError, name_of};
use sha2::{Digest as _, Sha256};

use super::kept::{Kept, Key};
use crate::data::{DataFolder, DiskError, FileLock, replace};

/// Counts with a `tokenizer.json`, and keeps the counts in the data folder, by the tokenizer's bytes and the text's.
///
/// A text that was counted before, by any process, costs its hash; the tokenizer is loaded only for one that was not.
#[derive(Debug)]
pub struct CachedCounter {
    name: String,
    bytes: Vec<u8>,
    counter: OnceLock<Option<HuggingFace>>,
    place: DataFolder,
    id: String,
    kept: Kept,
    new: Mutex<BTreeMap<Key, u32>>,
}

/// Why a file cannot be counted with.
#[derive(Debug, thiserror::Error)]
pub enum TokenizerFileError {
    /// It cannot be read.
    #[error("cannot read the tokenizer {}: {source}; --tokenizer takes the path of a tokenizer.json", path.display())]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It holds no tokenizer.
    #[error("cannot count with {}: {source}; give the tokenizer.json of a Hugging Face model, or leave --tokenizer away for an estimate", path.display())]
    Unusable {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        source: TokenizerError,
    },
}

impl CachedCounter {
    /// Returns a counter over the file at `path` that keeps its counts in `data`.
    ///
    /// A file that no counts are kept of is loaded at once, so that one that cannot be counted with is refused here and
    /// not in the middle of a pack. What is kept was counted with the same bytes, so these need no second look.
    pub fn open(path: &Path, data: &DataFolder) -> Result<Self, TokenizerFileError> {
        let bytes = read(path).map_err(|source| TokenizerFileError::Unreadable { path: path.to_owned(), source })?;
        let digest = Sha256::digest(&bytes);
        let (id, name) = (hex(&digest), name_of(&digest));
        let kept = fs::read(data.counts(&id)).map_or_else(|_| Kept::default(), Kept::of);
        let counter = OnceLock::new();
        if kept.is_empty() {
            let loaded = HuggingFace::from_json(&bytes, name.as_str())
                .map_err(|source| TokenizerFileError::Unusable { path: path.to_owned(), source })?;
            counter.get_or_init(|| Some(loaded));
        }
        Ok(Self { name, bytes, counter, place: data.clone(), id, kept, new: Mutex::default() })
    }

    /// Writes what was counted anew into the data folder. Where that is not possible, or another process is at it, the
    /// next run counts again and nothing else is lost: so it is no failure.
    pub fn save(&self) {
        let new = std::mem::take(&mut *self.new.lock().unwrap_or_else(PoisonError::into_inner));
        if !new.is_empty() {
            let _ = self.keep(&new);
        }
    }

    fn keep(&self, new: &BTreeMap<Key, u32>) -> Result<(), DiskError> {
        self.place.create_counts()?;
        let Some(_lock) = FileLock::try_take(&self.place.counts_lock())? else { return Ok(()) };
        let path = self.place.counts(&self.id);
        // Another process may have written since this one read.
        let kept = fs::read(&path).map_or_else(|_| Kept::default(), Kept::of);
        replace(&path, &kept.with(new))
    }
}

impl ExactCounter for CachedCounter {
    fn name(&self) -> &str {
        &self.name
    }

    fn count(&self, text: &str) -> Tokens {
        let key = Key::of(text);
        if let Some(tokens) = self.kept.get(key) {
            return Tokens(tokens);
        }
        if let Some(&tokens) = self.new.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Tokens(tokens);
        }
        let counter = self.counter.get_or_init(|| HuggingFace::from_json(&self.bytes, self.name.as_str()).ok());
        let Some(counter) = counter else {
            // It was loaded before by the same rules, or nothing would be kept. Should it fail now, no text is taken for
            // smaller than it is.
            return Tokens(u32::try_from(text.len()).unwrap_or(u32::MAX));
        };
        let tokens = counter.count(text);
        self.new.lock().unwrap_or_else(PoisonError::into_inner).insert(key, tokens.0);
        tokens
    }
}

/// Reads a file that is one; a pipe could keep the program waiting for ever.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let kind = fs::metadata(path)?;
    if kind.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !kind.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"));
    }
    fs::read(path)
}

#[cfg(test)]
mod tests {
    use graphicle_engine::tokens::TokenCounter as _;

    use super::*;

    /// A vocabulary of three letters, and "ab" as one token.
    const SMALL: &str = r###"{"version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
        "normalizer": null, "pre_tokenizer": {"type": "BertPreTokenizer"}, "post_processor": null, "decoder": null,
        "model": {"type": "WordPiece", "unk_token": "?", "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100, "vocab": {"?": 0, "ab": 1, "##ab": 2, "c": 3, "##c": 4}}}"###;

    struct Place {
        folder: tempfile::TempDir,
    }

    impl Place {
        fn new() -> Self {
            let place = Self { folder: tempfile::tempdir().unwrap() };
            fs::write(place.file(), SMALL).unwrap();
            place
        }

        fn file(&self) -> PathBuf {
            self.folder.path().join("small.json")
        }

        fn data(&self) -> DataFolder {
            DataFolder::at(self.folder.path().join("data"))
        }

        fn open(&self) -> CachedCounter {
            CachedCounter::open(&self.file(), &self.data()).unwrap()
        }

        fn kept_file(&self) -> PathBuf {
            self.data().counts(&hex(&Sha256::digest(SMALL)))
        }
    }

    #[test]
    fn the_second_time_nothing_is_loaded_and_counts_are_the_same() {
        let place = Place::new();
        let first = place.open();
        assert!(first.label().starts_with("tokenizer ") && first.label().ends_with(" (exact)"), "{}", first.label());
        assert_eq!((first.chunk("abc", None), first.whole("abcab", Tokens(9))), (Tokens(2), Tokens(3)));
        first.save();
        let second = place.open();
        assert_eq!((second.chunk("abc", None), second.whole("abcab", Tokens(9))), (Tokens(2), Tokens(3)));
        assert!(second.counter.get().is_none(), "all counts were kept");
        assert_eq!(second.chunk("ccc", None), Tokens(3));
        assert!(second.counter.get().is_some(), "this one was not");
    }

    #[test]
    fn what_two_processes_count_is_kept_of_both() {
        let place = Place::new();
        let (one, other) = (place.open(), place.open());
        one.chunk("abc", None);
        other.chunk("ccc", None);
        one.save();
        other.save();
        let later = place.open();
        later.chunk("abc", None);
        later.chunk("ccc", None);
        assert!(later.counter.get().is_none());
    }

    #[test]
    fn damaged_counts_are_made_anew() {
        let place = Place::new();
        let first = place.open();
        first.chunk("abc", None);
        first.save();
        for at in [0, 17, 30, 45, 60] {
            let mut bytes = fs::read(place.kept_file()).unwrap();
            bytes[at] ^= 0x10;
            fs::write(place.kept_file(), bytes).unwrap();
            let again = place.open();
            assert_eq!(again.chunk("abc", None), Tokens(2));
            again.save();
            let healed = place.open();
            assert_eq!(healed.chunk("abc", None), Tokens(2));
            assert!(healed.counter.get().is_none(), "byte {at}");
        }
    }

    #[test]
    fn a_data_folder_that_cannot_be_written_is_no_failure() {
        let place = Place::new();
        fs::write(place.data().path(), "a file where the folder should be").unwrap();
        let counter = place.open();
        assert_eq!(counter.chunk("abc", None), Tokens(2));
        counter.save();
        assert_eq!(place.open().chunk("abc", None), Tokens(2));
    }

    #[test]
    fn a_file_that_is_no_tokenizer_is_refused_by_name_and_with_advice() {
        let place = Place::new();
        let other = place.folder.path().join("package.json");
        for (text, what) in [("{\"name\": \"x\"}", "no tokenizer.json"), ("# Hello", "not JSON"), ("", "not JSON")] {
            fs::write(&other, text).unwrap();
            let error = CachedCounter::open(&other, &place.data()).unwrap_err().to_string();
            assert!(
                error.contains("package.json") && error.contains(what) && error.contains("Hugging Face"),
                "{error}"
            );
        }
        for missing in [place.folder.path().join("none.json"), place.folder.path().to_owned()] {
            let error = CachedCounter::open(&missing, &place.data()).unwrap_err().to_string();
            assert!(error.contains(&*missing.to_string_lossy()) && error.contains("--tokenizer"), "{error}");
        }
    }

    #[test]
    fn a_tokenizer_is_called_by_what_its_file_holds() {
        let digest = [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef];
        assert_eq!(name_of(&digest), "tokenizer 0123456789ab");
    }
}
