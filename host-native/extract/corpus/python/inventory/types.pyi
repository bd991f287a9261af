import typing as t
from typing import NamedTuple, NewType, TypedDict, overload
from collections import namedtuple
import abc

UserId = NewType("UserId", int)
Point = namedtuple("Point", ["x", "y"])
type Pairs[K, V] = dict[K, list[V]]
Json: t.TypeAlias = "dict[str, Json] | list[Json] | None"
Kind = t.Literal["a", "Store"]
__all__ = ["Store"]

class Row(NamedTuple):
    a: int
    b: Store = ...

class Options(TypedDict, total=False):
    deep: bool

class Store[T: Row](abc.ABC):
    rows: t.ClassVar[t.Sequence[Row]]
    by_id: t.Mapping[UserId, T]
    name: str | int
    check: t.Callable[[Row], bool]
    index: "t.Optional[Store]"
    maybe: t.Annotated[Row, helper("x", other)]
    @overload
    def get(self, key: int) -> Row: ...
    @overload
    def get(self, key: str, /) -> Row | None: ...
    @abc.abstractmethod
    async def load(self, *keys: UserId, **extra: "Row") -> t.AsyncIterator[Row]: ...
    @property
    @abc.abstractmethod
    def size(self) -> int: ...
    @functools.cached_property
    def hidden(self) -> T: ...
    def __new__(cls, *args: t.Any) -> t.Self: ...
    def _private(self, f=lambda x: x.go()) -> Kind: ...

def make[S](a, b=1, *, c, d=2) -> "Store[S]": ...
async def run() -> t.Coroutine[None, None, Row]: ...
