"""What is fuzzed: a way to read, good examples to spoil, and ways to spoil them."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Reader:
    name: str
    file: str
    """What the input is called on the disk."""
    read: Callable
    """Takes the path of the input, or the bytes of a stream."""
    seeds: Callable
    """The good examples: made only where they are needed."""
    ways: tuple
    share: int
    """How often it takes its turn."""
    is_file: bool = True
    """False: the bytes are handed over as they are."""
