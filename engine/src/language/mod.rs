//! Owns the list of languages and which file name means which; owns no grammar and no rule of any language.
//!
//! The tables (`tables`) are exact and lower-case; a name that none knows is [`Language::Text`] unless its text tells
//! more (`text`).

mod tables;
mod text;

use serde::{Deserialize, Serialize};

use tables::{BY_EXTENSION, BY_NAME};
use text::{header, interpreter, looks_like_objective_c, looks_like_perl};

/// A file's language. The numbers are part of the snapshot's format: they are never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Language {
    /// Plain text, and whatever no other entry knows.
    #[default]
    Text = 0,
    /// Go.
    Go = 1,
    /// Python.
    Python = 2,
    /// TypeScript.
    TypeScript = 3,
    /// TypeScript with JSX.
    Tsx = 4,
    /// JavaScript, with or without JSX.
    JavaScript = 5,
    /// Java.
    Java = 6,
    /// C, and headers that hold no C++.
    C = 7,
    /// C++, CUDA, and headers that are not plain C.
    Cpp = 8,
    /// C#.
    CSharp = 9,
    /// Rust.
    Rust = 10,
    /// Ruby.
    Ruby = 11,
    /// Php.
    Php = 12,
    /// Kotlin.
    Kotlin = 13,
    /// Swift.
    Swift = 14,
    /// Scala.
    Scala = 15,
    /// Bash and other POSIX-like shells.
    Bash = 16,
    /// Lua.
    Lua = 17,
    /// Elixir.
    Elixir = 18,
    /// Haskell.
    Haskell = 19,
    /// OCaml.
    OCaml = 20,
    /// OCaml interfaces.
    OCamlInterface = 21,
    /// Zig.
    Zig = 22,
    /// Dart.
    Dart = 23,
    /// R.
    R = 24,
    /// Julia.
    Julia = 25,
    /// Objective-C and Objective-C++.
    ObjectiveC = 26,
    /// Perl.
    Perl = 27,
    /// Erlang.
    Erlang = 28,
    /// Godot's script language.
    GdScript = 29,
    /// Groovy.
    Groovy = 30,
    /// Sql.
    Sql = 31,
    /// Protobuf.
    Protobuf = 32,
    /// Hcl.
    Hcl = 33,
    /// Html.
    Html = 34,
    /// Css.
    Css = 35,
    /// Json.
    Json = 36,
    /// Yaml.
    Yaml = 37,
    /// Toml.
    Toml = 38,
    /// Markdown.
    Markdown = 39,
    /// Xml.
    Xml = 40,
    /// Ini.
    Ini = 41,
    /// `reStructuredText`.
    ReStructuredText = 42,
    /// `AsciiDoc`.
    AsciiDoc = 43,
    /// Makefile.
    Makefile = 44,
    /// Dockerfile.
    Dockerfile = 45,
    /// `CMake`.
    CMake = 46,
    /// Starlark: Bazel's and other builds' files.
    Starlark = 47,
    /// PowerShell.
    PowerShell = 48,
    /// SCSS, Sass, Less and Stylus.
    Scss = 49,
    /// Vue.
    Vue = 50,
    /// Svelte and Astro components.
    Svelte = 51,
    /// `GraphQL`.
    GraphQl = 52,
    /// Clojure.
    Clojure = 53,
    /// F#.
    FSharp = 54,
    /// Assembly.
    Assembly = 55,
    /// Tex.
    Tex = 56,
    /// Nix.
    Nix = 57,
    /// GLSL, HLSL, WGSL, Metal and engines' shader languages.
    Shader = 58,
    /// Csv.
    Csv = 59,
    /// Diff.
    Diff = 60,
    /// Translations in gettext's format.
    Gettext = 61,
    /// Batch.
    Batch = 62,
    /// Lisp dialects: Common Lisp, Emacs Lisp, Scheme, Racket.
    Lisp = 63,
    /// Fortran.
    Fortran = 64,
    /// Pascal.
    Pascal = 65,
    /// Nim.
    Nim = 66,
    /// Crystal.
    Crystal = 67,
    /// Solidity.
    Solidity = 68,
    /// Vim script.
    VimScript = 69,
    /// Tcl.
    Tcl = 70,
    /// Awk.
    Awk = 71,
    /// Yacc and Lex.
    Yacc = 72,
    /// Thrift.
    Thrift = 73,
    /// Ada.
    Ada = 74,
    /// D.
    D = 75,
    /// V.
    V = 76,
    /// Verilog.
    Verilog = 77,
    /// Vhdl.
    Vhdl = 78,
}

impl Language {
    /// Every language, in the order of its number.
    pub const ALL: [Self; 79] = [
        Self::Text,
        Self::Go,
        Self::Python,
        Self::TypeScript,
        Self::Tsx,
        Self::JavaScript,
        Self::Java,
        Self::C,
        Self::Cpp,
        Self::CSharp,
        Self::Rust,
        Self::Ruby,
        Self::Php,
        Self::Kotlin,
        Self::Swift,
        Self::Scala,
        Self::Bash,
        Self::Lua,
        Self::Elixir,
        Self::Haskell,
        Self::OCaml,
        Self::OCamlInterface,
        Self::Zig,
        Self::Dart,
        Self::R,
        Self::Julia,
        Self::ObjectiveC,
        Self::Perl,
        Self::Erlang,
        Self::GdScript,
        Self::Groovy,
        Self::Sql,
        Self::Protobuf,
        Self::Hcl,
        Self::Html,
        Self::Css,
        Self::Json,
        Self::Yaml,
        Self::Toml,
        Self::Markdown,
        Self::Xml,
        Self::Ini,
        Self::ReStructuredText,
        Self::AsciiDoc,
        Self::Makefile,
        Self::Dockerfile,
        Self::CMake,
        Self::Starlark,
        Self::PowerShell,
        Self::Scss,
        Self::Vue,
        Self::Svelte,
        Self::GraphQl,
        Self::Clojure,
        Self::FSharp,
        Self::Assembly,
        Self::Tex,
        Self::Nix,
        Self::Shader,
        Self::Csv,
        Self::Diff,
        Self::Gettext,
        Self::Batch,
        Self::Lisp,
        Self::Fortran,
        Self::Pascal,
        Self::Nim,
        Self::Crystal,
        Self::Solidity,
        Self::VimScript,
        Self::Tcl,
        Self::Awk,
        Self::Yacc,
        Self::Thrift,
        Self::Ada,
        Self::D,
        Self::V,
        Self::Verilog,
        Self::Vhdl,
    ];

    /// Returns the language with this number, or `None`.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    /// Returns whether files in it hold code: neither prose, nor data, nor markup alone.
    pub const fn is_code(self) -> bool {
        !matches!(
            self,
            Self::Text
                | Self::Json
                | Self::Yaml
                | Self::Toml
                | Self::Markdown
                | Self::Xml
                | Self::Ini
                | Self::ReStructuredText
                | Self::AsciiDoc
                | Self::Tex
                | Self::Csv
                | Self::Diff
                | Self::Gettext
        )
    }

    /// Returns the language's name in lower case, as Markdown's fences take it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Go => "go",
            Self::Python => "python",
            Self::TypeScript => "typescript",
            Self::Tsx => "tsx",
            Self::JavaScript => "javascript",
            Self::Java => "java",
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::CSharp => "csharp",
            Self::Rust => "rust",
            Self::Ruby => "ruby",
            Self::Php => "php",
            Self::Kotlin => "kotlin",
            Self::Swift => "swift",
            Self::Scala => "scala",
            Self::Bash => "bash",
            Self::Lua => "lua",
            Self::Elixir => "elixir",
            Self::Haskell => "haskell",
            Self::OCaml | Self::OCamlInterface => "ocaml",
            Self::Zig => "zig",
            Self::Dart => "dart",
            Self::R => "r",
            Self::Julia => "julia",
            Self::ObjectiveC => "objc",
            Self::Perl => "perl",
            Self::Erlang => "erlang",
            Self::GdScript => "gdscript",
            Self::Groovy => "groovy",
            Self::Sql => "sql",
            Self::Protobuf => "protobuf",
            Self::Hcl => "hcl",
            Self::Html => "html",
            Self::Css => "css",
            Self::Json => "json",
            Self::Yaml => "yaml",
            Self::Toml => "toml",
            Self::Markdown => "markdown",
            Self::Xml => "xml",
            Self::Ini => "ini",
            Self::ReStructuredText => "rst",
            Self::AsciiDoc => "asciidoc",
            Self::Makefile => "makefile",
            Self::Dockerfile => "dockerfile",
            Self::CMake => "cmake",
            Self::Starlark => "starlark",
            Self::PowerShell => "powershell",
            Self::Scss => "scss",
            Self::Vue => "vue",
            Self::Svelte => "svelte",
            Self::GraphQl => "graphql",
            Self::Clojure => "clojure",
            Self::FSharp => "fsharp",
            Self::Assembly => "assembly",
            Self::Tex => "tex",
            Self::Nix => "nix",
            Self::Shader => "shader",
            Self::Csv => "csv",
            Self::Diff => "diff",
            Self::Gettext => "gettext",
            Self::Batch => "batch",
            Self::Lisp => "lisp",
            Self::Fortran => "fortran",
            Self::Pascal => "pascal",
            Self::Nim => "nim",
            Self::Crystal => "crystal",
            Self::Solidity => "solidity",
            Self::VimScript => "vim",
            Self::Tcl => "tcl",
            Self::Awk => "awk",
            Self::Yacc => "yacc",
            Self::Thrift => "thrift",
            Self::Ada => "ada",
            Self::D => "d",
            Self::V => "v",
            Self::Verilog => "verilog",
            Self::Vhdl => "vhdl",
        }
    }

    /// Returns the language that a file's path tells, or `None` when only its text can.
    ///
    /// A `.h` file is [`Language::C`] by its name; see [`Language::of_text`] for what its text may say.
    pub fn of_path(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        if let Ok(at) = BY_NAME.binary_search_by(|(known, _)| (*known).cmp(name)) {
            return BY_NAME.get(at).map(|(_, language)| *language);
        }
        let (stem, extension) = name.rsplit_once('.')?;
        if stem.is_empty()
            && !extension.contains('.')
            && BY_EXTENSION.binary_search_by(|(e, _)| (*e).cmp(extension)).is_err()
        {
            return None;
        }
        let mut lower = [0_u8; 16];
        let slot = lower.get_mut(..extension.len())?;
        slot.copy_from_slice(extension.as_bytes());
        slot.make_ascii_lowercase();
        let lower = core::str::from_utf8(slot).ok()?;
        let at = BY_EXTENSION.binary_search_by(|(known, _)| (*known).cmp(lower)).ok()?;
        BY_EXTENSION.get(at).map(|(_, language)| *language)
    }

    /// Returns the language of a file by its path, then by its text: an interpreter line, C++ in a `.h`, Objective-C
    /// in a `.h`, a `.m` that is not Objective-C, a `.pl` or `.t` that is not Perl.
    pub fn of_text(path: &str, text: &str) -> Self {
        let has_extension = |wanted| path.rsplit_once('.').is_some_and(|(_, found)| found.eq_ignore_ascii_case(wanted));
        match Self::of_path(path) {
            Some(Self::C) if has_extension("h") => header(text),
            Some(Self::ObjectiveC) if has_extension("m") && !looks_like_objective_c(text) => Self::Text,
            Some(Self::Perl) if has_extension("t") && !looks_like_perl(text) => Self::Text,
            Some(known) => known,
            None => interpreter(text).unwrap_or(Self::Text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_in_byte_order() {
        assert!(BY_NAME.is_sorted_by(|a, b| a.0 < b.0));
        assert!(BY_EXTENSION.is_sorted_by(|a, b| a.0 < b.0));
        for (code, language) in (0_u8..).zip(Language::ALL) {
            assert_eq!(Language::from_code(code), Some(language));
            assert_eq!(language as u8, code);
        }
    }

    #[test]
    fn names_and_texts_tell_the_language() {
        let of = Language::of_text;
        assert_eq!(of("a/b.GO", ""), Language::Go);
        assert_eq!(of("x/Makefile", ""), Language::Makefile);
        assert_eq!(of("x/.profile", ""), Language::Bash);
        assert_eq!(of("x/.gitignore", ""), Language::Text);
        assert_eq!(of("x/run", "#!/usr/bin/env -S python3.11 -u\n"), Language::Python);
        assert_eq!(of("x/run", "#!/bin/sh\n"), Language::Bash);
        assert_eq!(of("x.h", "int f(void);\n"), Language::C);
        assert_eq!(of("x.h", "class A {\n};\n"), Language::Cpp);
        assert_eq!(of("x.h", "struct A {\n  int get() const;\n};\n"), Language::Cpp);
        assert_eq!(of("x.h", "struct A {\n  A operator+(const A &o);\n};\n"), Language::Cpp);
        assert_eq!(of("x.h", "/* which operator */\nconst int operator_of(void);\n"), Language::C);
        assert_eq!(of("x.h", "@interface A\n@end\n"), Language::ObjectiveC);
        assert_eq!(of("x.m", "function y = f(x)\n"), Language::Text);
        assert_eq!(of("x.averyveryverylongextension", ""), Language::Text);
        assert_eq!(of("", ""), Language::Text);
    }
}
