//! Owns types that hold others and that the project defines itself: C++'s own vectors, maps, reference counters. A
//! value of one has the members of its holder, and behind them what is held; owns no list of such types.

use graphicle_engine::facts::{CallKind, Name};

use super::Resolver;
use super::found::{At, Candidates, Found, Place, TypeRef, Want};
use super::types::value_of;
use crate::builtins;
use crate::index::id;
use crate::intern::NameId;
use crate::scopes::ScopeId;

/// How many holders are around each other at most, as far as types are read.
const MAX_HOLDERS: usize = 16;

/// A value of a type that holds another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Held {
    /// Where the type is written.
    at: At,
    /// The type's text.
    text: Name,
    /// How many bytes of the text tell what is held.
    inner: u32,
    /// The outermost holder's scope; none where it is not of the project.
    holder: ScopeId,
    /// Whether the holder is a collection; a wrapper otherwise.
    is_collection: bool,
}

/// The outermost holder of a type's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Outer<'t> {
    inner: &'t str,
    /// The holder's name; empty for a collection without one.
    name: &'t str,
    is_collection: bool,
}

/// Takes the outermost holder off a type's text.
fn outer(form: &str) -> Option<Outer<'_>> {
    let (open, is_collection) = match form.as_bytes().last() {
        Some(b']') => ('[', true),
        Some(b')') => ('(', false),
        _ => return None,
    };
    let (inner, name) = form.get(..form.len() - 1)?.rsplit_once(open)?;
    Some(Outer { inner, name, is_collection })
}

/// Returns whether a type's text names what holds it.
pub(super) fn names_holder(form: &str) -> bool {
    let mut rest = form;
    for _ in 0..MAX_HOLDERS {
        match outer(rest) {
            Some(outer) if outer.name.is_empty() => rest = outer.inner,
            Some(_) => return true,
            None => return false,
        }
    }
    false
}

impl Resolver<'_, '_> {
    /// Returns the type of the first `len` bytes of a text whose end names a holder.
    pub(super) fn held_type(&mut self, at: At, text: Name, form: &str) -> TypeRef {
        let holders = form.bytes().filter(|byte| matches!(byte, b'[' | b'(')).count();
        let Some(outer) = outer(form).filter(|_| holders <= MAX_HOLDERS) else { return TypeRef::Unknown };
        let holder = if outer.name.is_empty() { None } else { self.scope_of_path(at, outer.name) };
        let inner = id(outer.inner.len());
        let is_collection = outer.is_collection;
        if let Some(holder) = holder {
            return TypeRef::Held(Held { at, text, inner, holder, is_collection });
        }
        match self.type_of_part(at, text, outer.inner) {
            held if !is_collection => held,
            TypeRef::Known(scope, levels) => TypeRef::Known(scope, levels.saturating_add(1)),
            TypeRef::Held(_) => TypeRef::Held(Held { at, text, inner, holder: ScopeId::NONE, is_collection }),
            other => other,
        }
    }

    /// Returns the type of what is held.
    pub(super) fn type_inside(&mut self, held: Held) -> TypeRef {
        let form = self.index.text(held.at.file, held.text);
        let inner = form.get(..held.inner as usize).unwrap_or("");
        self.type_of_part(held.at, held.text, inner)
    }

    /// Returns what is held as a value.
    pub(super) fn inside(&mut self, held: Held) -> Place {
        value_of(self.type_inside(held))
    }

    /// Returns what an element of the value is: of a wrapper, an element of what is wrapped.
    pub(super) fn element_of_held(&mut self, held: Held) -> TypeRef {
        let mut held = held;
        for _ in 0..MAX_HOLDERS {
            let inside = self.type_inside(held);
            match inside {
                _ if held.is_collection => return inside,
                TypeRef::Held(inner) => held = inner,
                TypeRef::Known(scope, levels @ 1..) => return TypeRef::Known(scope, levels - 1),
                TypeRef::Known(..) | TypeRef::Unknown | TypeRef::Outside => break,
            }
        }
        TypeRef::Unknown
    }

    /// Returns the holder's own members with a name.
    pub(super) fn members_of_holder(&self, held: Held, name: NameId, want: Want) -> Candidates {
        if held.holder == ScopeId::NONE {
            return Candidates::default();
        }
        self.members(held.holder, name, want).0
    }

    /// Returns what a name means on the value: a member of the holder or, behind a wrapper, of what is wrapped.
    pub(super) fn members_of_held(&mut self, held: Held, name: NameId, want: Want) -> Found {
        let own = self.members_of_holder(held, name, want);
        if held.is_collection {
            return if own.is_empty() { Found::Outside } else { Found::Symbols(own) };
        }
        let inside = self.inside(held);
        match self.members_of(inside, name, want) {
            Found::Symbols(more) => Found::Symbols(own.iter().chain(more.iter()).copied().collect()),
            found if own.is_empty() => found,
            _ => Found::Symbols(own),
        }
    }

    /// Returns what a call on the value gives: what the holder's method says, else what such a method gives by its name.
    pub(super) fn call_on_held(&mut self, at: At, held: Held, name: Name) -> Place {
        let own = self.members_of_holder(held, self.name(at.file, name), Want::Call);
        let text = self.index.text(at.file, name);
        if !own.is_empty() {
            match self.returned(at, &own) {
                // A node or iterator of a collection holds what the collection holds.
                Place::Value(scope, 0) if scope == held.holder || self.index.scopes.parent(scope) == held.holder => {
                    return Place::Held(Held { holder: scope, ..held });
                }
                found @ (Place::Value(..) | Place::Held(_)) => return found,
                Place::Unknown if !held.is_collection => return self.inside(held),
                _ => {}
            }
        } else if !held.is_collection {
            let inside = self.inside(held);
            return self.call_step(at, inside, name);
        }
        if held.is_collection && builtins::gives_element(text) {
            self.inside(held)
        } else if held.is_collection && builtins::keeps_elements(text) {
            Place::Held(held)
        } else {
            Place::Outside
        }
    }

    /// Returns the holder's members that a call may mean, and what is held where the call may mean a member of that.
    pub(super) fn called_on_held(&mut self, held: Held, name: NameId, kind: CallKind) -> (Candidates, Option<Place>) {
        let want = if kind == CallKind::Construct { Want::Type } else { Want::Call };
        let own = self.members_of_holder(held, name, want);
        if held.is_collection {
            return (own, None);
        }
        let inside = self.inside(held);
        let is_shared = !own.is_empty() && matches!(self.members_of(inside, name, want), Found::Symbols(_));
        let open = own.is_empty() || is_shared;
        (own, open.then_some(inside))
    }

    /// Returns the scopes that a base's text names: the base or, where it is a holder, the holder and what it wraps.
    pub(super) fn scopes_of_base(&mut self, at: At, text: &str) -> Vec<ScopeId> {
        let mut found = Vec::new();
        let mut form = text;
        for _ in 0..MAX_HOLDERS {
            let Some(outer) = outer(form) else {
                found.extend(self.scope_of_path(at, form));
                break;
            };
            if !outer.name.is_empty() {
                found.extend(self.scope_of_path(at, outer.name));
            }
            if outer.is_collection {
                break;
            }
            form = outer.inner;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holders_are_taken_off_from_outside() {
        let vector = outer("a.Item(Ref)[Vector]").unwrap_or(Outer { inner: "", name: "", is_collection: false });
        assert_eq!(vector, Outer { inner: "a.Item(Ref)", name: "Vector", is_collection: true });
        assert_eq!(outer(vector.inner), Some(Outer { inner: "a.Item", name: "Ref", is_collection: false }));
        assert_eq!(outer("a.Item"), None);
        assert_eq!(outer("]"), None);
    }

    #[test]
    fn only_named_holders_count() {
        assert!(names_holder("Item[Vector]") && names_holder("Item(Ref)[]"));
        assert!(!names_holder("Item[][]") && !names_holder("Item"));
    }
}
