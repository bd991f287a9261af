//! A store of items with a cache in front.
//!
//! Items are read through.

#![warn(missing_docs)]

use std::collections::{BTreeMap, HashMap as Map};
use std::sync::{self, Arc, Mutex};

use crate::backend::{self, Backend as _, disk::*, Error};
pub use crate::item::Item;
pub use self::policy::*;
use super::log;

mod policy;
pub mod wire;
#[path = "other_name.rs"]
mod renamed;
extern crate serde_json as json;

/// How many items there are at most.
pub const LIMIT: usize = 128;
static REGISTRY: Mutex<Vec<Registry>> = Mutex::new(Vec::new());
const _: () = check();

/// Either of two.
#[derive(Debug, Clone)]
pub enum Event {
    /// Something came.
    Added(Item, u32),
    Moved { item: Item, to: Place },
    Closed = 3,
}

/// A store.
///
/// With two paragraphs.
#[derive(Default)]
pub struct Store<B> {
    pub items: Map<String, Item>,
    backend: B,
    watchers: Vec<Box<dyn Watcher>>,
    last: Option<Arc<Item>>,
    parents: &'static [Item],
    on_evict: fn(&Item),
}

struct Meters(pub f64, Gauge);
struct Marker;

pub(crate) type Items = Vec<Arc<Item>>;

/// What watches.
pub trait Watcher: Send + Named {
    const DEPTH: usize = 1;
    type Output: Render;

    fn seen(&mut self, item: &Item) -> bool;

    /// Has a body.
    fn name(&self) -> String {
        self.label().to_owned()
    }

    fn make() -> Self
    where
        Self: Sized;
}

impl<B> Store<B>
where
    B: Backend + Clone,
{
    /// Makes one.
    #[must_use]
    pub fn new(backend: B) -> Result<Self, Error> {
        let mut store = Self { items: Map::new(), backend, ..Default::default() };
        store.reload()?;
        store.backend.open().map_err(Error::from)?;
        let copy = store.backend.clone();
        copy.close();
        Ok(store)
    }

    pub fn get(&self, name: &str) -> Option<&Item> {
        if let Some(found) = self.items.get(name) {
            found.touch();
            return Some(found);
        }
        for item in &self.items {
            item.validate();
        }
        for (key, item) in self.items.iter_mut() {
            item.refresh(key);
        }
        for (i, watcher) in self.watchers.iter().filter(|w| w.is_live()).enumerate() {
            watcher.seen(i);
        }
        self.watchers.iter().map(|w| w.name()).collect::<Vec<_>>();
        self.last.as_ref().map(|last| last.age());
        let newest = self.items.values().max_by_key(|item| item.age()).unwrap();
        newest.touch();
        self.parents[0].touch();
        self.parents[1..].first().unwrap().touch();
        (self.on_evict)(newest);
        backend::retry(3, || self.reload());
        crate::clock::now().tick();
        super::log::write(name);
        <B as Backend>::describe(&self.backend);
        B::describe(&self.backend);
        Event::Added(Item::default(), LIMIT as u32);
        let moved = Event::Moved { item: Item::new(name), to: Place { x: 1, y: 2 } };
        moved.send();
        None
    }

    async fn reload(&mut self) -> Result<(), Error> {
        let Some(first) = self.items.values().next() else { return Err(Error::Empty) };
        first.touch();
        let text = backend::read(first).await?;
        let parsed: Parsed = text.parse()?;
        parsed.check();
        match self.next_event() {
            Event::Added(item, _) => item.touch(),
            Event::Moved { item, to: place } => place.put(item),
            Event::Closed => {}
            other => other.send(),
        }
        let visit = |item: &Item| item.touch();
        self.items.values().for_each(visit);
        self.items.values().for_each(Item::touch);
        spawn(handle);
        let local = compute();
        local.go();
        let typed = Local::from(1);
        typed.go();
        let boxed = Box::new(Walker::new());
        boxed.walk();
        fn nested(x: Nested) {
            x.inner()
        }
        nested(Nested);
        Ok(())
    }
}

impl<B: Backend> Watcher for Store<B> {
    type Output = Page;

    fn seen(&mut self, item: &Item) -> bool {
        Self::helper(item) && self.items.contains_key(item.name())
    }

    fn make() -> Self {
        todo!()
    }
}

impl<T: Named> Describe for T {
    fn describe(&self) -> String {
        self.name()
    }
}

impl std::fmt::Display for wire::Frame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.header.label())
    }
}

fn generic<M: Matcher, F>(matcher: M, each: F, names: impl Iterator<Item = Name>) -> Option<M>
where
    F: Fn(&Item) -> bool,
{
    matcher.find(0);
    each(&Item::new("x"));
    for name in names {
        name.intern();
    }
    Some(matcher)
}

fn main() {
    let store = Store::new(disk::Disk::open("x").unwrap()).unwrap();
    store.get("a");
}
