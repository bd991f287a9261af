//! Owns how a folder's path is written in a project's record, also when it is not Unicode; owns no record.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A path in JSON: the text itself, or the bytes of a path that is not Unicode.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Bytes(Vec<u8>),
}

pub(super) fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    let written = match path.to_str() {
        Some(text) => Written::Text(text.to_owned()),
        None => Written::Bytes(path.as_os_str().as_encoded_bytes().to_vec()),
    };
    written.serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    Ok(match Written::deserialize(deserializer)? {
        Written::Text(text) => PathBuf::from(text),
        Written::Bytes(bytes) => from_bytes(bytes),
    })
}

#[cfg(unix)]
fn from_bytes(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;
    PathBuf::from(std::ffi::OsString::from_vec(bytes))
}

#[cfg(not(unix))]
fn from_bytes(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}
