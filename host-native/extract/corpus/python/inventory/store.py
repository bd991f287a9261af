# Copyright 2024 The Inventory Authors.
"""Keeps items in memory and reads them through.

Safe to use from one event loop.
"""

from __future__ import annotations

import asyncio
import collections.abc
import logging as log
import os.path, sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Dict, Final, List, Optional, Protocol, TypeVar, Union

from . import codec
from .. import settings as conf
from .errors import (
    MissingItem,
    StoreError as BaseStoreError,
)
from ..net.http import Client
from .signals import *

if TYPE_CHECKING:
    from .audit import Audit

try:
    import orjson as json
except ImportError:
    import json

try:
    from .fast import digest
except ImportError:
    digest = None

T = TypeVar("T")
ItemMap = Dict[str, "Item"]
Alias = Client

DEFAULT_SIZE: Final = 128
"""How many items there are at most."""

# How long a fetch may take.
TIMEOUT = 10.5
_LOGGER = log.getLogger(__name__)
registry = codec.Registry()
handlers: dict[str, Handler] = {}
shared = make_client("main")
key_of = lambda item, *, prefix="": prefix + item.name
_first, _second = 1, Client()


class Mode(Enum):
    """How items are kept."""

    STRICT = 1
    # Anything goes.
    LENIENT = 2

    @property
    def label(self) -> str:
        return self.name.title()


class Source(Protocol):
    name: str

    async def fetch(self, name: str) -> Item: ...

    def close(self) -> None:
        """Lets go of everything."""


@dataclass(frozen=True)
class Item:
    """One thing that is kept."""

    name: str
    mode: Mode = Mode.STRICT
    tags: List[str] = field(default_factory=list)
    parent: Optional["Item"] = None
    #: The items that this one is made of.
    parts: dict[str, Item | None] = field(default_factory=make_parts)

    def touch(self) -> Item:
        return self

    @classmethod
    def parse(cls, raw: bytes | None, *extra: Item, strict=False, **options) -> "Item":
        for one in extra:
            one.touch()
        item = cls(codec.decode(raw))
        item.touch()
        return cls.empty() or item

    @staticmethod
    def empty():
        return Item("")

    def clone(self):
        copy = type(self)(self.name)
        copy.touch()
        self.__class__.empty()
        return copy


class Cache(collections.abc.Mapping, BaseStoreError, Base[Item], metaclass=Meta):
    limit = DEFAULT_SIZE
    MAX_AGE = 3
    on_evict: Callable[[Item], None] | None

    def __init__(self, source: Source, audit: "Audit | None" = None, /, size=DEFAULT_SIZE, *, strict: bool) -> None:
        super().__init__(source)
        self.source = source
        self.items: ItemMap = {}
        self._audit = audit
        self._client = Client(timeout=TIMEOUT)
        self._codec = codec.Codec("json")
        self._lock, self._size = asyncio.Lock(), size
        self._last = None
        self.on_evict = self._drop

    @property
    def last(self) -> Optional[Item]:
        """The newest item."""
        return self._compute()

    @last.setter
    def last(self, value: Item) -> None:
        self._audit.note(value)
        self._last = value

    async def get(self, name: str, default: T = None) -> Item | T:
        """Returns an item.

        Fetches it where it is not there.
        """
        item = self.items.get(name)
        if item is None:
            item = await self.source.fetch(name)
        item.touch()
        async with self._lock, self._client.session() as session:
            await session.send(item)
        self._last = Item(name)
        self._audit = Audit()
        raw = os.path.join(conf.ROOT, name)
        sys.stdout.write(raw)
        return self.last.touch()

    def evict(self, drop: Callable[[Item], bool]) -> None:
        for name, item in self.items.items():
            if drop(item):
                item.touch()
        for i, item in enumerate(self.list()):
            item.touch()
        for a, b in zip(self.list(), self.others):
            a.touch()
            b.keep()
        for item in self.list():
            item.touch()
        touched = [one.touch() for one in self.list() if one.parent]
        sizes = {key: value.size() for key, value in self.sizes.items()}
        return touched, sizes, (x.go() for x in touched)

    def list(self) -> list[Item]:
        return list(self.items.values())

    def _drop(self, item: Item) -> None:
        def log_it(reason: str) -> None:
            _LOGGER.info("%s: %s", reason, item.name)
            self.notify(item)
            self.reason = reason

        log_it("dropped")
        self.run(log_it, callback=self.notify, key=key_of)
        asyncio.create_task(self.get(item.name))

    def render(self) -> str:
        return f"{self.last.touch()} {len(self.items)} {render_all(self, width=f'{TIMEOUT:>{widest()}}')}"


@contextmanager
def opened(name: str) -> Iterator[Cache]:
    cache = Cache(name, strict=True)
    yield cache


@codec.register("store", priority=1)
@traced
def dispatch(value: Any, channel: asyncio.Queue[Item], items: Union[Cache, None]) -> tuple[Item, ...]:
    global shared
    shared = Client()
    with opened("x") as cache, open(value) as (first, second):
        cache.evict(first)
    try:
        items.get("x")
    except (KeyError, MissingItem) as error:
        error.explain()
    except BaseStoreError as error:
        error.explain()
    finally:
        value.close()
    if (found := cache.find()) is not None:
        found.touch()
    registry.lookup("x").handle(value)
    handlers["x"](value)
    handlers["x"].call(value)
    collections.abc.Mapping.register(Cache)
    digest(value)
    json.dumps(value)
    items[0:2].evict(None)
    Box[Item](value).open()
    " ".join(value)
    return Item.parse(b"", *value), Mode.STRICT.label.upper()
