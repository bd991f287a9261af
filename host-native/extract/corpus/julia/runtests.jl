using Test
using Store: find, Cache

function make_cache(n)
    Cache(n)
end

@testset "cache" begin
    cache = make_cache(2)
    @test find(cache, 2) === nothing
    @testset "inner $i" for i in 1:3
        @test_throws KeyError find(cache, i)
    end
end
