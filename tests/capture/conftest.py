import threading
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    """Every test here must end its threads; an open socket becomes a warning, and so an error."""
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before
