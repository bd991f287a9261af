%%% @doc Starts the store.
-module(store_app).
-behaviour(application).
-compile([export_all, nowarn_export_all]).

start(_Type, _Args) ->
    supervisor:start_link({local, ?MODULE}, ?MODULE, []).

init([]) ->
    {ok, {{one_for_one, 1, 5}, [
        {store, {store, start_link, []}, permanent, 5000, worker, [store]},
        #{id => sweeper, start => {?MODULE, sweep, [10]}}
    ]}}.

sweep(Every) ->
    timer:sleep(Every),
    sweep(Every).
