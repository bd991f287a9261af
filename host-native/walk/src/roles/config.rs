//! Owns which paths configure a build or a tool: manifests, build files, and the settings of tools around a project.

use graphicle_engine::language::Language;

use super::FilePath;

/// Whole names, in lower case.
const NAMES: [&str; 57] = [
    ".babelrc",
    ".bazelrc",
    ".bazelversion",
    ".clang-format",
    ".clang-tidy",
    ".coveragerc",
    ".dockerignore",
    ".editorconfig",
    ".eslintrc",
    ".flake8",
    ".gitattributes",
    ".gitignore",
    ".gitmodules",
    ".golangci.yml",
    ".graphicleignore",
    ".mailmap",
    ".npmignore",
    ".npmrc",
    ".nvmrc",
    ".prettierrc",
    ".pylintrc",
    ".python-version",
    ".ruby-version",
    ".tool-versions",
    ".yarnrc",
    ".yarnrc.yml",
    "build.sbt",
    "build.xml",
    "build.zig",
    "cargo.toml",
    "composer.json",
    "configure.ac",
    "configure.in",
    "deno.json",
    "gemfile",
    "go.mod",
    "go.work",
    "jenkinsfile",
    "lerna.json",
    "manifest.in",
    "meson.build",
    "mix.exs",
    "nx.json",
    "package.json",
    "package.swift",
    "pipfile",
    "pnpm-workspace.yaml",
    "pom.xml",
    "procfile",
    "pubspec.yaml",
    "pyproject.toml",
    "rust-toolchain.toml",
    "settings.gradle",
    "setup.py",
    "tox.ini",
    "turbo.json",
    "vagrantfile",
];

/// Starts of names of settings files in a format of data or in a tool's own language.
const STARTS: [&str; 17] = [
    ".env.",
    ".eslintrc.",
    ".gitlab-ci",
    ".pre-commit-config",
    ".prettierrc.",
    ".stylelintrc",
    ".travis",
    "appveyor",
    "azure-pipelines",
    "compose.y",
    "docker-compose",
    "jsconfig",
    "renovate.",
    "requirements",
    "rustfmt.",
    "clippy.",
    "tsconfig",
];

/// Ends of names.
const ENDINGS: [&str; 20] = [
    ".cabal",
    ".config.cjs",
    ".config.js",
    ".config.json",
    ".config.mjs",
    ".config.mts",
    ".config.ts",
    ".csproj",
    ".fsproj",
    ".gemspec",
    ".gradle",
    ".gradle.kts",
    ".podspec",
    ".props",
    ".sbt",
    ".sln",
    ".targets",
    ".vbproj",
    ".vcxproj",
    ".xcconfig",
];

/// Folders of tools' settings.
const FOLDERS: [&str; 10] = [
    ".cargo",
    ".circleci",
    ".config",
    ".devcontainer",
    ".github",
    ".gitlab",
    ".husky",
    ".idea",
    ".storybook",
    ".vscode",
];

pub(super) fn is_config(file: &FilePath<'_>) -> bool {
    is_build_language(file.language) && !super::data::is_resource_bundle(file)
        || NAMES.binary_search(&file.lower.as_str()).is_ok()
        || STARTS.iter().any(|start| file.lower.starts_with(start)) && is_settings_format(file)
        || file.ends_with_any(&ENDINGS)
        || file.is_below(&FOLDERS)
}

const fn is_build_language(language: Language) -> bool {
    matches!(language, Language::Makefile | Language::CMake | Language::Dockerfile | Language::Starlark | Language::Ini)
}

fn is_settings_format(file: &FilePath<'_>) -> bool {
    matches!(file.extension(), "json" | "jsonc" | "json5" | "yml" | "yaml" | "toml" | "txt" | "in" | "js" | "cjs")
        || file.name.starts_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(NAMES.is_sorted() && FOLDERS.is_sorted());
    }
}
