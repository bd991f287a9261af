"""Tests of the store."""
import unittest
from unittest.mock import patch

import pytest

from inventory.store import Cache, Item, opened


@pytest.fixture(name="cache")
def cache_fixture() -> Generator[Cache]:
    with opened("x") as cache:
        yield cache


@pytest.mark.parametrize("name", ["a", "b"])
async def test_get(cache: Cache, name):
    item = await cache.get(name)
    assert item.touch() == Item(name)
    with patch("inventory.store.digest", side_effect=fail) as mocked, pytest.raises(KeyError):
        cache.evict(mocked)


def helper(cache):
    def test_inner():
        pass
    return cache.get


def testament():
    pass


class TestCache:
    size = 3

    def setup_method(self):
        self.cache = Cache(None, strict=True)

    def test_list(self):
        self.cache.list()
        self.check(self.cache)

    def check(self, cache):
        assert cache.list()


class StoreTestCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shared = Cache(None, strict=False)

    def asyncSetUp(self): ...

    def testOld(self):
        self.assertEqual(self.shared.list(), [])
