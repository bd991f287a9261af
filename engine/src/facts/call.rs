//! Owns the records of calls and references: what was written where, not what it means elsewhere.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{Name, SymbolIdx};

/// What the expression before the called name starts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Root {
    /// There is none: `f()`.
    Bare,
    /// The value whose method this is: `self`, `this`, a Go receiver.
    SelfValue,
    /// The type whose method this is: `Self`, `cls`, `static::`.
    SelfType,
    /// The next implementation up: `super`, `base`, `parent::`.
    Super,
    /// A name that no local variable or parameter binds: an import, a package, a type, a global, a module path's start.
    Free(Name),
    /// A value whose type the file itself tells, in the form of [`super::Symbol::ty`].
    Typed(Name),
    /// A local whose type the file does not tell, or any other expression.
    Unknown,
}

/// One step from a root towards the receiver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Step {
    /// `.name`, `->name` or `::name`.
    Field(Name),
    /// `.name(...)`: the value that the call returns. The first step after [`Root::Bare`] is a call of that name.
    Call(Name),
    /// `new Name(...)`, `Name{...}`: a value of that type, where the root is the qualifier of the name.
    New(Name),
    /// `[...]`, or one round of a loop over it: an element.
    Element,
}

/// The expression before the called or used name: `a.b` in `a.b.f()`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Receiver {
    /// Where it starts.
    pub root: Root,
    /// What follows, in order; at most 8 steps, longer ones become [`Root::Unknown`] without steps.
    pub steps: Vec<Step>,
}

impl Receiver {
    /// The receiver of `f()`.
    pub const BARE: Self = Self { root: Root::Bare, steps: Vec::new() };
    /// A receiver that the file does not tell.
    pub const UNKNOWN: Self = Self { root: Root::Unknown, steps: Vec::new() };
}

/// How something is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CallKind {
    /// An ordinary call.
    Call,
    /// A construction: `new Foo()`, `Foo{...}`; the callee is the type's name.
    Construct,
    /// A macro's use.
    Macro,
    /// A decorator's or annotation's use.
    Decorator,
    /// A function's name given as a value (a callback, a method value); the callee may be called later.
    Value,
}

/// A call, or a function's name used as a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The innermost callable symbol around the call; `None` for the file's top level.
    pub caller: Option<SymbolIdx>,
    /// The line that holds the called name.
    pub line: u32,
    /// The called name, the last one written.
    pub callee: Name,
    /// What stands before the name.
    pub receiver: Receiver,
    /// How it is called.
    pub kind: CallKind,
    /// How many arguments are written; `None` where a spread hides the count or there are none to count.
    pub args: Option<u8>,
}

/// What a name is used for, other than being called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum RefKind {
    /// A type's name.
    Type,
    /// A value: a constant, a variable, a field of a package.
    Value,
    /// A base class, interface or trait.
    Base,
}

/// A use of a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// The innermost symbol around the use; `None` for the file's top level.
    pub from: Option<SymbolIdx>,
    /// The line of the first such use.
    pub line: u32,
    /// The used name, the last one written.
    pub name: Name,
    /// What stands before the name.
    pub receiver: Receiver,
    /// What it is used for.
    pub kind: RefKind,
}
