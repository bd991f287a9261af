//! Owns which languages see each other's definitions, and the scoping rules that differ between families; owns none
//! of the machinery that applies them.

use graphicle_engine::language::Language;

/// Languages that can call each other by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(crate) enum Family {
    /// Go.
    Go,
    /// Python.
    Python,
    /// TypeScript, JavaScript and the component languages around them.
    Script,
    /// Java, Kotlin, Scala, Groovy.
    Jvm,
    /// C, C++, Objective-C.
    C,
    /// C#, F#.
    DotNet,
    /// Rust.
    Rust,
    /// Ruby, Crystal.
    Ruby,
    /// PHP.
    Php,
    /// Swift.
    Swift,
    /// Shells.
    Shell,
    /// Lua.
    Lua,
    /// Elixir and Erlang.
    Beam,
    /// Haskell.
    Haskell,
    /// OCaml and its interfaces.
    OCaml,
    /// Zig.
    Zig,
    /// Dart.
    Dart,
    /// R.
    R,
    /// Julia.
    Julia,
    /// Perl.
    Perl,
    /// Godot's script language.
    GdScript,
    /// Protocol Buffers.
    Protobuf,
    /// Terraform and other HCL.
    Hcl,
    /// HTML, CSS and its dialects: links between files, no calls.
    Web,
    /// A programming language without rules of its own: same file and unique names only.
    Other,
    /// Prose and data: nothing calls into it.
    Inert,
}

/// Where the top-level definitions of a file live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Home {
    /// In the file, which is a module of its own.
    File,
    /// In the files of one folder with the same package name.
    FolderPackage,
    /// In a namespace that any file can add to.
    Namespace,
    /// In one scope that all files of the family share.
    Global,
}

impl Family {
    /// Returns the family of a language.
    pub(crate) const fn of(language: Language) -> Self {
        match language {
            Language::Go => Self::Go,
            Language::Python | Language::Starlark => Self::Python,
            Language::TypeScript | Language::Tsx | Language::JavaScript | Language::Vue | Language::Svelte => {
                Self::Script
            }
            Language::Java | Language::Kotlin | Language::Scala | Language::Groovy => Self::Jvm,
            Language::C | Language::Cpp | Language::ObjectiveC => Self::C,
            Language::CSharp | Language::FSharp => Self::DotNet,
            Language::Rust => Self::Rust,
            Language::Ruby | Language::Crystal => Self::Ruby,
            Language::Php => Self::Php,
            Language::Swift => Self::Swift,
            Language::Bash => Self::Shell,
            Language::Lua => Self::Lua,
            Language::Elixir | Language::Erlang => Self::Beam,
            Language::Haskell => Self::Haskell,
            Language::OCaml | Language::OCamlInterface => Self::OCaml,
            Language::Zig => Self::Zig,
            Language::Dart => Self::Dart,
            Language::R => Self::R,
            Language::Julia => Self::Julia,
            Language::Perl => Self::Perl,
            Language::GdScript => Self::GdScript,
            Language::Protobuf => Self::Protobuf,
            Language::Hcl => Self::Hcl,
            Language::Html | Language::Css | Language::Scss => Self::Web,
            Language::Text
            | Language::Json
            | Language::Yaml
            | Language::Toml
            | Language::Markdown
            | Language::Xml
            | Language::Ini
            | Language::ReStructuredText
            | Language::AsciiDoc
            | Language::Makefile
            | Language::Dockerfile
            | Language::CMake
            | Language::Csv
            | Language::Diff
            | Language::Gettext
            | Language::Tex => Self::Inert,
            _ => Self::Other,
        }
    }

    /// Returns where the family's top-level definitions live. A script without imports and exports is
    /// [`Home::Global`] all the same.
    pub(crate) const fn home(self) -> Home {
        match self {
            Self::Go | Self::Hcl => Home::FolderPackage,
            Self::Jvm
            | Self::DotNet
            | Self::Php
            | Self::Beam
            | Self::Haskell
            | Self::OCaml
            | Self::Perl
            | Self::Protobuf
            | Self::Swift => Home::Namespace,
            Self::C | Self::Ruby | Self::Shell | Self::R | Self::Julia => Home::Global,
            Self::Python
            | Self::Script
            | Self::Rust
            | Self::Lua
            | Self::Zig
            | Self::Dart
            | Self::GdScript
            | Self::Web
            | Self::Other
            | Self::Inert => Home::File,
        }
    }

    /// Returns whether a bare name inside a type can mean a member of that type.
    pub(crate) const fn bare_reaches_members(self) -> bool {
        matches!(
            self,
            Self::Jvm
                | Self::C
                | Self::DotNet
                | Self::Ruby
                | Self::Swift
                | Self::Dart
                | Self::Beam
                | Self::GdScript
                | Self::Zig
                | Self::Other
        )
    }

    /// Returns whether a type's name inside another type can mean a type nested in it.
    pub(crate) const fn bare_reaches_nested_types(self) -> bool {
        self.bare_reaches_members() || matches!(self, Self::Protobuf)
    }

    /// Returns whether code in a namespace sees the namespaces around it.
    pub(crate) const fn sees_outer_namespaces(self) -> bool {
        matches!(self, Self::C | Self::DotNet | Self::Ruby | Self::Script | Self::Protobuf | Self::Perl)
    }

    /// Returns whether includes, followed transitively, decide what a file sees of the global scope.
    pub(crate) const fn includes_make_visible(self) -> bool {
        matches!(self, Self::C | Self::Shell | Self::Ruby | Self::R | Self::Julia | Self::Php)
    }

    /// Returns whether an import that names no members brings every name of what it imports.
    pub(crate) const fn plain_import_is_wildcard(self) -> bool {
        matches!(
            self,
            Self::DotNet | Self::Swift | Self::Dart | Self::Haskell | Self::Protobuf | Self::Julia | Self::OCaml
        )
    }

    /// Returns whether a dotted path may start from the root of the family's namespaces without an import.
    pub(crate) const fn names_full_paths(self) -> bool {
        matches!(
            self,
            Self::Jvm
                | Self::DotNet
                | Self::Php
                | Self::Beam
                | Self::OCaml
                | Self::Perl
                | Self::Protobuf
                | Self::Ruby
                | Self::C
        )
    }

    /// Returns whether a bare name that no scope holds may be looked up in the whole project: only where the language
    /// has one global scope, or where nothing better is known of it.
    pub(crate) const fn bare_is_global(self) -> bool {
        matches!(self, Self::C | Self::Ruby | Self::Shell | Self::R | Self::Julia | Self::Perl | Self::Other)
    }

    /// Returns whether a type's methods stand beside those of the same name that it inherits: the arguments tell which
    /// is called.
    pub(crate) const fn overloads_through_bases(self) -> bool {
        matches!(self, Self::Jvm | Self::DotNet | Self::Swift)
    }

    /// Returns whether calling a type's name makes a value of it.
    pub(crate) const fn call_constructs(self) -> bool {
        !matches!(self, Self::Go)
    }

    /// Returns whether definitions of one type in several places are one type.
    pub(crate) const fn types_are_open(self) -> bool {
        !matches!(self, Self::C | Self::Jvm | Self::Php)
    }
}
