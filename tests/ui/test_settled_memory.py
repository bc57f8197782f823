"""The collector passes over what was there, and still collects what came since."""

import gc
import weakref

import pytest

from tableassist.ui.workers import settle_memory


class Ring:
    def __init__(self):
        self.me = self


@pytest.fixture(autouse=True)
def thawed():
    """What is garbage by then goes; what all tests share is passed over again."""
    yield
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def test_what_is_there_is_passed_over_until_the_next_call():
    kept = Ring()
    gone = weakref.ref(kept)
    settle_memory()
    assert gc.get_freeze_count() > 10_000
    del kept
    gc.collect()
    assert gone() is not None
    settle_memory()
    assert gone() is None


def test_what_comes_later_is_collected_as_ever():
    settle_memory()
    gone = weakref.ref(Ring())
    gc.collect()
    assert gone() is None
