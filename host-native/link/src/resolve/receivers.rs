//! Owns what stands before a called or used name: walking from its start, step by step, to a module, a type or a value
//! of a type; owns no choice of the name itself.

use graphicle_engine::facts::{Name, Receiver, Root, Step, SymbolKind};
use graphicle_engine::id::SymbolId;

use super::Resolver;
use super::exports::Allowance;
use super::found::{At, Candidates, Entity, Found, Place, Source, TypeRef, Want};
use super::pick::{Among, Picked};
use super::types::{is_type_like, value_of};
use crate::builtins;
use crate::family::Family;
use crate::scopes::{ScopeId, ScopeKind};

impl Resolver<'_, '_> {
    /// Returns what stands before a name; [`Place::Unknown`] for a bare name, which has nothing before it.
    pub(super) fn place(&mut self, at: At, receiver: &Receiver) -> Place {
        let mut steps = receiver.steps.iter();
        let mut place = match receiver.root {
            Root::Bare => match steps.next() {
                Some(Step::Call(name)) => self.bare_call_value(at, *name),
                Some(Step::New(name)) => self.typed(at, *name),
                Some(Step::Field(name)) => self.free(at, *name),
                Some(Step::Element) | None => Place::Unknown,
            },
            Root::SelfValue => self.around(at, |scope| Place::Value(scope, 0)),
            Root::SelfType => self.around(at, Place::Type),
            Root::Super => self.around(at, Place::Super),
            Root::Free(name) => self.free(at, name),
            Root::Typed(name) => self.typed(at, name),
            Root::Unknown => Place::Unknown,
        };
        for step in steps {
            if matches!(place, Place::Unknown | Place::Outside) {
                break;
            }
            place = self.step(at, place, *step);
        }
        place
    }

    fn around(&self, at: At, make: impl Fn(ScopeId) -> Place) -> Place {
        let scope = self.self_scope(at);
        if scope == ScopeId::NONE { Place::Unknown } else { make(scope) }
    }

    fn typed(&mut self, at: At, text: Name) -> Place {
        let ty = self.type_of(at, text);
        value_of(ty)
    }

    /// Returns what a name means that stands first and that no local binds.
    fn free(&mut self, at: At, name: Name) -> Place {
        let text = self.index.text(at.file, name);
        if self.index.family(at.file) == Family::Rust && self.is_rust_module_word(at.file, name) {
            let module = self.rust_module(at.file, at.scope);
            return match self.rust_path(at.file, module, text, &mut Allowance::full()) {
                Found::Module(entity) => Place::Module(entity, Source::FullPath),
                _ => Place::Outside,
            };
        }
        if text.contains('.') {
            let found = self.type_path(at, text);
            return self.place_of(at, found, Source::FullPath);
        }
        let id = self.name(at.file, name);
        let hit = self.bare(at, id, Want::Any);
        if hit.found == Found::Nothing
            && self.index.family(at.file) == Family::OCaml
            && let Some(module) = self.root_namespace(Family::OCaml, text)
        {
            return Place::Module(Entity::Scope(module), Source::FullPath);
        }
        self.place_of(at, hit.found, hit.source)
    }

    fn place_of(&mut self, at: At, found: Found, source: Source) -> Place {
        match found {
            Found::Nothing | Found::Outside => Place::Outside,
            Found::Module(entity) => Place::Module(entity, source),
            Found::Symbols(symbols) => self.place_of_symbols(at, &symbols, source),
        }
    }

    fn place_of_symbols(&mut self, at: At, symbols: &Candidates, source: Source) -> Place {
        let is_type = |symbol: &SymbolId| is_type_like(self.index.symbols.kind(*symbol));
        if symbols.iter().any(is_type) {
            let Some(symbol) = self.one_type(at, symbols) else { return Place::Unknown };
            return self.place_of_type(symbol, source);
        }
        let mut values = symbols.clone();
        if values.len() > 1 {
            // A method and a field of one name: what is not called is the field.
            self.prefer(&mut values, |this, symbol| !this.index.symbols.kind(symbol).is_callable());
            self.without_declarations(&mut values);
            self.prefer_outside_of_tests(at.file, &mut values);
            let here = |symbol: &SymbolId| self.index.symbols.file(*symbol) == at.file;
            if values.iter().any(here) {
                values.retain(|symbol| self.index.symbols.file(*symbol) == at.file);
            }
        }
        match values.as_slice() {
            [one] => self.place_of_value(*one),
            _ => Place::Unknown,
        }
    }

    fn place_of_type(&mut self, symbol: SymbolId, source: Source) -> Place {
        let Some(record) = self.index.symbol(symbol) else { return Place::Unknown };
        let Some(scope) = self.type_scope(symbol) else { return Place::Unknown };
        if record.kind == SymbolKind::Module && self.index.scopes.kind(scope) == ScopeKind::Namespace {
            return Place::Module(Entity::Scope(scope), source);
        }
        Place::Type(scope)
    }

    fn place_of_value(&mut self, symbol: SymbolId) -> Place {
        let Some(record) = self.index.symbol(symbol) else { return Place::Unknown };
        if record.kind == SymbolKind::EnumMember {
            return Place::Value(self.index.scopes.home(symbol), 0);
        }
        if record.kind.is_callable() {
            return Place::Unknown;
        }
        match self.type_of_symbol(symbol) {
            TypeRef::Unknown => self.type_scope(symbol).map_or(Place::Unknown, Place::Type),
            ty => value_of(ty),
        }
    }

    fn step(&mut self, at: At, place: Place, step: Step) -> Place {
        match step {
            Step::Field(name) => self.field_step(at, place, name),
            Step::Call(name) => self.call_step(at, place, name),
            Step::New(name) => {
                let id = self.name(at.file, name);
                let symbols = match self.members_of(place, id, Want::Type) {
                    Found::Symbols(symbols) => symbols,
                    Found::Outside => return Place::Outside,
                    Found::Nothing | Found::Module(_) => return Place::Unknown,
                };
                let Some(symbol) = self.one_type(at, &symbols) else { return Place::Unknown };
                match self.place_of_type(symbol, Source::FullPath) {
                    Place::Type(scope) => Place::Value(scope, 0),
                    other => other,
                }
            }
            Step::Element => match place {
                Place::Value(scope, levels) => match levels.checked_sub(1) {
                    Some(levels) => Place::Value(scope, levels),
                    None => value_of(self.element_of_alias(scope)),
                },
                Place::Held(held) => value_of(self.element_of_held(held)),
                _ => Place::Unknown,
            },
        }
    }

    /// Returns what a name means behind what stands before it.
    pub(super) fn members_of(&mut self, place: Place, name: crate::intern::NameId, want: Want) -> Found {
        match place {
            Place::Unknown => Found::Nothing,
            Place::Outside | Place::Value(_, 1..) => Found::Outside,
            Place::Module(entity, _) => match self.export(entity, name, want, &mut Allowance::full()) {
                Found::Nothing => self.members_of_default(entity, name, want),
                found => found,
            },
            Place::Type(scope) | Place::Value(scope, 0) => {
                let (found, _) = self.members(scope, name, want);
                if !found.is_empty() {
                    return Found::Symbols(found);
                }
                match self.index.scopes.named(scope, name) {
                    Some(child) => Found::Module(Entity::Scope(child)),
                    None => Found::Nothing,
                }
            }
            Place::Held(held) => self.members_of_held(held, name, want),
            Place::Super(scope) => {
                let found = self.inherited_members(scope, name, want);
                if found.is_empty() { Found::Outside } else { Found::Symbols(found) }
            }
        }
    }

    /// Returns what a name means on what a module of scripts hands out as a whole: `require("./store").open()` where
    /// the module says `module.exports = Store`.
    fn members_of_default(&mut self, entity: Entity, name: crate::intern::NameId, want: Want) -> Found {
        let Entity::File(file) = entity else { return Found::Nothing };
        let Found::Symbols(symbols) = self.default_of(Found::Module(entity)) else { return Found::Nothing };
        let at = At { file, scope: self.index.scopes.file_scope(file) };
        match self.place_of_symbols(at, &symbols, Source::Import) {
            place @ (Place::Type(_) | Place::Value(_, 0)) => self.members_of(place, name, want),
            _ => Found::Nothing,
        }
    }

    fn field_step(&mut self, at: At, place: Place, name: Name) -> Place {
        if let Place::Module(entity, _) = place
            && self.index.family(at.file) == Family::Rust
            && self.is_rust_module_word(at.file, name)
        {
            let text = self.index.text(at.file, name);
            return match self.rust_path(at.file, entity, text, &mut Allowance::full()) {
                Found::Module(entity) => Place::Module(entity, Source::FullPath),
                _ => Place::Outside,
            };
        }
        let id = self.name(at.file, name);
        let source = if let Place::Module(_, source) = place { source } else { Source::FullPath };
        match self.members_of(place, id, Want::Any) {
            // A field that the type does not tell may come from anywhere.
            Found::Nothing => Place::Unknown,
            found => self.place_of(at, found, source),
        }
    }

    /// Returns what a call of a name on a value gives.
    pub(super) fn call_step(&mut self, at: At, place: Place, name: Name) -> Place {
        if let Place::Held(held) = place {
            return self.call_on_held(at, held, name);
        }
        let family = self.index.family(at.file);
        let text = self.index.text(at.file, name);
        if let Place::Value(scope, levels @ 1..) = place {
            return if builtins::gives_element(text) {
                Place::Value(scope, levels - 1)
            } else if builtins::keeps_elements(text) {
                place
            } else {
                Place::Outside
            };
        }
        let id = self.name(at.file, name);
        match self.members_of(place, id, Want::Call) {
            Found::Symbols(symbols) => self.returned(at, &symbols),
            Found::Nothing => match place {
                Place::Value(..) if builtins::keeps_value(family, text) => place,
                Place::Type(scope) if text == "new" && family == Family::Ruby => Place::Value(scope, 0),
                // What the type does not have it takes from outside of the project.
                _ => Place::Outside,
            },
            Found::Outside | Found::Module(_) => Place::Outside,
        }
    }

    fn bare_call_value(&mut self, at: At, name: Name) -> Place {
        let id = self.name(at.file, name);
        match self.bare(at, id, Want::Call).found {
            Found::Symbols(symbols) => self.returned(at, &symbols),
            _ => Place::Outside,
        }
    }

    /// Returns the value that a call of one of the candidates gives, where they agree.
    pub(super) fn returned(&mut self, at: At, symbols: &Candidates) -> Place {
        let symbols = match self.pick(at.file, symbols, None, Among::Members) {
            Picked::Nothing => return Place::Unknown,
            Picked::One(one) => Candidates::of(&[one]),
            Picked::Several(several) => several,
        };
        let mut agreed = None;
        for symbol in symbols.iter().copied() {
            let place = self.returned_by(symbol);
            if agreed.is_some_and(|agreed| agreed != place) {
                return Place::Unknown;
            }
            agreed = Some(place);
        }
        agreed.unwrap_or(Place::Unknown)
    }

    fn returned_by(&mut self, symbol: SymbolId) -> Place {
        let Some(record) = self.index.symbol(symbol) else { return Place::Unknown };
        if is_type_like(record.kind) {
            return match self.place_of_type(symbol, Source::FullPath) {
                Place::Type(scope) => Place::Value(scope, 0),
                _ => Place::Unknown,
            };
        }
        match (record.kind, record.ty) {
            (SymbolKind::Constructor | SymbolKind::EnumMember, _) => Place::Value(self.index.scopes.home(symbol), 0),
            (SymbolKind::Variable | SymbolKind::Constant, _) => Place::Unknown,
            _ => value_of(self.type_of_symbol(symbol)),
        }
    }
}
