//! Owns reading `Cargo.toml`: the package's name, where its library starts, and the dependencies that are folders.

use graphicle_engine::facts::{Manifest, NamesBuilder, PathMapping};
use toml::{Table, Value};

/// The tables of dependencies that a package, a target or a workspace may have.
const DEPENDENCIES: &[&str] = &["dependencies", "dev-dependencies", "build-dependencies"];

/// Returns what a `Cargo.toml` says, or `None` when it cannot be read.
pub(super) fn read(text: &str, names: &mut NamesBuilder) -> Option<Manifest> {
    let table: Table = text.parse().ok()?;
    let inside = |path: [&str; 2]| table.get(path[0]).and_then(|outer| outer.get(path[1]));
    let name = inside(["package", "name"]).and_then(Value::as_str).map(|name| names.intern(&crate_name(name)));
    let lib_path = inside(["lib", "path"]).and_then(Value::as_str).map(|path| names.intern(folder(path)));
    let mut path_dependencies = Vec::new();
    for dependencies in dependency_tables(&table) {
        for (local, dependency) in dependencies {
            let Some(path) = dependency.get("path").and_then(Value::as_str) else { continue };
            let mapping =
                PathMapping { pattern: names.intern(&crate_name(local)), targets: vec![names.intern(folder(path))] };
            if !path_dependencies.contains(&mapping) {
                path_dependencies.push(mapping);
            }
        }
    }
    Some(Manifest::CargoPackage { name, lib_path, path_dependencies })
}

/// Returns the tables that map a dependency's local name to where it is found: the package's own, those of its
/// targets, and those that a workspace hands to its members.
fn dependency_tables(table: &Table) -> Vec<&Table> {
    let targets = table.get("target").and_then(Value::as_table).into_iter().flat_map(Table::values);
    let owners =
        targets.filter_map(Value::as_table).chain([table]).chain(table.get("workspace").and_then(Value::as_table));
    let mut found = Vec::new();
    for owner in owners {
        found.extend(DEPENDENCIES.iter().filter_map(|kind| owner.get(*kind).and_then(Value::as_table)));
    }
    found
}

fn crate_name(package: &str) -> String {
    package.replace('-', "_")
}

fn folder(path: &str) -> &str {
    path.trim_start_matches("./").trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<(Option<String>, Option<String>, Vec<String>)> {
        let mut names = NamesBuilder::default();
        let Manifest::CargoPackage { name, lib_path, path_dependencies } = read(text, &mut names)? else { return None };
        let names = names.finish();
        let text = |name| names.get(name).to_owned();
        let targets = |m: &PathMapping| m.targets.iter().map(|t| text(*t)).collect::<Vec<_>>().join(",");
        let dependencies = path_dependencies.iter().map(|m| format!("{}={}", text(m.pattern), targets(m))).collect();
        Some((name.map(text), lib_path.map(text), dependencies))
    }

    #[test]
    fn packages_name_themselves_and_their_neighbours() {
        let text = "[package]\nname = \"grep-cli\"\nversion = \"0.1.0\"\n[lib]\npath = \"./src/main_lib.rs\"\n\
                    [dependencies]\nserde = \"1\"\ngrep-printer = { version = \"1\", path = \"../printer/\" }\n\
                    short = { package = \"long-name\", path = \"../long\" }\nlog.workspace = true\n\
                    [target.'cfg(unix)'.dev-dependencies]\nhelp = { path = \"./help\" }\n";
        let dependencies = ["help=help", "grep_printer=../printer", "short=../long"].map(str::to_owned).to_vec();
        let expected = (Some("grep_cli".to_owned()), Some("src/main_lib.rs".to_owned()), dependencies);
        assert_eq!(shown(text), Some(expected));
    }

    #[test]
    fn workspaces_have_no_name() {
        let text = "[workspace]\nmembers = [\"a\"]\n[workspace.dependencies]\na = { path = \"a\" }\n";
        assert_eq!(shown(text), Some((None, None, vec!["a=a".to_owned()])));
        assert_eq!(shown("[package"), None);
    }
}
