//! Owns which roles a file has: from its path alone, and from its text. Each family of rules has a module of its own;
//! what ranking makes of a role is not decided here.
//!
//! Roles are marks, never reasons to leave a file out, and a file may have several.

mod compiled;
mod config;
mod data;
mod docs;
mod example;
mod generated;
mod lock;
mod minified;
mod test;
mod vendored;

use graphicle_engine::language::Language;
use graphicle_engine::role::Roles;

/// Returns the roles that a file's path tells, without a look at the file.
pub fn roles_of_path(path: &str) -> Roles {
    let file = FilePath::new(path);
    let rules: [(Roles, Rule); 9] = [
        (Roles::TEST, test::is_test),
        (Roles::DOCS, docs::is_docs),
        (Roles::GENERATED, generated::is_generated_by_name),
        (Roles::MINIFIED, minified::is_minified_by_name),
        (Roles::VENDORED, vendored::is_vendored),
        (Roles::LOCK, lock::is_lock),
        (Roles::DATA, data::is_data_by_path),
        (Roles::EXAMPLE, example::is_example),
        (Roles::CONFIG, config::is_config),
    ];
    let mut roles = Roles::default();
    for (role, applies) in rules {
        if applies(&file) {
            roles = roles.with(role);
        }
    }
    roles
}

/// Tells whether a file has one role.
type Rule = fn(&FilePath<'_>) -> bool;

/// Returns the roles that a file's text tells beyond those of its path.
pub(crate) fn roles_of_text(language: Language, text: &str) -> Roles {
    let mut roles = Roles::default();
    if generated::is_generated_by_text(text) || compiled::is_compiled_by_text(language, text) {
        roles = roles.with(Roles::GENERATED);
    }
    if minified::is_minified_by_text(language, text) {
        roles = roles.with(Roles::MINIFIED);
    }
    if data::is_data_by_text(language, text) {
        roles = roles.with(Roles::DATA);
    }
    roles
}

/// A file's path, taken apart for the rules.
#[derive(Debug)]
struct FilePath<'a> {
    /// The folders' names in lower case, from the top.
    folders: Vec<String>,
    /// The file's name as it is.
    name: &'a str,
    /// The file's name in lower case.
    lower: String,
    /// Where the extension starts in the name, after its dot; the name's length when there is none.
    extension_at: usize,
    language: Language,
}

impl<'a> FilePath<'a> {
    fn new(path: &'a str) -> Self {
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let folders = folders.split('/').filter(|folder| !folder.is_empty()).map(str::to_lowercase).collect();
        let extension_at = name.rfind('.').filter(|&dot| dot > 0).map_or(name.len(), |dot| dot + 1);
        let language = Language::of_path(path).unwrap_or_default();
        Self { folders, name, lower: name.to_ascii_lowercase(), extension_at, language }
    }

    /// Returns the name without its extension and the dot before.
    fn stem(&self) -> &'a str {
        let end = if self.extension_at < self.name.len() { self.extension_at - 1 } else { self.extension_at };
        self.name.get(..end).unwrap_or(self.name)
    }

    /// Returns the extension in lower case, empty when there is none.
    fn extension(&self) -> &str {
        self.lower.get(self.extension_at..).unwrap_or_default()
    }

    /// Returns whether a folder on the way has one of these names, which are sorted.
    fn is_below(&self, names: &[&str]) -> bool {
        self.folders.iter().any(|folder| names.binary_search(&folder.as_str()).is_ok())
    }

    fn ends_with_any(&self, endings: &[&str]) -> bool {
        endings.iter().any(|ending| self.lower.ends_with(ending))
    }
}

/// Returns whether files of this language are data, settings or plain text rather than programs or pages.
const fn is_data_language(language: Language) -> bool {
    matches!(
        language,
        Language::Text
            | Language::Json
            | Language::Yaml
            | Language::Toml
            | Language::Xml
            | Language::Ini
            | Language::Csv
            | Language::Gettext
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_tell_roles() {
        let none = Roles::default();
        let cases: [(&str, Roles); 98] = [
            ("src/main.rs", none),
            ("pkg/kubelet/kubelet.go", none),
            ("lib/latest.rb", none),
            ("src/contest.py", none),
            ("src/Latest.java", none),
            ("src/attestation.ts", none),
            ("a/protest/x.c", none),
            // Tests.
            ("pkg/a_test.go", Roles::TEST),
            ("pkg/util/testing/fake.go", Roles::TEST),
            ("tests/conftest.py", Roles::TEST),
            ("a/test_x.py", Roles::TEST),
            ("a/x_test.py", Roles::TEST),
            ("src/__tests__/a.ts", Roles::TEST),
            ("src/a.spec.ts", Roles::TEST),
            ("src/a.test.tsx", Roles::TEST),
            ("src/a-test.js", Roles::TEST),
            ("spec/a_spec.rb", Roles::TEST),
            ("spec/helper.rb", Roles::TEST),
            ("src/test/java/a/B.java", Roles::TEST),
            ("java/org/TestHost.java", Roles::TEST),
            ("java/org/HostTest.java", Roles::TEST),
            ("java/org/Testament.java", none),
            ("x/FooSpec.scala", Roles::TEST),
            ("App.Tests/Foo.cs", Roles::TEST),
            ("AppTests/Foo.swift", Roles::TEST),
            ("shared/src/commonTest/kotlin/A.kt", Roles::TEST),
            ("lib/a_test.dart", Roles::TEST),
            ("a_unittest.cc", Roles::TEST),
            ("t/01-basic.t", Roles::TEST),
            ("src/a_SUITE.erl", Roles::TEST),
            ("run.bats", Roles::TEST),
            ("a.t.sol", Roles::TEST),
            ("api/spec/openapi.yaml", none),
            // Documentation.
            ("README.md", Roles::DOCS),
            ("pkg/README", Roles::DOCS),
            ("LICENSE", Roles::DOCS),
            ("docs/conf.py", Roles::DOCS),
            ("doc/src/sgml/ref.sgml", Roles::DOCS),
            ("a/guide.rst", Roles::DOCS),
            ("man/tool.1", Roles::DOCS),
            // Generated.
            ("a/b.pb.go", Roles::GENERATED),
            ("a/b_pb2.py", Roles::GENERATED),
            ("a/zz_generated.deepcopy.go", Roles::GENERATED),
            ("a/b.g.dart", Roles::GENERATED),
            ("Form.Designer.cs", Roles::GENERATED),
            ("src/generated/x.ts", Roles::GENERATED),
            ("a/clientset_generated/x.go", Roles::GENERATED),
            ("src/regenerate.ts", none),
            // Minified.
            ("web/jquery.min.js", Roles::MINIFIED),
            ("web/a.min.css", Roles::MINIFIED),
            ("web/app.js.map", Roles::GENERATED.with(Roles::DATA)),
            ("src/admin.js", none),
            // Vendored.
            ("vendor/github.com/x/y.go", Roles::VENDORED),
            ("third_party/x.c", Roles::VENDORED),
            ("thirdparty/zlib/x.c", Roles::VENDORED),
            ("node_modules/a/index.js", Roles::VENDORED),
            ("public/assets/vendor/a.js", Roles::VENDORED),
            ("src/main/java/com/shop/vendor/Vendor.java", none),
            ("external/a.c", Roles::VENDORED),
            ("src/external/a.c", none),
            ("deps/lua/a.c", Roles::VENDORED),
            ("Godeps/_workspace/a.go", Roles::VENDORED),
            // Lock files.
            ("package-lock.json", Roles::LOCK),
            ("a/Cargo.lock", Roles::LOCK),
            ("go.sum", Roles::LOCK),
            ("a/yarn.lock", Roles::LOCK),
            ("src/lock.go", none),
            ("src/lock.json", none),
            // Data.
            ("a/testdata/x.json", Roles::TEST.with(Roles::DATA)),
            ("po/de.po", Roles::DATA),
            ("a/table.csv", Roles::DATA),
            ("a/__snapshots__/x.snap", Roles::TEST.with(Roles::DATA)),
            ("homeassistant/components/x/translations/de.json", Roles::DATA),
            ("src/i18n/plural.ts", none),
            ("tests/baselines/reference/a.js", Roles::TEST.with(Roles::DATA)),
            ("src/test/regress/expected/a.out", Roles::TEST.with(Roles::DATA)),
            ("icons/a.svg", Roles::DATA),
            ("logs/a.jsonl", Roles::DATA),
            ("java/org/LocalStrings_de.properties", Roles::DATA),
            ("conf/log4j.properties", Roles::CONFIG),
            // Examples.
            ("examples/a.go", Roles::EXAMPLE),
            ("a/samples/b.cs", Roles::EXAMPLE),
            ("pkg/example_test.go", Roles::TEST.with(Roles::EXAMPLE)),
            (".env.example", Roles::EXAMPLE.with(Roles::CONFIG)),
            ("src/button.stories.tsx", Roles::EXAMPLE),
            ("src/example.ts", none),
            // Configuration.
            ("Cargo.toml", Roles::CONFIG),
            ("go.mod", Roles::CONFIG),
            ("package.json", Roles::CONFIG),
            ("tsconfig.build.json", Roles::CONFIG),
            ("Makefile", Roles::CONFIG),
            ("a/BUILD", Roles::CONFIG),
            ("webpack.config.js", Roles::CONFIG),
            (".github/workflows/ci.yml", Roles::CONFIG),
            (".gitignore", Roles::CONFIG),
            ("a/setup.cfg", Roles::CONFIG),
            ("src/config.rs", none),
            ("requirements-dev.txt", Roles::CONFIG),
        ];
        for (path, expected) in cases {
            assert_eq!(roles_of_path(path), expected, "{path}");
        }
    }

    #[test]
    fn texts_tell_roles() {
        let go = "// Copyright\n\n// Code generated by stringer. DO NOT EDIT.\n\npackage x\n";
        assert_eq!(roles_of_text(Language::Go, go), Roles::GENERATED);
        assert_eq!(roles_of_text(Language::Go, "package x\n"), Roles::default());
        let minified = "var a=1;".repeat(1000);
        assert_eq!(roles_of_text(Language::JavaScript, &minified), Roles::MINIFIED);
        let data = "{\"a\": 1}\n".repeat(40_000);
        assert_eq!(roles_of_text(Language::Json, &data), Roles::DATA);
    }
}
