//! Owns the tests of the languages with few rules: each one's imports, and what a call reaches through them.

use graphicle_engine::facts::{Manifest, PathMapping};

use crate::dsl::Project;

#[test]
fn ruby_requires_and_reaches_constants_by_name() {
    Project::new(
        "
        == lib/shop.rb
        import:system shop/cart = x
        import:include helpers/money
        mod Shop
          class Runner < Base
            method run(0)
              -> Cart.new(0)
              -> Cart.new().total(0)
              -> prepare(0)
        == lib/shop/cart.rb
        mod Shop
          class Cart
            method initialize(0)
            method total(0)
          class Base
            method prepare(0)
        == lib/helpers/money.rb
        ",
    )
    .link()
    .imports(&["lib/shop.rb -> lib/shop/cart.rb", "lib/shop.rb -> lib/helpers/money.rb"])
    .calls(&[
        "lib/shop.rb#Shop.Runner.run -> lib/shop/cart.rb#Shop.Cart.initialize ReceiverType",
        "lib/shop.rb#Shop.Runner.run -> lib/shop/cart.rb#Shop.Cart.total ReceiverType",
        "lib/shop.rb#Shop.Runner.run -> lib/shop/cart.rb#Shop.Base.prepare Inherited",
    ]);
}

#[test]
fn php_uses_namespaces_and_composer_prefixes() {
    Project::new(
        "
        == src/Model/User.php
        package App.Model
        class User
          method save(0)
        == src/Run.php
        package App
        import App.Model.User = User
        import App.Missing.Thing = Thing
        import:include ../boot.php
        class Run
          method go(0)
            -> new User(0)
            -> <User>.save(0)
        == src/Missing/Thing.php
        == boot.php
        ",
    )
    .manifest("composer.json", |names| Manifest::ComposerPackage {
        psr4: vec![PathMapping { pattern: names("App."), targets: vec![names("src/")] }],
    })
    .link()
    .imports(&["src/Run.php -> src/Model/User.php", "src/Run.php -> src/Missing/Thing.php", "src/Run.php -> boot.php"])
    .calls(&[
        "src/Run.php#Run.go -> src/Model/User.php#User Import",
        "src/Run.php#Run.go -> src/Model/User.php#User.save ReceiverType",
    ]);
}

#[test]
fn dart_imports_bring_all_names() {
    Project::new(
        "
        == app/lib/main.dart
        import package:app/store.dart
        import src/view.dart = view
        import dart:io
        fn main
          -> load(0)
          -> view.show(0)
          -> exit(1)
        == app/lib/store.dart
        import:reexportall src/impl.dart
        == app/lib/src/impl.dart
        fn load(0)
        == app/lib/src/view.dart
        fn show(0)
        ",
    )
    .manifest("app/pubspec.yaml", |names| Manifest::DartPackage { name: names("app") })
    .link()
    .imports(&[
        "app/lib/main.dart -> app/lib/store.dart",
        "app/lib/main.dart -> app/lib/src/view.dart",
        "app/lib/store.dart -> app/lib/src/impl.dart",
    ])
    .calls(&[
        "app/lib/main.dart#main -> app/lib/src/impl.dart#load Import",
        "app/lib/main.dart#main -> app/lib/src/view.dart#show Import",
    ]);
}

#[test]
fn lua_modules_are_tables() {
    Project::new(
        "
        == game/main.lua
        import game.player = player
        import util = util
        fn run
          -> player.spawn(1)
          -> util.clamp(2)
        == game/player.lua
        fn spawn(1) @M
        == util/init.lua
        fn clamp(2) @Util
        ",
    )
    .link()
    .imports(&["game/main.lua -> game/player.lua", "game/main.lua -> util/init.lua"])
    .calls(&[
        "game/main.lua#run -> game/player.lua#M.spawn Import",
        "game/main.lua#run -> util/init.lua#Util.clamp Import",
    ]);
}

#[test]
fn shells_source_through_variables() {
    Project::new(
        "
        == hack/lib/init.sh
        fn init_all(0)
        == hack/build.sh
        import:include ${ROOT}/hack/lib/init.sh
        -> init_all(0)
        -> echo(1)
        ",
    )
    .link()
    .imports(&["hack/build.sh -> hack/lib/init.sh"])
    .calls(&["hack/build.sh -> hack/lib/init.sh#init_all Import"]);
}

#[test]
fn modules_by_name_need_no_path() {
    Project::new(
        "
        == lib/shop/cart.ex
        mod Shop.Cart
          fn total(1) !exported
            -> sum(1)
          fn sum(1)
        == lib/shop.ex
        import Shop.Cart = Cart
        mod Shop
          fn run(0)
            -> Cart.total(1)
            -> Shop.Cart.total(1)
            -> Enum.map(2)
        == src/store.erl
        package store
        fn get(1)
        == src/app.erl
        package app
        fn run(0)
          -> store.get(1)
          -> lists.map(2)
        ",
    )
    .link()
    .imports(&["lib/shop.ex -> lib/shop/cart.ex"])
    .calls(&[
        "lib/shop/cart.ex#Shop.Cart.total -> lib/shop/cart.ex#Shop.Cart.sum SameFile",
        "lib/shop.ex#Shop.run -> lib/shop/cart.ex#Shop.Cart.total Import",
        "src/app.erl#run -> src/store.erl#get ReceiverType",
    ]);
}

#[test]
fn haskell_and_ocaml_name_modules() {
    Project::new(
        "
        == src/Data/Store.hs
        package Data.Store
        fn load(1)
        fn save(1)
        == src/Main.hs
        package Main
        import Data.Store { load }
        import Data.Store = S
        fn main
          -> load(1)
          -> S.save(1)
        == bin/main.ml
        fn run
          -> Store.load(1)
        == lib/store.ml
        fn load(1)
        ",
    )
    .link()
    .calls(&[
        "src/Main.hs#main -> src/Data/Store.hs#load Import",
        "src/Main.hs#main -> src/Data/Store.hs#save Import",
        "bin/main.ml#run -> lib/store.ml#load ReceiverType",
    ]);
}

#[test]
fn swift_files_of_a_module_see_each_other() {
    Project::new(
        "
        == Sources/Core/Store.swift
        class Store
          method load(0)
        == Sources/Core/Store+More.swift
        ext Store
          method more(0)
            -> load(0)
            -> helper(0)
        == Sources/Core/Helper.swift
        fn helper(0)
        == Tests/CoreTests/StoreTests.swift
        import Core
        fn runs
          -> Store(0)
          -> Store().more(0)
        ",
    )
    .link()
    .calls(&[
        "Sources/Core/Store+More.swift#Store.more -> Sources/Core/Store.swift#Store.load ReceiverType",
        "Sources/Core/Store+More.swift#Store.more -> Sources/Core/Helper.swift#helper SamePackage",
        "Tests/CoreTests/StoreTests.swift#runs -> Sources/Core/Store.swift#Store Import",
        "Tests/CoreTests/StoreTests.swift#runs -> Sources/Core/Store+More.swift#Store.more ReceiverType",
    ]);
}

#[test]
fn plain_paths_lead_to_files() {
    Project::new(
        "
        == api/user.proto
        import common/money.proto
        == api/common/money.proto
        == src/main.zig
        import util.zig = util
        import std = std
        fn main
          -> util.go(0)
          -> std.go(0)
        == src/util.zig
        fn go(0)
        == game/player.gd
        import res://enemy.gd = Enemy
        == game/enemy.gd
        == web/index.html
        import style.css
        import https://example.com/x.js
        == web/style.css
        ",
    )
    .link()
    .imports(&[
        "api/user.proto -> api/common/money.proto",
        "src/main.zig -> src/util.zig",
        "game/player.gd -> game/enemy.gd",
        "web/index.html -> web/style.css",
    ])
    .calls(&["src/main.zig#main -> src/util.zig#go Import"]);
}
