//! Owns the tests over real sources of the kinds of calls that hand-labelled ones showed to go wrong; owns no project as
//! a whole.

use crate::extracted::link;

#[test]
fn a_function_that_a_local_name_holds_is_not_a_method_of_that_name() {
    link(
        "
        == platform.py
        class Platform:
            def add_entities(self, entities):
                pass
        == sensor.py
        def setup(hass, add_entities):
            add_entities([1])

        def relay(handler):
            chosen = known
            chosen(1)
            handler(1)

        def known(value):
            pass
        ",
    )
    .calls(&["sensor.py#relay -> sensor.py#known SameFile"]);
}

#[test]
fn python_attributes_that_hold_functions_are_not_called_by_name_and_declared_locals_keep_their_type() {
    link(
        r#"
        == siren.py
        from typing import Callable

        class Description:
            exists: Callable[[int], bool] = lambda device: True
            name = lambda self: "x"

        class Flow:
            def create(self):
                pass

        def setup(description: Description, data, found):
            description.exists(1)
            description.name()
            flow: Flow | None = None
            if found:
                flow = data["flow"]
            flow.create()
            flows = [Flow() for _ in data]
            for one in flows:
                one.create()
        "#,
    )
    .calls(&[
        "siren.py#setup -> siren.py#Description.name ReceiverType",
        "siren.py#setup -> siren.py#Flow SameFile",
        "siren.py#setup -> siren.py#Flow.create ReceiverType",
    ]);
}

const CONTAINERS: &str = "
        == core/vector.h
        template <class T>
        class Vector {
        public:
            int size() const { return 0; }
            void push_back(const T &p_elem) {}
        };
        == core/map.h
        template <class K, class V>
        class Map {
        public:
            class Element {
            public:
                Element *next() { return 0; }
                const Element *next() const { return 0; }
                V &get() { return value; }
                V value;
            };
            Element *front() { return 0; }
            void clear() {}
        };
        == core/ref.h
        template <class T>
        class Ref {
        public:
            bool is_null() const { return true; }
            bool is_valid() const { return true; }
            T *ptr() { return 0; }
        };
        ";

#[test]
fn the_projects_own_containers_have_their_own_methods_and_hold_their_elements() {
    link(&format!(
        r#"{CONTAINERS}
        == core/mesh.h
        struct Mesh {{
            void draw() const;
        }};
        == core/mesh.cpp
        #include "mesh.h"
        void Mesh::draw() const {{}}
        == main.cpp
        #include "core/map.h"
        #include "core/mesh.h"
        #include "core/ref.h"
        #include "core/vector.h"
        typedef Vector<int> IntArray;
        class Scene {{
            Map<int, Ref<Mesh> > meshes;
            Vector<Mesh> flat;
            void run(IntArray &r_out);
        }};
        void Scene::run(IntArray &r_out) {{
            for (Map<int, Ref<Mesh> >::Element *E = meshes.front(); E; E = E->next()) {{
                if (E->get().is_null()) continue;
                E->get()->draw();
                E->get().ptr()->draw();
            }}
            meshes.clear();
            flat[0].draw();
            r_out.push_back(flat.size());
        }}
        "#
    ))
    .calls(&[
        "main.cpp#Scene.run -> core/map.h#Map.clear ReceiverType",
        "main.cpp#Scene.run -> core/map.h#Map.front ReceiverType",
        "main.cpp#Scene.run -> core/map.h#Map.Element.next ReceiverType",
        "main.cpp#Scene.run -> core/map.h#Map.Element.get ReceiverType",
        "main.cpp#Scene.run -> core/ref.h#Ref.is_null ReceiverType",
        "main.cpp#Scene.run -> core/ref.h#Ref.ptr ReceiverType",
        "main.cpp#Scene.run -> core/mesh.cpp#Mesh.draw ReceiverType",
        "main.cpp#Scene.run -> core/vector.h#Vector.size ReceiverType",
        "main.cpp#Scene.run -> core/vector.h#Vector.push_back Inherited",
    ]);
}

#[test]
fn a_name_that_a_wrapper_and_what_it_wraps_both_have_stays_ambiguous() {
    let linked = link(&format!(
        r#"{CONTAINERS}
        == script.h
        #include "core/ref.h"
        class Script {{
        public:
            bool is_valid() const {{ return true; }}
        }};
        == main.cpp
        #include "script.h"
        void run(Ref<Script> p_script) {{
            p_script->is_valid();
        }}
        "#
    ));
    assert_eq!(linked.ambiguous, ["main.cpp#run -> core/ref.h#Ref.is_valid | script.h#Script.is_valid"]);
}

#[test]
fn java_overloads_are_told_by_their_arguments_through_bases_and_before_varargs() {
    let linked = link(
        r"
        == src/a/Task.java
        package a;
        public class Task {
            public void execute() {}
            public void execute(String command) {}
            public String text(String key) { return key; }
            public String text(String key, Object... args) { return key; }
        }
        == src/a/Undeploy.java
        package a;
        public class Undeploy extends Task {
            @Override
            public void execute() {
                execute(text(null));
            }
        }
        ",
    );
    linked.calls(&[
        "src/a/Undeploy.java#Undeploy.execute -> src/a/Task.java#Task.execute Inherited",
        "src/a/Undeploy.java#Undeploy.execute -> src/a/Task.java#Task.text Inherited",
    ]);
    assert_eq!(linked.called_lines, [4, 5]);
}

#[test]
fn a_rust_field_and_a_method_of_one_name_are_two_things() {
    link(
        r"
        == Cargo.toml
        [package]
        name = 'tool'
        == src/lib.rs
        pub struct Matcher;
        impl Matcher {
            pub fn command(&self) -> u8 { 0 }
        }
        pub struct Builder {
            matcher: Matcher,
        }
        impl Builder {
            pub fn matcher(&mut self, matcher: Matcher) -> &mut Self { self }
            pub fn build(&self) -> u8 { self.matcher.command() }
        }
        ",
    )
    .calls(&["src/lib.rs#Builder.build -> src/lib.rs#Matcher.command ReceiverType"]);
}

#[test]
fn a_rust_path_may_start_from_a_crate_that_nothing_imports() {
    link(
        r#"
        == Cargo.toml
        [package]
        name = "tool"
        == src/main.rs
        fn run() {
            facade::printer::specs();
            my_printer::Spec::default_spec();
        }
        == facade/Cargo.toml
        [package]
        name = "facade"
        == facade/src/lib.rs
        pub extern crate my_printer as printer;
        == printer/Cargo.toml
        [package]
        name = "my-printer"
        == printer/src/lib.rs
        pub fn specs() {}
        pub struct Spec;
        impl Spec {
            pub fn default_spec() -> Self { Spec }
        }
        "#,
    )
    .calls(&[
        "src/main.rs#run -> printer/src/lib.rs#specs ReceiverType",
        "src/main.rs#run -> printer/src/lib.rs#Spec.default_spec ReceiverType",
    ]);
}

#[test]
fn code_in_a_typescript_namespace_sees_it_at_any_level() {
    link(
        "
        == README.md
        See [the rules](./rules.ts).
        == fixes.ts
        namespace ts.fixes {
            register({
                all: function fixAll(context) {
                    return combine(context);
                },
            });
            combine(0);
        }
        == rules.ts
        namespace ts.fixes {
            export function combine(context) {}
            export function register(fix) {}
        }
        == spans.ts
        namespace ts {
            export interface Spans { readonly all: number[]; }
            export namespace Spans {
                export function collect() { push(1); }
                function push(span: number) {}
            }
        }
        ",
    )
    .calls(&[
        "fixes.ts -> rules.ts#combine SamePackage",
        "fixes.ts -> rules.ts#register SamePackage",
        "fixes.ts#fixAll -> rules.ts#combine SamePackage",
        "spans.ts#Spans.collect -> spans.ts#Spans.push SameFile",
    ]);
}

#[test]
fn a_required_module_is_what_it_hands_out_as_a_whole() {
    link(
        r#"
        == store.js
        class Store {
            static open(path) { return new Store(); }
            get(key) {}
        }
        module.exports = Store;
        == make.js
        module.exports = function make(name) {};
        == main.js
        const Store = require("./store");
        const make = require("./make");
        function run() {
            const store = new Store();
            store.get("a");
            Store.open("b");
            make("c");
        }
        "#,
    )
    .calls(&[
        "main.js#run -> make.js#make Import",
        "main.js#run -> store.js#Store Import",
        "main.js#run -> store.js#Store.get ReceiverType",
        "main.js#run -> store.js#Store.open Import",
        "store.js#Store.open -> store.js#Store SameFile",
    ]);
}

#[test]
fn php_takes_the_class_that_psr_4_places_out_of_its_namespace() {
    link(
        r#"
        == composer.json
        { "autoload": { "psr-4": { "App\\": "src/" } } }
        == old/Model/User.php
        <?php
        namespace Old\Model;
        class User { public function save() {} }
        == src/Model/User.php
        <?php
        class User { public function save() {} }
        == src/Run.php
        <?php
        namespace App;
        use App\Model\User;
        class Run {
            public function go(User $user) { $user->save(); }
        }
        "#,
    )
    .imports(&["src/Run.php -> src/Model/User.php"])
    .calls(&["src/Run.php#Run.go -> src/Model/User.php#User.save ReceiverType"]);
}

#[test]
fn all_scripts_of_a_game_see_the_classes_that_scripts_are() {
    link(
        "
        == enemy.gd
        class_name Enemy
        extends Node

        func hit(damage: int) -> void:
        \tpass
        == boss.gd
        extends Enemy

        func run(other: Enemy) -> void:
        \tother.hit(1)
        \thit(2)
        ",
    )
    .calls(&["boss.gd#run -> enemy.gd#Enemy.hit ReceiverType"]);
}
