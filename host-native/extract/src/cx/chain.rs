//! Owns turning an expression into a receiver: where it starts and which steps follow; owns no language's forms of
//! expressions.

use graphicle_engine::facts::{Name, Receiver, Root, Step};

use super::Cx;
use crate::spec::{Shape, ShapeRule};
use crate::syntax::Field;
use crate::tree::Node;

/// The most steps of a receiver, as the engine documents it.
const MAX_STEPS: usize = 8;
/// How many nodes an expression is followed through, parentheses and the like included.
const MAX_NODES: usize = 48;

impl<'t> Cx<'t> {
    /// Returns what an expression is.
    pub(crate) fn shape(&self, node: Node<'t>) -> Shape<'t> {
        let through = |field: Field| if field == Field::NONE { node.first_named() } else { node.child(field) };
        let found = match self.grammar().shape(node.kind()) {
            ShapeRule::Unknown => None,
            ShapeRule::Name => Some(Shape::Name(node)),
            ShapeRule::Member(object, name) => match (node.child(object), node.child(name)) {
                (Some(object), Some(name)) => Some(Shape::Member { object, name }),
                (None, Some(name)) => Some(Shape::Name(name)),
                _ => None,
            },
            ShapeRule::Call(function) => node.child(function).map(Shape::Call),
            ShapeRule::Invoke(object, name) => {
                node.child(name).map(|name| Shape::Invoke { object: node.child(object), name })
            }
            ShapeRule::Element(field) => through(field).map(Shape::Element),
            ShapeRule::Through(field) => through(field).map(Shape::Through),
            ShapeRule::Typed(field) => through(field).map(Shape::Typed),
            ShapeRule::Root(root) => Some(Shape::Root(root)),
            ShapeRule::Literal(ty) => Some(Shape::Literal(ty)),
            ShapeRule::Hook(hook) => Some(hook(self, node)),
        };
        found.unwrap_or(Shape::Unknown)
    }

    /// Returns the names that a pattern binds: the node itself, or every name below it.
    pub(crate) fn names_in(&self, pattern: Node<'t>) -> Vec<Node<'t>> {
        if let Shape::Name(name) = self.shape(pattern) {
            return vec![name];
        }
        let below = (pattern.at().saturating_add(1)..pattern.next()).filter_map(|at| self.tree().node(at));
        below.filter(|node| matches!(self.grammar().shape(node.kind()), ShapeRule::Name)).collect()
    }

    /// Returns what a called function's expression names: the object, where there is one, and the name.
    pub(crate) fn callee(&self, function: Node<'t>) -> Option<(Option<Node<'t>>, Node<'t>)> {
        let mut node = function;
        for _ in 0..MAX_STEPS {
            match self.shape(node) {
                Shape::Name(name) => return Some((None, name)),
                Shape::Member { object, name } => return Some((Some(object), name)),
                Shape::Through(inner) => node = inner,
                _ => return None,
            }
        }
        None
    }

    /// Returns the receiver that `object` is for a name after it, or for a bare name the receiver of its call; `None`
    /// when the bare name is a local one: it holds a function that no name tells.
    pub(crate) fn receiver(&mut self, object: Option<Node<'t>>, name: Node<'t>) -> Option<Receiver> {
        match object {
            Some(object) => Some(self.chain(object)),
            None if self.spec().locals_are_callable && self.is_local(name.text()) => None,
            None => Some(Receiver::BARE),
        }
    }

    /// Returns what is known of an expression's value.
    pub(crate) fn chain(&mut self, expression: Node<'t>) -> Receiver {
        let mut steps: [Step; MAX_STEPS] = [Step::Element; MAX_STEPS];
        let mut len = 0;
        let mut node = expression;
        for _ in 0..MAX_NODES {
            let (step, next) = match self.shape(node) {
                Shape::Through(inner) => {
                    node = inner;
                    continue;
                }
                Shape::Name(name) => {
                    let base = self.root_of(name.text());
                    return self.with_steps(base, &steps, len);
                }
                Shape::Root(root) => {
                    return self.with_steps(Receiver { root, steps: Vec::new() }, &steps, len);
                }
                Shape::Typed(ty) => {
                    let root = self.ty(ty).map_or(Root::Unknown, Root::Typed);
                    return self.with_steps(Receiver { root, steps: Vec::new() }, &steps, len);
                }
                Shape::Literal(ty) => {
                    let root = Root::Typed(self.name(ty));
                    return self.with_steps(Receiver { root, steps: Vec::new() }, &steps, len);
                }
                Shape::Unknown => return self.with_steps(Receiver::UNKNOWN, &steps, len),
                Shape::Member { object, name } => (Step::Field(self.name(name.text())), object),
                Shape::Element(collection) => (Step::Element, collection),
                Shape::Invoke { object, name } => match self.invoked(object, name, &steps, len) {
                    Ok(pair) => pair,
                    Err(done) => return done,
                },
                Shape::Call(function) => match self.callee(function) {
                    None => return self.with_steps(Receiver::UNKNOWN, &steps, len),
                    Some((object, name)) => match self.invoked(object, name, &steps, len) {
                        Ok(pair) => pair,
                        Err(done) => return done,
                    },
                },
            };
            let Some(slot) = steps.get_mut(len) else { return Receiver::UNKNOWN };
            *slot = step;
            len += 1;
            node = next;
        }
        Receiver::UNKNOWN
    }

    fn invoked(
        &mut self,
        object: Option<Node<'t>>,
        name: Node<'t>,
        steps: &[Step; MAX_STEPS],
        len: usize,
    ) -> Result<(Step, Node<'t>), Receiver> {
        let text = name.text();
        if let Some(object) = object {
            return Ok((Step::Call(self.name(text)), object));
        }
        let (mut base, name) = match self.alias(text) {
            Some(alias) => alias,
            None if self.spec().locals_are_callable && self.is_local(text) => {
                return Err(self.with_steps(Receiver::UNKNOWN, steps, len));
            }
            None => (Receiver::BARE, self.name(text)),
        };
        base.steps.push(Step::Call(name));
        Err(self.with_steps(base, steps, len))
    }

    /// Returns what a call of the name calls, where its value is known to be a function or a member under another name:
    /// what stands before that name, and the name.
    pub(crate) fn alias(&self, text: &str) -> Option<(Receiver, Name)> {
        let value = self.local(text).or_else(|| self.known.get(text)).filter(|_| self.spec().locals_are_callable)?;
        match (value.root, value.steps.split_last()) {
            (Root::Free(name), None) => Some((Receiver::BARE, name)),
            (Root::Unknown, _) => None,
            (root, Some((Step::Field(name), before))) => Some((Receiver { root, steps: before.to_vec() }, *name)),
            _ => None,
        }
    }

    /// Returns what a name stands for as the start of an expression.
    pub(crate) fn root_of(&mut self, text: &str) -> Receiver {
        match self.local(text).or_else(|| self.known.get(text)) {
            Some(value) => value.clone(),
            None => Receiver { root: Root::Free(self.name(text)), steps: Vec::new() },
        }
    }

    /// Returns `base` followed by the first `len` steps in reverse order.
    fn with_steps(&mut self, mut base: Receiver, steps: &[Step; MAX_STEPS], len: usize) -> Receiver {
        if base.steps.len() + len > MAX_STEPS {
            return Receiver::UNKNOWN;
        }
        for step in steps.iter().take(len).rev() {
            self.push(&mut base, *step);
        }
        base
    }

    /// Adds a step, reading the element's type off where the collection's type is told.
    fn push(&mut self, receiver: &mut Receiver, step: Step) {
        if step == Step::Element
            && receiver.steps.is_empty()
            && let Root::Typed(ty) = receiver.root
            && let Some(element) = self.element_type(ty)
        {
            receiver.root = Root::Typed(element);
            return;
        }
        receiver.steps.push(step);
    }

    fn element_type(&mut self, ty: Name) -> Option<Name> {
        let element = crate::types::element_of(self.name_text(ty))?.to_owned();
        Some(self.name(&element))
    }

    /// Returns what an element of a collection is.
    pub(crate) fn element_of(&mut self, mut collection: Receiver) -> Receiver {
        if collection.steps.len() >= MAX_STEPS {
            return Receiver::UNKNOWN;
        }
        self.push(&mut collection, Step::Element);
        collection
    }

    /// Returns a value of the type that a type expression tells.
    pub(crate) fn typed(&mut self, ty: Option<Node<'t>>) -> Receiver {
        match ty.and_then(|ty| self.ty(ty)) {
            Some(ty) => Receiver { root: Root::Typed(ty), steps: Vec::new() },
            None => Receiver::UNKNOWN,
        }
    }
}
