//! Owns reading `tsconfig.json` and its relatives: what they extend, and how paths are mapped.

use graphicle_engine::facts::{Manifest, Name, NamesBuilder, PathMapping};
use jsonc_parser::{ParseOptions, parse_to_serde_value};
use serde_json::Value;

/// Returns whether a file of this name configures the TypeScript compiler.
pub(super) fn is_config(file: &str) -> bool {
    let Some(stem) = file.strip_suffix(".json") else { return false };
    ["tsconfig", "jsconfig"].iter().any(|name| {
        stem.ends_with(name) || stem.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', '-', '_']))
    })
}

/// Returns what a configuration says, or `None` when it is no object. One that says nothing still decides for its folder.
pub(super) fn read(text: &str, names: &mut NamesBuilder) -> Option<Manifest> {
    let config: Value = parse_to_serde_value(text, &ParseOptions::default()).ok()?;
    let config = config.as_object()?;
    let extends = match config.get("extends") {
        Some(Value::String(one)) => vec![names.intern(one)],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).map(|one| names.intern(one)).collect(),
        _ => Vec::new(),
    };
    let options = config.get("compilerOptions");
    let base_url = options.and_then(|options| options.get("baseUrl")).and_then(Value::as_str);
    let base_url = base_url.map(|base| in_folder(base, names));
    let mut paths = Vec::new();
    let mappings = options.and_then(|options| options.get("paths")).and_then(Value::as_object);
    for (pattern, targets) in mappings.into_iter().flatten() {
        let targets: Vec<Name> = targets
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(|target| in_folder(target, names))
            .collect();
        paths.push(PathMapping { pattern: names.intern(pattern), targets });
    }
    Some(Manifest::TypeScriptConfig { extends, base_url, paths })
}

/// `${configDir}` is the configuration's own folder, which paths are relative to anyway.
fn in_folder(path: &str, names: &mut NamesBuilder) -> Name {
    names.intern(&path.replacen("${configDir}", ".", 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Shown = (Vec<String>, Option<String>, Vec<(String, Vec<String>)>);

    fn shown(text: &str) -> Option<Shown> {
        let mut names = NamesBuilder::default();
        let Manifest::TypeScriptConfig { extends, base_url, paths } = read(text, &mut names)? else { return None };
        let names = names.finish();
        let text = |name: &Name| names.get(*name).to_owned();
        let paths = paths.iter().map(|p| (text(&p.pattern), p.targets.iter().map(text).collect())).collect();
        Some((extends.iter().map(text).collect(), base_url.as_ref().map(text), paths))
    }

    #[test]
    fn comments_and_trailing_commas_are_read() {
        let text = r#"{
            // what all packages share
            "extends": ["../tsconfig-base.json", "@acme/tsconfig",],
            "compilerOptions": {
                /* from here */ "baseUrl": "./src",
                "paths": {
                    "@app/*": ["app/*", "${configDir}/generated/*"],
                    "config": ["config/index.ts"],
                },
            },
        }"#;
        let paths = vec![
            ("@app/*".to_owned(), vec!["app/*".to_owned(), "./generated/*".to_owned()]),
            ("config".to_owned(), vec!["config/index.ts".to_owned()]),
        ];
        let extends = vec!["../tsconfig-base.json".to_owned(), "@acme/tsconfig".to_owned()];
        assert_eq!(shown(text), Some((extends, Some("./src".to_owned()), paths)));
    }

    #[test]
    fn an_empty_configuration_decides_for_its_folder() {
        assert_eq!(shown("{}"), Some((Vec::new(), None, Vec::new())));
        assert_eq!(shown(r#"{"extends": "./base"}"#), Some((vec!["./base".to_owned()], None, Vec::new())));
    }

    #[test]
    fn what_cannot_be_read_says_nothing() {
        assert_eq!(shown(""), None);
        assert_eq!(shown("[]"), None);
        assert_eq!(shown("{"), None);
        assert_eq!(shown(&"{\"a\":".repeat(100_000)), None);
        assert_eq!(shown(&"[".repeat(100_000)), None);
    }

    #[test]
    fn configurations_are_known_by_name() {
        for name in
            ["tsconfig.json", "tsconfig.build.json", "tsconfig-base.json", "jsconfig.json", "base.tsconfig.json"]
        {
            assert!(is_config(name), "{name}");
        }
        for name in ["tsconfig.ts", "mytsconfigs.json", "package.json", "tsconfigs.json"] {
            assert!(!is_config(name), "{name}");
        }
    }
}
