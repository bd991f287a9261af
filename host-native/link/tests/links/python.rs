//! Owns the tests of Python: roots, relative imports, packages that hand names on, classes.

use graphicle_engine::facts::Manifest;

use crate::dsl::Project;

#[test]
fn imports_are_found_from_the_root_src_and_the_package_around() {
    Project::new(
        "
        == src/app/__init__.py
        == src/app/core.py
        fn start(0)
        == src/app/web/__init__.py
        == src/app/web/views.py
        import app.core = app
        import ..core { start }
        import . { forms }
        import os.path = os
        import requests = requests
        fn index
          -> start(0)
          -> app.core.start(0)
          -> forms.render(0)
          -> os.path.join(2)
          -> requests.get(1)
        == src/app/web/forms.py
        fn render(0)
        == tools/join.py
        fn join(2)
        == lib/pkg/mod.py
        fn get(1)
        ",
    )
    .link()
    .imports(&[
        "src/app/web/views.py -> src/app/core.py",
        "src/app/web/views.py -> src/app/__init__.py",
        "src/app/web/views.py -> src/app/web/__init__.py",
        "src/app/web/views.py -> src/app/web/forms.py",
    ])
    .calls(&[
        "src/app/web/views.py#index -> src/app/core.py#start Import",
        "src/app/web/views.py#index -> src/app/web/forms.py#render Import",
    ]);
}

#[test]
fn names_are_followed_through_packages_that_hand_them_on() {
    Project::new(
        "
        == pkg/__init__.py
        import .api { Client, make as build }
        import:wildcard .extra
        == pkg/api.py
        import .impl.client { Client }
        fn make(0) : Client
        == pkg/impl/__init__.py
        == pkg/impl/client.py
        class Client
          method send(1)
        == pkg/extra.py
        fn helper(0)
        == main.py
        import pkg { Client, build, helper }
        fn run
          -> Client(0)
          -> Client().send(1)
          -> build(0)
          -> build().send(1)
          -> helper(0)
        ",
    )
    .link()
    .calls(&[
        "main.py#run -> pkg/impl/client.py#Client Import",
        "main.py#run -> pkg/impl/client.py#Client.send ReceiverType",
        "main.py#run -> pkg/api.py#make Import",
        "main.py#run -> pkg/extra.py#helper Import",
    ]);
}

#[test]
fn modules_that_hand_names_round_in_a_circle_end() {
    Project::new(
        "
        == a.py
        import b { x }
        import:wildcard b
        fn run
          -> x(0)
          -> y(0)
        == b.py
        import a { x }
        import:wildcard a
        ",
    )
    .link()
    .calls(&[]);
}

#[test]
fn methods_are_found_through_classes_and_bases_of_other_files() {
    Project::new(
        "
        == entity.py
        class Entity
          field hass : HomeAssistant
          method write_state(0)
            -> self.async_write(0)
          method async_write(0)
        class HomeAssistant
          method async_run(1)
        == light.py
        import entity { Entity }
        class Light < Entity
          method turn_on(0)
            -> self.write_state(0)
            -> self.hass.async_run(1)
            -> super.write_state(0)
            -> turn_off(0)
          method turn_off(0)
        ",
    )
    .link()
    .calls(&[
        "entity.py#Entity.write_state -> entity.py#Entity.async_write ReceiverType",
        "light.py#Light.turn_on -> entity.py#Entity.write_state Inherited",
        "light.py#Light.turn_on -> entity.py#HomeAssistant.async_run ReceiverType",
    ]);
}

#[test]
fn the_constructor_is_the_target_where_the_class_has_one() {
    Project::new(
        "
        == a.py
        class Plain
        class Made
          method __init__(1)
        fn outer
          fn inner(0)
            -> Plain(0)
          -> Made(1)
          -> inner(0)
        ",
    )
    .link()
    .calls(&[
        "a.py#outer.inner -> a.py#Plain SameFile",
        "a.py#outer -> a.py#Made.__init__ SameFile",
        "a.py#outer -> a.py#outer.inner SameFile",
    ]);
}

#[test]
fn build_files_name_roots_and_stubs_stand_behind_their_module() {
    Project::new(
        "
        == backend/python/tool/__init__.py
        == backend/python/tool/run.py
        fn go(0)
        == backend/python/tool/run.pyi
        fn go(0)
        == backend/scripts/start.py
        import tool.run { go }
        -> go(0)
        ",
    )
    .manifest("backend/pyproject.toml", |names| Manifest::PythonProject { roots: vec![names("python")] })
    .link()
    .imports(&["backend/scripts/start.py -> backend/python/tool/run.py"])
    .calls(&["backend/scripts/start.py -> backend/python/tool/run.py#go Import"]);
}
