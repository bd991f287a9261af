"""Fills a store with items, until it evicts some."""

from urllib.request import Request, urlopen


def put(base: str, key: str, value: str) -> int:
    """Keeps one item, and returns the answer's status."""
    request = Request(f"{base}/{key}?value={value}", method="PUT")
    with urlopen(request) as answer:
        return answer.status


def fill(base: str, count: int) -> list[int]:
    """Keeps so many items."""
    return [put(base, f"item-{number}", str(number)) for number in range(count)]


if __name__ == "__main__":
    print(fill("http://localhost:8080", 2000))
