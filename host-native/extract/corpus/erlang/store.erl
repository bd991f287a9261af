%% @doc A store.
-module(store).
-behaviour(gen_server).
-export([start_link/0, find/2, init/1]).
-export_type([item/0]).
-import(lists, [map/2, foldl/3]).
-include("store.hrl").
-include_lib("kernel/include/logger.hrl").
-define(LIMIT, 10).
-define(CALL(X), do_call(X)).
-record(state, {items = #{} :: map(), size :: integer()}).
-type item() :: {atom(), binary()} | other:thing().
-opaque id() :: integer().
-callback handle(item()) -> ok.
-ifdef(TEST).
-include_lib("eunit/include/eunit.hrl").
-endif.

%% @doc Starts it.
-spec start_link() -> {ok, pid()}.
start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

%% Finds.
-spec find(atom(), #state{}) -> {ok, item()} | error.
find(Key, #state{items = Items} = State) when is_atom(Key) ->
    case maps:find(Key, Items) of
        {ok, V} -> touch(V), {ok, V};
        error -> helper:log(?LIMIT)
    end,
    F = fun(X) -> process(X) end,
    lists:map(fun score/1, Items),
    lists:foreach(fun other:weigh/1, Items),
    map(F, Items),
    Mod = State#state.size,
    Mod:dynamic(1),
    ?MODULE:again(),
    [g(X) || X <- Items, ok(X)],
    ?CALL(x),
    #state{size = 1},
    spawn(fun() -> loop(State) end),
    spawn(?MODULE, loop, [State]),
    apply(other, run, []),
    try risky() catch error:E -> handle(E) end,
    receive {msg, M} -> M after 10 -> timeout end;
find(_, _) ->
    error.

loop(S) -> loop(S).

find_test() ->
    ?assertEqual(error, find(a, #state{})).
all_test_() -> [fun a/0, ?_assert(b())].
