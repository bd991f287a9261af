//! Owns what a made-up file says: by its path's ending, a source that imports and calls others out of a small stock of
//! names, so that any edit may make a name unique, ambiguous or gone elsewhere. It owns no path.

use std::fmt::Write as _;
use std::path::Path;

use crate::random::Random;

/// How many packages of each language refer to each other.
pub(super) const PACKAGES: usize = 3;

/// The files that say how imports are resolved.
pub(super) const MANIFESTS: [&str; 8] = [
    "go/go.mod",
    "web/tsconfig.json",
    "web/package.json",
    "php/composer.json",
    "rs/Cargo.toml",
    "py/pyproject.toml",
    "package.json",
    "jvm/settings.gradle",
];

const FUNCTIONS: [&str; 12] =
    ["load", "store", "find", "parse", "render", "open", "close", "merge", "split", "count", "check", "build"];
const TYPES: [&str; 6] = ["Item", "Cache", "Reader", "Writer", "Order", "Ledger"];
const WORDS: [&str; 16] = [
    "keeps", "the", "items", "that", "readers", "ask", "for", "until", "nobody", "wants", "them", "größer", "数据",
    "x", "and", "budget",
];

struct Writer<'r> {
    random: &'r mut Random,
    text: String,
}

/// Returns what a file at `path` may say.
pub(super) fn text(path: &str, random: &mut Random) -> String {
    let package = path.split('/').rev().nth(1).unwrap_or("p0").to_owned();
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or("");
    let stem = Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or("One").to_owned();
    let mut writer = Writer { random, text: String::new() };
    match ending {
        "go" => writer.go(&package),
        "py" => writer.python(),
        "ts" | "tsx" | "js" => writer.script(),
        "java" | "kt" => writer.java(&package, &stem, ending == "kt"),
        "rs" => writer.rust(),
        "h" | "c" | "cc" => writer.c(ending == "cc"),
        "php" => writer.php(&package, &stem),
        "json" => writer.line("{\"name\": \"acme\", \"items\": [1, 2, {\"deep\": true}]}"),
        _ => writer.prose(),
    }
    writer.text
}

/// Returns what a file that says how imports are resolved may say.
pub(super) fn manifest(path: &str, random: &mut Random) -> String {
    let n = random.below(3);
    let name = ["example.com/acme", "example.com/other", "acme"][n];
    let folder = ["src", "src/p0", "."][n];
    match path.rsplit('/').next().unwrap_or(path) {
        "go.mod" if random.once_in(2) => {
            format!("module {name}\n\ngo 1.22\n\nreplace example.com/other => ./p{n}\n")
        }
        "go.mod" => format!("module {name}\n\ngo 1.22\n"),
        "tsconfig.json" => format!(
            "{{\n  // Where names lead.\n  \"compilerOptions\": {{\"baseUrl\": \"{folder}\", \"paths\": {{\"@lib/*\": [\"src/p{n}/*\"]}}}},\n}}\n"
        ),
        "package.json" => {
            format!("{{\"name\": \"acme{n}\", \"workspaces\": [\"web\"], \"main\": \"src/p{n}/index.ts\"}}\n")
        }
        "composer.json" => format!("{{\"autoload\": {{\"psr-4\": {{\"Acme\\\\\": \"{folder}/\"}}}}}}\n"),
        "Cargo.toml" => format!("[package]\nname = \"acme{n}\"\nedition = \"2024\"\n"),
        "pyproject.toml" => format!("[tool.setuptools.packages.find]\nwhere = [\"{folder}\"]\n"),
        _ => format!("rootProject.name = 'acme{n}'\n"),
    }
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn function(&mut self) -> &'static str {
        self.random.pick::<&str>(&FUNCTIONS)
    }

    fn ty(&mut self) -> &'static str {
        self.random.pick::<&str>(&TYPES)
    }

    fn package(&mut self) -> usize {
        self.random.below(PACKAGES)
    }

    fn words(&mut self) -> String {
        let n = 3 + self.random.below(9);
        let words: Vec<&str> = (0..n).map(|_| *self.random.pick(&WORDS)).collect();
        words.join(" ")
    }

    fn times(&mut self, most: usize, mut what: impl FnMut(&mut Self)) {
        for _ in 0..=self.random.below(most) {
            what(self);
        }
    }

    fn prose(&mut self) {
        let heading = self.words();
        let _ = writeln!(self.text, "# {heading}\n");
        self.times(30, |w| {
            let words = w.words();
            w.line(&words);
        });
    }

    fn go(&mut self, package: &str) {
        let (words, other) = (self.words(), self.package());
        let _ = writeln!(self.text, "// Package {package} {words}.\npackage {package}\n");
        let _ = writeln!(self.text, "import (\n\t\"fmt\"\n\t\"example.com/acme/p{other}\"\n)\n");
        self.times(2, |w| {
            let (ty, method, callee) = (w.ty(), w.function(), w.function());
            let _ = writeln!(w.text, "// {ty} {method}s.\ntype {ty} struct {{\n\tnext *{ty}\n}}\n");
            let _ = writeln!(w.text, "func (t *{ty}) {method}() int {{\n\treturn t.next.{callee}() + {callee}()\n}}\n");
        });
        self.times(4, |w| {
            let (name, callee, far, ty) = (w.function(), w.function(), w.function(), w.ty());
            let _ = writeln!(w.text, "func {name}() int {{\n\titem := &{ty}{{}}\n\tfmt.Println(p{other}.{far}())");
            let _ = writeln!(w.text, "\treturn {callee}() + item.{callee}()\n}}\n");
        });
    }

    fn python(&mut self) {
        let (words, other) = (self.words(), self.package());
        let (name, from) = (self.function(), self.random.below(4));
        let import = ["from . import one", "from .two import", "from ..p0.one import", "from app.p1.one import"][from];
        let import = if import.ends_with("import") { format!("{import} {name}") } else { import.to_owned() };
        let _ = writeln!(self.text, "\"\"\"It {words}.\"\"\"\n\nimport os\nimport app.p{other}.two\n{import}\n\n");
        self.times(2, |w| {
            let (ty, base, method, callee) = (w.ty(), w.ty(), w.function(), w.function());
            let _ = writeln!(w.text, "class {ty}({base}):\n    \"\"\"Of {base}.\"\"\"\n");
            let _ = writeln!(
                w.text,
                "    def {method}(self, one: {base}):\n        return one.{callee}() + self.{callee}()\n\n"
            );
        });
        self.times(4, |w| {
            let (name, callee, far, ty) = (w.function(), w.function(), w.function(), w.ty());
            let _ = writeln!(w.text, "def {name}(a=1):\n    item = {ty}()\n    app.p{other}.two.{far}(a)");
            let _ = writeln!(w.text, "    return {callee}(os.getcwd()) + item.{callee}()\n\n");
        });
    }

    fn script(&mut self) {
        let (other, name, far) = (self.package(), self.function(), self.function());
        let _ =
            writeln!(self.text, "import {{ {name} }} from \"../p{other}/one\";\nimport * as lib from \"@lib/two\";");
        let _ = writeln!(self.text, "export {{ {far} }} from \"./one\";\n");
        self.times(2, |w| {
            let (ty, base, method, callee) = (w.ty(), w.ty(), w.function(), w.function());
            let _ = writeln!(w.text, "/** A {ty}. */\nexport class {ty} extends {base} {{\n  {method}() {{");
            let _ = writeln!(w.text, "    return this.{callee}() + lib.{callee}();\n  }}\n}}\n");
        });
        self.times(4, |w| {
            let (made, callee, ty) = (w.function(), w.function(), w.ty());
            let _ = writeln!(w.text, "export function {made}() {{\n  const item = new {ty}();");
            let _ = writeln!(w.text, "  return {callee}() + item.{callee}() + {name}();\n}}\n");
        });
    }

    fn java(&mut self, package: &str, stem: &str, is_kotlin: bool) {
        let (other, end) = (self.package(), if is_kotlin { "" } else { ";" });
        let _ = writeln!(self.text, "package com.acme.{package}{end}\n\nimport com.acme.p{other}.Two{end}\n");
        let _ = writeln!(self.text, "/** It is {stem}. */\npublic class {stem} {{");
        self.times(4, |w| {
            let (name, callee) = (w.function(), w.function());
            if is_kotlin {
                let _ = writeln!(w.text, "    fun {name}(): Int {{ return {callee}() + Two().{callee}() }}\n");
            } else {
                let _ = writeln!(w.text, "    int {name}() {{ return {callee}() + new Two().{callee}(); }}\n");
            }
        });
        self.line("}");
    }

    fn rust(&mut self) {
        let (words, other, name) = (self.words(), self.package(), self.function());
        let _ = writeln!(self.text, "//! It {words}.\n\nuse crate::p{other}::one::{name};\n\npub mod one;\n");
        self.times(2, |w| {
            let (ty, method, callee) = (w.ty(), w.function(), w.function());
            let _ =
                writeln!(w.text, "/// A {ty}.\npub struct {ty};\n\nimpl {ty} {{\n    pub fn {method}(&self) -> u32 {{");
            let _ = writeln!(w.text, "        self.{callee}() + {callee}()\n    }}\n}}\n");
        });
        self.times(4, |w| {
            let (made, callee) = (w.function(), w.function());
            let _ =
                writeln!(w.text, "pub fn {made}() -> u32 {{\n    {name}() + {callee}() + super::one::{callee}()\n}}\n");
        });
    }

    fn c(&mut self, is_cpp: bool) {
        let other = self.package();
        let _ = writeln!(self.text, "#include <stdio.h>\n#include \"one.h\"\n#include \"../p{other}/one.h\"\n");
        self.times(5, |w| {
            let (name, callee, ty) = (w.function(), w.function(), w.ty());
            if is_cpp && w.random.once_in(2) {
                let _ = writeln!(w.text, "int {ty}::{name}() {{ return {callee}() + this->{callee}(); }}\n");
            } else {
                let _ = writeln!(w.text, "/* {name}s. */\nint {name}(struct {ty} *t) {{ return {callee}(t); }}\n");
            }
        });
    }

    fn php(&mut self, package: &str, stem: &str) {
        let other = self.package();
        let _ = writeln!(self.text, "<?php\nnamespace Acme\\{package};\n\nuse Acme\\p{other}\\One;\n\nclass {stem} {{");
        self.times(4, |w| {
            let (name, callee) = (w.function(), w.function());
            let _ = writeln!(
                w.text,
                "    public function {name}() {{ return (new One())->{callee}() + $this->{callee}(); }}"
            );
        });
        self.line("}");
    }
}
