//! Owns the tests of Java, Kotlin and their kin: packages, nested types, overloads; and of C#, whose rules are close.

use crate::dsl::Project;

#[test]
fn packages_imports_and_nested_types_resolve() {
    Project::new(
        "
        == src/main/java/com/acme/store/Cache.java
        package com.acme.store
        class Cache
          ctor Cache(1)
          method get(1) : Item
            -> check(0)
            -> Helper.log(1)
          method check(0)
          class Entry
            method touch(0)
        class Helper
          method log(1) !static
        == src/main/java/com/acme/store/Item.java
        package com.acme.store
        class Item
          method show(0)
        == src/main/java/com/acme/App.java
        package com.acme
        import com.acme.store.Cache = Cache
        import com.acme.util.Texts { join }
        import:wildcard com.acme.more
        import java.util.List = List
        class App < Base
          field cache : Cache
          method run(0)
            -> new Cache(1)
            -> cache.get(1)
            -> cache.get().show(0)
            -> <Cache.Entry>.touch(0)
            -> join(2)
            -> Extra.go(0)
            -> inherited(0)
            -> List.of(1)
            -> com.acme.more.Extra.go(0)
        == src/main/java/com/acme/Base.java
        package com.acme
        class Base
          method inherited(0)
        == src/main/java/com/acme/util/Texts.java
        package com.acme.util
        class Texts
          method join(2) !static
        == src/main/java/com/acme/more/Extra.java
        package com.acme.more
        class Extra
          method go(0) !static
        == src/main/java/org/other/List.java
        package org.other
        class List
          method of(1) !static
        ",
    )
    .link()
    .imports(&[
        "src/main/java/com/acme/App.java -> src/main/java/com/acme/store/Cache.java",
        "src/main/java/com/acme/App.java -> src/main/java/com/acme/util/Texts.java",
        "src/main/java/com/acme/App.java -> src/main/java/com/acme/more/",
    ])
    .calls(&[
        "src/main/java/com/acme/App.java#App.run -> src/main/java/com/acme/Base.java#Base.inherited Inherited",
        "src/main/java/com/acme/App.java#App.run -> src/main/java/com/acme/more/Extra.java#Extra.go ReceiverType",
        "src/main/java/com/acme/App.java#App.run -> src/main/java/com/acme/store/Cache.java#Cache.Cache Import",
        "src/main/java/com/acme/App.java#App.run -> src/main/java/com/acme/store/Cache.java#Cache.Entry.touch ReceiverType",
        "src/main/java/com/acme/App.java#App.run -> src/main/java/com/acme/store/Cache.java#Cache.get ReceiverType",
        "src/main/java/com/acme/App.java#App.run -> src/main/java/com/acme/store/Item.java#Item.show ReceiverType",
        "src/main/java/com/acme/App.java#App.run -> src/main/java/com/acme/util/Texts.java#Texts.join Import",
        "src/main/java/com/acme/store/Cache.java#Cache.get -> src/main/java/com/acme/store/Cache.java#Cache.check SameFile",
        "src/main/java/com/acme/store/Cache.java#Cache.get -> src/main/java/com/acme/store/Cache.java#Helper.log ReceiverType",
    ]);
}

#[test]
fn overloads_are_told_apart_by_their_arguments_or_stay_ambiguous() {
    let linked = Project::new(
        "
        == a/Log.java
        package a
        class Log
          method put(1)
          method put(2)
          method put(2)
          method run(0)
            -> put(1)
            -> put(2)
        ",
    )
    .link();
    assert_eq!(linked.calls, ["a/Log.java#Log.run -> a/Log.java#Log.put SameFile"]);
    assert_eq!(linked.ambiguous, ["a/Log.java#Log.run -> a/Log.java#Log.put | a/Log.java#Log.put"]);
}

#[test]
fn constructors_call_each_other_and_their_base() {
    Project::new(
        "
        == a/A.java
        package a
        class Base
          ctor Base(1)
        class Derived < Base
          ctor Derived(0)
            -> this(1)
          ctor Derived(1)
            -> super(1)
            -> super.close(0)
        ",
    )
    .link()
    .calls(&[
        "a/A.java#Derived.Derived -> a/A.java#Derived.Derived ReceiverType",
        "a/A.java#Derived.Derived -> a/A.java#Base.Base Inherited",
    ]);
}

#[test]
fn kotlin_reaches_functions_of_its_package_and_java_types() {
    Project::new(
        "
        == app/Main.kt
        package app
        import lib { greet }
        fn main
          -> helper(0)
          -> greet(1)
          -> Store(0)
          -> Store().load(0)
        == app/Helper.kt
        package app
        fn helper(0)
        == app/Store.java
        package app
        class Store
          method load(0)
        == lib/Greet.kt
        package lib
        fn greet(1)
        ",
    )
    .link()
    .calls(&[
        "app/Main.kt#main -> app/Helper.kt#helper SamePackage",
        "app/Main.kt#main -> lib/Greet.kt#greet Import",
        "app/Main.kt#main -> app/Store.java#Store SamePackage",
        "app/Main.kt#main -> app/Store.java#Store.load ReceiverType",
    ]);
}

#[test]
fn two_modules_with_one_package_prefer_their_own_type() {
    Project::new(
        "
        == one/src/p/Conf.java
        package p
        class Conf
          method load(0) !static
        == one/src/p/Use.java
        package p
        class Use
          method run(0)
            -> Conf.load(0)
        == two/src/p/Conf.java
        package p
        class Conf
          method load(0) !static
        ",
    )
    .link()
    .calls(&["one/src/p/Use.java#Use.run -> one/src/p/Conf.java#Conf.load ReceiverType"]);
}

#[test]
fn csharp_sees_outer_namespaces_usings_and_parts_of_a_class() {
    Project::new(
        "
        == App/Run.cs
        import Acme.Tools
        mod Acme.App
          class Runner
            method Run(0)
              -> Part(0)
              -> Texts.Join(2)
              -> Core.Go(0)
              -> new Item
        == App/Run.Part.cs
        mod Acme.App
          class Runner
            method Part(0)
        == Core.cs
        mod Acme
          class Core
            method Go(0) !static
        == Tools/Texts.cs
        package Acme.Tools
        class Texts
          method Join(2) !static
        class Item
        ",
    )
    .link()
    .imports(&["App/Run.cs -> Tools/"])
    .calls(&[
        "App/Run.cs#Acme.App.Runner.Run -> App/Run.Part.cs#Acme.App.Runner.Part ReceiverType",
        "App/Run.cs#Acme.App.Runner.Run -> Tools/Texts.cs#Texts.Join ReceiverType",
        "App/Run.cs#Acme.App.Runner.Run -> Core.cs#Acme.Core.Go ReceiverType",
        "App/Run.cs#Acme.App.Runner.Run -> Tools/Texts.cs#Item Import",
    ]);
}
