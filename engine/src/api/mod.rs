//! Owns what every surface that is not a command line calls: bytes and JSON in, JSON and packs out, failures with a stable
//! code. It owns no step of ranking or packing, and no memory that crosses into another language.
//!
//! An [`Opened`] snapshot answers [`Opened::info`], [`Opened::rank`] and [`Opened::pack`]; docs/wasm-abi.md lists the
//! fields of requests, docs/*.schema.json describe the answers.

mod error;
mod info;
mod rank_request;

use alloc::string::String;
use alloc::vec::Vec;

pub use error::{ApiError, ErrorCode};

use rank_request::RankRequest;

use crate::pack::{Pack, PackRequest};
use crate::portable::{self, About};
use crate::question::Question;
use crate::ranking::{Told, Weights, rank};
use crate::snapshot::Snapshot;
use crate::tokens::TokenCounter;

/// A snapshot that was opened, and what is known of where it is from. `B` holds the bytes: a vector, a memory map.
#[derive(Debug)]
pub struct Opened<B> {
    bytes: B,
    about: About,
}

impl Opened<Vec<u8>> {
    /// Opens an exported file, or the bytes of a snapshot.
    pub fn open(file: &[u8]) -> Result<Self, ApiError> {
        let (bytes, about) = portable::unpack(file)?;
        Self::new(bytes, about)
    }
}

impl<B: AsRef<[u8]>> Opened<B> {
    /// Opens the bytes of a snapshot.
    pub fn new(bytes: B, about: About) -> Result<Self, ApiError> {
        Snapshot::open(bytes.as_ref())?;
        Ok(Self { bytes, about })
    }

    /// Returns what is known of the snapshot, as JSON.
    pub fn info(&self) -> Result<String, ApiError> {
        let snapshot = self.snapshot()?;
        Ok(info::json(&snapshot, self.bytes.as_ref().len(), &self.about))
    }

    /// Ranks the files for a question. The request is `{"question": "...", "limit": 50}`.
    pub fn rank(&self, request: &str) -> Result<String, ApiError> {
        let RankRequest { question: text, limit } = RankRequest::from_json(request)?;
        let snapshot = self.snapshot()?;
        let question = Question::read(&text);
        let weights = Weights { files_with_passages: limit, ..Weights::default() };
        let ranking = rank(&snapshot, &question, &weights);
        Ok(info::written(&Told::of(&snapshot, &text, &question, &ranking, limit)))
    }

    /// Makes a pack. What the request does not say of project and commit is taken from what is known of the snapshot;
    /// `counter` counts tokens instead of what the request says.
    pub fn pack(&self, request: &str, counter: Option<&dyn TokenCounter>) -> Result<Pack, ApiError> {
        let mut request = PackRequest::from_json(request)?;
        request.project = request.project.or_else(|| self.about.project.clone());
        request.commit = request.commit.or_else(|| self.about.commit.clone());
        let snapshot = self.snapshot()?;
        Ok(match counter {
            Some(counter) => request.pack_counted(&snapshot, counter)?,
            None => request.pack(&snapshot)?,
        })
    }

    /// Returns the snapshot's bytes.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Returns what is known of where the snapshot is from.
    pub const fn about(&self) -> &About {
        &self.about
    }

    /// Opens the snapshot, which takes no time that grows with the project.
    pub fn snapshot(&self) -> Result<Snapshot<'_>, ApiError> {
        Ok(Snapshot::open(self.bytes.as_ref())?)
    }
}
