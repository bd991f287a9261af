%% Copyright 2024 The Store Authors.
-module(store_SUITE).
-behaviour(ct_suite).
-export([all/0, init_per_suite/1, finds_items/1]).

all() -> [finds_items].

init_per_suite(Config) -> store:start_link(), Config.

finds_items(_Config) ->
    error = store:find(a, state()),
    ok.

state() -> 'Elixir.Store':new(#{}).
