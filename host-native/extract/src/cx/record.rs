//! Owns recording what is used where: calls, references, imports; owns no rule of which nodes are which.

use graphicle_engine::facts::{
    Binding, Call, CallKind, Import, ImportKind, Name, Receiver, RefKind, Reference, Root, Step, SymbolIdx,
};

use super::Cx;
use crate::spec::Shape;
use crate::syntax::field;
use crate::tree::Node;

impl<'t> Cx<'t> {
    /// Records a call of `name` on `receiver`.
    pub(crate) fn call(&mut self, name: Node<'t>, receiver: Receiver, kind: CallKind, args: Option<u8>) {
        self.call_named(name, name.text(), receiver, kind, args);
    }

    /// Records a call at `node` of a name that does not stand there as written (a constructor's `super(...)`).
    pub(crate) fn call_named(
        &mut self,
        node: Node<'t>,
        callee: &str,
        receiver: Receiver,
        kind: CallKind,
        args: Option<u8>,
    ) {
        self.call_on_line(node.start(), node.row(), callee, receiver, kind, args);
    }

    /// Records a call at a place that no node tells: in text that the grammar does not look into.
    pub(crate) fn call_on_line(
        &mut self,
        start: u32,
        line: u32,
        callee: &str,
        receiver: Receiver,
        kind: CallKind,
        args: Option<u8>,
    ) {
        let callee = self.name(callee);
        let caller = self.callable().map(|sym| SymbolIdx(sym.0));
        self.draft.add_call(start, Call { caller, line, callee, receiver, kind, args });
    }

    /// Records the call that `node` is by its shape and claims what names the callee. Returns whether it is one.
    pub(crate) fn call_at(&mut self, node: Node<'t>, kind: CallKind) -> bool {
        let args = self.count_args(node);
        self.call_with(node, kind, args)
    }

    /// As [`Self::call_at`], for a call whose arguments have been counted.
    pub(crate) fn call_with(&mut self, node: Node<'t>, kind: CallKind, args: Option<u8>) -> bool {
        let callee = match self.shape(node) {
            Shape::Call(function) => self.claim_callee(function),
            Shape::Invoke { object, name } => {
                self.claim_name(name);
                Some((object, name))
            }
            _ => None,
        };
        let Some((object, name)) = callee else { return false };
        if object.is_none() && self.is_builtin(name.text()) {
            return false;
        }
        if let Some(receiver) = self.receiver(object, name) {
            self.call(name, receiver, kind, args);
        } else if let Some((receiver, callee)) = self.alias(name.text()) {
            let callee = self.name_text(callee).to_owned();
            self.call_named(name, &callee, receiver, kind, args);
        }
        true
    }

    /// Claims a called function's expression and returns what it names: the object, where there is one, and the name. An
    /// expression that names nothing (`f(a)(b)` calls what a call gives) stays what it is.
    pub(crate) fn claim_callee(&mut self, function: Node<'t>) -> Option<(Option<Node<'t>>, Node<'t>)> {
        let (object, name) = self.callee(function)?;
        self.claim(function);
        self.claim_name(name);
        Some((object, name))
    }

    fn claim_name(&mut self, name: Node<'t>) {
        self.claim(name);
        if let Some(parent) = name.parent() {
            self.claim(parent);
        }
    }

    /// Returns how many arguments a call writes, or `None` when a spread hides it.
    pub(crate) fn count_args(&self, call: Node<'t>) -> Option<u8> {
        let spec = self.spec();
        let list = call.child(spec.arguments)?;
        let mut count = 0_u8;
        for argument in list.named_children() {
            if spec.spreads.contains(&argument.kind()) {
                return None;
            }
            count = count.saturating_add(1);
        }
        Some(count)
    }

    /// Records a use of `name`.
    pub(crate) fn reference(&mut self, name: Node<'t>, receiver: Receiver, kind: RefKind) {
        self.reference_named(name, name.text(), receiver, kind);
    }

    /// Records a use at `node` of a name that stands there in a form of its own (a type in quotes).
    pub(crate) fn reference_named(&mut self, node: Node<'t>, name: &str, receiver: Receiver, kind: RefKind) {
        let reference = Reference {
            from: self.symbol().map(|sym| SymbolIdx(sym.0)),
            line: node.row(),
            name: self.name(name),
            receiver,
            kind,
        };
        self.draft.add_reference(node.start(), reference);
    }

    /// Returns the receiver and the last name of a path that starts with a name that is no local: `a.b.C`.
    pub(crate) fn free_path<'p>(&mut self, path: &'p str) -> (Receiver, &'p str) {
        let (qualifier, last) = path.rsplit_once('.').map_or((None, path), |(before, last)| (Some(before), last));
        let mut receiver = Receiver::BARE;
        for (i, part) in qualifier.into_iter().flat_map(|q| q.split('.')).take(8).enumerate() {
            let part = self.name(part);
            match i {
                0 => receiver.root = Root::Free(part),
                _ => receiver.steps.push(Step::Field(part)),
            }
        }
        (receiver, last)
    }

    /// Records the use that `node` is by its shape, unless it is claimed, local, an imported module or built in.
    pub(crate) fn use_at(&mut self, node: Node<'t>, kind: RefKind) {
        if self.is_claimed(node) {
            return;
        }
        match self.shape(node) {
            Shape::Name(name) => self.use_name(node, name, kind),
            Shape::Member { object, name } => {
                self.claim(name);
                self.use_member(node, object, name, kind);
            }
            _ => {}
        }
    }

    fn use_name(&mut self, node: Node<'t>, name: Node<'t>, kind: RefKind) {
        let text = name.text();
        if text == "_" || self.is_claimed(name) || self.is_local(text) || self.is_builtin(text) || self.is_module(text)
        {
            return;
        }
        self.reference(name, Receiver::BARE, kind);
        if kind == RefKind::Value && self.may_be_function_value(node) {
            self.call(name, Receiver::BARE, CallKind::Value, None);
        }
    }

    fn use_member(&mut self, node: Node<'t>, object: Node<'t>, name: Node<'t>, kind: RefKind) {
        let value = kind == RefKind::Value && self.may_be_function_value(node);
        let receiver = self.chain(object);
        let free = matches!(receiver.root, Root::Free(_));
        let known = !matches!(receiver.root, Root::Unknown);
        if value && known {
            self.call(name, receiver.clone(), CallKind::Value, None);
        }
        if free || kind != RefKind::Value {
            self.reference(name, receiver, kind);
        }
    }

    /// Returns the form of a base type, recording the use of its name as a base.
    pub(crate) fn base(&mut self, ty: Node<'t>) -> Option<Name> {
        let form = self.ty(ty)?;
        let leaf = self.type_leaf(ty)?;
        let path = crate::types::dotted(leaf.text());
        let (receiver, last) = self.free_path(&path);
        if !self.is_builtin(last) {
            self.reference_named(leaf, last, receiver, RefKind::Base);
        }
        self.claim_all(leaf);
        Some(form)
    }

    /// Returns whether a name that is not called may be a function handed on.
    fn may_be_function_value(&self, node: Node<'t>) -> bool {
        let named_place = |node: Node<'t>| matches!(node.field(), field::LEFT | field::KEY);
        !named_place(node)
            && node
                .parent()
                .is_some_and(|parent| !named_place(parent) && self.grammar().may_hold_function_value(parent.kind()))
    }

    /// Records an import. The names that stand for whole modules are then no uses of a definition.
    pub(crate) fn import(&mut self, line: u32, kind: ImportKind, path: &str, bindings: &[(Option<&str>, &'t str)]) {
        let path = self.name(path);
        let mut all = Vec::with_capacity(bindings.len());
        for (member, local) in bindings {
            self.imported.entry(local).and_modify(|module| *module |= member.is_none()).or_insert(member.is_none());
            let member = member.map(|member| self.name(member));
            all.push(Binding { member, local: self.name(local) });
        }
        self.draft.add_import(Import { line, kind, path, bindings: all });
    }

    /// Returns whether an import brought the name.
    pub(crate) fn is_imported(&self, name: &str) -> bool {
        self.imported.contains_key(name)
    }

    /// Returns whether an import brought the name as a module.
    pub(crate) fn is_module(&self, name: &str) -> bool {
        self.imported.get(name) == Some(&true)
    }
}
