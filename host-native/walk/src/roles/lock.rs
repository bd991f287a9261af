//! Owns the names of package managers' lock files.

use super::FilePath;

const NAMES: [&str; 39] = [
    ".terraform.lock.hcl",
    "bun.lock",
    "bun.lockb",
    "cabal.project.freeze",
    "cargo.lock",
    "cartfile.resolved",
    "chart.lock",
    "composer.lock",
    "conan.lock",
    "conda-lock.yml",
    "deno.lock",
    "flake.lock",
    "gemfile.lock",
    "glide.lock",
    "go.sum",
    "go.work.sum",
    "godeps.json",
    "gopkg.lock",
    "gradle.lockfile",
    "mix.lock",
    "module.bazel.lock",
    "modules.txt",
    "npm-shrinkwrap.json",
    "package-lock.json",
    "package.resolved",
    "packages.lock.json",
    "paket.lock",
    "pdm.lock",
    "pipfile.lock",
    "pixi.lock",
    "pnpm-lock.yaml",
    "podfile.lock",
    "poetry.lock",
    "pubspec.lock",
    "rebar.lock",
    "shard.lock",
    "stack.yaml.lock",
    "uv.lock",
    "yarn.lock",
];

pub(super) fn is_lock(file: &FilePath<'_>) -> bool {
    let known = NAMES.binary_search(&file.lower.as_str()).is_ok();
    // Go's list of vendored modules has a name that others use too.
    known && (file.lower != "modules.txt" || file.folders.last().is_some_and(|folder| folder == "vendor"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(NAMES.is_sorted());
    }
}
