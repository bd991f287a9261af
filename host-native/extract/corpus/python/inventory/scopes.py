#!/usr/bin/env python3
# -*- coding: utf-8 -*-
# Local names: what a test, a branch or a loop tells of them.

import helpers
from shapes import Circle, Shape, Square


def branches(flag, shape: Shape | None = None):
    if flag:
        drawn = Circle()
    else:
        drawn = Square()
    drawn.draw()
    same = Circle()
    if flag:
        same = Circle()
    same.draw()
    late = None
    if flag:
        late = Circle(1)
    late.draw()
    found = helpers.find(flag)
    if found is None:
        found = Square()
    found.draw()
    try:
        parsed = Circle.parse(flag)
    except ValueError:
        parsed = None
    parsed.draw()
    either = shape or Circle()
    either.draw()
    chosen = Circle() if flag else None
    chosen.draw()
    while not flag:
        flag = flag.next()
    return drawn


def narrowed(value, other):
    if isinstance(value, Circle):
        value.radius()
    value.anything()
    if not isinstance(other, Square):
        return
    other.side()
    assert isinstance(value, Square) and value.ok
    value.side()
    match other:
        case Circle(radius=r) as circle:
            circle.radius()
            other.radius()
            r.bit_length()
        case Square(side=helpers.SIDE):
            other.side()
        case [first, *rest]:
            first.draw()
        case {"kind": kind, **more} if kind:
            kind.draw()
        case _:
            other.draw()


def shadows(helpers, open):
    helpers.find(1)
    open("x")
    print = open
    print("y")
    Circle = helpers.make
    Circle().draw()

    def inner():
        later.draw()
        Shape.area()

    later = Square()
    inner()
    global Shape
    Shape = later
    Shape.area()
    _ = inner


def outer():
    count = Circle()

    class Local(Shape):
        size = 1

        def __init__(self):
            self.size = Circle()
            self.made = Square()

        def use(self):
            count.draw()
            self.made.side()

    def recurse(n):
        nonlocal count
        count = Square()
        recurse(n - 1)
        Local().use()

    import lazy
    from lazy import worker

    lazy.go()
    worker()
    handler = lambda event, *, circle=Circle(): event.go(circle.draw())
    handler(1)
    del count
    return recurse, [Local, worker], {"k": recurse}


def first(items: list[Circle], by_name: dict[str, Square], pair: tuple[Circle, Square], kind: type[Shape]):
    items[0].draw()
    items[1:][0].draw()
    by_name["x"].side()
    by_name.get("x").side()
    next(iter(items)).draw()
    sorted(items)[0].draw()
    pair[0].draw()
    kind.area()
    a, b = Circle(), Square()
    a.draw()
    b.side()
    c, d = pair
    c.draw()
    e = f = Circle()
    e.draw(), f.draw()
    for g in helpers.all(): g.draw()
    (yield items).send()
    await items[0].load()
    lambda: 0
    return (await helpers.load()).draw()


def print(text): ...


for shape in (Circle(), Square()):
    area = Circle()
    shape.draw()
    area.draw()


def main(argv=None):
    print("shadowed")


def parse():
    pass


if __name__ == "__main__":
    args = Circle()
    args.draw(parse())
    raise SystemExit(main(args))


class Chain:
    def step(self):
        if self.done:
            return None
        return self

    def made(self):
        return Circle()

    def either(self, flag):
        if flag:
            return Circle()
        return Square()

    def rolled(self):
        yield 1
        return Circle()

    def wrapped(self, items: list[Circle]):
        def inner():
            return Square()

        return items[0]

    def told(self) -> "Shape":
        return Circle()


one, other = Circle(), helpers.make()
current = parse_shape()


def parse_shape():
    return Square()


class Described:
    exists: "Callable[[int], bool]" = lambda device: check(device)
    shown = lambda self: check(self)


def declared(data, handler):
    shape: Circle | None = None
    shape = data["shape"]
    shape.area()
    rounds = [Circle() for _ in data]
    for one in rounds:
        one.area()
    renamed = check
    renamed(1)
    handler(1)
    check(1)(2)
