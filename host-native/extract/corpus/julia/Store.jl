"""
Keeps items in memory.
"""
module Store

using LinearAlgebra
using ..Items: Item, touch
using Base.Threads, Dates
import Base: show, getindex as at, @kwdef
import JSON as J
import .Sub.Deep
export find, Cache, @twice
include("helpers.jl")

# How many at most.
const LIMIT = 10
const Items = Vector{Item}
global counter::Int = 0
counter = 1

"What a cache keeps."
abstract type AbstractCache{K} end
primitive type Word <: Unsigned 24 end

"Keeps items."
mutable struct Cache{K, V <: Item} <: AbstractCache{K}
    items::Dict{K, V}
    "How many."
    size::Int
    owner
    Cache{K,V}(n) where {K,V} = new(Dict(), n)
    function Cache(x::Int)
        new(x)
    end
end

@enum Kind raw made=2

Base.@kwdef struct Opts
    depth::Int = 1
    parent::Union{Cache, Nothing} = nothing
end

"""
    find(c, key)

Finds an item.
"""
function find(c::Cache{K}, key::K; default=nothing, rest...)::Union{Item,Nothing} where K
    v = get_or(c.items, key, default)
    v === nothing && return default
    touch(v)
    for (k, item) in c.items
        handle(item, k)
    end
    map_all(x -> process(x, key), c.items)
    each(c.items, on_item) do item
        score(item)
    end
    helper(a) = a + LIMIT
    helper(2) |> finish
    let y = weigh(v)
        g(y, default...)
    end
    try
        risky()
    catch e
        handle_error(e; log=log_it)
    end
    J.parse("x")
    @info "found $(describe(v))" c
    @twice check(c)
    normalize.(c.items)
    xs = [f(i) for i in 1:3 if ok(i)]
    total = add_up(h(i) for i in xs)
    made = Cache{Int, Item}(3)
    other = Cache(4)
    return v
end

size(c::Cache) = c.size
Base.length(c::Cache) = count_of(c.items)
(c::Cache)(x) = find(c, x)
Base.:+(a::Cache, b::Cache) = merge_all(a, b)
function later end

macro twice(ex)
    esc(quote $ex; $ex end)
end

@inline function g(x::T, y=1, z...) where {T<:Number}
    shift(x)
end

f = function (x) double(x) end
h = (a, b) -> a + b

module Sub
    inner() = 1
end

end # module
