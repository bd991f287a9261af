//! A store of items, kept in memory.
const std = @import("std");
const item = @import("item.zig");
const Item = @import("item.zig").Item;
const Allocator = std.mem.Allocator;
pub usingnamespace @import("more.zig");
const c = @cImport({
    @cInclude("clock.h");
});

/// Most items that a store keeps.
pub const max_items: usize = 10;
var opened: u32 = 0;
threadlocal var last: ?*Item = null;
extern fn c_clock(x: c_int) void;

/// What can go wrong.
pub const Error = error{ NotFound, Full };

/// Keeps items.
pub const Store = struct {
    const Self = @This();
    pub const Iterator = struct {
        store: *Store,
        fn next(it: *Iterator) ?*Item {
            return it.store.first();
        }
    };

    allocator: Allocator,
    items: std.ArrayList(Item),
    parent: ?*Store = null,

    /// Makes an empty store.
    pub fn init(allocator: Allocator) Store {
        opened += 1;
        return Store{ .allocator = allocator, .items = undefined };
    }

    pub fn get(self: *const Self, key: []const u8) !?*Item {
        for (self.items.items, 0..) |*it, i| {
            if (it.matches(key, i)) return it;
        }
        const found = try self.find(key);
        defer self.unlock();
        found.touch();
        if (self.parent) |parent| return parent.get(key);
        while (self.first()) |head| {
            head.drop();
        } else {
            item.log("empty");
        }
        return error.NotFound;
    }

    fn find(self: Self, key: anytype) Error!*Item {
        return hash(key) orelse self.first().?;
    }
};

const Kind = enum(u8) {
    raw,
    made = 2,
    _,

    pub fn label(kind: Kind) []const u8 {
        return @tagName(kind);
    }
};

const Value = union(enum) { number: i32, item: Item, none: void };

/// A list of anything.
pub fn List(comptime T: type) type {
    return struct {
        value: T,
        rest: ?*List(T),

        pub fn push(self: *@This(), value: T) void {
            self.value = value;
            self.grow(1);
        }
    };
}

fn handler(_: u32) void {}

pub fn main() !void {
    var gpa = std.heap.GeneralPurposeAllocator(.{}){};
    var store = Store.init(gpa.allocator());
    var list: List(u8) = .{ .value = 1 };
    list.push(1);
    _ = try store.get("x");
    const callback: *const fn (u32) void = handler;
    run(callback, handler, .{ .done = finish });
    store.items.append(Item.make()) catch |err| return report(err);
    switch (kindOf(store)) {
        .raw => raw(),
        .made => |made| made.go(),
        else => {},
    }
    const items = [_]Item{ Item.make(), Item{ .key = "a" } };
    items[0].touch();
    for (items) |each| each.touch();
    const a, const b = pair();
    a.use(b);
    const forced = @as(*Store, @ptrCast(a));
    forced.get("y");
}

test "an empty store finds nothing" {
    var store = Store.init(std.testing.allocator);
    try std.testing.expectError(error.NotFound, store.get("x"));
}

test Store {}

comptime {
    _ = @import("tests.zig");
}
