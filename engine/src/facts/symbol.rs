//! Owns a definition's record; owns no rule of how a language writes definitions.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::Name;
use crate::span::LineRange;

/// A symbol of the same file: its index in [`super::FileFacts::symbols`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SymbolIdx(pub u32);

/// What a definition is. The numbers are part of the snapshot's format: they are never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum SymbolKind {
    /// A function outside a type.
    Function = 0,
    /// A function of a type.
    Method = 1,
    /// A function that makes a value of its type.
    Constructor = 2,
    /// A class, or an Objective-C implementation.
    Class = 3,
    /// A struct, record, union or product type.
    Struct = 4,
    /// An interface, protocol or abstract signature.
    Interface = 5,
    /// A trait, type class or mixin.
    Trait = 6,
    /// An enumeration or sum type.
    Enum = 7,
    /// One value of an enumeration, or one constructor of a sum type.
    EnumMember = 8,
    /// A type alias or named type without fields of its own.
    TypeAlias = 9,
    /// A named constant.
    Constant = 10,
    /// A variable outside functions.
    Variable = 11,
    /// A field of a type.
    Field = 12,
    /// A property: a field with accessors.
    Property = 13,
    /// A module, namespace, package or object that groups definitions.
    Module = 14,
    /// A macro.
    Macro = 15,
    /// A block that adds to a type defined elsewhere (Rust `impl`, Swift `extension`): groups, names no new thing.
    Extension = 16,
    /// A signal or event.
    Event = 17,
    /// A heading of a document.
    Heading = 18,
    /// A named entry of a data or style file: a top-level key, a table, a rule, an element with an id.
    Entry = 19,
    /// A named resource, service, message or other block of an interface or infrastructure language.
    Block = 20,
    /// A test that is not a function or a method: a `describe` or `it` call, a test block.
    Test = 21,
}

impl SymbolKind {
    /// Every kind, in the order of its number.
    pub const ALL: [Self; 22] = [
        Self::Function,
        Self::Method,
        Self::Constructor,
        Self::Class,
        Self::Struct,
        Self::Interface,
        Self::Trait,
        Self::Enum,
        Self::EnumMember,
        Self::TypeAlias,
        Self::Constant,
        Self::Variable,
        Self::Field,
        Self::Property,
        Self::Module,
        Self::Macro,
        Self::Extension,
        Self::Event,
        Self::Heading,
        Self::Entry,
        Self::Block,
        Self::Test,
    ];

    /// Returns the kind with this number, or `None`.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    /// Returns whether such a symbol's body can hold calls that belong to it.
    pub const fn is_callable(self) -> bool {
        matches!(self, Self::Function | Self::Method | Self::Constructor | Self::Macro | Self::Test)
    }

    /// Returns whether such a symbol is a type.
    pub const fn is_type(self) -> bool {
        matches!(self, Self::Class | Self::Struct | Self::Interface | Self::Trait | Self::Enum | Self::TypeAlias)
    }
}

/// Marks of a symbol, a set of bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct SymbolFlags(pub u8);

impl SymbolFlags {
    /// The symbol is a test, or belongs to one.
    pub const TEST: Self = Self(1);
    /// Other files can see the symbol, as the language has it.
    pub const EXPORTED: Self = Self(1 << 1);
    /// The symbol has no body here: a prototype, an abstract or interface method, an external declaration.
    pub const DECLARATION: Self = Self(1 << 2);
    /// The symbol belongs to its type, not to a value of it.
    pub const STATIC: Self = Self(1 << 3);
    /// The symbol is where a program starts (`main`, a script's entry).
    pub const ENTRY_POINT: Self = Self(1 << 4);

    /// Returns whether every bit of `other` is set.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the set with the bits of `other` added.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// How many arguments a function takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Params {
    /// The fewest arguments, less the receiver.
    pub min: u8,
    /// The most arguments, less the receiver; 255 where there is no limit.
    pub max: u8,
}

/// A definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    /// The name as written, without its container ("Get"). A block that has no name of its own ([`SymbolKind::Extension`])
    /// carries the name of the type it adds to.
    pub name: Name,
    /// What it is.
    pub kind: SymbolKind,
    /// The types, modules and functions around it as the language names them, joined by dots, outermost first
    /// ("Cache", "Outer.Inner"), without the file's package. For a method defined outside its type's body it is that
    /// type (Go receivers, `Foo::bar` in C++, Rust `impl`).
    pub container: Option<Name>,
    /// The nearest symbol of this file whose lines are around it.
    pub parent: Option<SymbolIdx>,
    /// The whole definition with its decorators and attributes, without its doc comment.
    pub lines: LineRange,
    /// The line that holds the name.
    pub name_line: u32,
    /// The doc comment before it, or its docstring.
    pub doc: Option<LineRange>,
    /// A variable's, field's or constant's declared type; a function's return type. See [`Symbol`]'s note on types.
    ///
    /// Types are written in one form for all languages: path segments joined by dots (`pkg.Cache`), pointers,
    /// references, `const`, nullability, generics' arguments and one-value wrappers (Option, Box, Arc, Rc,
    /// `shared_ptr`, `unique_ptr`, Promise, Future, Result's value) taken off, and `[]` appended for each level of
    /// collection whose element the name is (`Item[]` for a slice, array, vector, list, set, or a map's values).
    /// Where the project may define the holder itself, as in C++, the holder's name stands there too: `Item[Vector]`
    /// for a collection, `Item(Ref)` for a wrapper, the outermost last.
    pub ty: Option<Name>,
    /// What a type extends, implements or embeds, in the form of `ty`.
    pub bases: Vec<Name>,
    /// A callable's parameters, where the language tells.
    pub params: Option<Params>,
    /// Marks.
    pub flags: SymbolFlags,
}
