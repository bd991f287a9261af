//! Owns the tests of edges that must not be there: guesses shown as facts, calls hung on the wrong thing.

use crate::dsl::Project;

#[test]
fn a_call_belongs_to_the_function_around_it_and_to_the_file_only_outside_of_all() {
    Project::new(
        "
        == a.py
        fn target(0)
        class C
          method m(0)
            -> target(0)
        -> target(0)
        ",
    )
    .link()
    .calls(&["a.py#C.m -> a.py#target SameFile", "a.py -> a.py#target SameFile"]);
}

#[test]
fn a_name_bound_outside_of_the_project_is_not_matched_by_name() {
    Project::new(
        "
        == a.go
        package a
        import fmt = fmt
        fn run
          -> fmt.FormatEverything(1)
          -> <http.Client>.FetchEverything(1)
        == b/b.go
        package b
        fn FormatEverything(1)
        struct T
        method FetchEverything(1) @T
        == c.ts
        import lodash { debounceSlowly }
        import axios = axios
        fn run !exported
          -> debounceSlowly(1)
          -> axios.fetchEverything(1)
          -> globalThing.fetchEverything(1)
          -> neverDefined(1)
        == d.ts
        fn debounceSlowly(1) !exported
        class K !exported
          method fetchEverything(1)
        fn neverDefined(1) !exported
        ",
    )
    .link()
    .calls(&[]);
}

#[test]
fn an_untold_receiver_reaches_only_a_rare_method_that_the_project_has_once() {
    let linked = Project::new(
        "
        == a.py
        fn run
          -> ?.reconcile_all_pods(1)
          -> ?.reconcile_all_pods(3)
          -> ?.append(1)
          -> ?.load(1)
          -> ?.start_worker(0)
          -> ?.plain_function(0)
          -> &?.reconcile_all_pods
        == b.py
        class A
          method reconcile_all_pods(1)
          method append(1)
          method load(1)
          method start_worker(0)
        class B
          method start_worker(0)
        fn plain_function(0)
        ",
    )
    .link();
    assert_eq!(linked.calls, ["a.py#run -> b.py#A.reconcile_all_pods UniqueName"]);
    assert_eq!(linked.ambiguous, ["a.py#run -> b.py#A.start_worker | b.py#B.start_worker"]);
}

#[test]
fn a_method_that_the_told_type_lacks_is_not_taken_from_another_type() {
    Project::new(
        "
        == a.py
        class Known
        class Other
          method very_special_thing(0)
        fn run
          -> <Known>.very_special_thing(0)
          -> Known.very_special_thing(0)
          -> <list>.very_special_thing(0)
          -> <Other[]>.very_special_thing(0)
        ",
    )
    .link()
    .calls(&[]);
}

#[test]
fn a_value_handed_on_reaches_functions_only() {
    Project::new(
        "
        == a.py
        var count
        class K
        fn handler(1)
        fn run
          -> &handler
          -> &count
          -> &K
        ",
    )
    .link()
    .calls(&["a.py#run -> a.py#handler SameFile"]);
}

#[test]
fn a_definition_of_a_test_is_not_what_other_code_calls() {
    Project::new(
        "
        == a.py
        fn run
          -> ?.only_in_a_test(0)
        == test_a.py
        class Fake
          method only_in_a_test(0)
        fn check
          -> ?.only_in_a_test(0)
        ",
    )
    .link()
    .calls(&["test_a.py#check -> test_a.py#Fake.only_in_a_test UniqueName"]);
}

#[test]
fn languages_do_not_call_each_other_by_name() {
    Project::new(
        "
        == a.py
        fn run
          -> ?.reconcile_all_pods(1)
        == b.rb
        class A
          method reconcile_all_pods(1)
        ",
    )
    .link()
    .calls(&[]);
}

#[test]
fn references_that_nothing_backs_are_dropped() {
    let linked = Project::new(
        "
        == a.py
        import b { Known, LIMIT }
        fn run
          type Known
          type Unknown
          use LIMIT
          use Known.size
          base Known
          use b.LIMIT
        == b.py
        class Known
          field size
        const LIMIT
        class Unknown
        ",
    )
    .link();
    let expected = [
        "a.py#run -> b.py#Known Base",
        "a.py#run -> b.py#Known Type",
        "a.py#run -> b.py#Known.size Value",
        "a.py#run -> b.py#LIMIT Value",
    ];
    let mut found = linked.references.clone();
    found.sort();
    assert_eq!(found, expected);
}
