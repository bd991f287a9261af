//! Owns reading `pyproject.toml` and `setup.cfg`: the folders that packages are looked up in. `setup.py` is a script
//! and is read with the language.

use graphicle_engine::facts::{Manifest, Name, NamesBuilder};
use toml::{Table, Value};

/// Returns the folders that a `pyproject.toml` names, or `None` when it cannot be read.
pub(super) fn read_pyproject(text: &str, names: &mut NamesBuilder) -> Option<Manifest> {
    let table: Table = text.parse().ok()?;
    let tool = table.get("tool").and_then(Value::as_table);
    let mut roots = Roots::default();
    if let Some(tool) = tool {
        setuptools(tool, &mut roots);
        poetry(tool, &mut roots);
        others(tool, &mut roots);
    }
    Some(roots.finish(names))
}

/// `[tool.setuptools] package-dir` and `[tool.setuptools.packages.find] where`.
fn setuptools(tool: &Table, roots: &mut Roots) {
    let Some(setuptools) = tool.get("setuptools").and_then(Value::as_table) else { return };
    if let Some(root) = at(setuptools, &["package-dir", ""]) {
        roots.add(root);
    }
    roots.add_all(at(setuptools, &["packages", "find", "where"]));
}

/// `[tool.poetry] packages = [{ include = "a", from = "src" }]`.
fn poetry(tool: &Table, roots: &mut Roots) {
    let packages = at(tool, &["poetry", "packages"]).and_then(Value::as_array);
    for package in packages.into_iter().flatten() {
        if let Some(from) = package.get("from") {
            roots.add(from);
        }
    }
}

/// Hatch's `sources` and the packages of its wheel, Flit's module folder, PDM's `package-dir`, uv's `module-root`,
/// maturin's `python-source`, pytest's `pythonpath`.
fn others(tool: &Table, roots: &mut Roots) {
    for build in [&["hatch", "build"][..], &["hatch", "build", "targets", "wheel"]] {
        let Some(build) = at(tool, build).and_then(Value::as_table) else { continue };
        roots.add_all(build.get("sources").filter(|sources| sources.is_array()));
        for package in build.get("packages").and_then(Value::as_array).into_iter().flatten() {
            if let Some((folder, _)) = package.as_str().and_then(|package| package.trim_matches('/').rsplit_once('/')) {
                roots.add_text(folder);
            }
        }
    }
    for path in [
        &["pdm", "build", "package-dir"][..],
        &["uv", "build-backend", "module-root"],
        &["maturin", "python-source"],
        &["pytest", "ini_options", "pythonpath"],
    ] {
        roots.add_all(at(tool, path));
    }
}

fn at<'t>(table: &'t Table, path: &[&str]) -> Option<&'t Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(table.get(*first)?, |value, key| value.get(*key))
}

/// Returns the folders that a `setup.cfg` names.
#[expect(clippy::unnecessary_wraps, reason = "every reader of a manifest has this form")]
pub(super) fn read_setup_cfg(text: &str, names: &mut NamesBuilder) -> Option<Manifest> {
    let mut roots = Roots::default();
    let mut section = "";
    let mut key = "";
    for line in text.lines() {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with(['#', ';']) {
            continue;
        }
        if let Some(name) = trimmed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            (section, key) = (name.trim(), "");
            continue;
        }
        let mut value = trimmed;
        // An indented line goes on with the value of the key above.
        if !line.starts_with(char::is_whitespace) {
            let Some((name, rest)) = trimmed.split_once(['=', ':']) else { continue };
            (key, value) = (name.trim(), rest.trim());
        }
        match (section, key) {
            ("options", "package_dir" | "package-dir") => {
                // `=src` maps the root package; `pkg = folder` maps one package only.
                if let Some(root) = value.strip_prefix('=') {
                    roots.add_text(root.trim());
                }
            }
            ("options.packages.find", "where") => {
                for root in value.split(',') {
                    roots.add_text(root.trim());
                }
            }
            _ => {}
        }
    }
    Some(roots.finish(names))
}

/// Folders in the order in which they are named, each once.
#[derive(Debug, Default)]
struct Roots(Vec<String>);

impl Roots {
    fn add_all(&mut self, value: Option<&Value>) {
        match value {
            Some(Value::Array(all)) => all.iter().for_each(|value| self.add(value)),
            Some(value) => self.add(value),
            None => {}
        }
    }

    fn add(&mut self, value: &Value) {
        if let Some(text) = value.as_str() {
            self.add_text(text);
        }
    }

    fn add_text(&mut self, text: &str) {
        // The project's own folder is one of the places in any case.
        let text = text.trim_start_matches("./").trim_matches('/');
        if !matches!(text, "" | ".") && !self.0.iter().any(|known| known == text) {
            self.0.push(text.to_owned());
        }
    }

    fn finish(self, names: &mut NamesBuilder) -> Manifest {
        let roots: Vec<Name> = self.0.iter().map(|root| names.intern(root)).collect();
        Manifest::PythonProject { roots }
    }
}
