//! Owns the list of languages and which file name means which; owns no grammar and no rule of any language.
//!
//! The tables are exact and lower-case; a name that no table knows is [`Language::Text`].

use serde::{Deserialize, Serialize};

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

/// Returns what a `.h` file holds: C unless lines of it can only be C++ or Objective-C.
fn header(text: &str) -> Language {
    for line in text.lines().take(2000) {
        let line = line.trim_start();
        if line.starts_with("@interface") || line.starts_with("@protocol") || line.starts_with("#import") {
            return Language::ObjectiveC;
        }
        let cpp = ["class ", "namespace ", "template<", "template <", "public:", "private:", "protected:", "using "];
        if cpp.iter().any(|start| line.starts_with(start)) || line.contains("std::") || is_cpp_member(line) {
            return Language::Cpp;
        }
    }
    Language::C
}

/// Returns whether a line declares what only C++ has in a struct: a constant, virtual or explicit method, an operator.
fn is_cpp_member(line: &str) -> bool {
    if line.starts_with(['/', '*', '#']) {
        return false;
    }
    let code = line.split("//").next().unwrap_or(line).trim_end();
    let is_const_method = [") const;", ") const {", ") const { }"].iter().any(|end| code.contains(end));
    let is_operator = code.match_indices("operator").any(|(at, word)| {
        let before = code.get(..at).and_then(|text| text.chars().next_back());
        let after = code.get(at + word.len()..).and_then(|text| text.chars().next());
        before.is_some_and(|c| c == ' ' || c == '&' || c == '*')
            && after.is_some_and(|c| "=+-*/[<!".contains(c))
            && code.contains('(')
    });
    is_const_method || is_operator || code.starts_with("virtual ") || code.starts_with("explicit ")
}

fn looks_like_objective_c(text: &str) -> bool {
    let marks = ["@interface", "@implementation", "@protocol", "#import", "#include", "@import", "@end"];
    text.lines().take(2000).any(|line| marks.iter().any(|mark| line.trim_start().starts_with(mark)))
}

fn looks_like_perl(text: &str) -> bool {
    text.lines().take(200).any(|line| {
        let line = line.trim_start();
        line.starts_with("use ") || line.starts_with("my ") || line.starts_with("package ") || line.contains("perl")
    })
}

/// Returns the language that a first line `#!...` names, or `None`.
fn interpreter(text: &str) -> Option<Language> {
    let line = text.lines().next()?.strip_prefix("#!")?;
    let mut words = line.split_whitespace();
    let first = words.next()?;
    let mut program = first.rsplit('/').next()?;
    if program == "env" {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
        program = program.rsplit('/').next()?;
    }
    let name = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    Some(match name {
        "sh" | "bash" | "zsh" | "ksh" | "dash" | "ash" | "bats" => Language::Bash,
        "python" | "pypy" => Language::Python,
        "node" | "nodejs" | "bun" => Language::JavaScript,
        "deno" | "ts-node" | "tsx" => Language::TypeScript,
        "ruby" | "jruby" => Language::Ruby,
        "perl" => Language::Perl,
        "php" => Language::Php,
        "lua" | "luajit" => Language::Lua,
        "Rscript" => Language::R,
        "julia" => Language::Julia,
        "elixir" => Language::Elixir,
        "escript" => Language::Erlang,
        "groovy" => Language::Groovy,
        "make" => Language::Makefile,
        "awk" | "gawk" => Language::Awk,
        "tclsh" | "wish" => Language::Tcl,
        "swift" => Language::Swift,
        "scala" => Language::Scala,
        "pwsh" => Language::PowerShell,
        _ => return None,
    })
}

/// Whole file names, in byte order.
const BY_NAME: [(&str, Language); 46] = [
    (".Rprofile", Language::R),
    (".babelrc", Language::Json),
    (".bash_profile", Language::Bash),
    (".bashrc", Language::Bash),
    (".clang-format", Language::Yaml),
    (".clang-tidy", Language::Yaml),
    (".editorconfig", Language::Ini),
    (".eslintrc", Language::Json),
    (".gitconfig", Language::Ini),
    (".npmrc", Language::Ini),
    (".prettierrc", Language::Json),
    (".profile", Language::Bash),
    (".pylintrc", Language::Ini),
    (".vimrc", Language::VimScript),
    (".zshrc", Language::Bash),
    ("APKBUILD", Language::Bash),
    ("BUILD", Language::Starlark),
    ("BUILD.bazel", Language::Starlark),
    ("Brewfile", Language::Ruby),
    ("CMakeLists.txt", Language::CMake),
    ("Cargo.lock", Language::Toml),
    ("Containerfile", Language::Dockerfile),
    ("Dockerfile", Language::Dockerfile),
    ("Fastfile", Language::Ruby),
    ("GNUmakefile", Language::Makefile),
    ("Gemfile", Language::Ruby),
    ("Guardfile", Language::Ruby),
    ("Jenkinsfile", Language::Groovy),
    ("Makefile", Language::Makefile),
    ("PKGBUILD", Language::Bash),
    ("Pipfile", Language::Toml),
    ("Pipfile.lock", Language::Json),
    ("Podfile", Language::Ruby),
    ("Rakefile", Language::Ruby),
    ("SConscript", Language::Python),
    ("SConstruct", Language::Python),
    ("Tiltfile", Language::Starlark),
    ("Vagrantfile", Language::Ruby),
    ("WORKSPACE", Language::Starlark),
    ("WORKSPACE.bazel", Language::Starlark),
    ("composer.lock", Language::Json),
    ("makefile", Language::Makefile),
    ("poetry.lock", Language::Toml),
    ("rebar.config", Language::Erlang),
    ("uv.lock", Language::Toml),
    ("wscript", Language::Python),
];

/// Extensions in lower case, in byte order.
const BY_EXTENSION: [(&str, Language); 236] = [
    ("adb", Language::Ada),
    ("adoc", Language::AsciiDoc),
    ("ads", Language::Ada),
    ("asciidoc", Language::AsciiDoc),
    ("asm", Language::Assembly),
    ("astro", Language::Svelte),
    ("awk", Language::Awk),
    ("bash", Language::Bash),
    ("bat", Language::Batch),
    ("bats", Language::Bash),
    ("bazel", Language::Starlark),
    ("bib", Language::Tex),
    ("bzl", Language::Starlark),
    ("c", Language::C),
    ("c++", Language::Cpp),
    ("cc", Language::Cpp),
    ("cfg", Language::Ini),
    ("cjs", Language::JavaScript),
    ("cl", Language::Lisp),
    ("clj", Language::Clojure),
    ("cljc", Language::Clojure),
    ("cljs", Language::Clojure),
    ("cls", Language::Tex),
    ("cmake", Language::CMake),
    ("cmd", Language::Batch),
    ("comp", Language::Shader),
    ("conf", Language::Ini),
    ("containerfile", Language::Dockerfile),
    ("cpp", Language::Cpp),
    ("cr", Language::Crystal),
    ("cs", Language::CSharp),
    ("csproj", Language::Xml),
    ("css", Language::Css),
    ("csv", Language::Csv),
    ("csx", Language::CSharp),
    ("cts", Language::TypeScript),
    ("cu", Language::Cpp),
    ("cuh", Language::Cpp),
    ("cxx", Language::Cpp),
    ("d", Language::D),
    ("dart", Language::Dart),
    ("ddl", Language::Sql),
    ("desktop", Language::Ini),
    ("di", Language::D),
    ("diff", Language::Diff),
    ("dml", Language::Sql),
    ("dockerfile", Language::Dockerfile),
    ("dpr", Language::Pascal),
    ("ebuild", Language::Bash),
    ("editorconfig", Language::Ini),
    ("edn", Language::Clojure),
    ("el", Language::Lisp),
    ("erl", Language::Erlang),
    ("es6", Language::JavaScript),
    ("escript", Language::Erlang),
    ("ex", Language::Elixir),
    ("exs", Language::Elixir),
    ("f", Language::Fortran),
    ("f03", Language::Fortran),
    ("f08", Language::Fortran),
    ("f90", Language::Fortran),
    ("f95", Language::Fortran),
    ("for", Language::Fortran),
    ("frag", Language::Shader),
    ("fs", Language::FSharp),
    ("fsi", Language::FSharp),
    ("fsproj", Language::Xml),
    ("fsx", Language::FSharp),
    ("gd", Language::GdScript),
    ("gdshader", Language::Shader),
    ("gemspec", Language::Ruby),
    ("geojson", Language::Json),
    ("geom", Language::Shader),
    ("glsl", Language::Shader),
    ("go", Language::Go),
    ("gql", Language::GraphQl),
    ("gradle", Language::Groovy),
    ("graphql", Language::GraphQl),
    ("groovy", Language::Groovy),
    ("gvy", Language::Groovy),
    ("h", Language::C),
    ("h++", Language::Cpp),
    ("har", Language::Json),
    ("hcl", Language::Hcl),
    ("hh", Language::Cpp),
    ("hlsl", Language::Shader),
    ("hpp", Language::Cpp),
    ("hrl", Language::Erlang),
    ("hs", Language::Haskell),
    ("htm", Language::Html),
    ("html", Language::Html),
    ("hxx", Language::Cpp),
    ("ini", Language::Ini),
    ("inl", Language::Cpp),
    ("ino", Language::Cpp),
    ("ipp", Language::Cpp),
    ("ipynb", Language::Json),
    ("java", Language::Java),
    ("jl", Language::Julia),
    ("js", Language::JavaScript),
    ("json", Language::Json),
    ("json5", Language::Json),
    ("jsonc", Language::Json),
    ("jsx", Language::JavaScript),
    ("ksh", Language::Bash),
    ("kt", Language::Kotlin),
    ("kts", Language::Kotlin),
    ("l", Language::Yacc),
    ("less", Language::Scss),
    ("lhs", Language::Haskell),
    ("lisp", Language::Lisp),
    ("ll", Language::Yacc),
    ("log", Language::Text),
    ("lsp", Language::Lisp),
    ("lua", Language::Lua),
    ("m", Language::ObjectiveC),
    ("mak", Language::Makefile),
    ("make", Language::Makefile),
    ("markdown", Language::Markdown),
    ("md", Language::Markdown),
    ("mdown", Language::Markdown),
    ("mdx", Language::Markdown),
    ("metal", Language::Shader),
    ("mjs", Language::JavaScript),
    ("mk", Language::Makefile),
    ("mkd", Language::Markdown),
    ("ml", Language::OCaml),
    ("mli", Language::OCamlInterface),
    ("mm", Language::ObjectiveC),
    ("mts", Language::TypeScript),
    ("nasm", Language::Assembly),
    ("nim", Language::Nim),
    ("nims", Language::Nim),
    ("nix", Language::Nix),
    ("nomad", Language::Hcl),
    ("pas", Language::Pascal),
    ("patch", Language::Diff),
    ("php", Language::Php),
    ("php3", Language::Php),
    ("php4", Language::Php),
    ("php5", Language::Php),
    ("phpt", Language::Php),
    ("phtml", Language::Php),
    ("pl", Language::Perl),
    ("plist", Language::Xml),
    ("pm", Language::Perl),
    ("po", Language::Gettext),
    ("pod", Language::Perl),
    ("podspec", Language::Ruby),
    ("pom", Language::Xml),
    ("pot", Language::Gettext),
    ("pp", Language::Pascal),
    ("properties", Language::Ini),
    ("props", Language::Xml),
    ("proto", Language::Protobuf),
    ("ps1", Language::PowerShell),
    ("psd1", Language::PowerShell),
    ("psgi", Language::Perl),
    ("psm1", Language::PowerShell),
    ("psql", Language::Sql),
    ("pxd", Language::Python),
    ("py", Language::Python),
    ("pyi", Language::Python),
    ("pyw", Language::Python),
    ("pyx", Language::Python),
    ("r", Language::R),
    ("rake", Language::Ruby),
    ("rb", Language::Ruby),
    ("rest", Language::ReStructuredText),
    ("resx", Language::Xml),
    ("rkt", Language::Lisp),
    ("rng", Language::Xml),
    ("rs", Language::Rust),
    ("rst", Language::ReStructuredText),
    ("ru", Language::Ruby),
    ("s", Language::Assembly),
    ("sass", Language::Scss),
    ("sbt", Language::Scala),
    ("sc", Language::Scala),
    ("scala", Language::Scala),
    ("scm", Language::Lisp),
    ("scss", Language::Scss),
    ("service", Language::Ini),
    ("sh", Language::Bash),
    ("shader", Language::Shader),
    ("sol", Language::Solidity),
    ("sql", Language::Sql),
    ("ss", Language::Lisp),
    ("star", Language::Starlark),
    ("storyboard", Language::Xml),
    ("sty", Language::Tex),
    ("styl", Language::Scss),
    ("sv", Language::Verilog),
    ("svelte", Language::Svelte),
    ("svg", Language::Xml),
    ("svh", Language::Verilog),
    ("swift", Language::Swift),
    ("t", Language::Perl),
    ("targets", Language::Xml),
    ("tcl", Language::Tcl),
    ("tex", Language::Tex),
    ("text", Language::Text),
    ("tf", Language::Hcl),
    ("tfvars", Language::Hcl),
    ("thrift", Language::Thrift),
    ("toml", Language::Toml),
    ("tpp", Language::Cpp),
    ("ts", Language::TypeScript),
    ("tsv", Language::Csv),
    ("tsx", Language::Tsx),
    ("txt", Language::Text),
    ("v", Language::V),
    ("vbproj", Language::Xml),
    ("vert", Language::Shader),
    ("vh", Language::Verilog),
    ("vhd", Language::Vhdl),
    ("vhdl", Language::Vhdl),
    ("vim", Language::VimScript),
    ("vue", Language::Vue),
    ("webmanifest", Language::Json),
    ("wgsl", Language::Shader),
    ("wsdl", Language::Xml),
    ("xaml", Language::Xml),
    ("xhtml", Language::Html),
    ("xib", Language::Xml),
    ("xml", Language::Xml),
    ("xsd", Language::Xml),
    ("xsl", Language::Xml),
    ("xslt", Language::Xml),
    ("y", Language::Yacc),
    ("yaml", Language::Yaml),
    ("yml", Language::Yaml),
    ("yy", Language::Yacc),
    ("zig", Language::Zig),
    ("zon", Language::Zig),
    ("zsh", Language::Bash),
];

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
