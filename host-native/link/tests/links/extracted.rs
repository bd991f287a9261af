//! Owns the tests over real sources: extraction and linking together, a small project for each of the main languages;
//! owns no test of extraction alone.

use graphicle_engine::folders::Folders;
use graphicle_engine::language::Language;
use graphicle_engine::role::Roles;
use graphicle_extract::{Limits, extract};
use graphicle_link::{LinkFile, Linker};

use crate::dsl::Linked;

/// Extracts and links the files of one text: `== path` starts a file.
pub(crate) fn link(text: &str) -> Linked {
    let mut sources: Vec<(&str, String)> = Vec::new();
    for line in text.lines() {
        let line = line.strip_prefix("        ").unwrap_or(line);
        if let Some(path) = line.strip_prefix("== ") {
            sources.push((path, String::new()));
        } else if let Some((_, source)) = sources.last_mut() {
            source.push_str(line);
            source.push('\n');
        }
    }
    sources.sort_by_key(|(path, _)| *path);
    let files: Vec<LinkFile<'_>> = sources
        .iter()
        .map(|(path, source)| {
            let language = Language::of_text(path, source);
            let facts = extract(path, language, source, &Limits::default());
            LinkFile { path, language, roles: Roles::default(), facts }
        })
        .collect();
    let folders = Folders::of_paths(files.iter().map(|file| file.path));
    let links = Linker::new(&files, &folders).resolve(0..files.len());
    Linked::new(&files, &folders, &links)
}

#[test]
fn go() {
    link(
        r#"
        == go.mod
        module example.com/app

        replace example.com/lib => ./third/lib
        == third/lib/go.mod
        module example.com/lib
        == third/lib/log/log.go
        package log

        type Logger struct{ prefix string }

        func New(prefix string) *Logger { return &Logger{prefix: prefix} }

        func (l *Logger) Infof(format string, args ...interface{}) {}
        == store/store.go
        package store

        import "example.com/lib/log"

        type Store struct {
            *log.Logger
            items map[string]*Item
        }

        type Item struct{ Name string }

        func Open() (*Store, error) { return &Store{Logger: log.New("store")}, nil }
        == store/methods.go
        package store

        func (s *Store) Get(name string) *Item {
            s.Infof("get %s", name)
            for _, item := range s.items {
                item.touch()
            }
            return s.items[name]
        }

        func (i *Item) touch() {}
        == main.go
        package main

        import (
            "fmt"

            "example.com/app/store"
        )

        func main() {
            s, err := store.Open()
            if err != nil {
                fmt.Println(err)
            }
            s.Get("a").touch()
        }
        "#,
    )
    .imports(&["store/store.go -> third/lib/log/", "main.go -> store/"])
    .calls(&[
        "third/lib/log/log.go#New -> third/lib/log/log.go#Logger SameFile",
        "store/store.go#Open -> store/store.go#Store SameFile",
        "store/store.go#Open -> third/lib/log/log.go#New Import",
        "store/methods.go#Store.Get -> third/lib/log/log.go#Logger.Infof Inherited",
        "store/methods.go#Store.Get -> store/methods.go#Item.touch ReceiverType",
        "main.go#main -> store/store.go#Open Import",
        "main.go#main -> store/methods.go#Store.Get ReceiverType",
        "main.go#main -> store/methods.go#Item.touch ReceiverType",
    ]);
}

#[test]
fn python() {
    link(
        r#"
        == shop/__init__.py
        from .cart import Cart
        == shop/cart.py
        import json
        from . import money

        class Base:
            def save(self) -> None:
                json.dumps(self)

        class Cart(Base):
            def __init__(self, owner: str) -> None:
                self.total: money.Money = money.zero()

            def add(self, price: "money.Money") -> "Cart":
                self.total.plus(price)
                self.save()
                return self
        == shop/money.py
        class Money:
            def plus(self, other: "Money") -> "Money":
                return Money()

        def zero() -> Money:
            return Money()
        == run.py
        from shop import Cart, money

        def main():
            cart = Cart("me")
            cart.add(money.zero()).add(money.zero())

        if __name__ == "__main__":
            main()
        "#,
    )
    .calls(&[
        "shop/cart.py#Cart.__init__ -> shop/money.py#zero Import",
        "shop/cart.py#Cart.add -> shop/money.py#Money.plus ReceiverType",
        "shop/cart.py#Cart.add -> shop/cart.py#Base.save Inherited",
        "shop/money.py#Money.plus -> shop/money.py#Money SameFile",
        "shop/money.py#zero -> shop/money.py#Money SameFile",
        "run.py#main -> shop/cart.py#Cart.__init__ Import",
        "run.py#main -> shop/cart.py#Cart.add ReceiverType",
        "run.py#main -> shop/money.py#zero Import",
        "run.py -> run.py#main SameFile",
    ]);
}

#[test]
fn typescript() {
    link(
        r#"
        == tsconfig.json
        { "compilerOptions": { "baseUrl": ".", "paths": { "@lib/*": ["lib/*"] } } }
        == lib/index.ts
        export * from "./store";
        export { format as show } from "./text";
        == lib/store.ts
        import { format } from "./text.js";

        export interface Item { name: string }

        export class Store<T extends Item> {
            private items: T[] = [];
            constructor(readonly size: number) {}
            add(item: T): this {
                this.check(item);
                return this;
            }
            private check(item: T): void {
                format(item.name);
            }
        }

        export function open(): Store<Item> {
            return new Store<Item>(1);
        }
        == lib/text.ts
        export function format(text: string): string {
            return text.trim();
        }
        == app/main.ts
        import { open, show, Store } from "@lib/index";
        import { readFile } from "fs";

        export function main(): void {
            const store = open();
            store.add({ name: show("a") });
            readFile("a", () => {});
        }
        "#,
    )
    .imports(&[
        "lib/index.ts -> lib/store.ts",
        "lib/index.ts -> lib/text.ts",
        "lib/store.ts -> lib/text.ts",
        "app/main.ts -> lib/index.ts",
    ])
    .calls(&[
        "lib/store.ts#Store.add -> lib/store.ts#Store.check ReceiverType",
        "lib/store.ts#Store.check -> lib/text.ts#format Import",
        "lib/store.ts#open -> lib/store.ts#Store.constructor SameFile",
        "app/main.ts#main -> lib/store.ts#open Import",
        "app/main.ts#main -> lib/store.ts#Store.add ReceiverType",
        "app/main.ts#main -> lib/text.ts#format Import",
    ]);
}

#[test]
fn java() {
    link(
        r#"
        == src/com/acme/store/Store.java
        package com.acme.store;

        import java.util.ArrayList;
        import java.util.List;

        public class Store extends Base {
            private final List<Item> items = new ArrayList<>();

            public Store(int size) {
                super("store");
            }

            public Item first() {
                log("first");
                for (Item item : items) {
                    item.touch();
                }
                return items.get(0);
            }

            public static class Item {
                void touch() {}
            }
        }
        == src/com/acme/store/Base.java
        package com.acme.store;

        abstract class Base {
            Base(String name) {}

            protected void log(String text) {}
        }
        == src/com/acme/App.java
        package com.acme;

        import com.acme.store.Store;
        import static com.acme.Texts.join;

        class App {
            void run() {
                Store store = new Store(1);
                store.first().touch();
                join("a", "b");
                System.out.println(store);
            }
        }
        == src/com/acme/Texts.java
        package com.acme;

        final class Texts {
            static String join(String a, String b) { return a + b; }
        }
        "#,
    )
    .calls(&[
        "src/com/acme/store/Store.java#Store.Store -> src/com/acme/store/Base.java#Base.Base Inherited",
        "src/com/acme/store/Store.java#Store.first -> src/com/acme/store/Base.java#Base.log Inherited",
        "src/com/acme/store/Store.java#Store.first -> src/com/acme/store/Store.java#Store.Item.touch ReceiverType",
        "src/com/acme/App.java#App.run -> src/com/acme/store/Store.java#Store.Store Import",
        "src/com/acme/App.java#App.run -> src/com/acme/store/Store.java#Store.first ReceiverType",
        "src/com/acme/App.java#App.run -> src/com/acme/store/Store.java#Store.Item.touch ReceiverType",
        "src/com/acme/App.java#App.run -> src/com/acme/Texts.java#Texts.join Import",
    ]);
}

#[test]
fn cpp() {
    link(
        r#"
        == core/node.h
        #pragma once
        namespace eng {
        class Object {
        public:
            void notify(int what);
        };
        class Node : public Object {
            Node *parent = nullptr;
        public:
            void add(Node *child);
            Node *get_parent() const { return parent; }
        };
        int version();
        }
        == core/node.cpp
        #include "node.h"
        static int counter() { return 1; }
        namespace eng {
        void Object::notify(int what) {}
        void Node::add(Node *child) {
            notify(counter());
            child->get_parent()->notify(2);
        }
        int version() { return 3; }
        }
        == main.cpp
        #include "core/node.h"
        #include <cstdio>
        int main() {
            eng::Node node;
            node.add(&node);
            printf("%d", eng::version());
            return 0;
        }
        "#,
    )
    .imports(&["core/node.cpp -> core/node.h", "main.cpp -> core/node.h"])
    .calls(&[
        "core/node.cpp#eng.Node.add -> core/node.cpp#eng.Object.notify Inherited",
        "core/node.cpp#eng.Node.add -> core/node.cpp#counter SameFile",
        "core/node.cpp#eng.Node.add -> core/node.h#eng.Node.get_parent ReceiverType",
        "main.cpp#main -> core/node.cpp#eng.Node.add ReceiverType",
        "main.cpp#main -> core/node.cpp#eng.version Import",
    ]);
}

#[test]
fn rust() {
    link(
        r#"
        == Cargo.toml
        [package]
        name = "app"
        == src/lib.rs
        mod store;
        pub mod text;

        pub use store::Store;

        pub fn open() -> Store {
            Store::new(text::trim("a"))
        }
        == src/store.rs
        use crate::text;

        pub struct Store { items: Vec<Item> }

        pub struct Item;

        impl Item {
            fn touch(&self) {}
        }

        impl Store {
            pub fn new(name: &str) -> Self {
                text::trim(name);
                Self { items: Vec::new() }
            }

            pub fn first(&self) -> Option<&Item> {
                for item in &self.items {
                    item.touch();
                }
                self.items.first()
            }
        }

        #[cfg(test)]
        mod tests {
            use super::*;

            #[test]
            fn opens() {
                Store::new("a").first().unwrap().touch();
            }
        }
        == src/text.rs
        pub fn trim(text: &str) -> &str { text.trim() }
        == src/main.rs
        use app::open;

        fn main() {
            open().first();
        }
        "#,
    )
    .calls(&[
        "src/lib.rs#open -> src/store.rs#Store.new ReceiverType",
        "src/lib.rs#open -> src/text.rs#trim Import",
        "src/store.rs#Store.new -> src/text.rs#trim Import",
        "src/store.rs#Store.first -> src/store.rs#Item.touch ReceiverType",
        "src/store.rs#tests.opens -> src/store.rs#Store.new ReceiverType",
        "src/store.rs#tests.opens -> src/store.rs#Store.first ReceiverType",
        "src/store.rs#tests.opens -> src/store.rs#Item.touch ReceiverType",
        "src/main.rs#main -> src/lib.rs#open Import",
        "src/main.rs#main -> src/store.rs#Store.first ReceiverType",
    ]);
}
