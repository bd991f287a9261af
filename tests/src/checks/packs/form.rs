//! Owns the check of a pack's form: its text is its chunks' texts joined, says what its JSON says, and no file in it ends
//! the pack's own marks. It owns none of the rules that packs are read by.

use graphicle_engine::pack::{Format, json};

use super::hold;
use super::made::Made;
use crate::pack_reader::ReadSection;

/// Checks the form of a pack.
pub(super) fn check(made: &Made<'_>) -> Result<(), String> {
    hold!(made.json.text() == made.pack.text, "the chunks' texts are not the pack's text");
    let told: Vec<&str> = made.pack.sections.iter().map(|own| own.kind.label()).collect();
    let read: Vec<&str> = made.sections.iter().map(|own| own.name.as_str()).collect();
    hold!(told == read, "the text has the sections {read:?}, and not {told:?}");
    let (from_text, from_json) = (comparable(&made.sections), comparable(&made.json.sections()));
    if let Some((text, json)) = from_text.iter().zip(&from_json).find(|(text, json)| text != json) {
        return Err(format!("the text has {text:#?}, JSON has {json:#?}"));
    }
    hold!(from_text.len() == from_json.len(), "JSON and the text have other sections");
    if made.request.options.format == Format::Xml {
        let files = balanced(&made.pack.text)?;
        let expected = made.json.of_files().count();
        hold!(files == expected, "{files} elements of files, {expected} chunks");
    }
    Ok(())
}

/// Checks that a pack in Markdown and one in JSON are the same but for the form they are printed in.
pub(super) fn json_is_markdown(made: &Made<'_>) -> Result<(), String> {
    let mut request = made.request.clone();
    let mut packs = Vec::new();
    for format in [Format::Markdown, Format::Json] {
        request.options.format = format;
        // Another form than the one that fits may be too large for pins.
        let Ok(pack) = made.like_this(&request, made.project.snapshot) else { return Ok(()) };
        packs.push((json(&pack, None).map_err(|error| error.to_string())?, pack.text));
    }
    hold!(packs[0] == packs[1], "JSON's chunks are not the Markdown's");
    Ok(())
}

/// Returns sections without where in a text they were read.
fn comparable(sections: &[ReadSection]) -> Vec<ReadSection> {
    let mut sections = sections.to_vec();
    for section in &mut sections {
        section.prose.clear();
        section.chunks.iter_mut().for_each(|chunk| chunk.code = 0..0);
    }
    sections
}

/// Scans a pack's XML for its tags outside character data, in any case of letters, as a reader would who knows no more.
/// Returns how many elements of files there are, where each is closed once and in its place.
fn balanced(text: &str) -> Result<usize, String> {
    let small = text.to_ascii_lowercase();
    let (mut at, mut files, mut is_in_file, mut is_in_section) = (0, 0, false, false);
    while let Some(next) = small[at..].find('<').map(|own| at + own) {
        let rest = &small[next..];
        at = next + 1;
        if rest.starts_with("<![cdata[") {
            hold!(is_in_file, "character data outside of a file, byte {next}");
            let end = rest.find("]]>").ok_or("open character data")?;
            at = next + end + "]]>".len();
        } else if rest.starts_with("</file") {
            hold!(is_in_file, "a file is closed twice, byte {next}");
            is_in_file = false;
            files += 1;
        } else if rest.starts_with("</section") {
            hold!(is_in_section && !is_in_file, "a section is closed early, byte {next}");
            is_in_section = false;
        } else if !is_in_file && rest.starts_with("<file ") {
            hold!(is_in_section, "a file outside of a section, byte {next}");
            is_in_file = true;
        } else if !is_in_file && rest.starts_with("<section ") {
            hold!(!is_in_section, "a section in a section, byte {next}");
            is_in_section = true;
        } else {
            hold!(is_in_file, "a mark in the pack's own text, byte {next}");
        }
    }
    hold!(!is_in_file && !is_in_section, "the last element is open");
    Ok(files)
}
