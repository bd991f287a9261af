//! Owns reading `package.json` and `pnpm-workspace.yaml`: a package's name, what an import of it may mean, and the
//! packages of a workspace.

use graphicle_engine::facts::{Manifest, Name, NamesBuilder};
use saphyr_parser::{Event, Parser};
use serde_json::Value;

/// The entries that name one file each, source first.
const ENTRIES: [&str; 5] = ["source", "types", "typings", "module", "main"];

/// The conditions of `exports` that lead to code, source first.
const CONDITIONS: [&str; 8] = ["source", "development", "types", "import", "module", "default", "node", "require"];

/// How many values of `exports` are looked at.
const MAX_EXPORTS: usize = 64;

/// How many events of a workspace file are looked at: one for each entry and a few around them.
const MAX_EVENTS: usize = 10_000;

/// Returns what a `package.json` says, or `None` when it is no object or says nothing.
pub(super) fn read(text: &str, names: &mut NamesBuilder) -> Option<Manifest> {
    let package: Value = serde_json::from_str(text).ok()?;
    let package = package.as_object()?;
    let name = package.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
    let mut files: Vec<&str> = ENTRIES.iter().filter_map(|key| package.get(*key)?.as_str()).collect();
    if let Some(exports) = package.get("exports") {
        files.extend(exported(exports));
    }
    let workspaces = match package.get("workspaces") {
        Some(Value::Array(patterns)) => patterns.as_slice(),
        Some(Value::Object(object)) => object.get("packages").and_then(Value::as_array).map_or(&[][..], Vec::as_slice),
        _ => &[],
    };
    let workspaces: Vec<Name> = workspaces.iter().filter_map(Value::as_str).map(|one| names.intern(one)).collect();
    let mut entries: Vec<Name> = Vec::new();
    for file in files.into_iter().filter(|file| !file.is_empty()) {
        let file = names.intern(file);
        if !entries.contains(&file) {
            entries.push(file);
        }
    }
    if name.is_none() && entries.is_empty() && workspaces.is_empty() {
        return None;
    }
    Some(Manifest::NodePackage { name: name.map(|name| names.intern(name)), entries, workspaces })
}

/// Returns the files that `exports` gives for the package itself, the likeliest sources first.
fn exported(exports: &Value) -> Vec<&str> {
    let mut files = Vec::new();
    let mut open = vec![exports];
    for _ in 0..MAX_EXPORTS {
        let Some(value) = open.pop() else { break };
        match value {
            Value::String(file) => files.push(file.as_str()),
            Value::Array(alternatives) => open.extend(alternatives.iter().rev()),
            Value::Object(object) => match object.get(".") {
                Some(own) => open.push(own),
                // The last one pushed is looked at first.
                None => open.extend(CONDITIONS.iter().rev().filter_map(|condition| object.get(*condition))),
            },
            _ => {}
        }
    }
    files
}

/// Returns what a `pnpm-workspace.yaml` says, or `None` when it names no packages.
pub(super) fn read_pnpm_workspace(text: &str, names: &mut NamesBuilder) -> Option<Manifest> {
    let mut workspaces = Vec::new();
    let mut depth = 0_usize;
    // The key of the outermost mapping whose value comes next, once it is read.
    let mut key: Option<String> = None;
    for event in Parser::new_from_str(text).take(MAX_EVENTS) {
        let Ok((event, _)) = event else { break };
        match event {
            Event::MappingStart(..) | Event::SequenceStart(..) => depth += 1,
            Event::MappingEnd | Event::SequenceEnd => {
                depth = depth.saturating_sub(1);
                if depth == 1 {
                    key = None;
                }
            }
            Event::Scalar(value, ..) if depth == 1 => {
                key = if key.is_none() { Some(value.into_owned()) } else { None };
            }
            Event::Scalar(value, ..) if depth == 2 && key.as_deref() == Some("packages") => {
                workspaces.push(names.intern(&value));
            }
            _ => {}
        }
    }
    (!workspaces.is_empty()).then_some(Manifest::NodePackage { name: None, entries: Vec::new(), workspaces })
}

#[cfg(test)]
mod tests {
    use super::*;

    type Shown = (Option<String>, Vec<String>, Vec<String>);

    fn shown(read: fn(&str, &mut NamesBuilder) -> Option<Manifest>, text: &str) -> Option<Shown> {
        let mut names = NamesBuilder::default();
        let Manifest::NodePackage { name, entries, workspaces } = read(text, &mut names)? else { return None };
        let names = names.finish();
        let all = |list: Vec<Name>| list.into_iter().map(|name| names.get(name).to_owned()).collect();
        Some((name.map(|name| names.get(name).to_owned()), all(entries), all(workspaces)))
    }

    fn strings(list: &[&str]) -> Vec<String> {
        list.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn entries_come_source_first_and_once() {
        let text = r#"{
            "name": "@acme/store", "main": "dist/index.js", "module": "dist/index.mjs", "types": "dist/index.d.ts",
            "source": "src/index.ts",
            "exports": { ".": { "require": "./dist/index.cjs", "import": { "types": "./t.d.ts", "default": "./dist/index.mjs" } },
                         "./sub": "./dist/sub.js" }
        }"#;
        let entries = [
            "src/index.ts",
            "dist/index.d.ts",
            "dist/index.mjs",
            "dist/index.js",
            "./t.d.ts",
            "./dist/index.mjs",
            "./dist/index.cjs",
        ];
        assert_eq!(shown(read, text), Some((Some("@acme/store".to_owned()), strings(&entries), Vec::new())));
    }

    #[test]
    fn workspaces_are_a_list_or_an_object() {
        let list = shown(read, r#"{ "private": true, "workspaces": ["packages/*", "apps/web"] }"#);
        assert_eq!(list, Some((None, Vec::new(), strings(&["packages/*", "apps/web"]))));
        let object = shown(read, r#"{ "workspaces": { "packages": ["a"], "nohoist": ["b"] } }"#);
        assert_eq!(object, Some((None, Vec::new(), strings(&["a"]))));
    }

    #[test]
    fn pnpm_names_its_packages() {
        let text =
            "# all of them\npackages:\n  - 'packages/*'\n  - \"!**/test/**\"\ncatalog:\n  react: ^18\nother:\n  - x\n";
        assert_eq!(shown(read_pnpm_workspace, text), Some((None, Vec::new(), strings(&["packages/*", "!**/test/**"]))));
        assert_eq!(
            shown(read_pnpm_workspace, "catalog: {a: b}\npackages: [x, y]\n").map(|(.., all)| all),
            Some(strings(&["x", "y"]))
        );
    }

    #[test]
    fn what_cannot_be_read_says_nothing() {
        assert_eq!(shown(read, "{"), None);
        assert_eq!(shown(read, "[]"), None);
        assert_eq!(shown(read, r#"{"name": 1, "main": {}, "workspaces": "x"}"#), None);
        assert_eq!(shown(read, &"[".repeat(100_000)), None);
        assert_eq!(shown(read_pnpm_workspace, "packages: [\n - x: {{"), None);
        assert_eq!(shown(read_pnpm_workspace, "a: b"), None);
    }
}
