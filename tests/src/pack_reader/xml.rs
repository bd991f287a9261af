//! Owns reading a pack's XML. It owns no other form.
//!
//! The rules: a pack is a row of `<section name="...">` elements, each mark on a line of its own. In a section stand lines
//! of the pack's own text, with `&amp;`, `&lt;` and `&quot;` for the characters that they mean, and
//! `<file path="..." lines="..." why="...">` elements, with `outline="true"` for an outline. A file's lines stand as they
//! are up to the line `</file>`, or, where the element's first line is `<![CDATA[`, as character data up to a line that is
//! `]]>`; `]]>` in them is split over two such sections, so that `]]]]><![CDATA[>` stands for it.

use std::ops::Range;

use graphicle_engine::pack::LineNumbers;

use super::heading::{path, ranges};
use super::markdown::line_at;
use super::{ReadChunk, ReadSection, is_numbered, numbered};

const CDATA: &str = "<![CDATA[";

/// Reads a pack's XML.
pub fn read_xml(text: &str, numbers: LineNumbers) -> Result<Vec<ReadSection>, String> {
    let mut sections: Vec<ReadSection> = Vec::new();
    let mut is_open = false;
    let mut at = 0;
    while at < text.len() {
        let line = line_at(text, at);
        if let Some(name) = line.strip_prefix("<section name=\"").and_then(|rest| rest.strip_suffix("\">")) {
            if is_open {
                return Err(format!("a section in a section: {line:?}"));
            }
            is_open = true;
            sections.push(ReadSection { name: unescaped(name)?, ..ReadSection::default() });
        } else if line == "</section>" {
            if !is_open {
                return Err("a section is closed twice".into());
            }
            is_open = false;
        } else {
            let section = sections.last_mut().filter(|_| is_open).ok_or_else(|| format!("outside: {line:?}"))?;
            if line.starts_with("<file ") {
                let (chunk, end) = read_element(text, at, is_numbered(&section.name, numbers))?;
                section.chunks.push(chunk);
                at = end;
                continue;
            }
            section.prose.push_str(&unescaped(line)?);
            section.prose.push('\n');
        }
        at += line.len() + 1;
    }
    if is_open { Err("the last section is open".into()) } else { Ok(sections) }
}

/// Reads the element whose tag stands at `at`; returns where the text behind it starts.
pub(super) fn read_element(text: &str, at: usize, numbered_lines: bool) -> Result<(ReadChunk, usize), String> {
    let tag = line_at(text, at);
    let wrong = |what: &str| format!("{what} in the element {tag:?}");
    let mut rest = tag.strip_prefix("<file").and_then(|own| own.strip_suffix('>')).ok_or_else(|| wrong("no tag"))?;
    let mut attributes = Vec::new();
    while let Some((name, behind)) = rest.strip_prefix(' ').and_then(|own| own.split_once("=\"")) {
        let (value, behind) = behind.split_once('"').ok_or_else(|| wrong("an open attribute"))?;
        attributes.push((name, unescaped(value)?));
        rest = behind;
    }
    let names: Vec<&str> = attributes.iter().map(|(name, _)| *name).collect();
    let is_outline = match names.as_slice() {
        ["path", "lines", "why"] => false,
        ["path", "lines", "outline", "why"] if attributes[2].1 == "true" => true,
        _ => return Err(wrong("other attributes")),
    };
    if !rest.is_empty() {
        return Err(wrong("text behind the attributes"));
    }
    let ranges = ranges(&attributes[1].1).map_err(|error| wrong(&error))?;
    let start = at + tag.len() + 1;
    let (code, body, end) = if line_at(text, start) == CDATA {
        cdata(text, start + CDATA.len() + 1).ok_or_else(|| wrong("open character data"))?
    } else {
        let end = plain(text, start).ok_or_else(|| wrong("no end"))?;
        (start..end, text[start..end].to_owned(), end)
    };
    if line_at(text, end) != "</file>" {
        return Err(wrong("no closing tag"));
    }
    let lines = numbered(&body, &ranges, numbered_lines).map_err(|error| wrong(&error))?;
    let (path, why) = (
        path(&attributes[0].1).map_err(|error| wrong(&error))?,
        attributes.last().map(|(_, why)| why.clone()).unwrap_or_default(),
    );
    let chunk = ReadChunk { path, ranges, is_outline, why, lines, code, is_numbered: numbered_lines };
    Ok((chunk, end + "</file>\n".len()))
}

/// Returns where the first closing tag behind `start` is, which must stand at a line's start.
fn plain(text: &str, start: usize) -> Option<usize> {
    let small = text.get(start..)?.to_ascii_lowercase();
    let end = start + small.find("</file")?;
    (end == start || text.get(..end)?.ends_with('\n')).then_some(end)
}

/// Reads character data from `start` on: where it stands with what is split, what it says, and where the text behind it
/// starts.
fn cdata(text: &str, start: usize) -> Option<(Range<usize>, String, usize)> {
    let mut said = String::new();
    let mut at = start;
    loop {
        let end = at + text.get(at..)?.find("]]>")?;
        said.push_str(&text[at..end]);
        let behind = end + "]]>".len();
        if text[behind..].starts_with(CDATA) {
            at = behind + CDATA.len();
        } else {
            return text[behind..].starts_with('\n').then_some((start..end, said, behind + 1));
        }
    }
}

/// Returns what an escaped text means.
fn unescaped(text: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '"']) {
        out.push_str(&rest[..at]);
        let meant = [("&amp;", '&'), ("&lt;", '<'), ("&quot;", '"')];
        let found = meant.into_iter().find(|(escape, _)| rest[at..].starts_with(escape));
        let (escape, meant) = found.ok_or_else(|| format!("a mark is not escaped in {text:?}"))?;
        out.push(meant);
        rest = &rest[at + escape.len()..];
    }
    out.push_str(rest);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACK: &str = "<section name=\"header\">\na &lt; b\n</section>\n<section name=\"docs\">\n\
                        <file path=\"a &quot;b&quot;.md\" lines=\"1-2\" why=\"docs: rank 1\">\n<![CDATA[\n\
                        </section> ]]]]><![CDATA[> ]]\n<![CDATA[\n]]>\n</file>\n\
                        <file path=\"c\" lines=\"4\" outline=\"true\" why=\"\">\n<b> & ]]>\n</file>\n</section>\n";

    #[test]
    fn a_pack_is_read_by_the_rules() {
        let sections = read_xml(PACK, LineNumbers::Focus).unwrap();
        assert_eq!(sections[0].prose, "a < b\n");
        let [one, other] = sections[1].chunks.as_slice() else { panic!("{sections:?}") };
        assert_eq!((one.path.as_str(), one.is_outline), ("a \"b\".md", false));
        assert_eq!(one.lines, [(1, "</section> ]]> ]]".into()), (2, "<![CDATA[".into())]);
        assert_eq!((other.is_outline, other.lines.as_slice()), (true, &[(4, "<b> & ]]>".to_owned())][..]));
    }

    #[test]
    fn what_breaks_a_rule_is_told() {
        for (from, to) in [
            ("]]]]><![CDATA[>", "]]>"),
            ("&lt;", "<"),
            ("<b>", "</FILE >"),
            ("outline=\"true\"", "outline=\"yes\""),
            ("lines=\"4\"", "lines=\"4-5\""),
            ("</section>\n<section", "<section"),
            ("&quot;b&quot;", "\"b\""),
        ] {
            assert!(read_xml(&PACK.replace(from, to), LineNumbers::Focus).is_err(), "{from} as {to}");
        }
    }
}
