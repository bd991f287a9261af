//! Owns what is open around the place that the walk has reached: enclosing symbols, their container path, and the
//! local names with what is known of their values; owns no rule of which nodes open what.

use graphicle_engine::facts::{Name, Receiver};
use hashbrown::{HashMap, HashSet};

use super::{Cx, Sym};
use crate::tree::Node;

/// What the innermost definition around a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// None: the file's level.
    File,
    /// A module or namespace.
    Module,
    /// A type's body.
    Type,
    /// A callable's body.
    Function,
}

#[derive(Debug, Clone, Copy)]
struct Frame {
    /// The index of the first node that is outside.
    end: u32,
    /// How many bindings there were when it opened.
    mark: usize,
    place: Place,
    /// Whether what is bound inside lives on outside.
    branch: bool,
    /// Whether it stands for what a definition without an inside of its own uses.
    attributes: bool,
    symbol: Option<Sym>,
    callable: Option<Sym>,
    container: Option<Name>,
    /// The container path of the innermost type.
    type_path: Option<Name>,
}

/// What a name is bound to.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Bound {
    /// A local value.
    Local {
        value: Receiver,
        /// Whether another branch's value takes its place: nothing is known, or the branch tests just this value.
        yields: bool,
        /// Whether it holds for its block alone.
        narrowed: bool,
        /// Whether the code declares the type, which no later value changes.
        declared: bool,
    },
    /// What the name means outside of all local names: a definition, an import.
    Shared,
}

impl Bound {
    fn local(value: Receiver) -> Self {
        Self::Local { value, yields: false, narrowed: false, declared: false }
    }
}

#[derive(Debug)]
struct Binding<'t> {
    name: &'t str,
    bound: Bound,
    before: Option<u32>,
}

/// A binding that starts when the statement that makes it has ended.
#[derive(Debug)]
struct Waiting<'t> {
    from: u32,
    /// How many frames were open around the statement.
    depth: usize,
    name: &'t str,
    bound: Bound,
}

#[derive(Debug)]
pub(super) struct Scopes<'t> {
    frames: Vec<Frame>,
    bindings: Vec<Binding<'t>>,
    newest: HashMap<&'t str, u32>,
    waiting: Vec<Waiting<'t>>,
    /// No frame ends and no binding starts before this node.
    quiet_until: u32,
}

impl<'t> Scopes<'t> {
    pub(super) fn new(end: u32) -> Self {
        let file = Frame {
            end: end.saturating_add(1),
            mark: 0,
            place: Place::File,
            branch: false,
            attributes: false,
            symbol: None,
            callable: None,
            container: None,
            type_path: None,
        };
        Self {
            frames: vec![file],
            bindings: Vec::new(),
            newest: HashMap::new(),
            waiting: Vec::new(),
            quiet_until: u32::MAX,
        }
    }

    fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    fn bind(&mut self, name: &'t str, bound: Bound) {
        let at = u32::try_from(self.bindings.len()).unwrap_or(u32::MAX);
        let before = self.newest.insert(name, at);
        self.bindings.push(Binding { name, bound, before });
    }

    fn newest(&self, name: &str) -> Option<&Bound> {
        let at = *self.newest.get(name)?;
        self.bindings.get(at as usize).map(|binding| &binding.bound)
    }

    fn unbind(&mut self) -> Option<Binding<'t>> {
        let binding = self.bindings.pop()?;
        match binding.before {
            Some(before) => self.newest.insert(binding.name, before),
            None => self.newest.remove(binding.name),
        };
        Some(binding)
    }

    fn close(&mut self, frame: Frame) {
        if !frame.branch {
            while self.bindings.len() > frame.mark {
                self.unbind();
            }
            return;
        }
        let mut last: Vec<Binding<'t>> = Vec::new();
        let mut seen: HashSet<&'t str> = HashSet::new();
        while self.bindings.len() > frame.mark {
            let Some(binding) = self.unbind() else { break };
            let narrowed = matches!(binding.bound, Bound::Local { narrowed: true, .. });
            if !narrowed && seen.insert(binding.name) {
                last.push(binding);
            }
        }
        for binding in last.into_iter().rev() {
            let merged = match self.newest(binding.name) {
                Some(before) => merge(before, binding.bound),
                None => binding.bound,
            };
            self.bind(binding.name, merged);
        }
    }

    fn settle(&mut self, at: u32) {
        loop {
            let ends = self.top().is_some_and(|frame| frame.end <= at);
            let binds = self.waiting.last().filter(|waiting| waiting.from <= at);
            // What a block's last statement binds belongs to the block, also where it lives on outside.
            let inside = binds.is_some_and(|waiting| waiting.depth >= self.frames.len());
            if ends && !inside {
                if let Some(frame) = self.frames.pop() {
                    self.close(frame);
                }
            } else if binds.is_some() {
                // A binding that outlasts its block is never seen.
                if let Some(waiting) = self.waiting.pop()
                    && waiting.depth <= self.frames.len()
                {
                    self.bind(waiting.name, waiting.bound);
                }
            } else {
                break;
            }
        }
        self.note_next_change();
    }

    fn note_next_change(&mut self) {
        let end = self.top().map_or(u32::MAX, |frame| frame.end);
        let bind = self.waiting.last().map_or(u32::MAX, |waiting| waiting.from);
        self.quiet_until = end.min(bind);
    }

    fn push(&mut self, frame: Frame) {
        self.frames.push(frame);
        self.note_next_change();
    }
}

/// Returns what a name is bound to after a branch that binds it and that may not have been taken.
fn merge(before: &Bound, inside: Bound) -> Bound {
    match (before, &inside) {
        (Bound::Local { yields: true, .. }, _) => inside,
        (_, Bound::Local { yields: true, .. }) => before.clone(),
        (Bound::Local { value, .. }, Bound::Local { value: other, .. }) if value == other => before.clone(),
        (Bound::Shared, _) | (_, Bound::Shared) => inside,
        _ => Bound::local(Receiver::UNKNOWN),
    }
}

impl<'t> Cx<'t> {
    /// Brings scopes to the place before the node with this index.
    pub(crate) fn settle(&mut self, at: u32) {
        if at >= self.scopes.quiet_until {
            self.scopes.settle(at);
        }
    }

    /// Opens a block of local names until the end of `node`.
    pub(crate) fn open_block(&mut self, node: Node<'t>) {
        if let Some(top) = self.scopes.top().copied() {
            let mark = self.scopes.bindings.len();
            self.scopes.push(Frame { end: node.next(), mark, branch: false, attributes: false, ..top });
        }
    }

    /// Opens a block that may run or not, in a language whose names live on after the block that binds them: afterwards
    /// a name is what it was before and in the block, where these agree.
    pub(crate) fn open_branch(&mut self, node: Node<'t>) {
        if let Some(top) = self.scopes.top().copied() {
            let mark = self.scopes.bindings.len();
            self.scopes.push(Frame { end: node.next(), mark, branch: true, attributes: false, ..top });
        }
    }

    /// Opens the inside of `sym` until the end of `node`.
    pub(crate) fn open(&mut self, node: Node<'t>, sym: Sym, place: Place) {
        self.open_until(node.next(), sym, place);
    }

    /// Opens the inside of `sym` until the node with the index `end`: a section of a document is no node.
    pub(crate) fn open_until(&mut self, end: u32, sym: Sym, place: Place) {
        let Some(top) = self.scopes.top().copied() else { return };
        let container = self.path_inside(sym);
        // A property with a body is no callable, and the calls in it are its own all the same.
        let own = place == Place::Function || self.is_callable(sym);
        let callable = if own { Some(sym) } else { top.callable };
        self.scopes.push(Frame {
            end,
            mark: self.scopes.bindings.len(),
            place,
            branch: false,
            attributes: false,
            symbol: Some(sym),
            callable,
            container: Some(container),
            type_path: if place == Place::Type { Some(container) } else { top.type_path },
        });
    }

    /// Opens the body of a type without a name until the end of `node`: its members belong to what is around it.
    pub(crate) fn open_nameless(&mut self, node: Node<'t>) {
        if let Some(top) = self.scopes.top().copied() {
            let mark = self.scopes.bindings.len();
            let place = Place::Type;
            self.scopes.push(Frame { end: node.next(), mark, place, branch: false, attributes: false, ..top });
        }
    }

    /// Opens the inside of `sym` until the end of `node`, where its name is no part of the path of what is inside: a
    /// namespace that is the file's package.
    pub(crate) fn open_package(&mut self, node: Node<'t>, sym: Sym) {
        self.open_block(node);
        if let Some(frame) = self.scopes.frames.last_mut() {
            frame.symbol = Some(sym);
            frame.attributes = false;
        }
    }

    /// Makes `sym` the innermost symbol until the end of `node`, for the references inside; changes nothing else.
    pub(crate) fn attribute_to(&mut self, node: Node<'t>, sym: Sym) {
        if let Some(top) = self.scopes.top().copied() {
            let mark = self.scopes.bindings.len();
            let end = node.next();
            self.scopes.push(Frame { end, mark, branch: false, attributes: true, symbol: Some(sym), ..top });
        }
    }

    /// Makes the calls in the innermost frame those of `sym`, which is no callable: the value of a field sees the members
    /// of the field's type, which no lookup from the file's level does.
    pub(crate) fn own_calls(&mut self, sym: Sym) {
        if let Some(frame) = self.scopes.frames.last_mut() {
            frame.callable = Some(sym);
        }
    }

    /// Binds a local name to what is known of its value ([`Receiver::UNKNOWN`] for nothing), from here on.
    pub(crate) fn bind(&mut self, name: &'t str, value: Receiver) {
        if !name.is_empty() && name != "_" {
            self.scopes.bind(name, Bound::local(value));
        }
    }

    /// Binds a local name of which nothing is known until a branch tells.
    pub(crate) fn bind_nothing(&mut self, name: &'t str) {
        let value = Receiver::UNKNOWN;
        self.scopes.bind(name, Bound::Local { value, yields: true, narrowed: false, declared: false });
    }

    /// Binds a name to a value that it has in the innermost block alone.
    pub(crate) fn bind_narrowed(&mut self, name: &'t str, value: Receiver) {
        self.scopes.bind(name, Bound::Local { value, yields: false, narrowed: true, declared: false });
    }

    /// Makes a name mean what it means outside of all local names: a definition or an import.
    pub(crate) fn bind_shared(&mut self, name: &'t str) {
        self.scopes.bind(name, Bound::Shared);
    }

    /// Lets the value of a name give way to the one that the next branch binds: the branch tests just this value.
    pub(crate) fn let_yield(&mut self, name: &str) {
        let binding = self.scopes.newest.get(name).copied().and_then(|at| self.scopes.bindings.get_mut(at as usize));
        if let Some(Bound::Local { yields, .. }) = binding.map(|binding| &mut binding.bound) {
            *yields = true;
        }
    }

    /// Returns whether the innermost binding of a name is a definition or an import.
    pub(crate) fn is_shared(&self, name: &str) -> bool {
        self.scopes.newest(name) == Some(&Bound::Shared)
    }

    /// Returns whether the innermost frame binds a name itself.
    pub(crate) fn is_bound_here(&self, name: &str) -> bool {
        let mark = self.scopes.top().map_or(0, |frame| frame.mark);
        self.scopes.newest.get(name).is_some_and(|at| *at as usize >= mark)
    }

    /// Binds a local name from the end of `node` on, so that the node itself still sees what the name meant before.
    pub(crate) fn bind_after(&mut self, node: Node<'t>, name: &'t str, value: Receiver) {
        self.bind_later(node, name, Bound::local(value));
    }

    /// Binds a local name from the end of `node` on to a value of the type that the code declares it with.
    pub(crate) fn bind_declared_after(&mut self, node: Node<'t>, name: &'t str, value: Receiver) {
        self.bind_later(node, name, Bound::Local { value, yields: false, narrowed: false, declared: true });
    }

    /// Returns whether the code declares the type of a local name.
    pub(crate) fn is_declared(&self, name: &str) -> bool {
        matches!(self.scopes.newest(name), Some(Bound::Local { declared: true, .. }))
    }

    fn bind_later(&mut self, node: Node<'t>, name: &'t str, bound: Bound) {
        if !name.is_empty() && name != "_" {
            // The innermost statement ends first and so has to lie last.
            let from = node.next();
            let at = self.scopes.waiting.partition_point(|waiting| waiting.from >= from);
            let depth = self.scopes.frames.len();
            self.scopes.waiting.insert(at, Waiting { from, depth, name, bound });
            self.scopes.note_next_change();
        }
    }

    /// Returns what is known of a local name's value, or `None` when the name is not local.
    pub(crate) fn local(&self, name: &str) -> Option<&Receiver> {
        match self.scopes.newest(name)? {
            Bound::Local { value, .. } => Some(value),
            Bound::Shared => None,
        }
    }

    pub(crate) fn is_local(&self, name: &str) -> bool {
        self.local(name).is_some()
    }

    pub(crate) fn place(&self) -> Place {
        self.scopes.top().map_or(Place::File, |frame| frame.place)
    }

    /// Returns the innermost symbol around the place.
    pub(crate) fn symbol(&self) -> Option<Sym> {
        self.scopes.top().and_then(|frame| frame.symbol)
    }

    /// Returns the innermost symbol around a definition: not one that the same statement defines.
    pub(crate) fn symbol_around(&self, definition: Node<'t>) -> Option<Sym> {
        let is_beside = |frame: &&Frame| frame.attributes && frame.end == definition.next();
        self.scopes.frames.iter().rev().find(|frame| !is_beside(frame)).and_then(|frame| frame.symbol)
    }

    /// Returns the innermost callable symbol around the place.
    pub(crate) fn callable(&self) -> Option<Sym> {
        self.scopes.top().and_then(|frame| frame.callable)
    }

    /// Returns the path of the symbols around the place.
    pub(crate) fn container(&self) -> Option<Name> {
        self.scopes.top().and_then(|frame| frame.container)
    }

    /// Returns the path of the innermost type around the place.
    pub(crate) fn type_around(&self) -> Option<Name> {
        self.scopes.top().and_then(|frame| frame.type_path)
    }
}
