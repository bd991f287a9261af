//! Owns reading `go.mod`: the module's path and its replacements.

use graphicle_engine::facts::{Manifest, NamesBuilder, Replacement};

/// Returns what a `go.mod` says, or `None` when it names no module.
pub(super) fn read(text: &str, names: &mut NamesBuilder) -> Option<Manifest> {
    let mut module = None;
    let mut replace = Vec::new();
    let mut block: Option<&str> = None;
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or("").trim();
        if line == ")" {
            block = None;
            continue;
        }
        let (verb, rest) = match block {
            Some(verb) => (verb, line),
            None => line.split_once(|c: char| c.is_whitespace() || c == '(').unwrap_or((line, "")),
        };
        if block.is_none() && line.ends_with('(') {
            block = Some(verb);
            continue;
        }
        match verb {
            "module" if !rest.is_empty() => module = Some(names.intern(unquoted(rest.trim()))),
            "replace" => replace.extend(replacement(rest, names)),
            _ => {}
        }
    }
    Some(Manifest::GoModule { module: module?, replace })
}

/// Reads `path [version] => target [version]`.
fn replacement(text: &str, names: &mut NamesBuilder) -> Option<Replacement> {
    let (from, to) = text.split_once("=>")?;
    let first =
        |side: &str| side.split_whitespace().next().map(unquoted).filter(|path| !path.is_empty()).map(str::to_owned);
    let (from, to) = (first(from)?, first(to)?);
    Some(Replacement { module: names.intern(&from), target: names.intern(&to) })
}

fn unquoted(text: &str) -> &str {
    text.trim_matches(['"', '`'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<(String, Vec<(String, String)>)> {
        let mut names = NamesBuilder::default();
        let Manifest::GoModule { module, replace } = read(text, &mut names)? else { return None };
        let names = names.finish();
        let text = |name| names.get(name).to_owned();
        Some((text(module), replace.iter().map(|r| (text(r.module), text(r.target))).collect()))
    }

    #[test]
    fn replacements_are_read_in_both_forms() {
        let text = "// a comment\nmodule \"k8s.io/kubernetes\" // trailing\r\n\ngo 1.15\nrequire (\n\ta.b/c v1.0.0\n)\n\
                    replace a.b/c => ./staging/c\nreplace (\n\td/e v1.2.3 => ../e\n\tf/g => h/i v2.0.0 // why\n)\n";
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        let expected = vec![pair("a.b/c", "./staging/c"), pair("d/e", "../e"), pair("f/g", "h/i")];
        assert_eq!(shown(text), Some(("k8s.io/kubernetes".to_owned(), expected)));
    }

    #[test]
    fn broken_files_say_what_they_can() {
        assert_eq!(shown(""), None);
        assert_eq!(shown("module"), None);
        assert_eq!(shown("module (\n\tx/y\n)"), Some(("x/y".to_owned(), Vec::new())));
        assert_eq!(shown("module x\nreplace => y\nreplace a =>\nreplace ("), Some(("x".to_owned(), Vec::new())));
    }
}
