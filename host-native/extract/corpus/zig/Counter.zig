//! A file is a struct.
const Counter = @This();
const Self = Counter;

count: u32 = 0,

pub fn bump(self: *Counter, by: u32) void {
    self.count += by;
    self.notify();
}

fn notify(counter: Counter) void {
    counter.log();
}
