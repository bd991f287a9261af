//! Owns what a snapshot is said to be, as JSON. It owns no total: they are the snapshot's.
//!
//! docs/info.schema.json describes the form, and a test compares the two.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde::Serialize;

use crate::portable::{About, LeftOut};
use crate::snapshot::{Snapshot, VERSION};
use crate::{ENGINE, EngineVersion};

/// The form's name.
const FORMAT: &str = "graphicle.info.v1";

#[derive(Serialize)]
struct InfoJson<'i> {
    format: &'static str,
    engine: EngineVersion,
    snapshot_format: u32,
    id: String,
    project: Option<&'i str>,
    commit: Option<&'i str>,
    bytes: usize,
    files: u32,
    folders: u32,
    symbols: u32,
    calls: u32,
    text_bytes: u64,
    languages: Vec<LanguageJson>,
    left_out: &'i LeftOut,
}

#[derive(Serialize)]
struct LanguageJson {
    name: &'static str,
    files: u32,
    lines: u64,
    bytes: u64,
}

/// Returns what is known of a snapshot of so many bytes.
pub(super) fn json(snapshot: &Snapshot<'_>, bytes: usize, about: &About) -> String {
    let meta = snapshot.meta();
    let languages = meta.languages.iter().map(|own| LanguageJson {
        name: own.language.label(),
        files: own.files,
        lines: own.lines,
        bytes: own.bytes,
    });
    written(&InfoJson {
        format: FORMAT,
        engine: ENGINE,
        snapshot_format: VERSION,
        id: snapshot.id().to_string(),
        project: about.project.as_deref(),
        commit: about.commit.as_deref(),
        bytes,
        files: meta.files,
        folders: meta.folders,
        symbols: meta.symbols,
        calls: meta.calls,
        text_bytes: meta.text_bytes,
        languages: languages.collect(),
        left_out: &about.left_out,
    })
}

/// Writes a value whose fields are all plain: that cannot fail, and nothing would be better than half of it.
pub(super) fn written<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
