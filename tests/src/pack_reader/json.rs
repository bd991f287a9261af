//! Owns reading a pack's JSON: its figures as they stand, and its chunks' texts by the rules of the form that they carry.
//! It owns no other form, and no check of the figures.

use graphicle_engine::pack::LineNumbers;
use serde_json::Value;

use super::markdown::read_chunk;
use super::xml::read_element;
use super::{ReadChunk, ReadSection, is_numbered};

/// A pack read from JSON.
#[derive(Debug, Clone)]
pub struct JsonPack {
    /// The whole object.
    pub value: Value,
    /// The chunks with their figures, in order.
    pub chunks: Vec<JsonChunk>,
}

/// A chunk of a pack read from JSON.
#[derive(Debug, Clone)]
pub struct JsonChunk {
    /// The section that it stands in.
    pub section: String,
    /// The section's part: `prefix` or `suffix`.
    pub part: String,
    /// Whether it is a whole file.
    pub whole: bool,
    /// Its tokens.
    pub tokens: u32,
    /// Its text.
    pub text: String,
    /// What the text shows of a file; `None` where it is the pack's own.
    pub read: Option<ReadChunk>,
}

impl JsonPack {
    /// Returns the chunks' texts joined.
    pub fn text(&self) -> String {
        self.chunks.iter().map(|own| own.text.as_str()).collect()
    }

    /// Returns the chunks of files.
    pub fn of_files(&self) -> impl Iterator<Item = (&JsonChunk, &ReadChunk)> {
        self.chunks.iter().filter_map(|own| Some((own, own.read.as_ref()?)))
    }

    /// Returns the sections as they are read from the other forms, but for their prose.
    pub fn sections(&self) -> Vec<ReadSection> {
        let mut sections: Vec<(String, ReadSection)> = Vec::new();
        for own in &self.chunks {
            // A repository part and a question part may each have a section of one name.
            let key = format!("{} {}", own.part, own.section);
            if sections.last().is_none_or(|(last, _)| *last != key) {
                sections.push((key, ReadSection { name: own.section.clone(), ..ReadSection::default() }));
            }
            let Some((_, section)) = sections.last_mut() else { continue };
            section.chunks.extend(own.read.clone());
        }
        sections.into_iter().map(|(_, section)| section).collect()
    }
}

/// Reads a pack's JSON, whose chunks carry Markdown or XML.
pub fn read_json(json: &str, numbers: LineNumbers) -> Result<JsonPack, String> {
    let value: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let mut chunks = Vec::new();
    for section in list(&value, "sections")? {
        let (name, part) = (text(section, "name")?, text(section, "part")?);
        for chunk in list(section, "chunks")? {
            chunks.push(read(chunk, &name, &part, is_numbered(&name, numbers))?);
        }
    }
    Ok(JsonPack { value, chunks })
}

fn read(chunk: &Value, section: &str, part: &str, numbered: bool) -> Result<JsonChunk, String> {
    let own = text(chunk, "text")?;
    let read = if chunk["path"].is_null() {
        let is_empty = ["start_line", "end_line", "why"].iter().all(|field| chunk[field].is_null());
        if !is_empty {
            return Err(format!("lines of no file: {chunk}"));
        }
        None
    } else {
        let (read, end) =
            if own.starts_with('<') { read_element(&own, 0, numbered)? } else { read_chunk(&own, 0, numbered)? };
        let told =
            (text(chunk, "path")?, text(chunk, "why")?, number(chunk, "start_line")?, number(chunk, "end_line")?);
        let first = read.ranges.first().map_or(0, |range| range.0);
        let last = read.ranges.last().map_or(0, |range| range.1);
        if told != (read.path.clone(), read.why.clone(), first, last) {
            return Err(format!("a chunk's fields say {told:?}, its text says {read:?}"));
        }
        if end != own.len() {
            return Err(format!("text behind the chunk: {:?}", &own[end..]));
        }
        Some(read)
    };
    let whole = chunk["whole"].as_bool().ok_or("whole is neither true nor false")?;
    let tokens = number(chunk, "tokens")?;
    Ok(JsonChunk { section: section.into(), part: part.into(), whole, tokens, text: own, read })
}

fn list<'v>(value: &'v Value, field: &str) -> Result<&'v Vec<Value>, String> {
    value[field].as_array().ok_or_else(|| format!("{field} is no list"))
}

fn text(value: &Value, field: &str) -> Result<String, String> {
    value[field].as_str().map(str::to_owned).ok_or_else(|| format!("{field} is no text"))
}

fn number(value: &Value, field: &str) -> Result<u32, String> {
    let number = value[field].as_u64().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| format!("{field} is no number"))
}
